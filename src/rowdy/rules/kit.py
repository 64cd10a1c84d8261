"""The kit of a game on the rules floor: what can be chosen before a game starts, and how it is made."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from rowdy.rules.decks import DeckEntry
from rowdy.rules.game import AnyGame, InvalidSetup, Seat
from rowdy.rules.rulings import Edition, Option, Ruling


def read_rulings(texts: Iterable[str]) -> dict[str, str]:
    """The options of rulings, each given as `NAME=OPTION`; `InvalidSetup` for another form, or a name given twice."""
    rulings = dict[str, str]()
    for text in texts:
        name, equals, option = text.partition("=")
        if not equals:
            raise InvalidSetup("ruling-form", text=text)
        if name in rulings:
            raise InvalidSetup("ruling-twice", name=name)
        rulings[name] = option
    return rulings


@dataclass(frozen=True)
class Setup:
    """The choices from which a game is made."""

    edition: Edition
    rulings: dict[str, Any]
    seats: int
    starter: Seat
    deck: Sequence[DeckEntry] | None


@dataclass(frozen=True)
class RulesKit:
    """One game of the catalog: what can be chosen, and how it is made."""

    id: str
    make: Callable[[Setup], AnyGame]
    books: tuple[str, ...]
    """The rulebooks by which it can be played, the usual one first; each makes an edition of that name."""
    rulings: tuple[Ruling, ...] = ()
    decisions: tuple[str, ...] = ()
    """The names of points that are settled one way for all; the words are in the locales."""
    decisions_with: Mapping[str, tuple[str, Option]] = field(default_factory=dict)
    """For a decision that only matters with an option of a ruling, that ruling and the option."""
    seats: tuple[int, ...] = (2,)
    minutes: int = 10
    deck_ruling: str | None = None
    """The ruling that a custom deck sets to `custom`."""
    starter: bool = False
    """True if the seat that starts can be chosen."""

    @cached_property
    def editions(self) -> tuple[Edition, ...]:
        return tuple(Edition(self.id, book) for book in self.books)

    def decided(self, options: Mapping[str, Option]) -> tuple[str, ...]:
        """The decisions that matter with these options in force."""
        needs = self.decisions_with
        return tuple(name for name in self.decisions if name not in needs or options[needs[name][0]] == needs[name][1])

    def make_default(self) -> AnyGame:
        """The game as its first edition plays it, with the fewest seats."""
        edition = self.edition(None)
        return self.make(Setup(edition, self.defaults(edition), self.seats[0], 0, None))

    def ruling(self, name: str) -> Ruling:
        found = next((ruling for ruling in self.rulings if ruling.name == name), None)
        if found is None:
            known = ", ".join(ruling.name for ruling in self.rulings)
            raise InvalidSetup("unknown-ruling", game=self.id, name=name, known=known)
        return found

    def edition(self, name: str | None) -> Edition:
        if name is None:
            return self.editions[0]
        found = next((edition for edition in self.editions if edition.name == name), None)
        if found is None:
            known = ", ".join(edition.name for edition in self.editions)
            raise InvalidSetup("unknown-edition", game=self.id, name=name, known=known)
        return found

    def defaults(self, edition: Edition) -> dict[str, Option]:
        """The option of each ruling in this edition."""
        return {ruling.name: ruling.by_the_book(edition.name) for ruling in self.rulings}

    def check_seats(self, seats: int) -> None:
        if seats not in self.seats:
            raise InvalidSetup("seat-count", game=self.id, seats=seats, known=", ".join(map(str, self.seats)))

    def check_starter(self, starter: Seat, seats: int) -> None:
        if not 0 <= starter < seats or (starter and not self.starter):
            raise InvalidSetup("starter", game=self.id, starter=starter + 1)

    def option(self, name: str, text: str) -> Option:
        """The option of a ruling with this text."""
        ruling = self.ruling(name)
        option = ruling.read(text)
        if option is None:
            known = ", ".join(map(str, sorted(ruling.options)))
            raise InvalidSetup("unknown-option", game=self.id, name=name, option=text, known=known)
        return option

    def settle(self, edition: Edition, changes: Mapping[str, str]) -> dict[str, Option]:
        """The option of each ruling, with these changes to the edition."""
        settled = self.defaults(edition) | {name: self.option(name, text) for name, text in changes.items()}
        for ruling in self.rulings:
            if ruling.needs and settled[ruling.name] != ruling.default and settled[ruling.needs[0]] != ruling.needs[1]:
                other, needed = ruling.needs
                raise InvalidSetup("ruling-needs", game=self.id, name=ruling.name, other=other, needed=str(needed))
        return settled
