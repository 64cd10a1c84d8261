"""Four unruly games of three in a row, done right."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rowdy.rules.catalog import game, games
from rowdy.rules.game import (
    CHANCE,
    Actor,
    AnyGame,
    Chance,
    Event,
    Facts,
    Game,
    GameError,
    HiddenHand,
    IllegalMove,
    InvalidDeck,
    InvalidMove,
    InvalidPosition,
    InvalidRecord,
    InvalidSetup,
    InvalidText,
    Move,
    Outcome,
    Over,
    Seat,
    Turn,
    View,
    Window,
)
from rowdy.rules.geometry import Square
from rowdy.rules.record import Record, format_record, parse_record

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

__version__ = "0.1.0"

__all__ = [
    "CHANCE",
    "Actor",
    "Chance",
    "Event",
    "Facts",
    "Game",
    "GameError",
    "HiddenHand",
    "IllegalMove",
    "InvalidDeck",
    "InvalidMove",
    "InvalidPosition",
    "InvalidRecord",
    "InvalidSetup",
    "InvalidText",
    "Move",
    "Outcome",
    "Over",
    "Record",
    "Seat",
    "Square",
    "Turn",
    "View",
    "Window",
    "__version__",
    "format_record",
    "game",
    "games",
    "parse_record",
    "sample_world",
]


def sample_world(game: AnyGame, view: View[Any, Any], rng: Random, log: Sequence[Event[Any]] | None = None) -> Any:
    """A full state that looks to the view's seat just like this view, drawn exactly as likely as it is.

    With the seat's log, what the others cannot hold by all that happened is left out too. How people play is not
    guessed: each card that somebody held is as likely as the next to be the one they played. `InvalidSetup` for a game
    with hidden cards of which nobody has said how they are drawn.
    """
    from rowdy.search.catalog import search_kit  # the search is loaded only by those who use it

    if view.viewer is None:
        raise ValueError("a world is drawn for a seat: a spectator has none")
    return search_kit(game).sample_world(game, view, rng, log)
