"""Alpha-beta search over whole turns in the flip games, down to the end or to positions whose score is stored.

It has a transposition table, and orders turns by the history heuristic (Schaeffer, "The history heuristic", 1983).
Exact scores come from zero-window searches, each of which asks whether the score reaches a bound (as in Plaat,
Schaeffer, Pijls & de Bruin, "Best-first fixed-depth minimax algorithms", 1996).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rowdy.search.kernels.bits import count
from rowdy.search.kernels.flip import END, IN_TURN, OPEN, Board, Position, Sides, occupied, position_index
from rowdy.search.kernels.flip_turns import (
    MAX_TURNS,
    PLACEMENT,
    TURN_BITS,
    TURN_MASK,
    after,
    after_turn,
    before,
    every_turn,
    list_turns,
)
from rowdy.search.kernels.jit import inlined, jit
from rowdy.search.kernels.sizes import MAX_FLIP_SQUARES

NO_TURN = -1
"""Stands for no turn."""
HASH_TURN_PRIORITY = 1 << 40
"""The priority of the turn from the transposition table: higher than any in the history."""
QUICK_WIN = END - 3
"""The score of a win in three turns, which is looked for first: such wins are frequent and quickly found."""


MY_FIRST, MY_SECOND, THEIR_FIRST, THEIR_SECOND, ALPHA, BETA, BEST, HINT, LOW, HIGH, LISTED, NEXT, FRAME = range(13)
"""The layout of a frame of the search's stack, and a frame's length."""
STONES = (1 << 2 * MAX_FLIP_SQUARES) - 1
"""The bits of an entry that hold stones."""
HIGH_SHIFT, LOW_SHIFT, HINT_SHIFT = 32, 48, 32
"""How far the bounds are shifted in the first number of an entry, and the best turn in the second."""
BOUND_MASK = (1 << LOW_SHIFT - HIGH_SHIFT) - 1
"""The bits of a bound in an entry, once shifted down."""
EMPTY = -1
"""An entry that matches no position, not even the empty board."""


class StoredScores(NamedTuple):
    """Scores that need no search, by layer. They may be wrong for positions that are over or won in one turn."""

    scores: NDArray[np.int8]
    starts: NDArray[np.int64]
    """By the number of stones, the index at which the layer's scores begin; -1 if they are not known."""


def stored_scores(scores: NDArray[np.int8], starts: Mapping[int, int]) -> StoredScores:
    """These scores, given the index at which each layer begins, by its number of stones."""
    view = scores.reshape(-1).view()
    view.flags.writeable = False  # always, since Numba compiles for writable or for read-only arrays
    table = np.full(MAX_FLIP_SQUARES + 1, -1, np.int64)
    table[list(starts)] = list(starts.values())
    return StoredScores(view, table)


NO_STORED_SCORES = stored_scores(np.zeros(1, np.int8), {})


class Memory(NamedTuple):
    """What searches of one game have found, for later ones, and the stack of the current search."""

    entries: NDArray[np.int64]
    """The transposition table, two numbers an entry: the opponent's stones with the bounds of the score, and the
    mover's stones with the turn that was best."""
    history: NDArray[np.int64]
    """The history heuristic: by player to move, and square and side of a placement, how well it has served."""
    turns: NDArray[np.int64]
    """By the number of stones laid, the turns to be searched."""
    frames: NDArray[np.int64]
    """The stack, a frame for each number of stones laid: the position, the bounds, and what is known so far."""
    nodes: NDArray[np.int64]
    """An array of one number: how many positions have been searched."""


def new_memory(bits: int = 20) -> Memory:
    size = 1 << bits
    return Memory(
        entries=np.full((size, 2), EMPTY, np.int64),
        history=np.zeros((2, 2 * MAX_FLIP_SQUARES), np.int64),
        turns=np.zeros((MAX_FLIP_SQUARES + 1, MAX_TURNS), np.int64),
        frames=np.zeros((MAX_FLIP_SQUARES + 1, FRAME), np.int64),
        nodes=np.zeros(1, np.int64),
    )


