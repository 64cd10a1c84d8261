"""An independent search of the flip games that confirms puzzles; it shares no code with the rules or the solver.

A position is one number: sixteen bits for the occupied squares, a1 first, sixteen for those that the second player
owns, and sixteen for the stones that show their second side. The only question is whether a player can force a win
within a number of turns; a position that neither can win is a draw. It uses no stored scores, only its own results.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rowdy.search.kernels.jit import jit

SIDE = 4
SLOTS = 1 << 22
"""The greatest number of answers remembered; a newer one replaces an older one in its slot."""
ATTACKER = 48
"""The bit of a question that says which player attacks."""
MAX_TURNS = 1024
"""More turns than any position has."""
NEVER = 99
"""More turns than any game has."""
NO_FLIP = NO_PLACE = -1
GOES_ON, FIRST_WON, SECOND_WON, DRAWN = 0, 1, 2, 3
"""How a position has ended; a player's win is `FIRST_WON + player`."""


class Known(NamedTuple):
    """The geometry of the board, and what the search has found so far."""

    survives: int
    """1 if a row wins that survives the next flip, 0 if an enclosed one wins."""
    lines: NDArray[np.int64]
    beside: NDArray[np.int64]
    """The squares next to each square."""
    around: NDArray[np.int64]
    """The squares next to the stones of each line."""
    has_line: NDArray[np.uint8]
    """By set of squares: whether it contains a line."""
    questions: NDArray[np.int64]
    won_within: NDArray[np.int8]
    """Within how many turns the attacker was found to win."""
    not_within: NDArray[np.int8]
    """Within how many turns the attacker was found not to win."""
    listed: NDArray[np.int64]
    """Work space for the turns of a position, by number of stones: flip, placement, position after, how it ended."""
    nodes: NDArray[np.int64]


def new_known(survives: bool) -> Known:
    """A search that knows only the geometry of the board so far."""
    squares = [(x, y) for y in range(SIDE) for x in range(SIDE)]
    number = {square: i for i, square in enumerate(squares)}
    lines = []
    for x, y in squares:
        for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
            steps = [(x + right * i, y + up * i) for i in range(3)]
            if all(step in number for step in steps):
                lines.append(sum(1 << number[step] for step in steps))
    near = [((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)) for x, y in squares]
    beside = [sum(1 << number[square] for square in found if square in number) for found in near]
    around = []
    for line in lines:
        reached = 0
        for i in range(len(squares)):
            if line >> i & 1:
                reached |= beside[i]
        around.append(reached & ~line)
    has_line = np.zeros(1 << len(squares), np.uint8)
    every = np.arange(len(has_line))
    for line in lines:
        has_line[(every & line) == line] = 1
    return Known(
        int(survives),
        np.array(lines, np.int64),
        np.array(beside, np.int64),
        np.array(around, np.int64),
        has_line,
        np.full(SLOTS, -1, np.int64),
        np.full(SLOTS, NEVER, np.int8),
        np.full(SLOTS, -1, np.int8),
        np.zeros((len(squares) + 1, 4, MAX_TURNS), np.int64),
        np.zeros(1, np.int64),
    )


@jit
def stone_count(mask: int) -> int:
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


@jit
def packed(occupied: int, second: int, turned: int) -> int:
    return occupied | second << 16 | turned << 32


@jit
def encloses(known: Known, owned: int, turned: int, occupied: int) -> bool:
    """True if the owner of these stones has a row with no empty square beside it."""
    one, other = owned & ~turned, owned & turned
    if not known.has_line[one] and not known.has_line[other]:
        return False
    for i in range(len(known.lines)):
        line = known.lines[i]
        if ((one & line) == line or (other & line) == line) and not known.around[i] & ~occupied:
            return True
    return False


@jit
def has_row(known: Known, owned: int, turned: int) -> bool:
    return bool(known.has_line[owned & ~turned]) or bool(known.has_line[owned & turned])


@jit
def can_be_flipped(known: Known, owned: int, occupied: int) -> bool:
    for square in range(16):  # noqa: SIM110  (Numba has no generator expressions)
        if owned >> square & 1 and known.beside[square] & ~occupied:
            return True
    return False


@jit
def keeps_row(known: Known, owned: int, turned: int, occupied: int) -> bool:
    """True if the owner of these stones has a row after every flip that the opponent can make."""
    for source in range(16):
        if not owned >> source & 1:
            continue
        free = known.beside[source] & ~occupied
        for target in range(16):
            if free >> target & 1:
                old, new = 1 << source, 1 << target
                shown = turned & ~old if turned & old else turned | new
                if not has_row(known, owned & ~old | new, shown):
                    return False
    return True


