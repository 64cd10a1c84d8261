"""The search kits by game."""

from __future__ import annotations

from typing import Any

from rowdy.rules.game import AnyGame
from rowdy.rules.guest_games import find_guest
from rowdy.search.kit import SearchKit
from rowdy.search.kits.djeco import DjecoSearch
from rowdy.search.kits.flip import FlipSearch
from rowdy.search.kits.xoxo import XoxoSearch

_FLIP = FlipSearch()
KITS: dict[str, SearchKit[Any]] = {"xoxo": XoxoSearch(), "djeco": DjecoSearch(), "rubik": _FLIP, "xoxo2": _FLIP}
"""The search kits of our own games, by game."""
_RULES_ALONE: SearchKit[Any] = SearchKit()


def search_kit(game: AnyGame) -> SearchKit[Any]:
    """The search kit of this game; if it has none, the one that works with the rules alone."""
    game_id = game.edition.game
    if game_id in KITS:
        return KITS[game_id]
    guest = find_guest(game_id)
    return guest.search if guest else _RULES_ALONE
