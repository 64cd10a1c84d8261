"""Which actions of a flip game give nothing away, as far as a player without the whole solution can know.

The layers of up to `MAX_KNOWN_STONES` stones are known by heart; later, wins and losses are proved as far ahead as a
limited search finds them. All that is neither is left to the tree search.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from rowdy.rules.flip import FlipGame, Part, State
from rowdy.search.kernels import flip_search as kernel
from rowdy.search.kernels.flip import OPEN, board_of, position_of
from rowdy.search.kernels.flip_turns import MAX_TURNS, NO_FLIP, PLACEMENT
from rowdy.search.openings import load_opening

MAX_KNOWN_STONES = 7
"""The last of the shipped layers that unpacks in a few hundredths of a second; the next takes ten times as long."""
ENOUGH_NODES = 12_000
"""After how many positions no win or loss further ahead is looked for; the last look may take some hundred thousand."""
MEMORY_BITS = 17
"""The binary logarithm of the number of entries in the transposition table."""


def sound_actions(game: FlipGame, state: State) -> tuple[Any, ...]:
    """The actions with which a turn can begin, or go on, that is as good as any, unproved turns counted as drawn."""
    board, turns, scores = board_of(game), np.zeros(MAX_TURNS, np.int64), np.zeros(MAX_TURNS, np.int64)
    listed = kernel.settle_turns(
        board,
        _known(game),
        kernel.new_memory(MEMORY_BITS),
        position_of(state),
        state.part is Part.PLACE,
        turns,
        scores,
        ENOUGH_NODES,
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
