"""One tree search for all games: what a seat had best do, from its log and view alone."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np

from rowdy.rules.game import AnyGame, Event, View, Window
from rowdy.search.belief import believe
from rowdy.search.kernels import djeco, flip_play, xoxo
from rowdy.search.kernels.chance import make_rng
from rowdy.search.kernels.tree import ROOT, Tree, grow, make_tree
from rowdy.search.plain import Choice, Thought

BATCH = 16_384
"""How many simulations are made at once: an interruption is heard only between them..."""
SHORT_BATCH = 256
"""... and the clock is looked at."""
MOST_NODES = 400_000
"""The tree grows no larger; simulations beyond that are played out from where it ends."""
EDGES = 10
"""How many edges there is place for, for each node: most nodes are visited once and have none."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Switches, for measuring what each is worth."""

    beliefs: bool = True
    """Whether, in XOXO, worlds are weighed by what the others have done."""
    hold: bool = False
    """Whether, in XOXO, it is thought about to hold a card back; otherwise all are shown as soon as they can be."""
    curiosity: float = 1.0
    """How much moves that were seldom tried are favoured."""
    doubt: float = 0.2
    """How much less than the average a move that was never tried is held to be worth."""


def kernel_of(game: AnyGame) -> ModuleType:
    """The compiled rules of this game."""
    for kernel in (xoxo, djeco, flip_play):
        if kernel.plays(game):
            return kernel
    raise ValueError(f"no kernel knows this game of {game.edition.game}")


def search(
    game: AnyGame,
    log: Sequence[Event[Any]],
    view: View[Any, Any],
    *,
    simulations: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    settings: Settings = Settings(),  # noqa: B008  (frozen)
) -> Thought:
    """Each of the view's legal actions, and what the seat may expect of it.

    It stops at a number of simulations or after a time, whichever comes first; with a number alone, the same seed gives
    the same answer. Where the view names fewer actions than there are, only these are considered.
    """
    if view.viewer is None or not view.legal:
        raise ValueError("only a seat that may act has something to search for")
    if simulations is None and seconds is None:
        raise ValueError("a search needs a number of simulations or a time")
    if isinstance(view.turn, Window) and not settings.hold:
        return Thought(tuple(Choice(action, 0, 0.0) for action in reversed(view.legal)), 0)
    until = None if seconds is None else time.perf_counter() + seconds
    kernel, rng = kernel_of(game), make_rng(seed)
    rules, root = kernel.rules_of(game), kernel.load_view(game, view)
    offered = np.array([kernel.code_of(game, action) for action in view.legal], np.int64)
    belief = believe(game, log, view, seed, settings.beliefs)
    tree = _tree(simulations)
    done, most = 0, BATCH if until is None else SHORT_BATCH
    while simulations is None or done < simulations:
        batch = most if simulations is None else min(most, simulations - done)
        grow(
            rules,
            root,
            view.viewer,
            offered,
            belief.worlds,
            belief.likely,
            tree,
            batch,
            settings.curiosity,
            settings.doubt,
            rng,
        )
        done += batch
        if until is not None and time.perf_counter() >= until:
            break
    return Thought(_choices(game, kernel, tree), done)


def _tree(simulations: int | None) -> Tree:
    nodes = MOST_NODES if simulations is None else min(simulations + 1, MOST_NODES)
    return make_tree(nodes, EDGES * nodes + 4096)


def _choices(game: AnyGame, kernel: ModuleType, tree: Tree) -> tuple[Choice, ...]:
    first, size = int(tree.first[ROOT]), int(tree.size[ROOT])
    choices = []
    for edge in range(first, first + size):
        tried = int(tree.tried[edge])
        value = float(tree.gained[edge]) / tried if tried else 0.0
        choices.append(Choice(kernel.action_of(game, int(tree.move[edge])), tried, value))
    return tuple(sorted(choices, key=lambda choice: (choice.visits, choice.value), reverse=True))
