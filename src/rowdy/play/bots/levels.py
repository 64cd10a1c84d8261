"""The levels of bots, from one that a child can beat to one that uses its whole budget for the search."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from statistics import median
from typing import TYPE_CHECKING, Any

from rowdy.play.bots.greedy import rate
from rowdy.play.kit import Rating
from rowdy.rules.game import AnyGame, Event, Seat, View, Window
from rowdy.search.catalog import search_kit
from rowdy.search.compilation import can_search
from rowdy.search.python_search import SIMULATIONS_PER_PLAYOUT, consider

if TYPE_CHECKING:
    from rowdy.search.mcts import SearchSettings

OVERLOOK_PROBABILITY = 0.25
"""How often the easy bot overlooks a line that it could complete."""
RATING_NOISE = 1.0
"""The standard deviation of the easy bot's errors, as a fraction of the range between its worst and best move."""
LOWEST_PRIOR, HIGHEST_PRIOR = 0.3, 0.7
"""The expected shares that `prior_values` gives to the worst and the best move; neither wins or loses for certain."""
WINDOW_DIVISOR = 10
"""A bot has a tenth of its budget and of its pace in a window, where there is little to choose."""
MIN_WINDOW_SIMULATIONS = 100
"""The least number of simulations in a window, unless a bot makes fewer even for a move."""
PACE_MARGIN = 1.1
"""The pace of a bot with a time budget, as a multiple of that budget, so that the end of a search does not show."""


class EasyBot:
    """Rates moves as the greedy bot does, but with errors, and sometimes overlooks a line that it could complete.

    It makes none of the mistakes that any child would avoid: see `sensible`.
    """

    pace_seconds = 0.3

    def plays(self, game: AnyGame) -> bool:
        return True

    def choose(self, game: AnyGame, log: Sequence[Event[Any]], view: View[Any, Any], rng: Random) -> Any:
        if isinstance(view.turn, Window):
            return view.legal[-1]
        if view.viewer is None or len(view.legal) == 1:
            return view.legal[0]
        ratings = sensible({action: rate(game, view, view.viewer, action) for action in view.legal})
        most = max(rating.completed for rating in ratings.values())
        if most > 0 and rng.random() >= OVERLOOK_PROBABILITY:
            ratings = {action: rating for action, rating in ratings.items() if rating.completed == most}
        worth = {action: rating.built + rating.denied for action, rating in ratings.items()}
        deviation = RATING_NOISE * (max(worth.values()) - min(worth.values()))
        return max(worth, key=lambda action: worth[action] + rng.gauss(0, deviation))


def sensible(ratings: Mapping[Any, Rating]) -> dict[Any, Rating]:
    """The actions that are no obvious mistake.

    An obvious mistake completes more for the others than it must, or is below the median both in what it builds for
    oneself and in what it denies the others.
    """
    most = max(rating.completed for rating in ratings.values())
    kept = {action: rating for action, rating in ratings.items() if rating.completed >= min(0, most)}
    built = median(rating.built for rating in kept.values())
    denied = median(rating.denied for rating in kept.values())
    return {action: rating for action, rating in kept.items() if rating.built >= built or rating.denied >= denied}


@dataclass(frozen=True)
class PythonSearchBot:
    """Plays games out at random with the Python rules, so it needs no compiler; it shows its cards at once."""

    playouts: int | None = None
    seconds: float | None = None

    def plays(self, game: AnyGame) -> bool:
        return search_kit(game).samples(game)

    def choose(self, game: AnyGame, log: Sequence[Event[Any]], view: View[Any, Any], rng: Random) -> Any:
        if isinstance(view.turn, Window):
            return view.legal[-1]
        if view.viewer is None or len(view.legal) == 1:
            return view.legal[0]
        priors = prior_values(game, view, view.viewer)
        thought = consider(game, view, rng, playouts=self.playouts, seconds=self.seconds, prior_values=priors)
        return thought.choices[0].action


def prior_values(game: AnyGame, view: View[Any, Any], seat: Seat) -> dict[Any, float]:
    """A prior for each action: an expected share from 0 to 1 by the order in which the greedy bot ranks them."""
    ratings = {action: rate(game, view, seat, action) for action in view.legal}
    order = sorted(set(ratings.values()))
    step = (HIGHEST_PRIOR - LOWEST_PRIOR) / max(1, len(order) - 1)
    worth = {rating: LOWEST_PRIOR + i * step for i, rating in enumerate(order)}
    return {action: worth[rating] for action, rating in ratings.items()}


@dataclass(frozen=True)
class SearchBot:
    """The compiled tree search with a budget; where nothing can be compiled, the search in Python."""

    simulations: int | None = None
    """The search ends after this many simulations, or after `seconds` if those are over first."""
    seconds: float | None = None
    fallback: PythonSearchBot = PythonSearchBot(playouts=100)
    """The bot that answers in its place where no code is compiled."""
    pace_seconds: float = 1.0
    """How long it appears to think, whatever cards it holds; a search should take no longer."""
    settings: SearchSettings | None = None

    def plays(self, game: AnyGame) -> bool:
        return search_kit(game).samples(game)

    def searches(self, game: AnyGame) -> bool:
        """Whether the compiled search can play this game on this machine; the compiler is loaded to find out."""
        return can_search(game)

    def choose(self, game: AnyGame, log: Sequence[Event[Any]], view: View[Any, Any], rng: Random) -> Any:
        if len(view.legal) == 1:
            return view.legal[0]
        if not self.searches(game):
            return self.fallback.choose(game, log, view, rng)
        from rowdy.search.mcts import SearchSettings, search  # brings the compiler, so not earlier

        simulations, seconds = self._budget(isinstance(view.turn, Window))
        thought = search(
            game,
            log,
            view,
            simulations=simulations,
            seconds=seconds,
            seed=rng.getrandbits(32),
            settings=self.settings or SearchSettings(),
        )
        return thought.choices[0].action

    def _budget(self, window: bool) -> tuple[int | None, float | None]:
        if not window:
            return self.simulations, self.seconds
        sims = self.simulations
        few = sims and max(sims // WINDOW_DIVISOR, min(sims, MIN_WINDOW_SIMULATIONS))
        return few, self.seconds and self.seconds / WINDOW_DIVISOR

    def within(self, simulations: int | None, seconds: float | None) -> SearchBot:
        """The same bot with another budget; without a time limit its choices can be reproduced."""
        playouts = None if simulations is None else max(1, simulations // SIMULATIONS_PER_PLAYOUT)
        fallback = PythonSearchBot(playouts, seconds)
        pace_seconds = max(self.pace_seconds, PACE_MARGIN * (seconds or 0.0))
        return replace(self, simulations=simulations, seconds=seconds, fallback=fallback, pace_seconds=pace_seconds)


MEDIUM = SearchBot(200, fallback=PythonSearchBot(60), pace_seconds=0.5)
STRONG = SearchBot(50_000, seconds=0.9, fallback=PythonSearchBot(300, seconds=0.7))
MCTS = SearchBot(10_000, fallback=PythonSearchBot(100))
