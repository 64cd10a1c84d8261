"""XOXO played in compiled code: all that the rules say of a turn."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rowdy.search.kernels.bits import count, lowest, nth
from rowdy.search.kernels.chance import Rng, below
from rowdy.search.kernels.games import OVER
from rowdy.search.kernels.jit import inlined, jit
from rowdy.search.kernels.xoxo_state import (
    ANSWERED,
    ANSWERS,
    ASKED,
    CELLS,
    CROSSING,
    DECK,
    DRAW_MOVE,
    HANDS,
    IN_LINE,
    LAST,
    LEFT,
    LISTED,
    NONE,
    OCCUPIED,
    PENDING,
    ROOM,
    SEAT,
    SHOW_MOVE,
    SHOWN,
    SIZES,
    SPAN,
    SPANS,
    SQUARES,
    THROUGH,
    TOPS,
    USED_UP,
    WIDTH,
    WINNERS,
    Array,
    Rules,
)


@inlined
def targets(rules: Rules, state: Array) -> int:
    """The squares on which a tile may be laid now."""
    occupied, room = int(state[OCCUPIED]), int(rules.table[ROOM + state[SPAN]])
    if occupied == 0:
        return room
    empty = room & ~occupied
    if empty == 0:  # a field has nine squares, so all of them are occupied
        return int(occupied & ~(1 << state[LAST]))
    left, right = 0b0111101111011110111101111, 0b1111011110111101111011110
    around = (occupied & left) << 1 | (occupied & right) >> 1 | occupied << WIDTH | occupied >> WIDTH
    return empty & around


@jit
def actor(rules: Rules, state: Array) -> int:
    if state[WINNERS]:
        return OVER
    return int(state[ASKED] if state[ASKED] >= 0 else state[SEAT])


@jit
def legal(rules: Rules, state: Array, moves: Array) -> int:
    found = 0
    if state[ASKED] >= 0:
        able = state[HANDS + state[ASKED]] & state[IN_LINE]
        chosen = 0
        while True:  # every subset
            moves[found] = SHOW_MOVE + chosen
            found += 1
            if chosen == able:
                return found
            chosen = chosen - able & able
    squares = targets(rules, state)
    for square in range(SQUARES):
        if squares >> square & 1:
            moves[found] = square
            found += 1
    for i in range(found):
        moves[found + i] = moves[i] + DRAW_MOVE
    return 2 * found


@inlined
def lay(rules: Rules, state: Array, pile: int, square: int) -> None:
    """The top of a pile goes on a square; its next tile is then pending, if there is one."""
    tile = state[TOPS + pile]
    covered = state[CELLS + square]
    state[CELLS + square] = tile
    state[TOPS + pile] = 0
    state[SIZES + pile] -= 1
    state[LAST] = square
    if state[SIZES + pile]:
        state[PENDING] = pile
    else:
        state[USED_UP] = 1
    if covered:
        state[IN_LINE] = _features(rules, state)
    else:
        state[OCCUPIED] |= 1 << square
        state[SPAN] |= rules.table[SPANS + square]
        state[IN_LINE] |= tile & pairs(rules, state, square)
        if state[OCCUPIED] == rules.table[ROOM + state[SPAN]]:
            state[LISTED] = THROUGH + CROSSING * SQUARES * (1 + lowest(state[OCCUPIED]))


@inlined
def pairs(rules: Rules, state: Array, square: int) -> int:
    """The features that would make a line if a tile with them lay on the square."""
    table, place, found = rules.table, state[LISTED] + CROSSING * square, 0
    while table[place] >= 0:
        found |= state[CELLS + table[place + 1]] & state[CELLS + table[place + 2]]
        place += 3
    return found


@inlined
def _features(rules: Rules, state: Array) -> int:
    """The features that all tiles of some line of the full display share."""
    occupied = state[OCCUPIED]
    corner = lowest(occupied)
    a, b, c = state[CELLS + corner], state[CELLS + corner + 1], state[CELLS + corner + 2]
    corner += WIDTH
    d, e, f = state[CELLS + corner], state[CELLS + corner + 1], state[CELLS + corner + 2]
    corner += WIDTH
    g, h, i = state[CELLS + corner], state[CELLS + corner + 1], state[CELLS + corner + 2]
    return int(a & b & c | d & e & f | g & h & i | a & d & g | b & e & h | c & f & i | a & e & i | c & e & g)


@inlined
def show(state: Array, place: int) -> int:
    """The tile at this place of the deck turns up on the pending pile; returns it."""
    tile = int(state[DECK + place])
    state[LEFT] -= 1
    state[DECK + place] = state[DECK + state[LEFT]]
    state[DECK + state[LEFT]] = 0
    state[TOPS + state[PENDING]] = tile
    state[PENDING] = NONE
    return tile


@inlined
def open_window(rules: Rules, state: Array) -> None:
    """After a tile: the seats that could show a card are asked, the first of them now."""
    if rules.last_window or not state[USED_UP]:
        _ask(rules, state)
    else:
        _count_cards(rules, state)


@inlined
def _ask(rules: Rules, state: Array) -> int:
    """Asks a seat that has something to show and has not answered; returns what was shown if there is none."""
    state[ASKED] = NONE
    if state[IN_LINE]:
        for seat in range(rules.seats):
            if state[HANDS + seat] & state[IN_LINE] and not state[ANSWERED] >> seat & 1:
                state[ASKED] = seat
                return 0
    shown = 0
    if state[ANSWERED]:
        shown = _turn_up(rules, state)
    if shown == 0:
        _next_turn(rules, state)
    elif state[WINNERS] == 0:
        _ask_again(rules, state)
    return shown


@inlined
def _ask_again(rules: Rules, state: Array) -> None:
    """Another window opens after one in which cards were shown; if nobody can show another, it closes at once."""
    for seat in range(rules.seats):
        if state[HANDS + seat] & state[IN_LINE]:
            state[ASKED] = seat
            return
    _next_turn(rules, state)


@inlined
def _turn_up(rules: Rules, state: Array) -> int:
    """All have answered, and their cards are turned up; returns them as one number."""
    shown = 0
    for seat in range(rules.seats):
        answer = state[ANSWERS + seat]
        shown = shown << 12 | answer
        state[HANDS + seat] ^= answer
        state[SHOWN + seat] |= answer
        state[ANSWERS + seat] = 0
        if state[HANDS + seat] == 0:
            state[WINNERS] |= 1 << seat
    state[ANSWERED] = 0
    return shown


@inlined
def _next_turn(rules: Rules, state: Array) -> None:
    if state[USED_UP]:
        _count_cards(rules, state)
    else:
        state[SEAT] = state[SEAT] + 1 if state[SEAT] + 1 < rules.seats else 0


@inlined
def _count_cards(rules: Rules, state: Array) -> None:
    """A pile is used up: most cards shown wins, the first after the seat that did it among equals."""
    most = -1
    for i in range(rules.seats):
        seat = (state[SEAT] + 1 + i) % rules.seats
        shown = count(state[SHOWN + seat])
        if shown > most:
            most = shown
            state[WINNERS] = 1 << seat


@jit
def apply(rules: Rules, state: Array, move: int) -> int:
    """Makes a move, but for what chance shows after it; returns what cards became public."""
    if move >= SHOW_MOVE:
        state[ANSWERS + state[ASKED]] = move - SHOW_MOVE
        state[ANSWERED] |= 1 << state[ASKED]
        return _ask(rules, state)
    if move >= DRAW_MOVE:
        lay(rules, state, rules.seats, move - DRAW_MOVE)
    else:
        lay(rules, state, state[SEAT], move)
    if state[PENDING] == NONE:
        open_window(rules, state)
    return 0


@jit
def play(rules: Rules, state: Array, move: int, rng: Rng) -> int:
    public = apply(rules, state, move)
    if move >= SHOW_MOVE:
        return public << 7 | 127 if public else 0
    if state[PENDING] == NONE:
        return move + 1
    tile = show(state, below(rng, state[LEFT]))
    open_window(rules, state)
    return tile << 7 | move + 1


@jit
def private(rules: Rules, state: Array, root: int) -> int:
    asked = state[ASKED]
    return int(state[HANDS + asked] << 1 | 1 if asked >= 0 else state[HANDS + state[SEAT]] << 1)


@jit
def result(rules: Rules, state: Array, shares: NDArray[np.float64]) -> None:
    winners = count(state[WINNERS])
    for seat in range(rules.seats):
        shares[seat] = 1.0 / winners if state[WINNERS] >> seat & 1 else 0.0


@jit
def settle(rules: Rules, state: Array, world: Array) -> None:
    """The world is the hand of each seat."""
    for seat in range(rules.seats):
        state[HANDS + seat] = world[seat]


@inlined
def show_all(rules: Rules, state: Array) -> None:
    """All seats show whatever they can, now and in every window that this opens."""
    while state[ASKED] >= 0:
        for seat in range(rules.seats):
            if not state[ANSWERED] >> seat & 1:
                state[ANSWERS + seat] = state[HANDS + seat] & state[IN_LINE]
                state[ANSWERED] |= 1 << seat
        _ask(rules, state)


@inlined
def step(rules: Rules, state: Array, pile: int, square: int, rng: Rng) -> None:
    """A tile is laid, the next one shown, and all cards that can be are shown."""
    lay(rules, state, pile, square)
    if state[PENDING] != NONE:
        show(state, below(rng, state[LEFT]))
    open_window(rules, state)
    show_all(rules, state)


@jit
def random_playout(rules: Rules, state: Array, rng: Rng) -> int:
    """Lays tiles at random until the game ends, with all cards shown at once; returns the number of tiles."""
    steps = 0
    show_all(rules, state)
    while state[WINNERS] == 0:
        squares = targets(rules, state)
        chosen = below(rng, 2 * count(squares))
        pile = rules.seats if chosen & 1 else state[SEAT]
        step(rules, state, pile, nth(squares, chosen >> 1), rng)
        steps += 1
    return steps
