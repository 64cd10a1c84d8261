"""Positions of XOXO for the tests of the search, and the game with a last window."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from random import Random

from rowdy.rules.xoxo import LastWindow, XoxoGame
from tests.rules.support import TILES, lattice, nine

RED_SQUARES = lattice({"b3": "rsj", "c3": "rsw", "d3": "rss"})
"""A line on which all tiles are red squares."""

GROWING = {"b4": "bsj", "b3": "rsj", "b2": "gsj", "c2": "ytw", "c3": "rtw", "c4": "gtw"}
"""A column of square joys and one of winking triangles; a red tile on a3 or d3 would make a line."""


def late(display: str, piles: str, hands: str, due: str, unseen: Sequence[str] = ()) -> str:
    """A position with a full display; every tile that is left is covered, but for those under the tops."""
    gone = [tile for tile in TILES if tile not in f"{display} {piles}"]
    unseen = unseen or gone[: sum(int(pile[:-3]) - 1 for pile in piles.split("/"))]
    covered = ",".join(tile for tile in gone if tile not in unseen)
    return f"{lattice(nine(display))} {covered} {piles} {hands} {due}"


def red_squares(hands: str, due: str) -> str:
    """After 25 tiles a line of red squares is all that can be shown, but any other card may have been shown before."""
    seats = hands.count("/") + 1
    piles = {2: "6rtj/6gsj/11bcj", 3: "5rtj/5gsj/5bsj/8bcj", 4: "4rtj/4gsj/4bsj/4btj/7bcj"}[seats]
    display = "gtg yhw bcw rsj rsw rss ytj bhg gcj"
    gone = [tile for tile in TILES if tile not in f"{display} {piles}"]
    return late(display, piles, hands, due, Random(11).sample(gone, len(gone) - 16))


@cache
def with_window(game: XoxoGame) -> XoxoGame:
    """The same with a window after the last tile: what a move completes is looked at even where it ends the game."""
    rulings = replace(game.rulings, last_window=LastWindow.YES)
    return XoxoGame(game.edition, rulings, game.seats, game.starter, game.tiles, game.sizes)
