"""The counters of a server, for its host: plain numbers, which other threads may read at any time."""

from __future__ import annotations

import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable
from typing import TypeVar

COMMIT_BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""The upper bounds of the histogram of commit times, in seconds; the last class has none."""

T = TypeVar("T")


class Counters:
    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self.moves = 0
        """Moves of people and bots that are on disk."""
        self.refusals: Counter[str] = Counter()
        """Commands that were refused, by the code of the error."""
        self.answers: Counter[int] = Counter()
        """Requests that were answered, by the status."""
        self.commits = [0] * (len(COMMIT_BOUNDS) + 1)
        self.commit_seconds = 0.0
        self._clock = clock

    def timed(self, commit: Callable[[Iterable[T]], None]) -> Callable[[Iterable[T]], None]:
        """Returns the same commit function, with its time counted."""

        def timed_commit(rows: Iterable[T]) -> None:
            began = self._clock()
            try:
                commit(rows)
            finally:
                seconds = self._clock() - began
                self.commits[bisect_left(COMMIT_BOUNDS, seconds)] += 1
                self.commit_seconds += seconds

        return timed_commit
