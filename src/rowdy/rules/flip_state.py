"""The values of the flip games: moves, stones and states."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, TypeAlias

from rowdy.rules.game import Move, Outcome, Over, Seat, equal_within_class
from rowdy.rules.geometry import Mask, Square
from rowdy.rules.interned import Interned
from rowdy.rules.text import state_repr


class Part(StrEnum):
    """The part of a turn that is due."""

    FLIP = "flip"
    PLACE = "place"


STONES = "ABab"
"""The first player's stones by the side they show, then the second player's."""
STONES_OF = (("A", "B"), ("a", "b"))
"""The stones by their owner, each by the side they show."""


@dataclass(frozen=True, eq=False, slots=True)
class Flip(Interned):
    """An opposing stone goes to an adjacent empty square and is turned over."""

    source: Square
    target: Square

    def __str__(self) -> str:
        return f"{self.source}-{self.target}"


@dataclass(frozen=True, eq=False, slots=True)
class Place(Interned):
    """A stone from the supply goes on an empty square; its letter says which side it shows."""

    stone: str
    square: Square

    def __str__(self) -> str:
        return f"{self.stone}@{self.square}"


Action: TypeAlias = Flip | Place


class Stones(NamedTuple):
    """Where the stones lie: for each letter of `STONES` the squares with that stone."""

    A: Mask = 0
    B: Mask = 0
    a: Mask = 0
    b: Mask = 0

    @property
    def occupied(self) -> Mask:
        return self.A | self.B | self.a | self.b

    @property
    def laid(self) -> int:
        """The number of stones on the board."""
        return self.occupied.bit_count()

    @property
    def mover(self) -> Seat:
        """The seat that is to move: the second player once the first has one stone more."""
        return self.occupied.bit_count() % 2

    def sides(self, owner: Seat) -> tuple[Mask, Mask]:
        """The squares of this owner's stones, one set for each side that they show."""
        return (self.A, self.B) if owner == 0 else (self.a, self.b)

    def of(self, owner: Seat) -> Mask:
        """The squares of all stones of this owner."""
        return self.A | self.B if owner == 0 else self.a | self.b

    def at(self, square: int) -> str | None:
        """The stone on a square, or `None`."""
        return next((stone for stone, mask in zip(STONES, self, strict=True) if mask >> square & 1), None)

    def placed(self, stone: str, square: int) -> Stones:
        """These stones with one more on this square."""
        masks = list(self)
        masks[STONES.index(stone)] |= 1 << square
        return Stones(*masks)

    def flipped(self, source: int, target: int) -> Stones:
        """These stones with the one on `source` moved to `target` and turned over."""
        old, new = 1 << source, 1 << target
        A, B, a, b = self  # noqa: N806  (the letters of the stones)
        if A & old:
            return Stones(A ^ old, B | new, a, b)
        if B & old:
            return Stones(A | new, B ^ old, a, b)
        if a & old:
            return Stones(A, B, a ^ old, b | new)
        return Stones(A, B, a | new, b ^ old)


@equal_within_class
class State(NamedTuple):
    """Where the stones lie, which part of a turn is due, and whose turn it is, or how the game has ended.

    Whose turn it is and the end follow from the rest, so states are made by `FlipGame.state`, which works them out.
    """

    stones: Stones
    part: Part
    turn: Move | Over

    @property
    def outcome(self) -> Outcome | None:
        """How the game has ended, or `None` while it goes on."""
        return self.turn.outcome if isinstance(self.turn, Over) else None

    @property
    def occupied(self) -> Mask:
        return self.stones.occupied

    @property
    def laid(self) -> int:
        return self.stones.laid

    @property
    def mover(self) -> Seat:
        return self.stones.mover

    @property
    def flip_due(self) -> bool:
        return self.part is Part.FLIP


PRINTED_SQUARES = 16
"""The squares of the printed games."""


class RubikState(State):
    __slots__ = ()

    def __repr__(self) -> str:
        return state_repr("rubik", self, 2, self.occupied.bit_length() <= PRINTED_SQUARES)


class Xoxo2State(State):
    __slots__ = ()

    def __repr__(self) -> str:
        return state_repr("xoxo2", self, 2, self.occupied.bit_length() <= PRINTED_SQUARES)


STATES: Mapping[str, type[State]] = {"rubik": RubikState, "xoxo2": Xoxo2State}
