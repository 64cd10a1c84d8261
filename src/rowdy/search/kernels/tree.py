"""The tree search itself, compiled: information-set Monte Carlo tree search for any game that answers `games`.

It is ISMCTS as several observers see it (MO-ISMCTS: Cowling, Powley & Whitehouse, "Information Set Monte Carlo Tree
Search", 2012). Each simulation draws one determinisation, a world that the seat considers possible, descends the tree
in it, and plays it out. Statistics are kept by information set, not by world: a node belongs to the seat that acts, and
its key is a hash of what has become public since the root and of what only that seat knows. So no choice depends on
what its seat cannot know, seats that choose at once do not see each other's choices, and each maximises its own result.

Edges are selected by PUCT (Rosin, "Multi-armed bandits with episode context", 2011, in the form of Silver et al.,
"Mastering the game of Go without human knowledge", 2017):

    puct_score = Q + c_puct * prior * sqrt(1 + N) / (1 + visit_count)

Q is the mean result of the edge, and N the sum of the visit counts of the edges that are legal in this world, since
other worlds may have other moves. The prior is a softmax of the policy's logits over these edges, with a little of a
uniform distribution (`UNIFORM_SHARE`). An edge that was never tried has the mean of its node less `fpu_reduction` for
its Q (first-play urgency: Gelly & Wang, "Exploration exploitation in Go", 2006).

Where two seats play on without chance and with nothing hidden, certain results are proved as well
(MCTS-Solver: Winands, Björnsson & Saito, "Monte-Carlo Tree Search Solver", 2008): an edge to the end of the game has
its true value, and so has one to a node that has a winning edge, or whose edges are all proved.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rowdy.search.kernels.chance import Rng, fraction
from rowdy.search.kernels.elementary import exp
from rowdy.search.kernels.games import (
    MAX_MOVES,
    MAX_SEATS,
    OVER,
    actor,
    determinise,
    legal,
    play,
    playout,
    policy_logits,
    private_key,
    result,
)
from rowdy.search.kernels.jit import inlined, jit

Ints = NDArray[np.int64]
Small = NDArray[np.int32]
Tiny = NDArray[np.int8]
Floats = NDArray[np.float64]

MAX_MOVE_NUMBERS = 8192
"""The greatest number of different moves of a game; the number of every move is lower."""
MAX_TREE_DEPTH = 512
"""The greatest number of moves that a simulation makes in the tree; the playout makes the rest."""
UNIFORM_SHARE = 0.03
"""The uniform part of every prior, so that a move to which the policy gives almost nothing is tried eventually."""
POLICY_SHARE = 0.97
"""The part of every prior that comes from the policy; the two parts sum to 1."""
LOWEST_SCORE, PROVED_WIN = -1e9, 1e9
"""Lower, and higher, than any PUCT score."""
ROOT = 1
"""The number of the root node; 0 means that there is no node."""
NODES, EDGES, CUT = range(3)
"""The indices of `Tree.used`: the numbers of nodes, of edges, and of simulations that found no room for more."""
MIX_FIRST, MIX_SECOND = -0x40A7B892E31B1A47, -0x6B2FB644ECCEEE15
"""SplitMix64's multipliers, signed (Steele, Lea & Flood, "Fast splittable pseudorandom number generators", 2014)."""
SPARE_EDGES = 4 * MAX_MOVES
"""The free edges that a tree must have when a simulation begins, as long as it can grow."""
UNPROVED, LOSS, DRAW, WIN = range(4)
"""What is proved of an edge, from the point of view of its node's seat."""


class Edges(NamedTuple):
    """The statistics by which an edge is selected, each as an array."""

    visit_count: Small
    """How many simulations have chosen the edge."""
    total_value: Floats
    """The sum of what the node's seat got in these simulations."""
    prior_weight: Floats
    """The exponential of the policy's logit. Divided by the sum over all legal edges it is a prior."""
    proof: Tiny
    """What is proved of the edge."""


