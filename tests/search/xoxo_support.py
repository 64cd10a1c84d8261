"""Positions of XOXO for the tests of the search, and the game with a last window."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from rowdy.rules.xoxo import LastWindow, XoxoGame
from tests.rules.support import TILES, lattice, nine

RED_SQUARES = lattice({"b3": "rsj", "c3": "rsw", "d3": "rss"})
"""A line on which all tiles are red squares."""


def late(display: str, piles: str, hands: str, due: str, unseen: Sequence[str] = ()) -> str:
    """A position with a full display; every tile that is left is covered, but for those under the tops."""
    gone = [tile for tile in TILES if tile not in f"{display} {piles}"]
    unseen = unseen or gone[: sum(int(pile[:-3]) - 1 for pile in piles.split("/"))]
    covered = ",".join(tile for tile in gone if tile not in unseen)
    return f"{lattice(nine(display))} {covered} {piles} {hands} {due}"


@cache
def with_window(game: XoxoGame) -> XoxoGame:
    """The same with a window after the last tile: what a move completes is looked at even where it ends the game."""
    rulings = replace(game.rulings, last_window=LastWindow.YES)
    return XoxoGame(game.edition, rulings, game.seats, game.starter, game.tiles)
