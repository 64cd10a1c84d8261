"""The kernel of the flip games: single actions, playouts, features and logits for the tree search (see `games`).

A state is an array: each player's stones by side, then the part that is due, the number of stones, and the end.
A move's number is its dense id in the rules: the flips, then each player's placements.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rowdy.rules.flip import FlipGame
from rowdy.rules.flip_state import Part, State
from rowdy.search.kernels import flip, games
from rowdy.search.kernels.bits import count, lowest, nth, shifted
from rowdy.search.kernels.chance import Rng, below
from rowdy.search.kernels.flip import END as WON
from rowdy.search.kernels.flip import (
    IN_TURN,
    OPEN,
    Position,
    Sides,
    after_flip,
    after_placement,
    all_squares,
    can_flip,
    flipped,
    is_flip,
    lying,
    occupied,
    with_stone,
)
from rowdy.search.kernels.flip_rows import counting, ended, ended_by_flip, has_row
from rowdy.search.kernels.jit import inlined, jit
from rowdy.search.kernels.move_features import BUILT, COMPLETED, DECIDED, DENIED, FEATURES, logits_of
from rowdy.search.kernels.sizes import MAX_FLIP_SQUARES, flip_fits

Array = NDArray[np.int64]

PART, LAID, END, SIZE = range(4, 8)
"""The layout of a state after its four sets of stones: the due part of the turn, the number of stones, the end; and its
length."""
FLIP, PLACE = range(2)
"""The values at `PART`."""
GOES_ON, FIRST_WINS, SECOND_WINS, DRAWN = range(4)
"""The values at `END`."""

LANE = MAX_FLIP_SQUARES
"""The number of bits of a set of squares in a number that packs four sets."""
TRIES = 3
"""How often `playout` draws another random move if one loses at once."""


class FlipPlayRules(NamedTuple):
    """The rules of a game as playouts need them."""

    board: flip.FlipRules
    shifts: tuple[tuple[int, int], ...]
    """For each step to a neighbour, what it adds to a square's index, and the squares that have a neighbour there."""
    numbers: Array
    """The dense id of a flip, by the squares from and to which it goes."""
    lines: Array


fits = flip_fits


@lru_cache(maxsize=64)
def rules_of(game: FlipGame) -> FlipPlayRules:
    board, squares = flip.board_of(game), len(game.grid.squares)
    numbers = np.full((squares, squares), -1, np.int64)
    for number, (source, target) in enumerate(board.rules.flips):
        numbers[source, target] = number
    return FlipPlayRules(board.rules, game.grid.shifts, numbers, board.lines)


def load(game: FlipGame, state: State) -> Array:
    """A state as an array; equal states are equal arrays."""
    outcome = state.outcome
    end = GOES_ON if outcome is None else sum(1 + seat for seat in outcome.winners) or DRAWN
    return np.array([*state.stones, FLIP if state.part is Part.FLIP else PLACE, state.laid, end], np.int64)


def load_view(game: FlipGame, view: Any) -> Array:
    """A seat's view as an array; nothing is hidden."""
    return load(game, view.state)


def tidy(state: Array) -> Array:
    """The state itself: equal states are equal arrays already."""
    return state


# Playing


@jit
def actor(rules: FlipPlayRules, state: Array) -> int:
    return int(state[LAID] & 1) if state[END] == GOES_ON else games.OVER


@inlined
def _position(state: Array) -> Position:
    mine, theirs = 2 * (state[LAID] & 1), 2 - 2 * (state[LAID] & 1)
    return Position(Sides(state[mine], state[mine + 1]), Sides(state[theirs], state[theirs + 1]))


@inlined
def _put(state: Array, seat: int, stones: Sides) -> None:
    state[2 * seat], state[2 * seat + 1] = stones.first, stones.second


@inlined
def _empty(rules: FlipPlayRules, position: Position) -> int:
    return all_squares(rules.board) ^ occupied(position)


@jit
def legal(rules: FlipPlayRules, state: Array, moves: Array) -> int:
    if state[END] != GOES_ON:
        return 0
    position, listed = _position(state), 0
    empty = _empty(rules, position)
    if state[PART] == FLIP:
        for number in range(len(rules.board.flips)):
            if is_flip(rules.board, number, position.theirs, empty):
                moves[listed] = number
                listed += 1
    else:
        first = rules.board.placements[state[LAID] & 1]
        for number in range(2 * rules.board.squares):
            if empty >> (number >> 1) & 1:
                moves[listed] = first + number
                listed += 1
    return listed


