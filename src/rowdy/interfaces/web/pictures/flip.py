"""The flip games as one viewer sees them: stones with their sides, the two steps of a turn, winning rows."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import repeat
from typing import Any

import msgspec

from rowdy.interfaces.audience import Audience
from rowdy.interfaces.web.pictures.common import (
    FLIP,
    LAY,
    LINE,
    MAX_CACHED_BOARDS,
    MAX_CACHED_PARTS,
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
    FlipSeat,
    OfferedMove,
    Picture,
    Piece,
    StoneLook,
    TurnStep,
    Wire,
    encoded,
)
from rowdy.interfaces.words import Words
from rowdy.rules.flip import FlipGame, Reason
from rowdy.rules.flip_state import STONES, Action, Flip, Part, State, Stones
from rowdy.rules.game import Move, Outcome, Over, Seat, View
from rowdy.rules.geometry import Mask, Square, bits

STONE_SIGNS = {"rubik": ("x", "o"), "xoxo2": ("star", "hexagon")}
COLOURS = {
    "rubik": {"A": "blue", "B": "green", "a": "yellow", "b": "white"},
    "xoxo2": {"A": "green", "B": "red", "a": "green", "b": "red"},
}


def paint(audience: Audience, game: FlipGame, view: View[Any, Any], touched: tuple[Square, ...]) -> Picture:
    words, which, viewer, turn = audience.words, game.edition.game, audience.viewer, view.turn
    state: State = view.state
    stones, left = _stones(game, state.stones)
    place = layout(game.grid, (game.grid.all,))
    marks = [0] * len(stones)
    mark_last(marks, game.grid, touched)
    over = turn.outcome if isinstance(turn, Over) else None
    lines = _lines(words, game, state, over, marks)
    moves = tuple(map(_move, view.legal))
    _mark_moves(game.grid.index, view.legal, marks)
    cells = tuple(map(_cell, repeat(words), repeat(which), place.squares, place.pick(stones), place.pick(marks)))
    flips = state.part is Part.FLIP
    return Picture(
        ask=ask(audience, turn, "picture-ask-flip" if flips else "picture-ask-place"),
        turn=turn.seat if isinstance(turn, Move) else None,
        board=BoardPicture(place.columns, place.rows, cells),
        seats=tuple([_seat(words, which, seat, left[seat]) for seat in (0, 1)]),
        then=words("picture-then-flip" if flips else "picture-then-place") if moves else "",
        moves=moves,
        pieces=_pieces(words, which, viewer, bool(moves) and not flips) if viewer is not None and not over else (),
        lines=lines,
        steps=_steps(words, flips and bool(moves), not flips and bool(moves)),
    )


# The board


@lru_cache(maxsize=MAX_CACHED_BOARDS)
def _stones(game: FlipGame, stones: Stones) -> tuple[tuple[str | None, ...], tuple[int, int]]:
    """Returns the stone on each square, and how many stones each player has left."""
    squares: list[str | None] = [None] * len(game.grid.squares)
    for stone, mask in zip(STONES, stones, strict=True):
        for i in bits(mask):
            squares[i] = stone
    a, b, c, d = stones
    return tuple(squares), (game.sizes.stones - (a | b).bit_count(), game.sizes.stones - (c | d).bit_count())


@cache  # stones and squares are few, and a bounded cache would be half as slow again
def _cell(words: Words, which: str, square: Square, stone: str | None, marks: int) -> Wire[BoardCell]:
    if stone is None:
        return empty_cell(words, square, "stone", marks)
    return make_cell(words, square, "stone", _stone(which, stone), words(f"stone-{which}-{stone}"), marks)


@lru_cache(maxsize=MAX_CACHED_PARTS)
def _stone(which: str, stone: str) -> StoneLook:
    owner = STONES.index(stone) // 2
    return StoneLook(owner, stone, STONE_SIGNS[which][owner], COLOURS[which][stone])


def _lines(
    words: Words, game: FlipGame, state: State, outcome: Outcome | None, marks: list[int]
) -> tuple[DrawnLine, ...]:
    """Returns the rows that decided the game, or all rows while it goes on, and marks their squares."""
    if outcome is not None and outcome.reason not in (Reason.ROW, Reason.BOTH_ROWS):
        return ()
    found, rows = [], game.rows if outcome is None else game.winning_rows
    for owner in (0, 1):
        for row in rows(state.stones, owner):
            first, _ = state.stones.sides(owner)
            stone = STONES[2 * owner + (row & first != row)]
            for i in bits(row):
                marks[i] |= LINE
            line = _line(words, game, row, stone, game.is_enclosed(row, state.occupied))
            found.append(line if outcome else msgspec.structs.replace(line, pending=True))
    return tuple(found)


def _line(words: Words, game: FlipGame, row: Mask, stone: str, enclosed: bool) -> DrawnLine:
    squares = tuple(game.grid.squares[i] for i in bits(row))
    what = words(f"stone-{game.edition.game}-{stone}")
    name = words("picture-line-enclosed" if enclosed else "picture-line", squares=words.listing(squares), what=what)
    return DrawnLine(squares, name, owner=STONES.index(stone) // 2, enclosed=enclosed)


# What can be done


@cache
def _move(action: Action) -> Wire[OfferedMove]:
    if isinstance(action, Flip):
        return encoded(OfferedMove(str(action), source=action.source, target=action.target))
    return encoded(OfferedMove(str(action), action.stone, target=action.square))


def _mark_moves(index: dict[Square, int], legal: tuple[Action, ...], marks: list[int]) -> None:
    """Marks the stones that can be flipped, and the squares on which a stone can be put."""
    for square in {action.source for action in legal if isinstance(action, Flip)}:
        marks[index[square]] |= FLIP
    for square in {action.target if isinstance(action, Flip) else action.square for action in legal}:
        marks[index[square]] |= LAY


@cache
def _steps(words: Words, flip_due: bool, place_due: bool) -> Wire[tuple[TurnStep, ...]]:
    """Returns the two steps of a turn; for the viewer to move, the one that is due is marked."""
    return encoded(
        (TurnStep(words("picture-step-flip"), flip_due), TurnStep(words("picture-step-place"), place_due)),
    )


@lru_cache(maxsize=MAX_CACHED_PARTS)
def _pieces(words: Words, which: str, seat: Seat, can: bool) -> Wire[tuple[Piece, ...]]:
    """Returns the two sides that a stone from the supply can show."""
    pieces = tuple(
        Piece(stone, _stone(which, stone), words(f"side-{which}-{stone}"), words(f"stone-{which}-{stone}"), can)
        for stone in STONES[2 * seat : 2 * seat + 2]
    )
    return encoded(pieces)


def stones(words: Words, which: str) -> tuple[Piece, ...]:
    """Returns every stone with either side up, for setting up a position."""
    return tuple(
        Piece(stone, _stone(which, stone), words(f"side-{which}-{stone}"), words(f"stone-{which}-{stone}"), True)
        for stone in STONES
    )


# Beside the board


@lru_cache(maxsize=MAX_CACHED_PARTS)
def _seat(words: Words, which: str, seat: Seat, left: int) -> Wire[FlipSeat]:
    first, second = STONES[2 * seat], STONES[2 * seat + 1]
    name = words(
        "picture-seat-flip",
        sign=words(f"player-{which}-{seat + 1}"),
        first=words(f"side-{which}-{first}"),
        second=words(f"side-{which}-{second}"),
        count=left,
    )
    label = words("picture-left", count=left)
    return encoded(FlipSeat(name, label, left, STONE_SIGNS[which][seat], (_stone(which, first), _stone(which, second))))
