"""The entries of a table's log: one that opens it, then one for each command that was obeyed, with its consequences.

Entries are all that is stored of a table, and its state follows from them. They hold every secret of the table, so they
never leave the server.
"""

from __future__ import annotations

from typing import NewType, TypeAlias

import msgspec

Chair = NewType("Chair", int)
"""A place at the table, counted from 0, that somebody keeps from round to round.

Which seat of the game it has may change with the round, so a chair is never used as a seat: `TableState.seat_of` and
`chair_at` convert.
"""
Viewer: TypeAlias = Chair | None
"""Somebody on a chair, or a spectator."""


class Change(msgspec.Struct, frozen=True, tag_field="change", tag=str.lower, omit_defaults=True):
    """What an entry changes at the table. The JSON tags are part of the stored format."""


class ChairPlan(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is planned for one chair: a bot, or a person."""

    bot: str | None = None
    """The name of the bot; `None` for a person."""


class Plan(msgspec.Struct, frozen=True, omit_defaults=True):
    """Everything that is chosen when a table is opened."""

    game: str
    edition: str
    chairs: tuple[ChairPlan, ...]
    rulings: dict[str, str] = {}
    deck: tuple[str, ...] | None = None
    starter: Chair = Chair(0)
    """The chair that starts the first round."""
    confirm: bool = False
    """True if moves are previewed, then confirmed."""
    hints: bool = False
    """True if people who play against each other may ask for hints, too."""
    position: str | None = None
    """The position from which every round begins, in notation; `None` for the start of the game."""


class Opened(Change, frozen=True):
    plan: Plan
    secret: str
    """The secret from which the seeds of all rounds are derived."""


class Sat(Change, frozen=True):
    name: str
    nonce: str


class Played(Change, frozen=True):
    """A move; the entry's events begin with it."""


class Ordered(Change, frozen=True):
    held: tuple[str, ...]
    """The cards that the seat holds back from now on."""


class UndoAsked(Change, frozen=True, tag="undo-asked"):
    keep: int
    """How many of the game's events would stay."""


class UndoRefused(Change, frozen=True, tag="undo-refused"):
    pass


class UndoGranted(Change, frozen=True, tag="undo-granted"):
    """One of several people agrees to a move being taken back; others still have to."""


class Undone(Change, frozen=True):
    keep: int


class Resigned(Change, frozen=True):
    pass


class BotCame(Change, frozen=True, tag="bot-came"):
    chair: Chair
    bot: str


class Left(Change, frozen=True):
    pass


class CameBack(Change, frozen=True, tag="came-back"):
    pass


class Again(Change, frozen=True):
    """Somebody wants another round, which begins once all who were asked have answered."""

    nonce: str


AnyChange: TypeAlias = (
    Opened
    | Sat
    | Played
    | Ordered
    | UndoAsked
    | UndoRefused
    | UndoGranted
    | Undone
    | Resigned
    | BotCame
    | Left
    | CameBack
    | Again
)


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """One command that was obeyed."""

    change: AnyChange
    at: float
    """When the command was obeyed, in seconds since 1970."""
    chair: Chair | None = None
    """The chair that gave the command; `None` for a host without a chair."""
    command: str | None = None
    """The command's id, made by the client."""
    reopened: bool = False
    """True if the last window, in which nobody had shown anything, was opened once more."""
    events: tuple[str, ...] = ()
    """What happened in the game, in the notation of records."""


_ENCODER = msgspec.msgpack.Encoder()
_DECODER = msgspec.msgpack.Decoder(Entry)


def encode_entry(entry: Entry) -> bytes:
    return _ENCODER.encode(entry)


def decode_entry(body: bytes) -> Entry:
    return _DECODER.decode(body)
