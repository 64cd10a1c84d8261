"""Advice for a seat from its own observations and view: the best moves, and cards that it should hold back."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any, TypeAlias

from rowdy.play.bots.levels import prior_values
from rowdy.play.catalog import play_kit
from rowdy.play.kit import NOTHING_HELD, Gain, Held, OrderItem, answer_by_orders
from rowdy.play.review import Observations, Searcher, margin_of_error, solved
from rowdy.rules.game import CHANCE, AnyGame, Chance, Event, InvalidSetup, Move, View, Window
from rowdy.rules.observation_log import extend_log
from rowdy.search.catalog import search_kit
from rowdy.search.compilation import KERNEL_CACHE, KernelCache, can_search
from rowdy.search.python_search import SIMULATIONS_PER_PLAYOUT, RatedAction, Thought, consider, random_playout, share
from rowdy.search.symmetry import choices, only_choice

HINT_SECONDS = 0.6
"""The time for a search, of which a hint needs two at most, so that a person waits about a second."""
CLEAR_MARGINS = 3
"""By how many margins of error holding a card back must be better before it is advised."""
MAX_LISTED_CHOICES = 3
"""How many moves the advice lists."""
MIN_VISIT_RATIO = 0.02
"""The part of the best move's visits that another move must have to be listed: with fewer its value is a guess."""


@dataclass(frozen=True, slots=True)
class Forced:
    """The advice if there is only one move."""

    action: Any


@dataclass(frozen=True, slots=True)
class ExactChoice:
    """A whole turn, or what is left of one, with its exact value."""

    actions: tuple[Any, ...]
    value: str
    """`win`, `draw` or `loss`; a text, since the enum of the solver would import the compiler."""
    distance: int | None

    def __str__(self) -> str:
        return " ".join(map(str, self.actions))


@dataclass(frozen=True, slots=True)
class ExactAdvice:
    """The best turns of a solved game; turns that are mirror images of each other are listed once."""

    choices: tuple[ExactChoice, ...]
    """Best first."""
    alone: bool
    """True if the first choice is the only one that keeps the win or the draw."""


@dataclass(frozen=True, slots=True)
class SearchedAdvice:
    """The moves that the search rates best."""

    choices: tuple[RatedAction, ...]
    """Best first, by visits. A choice with fewer visits may have a higher value by chance."""
    gains: tuple[Gain, ...] = ()
    """What the first choice gains at once."""
    keep: tuple[OrderItem, ...] = ()
    """What should be held back in the window after the first choice."""


Advice: TypeAlias = Forced | ExactAdvice | SearchedAdvice


def advise(game: AnyGame, log: Observations, view: View[Any, Any], think: Searcher) -> Advice:
    """The best moves for the view's seat: by perfect play if the game is solved, otherwise by this search."""
    if len(view.legal) == 1:
        return Forced(view.legal[0])
    if solved(game):
        return _exact(game, view)
    if view.viewer is None or not search_kit(game).samples(game):
        raise InvalidSetup("no-sampling", game=game.edition.game)
    choices = think(game, log, view).choices
    after = game.play(view.state, view.viewer, choices[0].action)
    gains = play_kit(game).gains(game, view.state, after, view.viewer)
    keep = keep_back(game, log, view, choices[0].action, think, Random(0))
    items = play_kit(game).order_items(game, view.state, view.viewer)
    first, *others = choices[:MAX_LISTED_CHOICES]
    rated = (first, *(choice for choice in others if choice.visits > first.visits * MIN_VISIT_RATIO))
    return SearchedAdvice(rated, gains, tuple(item for item in items if item in keep))


def _exact(game: AnyGame, view: View[Any, Any]) -> ExactAdvice:
    turns = {turn.actions: turn.verdict for turn in search_kit(game).oracle(game).probe(view.state).turns}
    listed = choices(game, view.state, turns)
    told = [
        ExactChoice(each.ways[0], str(each.verdict.value), each.verdict.distance)
        for each in listed[:MAX_LISTED_CHOICES]
    ]
    return ExactAdvice(tuple(told), only_choice(listed) is not None)


# Searchers


def searcher(simulations: int, seed: int = 0) -> Searcher:
    """A tree search with a fixed seed, so that it can be repeated; the search in Python where nothing is compiled."""

    def think(game: AnyGame, log: Observations, view: View[Any, Any]) -> Thought:
        if not can_search(game):
            return _consider(game, view, Random(seed), playouts(simulations))
        from rowdy.search.mcts import SearchSettings, search  # imports the compiler

        return search(game, log, view, simulations=simulations, seed=seed, settings=SearchSettings(hold=True))

    return think


def playouts(simulations: int) -> int:
    """The number of playouts that the search in Python runs in about the time of this many compiled simulations."""
    return max(1, simulations // SIMULATIONS_PER_PLAYOUT)


def _consider(game: AnyGame, view: View[Any, Any], rng: Random, times: int) -> Thought:
    """The search in Python, which can also rate the only action of a view."""
    seat = view.viewer
    if len(view.legal) > 1 or seat is None:
        return consider(game, view, rng, playouts=times)
    (action,) = view.legal
    worlds = (game.play(search_kit(game).sample_world(game, view, rng), seat, action) for _ in range(times))
    won = sum(share(random_playout(game, world, rng), seat, game.seats) for world in worlds)
    return Thought((RatedAction(action, times, won / times),), times)


def quick_searcher(cache: KernelCache = KERNEL_CACHE, seconds: float = HINT_SECONDS) -> Searcher:
    """A tree search with a time limit; the search in Python until code is compiled."""

    def think(game: AnyGame, log: Observations, view: View[Any, Any]) -> Thought:
        if not (cache.ready(game) and can_search(game)):
            priors = prior_values(game, view, view.turn.seat) if isinstance(view.turn, Move) else None
            return consider(game, view, Random(0), seconds=seconds, prior_values=priors)
        from rowdy.search.mcts import SearchSettings, search

        return search(game, log, view, seconds=seconds, settings=SearchSettings(hold=True))

    return think


# Holding back


def keep_back(game: AnyGame, log: Observations, view: View[Any, Any], move: Any, think: Searcher, rng: Random) -> Held:
    """The items that the seat could release in the window after this move, but should clearly hold back.

    Chance before the window is drawn once at random: its outcome seldom matters.
    """
    kit = play_kit(game)
    if not kit.orders or view.viewer is None:
        return NOTHING_HELD
    seat, state, events = view.viewer, game.play(view.state, view.viewer, move), [Event[Any](view.viewer, move)]
    while isinstance(turn := game.turn(state), Chance):
        shown = rng.choices(turn.actions, turn.weights)[0]
        state = game.play(state, CHANCE, shown)
        events.append(Event(CHANCE, shown))
    asked = game.view(state, seat)
    if not isinstance(asked.turn, Window) or len(asked.legal) < 2:
        return NOTHING_HELD
    choices = think(game, extend_log(log, events), asked).choices
    best, all_released = choices[0], answer_by_orders(kit, asked.legal, NOTHING_HELD)
    everything = next((choice for choice in choices if choice.action == all_released), best)
    if best.value - everything.value <= CLEAR_MARGINS * margin_of_error(best, everything):
        return NOTHING_HELD
    return kit.released(everything.action) - kit.released(best.action)
