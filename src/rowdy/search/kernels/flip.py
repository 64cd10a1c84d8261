"""The flip games' board as numbers and tables, with what both the solver and the search ask of it.

A position at the start of a turn is four sets of squares: the mover's stones by side, then the opponent's.

A score tells value and distance at once: `END` less the number of turns until the game ends, negative for a loss, and
0 for a draw. So a higher score is always better: a quick win, a slow win, a draw, a slow loss, a quick loss.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rowdy.rules.flip import BothRows, FlipGame, Row, Rulings, Sizes
from rowdy.rules.geometry import Grid
from rowdy.search.kernels.jit import jit

END = 32
"""The score of a finished game that is won."""
IN_TURN = END - 1
"""The score within a turn that ends with a win."""
OPEN = 99
"""No score: the game goes on."""


class Rules(NamedTuple):
    """What a search needs at hand. A table with an entry for every set of squares is indexed by the set."""

    squares: int
    stones: int
    """How many stones both players have together."""
    enclosed: bool
    """Whether only enclosed rows win; otherwise those that survive the opponent's flip."""
    both: int
    """With enclosed rows of both: 1 if who acted wins, -1 if the other, 0 for a draw."""
    has_line: NDArray[np.uint8]
    """Whether the set holds a line."""
    around: NDArray[np.int32]
    """The squares next to any square of the set."""


class Board(NamedTuple):
    """The rules, and tables by which positions are numbered."""

    rules: Rules
    rank: NDArray[np.int32]
    """The number of each set among all sets of its size, in the order of numbers."""
    images: NDArray[np.int32]
    """For each symmetry, the image of each set."""
    moved: NDArray[np.int64]
    """For each symmetry, the square that each square goes to."""
    turn: NDArray[np.int8]
    """The symmetry that brings the set to the smallest of its images."""
    group: NDArray[np.int32]
    """The number of that smallest image among those of its size."""
    choose: NDArray[np.int64]
    """The number of sets with so many squares, by the number of squares to choose from."""
    lines: NDArray[np.int64]
    borders: NDArray[np.int64]
    """For each line, the squares next to it that enclose it."""


def board_of(game: FlipGame) -> Board:
    return _make_board(game.rulings, game.sizes)


@lru_cache(maxsize=16)
def _make_board(rulings: Rulings, sizes: Sizes) -> Board:
    grid = Grid(sizes.width, sizes.height, sizes.line)
    squares = len(grid.squares)
    sets = np.arange(1 << squares, dtype=np.int64)
    counts = np.bitwise_count(sets)
    moved = np.array(grid.symmetries, np.int64)
    images = np.zeros((len(moved), len(sets)), np.int32)
    around = np.zeros(len(sets), np.int32)
    for i in range(squares):
        bit = (sets >> i & 1).astype(np.int32)
        around |= bit * grid.neighbours[i]
        for image, to in zip(images, moved, strict=True):
            image |= bit << to[i]
    has_line = np.zeros(len(sets), np.uint8)
    for line in grid.lines:
        has_line |= (sets & line) == line
    rank, group = np.zeros(len(sets), np.int32), np.zeros(len(sets), np.int32)
    smallest = images.min(axis=0)
    for size in range(squares + 1):
        of_size = np.flatnonzero(counts == size)
        rank[of_size] = np.arange(len(of_size))
        group[of_size] = np.unique(smallest[of_size], return_inverse=True)[1]
    rules = Rules(
        squares=squares,
        stones=2 * sizes.stones,
        enclosed=rulings.row is Row.ENCLOSED,
        both={BothRows.DRAW: 0, BothRows.MOVER: 1, BothRows.OPPONENT: -1}[rulings.both_rows],
        has_line=has_line,
        around=around,
    )
    return Board(
        rules=rules,
        rank=rank,
        images=images,
        moved=moved,
        turn=images.argmin(axis=0).astype(np.int8),
        group=group,
        choose=np.array([[comb(n, k) for k in range(squares + 1)] for n in range(squares + 1)], np.int64),
        lines=np.array(grid.lines, np.int64),
        borders=np.array([grid.around(line) & ~line for line in grid.lines], np.int64),
    )


def groups(board: Board, size: int) -> NDArray[np.int64]:
    """The smallest images of all sets of a size: one set for each group of mirror images."""
    sets = np.arange(1 << board.rules.squares)
    return np.flatnonzero((np.bitwise_count(sets) == size) & (board.images.min(axis=0) == sets))


# Sets of squares


@jit
def count(mask: int) -> int:
    """The number of squares in a set (of at most sixteen)."""
    mask = mask - (mask >> 1 & 0x5555)
    mask = (mask & 0x3333) + (mask >> 2 & 0x3333)
    mask = mask + (mask >> 4) & 0x0F0F
    return mask + (mask >> 8) & 0x1F


@jit
def expand(packed: int, squares: int) -> int:
    """The set whose members are, among these squares in their order, those that the packed set names."""
    mask = 0
    while packed:
        low = squares & -squares
        if packed & 1:
            mask |= low
        squares ^= low
        packed >>= 1
    return mask


@jit
def compress(mask: int, squares: int) -> int:
    """The inverse of `expand`."""
    packed, bit = 0, 1
    while squares:
        low = squares & -squares
        if mask & low:
            packed |= bit
        squares ^= low
        bit <<= 1
    return packed


@jit
def next_set(mask: int) -> int:
    """The next higher number with as many bits (Gosper)."""
    low = mask & -mask
    ripple = mask + low
    return ((ripple ^ mask) >> 2) // low | ripple


@jit
def sides(second: int, own: int) -> int:
    """The number of an arrangement of sides: a bit for each own stone that shows another side than the last one.

    It is the same after turning over all stones of the player, which changes nothing in the game.
    """
    size = count(own)
    packed = compress(second, own)
    if size and packed >> size - 1:
        packed ^= (1 << size) - 1
    return packed


@jit
def position_index(board: Board, my_first: int, my_second: int, their_first: int, their_second: int) -> int:
    """Where a position at the start of a turn stands among all with as many stones (see `flip_layers`)."""
    everything = (1 << board.rules.squares) - 1
    mine = my_first | my_second
    symmetry = int(board.turn[mine])
    group = int(board.group[mine])
    mine = int(board.images[symmetry, mine])
    theirs = int(board.images[symmetry, their_first | their_second])
    my_stones, their_stones = count(mine), count(theirs)
    block = group * int(board.choose[board.rules.squares - my_stones, their_stones])
    block += int(board.rank[compress(theirs, everything ^ mine)])
    row = sides(int(board.images[symmetry, their_second]), theirs)
    column = sides(int(board.images[symmetry, my_second]), mine)
    return ((block << max(their_stones - 1, 0)) + row << max(my_stones - 1, 0)) + column
