"""Djeco's Tic Tac Toe as numbers: what the kernels know of the rules, and states as arrays.

Cards are numbered as in the rules: red ones, blue ones, yellow, green. A move's number is its dense id there: cards
laid, yellow cards, green cards, and the pass. Sets of squares are bits.

All cards of a stack share a number, so a stack is `height | number << 8 | colours << 16`, where bit k of the colours
is set if card k from the bottom is blue. Deck and discard are lists in which the order means nothing: the deck from
the start of `CARDS` on, the discard from its end on, and that only where it is recycled.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rowdy.rules.cards import HIDDEN, OWNED
from rowdy.rules.display import Display
from rowdy.rules.djeco import DjecoGame, Sizes
from rowdy.rules.djeco_rulings import Discard, GridRuling, Lines, Rulings, YellowClears
from rowdy.rules.djeco_state import Action, State
from rowdy.rules.geometry import Grid, Mask, bits

Array = NDArray[np.int64]

MOST_SQUARES, MOST_NUMBERS, MOST_CARDS = 25, 18, 44
KINDS = 2 * MOST_NUMBERS + 2
"""How many different cards there are at most."""

SEAT, PASSES, PLAYED = 0, 1, 2
TOKENS = 3
"""For each seat."""
USED, ROOM = 5, 6
"""The squares used since the table was last empty, and those on which, if they are empty, a card may go."""
TOPS = 7
"""For each colour, where it lies on top."""
LYING = 9
"""How many cards lie on the table."""
HELD = 10
"""For each seat, which cards are in its hand, as bits."""
DECK, DISCARD = 12, 13
"""How many cards are in each."""
DRAWS = 14
"""Who is to draw, in order: two bits each, a seat's number and one."""
END, UNKNOWN = 15, 16
"""How the game ended, and the seat, counted from 1, whose hand is not known (0 if all are)."""
STACKS = 17
NUMBERS = STACKS + MOST_SQUARES
"""For each number, where it lies on top."""
HANDS = NUMBERS + MOST_NUMBERS
"""For each seat, how many it has of each card."""
CARDS = HANDS + 2 * KINDS
SIZE = CARDS + MOST_CARDS

GOES_ON, FIRST_WINS, SECOND_WINS, DRAWN = range(4)
"""What stands at `END`."""


class Rules(NamedTuple):
    """What playing needs at hand."""

    squares: int
    width: int
    numbers: int
    """How many different numbers there are; also the number of the first blue card."""
    heights: int
    """How many moves a yellow card has on a square."""
    some: bool
    one: bool
    """Whether several lines made by one card earn a single token."""
    recycle: bool
    target: int
    tokens: int
    max_turns: int
    first_yellow: int
    first_green: int
    passing: int
    start_room: int
    short: int
    """All bits where a line has two squares, none where it has three."""
    window: int
    """The lowest field of three times three squares, as a set; where fields are smaller, a set that is none."""
    table: Array
    """All lists, one after the other: a single array is passed on much more quickly than several."""


BOXES = 0
"""For each square, those that may be used together with it."""
STARTS = BOXES + MOST_SQUARES
"""For each direction, the squares on which lines start."""
GREENS = STARTS + 4
"""For each direction and square, the number of the line that starts there."""
SQUARES = GREENS + 4 * MOST_SQUARES
"""For each set in a field of nine squares, how much of each of the eight lines is in it, squared: a byte a line."""
UNTOUCHED = SQUARES + 512
"""For each such set, all bits of the bytes of those lines of which nothing is in it."""
LINES = UNTOUCHED + 512


def plays(game: object) -> bool:
    """Whether it is this game, no larger than printed."""
    if not isinstance(game, DjecoGame):
        return False
    sizes, both_kinds = game.sizes, game.sizes.yellows and game.sizes.greens
    few = len(game.all_cards) <= MOST_CARDS and len(set(game.numbers)) <= MOST_NUMBERS
    return bool(both_kinds and few and 2 <= sizes.line <= sizes.field <= 3)


def rules_of(game: DjecoGame) -> Rules:
    return _make_rules(game.rulings, game.sizes, game.numbers)