class Tree(NamedTuple):
    """The nodes and edges as arrays, and a hash table by which nodes are found.

    A node's edges are contiguous; if it needs room for more, they are copied to the end.
    """

    keys: Ints
    """The hash table: the key of the node in each slot, 0 where the slot is free."""
    node_at: Small
    """The number of the node in each slot."""
    first_edge: Small
    """By node: the number of its first edge; 0 until the node is visited again."""
    edge_count: Small
    """By node: how many edges it has."""
    edge_capacity: Small
    """By node: how many edges it has room for."""
    visit_count: Small
    """By node: how many simulations have reached it."""
    total_value: Floats
    """By node: the sum of what the node's seat got in all these simulations."""
    weight_sum: Floats
    """By node: the sum of the prior weights of its edges, in their order."""
    move: Small
    """By edge: the number of its move."""
    edges: Edges
    """All edges, apart from their moves."""
    used: Ints
    """Three counts, at `NODES`, `EDGES` and `CUT`."""


def make_tree(nodes: int, edges: int) -> Tree:
    """An empty tree with room for this many nodes and edges."""
    table = 1 << (2 * nodes).bit_length()
    return Tree(
        np.zeros(table, np.int64),
        np.zeros(table, np.int32),
        first_edge=np.zeros(nodes + 2, np.int32),
        edge_count=np.zeros(nodes + 2, np.int32),
        edge_capacity=np.zeros(nodes + 2, np.int32),
        visit_count=np.zeros(nodes + 2, np.int32),
        total_value=np.zeros(nodes + 2),
        weight_sum=np.zeros(nodes + 2),
        move=np.zeros(edges + 1, np.int32),
        edges=Edges(
            np.zeros(edges + 1, np.int32), np.zeros(edges + 1), np.zeros(edges + 1), np.zeros(edges + 1, np.int8)
        ),
        used=np.array([0, 1, 0], np.int64),
    )


def with_more_edges(tree: Tree, edges: int) -> Tree:
    """The same tree with room for this many edges more."""
    grown = [np.concatenate([array, np.zeros(edges, array.dtype)]) for array in tree.edges]
    return tree._replace(move=np.concatenate([tree.move, np.zeros(edges, np.int32)]), edges=Edges(*grown))


@inlined
def _mix(number: int) -> int:
    """A hash of a number, by two rounds of a shift and a multiplication, as in SplitMix64."""
    number = (number ^ number >> 31) * MIX_FIRST
    return (number ^ number >> 29) * MIX_SECOND


@inlined
def _find(tree: Tree, key: int) -> int:
    """The node with this key, made if there is none; 0 if the tree has no room for it."""
    mask = len(tree.keys) - 1
    slot = key >> 7 & mask
    while tree.keys[slot] != 0:
        if tree.keys[slot] == key:
            return int(tree.node_at[slot])
        slot = slot + 1 & mask
    if tree.used[NODES] + 2 >= len(tree.visit_count):
        return 0
    tree.used[NODES] += 1
    tree.keys[slot] = key
    tree.node_at[slot] = tree.used[NODES]
    return int(tree.used[NODES])


@jit
def _expand(
    rules: Any, state: Any, tree: Tree, node: int, moves: Ints, count: int, logits: Floats, edge_of: Small
) -> bool:
    """Adds the edges that a node lacks for these moves; returns False if the tree has no room for them.

    It writes the edge of each move into `edge_of`, which is indexed by the dense id of the move.
    """
    first, size = tree.first_edge[node], tree.edge_count[node]
    for edge in range(first, first + size):
        edge_of[tree.move[edge]] = edge
    missing = 0
    for i in range(count):
        edge = edge_of[moves[i]]
        if edge < first or edge >= first + size or tree.move[edge] != moves[i]:
            missing += 1
    if missing == 0:
        return True
    if size + missing > tree.edge_capacity[node]:
        room = count if size == 0 else 2 * (size + missing)
        if tree.used[EDGES] + room > len(tree.move):
            return False
        start = tree.used[EDGES]
        tree.used[EDGES] += room
        for i in range(size):
            tree.move[start + i] = tree.move[first + i]
            tree.edges.visit_count[start + i] = tree.edges.visit_count[first + i]
            tree.edges.total_value[start + i] = tree.edges.total_value[first + i]
            tree.edges.prior_weight[start + i] = tree.edges.prior_weight[first + i]
            tree.edges.proof[start + i] = tree.edges.proof[first + i]
            edge_of[tree.move[start + i]] = start + i
        first = start
        tree.first_edge[node] = first
        tree.edge_capacity[node] = room
    policy_logits(rules, state, moves, count, logits)
    most = logits[0]
    for i in range(count):
        most = max(most, logits[i])
    for i in range(count):
        edge = edge_of[moves[i]]
        if edge < first or edge >= first + size or tree.move[edge] != moves[i]:
            edge = first + size
            size += 1
            tree.move[edge] = moves[i]
            tree.edges.prior_weight[edge] = exp(logits[i] - most)
            edge_of[moves[i]] = edge
    tree.edge_count[node] = size
    weight_sum = 0.0
    for edge in range(first, first + size):
        weight_sum += tree.edges.prior_weight[edge]
    tree.weight_sum[node] = weight_sum
    return True


