"""Ratings from many rounds: shares of the points and Elo, with 95 % intervals.

A round is one chance seed with each line-up in all its rotations. Its matches share their luck, so they are not
independent, but rounds are: every interval comes from the variance between whole rounds (a cluster-robust, or
sandwich, estimator).

Elo is fitted by the model of Bradley and Terry ("Rank analysis of incomplete block designs", 1952), for more than two
seats in the form of Luce ("Individual choice behavior", 1959): a seat wins with the probability of its bot's strength
divided by the sum of all seats' strengths. So with two seats, 400 points more mean to win ten times as often as to
lose. Seats that share a win get equal parts of one point, and after a draw all seats do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log, sqrt
from statistics import NormalDist
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]

Z_95 = NormalDist().inv_cdf(0.975)
"""The half-width of a 95 % interval, in standard errors of a normal distribution."""
ELO_PER_LOG_STRENGTH = 400 / log(10)
"""Elo points for one unit of the natural logarithm of strength."""
PSEUDO_MATCHES = 4
"""The number of imaginary matches, with a fair share of the points, that are added to each bot's own.

This is the adjusted interval of Agresti and Coull, "Approximate is better than 'exact' for interval estimation of
binomial proportions" (1998). Without it a few matches, all won, would give an interval without width.
"""
STUDENT_T_95 = 12.7062, 4.30265, 3.18245, 2.77645, 2.57058
"""Quantiles of Student's distribution for 1 to 5 degrees of freedom, where the expansion is not exact enough."""
MAX_NEWTON_STEP = 1.0
"""The most by which one step of the fit changes a log-strength, so that it cannot oscillate for ever."""
MAX_NEWTON_STEPS = 500
CONVERGED = 1e-12
"""The fit ends with a step smaller than this."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """An estimated value with its 95 % interval, and half the width of that before it is clipped."""

    value: float
    low: float
    high: float
    half_width: float


@dataclass(frozen=True, slots=True)
class RatedLineUp:
    """A line-up as numbers: the seats that each of all the bots has in it, and its matches in a round."""

    counts: tuple[int, ...]
    matches: int


@dataclass(frozen=True, slots=True, eq=False)
class Moments:
    """The sums over all rounds of the bots' points, and of the products of any two bots' points."""

    rounds: int
    points: Floats
    products: Floats

    @classmethod
    def none(cls, bots: int) -> Moments:
        return cls(0, np.zeros(bots), np.zeros((bots, bots)))

    def plus(self, points: Sequence[float]) -> Moments:
        """The sums with one more round, in which the bots made these points."""
        added = np.asarray(points, dtype=np.float64)
        return Moments(self.rounds + 1, self.points + added, self.products + np.outer(added, added))

    @property
    def covariance(self) -> Floats:
        """The covariance matrix of the bots' points in one round."""
        mean = self.points / self.rounds
        covariance: Floats = (self.products - self.rounds * np.outer(mean, mean)) / (self.rounds - 1)
        return covariance


def shares(moments: Moments, line_ups: Sequence[RatedLineUp]) -> list[Estimate]:
    """Each bot's share of the points of the matches it was in, by seat: with n equal bots it is 1/n."""
    fair = 1 / sum(line_ups[0].counts)
    seats = np.sum([np.array(line_up.counts) * line_up.matches for line_up in line_ups], axis=0)
    found = []
    for taken, points, square in zip(seats, moments.points, np.diag(moments.products), strict=True):
        matches = moments.rounds * taken
        mean = (points + PSEUDO_MATCHES * fair) / (matches + PSEUDO_MATCHES)
        rounds = square - 2 * taken * mean * points + moments.rounds * (taken * mean) ** 2
        imagined = PSEUDO_MATCHES * (fair * (1 - mean) ** 2 + (1 - fair) * mean**2)
        half = Z_95 * sqrt(rounds + imagined) / (matches + PSEUDO_MATCHES)
        low, high = max(0.0, mean - half), min(1.0, mean + half)
        found.append(Estimate(float(points / matches), float(low), float(high), float(half)))
    return found


def elo(moments: Moments, line_ups: Sequence[RatedLineUp]) -> list[Estimate] | None:
    """Each bot's Elo rating above that of the last bot, which is 0; `None` before the second round.

    One drawn match is added for each line-up. It removes the bias of small numbers (Haldane and Anscombe, both 1956),
    and keeps the rating finite of a bot that wins or loses everything.
    """
    if moments.rounds < 2:
        return None
    counts = np.array([line_up.counts for line_up in line_ups], dtype=np.float64)
    matches = np.array([line_up.matches * moments.rounds + 1 for line_up in line_ups], dtype=np.float64)
    drawn = counts / counts.sum(axis=1, keepdims=True)
    strengths = _fit(counts, matches, moments.points + drawn.sum(axis=0))
    expected = _expected(counts, strengths)
    spread = moments.rounds * moments.covariance + _spread(drawn, expected)
    errors = _errors(_information(matches, expected), spread)
    margins = _student(moments.rounds - 1) * ELO_PER_LOG_STRENGTH * errors
    return [
        Estimate(float(value), float(value - margin), float(value + margin), float(margin))
        for value, margin in zip(ELO_PER_LOG_STRENGTH * strengths, margins, strict=True)
    ]


def _fit(counts: Floats, matches: Floats, points: Floats) -> Floats:
    """The log-strengths for which every bot's expected points equal its points, found by Newton's method."""
    strengths = np.zeros(counts.shape[1])
    for _ in range(MAX_NEWTON_STEPS):
        expected = _expected(counts, strengths)
        slope = (points - matches @ expected)[:-1]
        step = np.linalg.solve(_information(matches, expected)[:-1, :-1], slope)
        step *= min(1.0, MAX_NEWTON_STEP / max(np.abs(step).max(initial=0.0), MAX_NEWTON_STEP))
        strengths[:-1] += step
        if np.abs(step).max(initial=0.0) < CONVERGED:
            break
    return strengths


def _expected(counts: Floats, strengths: Floats) -> Floats:
    """The expected points of each bot in a match, by line-up."""
    weights = counts * np.exp(strengths - strengths.max())
    expected: Floats = weights / weights.sum(axis=1, keepdims=True)
    return expected


def _information(matches: Floats, expected: Floats) -> Floats:
    """The Fisher information of the matches on the log-strengths."""
    weighted = matches[:, None] * expected
    information: Floats = np.diag(weighted.sum(axis=0)) - weighted.T @ expected
    return information


def _spread(drawn: Floats, expected: Floats) -> Floats:
    """The covariance that the drawn match of each line-up adds, as if a random seat had won it."""
    crossed = drawn.T @ expected
    spread: Floats = np.diag(drawn.sum(axis=0)) - crossed - crossed.T + expected.T @ expected
    return spread


def _errors(information: Floats, spread: Floats) -> Floats:
    """The standard error of each log-strength; that of the last bot is 0, as its strength is fixed."""
    inverse = np.linalg.inv(information[:-1, :-1])
    variances = np.diag(inverse @ spread[:-1, :-1] @ inverse)
    return np.append(np.sqrt(np.maximum(variances, 0.0)), 0.0)


def _student(freedom: int) -> float:
    """The 97.5 % quantile of Student's distribution, by its Cornish-Fisher expansion (Abramowitz and Stegun 26.7.5)."""
    if freedom <= len(STUDENT_T_95):
        return STUDENT_T_95[freedom - 1]
    z = Z_95
    terms = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    return float(sum(term / freedom**power for power, term in enumerate(terms)))
