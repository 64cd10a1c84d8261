"""The progress of an arena: a bar, or a line now and then where no bar can be drawn."""

from __future__ import annotations

import time
from collections.abc import Callable
from math import ceil
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn
from rich.text import Text

from rowdy.interfaces.cli.screen import PROGRESS_LINES, Screen
from rowdy.interfaces.words import Words
from rowdy.play.arena.arena import MIN_ROUNDS, Arena

BAR_WIDTH = 20
"""The width of the bar itself, in columns."""


def percent(words: Words, share: float) -> str:
    """A share in percent, without the sign."""
    return words.number(100 * share, 1)


def duration(seconds: float) -> str:
    """A duration as `2:05`, or `1:02:05` from an hour on."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


class ArenaProgress:
    """What can be reported of a running arena; subclasses show it."""

    def __init__(self, words: Words, arena: Arena, clock: Callable[[], float] = time.perf_counter) -> None:
        self.words = words
        self.arena = arena
        self.clock = clock
        self.began = clock()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        pass

    def update(self) -> None:
        """Called when a game has been finished."""

    @property
    def goal(self) -> int:
        """The expected number of games: the most that were asked for, or fewer if the intervals get narrow enough."""
        arena = self.arena
        if arena.until is None or arena.tally.rounds < MIN_ROUNDS:
            return arena.most
        needed = ceil(arena.tally.rounds * (arena.half_width / arena.until) ** 2)
        return min(max(needed, arena.tally.rounds + 1), arena.rounds) * len(arena.contest.seatings)

    @property
    def left(self) -> str:
        """The time left at the rate so far."""
        arena = self.arena
        seconds = (self.clock() - self.began) * (self.goal - arena.matches) / max(1, arena.played)
        return self.words("solve-left", time=duration(max(0.0, seconds)))

    def shares(self, room: int = 200) -> str:
        """`strong 86.5, greedy 13.5 ± 4.1 %`, with as many bots as there is room for."""
        arena = self.arena
        if not arena.tally.rounds:
            return ""
        pairs = zip(arena.contest.competitors, arena.tally.shares, strict=True)
        shares = Text(self.words.series(f"{name} {percent(self.words, share.value)}" for name, share in pairs))
        width = percent(self.words, arena.half_width)
        shares.truncate(max(0, room - len(self.words("arena-shares", shares="", width=width))), overflow="ellipsis")
        return self.words("arena-shares", shares=shares.plain, width=width)


class ArenaProgressLines(ArenaProgress):
    """A line whenever a tenth of the games is played."""

    def __init__(
        self, words: Words, arena: Arena, console: Console, clock: Callable[[], float] = time.perf_counter
    ) -> None:
        super().__init__(words, arena, clock)
        self.console = console
        self.told = self._tenth

    @property
    def _tenth(self) -> int:
        return PROGRESS_LINES * self.arena.matches // self.arena.most

    def update(self) -> None:
        if self._tenth > self.told and self.arena.tally.rounds:
            self.told = self._tenth
            arena = self.arena
            line = self.words("arena-line", count=arena.matches, goal=arena.most, shares=self.shares(), left=self.left)
            self.console.print(Text(line))


class ArenaProgressBar(ArenaProgress):
    """A bar of all games."""

    def __init__(
        self, words: Words, arena: Arena, console: Console, clock: Callable[[], float] = time.perf_counter
    ) -> None:
        super().__init__(words, arena, clock)
        fields = (f"{{task.fields[{field}]}}" for field in ("games", "shares", "left"))
        columns = (TextColumn(field, markup=False) for field in fields)
        self._bar = Progress(BarColumn(BAR_WIDTH), *columns, console=console)
        self._task = self._bar.add_task("", total=arena.most, games="", shares="", left="")

    def __enter__(self) -> Self:
        self._bar.start()
        self.update()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bar.stop()

    def update(self) -> None:
        arena, goal = self.arena, self.goal
        games, left = f"{arena.matches}/{goal}", self.left if arena.played else ""
        shares = self.shares(self._bar.console.width - BAR_WIDTH - len(games) - len(left) - 4)
        self._bar.update(self._task, completed=arena.matches, total=goal, games=games, shares=shares, left=left)


def make_report(screen: Screen, arena: Arena, beside: bool) -> ArenaProgress:
    """The report of an arena: on the screen or, with `beside`, on standard error, as a program reads the output."""
    console = screen.errors if beside else screen.console
    kind = ArenaProgressLines if screen.plain or not console.is_terminal else ArenaProgressBar
    return kind(screen.words, arena, console)
