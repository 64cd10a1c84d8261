"""Djeco's Tic Tac Toe as numbers: what the kernels know of the rules, and states as arrays.

Cards are numbered as in the rules: red ones, blue ones, yellow, green. A move's number is its dense id there: cards
laid, yellow cards, green cards, and the pass. Sets of squares are bits.

All cards of a stack share a number, so a stack is `height | number << 8 | colours << 16`, where bit k of the colours
is set if card k from the bottom is blue. Deck and discard are unordered lists that share the space at `CARDS`: the deck
grows from its start, the discard from its end, and only if it is recycled.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rowdy.rules.cards import HIDDEN, OWNED
from rowdy.rules.djeco import DjecoGame
from rowdy.rules.djeco_rulings import Lines, Scorer, YellowClears
from rowdy.rules.djeco_state import Green, Pass, State, Yellow
from rowdy.rules.geometry import DIRECTIONS, Grid, bits
from rowdy.search.kernels.sizes import MAX_CARDS, MAX_FIELD, MAX_LINE, MAX_NUMBERS, MAX_SQUARES

Array = NDArray[np.int64]

MAX_CARD_KINDS = 2 * MAX_NUMBERS + 2
"""The greatest number of different cards."""

NO_END = 1 << 62
"""In place of `DjecoRules.max_turns`, where the number of cards played ends no game."""

# The layout of a state: where each field begins

SEAT, PASSES, PLAYED = 0, 1, 2
"""The seat whose turn it is, the number of passes in a row, and the number of cards played."""
TOKENS = 3
"""For each seat, its tokens."""
USED, ROOM = 5, 6
"""The squares used since the table was last empty, and those that the field can reach (`DjecoGame.room`)."""
TOPS = 7
"""For each colour, the squares on which it lies on top."""
LYING = 9
"""The number of cards on the table."""
HELD = 10
"""For each seat, which cards are in its hand, as bits."""
DECK, DISCARD = 12, 13
"""The sizes of the deck and the discard."""
DRAWS = 14
"""The seats that are to draw, in order: two bits each, with the seat's number plus one."""
END, UNKNOWN = 15, 16
"""How the game ended, and the seat, counted from 1, whose hand is unknown (0 if none is)."""
STACKS = 17
"""For each square, its stack."""
NUMBERS = STACKS + MAX_SQUARES
"""For each number, the squares with a stack of it."""
HANDS = NUMBERS + MAX_NUMBERS
"""For each seat, how many it has of each card."""
CARDS = HANDS + 2 * MAX_CARD_KINDS
"""The cards of the deck and of the discard."""
SIZE = CARDS + MAX_CARDS

GOES_ON, FIRST_WINS, SECOND_WINS, DRAWN = range(4)
"""The values at `END`."""


class DjecoRules(NamedTuple):
    """The rules of a game as the kernel needs them."""

    squares: int
    steps: tuple[int, int, int, int]
    """For each of the four directions, the difference between the numbers of neighbouring squares."""
    numbers: int
    """The count of different numbers, which is also the id of the first blue card."""
    heights: int
    """The number of moves that a yellow card has on a square."""
    some: bool
    """True if a yellow card may take some cards of a stack, not only all."""
    maker: bool
    """True if tokens go to the seat that played the card, not to the owner of the line's colour."""
    one: bool
    """True if several lines made by one card earn a single token."""
    recycle: bool
    target: int
    tokens: int
    max_turns: int
    """The number of cards played after which the game ends, or `NO_END`.

    So `last_turn` does not ask `recycle` too: Numba inlines an `and` badly, and playouts would take a seventh longer.
    """
    first_yellow: int
    first_green: int
    passing: int
    start_room: int
    short: int
    """A mask: all bits set if a line has two squares, none if it has three."""
    lowest_field: int
    """The lowest field, as a set; -1 if lines are shorter than printed."""
    table: Array
    """All lists, one after the other, since passing a single array is much faster than passing several."""


BOXES = 0
"""The place in the table of a set for each square: the squares that may be used together with it."""
STARTS = BOXES + MAX_SQUARES
"""For each direction, the squares on which lines start."""
GREENS = STARTS + len(DIRECTIONS)
"""For each direction and square, the number of the line that starts there."""
SQUARES = GREENS + len(DIRECTIONS) * MAX_SQUARES
"""For each set of squares of a printed field, a byte for each line: how many of its squares are in the set, squared."""
UNTOUCHED = SQUARES + (1 << MAX_FIELD**2)
"""For each such set, a mask of the bytes of the lines that it does not touch."""
LINES = UNTOUCHED + (1 << MAX_FIELD**2)

