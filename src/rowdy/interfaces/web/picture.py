"""What one viewer sees of a game, as typed messages: a page can draw and play it without knowing any rules."""

from __future__ import annotations

from typing import TypeAlias, TypeVar, cast

import msgspec
from msgspec import Raw, Struct

from rowdy.rules.game import Seat
from rowdy.rules.geometry import Square

P = TypeVar("P")
_ENCODER = msgspec.json.Encoder()


def written(part: P) -> P:
    """A part that is kept, as the JSON that it comes to each time it is sent.

    It can only be sent from then on: its type tells what it says, but nothing can be read from it here.
    """
    return cast(P, Raw(_ENCODER.encode(part)))


class _Part(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """`name` says the whole thing in words, `label` is short enough to be written on it.

    Nothing here can hold itself, so the collector need not look at the many that are kept.
    """


class _Look(_Part, frozen=True, tag_field="type", tag=str.lower):
    """How a piece is to be drawn."""


# Pieces


class Tile(_Look, frozen=True):
    """A tile of XOXO."""

    colour: str
    shape: str
    face: str


class Stone(_Look, frozen=True):
    """A stone of the flip games; `side` is its letter, and the two sides of an owner stand with its seat."""

    owner: Seat
    side: str
    sign: str
    colour: str


class Card(_Look, frozen=True):
    """A card of Djeco; yellow and green ones have no number."""

    colour: str
    number: int = 0


class Stack(_Look, frozen=True):
    """The cards on one square of Djeco, from the bottom to the top."""

    top: Card
    height: int
    cards: tuple[Card, ...]


class Goal(_Part, frozen=True):
    """An objective card of XOXO; without a value only its back is known."""

    kind: str
    label: str
    name: str
    value: str | None = None
    order: str | None = None
    """`show` or `hold`, on the viewer's own cards alone."""
    line: bool = False
    """Its line lies now."""


# The board


class Cell(_Part, frozen=True):
    square: Square
    name: str
    piece: Tile | Stone | Stack | None = None
    last: bool = False
    """The last turn was here."""
    line: bool = False
    """Part of one of the lines."""
    open: bool = False
    """It is not settled yet whether the field will lie here."""


class Board(_Part, frozen=True):
    """The cells in the order in which they are read, the top row first."""

    columns: tuple[str, ...]
    rows: tuple[str, ...]
    cells: tuple[Cell, ...]


class Line(_Part, frozen=True):
    """A line to be drawn through its squares."""

    squares: tuple[Square, ...]
    name: str
    owner: Seat | None = None
    features: tuple[str, ...] = ()
    """What all tiles of it share."""
    enclosed: bool = False


# What can be done


class Choice(_Part, frozen=True):
    """A move. One picks a piece by its key, or on the board at its source, then the target, or any of the squares where
    there are several; where that leaves more than one move, or nothing is to be picked, the name tells which it is.
    """

    move: str
    piece: str = ""
    source: Square = ""
    """Not a piece, since `b2` is both a square and the blue 2."""
    target: Square = ""
    squares: tuple[Square, ...] = ()
    name: str = ""


class Piece(_Part, frozen=True):
    """Something to be picked that does not lie on the board; equal cards of a hand have the same key."""

    key: str
    look: Tile | Stone | Card
    label: str
    name: str
    can: bool = False
    """It can be played now."""
    hint: str = ""
    """What it can do now."""


# Beside the board


class Pile(_Part, frozen=True):
    size: int
    label: str
    name: str
    top: Tile | None = None


class XoxoSeat(_Part, frozen=True, tag_field="type", tag="xoxo"):
    name: str
    pile: Pile
    cards: tuple[Goal, ...] = ()
    shown: tuple[Goal, ...] = ()


class FlipSeat(_Part, frozen=True, tag_field="type", tag="flip"):
    name: str
    label: str
    left: int
    sign: str
    sides: tuple[Stone, Stone]


class DjecoSeat(_Part, frozen=True, tag_field="type", tag="djeco"):
    name: str
    label: str
    colour: str
    sign: str
    tokens: int
    target: int
    held: int
    hand: tuple[Card, ...] = ()
    """The cards held, where the viewer may see them."""


class XoxoBeside(_Part, frozen=True, tag_field="type", tag="xoxo"):
    draw: Pile


class DjecoBeside(_Part, frozen=True, tag_field="type", tag="djeco"):
    label: str
    name: str
    aim: str
    """How one wins, in a few words."""
    deck: int
    left: int
    """The tokens that nobody has yet."""
    discard: tuple[Card, ...] = ()


Shown: TypeAlias = XoxoSeat | FlipSeat | DjecoSeat
Beside: TypeAlias = XoxoBeside | DjecoBeside


class Picture(_Part, frozen=True):
    ask: str
    """What is to be done next, or who is awaited."""
    turn: Seat | None
    """The seat to move."""
    board: Board
    seats: tuple[Shown, ...]
    beside: Beside | None = None
    then: str = ""
    """What is to be done once a piece is picked that has no hint of its own."""
    moves: tuple[Choice, ...] = ()
    pieces: tuple[Piece, ...] = ()
    lines: tuple[Line, ...] = ()
