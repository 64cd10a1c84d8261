"""The policy for Djeco's Tic Tac Toe: the features and logits of moves, and guided playouts."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rowdy.search.kernels.bits import count, lowest, nth
from rowdy.search.kernels.chance import Rng, below
from rowdy.search.kernels.djeco_moves import mover, occupied_squares, random_move
from rowdy.search.kernels.djeco_play import apply, deal, room_with
from rowdy.search.kernels.djeco_score import (
    count_lines,
    end_with,
    last_pass,
    last_turn,
    lines_from,
    scorer,
    tokens_for,
)
from rowdy.search.kernels.djeco_state import (
    DRAWN,
    END,
    FIELD,
    FIRST_WINS,
    GOES_ON,
    GREENS,
    HELD,
    LINES,
    NUMBERS,
    ROOM,
    SQUARES,
    STACKS,
    STARTS,
    TOKENS,
    TOPS,
    UNTOUCHED,
    WHOLE,
    Array,
    DjecoRules,
)
from rowdy.search.kernels.jit import inlined, jit
from rowdy.search.kernels.move_features import BUILT, COMPLETED, DECIDED, DENIED, FEATURES, logits_of
from rowdy.search.kernels.sizes import DJECO_DISPLAY, MAX_SQUARES

_ONES, _TOP = np.uint64(0x0101010101010101), np.uint64(56)

MoveFeatures = tuple[int, int, int]
"""The features of a move: what it completes, builds and denies (see `move_features`)."""

NEITHER = 2
"""The colour that an empty square shows."""

LINE_WEIGHT, OWN_WORTH_WEIGHT, OTHER_WORTH_WEIGHT, TIE_BREAK_BOUND = 200, 8, 6, 20
"""The weights in `_value`, by which `playout` moves: of each line made, of what the own lines are worth and of what the
other's are; and the bound of a random number that breaks ties."""
LAY_OWN, LAY_OTHER, CLEAR, UNCOVER, CLEAR_LINE = range(5)
"""The kinds of moves in a playout, as coded in the number of a move."""
NO_MOVE = -(1 << 40)
"""A value worse than that of any move."""
FIELD_SQUARES, FIELD_WIDTH, LATTICE_WIDTH = len(FIELD.squares), FIELD.width, DJECO_DISPLAY.grid.width
ALL_SQUARES, FIRST_ROW = FIELD.all, (1 << FIELD_WIDTH) - 1
VALUE_SHIFT = FIELD_SQUARES + CLEAR_LINE.bit_length()
"""How far a move's value is shifted in its number, above a bit for each square and the kind of the move."""

# How good moves look


@inlined
def _worth_along(rules: DjecoRules, own: int, other: int, room: int, starts: int, step: int) -> int:
    """For the lines in one direction within the room and without the other's squares: the sum of n² over these lines,
    where n is how many own squares a line has. It is counted as n² = n + 2 · (the number of pairs).
    """
    fit = room & ~other
    first = starts & fit & fit >> step & (fit >> 2 * step | rules.short)
    a, b, c = own & first, own >> step & first, own >> 2 * step & first & ~rules.short
    return count(a) + count(b) + count(c) + 2 * (count(a & b) + count(a & c) + count(b & c))


@jit
def _worth_anywhere(rules: DjecoRules, own: int, other: int, room: int) -> int:
    """The worth of a colour's lines that can still be made, while the field can still float."""
    total = 0
    for way in range(len(rules.steps)):
        total += _worth_along(rules, own, other, room, rules.table[STARTS + way], rules.steps[way])
    return total


@inlined
def _in_field(mask: int, corner: int) -> int:
    """A set of lattice squares within the field at this corner, as a set of the field's own squares."""
    mask >>= corner
    packed = 0
    for row in range(FIELD_WIDTH):
        packed |= mask >> row * (LATTICE_WIDTH - FIELD_WIDTH) & FIRST_ROW << row * FIELD_WIDTH
    return packed


@inlined
def _sum_bytes(x: int) -> int:
    return np.int64(np.uint64(x) * _ONES >> _TOP)  # type: ignore[return-value]  # Numba's integer type


@inlined
def _worth(rules: DjecoRules, red: int, blue: int, room: int) -> tuple[int, int]:
    """The worth of the red and of the blue lines that can still be made."""
    corner, table = lowest(room), rules.table
    if room >> corner == rules.lowest_field:
        red, blue = _in_field(red, corner), _in_field(blue, corner)
        return (
            _sum_bytes(table[SQUARES + red] & table[UNTOUCHED + blue]),
            _sum_bytes(table[SQUARES + blue] & table[UNTOUCHED + red]),
        )
    return _worth_anywhere(rules, red, blue, room), _worth_anywhere(rules, blue, red, room)


