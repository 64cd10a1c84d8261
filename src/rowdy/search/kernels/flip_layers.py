"""Retrograde analysis of the flip games, a layer at a time: positions are scored from those with one stone more.

A layer holds the scores of all positions with one number of stones, at the start of a turn (`scores`) or within it when
its stone is to be placed (`placed`). All positions with both players' stones on the same squares make one block: a
matrix of the ways in which one player's stones can show their sides by those of the other's. The columns belong to the
player whose stones the next move leaves alone: a flip moves the opponent's stones, a placement adds to the mover's. So
a move takes whole rows to whole rows, columns unchanged, and the scores of a block are minima and maxima of rows.

A slab holds all blocks in which the player of the columns has the same squares, and there is one for each group of
mirror images of those. Everything that a move can lead to lies in one slab, which fits in the processor's cache.
Between the two parts of a turn rows and columns swap, and slabs are made anew from transposed and mirrored blocks.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rowdy.search.kernels.bits import count
from rowdy.search.kernels.flip import END, IN_TURN, Board, FlipRules, compress, expand, groups, next_set
from rowdy.search.kernels.flip_rows import counting, verdict
from rowdy.search.kernels.jit import jit

Scores = NDArray[np.int8]


class Layer(NamedTuple):
    """The sizes and tables that are needed to score one layer."""

    stones: int
    mine: int
    """The number of the mover's stones."""
    theirs: int
    """The number of the opponent's stones."""
    my_groups: NDArray[np.int64]
    their_groups: NDArray[np.int64]
    blocks_by_mine: int
    """The number of blocks in a slab whose columns are the mover's."""
    blocks_by_theirs: int
    inserted: NDArray[np.int64]
    """The row after a placement, by the rank of the new stone among the mover's, its side, and the row before."""
    flipped: NDArray[np.int64]
    """The row after a flip, by the ranks of the flipped stone before and after, and the row before."""

    @property
    def block(self) -> int:
        return arrangements(self.mine) * arrangements(self.theirs)


def stones_of(stones: int) -> tuple[int, int]:
    """The numbers of the mover's and of the opponent's stones, given that of all stones."""
    return stones // 2, stones - stones // 2


def arrangements(stones: int) -> int:
    """The number of ways in which a player's stones can show their sides, counting all turned over as the same."""
    return 1 << max(stones - 1, 0)


def make_layer(board: Board, stones: int) -> Layer:
    mine, theirs = stones_of(stones)
    return Layer(
        stones=stones,
        mine=mine,
        theirs=theirs,
        my_groups=groups(board, mine),
        their_groups=groups(board, theirs),
        blocks_by_mine=int(board.choose[board.rules.squares - mine, theirs]),
        blocks_by_theirs=int(board.choose[board.rules.squares - theirs, mine]),
        inserted=_rows_after_placing(mine),
        flipped=_rows_after_flipping(theirs),
    )


def _insert(row: int, place: int, bit: int) -> int:
    return row >> place << place + 1 | bit << place | row & (1 << place) - 1


def _fold(row: int, stones: int) -> int:
    """The row with all stones turned over if the last one shows its second side."""
    return row ^ (1 << stones) - 1 if row >> stones - 1 else row


def _rows_after_placing(stones: int) -> NDArray[np.int64]:
    return np.array(
        [
            [[_fold(_insert(row, place, side), stones + 1) for row in range(arrangements(stones))] for side in (0, 1)]
            for place in range(stones + 1)
        ],
        np.int64,
    )


def _rows_after_flipping(stones: int) -> NDArray[np.int64]:
    after = np.zeros((stones + 1, stones + 1, arrangements(stones)), np.int64)
    for place in range(stones):
        for row in range(arrangements(stones)):
            side, others = row >> place & 1, row >> place + 1 << place | row & (1 << place) - 1
            for to in range(stones):
                after[place, to, row] = _fold(_insert(others, to, 1 - side), stones)
    return after


@jit
def _mark_rows(board: Board, own: int, occupied: int, marks: NDArray[np.uint8]) -> bool:
    """Marks each arrangement of sides in which these stones have a row that counts; returns whether there is any."""
    marks[:] = 0
    found = False
    counts = own & counting(board.rules, occupied)
    for line in board.lines:
        if line & ~counts == 0:
            found = True
            bits = compress(line, own)
            for row in range(len(marks)):
                same = row & bits
                marks[row] |= (same == 0) | (same == bits)
    return found


