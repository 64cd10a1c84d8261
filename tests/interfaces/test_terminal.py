"""Boards for a terminal, before anything is drawn."""

from __future__ import annotations

import pytest
from rich.color_triplet import ColorTriplet
from rich.style import Style

from rowdy.interfaces.terminal import PIECE_STYLES, Cell, board_rows
from rowdy.rules.geometry import Grid


@pytest.mark.parametrize(
    ("keep", "rows"),
    [
        ("a1 b1 c1 d1 a2 b2 c2 d2 a3 b3 c3 d3", ["a3 b3 c3 d3", "a2 b2 c2 d2", "a1 b1 c1 d1"]),
        ("b2", ["b2"]),
        ("d1 a1", ["a1 d1"]),
        ("a1 c3", ["a3 c3", "a1 c1"]),
        ("b1 b2", ["b2", "b1"]),
        ("", []),
    ],
)
def test_rows_and_columns_with_nothing_to_keep_are_left_out(keep: str, rows: list[str]) -> None:
    """The top row comes first, and what lies where a kept row and a kept column cross is shown too."""
    grid = Grid(4, 3, 3)
    cells = [Cell(square, top=square.upper()) for square in grid.squares]
    kept = sum(1 << grid.index[square] for square in keep.split())
    shown = board_rows(grid, iter(cells), kept)
    assert [" ".join(cell.square for cell in row) for row in shown] == rows
    assert all(cell.top == cell.square.upper() for row in shown for cell in row)


def luminance(triplet: ColorTriplet) -> float:
    """As WCAG reckons it."""
    red, green, blue = (x / 12.92 if x <= 0.03928 else ((x + 0.055) / 1.055) ** 2.4 for x in triplet.normalized)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("style", PIECE_STYLES.values())
def test_pieces_can_be_read_on_black_and_on_white(style: str) -> None:
    colour = Style.parse(style).color
    assert colour is not None
    shade = luminance(colour.get_truecolor())
    assert (shade + 0.05) / 0.05 >= 3
    assert 1.05 / (shade + 0.05) >= 3
