"""XOXO as one viewer sees it: the display, the two tiles to choose from, piles, cards and their orders."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import repeat
from operator import or_
from typing import Any, NamedTuple

from rowdy.interfaces.audience import Audience
from rowdy.interfaces.web.pictures.common import (
    COVER,
    LAY,
    LINE,
    MAX_CACHED_BOARDS,
    MAX_CACHED_CELLS,
    MAX_CACHED_PARTS,
    Layout,
    ask,
    empty_cell,
    layout,
    make_cell,
    mark_last,
)
from rowdy.interfaces.web.pictures.picture import (
    BoardCell,
    BoardPicture,
    DrawnLine,
    Goal,
    OfferedMove,
    Picture,
    Piece,
    PileLook,
    Sendable,
    StandingOrder,
    TileLook,
    Wire,
    XoxoBeside,
    XoxoSeat,
    encoded,
)
from rowdy.interfaces.words import Words
from rowdy.play.kit import Held
from rowdy.rules import tiles
from rowdy.rules.game import Move, Over, Seat, View
from rowdy.rules.geometry import Grid, Mask, Square
from rowdy.rules.xoxo import XoxoGame
from rowdy.rules.xoxo_state import Lay, Pile, Reveal, State


class _Public(NamedTuple):
    """The parts that are the same for all viewers; made once, only from what everybody may know."""

    place: Layout
    tiles: tuple[tiles.Tile | None, ...]
    marks: tuple[int, ...]
    board: BoardPicture
    lines: tuple[Wire[DrawnLine], ...]
    features: int
    """The features that the tiles of some line share, as bits."""
    occupied: Mask
    due: str
    """The message for the move that is due."""


def paint(
    audience: Audience,
    game: XoxoGame,
    view: View[Any, Any],
    touched: tuple[Square, ...],
    held: Held,
    all_open: bool,
) -> Picture:
    words, viewer, turn = audience.words, audience.viewer, view.turn
    state: State = view.state
    public = _public(words, game, state.display, touched)
    board, then = public.board, ""
    moves: Sendable[tuple[OfferedMove, ...]] = ()
    if view.legal:
        moves, can, then = _moves(words, game.grid, public.occupied, view.legal)
        if then:
            board = _board(words, public.place, public.tiles, map(or_, public.marks, public.place.pick(can)))
    return Picture(
        ask=ask(audience, turn, public.due),
        turn=turn.seat if isinstance(turn, Move) else None,
        board=board,
        seats=_seats(words, state, viewer, held, public.features, all_open),
        beside=_beside(words, *state.piles[-1]),
        then=then,
        moves=moves,
        pieces=() if viewer is None or isinstance(turn, Over) else _pieces(words, state, viewer, bool(then)),
        lines=public.lines,
    )


# The display


@lru_cache(maxsize=MAX_CACHED_BOARDS)
def _public(
    words: Words, game: XoxoGame, display: tuple[tiles.Tile | None, ...], touched: tuple[Square, ...]
) -> _Public:
    occupied, features, shared = game.look(display)
    place = layout(game.grid, game.fields(occupied))
    marks = list(place.marks)
    mark_last(marks, game.grid, touched)
    lines: tuple[Wire[DrawnLine], ...] = ()
    if shared:
        squares = game.grid.squares
        lines = tuple([_line(words, tuple([squares[i] for i in line]), common) for line, common in shared])
        for line, _ in shared:
            for i in line:
                marks[i] |= LINE
    shown, marked = place.pick(display), place.pick(marks)
    board = _board(words, place, shown, marked)
    return _Public(place, shown, marked, board, lines, features, occupied, _due(game, occupied))


def _due(game: XoxoGame, occupied: Mask) -> str:
    if not occupied:
        return "picture-ask-first"
    return "picture-ask-cover" if game.is_full(occupied) else "picture-ask-lay"


def _board(words: Words, place: Layout, shown: tuple[tiles.Tile | None, ...], marks: Iterable[int]) -> BoardPicture:
    return BoardPicture(place.columns, place.rows, tuple(map(_cell, repeat(words), place.squares, shown, marks)))


@lru_cache(maxsize=MAX_CACHED_CELLS)
def _cell(words: Words, square: Square, tile: tiles.Tile | None, marks: int) -> Wire[BoardCell]:
    if tile is None:
        return empty_cell(words, square, "tile", marks)
    return make_cell(words, square, "tile", _tile(tile), tile_label(words, tile), marks)


@cache
def _tile(tile: tiles.Tile) -> TileLook:
    return TileLook(*tile.names)


@cache
def tile_label(words: Words, tile: tiles.Tile) -> str:
    colour, shape, face = tile.names
    return words("picture-tile", colour=words(f"colour-{colour}"), shape=shape, face=words(f"face-{face}"))


@lru_cache(maxsize=MAX_CACHED_PARTS)
def _line(words: Words, squares: tuple[Square, ...], common: int) -> Wire[DrawnLine]:
    features = tuple(str(card) for card in tiles.CARDS if card.feature & common)
    shared = words.listing([words(f"value-{feature}") for feature in features])
    colour = next((str(card) for card in tiles.CARDS if card.feature & common and card.kind is tiles.Kind.COLOUR), "")
    name = words("picture-line", squares=words.listing(squares), what=shared)
    return encoded(DrawnLine(squares, name, features=features, colour=colour))


# What can be done


@lru_cache(maxsize=MAX_CACHED_PARTS)
def _moves(
    words: Words, grid: Grid, occupied: Mask, legal: tuple[Lay | Reveal, ...]
) -> tuple[Wire[tuple[OfferedMove, ...]], tuple[int, ...], str]:
    """Returns the moves, what can be done on each square, and what is to be done after picking a tile."""
    marks = [0] * len(grid.squares)
    for action in legal:
        if isinstance(action, Lay):
            i = grid.index[action.square]
            marks[i] |= COVER if occupied >> i & 1 else LAY
    then = words("picture-then-cover" if COVER in marks else "picture-then-tile") if any(marks) else ""
    moves = encoded(tuple([_move(words, action) for action in legal]))
    return moves, tuple(marks), then


def _move(words: Words, action: Lay | Reveal) -> OfferedMove:
    if isinstance(action, Lay):
        return OfferedMove(str(action), str(action.source), target=action.square)
    shown = words.listing([words(f"value-{card}") for card in action.cards])
    return OfferedMove(str(action), name=words("picture-show", cards=shown) if shown else words("picture-show-nothing"))


def _pieces(words: Words, state: State, viewer: Seat, can: bool) -> tuple[Wire[Piece], ...]:
    piles = state.piles[viewer], state.piles[-1]
    return tuple(filter(None, map(_piece, repeat(words), ("own", "draw"), piles, repeat(can))))


@cache
def _piece(words: Words, key: str, pile: Pile, can: bool) -> Wire[Piece] | None:
    """Returns the top tile of a pile, if there is one."""
    if pile.top is None:
        return None
    title = words("picture-own-pile" if key == "own" else "picture-draw-pile")
    name = f"{title}, {_pile_names(words, *pile)[1]}"
    return encoded(Piece(key, _tile(pile.top), f"{title} · {pile.size}", name, can))


# Beside the board


@cache
def _beside(words: Words, size: int, top: tiles.Tile | None) -> Wire[XoxoBeside]:
    return encoded(XoxoBeside(_pile(words, size, top)))


@cache
def _pile(words: Words, size: int, top: tiles.Tile | None) -> Wire[PileLook]:
    return encoded(PileLook(size, *_pile_names(words, size, top), _tile(top) if top else None))


def _pile_names(words: Words, size: int, top: tiles.Tile | None) -> tuple[str, str]:
    label = words("picture-tiles", count=size)
    return label, f"{label}: {tile_label(words, top)}" if top else label


def _seats(
    words: Words, state: State, viewer: Seat | None, held: Held, features: int, all_open: bool
) -> tuple[Sendable[XoxoSeat], ...]:
    """Returns the seats; cards are open only to their owner, with their orders, or to all with `all_open`."""
    orders = None if all_open else held
    return tuple(
        [
            _seat(words, pile, len(hand), _hand(words, hand, features, orders), shown)
            if all_open or seat == viewer
            else _closed_seat(words, pile, hand, shown)
            for seat, (pile, hand, shown) in enumerate(zip(state.piles, state.hands, state.shown, strict=False))
        ]
    )


@lru_cache(maxsize=MAX_CACHED_PARTS)
def _closed_seat(words: Words, pile: Pile, hand: tiles.Hand, shown: tiles.Hand) -> Wire[XoxoSeat]:
    return encoded(_seat(words, pile, len(hand), tuple([goal(words, card.back) for card in hand]), shown))


def _seat(words: Words, pile: Pile, held: int, cards: Sendable[tuple[Goal, ...]], shown: tiles.Hand) -> XoxoSeat:
    name = _seat_name(words, pile.size, held, len(shown))
    return XoxoSeat(name, _pile(words, *pile), cards, _shown(words, shown))


@lru_cache(maxsize=MAX_CACHED_PARTS)
def _hand(words: Words, hand: tiles.Hand, features: int, held: Held | None) -> Sendable[tuple[Goal, ...]]:
    """Returns open cards, each with its order unless `held`, the cards held back, is `None`."""
    orders: list[StandingOrder | None] = [
        None if held is None else "hold" if str(card) in held else "show" for card in hand
    ]
    lies = [card.feature & features > 0 for card in hand]
    return encoded(tuple(map(goal, repeat(words), hand, orders, lies))) if hand else ()


@cache
def _shown(words: Words, cards: tiles.Hand) -> Sendable[tuple[Goal, ...]]:
    return encoded(tuple(map(goal, repeat(words), cards))) if cards else ()


@cache
def _seat_name(words: Words, size: int, held: int, shown: int) -> str:
    label = words("picture-tiles", count=size)
    return words("picture-seat-xoxo", tiles=label, cards=words("djeco-hidden", count=held), shown=shown)


@cache
def goal(words: Words, card: tiles.ObjectiveCard, order: StandingOrder | None = None, line: bool = False) -> Goal:
    """Returns an objective card as it is drawn and named."""
    if card.value is None:
        label = words(f"kind-{card.kind}")
        return Goal(str(card.kind), label, words("picture-goal-back", kind=label))
    name = label = words(f"value-{card}")
    if order:
        name += f"; {words('picture-goal-hold' if order == 'hold' else 'picture-goal-show')}"
    if line:
        name += f"; {words('order-line')}"
    return Goal(str(card.kind), label, name, str(card), order, line)
