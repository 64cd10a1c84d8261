"""The progress of solving a game: a bar, or a line for each layer where no bar can be drawn."""

from __future__ import annotations

import time
from collections.abc import Callable
from types import TracebackType
from typing import Self

from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn

from rowdy.interfaces.cli.screen import Screen
from rowdy.interfaces.words import Words


class Meter:
    """How much of the work is done, in positions, and how fast it goes."""

    def __init__(
        self,
        sizes: list[int],
        wall: Callable[[], float] = time.perf_counter,
        cpu: Callable[[], float] = time.process_time,
    ) -> None:
        self.sizes = sizes
        """The number of positions in each layer, by stones; the last is solved first."""
        self.found = 0
        """The number of layers that were there already."""
        self.done = 0.0
        self._clocks = wall, cpu
        self._began = wall(), cpu()

    @property
    def todo(self) -> int:
        """The number of positions that were left to solve."""
        return sum(self.sizes[: len(self.sizes) - self.found])

    def find(self) -> None:
        """Notes a layer that an earlier run had solved; the time to check it is not counted."""
        self.found += 1
        self._began = self._clocks[0](), self._clocks[1]()

    def move(self, stones: int, part: float) -> None:
        """Notes that this part of a layer is solved, and all layers before it."""
        self.done = self.todo - sum(self.sizes[: stones + 1]) + self.sizes[stones] * part

    @property
    def times(self) -> tuple[float, float]:
        """The wall time and the CPU time that solving has taken, in seconds."""
        return self._clocks[0]() - self._began[0], self._clocks[1]() - self._began[1]

    @property
    def rate(self) -> float:
        """The rate, in positions a second."""
        return self.done / max(self.times[0], 1e-6)

    @property
    def seconds_left(self) -> float:
        """The seconds that the rest takes at the rate so far."""
        return (self.todo - self.done) / max(self.rate, 1.0)


class SolveProgress:
    """Shows the progress of solving; the solver calls `progress`, the receiver of the layers calls `finish`."""

    def __init__(self, screen: Screen, meter: Meter) -> None:
        self.screen = screen
        self.words = screen.words
        self.meter = meter
        self.layer: int | None = None
        """The layer that is being solved."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        pass

    def progress(self, stones: int, part: float) -> None:
        """Called by the solver with the part of a layer that is solved, from 0 to 1."""
        if self.layer is None and self.meter.found:
            self.screen.say(self.words("solve-found", count=self.meter.found, stones=stones))
        self.layer = stones
        self.meter.move(stones, part)
        self.update()

    def finish(self, stones: int) -> None:
        """Called when a layer is written, or was found and checked."""
        if self.layer is None:
            self.meter.find()

    def update(self) -> None:
        """Called after each change, to show it."""

    @property
    def pace(self) -> tuple[str, str]:
        """The rate and the time left, in words."""
        seconds = round(self.meter.seconds_left)
        left = f"{seconds // 60}:{seconds % 60:02}"
        rate = millions(self.words, self.meter.rate)
        return self.words("solve-rate", millions=rate), self.words("solve-left", time=left)


class SolveProgressLines(SolveProgress):
    """A line for each layer."""

    def finish(self, stones: int) -> None:
        super().finish(stones)
        if self.layer is not None:
            share = f"{self.meter.done / self.meter.todo:.0%}"
            rate, left = self.pace
            self.screen.say(self.words("solve-line", stones=stones, share=share, rate=rate, left=left))


class SolveProgressBar(SolveProgress):
    """One bar for all layers."""

    def __init__(self, screen: Screen, meter: Meter) -> None:
        super().__init__(screen, meter)
        columns = (TextColumn("{task.fields[rate]}"), TextColumn("{task.fields[left]}"))
        self._bar = Progress(
            TextColumn("{task.description}"), BarColumn(24), TaskProgressColumn(), *columns, console=screen.console
        )
        self._task = self._bar.add_task(self.words("solve-checking"), rate="", left="", total=None)

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bar.stop()

    def update(self) -> None:
        rate, left = self.pace
        self._bar.update(
            self._task,
            description=self.words("solve-layer", stones=self.layer),
            completed=self.meter.done,
            total=self.meter.todo,
            rate=rate,
            left=left,
        )


def millions(words: Words, number: float) -> str:
    return words.number(number / 1e6, 1)
