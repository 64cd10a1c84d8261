"""Moves that come to the same, told as one: those that lead to one position or to mirror images of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from rowdy.rules.flip import Action, FlipGame, State
from rowdy.search.perfect import Value, Verdict
from rowdy.search.perft import canonical

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
