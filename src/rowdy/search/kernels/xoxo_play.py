"""XOXO in compiled code: makes moves, opens windows and ends the game by the rules."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rowdy.search.kernels.bits import count, lowest, nth, shifted
from rowdy.search.kernels.chance import Rng, below
from rowdy.search.kernels.games import OVER
from rowdy.search.kernels.jit import inlined, jit
from rowdy.search.kernels.xoxo_state import (
    ANSWERED,
    ANSWERS,
    ASKED,
    CARD_BITS,
    CELLS,
    CHOICE_IDS,
    CHOICES,
    CROSSING,
    DECK,
    DISPLAY_LINES,
    DRAW_MOVE,
    HANDS,
    IN_LINE,
    LAST,
    LEFT,
    LINE,
    LISTED,
    NONE,
    OCCUPIED,
    PENDING,
    ROOM,
    SEAT,
    SHIFTS,
    SHOW_MOVE,
    SHOWN,
    SIZES,
    SPAN,
    SPANS,
    SQUARES,
    THROUGH,
    TOPS,
    USED_UP,
    WINNERS,
    Array,
    XoxoRules,
)

MOVE_BITS = SHOW_MOVE.bit_length() + 1
CARDS_SHOWN = (1 << MOVE_BITS) - 1
"""The lowest `MOVE_BITS` of a public event are the move's dense id plus one, or this if cards were shown."""


@inlined
def targets(rules: XoxoRules, state: Array) -> int:
    """The squares on which a tile may be laid now."""
    occupied, room = int(state[OCCUPIED]), int(rules.table[ROOM + state[SPAN]])
    if occupied == 0:
        return room
    empty = room & ~occupied
    if empty == 0:  # the display is full
        return int(occupied & ~(1 << state[LAST]))
    around = 0
    for shift, squares in SHIFTS:
        around |= shifted(occupied & squares, shift)
    return empty & around


@jit
def actor(rules: XoxoRules, state: Array) -> int:
    if state[WINNERS]:
        return OVER
    return int(state[ASKED] if state[ASKED] >= 0 else state[SEAT])


@jit
def legal(rules: XoxoRules, state: Array, moves: Array) -> int:
    found = 0
    if state[ASKED] >= 0:
        able = state[HANDS + state[ASKED]] & state[IN_LINE]
        chosen = 0
        while True:  # every subset
            moves[found] = rules.table[CHOICE_IDS + chosen]
            found += 1
            if chosen == able:
                return found
            chosen = chosen - able & able
    squares = targets(rules, state)
    while squares:
        moves[found] = lowest(squares)
        squares &= squares - 1
        found += 1
    for i in range(found):
        moves[found + i] = moves[i] + DRAW_MOVE
    return 2 * found


@inlined
def lay(rules: XoxoRules, state: Array, pile: int, square: int) -> None:
    """Lays the top of a pile on a square; the pile's next tile is then pending, if there is one."""
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
        state[IN_LINE] = in_line(state)
    else:
        state[OCCUPIED] |= 1 << square
        state[SPAN] |= rules.table[SPANS + square]
        state[IN_LINE] |= tile & pairs(rules, state, square)
        if state[OCCUPIED] == rules.table[ROOM + state[SPAN]]:
            state[LISTED] = THROUGH + CROSSING * SQUARES * (1 + lowest(state[OCCUPIED]))


@inlined
def pairs(rules: XoxoRules, state: Array, square: int) -> int:
    """The features that would make a line if a tile with them lay on the square."""
    table, place, found = rules.table, state[LISTED] + CROSSING * square, 0
    while table[place] >= 0:
        found |= state[CELLS + table[place + 1]] & state[CELLS + table[place + 2]]
        place += LINE
    return found


@inlined
def in_line(state: Array) -> int:
    """The features that all tiles of some line of the full display share."""
    corner, found = CELLS + lowest(state[OCCUPIED]), 0
    for a, b, c in DISPLAY_LINES:
        found |= state[corner + a] & state[corner + b] & state[corner + c]
    return found


@inlined
def _show(state: Array, place: int) -> int:
    """Turns up the tile at this place of the deck on the pending pile; returns it."""
    tile = int(state[DECK + place])
    state[LEFT] -= 1
    state[DECK + place] = state[DECK + state[LEFT]]
    state[DECK + state[LEFT]] = 0
    state[TOPS + state[PENDING]] = tile
    state[PENDING] = NONE
    return tile


@jit
def resolve(rules: XoxoRules, state: Array, tile: int) -> None:
    """Turns up this tile, which must be in the deck, on the pending pile."""
    for place in range(state[LEFT]):
        if state[DECK + place] == tile:
            _show(state, place)
            _open_window(rules, state)
            return


@inlined
def _open_window(rules: XoxoRules, state: Array) -> None:
    """Opens a window after a tile and asks the first seat that could show a card."""
    if rules.last_window or not state[USED_UP]:
        _ask(rules, state)
    else:
        _count_cards(rules, state)


