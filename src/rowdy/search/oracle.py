"""What is known of a solved game: the value of a position, how long it takes, and every turn, best first."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from rowdy.rules.game import AnyGame, GameError, Move


class Value(StrEnum):
    """The value of a position for the player to move."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"


@dataclass(frozen=True, slots=True)
class Verdict:
    """The value and the length of a game if both play perfectly."""

    value: Value
    distance: int | None
    """The number of turns until the game ends, counting this one, if the winner hurries and the loser delays.

    `None` for a draw that is still to come, as nobody hurries there.
    """


@dataclass(frozen=True, slots=True)
class RatedTurn:
    """A whole turn, or what is left of one, and what it leads to for the player who makes it."""

    actions: tuple[Any, ...]
    verdict: Verdict

    def __str__(self) -> str:
        return " ".join(map(str, self.actions))


@dataclass(frozen=True, slots=True)
class Probe:
    """The verdict on a position, and on all its turns."""

    verdict: Verdict
    turns: tuple[RatedTurn, ...]
    """Every legal turn, best first; none if the game is over."""

    @property
    def value(self) -> Value:
        return self.verdict.value

    @property
    def distance(self) -> int | None:
        return self.verdict.distance


class AnswerSource(StrEnum):
    """Where answers come from."""

    SOLUTION = "solution"
    OPENING = "opening"
    SEARCH = "search"


class Oracle(ABC):
    """Knows the value of every position of a two-player game; a subclass must only define `probe`."""

    refused: GameError | None = None
    """Why a stored solution that was found is not used, or `None`."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game

    @abstractmethod
    def probe(self, state: Any) -> Probe:
        """The value, the distance and all legal turns, best first."""

    def best(self, state: Any) -> RatedTurn | None:
        """One of the best turns, which may be faster to find than all; `None` if the game is over."""
        turns = self.probe(state).turns
        return turns[0] if turns else None

    def safe_replies(self, state: Any, at_most: int) -> int:
        """The number of turns in this position that do not lose; counting may stop above `at_most`."""
        return sum(turn.verdict.value is not Value.LOSS for turn in self.probe(state).turns)

    def quick(self, state: Any) -> bool:
        """True if probing every position after the next turn takes next to no time."""
        return True

    def main_line(self, state: Any) -> Iterator[RatedTurn]:
        """Best turns of both players until the game is over, each the first in its list."""
        while turns := self.probe(state).turns:
            yield turns[0]
            state = play_turn(self.game, state, turns[0])

    # For interfaces that explain the answers

    @property
    def source(self) -> AnswerSource:
        return AnswerSource.SEARCH

    @property
    def solution_path(self) -> Path | None:
        """Where the stored solution lies, if answers come from one."""
        return None

    def due(self, state: Any) -> str:
        """The part of a turn that is due, as a word of the messages `explore-…`."""
        return "move"

    def turns_made(self, state: Any) -> int:
        """The number of turns made before this position, if it shows that."""
        return 0


def play_turn(game: AnyGame, state: Any, turn: RatedTurn) -> Any:
    """The position after a whole turn."""
    for action in turn.actions:
        due = game.turn(state)
        assert isinstance(due, Move)
        state = game.play(state, due.seat, action)
    return state
