"""The tree search itself, compiled: information-set Monte-Carlo tree search for any game that answers `games`.

Each simulation draws one world that the seat holds possible and plays it out. What is learnt is kept by what the acting
seat knows at that moment (its information set), not by the world: a node belongs to the seat that acts, and is found
by a hash of all that has become public since the root and of what that seat alone knows. So nobody's choice depends on
what they cannot know, seats that choose at once do not see each other's choice, and each goes for its own result.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rowdy.search.kernels.chance import Rng, fraction
from rowdy.search.kernels.games import OVER, SEATS, actor, finish, legal, play, private, rate, result, settle
from rowdy.search.kernels.jit import inlined, jit

Ints = NDArray[np.int64]
Small = NDArray[np.int32]
Floats = NDArray[np.float64]

MOST_MOVES = 1024
"""No state has more."""
MOST_NUMBERS = 8192
"""No move has a number as high."""
DEEPEST = 512
ROOT = 1
"""The node of the seat that thinks; 0 is none."""


class Tree(NamedTuple):
    keys: Ints
    """A hash table: what each node is found by, 0 where there is none."""
    found: Small
    """The node with that key."""
    first: Small
    """The first edge of a node; 0 until it is visited again."""
    size: Small
    room: Small
    """How many edges a node has, and has place for."""
    visits: Small
    value: Floats
    """The sum of what its seat got in all visits to a node."""
    move: Small
    tried: Small
    """How often an edge was chosen."""
    gained: Floats
    """The sum of what the seat got then."""
    odds: Floats
    """How likely the move looked at first sight, as odds."""
    used: Ints
    """How many nodes and edges there are."""


def make_tree(nodes: int, edges: int) -> Tree:
    """An empty tree with place for so many nodes and edges."""
    table = 1 << (2 * nodes).bit_length()
    return Tree(
        np.zeros(table, np.int64),
        np.zeros(table, np.int32),
        first=np.zeros(nodes + 2, np.int32),
        size=np.zeros(nodes + 2, np.int32),
        room=np.zeros(nodes + 2, np.int32),
        visits=np.zeros(nodes + 2, np.int32),
        value=np.zeros(nodes + 2),
        move=np.zeros(edges + 1, np.int32),
        tried=np.zeros(edges + 1, np.int32),
        gained=np.zeros(edges + 1),
        odds=np.zeros(edges + 1),
        used=np.array([0, 1], np.int64),
    )


@inlined
def _mix(number: int) -> int:
    number = (number ^ number >> 31) * -0x40A7B892E31B1A47
    return (number ^ number >> 29) * -0x6B2FB644ECCEEE15


@inlined
def _find(tree: Tree, key: int) -> int:
    """The node with this key, made if there is none; 0 if there is no place for it."""
    mask = len(tree.keys) - 1
    slot = key >> 7 & mask
    while tree.keys[slot] != 0:
        if tree.keys[slot] == key:
            return int(tree.found[slot])
        slot = slot + 1 & mask
    if tree.used[0] + 2 >= len(tree.visits):
        return 0
    tree.used[0] += 1
    tree.keys[slot] = key
    tree.found[slot] = tree.used[0]
    return int(tree.used[0])


@jit
def _expand(
    rules: Any, state: Any, tree: Tree, node: int, moves: Ints, count: int, ratings: Floats, where: Small
) -> bool:
    """Sees to it that the node has an edge for each of these moves; whether there was place.

    `where` then tells each move's edge.
    """
    first, size = tree.first[node], tree.size[node]
    for edge in range(first, first + size):
        where[tree.move[edge]] = edge
    missing = 0
    for i in range(count):
        edge = where[moves[i]]
        if edge < first or edge >= first + size or tree.move[edge] != moves[i]:
            missing += 1
    if missing == 0:
        return True
    if size + missing > tree.room[node]:
        room = count if size == 0 else 2 * (size + missing)
        if tree.used[1] + room > len(tree.move):
            return False
        start = tree.used[1]
        tree.used[1] += room
        for i in range(size):
            tree.move[start + i] = tree.move[first + i]
            tree.tried[start + i] = tree.tried[first + i]
            tree.gained[start + i] = tree.gained[first + i]
            tree.odds[start + i] = tree.odds[first + i]
            where[tree.move[start + i]] = start + i
        first = start
        tree.first[node] = first
        tree.room[node] = room
    rate(rules, state, moves, count, ratings)
    most = ratings[0]
    for i in range(count):
        most = max(most, ratings[i])
    for i in range(count):
        edge = where[moves[i]]
        if edge < first or edge >= first + size or tree.move[edge] != moves[i]:
            edge = first + size
            size += 1
            tree.move[edge] = moves[i]
            tree.odds[edge] = np.exp(ratings[i] - most)
            where[moves[i]] = edge
    tree.size[node] = size
    return True


@inlined
def _choose(tree: Tree, node: int, moves: Ints, count: int, where: Small, curiosity: float, doubt: float) -> int:
    """The edge that promises most, by what it has gained so far and by how little it was tried for its odds."""
    odds = 0.0
    tried = 0
    for i in range(count):
        edge = where[moves[i]]
        odds += tree.odds[edge]
        tried += tree.tried[edge]
    unknown = tree.value[node] / tree.visits[node] - doubt
    scale = curiosity * np.sqrt(tried + 1.0)
    best, most = where[moves[0]], -1e9
    for i in range(count):
        edge = where[moves[i]]
        times = tree.tried[edge]
        gained = tree.gained[edge] / times if times else unknown
        chance = 0.97 * tree.odds[edge] / odds + 0.03 / count
        promise = gained + scale * chance / (1.0 + times)
        if promise > most:
            best, most = edge, promise
    return int(best)


@jit
def grow(
    rules: Any,
    root: Any,
    seat: int,
    offered: Ints,
    worlds: Ints,
    likely: Floats,
    tree: Tree,
    simulations: int,
    curiosity: float,
    doubt: float,
    rng: Rng,
) -> None:
    """Adds so many simulations to the tree, which begin with one of the moves offered.

    `likely` are the worlds' weights, each added to those before it.
    """
    state = np.empty_like(root)
    moves = np.empty(MOST_MOVES, np.int64)
    ratings = np.empty(MOST_MOVES, np.float64)
    where = np.zeros(MOST_NUMBERS, np.int32)
    shares = np.zeros(SEATS, np.float64)
    nodes, edges, actors = np.empty(DEEPEST, np.int64), np.empty(DEEPEST, np.int64), np.empty(DEEPEST, np.int64)
    for _ in range(simulations):
        for i in range(len(root)):
            state[i] = root[i]
        world = np.searchsorted(likely, fraction(rng) * likely[-1], side="right")
        settle(rules, state, worlds[min(world, len(likely) - 1)])
        public, depth = 1, 0
        while depth < DEEPEST:
            who = actor(rules, state)
            if who == OVER:
                break
            node = _find(tree, _mix(public + _mix(private(rules, state, seat) * SEATS + who + 1)) | 1)
            if node == 0:
                break
            nodes[depth], edges[depth], actors[depth] = node, 0, who
            depth += 1
            tree.visits[node] += 1
            if tree.visits[node] == 1 and node != ROOT:
                break
            if node == ROOT:
                count = len(offered)
                for i in range(count):
                    moves[i] = offered[i]
            else:
                count = legal(rules, state, moves)
            if not _expand(rules, state, tree, node, moves, count, ratings, where):
                break
            edge = _choose(tree, node, moves, count, where, curiosity, doubt)
            edges[depth - 1] = edge
            shown = play(rules, state, tree.move[edge], rng)
            if shown != 0:
                public = _mix(public ^ shown)
        if actor(rules, state) != OVER:
            finish(rules, state, rng)
        result(rules, state, shares)
        for i in range(depth):
            gained = shares[actors[i]]
            tree.value[nodes[i]] += gained
            if edges[i]:
                tree.tried[edges[i]] += 1
                tree.gained[edges[i]] += gained
