"""Djeco's Tic Tac Toe at first sight: how good moves look, and quick play to the end that is not quite thoughtless."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rowdy.search.kernels.bits import count, lowest, nth
from rowdy.search.kernels.chance import Rng, below
from rowdy.search.kernels.djeco_moves import count_lines, lines_from, random_move, step_of
from rowdy.search.kernels.djeco_play import apply, deal
from rowdy.search.kernels.djeco_state import (
    BOXES,
    DECK,
    DISCARD,
    END,
    GOES_ON,
    GREENS,
    HELD,
    LINES,
    MOST_SQUARES,
    NUMBERS,
    PASSES,
    PLAYED,
    ROOM,
    SEAT,
    SQUARES,
    STACKS,
    STARTS,
    TOKENS,
    TOPS,
    UNTOUCHED,
    USED,
    Array,
    Rules,
)
from rowdy.search.kernels.jit import inlined, jit

_ONES, _TOP = np.uint64(0x0101010101010101), np.uint64(56)

COMPLETED, BUILT, DENIED, FEATURES = range(4)
"""What is told of a move: the same as by `greedy`."""
Looks = tuple[int, int, int]
SURE = 100
"""As many lines a move completes that wins; one that loses, so many less than none."""
A_LINE, A_BUILT, A_DENIED, A_WIN = 3.0, 0.15, 0.1, 12.0
"""What these add to the logarithm of a move's odds."""

NEITHER = 2
"""The colour that an empty square shows."""

LINE, OWN_LINES, OTHER_LINES, LUCK = 200, 8, 6, 20
"""What counts for `finish`: a token, what the lines of both are worth, and luck up to less than this."""
LAY_OWN, LAY_OTHER, CLEAR, UNCOVER, CLEAR_LINE = range(5)
"""How `finish` may move."""
NOTHING = -(1 << 40)
"""Worse than any move."""
WHOLE = 0x0808080808080808
"""The bits that tell whole lines among numbers of squares, squared: nine has them, four and one have not."""

# How good moves look


@inlined
def _worth_along(rules: Rules, own: int, other: int, room: int, starts: int, step: int) -> int:
    """For the lines in one direction that fit into the room and hold nothing of the other: the squares of how many
    own squares each has. A square is the number itself and twice the number of pairs, and those can be counted.
    """
    fit = room & ~other
    first = starts & fit & fit >> step & (fit >> 2 * step | rules.short)
    a, b, c = own & first, own >> step & first, own >> 2 * step & first & ~rules.short
    return count(a) + count(b) + count(c) + 2 * (count(a & b) + count(a & c) + count(b & c))


@jit
def _worth_anywhere(rules: Rules, own: int, other: int, room: int) -> int:
    """What the lines of a colour are worth that may still be made, while the field has no place yet."""
    total = 0
    for way in range(4):
        total += _worth_along(rules, own, other, room, rules.table[STARTS + way], step_of(rules, way))
    return total


@inlined
def _in_field(mask: int, corner: int) -> int:
    """A set within the field of this lowest square, as one of the nine squares of a field."""
    mask >>= corner
    return mask & 7 | mask >> 2 & 56 | mask >> 4 & 448


@inlined
def _sum_bytes(x: int) -> int:
    return np.int64(np.uint64(x) * _ONES >> _TOP)  # type: ignore[return-value]  # a number of the compiler's kind


@inlined
def _worth(rules: Rules, red: int, blue: int, room: int) -> tuple[int, int]:
    """What the lines of each colour are worth that may still be made."""
    corner, table = lowest(room), rules.table
    if room >> corner == rules.window:
        red, blue = _in_field(red, corner), _in_field(blue, corner)
        return (
            _sum_bytes(table[SQUARES + red] & table[UNTOUCHED + blue]),
            _sum_bytes(table[SQUARES + blue] & table[UNTOUCHED + red]),
        )
    return _worth_anywhere(rules, red, blue, room), _worth_anywhere(rules, blue, red, room)


@inlined
def _earned(rules: Rules, state: Array, red: int, blue: int, red_lines: int, blue_lines: int) -> tuple[int, int]:
    """The tokens that each earns if these tops come to lie after so many lines; only one colour can gain a square."""
    is_red = red & ~state[TOPS] != 0
    if not is_red and blue & ~state[TOPS + 1] == 0:
        return 0, 0
    lines = count_lines(rules, red if is_red else blue) - (red_lines if is_red else blue_lines)
    lines = min(lines, 1 if rules.one else lines, rules.tokens - state[TOKENS] - state[TOKENS + 1])
    return (lines, 0) if is_red else (0, lines)


