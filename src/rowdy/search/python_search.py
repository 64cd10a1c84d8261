"""A tree search with the Python rules alone: worlds drawn from what a seat knows, played out at random.

It is used until the compiled search is ready, without a compiler, and in games that no kernel plays. The tree has only
moves (open loop): chance and hidden cards are drawn anew in each simulation (Cowling, Powley & Whitehouse,
"Information set Monte Carlo tree search", 2012). Moves are chosen by UCB1 (Kocsis & Szepesvári, "Bandit based
Monte-Carlo planning", 2006), those of the root from a set that grows (progressive widening: Coulom 2007).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from math import log, sqrt
from random import Random
from typing import Any

from rowdy.rules.game import CHANCE, AnyGame, Chance, Move, Outcome, Over, Seat, View, Window
from rowdy.search.catalog import search_kit

EXPLORATION = 0.7
"""The weight of exploration in the UCB score: how much a rarely tried action is favoured."""
PRIOR_PLAYOUTS = 20
"""How many playouts a given prior value counts for."""
FIRST_CANDIDATES = 4
"""How many actions are tried at first if prior values are given: those with the highest."""
PLAYOUTS_PER_CANDIDATE = 10
"""The number of playouts after which another action joins: few playouts cannot tell many actions apart."""
SIMULATIONS_PER_PLAYOUT = 100
"""How many simulations the compiled search runs in about the time of one playout here."""


@dataclass(frozen=True, slots=True)
class RatedAction:
    """A legal action, and what a search has found about it."""

    action: Any
    visits: int
    value: float
    """The share of the game that the seat can expect from it, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class Thought:
    """The result of a search."""

    choices: tuple[RatedAction, ...]
    """Every legal action, best first."""
    simulations: int
    cut: int = 0
    """How many simulations were played out early because the tree had no room for more."""


@dataclass(slots=True)
class _Node:
    """A move, with the results of the simulations that made it."""

    visits: int = 0
    total_value: float = 0.0
    """The sum of the shares of the seat that made the move."""
    replies: dict[Any, _Node] = field(default_factory=dict)


@dataclass(slots=True)
class _Candidate:
    """An action and how its playouts went."""

    action: Any
    wins: bool
    """True if it wins the game at once."""
    prior_value: float = 0.5
    """The share expected from it before any playout."""
    prior_playouts: int = 1
    """How many playouts the prior value counts for."""
    node: _Node = field(default_factory=_Node)

    @property
    def value(self) -> float:
        """The mean share over its playouts, with the prior value counted as `prior_playouts` of them."""
        total = self.node.total_value + self.prior_playouts * self.prior_value
        return total / (self.node.visits + self.prior_playouts)


def consider(
    game: AnyGame,
    view: View[Any, Any],
    rng: Random,
    *,
    playouts: int | None = None,
    seconds: float | None = None,
    prior_values: Mapping[Any, float] | None = None,
    clock: Callable[[], float] = time.perf_counter,
) -> Thought:
    """Rates the legal actions of the view's seat, within a number of playouts, a time, or both.

    `prior_values` gives each action an expected share before any playout, from 0 to 1; without it all are tried. With a
    number of playouts alone, the same seed gives the same answer.
    """
    seat = view.viewer
    if seat is None or not view.legal:
        raise ValueError("the view must be that of a seat that is to act")
    if playouts is None and seconds is None:
        raise ValueError("thinking needs a number of playouts or a time")
    until = None if seconds is None else clock() + seconds
    candidates = [_Candidate(action, _wins(game, view, seat, action)) for action in view.legal]
    if prior_values:
        for one in candidates:
            one.prior_value, one.prior_playouts = prior_values[one.action], PRIOR_PLAYOUTS
    rng.shuffle(candidates)
    candidates.sort(key=lambda one: (one.wins, one.prior_value), reverse=True)
    done = 0
    while len(candidates) > 1 and (playouts is None or done < playouts) and (until is None or clock() < until):
        tried = candidates[: FIRST_CANDIDATES + done // PLAYOUTS_PER_CANDIDATE] if prior_values else candidates
        chosen = max(tried, key=partial(_ucb_score, exploration=EXPLORATION * sqrt(log(done + 2))))
        world = game.play(search_kit(game).sample_world(game, view, rng), seat, chosen.action)
        outcome = _run_simulation(game, world, chosen.node, rng)
        chosen.node.total_value += share(outcome, seat, game.seats)
        chosen.node.visits += 1
        done += 1
    candidates.sort(key=lambda one: (one.wins, one.node.visits, one.value), reverse=True)
    return Thought(tuple(RatedAction(one.action, one.node.visits, one.value) for one in candidates), done)


def _wins(game: AnyGame, view: View[Any, Any], seat: Seat, action: Any) -> bool:
    turn = game.turn(game.play(view.state, seat, action))
    return isinstance(turn, Over) and turn.outcome.winners == (seat,)


def _ucb_score(candidate: _Candidate, exploration: float) -> float:
    return candidate.value + exploration / sqrt(candidate.node.visits + 1)


def _run_simulation(game: AnyGame, state: Any, node: _Node, rng: Random) -> Outcome:
    """Descends the tree from a node whose moves have been made, adds one node, and plays out the rest at random.

    A seat first tries each of its legal actions in this world once, then chooses by UCB1.
    """
    path: list[tuple[Seat, _Node]] = []
    while not isinstance(turn := game.turn(state), Over):
        if not isinstance(turn, Move):
            state = _after_chance_or_window(game, state, turn, rng)
            continue
        legal = game.legal(state, turn.seat)
        new = [action for action in legal if action not in node.replies]
        action = rng.choice(new) if new else max(legal, key=partial(_ucb1, node))
        node = node.replies.setdefault(action, _Node())
        path.append((turn.seat, node))
        state = game.play(state, turn.seat, action)
        if new:
            break
    outcome = random_playout(game, state, rng)
    for seat, passed in path:
        passed.visits += 1
        passed.total_value += share(outcome, seat, game.seats)
    return outcome


def _ucb1(node: _Node, action: Any) -> float:
    reply = node.replies[action]
    return reply.total_value / reply.visits + EXPLORATION * sqrt(log(node.visits + 1) / reply.visits)


def random_playout(game: AnyGame, state: Any, rng: Random) -> Outcome:
    """The outcome if all seats play at random from here on, but show their cards as soon as they can."""
    while not isinstance(turn := game.turn(state), Over):
        if isinstance(turn, Move):
            state = game.play(state, turn.seat, rng.choice(game.legal(state, turn.seat)))
        else:
            state = _after_chance_or_window(game, state, turn, rng)
    return turn.outcome


def _after_chance_or_window(game: AnyGame, state: Any, turn: Chance[Any] | Window, rng: Random) -> Any:
    """The state after an outcome of chance, drawn by its probability, or the answer of the next seat in a window."""
    if isinstance(turn, Chance):
        return game.play(state, CHANCE, rng.choices(turn.actions, turn.weights)[0])
    asked = next(seat for seat in turn.seats if game.legal(state, seat))
    return game.play(state, asked, game.legal(state, asked)[-1])


def share(outcome: Outcome, seat: Seat, seats: int) -> float:
    """The share of a finished game that a seat gets: 1 for a win, a part of it for a shared one or a draw."""
    if not outcome.winners:
        return 1 / seats
    return 1 / len(outcome.winners) if seat in outcome.winners else 0.0