@inlined
def _earned(rules: DjecoRules, state: Array, red: int, blue: int, red_lines: int, blue_lines: int) -> tuple[int, int]:
    """The tokens that each seat gets for these tops, given the numbers of lines before; only one colour can gain."""
    is_red = red & ~state[TOPS] != 0
    if not is_red and blue & ~state[TOPS + 1] == 0:
        return 0, 0
    lines = count_lines(rules, red if is_red else blue) - (red_lines if is_red else blue_lines)
    earned = tokens_for(rules, state, lines)
    return (0, earned) if scorer(rules, mover(state), 0 if is_red else 1) else (earned, 0)


@inlined
def _judge(
    rules: DjecoRules, state: Array, red: int, blue: int, room: int, earned: tuple[int, int], must_end: bool
) -> MoveFeatures:
    """The features of a move that leads to these tops; `must_end` is true if the game ends with it in any case."""
    seat = mover(state)
    end = end_with(rules, state[TOKENS] + earned[0], state[TOKENS + 1] + earned[1], must_end)
    if end != GOES_ON and end != DRAWN:
        return (DECIDED if end - FIRST_WINS == seat else -DECIDED), 0, 0
    net = earned[0] - earned[1]
    red, blue = _worth(rules, red, blue, room)
    return (-net, blue, -red) if seat else (net, red, -blue)


@inlined
def _tops_after(rules: DjecoRules, state: Array, move: int) -> tuple[int, int, int]:
    """The squares with red and with blue tops after a move, and the room after it."""
    red, blue, room, shown = state[TOPS], state[TOPS + 1], state[ROOM], NEITHER
    if move < rules.first_yellow:
        square, shown = move % rules.squares, 1 if move >= rules.numbers * rules.squares else 0
        changed, room = 1 << square, room_with(rules, state, square)
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
def features(rules: DjecoRules, state: Array, moves: Array, listed: int, found: Array) -> None:
    """Writes the features of each move (see `move_features`), as `greedy` rates it, into `found`."""
    known, where = 0, np.empty(2 * MAX_SQUARES, np.int64)
    red_lines, blue_lines = count_lines(rules, state[TOPS]), count_lines(rules, state[TOPS + 1])
    last, blocked = last_turn(rules, state), last_pass(state)
    for m in range(listed):
        move = moves[m]
        if move < rules.first_yellow:  # the number on a card does not matter
            kind = move % rules.squares + (MAX_SQUARES if move >= rules.numbers * rules.squares else 0)
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
def policy_logits(rules: DjecoRules, state: Array, moves: Array, listed: int, logits: NDArray[np.float64]) -> None:
    found = np.empty((listed, FEATURES), np.int64)
    features(rules, state, moves, listed, found)
    logits_of(found, listed, logits)


# Playouts


@jit
def playout(rules: DjecoRules, state: Array, rng: Rng) -> None:
    """Plays about as well as `greedy` at little more than the cost of random moves; on smaller fields, at random."""
    deal(state, rng)
    while state[END] == GOES_ON:
        if rules.lowest_field >= 0:
            apply(rules, state, good_move(rules, state, rng))
        else:
            apply(rules, state, random_move(rules, state, rng))
        deal(state, rng)


@inlined
def good_move(rules: DjecoRules, state: Array, rng: Rng) -> int:
    """A best move by `_value` within one field that contains all tops; others are not considered."""
    seat, numbers, corner = mover(state), rules.numbers, lowest(state[ROOM])
    occupied, held = occupied_squares(state), state[HELD + seat]
    own, other = _in_field(state[TOPS + seat], corner), _in_field(state[TOPS + 1 - seat], corner)
    best, takes_all = NO_MOVE, scorer(rules, seat, 1 - seat) == seat
    cards = held >> numbers * seat & (1 << numbers) - 1
    if cards:
        where = _in_field(_reach(state, cards), corner)
        best = max(best, _best_square(rules.table, takes_all, own, other, where, LAY_OWN, rng))
    cards = held >> numbers * (1 - seat) & (1 << numbers) - 1
    if cards:
        where = _in_field(_reach(state, cards), corner)
        best = max(best, _best_square(rules.table, takes_all, own, other, where, LAY_OTHER, rng))
    if held >> 2 * numbers & 1:
        best = max(best, _best_square(rules.table, takes_all, own, other, own | other, CLEAR, rng))
        if rules.some:
            where = _in_field(_covered(state, seat), corner)
            best = max(best, _best_square(rules.table, takes_all, own, other, where, UNCOVER, rng))
    if held >> 2 * numbers & 2:
        best = max(best, _best_line(rules, own, other, occupied, corner, rng))
    return (
        rules.passing if best == NO_MOVE else _as_move(rules, state, seat, corner, best & (1 << VALUE_SHIFT) - 1, rng)
    )


