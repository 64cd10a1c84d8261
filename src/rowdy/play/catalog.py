"""The play kits by game, those of other packages included."""

from __future__ import annotations

from typing import Any

from rowdy.play.kit import PlayKit
from rowdy.play.kits.djeco import DjecoPlay
from rowdy.play.kits.flip import RubikPlay, Xoxo2Play
from rowdy.play.kits.xoxo import XoxoPlay
from rowdy.rules.game import AnyGame
from rowdy.rules.guest_games import find_guest

KITS: dict[str, PlayKit[Any]] = {"xoxo": XoxoPlay(), "djeco": DjecoPlay(), "rubik": RubikPlay(), "xoxo2": Xoxo2Play()}
"""The kits of our own games."""
_RULES_ALONE: PlayKit[Any] = PlayKit()


def play_kit(game: AnyGame) -> PlayKit[Any]:
    """The play kit of this game; a default one if it has none."""
    game_id = game.edition.game
    if game_id in KITS:
        return KITS[game_id]
    guest = find_guest(game_id)
    return guest.play if guest else _RULES_ALONE
