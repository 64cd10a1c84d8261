"""What requests ask and how they are answered, as typed JSON; seats are counted from 0."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from rowdy.play.chairs import STAND_IN
from rowdy.play.entries import Place, Plan
from rowdy.rules.catalog import entrant
from rowdy.rules.game import Seat

MOST_SEATS = 8
MOST_RULINGS = 20
MOST_CARDS = 100
Word: TypeAlias = Annotated[str, Meta(max_length=40)]
Number: TypeAlias = Annotated[int, Meta(ge=0, lt=MOST_SEATS)]


class _Asked(Struct, frozen=True, forbid_unknown_fields=True):
    pass


class SeatWanted(_Asked, frozen=True):
    """Who a seat is for: somebody in this browser, somebody with the link, or a bot."""

    who: Literal["me", "friend", "bot"]
    bot: Word = STAND_IN


class TableWanted(_Asked, frozen=True):
    game: Word
    seats: Annotated[tuple[SeatWanted, ...], Meta(max_length=MOST_SEATS)]
    edition: Word | None = None
    rulings: Annotated[dict[Word, Word], Meta(max_length=MOST_RULINGS)] = {}
    deck: Annotated[tuple[Word, ...], Meta(max_length=MOST_CARDS)] | None = None
    starter: Number = 0
    confirm: bool = False
    hints: bool = False

    @property
    def plan(self) -> Plan:
        return Plan(
            game=self.game,
            edition=entrant(self.game).edition(self.edition).name,
            chairs=tuple(Place(seat.bot if seat.who == "bot" else None) for seat in self.seats),
            rulings=self.rulings,
            deck=self.deck,
            starter=self.starter,
            confirm=self.confirm,
            hints=self.hints,
        )

    @property
    def mine(self) -> list[Seat]:
        return [number for number, seat in enumerate(self.seats) if seat.who == "me"]


class KeyShown(_Asked, frozen=True):
    """The key of a link; whether it is one at all is found out as with any other."""

    key: str


class KeyWanted(_Asked, frozen=True):
    """A new key for a seat, of the client's own making: so it has the key, even if the answer is lost."""

    key: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{43}\Z")]
    """256 bits, as keys are written."""
    tab: Word = ""
    """The live connection that may stay, by what it calls itself."""


class KeyGiven(Struct, frozen=True):
    link: str


class Entered(Struct, frozen=True, rename={"place": "as"}):
    """This browser now has a cookie; `as` is what the live connection is to be asked for."""

    place: str
    seat: Seat | None


class SeatGiven(Struct, frozen=True, omit_defaults=True):
    who: str
    link: str | None = None


class TableOpened(Struct, frozen=True, omit_defaults=True):
    table: str
    commitment: str
    entered: tuple[Entered, ...]
    seats: tuple[SeatGiven, ...]
    watch: str
    """The link for those who only look on."""
    host: str | None = None
    """The link of whoever opened the table, if no seat is theirs."""
