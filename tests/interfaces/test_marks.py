"""The squares that a move concerns."""

from __future__ import annotations

import pytest

import rowdy
from rowdy.interfaces.catalog import interface_kit
from rowdy.rules.game import AnyGame

RUBIK, XOXO, DJECO = rowdy.game("rubik"), rowdy.game("xoxo"), rowdy.game("djeco")


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
    kit, action = interface_kit(game), game.parse_action(move)
    assert kit.touches(game, action) == tuple(touched.split())
    assert kit.aims(game, action) == tuple(aimed.split())