@jit
def search(
    board: Board,
    known: StoredScores,
    memory: Memory,
    position: Position,
    laid: int,
    alpha: int,
    beta: int,
) -> int:
    """The mover's score of a position with `laid` stones at the start of a turn; the game has not ended.

    It is exact between alpha and beta, an upper bound if it is at most alpha, and a lower bound if it is at least beta
    (fail-soft). It keeps its own stack, a frame for each number of stones, as compiled recursion is not reliable.
    """
    depth = laid
    frame = memory.frames[depth]
    _put(frame, position)
    frame[ALPHA], frame[BETA] = alpha, beta
    score = _enter(board, known, memory, depth)
    while True:
        if score != OPEN:  # settled: back up to the turn that led here
            if depth == laid:
                return score
            depth -= 1
            _weigh(board, memory, depth, before(score))
        frame = memory.frames[depth]
        if frame[BEST] >= frame[BETA] or frame[NEXT] == frame[LISTED]:
            score = _leave(memory, depth)
        else:
            _go_on(board, memory, depth)
            depth += 1
            score = _enter(board, known, memory, depth)


@inlined
def _put(frame: NDArray[np.int64], position: Position) -> None:
    mine, theirs = position
    frame[MY_FIRST], frame[MY_SECOND] = mine.first, mine.second
    frame[THEIR_FIRST], frame[THEIR_SECOND] = theirs.first, theirs.second


@inlined
def _position(frame: NDArray[np.int64]) -> Position:
    mine, theirs = Sides(frame[MY_FIRST], frame[MY_SECOND]), Sides(frame[THEIR_FIRST], frame[THEIR_SECOND])
    return Position(mine, theirs)


@inlined
def _slot(memory: Memory, frame: NDArray[np.int64]) -> tuple[int, int, int]:
    """The index of a position in the transposition table, and the two numbers that identify it there."""
    mine = int(frame[MY_FIRST] | frame[MY_SECOND] << MAX_FLIP_SQUARES)
    theirs = int(frame[THEIR_FIRST] | frame[THEIR_SECOND] << MAX_FLIP_SQUARES)
    mixed = (mine * 0x5E3779B1 >> 24) ^ (theirs * 0x45EBCA77 >> 20)
    return mixed & len(memory.entries) - 1, mine, theirs


@inlined
def _enter(board: Board, known: StoredScores, memory: Memory, laid: int) -> int:
    """The score of a frame's position if it needs no search; otherwise lists its turns and returns `OPEN`."""
    memory.nodes[0] += 1
    frame, turns = memory.frames[laid], memory.turns[laid]
    low, high, hint = -END, END, NO_TURN
    slot, mine, theirs = _slot(memory, frame)
    entry = memory.entries[slot]
    if entry[0] & STONES == theirs and entry[1] & STONES == mine:
        low, high = int(entry[0] >> LOW_SHIFT) - END, int(entry[0] >> HIGH_SHIFT & BOUND_MASK) - END
        hint = int(entry[1] >> HINT_SHIFT) - 1
        if low >= frame[BETA] or low == high:
            return low
        if high <= frame[ALPHA]:
            return high
    position = _position(frame)
    best, listed = list_turns(board.rules, position, laid + 1 == board.rules.stones, turns)
    if best == IN_TURN:
        return IN_TURN
    if known.starts[laid] >= 0:
        return int(known.scores[known.starts[laid] + position_index(board, position)])
    most = max(best, IN_TURN - 1 if laid + 2 <= board.rules.stones else 0)
    if most <= frame[ALPHA]:
        return most
    history = memory.history[laid & 1]
    for i in range(listed):
        turn = turns[i]
        turns[i] = (HASH_TURN_PRIORITY if turn == hint else history[turn >> PLACEMENT]) << TURN_BITS | turn
    frame[BEST], frame[HINT], frame[LOW], frame[HIGH] = best, hint, low, high
    frame[LISTED], frame[NEXT] = listed, 0
    return OPEN


