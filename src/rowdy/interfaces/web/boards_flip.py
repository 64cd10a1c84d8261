"""The flip games as one viewer sees them: stones with their sides, the two steps of a turn, rows that won."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import repeat
from typing import Any

from rowdy.interfaces.describe import Describer
from rowdy.interfaces.web.boards_common import (
    FLIP,
    KEPT,
    LAY,
    LINE,
    RECENT,
    ask,
    empty_cell,
    layout,
    make_cell,
    mark_last,
)
from rowdy.interfaces.web.picture import Board, Cell, Choice, FlipSeat, Line, Picture, Piece, Stone, written
from rowdy.interfaces.words import Words
from rowdy.rules import flip
from rowdy.rules.flip import STONES, FlipGame
from rowdy.rules.game import Event, Move, Outcome, Over, Seat, View
from rowdy.rules.geometry import Mask, Square, bits

SIGNS = {"rubik": ("x", "o"), "xoxo2": ("star", "hexagon")}
COLOURS = {
    "rubik": {"A": "blue", "B": "green", "a": "yellow", "b": "white"},
    "xoxo2": {"A": "green", "B": "red", "a": "green", "b": "red"},
}


def paint(describer: Describer, game: FlipGame, view: View[Any, Any], last: Sequence[Event[Any]]) -> Picture:
    words, which, viewer, turn = describer.words, game.edition.game, describer.viewer, view.turn
    state: flip.State = view.state
    stones, left = _stones(game, state.stones)
    place = layout(game.grid.width, game.grid.height, (game.grid.all,), 0)
    marks = [0] * len(stones)
    mark_last(marks, game.grid, last)
    over = turn.outcome if isinstance(turn, Over) else None
    lines = _lines(words, game, state, over, marks) if over else ()
    moves = tuple(map(_choice, view.legal))
    _mark_moves(game.grid.index, view.legal, marks)
    cells = tuple(map(_cell, repeat(words), repeat(which), place.squares, place.pick(stones), place.pick(marks)))
    flips = state.part is flip.Part.FLIP
    return Picture(
        ask=ask(describer, turn, "picture-ask-flip" if flips else "picture-ask-place"),
        turn=turn.seat if isinstance(turn, Move) else None,
        board=Board(place.columns, place.rows, cells),
        seats=tuple([_seat(words, which, seat, left[seat]) for seat in (0, 1)]),
        then=words("picture-then-flip" if flips else "picture-then-place") if moves else "",
        moves=moves,
        pieces=_pieces(words, which, viewer, bool(moves) and not flips) if viewer is not None and not over else (),
        lines=lines,
    )


# The board


@lru_cache(maxsize=RECENT)
def _stones(game: FlipGame, stones: flip.Stones) -> tuple[tuple[str | None, ...], tuple[int, int]]:
    """What lies on each square, and how many stones each player has left."""
    squares: list[str | None] = [None] * len(game.grid.squares)
    for stone, mask in zip(STONES, stones, strict=True):
        for i in bits(mask):
            squares[i] = stone
    a, b, c, d = stones
    return tuple(squares), (game.sizes.stones - (a | b).bit_count(), game.sizes.stones - (c | d).bit_count())


@cache  # there are only so many stones and squares, and the bookkeeping of a bound would cost half as much again
def _cell(words: Words, which: str, square: Square, stone: str | None, marks: int) -> Cell:
    if stone is None:
        return empty_cell(words, square, "stone", marks)
    return make_cell(words, square, "stone", _stone(which, stone), words(f"stone-{which}-{stone}"), marks)


@lru_cache(maxsize=KEPT)
def _stone(which: str, stone: str) -> Stone:
    owner = STONES.index(stone) // 2
    return Stone(owner, stone, SIGNS[which][owner], COLOURS[which][stone])


def _lines(words: Words, game: FlipGame, state: flip.State, outcome: Outcome, marks: list[int]) -> tuple[Line, ...]:
    """The rows that decided the game."""
    if outcome.reason not in (flip.Reason.ROW, flip.Reason.BOTH_ROWS):
        return ()
    found = []
    for owner in (0, 1):
        for row in game.winning_rows(state, owner):
            stone = STONES[2 * owner + (row & state.stones[2 * owner] != row)]
            for i in bits(row):
                marks[i] |= LINE
            found.append(_line(words, game, row, stone, not game.around(row) & ~state.occupied))
    return tuple(found)


def _line(words: Words, game: FlipGame, row: Mask, stone: str, enclosed: bool) -> Line:
    squares = tuple(game.grid.squares[i] for i in bits(row))
    what = words(f"stone-{game.edition.game}-{stone}")
    name = f"{words.listing(list(squares))}: {what}" + (f"; {words('picture-enclosed')}" if enclosed else "")
    return Line(squares, name, owner=STONES.index(stone) // 2, enclosed=enclosed)


# What can be done


@cache
def _choice(action: flip.Action) -> Choice:
    if isinstance(action, flip.Flip):
        return written(Choice(str(action), source=action.source, target=action.target))
    return written(Choice(str(action), action.stone, target=action.square))


def _mark_moves(index: dict[Square, int], legal: tuple[flip.Action, ...], marks: list[int]) -> None:
    """Marks the stones that can be flipped, and the squares on which a stone can come to lie."""
    for square in {action.source for action in legal if isinstance(action, flip.Flip)}:
        marks[index[square]] |= FLIP
    for square in {action.target if isinstance(action, flip.Flip) else action.square for action in legal}:
        marks[index[square]] |= LAY


@lru_cache(maxsize=KEPT)
def _pieces(words: Words, which: str, seat: Seat, can: bool) -> tuple[Piece, ...]:
    """The two sides that a stone from the supply can show."""
    pieces = tuple(
        Piece(stone, _stone(which, stone), words(f"side-{which}-{stone}"), words(f"stone-{which}-{stone}"), can)
        for stone in STONES[2 * seat : 2 * seat + 2]
    )
    return written(pieces)


# Beside the board


@lru_cache(maxsize=KEPT)
def _seat(words: Words, which: str, seat: Seat, left: int) -> FlipSeat:
    first, second = STONES[2 * seat], STONES[2 * seat + 1]
    name = words(
        "picture-seat-flip",
        sign=words(f"player-{which}-{seat + 1}"),
        first=words(f"side-{which}-{first}"),
        second=words(f"side-{which}-{second}"),
        count=left,
    )
    label = words("picture-left", count=left)
    return written(FlipSeat(name, label, left, SIGNS[which][seat], (_stone(which, first), _stone(which, second))))