FIELD = Grid(MAX_FIELD, MAX_FIELD, MAX_LINE)
"""The printed field by itself, without the lattice."""
WHOLE = sum(1 << 8 * i + (MAX_LINE**2).bit_length() - 1 for i in range(len(FIELD.lines)))
"""The bits of an entry at `SQUARES` that are set exactly for lines that are wholly in the set."""


@lru_cache(maxsize=64)
def rules_of(game: DjecoGame) -> DjecoRules:
    rulings, sizes, squares = game.rulings, game.sizes, len(game.grid.squares)
    first_yellow, first_green, passing = (_first_number(game, kind) for kind in (Yellow, Green, Pass))
    return DjecoRules(
        squares=squares,
        steps=_steps(game.grid),
        numbers=len(set(game.numbers)),
        heights=(first_green - first_yellow) // squares,
        some=rulings.yellow is YellowClears.SOME,
        maker=rulings.scorer is Scorer.MAKER,
        one=rulings.lines is Lines.ONE,
        recycle=game.recycles,
        target=rulings.target,
        tokens=sizes.tokens,
        max_turns=sizes.max_turns if game.recycles else NO_END,
        first_yellow=first_yellow,
        first_green=first_green,
        passing=passing,
        start_room=game.room(0),
        short=0 if sizes.line == MAX_LINE else -1,
        lowest_field=game.area.fields[0] if sizes.line == MAX_LINE else -1,
        table=_make_table(game),
    )


def _first_number(game: DjecoGame, kind: type[Yellow | Green | Pass]) -> int:
    """The dense id of the first action of a kind."""
    return next(number for number, action in enumerate(game.actions) if isinstance(action, kind))


def _steps(grid: Grid) -> tuple[int, int, int, int]:
    along, up, rising, falling = (abs(columns + rows * grid.width) for columns, rows in DIRECTIONS)
    return along, up, rising, falling


def _make_table(game: DjecoGame) -> Array:
    lines, steps = game.grid.lines, _steps(game.grid)
    table = np.zeros(LINES + len(lines), np.int64)
    for i, square in enumerate(game.grid.singles):
        table[BOXES + i] = game.room(square)
    for number, line in enumerate(lines):
        first, second, *_ = bits(line)
        way = steps.index(second - first)
        table[STARTS + way] |= 1 << first
        table[GREENS + MAX_SQUARES * way + first] = number
        table[LINES + number] = line
    sets = np.arange(1 << len(FIELD.squares))
    for number, line in enumerate(FIELD.lines):
        inside = np.bitwise_count(sets & line).astype(np.int64)
        table[SQUARES:UNTOUCHED] |= inside**2 << 8 * number
        table[UNTOUCHED:LINES] |= np.where(inside, 0, 255) << 8 * number
    return table


def load(game: DjecoGame, state: State) -> Array:
    """A state as an array. Equal states give equal arrays, apart from the order of deck and discard (see `tidy`).

    Only one hand may have hidden cards. It is left empty, and `CARDS` then has more cards than `DECK` counts.
    """
    rules, number_of, loaded = rules_of(game), game.card_numbers, np.zeros(SIZE, np.int64)
    table, outcome = game.look(state.stacks), game.outcome(state)
    loaded[[SEAT, PASSES, PLAYED, USED]] = state.seat, state.passes, state.played, state.used
    loaded[ROOM] = game.room(state.used)
    loaded[LYING] = sum(map(len, state.stacks))
    loaded[DECK] = game.deck_size(state)
    loaded[DRAWS] = sum(seat + 1 << 2 * i for i, seat in enumerate(state.draws))
    loaded[END] = GOES_ON if outcome is None else sum(1 + seat for seat in outcome.winners) or DRAWN
    for seat in (0, 1):
        loaded[TOKENS + seat], loaded[TOPS + seat] = state.tokens[seat], table.colours[seat]
        if HIDDEN in state.hands[seat]:
            loaded[UNKNOWN] = 1 + seat
        for card in state.hands[seat]:
            if card != HIDDEN:
                loaded[HELD + seat] |= 1 << number_of[card]
                loaded[HANDS + MAX_CARD_KINDS * seat + number_of[card]] += 1
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


def load_view(game: DjecoGame, view: Any) -> Array:
    """A seat's view as an array; `determinise` fills in the other hand."""
    return load(game, view.state)


def tidy(state: Array) -> Array:
    """The state with deck and discard sorted, and zeros between them, so that equal states are equal arrays."""
    tidied = state.copy()
    deck, discard = CARDS + int(state[DECK]), SIZE - int(state[DISCARD])
    tidied[CARDS:deck].sort()
    tidied[deck:discard] = 0
    tidied[discard:] = sorted(state[discard:], reverse=True)
    return tidied
