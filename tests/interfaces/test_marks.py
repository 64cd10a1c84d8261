"""The squares that a move concerns."""

from __future__ import annotations

import pytest

import rowdy
from rowdy.interfaces.marks import aims, last_turn, line_squares, touches
from rowdy.rules.game import CHANCE, AnyGame, Event

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


def test_the_last_turn_is_all_moves_of_one_seat_in_a_row() -> None:
    log = [Event(0, "A@b2"), Event(1, "b2-b3"), Event(1, "a@d1")]
    assert last_turn(log) == [log[2], log[1]]
    assert last_turn([]) == []


def test_neither_chance_nor_answers_are_moves() -> None:
    log = [Event(0, XOXO.parse_action("own@c3")), Event(1, XOXO.parse_action("own@c4"))]
    more = [Event(0, XOXO.parse_action("!-")), Event(CHANCE, XOXO.parse_action("2=rcj"))]
    assert last_turn(log + more) == [log[1]]
