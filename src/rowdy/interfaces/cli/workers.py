"""The number of worker processes of a command."""

from __future__ import annotations

import os
import sys

from rowdy.rules.game import InvalidSetup


def check_workers(workers: int | None, most: int) -> int:
    """The number of workers asked for, by default one for each core that this process may use."""
    if workers is None:
        cores = len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
        return min(cores, most)
    if not 1 <= workers <= most:
        raise InvalidSetup("workers", most=most)
    return workers
