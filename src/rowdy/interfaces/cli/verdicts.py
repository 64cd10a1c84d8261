"""Perfect play put into words: who wins and when, and moves that come to the same told as one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Timer
from typing import TypeAlias

from rowdy.interfaces.cli.screen import Screen
from rowdy.interfaces.words import Words
from rowdy.rules.flip import Action, FlipGame, State
from rowdy.rules.game import Seat
from rowdy.search.perfect import Value, Verdict
from rowdy.search.perft import canonical
from rowdy.search.ready import Part, missing

PATIENCE = 2.5
"""After so many seconds a person wonders what is going on."""

Moves: TypeAlias = tuple[Action, ...]


@dataclass(frozen=True)
class Choice:
    """Moves that lead to one position or to mirror images of it; the first stands for all."""

    ways: tuple[Moves, ...]
    verdict: Verdict
    """What it leads to for the player who makes the moves."""

    def __str__(self) -> str:
        return " ".join(map(str, self.ways[0]))


def play_all(game: FlipGame, state: State, moves: Moves) -> State:
    """The position after these moves, of one turn or several."""
    for action in moves:
        state = game.play(state, state.mover, action)
    return state


def choices(game: FlipGame, state: State, rated: Mapping[Moves, Verdict]) -> list[Choice]:
    """The moves with mirror images as one, in the order of the first of each."""
    found: dict[State, list[Moves]] = {}
    for moves in rated:
        found.setdefault(canonical(game, play_all(game, state, moves)), []).append(moves)
    return [Choice(tuple(ways), rated[ways[0]]) for ways in found.values()]


def only_choice(listed: Sequence[Choice]) -> Choice | None:
    """The one choice of several, listed best first, that keeps a win or a draw."""
    keeping = [choice for choice in listed if choice.verdict.value is listed[0].verdict.value]
    alone = len(keeping) == 1 < len(listed)
    return keeping[0] if alone and keeping[0].verdict.value is not Value.LOSS else None


@dataclass(frozen=True)
class Speaker:
    """Says who wins, by the names the game has for its players."""

    words: Words
    game: FlipGame

    @property
    def names(self) -> list[str]:
        return [self.words(f"player-{self.game.edition.game}-{number}") for number in (1, 2)]

    def verdict(self, mover: Seat, verdict: Verdict) -> str:
        """`X wins in 5 turns`, or `a draw`."""
        if verdict.distance is None or verdict.value is Value.DRAW:
            return self.words("verdict-draw")
        return self.words("verdict-win", winner=self._winner(mover, verdict), count=verdict.distance)

    def label(self, mover: Seat, verdicts: Sequence[Verdict]) -> str:
        """The same for several moves that one player wins with, and short: `X wins in 3 to 5`."""
        distances = [verdict.distance for verdict in verdicts if verdict.distance is not None]
        if not distances or verdicts[0].value is Value.DRAW:
            return self.words("verdict-draw")
        least, most = min(distances), max(distances)
        form = "label-win" if least == most else "label-win-range"
        return self.words(form, winner=self._winner(mover, verdicts[0]), least=least, most=most)

    def _winner(self, mover: Seat, verdict: Verdict) -> str:
        return self.names[mover if verdict.value is Value.WIN else 1 - mover]


@contextmanager
def patience(screen: Screen, part: Part | None = Part.PERFECT) -> Iterator[None]:
    """Says why, if what is done here takes long: the code of this part is being compiled, or it is the search."""
    message = screen.words("compiling" if part and missing([part]) else "searching")
    timer = Timer(PATIENCE, screen.say, (message,))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
