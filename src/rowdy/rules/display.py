"""The display that xoxo and djeco share: a small square field that finds its place on a larger lattice."""

from __future__ import annotations

from functools import cache
from typing import TypeAlias

from rowdy.rules.geometry import Grid, Mask, bits

Line: TypeAlias = tuple[int, ...]
"""The squares of a line, by their numbers."""


class Display:
    """A field of size × size squares that floats on a lattice of (2·size - 1)²; its first piece lies in the middle.

    Whatever is laid must fit into one such field together with the squares that already bind it (README, Squares).
    """

    def __init__(self, size: int, line: int) -> None:
        self.size = size
        self.grid = Grid(2 * size - 1, 2 * size - 1, line)
        self.centre: Mask = 1 << len(self.grid.squares) // 2
        self.fields = self.grid.windows(size)
        self.fixed: Mask = self._middle_field()
        self.room = cache(self._room)
        self.lines_in = cache(self._lines_in)

    def _middle_field(self) -> Mask:
        """The field around the middle; where the size is even, the one to the lower left of it."""
        edge = (self.size - 1) // 2
        corner = edge * self.grid.width + edge
        return next(field for field in self.fields if bits(field)[0] == corner)

    def _room(self, used: Mask) -> Mask:
        """The squares that fit into one field together with those used; on an empty lattice the middle alone."""
        if not used:
            return self.centre
        room = 0
        for field in self.fields:
            if field & used == used:
                room |= field
        return room

    def fits(self, used: Mask) -> bool:
        """Whether these squares fit into one field."""
        return any(field & used == used for field in self.fields)

    def _lines_in(self, occupied: Mask) -> tuple[Line, ...]:
        """The lines of which every square is in the set, each as its squares."""
        return tuple(bits(line) for line in self.grid.lines if line & occupied == line)
