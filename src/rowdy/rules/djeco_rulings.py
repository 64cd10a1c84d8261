"""The open points of Djeco's Tic Tac Toe, and what each rulebook says of them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rowdy.rules.rulings import Ruling


class Numbers(StrEnum):
    """The numbers on the cards of a colour, the same for both."""

    NINE = "1-9x2"
    SIX = "1-6x3"
    CUSTOM = "custom"


class YellowClears(StrEnum):
    """What a yellow card clears."""

    STACK = "stack"
    SOME = "some"


class Lines(StrEnum):
    """What several lines of one colour, completed by one card, are worth."""

    EACH = "each"
    ONE = "one"


class Discard(StrEnum):
    """What becomes of the discard when the deck is empty."""

    OUT = "out"
    RECYCLE = "recycle"


class GridRuling(StrEnum):
    """Whether the 3×3 square has a fixed place."""

    FLOATING = "floating"
    FIXED = "fixed"


@dataclass(frozen=True, slots=True)
class Rulings:
    target: int = 5
    numbers: Numbers = Numbers.NINE
    yellow: YellowClears = YellowClears.STACK
    lines: Lines = Lines.EACH
    discard: Discard = Discard.OUT
    grid: GridRuling = GridRuling.FLOATING


_BOOKS = ("it", "pt", "sv", "da", "ru")
TARGET = Ruling("target", (5, *(n for n in range(1, 13) if n != 5)), dict.fromkeys(_BOOKS))
NUMBERS = Ruling("numbers", tuple(Numbers), dict.fromkeys(_BOOKS))
YELLOW_CLEARS = Ruling(
    "yellow",
    tuple(YellowClears),
    {book: YellowClears.STACK if book in ("it", "pt") else YellowClears.SOME for book in _BOOKS},
)
LINES = Ruling("lines", tuple(Lines), dict.fromkeys(_BOOKS, Lines.EACH))
DISCARD = Ruling("discard", tuple(Discard), {book: Discard.OUT if book in ("ru", "da") else None for book in _BOOKS})
GRID = Ruling("grid", tuple(GridRuling), dict.fromkeys(_BOOKS))

NUMBER_LISTS = {
    Numbers.NINE: tuple(sorted(2 * tuple(range(1, 10)))),
    Numbers.SIX: tuple(sorted(3 * tuple(range(1, 7)))),
}
