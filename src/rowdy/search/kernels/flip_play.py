"""The flip games one action after another, as the tree search plays them.

A state is an array: where the stones A, B, a and b lie, then what is due, how many stones lie, and how the game ended.
A move's number is its dense id in the rules: the flips, then each player's placements.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rowdy.rules.flip import Action, FlipGame, Part, State
from rowdy.search.kernels import flip, games
from rowdy.search.kernels.bits import count, nth
from rowdy.search.kernels.chance import Rng, below
from rowdy.search.kernels.flip import END as WON
from rowdy.search.kernels.flip import IN_TURN, OPEN
from rowdy.search.kernels.flip_turns import ended, ended_by_flip, flipped
from rowdy.search.kernels.jit import inlined, jit

Array = NDArray[np.int64]
Stones = tuple[int, int]
"""A player's stones by side."""

PART, LAID, END, SIZE = range(4, 8)
"""What follows the four sets of stones, and how long a state is."""
FLIP, PLACE = range(2)
GOES_ON, FIRST_WINS, SECOND_WINS, DRAWN = range(4)
"""What stands at `END`."""

COMPLETED, BUILT, DENIED, FEATURES = range(4)
"""What is told of a move: the same as by `greedy`."""
SURE = 100
"""As many lines a move completes that wins; one that loses, so many less than none."""
A_LINE, A_BUILT, A_DENIED, A_WIN = 3.0, 0.15, 0.1, 12.0
"""What these add to the logarithm of a move's odds."""
TRIES = 3
"""How often `finish` draws a move anew that loses at once."""


class Rules(NamedTuple):
    """What playing needs at hand."""

    board: flip.Rules
    width: int
    left: int
    """The squares of the first column."""
    right: int
    """The squares of the last column."""
    ways: Array
    """The squares from and to which each flip goes: `source | target << 4`."""
    codes: Array
    """The number of the flip that goes so."""
    lines: Array


def plays(game: object) -> bool:
    """Whether it is one of these games, its board not too large."""
    return isinstance(game, FlipGame) and len(game.grid.squares) <= 16


def rules_of(game: FlipGame) -> Rules:
    board, sizes = flip.board_of(game), game.sizes
    ways = [i | j << 4 for i, near in enumerate(game.grid.neighbours) for j in range(16) if near >> j & 1]
    codes = np.full(256, -1, np.int64)
    codes[ways] = range(len(ways))
    left = sum(1 << row * sizes.width for row in range(sizes.height))
    right = left << sizes.width - 1
    return Rules(board.rules, sizes.width, left, right, np.array(ways, np.int64), codes, board.lines)


def code_of(game: FlipGame, action: Action) -> int:
    return game.action_id(action)


def action_of(game: FlipGame, code: int) -> Action:
    return game.actions[code]


def load(game: FlipGame, state: State) -> Array:
    """A state as an array; equal states are equal arrays."""
    outcome = game.outcome(state)
    end = GOES_ON if outcome is None else sum(1 + seat for seat in outcome.winners) or DRAWN
    return np.array([*state.stones, FLIP if state.part is Part.FLIP else PLACE, state.laid, end], np.int64)


def load_view(game: FlipGame, view: Any) -> Array:
    """The same from a seat's view: nothing is hidden."""
    return load(game, view.state)


# Playing


@jit
def actor(rules: Rules, state: Array) -> int:
    return int(state[LAID] & 1) if state[END] == GOES_ON else games.OVER


@inlined
def _empty(rules: Rules, state: Array) -> int:
    return int((1 << rules.board.squares) - 1 ^ (state[0] | state[1] | state[2] | state[3]))


@jit
def legal(rules: Rules, state: Array, moves: Array) -> int:
    if state[END] != GOES_ON:
        return 0
    empty, mover, listed = _empty(rules, state), state[LAID] & 1, 0
    first = len(rules.ways) + 2 * rules.board.squares * mover
    theirs = state[2 - 2 * mover] | state[3 - 2 * mover]
    for i in range(rules.board.squares):
        if state[PART] == PLACE:
            if empty >> i & 1:
                moves[listed], moves[listed + 1] = first + 2 * i, first + 2 * i + 1
                listed += 2
        elif theirs >> i & 1:
            targets = int(rules.board.around[1 << i]) & empty
            while targets:
                moves[listed] = rules.codes[i | nth(targets, 0) << 4]
                listed += 1
                targets &= targets - 1
    return listed


@inlined
def _flip(rules: Rules, state: Array, source: int, target: int) -> None:
    mover = state[LAID] & 1
    mine, theirs = 2 * mover, 2 - 2 * mover
    first, second = flipped(state[theirs], state[theirs + 1], source, target)
    state[theirs], state[theirs + 1], state[PART] = first, second, PLACE
    _note_end(state, ended_by_flip(rules.board, state[mine], state[mine + 1], first, second), mover)


@inlined
def _place(rules: Rules, state: Array, square: int, side: int) -> None:
    mover = state[LAID] & 1
    mine, theirs = 2 * mover, 2 - 2 * mover
    state[mine + side] |= 1 << square
    state[LAID] += 1
    first, second = state[mine], state[mine + 1]
    can_flip = rules.board.around[first | second] & _empty(rules, state)
    state[PART] = FLIP if can_flip else PLACE
    _note_end(state, ended(rules.board, state[theirs], state[theirs + 1], first, second), 1 - mover)


