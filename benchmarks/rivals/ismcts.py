"""Plain information-set Monte Carlo tree search, compiled: SO-ISMCTS of Cowling, Powley & Whitehouse (2012).

One tree from the root seat's point of view. A node stands for the moves made since the root, whatever chance showed
between them; each simulation deals what is hidden at random, and goes down by UCB1 among the moves that are legal in
that deal, where a move's availability takes the place of its parent's visits.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.rivals.deals import deal, playout, progress
from rowdy.search.kernels.chance import Rng, below
from rowdy.search.kernels.games import MAX_MOVES, MAX_SEATS, OVER, actor, legal, play, result
from rowdy.search.kernels.jit import jit

Array = NDArray[np.int64]
Floats = NDArray[np.float64]

EXPLORATION = 0.7
"""The constant of UCB1 in the paper."""
MAX_DEPTH = 512
MAX_MOVE_NUMBERS = 8192


@jit
def search(
    rules: Any,
    root: Any,
    root_seat: int,
    offered: Array,
    hidden: Array,
    simulations: int,
    style: int,
    caution: float,
    rng: Rng,
    visits: Array,
    totals: Floats,
) -> None:
    """Writes how often each of the moves offered was chosen, and the sum of what it brought.

    `caution` is how much of the root seat's result is how little the others have achieved, instead of who has won.
    """
    size = simulations + 2
    move, mover, first, following = (
        np.full(size, -1, np.int64),
        np.full(size, -1, np.int64),
        np.zeros(size, np.int64),
        np.zeros(size, np.int64),
    )
    count, available, total = np.zeros(size, np.int64), np.zeros(size, np.int64), np.zeros(size, np.float64)
    moves, untried, child_of = (
        np.empty(MAX_MOVES, np.int64),
        np.empty(MAX_MOVES, np.int64),
        np.zeros(MAX_MOVE_NUMBERS, np.int64),
    )
    shares, path = np.zeros(MAX_SEATS, np.float64), np.empty(MAX_DEPTH, np.int64)
    state, used = np.empty_like(root), 2  # node 1 is the root, 0 is none
    for _ in range(simulations):
        for i in range(len(root)):
            state[i] = root[i]
        deal(rules, state, hidden, rng)
        node, depth, fresh = 1, 0, False
        while depth < MAX_DEPTH and not fresh:
            acting = actor(rules, state)
            if acting == OVER:
                break
            listed = legal(rules, state, moves)
            if node == 1:
                listed = len(offered)
                for i in range(listed):
                    moves[i] = offered[i]
            for i in range(listed):
                child_of[moves[i]] = 0
            child = first[node]
            while child:
                if mover[child] == acting:
                    child_of[move[child]] = child
                child = following[child]
            new, best, highest = 0, 0, -1.0
            for i in range(listed):
                child = child_of[moves[i]]
                if child == 0:
                    untried[new] = moves[i]
                    new += 1
                    continue
                available[child] += 1
                score = total[child] / count[child] + EXPLORATION * np.sqrt(np.log(available[child]) / count[child])
                if score > highest:
                    best, highest = child, score
            if new:
                best, fresh = used, True
                used += 1
                move[best], mover[best] = untried[below(rng, new)], acting
                following[best], first[node] = first[node], best
                available[best] = 1
            path[depth] = node = best
            depth += 1
            play(rules, state, move[node], rng)
        if actor(rules, state) != OVER:
            playout(rules, state, style, rng)
        result(rules, state, shares)
        if caution:
            most = 0.0
            for seat in range(MAX_SEATS):
                if seat != root_seat and seat < len(hidden):
                    most = max(most, progress(rules, state, seat))
            shares[root_seat] = (1.0 - caution) * shares[root_seat] + caution * (1.0 - most)
        for i in range(depth):
            count[path[i]] += 1
            total[path[i]] += shares[mover[path[i]]]
    child = first[1]
    while child:
        for i in range(len(offered)):
            if offered[i] == move[child]:
                visits[i], totals[i] = count[child], total[child]
        child = following[child]
