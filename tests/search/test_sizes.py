"""Which games the kernels can play is told exactly, and without the compiler."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import pytest

from rowdy.rules import djeco_state, flip
from rowdy.rules.djeco import DjecoGame
from rowdy.rules.flip import FlipGame
from rowdy.rules.tiles import TILES
from rowdy.rules.xoxo import XoxoGame
from rowdy.search.kernels.sizes import djeco_fits, flip_fits, xoxo_fits
from tests.worlds import GAMES

FITS = (xoxo_fits, djeco_fits, flip_fits)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_fits_one_kernel_at_most(name: str) -> None:
    assert sum(fits(GAMES[name]) for fits in FITS) <= 1
    assert not any(fits("rubik") for fits in FITS)


def test_the_question_needs_no_compiler() -> None:
    code = "import sys, rowdy.search.kernels.sizes; sys.exit(bool({'numpy', 'numba'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_xoxo_fits_on_the_printed_display_with_tiles_in_every_pile() -> None:
    game = GAMES["xoxo-de-2"]
    assert isinstance(game, XoxoGame)

    def fits(tiles: int, pile: int, hand: int = 3, field: int = 3, line: int = 3) -> bool:
        small = replace(game.sizes, pile=pile, hand=hand, field=field, line=line)
        return xoxo_fits(XoxoGame(game.edition, game.rulings, 2, 0, TILES[:tiles], small))

    assert fits(48, 12)
    assert fits(48, 3, hand=1)
    assert fits(5, 2)
    assert not fits(49, 12)
    assert not fits(4, 2)
    assert not fits(48, 0)
    assert not fits(48, 12, field=2, line=2)
    assert not fits(48, 12, line=2)
    assert not fits(48, 12, field=4)


@pytest.mark.parametrize(
    "sizes", [{"field": 4}, {"field": 4, "line": 4}, {"greens": 0}, {"yellows": 0}, {"yellows": 7}]
)
def test_djeco_fits_up_to_the_printed_size_with_all_kinds_of_cards(sizes: dict[str, int]) -> None:
    game = GAMES["djeco-it-2"]
    assert isinstance(game, DjecoGame)
    assert djeco_fits(DjecoGame(game.edition, game.rulings, sizes=djeco_state.Sizes(line=2)))
    assert djeco_fits(DjecoGame(game.edition, game.rulings, sizes=djeco_state.Sizes(field=2, line=2)))
    assert not djeco_fits(DjecoGame(game.edition, game.rulings, sizes=replace(game.sizes, **sizes)))
    assert not djeco_fits(DjecoGame(game.edition, game.rulings, numbers=tuple(range(1, 20))))


def test_flip_games_fit_up_to_sixteen_squares_with_room_for_all_stones() -> None:
    game = GAMES["rubik-de-2"]
    assert isinstance(game, FlipGame)

    def fits(*sizes: int) -> bool:
        return flip_fits(FlipGame(game.edition, game.rulings, flip.Sizes(*sizes)))

    assert fits(4, 4, 3, 8)
    assert fits(8, 2, 2, 3)
    assert fits(16, 1, 3, 8)
    assert not fits(5, 4, 3, 8)
    assert not fits(3, 3, 3, 5)
