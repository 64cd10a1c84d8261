"""When a bot's answer is shown: after a time that reveals nothing about the cards that the bot holds."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import ceil

from rowdy.play.bots.guest_bots import DEFAULT_PACE_SECONDS
from rowdy.play.bots.registry import bot

MAX_STEPS = 4
"""The slowest pace that a bot keeps up, in steps; a longer delay counts as an accident and is not kept up."""
CALM_MOVES = 3
"""The number of moves in time after which a slow bot becomes faster by one step."""


@lru_cache
def pace_seconds(name: str) -> float:
    """The least time, in seconds, that the bot of this name appears to think about a move."""
    return float(getattr(bot(name), "pace_seconds", DEFAULT_PACE_SECONDS))


def step_seconds(name: str) -> float:
    """The length of a step in seconds; a bot's answers take a whole number of steps.

    A guest bot whose pace is 0 gets the default pace all the same, since its cards are hidden from others too.
    """
    return pace_seconds(name) or DEFAULT_PACE_SECONDS


def steps_taken(step: float, taken: float) -> int:
    """The number of steps that have begun after this time, at least one."""
    return max(1, ceil(taken / step)) if step else 1


def whole_steps(step: float, taken: float) -> float:
    """The time taken, rounded up to a whole number of steps, at least one."""
    return step * steps_taken(step, taken)


@dataclass(slots=True)
class Pacing:
    """The pace of one bot at one table, in steps.

    A bot that needed more steps keeps that pace for some moves, as a quick answer would show that it had no choice. The
    pace follows only from the steps after which answers were told, which everybody has seen.
    """

    steps: int = 1
    _calm_moves: int = 0

    def tell_after(self, taken: int) -> int:
        """Returns the number of steps after which to tell an answer that took `taken` steps."""
        told = max(self.steps, taken)
        if self.steps < told <= MAX_STEPS:
            self.steps, self._calm_moves = told, 0
        else:
            self._calm_moves += 1
            if self._calm_moves == CALM_MOVES:
                self.steps, self._calm_moves = max(1, self.steps - 1), 0
        return told
