"""Arenas without games: results that are made up, and screens that draw."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from random import Random

from rich.console import Console

from rowdy.interfaces.cli.screen import Screen
from rowdy.interfaces.words import Words
from rowdy.play.arena.arena import Contest
from rowdy.play.arena.match import GameSpec, Match, Result, ThinkingTime

RUBIK = GameSpec("rubik", "de", 2)


def contest(*bots: str, spec: GameSpec = RUBIK) -> Contest:
    return Contest(spec, bots)


def made_up(match: Match, first: str = "strong") -> Result:
    """The first bot wins three of four, without a game."""
    best = match.bots.index(first) if first in match.bots else 0
    won = Random(str(match)).random() < 0.75
    winner = best if won else (best + 1) % len(match.bots)
    return Result(match, (winner,), "row", 9, (ThinkingTime(4, 0.5, 0.25),) * len(match.bots))


class NoLog:
    def append(self, result: Result) -> None:
        pass


def drawn(width: int) -> tuple[Screen, Callable[[], list[str]]]:
    """A screen that draws as on a terminal, and a function that tells its lines so far."""
    file, screen = io.StringIO(), Screen(Words())
    screen.plain = False
    screen.console = Console(file=file, force_terminal=True, width=width, color_system=None, legacy_windows=False)
    return screen, lambda: re.sub(r"\x1b\[[?0-9]*[A-Za-z]", "", file.getvalue()).splitlines()