@inlined
def _flip(rules: FlipPlayRules, state: Array, number: int) -> None:
    mover, position = state[LAID] & 1, _position(state)
    theirs = after_flip(rules.board, position.theirs, number)
    _put(state, 1 - mover, theirs)
    state[PART] = PLACE
    _note_end(state, ended_by_flip(rules.board, Position(position.mine, theirs)), mover)


@inlined
def _place(rules: FlipPlayRules, state: Array, number: int) -> None:
    mover, position = state[LAID] & 1, _position(state)
    after = Position(position.theirs, after_placement(position.mine, number))
    _put(state, mover, after.theirs)
    state[LAID] += 1
    state[PART] = FLIP if can_flip(rules.board, after.theirs, _empty(rules, after)) else PLACE
    _note_end(state, ended(rules.board, after), 1 - mover)


@inlined
def _note_end(state: Array, score: int, seat: int) -> None:
    """Writes how the game has ended, if it has, from a seat's score."""
    if score != OPEN:
        state[END] = DRAWN if score == 0 else 1 + seat if score > 0 else 2 - seat


@jit
def apply(rules: FlipPlayRules, state: Array, move: int) -> None:
    if state[PART] == FLIP:
        _flip(rules, state, move)
    else:
        _place(rules, state, move - rules.board.placements[state[LAID] & 1])


@jit
def play(rules: FlipPlayRules, state: Array, move: int, rng: Rng) -> int:
    apply(rules, state, move)
    return move + 1


@jit
def private_key(rules: FlipPlayRules, state: Array, root: int) -> int:
    return 0


@jit
def result(rules: FlipPlayRules, state: Array, shares: NDArray[np.float64]) -> None:
    for seat in range(len(shares)):
        shares[seat] = 0.0
    if state[END] == DRAWN:
        shares[0] = shares[1] = 0.5
    elif state[END] != GOES_ON:
        shares[state[END] - 1] = 1.0


@jit
def determinise(rules: FlipPlayRules, state: Array, world: Array) -> None:
    pass


# At random


@inlined
def _targets(rules: FlipPlayRules, theirs: int, empty: int) -> int:
    """The empty squares next to these stones, a lane of bits for each step to a neighbour."""
    targets, lane = 0, 0
    for shift, squares in rules.shifts:
        targets |= (shifted(theirs & squares, shift) & empty) << lane
        lane += LANE
    return targets


@inlined
def _nth_way(rules: FlipPlayRules, targets: int, n: int) -> tuple[int, int]:
    """The squares from and to which the n-th flip among these targets goes."""
    place = nth(targets, n)
    target, way = place % LANE, place // LANE
    return target - rules.shifts[way][0], target


@jit
def nth_move(rules: FlipPlayRules, state: Array, n: int) -> int:
    """The legal move with index `n`, in the order of random playouts; -1 if there are not more than `n`."""
    position = _position(state)
    empty = _empty(rules, position)
    targets = _targets(rules, lying(position.theirs), empty)
    if n >= (count(targets) if state[PART] == FLIP else 2 * count(empty)):
        return -1
    if state[PART] == FLIP:
        source, target = _nth_way(rules, targets, n)
        return int(rules.numbers[source, target])
    return int(rules.board.placements[state[LAID] & 1] + 2 * nth(empty, n >> 1) + (n & 1))


@inlined
def _random_flip(rules: FlipPlayRules, theirs: int, empty: int, rng: Rng) -> tuple[int, int]:
    targets = _targets(rules, theirs, empty)
    return _nth_way(rules, targets, below(rng, count(targets)))


@inlined
def _random_place(empty: int, rng: Rng) -> tuple[int, int]:
    n = below(rng, 2 * count(empty))
    return nth(empty, n >> 1), n & 1


@inlined
def _playout(rules: FlipPlayRules, state: Array, rng: Rng, careful: int) -> int:
    """Plays to the end at random and returns the number of moves.

    Seats in the set `careful` take immediate wins and avoid immediate losses. The stones are kept in local variables,
    not in the array, which is much faster.
    """
    mover, position, moves, score = state[LAID] & 1, _position(state), 0, OPEN
    empty, flipping = _empty(rules, position), state[PART] == FLIP
    if state[END] != GOES_ON:
        return 0
    while True:
        care = careful >> mover & 1
        if flipping:
            source, target = _random_flip(rules, lying(position.theirs), empty, rng)
            if care:
                source, target = _better_flip(rules, position, empty, rng, source, target)
            position = Position(position.mine, flipped(position.theirs, source, target))
            empty ^= 1 << source | 1 << target
            moves += 1
            flipping = False
            score = ended_by_flip(rules.board, position)
            if score != OPEN:
                break
        square, side = _random_place(empty, rng)
        if care:
            square, side = _better_place(rules, position, empty, rng, square, side)
        position = Position(position.theirs, with_stone(position.mine, square, side))
        mover = 1 - mover
        empty ^= 1 << square
        moves += 1
        flipping = can_flip(rules.board, position.theirs, empty)
        score = ended(rules.board, position)
        if score != OPEN:
            break
    _put(state, mover, position.mine)
    _put(state, 1 - mover, position.theirs)
    state[PART], state[LAID] = FLIP if flipping else PLACE, rules.board.squares - count(empty)
    _note_end(state, score, mover)
    return moves


