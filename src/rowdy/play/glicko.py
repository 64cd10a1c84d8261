"""Glicko-2 ratings: a player's strength, its uncertainty (deviation) and its volatility.

The steps are those of Glickman, "Example of the Glicko-2 system", 2022. The page has the same in
`static/js/puzzles/glicko.js`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import exp, log, pi, sqrt
from typing import NamedTuple

POINTS_PER_UNIT = 173.7178
"""The rating points in one unit of the system's own scale."""
MIDDLE = 1500.0
"""The rating of a player about whom nothing is known."""
TAU = 0.5
"""How much the volatility may change; the paper recommends 0.3 to 1.2."""
CLOSE_ENOUGH = 1e-6
"""The precision to which the new volatility is found."""
MAX_DEVIATION = 350.0
"""The deviation of a player about whom nothing is known."""


@dataclass(frozen=True, slots=True)
class GlickoRating:
    """What is known of a player, or of a puzzle."""

    rating: float = MIDDLE
    deviation: float = MAX_DEVIATION
    volatility: float = 0.06


class GlickoResult(NamedTuple):
    """A result against one opponent: 1 for a win, 0 for a loss."""

    opponent: GlickoRating
    score: float


def update_rating(player: GlickoRating, results: Sequence[GlickoResult], tau: float = TAU) -> GlickoRating:
    """The rating after a period with these results; without any, only the deviation grows."""
    mu, phi = (player.rating - MIDDLE) / POINTS_PER_UNIT, player.deviation / POINTS_PER_UNIT
    if not results:
        deviation = POINTS_PER_UNIT * sqrt(phi**2 + player.volatility**2)
        return GlickoRating(player.rating, min(MAX_DEVIATION, deviation), player.volatility)
    information = surprise = 0.0
    for opponent, score in results:
        g = 1 / sqrt(1 + 3 * (opponent.deviation / POINTS_PER_UNIT / pi) ** 2)
        expected = 1 / (1 + exp(-g * (mu - (opponent.rating - MIDDLE) / POINTS_PER_UNIT)))
        information += g**2 * expected * (1 - expected)
        surprise += g * (score - expected)
    variance = 1 / information
    volatility = _volatility(player.volatility, phi, variance, variance * surprise, tau)
    phi = 1 / sqrt(1 / (phi**2 + volatility**2) + information)
    return GlickoRating(MIDDLE + POINTS_PER_UNIT * (mu + phi**2 * surprise), POINTS_PER_UNIT * phi, volatility)


def _volatility(sigma: float, phi: float, variance: float, delta: float, tau: float) -> float:
    """Step 5: the root of a function by the Illinois algorithm."""
    a = log(sigma**2)

    def f(x: float) -> float:
        total = phi**2 + variance + exp(x)
        return exp(x) * (delta**2 - total) / (2 * total**2) - (x - a) / tau**2

    low, high = a, _bracket(f, a, delta, phi, variance, tau)
    at_low, at_high = f(low), f(high)
    while abs(high - low) > CLOSE_ENOUGH:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = f(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return exp(low / 2)


def _bracket(f: Callable[[float], float], a: float, delta: float, phi: float, variance: float, tau: float) -> float:
    """The other end of an interval that begins at `a` and holds the root."""
    if delta**2 > phi**2 + variance:
        return log(delta**2 - phi**2 - variance)
    steps = 1
    while f(a - steps * tau) < 0:
        steps += 1
    return a - steps * tau
