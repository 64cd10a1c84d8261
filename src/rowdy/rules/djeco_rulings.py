"""The open points of Djeco's Tic Tac Toe, and what each rulebook says of them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rowdy.rules.rulings import Ruling, Says


class Numbers(StrEnum):
    """The numbers on the 18 cards of a colour, the same for both colours."""

    NINE = "1-9x2"
    SIX = "1-6x3"
    CUSTOM = "custom"


class YellowClears(StrEnum):
    """What a yellow card clears."""

    STACK = "stack"
    SOME = "some"


class Scorer(StrEnum):
    """The seat that gets the token for a line."""

    OWNER = "owner"
    MAKER = "maker"


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
    target: int
    numbers: Numbers
    yellow: YellowClears
    scorer: Scorer
    lines: Lines
    discard: Discard
    grid: GridRuling


BOOKS = ("it", "pt", "sv", "da", "ru")
"""The five rulebooks, by language."""

TARGET = Ruling("target", (5, *(n for n in range(1, 13) if n != 5)), dict.fromkeys(BOOKS, Says.PLAYERS_AGREE))
NUMBERS = Ruling("numbers", tuple(Numbers), dict.fromkeys(BOOKS, Says.SILENT))
YELLOW_CLEARS = Ruling(
    "yellow",
    tuple(YellowClears),
    {
        "it": YellowClears.STACK,
        "pt": YellowClears.STACK,
        "sv": YellowClears.SOME,
        "da": YellowClears.SOME,
        "ru": YellowClears.SOME,
    },
)
SCORER = Ruling(
    "scorer",
    tuple(Scorer),
    {"it": Scorer.OWNER, "pt": Says.UNCLEAR, "sv": Scorer.OWNER, "da": Says.UNCLEAR, "ru": Scorer.OWNER},
)
LINES = Ruling("lines", tuple(Lines), dict.fromkeys(BOOKS, Lines.EACH))
DISCARD = Ruling(
    "discard",
    tuple(Discard),
    {"it": Says.SILENT, "pt": Says.SILENT, "sv": Says.SILENT, "da": Discard.OUT, "ru": Discard.OUT},
)
GRID = Ruling("grid", tuple(GridRuling), dict.fromkeys(BOOKS, Says.UNCLEAR))

NUMBER_LISTS = {
    Numbers.NINE: tuple(sorted(2 * tuple(range(1, 10)))),
    Numbers.SIX: tuple(sorted(3 * tuple(range(1, 7)))),
}
