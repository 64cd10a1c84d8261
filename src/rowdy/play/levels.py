"""Levels: bots from one that a child can beat to one that searches for as long as it may."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from statistics import median
from typing import TYPE_CHECKING, Any

from rowdy.play.greedy import Rating, rate
from rowdy.rules.game import AnyGame, Event, Seat, View, Window
from rowdy.search.plain import SLOWER, consider
from rowdy.search.ready import can_search

if TYPE_CHECKING:
    from rowdy.search.mcts import Settings

OVERLOOKED = 0.25
"""How often the easy bot does not see what it could complete."""
BLUR = 1.0
"""How unsure its eye is, in parts of the spread between the moves it looks at."""
LOW, HIGH = 0.3, 0.7
"""What the worst and the best move are worth at first sight, where none wins or loses at once."""
WINDOW = 10
"""In a window, where there is little to choose, a bot thinks and seems to think for such a part of its time..."""
FEWEST = 100
"""... but makes so many simulations, if it makes as many for a move."""
MARGIN = 1.1
"""A bot that may think for a time seems to think for so many times as long."""


class EasyBot:
    """Rates moves as greed does, but with an unsure eye, and sometimes overlooks a line it could complete.

    What any child would see it sees too: it completes nothing for the others if it need not, and passes over what is
    poor both for itself and against the others.
    """

    appears = 0.3

    def plays(self, game: AnyGame) -> bool:
        return True

    def choose(self, game: AnyGame, log: Sequence[Event[Any]], view: View[Any, Any], rng: Random) -> Any:
        if isinstance(view.turn, Window):
            return view.legal[-1]
        if view.viewer is None or len(view.legal) == 1:
            return view.legal[0]
        ratings = sensible({action: rate(game, view, view.viewer, action) for action in view.legal})
        most = max(rating.completed for rating in ratings.values())
        if most > 0 and rng.random() >= OVERLOOKED:
            ratings = {action: rating for action, rating in ratings.items() if rating.completed == most}
        worth = {action: rating.built + rating.denied for action, rating in ratings.items()}
        blur = BLUR * (max(worth.values()) - min(worth.values()))
        return max(worth, key=lambda action: worth[action] + rng.gauss(0, blur))


def sensible(ratings: Mapping[Any, Rating]) -> dict[Any, Rating]:
    """The actions without silly ones: those that complete more for the others than need be, and those that are worse
    than most both for oneself and against the others."""
    most = max(rating.completed for rating in ratings.values())
    kept = {action: rating for action, rating in ratings.items() if rating.completed >= min(0, most)}
    built = median(rating.built for rating in kept.values())
    denied = median(rating.denied for rating in kept.values())
    return {action: rating for action, rating in kept.items() if rating.built >= built or rating.denied >= denied}


@dataclass(frozen=True)
class PlainBot:
    """Thinks with the rules alone, and shows its cards at once."""

    playouts: int | None = None
    seconds: float | None = None

    def plays(self, game: AnyGame) -> bool:
        return True

    def choose(self, game: AnyGame, log: Sequence[Event[Any]], view: View[Any, Any], rng: Random) -> Any:
        if isinstance(view.turn, Window):
            return view.legal[-1]
        if view.viewer is None or len(view.legal) == 1:
            return view.legal[0]
        sights = first_sight(game, view, view.viewer)
        thought = consider(game, view, rng, playouts=self.playouts, seconds=self.seconds, first_sight=sights)
        return thought.choices[0].action


def first_sight(game: AnyGame, view: View[Any, Any], seat: Seat) -> dict[Any, float]:
    """How good each action looks to greed, from 0 to 1."""
    ratings = {action: rate(game, view, seat, action) for action in view.legal}
    order = sorted(set(ratings.values()))
    step = (HIGH - LOW) / max(1, len(order) - 1)
    worth = {rating: LOW + i * step for i, rating in enumerate(order)}
    return {action: worth[rating] for action, rating in ratings.items()}


@dataclass(frozen=True)
class SearchBot:
    """The tree search with a budget; where that cannot be had, plain thinking."""

    simulations: int | None = None
    seconds: float | None = None
    """It stops at the number of simulations or at the time, whichever comes first."""
    plain: PlainBot = PlainBot(playouts=100)
    """Who answers in its stead where no code is compiled."""
    appears: float = 1.0
    """For how long it seems to think, whatever it holds and does; a search should take no longer."""
    settings: Settings | None = None

    def plays(self, game: AnyGame) -> bool:
        return True

    def searches(self, game: AnyGame) -> bool:
        """Whether it does so in this game, on this machine; to answer, the compiler is loaded."""
        return can_search(game)

    def choose(self, game: AnyGame, log: Sequence[Event[Any]], view: View[Any, Any], rng: Random) -> Any:
        if len(view.legal) == 1:
            return view.legal[0]
        if not self.searches(game):
            return self.plain.choose(game, log, view, rng)
        from rowdy.search.mcts import Settings, search  # brings the compiler, so not earlier

        simulations, seconds = self._budget(isinstance(view.turn, Window))
        thought = search(
            game,
            log,
            view,
            simulations=simulations,
            seconds=seconds,
            seed=rng.getrandbits(32),
            settings=self.settings or Settings(),
        )
        return thought.choices[0].action

    def _budget(self, window: bool) -> tuple[int | None, float | None]:
        if not window:
            return self.simulations, self.seconds
        few = self.simulations and max(self.simulations // WINDOW, min(self.simulations, FEWEST))
        return few, self.seconds and self.seconds / WINDOW

    def within(self, simulations: int | None, seconds: float | None) -> SearchBot:
        """The same bot with another budget; with a number alone it always chooses alike.

        It seems to think a little longer than it may, so that the end of a search does not show.
        """
        playouts = None if simulations is None else max(1, simulations // SLOWER)
        plain = PlainBot(playouts, seconds)
        appears = max(self.appears, MARGIN * (seconds or 0.0))
        return replace(self, simulations=simulations, seconds=seconds, plain=plain, appears=appears)


MEDIUM = SearchBot(200, plain=PlainBot(60), appears=0.5)
STRONG = SearchBot(50_000, seconds=0.9, plain=PlainBot(300, seconds=0.7))
BARE = SearchBot(10_000, plain=PlainBot(100))
