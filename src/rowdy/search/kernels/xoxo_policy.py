"""XOXO at first sight: how good moves look, and quick play to the end that is not quite thoughtless."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rowdy.search.kernels.bits import count, lowest, nth
from rowdy.search.kernels.chance import Rng, below
from rowdy.search.kernels.jit import inlined, jit
from rowdy.search.kernels.players import explain
from rowdy.search.kernels.xoxo_play import legal, pairs, show_all, step, targets
from rowdy.search.kernels.xoxo_state import (
    ASKED,
    CELLS,
    CROSSING,
    FIELD,
    FITTING,
    HANDS,
    IN_LINE,
    LINES,
    LISTED,
    MOST_LINES,
    OCCUPIED,
    SEAT,
    SHOWN,
    SPAN,
    SPANS,
    SQUARES,
    TOPS,
    WINNERS,
    Array,
    Rules,
)

COMPLETED, BUILT, DENIED = 4.0, 0.25, 0.05
"""How much of a chance a move gets at first sight: the logarithm of its odds is these times what `look` finds."""
HOLD = -3.0
"""The same for every answer to a window but to show all there is."""
TRIES = 4
"""Where nothing can be completed, `finish` takes the best of so many moves drawn at random."""

# How good moves look


@inlined
def _worth(a: int, b: int, c: int, cards: int) -> int:
    """What the squares of a line are worth for these cards: for each, the square of how many squares show it."""
    a, b, c = a & cards, b & cards, c & cards
    return count(a) + count(b) + count(c) + 2 * (count(a & b) + count(a & c) + count(b & c))


@jit
def rivals(rules: Rules, state: Array, seat: int) -> int:
    """The cards that other seats may hold, as far as this seat knows: those of the kinds on their backs."""
    kinds, known = 0, state[HANDS + seat]
    for other in range(rules.seats):
        known |= state[SHOWN + other]
        for kind in range(0, 12, 4):
            if other != seat and state[HANDS + other] >> kind & 15:
                kinds |= 15 << kind
    return int(kinds & ~known)


@jit
def look(rules: Rules, state: Array, hand: int, others: int, moves: Array, count_moves: int, looks: Array) -> None:
    """What `greedy` sees in each way to lay a tile: the cards of the hand it completes, what it builds, and denies."""
    table, half = rules.table, count_moves // 2
    own, their = np.zeros(MOST_LINES, np.int64), np.zeros(MOST_LINES, np.int64)
    for line in range(MOST_LINES):
        place = LINES + 3 * line
        a, b, c = state[CELLS + table[place]], state[CELLS + table[place + 1]], state[CELLS + table[place + 2]]
        if a | b | c:
            own[line], their[line] = _worth(a, b, c, hand), _worth(a, b, c, others)
    for i in range(half):
        square = moves[i]
        fitting = table[FITTING + (state[SPAN] | table[SPANS + square])]
        built = helped = 0
        for line in range(MOST_LINES):
            if fitting >> line & 1:
                built += own[line]
                helped += their[line]
        lying = _lying_without(rules, state, square)
        for source in range(2):
            tile = state[TOPS + (rules.seats if source else state[SEAT])]
            place, made, builds, helps = state[LISTED] + CROSSING * square, lying, built, helped
            while table[place] >= 0:
                line = table[place]
                if fitting >> line & 1:
                    b, c = state[CELLS + table[place + 1]], state[CELLS + table[place + 2]]
                    builds += _worth(tile, b, c, hand) - own[line]
                    helps += _worth(tile, b, c, others) - their[line]
                    made |= tile & b & c
                place += 3
            row = i + source * half
            looks[row, 0], looks[row, 1], looks[row, 2] = count(made & hand), builds, -helps


@jit
def _lying_without(rules: Rules, state: Array, square: int) -> int:
    """The features of all lines that lie and do not go through this square."""
    if count(state[OCCUPIED]) < FIELD:
        return int(state[IN_LINE])
    table, lying = rules.table, 0
    for line in range(MOST_LINES):
        place = LINES + 3 * line
        a, b, c = table[place], table[place + 1], table[place + 2]
        if a != square and b != square and c != square:
            lying |= state[CELLS + a] & state[CELLS + b] & state[CELLS + c]
    return lying


@jit
def rate(rules: Rules, state: Array, moves: Array, count: int, ratings: NDArray[np.float64]) -> None:
    if state[ASKED] >= 0:
        for i in range(count):
            ratings[i] = 0.0 if i == count - 1 else HOLD
        return
    looks, seat = np.empty((count, 3), np.int64), state[SEAT]
    look(rules, state, state[HANDS + seat], rivals(rules, state, seat), moves, count, looks)
    for i in range(count):
        ratings[i] = COMPLETED * looks[i, 0] + BUILT * looks[i, 1] + DENIED * looks[i, 2]


@jit
def explain_lay(
    rules: Rules, state: Array, hands: Array, others: Array, move: int, certain: NDArray[np.float64]
) -> None:
    """Adds how likely the seat would have laid this tile so with each of these hands (see `players`).

    `others` are, for each hand, the cards that such a seat would hold possible in the other hands.
    """
    moves, looks = np.empty(2 * SQUARES, np.int64), np.empty((2 * SQUARES, 3), np.int64)
    listed, chosen = legal(rules, state, moves), 0
    while moves[chosen] != move:
        chosen += 1
    for i in range(len(hands)):
        look(rules, state, hands[i], others[i], moves, listed, looks)
        explain(looks, listed, chosen, COMPLETED, BUILT, DENIED, certain[i])


# To the end


@jit
def finish(rules: Rules, state: Array, rng: Rng) -> None:
    """Plays on: what completes most cards of the seat is laid, else what fits its cards best of a few; all is shown."""
    show_all(rules, state)
    while state[WINNERS] == 0:
        seat, squares = state[SEAT], targets(rules, state)
        best = _completing(rules, state, squares)
        if best < 0:
            best = _leaning(rules, state, squares, rng)
        step(rules, state, rules.seats if best & 1 else seat, best >> 1, rng)


@inlined
def _completing(rules: Rules, state: Array, squares: int) -> int:
    """The way to lay a tile that completes most cards: twice the square, and one for the draw pile; -1 if none does."""
    seat = state[SEAT]
    hand = state[HANDS + seat]
    own, drawn = state[TOPS + seat] & hand, state[TOPS + rules.seats] & hand
    best, most = -1, 0
    if own | drawn:
        while squares:
            square = lowest(squares)
            squares &= squares - 1
            wanted = pairs(rules, state, square)
            if count(wanted & own) > most:
                best, most = 2 * square, count(wanted & own)
            if count(wanted & drawn) > most:
                best, most = 2 * square + 1, count(wanted & drawn)
    return best


@inlined
def _leaning(rules: Rules, state: Array, squares: int, rng: Rng) -> int:
    """The best of some ways drawn at random, by what it puts next to its like and what it covers."""
    table, seat = rules.table, state[SEAT]
    hand, ways = state[HANDS + seat], 2 * count(squares)
    best, most = 0, -1000
    for _ in range(TRIES):
        drawn = below(rng, ways)
        square = nth(squares, drawn >> 1)
        tile = state[TOPS + (rules.seats if drawn & 1 else seat)] & hand
        covered = state[CELLS + square] & hand
        place, lean = state[LISTED] + CROSSING * square, 0
        while table[place] >= 0:
            beside = state[CELLS + table[place + 1]] | state[CELLS + table[place + 2]]
            lean += count(tile & beside) - count(covered & beside)
            place += 3
        if lean > most:
            best, most = square << 1 | drawn & 1, lean
    return best
