"""Turns of the flip games: which there are, what they lead to, and which of them end the game.

A turn is a number: the squares from and to which a stone is flipped, the square placed on and the side, four bits each.
Without a flip the first two are equal; a turn that ends with the flip has the side `FLIP_ONLY`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rowdy.search.kernels.flip import END, IN_TURN, OPEN, Rules, count
from rowdy.search.kernels.jit import inlined, jit

MOST_TURNS = 1024
"""More than any position has: with n stones laid at most 4 * n / 2 flips, each with 2 * (16 - n) placements."""
FLIP_ONLY = 2


@jit
def before(score: int) -> int:
    """The score that a turn has for who makes it, from the opponent's score after it."""
    return 1 - score if score > 0 else -1 - score if score < 0 else 0


@jit
def after(score: int) -> int:
    """The inverse of `before`."""
    return -1 - score if score > 0 else 1 - score if score < 0 else 0


@inlined
def _enclosed(rules: Rules, my_first: int, my_second: int, their_first: int, their_second: int) -> tuple[bool, bool]:
    """Whether I, and whether they, have an enclosed row."""
    everything = (1 << rules.squares) - 1
    empty = everything ^ (my_first | my_second | their_first | their_second)
    shut = everything & ~int(rules.around[empty])
    has = rules.has_line
    mine = has[my_first & shut] | has[my_second & shut]
    theirs = has[their_first & shut] | has[their_second & shut]
    return mine != 0, theirs != 0


@inlined
def survives(rules: Rules, first: int, second: int, occupied: int) -> bool:
    """Whether the owner of these stones is certain of a row after the opponent's flip."""
    empty = (1 << rules.squares) - 1 ^ occupied
    has = rules.has_line
    any_flip = False
    for _ in range(2):
        stones = first
        while stones:
            stone = stones & -stones
            stones ^= stone
            targets = int(rules.around[stone]) & empty
            while targets:
                target = targets & -targets
                targets ^= target
                any_flip = True
                if not (has[first ^ stone] or has[second | target]):
                    return False
        first, second = second, first
    return any_flip or has[first] != 0 or has[second] != 0


@jit
def ended(rules: Rules, my_first: int, my_second: int, their_first: int, their_second: int) -> int:
    """The score of a position at the start of my turn if the game has ended, else `OPEN`."""
    occupied = my_first | my_second | their_first | their_second
    all_lie = count(occupied) == rules.stones
    if rules.enclosed:
        mine, theirs = _enclosed(rules, my_first, my_second, their_first, their_second)
        if mine and theirs:
            return 0 if all_lie else -END * rules.both
        if mine or theirs:
            return END if mine else -END
    elif survives(rules, their_first, their_second, occupied):
        return -END
    return 0 if all_lie else OPEN


@inlined
def ended_by_flip(rules: Rules, my_first: int, my_second: int, their_first: int, their_second: int) -> int:
    """The score within my turn, after my flip, if that has ended the game, else `OPEN`."""
    if rules.enclosed:
        mine, theirs = _enclosed(rules, my_first, my_second, their_first, their_second)
        if mine and theirs:
            return IN_TURN * rules.both
        return IN_TURN if mine else -IN_TURN if theirs else OPEN
    return -IN_TURN if rules.has_line[their_first] or rules.has_line[their_second] else OPEN


@inlined
def flipped(first: int, second: int, source: int, target: int) -> tuple[int, int]:
    """A player's stones after one of them went from a square to another and was turned over."""
    if first >> source & 1:
        return first ^ 1 << source, second | 1 << target
    return first | 1 << target, second ^ 1 << source


@jit
def list_turns(
    rules: Rules,
    my_first: int,
    my_second: int,
    their_first: int,
    their_second: int,
    last: bool,
    turns: NDArray[np.int64],
) -> tuple[int, int]:
    """Lists the turns after which the game goes on; returns the best score of the others, and how many are listed.

    Stops at a turn that wins at once. `last` tells that the turn lays the last stone.
    """
    empty = (1 << rules.squares) - 1 ^ (my_first | my_second | their_first | their_second)
    stones = (their_first | their_second) & int(rules.around[empty])
    best, listed, source = -OPEN, 0, 0
    if not stones:
        return _list_placements(rules, my_first, my_second, their_first, their_second, 0, last, turns, 0, best)
    while stones >> source:
        targets = int(rules.around[1 << source]) & empty if stones >> source & 1 else 0
        target = 0
        while targets >> target:
            if targets >> target & 1:
                first, second = flipped(their_first, their_second, source, target)
                score = ended_by_flip(rules, my_first, my_second, first, second)
                if score == OPEN:
                    flip = source | target << 4
                    best, listed = _list_placements(
                        rules, my_first, my_second, first, second, flip, last, turns, listed, best
                    )
                else:
                    best = max(best, score)
                if best == IN_TURN:
                    return best, listed
            target += 1
        source += 1
    return best, listed


