"""The display that xoxo and djeco share: a small square field that finds its place on a larger lattice."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rowdy.rules.geometry import Grid, Mask, bits, memo


@dataclass(frozen=True)
class Display:
    """A field of size × size squares that floats on a lattice of (2·size - 1)²; its first piece lies in the middle.

    Whatever is laid must fit into one such field together with the squares that already bind it (general, Squares).
    """

    size: int
    line: int

    def __reduce__(self) -> tuple[Any, ...]:
        return Display, (self.size, self.line)

    @cached_property
    def grid(self) -> Grid:
        return Grid(2 * self.size - 1, 2 * self.size - 1, self.line)

    @cached_property
    def centre(self) -> Mask:
        return 1 << len(self.grid.squares) // 2

    @cached_property
    def fields(self) -> tuple[Mask, ...]:
        """Every position of the field on the lattice."""
        return self.grid.square_fields(self.size)

    @cached_property
    def fixed(self) -> Mask:
        """The field around the middle; where the size is even, the one to the lower left of it."""
        edge = (self.size - 1) // 2
        corner = edge * self.grid.width + edge
        return next(field for field in self.fields if bits(field)[0] == corner)

    def fields_with(self, used: Mask) -> tuple[Mask, ...]:
        """The positions of the field that contain all these squares."""
        return tuple(field for field in self.fields if field & used == used)

    def fits(self, used: Mask) -> bool:
        """True if these squares fit into one field."""
        return bool(self.fields_with(used))

    @memo
    def room(self, used: Mask) -> Mask:
        """The squares that fit into one field together with the used ones; on an empty lattice only the middle."""
        if not used:
            return self.centre
        room = 0
        for field in self.fields_with(used):
            room |= field
        return room