@jit
def _score_ends(
    rules: FlipRules, last: bool, rows: NDArray[np.uint8], columns: NDArray[np.uint8], win: int, scores: Scores
) -> None:
    """Scores the positions of a block that have ended, given which of its rows and columns have a row that counts.

    The player of the rows has acted, and has the score `win` after winning.
    """
    won, lost = win * verdict(rules, True, False, last), win * verdict(rules, False, True, last)
    both, width = win * verdict(rules, True, True, last), len(columns)
    for row in range(len(rows)):
        line = scores[row * width : (row + 1) * width]
        if rows[row]:
            for column in range(width):
                line[column] = both if columns[column] else won
        else:
            for column in range(width):
                if columns[column]:
                    line[column] = lost


@jit
def place(board: Board, layer: Layer, after: Scores, placed: Scores, low: int, high: int) -> None:
    """Scores positions within a turn, a stone to be placed, from those after it; slabs from low up to high."""
    rows, columns = 1 << max(layer.mine - 1, 0), 1 << max(layer.theirs - 1, 0)
    size, size_after = rows * columns, (1 << layer.mine) * columns
    last = layer.stones == board.rules.stones
    row_marks, column_marks = np.zeros(rows, np.uint8), np.zeros(columns, np.uint8)
    slab_after = 0 if last else len(after) // len(layer.their_groups)
    start = low * layer.blocks_by_theirs * size
    for slab in range(low, high):
        theirs = layer.their_groups[slab]
        others = (1 << board.rules.squares) - 1 ^ theirs
        width = board.rules.squares - layer.theirs
        they_have = False if board.rules.enclosed else _mark_rows(board, theirs, theirs, column_marks)
        mine = (1 << layer.mine) - 1
        for _ in range(layer.blocks_by_theirs):
            block = placed[start : start + size]
            if last:
                block[:] = 0
            else:
                _least(board, layer, after, slab * slab_after, size_after, mine, width, block, columns)
            if board.rules.enclosed:
                stones = expand(mine, others)
                i_have = _mark_rows(board, stones, stones | theirs, row_marks)
                they_have = _mark_rows(board, theirs, stones | theirs, column_marks)
                if i_have or they_have:
                    _score_ends(board.rules, last, row_marks, column_marks, IN_TURN, block)
            elif they_have:
                _score_ends(board.rules, last, row_marks, column_marks, IN_TURN, block)
            start += size
            if mine:
                mine = next_set(mine)


