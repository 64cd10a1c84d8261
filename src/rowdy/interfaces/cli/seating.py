"""Who sits where: `you,greedy,you=Ann`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rowdy.interfaces.words import Words
from rowdy.play.bots import BOTS, bot
from rowdy.rules.game import InvalidSetup, Seat
from rowdy.rules.record import MAX_LABEL

YOU = "you"
_PERSON = re.compile(r"you(?:=([^,=]+))?")


@dataclass(frozen=True)
class Seating:
    """A label a seat: `you`, `you=NAME` or the name of a bot."""

    labels: tuple[str, ...]

    @property
    def people(self) -> tuple[Seat, ...]:
        return tuple(seat for seat, label in enumerate(self.labels) if _PERSON.fullmatch(label))

    @property
    def alone(self) -> bool:
        """One person against bots."""
        return len(self.people) == 1

    def names(self, words: Words) -> list[str]:
        """What each seat is called; the seat's number keeps equal names apart."""
        plain = [self._name(words, label) for label in self.labels]
        return [
            words("name-numbered", name=name, seat=seat + 1) if plain.count(name) > 1 else name
            for seat, name in enumerate(plain)
        ]

    def _name(self, words: Words, label: str) -> str:
        person = _PERSON.fullmatch(label)
        if person is None:
            return words("name-bot", bot=label)
        if person[1]:
            return person[1]
        return words("name-you") if self.alone else words("name-player")


def read_seating(text: str) -> Seating:
    labels = tuple(label.strip() for label in text.split(","))
    for label in labels:
        if len(label) > MAX_LABEL or not label.isprintable():
            raise InvalidSetup("seat-label", label=label[:MAX_LABEL])
        if not _PERSON.fullmatch(label):
            bot(label)
    return Seating(labels)


def default_seating(seats: int) -> Seating:
    return Seating((YOU, *["greedy"] * (seats - 1)))


def check_seating(labels: Sequence[str]) -> Seating:
    """The seating of a record that is to be gone on with; strangers in it are people."""
    known = (
        label if label in BOTS or _PERSON.fullmatch(label) else f"{YOU}={label.replace('=', ' ')}" for label in labels
    )
    return Seating(tuple(known))
