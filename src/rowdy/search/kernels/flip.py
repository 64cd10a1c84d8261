"""The board of the flip games as numbers and tables, for the solver and the searches.

A score has value and distance in one number: `END` minus the number of turns until the game ends, negated for a loss,
and 0 for a draw. So a higher score is always better: a quick win, a slow win, a draw, a slow loss, a quick loss.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rowdy.rules.flip import BothRows, FlipGame
from rowdy.rules.flip_state import STONES_OF, Flip, Place, State
from rowdy.search.kernels.bits import count
from rowdy.search.kernels.jit import inlined, jit

END = 32
"""The score of a finished game that is won."""
IN_TURN = END - 1
"""The score within a turn that ends with a win."""
OPEN = 99
"""Stands in place of a score if the game goes on."""


class Sides(NamedTuple):
    """A player's stones: the squares of those that show the first side, and of those that show the second."""

    first: int
    second: int


class Position(NamedTuple):
    """The stones of the player whose turn it is, and those of the opponent."""

    mine: Sides
    theirs: Sides


class FlipRules(NamedTuple):
    """The rules of a game as a search needs them. Tables by set of squares are indexed by the set's bits."""

    squares: int
    stones: int
    """The number of stones of both players together."""
    enclosed: bool
    """True if only enclosed rows win; otherwise those win that survive the opponent's flip."""
    both: int
    """If both have enclosed rows: 1 if the player who acted wins, -1 if the other does, 0 for a draw."""
    has_line: NDArray[np.uint8]
    """By set of squares: whether it contains a line."""
    around: NDArray[np.int32]
    """By set of squares: the squares next to any of them."""
    flips: NDArray[np.int64]
    """By the dense id of a flip in the rules: the squares from and to which it goes."""
    placements: tuple[int, int]
    """By seat, the dense id of its first placement in the rules. Every square has two, one for each side; counted from
    here, a placement has the same number for either player."""


class Board(NamedTuple):
    """The rules, and tables by which positions are numbered."""

    rules: FlipRules
    rank: NDArray[np.int32]
    """The rank of each set among all sets of its size, in ascending order."""
    images: NDArray[np.int32]
    """For each symmetry, the image of each set."""
    moved: NDArray[np.int64]
    """For each symmetry, the square that each square goes to."""
    turn: NDArray[np.int8]
    """The symmetry that brings the set to the smallest of its images."""
    group: NDArray[np.int32]
    """The rank of that smallest image among those of its size."""
    choose: NDArray[np.int64]
    """Binomial coefficients: by the number of squares to choose from, and by how many of them are chosen."""
    lines: NDArray[np.int64]


def position_of(state: State) -> Position:
    """The stones of a state, from the point of view of the player to move."""
    mover, stones = state.mover, state.stones
    return Position(Sides(*stones.sides(mover)), Sides(*stones.sides(1 - mover)))


@lru_cache(maxsize=16)
def board_of(game: FlipGame) -> Board:
    grid, rulings, squares = game.grid, game.rulings, len(game.grid.squares)
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
    rules = FlipRules(
        squares=squares,
        stones=2 * game.sizes.stones,
        enclosed=game.enclosed,
        both={BothRows.DRAW: 0, BothRows.MOVER: 1, BothRows.OPPONENT: -1}[rulings.both_rows],
        has_line=has_line,
        around=around,
        flips=_list_flips(game),
        placements=_first_placements(game),
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
    )


def _list_flips(game: FlipGame) -> NDArray[np.int64]:
    index, flips = game.grid.index, [action for action in game.actions if isinstance(action, Flip)]
    return np.array([(index[flip.source], index[flip.target]) for flip in flips], np.int64).reshape(-1, 2)


def _first_placements(game: FlipGame) -> tuple[int, int]:
    first, second = (game.action_id(Place(stones[0], game.grid.squares[0])) for stones in STONES_OF)
    return first, second


def groups(board: Board, size: int) -> NDArray[np.int64]:
    """The smallest images of all sets of a size: one set for each group of mirror images."""
    sets = np.arange(1 << board.rules.squares)
    return np.flatnonzero((np.bitwise_count(sets) == size) & (board.images.min(axis=0) == sets))


# Sets of squares


@jit
def expand(packed: int, squares: int) -> int:
    """The subset of these squares that the packed set selects: its bit i stands for the i-th of them (as `pdep`)."""
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
    """The inverse of `expand` (as `pext`)."""
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
    """The next higher number with as many bits (Gosper's hack)."""
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


# Stones


@inlined
def all_squares(rules: FlipRules) -> int:
    return (1 << rules.squares) - 1


@inlined
def lying(stones: Sides) -> int:
    """The squares on which a player's stones lie."""
    return stones.first | stones.second


@inlined
def occupied(position: Position) -> int:
    return position.mine.first | position.mine.second | position.theirs.first | position.theirs.second


@inlined
def can_flip(rules: FlipRules, stones: Sides, empty: int) -> bool:
    """True if one of these stones has an empty square beside it."""
    return int(rules.around[stones.first | stones.second]) & empty != 0


@inlined
def is_flip(rules: FlipRules, flip: int, stones: Sides, empty: int) -> bool:
    """True if the flip of this number goes from one of these stones to an empty square."""
    return bool(lying(stones) >> rules.flips[flip, 0] & empty >> rules.flips[flip, 1] & 1)


@inlined
def after_placement(stones: Sides, placement: int) -> Sides:
    """A player's stones after the placement of this number, counted from the player's first."""
    return with_stone(stones, placement >> 1, placement & 1)


@inlined
def with_stone(stones: Sides, square: int, side: int) -> Sides:
    """A player's stones with one more."""
    bit = 1 << square
    return Sides(stones.first, stones.second | bit) if side else Sides(stones.first | bit, stones.second)


@inlined
def after_flip(rules: FlipRules, stones: Sides, flip: int) -> Sides:
    """A player's stones after the flip of this number."""
    return flipped(stones, rules.flips[flip, 0], rules.flips[flip, 1])


@inlined
def flipped(stones: Sides, source: int, target: int) -> Sides:
    """A player's stones after one of them went from a square to another and was turned over."""
    if stones.first >> source & 1:
        return Sides(stones.first ^ 1 << source, stones.second | 1 << target)
    return Sides(stones.first | 1 << target, stones.second ^ 1 << source)


@jit
def position_index(board: Board, position: Position) -> int:
    """The index of a position at the start of a turn in the layer of its number of stones (see `flip_layers`)."""
    everything, mine = all_squares(board.rules), lying(position.mine)
    symmetry = int(board.turn[mine])
    group = int(board.group[mine])
    mine = int(board.images[symmetry, mine])
    theirs = int(board.images[symmetry, lying(position.theirs)])
    my_stones, their_stones = count(mine), count(theirs)
    block = group * int(board.choose[board.rules.squares - my_stones, their_stones])
    block += int(board.rank[compress(theirs, everything ^ mine)])
    row = sides(int(board.images[symmetry, position.theirs.second]), theirs)
    column = sides(int(board.images[symmetry, position.mine.second]), mine)
    return ((block << max(their_stones - 1, 0)) + row << max(my_stones - 1, 0)) + column
