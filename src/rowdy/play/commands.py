"""What people can tell a table to do: each command has an id that its client made, and tells how far that has seen."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from rowdy.play.chairs import STAND_IN
from rowdy.rules.game import Seat

Id: TypeAlias = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,40}\Z")]
Nonce: TypeAlias = Annotated[str, Meta(pattern=r"^[0-9a-f]{32,64}\Z")]
Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=80)]
"""Whether it will do as a display name is checked elsewhere."""
Word: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40)]
"""A move, a card or the name of a bot."""


class Command(msgspec.Struct, frozen=True, tag_field="do", tag=str.lower, forbid_unknown_fields=True):
    id: Id
    seen: Annotated[int, Meta(ge=0, le=1 << 40)]
    """The number of the last step that the client was told."""


class Sit(Command, frozen=True):
    """Takes the chair, also from a bot that sits in; before the deal it adds its nonce to it."""

    name: Name
    nonce: Nonce


class Play(Command, frozen=True):
    move: Word


class Order(Command, frozen=True):
    """What is to be done with an objective card as soon as it can be shown."""

    card: Word
    order: Literal["show", "hold"]


class Undo(Command, frozen=True):
    pass


class Consent(Command, frozen=True):
    """The answer to somebody who wants to take back."""

    yes: bool


class Resign(Command, frozen=True):
    pass


class SitIn(Command, frozen=True, tag="sit-in"):
    """Lets a bot play for somebody who is away, or take a chair that nobody has taken yet."""

    seat: Annotated[Seat, Meta(ge=0, le=7)]
    bot: Word = STAND_IN
    """Only for a chair that nobody has taken."""


class Leave(Command, frozen=True):
    pass


class Return(Command, frozen=True):
    pass


class Rematch(Command, frozen=True):
    nonce: Nonce


AnyCommand: TypeAlias = Sit | Play | Order | Undo | Consent | Resign | SitIn | Leave | Return | Rematch
