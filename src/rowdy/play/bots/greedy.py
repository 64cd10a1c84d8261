"""Rates a move by looking one action ahead: what it completes, builds and denies."""

from __future__ import annotations

from typing import Any

from rowdy.play.catalog import play_kit
from rowdy.play.kit import Rating
from rowdy.rules.game import AnyGame, Over, Seat, View

WINS, LOSES = Rating(100, 0, 0), Rating(-100, 0, 0)


def rate(game: AnyGame, view: View[Any, Any], seat: Seat, action: Any) -> Rating:
    """The rating of an action for its seat, from what the seat can see."""
    after = game.play(view.state, seat, action)
    turn = game.turn(after)
    if isinstance(turn, Over) and turn.outcome.winners:
        return WINS if seat in turn.outcome.winners else LOSES
    return play_kit(game).rate(game, view.state, after, seat)
