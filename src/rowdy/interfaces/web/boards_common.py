"""What the pictures of all games share: which squares are shown, the marks on them, and whom the table waits for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache, reduce
from operator import and_, itemgetter, or_
from typing import Any, NamedTuple

from rowdy.interfaces.describe import Describer
from rowdy.interfaces.marks import touches
from rowdy.interfaces.web.picture import Cell, Stack, Stone, Tile, written
from rowdy.interfaces.words import Words
from rowdy.rules.game import Chance, Event, Move, Over, Turn
from rowdy.rules.geometry import Grid, Mask, Square, bits

KEPT = 1 << 14
"""How many cells are kept ready for the next picture, and of other parts as many at most."""
RECENT = 1 << 10
"""How many are kept of what is as good as never the same at two tables, but is for all viewers of one."""

LAST, LINE, OPEN, LAY, COVER, CLEAR, FLIP = (1 << i for i in range(7))
"""The marks of a square: its flags, then what can be done there."""

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
    """What lies on these squares, of something for every square."""
    marks: tuple[int, ...]
    """For every square `OPEN` where it may or may not come to be part of the field."""


@lru_cache(maxsize=KEPT)
def layout(width: int, height: int, fields: tuple[Mask, ...], used: Mask) -> Layout:
    """All squares of the fields that the used squares still leave possible."""
    possible = [field for field in fields if field & used == used]
    room, sure = reduce(or_, possible), reduce(and_, possible)
    grid = Grid(width, height, 1)
    shown = sorted(bits(room), key=lambda i: (-grid.places[i][1], grid.places[i][0]))
    squares = tuple(grid.squares[i] for i in shown)
    return Layout(
        tuple(dict.fromkeys(square[0] for square in squares)),
        tuple(dict.fromkeys(square[1] for square in squares)),
        squares,
        itemgetter(*shown),
        tuple(OPEN if i in bits(room & ~sure) else 0 for i in range(len(grid.squares))),
    )


def mark_last(marks: list[int], grid: Grid, last: Iterable[Event[Any]]) -> None:
    """Marks the squares of the last turn."""
    index = grid.index
    for event in last:
        for square in touches(event.action):
            marks[index[square]] |= LAST


def make_cell(
    words: Words, square: Square, kind: str, piece: Tile | Stone | Stack | None, what: str, marks: int
) -> Cell:
    """A cell with its name: where it is, what lies there, what can be done, and whether the last turn was here."""
    name = f"{square}, {what}"
    if marks & _CAN:
        name += f"; {words(CAN[marks & _CAN], piece=kind)}"
    if marks & LAST:
        name += f"; {words('cell-last')}"
    return written(Cell(square, name, piece, bool(marks & LAST), bool(marks & LINE), bool(marks & OPEN)))


def empty_cell(words: Words, square: Square, kind: str, marks: int) -> Cell:
    """A cell on which a tile, stone or card may come to lie."""
    return make_cell(words, square, kind, None, words("cell-empty"), marks)


def ask(describer: Describer, turn: Turn[Any], what: str) -> str:
    """What is to be done next, `what` being the move that is due."""
    words = describer.words
    if isinstance(turn, Move):
        mover, names, viewer = turn.seat, describer.names, describer.viewer
        rival = 1 - mover if len(names) == 2 else mover
        asked = _asked(words, what, mover == viewer, rival == viewer)
        return asked.replace(_WHO, names[mover]).replace(_RIVAL, names[rival])
    if isinstance(turn, Over):
        return words("picture-over")
    return words("picture-chance" if isinstance(turn, Chance) else "picture-window")


_WHO, _RIVAL = "\ue000", "\ue001"
"""They stand for names, which have no such letters: every table has other names, but the sentences are few."""


@cache
def _asked(words: Words, what: str, you: bool, yours: bool) -> str:
    return words(what, who=_WHO, you="yes" if you else "no", rival=_RIVAL, yours="yes" if yours else "no")
