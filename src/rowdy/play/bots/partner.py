"""Finds the level that suits somebody: the one against which, by their results, they win about half of their games.

The results are an argument, and a level's name is returned: no bot remembers anybody. The page has the same model in
`js/common/levels.js`, so that results need not leave the device.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, inf, log
from typing import NamedTuple

from rowdy.play.bots.levels import LEVELS

PARTNER = "partner"
"""The name by which players choose the level that suits them."""
LADDER = tuple(LEVELS)
LEVEL_STEP = log(7 / 3)
"""The log-odds with which a level beats the one below it: it wins seven games of ten."""
PRIOR_MEAN, PRIOR_DEVIATION = 2.0, 2.0
"""The mean and standard deviation of the prior for somebody's place on the ladder."""
DISCOUNT = 0.9
"""The weight of a game's result relative to that of the next game."""
MAX_RESULTS = 20
"""The number of games considered, the latest ones."""


class FinishedGame(NamedTuple):
    """A finished game of one person against levels of the ladder."""

    bots: tuple[str, ...]
    share: float
    """1 for a win, 0 for a loss, and something between for a draw or a shared win."""


def partner_level(played: Sequence[FinishedGame], opponents: int) -> str:
    """The level for this number of opponents; `played` has the latest results first."""
    skill = _likeliest_skill(played[:MAX_RESULTS])
    return min(LADDER, key=lambda level: abs(_win_probability(skill, (level,) * opponents) - 0.5))


def _likeliest_skill(played: Sequence[FinishedGame]) -> float:
    """The place on the ladder that explains the results best (Bradley & Terry 1952, with a normal prior)."""
    best, highest = PRIOR_MEAN, -inf
    for quarter in range(-4, 4 * len(LADDER) + 1):
        skill = quarter / 4
        likelihood = -((skill - PRIOR_MEAN) ** 2) / (2 * PRIOR_DEVIATION**2)
        for age, (bots, share) in enumerate(played):
            wins = _win_probability(skill, bots)
            likelihood += DISCOUNT**age * (share * log(wins) + (1 - share) * log(1 - wins))
        if likelihood > highest:
            best, highest = skill, likelihood
    return best


def _win_probability(skill: float, bots: Sequence[str]) -> float:
    own = exp(LEVEL_STEP * skill)
    return own / (own + sum(exp(LEVEL_STEP * LADDER.index(bot)) for bot in bots))
