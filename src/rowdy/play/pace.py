"""For how long bots seem to think: a time that tells nothing of what they hold."""

from __future__ import annotations

from functools import lru_cache
from math import ceil

from rowdy.play.bots import bot
from rowdy.play.guests import APPEARS


@lru_cache
def appears(name: str) -> float:
    """For how long the bot of this name seems to think, at least."""
    return float(getattr(bot(name), "appears", APPEARS))


def release_after(name: str, taken: float) -> float:
    """How long after it was asked a bot's answer may be told, if it came after so many seconds, waiting included.

    A guest that says it needs no time gets some all the same, since its cards are hidden from others too.
    """
    return whole_steps(appears(name) or APPEARS, taken)


def whole_steps(step: float, taken: float) -> float:
    """The time taken rounded up to whole steps, of which there is at least one."""
    return step * max(1, ceil(taken / step)) if step else 0.0
