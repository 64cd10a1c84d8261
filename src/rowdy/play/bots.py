"""Bots: players that get what a person at that seat has, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Protocol

from rowdy.play.greedy import rate
from rowdy.play.perfect import PerfectBot
from rowdy.rules.game import AnyGame, Event, InvalidSetup, View, Window


class Bot(Protocol):
    """Chooses one of the view's legal actions. It keeps nothing between calls, so a move can be asked again."""

    def plays(self, game: AnyGame) -> bool:
        """Whether it knows this game."""

    def choose(self, game: AnyGame, log: Sequence[Event[Any]], view: View[Any, Any], rng: Random) -> Any:
        """The action for the view's seat, from the seat's log of what it saw and its view now."""


class RandomBot:
    """Any legal action, each as likely as the next."""

    def plays(self, game: AnyGame) -> bool:
        return True

    def choose(self, game: AnyGame, log: Sequence[Event[Any]], view: View[Any, Any], rng: Random) -> Any:
        return rng.choice(view.legal)


class GreedyBot:
    """Completes its own lines, else builds them, else blocks; it looks one action ahead and shows cards at once."""

    def plays(self, game: AnyGame) -> bool:
        return True

    def choose(self, game: AnyGame, log: Sequence[Event[Any]], view: View[Any, Any], rng: Random) -> Any:
        if isinstance(view.turn, Window):
            return view.legal[-1]
        if view.viewer is None or len(view.legal) == 1:
            return view.legal[0]
        ratings = {action: rate(game, view, view.viewer, action) for action in view.legal}
        best = max(ratings.values())
        return rng.choice([action for action, rating in ratings.items() if rating == best])


BOTS: dict[str, Bot] = {"random": RandomBot(), "greedy": GreedyBot(), "perfect": PerfectBot()}


def bot(name: str, game: AnyGame | None = None) -> Bot:
    """The bot of this name, which must know the game if one is given."""
    if name not in BOTS:
        raise InvalidSetup("unknown-bot", name=name, known=", ".join(BOTS))
    if game is not None and not BOTS[name].plays(game):
        others = ", ".join(other for other, found in BOTS.items() if found.plays(game))
        raise InvalidSetup("bot-game", name=name, game=game.edition.game, known=others)
    return BOTS[name]
