"""The bodies of requests and of their answers, as typed JSON; chairs are counted from 0."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from rowdy.interfaces.web.http.cookies import PlaceName
from rowdy.play.table.chairs import STAND_IN
from rowdy.play.table.entries import Chair, ChairPlan, Plan
from rowdy.rules.catalog import kit as rules_kit

MAX_ASKED_SEATS = 8
"""The most seats that a request can name; no game has so many."""
MAX_ASKED_RULINGS = 20
"""The most house rules that a request can name; no game has so many."""
MAX_ASKED_CARDS = 100
"""The most entries of a custom deck; no game needs so many."""
MAX_POSITION_LETTERS = 1_000
"""The greatest length of a position's text; our games need less than half of it."""
ShortText: TypeAlias = Annotated[str, Meta(max_length=40)]
Number: TypeAlias = Annotated[int, Meta(ge=0, lt=MAX_ASKED_SEATS)]


class _Asked(Struct, frozen=True, forbid_unknown_fields=True):
    pass


class SeatWanted(_Asked, frozen=True):
    """Who a seat is for: somebody in this browser, somebody with the link, or a bot."""

    who: Literal["me", "friend", "bot"]
    bot: ShortText = STAND_IN


class TableWanted(_Asked, frozen=True):
    """A table to open. Its seats are in the order of the chairs, which people keep from round to round."""

    game: ShortText
    seats: Annotated[tuple[SeatWanted, ...], Meta(max_length=MAX_ASKED_SEATS)]
    edition: ShortText | None = None
    rulings: Annotated[dict[ShortText, ShortText], Meta(max_length=MAX_ASKED_RULINGS)] = {}
    deck: Annotated[tuple[ShortText, ...], Meta(max_length=MAX_ASKED_CARDS)] | None = None
    starter: Number = 0
    confirm: bool = False
    hints: bool = False
    position: Annotated[str, Meta(max_length=MAX_POSITION_LETTERS)] | None = None
    """A position in notation from which every round begins; such games are practice."""

    @property
    def plan(self) -> Plan:
        return Plan(
            game=self.game,
            edition=rules_kit(self.game).edition(self.edition).name,
            chairs=tuple(ChairPlan(seat.bot if seat.who == "bot" else None) for seat in self.seats),
            rulings=self.rulings,
            deck=self.deck,
            starter=Chair(self.starter),
            confirm=self.confirm,
            hints=self.hints,
            position=self.position,
        )

    @property
    def mine(self) -> list[Chair]:
        """The chairs of people in the browser that asks."""
        return [Chair(number) for number, seat in enumerate(self.seats) if seat.who == "me"]


class KeyShown(_Asked, frozen=True):
    """The key of a link. Any text is accepted; one that is not a key opens nothing."""

    key: str


NewKey: TypeAlias = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{43}\Z")]
"""A key of 256 bits, made by the client, so that it has the key even if the answer is lost."""


class KeyWanted(_Asked, frozen=True):
    """A new key for a seat."""

    key: NewKey
    tab: ShortText = ""
    """The tab whose live connection may stay."""


class CodeShown(_Asked, frozen=True):
    """The code of a seat, and the key that opens the seat from now on. Any text is accepted as a code."""

    code: str
    key: NewKey


class CodesWanted(_Asked, frozen=True):
    """Codes for the seats that can be taken; `renew` is a chair that gets a new code, replacing its current holder."""

    renew: Number | None = None


class SeatCode(Struct, frozen=True):
    chair: Chair
    link: str
    """The address that takes the seat; it works once."""


class CodesGiven(Struct, frozen=True):
    codes: tuple[SeatCode, ...]


class KeyGiven(Struct, frozen=True):
    link: str


class Entered(Struct, frozen=True, rename={"place": "as"}):
    """The browser has a cookie now; `as` is the place to name when it opens the live connection."""

    place: PlaceName
    chair: Chair | None


class SeatGiven(Struct, frozen=True, omit_defaults=True):
    who: str
    link: str | None = None


class TableOpened(Struct, frozen=True, omit_defaults=True):
    table: str
    commitment: str
    entered: tuple[Entered, ...]
    seats: tuple[SeatGiven, ...]
    watch: str
    """The link for spectators."""
    host: str | None = None
    """The link of the host, if the host has no seat."""
