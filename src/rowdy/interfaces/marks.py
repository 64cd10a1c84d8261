"""Which squares a move concerns: the marks on a board, in the terminal and in the browser."""

from __future__ import annotations

from functools import cache
from typing import Any

from rowdy.rules import djeco_state, flip, xoxo_state
from rowdy.rules.geometry import Square


@cache
def line_squares(first: Square, last: Square) -> tuple[Square, ...]:
    """The squares of a line, given its ends."""
    (column, row), (last_column, last_row) = map(ord, first), map(ord, last)
    steps = max(abs(last_column - column), abs(last_row - row))
    return tuple(
        chr(column + (last_column - column) * k // steps) + chr(row + (last_row - row) * k // steps)
        for k in range(steps + 1)
    )


@cache
def touches(action: Any) -> tuple[Square, ...]:
    """The squares on which an action leaves something new, or nothing."""
    match action:
        case flip.Flip(_, square) | flip.Place(_, square) | xoxo_state.Lay(_, square) | djeco_state.Lay(_, square):
            return (square,)
        case djeco_state.Yellow(square):
            return (square,)
        case djeco_state.Green(first, last):
            return line_squares(first, last)
    return ()


def aims(action: Any) -> tuple[Square, ...]:
    """The squares a person points at first to make this move."""
    return (action.source,) if isinstance(action, flip.Flip) else touches(action)
