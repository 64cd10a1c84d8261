"""Four unruly games of three in a row, done right."""

from rowdy.rules.catalog import game, games
from rowdy.rules.game import (
    CHANCE,
    Chance,
    Event,
    Facts,
    Game,
    GameError,
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
    View,
    Window,
)
from rowdy.rules.record import Record, format_record, parse_record

__version__ = "0.1.0"

__all__ = [
    "CHANCE",
    "Chance",
    "Event",
    "Facts",
    "Game",
    "GameError",
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
    "View",
    "Window",
    "__version__",
    "format_record",
    "game",
    "games",
    "parse_record",
]
