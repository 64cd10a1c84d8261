"""Moves grouped by symmetry: those that lead to one position or to mirror images of it count as one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from rowdy.rules.game import AnyGame, Move
from rowdy.search.catalog import search_kit
from rowdy.search.oracle import Value, Verdict

Moves: TypeAlias = tuple[Any, ...]


@dataclass(frozen=True)
class EquivalentMoves:
    """Moves that lead to one position or to mirror images of it; the first stands for all."""

    ways: tuple[Moves, ...]
    verdict: Verdict
    """The value for the player who makes the moves."""

    def __str__(self) -> str:
        return " ".join(map(str, self.ways[0]))


def play_all(game: AnyGame, state: Any, moves: Moves) -> Any:
    """The position after these moves, of one turn or several."""
    for action in moves:
        turn = game.turn(state)
        assert isinstance(turn, Move)
        state = game.play(state, turn.seat, action)
    return state


def choices(game: AnyGame, state: Any, rated: Mapping[Moves, Verdict]) -> list[EquivalentMoves]:
    """The moves grouped by the position they lead to, mirror images as one, in the order of the first of each group."""
    canonical = search_kit(game).canonical
    found: dict[Any, list[Moves]] = {}
    for moves in rated:
        found.setdefault(canonical(game, play_all(game, state, moves)), []).append(moves)
    return [EquivalentMoves(tuple(ways), rated[ways[0]]) for ways in found.values()]


def only_choice(listed: Sequence[EquivalentMoves]) -> EquivalentMoves | None:
    """The one group, of several listed best first, that keeps a win or a draw; `None` if not exactly one does."""
    keeping = [choice for choice in listed if choice.verdict.value is listed[0].verdict.value]
    alone = len(keeping) == 1 < len(listed)
    return keeping[0] if alone and keeping[0].verdict.value is not Value.LOSS else None