@inlined
def _as_move(rules: DjecoRules, state: Array, seat: int, corner: int, chosen: int, rng: Rng) -> int:
    """The dense id of the chosen move; on an empty square, with a random card of its colour."""
    how, bit = chosen >> FIELD_SQUARES, chosen & ALL_SQUARES
    if how == CLEAR_LINE:
        return rules.first_green + bit
    square = corner + lowest(bit) + (LATTICE_WIDTH - FIELD_WIDTH) * (lowest(bit) // FIELD_WIDTH)
    stack = int(state[STACKS + square])
    if how in (CLEAR, UNCOVER):
        taken = _height_above(stack, seat) if how == UNCOVER else stack & 255 if rules.some else 1
        return rules.first_yellow + square * rules.heights + taken - 1
    colour = seat ^ how
    cards = int(state[HELD + seat]) >> rules.numbers * colour & (1 << rules.numbers) - 1
    number = stack >> 8 & 255 if stack else nth(cards, below(rng, count(cards)))
    return (colour * rules.numbers + number) * rules.squares + square


@inlined
def _reach(state: Array, cards: int) -> int:
    """The squares on which one of these cards of a colour may go."""
    found = 0
    while cards:
        found |= state[NUMBERS + lowest(cards)]
        cards &= cards - 1
    return int(found | state[ROOM] & ~occupied_squares(state))


@inlined
def _height_above(stack: int, colour: int) -> int:
    """The number of cards above the highest one of a colour; the height of the stack if it has none."""
    height, colours, above = stack & 255, stack >> 16, 0
    while above < height and colours >> height - 1 - above & 1 != colour:
        above += 1
    return above


@jit
def _covered(state: Array, colour: int) -> int:
    """The squares where the other colour is on top of this one."""
    found, other = 0, state[TOPS + 1 - colour]
    while other:
        stack = state[STACKS + lowest(other)]
        if _height_above(stack, colour) < stack & 255:
            found |= other & -other
        other &= other - 1
    return found


@inlined
def _value(table: Array, own: int, other: int, lines: int, rng: Rng) -> int:
    """The value of holding these squares in a field and of tokens for these new lines, with a random tie-break."""
    built = _sum_bytes(table[SQUARES + own] & table[UNTOUCHED + other])
    denied = _sum_bytes(table[SQUARES + other] & table[UNTOUCHED + own])
    return LINE_WEIGHT * lines + OWN_WORTH_WEIGHT * built - OTHER_WORTH_WEIGHT * denied + below(rng, TIE_BREAK_BOUND)


@inlined
def _best_square(table: Array, takes_all: bool, own: int, other: int, where: int, how: int, rng: Rng) -> int:
    """The best of these squares for one kind of move, as a number made of value, kind and the square as a bit.

    `takes_all` is true if the seat that plays gets the tokens for lines of either colour. It is inlined, so that what
    depends on the kind is decided once; only the colour that comes to lie on top can gain lines.
    """
    best = NO_MOVE
    before = count(table[SQUARES + (other if how == LAY_OTHER else own)] & WHOLE)
    while where:
        bit = where & -where
        where ^= bit
        mine = own | bit if how in (LAY_OWN, UNCOVER) else own & ~bit
        theirs = other | bit if how == LAY_OTHER else other & ~bit
        lines = 0
        if how in (LAY_OWN, UNCOVER):
            lines = count(table[SQUARES + mine] & WHOLE) - before
        elif how == LAY_OTHER:
            lines = count(table[SQUARES + theirs] & WHOLE) - before
            lines = lines if takes_all else -lines
        value = _value(table, mine, theirs, lines, rng)
        best = max(best, value << VALUE_SHIFT | how << FIELD_SQUARES | bit)
    return best


@jit
def _best_line(rules: DjecoRules, own: int, other: int, occupied: int, corner: int, rng: Rng) -> int:
    """The best line to clear, as a number made of value, kind and the number of the line."""
    best = NO_MOVE
    for way in range(len(rules.steps)):
        starts = lines_from(rules, occupied, rules.steps[way])
        while starts:
            number = rules.table[GREENS + MAX_SQUARES * way + lowest(starts)]
            starts &= starts - 1
            line = _in_field(rules.table[LINES + number], corner)
            value = _value(rules.table, own & ~line, other & ~line, 0, rng)
            best = max(best, value << VALUE_SHIFT | CLEAR_LINE << FIELD_SQUARES | number)
    return best
