"""Four unruly games of three in a row, done right."""

from rowdy.rules.catalog import game, games
from rowdy.rules.game import CHANCE, Chance, GameError, IllegalMove, InvalidMove, Move, Over, Window

__version__ = "0.1.0"

__all__ = [
    "CHANCE",
    "Chance",
    "GameError",
    "IllegalMove",
    "InvalidMove",
    "Move",
    "Over",
    "Window",
    "__version__",
    "game",
    "games",
]
