"""XOXO as numbers: what the kernels know of the rules, and states as arrays.

A tile is its features as bits, 0 where there is none; hands and shown cards are sets of the same bits. Squares are
those of the 5×5 lattice. A move is a number: a square for a tile from the own pile, `DRAW_MOVE` more for one from the
draw pile, and `SHOW_MOVE` and the set of cards for an answer to a window.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rowdy.rules.display import Display
from rowdy.rules.game import AnyGame, View, Window
from rowdy.rules.geometry import Grid, bits
from rowdy.rules.tiles import CARDS, Card, Hand, sort_hand
from rowdy.rules.xoxo import LastWindow, Sizes, XoxoGame
from rowdy.rules.xoxo_state import Action, Lay, Reveal, Source, State

Array = NDArray[np.int64]

SQUARES = 25
WIDTH = 5
FIELD = 9
DRAW_MOVE = SQUARES
SHOW_MOVE = 2 * SQUARES
NONE = -1

# Where things stand in a state

CELLS = 0
"""The top tile on each square; one more that stays empty."""
DECK = CELLS + SQUARES + 1
"""The tiles that nobody has seen, in any order."""
TOPS = DECK + 48
"""The top tile of each pile: those of the seats, then the draw pile."""
SIZES = TOPS + 5
HANDS = SIZES + 5
SHOWN = HANDS + 4
ANSWERS = SHOWN + 4
LEFT = ANSWERS + 4
"""How many tiles nobody has seen."""
SEAT = LEFT + 1
LAST = LEFT + 2
OCCUPIED = LEFT + 3
SPAN = LEFT + 4
"""The columns in use as a set, and the rows, `WIDTH` bits higher."""
IN_LINE = LEFT + 5
"""The features that all tiles of some line share."""
PENDING = LEFT + 6
"""The pile whose new top chance has yet to show."""
ASKED = LEFT + 7
"""The seat whose answer to an open window is due."""
ANSWERED = LEFT + 8
"""The seats that have answered in it, as a set."""
USED_UP = LEFT + 9
"""Whether a pile is."""
WINNERS = LEFT + 10
"""A set of seats, 0 while the game goes on."""
LISTED = LEFT + 11
"""Where in the table the lines through squares stand that are to be looked at."""
SIZE = LEFT + 12


class Rules(NamedTuple):
    """What playing needs at hand."""

    seats: int
    last_window: bool
    table: Array
    """All lists, one after the other: a single array is passed on much more quickly than several."""


ROOM = 0
"""By span: the squares that fit into one field together with it."""
FITTING = ROOM + (1 << 2 * WIDTH)
"""By span: the lines that fit into one field together with it, as a set."""
SPANS = FITTING + (1 << 2 * WIDTH)
"""The span of each square."""
LINES = SPANS + SQUARES
"""The three squares of each line."""
MOST_LINES = 48
THROUGH = LINES + 3 * MOST_LINES
"""For each square, the number and the two other squares of each line through it; `NONE` ends them. Then the same for
each place of the display, by its lowest square, with the lines inside the display alone."""
CROSSING = 3 * 13
"""How much place a square has there."""


def plays(game: AnyGame) -> bool:
    """Whether the kernel knows this game: the printed sizes, with any deck and rulings."""
    return isinstance(game, XoxoGame) and game.sizes == Sizes.standard(game.seats, game.rulings.piles)


def rules_of(game: XoxoGame) -> Rules:
    return _make_rules(game.seats, game.rulings.last_window is LastWindow.YES)


@lru_cache(maxsize=16)
def _make_rules(seats: int, last_window: bool) -> Rules:
    printed = Sizes(0, 0)
    area = Display(printed.field, printed.line)
    grid = area.grid
    table = np.full(THROUGH + CROSSING * SQUARES * (1 + SQUARES), NONE, np.int64)
    for span in range(1 << 2 * WIDTH):
        columns, rows = bits(span & (1 << WIDTH) - 1), bits(span >> WIDTH)
        corners = [1 << row * WIDTH + column for row in rows[:1] + rows[-1:] for column in columns[:1] + columns[-1:]]
        used = sum(set(corners))
        table[ROOM + span] = area.room(used)
        table[FITTING + span] = sum(1 << i for i, line in enumerate(grid.lines) if area.fits(line | used))
    for i, line in enumerate(grid.lines):
        table[LINES + 3 * i : LINES + 3 * i + 3] = bits(line)
    for square, (column, row) in enumerate(grid.places):
        table[SPANS + square] = 1 << column | 1 << WIDTH + row
        _list_lines(table, THROUGH, grid, square, grid.all)
    for field in area.fields:
        for square in bits(field):
            _list_lines(table, through_display(bits(field)[0]), grid, square, field)
    return Rules(seats, last_window, table)


def through_display(corner: int) -> int:
    """Where in the table the lines inside the full display stand, by its lowest square."""
    return THROUGH + CROSSING * SQUARES * (1 + corner)


def _list_lines(table: Array, start: int, grid: Grid, square: int, inside: int) -> None:
    """Notes the lines through a square and wholly inside a set."""
    place = start + CROSSING * square
    for i, line in enumerate(grid.lines):
        if line >> square & 1 and line & inside == line:
            table[place : place + 3] = i, *bits(line ^ 1 << square)
            place += 3


# Between the rules' values and numbers


def card_set(hand: Sequence[Card]) -> int:
    return sum(card.feature for card in hand)


def cards_of(mask: int) -> Hand:
    return sort_hand([card for card in CARDS if card.feature & mask])


def code_of(game: XoxoGame, action: Action) -> int:
    """The number of a move."""
    if isinstance(action, Lay):
        return game.grid.index[action.square] + (DRAW_MOVE if action.source is Source.DRAW else 0)
    if isinstance(action, Reveal):
        return SHOW_MOVE + card_set(action.cards)
    raise TypeError(f"{action} is no move of a seat")


def action_of(game: XoxoGame, code: int) -> Action:
    if code >= SHOW_MOVE:
        return Reveal(cards_of(code - SHOW_MOVE))
    return Lay(Source.DRAW if code >= DRAW_MOVE else Source.OWN, game.grid.squares[code % SQUARES])


def load(game: XoxoGame, state: State) -> Array:
    """The state as numbers, once the cards are dealt. A hand's unknown cards are missing (see `settle`).

    In an open window the first seat is asked that has something to show, or the viewer.
    """
    array = np.zeros(SIZE, np.int64)
    deck = [tile.features for i, tile in enumerate(game.tiles) if state.unseen >> i & 1]
    array[DECK : DECK + len(deck)] = deck
    array[LEFT] = len(deck)
    for i, tile in enumerate(state.display):
        if tile:
            array[CELLS + i] = tile.features
            array[OCCUPIED] |= 1 << i
            array[SPAN] |= rules_of(game).table[SPANS + i]
    full = not rules_of(game).table[ROOM + array[SPAN]] & ~array[OCCUPIED]
    array[LISTED] = through_display(bits(int(array[OCCUPIED]))[0]) if full else THROUGH
    for i, (size, top) in enumerate(state.piles):
        array[SIZES + i] = size
        array[TOPS + i] = top.features if top else 0
        array[USED_UP] |= not size
    for seat in range(game.seats):
        array[HANDS + seat] = card_set(state.hands[seat])
        array[SHOWN + seat] = card_set(state.shown[seat])
    array[SEAT] = state.seat
    array[LAST] = NONE if state.last is None else game.grid.index[state.last]
    array[IN_LINE] = sum(card.feature for card in CARDS if game.in_line(state, card))
    pending = game.hidden_pile(state)
    array[PENDING] = NONE if pending is None else pending
    array[ASKED] = NONE
    if state.answers is not None:
        for seat, answer in enumerate(state.answers):
            if answer is not None:
                array[ANSWERS + seat] = card_set(answer.cards)
                array[ANSWERED] |= 1 << seat
        if pending is None:
            able = [s for s in range(game.seats) if state.answers[s] is None and array[HANDS + s] & array[IN_LINE]]
            array[ASKED] = min(able, default=NONE)
    elif pending is None and (outcome := game.outcome(state)):
        array[WINNERS] = sum(1 << seat for seat in outcome.winners)
    return array


def load_view(game: XoxoGame, view: View[State, Action]) -> Array:
    """What a seat sees, as numbers; in an open window it is the one that is asked."""
    array = load(game, view.state)
    if isinstance(view.turn, Window) and view.viewer is not None:
        array[ASKED] = view.viewer
    return array


def tidy(state: Array) -> Array:
    """The same with the deck in order."""
    tidied = state.copy()
    tidied[DECK : DECK + int(state[LEFT])].sort()
    return tidied
