"""The policy for XOXO: the features and logits of moves, how likely a player chose a move, and guided playouts."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rowdy.search.kernels.bits import count, lowest, nth
from rowdy.search.kernels.chance import Rng, below
from rowdy.search.kernels.jit import inlined, jit
from rowdy.search.kernels.move_features import BUILT, COMPLETED, DENIED, FEATURES
from rowdy.search.kernels.player_models import add_log_likelihoods
from rowdy.search.kernels.xoxo_play import in_line, legal, pairs, show_all, step, targets
from rowdy.search.kernels.xoxo_state import (
    ASKED,
    CELLS,
    CROSSING,
    FITTING,
    HANDS,
    IN_LINE,
    KIND_SETS,
    LINE,
    LINES,
    LISTED,
    MAX_LINES,
    NONE,
    SEAT,
    SHOWN,
    SPAN,
    SPANS,
    SQUARES,
    THROUGH,
    TOPS,
    WINNERS,
    Array,
    XoxoRules,
)

WEIGHTS = (4.0, 0.25, 0.05)
"""What one of each feature adds to a move's logit in a search with few simulations, which depends on its prior."""
WIDE_GROWING_WEIGHTS, WIDE_FULL_WEIGHTS = (2.0, 0.05, 0.02), (3.0, 0.1, 0.08)
"""The same with many simulations, while the display grows and once it is full: a confident but wrong prior would keep
them from finding better moves."""
GROWING_EYE, FULL_EYE = (0.0, 0.0, 0.0), (2.3, 0.03, 0.07)
"""The feature weights of the second player model, while the display grows and once it is full (see `player_models`).

They are fitted to players that search: while the display grows, their moves say nothing about their cards."""
HOLD_LOGIT = -3.0
"""The logit of every answer to a window that holds back a card; showing all that can be shown has 0."""
TRIES = 4
"""The number of random moves of which `playout` takes the best if no move completes a card."""

# How good moves look


@inlined
def _line_worth(a: int, b: int, c: int, cards: int) -> int:
    """The worth of a line of three tiles for a set of cards: for each card the count of tiles with it, squared."""
    a, b, c = a & cards, b & cards, c & cards
    return count(a) + count(b) + count(c) + 2 * (count(a & b) + count(a & c) + count(b & c))


@jit
def rival_cards(rules: XoxoRules, state: Array, seat: int) -> int:
    """The set of cards that other seats may hold, as far as this seat knows from the kinds on their backs."""
    kinds, known = 0, state[HANDS + seat]
    for other in range(rules.seats):
        known |= state[SHOWN + other]
        for kind in KIND_SETS:
            if other != seat and state[HANDS + other] & kind:
                kinds |= kind
    return int(kinds & ~known & rules.cards)


@jit
def features(
    rules: XoxoRules, state: Array, hand: int, others: int, moves: Array, count_moves: int, looks: Array
) -> None:
    """Writes the features of each way to lay a tile (see `move_features`), as `greedy` rates it, into `looks`."""
    table, half = rules.table, count_moves // 2
    own, their = np.zeros(MAX_LINES, np.int64), np.zeros(MAX_LINES, np.int64)
    begun = 0
    for line in range(MAX_LINES):
        place = LINES + LINE * line
        a, b, c = state[CELLS + table[place]], state[CELLS + table[place + 1]], state[CELLS + table[place + 2]]
        if a | b | c:
            own[line], their[line] = _line_worth(a, b, c, hand), _line_worth(a, b, c, others)
            begun |= 1 << line
    fitting, built, helped = NONE, 0, 0
    for i in range(half):
        square = moves[i]
        fit = table[FITTING + (state[SPAN] | table[SPANS + square])]
        if fit != fitting:  # it is the same for many squares once the display is wide
            fitting, rest, built, helped = fit, fit & begun, 0, 0
            while rest:
                line = lowest(rest)
                rest &= rest - 1
                built += own[line]
                helped += their[line]
        lying, wanted = _lying_without(state, square), pairs(rules, state, square)
        for source in range(2):
            tile = state[TOPS + (rules.seats if source else state[SEAT])]
            place, builds, helps = state[LISTED] + CROSSING * square, built, helped
            while table[place] >= 0:
                line = table[place]
                if fitting >> line & 1:
                    b, c = state[CELLS + table[place + 1]], state[CELLS + table[place + 2]]
                    builds += _line_worth(tile, b, c, hand) - own[line]
                    helps += _line_worth(tile, b, c, others) - their[line]
                place += LINE
            row, made = i + source * half, lying | tile & wanted
            looks[row, COMPLETED], looks[row, BUILT], looks[row, DENIED] = count(made & hand), builds, -helps


@inlined
def _lying_without(state: Array, square: int) -> int:
    """The features of all complete lines that do not go through this square."""
    covered = state[CELLS + square]
    if covered == 0:
        return int(state[IN_LINE])
    state[CELLS + square] = 0
    lying = in_line(state)
    state[CELLS + square] = covered
    return lying


@jit
def policy_logits(rules: XoxoRules, state: Array, moves: Array, count: int, logits: NDArray[np.float64]) -> None:
    if state[ASKED] >= 0:
        for i in range(count):
            logits[i] = 0.0 if i == count - 1 else HOLD_LOGIT
        return
    looks, seat = np.empty((count, FEATURES), np.int64), state[SEAT]
    features(rules, state, state[HANDS + seat], rival_cards(rules, state, seat), moves, count, looks)
    completed, built, denied = WEIGHTS
    if rules.wide:
        completed, built, denied = WIDE_GROWING_WEIGHTS if state[LISTED] == THROUGH else WIDE_FULL_WEIGHTS
    for i in range(count):
        logits[i] = completed * looks[i, COMPLETED] + built * looks[i, BUILT] + denied * looks[i, DENIED]


@jit
def add_lay_log_likelihoods(
    rules: XoxoRules, state: Array, hands: Array, others: Array, move: int, log_likelihood: NDArray[np.float64]
) -> None:
    """Adds the log-likelihoods of this move if the seat held each of these hands (see `player_models`).

    `others` has, for each hand, the cards that a seat with that hand would think possible in the other hands.
    """
    moves, looks = np.empty(2 * SQUARES, np.int64), np.empty((2 * SQUARES, FEATURES), np.int64)
    listed, chosen = legal(rules, state, moves), 0
    while moves[chosen] != move:
        chosen += 1
    completed, built, denied = GROWING_EYE if state[LISTED] == THROUGH else FULL_EYE
    for i in range(len(hands)):
        features(rules, state, hands[i], others[i], moves, listed, looks)
        add_log_likelihoods(looks, listed, chosen, completed, built, denied, log_likelihood[i])


# Playouts


@jit
def playout(rules: XoxoRules, state: Array, rng: Rng) -> None:
    """Plays to the end: each seat makes the move that completes most of its cards, or else the best of a few random
    moves, and shows all cards at once."""
    show_all(rules, state)
    while state[WINNERS] == 0:
        seat, squares = state[SEAT], targets(rules, state)
        best = _completing(rules, state, squares)
        if best < 0:
            best = _leaning(rules, state, squares, rng)
        step(rules, state, rules.seats if best & 1 else seat, best >> 1, rng)


@inlined
def _completing(rules: XoxoRules, state: Array, squares: int) -> int:
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
def _leaning(rules: XoxoRules, state: Array, squares: int, rng: Rng) -> int:
    """The best of `TRIES` random ways to lay a tile, by what it shares with adjacent tiles, minus what it covers."""
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
            place += LINE
        if lean > most:
            best, most = square << 1 | drawn & 1, lean
    return best