@inlined
def _list_placements(
    rules: Rules,
    my_first: int,
    my_second: int,
    their_first: int,
    their_second: int,
    flip: int,
    last: bool,
    turns: NDArray[np.int64],
    listed: int,
    best: int,
) -> tuple[int, int]:
    """The same for the placements after one flip, or without one."""
    has, around, everything = rules.has_line, rules.around, (1 << rules.squares) - 1
    empty = everything ^ (my_first | my_second | their_first | their_second)
    both = 0 if last else IN_TURN * rules.both
    square = 0
    while empty >> square:
        bit = 1 << square
        if empty & bit:
            shut = everything & ~int(around[empty ^ bit]) if rules.enclosed else 0  # and so nothing is enclosed
            theirs = has[their_first & shut] | has[their_second & shut] != 0
            for side in range(2):
                first, second = (my_first | bit, my_second) if side == 0 else (my_first, my_second | bit)
                if rules.enclosed:
                    mine = has[first & shut] | has[second & shut] != 0
                else:
                    mine = survives(rules, first, second, everything ^ empty ^ bit)
                if mine or theirs:
                    best = max(best, both if mine and theirs else IN_TURN if mine else -IN_TURN)
                    if best == IN_TURN:
                        return best, listed
                elif last:
                    best = max(best, 0)
                else:
                    turns[listed] = flip | square << 8 | side << 12
                    listed += 1
        square += 1
    return best, listed


@jit
def every_turn(
    rules: Rules,
    my_first: int,
    my_second: int,
    their_first: int,
    their_second: int,
    placing: bool,
    turns: NDArray[np.int64],
    scores: NDArray[np.int64],
) -> int:
    """Lists all turns, each with its score if it ends the game, else `OPEN`; returns their number.

    `placing` tells that the flip of this turn has been made.
    """
    empty = (1 << rules.squares) - 1 ^ (my_first | my_second | their_first | their_second)
    listed = 0
    if not placing and int(rules.around[their_first | their_second]) & empty:
        for source in range(rules.squares):
            for target in range(rules.squares):
                if (their_first | their_second) >> source & 1 and int(rules.around[1 << source]) & empty & 1 << target:
                    first, second = flipped(their_first, their_second, source, target)
                    turn, score = source | target << 4, ended_by_flip(rules, my_first, my_second, first, second)
                    if score == OPEN:
                        listed = _placements(rules, my_first, my_second, first, second, turn, turns, scores, listed)
                    else:
                        turns[listed], scores[listed] = turn | FLIP_ONLY << 12, score
                        listed += 1
        return listed
    return _placements(rules, my_first, my_second, their_first, their_second, 0, turns, scores, 0)


@jit
def _placements(
    rules: Rules,
    my_first: int,
    my_second: int,
    their_first: int,
    their_second: int,
    flip: int,
    turns: NDArray[np.int64],
    scores: NDArray[np.int64],
    listed: int,
) -> int:
    occupied = my_first | my_second | their_first | their_second
    for square in range(rules.squares):
        if occupied >> square & 1:
            continue
        for side in range(2):
            turns[listed] = flip | square << 8 | side << 12
            first, second = placed(my_first, my_second, turns[listed])
            score = ended(rules, their_first, their_second, first, second)
            scores[listed] = OPEN if score == OPEN else before(score)
            listed += 1
    return listed


@jit
def placed(first: int, second: int, turn: int) -> tuple[int, int]:
    """The mover's stones after a turn."""
    bit = 1 << (turn >> 8 & 15)
    return (first, second | bit) if turn >> 12 else (first | bit, second)


@jit
def touched(first: int, second: int, turn: int) -> tuple[int, int]:
    """The opponent's stones after a turn."""
    source, target = turn & 15, turn >> 4 & 15
    return flipped(first, second, source, target) if source != target else (first, second)
