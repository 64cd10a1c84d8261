"""The values of Djeco's Tic Tac Toe: moves, states, and how much of everything there is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from rowdy.rules.cards import GREEN, YELLOW, DjecoCard, Hand
from rowdy.rules.game import Seat, equal_within_class
from rowdy.rules.geometry import Mask, Square
from rowdy.rules.interned import Interned
from rowdy.rules.text import state_repr


@dataclass(frozen=True, slots=True)
class Sizes:
    """The amount of material, by default that of the printed game."""

    yellows: int = 6
    greens: int = 2
    hand: int = 5
    tokens: int = 24
    max_turns: int = 300
    """The number of cards after which a game with `discard=recycle` ends."""
    field: int = 3
    line: int = 3


Stack: TypeAlias = tuple[DjecoCard, ...]
"""The cards on one square from the bottom to the top."""


@dataclass(frozen=True, eq=False, slots=True)
class Lay(Interned):
    """A red or blue card goes on an empty square or on a card with the same number."""

    card: DjecoCard
    square: Square

    def __str__(self) -> str:
        return f"{self.card}@{self.square}"


@dataclass(frozen=True, eq=False, slots=True)
class Yellow(Interned):
    """A yellow card clears a stack or, with a count, takes that number of cards from its top."""

    square: Square
    count: int | None = None

    @property
    def card(self) -> DjecoCard:
        return YELLOW

    def __str__(self) -> str:
        return f"y{self.count or ''}@{self.square}"


@dataclass(frozen=True, eq=False, slots=True)
class Green(Interned):
    """A green card clears a filled line, named by its ends."""

    first: Square
    last: Square

    @property
    def card(self) -> DjecoCard:
        return GREEN

    def __str__(self) -> str:
        return f"g@{self.first}-{self.last}"


@dataclass(frozen=True, eq=False, slots=True)
class Pass(Interned):
    """No card can be played."""

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, eq=False, slots=True)
class Draw(Interned):
    """Chance gives a seat a card; the other does not see it."""

    seat: Seat
    card: DjecoCard

    def __str__(self) -> str:
        return f"{self.seat + 1}+{self.card}"


Action: TypeAlias = Lay | Yellow | Green | Pass | Draw


PRINTED_SQUARES = 25
"""The squares of the lattice of the printed game."""


@equal_within_class
class State(NamedTuple):
    """Everything on the table. A state as a viewer sees it has hidden cards in the other hand."""

    stacks: tuple[Stack, ...]
    used: Mask
    """The squares used since the table was last empty; the next card must fit into one field with them."""
    unseen: tuple[int, ...]
    """For each kind of card, in order, how many nobody has seen: those in the deck and in hidden hands."""
    hands: tuple[Hand, Hand]
    discard: Hand
    tokens: tuple[int, int]
    played: int
    """How many cards have been played."""
    seat: Seat
    """The seat whose turn it is. If it passes, the other plays in its stead, and this stays the same."""
    passes: int
    """How many seats have passed in this turn: after one the other plays, two end the game."""
    draws: tuple[Seat, ...]
    """The seats that are to draw before anyone plays, in order."""

    def __repr__(self) -> str:
        return state_repr("djeco", self, 2, len(self.stacks) == PRINTED_SQUARES)

    @property
    def passed(self) -> tuple[Seat, ...]:
        """The seats that have passed in this turn, in order."""
        return (self.seat, 1 - self.seat)[: self.passes]


class Tops(NamedTuple):
    """What the top cards of the stacks show, as sets of squares."""

    occupied: Mask
    colours: tuple[Mask, Mask]
    """The squares of each seat's colour."""
    numbers: dict[int, Mask]
    """The squares of each number."""
