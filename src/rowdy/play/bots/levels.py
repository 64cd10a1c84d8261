"""The levels of bots, from one that a child can beat to one that uses its whole budget for the search."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from statistics import median
from typing import TYPE_CHECKING, Any

from rowdy.play.bots.greedy import rate
from rowdy.play.catalog import play_kit
from rowdy.play.kit import Mistakes, Rating
from rowdy.rules.game import AnyGame, Event, Seat, View, Window
from rowdy.search.catalog import search_kit
from rowdy.search.compilation import can_search
from rowdy.search.python_search import SIMULATIONS_PER_PLAYOUT, consider

if TYPE_CHECKING:
    from rowdy.search.mcts import SearchSettings

LOWEST_PRIOR, HIGHEST_PRIOR = 0.3, 0.7
"""The expected shares that `prior_values` gives to the worst and the best move; neither wins or loses for certain."""
WINDOW_DIVISOR = 10
"""In a window, where there is little to choose, a bot has its budget and pace divided by this."""
MIN_WINDOW_SIMULATIONS = 100
"""The least number of simulations in a window, unless the bot has fewer even for a move."""
LEAST_SECONDS = 0.1
"""The least time that a bot with a time budget searches, in seconds, however long its proofs took."""
PACE_MARGIN = 1.1
"""The pace of a bot with a time budget, as a multiple of that budget, so that the end of a search does not show."""


@dataclass(frozen=True)
class FirstSightBot:
    """A level that never looks ahead: it rates moves as the greedy bot does, but overlooks things.

    It avoids the mistakes that any child would avoid: see `sensible`.
    """

    level: str
    pace_seconds: float = 0.3
    mistakes: Mistakes | None = None
    """How it errs, if not as the game's kit says of its level."""

    def plays(self, game: AnyGame) -> bool:
        return True

    def choose(self, game: AnyGame, log: Sequence[Event[Any]], view: View[Any, Any], rng: Random) -> Any:
        if isinstance(view.turn, Window):
            return view.legal[-1]
        if view.viewer is None or len(view.legal) == 1:
            return view.legal[0]
        return at_first_sight(game, view, view.viewer, self.mistakes or mistakes_of(self.level, game), rng)


def mistakes_of(level: str, game: AnyGame) -> Mistakes:
    return play_kit(game).mistakes_of(level, game.seats)


def at_first_sight(game: AnyGame, view: View[Any, Any], seat: Seat, mistakes: Mistakes, rng: Random) -> Any:
    """The action of a seat that does not look ahead: it completes lines, else builds and blocks, as far as it sees."""
    ratings = {action: rate(game, view, seat, action) for action in view.legal}
    if not _happens(mistakes.careless, rng):
        ratings = sensible(ratings)
    most = max(rating.completed for rating in ratings.values())
    if most > 0 and not _happens(mistakes.own_line, rng):
        ratings = {action: rating for action, rating in ratings.items() if rating.completed == most}
    blind = _happens(mistakes.block, rng)
    worth = {action: rating.built + (0 if blind else rating.denied) for action, rating in ratings.items()}
    deviation = mistakes.blur * (max(worth.values()) - min(worth.values()))
    return max(worth, key=lambda action: (worth[action] + rng.gauss(0, deviation), rng.random()))


def sensible(ratings: Mapping[Any, Rating]) -> dict[Any, Rating]:
    """The actions that are not obvious mistakes.

    An obvious mistake completes more for the others than necessary, or is below the median both in what it builds and
    in what it denies the others.
    """
    most = max(rating.completed for rating in ratings.values())
    kept = {action: rating for action, rating in ratings.items() if rating.completed >= min(0, most)}
    built = median(rating.built for rating in kept.values())
    denied = median(rating.denied for rating in kept.values())
    return {action: rating for action, rating in kept.items() if rating.built >= built or rating.denied >= denied}


