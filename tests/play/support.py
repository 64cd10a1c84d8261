"""Bots with names of a test's own, and contests to play."""

from __future__ import annotations

from functools import cache

import pytest

from rowdy.play.arena import match as match_module
from rowdy.play.arena.arena import Contest
from rowdy.play.arena.match import GameSpec
from rowdy.play.bots.registry import Bot
from rowdy.rules.game import AnyGame

RUBIK = GameSpec("rubik", "de", 2)
XOXO = GameSpec("xoxo", "de", 2)


def contest(*bots: str, spec: GameSpec = RUBIK, seed: str = "1") -> Contest:
    return Contest(spec, bots or ("greedy", "random"), seed)


def seat_bots(monkeypatch: pytest.MonkeyPatch, bots: dict[str, Bot]) -> None:
    """Gives bots names for one test, in this process."""

    def find(name: str, game: AnyGame | None = None) -> Bot:
        return bots[name]

    monkeypatch.setattr(match_module, "bot", find)
    monkeypatch.setattr(match_module, "_warmed_up", cache(match_module._warmed_up.__wrapped__))
