"""The sizes of games that the kernels can play; loads neither NumPy nor the compiler."""

from __future__ import annotations

from typing import TypeGuard

from rowdy.rules.display import Display
from rowdy.rules.djeco import DjecoGame
from rowdy.rules.djeco_rulings import NUMBER_LISTS
from rowdy.rules.djeco_state import Sizes as DjecoSizes
from rowdy.rules.flip import FlipGame
from rowdy.rules.flip import Sizes as FlipSizes
from rowdy.rules.tiles import BALANCED, CARDS
from rowdy.rules.xoxo import HAND_SIZES, XoxoGame
from rowdy.rules.xoxo_state import Sizes as XoxoSizes

_XOXO, _DJECO, _FLIP = XoxoSizes(pile=0, hand=0), DjecoSizes(), FlipSizes()
PRINTED_SIZES = (_XOXO.field, _XOXO.line, len(CARDS), HAND_SIZES, _DJECO, NUMBER_LISTS, _FLIP)
"""The sizes from which all other numbers here, and the kernels' constants, are computed."""

XOXO_DISPLAY = Display(_XOXO.field, _XOXO.line)
"""The only display that the kernel of XOXO plays on: the printed one."""
XOXO_MAX_SEATS = max(HAND_SIZES)
MAX_TILES = len(BALANCED)

DJECO_DISPLAY = Display(_DJECO.field, _DJECO.line)
"""The largest display that the kernel of Djeco plays on: the printed one."""
MAX_FIELD, MAX_LINE = _DJECO.field, _DJECO.line
"""The largest side of a field in Djeco, and the longest lines, in squares."""
MAX_SQUARES = len(DJECO_DISPLAY.grid.squares)
MAX_NUMBERS = max(map(len, NUMBER_LISTS.values()))
"""How many different numbers a colour has at most: every card another one."""
MAX_CARDS = 2 * MAX_NUMBERS + _DJECO.yellows + _DJECO.greens

MAX_FLIP_SQUARES = _FLIP.width * _FLIP.height
"""The greatest number of squares of a flip game; sets of squares are indices of tables."""


def xoxo_fits(game: object) -> TypeGuard[XoxoGame]:
    """True if this is XOXO on the printed display, with at most as many tiles; piles, hands and cards may differ."""
    if not isinstance(game, XoxoGame):
        return False
    sizes, draw_pile = game.sizes, len(game.tiles) - game.seats * game.sizes.pile
    printed = (sizes.field, sizes.line) == (_XOXO.field, _XOXO.line)
    few = len(game.tiles) <= MAX_TILES and game.seats <= XOXO_MAX_SEATS
    return printed and few and sizes.pile > 0 and draw_pile > 0


def djeco_fits(game: object) -> TypeGuard[DjecoGame]:
    """True if this is Djeco no larger than printed, with cards of every colour."""
    if not isinstance(game, DjecoGame):
        return False
    sizes = game.sizes
    every_colour = bool(game.numbers and sizes.yellows and sizes.greens)
    few = len(game.all_cards) <= MAX_CARDS and len(set(game.numbers)) <= MAX_NUMBERS
    return every_colour and few and 2 <= sizes.line <= sizes.field <= MAX_FIELD


def flip_fits(game: object) -> TypeGuard[FlipGame]:
    """True if this is one of the flip games, its board no larger than printed and with room for all stones."""
    if not isinstance(game, FlipGame):
        return False
    return 2 * game.sizes.stones <= len(game.grid.squares) <= MAX_FLIP_SQUARES