@dataclass(frozen=True)
class PythonSearchBot:
    """Searches with the Python rules and random playouts, so it needs no compiler; it shows its cards at once."""

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
    """The compiled tree search with a budget; the search in Python where nothing can be compiled."""

    simulations: int | None = None
    """The search ends after this many simulations, or after `seconds`, whichever comes first."""
    seconds: float | None = None
    fallback: PythonSearchBot = PythonSearchBot(playouts=100)
    """The bot that answers in its place where no code is compiled."""
    pace_seconds: float = 1.0
    """How long it appears to think, whatever cards it holds; a search should take no longer."""
    settings: SearchSettings | None = None
    level: str = ""
    """The name under which a game's kit lists its mistakes; it makes none if the kit does not list it."""
    practised: bool = False
    """True if it follows the game's rules of thumb (`PlayKit.promising`)."""
    learned: bool = False
    """True if it avoids what is proved to lose in a solved game (`SearchKit.sound_actions`)."""
    thorough: bool = False
    """True if it takes its time to prove as much as it can."""
    mistakes: Mistakes | None = None
    """How it errs, if not as the game's kit says of its level."""

    def plays(self, game: AnyGame) -> bool:
        return search_kit(game).samples(game)

    def searches(self, game: AnyGame) -> bool:
        """True if the compiled search can play this game on this machine; loads the compiler to find out."""
        return can_search(game)

    def choose(self, game: AnyGame, log: Sequence[Event[Any]], view: View[Any, Any], rng: Random) -> Any:
        mistakes, window = self.mistakes or mistakes_of(self.level, game), isinstance(view.turn, Window)
        if self.practised and not window:
            view = _among(view, play_kit(game).promising(game, view.state, view.legal))
        if len(view.legal) == 1:
            return view.legal[0]
        number = search_kit(game).opening_number(game, log) if self.learned and not window else None
        by_heart = number is not None and number > mistakes.not_learned
        if view.viewer is not None and not window and not by_heart and _happens(mistakes.no_look_ahead, rng):
            return at_first_sight(game, view, view.viewer, mistakes, rng)
        if not self.searches(game):
            return self.fallback.choose(game, log, view, rng)
        spent = 0.0
        if self.learned and not window and (by_heart or number is None):
            began = time.perf_counter()
            view = _among(view, search_kit(game).sound_actions(game, view, thorough=self.thorough))
            spent = time.perf_counter() - began
            if len(view.legal) == 1:
                return view.legal[0]
        forgetful = _happens(mistakes.no_conclusions, rng)
        return self._search(game, log, view, rng, forgetful, spent)

    def _search(
        self, game: AnyGame, log: Sequence[Event[Any]], view: View[Any, Any], rng: Random, forgetful: bool, spent: float
    ) -> Any:
        """The action that the search prefers; `spent` is how much of its time proofs have already taken, in seconds."""
        from rowdy.search.mcts import SearchSettings, search  # imports the compiler

        settings = self.settings or SearchSettings()
        simulations, seconds = self._budget(isinstance(view.turn, Window))
        if seconds is not None:
            seconds = max(seconds - spent, min(seconds, LEAST_SECONDS))
        thought = search(
            game,
            log,
            view,
            simulations=simulations,
            seconds=seconds,
            seed=rng.getrandbits(32),
            settings=replace(settings, beliefs=False) if forgetful else settings,
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


def _among(view: View[Any, Any], actions: Sequence[Any]) -> View[Any, Any]:
    """The view with its legal actions reduced to these."""
    return view if len(actions) == len(view.legal) else replace(view, legal=tuple(actions))


def _happens(probability: float, rng: Random) -> bool:
    """True with this probability; for 0 and 1 no random number is drawn."""
    return probability >= 1 or (probability > 0 and rng.random() < probability)


BEGINNER, EASY = FirstSightBot("beginner"), FirstSightBot("easy")
CASUAL = SearchBot(100, fallback=PythonSearchBot(20), pace_seconds=0.5, level="casual")
MEDIUM = SearchBot(200, fallback=PythonSearchBot(60), pace_seconds=0.5, level="medium", practised=True, learned=True)
SKILLED = SearchBot(500, fallback=PythonSearchBot(100), pace_seconds=0.5, level="skilled", practised=True, learned=True)
ADVANCED = SearchBot(
    2_000,
    seconds=0.5,
    fallback=PythonSearchBot(200, seconds=0.5),
    pace_seconds=0.7,
    level="advanced",
    practised=True,
    learned=True,
)
STRONG = SearchBot(
    50_000, seconds=0.9, fallback=PythonSearchBot(300, seconds=0.7), level="strong", learned=True, thorough=True
)
MCTS = SearchBot(10_000, fallback=PythonSearchBot(100))

LEVELS: dict[str, FirstSightBot | SearchBot] = {
    "beginner": BEGINNER,
    "easy": EASY,
    "casual": CASUAL,
    "medium": MEDIUM,
    "skilled": SKILLED,
    "advanced": ADVANCED,
    "strong": STRONG,
}
"""The levels by name, from the weakest to the strongest. Saved tables and people know them by these names."""