@inlined
def _go_on(board: Board, memory: Memory, laid: int) -> None:
    """Makes the next turn of a frame, in order of priority, and sets up the frame after it."""
    frame, turns, after_it = memory.frames[laid], memory.turns[laid], memory.frames[laid + 1]
    i = frame[NEXT]
    for k in range(i + 1, frame[LISTED]):
        if turns[k] > turns[i]:
            turns[i], turns[k] = turns[k], turns[i]
    turn = int(turns[i] & TURN_MASK)
    frame[NEXT] += 1
    _put(after_it, after_turn(board.rules, _position(frame), turn))
    after_it[ALPHA], after_it[BETA] = after(int(frame[BETA])), after(int(max(frame[ALPHA], frame[BEST])))


@inlined
def _weigh(board: Board, memory: Memory, laid: int, score: int) -> None:
    """Updates a frame by the score of its last turn, and the history if that was a cutoff."""
    frame = memory.frames[laid]
    if score > frame[BEST]:
        turn = memory.turns[laid, frame[NEXT] - 1] & TURN_MASK
        frame[BEST], frame[HINT] = score, turn
        if score >= frame[BETA]:
            memory.history[laid & 1, turn >> PLACEMENT] += (board.rules.stones - laid) ** 2


@inlined
def _leave(memory: Memory, laid: int) -> int:
    """Stores what was found out about a frame's position in the transposition table; returns its score."""
    frame = memory.frames[laid]
    best, low, high = int(frame[BEST]), int(frame[LOW]), int(frame[HIGH])
    if best <= frame[ALPHA]:
        high = min(high, best)
    elif best >= frame[BETA]:
        low = max(low, best)
    else:
        low = high = best
    slot, mine, theirs = _slot(memory, frame)
    memory.entries[slot, 0] = low + END << LOW_SHIFT | high + END << HIGH_SHIFT | theirs
    memory.entries[slot, 1] = int(frame[HINT]) + 1 << HINT_SHIFT | mine
    return best


@jit
def _question(low: int, high: int) -> int:
    """The bound to ask for next: quick wins come first, then a win, then a draw, then how soon."""
    if low < 0 and high >= QUICK_WIN:
        return QUICK_WIN
    if low < 0 and high >= QUICK_WIN - 2:
        return QUICK_WIN - 2
    return 1 if low <= 0 < high else high


@jit
def _at_most(score: int, left: int) -> int:
    """The highest possible score that is at most this one, given that a win or loss takes at most `left` turns."""
    slowest = END - left
    return score if abs(score) >= slowest else 0 if score >= 0 else -slowest


@jit
def _at_least(score: int, left: int) -> int:
    """The lowest possible score that is at least this one, given that a win or loss takes at most `left` turns."""
    return -_at_most(-score, left)


@jit
def exact(
    board: Board,
    known: StoredScores,
    memory: Memory,
    position: Position,
    laid: int,
) -> int:
    """The mover's exact score of a position at the start of a turn, by zero-window searches; the game has not ended."""
    low, high = -IN_TURN, IN_TURN
    while low < high:
        ask = _question(low, high)
        score = search(board, known, memory, position, laid, ask - 1, ask)
        if score >= ask:
            low = _at_least(score, board.rules.stones - laid)
        else:
            high = _at_most(score, board.rules.stones - laid)
    return low


@jit
def rate_turns(
    board: Board,
    known: StoredScores,
    memory: Memory,
    position: Position,
    placing: bool,
    turns: NDArray[np.int64],
    scores: NDArray[np.int64],
) -> int:
    """Lists all turns with their exact scores; returns their number."""
    listed = every_turn(board.rules, position, placing, turns, scores)
    laid = count(occupied(position))
    for i in range(listed):
        if scores[i] == OPEN:
            scores[i] = before(exact(board, known, memory, after_turn(board.rules, position, turns[i]), laid + 1))
    return listed


@jit
def _reaching(
    board: Board,
    known: StoredScores,
    memory: Memory,
    position: Position,
    turns: NDArray[np.int64],
    ask: int,
) -> int:
    """The first of these turns whose score is at least `ask`, or `NO_TURN`."""
    laid = count(occupied(position))
    for turn in turns:
        reached = after_turn(board.rules, position, turn)
        score = search(board, known, memory, reached, laid + 1, after(ask), after(ask - 1))
        if before(score) >= ask:
            return int(turn)
    return NO_TURN


