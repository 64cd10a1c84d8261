"""The model of a board in a terminal: the text on each square, and the text beside the board; nothing is drawn here."""

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
"""The pieces' colours in shades readable on light and dark backgrounds; white is the terminal's own text colour."""
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
    """True if the last move changed it."""
    target: bool = False
    """True if the viewer can act here now."""
    won: bool = False
    """True if it is part of a line that decided the game."""
    large: Sequence[str] = ()
    """The piece drawn in several lines, for a terminal with enough room; empty if there is no piece."""


@dataclass(frozen=True)
class Columns:
    """A table beside the board."""

    headers: Sequence[str]
    rows: Sequence[Sequence[Text]]


@dataclass(frozen=True)
class TerminalBoard:
    rows: Sequence[Sequence[Cell]]
    """The rows of the board from the top down; none if a game has no board."""
    beside: Sequence[str | Columns] = field(default_factory=list)
    """Sentences and tables beside the board, in order."""


def board_rows(grid: Grid, cells: Iterable[Cell], keep: Mask) -> list[list[Cell]]:
    """The rows of the board, without rows and columns that have no square of `keep`."""
    flat = list(cells)
    kept = [grid.places[i] for i in range(len(flat)) if keep >> i & 1]
    columns = sorted({column for column, _ in kept})
    rows = sorted({row for _, row in kept}, reverse=True)
    return [[flat[row * grid.width + column] for column in columns] for row in rows]
