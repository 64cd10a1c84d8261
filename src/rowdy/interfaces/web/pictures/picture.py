"""What one viewer sees of a game, as typed messages: a page can draw and play it without knowing any rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, Literal, TypeAlias, TypeVar, cast

import msgspec
from msgspec import Raw, Struct

from rowdy.interfaces.phrases import plain_text
from rowdy.rules.game import Seat
from rowdy.rules.geometry import Square

P = TypeVar("P")
P_co = TypeVar("P_co", covariant=True)
_ENCODER = msgspec.json.Encoder(enc_hook=plain_text)

if TYPE_CHECKING:

    class Wire(Generic[P_co]):
        """The encoded JSON of a part: it can be sent, but its fields cannot be read."""

else:

    class Wire:
        """`msgspec.Raw` at run time, which can be neither generic nor a base class."""

        def __class_getitem__(cls, part: object) -> type[Raw]:
            return Raw


Sendable: TypeAlias = P | Wire[P]
"""What goes into a message: the value, or its JSON where that is cached because it is sent many times."""


def encoded(part: P) -> Wire[P]:
    """Returns the JSON of a part, so that a cache can hold bytes to send rather than values to encode each time."""
    return cast("Wire[P]", Raw(_ENCODER.encode(part)))


class _Described(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """A part of a picture: `name` describes it in words, `label` is short enough to be written on it.

    No part can contain itself, so the garbage collector need not look at the many that are cached.
    """


class _Look(_Described, frozen=True, tag_field="type", tag=lambda name: name.removesuffix("Look").lower()):
    """How a piece is to be drawn."""


# Pieces


class TileLook(_Look, frozen=True):
    """A tile of XOXO."""

    colour: str
    shape: str
    face: str


class StoneLook(_Look, frozen=True):
    """A stone of the flip games; `side` is the letter of the side that is up, and `FlipSeat.sides` has both."""

    owner: Seat
    side: str
    sign: str
    colour: str


class CardLook(_Look, frozen=True):
    """A card of Djeco; one without a number clears something."""

    colour: str
    number: int = 0
    clears: Literal["square", "line"] | None = None


class StackLook(_Look, frozen=True):
    """The cards on one square of Djeco, from the bottom to the top."""

    top: CardLook
    height: int
    cards: tuple[CardLook, ...]


class TextLook(_Look, frozen=True, tag="sign"):
    """A piece of a game without drawings of its own: a letter or a few."""

    text: str


StandingOrder: TypeAlias = Literal["show", "hold"]


class Goal(_Described, frozen=True):
    """An objective card of XOXO; without a value the viewer knows only its back."""

    kind: str
    label: str
    name: str
    value: str | None = None
    order: StandingOrder | None = None
    """The standing order for the card; only on the viewer's own cards."""
    line: bool = False
    """True if the card has a line on the board now."""


# The board


class BoardCell(_Described, frozen=True):
    """A square of the board; `name` also says what can be done there."""

    square: Square
    name: str
    piece: Sendable[TileLook | StoneLook | StackLook | TextLook | None] = None
    last: bool = False
    """True if the last turn was here."""
    line: bool = False
    """True if it is part of a finished line."""
    open: bool = False
    """True if it is not settled yet whether the square is part of the field."""
    idle_name: str = ""
    """The name without what can be done there; empty if it is the same."""
    what: str = ""
    """The piece in words; empty if there is none."""


class BoardPicture(_Described, frozen=True):
    """The cells in the order in which they are read, the top row first."""

    columns: tuple[str, ...]
    rows: tuple[str, ...]
    cells: tuple[Sendable[BoardCell], ...]


class DrawnLine(_Described, frozen=True):
    """A finished line, which is drawn through its squares."""

    squares: tuple[Square, ...]
    name: str
    owner: Seat | None = None
    features: tuple[str, ...] = ()
    """The features that all its tiles share."""
    enclosed: bool = False
    """True if no stone of it can be flipped."""
    pending: bool = False
    """True if it does not count yet, so that the game goes on."""
    colour: str = ""
    """The colour in which it is drawn: its owner's, or one that its tiles share; empty for the default."""


