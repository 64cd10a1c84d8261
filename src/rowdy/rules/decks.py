"""Custom decks as text: entries with the line they stand on, so that an error can name it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rowdy.rules.game import InvalidDeck
from rowdy.rules.text import BYTE_ORDER_MARK


class DeckEntry(NamedTuple):
    line: int
    text: str


def read_entries(text: str) -> list[DeckEntry]:
    """The entries of a deck file: separated by blanks, commas or line ends; `#` starts a comment."""
    return [
        DeckEntry(number, entry)
        for number, line in enumerate(text.removeprefix(BYTE_ORDER_MARK).splitlines(), 1)
        for entry in line.partition("#")[0].replace(",", " ").split()
    ]


def list_entries(deck: Iterable[object]) -> list[DeckEntry]:
    """The entries of a deck given as a list; the position in the list stands in for the line number."""
    return [DeckEntry(number, str(entry)) for number, entry in enumerate(deck, 1)]


def check_count(entries: Sequence[DeckEntry], expected: int) -> None:
    """Raises `InvalidDeck`, with the line to blame, unless the deck has the expected number of entries."""
    if len(entries) != expected:
        at = entries[min(expected, len(entries) - 1)].line if entries else 1
        raise InvalidDeck("deck-count", line=at, expected=expected, found=len(entries))
