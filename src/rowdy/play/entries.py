"""A table's log: what was settled when it was opened, then one entry for each command, with all that followed from it.

This is what is stored, and the only thing: a table is the fold of its entries. They hold every secret of the table, so
they never leave the server; viewers get what is built for them.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

Chair: TypeAlias = int
"""A place that someone keeps from round to round, whichever seat of the game they have in a round."""


class Change(msgspec.Struct, frozen=True, tag_field="change", tag=str.lower, omit_defaults=True):
    """What an entry changes at the table."""


class Place(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who a chair is for: a bot, or a person."""

    bot: str | None = None


class Plan(msgspec.Struct, frozen=True, omit_defaults=True):
    """Everything that is chosen when a table is opened."""

    game: str
    edition: str
    chairs: tuple[Place, ...]
    rulings: dict[str, str] = {}
    deck: tuple[str, ...] | None = None
    starter: Chair = 0
    confirm: bool = False
    """Whether moves are previewed, then confirmed."""
    hints: bool = False
    """Whether people playing against each other may ask for hints, too."""


class Opened(Change, frozen=True):
    plan: Plan
    secret: str
    """The seeds of all rounds come from it."""


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
    """As many of the game's events stay."""


class UndoRefused(Change, frozen=True, tag="undo-refused"):
    pass


class UndoGranted(Change, frozen=True, tag="undo-granted"):
    """One of those asked agrees; others still have to."""


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
    """Somebody wants another round; the last one of those asked starts it."""

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
    """When, in seconds since 1970."""
    chair: Chair | None = None
    """Who gave the command; none where the host did who has no chair."""
    command: str | None = None
    """The command's id, made by the client."""
    reopened: bool = False
    """Whether the last window, in which nobody had shown anything, was opened anew."""
    events: tuple[str, ...] = ()
    """What happened in the game, as records write it."""


_ENCODER = msgspec.msgpack.Encoder()
_DECODER = msgspec.msgpack.Decoder(Entry)


def encode_entry(entry: Entry) -> bytes:
    return _ENCODER.encode(entry)


def decode_entry(body: bytes) -> Entry:
    return _DECODER.decode(body)
