"""The commands that people give to a table, as they come over the wire."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from rowdy.play.table.chairs import STAND_IN
from rowdy.rules.game import Seat

Id: TypeAlias = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,40}\Z")]
Nonce: TypeAlias = Annotated[str, Meta(pattern=r"^[0-9a-f]{32,64}\Z")]
Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=80)]
"""The name of a person; the server checks further whether it can be displayed."""
Word: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40)]
"""A move, a card or the name of a bot."""


class Command(msgspec.Struct, frozen=True, tag_field="do", tag=str.lower, forbid_unknown_fields=True):
    id: Id
    """The id, which the client makes, so that a command that is sent twice is recognised."""
    seen: Annotated[int, Meta(ge=0, le=1 << 40)]
    """The number of the last step that the client knew of when it sent the command."""


class Sit(Command, frozen=True):
    """Takes the chair, also from a bot that sits in; a nonce given before the deal contributes to the shuffle."""

    name: Name
    nonce: Nonce


class Play(Command, frozen=True):
    move: Word


class Order(Command, frozen=True):
    """A standing order: show an objective card as soon as that is possible, or hold it back."""

    card: Word
    order: Literal["show", "hold"]


class Undo(Command, frozen=True):
    pass


class Consent(Command, frozen=True):
    """Answers somebody's request to take back a move."""

    yes: bool


class Resign(Command, frozen=True):
    pass


class SitIn(Command, frozen=True, tag="sit-in"):
    """Lets a bot play for somebody who is away, or take a chair that nobody has taken yet."""

    seat: Annotated[Seat, Meta(ge=0, le=7)]
    bot: Word = STAND_IN
    """The bot to sit in; it can be chosen only for a chair that nobody has taken."""


class Leave(Command, frozen=True):
    pass


class Return(Command, frozen=True):
    pass


class Rematch(Command, frozen=True):
    nonce: Nonce


AnyCommand: TypeAlias = Sit | Play | Order | Undo | Consent | Resign | SitIn | Leave | Return | Rematch
