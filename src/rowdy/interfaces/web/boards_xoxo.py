"""XOXO as one viewer sees it: the display, the two tiles to choose from, piles, cards and their orders."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from itertools import repeat
from operator import or_
from typing import Any, NamedTuple

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
from rowdy.interfaces.web.picture import Board, Cell, Choice, Goal, Line, Picture, Piece, XoxoBeside, XoxoSeat, written
from rowdy.interfaces.words import Words
from rowdy.rules import tiles
from rowdy.rules.display import Display
from rowdy.rules.game import Event, Move, Over, Seat, View
from rowdy.rules.geometry import Mask, Square
from rowdy.rules.xoxo import XoxoGame
from rowdy.rules.xoxo_state import Lay, Pile, Reveal, State


class _Ground(NamedTuple):
    """What all see alike; it is made of nothing else, and once for all who look on."""

    place: Layout
    tiles: tuple[tiles.Tile | None, ...]
    marks: tuple[int, ...]
    board: Board
    lines: tuple[Line, ...]
    features: int
    """What the lines share."""
    occupied: Mask
    due: str


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
    ground = _ground(words, game, state.display, tuple(last))
    board, then = ground.board, ""
    moves: tuple[Choice, ...] = ()
    if view.legal:
        moves, can, then = _moves(words, game.area, ground.occupied, view.legal)
        if then:
            board = _board(words, ground.place, ground.tiles, map(or_, ground.marks, can))
    return Picture(
        ask=ask(describer, turn, ground.due),
        turn=turn.seat if isinstance(turn, Move) else None,
        board=board,
        seats=_seats(words, state, viewer, held, ground.features, all_open),
        beside=_beside(words, *state.piles[-1]),
        then=then,
        moves=moves,
        pieces=() if viewer is None or isinstance(turn, Over) else _pieces(words, state, viewer, bool(then)),
        lines=ground.lines,
    )


# The display


@lru_cache(maxsize=RECENT)
def _ground(
    words: Words, game: XoxoGame, display: tuple[tiles.Tile | None, ...], last: tuple[Event[Any], ...]
) -> _Ground:
    occupied, features, shared = game.look(display)
    place = _place(game.area, occupied)
    marks = list(place.marks)
    mark_last(marks, game.grid, last)
    lines: tuple[Line, ...] = ()
    if shared:
        squares = game.grid.squares
        lines = tuple([_line(words, tuple([squares[i] for i in line]), common) for line, common in shared])
        for line, _ in shared:
            for i in line:
                marks[i] |= LINE
    shown, marked = place.pick(display), place.pick(marks)
    board = _board(words, place, shown, marked)
    return _Ground(place, shown, marked, board, lines, features, occupied, _due(game, occupied))


def _place(area: Display, occupied: Mask) -> Layout:
    return layout(area.grid.width, area.grid.height, area.fields, occupied or area.centre)


def _due(game: XoxoGame, occupied: Mask) -> str:
    if not occupied:
        return "picture-ask-first"
    return "picture-ask-lay" if occupied.bit_count() < game.sizes.field**2 else "picture-ask-cover"


def _board(words: Words, place: Layout, shown: tuple[tiles.Tile | None, ...], marks: Iterable[int]) -> Board:
    return Board(place.columns, place.rows, tuple(map(_cell, repeat(words), place.squares, shown, marks)))


@cache  # there are only so many tiles and squares, and the bookkeeping of a bound would cost half as much again
def _cell(words: Words, square: Square, tile: tiles.Tile | None, marks: int) -> Cell:
    if tile is None:
        return empty_cell(words, square, "tile", marks)
    return make_cell(words, square, "tile", _tile(tile), _tile_name(words, tile), marks)


@cache
def _tile(tile: tiles.Tile) -> picture.Tile:
    return picture.Tile(*tile.names)


@cache
def _tile_name(words: Words, tile: tiles.Tile) -> str:
    colour, shape, face = tile.names
    return words(
        "picture-tile", colour=words(f"value-{colour}"), shape=words(f"value-{shape}"), face=words(f"face-{face}")
    )


@lru_cache(maxsize=KEPT)
def _line(words: Words, squares: tuple[Square, ...], common: int) -> Line:
    features = tuple(str(card) for card in tiles.CARDS if card.feature & common)
    shared = words.listing([words(f"value-{feature}") for feature in features])
    return written(Line(squares, f"{words.listing(list(squares))}: {shared}", features=features))


# What can be done


@lru_cache(maxsize=KEPT)
def _moves(
    words: Words, area: Display, occupied: Mask, legal: tuple[Lay | Reveal, ...]
) -> tuple[tuple[Choice, ...], tuple[int, ...], str]:
    """The moves, what can be done on each square shown, and what is to be done once a tile is picked."""
    marks = [0] * len(area.grid.squares)
    for action in legal:
        if isinstance(action, Lay):
            i = area.grid.index[action.square]
            marks[i] |= COVER if occupied >> i & 1 else LAY
    then = words("picture-then-tile") if any(marks) else ""
    choices = written(tuple([_choice(words, action) for action in legal]))
    return choices, _place(area, occupied).pick(marks), then


def _choice(words: Words, action: Lay | Reveal) -> Choice:
    if isinstance(action, Lay):
        return Choice(str(action), str(action.source), target=action.square)
    shown = words.listing([words(f"value-{card}") for card in action.cards])
    return Choice(str(action), name=words("picture-show", cards=shown) if shown else words("picture-show-nothing"))


def _pieces(words: Words, state: State, viewer: Seat, can: bool) -> tuple[Piece, ...]:
    piles = state.piles[viewer], state.piles[-1]
    return tuple(filter(None, map(_piece, repeat(words), ("own", "draw"), piles, repeat(can))))


@cache
def _piece(words: Words, key: str, pile: Pile, can: bool) -> Piece | None:
    """The top tile of a pile, if there is one."""
    if pile.top is None:
        return None
    title = words("picture-own-pile" if key == "own" else "picture-draw-pile")
    name = f"{title}, {_pile_names(words, *pile)[1]}"
    return written(Piece(key, _tile(pile.top), f"{title} · {pile.size}", name, can))


# Beside the board


@cache
def _beside(words: Words, size: int, top: tiles.Tile | None) -> XoxoBeside:
    return written(XoxoBeside(_pile(words, size, top)))


@cache
def _pile(words: Words, size: int, top: tiles.Tile | None) -> picture.Pile:
    return written(picture.Pile(size, *_pile_names(words, size, top), _tile(top) if top else None))


def _pile_names(words: Words, size: int, top: tiles.Tile | None) -> tuple[str, str]:
    label = words("picture-tiles", count=size)
    return label, f"{label}: {_tile_name(words, top)}" if top else label


def _seats(
    words: Words, state: State, viewer: Seat | None, held: frozenset[tiles.Card], features: int, all_open: bool
) -> tuple[XoxoSeat, ...]:
    """Cards are open to their owner alone, with the orders for them; to all when all is open."""
    orders = None if all_open else held
    return tuple(
        [
            _seat(words, pile, len(hand), _hand(words, hand, features, orders), shown)
            if all_open or seat == viewer
            else _closed_seat(words, pile, hand, shown)
            for seat, (pile, hand, shown) in enumerate(zip(state.piles, state.hands, state.shown, strict=False))
        ]
    )


@lru_cache(maxsize=KEPT)
def _closed_seat(words: Words, pile: Pile, hand: tiles.Hand, shown: tiles.Hand) -> XoxoSeat:
    return written(_seat(words, pile, len(hand), tuple([_goal(words, card.back) for card in hand]), shown))


def _seat(words: Words, pile: Pile, held: int, cards: tuple[Goal, ...], shown: tiles.Hand) -> XoxoSeat:
    name = _seat_name(words, pile.size, held, len(shown))
    return XoxoSeat(name, _pile(words, *pile), cards, _shown(words, shown))


@lru_cache(maxsize=KEPT)
def _hand(words: Words, hand: tiles.Hand, features: int, held: frozenset[tiles.Card] | None) -> tuple[Goal, ...]:
    """Open cards, with an order for each if it is told which are held back."""
    orders = [None if held is None else "hold" if card in held else "show" for card in hand]
    lies = [card.feature & features > 0 for card in hand]
    return written(tuple(map(_goal, repeat(words), hand, orders, lies))) if hand else ()


@cache
def _shown(words: Words, cards: tiles.Hand) -> tuple[Goal, ...]:
    return written(tuple(map(_goal, repeat(words), cards))) if cards else ()


@cache
def _seat_name(words: Words, size: int, held: int, shown: int) -> str:
    label = words("picture-tiles", count=size)
    return words("picture-seat-xoxo", tiles=label, cards=words("djeco-hidden", count=held), shown=shown)


@cache
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