@inlined
def _note_end(state: Array, score: int, seat: int) -> None:
    """Takes down how the game has ended, if it has, from a seat's score."""
    if score != OPEN:
        state[END] = DRAWN if score == 0 else 1 + seat if score > 0 else 2 - seat


@jit
def apply(rules: Rules, state: Array, move: int) -> None:
    flips = len(rules.ways)
    if move < flips:
        _flip(rules, state, rules.ways[move] & 15, rules.ways[move] >> 4)
    else:
        _place(rules, state, (move - flips) // 2 % rules.board.squares, (move - flips) & 1)


@jit
def play(rules: Rules, state: Array, move: int, rng: Rng) -> int:
    apply(rules, state, move)
    return move + 1


@jit
def private(rules: Rules, state: Array, root: int) -> int:
    return 0


@jit
def result(rules: Rules, state: Array, shares: NDArray[np.float64]) -> None:
    for seat in range(len(shares)):
        shares[seat] = 0.0
    if state[END] == DRAWN:
        shares[0] = shares[1] = 0.5
    elif state[END] != GOES_ON:
        shares[state[END] - 1] = 1.0


@jit
def settle(rules: Rules, state: Array, world: Array) -> None:
    pass


# At random


@inlined
def _targets(rules: Rules, theirs: int, empty: int) -> int:
    """The empty squares next to these stones: to the right, to the left, above and below, 16 bits each."""
    sideways = (theirs & ~rules.right) << 1 & empty | ((theirs & ~rules.left) >> 1 & empty) << 16
    return sideways | (theirs << rules.width & empty) << 32 | (theirs >> rules.width & empty) << 48


@inlined
def _nth_way(rules: Rules, targets: int, n: int) -> tuple[int, int]:
    """From where to where the flip of this number goes."""
    place = nth(targets, n)
    target, step = place & 15, rules.width if place & 32 else 1
    return (target + step if place & 16 else target - step), target


@jit
def nth_move(rules: Rules, state: Array, n: int) -> int:
    """The legal move of this number, in the order of random playouts; -1 if there are not so many."""
    mover, empty = state[LAID] & 1, _empty(rules, state)
    targets = _targets(rules, state[2 - 2 * mover] | state[3 - 2 * mover], empty)
    if n >= (count(targets) if state[PART] == FLIP else 2 * count(empty)):
        return -1
    if state[PART] == FLIP:
        source, target = _nth_way(rules, targets, n)
        return int(rules.codes[source | target << 4])
    first = len(rules.ways) + 2 * rules.board.squares * (state[LAID] & 1)
    return int(first + 2 * nth(empty, n >> 1) + (n & 1))


@inlined
def _random_flip(rules: Rules, theirs: int, empty: int, rng: Rng) -> tuple[int, int]:
    targets = _targets(rules, theirs, empty)
    return _nth_way(rules, targets, below(rng, count(targets)))


@inlined
def _random_place(empty: int, rng: Rng) -> tuple[int, int]:
    n = below(rng, 2 * count(empty))
    return nth(empty, n >> 1), n & 1


@inlined
def _with_stone(stones: Stones, square: int, side: int) -> Stones:
    return (stones[0], stones[1] | 1 << square) if side else (stones[0] | 1 << square, stones[1])


@inlined
def _playout(rules: Rules, state: Array, rng: Rng, careful: int) -> int:
    """Plays to the end and returns how many moves that took; the seats in a set take care, the others none.

    The stones are kept out of the array meanwhile, which makes it much quicker.
    """
    mover, empty, moves, score = state[LAID] & 1, _empty(rules, state), 0, OPEN
    mine, theirs = (state[2 * mover], state[2 * mover + 1]), (state[2 - 2 * mover], state[3 - 2 * mover])
    flipping = state[PART] == FLIP
    if state[END] != GOES_ON:
        return 0
    while True:
        care = careful >> mover & 1
        if flipping:
            source, target = _random_flip(rules, theirs[0] | theirs[1], empty, rng)
            if care:
                source, target = _better_flip(rules, mine, theirs, empty, rng, source, target)
            theirs = flipped(theirs[0], theirs[1], source, target)
            empty ^= 1 << source | 1 << target
            moves += 1
            flipping = False
            score = ended_by_flip(rules.board, mine[0], mine[1], theirs[0], theirs[1])
            if score != OPEN:
                break
        square, side = _random_place(empty, rng)
        if care:
            square, side = _better_place(rules, mine, theirs, empty, rng, square, side)
        mine, theirs = theirs, _with_stone(mine, square, side)
        mover = 1 - mover
        empty ^= 1 << square
        moves += 1
        flipping = rules.board.around[theirs[0] | theirs[1]] & empty != 0
        score = ended(rules.board, mine[0], mine[1], theirs[0], theirs[1])
        if score != OPEN:
            break
    state[2 * mover], state[2 * mover + 1] = mine
    state[2 - 2 * mover], state[3 - 2 * mover] = theirs
    state[PART], state[LAID] = FLIP if flipping else PLACE, rules.board.squares - count(empty)
    _note_end(state, score, mover)
    return moves


@jit
def _better_flip(
    rules: Rules, mine: Stones, theirs: Stones, empty: int, rng: Rng, source: int, target: int
) -> tuple[int, int]:
    """A flip that wins at once, or the one given, or another if that loses."""
    board = rules.board
    if board.enclosed and (board.has_line[mine[0]] or board.has_line[mine[1]]):
        targets = _targets(rules, theirs[0] | theirs[1], empty)
        for n in range(count(targets)):
            i, j = _nth_way(rules, targets, n)
            first, second = flipped(theirs[0], theirs[1], i, j)
            if ended_by_flip(board, mine[0], mine[1], first, second) == IN_TURN:
                return i, j
    for _ in range(TRIES):
        first, second = flipped(theirs[0], theirs[1], source, target)
        if ended_by_flip(board, mine[0], mine[1], first, second) != -IN_TURN:
            break
        source, target = _random_flip(rules, theirs[0] | theirs[1], empty, rng)
    return source, target


@jit
def _better_place(
    rules: Rules, mine: Stones, theirs: Stones, empty: int, rng: Rng, square: int, side: int
) -> tuple[int, int]:
    """A placement that wins at once, or the one given, or another if that loses."""
    board, all_squares = rules.board, (1 << rules.board.squares) - 1
    left = empty
    while left:
        bit = left & -left
        left ^= bit
        shut = all_squares & ~board.around[empty ^ bit] if board.enclosed else all_squares
        for s in range(2):
            if board.has_line[(mine[s] | bit) & shut] or board.has_line[mine[1 - s] & shut]:
                first, second = _with_stone(mine, nth(bit, 0), s)
                if ended(board, theirs[0], theirs[1], first, second) == -WON:
                    return nth(bit, 0), s
    for _ in range(TRIES):
        first, second = _with_stone(mine, square, side)
        if ended(board, theirs[0], theirs[1], first, second) != WON:
            break
        square, side = _random_place(empty, rng)
    return square, side


@jit
def random_playout(rules: Rules, state: Array, rng: Rng) -> int:
    """Plays to the end, each legal move being as likely as the next; returns how many moves that took."""
    return _playout(rules, state, rng, 0)


@jit
def finish(rules: Rules, state: Array, rng: Rng) -> None:
    _playout(rules, state, rng, 3)


# At first sight


@jit
def features(rules: Rules, state: Array, moves: Array, listed: int, found: NDArray[np.int64]) -> None:
    """What `greedy` sees in each of the moves."""
    mover = state[LAID] & 1
    for m in range(listed):
        theirs = (state[2 - 2 * mover], state[3 - 2 * mover])
        mine = (state[2 * mover], state[2 * mover + 1])
        score = OPEN
        if state[PART] == FLIP:
            way = rules.ways[moves[m]]
            theirs = flipped(theirs[0], theirs[1], way & 15, way >> 4)
            score = ended_by_flip(rules.board, mine[0], mine[1], theirs[0], theirs[1])
        else:
            place = moves[m] - len(rules.ways)
            mine = _with_stone(mine, place // 2 % rules.board.squares, place & 1)
            score = ended(rules.board, theirs[0], theirs[1], mine[0], mine[1])
            score = OPEN if score == OPEN else -score
        if score != OPEN and score != 0:
            found[m, COMPLETED], found[m, BUILT], found[m, DENIED] = SURE if score > 0 else -SURE, 0, 0
            continue
        all_stones = mine[0] | mine[1] | theirs[0] | theirs[1]
        my_rows, built = _lines(rules, mine, all_stones)
        their_rows, denied = _lines(rules, theirs, all_stones)
        found[m, COMPLETED], found[m, BUILT], found[m, DENIED] = my_rows - their_rows, built, -denied


@inlined
def _lines(rules: Rules, stones: Stones, occupied: int) -> tuple[int, int]:
    """How many rows of a player count, and what all its lines are worth."""
    shut = (1 << rules.board.squares) - 1
    if rules.board.enclosed:
        shut &= ~int(rules.board.around[shut ^ occupied])
    rows, worth = 0, 0
    for line in rules.lines:
        for side in stones:
            if line & occupied & ~side == 0:
                n = count(line & side)
                worth += n * n
                if line & side & shut == line:
                    rows += 1
    return rows, worth


@jit
def rate(rules: Rules, state: Array, moves: Array, listed: int, ratings: NDArray[np.float64]) -> None:
    found = np.empty((listed, FEATURES), np.int64)
    features(rules, state, moves, listed, found)
    for m in range(listed):
        if found[m, COMPLETED] == SURE or found[m, COMPLETED] == -SURE:
            ratings[m] = A_WIN if found[m, COMPLETED] > 0 else -A_WIN
        else:
            ratings[m] = A_LINE * found[m, COMPLETED] + A_BUILT * found[m, BUILT] + A_DENIED * found[m, DENIED]


games.answers(Rules, actor, legal, play, private, rate, finish, result, settle)
