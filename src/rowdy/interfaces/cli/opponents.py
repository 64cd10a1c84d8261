"""Bots at a terminal: they answer at a pace that reveals nothing of their cards, and nobody waits for a compiler."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from math import ceil
from random import Random
from typing import Any

from rowdy.interfaces.cli.screen import Screen
from rowdy.interfaces.seating import Seating
from rowdy.play.bots.fallback import fallback_bot, needed_code
from rowdy.play.bots.guest_bots import DEFAULT_PACE_SECONDS
from rowdy.play.bots.levels import WINDOW_DIVISOR
from rowdy.play.bots.pace import whole_steps
from rowdy.play.bots.perfect import PerfectBot
from rowdy.play.bots.registry import Bot, bot
from rowdy.rules.game import AnyGame, Event, Seat, View, Window
from rowdy.search.compilation import KERNEL_CACHE, PERFECT, CompiledPart, Helper, KernelCache, part_of

POLL_SECONDS = 0.2
"""The interval between two checks whether code is compiled, in seconds."""


class Pace:
    """Makes the time between a person's move and what they see next depend only on public things.

    Every bot that is asked in between adds a fixed time, shorter in a window, whatever it holds and however long it
    takes. A bot that has taken longer twice is given that longer time from then on, even if it has nothing to choose; a
    single delay does not count, as it may come from loading code. If thinking takes longer than all these times
    together, the pause is rounded up to whole steps.
    """

    def __init__(
        self, clock: Callable[[], float] = time.monotonic, sleep: Callable[[float], None] = time.sleep
    ) -> None:
        self._clock = clock
        self._sleep = sleep
        self._longest: dict[tuple[int, bool], tuple[float, float]] = {}
        """The two longest times a bot has taken, in seconds, for a move and in a window."""
        self.begin()

    def begin(self) -> None:
        """Called when a person has moved, or the game begins."""
        self._began = self._clock()
        self._due = 0.0
        self._step = 0.0

    @contextmanager
    def asking(self, player: Bot, window: bool) -> Iterator[None]:
        """A context in which a bot is asked and answers."""
        began = self._clock()
        yield
        key, taken = (id(player), window), self._clock() - began
        first, second = self._longest.get(key, (0.0, 0.0))
        self._longest[key] = max(first, taken), max(second, min(first, taken))
        pace_seconds = getattr(player, "pace_seconds", DEFAULT_PACE_SECONDS)
        self._step += pace_seconds / WINDOW_DIVISOR if window else pace_seconds
        self._due += self._time(player, pace_seconds, window)

    def _time(self, player: Bot, pace_seconds: float, window: bool) -> float:
        """How long the bot appears to think, in seconds."""
        _, longest = self._longest.get((id(player), window), (0.0, 0.0))
        if not window:
            return whole_steps(pace_seconds, longest)
        return max(
            self._time(player, pace_seconds, False) / WINDOW_DIVISOR,
            whole_steps(pace_seconds / WINDOW_DIVISOR, longest),
        )

    def keep(self) -> None:
        """Called before a person sees what has happened; waits until it is time."""
        if self._due:
            taken = self._clock() - self._began
            more = max(0, ceil((taken - self._due) / self._step))
            self._sleep(max(0.0, self._due + more * self._step - taken))
        self.begin()


class Opponents:
    """The bots of one game at this terminal."""

    def __init__(
        self,
        screen: Screen,
        game: AnyGame,
        seating: Seating,
        pace: Pace | None = None,
        cache: KernelCache = KERNEL_CACHE,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.screen = screen
        self.game = game
        self.bots = {seat: bot(label, game) for seat, label in enumerate(seating.labels) if seat not in seating.people}
        self.watched = bool(seating.people)
        secret = self.watched and game.facts.hidden
        self.pace = pace or Pace(sleep=sleep if secret and screen.interactive else lambda _: None)
        self._cache = cache
        self._sleep = sleep
        self._helper: Helper | None = None
        self._began = 0.0

    def choose(self, seat: Seat, log: Sequence[Event[Any]], view: View[Any, Any], rng: Random) -> Any:
        """The action that a bot chooses, from its seat's log and view."""
        player = self.bots[seat]
        with self.pace.asking(player, isinstance(view.turn, Window)), self._patience(player):
            return self._able(player).choose(self.game, log, view, rng)

    # Compiling

    def prepare(self) -> None:
        """Compiles missing code in the background, if a person would have to wait for it.

        Code that only hints need is compiled last, without a message.
        """
        if not self.watched:
            return
        awaited = self._cache.missing(self._parts)
        helper = self._cache.start_preparing(dict.fromkeys([*self._parts, *self._parts_of_hints]))
        self._began, self._helper = time.monotonic(), helper if awaited else None
        if self._helper:
            self.screen.say(self.screen.words("preparing"))

    def report(self) -> None:
        """Reports the progress of compiling, before a person's move."""
        if self._helper is None:
            return
        left = self._cache.missing(self._parts)
        if left and self._helper.at_work:
            if seconds := int(time.monotonic() - self._began):
                self.screen.say(self.screen.words("preparing-still", seconds=seconds))
            return
        self._helper = None
        if not left:
            self.screen.say(self.screen.words("prepared"))

    @property
    def _parts(self) -> list[CompiledPart]:
        return sorted({part for player in self.bots.values() for part in needed_code(player, self.game)})

    @property
    def _parts_of_hints(self) -> list[CompiledPart]:
        if PerfectBot().plays(self.game):
            return [PERFECT]
        part = part_of(self.game)
        return [part] if part else []

    def _able(self, player: Bot) -> Bot:
        """The bot, or its fallback until its code is compiled; a bot without a fallback waits for its code."""
        parts = needed_code(player, self.game)
        if self.watched and self._cache.missing(parts):
            if other := fallback_bot(player):
                return other
            while self._helper and self._helper.at_work and self._cache.missing(parts):
                self._sleep(POLL_SECONDS)
        return player

    def _patience(self, player: Bot) -> AbstractContextManager[None]:
        """A context that shows a message if a bot has to wait for its code."""
        parts = needed_code(player, self.game)
        waits = isinstance(player, PerfectBot) or (not self.watched and self._cache.missing(parts))
        if not waits:
            return nullcontext()
        from rowdy.interfaces.cli.verdicts import patience  # imports the compiler

        return patience(self.screen, parts[0], cache=self._cache)
