"""Plain search in the flip games: alpha-beta over whole turns, down to positions whose score is stored or the end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rowdy.search.kernels.flip import END, IN_TURN, OPEN, Board, count, position_index
from rowdy.search.kernels.flip_turns import MOST_TURNS, after, before, every_turn, list_turns, placed, touched
from rowdy.search.kernels.jit import inlined, jit

MOST_STONES = 16
NO_TURN = -1
FIRST = 1 << 40
"""More than a turn serves in any search of sensible length."""
QUICK = END - 3
"""Wins in three turns are asked for first: they are frequent and quickly found."""


MY_FIRST, MY_SECOND, THEIR_FIRST, THEIR_SECOND, ALPHA, BETA, BEST, HINT, LOW, HIGH, LISTED, NEXT, FRAME = range(13)
"""What stands where in a frame of the search, and how long a frame is."""
STONES = (1 << 32) - 1
"""The part of an entry that holds stones."""
EMPTY = -1
"""An entry that no position has, not even the empty board."""


class Known(NamedTuple):
    """Scores that need no search. Where the game is over or won at once they need not be right."""

    scores: NDArray[np.int8]
    starts: NDArray[np.int64]
    """By the number of stones where the layer's scores start, or -1 where they are not known."""


def make_known(scores: NDArray[np.int8], starts: Mapping[int, int]) -> Known:
    """Scores in which the layers with these numbers of stones start here and there."""
    view = scores.reshape(-1).view()
    view.flags.writeable = False  # always, since kernels are compiled for one kind of array or the other
    table = np.full(MOST_STONES + 1, -1, np.int64)
    table[list(starts)] = list(starts.values())
    return Known(view, table)


NOTHING_KNOWN = make_known(np.zeros(1, np.int8), {})


class Memory(NamedTuple):
    """What a search has found out, good for every later search in the same game."""

    entries: NDArray[np.int64]
    """Positions and what is known of them, two numbers each: the opponent's stones with the bounds of the score, and
    the mover's stones with the turn that was best."""
    history: NDArray[np.int64]
    """By who is to move, and the square and side of a placement, how well it has served."""
    turns: NDArray[np.int64]
    """By the number of stones laid, the turns to be searched."""
    frames: NDArray[np.int64]
    """By the number of stones laid, where the search stands: the position, the bounds, and what is known so far."""
    nodes: NDArray[np.int64]
    """How many positions have been searched, in its only entry."""


def new_memory(bits: int = 20) -> Memory:
    size = 1 << bits
    return Memory(
        entries=np.full((size, 2), EMPTY, np.int64),
        history=np.zeros((2, 32), np.int64),
        turns=np.zeros((MOST_STONES + 1, MOST_TURNS), np.int64),
        frames=np.zeros((MOST_STONES + 1, FRAME), np.int64),
        nodes=np.zeros(1, np.int64),
    )


@jit
def search(
    board: Board,
    known: Known,
    memory: Memory,
    my_first: int,
    my_second: int,
    their_first: int,
    their_second: int,
    laid: int,
    alpha: int,
    beta: int,
) -> int:
    """The score of a position at the start of my turn, the game not ended, with so many stones laid.

    Exact between alpha and beta; else a bound: at most alpha means at most that, at least beta at least that. It keeps
    a stack of its own, a frame for each number of stones, since compiled recursion cannot be relied on.
    """
    depth = laid
    frame = memory.frames[depth]
    frame[MY_FIRST], frame[MY_SECOND], frame[THEIR_FIRST], frame[THEIR_SECOND] = (
        my_first,
        my_second,
        their_first,
        their_second,
    )
    frame[ALPHA], frame[BETA] = alpha, beta
    score = _enter(board, known, memory, depth)
    while True:
        if score != OPEN:  # settled: back to the turn that led here
            if depth == laid:
                return score
            depth -= 1
            _weigh(board, memory, depth, before(score))
        frame = memory.frames[depth]
        if frame[BEST] >= frame[BETA] or frame[NEXT] == frame[LISTED]:
            score = _leave(memory, depth)
        else:
            _go_on(memory, depth)
            depth += 1
            score = _enter(board, known, memory, depth)


@inlined
def _slot(memory: Memory, frame: NDArray[np.int64]) -> tuple[int, int, int]:
    """Where a position is remembered, and the two numbers that tell it from others remembered there."""
    mine = int(frame[MY_FIRST] | frame[MY_SECOND] << 16)
    theirs = int(frame[THEIR_FIRST] | frame[THEIR_SECOND] << 16)
    mixed = (mine * 0x5E3779B1 >> 24) ^ (theirs * 0x45EBCA77 >> 20)
    return mixed & len(memory.entries) - 1, mine, theirs


