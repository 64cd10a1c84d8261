"""What the pictures of all games share: the squares shown, their marks, and the sentence on who is to move."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache, reduce
from operator import and_, itemgetter, or_
from typing import Any, NamedTuple

import msgspec

from rowdy.interfaces.audience import Audience
from rowdy.interfaces.titles import line_name
from rowdy.interfaces.web.pictures.picture import (
    BoardCell,
    Picture,
    Sendable,
    StackLook,
    StoneLook,
    TextLook,
    TileLook,
    Wire,
    WonLine,
    encoded,
)
from rowdy.interfaces.words import Words
from rowdy.rules.game import Chance, Highlight, Move, Over, Seat, Turn
from rowdy.rules.geometry import Grid, Mask, Square, bits

MAX_CACHED_CELLS = 1 << 12
"""The number of cached cells, in games with many different ones."""
MAX_CACHED_PARTS = 1 << 11
"""The number of each other kind of cached part. Caches are small enough to be full after some hundred games: larger
ones would save little, and a server would grow for more than an hour."""
MAX_CACHED_BOARDS = 1 << 8
"""The number of cached boards, discards and open hands: two tables hardly ever share one, but all viewers of a table
do, one after the other. Four times as many make no game faster."""

LAST, LINE, OPEN, LAY, COVER, CLEAR, FLIP = (1 << i for i in range(7))
"""The marks of a square, as bits: the flags of its cell, then what can be done there."""

CAN = {
    LAY: "picture-can-lay",
    COVER: "picture-can-cover",
    CLEAR: "picture-can-clear",
    COVER | CLEAR: "picture-can-cover-clear",
    FLIP: "picture-can-flip",
}
_CAN = LAY | COVER | CLEAR | FLIP


class Layout(NamedTuple):
    """The squares shown, in the order in which they are read."""

    columns: tuple[str, ...]
    rows: tuple[str, ...]
    squares: tuple[Square, ...]
    pick: Callable[[Sequence[Any]], tuple[Any, ...]]
    """Given something for every square of the grid, returns it for the squares shown."""
    marks: tuple[int, ...]
    """For every square of the grid, `OPEN` if it is not settled whether it is part of the field, otherwise 0."""


@lru_cache(maxsize=MAX_CACHED_PARTS)
def layout(grid: Grid, fields: tuple[Mask, ...]) -> Layout:
    """Returns the layout that shows all squares of the fields in which the game may come to lie."""
    room, sure = reduce(or_, fields), reduce(and_, fields)
    shown = sorted(bits(room), key=lambda i: (-grid.places[i][1], grid.places[i][0]))
    squares = tuple(grid.squares[i] for i in shown)
    return Layout(
        tuple(dict.fromkeys(square[0] for square in squares)),
        tuple(dict.fromkeys(square[1] for square in squares)),
        squares,
        itemgetter(*shown),
        tuple(OPEN if i in bits(room & ~sure) else 0 for i in range(len(grid.squares))),
    )


def mark_last(marks: list[int], grid: Grid, touched: Iterable[Square]) -> None:
    """Marks the squares of the last turn."""
    for square in touched:
        marks[grid.index[square]] |= LAST


def make_cell(
    words: Words,
    square: Square,
    kind: str,
    piece: Sendable[TileLook | StoneLook | StackLook | TextLook | None],
    what: str,
    marks: int,
) -> Wire[BoardCell]:
    """Returns a cell with its name: the square, the piece, what can be done, and whether the last turn was there."""
    name = f"{square}, {what}"
    last = f"; {words('cell-last')}" if marks & LAST else ""
    can = f"; {words(CAN[marks & _CAN], piece=kind)}" if marks & _CAN else ""
    return encoded(
        BoardCell(
            square,
            name + can + last,
            piece,
            last=bool(marks & LAST),
            line=bool(marks & LINE),
            open=bool(marks & OPEN),
            idle_name=name + last if can else "",
            what=what if piece is not None else "",
        )
    )


def empty_cell(words: Words, square: Square, kind: str, marks: int) -> Wire[BoardCell]:
    """Returns an empty cell; `kind` says what could be on it: a tile, stone or card."""
    return make_cell(words, square, kind, None, words("cell-empty"), marks)


def ask(audience: Audience, turn: Turn[Any], what: str, sides: Sequence[str] = ("", "")) -> str:
    """Returns the sentence on what is to be done next.

    `what` is the message for the move that is due, `sides` what each player plays with, if that differs.
    """
    words = audience.words
    if isinstance(turn, Move):
        mover, names = turn.seat, audience.names
        rival = 1 - mover if len(names) == 2 else mover
        asked = _asked(words, what, _spoken_to(audience, mover), rival == audience.you, sides[mover % len(sides)])
        return asked.replace(_WHO, names[mover]).replace(_RIVAL, names[rival])
    if isinstance(turn, Over):
        return words("picture-over")
    return words("picture-chance" if isinstance(turn, Chance) else "picture-window")


_WHO, _RIVAL = "\ue000", "\ue001"
"""Placeholders for names, from Unicode's private use area, which no name has: names differ from table to table, but
with placeholders the sentences are few enough to be cached."""


def _spoken_to(audience: Audience, mover: Seat) -> str:
    """Returns how the seat to move is asked: as "you", by name, or not at all as somebody else is awaited.

    Of several people at a screen with cards on it only the one to move looks.
    """
    if mover != audience.viewer:
        return "no"
    return "named" if audience.several and not audience.game.facts.hidden else "yes"


@cache
def _asked(words: Words, what: str, you: str, yours: bool, side: str) -> str:
    return words(what, who=_WHO, you=you, rival=_RIVAL, yours="yes" if yours else "no", side=side)


def with_won_lines(picture: Picture, deciding: Iterable[Highlight]) -> Picture:
    """Returns the picture of a game that has ended, with the lines that decided it."""
    won = tuple(WonLine(line, found.seat, line_name(line)) for found in deciding for line in found.lines)
    return msgspec.structs.replace(picture, won=won)