@jit
def best_turn(
    board: Board,
    known: StoredScores,
    memory: Memory,
    position: Position,
    placing: bool,
    turns: NDArray[np.int64],
    scores: NDArray[np.int64],
) -> tuple[int, int]:
    """A best turn and its exact score; the arrays are work space."""
    listed = every_turn(board.rules, position, placing, turns, scores)
    laid = count(occupied(position))
    history = memory.history[laid & 1]
    low, best, going = -OPEN, NO_TURN, 0
    for i in range(listed):
        turn = turns[i]
        if scores[i] == OPEN:
            turns[going] = history[turn >> PLACEMENT] << TURN_BITS | turn
            going += 1
        elif scores[i] > low:
            low, best = scores[i], turn
    if low == IN_TURN or going == 0:
        return best, low
    going_on = np.sort(turns[:going])[::-1] & TURN_MASK
    high = IN_TURN - 1
    if not placing:
        high = exact(board, known, memory, position, laid)
        if low == high:
            return best, low
    while low < high:
        ask = high if not placing else _question(low, high)
        turn = _reaching(board, known, memory, position, going_on, ask)
        if turn == NO_TURN:
            high = _at_most(ask - 1, board.rules.stones - laid)
        else:
            low, best = ask, turn
    return best, low


@jit
def safe_turns(
    board: Board,
    known: StoredScores,
    memory: Memory,
    position: Position,
    placing: bool,
    turns: NDArray[np.int64],
    scores: NDArray[np.int64],
    at_most: int,
) -> int:
    """The number of turns that do not lose, counted until there are more than `at_most`."""
    listed = every_turn(board.rules, position, placing, turns, scores)
    laid = count(occupied(position))
    safe = 0
    for i in range(listed):
        score = scores[i]
        if score == OPEN:
            score = before(search(board, known, memory, after_turn(board.rules, position, turns[i]), laid + 1, 0, 1))
        safe += score >= 0
        if safe > at_most:
            break
    return safe


@jit
def settle_turns(
    board: Board,
    known: StoredScores,
    memory: Memory,
    position: Position,
    placing: bool,
    turns: NDArray[np.int64],
    scores: NDArray[np.int64],
    enough_nodes: int,
) -> int:
    """Lists all turns with the scores that can be proved quickly, `OPEN` for the others; returns their number.

    Without stored scores, it looks for wins and losses one turn ahead, two turns, and so on, until `enough_nodes`
    positions have been searched. If it gets to the end of the game, the turns that are left are draws.
    """
    listed = every_turn(board.rules, position, placing, turns, scores)
    laid = count(occupied(position)) + 1
    if known.starts[laid] >= 0:
        for i in range(listed):
            if scores[i] == OPEN:
                scores[i] = before(
                    search(board, known, memory, after_turn(board.rules, position, turns[i]), laid, -1, 1)
                )
        return listed
    for distance in range(1, board.rules.stones - laid + 1):
        if memory.nodes[0] > enough_nodes:
            return listed
        for i in range(listed):
            if scores[i] == OPEN:
                scores[i] = _settled(board, known, memory, after_turn(board.rules, position, turns[i]), laid, distance)
    for i in range(listed):
        if scores[i] == OPEN:
            scores[i] = 0
    return listed


@jit
def _settled(board: Board, known: StoredScores, memory: Memory, position: Position, laid: int, distance: int) -> int:
    """The score, for the player who has just moved, of a position decided within `distance` turns; otherwise `OPEN`.

    At an odd distance only the player to move can win, at an even one only the other.
    """
    if distance & 1:
        score = search(board, known, memory, position, laid, END - distance - 1, END - distance)
        return before(score) if score >= END - distance else OPEN
    score = search(board, known, memory, position, laid, distance - END, distance - END + 1)
    return before(score) if score <= distance - END else OPEN