@inlined
def _in_order(tree: Tree, node: int, moves: Ints, count: int) -> bool:
    """True if the node's edges are these moves in this order, which they are if all worlds allow the same moves."""
    if tree.edge_count[node] != count:
        return False
    first, difference = tree.first_edge[node], 0
    for i in range(count):
        difference |= tree.move[first + i] ^ moves[i]
    return difference == 0


@inlined
def _gather(tree: Tree, moves: Ints, count: int, edge_of: Small, near: Edges) -> float:
    """Copies the edges of these moves, in their order, into `near`; returns the sum of their prior weights."""
    weight_sum = 0.0
    for i in range(count):
        edge = edge_of[moves[i]]
        near.visit_count[i] = tree.edges.visit_count[edge]
        near.total_value[i] = tree.edges.total_value[edge]
        near.prior_weight[i] = tree.edges.prior_weight[edge]
        near.proof[i] = tree.edges.proof[edge]
        weight_sum += tree.edges.prior_weight[edge]
    return weight_sum


@jit
def _select(
    edges: Edges,
    first: int,
    count: int,
    weight_sum: float,
    unvisited_value: float,
    c_puct: float,
    certain: bool,
    scores: Floats,
) -> int:
    """The edge with the highest PUCT score among `count` edges from `first` on; writes all scores into `scores`."""
    visits = 0
    for i in range(count):
        visits += edges.visit_count[first + i]
    exploration = c_puct * np.sqrt(visits + 1.0)
    by_policy, by_uniform = exploration * POLICY_SHARE / weight_sum, exploration * UNIFORM_SHARE / count
    for i in range(count):  # without a branch, so that it is vectorised
        visit_count = edges.visit_count[first + i]
        value = edges.total_value[first + i] / max(visit_count, 1) if visit_count else unvisited_value
        scores[i] = value + (by_policy * edges.prior_weight[first + i] + by_uniform) / (1.0 + visit_count)
    if certain:
        for i in range(count):
            proof = edges.proof[first + i]
            if proof != UNPROVED:
                scores[i] = PROVED_WIN if proof == WIN else 0.5 * (proof - LOSS)
    best, highest = 0, LOWEST_SCORE
    for i in range(count):
        if scores[i] > highest:
            best, highest = i, scores[i]
    return first + best


@jit
def _prove(tree: Tree, nodes: Ints, edges: Ints, actors: Ints, depth: int, share: float) -> None:
    """Backs up a certain result, the share of the last node's seat, along the path, as far as it proves anything."""
    proof = LOSS + int(2 * share)
    for i in range(depth - 1, -1, -1):
        tree.edges.proof[edges[i]] = proof
        first, best = tree.first_edge[nodes[i]], LOSS
        for edge in range(first, first + tree.edge_count[nodes[i]]):
            if tree.edges.proof[edge] == UNPROVED:
                best = UNPROVED
                break
            best = max(best, int(tree.edges.proof[edge]))
        if proof == WIN:
            best = WIN
        if best == UNPROVED or i == 0:
            return
        proof = best if actors[i - 1] == actors[i] else LOSS + WIN - best


