"""What best play leads to from any position of a solved game: every turn with its value, and what comes after it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from rowdy.search.oracle import Oracle, Probe, RatedTurn, Value, Verdict
from rowdy.search.symmetry import EquivalentMoves, Moves, choices, only_choice, play_all

MAX_REPLIES_COUNTED = 12
"""The number of best turns after which the replies that hold are counted, if that takes next to no time."""
MAX_SLOW_REPLIES_COUNTED = 2
"""The number of best turns after which such replies are counted, if each of them needs a search."""


class Holding(NamedTuple):
    """How many turns keep the value of a position: those that win, or those that draw; none if every turn loses."""

    kept: int
    turns: int


@dataclass(frozen=True)
class Analysis:
    """The values of a position and of all that can be done in it."""

    state: Any
    probe: Probe
    parts: list[EquivalentMoves]
    """What can be done next, best first: flips, each as good as the best turn it begins, or placements."""
    turns: list[EquivalentMoves]
    """Whole turns, best first."""
    due: str
    """The part of a turn that is due, as a word of the messages `explore-…`."""
    made: int
    """The number of turns made before, if the position shows that."""

    @property
    def holding(self) -> Holding:
        return holding(self.probe)

    @property
    def keeping(self) -> list[EquivalentMoves]:
        """The turns that keep the value of the position, mirror images as one; none if every turn loses."""
        if self.probe.value is Value.LOSS:
            return []
        return [turn for turn in self.turns if turn.verdict.value is self.probe.value]

    @property
    def only_turn(self) -> EquivalentMoves | None:
        """The only whole turn that keeps a win or a draw."""
        return only_choice(self.turns)

    def only(self, listed: Sequence[EquivalentMoves]) -> list[EquivalentMoves]:
        """The only one of these choices that keeps a win or a draw, or all that begin the only turn to do so."""
        whole = self.only_turn
        if whole is None:
            alone = only_choice(listed)
            return [alone] if alone else []
        begun = {way[:length] for way in whole.ways for length in (1, 2)}
        return [choice for choice in listed if not begun.isdisjoint(choice.ways)]

    def best_turn(self, part: EquivalentMoves) -> RatedTurn:
        """The best whole turn that begins with this part."""
        first = part.ways[0]
        return next(turn for turn in self.probe.turns if turn.actions[: len(first)] == first)


class TurnReply(NamedTuple):
    """A turn, and how many of the opponent's replies then keep the best result left to them."""

    moves: Moves
    verdict: Verdict
    """What the turn leads to for the player who makes it."""
    holding: Holding


@dataclass(frozen=True)
class Outlook:
    """What comes after a position: best play of both to the end, and how many replies hold after the best turns."""

    line: tuple[RatedTurn, ...]
    """Best play from the position, beginning with the first turn listed."""
    replies: tuple[TurnReply, ...]
    """What the best turns leave to the opponent."""
    made: int
    """The number of turns made before the position."""


def holding(probe: Probe) -> Holding:
    """How many of all turns keep the value of a position."""
    kept = 0 if probe.value is Value.LOSS else sum(turn.verdict.value is probe.value for turn in probe.turns)
    return Holding(kept, len(probe.turns))


def analyse(oracle: Oracle, state: Any) -> Analysis:
    """The values of a position; what comes later is left to `look_ahead`, as that takes longer."""
    game, probe = oracle.game, oracle.probe(state)
    parts: dict[Moves, Verdict] = {}
    for turn in probe.turns:
        parts.setdefault(turn.actions[:1], turn.verdict)
    turns = choices(game, state, {turn.actions: turn.verdict for turn in probe.turns})
    return Analysis(state, probe, choices(game, state, parts), turns, oracle.due(state), oracle.turns_made(state))


def look_ahead(oracle: Oracle, state: Any) -> Outlook:
    """The main line from a position, and what the best turns leave to the opponent."""
    found = analyse(oracle, state)
    most = MAX_REPLIES_COUNTED if oracle.quick(state) else MAX_SLOW_REPLIES_COUNTED
    replies = []
    for turn in found.turns[:most]:
        after = oracle.probe(play_all(oracle.game, state, turn.ways[0]))
        if after.turns:
            replies.append(TurnReply(turn.ways[0], turn.verdict, holding(after)))
    return Outlook(tuple(oracle.main_line(state)), tuple(replies), oracle.turns_made(state))