# What can be done


class OfferedMove(_Described, frozen=True):
    """A legal move, and how it is made by clicks.

    The player picks a piece by its key, or one on the board at `source`, then clicks the target, or any of `squares` if
    there are several. If that leaves more than one move, or there is nothing to pick, the player chooses by name.
    """

    move: str
    piece: str = ""
    source: Square = ""
    """A field of its own, not part of `piece`, since `b2` is both a square and the blue 2."""
    target: Square = ""
    squares: tuple[Square, ...] = ()
    name: str = ""


class Piece(_Described, frozen=True):
    """A piece beside the board that can be picked; equal cards of a hand have the same key."""

    key: str
    look: TileLook | StoneLook | CardLook | TextLook
    label: str
    name: str
    can: bool = False
    """True if the piece can be played now."""
    hint: str = ""
    """What the piece can do now."""


class TurnStep(_Described, frozen=True):
    """One of several steps that make up a turn."""

    label: str
    due: bool = False
    """True if it is the viewer's turn, and this step comes next."""


# Beside the board


class PileLook(_Described, frozen=True):
    size: int
    label: str
    name: str
    top: TileLook | None = None


class XoxoSeat(_Described, frozen=True, tag_field="type", tag="xoxo"):
    name: str
    pile: Sendable[PileLook]
    cards: Sendable[tuple[Goal, ...]] = ()
    shown: Sendable[tuple[Goal, ...]] = ()


class FlipSeat(_Described, frozen=True, tag_field="type", tag="flip"):
    name: str
    label: str
    left: int
    sign: str
    sides: tuple[StoneLook, StoneLook]


class DjecoSeat(_Described, frozen=True, tag_field="type", tag="djeco"):
    name: str
    label: str
    colour: str
    sign: str
    tokens: int
    target: int
    held: int
    hand: tuple[CardLook, ...] = ()
    """The cards held, if the viewer may see them."""
    side: str = ""
    """The name of the colour."""


class PlainSeat(_Described, frozen=True, tag_field="type", tag="plain"):
    """The seat of a game without drawings of its own."""

    name: str


class PlainBeside(_Described, frozen=True, tag_field="type", tag="plain"):
    """What a game without drawings of its own says beside its board."""

    lines: tuple[str, ...]


class XoxoBeside(_Described, frozen=True, tag_field="type", tag="xoxo"):
    draw: Sendable[PileLook]


class DjecoBeside(_Described, frozen=True, tag_field="type", tag="djeco"):
    label: str
    name: str
    aim: str
    """How the game is won, in a few words."""
    deck: int
    left: int
    """The number of tokens that nobody has yet."""
    discard: Sendable[tuple[CardLook, ...]] = ()
    discard_label: str = ""
    """The size of the discard in words, if it has any cards."""


SeatPicture: TypeAlias = XoxoSeat | FlipSeat | DjecoSeat | PlainSeat
Beside: TypeAlias = XoxoBeside | DjecoBeside | PlainBeside


class WonLine(_Described, frozen=True):
    """A line that decided the game: it is encircled, and everything else fades."""

    squares: tuple[Square, ...]
    seat: Seat
    name: str = ""
    """The name of the line in sentences."""


class Picture(_Described, frozen=True):
    """A game as one viewer sees it."""

    ask: str
    """What is to be done next, or who is awaited."""
    turn: Seat | None
    """The seat to move."""
    board: BoardPicture
    seats: tuple[Sendable[SeatPicture], ...]
    beside: Sendable[Beside | None] = None
    then: str = ""
    """What the player is to do after picking a piece that has no hint of its own."""
    moves: Sendable[tuple[Sendable[OfferedMove], ...]] = ()
    pieces: Sendable[tuple[Sendable[Piece], ...]] = ()
    lines: tuple[Sendable[DrawnLine], ...] = ()
    won: tuple[WonLine, ...] = ()
    steps: Sendable[tuple[TurnStep, ...]] = ()
    """The steps of a turn in order, if a turn has several."""