@inlined
def _judge(rules: Rules, state: Array, red: int, blue: int, room: int, earned: tuple[int, int], over: bool) -> Looks:
    """The features of a move after which these tops lie; `over` tells that the game ends with it in any case."""
    seat, first, second = state[SEAT] ^ state[PASSES], state[TOKENS] + earned[0], state[TOKENS + 1] + earned[1]
    over = over or first + second == rules.tokens or (max(first, second) >= rules.target and abs(first - second) >= 2)
    if over and first != second:
        return (SURE if (second > first) == seat else -SURE), 0, 0
    net = earned[0] - earned[1]
    red, blue = _worth(rules, red, blue, room)
    return (-net, blue, -red) if seat else (net, red, -blue)


@inlined
def _tops_after(rules: Rules, state: Array, move: int) -> tuple[int, int, int]:
    """What lies on top after a move, red and blue, and the room there is then."""
    red, blue, room, shown = state[TOPS], state[TOPS + 1], state[ROOM], NEITHER
    if move < rules.first_yellow:
        square, shown = move % rules.squares, 1 if move >= rules.numbers * rules.squares else 0
        changed, box = 1 << square, rules.table[BOXES + square]
        room = room & box if state[USED] else box
    elif move < rules.first_green:
        place = move - rules.first_yellow
        changed, stack = 1 << place // rules.heights, state[STACKS + place // rules.heights]
        left = (stack & 255) - place % rules.heights - 1 if rules.some else 0
        shown = stack >> 15 + left & 1 if left else NEITHER
    else:
        changed = rules.table[LINES + move - rules.first_green] if move < rules.passing else 0
    red, blue = red & ~changed, blue & ~changed
    return red | changed if shown == 0 else red, blue | changed if shown == 1 else blue, room


@jit
def features(rules: Rules, state: Array, moves: Array, listed: int, found: Array) -> None:
    """What `greedy` sees in each of the moves, from what the actor knows."""
    known, where = 0, np.empty(2 * MOST_SQUARES, np.int64)
    red_lines, blue_lines = count_lines(rules, state[TOPS]), count_lines(rules, state[TOPS + 1])
    last = rules.recycle and state[PLAYED] + 1 >= rules.max_turns
    blocked = state[PASSES] == 1 and state[DECK] + state[DISCARD] == 0
    for m in range(listed):
        move = moves[m]
        if move < rules.first_yellow:  # the number on a card does not matter
            kind = move % rules.squares + (MOST_SQUARES if move >= rules.numbers * rules.squares else 0)
            if known >> kind & 1:
                same = where[kind]
                found[m, COMPLETED], found[m, BUILT] = found[same, COMPLETED], found[same, BUILT]
                found[m, DENIED] = found[same, DENIED]
                continue
            known, where[kind] = known | 1 << kind, m
        red, blue, room = _tops_after(rules, state, move)
        earned = _earned(rules, state, red, blue, red_lines, blue_lines)
        looks = _judge(rules, state, red, blue, room, earned, blocked if move == rules.passing else last)
        found[m, COMPLETED], found[m, BUILT], found[m, DENIED] = looks


@jit
def rate(rules: Rules, state: Array, moves: Array, listed: int, ratings: NDArray[np.float64]) -> None:
    found = np.empty((listed, FEATURES), np.int64)
    features(rules, state, moves, listed, found)
    for m in range(listed):
        if found[m, COMPLETED] == SURE or found[m, COMPLETED] == -SURE:
            ratings[m] = A_WIN if found[m, COMPLETED] > 0 else -A_WIN
        else:
            ratings[m] = A_LINE * found[m, COMPLETED] + A_BUILT * found[m, BUILT] + A_DENIED * found[m, DENIED]


# To the end


@jit
def finish(rules: Rules, state: Array, rng: Rng) -> None:
    """About as well as `greedy`, at hardly more than the cost of random moves; on smaller fields these must do."""
    deal(state, rng)
    while state[END] == GOES_ON:
        if rules.window >= 0:
            apply(rules, state, good_move(rules, state, rng))
        else:
            apply(rules, state, random_move(rules, state, rng))
        deal(state, rng)


