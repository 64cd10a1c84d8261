"""The board on docs/terminal.md is what the terminal draws."""

from pathlib import Path

import rowdy
from rowdy.interfaces.audience import Audience
from rowdy.interfaces.catalog import interface_kit
from rowdy.interfaces.cli.board import board_text
from rowdy.interfaces.kit import Marks
from rowdy.interfaces.words import Words
from tests.docs_blocks import blocks

PAGE = Path(__file__).parents[2] / "docs" / "terminal.md"
POSITION = "...../.ytj.../rssbcsrtw../...../..... - 10btj/10gsj/24yhj red,circle,joy/?colour,?colour,?face lay 1 b4"


def test_the_board_is_what_the_terminal_draws() -> None:
    (shown,) = [block.lines for block in blocks(PAGE.read_text("utf-8")) if block.lines[0].startswith("╭")]
    game = rowdy.game("xoxo")
    view, kit = game.view(game.parse_state(POSITION), 0), interface_kit(game)
    free = {square for action in view.legal for square in kit.aims(game, action)}
    drawn = kit.board(Audience(Words(), game, ("Ann", "Ben"), 0), view.state, Marks({"b4"}, free), None, plain=False)
    assert board_text(drawn, 80).splitlines()[: len(shown)] == list(shown)
