"""Facts counted over all positions: values and distances, layer by layer."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from rowdy.rules.flip import FlipGame, Row
from rowdy.search.kernels.flip import END, Board, board_of, expand
from rowdy.search.kernels.flip_layers import Layer, arrangements, make_layer
from rowdy.search.tablebase import LayerFile, Solution

Counts = NDArray[np.int64]


def count_layers(solution: Solution) -> list[dict[str, Any]]:
    """For each number of stones how many positions have which value, and in how many turns."""
    return [_count_layer(solution.game, solution.layer(n)) for n in range(2 * solution.game.sizes.stones + 1)]


def _count_layer(game: FlipGame, file: LayerFile) -> dict[str, Any]:
    board = board_of(game)
    layer = make_layer(board, file.totals.stones)
    every, possible = np.zeros(256, np.int64), np.zeros(256, np.int64)
    for slab, own in enumerate(layer.my_groups):
        file.check(slab)
        scores, weight = file.scores[slab].view(np.uint8), _weight(board, layer, int(own))
        counted = weight * np.bincount(scores, minlength=256)
        every += counted
        if game.rulings.row is Row.SURVIVES:
            kept = scores.reshape(-1, arrangements(layer.mine))[:, ~_has_row(game, int(own))]
            counted = weight * np.bincount(kept.reshape(-1), minlength=256)
        possible += counted
    _compare(every, file)
    return {"stones": layer.stones, "positions": int(every.sum()), **_values(every), "open": _open(possible)}


def _weight(board: Board, layer: Layer, own: int) -> int:
    """How many positions an entry stands for: mirror images, and all stones of a player turned over."""
    return len(np.unique(board.images[:, own])) * (2 if layer.mine else 1) * (2 if layer.theirs else 1)


def _has_row(game: FlipGame, own: int) -> NDArray[np.bool_]:
    """For each arrangement of sides whether the player to move has a row.

    In XOXO² the opponent's flip has left it then, and the game is over: play never comes to such a position.
    """
    seconds = [expand(sides, own) for sides in range(arrangements(own.bit_count()))]
    return np.array([bool(game.grid.rows(second) or game.grid.rows(own ^ second)) for second in seconds], np.bool_)


def _values(counts: Counts) -> dict[str, int]:
    return {"wins": int(counts[1 : END + 1].sum()), "draws": int(counts[0]), "losses": int(counts[-END:].sum())}


def _compare(counts: Counts, file: LayerFile) -> None:
    """What is counted here must be what the solver counted."""
    found, told = _values(counts), file.totals
    if (counts.sum(), *found.values()) != (told.positions, told.wins, told.draws, told.losses):
        raise ValueError(f"{file.path}: counted {found}, but it tells {told}")


def _open(counts: Counts) -> dict[str, Any]:
    """The positions in which nobody has won yet, by value and distance."""
    won = {END - score: int(counts[score]) for score in range(END - 1, 0, -1) if counts[score]}
    lost = {END - score: int(counts[-score]) for score in range(END - 1, 0, -1) if counts[-score]}
    over = int(counts[END] + counts[-END])
    drawn = int(counts[0])
    return {"over": over, "draw": drawn, "win": _texts(won), "loss": _texts(lost)}


def _texts(counts: dict[int, int]) -> dict[str, int]:
    return {str(distance): number for distance, number in counts.items()}


def leave_out_finished_draws(layers: list[dict[str, Any]], strict: list[dict[str, Any]] | None) -> None:
    """Takes finished positions from the drawn ones: those with all stones laid and, if `both_rows=draw`, others too.

    Those others are finished, but not drawn, under another ruling (`strict`).
    """
    for number, layer in enumerate(layers[:-1]):
        if strict:
            more = strict[number]["open"]["over"] - layer["open"]["over"]
            layer["open"]["over"] += more
            layer["open"]["draw"] -= more
    full = layers[-1]["open"]
    full["over"] += full.pop("draw")
    full["draw"] = 0


def changed(one: Solution, other: Solution) -> list[int]:
    """For each number of stones, how many unfinished positions have another value under another ruling."""
    board, found = board_of(one.game), []
    for stones in range(2 * one.game.sizes.stones + 1):
        layer, before, after = make_layer(board, stones), one.layer(stones).scores, other.layer(stones).scores
        number = 0
        for slab, own in enumerate(layer.my_groups):
            differ = (np.sign(before[slab]) != np.sign(after[slab])) & (np.abs(after[slab]) != END)
            number += _weight(board, layer, int(own)) * int(np.count_nonzero(differ))
        found.append(number)
    return found