@jit
def good_move(rules: Rules, state: Array, rng: Rng) -> int:
    """One of the best moves in a field that holds all tops, though others may do so too."""
    seat, numbers, corner = state[SEAT] ^ state[PASSES], rules.numbers, lowest(state[ROOM])
    occupied, held = state[TOPS] | state[TOPS + 1], state[HELD + seat]
    free = state[ROOM] & ~occupied
    own, other = _in_field(state[TOPS + seat], corner), _in_field(state[TOPS + 1 - seat], corner)
    best = NOTHING
    for how in range(2):
        cards = held >> numbers * (seat ^ how) & (1 << numbers) - 1
        if cards:
            where = _in_field(_reach(state, cards, free), corner)
            best = max(best, _best_square(rules.table, own, other, where, how, rng))
    if held >> 2 * numbers & 1:
        best = max(best, _best_square(rules.table, own, other, own | other, CLEAR, rng))
        if rules.some:
            where = _in_field(_covered(state, seat), corner)
            best = max(best, _best_square(rules.table, own, other, where, UNCOVER, rng))
    if held >> 2 * numbers & 2:
        best = max(best, _best_line(rules, own, other, occupied, corner, rng))
    return rules.passing if best == NOTHING else _as_move(rules, state, seat, corner, best & 4095, rng)


@inlined
def _as_move(rules: Rules, state: Array, seat: int, corner: int, chosen: int, rng: Rng) -> int:
    """The number of the move that was chosen; any card that can go on an empty square will do there."""
    how, bit = chosen >> 9, chosen & 511
    if how == CLEAR_LINE:
        return rules.first_green + bit
    square = corner + lowest(bit) + (rules.width - 3) * (lowest(bit) // 3)
    stack = int(state[STACKS + square])
    if how in (CLEAR, UNCOVER):
        taken = _height_above(stack, seat) if how == UNCOVER else stack & 255 if rules.some else 1
        return rules.first_yellow + square * rules.heights + taken - 1
    colour = seat ^ how
    cards = int(state[HELD + seat]) >> rules.numbers * colour & (1 << rules.numbers) - 1
    number = stack >> 8 & 255 if stack else nth(cards, below(rng, count(cards)))
    return (colour * rules.numbers + number) * rules.squares + square


@inlined
def _reach(state: Array, cards: int, free: int) -> int:
    """The squares on which one of these cards of a colour may go."""
    while cards:
        free |= state[NUMBERS + lowest(cards)]
        cards &= cards - 1
    return free


@inlined
def _height_above(stack: int, colour: int) -> int:
    """How many cards lie on the highest one of a colour; all there are if it has none."""
    height, colours, above = stack & 255, stack >> 16, 0
    while above < height and colours >> height - 1 - above & 1 != colour:
        above += 1
    return above


@jit
def _covered(state: Array, colour: int) -> int:
    """The squares where a colour lies under the other."""
    found, other = 0, state[TOPS + 1 - colour]
    while other:
        stack = state[STACKS + lowest(other)]
        if _height_above(stack, colour) < stack & 255:
            found |= other & -other
        other &= other - 1
    return found


@inlined
def _value(table: Array, own: int, other: int, my_lines: int, their_lines: int, rng: Rng) -> int:
    """How good it is to have these squares in a field, after so many lines, with some luck."""
    mine, theirs = table[SQUARES + own], table[SQUARES + other]
    lines = max(0, count(mine & WHOLE) - my_lines) - max(0, count(theirs & WHOLE) - their_lines)
    built, denied = _sum_bytes(mine & table[UNTOUCHED + other]), _sum_bytes(theirs & table[UNTOUCHED + own])
    return LINE * lines + OWN_LINES * built - OTHER_LINES * denied + below(rng, LUCK)


@jit
def _best_square(table: Array, own: int, other: int, where: int, how: int, rng: Rng) -> int:
    """The best of these squares to do something on: its value, how, and the square as a bit."""
    my_lines, their_lines, best = count(table[SQUARES + own] & WHOLE), count(table[SQUARES + other] & WHOLE), NOTHING
    while where:
        bit = where & -where
        where ^= bit
        mine = own | bit if how in (LAY_OWN, UNCOVER) else own & ~bit
        theirs = other | bit if how == LAY_OTHER else other & ~bit
        best = max(best, _value(table, mine, theirs, my_lines, their_lines, rng) << 12 | how << 9 | bit)
    return best


@jit
def _best_line(rules: Rules, own: int, other: int, occupied: int, corner: int, rng: Rng) -> int:
    """The best line to clear: its value, how, and the number of the line."""
    best = NOTHING
    for way in range(4):
        starts = lines_from(rules, occupied, step_of(rules, way))
        while starts:
            number = rules.table[GREENS + MOST_SQUARES * way + lowest(starts)]
            starts &= starts - 1
            line = _in_field(rules.table[LINES + number], corner)
            value = _value(rules.table, own & ~line, other & ~line, 8, 8, rng)
            best = max(best, value << 12 | CLEAR_LINE << 9 | number)
    return best