@inlined
def _ask(rules: XoxoRules, state: Array) -> int:
    """Asks the next seat that can show a card; if all have answered, closes the window and returns what was shown."""
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
def _ask_again(rules: XoxoRules, state: Array) -> None:
    """Opens another window after one in which cards were shown, or ends the turn if nobody can show another."""
    for seat in range(rules.seats):
        if state[HANDS + seat] & state[IN_LINE]:
            state[ASKED] = seat
            return
    _next_turn(rules, state)


@inlined
def _turn_up(rules: XoxoRules, state: Array) -> int:
    """Turns up the cards that the seats have answered with; returns them as one number."""
    shown = 0
    for seat in range(rules.seats):
        answer = state[ANSWERS + seat]
        shown = shown << CARD_BITS | answer
        state[HANDS + seat] ^= answer
        state[SHOWN + seat] |= answer
        state[ANSWERS + seat] = 0
        if state[HANDS + seat] == 0:
            state[WINNERS] |= 1 << seat
    state[ANSWERED] = 0
    return shown


@inlined
def _next_turn(rules: XoxoRules, state: Array) -> None:
    if state[USED_UP]:
        _count_cards(rules, state)
    else:
        state[SEAT] = state[SEAT] + 1 if state[SEAT] + 1 < rules.seats else 0


@inlined
def _count_cards(rules: XoxoRules, state: Array) -> None:
    """Ends the game after a pile is used up: most shown cards win; of equals, the first after the seat that laid."""
    most = -1
    for i in range(rules.seats):
        seat = (state[SEAT] + 1 + i) % rules.seats
        shown = count(state[SHOWN + seat])
        if shown > most:
            most = shown
            state[WINNERS] = 1 << seat


@jit
def apply(rules: XoxoRules, state: Array, move: int) -> int:
    """Makes a move without the chance after it; returns the cards that became public as one number."""
    if move >= SHOW_MOVE:
        state[ANSWERS + state[ASKED]] = rules.table[CHOICES + move - SHOW_MOVE]
        state[ANSWERED] |= 1 << state[ASKED]
        return _ask(rules, state)
    if move >= DRAW_MOVE:
        lay(rules, state, rules.seats, move - DRAW_MOVE)
    else:
        lay(rules, state, state[SEAT], move)
    if state[PENDING] == NONE:
        _open_window(rules, state)
    return 0


@jit
def play(rules: XoxoRules, state: Array, move: int, rng: Rng) -> int:
    public = apply(rules, state, move)
    if move >= SHOW_MOVE:
        return public << MOVE_BITS | CARDS_SHOWN if public else 0
    if state[PENDING] == NONE:
        return move + 1
    tile = _show(state, below(rng, state[LEFT]))
    _open_window(rules, state)
    return tile << MOVE_BITS | move + 1


@jit
def private_key(rules: XoxoRules, state: Array, root: int) -> int:
    asked = state[ASKED]
    return int(state[HANDS + asked] << 1 | 1 if asked >= 0 else state[HANDS + state[SEAT]] << 1)


@jit
def result(rules: XoxoRules, state: Array, shares: NDArray[np.float64]) -> None:
    winners = count(state[WINNERS])
    for seat in range(rules.seats):
        shares[seat] = 1.0 / winners if state[WINNERS] >> seat & 1 else 0.0


@jit
def determinise(rules: XoxoRules, state: Array, world: Array) -> None:
    """Fills the hands from a world, which has the hand of each seat."""
    for seat in range(rules.seats):
        state[HANDS + seat] = world[seat]


@inlined
def show_all(rules: XoxoRules, state: Array) -> None:
    """Lets all seats show every card they can, in this window and in those that follow from it."""
    while state[ASKED] >= 0:
        for seat in range(rules.seats):
            if not state[ANSWERED] >> seat & 1:
                state[ANSWERS + seat] = state[HANDS + seat] & state[IN_LINE]
                state[ANSWERED] |= 1 << seat
        _ask(rules, state)


@inlined
def step(rules: XoxoRules, state: Array, pile: int, square: int, rng: Rng) -> None:
    """Lays a tile, turns up the next one at random, and shows all cards that can be shown."""
    lay(rules, state, pile, square)
    if state[PENDING] != NONE:
        _show(state, below(rng, state[LEFT]))
    _open_window(rules, state)
    show_all(rules, state)


@jit
def random_playout(rules: XoxoRules, state: Array, rng: Rng) -> int:
    """Plays to the end by uniformly random tiles, with all cards shown at once; returns the number of tiles."""
    steps = 0
    show_all(rules, state)
    while state[WINNERS] == 0:
        squares = targets(rules, state)
        chosen = below(rng, 2 * count(squares))
        pile = rules.seats if chosen & 1 else state[SEAT]
        step(rules, state, pile, nth(squares, chosen >> 1), rng)
        steps += 1
    return steps
