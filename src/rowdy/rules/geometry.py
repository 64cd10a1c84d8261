"""Squares, lines, neighbours and symmetries of a board, computed for any size."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from re import Pattern
from typing import Any, TypeAlias, TypeVar

Square: TypeAlias = str
"""A column letter and a row number: `a1` is the lower left corner."""

Mask: TypeAlias = int
"""A set of squares: bit i is the i-th square in the order a1, b1, c1 … a2, b2 …"""

DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))
"""The directions of a line, each as a step in columns and rows."""
STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1))
"""The steps to the four orthogonal neighbours, in columns and rows."""

# The only two memos in the rules. Their keys are values, so that no answer can go stale. Sets of squares are few and
# come up in every game; a display is asked about by several seats in a row.

MEMO_SIZE = 1 << 11
"""How many answers `memo` keeps, which covers most sets of squares that come up again soon.

A 4 × 4 board has 32 times as many. With room for all of them the memory of a server would grow for more than an hour,
and games would be no faster."""
RECENT = 256
"""How many answers `recent` keeps: enough for the tables that a server handles at once."""

B = TypeVar("B")
Q = TypeVar("Q", bound=Hashable)
R = TypeVar("R")


def memo(method: Callable[[B, Mask], R]) -> cached_property[Callable[[Mask], R]]:
    """Memoises a method that takes a set of squares, separately for each board."""
    return cached_property(lambda board: lru_cache(maxsize=MEMO_SIZE)(partial(method, board)))


def recent(method: Callable[[B, Q], R]) -> cached_property[Callable[[Q], R]]:
    """Memoises the last answers of a method that takes what lies on a board, separately for each game."""
    return cached_property(lambda game: lru_cache(maxsize=RECENT)(partial(method, game)))


@lru_cache(maxsize=MEMO_SIZE)
def bits(mask: Mask) -> tuple[int, ...]:
    """The indices of the squares in a set, ascending."""
    found = []
    while mask:
        lowest = mask & -mask
        found.append(lowest.bit_length() - 1)
        mask ^= lowest
    return tuple(found)


def squares_between(first: Square, last: Square) -> tuple[Square, ...]:
    """The squares of a line from one end to the other, both included."""
    (column, row), (last_column, last_row) = map(ord, first), map(ord, last)
    steps = max(abs(last_column - column), abs(last_row - row))
    return tuple(
        chr(column + (last_column - column) * k // steps) + chr(row + (last_row - row) * k // steps)
        for k in range(steps + 1)
    )


@dataclass(frozen=True)
class Grid:
    """A board of width × height squares, and the number of adjacent squares in a straight row that make a line."""

    width: int
    height: int
    line: int

    def __reduce__(self) -> tuple[Any, ...]:
        return Grid, (self.width, self.height, self.line)

    def _index(self, column: int, row: int) -> int | None:
        return row * self.width + column if 0 <= column < self.width and 0 <= row < self.height else None

    def _mask(self, places: Iterable[tuple[int, int]]) -> Mask | None:
        """The set of the squares at these places, or `None` if one is off the board."""
        mask = 0
        for column, row in places:
            if (i := self._index(column, row)) is None:
                return None
            mask |= 1 << i
        return mask

    @cached_property
    def places(self) -> tuple[tuple[int, int], ...]:
        """Column and row of each square."""
        return tuple((column, row) for row in range(self.height) for column in range(self.width))

    @cached_property
    def squares(self) -> tuple[Square, ...]:
        return tuple(f"{chr(ord('a') + column)}{row + 1}" for column, row in self.places)

    @cached_property
    def index(self) -> dict[Square, int]:
        return {square: i for i, square in enumerate(self.squares)}

    def names(self, line: Mask) -> tuple[Square, ...]:
        """The names of the squares of a line, from its left end, or from its lower end if it is vertical."""
        return tuple(sorted(self.squares[i] for i in bits(line)))

    @cached_property
    def singles(self) -> tuple[Mask, ...]:
        """Each square as a set of its own."""
        return tuple(1 << i for i in range(len(self.squares)))

    @cached_property
    def all(self) -> Mask:
        return (1 << len(self.squares)) - 1

    @cached_property
    def neighbours(self) -> tuple[Mask, ...]:
        """For each square the squares orthogonally next to it."""
        return tuple(
            sum(1 << i for dc, dr in STEPS if (i := self._index(column + dc, row + dr)) is not None)
            for column, row in self.places
        )

    @cached_property
    def shifts(self) -> tuple[tuple[int, Mask], ...]:
        """For each of `STEPS`, what it adds to the index of a square, and the squares that have a neighbour there."""
        return tuple(
            (
                columns + rows * self.width,
                sum(1 << i for i, (c, r) in enumerate(self.places) if self._index(c + columns, r + rows) is not None),
            )
            for columns, rows in STEPS
        )

    @cached_property
    def lines(self) -> tuple[Mask, ...]:
        """Every horizontal, vertical and diagonal line."""
        found = (
            self._mask((column + k * dc, row + k * dr) for k in range(self.line))
            for column, row in self.places
            for dc, dr in DIRECTIONS
        )
        return tuple(mask for mask in found if mask is not None)

    @memo
    def rows(self, mask: Mask) -> tuple[Mask, ...]:
        """The lines that lie wholly in a set of squares."""
        return tuple([line for line in self.lines if line & mask == line])

    @memo
    def around(self, mask: Mask) -> Mask:
        """The squares orthogonally next to any square of a set; squares of the set may be among them."""
        found = 0
        for step, movable in self.shifts:
            moved = mask & movable
            found |= moved << step if step > 0 else moved >> -step
        return found

    def square_fields(self, size: int) -> tuple[Mask, ...]:
        """Every field of size × size squares, as a set of squares."""
        found = (
            self._mask((column + dc, row + dr) for dc in range(size) for dr in range(size))
            for column, row in self.places
        )
        return tuple(mask for mask in found if mask is not None)

    @cached_property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """Each symmetry, as the index to which each square goes: eight of a square board, four of an oblong one."""
        w, h = self.width - 1, self.height - 1
        maps = [
            tuple((w - c if flip_columns else c, h - r if flip_rows else r) for c, r in self.places)
            for flip_columns in (False, True)
            for flip_rows in (False, True)
        ]
        if w == h:
            maps += [tuple((row, column) for column, row in places) for places in maps]
        return tuple(tuple(row * self.width + column for column, row in places) for places in maps)

    def ranks(self, cells: Iterable[str]) -> str:
        """A board as text: the cells, given in the order of the squares, from the top row down with `/` between."""
        flat = list(cells)
        rows = [flat[i : i + self.width] for i in range(0, len(flat), self.width)]
        return "/".join("".join(row) for row in reversed(rows))

    def cells(self, text: str, cell: Pattern[str]) -> list[str] | None:
        """The cells of a board's text in the order of the squares, or `None` if the text is not such a board."""
        ranks = text.split("/")
        if len(ranks) != self.height:
            return None
        rows = [cell.findall(rank) for rank in reversed(ranks)]
        flat = [found for row in rows if len(row) == self.width for found in row]
        return flat if len(flat) == len(self.squares) and self.ranks(flat) == text else None
