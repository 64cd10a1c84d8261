"""XOXO as one viewer sees it: the display, the two tiles to choose from, piles, cards and their orders."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import repeat
from typing import Any

from rowdy.interfaces.describe import Describer
from rowdy.interfaces.web import picture
from rowdy.interfaces.web.boards_common import (
    COVER,
    KEPT,
    LAY,
    LINE,
    ask,
    empty_cell,
    layout,
    make_cell,
    mark_last,
)
from rowdy.interfaces.web.picture import Board, Cell, Choice, Goal, Line, Picture, Piece, XoxoBeside, XoxoSeat
from rowdy.interfaces.words import Words
from rowdy.rules import tiles
from rowdy.rules.game import Event, Move, Over, Seat, View
from rowdy.rules.geometry import Mask, Square
from rowdy.rules.xoxo import XoxoGame
from rowdy.rules.xoxo_state import Lay, Reveal, Source, State


def paint(
    describer: Describer,
    game: XoxoGame,
    view: View[Any, Any],
    last: Sequence[Event[Any]],
    held: frozenset[tiles.Card],
    all_open: bool,
) -> Picture:
    words, viewer = describer.words, describer.viewer
    state: State = view.state
    display = state.display
    occupied = 0
    for i, tile in enumerate(display):
        if tile:
            occupied |= 1 << i
    place = layout(game.grid.width, game.grid.height, game.area.fields, occupied or game.area.centre)
    marks = list(place.marks)
    mark_last(marks, game.grid, last)
    lines = _lines(words, game, state, occupied, marks)
    moves = _moves(words, game, view.legal, occupied, marks)
    cells = tuple(map(_cell, repeat(words), place.squares, place.pick(display), place.pick(marks)))
    return Picture(
        ask=ask(describer, view.turn, _due(game, occupied)),
        turn=view.turn.seat if isinstance(view.turn, Move) else None,
        board=Board(place.columns, place.rows, cells),
        seats=tuple([_seat(words, game, state, seat, viewer, held, all_open) for seat in range(game.seats)]),
        beside=XoxoBeside(_pile(words, *state.piles[-1])),
        then=words("picture-then-tile") if moves and moves[0].piece else "",
        moves=moves,
        pieces=() if viewer is None or isinstance(view.turn, Over) else _pieces(words, state, viewer, moves),
        lines=lines,
    )


def _due(game: XoxoGame, occupied: Mask) -> str:
    if not occupied:
        return "picture-ask-first"
    return "picture-ask-lay" if occupied.bit_count() < game.sizes.field**2 else "picture-ask-cover"


# The display


@lru_cache(maxsize=KEPT)
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


def _lines(words: Words, game: XoxoGame, state: State, occupied: Mask, marks: list[int]) -> tuple[Line, ...]:
    """The lines of tiles that share something."""
    display, found = state.display, list[Line]()
    for line in game.area.lines_in(occupied):
        common = -1
        for i in line:
            tile = display[i]
            common &= tile.features if tile else 0
        if common:
            for i in line:
                marks[i] |= LINE
            found.append(_line(words, tuple([game.grid.squares[i] for i in line]), common))
    return tuple(found)


@lru_cache(maxsize=KEPT)
def _line(words: Words, squares: tuple[Square, ...], common: int) -> Line:
    features = tuple(str(card) for card in tiles.CARDS if card.feature & common)
    shared = words.listing([words(f"value-{feature}") for feature in features])
    return Line(squares, f"{words.listing(list(squares))}: {shared}", features=features)


# What can be done


def _moves(
    words: Words, game: XoxoGame, legal: tuple[Any, ...], occupied: Mask, marks: list[int]
) -> tuple[Choice, ...]:
    index, moves = game.grid.index, list[Choice]()
    for action in legal:
        if isinstance(action, Lay):
            i = index[action.square]
            marks[i] |= COVER if occupied >> i & 1 else LAY
            moves.append(_lay(action.source, action.square))
        else:
            moves.append(_reveal(words, action))
    return tuple(moves)


@lru_cache(maxsize=KEPT)
def _lay(source: Source, square: Square) -> Choice:
    return Choice(str(Lay(source, square)), str(source), target=square)


@lru_cache(maxsize=KEPT)
def _reveal(words: Words, answer: Reveal) -> Choice:
    shown = words.listing([words(f"value-{card}") for card in answer.cards])
    return Choice(str(answer), name=words("picture-show", cards=shown) if shown else words("picture-show-nothing"))


def _pieces(words: Words, state: State, viewer: Seat, moves: tuple[Choice, ...]) -> tuple[Piece, ...]:
    can = bool(moves and moves[0].piece)
    piles = ((Source.OWN, state.piles[viewer]), (Source.DRAW, state.piles[-1]))
    return tuple([_piece(words, source, size, top, can) for source, (size, top) in piles if top])


def _piece(words: Words, source: Source, size: int, top: tiles.Tile, can: bool) -> Piece:
    title = words("picture-own-pile" if source is Source.OWN else "picture-draw-pile")
    return Piece(str(source), _tile(top), f"{title} · {size}", f"{title}, {_pile(words, size, top).name}", can)


# Beside the board


@lru_cache(maxsize=KEPT)
def _pile(words: Words, size: int, top: tiles.Tile | None) -> picture.Pile:
    label = words("picture-tiles", count=size)
    name = f"{label}: {_tile_name(words, top)}" if top else label
    return picture.Pile(size, label, name, _tile(top) if top else None)


def _seat(
    words: Words,
    game: XoxoGame,
    state: State,
    seat: Seat,
    viewer: Seat | None,
    held: frozenset[tiles.Card],
    all_open: bool,
) -> XoxoSeat:
    """Cards are open to their owner alone, with the orders for them; to all when all is open."""
    hand = state.hands[seat]
    orders: tuple[str | None, ...] = (None,) * len(hand)
    if not all_open:
        if seat == viewer:
            orders = tuple(["hold" if card in held else "show" for card in hand])
        else:
            hand = tuple([card.back for card in hand])
    lies = tuple([game.in_line(state, card) for card in hand])
    pile, shown = state.piles[seat], state.shown[seat]
    name = _seat_name(words, pile.size, len(hand), len(shown))
    return XoxoSeat(name, _pile(words, *pile), _goals(words, hand, orders, lies), _goals(words, shown))


@lru_cache(maxsize=KEPT)
def _seat_name(words: Words, size: int, held: int, shown: int) -> str:
    label = words("picture-tiles", count=size)
    return words("picture-seat-xoxo", tiles=label, cards=words("djeco-hidden", count=held), shown=shown)


@lru_cache(maxsize=KEPT)
def _goals(
    words: Words, hand: tiles.Hand, orders: tuple[str | None, ...] = (), lies: tuple[bool, ...] = ()
) -> tuple[Goal, ...]:
    if not orders:
        return tuple(map(_goal, repeat(words), hand))
    return tuple(map(_goal, repeat(words), hand, orders, lies))


@lru_cache(maxsize=KEPT)
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
