"""Keeps the log from being flooded: limits how often records of one kind are written."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from rowdy.interfaces.web.live.token_bucket import TokenBucket

BURST = 20
"""The number of records of one kind that are written at once."""
REFILL_SECONDS = 30.0
"""The time after which one more record of a kind is written, in seconds."""
MAX_KINDS = 1_000
"""The most kinds of records that are counted; then all counts start anew."""


class LogLimit(logging.Filter):
    """A filter for handlers. Records are of one kind if the same place logs them, whatever it fills in."""

    def __init__(
        self, burst: float = BURST, refill_seconds: float = REFILL_SECONDS, clock: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__()
        self._burst = burst
        self._refill_seconds = refill_seconds
        self._clock = clock
        self._buckets: dict[tuple[str, int], TokenBucket] = {}
        self._left_out: dict[tuple[str, int], int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        kind = record.pathname, record.lineno
        if len(self._buckets) > MAX_KINDS:
            self._buckets.clear()
            self._left_out.clear()
        bucket = self._buckets.setdefault(kind, TokenBucket(self._burst, self._refill_seconds))
        if bucket.take(self._clock()):
            self._left_out[kind] = self._left_out.get(kind, 0) + 1
            return False
        if left_out := self._left_out.pop(kind, 0):
            record.msg = f"{record.getMessage()} (and {left_out} more like it)"
            record.args = ()
        return True