@lru_cache(maxsize=16)
def _make_rules(rulings: Rulings, sizes: Sizes, numbers: tuple[int, ...]) -> Rules:
    area = Display(sizes.field, sizes.line)
    grid, fixed = area.grid, rulings.grid is GridRuling.FIXED
    squares, different = len(grid.squares), sorted(set(numbers))
    some = rulings.yellow is YellowClears.SOME
    heights = 2 * max(map(numbers.count, different)) if some else 1
    first_yellow = 2 * len(different) * squares
    first_green = first_yellow + heights * squares
    return Rules(
        squares=squares,
        width=grid.width,
        numbers=len(different),
        heights=heights,
        some=some,
        one=rulings.lines is Lines.ONE,
        recycle=rulings.discard is Discard.RECYCLE,
        target=rulings.target,
        tokens=sizes.tokens,
        max_turns=sizes.max_turns,
        first_yellow=first_yellow,
        first_green=first_green,
        passing=first_green + len(grid.lines),
        start_room=area.fixed if fixed else area.centre,
        short=0 if sizes.line == 3 else -1,
        window=area.fields[0] if sizes.line == 3 else -1,
        table=_make_table(area, fixed),
    )


def _make_table(area: Display, fixed: bool) -> Array:
    lines, width = area.grid.lines, area.grid.width
    table = np.zeros(LINES + len(lines), np.int64)
    for i in range(len(area.grid.squares)):
        table[BOXES + i] = area.fixed if fixed else area.room(1 << i)
    steps = (1, width, width + 1, width - 1)
    for number, line in enumerate(lines):
        first, second, *_ = bits(line)
        way = steps.index(second - first)
        table[STARTS + way] |= 1 << first
        table[GREENS + MOST_SQUARES * way + first] = number
        table[LINES + number] = line
    sets = np.arange(512)
    for number, line in enumerate(Grid(3, 3, 3).lines):
        inside = np.bitwise_count(sets & line).astype(np.int64)
        table[SQUARES:UNTOUCHED] |= inside**2 << 8 * number
        table[UNTOUCHED:LINES] |= np.where(inside, 0, 255) << 8 * number
    return table


def code_of(game: DjecoGame, action: Action) -> int:
    return game.action_id(action)


def action_of(game: DjecoGame, code: int) -> Action:
    return game.actions[code]


def card_numbers(game: DjecoGame) -> dict[Any, int]:
    """The number of each card."""
    return {card: i for i, card in enumerate(dict.fromkeys(game.all_cards))}


def load(game: DjecoGame, state: State) -> Array:
    """A state as an array. Equal states are equal arrays, but for the order in the deck and the discard (`tidy`).

    Hidden cards may be in one hand only: it is left empty, and they are among the first cards, after the others.
    """
    rules, number_of, loaded = rules_of(game), card_numbers(game), np.zeros(SIZE, np.int64)
    table, outcome = game.look(state.stacks, state.used), game.outcome(state)
    loaded[[SEAT, PASSES, PLAYED, USED]] = state.seat, state.passes, state.played, state.used
    loaded[ROOM] = _room(rules, state.used)
    loaded[LYING] = sum(map(len, state.stacks))
    loaded[DECK] = game.deck_size(state)
    loaded[DRAWS] = sum(seat + 1 << 2 * i for i, seat in enumerate(state.draws))
    loaded[END] = GOES_ON if outcome is None else sum(1 + seat for seat in outcome.winners) or DRAWN
    for seat in (0, 1):
        loaded[TOKENS + seat], loaded[TOPS + seat] = state.tokens[seat], table.colours[seat]
        if HIDDEN in state.hands[seat]:
            loaded[UNKNOWN] = 1 + seat
        for card in state.hands[seat]:
            if card is not HIDDEN:
                loaded[HELD + seat] |= 1 << number_of[card]
                loaded[HANDS + KINDS * seat + number_of[card]] += 1
    for i, stack in enumerate(state.stacks):
        for height, card in enumerate(stack):
            colour, number = OWNED.index(card.colour), number_of[card] % rules.numbers
            loaded[STACKS + i] += 1 | colour << 16 + height | (0 if height else number << 8)
            loaded[NUMBERS + number] |= 1 << i
    unseen = [i for i, n in enumerate(state.unseen) for _ in range(n)]
    loaded[CARDS : CARDS + len(unseen)] = unseen
    if rules.recycle:
        loaded[DISCARD] = len(state.discard)
        loaded[SIZE - len(state.discard) :] = [number_of[card] for card in reversed(state.discard)]
    return loaded


def _room(rules: Rules, used: Mask) -> int:
    room = rules.start_room if not used else -1
    for i in bits(used):
        room &= int(rules.table[BOXES + i])
    return room


def load_view(game: DjecoGame, view: Any) -> Array:
    """What a seat knows; `settle` fills in the other hand."""
    return load(game, view.state)


def tidy(state: Array) -> Array:
    """The same with deck and discard in order, and nothing between them."""
    tidied = state.copy()
    deck, discard = CARDS + int(state[DECK]), SIZE - int(state[DISCARD])
    tidied[CARDS:deck].sort()
    tidied[deck:discard] = 0
    tidied[discard:] = sorted(state[discard:], reverse=True)
    return tidied
