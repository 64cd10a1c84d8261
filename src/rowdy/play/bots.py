"""Bots: players that get what a person at that seat has, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Protocol

from rowdy.play.greedy import rate
from rowdy.rules.game import AnyGame, Event, InvalidSetup, View, Window


class Bot(Protocol):
    """Chooses one of the view's legal actions. It keeps nothing between calls, so a move can be asked again."""

    def choose(self, game: AnyGame, log: Sequence[Event[Any]], view: View[Any, Any], rng: Random) -> Any:
        """The action for the view's seat, from the seat's log of what it saw and its view now."""


class RandomBot:
    """Any legal action, each as likely as the next."""

    def choose(self, game: AnyGame, log: Sequence[Event[Any]], view: View[Any, Any], rng: Random) -> Any:
        return rng.choice(view.legal)


class GreedyBot:
    """Completes its own lines, else builds them, else blocks; it looks one action ahead and shows cards at once."""

    def choose(self, game: AnyGame, log: Sequence[Event[Any]], view: View[Any, Any], rng: Random) -> Any:
        if isinstance(view.turn, Window):
            return view.legal[-1]
        if view.viewer is None or len(view.legal) == 1:
            return view.legal[0]
        ratings = {action: rate(game, view, view.viewer, action) for action in view.legal}
        best = max(ratings.values())
        return rng.choice([action for action, rating in ratings.items() if rating == best])


BOTS: dict[str, Bot] = {"random": RandomBot(), "greedy": GreedyBot()}


def bot(name: str) -> Bot:
    if name not in BOTS:
        raise InvalidSetup("unknown-bot", name=name, known=", ".join(BOTS))
    return BOTS[name]