@jit
def _better_flip(
    rules: FlipPlayRules, position: Position, empty: int, rng: Rng, source: int, target: int
) -> tuple[int, int]:
    """A flip that wins at once, or the one given, or another if that loses."""
    mine, theirs = position
    if rules.board.enclosed and has_row(rules.board, mine, all_squares(rules.board)):
        targets = _targets(rules, lying(theirs), empty)
        for n in range(count(targets)):
            i, j = _nth_way(rules, targets, n)
            if ended_by_flip(rules.board, Position(mine, flipped(theirs, i, j))) == IN_TURN:
                return i, j
    for _ in range(TRIES):
        if ended_by_flip(rules.board, Position(mine, flipped(theirs, source, target))) != -IN_TURN:
            break
        source, target = _random_flip(rules, lying(theirs), empty, rng)
    return source, target


@jit
def _better_place(
    rules: FlipPlayRules, position: Position, empty: int, rng: Rng, square: int, side: int
) -> tuple[int, int]:
    """A placement that wins at once, or the one given, or another if that loses."""
    (mine, theirs), left = position, empty
    while left:
        bit = left & -left
        left ^= bit
        counts = counting(rules.board, all_squares(rules.board) ^ empty ^ bit)
        for s in range(2):
            placed = with_stone(mine, lowest(bit), s)
            if has_row(rules.board, placed, counts) and ended(rules.board, Position(theirs, placed)) == -WON:
                return lowest(bit), s
    for _ in range(TRIES):
        if ended(rules.board, Position(theirs, with_stone(mine, square, side))) != WON:
            break
        square, side = _random_place(empty, rng)
    return square, side


@jit
def random_playout(rules: FlipPlayRules, state: Array, rng: Rng) -> int:
    """Plays to the end by uniformly random moves; returns how many moves that took."""
    return _playout(rules, state, rng, 0)


@jit
def playout(rules: FlipPlayRules, state: Array, rng: Rng) -> None:
    _playout(rules, state, rng, 3)


# The policy


@jit
def features(rules: FlipPlayRules, state: Array, moves: Array, listed: int, found: NDArray[np.int64]) -> None:
    """Writes the features of each move (see `move_features`), as `greedy` rates it, into `found`."""
    for m in range(listed):
        mine, theirs = _position(state)
        if state[PART] == FLIP:
            theirs = after_flip(rules.board, theirs, moves[m])
            score = ended_by_flip(rules.board, Position(mine, theirs))
        else:
            mine = after_placement(mine, moves[m] - rules.board.placements[state[LAID] & 1])
            score = ended(rules.board, Position(theirs, mine))
            score = OPEN if score == OPEN else -score
        if score != OPEN and score != 0:
            found[m, COMPLETED], found[m, BUILT], found[m, DENIED] = DECIDED if score > 0 else -DECIDED, 0, 0
            continue
        all_stones = lying(mine) | lying(theirs)
        my_rows, built = _lines(rules, mine, all_stones)
        their_rows, denied = _lines(rules, theirs, all_stones)
        found[m, COMPLETED], found[m, BUILT], found[m, DENIED] = my_rows - their_rows, built, -denied


@inlined
def _lines(rules: FlipPlayRules, stones: Sides, all_stones: int) -> tuple[int, int]:
    """The number of a player's rows that count, and the worth of all its lines: the sum of their stones squared."""
    counts, rows, worth = counting(rules.board, all_stones), 0, 0
    for line in rules.lines:
        for side in stones:
            if line & all_stones & ~side == 0:
                n = count(line & side)
                worth += n * n
                if line & side & counts == line:
                    rows += 1
    return rows, worth


@jit
def policy_logits(rules: FlipPlayRules, state: Array, moves: Array, listed: int, logits: NDArray[np.float64]) -> None:
    found = np.empty((listed, FEATURES), np.int64)
    features(rules, state, moves, listed, found)
    logits_of(found, listed, logits)


games.register(FlipPlayRules, actor, legal, play, private_key, policy_logits, playout, result, determinise)
