"""Boards for a terminal, before anything is drawn."""

from __future__ import annotations

import pytest

from rowdy.interfaces.terminal import Cell, board_rows
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
