"""The squares that a move concerns."""

from __future__ import annotations

import pytest

import rowdy
from rowdy.interfaces.marks import aims, line_squares, touches
from rowdy.rules.game import AnyGame

RUBIK, XOXO, DJECO = rowdy.game("rubik"), rowdy.game("xoxo"), rowdy.game("djeco")


@pytest.mark.parametrize(
    ("first", "last", "squares"),
    [("b2", "b4", "b2 b3 b4"), ("b2", "d2", "b2 c2 d2"), ("b2", "d4", "b2 c3 d4"), ("b4", "d2", "b4 c3 d2")],
)
def test_a_line_by_its_ends(first: str, last: str, squares: str) -> None:
    assert line_squares(first, last) == tuple(squares.split())


@pytest.mark.parametrize(
    ("game", "move", "touched", "aimed"),
    [
        (RUBIK, "b3-b4", "b4", "b3"),
        (RUBIK, "A@d1", "d1", "d1"),
        (XOXO, "own@c3", "c3", "c3"),
        (XOXO, "!red", "", ""),
        (DJECO, "r7@c3", "c3", "c3"),
        (DJECO, "y@b3", "b3", "b3"),
        (DJECO, "g@b4-d2", "b4 c3 d2", "b4 c3 d2"),
        (DJECO, "pass", "", ""),
    ],
)
def test_what_a_move_touches_and_where_one_begins(game: AnyGame, move: str, touched: str, aimed: str) -> None:
    action = game.parse_action(move)
    assert touches(action) == tuple(touched.split())
    assert aims(action) == tuple(aimed.split())
