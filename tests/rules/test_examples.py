"""Positions of the examples: those that no play leads to are refused, as in our own games."""

from __future__ import annotations

import pytest
import rowdy_tictactoe
import rowdy_tricks

from rowdy.rules.game import InvalidPosition
from rowdy.rules.kit import RulesKit

TICTACTOE, TRICKS = rowdy_tictactoe.KIT.rules, rowdy_tricks.KIT.rules


@pytest.mark.parametrize(
    ("kit", "text"),
    [
        (TICTACTOE, "XXX/OOO/..."),
        (TICTACTOE, "XXX/OO./O.."),
        (TICTACTOE, "XX./.../..."),
        (TICTACTOE, "O../.../..."),
        (TICTACTOE, "X../..."),
        (TRICKS, "1234/567 0:0 1 - -"),
        (TRICKS, "1234/5678 0:0 1 - -"),
        (TRICKS, "1/23 0:0 1 - -"),
        (TRICKS, "123/456 0:0 1 7 -"),
        (TRICKS, "123/45 0:0 1 6 -"),
        (TRICKS, "1/4 1:0 1 - 23"),
        (TRICKS, "12/45 1:1 1 - 36"),
        (TRICKS, "12/25 1:0 1 - 36"),
        (TRICKS, "21/45 1:0 1 - 36"),
    ],
)
def test_a_position_that_cannot_be_is_refused(kit: RulesKit, text: str) -> None:
    with pytest.raises(InvalidPosition):
        kit.make_default().parse_state(text)


@pytest.mark.parametrize(
    ("kit", "text"),
    [
        (TICTACTOE, "XXX/OO./..."),
        (TICTACTOE, "OOO/XX./X.."),
        (TRICKS, "1/- 0:0 1 - -"),
        (TRICKS, "12/3 0:0 1 - -"),
        (TRICKS, "123/45 0:0 2 6 -"),
        (TRICKS, "12/?? 1:0 1 - 36"),
        (TRICKS, "-/- 1:2 1 - 123456"),
    ],
)
def test_a_position_that_can_be_is_read_and_written_alike(kit: RulesKit, text: str) -> None:
    game = kit.make_default()
    assert game.format_state(game.parse_state(text)) == text
