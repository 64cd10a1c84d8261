"""XOXO as numbers: what the kernels know of the rules, and states as arrays.

A tile is its features as bits, 0 for none; hands and shown cards are sets of the same bits. Squares are those of the
lattice. A move is its dense id in the rules: tiles from the own pile by square, tiles from the draw pile from
`DRAW_MOVE` on, and answers to a window from `SHOW_MOVE` on.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rowdy.rules.game import View, Window
from rowdy.rules.geometry import Grid, bits
from rowdy.rules.tiles import CARDS, KINDS, ObjectiveCard
from rowdy.rules.xoxo import XoxoGame
from rowdy.rules.xoxo_state import Action, Reveal, State
from rowdy.search.kernels.sizes import MAX_TILES, XOXO_DISPLAY, XOXO_MAX_SEATS

Array = NDArray[np.int64]

GRID = XOXO_DISPLAY.grid
SQUARES, WIDTH, LINE = len(GRID.squares), GRID.width, GRID.line
MAX_LINES = len(GRID.lines)
DISPLAY_LINES = tuple(bits(line) for line in GRID.lines if line & XOXO_DISPLAY.fields[0] == line)
"""The squares of each line of a full display, counted from its lowest square."""
SHIFTS = GRID.shifts
CARD_BITS = len(CARDS)
KIND_SETS = tuple(sum(card.feature for card in CARDS if card.kind is kind) for kind in KINDS)
"""For each kind, all its cards as a set."""
DRAW_MOVE = SQUARES
SHOW_MOVE = 2 * SQUARES
NONE = -1

# The layout of a state: where each field begins

CELLS = 0
"""The top tile on each square, and one more cell that stays empty."""
DECK = CELLS + SQUARES + 1
"""The tiles that nobody has seen, in any order."""
TOPS = DECK + MAX_TILES
"""The top tile of each pile: those of the seats, then the draw pile."""
SIZES = TOPS + XOXO_MAX_SEATS + 1
HANDS = SIZES + XOXO_MAX_SEATS + 1
SHOWN = HANDS + XOXO_MAX_SEATS
ANSWERS = SHOWN + XOXO_MAX_SEATS
LEFT = ANSWERS + XOXO_MAX_SEATS
"""The number of tiles that nobody has seen."""
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
"""The seats that have answered in the open window, as a set."""
USED_UP = LEFT + 9
"""Whether a pile is used up."""
WINNERS = LEFT + 10
"""The seats that have won, as a set; 0 while the game goes on."""
LISTED = LEFT + 11
"""The place in the table of the list of lines through each square that applies now."""
SIZE = LEFT + 12


class XoxoRules(NamedTuple):
    """The rules of a game as the kernel needs them."""

    seats: int
    last_window: bool
    wide: bool
    """True if priors are to be wide, for a search with many simulations."""
    cards: int
    """The cards of the game, as a set."""
    table: Array
    """All lists, one after the other, since passing a single array is much faster than passing several."""


ROOM = 0
"""By span: the squares that fit into one field together with it."""
FITTING = ROOM + (1 << 2 * WIDTH)
"""By span: the lines that fit into one field together with it, as a set."""
SPANS = FITTING + (1 << 2 * WIDTH)
"""The span of each square."""
LINES = SPANS + SQUARES
"""The squares of each line."""
CHOICES = LINES + LINE * MAX_LINES
"""For each answer to a window, counted from `SHOW_MOVE`, the cards that are shown as a set."""
CHOICE_IDS = CHOICES + (1 << CARD_BITS)
"""For each set of cards, the dense id of the answer that shows them; `NONE` if no hand has so many cards."""
THROUGH = CHOICE_IDS + (1 << CARD_BITS)
"""For each square a list of the lines through it, as their number and other squares, ended by `NONE`. Then the same for
each position of the display, by its lowest square, with only the lines inside the display."""
CROSSING = LINE * (1 + max(sum(line >> i & 1 for line in GRID.lines) for i in range(SQUARES)))
"""The length of a square's list at `THROUGH`."""


