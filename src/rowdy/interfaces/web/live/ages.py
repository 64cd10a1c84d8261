"""The age of tables, by a wall clock that may be wrong: in doubt, no table counts as old enough to be deleted."""

from __future__ import annotations

import logging
from collections.abc import Callable

from rowdy.interfaces.web.settings import DAY_SECONDS

KEEP_AFTER_START_SECONDS = DAY_SECONDS
"""How long after a start nothing is deleted, in seconds: time to notice that the clock is wrong."""
MAX_UNUSED_SECONDS = 30 * DAY_SECONDS
"""If the newest entry is older than this when a server starts, its clock is in doubt."""
CLOCK_TOLERANCE_SECONDS = 60.0
"""How far in the future the newest entry may be, in seconds, as clocks are adjusted now and then."""

logger = logging.getLogger(__name__)


class Ages:
    def __init__(
        self, keep_seconds: float, wall_clock: Callable[[], float], monotonic_clock: Callable[[], float]
    ) -> None:
        self._keep_seconds = keep_seconds
        self._wall_clock = wall_clock
        self._monotonic_clock = monotonic_clock
        self._started_at = monotonic_clock()
        self._started_on = wall_clock()
        self._newest = 0.0
        self._trusted = False
        """True once the clock was compared with the newest entry and found plausible."""

    def compare(self, newest: float | None) -> None:
        """Compares the clock at the start with the time of the newest entry in the store, if there is one."""
        self._trusted = newest is None or self._fits(newest)
        self._newest = newest or 0.0

    def _fits(self, newest: float) -> bool:
        unused = self._started_on - newest
        if unused < -CLOCK_TOLERANCE_SECONDS:
            logger.warning("the clock is %.0f s before the newest entry, so no table is deleted", -unused)
        elif unused > min(MAX_UNUSED_SECONDS, self._keep_seconds / 2):
            logger.warning(
                "the newest entry is %.1f days old, or the clock is wrong, so no table is deleted until the next start",
                unused / DAY_SECONDS,
            )
        else:
            return True
        return False

    def entry_time(self) -> float:
        """Returns the seconds since 1970 for a new entry, which is never older than those from before the start."""
        return max(self._wall_clock(), self._newest)

    def old_before(self) -> float | None:
        """Returns the time before which a table's last entry makes it old; `None` if no table may be deleted now.

        A wall clock that runs ahead of the monotonic one was set, or the machine slept: neither makes a table older.
        """
        elapsed = self._monotonic_clock() - self._started_at
        if not self._trusted or elapsed < KEEP_AFTER_START_SECONDS:
            return None
        return min(self._wall_clock(), self._started_on + elapsed) - self._keep_seconds
