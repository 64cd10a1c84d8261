"""A board as a terminal can show it: what stands on each square, and what is said beside it; nothing is drawn here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from rowdy.rules.geometry import Grid, Mask, Square

PIECE_STYLES = {
    "red": "bold red3",
    "blue": "bold dodger_blue2",
    "green": "bold green4",
    "yellow": "bold dark_goldenrod",
}
"""The pieces' colours in shades that can be read on light and dark backgrounds; white is the terminal's own colour."""
Text: TypeAlias = str | tuple[tuple[str, str], ...]
"""A text, or pieces of one, each with its style."""


@dataclass(frozen=True)
class Cell:
    """One square: two short lines to look at, and one phrase to hear."""

    square: Square
    top: str = ""
    bottom: str = ""
    style: str = ""
    spoken: str = ""
    last: bool = False
    """It was touched by the last move."""
    target: bool = False
    """Something can be done here now."""
    won: bool = False
    """It is part of a line that decided the game."""
    large: Sequence[str] = ()
    """The piece drawn in several lines, for a terminal that has room; nothing where no piece lies."""


@dataclass(frozen=True)
class Columns:
    """A table beside the board."""

    headers: Sequence[str]
    rows: Sequence[Sequence[Text]]


@dataclass(frozen=True)
class TerminalBoard:
    rows: Sequence[Sequence[Cell]]
    """From the top one down; none where a game has no board."""
    beside: Sequence[str | Columns] = field(default_factory=list)
    """Sentences and tables, in their order."""


def board_rows(grid: Grid, cells: Iterable[Cell], keep: Mask) -> list[list[Cell]]:
    """The rows and columns that hold a square worth keeping."""
    flat = list(cells)
    kept = [grid.places[i] for i in range(len(flat)) if keep >> i & 1]
    columns = sorted({column for column, _ in kept})
    rows = sorted({row for _, row in kept}, reverse=True)
    return [[flat[row * grid.width + column] for column in columns] for row in rows]
