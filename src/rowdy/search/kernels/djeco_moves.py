"""Djeco's Tic Tac Toe: the legal moves, listed, counted, and drawn at random."""

from __future__ import annotations

from rowdy.search.kernels.bits import count, lowest, nth
from rowdy.search.kernels.chance import Rng, below
from rowdy.search.kernels.djeco_score import count_lines, lines_from
from rowdy.search.kernels.djeco_state import (
    END,
    GOES_ON,
    GREENS,
    HELD,
    LYING,
    NUMBERS,
    PASSES,
    ROOM,
    SEAT,
    STACKS,
    TOPS,
    Array,
    DjecoRules,
)
from rowdy.search.kernels.jit import inlined, jit
from rowdy.search.kernels.sizes import MAX_SQUARES

# What may be played where


@inlined
def mover(state: Array) -> int:
    """The seat that plays: if one has passed, the other in its stead."""
    return int(state[SEAT] ^ state[PASSES])


@inlined
def occupied_squares(state: Array) -> int:
    return int(state[TOPS] | state[TOPS + 1])


@inlined
def targets(rules: DjecoRules, state: Array, card: int) -> int:
    """The squares on which a red or blue card may go: empty ones within the field, and stacks of its number."""
    number = card if card < rules.numbers else card - rules.numbers
    return int(state[ROOM] & ~occupied_squares(state) | state[NUMBERS + number])


# Listed


@jit
def legal(rules: DjecoRules, state: Array, moves: Array) -> int:
    if state[END] != GOES_ON:
        return 0
    occupied, held, listed = occupied_squares(state), state[HELD + mover(state)], 0
    while held:
        card = lowest(held)
        held &= held - 1
        if card < 2 * rules.numbers:
            where = targets(rules, state, card)
            while where:
                moves[listed] = card * rules.squares + lowest(where)
                where &= where - 1
                listed += 1
        elif card == 2 * rules.numbers:
            listed = _list_yellows(rules, state, occupied, moves, listed)
        else:
            listed = _list_greens(rules, occupied, moves, listed)
    if listed == 0:
        moves[0] = rules.passing
        return 1
    return listed


@inlined
def _list_yellows(rules: DjecoRules, state: Array, occupied: int, moves: Array, listed: int) -> int:
    while occupied:
        square = lowest(occupied)
        occupied &= occupied - 1
        for height in range(min(rules.heights, state[STACKS + square] & 255)):
            moves[listed] = rules.first_yellow + square * rules.heights + height
            listed += 1
    return listed


@inlined
def _list_greens(rules: DjecoRules, occupied: int, moves: Array, listed: int) -> int:
    for way in range(len(rules.steps)):
        starts = lines_from(rules, occupied, rules.steps[way])
        while starts:
            moves[listed] = rules.first_green + rules.table[GREENS + MAX_SQUARES * way + lowest(starts)]
            starts &= starts - 1
            listed += 1
    return listed


# By index


@inlined
def _count_moves(rules: DjecoRules, state: Array) -> int:
    """The number of moves, not counting a pass."""
    held, occupied, total = state[HELD + mover(state)], occupied_squares(state), 0
    cards = held & (1 << 2 * rules.numbers) - 1
    while cards:
        total += count(targets(rules, state, lowest(cards)))
        cards &= cards - 1
    removal = held >> 2 * rules.numbers
    if removal & 1:
        total += state[LYING] if rules.some else count(occupied)
    if removal & 2:
        total += count_lines(rules, occupied)
    return total


@inlined
def _nth_move(rules: DjecoRules, state: Array, n: int) -> int:
    """The legal move with index `n`, which must be below `_count_moves`."""
    held, occupied = state[HELD + mover(state)], occupied_squares(state)
    cards = held & (1 << 2 * rules.numbers) - 1
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        where = targets(rules, state, card)
        here = count(where)
        if n < here:
            return card * rules.squares + nth(where, n)
        n -= here
    if held >> 2 * rules.numbers & 1:
        here = state[LYING] if rules.some else count(occupied)
        if n < here:
            return rules.first_yellow + _nth_yellow(rules, state, occupied, n)
        n -= here
    return rules.first_green + _nth_green(rules, occupied, n)


@jit
def random_move(rules: DjecoRules, state: Array, rng: Rng) -> int:
    """A random legal move, uniformly."""
    there = _count_moves(rules, state)
    return _nth_move(rules, state, below(rng, there)) if there else rules.passing


@jit
def nth_move(rules: DjecoRules, state: Array, n: int) -> int:
    """The legal move with index `n`, in the order of `random_move`; -1 if there are not more than `n`."""
    there = _count_moves(rules, state)
    if there == 0 and n == 0:
        return rules.passing
    return _nth_move(rules, state, n) if n < there else -1


@jit
def _nth_yellow(rules: DjecoRules, state: Array, occupied: int, n: int) -> int:
    """The yellow move with this index among the legal ones, counted from `first_yellow`."""
    if not rules.some:
        return nth(occupied, n)
    square, height = lowest(occupied), state[STACKS + lowest(occupied)] & 255
    while n >= height:
        n -= height
        occupied &= occupied - 1
        square, height = lowest(occupied), state[STACKS + lowest(occupied)] & 255
    return square * rules.heights + n


@jit
def _nth_green(rules: DjecoRules, occupied: int, n: int) -> int:
    """The green move with this index among the legal ones, counted from `first_green`."""
    for way in range(len(rules.steps)):
        starts = lines_from(rules, occupied, rules.steps[way])
        here = count(starts)
        if n < here:
            return int(rules.table[GREENS + MAX_SQUARES * way + nth(starts, n)])
        n -= here
    return 0
