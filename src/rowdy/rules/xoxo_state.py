"""The values of XOXO: moves, states, and how much of everything there is."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, TypeAlias

from rowdy.rules.game import IllegalMove, Seat, equal_within_class
from rowdy.rules.geometry import Square
from rowdy.rules.interned import Interned
from rowdy.rules.text import state_repr
from rowdy.rules.tiles import BALANCED, CARDS, Hand, ObjectiveCard, Tile


@dataclass(frozen=True, slots=True)
class Sizes:
    """The amount of material."""

    pile: int
    hand: int
    cards: tuple[ObjectiveCard, ...] = CARDS
    field: int = 3
    line: int = 3


class Source(StrEnum):
    """The pile a tile is taken from."""

    OWN = "own"
    DRAW = "draw"


@dataclass(frozen=True, eq=False, slots=True)
class Lay(Interned):
    """The seat to move lays the top tile of a pile on a square."""

    source: Source
    square: Square

    def __str__(self) -> str:
        return f"{self.source}@{self.square}"


@dataclass(frozen=True, eq=False, slots=True)
class Reveal(Interned):
    """A seat's answer to a window: the cards it shows, maybe none."""

    cards: Hand

    def __str__(self) -> str:
        return "!" + (",".join(map(str, self.cards)) or "-")


@dataclass(frozen=True, eq=False, slots=True)
class Deal(Interned):
    """Chance gives a card to a seat; the others see its back."""

    seat: Seat
    card: ObjectiveCard

    def __str__(self) -> str:
        return f"{self.seat + 1}+{self.card}"


@dataclass(frozen=True, eq=False, slots=True)
class Show(Interned):
    """Chance shows the tile that now tops a pile."""

    pile: Seat | Source
    tile: Tile

    def __str__(self) -> str:
        return f"{'draw' if isinstance(self.pile, Source) else self.pile + 1}={self.tile}"


Action: TypeAlias = Lay | Reveal | Deal | Show


class Pile(NamedTuple):
    size: int
    top: Tile | None
    """`None` while chance has yet to show it, and when the pile is empty."""


NO_TILES = Pile(0, None)
"""A pile that is used up."""

PRINTED_SQUARES = 25
"""The squares of the lattice of the printed game."""


@equal_within_class
class State(NamedTuple):
    """Everything on the table. A state as one seat sees it has backs in place of the other hands."""

    display: tuple[Tile | None, ...]
    """The top tile on each square of the lattice."""
    unseen: tuple[Tile, ...]
    """The tiles that nobody has seen yet, in the order of the deck, which tells nothing of where they lie."""
    piles: tuple[Pile, ...]
    """The seats' own piles, then the draw pile."""
    hands: tuple[Hand, ...]
    shown: tuple[Hand, ...]
    seat: Seat
    """The seat whose turn it is: it lays, or has laid and the window is open."""
    last: int | None
    """The number of the square on which the last tile was laid."""
    answers: tuple[Reveal | None, ...] | None
    """What each seat has answered in the open window; `None` if no window is open."""

    def __repr__(self) -> str:
        seen = [*self.display, *(pile.top for pile in self.piles), *self.unseen]
        printed = len(self.display) == PRINTED_SQUARES and {tile for tile in seen if tile} <= set(BALANCED)
        return state_repr("xoxo", self, len(self.hands), printed)


def remaining_hand(state: State, seat: Seat, action: Reveal) -> Hand:
    """What is left of a hand without these cards; a back in it may be any card that is not known to be elsewhere."""
    left = list(state.hands[seat])
    for card in action.cards:
        if card in left:
            left.remove(card)
        elif card.value is not None and card.back in left and not _is_elsewhere(state, seat, card):
            left.remove(card.back)
        else:
            raise IllegalMove("not-held", move=action, card=card)
    return tuple(left)


def _is_elsewhere(state: State, seat: Seat, card: ObjectiveCard) -> bool:
    """True if the card lies open, or is known to be in a hand or in the answer of another seat."""
    answers = [answer.cards for s, answer in enumerate(state.answers or ()) if answer and s != seat]
    return any(card in cards for cards in (*state.hands, *state.shown, *answers))
