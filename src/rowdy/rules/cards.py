"""The material of Djeco's Tic Tac Toe: cards and decks of numbers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from operator import attrgetter

from rowdy.rules.decks import DeckEntry, check_count
from rowdy.rules.game import InvalidDeck
from rowdy.rules.interned import Interned


class Colour(StrEnum):
    RED = "r"
    BLUE = "b"
    YELLOW = "y"
    GREEN = "g"
    HIDDEN = "?"
    """A card of which nothing is known."""


COLOURS = tuple(Colour)
OWNED = (Colour.RED, Colour.BLUE)
"""The colour of each seat."""
NUMBERS_A_COLOUR = 18
"""The number of cards of each colour that has numbers."""


@dataclass(frozen=True, eq=False, slots=True)
class DjecoCard(Interned):
    """A card; red and blue ones have a number, all others have 0."""

    colour: Colour
    number: int = 0
    owner: int | None = field(init=False, repr=False)
    """The seat whose colour it is."""
    order: tuple[int, int] = field(init=False, repr=False)
    """The sort key: cards are listed by colour, then by number."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "owner", OWNED.index(self.colour) if self.colour in OWNED else None)
        object.__setattr__(self, "order", (COLOURS.index(self.colour), self.number))

    def __str__(self) -> str:
        return f"{self.colour}{self.number}" if self.number else self.colour.value


YELLOW, GREEN, HIDDEN = DjecoCard(Colour.YELLOW), DjecoCard(Colour.GREEN), DjecoCard(Colour.HIDDEN)

Hand = tuple[DjecoCard, ...]

_ORDER = attrgetter("order")
_CARD = re.compile(r"([rb])([1-9][0-9]?)|([yg?])")
_NUMBER = re.compile(r"[1-9][0-9]?")


def sort_hand(cards: Iterable[DjecoCard]) -> Hand:
    """These cards sorted. Hands and the discard are always kept so, as the order in which cards came is a secret."""
    return tuple(sorted(cards, key=_ORDER))


def parse_card(text: str) -> DjecoCard | None:
    """The card with this text, `?` included, or `None` if there is none."""
    match = _CARD.fullmatch(text)
    if match is None:
        return None
    return DjecoCard(Colour(match[3])) if match[3] else DjecoCard(Colour(match[1]), int(match[2]))


def read_numbers(entries: Sequence[DeckEntry]) -> tuple[int, ...]:
    """The numbers on the 18 cards of a colour, from a custom deck, where a number may occur several times."""
    for line, text in entries:
        if not _NUMBER.fullmatch(text):
            raise InvalidDeck("deck-number", line=line, text=text)
    check_count(entries, NUMBERS_A_COLOUR)
    return tuple(sorted(int(text) for _, text in entries))
