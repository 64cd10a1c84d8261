"""XOXO as one viewer sees it: the display, the two tiles to choose from, piles, cards and their orders."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache, reduce
from itertools import repeat
from operator import and_
from typing import Any

from rowdy.interfaces.describe import Describer
from rowdy.interfaces.web import picture
from rowdy.interfaces.web.boards_common import (
    COVER,
    KEPT,
    LAY,
    LINE,
    RECENT,
    Layout,
    ask,
    empty_cell,
    layout,
    make_cell,
    mark_last,
)
from rowdy.interfaces.web.picture import Board, Cell, Choice, Goal, Line, Picture, Piece, XoxoBeside, XoxoSeat
from rowdy.interfaces.words import Words
from rowdy.rules import tiles
from rowdy.rules.display import Display
from rowdy.rules.game import Event, Move, Over, Seat, View
from rowdy.rules.geometry import Mask, Square
from rowdy.rules.xoxo import XoxoGame
from rowdy.rules.xoxo_state import Lay, Reveal, State


def paint(
    describer: Describer,
    game: XoxoGame,
    view: View[Any, Any],
    last: Sequence[Event[Any]],
    held: frozenset[tiles.Card],
    all_open: bool,
) -> Picture:
    words, viewer, turn = describer.words, describer.viewer, view.turn
    state: State = view.state
    display = state.display
    occupied, features = game.look(display)
    place, moves, marked = _ground(words, game.area, occupied, view.legal)
    marks = list(marked)
    mark_last(marks, game.grid, last)
    lines: tuple[Line, ...] = ()
    if features:
        lines, on_lines = _lines(words, game.area, occupied, display)
        for i in on_lines:
            marks[i] |= LINE
    cells = tuple(map(_cell, repeat(words), place.squares, place.pick(display), place.pick(marks)))
    lays = bool(moves and moves[0].piece)
    return Picture(
        ask=ask(describer, turn, _due(game, occupied)),
        turn=turn.seat if isinstance(turn, Move) else None,
        board=Board(place.columns, place.rows, cells),
        seats=tuple([_seat(words, state, seat, viewer, held, features, all_open) for seat in range(game.seats)]),
        beside=XoxoBeside(_pile(words, *state.piles[-1])),
        then=words("picture-then-tile") if lays else "",
        moves=moves,
        pieces=() if viewer is None or isinstance(turn, Over) else _pieces(words, state, viewer, lays),
        lines=lines,
    )


def _due(game: XoxoGame, occupied: Mask) -> str:
    if not occupied:
        return "picture-ask-first"
    return "picture-ask-lay" if occupied.bit_count() < game.sizes.field**2 else "picture-ask-cover"


# The display


@cache  # there are only so many tiles and squares, and the bookkeeping of a bound would cost half as much again
def _cell(words: Words, square: Square, tile: tiles.Tile | None, marks: int) -> Cell:
    if tile is None:
        return empty_cell(words, square, "tile", marks)
    return make_cell(words, square, "tile", _tile(tile), _tile_name(words, tile), marks)


@lru_cache(maxsize=len(tiles.TILES))
def _tile(tile: tiles.Tile) -> picture.Tile:
    return picture.Tile(*tile.names)


@lru_cache(maxsize=KEPT)
def _tile_name(words: Words, tile: tiles.Tile) -> str:
    colour, shape, face = tile.names
    return words(
        "picture-tile", colour=words(f"value-{colour}"), shape=words(f"value-{shape}"), face=words(f"face-{face}")
    )


@lru_cache(maxsize=RECENT)
def _lines(
    words: Words, area: Display, occupied: Mask, display: tuple[tiles.Tile | None, ...]
) -> tuple[tuple[Line, ...], frozenset[int]]:
    """The lines of tiles that share something, and the squares on them."""
    features = [tile.features if tile else 0 for tile in display]
    found, on_lines = list[Line](), set[int]()
    for line in area.lines_in(occupied):
        common = reduce(and_, [features[i] for i in line])
        if common:
            found.append(_line(words, tuple([area.grid.squares[i] for i in line]), common))
            on_lines.update(line)
    return tuple(found), frozenset(on_lines)


@lru_cache(maxsize=KEPT)
def _line(words: Words, squares: tuple[Square, ...], common: int) -> Line:
    features = tuple(str(card) for card in tiles.CARDS if card.feature & common)
    shared = words.listing([words(f"value-{feature}") for feature in features])
    return Line(squares, f"{words.listing(list(squares))}: {shared}", features=features)


# What can be done


@lru_cache(maxsize=KEPT)
def _ground(
    words: Words, area: Display, occupied: Mask, legal: tuple[Lay | Reveal, ...]
) -> tuple[Layout, tuple[Choice, ...], tuple[int, ...]]:
    """The squares shown, the moves, and what can be done where: all that follows from which squares have tiles."""
    place = layout(area.grid.width, area.grid.height, area.fields, occupied or area.centre)
    marks = list(place.marks)
    for action in legal:
        if isinstance(action, Lay):
            i = area.grid.index[action.square]
            marks[i] |= COVER if occupied >> i & 1 else LAY
    return place, tuple([_choice(words, action) for action in legal]), tuple(marks)


@lru_cache(maxsize=KEPT)
def _choice(words: Words, action: Lay | Reveal) -> Choice:
    if isinstance(action, Lay):
        return Choice(str(action), str(action.source), target=action.square)
    shown = words.listing([words(f"value-{card}") for card in action.cards])
    return Choice(str(action), name=words("picture-show", cards=shown) if shown else words("picture-show-nothing"))


def _pieces(words: Words, state: State, viewer: Seat, can: bool) -> tuple[Piece, ...]:
    piles = (("own", state.piles[viewer]), ("draw", state.piles[-1]))
    return tuple([_piece(words, key, size, top, can) for key, (size, top) in piles if top])


@lru_cache(maxsize=KEPT)
def _piece(words: Words, key: str, size: int, top: tiles.Tile, can: bool) -> Piece:
    title = words("picture-own-pile" if key == "own" else "picture-draw-pile")
    return Piece(key, _tile(top), f"{title} · {size}", f"{title}, {_pile(words, size, top).name}", can)


# Beside the board


@lru_cache(maxsize=KEPT)
def _pile(words: Words, size: int, top: tiles.Tile | None) -> picture.Pile:
    label = words("picture-tiles", count=size)
    name = f"{label}: {_tile_name(words, top)}" if top else label
    return picture.Pile(size, label, name, _tile(top) if top else None)


def _seat(
    words: Words,
    state: State,
    seat: Seat,
    viewer: Seat | None,
    held: frozenset[tiles.Card],
    features: int,
    all_open: bool,
) -> XoxoSeat:
    """Cards are open to their owner alone, with the orders for them; to all when all is open."""
    hand, shown, (size, top) = state.hands[seat], state.shown[seat], state.piles[seat]
    if all_open or seat == viewer:
        lies = tuple([card.feature & features > 0 for card in hand])
        cards = _hand(words, hand, lies, None if all_open else held)
    else:
        cards = _backs(words, hand)
    name = _seat_name(words, size, len(hand), len(shown))
    return XoxoSeat(name, _pile(words, size, top), cards, _goals(words, shown))


@lru_cache(maxsize=KEPT)
def _seat_name(words: Words, size: int, held: int, shown: int) -> str:
    label = words("picture-tiles", count=size)
    return words("picture-seat-xoxo", tiles=label, cards=words("djeco-hidden", count=held), shown=shown)


@lru_cache(maxsize=KEPT)
def _hand(
    words: Words, hand: tiles.Hand, lies: tuple[bool, ...], held: frozenset[tiles.Card] | None
) -> tuple[Goal, ...]:
    """Open cards, with an order for each if it is told which are held back."""
    orders = [None if held is None else "hold" if card in held else "show" for card in hand]
    return tuple(map(_goal, repeat(words), hand, orders, lies))


@lru_cache(maxsize=KEPT)
def _backs(words: Words, hand: tiles.Hand) -> tuple[Goal, ...]:
    return tuple([_goal(words, card.back) for card in hand])


@lru_cache(maxsize=KEPT)
def _goals(words: Words, shown: tiles.Hand) -> tuple[Goal, ...]:
    return tuple([_goal(words, card) for card in shown])


def _goal(words: Words, card: tiles.Card, order: str | None = None, line: bool = False) -> Goal:
    if card.value is None:
        label = words(f"kind-{card.kind}")
        return Goal(str(card.kind), label, words("picture-goal-back", kind=label))
    name = label = words(f"value-{card}")
    if order:
        name += f"; {words('picture-goal-hold' if order == 'hold' else 'picture-goal-show')}"
    if line:
        name += f"; {words('order-line')}"
    return Goal(str(card.kind), label, name, str(card), order, line)
