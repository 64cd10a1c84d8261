"""Which actions of a flip game are proved mistakes, for a player without the whole solution.

The layers of up to `MAX_KNOWN_STONES` stones are looked up; later, a limited search proves wins and losses as far
ahead as it can. The tree search chooses among the rest.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from rowdy.rules.flip import FlipGame
from rowdy.rules.flip_state import Part, State
from rowdy.search.kernels import flip_search as kernel
from rowdy.search.kernels.flip import OPEN, board_of, position_of
from rowdy.search.kernels.flip_turns import MAX_TURNS, NO_FLIP, PLACEMENT
from rowdy.search.openings import load_opening

MAX_KNOWN_STONES = 7
"""The largest shipped layer that unpacks in a few hundredths of a second; the next takes ten times as long."""
ENOUGH_NODES = 12_000
"""The number of searched positions after which no greater depth is begun; the last may take some hundred thousand."""
THOROUGH_NODES, THOROUGH_STONES = 100_000, 8
"""That number for a thorough player, and how many stones must lie before it is thorough: earlier it takes seconds."""
MEMORY_BITS = 17
"""The binary logarithm of the number of entries in the transposition table."""


def sound_actions(game: FlipGame, state: State, thorough: bool = False) -> tuple[Any, ...]:
    """The actions that begin, or continue, a best turn, where a turn of unproved value counts as drawn."""
    board, turns, scores = board_of(game), np.zeros(MAX_TURNS, np.int64), np.zeros(MAX_TURNS, np.int64)
    listed = kernel.settle_turns(
        board,
        _known(game),
        kernel.new_memory(MEMORY_BITS),
        position_of(state),
        state.part is Part.PLACE,
        turns,
        scores,
        THOROUGH_NODES if thorough and state.laid >= THOROUGH_STONES else ENOUGH_NODES,
    )
    rated = np.where(scores[:listed] == OPEN, 0, scores[:listed])
    best = turns[:listed][rated == rated.max()]
    numbers = {_first_action(int(turn), board.rules.placements[state.mover]) for turn in best}
    return tuple(game.actions[number] for number in sorted(numbers))


def _first_action(turn: int, first_placement: int) -> int:
    flip = turn & NO_FLIP
    return first_placement + (turn >> PLACEMENT) if flip == NO_FLIP else flip


@lru_cache
def _known(game: FlipGame) -> kernel.StoredScores:
    return load_opening(game, MAX_KNOWN_STONES) or kernel.NO_STORED_SCORES
