"""Who sits where: `you,greedy,you=Ann`."""

from __future__ import annotations

from dataclasses import dataclass

from rowdy.interfaces.words import Words
from rowdy.play.bots import BOTS, bot
from rowdy.rules.game import AnyGame, InvalidSetup, Seat
from rowdy.rules.record import MAX_LABEL, valid_label

YOU = "you"


@dataclass(frozen=True)
class Seating:
    """A label a seat: the name of a bot, or else a person: `you`, `you=NAME`, or any name found in a record."""

    labels: tuple[str, ...]

    @property
    def people(self) -> tuple[Seat, ...]:
        return tuple(seat for seat, label in enumerate(self.labels) if label not in BOTS)

    @property
    def alone(self) -> bool:
        """One person against bots."""
        return len(self.people) == 1

    def check(self, game: AnyGame) -> None:
        """Raises an error if a bot does not know the game."""
        for label in self.labels:
            if label in BOTS:
                bot(label, game)

    def names(self, words: Words, you: bool = True) -> list[str]:
        """What each seat is called; the seat's number keeps equal names apart. A person alone is "You" if told so."""
        plain = [self._name(words, label, you and self.alone) for label in self.labels]
        return [
            words("name-numbered", name=name, seat=seat + 1) if plain.count(name) > 1 else name
            for seat, name in enumerate(plain)
        ]

    def _name(self, words: Words, label: str, you: bool) -> str:
        if label in BOTS:
            return label
        if label == YOU:
            return words("name-you") if you else words("name-player")
        return label.removeprefix(f"{YOU}=")


def read_seating(text: str) -> Seating:
    """The seating of a command line."""
    labels = tuple(label.strip() for label in text.split(","))
    for label in labels:
        name = label.removeprefix(f"{YOU}=")
        if not valid_label(label) or not name or "=" in name:
            raise InvalidSetup("seat-label", label=label[:MAX_LABEL], most=MAX_LABEL)
        if label != YOU and name == label:
            bot(label)
    return Seating(labels)


def default_seating(seats: int) -> Seating:
    return Seating((YOU, *["greedy"] * (seats - 1)))
