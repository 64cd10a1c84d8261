"""Solves the flip games by retrograde analysis: scores every position, from all stones laid back to the empty board.

The method is that of chess endgame tables (Thompson, "Retrograde analysis of certain endgames", 1986). Since every turn
lays a stone, layers by the number of stones can be scored one after another, each from the one with a stone more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rowdy.rules.flip import FlipGame
from rowdy.search.kernels.flip import Board, board_of, groups
from rowdy.search.kernels.flip_layers import Layer, Scores, arrangements, flip, make_layer, place, stones_of

LayerProgress = Callable[[int, float], None]
"""Called with the number of stones of the layer that is being scored, and the part of it that is done, from 0 to 1."""

PIECES = 64
"""The number of pieces into which each half of a layer is cut, to share among threads and to report progress."""


@dataclass(frozen=True)
class Totals:
    """How many positions of a layer, at the start of a turn, are won, drawn and lost; mirror images all count."""

    stones: int
    positions: int
    wins: int
    draws: int
    losses: int


@dataclass(frozen=True)
class SolvedLayer:
    """The scores of all positions with one number of stones, at the start of a turn."""

    stones: int
    scores: Scores
    totals: Totals


def layer_size(game: FlipGame, stones: int) -> tuple[int, int]:
    """The number of slabs in a layer, and of scores in a slab."""
    board, (mine, theirs) = board_of(game), stones_of(stones)
    blocks = int(board.choose[board.rules.squares - mine, theirs])
    return len(groups(board, mine)), blocks * arrangements(mine) * arrangements(theirs)


def solve(
    game: FlipGame, *, after: SolvedLayer | None = None, workers: int = 1, progress: LayerProgress | None = None
) -> Iterator[SolvedLayer]:
    """Yields the solved layers, from all stones laid down to none, or from the layer below `after`."""
    board = board_of(game)
    scores = np.empty(0, np.int8) if after is None else after.scores
    pool = ThreadPoolExecutor(workers)
    try:
        for stones in range(board.rules.stones if after is None else after.stones - 1, -1, -1):
            solved = _solve_layer(board, make_layer(board, stones), scores, pool, progress)
            scores = solved.scores
            yield solved
    finally:  # on Ctrl-C, or when the caller stops iterating
        pool.shutdown(cancel_futures=True)


def _solve_layer(
    board: Board, layer: Layer, after: Scores, pool: ThreadPoolExecutor, progress: LayerProgress | None
) -> SolvedLayer:
    by_theirs, by_mine = len(layer.their_groups), len(layer.my_groups)
    placed = np.empty(by_theirs * layer.blocks_by_theirs * layer.block, np.int8)
    scores = np.empty(by_mine * layer.blocks_by_mine * layer.block, np.int8)
    wins, losses = np.zeros(by_mine, np.int64), np.zeros(by_mine, np.int64)

    def run(work: Callable[[int, int], None], slabs: int, done: float) -> None:
        cuts = sorted({slabs * piece // PIECES for piece in range(PIECES + 1)})
        for part, _ in enumerate(pool.map(work, cuts, cuts[1:]), 1):
            if progress is not None:
                progress(layer.stones, done + part / (2 * len(cuts) - 2))

    run(lambda low, high: place(board, layer, after, placed, low, high), by_theirs, 0.0)
    run(lambda low, high: flip(board, layer, placed, scores, wins, losses, low, high), by_mine, 0.5)
    return SolvedLayer(layer.stones, scores, _totals(board, layer, wins, losses))


def _totals(board: Board, layer: Layer, wins: NDArray[np.int64], losses: NDArray[np.int64]) -> Totals:
    """The totals of a layer.

    A slab stands for all mirror images of its columns' squares, a score for all ways to turn over a player's stones.
    """
    images = np.array([len(np.unique(board.images[:, own])) for own in layer.my_groups])
    turned = (2 if layer.mine else 1) * (2 if layer.theirs else 1)
    weights = images * turned
    positions = int(weights.sum()) * layer.blocks_by_mine * layer.block
    won, lost = int(weights @ wins), int(weights @ losses)
    return Totals(layer.stones, positions, won, positions - won - lost, lost)