@jit
def _least(
    board: Board,
    layer: Layer,
    after: Scores,
    slab: int,
    size_after: int,
    mine: int,
    width: int,
    block: Scores,
    columns: int,
) -> None:
    """Writes the mover's best scores into a block: the least that any placement leaves to the opponent."""
    first = True
    for square in range(width):
        if mine >> square & 1:
            continue
        start = slab + int(board.rank[mine | 1 << square]) * size_after
        into = layer.inserted[count(mine & (1 << square) - 1)]
        for row in range(len(block) // columns):
            a, b, to = start + into[0, row] * columns, start + into[1, row] * columns, row * columns
            one, other, best = after[a : a + columns], after[b : b + columns], block[to : to + columns]
            if first:
                for i in range(columns):
                    best[i] = one[i] if one[i] < other[i] else other[i]
            else:
                for i in range(columns):
                    less = one[i] if one[i] < other[i] else other[i]
                    best[i] = less if less < best[i] else best[i]
        first = False
    for i in range(len(block)):
        score = block[i]
        block[i] = (1 - score) if score > 0 else (-1 - score) if score < 0 else 0


@jit
def _mirrored_sides(board: Board, symmetry: int, own: int, rows: NDArray[np.int64]) -> None:
    """Writes, for each arrangement of sides, its number after the symmetry, which is linear in the bits."""
    image, place, stones = int(board.images[symmetry, own]), 0, count(own)
    rows[0] = 0
    for square in range(board.rules.squares):
        if own >> square & 1 and place < stones - 1:
            to = count(image & (1 << board.moved[symmetry, square]) - 1)
            bit = 1 << to if to < stones - 1 else (1 << stones - 1) - 1
            for row in range(1 << place):
                rows[row | 1 << place] = rows[row] ^ bit
            place += 1


@jit
def _turn_slab(board: Board, layer: Layer, placed: Scores, mine: int, slab: Scores) -> None:
    """Gathers the slab whose columns are the mover's from blocks whose columns are the opponent's."""
    rows, columns = 1 << max(layer.theirs - 1, 0), 1 << max(layer.mine - 1, 0)
    size, everything = rows * columns, (1 << board.rules.squares) - 1
    row_from, column_from = np.zeros(rows, np.int64), np.zeros(columns, np.int64)
    packed = (1 << layer.theirs) - 1
    for block in range(layer.blocks_by_mine):
        theirs = expand(packed, everything ^ mine)
        symmetry = int(board.turn[theirs])
        others = everything ^ int(board.images[symmetry, theirs])
        rank = int(board.rank[compress(int(board.images[symmetry, mine]), others)])
        start = (int(board.group[theirs]) * layer.blocks_by_theirs + rank) * size
        _mirrored_sides(board, symmetry, theirs, row_from)
        _mirrored_sides(board, symmetry, mine, column_from)
        source, target = placed[start : start + size], slab[block * size : (block + 1) * size]
        for row in range(rows):
            for column in range(columns):
                target[row * columns + column] = source[column_from[column] * rows + row_from[row]]
        if packed:
            packed = next_set(packed)


@jit
def flip(
    board: Board,
    layer: Layer,
    placed: Scores,
    scores: Scores,
    wins: NDArray[np.int64],
    losses: NDArray[np.int64],
    low: int,
    high: int,
) -> None:
    """Scores positions at the start of a turn from those within it; slabs from low up to high, counted by slab."""
    rows, columns = 1 << max(layer.theirs - 1, 0), 1 << max(layer.mine - 1, 0)
    size = rows * columns
    last = layer.stones == board.rules.stones
    row_marks, column_marks = np.zeros(rows, np.uint8), np.zeros(columns, np.uint8)
    slab = np.empty(layer.blocks_by_mine * size, np.int8)
    around = np.zeros(board.rules.squares, np.int64)
    start = low * len(slab)
    for number in range(low, high):
        mine = layer.my_groups[number]
        others = (1 << board.rules.squares) - 1 ^ mine
        width = board.rules.squares - layer.mine
        _turn_slab(board, layer, placed, mine, slab)
        for square in range(width):
            around[square] = compress(int(board.rules.around[expand(1 << square, others)]), others)
        theirs = (1 << layer.theirs) - 1
        for i in range(layer.blocks_by_mine):
            block = scores[start : start + size]
            if (last and board.rules.enclosed) or not _greatest(
                board, layer, slab, theirs, width, around, block, columns
            ):
                block[:] = slab[i * size : (i + 1) * size]
            if board.rules.enclosed:
                stones = expand(theirs, others)
                they_have = _mark_rows(board, stones, stones | mine, row_marks)
                i_have = _mark_rows(board, mine, stones | mine, column_marks)
                if i_have or they_have:
                    _score_ends(board.rules, last, row_marks, column_marks, -END, block)
            else:  # every flip loses within the turn, so the game had ended before it
                for at in range(size):
                    if block[at] == -IN_TURN:
                        block[at] = -END
            won, lost = 0, 0
            for at in range(size):
                won += block[at] > 0
                lost += block[at] < 0
            wins[number] += won
            losses[number] += lost
            start += size
            if theirs:
                theirs = next_set(theirs)


@jit
def _greatest(
    board: Board,
    layer: Layer,
    slab: Scores,
    theirs: int,
    width: int,
    around: NDArray[np.int64],
    block: Scores,
    columns: int,
) -> bool:
    """Writes the mover's best scores over all flips into a block; returns whether there is any flip."""
    first = True
    for source in range(width):
        free = around[source] & ~theirs
        if not theirs >> source & 1 or not free:
            continue
        others = theirs ^ 1 << source
        place = count(others & (1 << source) - 1)
        for target in range(width):
            if not free >> target & 1:
                continue
            start = int(board.rank[others | 1 << target]) * len(block)
            into = layer.flipped[place, count(others & (1 << target) - 1)]
            for row in range(len(block) // columns):
                a, to = start + into[row] * columns, row * columns
                one, best = slab[a : a + columns], block[to : to + columns]
                if first:
                    for i in range(columns):
                        best[i] = one[i]
                else:
                    for i in range(columns):
                        best[i] = one[i] if one[i] > best[i] else best[i]
            first = False
    return not first