@jit
def run_simulations(
    rules: Any,
    root: Any,
    seat: int,
    offered: Ints,
    worlds: Ints,
    cumulative_weights: Floats,
    tree: Tree,
    simulations: int,
    c_puct: float,
    fpu_reduction: float,
    certain: bool,
    may_grow: bool,
    rng: Rng,
) -> int:
    """Runs simulations for a seat, each beginning with one of the moves offered, and adds their results to the tree.

    `cumulative_weights` is the running sum of the worlds' weights. `certain` is true if there are two seats and nothing
    is hidden or left to chance from here on; then results are proved. Returns the number of simulations run, which is
    less than asked for if the tree ran out of room and may grow.
    """
    state = np.empty_like(root)
    moves = np.empty(MAX_MOVES, np.int64)
    logits = np.empty(MAX_MOVES, np.float64)
    scores = np.empty(MAX_MOVES, np.float64)
    edge_of = np.zeros(MAX_MOVE_NUMBERS, np.int32)
    near = Edges(
        np.empty(MAX_MOVES, np.int32),
        np.empty(MAX_MOVES, np.float64),
        np.empty(MAX_MOVES, np.float64),
        np.empty(MAX_MOVES, np.int8),
    )
    shares = np.zeros(MAX_SEATS, np.float64)
    nodes, edges, actors = (
        np.empty(MAX_TREE_DEPTH, np.int64),
        np.empty(MAX_TREE_DEPTH, np.int64),
        np.empty(MAX_TREE_DEPTH, np.int64),
    )
    for done in range(simulations):
        if may_grow and tree.used[EDGES] + SPARE_EDGES > len(tree.move):
            return done
        for i in range(len(root)):
            state[i] = root[i]
        world = np.searchsorted(cumulative_weights, fraction(rng) * cumulative_weights[-1], side="right")
        determinise(rules, state, worlds[min(world, len(cumulative_weights) - 1)])
        public, depth, known = 1, 0, UNPROVED
        while depth < MAX_TREE_DEPTH:
            acting = actor(rules, state)
            if acting == OVER:
                break
            node = _find(tree, _mix(public + _mix(private_key(rules, state, seat) * MAX_SEATS + acting + 1)) | 1)
            if node == 0:
                tree.used[CUT] += 1
                break
            nodes[depth], edges[depth], actors[depth] = node, 0, acting
            depth += 1
            tree.visit_count[node] += 1
            if tree.visit_count[node] == 1 and node != ROOT:
                break
            if node == ROOT:
                count = len(offered)
                for i in range(count):
                    moves[i] = offered[i]
            else:
                count = legal(rules, state, moves)
            in_order = _in_order(tree, node, moves, count)
            if not in_order:
                if not _expand(rules, state, tree, node, moves, count, logits, edge_of):
                    tree.used[CUT] += 1
                    break
                in_order = _in_order(tree, node, moves, count)
            unvisited_value = tree.total_value[node] / tree.visit_count[node] - fpu_reduction
            if in_order:
                first, weight_sum = tree.first_edge[node], tree.weight_sum[node]
                edge = _select(tree.edges, first, count, weight_sum, unvisited_value, c_puct, certain, scores)
            else:
                weight_sum = _gather(tree, moves, count, edge_of, near)
                place = _select(near, 0, count, weight_sum, unvisited_value, c_puct, certain, scores)
                edge = edge_of[moves[place]]
            edges[depth - 1] = edge
            if certain and tree.edges.proof[edge] != UNPROVED:
                known = tree.edges.proof[edge]
                break
            shown = play(rules, state, tree.move[edge], rng)
            if shown != 0:
                public = _mix(public ^ shown)
        if known != UNPROVED:
            value = 0.5 * (known - LOSS)
            shares[actors[depth - 1]], shares[1 - actors[depth - 1]] = value, 1.0 - value
        else:
            ended = actor(rules, state) == OVER
            if not ended:
                playout(rules, state, rng)
            result(rules, state, shares)
            if certain and ended and edges[depth - 1]:
                _prove(tree, nodes, edges, actors, depth, shares[actors[depth - 1]])
        for i in range(depth):
            value = shares[actors[i]]
            tree.total_value[nodes[i]] += value
            if edges[i]:
                tree.edges.visit_count[edges[i]] += 1
                tree.edges.total_value[edges[i]] += value
    return simulations
