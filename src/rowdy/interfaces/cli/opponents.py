"""Bots at a terminal: they answer at a pace that tells nothing of their cards, and nobody waits for a compiler."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from math import ceil
from random import Random
from typing import Any

from rowdy.interfaces.cli.screen import Screen
from rowdy.interfaces.cli.seating import Seating
from rowdy.play.bots import Bot, bot
from rowdy.play.levels import WINDOW, SearchBot
from rowdy.play.perfect import PerfectBot
from rowdy.rules.game import AnyGame, Event, Seat, View, Window
from rowdy.search.ready import Helper, Part, missing, part_of, start_preparing

APPEARS = 0.3
"""For how long a bot that says nothing about it seems to think."""
LOOK = 0.2
"""How often one looks whether code is ready."""


class Pace:
    """Lets the time between a person's move and the next thing they see follow from public things alone.

    Every bot asked in between has a time of its own, shorter in a window, whatever it holds and however long it takes.
    Where thinking takes longer than all these together, so does the pause, by whole multiples.
    """

    def __init__(
        self, clock: Callable[[], float] = time.monotonic, sleep: Callable[[float], None] = time.sleep
    ) -> None:
        self._clock = clock
        self._sleep = sleep
        self.begin()

    def begin(self) -> None:
        """A person has moved, or the game begins."""
        self._began = self._clock()
        self._due = 0.0

    def ask(self, player: Bot, window: bool) -> None:
        """A bot is asked."""
        appears = getattr(player, "appears", APPEARS)
        self._due += appears / WINDOW if window else appears

    def keep(self) -> None:
        """A person is about to see what has happened."""
        if self._due:
            taken = self._clock() - self._began
            times = max(1, ceil(taken / self._due))
            self._sleep(max(0.0, self._due * times - taken))
        self.begin()


class Opponents:
    """The bots of one game at this terminal."""

    def __init__(self, screen: Screen, game: AnyGame, seating: Seating, pace: Pace | None = None) -> None:
        self.screen = screen
        self.game = game
        self.bots = {seat: bot(label, game) for seat, label in enumerate(seating.labels) if seat not in seating.people}
        self.watched = bool(seating.people)
        secret = self.watched and game.facts.hidden
        self.pace = pace or Pace(sleep=time.sleep if secret and screen.interactive else lambda _: None)
        self._helper: Helper | None = None
        self._began = 0.0

    def choose(self, seat: Seat, log: Sequence[Event[Any]], view: View[Any, Any], rng: Random) -> Any:
        """What a bot does, from its seat's log and view."""
        player = self.bots[seat]
        self.pace.ask(player, isinstance(view.turn, Window))
        with self._patience(player):
            return self._able(player).choose(self.game, log, view, rng)

    # Compiling

    def prepare(self) -> None:
        """Has code compiled in the background, if a bot needs some that is not there yet and a person would wait."""
        if not self.watched:
            return
        self._began, self._helper = time.monotonic(), start_preparing(self._parts)
        if self._helper:
            self.screen.say(self.screen.words("preparing"))

    def report(self) -> None:
        """How far compiling is, to be told before a person's move."""
        if self._helper is None:
            return
        if self._helper.at_work:
            if seconds := int(time.monotonic() - self._began):
                self.screen.say(self.screen.words("preparing-still", seconds=seconds))
            return
        self._helper = None
        if not missing(self._parts):
            self.screen.say(self.screen.words("prepared"))

    @property
    def _parts(self) -> set[Part]:
        return {part for player in self.bots.values() for part in self._needed(player)}

    def _needed(self, player: Bot) -> list[Part]:
        if isinstance(player, PerfectBot):
            return [Part.PERFECT]
        part = part_of(self.game) if isinstance(player, SearchBot) else None
        return [part] if part else []

    def _able(self, player: Bot) -> Bot:
        """The bot, or who answers in its stead until its code is compiled; a perfect one has nobody like it."""
        needed = self._needed(player)
        if self.watched and missing(needed):
            if isinstance(player, SearchBot):
                return player.plain
            while self._helper and self._helper.at_work and missing(needed):
                time.sleep(LOOK)
        return player

    def _patience(self, player: Bot) -> AbstractContextManager[None]:
        """Something to read where a bot has to wait for its code."""
        waits = isinstance(player, PerfectBot) or (not self.watched and missing(self._needed(player)))
        if not waits:
            return nullcontext()
        from rowdy.interfaces.cli.verdicts import patience  # brings the compiler, so not earlier

        return patience(self.screen)