@jit
def how_it_ended(known: Known, occupied: int, second: int, turned: int, flip_due: bool) -> int:
    """How a position has ended, or `GOES_ON`."""
    laid = stone_count(occupied)
    first = occupied & ~second
    if known.survives:
        rival = 1 - laid % 2  # the opponent of the player to move
        owned = second if rival else first
        if keeps_row(known, owned, turned, occupied) if flip_due else has_row(known, owned, turned):
            return FIRST_WON + rival
    else:
        one, other = encloses(known, first, turned, occupied), encloses(known, second, turned, occupied)
        if one and other:
            return DRAWN
        if one:
            return FIRST_WON
        if other:
            return SECOND_WON
    return DRAWN if laid == 16 else GOES_ON


@jit
def list_places(
    known: Known, occupied: int, second: int, turned: int, flip: int, listed: NDArray[np.int64], count: int
) -> int:
    """Lists the turns that end with a placement after this flip, or after none; returns the new length of the list."""
    mover = stone_count(occupied) % 2
    for square in range(16):
        new = 1 << square
        if occupied & new:
            continue
        everything, seconds = occupied | new, second | new * mover
        owned = seconds if mover else everything & ~seconds
        flip_due = can_be_flipped(known, owned, everything)
        for side in range(2):
            shown = turned | new * side
            listed[0, count] = flip
            listed[1, count] = square + 16 * side
            listed[2, count] = packed(everything, seconds, shown)
            listed[3, count] = how_it_ended(known, everything, seconds, shown, flip_due)
            count += 1
    return count


@jit
def list_turns(known: Known, position: int, listed: NDArray[np.int64]) -> int:
    """Lists every whole turn and returns how many there are.

    A flip is its source + 16 * its target, a placement its square + 16 * its side.
    """
    occupied, second, turned = position & 0xFFFF, position >> 16 & 0xFFFF, position >> 32 & 0xFFFF
    theirs = occupied & ~second if stone_count(occupied) % 2 else second
    count = 0
    for source in range(16):
        free = known.beside[source] & ~occupied
        if not theirs >> source & 1 or not free:
            continue
        for target in range(16):
            if not free >> target & 1:
                continue
            old, new = 1 << source, 1 << target
            moved = occupied & ~old | new
            seconds = second & ~old | new if second & old else second
            shown = turned & ~old if turned & old else turned | new
            ended = how_it_ended(known, moved, seconds, shown, False)
            if ended == GOES_ON:
                count = list_places(known, moved, seconds, shown, source + 16 * target, listed, count)
            else:
                listed[0, count], listed[1, count] = source + 16 * target, NO_PLACE
                listed[2, count], listed[3, count] = packed(moved, seconds, shown), ended
                count += 1
    if not can_be_flipped(known, theirs, occupied):
        count = list_places(known, occupied, second, turned, NO_FLIP, listed, count)
    return count


@jit
def slot_of(question: int) -> int:
    mixed = question ^ question >> 23
    mixed = mixed * 0x2545F4914F6CDD1D & 0x7FFFFFFFFFFFFFFF
    return mixed >> 29 & SLOTS - 1


@jit
def forces(known: Known, position: int, attacker: int, turns: int) -> bool:
    """True if the attacker, 0 or 1, can force a win within this number of turns, counting those of both players.

    The position is one at the start of a turn, and the game is not over.
    """
    if turns <= 0:
        return False
    question = position | attacker << ATTACKER
    slot = slot_of(question)
    if known.questions[slot] == question:
        if known.won_within[slot] <= turns:
            return True
        if known.not_within[slot] >= turns:
            return False
    known.nodes[0] += 1
    laid = stone_count(position & 0xFFFF)
    listed = known.listed[laid]
    count = list_turns(known, position, listed)
    attacks, wins = laid % 2 == attacker, FIRST_WON + attacker
    decided = False
    for i in range(count):  # turns that end the game need no search
        ended = listed[3, i]
        if ended != GOES_ON and (ended == wins) == attacks:
            decided = True
            break
    if not decided and turns == 1:
        decided = not attacks
        for i in range(count):
            decided = decided and listed[3, i] == wins
        won = decided
    else:
        i = 0
        while not decided and i < count:
            if listed[3, i] == GOES_ON:
                decided = forces(known, listed[2, i], attacker, turns - 1) == attacks
            i += 1
        won = decided == attacks
    if known.questions[slot] != question:
        known.questions[slot] = question
        known.won_within[slot], known.not_within[slot] = NEVER, -1
    if won:
        known.won_within[slot] = min(known.won_within[slot], turns)
    else:
        known.not_within[slot] = max(known.not_within[slot], turns)
    return won
