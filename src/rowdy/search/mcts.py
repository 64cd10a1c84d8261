"""The tree search for all games: rates a seat's legal actions from its log and view alone.

It is information-set Monte Carlo tree search; `kernels.tree` has the algorithm and its sources.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np

from rowdy.rules.game import AnyGame, Event, View, Window
from rowdy.search.catalog import search_kit
from rowdy.search.kernels.chance import make_rng
from rowdy.search.kernels.tree import (
    CUT,
    LOSS,
    ROOT,
    SPARE_EDGES,
    UNPROVED,
    WIN,
    Tree,
    make_tree,
    run_simulations,
    with_more_edges,
)
from rowdy.search.kit import MANY_SIMULATIONS
from rowdy.search.python_search import RatedAction, Thought

FIRST_BATCH_SIMULATIONS = 64
"""The number of simulations in the first compiled call; later calls run as many as fit into `BATCH_SECONDS`."""
BATCH_SECONDS = 0.01
"""How long a compiled call should take, in seconds: time limits and Ctrl-C are checked only between calls."""
MAX_NODES = 400_000
"""The greatest number of nodes in a tree; when it is full, simulations are played out from its leaves."""
EDGES_PER_NODE = 10
"""The edges per node for which a tree has room at first; few, as most nodes are visited once and have none."""
MAX_EDGES = 64 * MAX_NODES
"""The greatest number of edges that a tree may grow to; when it is full, simulations are played out early."""


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """Settings of the search, so that the worth of each can be measured; in a bot's name: `mcts:c_puct=1.5+hold=on`."""

    beliefs: bool = True
    """In XOXO: worlds are weighted by the likelihood of what the others have done."""
    hold: bool = False
    """In XOXO: the search decides which cards to show; otherwise all are shown as soon as possible."""
    c_puct: float = 1.0
    """The weight of exploration in the PUCT score: how much rarely tried moves are favoured."""
    fpu_reduction: float = 0.2
    """First-play urgency: how far below the mean of its node the value of an untried move is assumed to be."""


def kernel_of(game: AnyGame) -> ModuleType:
    """The module with the compiled rules of this game; raises `ValueError` if there is none."""
    kit = search_kit(game)
    if not kit.compiled(game):
        raise ValueError(f"no kernel knows this game of {game.edition.game}")
    return kit.kernel()


def search(
    game: AnyGame,
    log: Sequence[Event[Any]],
    view: View[Any, Any],
    *,
    simulations: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    settings: SearchSettings = SearchSettings(),  # noqa: B008  (frozen)
) -> Thought:
    """Rates each of the view's legal actions by the share of the game that the seat may expect of it.

    It stops after a number of simulations or a time, whichever comes first; with a number alone, the same seed gives
    the same answer. Only the actions that the view lists as legal are considered.
    """
    if view.viewer is None or not view.legal:
        raise ValueError("the view must be that of a seat that is to act")
    if simulations is None and seconds is None:
        raise ValueError("a search needs a number of simulations or a time")
    if isinstance(view.turn, Window) and not settings.hold:
        return Thought(tuple(RatedAction(action, 0, 0.0) for action in reversed(view.legal)), 0)
    until = None if seconds is None else time.perf_counter() + seconds
    kernel, rng = kernel_of(game), make_rng(seed)
    many = simulations is None or simulations >= MANY_SIMULATIONS
    rules, root = search_kit(game).rules(game, many), kernel.load_view(game, view)
    offered = np.array([game.action_id(action) for action in view.legal], np.int64)
    belief = search_kit(game).believe(game, log, view, seed, settings.beliefs)
    tree, done, batch = _tree(simulations), 0, FIRST_BATCH_SIMULATIONS
    certain = search_kit(game).certain(game, view)
    while simulations is None or done < simulations:
        began, wanted = time.perf_counter(), batch if simulations is None else min(batch, simulations - done)
        may_grow = len(tree.move) < MAX_EDGES
        ran = run_simulations(
            rules,
            root,
            view.viewer,
            offered,
            belief.worlds,
            belief.cumulative_weights,
            tree,
            wanted,
            settings.c_puct,
            settings.fpu_reduction,
            certain,
            may_grow,
            rng,
        )
        done += ran
        if ran < wanted:
            tree = with_more_edges(tree, len(tree.move))
        now = time.perf_counter()
        batch = _next_batch(batch, now - began)
        if until is not None and now >= until:
            break
    return Thought(_choices(game, tree), done, cut=int(tree.used[CUT]))


def _next_batch(batch: int, seconds: float) -> int:
    """The number of simulations for the next compiled call, given how many seconds one of `batch` took."""
    if seconds > BATCH_SECONDS:
        return max(1, batch // 2)
    return 2 * batch if seconds < BATCH_SECONDS / 2 else batch


def _tree(simulations: int | None) -> Tree:
    nodes = MAX_NODES if simulations is None else min(simulations + 1, MAX_NODES)
    return make_tree(nodes, EDGES_PER_NODE * nodes + SPARE_EDGES)


def _choices(game: AnyGame, tree: Tree) -> tuple[RatedAction, ...]:
    """The root's actions: proved wins first, then by visit count, proved losses last."""
    first, edges = int(tree.first_edge[ROOT]), int(tree.edge_count[ROOT])
    choices = list[tuple[int, RatedAction]]()
    for edge in range(first, first + edges):
        visits, proof = int(tree.edges.visit_count[edge]), int(tree.edges.proof[edge])
        value = float(tree.edges.total_value[edge]) / visits if visits else 0.0
        if proof != UNPROVED:
            value = (proof - LOSS) / (WIN - LOSS)
        choice = RatedAction(game.actions[int(tree.move[edge])], visits, value)
        choices.append(((proof == WIN) - (proof == LOSS), choice))
    choices.sort(key=lambda pair: (pair[0], pair[1].visits, pair[1].value), reverse=True)
    return tuple(choice for _, choice in choices)
