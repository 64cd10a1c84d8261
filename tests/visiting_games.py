"""Small games as other packages may bring them, and a place beside the others where they can be installed.

`hop` has a board and every way in which a move can be made on it; `nim` and `evens` have none, and `evens` asks both
players at once. None of these has words or drawings; `matches` is `nim` with some words, in English alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TypeAlias

import pytest

from rowdy.interfaces.kit import WHO, InterfaceKit
from rowdy.interfaces.web.http import menu
from rowdy.interfaces.words import Words
from rowdy.kits import Kit
from rowdy.rules import guest_games as guests
from rowdy.rules.game import Actor, Event, Facts, Game, InvalidPosition, Move, Outcome, Over, Seat, Turn, Window
from rowdy.rules.geometry import Grid, Square
from rowdy.rules.kit import RulesKit


@dataclass(frozen=True)
class Action:
    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Board:
    cells: tuple[str, ...]
    turns: int = 0


class Hop(Game[Board, Action]):
    """Lay a stone, move one of yours to a square beside it, take one off, or pass; who has more after ten turns wins.

    A stone of the first player is `x` or `X`, one of the second `o` or `longship`.
    """

    grid = Grid(3, 3, 3)
    turns = 10
    stones = (("x", "X"), ("o", "longship"))

    @cached_property
    def actions(self) -> tuple[Action, ...]:
        squares = self.grid.squares
        laid = [f"{stone}@{square}" for stones in self.stones for stone in stones for square in squares]
        moved = [f"{a}-{b}" for a in squares for b in squares if self._near(a, b)]
        return tuple(map(Action, (*laid, *moved, *squares, "pass")))

    @property
    def facts(self) -> Facts:
        return Facts(max_turns=self.turns, max_actions=self.turns, max_legal=40, distinct_actions=len(self.actions))

    def _near(self, a: Square, b: Square) -> bool:
        return abs(ord(a[0]) - ord(b[0])) + abs(int(a[1]) - int(b[1])) == 1

    def start(self) -> Board:
        return Board(("",) * 9)

    def turn(self, state: Board) -> Turn[Action]:
        if state.turns < self.turns:
            return Move(state.turns % 2)
        counts = [sum(cell in stones for cell in state.cells) for stones in self.stones]
        winners = () if counts[0] == counts[1] else (counts.index(max(counts)),)
        return Over(Outcome(winners, "stones"))

    def moves(self, state: Board, seat: Seat) -> Sequence[Action]:
        lying = dict(zip(self.grid.squares, state.cells, strict=True))
        own = [square for square, stone in lying.items() if stone in self.stones[seat]]
        free = [square for square, stone in lying.items() if not stone]
        laid = [f"{stone}@{square}" for stone in self.stones[seat] for square in free]
        moved = [f"{a}-{b}" for a in own for b in free if self._near(a, b)]
        return tuple(map(Action, (*laid, *moved, *own, "pass")))

    def apply(self, state: Board, actor: Actor, action: Action) -> Board:
        self.check_legal(state, actor, action)
        lying = dict(zip(self.grid.squares, state.cells, strict=True))
        stone, at, square = action.text.rpartition("@")
        source, _, target = action.text.partition("-")
        if at:
            lying[square] = stone
        elif target:
            lying[target], lying[source] = lying[source], ""
        elif source in lying:
            lying[source] = ""
        return Board(tuple(lying.values()), state.turns + 1)

    def cells(self, state: Board) -> Mapping[Square, str]:
        return {square: cell for square, cell in zip(self.grid.squares, state.cells, strict=True) if cell}

    def format_state(self, state: Board) -> str:
        return f"{','.join(cell or '.' for cell in state.cells)} {state.turns}"

    def parse_state(self, text: str) -> Board:
        cells, _, turns = text.partition(" ")
        known = {"", *self.stones[0], *self.stones[1]}
        lying = tuple(cell.strip(".") for cell in cells.split(","))
        if len(lying) != len(self.grid.squares) or not known >= set(lying) or not turns.isdecimal():
            raise InvalidPosition("unreadable-position", text=text)
        return Board(lying, int(turns))


@dataclass(frozen=True)
class Heap:
    left: int
    mover: Seat

    def __str__(self) -> str:
        return f"{self.left} {self.mover + 1}"


class Nim(Game[Heap, Action]):
    """Take as many as you like from the heap, but not all of a full one; who takes the last one wins."""

    full = 13
    actions = tuple(Action(f"take-{n}") for n in range(1, full))
    facts = Facts(max_turns=full, max_actions=full, max_legal=full - 1, distinct_actions=full - 1)

    def start(self) -> Heap:
        return Heap(self.full, 0)

    def turn(self, state: Heap) -> Turn[Action]:
        return Move(state.mover) if state.left else Over(Outcome((1 - state.mover,), "last"))

    def moves(self, state: Heap, seat: Seat) -> Sequence[Action]:
        return self.actions[: state.left]

    def apply(self, state: Heap, actor: Actor, action: Action) -> Heap:
        self.check_legal(state, actor, action)
        return Heap(state.left - int(action.text.removeprefix("take-")), 1 - state.mover)

    def parse_state(self, text: str) -> Heap:
        states = {str(state): state for left in range(self.full + 1) for state in (Heap(left, 0), Heap(left, 1))}
        if text not in states:
            raise InvalidPosition("unreadable-position", text=text)
        return states[text]


Fingers: TypeAlias = tuple[str | None, ...]
"""How many each seat shows; nothing for one that has not answered, or whose answer the viewer does not know."""


class Evens(Game[Fingers, Action]):
    """Both show one finger or two at once: the first wins if the sum is even, the second if it is odd."""

    actions = (Action("one"), Action("two"))
    facts = Facts(max_turns=1, max_actions=2, max_legal=2, distinct_actions=2, windows=True)

    def start(self) -> Fingers:
        return (None, None)

    def turn(self, state: Fingers) -> Turn[Action]:
        return Window((0, 1)) if None in state else Over(Outcome((len(set(state)) - 1,), "sum"))

    def moves(self, state: Fingers, seat: Seat) -> Sequence[Action]:
        return self.actions if state[seat] is None else ()

    def apply(self, state: Fingers, actor: Actor, action: Action) -> Fingers:
        self.check_legal(state, actor, action)
        return tuple(action.text if seat == actor else shown for seat, shown in enumerate(state))

    def seen(self, state: Fingers, viewer: Seat | None) -> Fingers:
        """An answer is its owner's affair until both have answered."""
        return tuple(shown if seat == viewer or None not in state else None for seat, shown in enumerate(state))

    def observe(self, state: Fingers, event: Event[Action], viewer: Seat | None) -> tuple[Event[Action], ...]:
        if state == self.start():
            return (event,) if event.actor == viewer else ()
        answers = {seat: Action(shown) for seat, shown in enumerate(state) if shown} | {event.actor: event.action}
        return tuple(Event(seat, answers[seat]) for seat in (0, 1) if seat != viewer or seat == event.actor)

    def parse_state(self, text: str) -> Fingers:
        raise InvalidPosition("unreadable-position", text=text)