@inlined
def _enter(board: Board, known: Known, memory: Memory, laid: int) -> int:
    """The score of a frame's position, if no turn of it has to be searched for that; else `OPEN`."""
    memory.nodes[0] += 1
    frame, turns = memory.frames[laid], memory.turns[laid]
    low, high, hint = -END, END, NO_TURN
    slot, mine, theirs = _slot(memory, frame)
    entry = memory.entries[slot]
    if entry[0] & STONES == theirs and entry[1] & STONES == mine:
        low, high = int(entry[0] >> 48) - END, int(entry[0] >> 32 & 0xFFFF) - END
        hint = int(entry[1] >> 32) - 1
        if low >= frame[BETA] or low == high:
            return low
        if high <= frame[ALPHA]:
            return high
    my_first, my_second = int(frame[MY_FIRST]), int(frame[MY_SECOND])
    their_first, their_second = int(frame[THEIR_FIRST]), int(frame[THEIR_SECOND])
    best, listed = list_turns(
        board.rules, my_first, my_second, their_first, their_second, laid + 1 == board.rules.stones, turns
    )
    if best == IN_TURN:
        return IN_TURN
    if known.starts[laid] >= 0:
        index = position_index(board, my_first, my_second, their_first, their_second)
        return int(known.scores[known.starts[laid] + index])
    most = max(best, IN_TURN - 1 if laid + 2 <= board.rules.stones else 0)
    if most <= frame[ALPHA]:
        return most
    history = memory.history[laid & 1]
    for i in range(listed):
        turn = turns[i]
        turns[i] = (FIRST if turn == hint else history[turn >> 8]) << 16 | turn
    frame[BEST], frame[HINT], frame[LOW], frame[HIGH] = best, hint, low, high
    frame[LISTED], frame[NEXT] = listed, 0
    return OPEN


@inlined
def _go_on(memory: Memory, laid: int) -> None:
    """Takes the most promising of a frame's turns that are left, and sets up the frame after it."""
    frame, turns, after_it = memory.frames[laid], memory.turns[laid], memory.frames[laid + 1]
    i = frame[NEXT]
    for k in range(i + 1, frame[LISTED]):
        if turns[k] > turns[i]:
            turns[i], turns[k] = turns[k], turns[i]
    turn = int(turns[i] & 0xFFFF)
    frame[NEXT] += 1
    my_first, my_second = placed(int(frame[MY_FIRST]), int(frame[MY_SECOND]), turn)
    their_first, their_second = touched(int(frame[THEIR_FIRST]), int(frame[THEIR_SECOND]), turn)
    after_it[MY_FIRST], after_it[MY_SECOND] = their_first, their_second
    after_it[THEIR_FIRST], after_it[THEIR_SECOND] = my_first, my_second
    after_it[ALPHA], after_it[BETA] = after(int(frame[BETA])), after(int(max(frame[ALPHA], frame[BEST])))


@inlined
def _weigh(board: Board, memory: Memory, laid: int, score: int) -> None:
    """Takes note of the score that the last turn taken has got."""
    frame = memory.frames[laid]
    if score > frame[BEST]:
        turn = memory.turns[laid, frame[NEXT] - 1] & 0xFFFF
        frame[BEST], frame[HINT] = score, turn
        if score >= frame[BETA]:
            memory.history[laid & 1, turn >> 8] += (board.rules.stones - laid) ** 2


@inlined
def _leave(memory: Memory, laid: int) -> int:
    """Remembers what was found out about a frame's position; returns its score."""
    frame = memory.frames[laid]
    best, low, high = int(frame[BEST]), int(frame[LOW]), int(frame[HIGH])
    if best <= frame[ALPHA]:
        high = min(high, best)
    elif best >= frame[BETA]:
        low = max(low, best)
    else:
        low = high = best
    slot, mine, theirs = _slot(memory, frame)
    memory.entries[slot, 0] = low + END << 48 | high + END << 32 | theirs
    memory.entries[slot, 1] = int(frame[HINT]) + 1 << 32 | mine
    return best


@jit
def _question(low: int, high: int) -> int:
    """The score to ask for next: is it reached? Quick wins come first, then a win, then a draw, then how soon."""
    if low < 0 and high >= QUICK:
        return QUICK
    if low < 0 and high >= QUICK - 2:
        return QUICK - 2
    return 1 if low <= 0 < high else high


@jit
def _at_most(score: int, left: int) -> int:
    """The highest score up to this one that so many turns allow: a win or loss cannot take more."""
    slowest = END - left
    return score if abs(score) >= slowest else 0 if score >= 0 else -slowest


