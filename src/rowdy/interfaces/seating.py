"""The seating of a game at one terminal, as on the command line: `you,medium,you=Ann`."""

from __future__ import annotations

from dataclasses import dataclass

from rowdy.interfaces.titles import seat_titles
from rowdy.interfaces.words import Words
from rowdy.play.bots.registry import bot, is_bot
from rowdy.rules.game import InvalidSetup, Seat
from rowdy.rules.record import MAX_LABEL, valid_label

YOU = "you"
DEFAULT = "medium"
"""The bot for seats without a named player."""


@dataclass(frozen=True)
class Seating:
    """One label for each seat: a bot's name, or a person: `you`, `you=NAME`, or any name found in a record."""

    labels: tuple[str, ...]

    @property
    def people(self) -> tuple[Seat, ...]:
        return tuple(seat for seat, label in enumerate(self.labels) if not is_bot(label))

    @property
    def alone(self) -> bool:
        """True if one person plays against bots."""
        return len(self.people) == 1

    def names(self, words: Words, you: bool = True) -> tuple[str, ...]:
        """What each seat is called; with `you`, a person alone is called "You"."""
        names = [self._name(words, label, you and self.alone) for label in self.labels]
        return seat_titles(words, names, [label if is_bot(label) else None for label in self.labels])

    def _name(self, words: Words, label: str, you: bool) -> str:
        if label == YOU:
            return words("name-you") if you else words("name-player")
        return label.removeprefix(f"{YOU}=")


def read_seating(text: str) -> Seating:
    """The seating with this text. Commas separate the seats, so a bot's parameters are separated by `+`."""
    labels = tuple(label.strip() for label in text.split(","))
    for before, label in zip(("", *labels), labels, strict=False):
        name = label.removeprefix(f"{YOU}=")
        person = label == YOU or name != label
        if not valid_label(label) or not name or ("=" in name and (person or ":" not in name)):
            if ":" in before and not person and "=" in name:
                raise InvalidSetup("seat-setting", label=label[:MAX_LABEL], joined=f"{before}+{label}"[:MAX_LABEL])
            raise InvalidSetup("seat-label", label=label[:MAX_LABEL], most=MAX_LABEL)
        if not person:
            bot(label)
    return Seating(labels)


def default_seating(seats: int) -> Seating:
    return Seating((YOU, *[DEFAULT] * (seats - 1)))