@lru_cache(maxsize=64)
def rules_of(game: XoxoGame) -> XoxoRules:
    table = _make_table().copy()
    for i, action in enumerate(game.actions):
        if isinstance(action, Reveal):
            table[CHOICES + i - SHOW_MOVE] = card_set(action.cards)
            table[CHOICE_IDS + card_set(action.cards)] = i
    return XoxoRules(game.seats, game.has_last_window, False, card_set(game.sizes.cards), table)


@cache
def _make_table() -> Array:
    """The part of the table that is the same in all games."""
    area, grid = XOXO_DISPLAY, GRID
    table = np.full(THROUGH + CROSSING * SQUARES * (1 + SQUARES), NONE, np.int64)
    for span in range(1 << 2 * WIDTH):
        columns, rows = bits(span & (1 << WIDTH) - 1), bits(span >> WIDTH)
        corners = [1 << row * WIDTH + column for row in rows[:1] + rows[-1:] for column in columns[:1] + columns[-1:]]
        used = sum(set(corners))
        table[ROOM + span] = area.room(used)
        table[FITTING + span] = sum(1 << i for i, line in enumerate(grid.lines) if area.fits(line | used))
    for i, line in enumerate(grid.lines):
        table[LINES + LINE * i : LINES + LINE * (i + 1)] = bits(line)
    for square, (column, row) in enumerate(grid.places):
        table[SPANS + square] = 1 << column | 1 << WIDTH + row
        _list_lines(table, THROUGH, grid, square, grid.all)
    for field in area.fields:
        for square in bits(field):
            _list_lines(table, through_display(bits(field)[0]), grid, square, field)
    return table


def through_display(corner: int) -> int:
    """The place in the table of the lines inside the full display, by its lowest square."""
    return THROUGH + CROSSING * SQUARES * (1 + corner)


def _list_lines(table: Array, start: int, grid: Grid, square: int, inside: int) -> None:
    """Writes into the table the lines through a square that lie wholly inside a set."""
    place = start + CROSSING * square
    for i, line in enumerate(grid.lines):
        if line >> square & 1 and line & inside == line:
            table[place : place + LINE] = i, *bits(line ^ 1 << square)
            place += LINE


# Between the rules' values and numbers


def card_set(hand: Sequence[ObjectiveCard]) -> int:
    """A hand as a set of bits."""
    return sum(card.feature for card in hand)


def load(game: XoxoGame, state: State) -> Array:
    """The state as numbers, once the cards are dealt. A hand's unknown cards are missing (see `determinise`).

    In an open window, the first seat that has something to show is asked, or the viewer.
    """
    array, table = np.zeros(SIZE, np.int64), rules_of(game).table
    deck = [tile.features for tile in state.unseen]
    array[DECK : DECK + len(deck)] = deck
    array[LEFT] = len(deck)
    for i, tile in enumerate(state.display):
        if tile:
            array[CELLS + i] = tile.features
            array[SPAN] |= table[SPANS + i]
    occupied = game.occupied(state.display)
    array[OCCUPIED] = occupied
    array[LISTED] = through_display(bits(occupied)[0]) if game.is_full(occupied) else THROUGH
    for i, (size, top) in enumerate(state.piles):
        array[SIZES + i] = size
        array[TOPS + i] = top.features if top else 0
        array[USED_UP] |= not size
    for seat in range(game.seats):
        array[HANDS + seat] = card_set(state.hands[seat])
        array[SHOWN + seat] = card_set(state.shown[seat])
    array[SEAT] = state.seat
    array[LAST] = NONE if state.last is None else state.last
    array[IN_LINE] = game.look(state.display).features
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
    """A seat's view as an array; in an open window the viewer is asked."""
    array = load(game, view.state)
    if isinstance(view.turn, Window) and view.viewer is not None:
        array[ASKED] = view.viewer
    return array


def tidy(state: Array) -> Array:
    """The state with the deck sorted, so that equal states are equal arrays."""
    tidied = state.copy()
    tidied[DECK : DECK + int(state[LEFT])].sort()
    return tidied