@jit
def _at_least(score: int, left: int) -> int:
    """The lowest score from this one on that so many turns allow."""
    return -_at_most(-score, left)


@jit
def exact(
    board: Board,
    known: Known,
    memory: Memory,
    my_first: int,
    my_second: int,
    their_first: int,
    their_second: int,
    laid: int,
) -> int:
    """The score of a position at the start of my turn, the game not ended, by searches that each ask one question."""
    low, high = -IN_TURN, IN_TURN
    while low < high:
        ask = _question(low, high)
        score = search(board, known, memory, my_first, my_second, their_first, their_second, laid, ask - 1, ask)
        if score >= ask:
            low = _at_least(score, board.rules.stones - laid)
        else:
            high = _at_most(score, board.rules.stones - laid)
    return low


@jit
def rate_turns(
    board: Board,
    known: Known,
    memory: Memory,
    my_first: int,
    my_second: int,
    their_first: int,
    their_second: int,
    placing: bool,
    turns: NDArray[np.int64],
    scores: NDArray[np.int64],
) -> int:
    """Lists all turns with their exact scores; returns their number."""
    listed = every_turn(board.rules, my_first, my_second, their_first, their_second, placing, turns, scores)
    laid = count(my_first | my_second | their_first | their_second)
    for i in range(listed):
        if scores[i] == OPEN:
            first, second = touched(their_first, their_second, turns[i])
            my_1, my_2 = placed(my_first, my_second, turns[i])
            scores[i] = before(exact(board, known, memory, first, second, my_1, my_2, laid + 1))
    return listed


@jit
def _reaching(
    board: Board,
    known: Known,
    memory: Memory,
    my_first: int,
    my_second: int,
    their_first: int,
    their_second: int,
    turns: NDArray[np.int64],
    ask: int,
) -> int:
    """The first of these turns whose score is at least so much, or `NO_TURN`."""
    laid = count(my_first | my_second | their_first | their_second)
    for turn in turns:
        first, second = touched(their_first, their_second, turn)
        my_1, my_2 = placed(my_first, my_second, turn)
        score = search(board, known, memory, first, second, my_1, my_2, laid + 1, after(ask), after(ask - 1))
        if before(score) >= ask:
            return int(turn)
    return NO_TURN


@jit
def best_turn(
    board: Board,
    known: Known,
    memory: Memory,
    my_first: int,
    my_second: int,
    their_first: int,
    their_second: int,
    placing: bool,
    turns: NDArray[np.int64],
    scores: NDArray[np.int64],
) -> tuple[int, int]:
    """A best turn and its exact score; the arrays are for its work."""
    listed = every_turn(board.rules, my_first, my_second, their_first, their_second, placing, turns, scores)
    laid = count(my_first | my_second | their_first | their_second)
    history = memory.history[laid & 1]
    low, best, going = -OPEN, NO_TURN, 0
    for i in range(listed):
        turn = turns[i]
        if scores[i] == OPEN:
            turns[going] = history[turn >> 8] << 16 | turn
            going += 1
        elif scores[i] > low:
            low, best = scores[i], turn
    if low == IN_TURN or going == 0:
        return best, low
    going_on = np.sort(turns[:going])[::-1] & 0xFFFF
    high = IN_TURN - 1
    if not placing:
        high = exact(board, known, memory, my_first, my_second, their_first, their_second, laid)
        if low == high:
            return best, low
    while low < high:
        ask = high if not placing else _question(low, high)
        turn = _reaching(board, known, memory, my_first, my_second, their_first, their_second, going_on, ask)
        if turn == NO_TURN:
            high = _at_most(ask - 1, board.rules.stones - laid)
        else:
            low, best = ask, turn
    return best, low


@jit
def safe_turns(
    board: Board,
    known: Known,
    memory: Memory,
    my_first: int,
    my_second: int,
    their_first: int,
    their_second: int,
    placing: bool,
    turns: NDArray[np.int64],
    scores: NDArray[np.int64],
    at_most: int,
) -> int:
    """How many turns do not lose, counted until there are more than so many."""
    listed = every_turn(board.rules, my_first, my_second, their_first, their_second, placing, turns, scores)
    laid = count(my_first | my_second | their_first | their_second)
    safe = 0
    for i in range(listed):
        score = scores[i]
        if score == OPEN:
            first, second = touched(their_first, their_second, turns[i])
            my_1, my_2 = placed(my_first, my_second, turns[i])
            score = before(search(board, known, memory, first, second, my_1, my_2, laid + 1, 0, 1))
        safe += score >= 0
        if safe > at_most:
            break
    return safe
