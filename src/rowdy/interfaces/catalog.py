"""The interface kits by game."""

from __future__ import annotations

from typing import Any

from rowdy.interfaces.kit import InterfaceKit
from rowdy.interfaces.kits import djeco_lessons, flip_lessons, xoxo_lessons
from rowdy.interfaces.kits.djeco import DjecoInterface
from rowdy.interfaces.kits.examples import DJECO_EXAMPLES, FLIP_EXAMPLES, XOXO_EXAMPLES
from rowdy.interfaces.kits.flip import FlipInterface
from rowdy.interfaces.kits.xoxo import XoxoInterface
from rowdy.rules.game import AnyGame
from rowdy.rules.guest_games import find_guest

KITS: dict[str, InterfaceKit[Any]] = {
    "xoxo": XoxoInterface(lesson=xoxo_lessons.LESSON, examples=XOXO_EXAMPLES),
    "djeco": DjecoInterface(lesson=djeco_lessons.LESSON, examples=DJECO_EXAMPLES),
    "rubik": FlipInterface(lesson=flip_lessons.RUBIK, examples=FLIP_EXAMPLES),
    "xoxo2": FlipInterface(lesson=flip_lessons.XOXO2, examples=FLIP_EXAMPLES),
}
"""The interface kits of our own games."""
_RULES_ALONE: InterfaceKit[Any] = InterfaceKit()


def interface_kit(game: AnyGame) -> InterfaceKit[Any]:
    """The interface kit of this game; if it has none, one that shows it by its notation alone."""
    game_id = game.edition.game
    if game_id in KITS:
        return KITS[game_id]
    guest = find_guest(game_id)
    return guest.interface if guest else _RULES_ALONE
