"""Djeco's Tic Tac Toe: the moves there are, listed, counted, and drawn by their number."""

from __future__ import annotations

from rowdy.search.kernels.bits import count, lowest, nth
from rowdy.search.kernels.chance import Rng, below
from rowdy.search.kernels.djeco_state import (
    END,
    GOES_ON,
    GREENS,
    HELD,
    LYING,
    MOST_SQUARES,
    NUMBERS,
    PASSES,
    ROOM,
    SEAT,
    STACKS,
    TOPS,
    Array,
    Rules,
)
from rowdy.search.kernels.jit import inlined, jit


@inlined
def step_of(rules: Rules, way: int) -> int:
    """How far apart neighbours in one of the four directions are numbered."""
    return 1 if way == 0 else rules.width if way == 1 else rules.width + 1 if way == 2 else rules.width - 1


@inlined
def lines_from(rules: Rules, mask: int, step: int) -> int:
    """Where in a set, which fits into one field, a line starts that goes on by this step.

    A line cannot run over the edge of the lattice into the next row: no field is so wide.
    """
    return mask & mask >> step & (mask >> 2 * step | rules.short)


@jit
def count_lines(rules: Rules, mask: int) -> int:
    """How many lines are wholly in a set that fits into one field."""
    width = rules.width
    straight = lines_from(rules, mask, 1) | lines_from(rules, mask, width) << 32
    slanted = lines_from(rules, mask, width + 1) | lines_from(rules, mask, width - 1) << 32
    return count(straight) + count(slanted)


# Listed


@jit
def legal(rules: Rules, state: Array, moves: Array) -> int:
    if state[END] != GOES_ON:
        return 0
    occupied = state[TOPS] | state[TOPS + 1]
    free, listed = state[ROOM] & ~occupied, 0
    held = state[HELD + (state[SEAT] ^ state[PASSES])]
    while held:
        card = lowest(held)
        held &= held - 1
        if card < 2 * rules.numbers:
            number = card if card < rules.numbers else card - rules.numbers
            where = free | state[NUMBERS + number]
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
def _list_yellows(rules: Rules, state: Array, occupied: int, moves: Array, listed: int) -> int:
    while occupied:
        square = lowest(occupied)
        occupied &= occupied - 1
        for height in range(min(rules.heights, state[STACKS + square] & 255)):
            moves[listed] = rules.first_yellow + square * rules.heights + height
            listed += 1
    return listed


@inlined
def _list_greens(rules: Rules, occupied: int, moves: Array, listed: int) -> int:
    for way in range(4):
        starts = lines_from(rules, occupied, step_of(rules, way))
        while starts:
            moves[listed] = rules.first_green + rules.table[GREENS + MOST_SQUARES * way + lowest(starts)]
            starts &= starts - 1
            listed += 1
    return listed


# By their number


@inlined
def _count_moves(rules: Rules, state: Array) -> int:
    """How many moves there are, a pass not counted."""
    held, occupied = state[HELD + (state[SEAT] ^ state[PASSES])], state[TOPS] | state[TOPS + 1]
    cards = held & (1 << 2 * rules.numbers) - 1
    total = count(cards) * count(state[ROOM] & ~occupied)
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        total += count(state[NUMBERS + (card if card < rules.numbers else card - rules.numbers)])
    removal = held >> 2 * rules.numbers
    if removal & 1:
        total += state[LYING] if rules.some else count(occupied)
    if removal & 2:
        total += count_lines(rules, occupied)
    return total


@inlined
def _nth_move(rules: Rules, state: Array, n: int) -> int:
    """The move of this number, in an order of its own; there must be so many."""
    held, occupied = state[HELD + (state[SEAT] ^ state[PASSES])], state[TOPS] | state[TOPS + 1]
    cards, free = held & (1 << 2 * rules.numbers) - 1, state[ROOM] & ~occupied
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        where = free | state[NUMBERS + (card if card < rules.numbers else card - rules.numbers)]
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
def random_move(rules: Rules, state: Array, rng: Rng) -> int:
    """Any legal move, each as likely as the next."""
    there = _count_moves(rules, state)
    return _nth_move(rules, state, below(rng, there)) if there else rules.passing


@jit
def nth_move(rules: Rules, state: Array, n: int) -> int:
    """The legal move of this number, in the order in which `random_move` counts them; -1 if there are not so many."""
    there = _count_moves(rules, state)
    if there == 0 and n == 0:
        return rules.passing
    return _nth_move(rules, state, n) if n < there else -1


@jit
def _nth_yellow(rules: Rules, state: Array, occupied: int, n: int) -> int:
    """The yellow move of this number, among all that there can be."""
    if not rules.some:
        return nth(occupied, n)
    square, height = lowest(occupied), state[STACKS + lowest(occupied)] & 255
    while n >= height:
        n -= height
        occupied &= occupied - 1
        square, height = lowest(occupied), state[STACKS + lowest(occupied)] & 255
    return square * rules.heights + n


@jit
def _nth_green(rules: Rules, occupied: int, n: int) -> int:
    """The filled line of this number, among all lines."""
    for way in range(4):
        starts = lines_from(rules, occupied, step_of(rules, way))
        here = count(starts)
        if n < here:
            return int(rules.table[GREENS + MOST_SQUARES * way + nth(starts, n)])
        n -= here
    return 0