class MatchesWords(InterfaceKit[Nim]):
    """Its moves in its own words, within sentences that are in the viewer's language."""

    def move(self, words: Words, game: Nim, action: Action) -> str:
        return words("matches-take", count=int(action.text.removeprefix("take-")))

    def sentence(self, words: Words, game: Nim, action: Action, you: bool) -> str:
        return words("event-any", who=WHO, you="yes" if you else "no", move=self.move(words, game, action))


MATCHES_ENGLISH = """
game-matches = Matches
matches-take = { $count ->
    [one] a single match
   *[other] { $count } matches
}
"""
MATCHES = Kit(
    RulesKit("matches", lambda setup: Nim(setup.edition), ("house",), minutes=1),
    interface=MatchesWords({"en": MATCHES_ENGLISH}),
)
EVENS = Kit(RulesKit("evens", lambda setup: Evens(setup.edition), ("house",), minutes=1))
HOP = Kit(RulesKit("hop", lambda setup: Hop(setup.edition), ("house",), minutes=3))
NIM = Kit(RulesKit("nim", lambda setup: Nim(setup.edition), ("house",), minutes=1))


def add_package(folder: Path, package: str, **values: str) -> None:
    """A package with these entry points of `rowdy.games` by name, for whoever has the folder among its paths."""
    info = folder / f"{package}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n", "utf-8")
    lines = [f"{name} = {value}" for name, value in values.items()]
    (info / "entry_points.txt").write_text("\n".join([f"[{guests.GROUP}]", *lines, ""]), "utf-8")


@contextmanager
def installed(folder: Path, **values: str) -> Iterator[None]:
    """Has these entry points of `rowdy.games` by name while it lasts: `installed(tmp_path, nim="my.module:NIM")`."""
    add_package(folder, "visitors", **values)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(folder))
        patch.setattr(Words, "_spoken", {})
        _forget()
        yield
    _forget()


def _forget() -> None:
    """What is known of guests is found out anew."""
    guests.entries.cache_clear()
    guests.load_guest_game.cache_clear()
    menu.offers.cache_clear()
