"""Turns of the flip games: lists them, makes them, and scores those that end the game.

A turn is a number with two parts. The low bits are the dense id of its flip, or `NO_FLIP`; `PLACEMENT` bits higher is
its placement, counted from the player's first, or `FLIP_ONLY` if the turn ends with the flip.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rowdy.search.kernels.flip import (
    IN_TURN,
    OPEN,
    FlipRules,
    Position,
    after_flip,
    after_placement,
    all_squares,
    can_flip,
    is_flip,
    occupied,
    with_stone,
)
from rowdy.search.kernels.flip_rows import (
    counting,
    ended,
    ended_by_flip,
    has_enclosed_row,
    scaled,
    verdict,
    wins_by_placing,
)
from rowdy.search.kernels.jit import inlined, jit
from rowdy.search.kernels.sizes import MAX_FLIP_SQUARES

MAX_TURNS = 1024
"""More than any position has: with n stones laid at most 4 * n / 2 flips, each with 2 * (16 - n) placements."""
PLACEMENT = 8
"""How far the placement is shifted in a turn's number, in bits."""
NO_FLIP = (1 << PLACEMENT) - 1
"""Stands for the flip of a turn that has none."""
FLIP_ONLY = 2 * MAX_FLIP_SQUARES
"""Stands for the placement of a turn whose flip ends the game."""
TURN_BITS = 16
"""The number of bits of a turn; its priority in the search is stored above them."""
TURN_MASK = (1 << TURN_BITS) - 1
"""The bits of a turn in a number that also has its priority."""


@jit
def before(score: int) -> int:
    """The score of a turn for the player who makes it, from the opponent's score after it."""
    return 1 - score if score > 0 else -1 - score if score < 0 else 0


@jit
def after(score: int) -> int:
    """The inverse of `before`."""
    return -1 - score if score > 0 else 1 - score if score < 0 else 0


@jit
def list_turns(rules: FlipRules, position: Position, last: bool, turns: NDArray[np.int64]) -> tuple[int, int]:
    """Lists the turns after which the game goes on; returns the best score of the others, and how many are listed.

    Stops at a turn that wins at once. `last` is true if the turn lays the last stone.
    """
    empty, best, listed = all_squares(rules) ^ occupied(position), -OPEN, 0
    if not can_flip(rules, position.theirs, empty):
        return _list_placements(rules, position, NO_FLIP, last, turns, 0, best)
    for flip in range(len(rules.flips)):
        if is_flip(rules, flip, position.theirs, empty):
            flipped = Position(position.mine, after_flip(rules, position.theirs, flip))
            score = ended_by_flip(rules, flipped)
            if score == OPEN:
                best, listed = _list_placements(rules, flipped, flip, last, turns, listed, best)
            else:
                best = max(best, score)
            if best == IN_TURN:
                return best, listed
    return best, listed


@inlined
def _list_placements(
    rules: FlipRules, position: Position, flip: int, last: bool, turns: NDArray[np.int64], listed: int, best: int
) -> tuple[int, int]:
    """As `list_turns`, for the placements after one flip, or without one."""
    empty = all_squares(rules) ^ occupied(position)
    square = 0
    while empty >> square:
        if empty >> square & 1:
            left = empty ^ 1 << square
            counts = counting(rules, all_squares(rules) ^ left)
            theirs = has_enclosed_row(rules, position.theirs, counts)
            for side in range(2):
                mine = wins_by_placing(rules, with_stone(position.mine, square, side), counts, left)
                found = verdict(rules, mine, theirs, last)
                if found == OPEN:
                    turns[listed] = flip | 2 * square + side << PLACEMENT
                    listed += 1
                else:
                    best = max(best, scaled(found, IN_TURN))
                    if best == IN_TURN:
                        return best, listed
        square += 1
    return best, listed


@jit
def every_turn(
    rules: FlipRules, position: Position, placing: bool, turns: NDArray[np.int64], scores: NDArray[np.int64]
) -> int:
    """Lists all turns, each with its score if it ends the game, else `OPEN`; returns their number.

    `placing` is true if the flip of this turn has been made.
    """
    empty, listed = all_squares(rules) ^ occupied(position), 0
    if placing or not can_flip(rules, position.theirs, empty):
        return _placements(rules, position, NO_FLIP, turns, scores, 0)
    for flip in range(len(rules.flips)):
        if is_flip(rules, flip, position.theirs, empty):
            flipped = Position(position.mine, after_flip(rules, position.theirs, flip))
            score = ended_by_flip(rules, flipped)
            if score == OPEN:
                listed = _placements(rules, flipped, flip, turns, scores, listed)
            else:
                turns[listed], scores[listed] = flip | FLIP_ONLY << PLACEMENT, score
                listed += 1
    return listed


@jit
def _placements(
    rules: FlipRules, position: Position, flip: int, turns: NDArray[np.int64], scores: NDArray[np.int64], listed: int
) -> int:
    stones = occupied(position)
    for placement in range(2 * rules.squares):
        if stones >> (placement >> 1) & 1:
            continue
        turns[listed] = flip | placement << PLACEMENT
        score = ended(rules, Position(position.theirs, after_placement(position.mine, placement)))
        scores[listed] = OPEN if score == OPEN else before(score)
        listed += 1
    return listed


@inlined
def after_turn(rules: FlipRules, position: Position, turn: int) -> Position:
    """The position at the start of the opponent's turn, after this one."""
    flip, theirs = turn & NO_FLIP, position.theirs
    if flip != NO_FLIP:
        theirs = after_flip(rules, theirs, flip)
    return Position(theirs, after_placement(position.mine, turn >> PLACEMENT))
