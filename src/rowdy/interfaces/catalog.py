"""The interface kits by game."""

from __future__ import annotations

from typing import Any

from rowdy.interfaces.kit import InterfaceKit
from rowdy.interfaces.kits.djeco import DjecoInterface
from rowdy.interfaces.kits.flip import FlipInterface
from rowdy.interfaces.kits.xoxo import XoxoInterface
from rowdy.rules.game import AnyGame
from rowdy.rules.guest_games import find_guest

_FLIP = FlipInterface()
KITS: dict[str, InterfaceKit[Any]] = {
    "xoxo": XoxoInterface(),
    "djeco": DjecoInterface(),
    "rubik": _FLIP,
    "xoxo2": _FLIP,
}
"""Those of our own games."""
_RULES_ALONE: InterfaceKit[Any] = InterfaceKit()


def interface_kit(game: AnyGame) -> InterfaceKit[Any]:
    """How this game is told and shown: by its notation alone, where there is no other way."""
    game_id = game.edition.game
    if game_id in KITS:
        return KITS[game_id]
    guest = find_guest(game_id)
    return guest.interface if guest else _RULES_ALONE
