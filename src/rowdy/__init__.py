"""Four unruly games of three in a row, done right: XOXO, Rubik's Tac Toe, XOXO² and Djeco's Tic Tac Toe.

>>> import rowdy
>>> rowdy.games()[:4]
('xoxo', 'rubik', 'xoxo2', 'djeco')

A seat is a number from 0 (`Seat`), an actor is a seat or `CHANCE` (`Actor`), a square is a text such as `b3`
(`Square`), and a `Turn` is one of `Chance`, `Move`, `Window` and `Over`. `ALL` sees everything in a state or record,
`SPECTATOR` only what is open to everybody.

>>> game = rowdy.game("rubik")
>>> state = game.play(game.start(), 0, game.parse_action("A@b2"))
>>> game.turn(state)
Move(seat=1)

Names are imported when they are first used, so that a program waits only for what it needs. The tree search is
`from rowdy.search import search`, as that is also the name of its package.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from rowdy.version import __version__

if TYPE_CHECKING:
    from rowdy.interfaces.library import board, svg
    from rowdy.play.dealer import Dealer
    from rowdy.play.game_log import GameLog
    from rowdy.play.library import review
    from rowdy.rules.catalog import game, games
    from rowdy.rules.game import (
        CHANCE,
        Actor,
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
    from rowdy.rules.record import ALL, SPECTATOR, Comment, Record, Variation
    from rowdy.rules.record_text import format_record, parse_record
    from rowdy.search.library import probe, sample_world


__all__ = [
    "ALL",
    "CHANCE",
    "SPECTATOR",
    "Actor",
    "Chance",
    "Comment",
    "Dealer",
    "Event",
    "Facts",
    "Game",
    "GameError",
    "GameLog",
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
    "Variation",
    "View",
    "Window",
    "__version__",
    "board",
    "format_record",
    "game",
    "games",
    "parse_record",
    "probe",
    "review",
    "sample_world",
    "svg",
]

_MODULES = {
    "rowdy.interfaces.library": "board svg",
    "rowdy.play.dealer": "Dealer",
    "rowdy.play.game_log": "GameLog",
    "rowdy.play.library": "review",
    "rowdy.rules.catalog": "game games",
    "rowdy.rules.game": "CHANCE Actor Chance Event Facts Game GameError HiddenHand IllegalMove InvalidDeck InvalidMove"
    " InvalidPosition InvalidRecord InvalidSetup InvalidText Move Outcome Over Seat Turn View Window",
    "rowdy.rules.geometry": "Square",
    "rowdy.rules.record": "ALL SPECTATOR Comment Record Variation",
    "rowdy.rules.record_text": "format_record parse_record",
    "rowdy.search.library": "probe sample_world",
}
"""Where each public name is defined."""
_HOMES = {name: module for module, names in _MODULES.items() for name in names.split()}


if not TYPE_CHECKING:  # seen by a type checker, it would make every name look defined

    def __getattr__(name: str) -> object:
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = globals()[name] = getattr(import_module(_HOMES[name]), name)
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
