"""Ratings from many rounds: shares of the points and Elo, with 95 % intervals.

A round is one chance seed with each line-up in all its rotations. Its matches share their luck, so they are not
independent, but rounds are: every interval comes from how much whole rounds differ (a cluster-robust, or sandwich,
variance).

Elo is fitted by the model of Bradley and Terry, for more than two seats in the form of Luce: a seat's chance to win is
its bot's strength divided by the strengths of all seats together. So for two seats 400 points more stand for winning
ten times as often as losing. Winners that share a win count as a part of one each, and after a draw all seats do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log, sqrt
from statistics import NormalDist
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Numbers: TypeAlias = NDArray[np.float64]

Z = NormalDist().inv_cdf(0.975)
ELO = 400 / log(10)
IMAGINED = 4
"""Matches a bot is taken to have played besides, winning as often as is fair: so says the rule of Agresti and Coull,
without which few matches, all won, would seem to leave no doubt."""
STUDENT = 12.7062, 4.30265, 3.18245, 2.77645, 2.57058
"""Student's distribution for 1 to 5 degrees of freedom, from the tables: too few for an expansion."""
STEP = 1.0
"""The fit changes no strength by more at once, as a logarithm, so that it cannot overshoot for ever."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure, where it may truly lie with a probability of 95 %, and half the width of that."""

    value: float
    low: float
    high: float
    half_width: float


@dataclass(frozen=True, slots=True)
class LineUp:
    """Bots that meet: how many seats each of all bots has, and in how many matches a round."""

    counts: tuple[int, ...]
    matches: int


@dataclass(frozen=True, slots=True, eq=False)
class Moments:
    """All that ratings need of the rounds: the sums of the bots' points, and of the products of any two's points."""

    rounds: int
    points: Numbers
    products: Numbers

    @classmethod
    def none(cls, bots: int) -> Moments:
        return cls(0, np.zeros(bots), np.zeros((bots, bots)))

    def plus(self, points: Sequence[float]) -> Moments:
        """With one more round, in which the bots made these points."""
        added = np.asarray(points, dtype=np.float64)
        return Moments(self.rounds + 1, self.points + added, self.products + np.outer(added, added))

    @property
    def covariance(self) -> Numbers:
        """That of the points in one round."""
        mean = self.points / self.rounds
        covariance: Numbers = (self.products - self.rounds * np.outer(mean, mean)) / (self.rounds - 1)
        return covariance


def shares(moments: Moments, line_ups: Sequence[LineUp]) -> list[Estimate]:
    """Each bot's share of the points of the matches it was in, by seat: with n equal bots it is 1/n."""
    fair = 1 / sum(line_ups[0].counts)
    seats = np.sum([np.array(line_up.counts) * line_up.matches for line_up in line_ups], axis=0)
    found = []
    for taken, points, square in zip(seats, moments.points, np.diag(moments.products), strict=True):
        matches = moments.rounds * taken
        mean = (points + IMAGINED * fair) / (matches + IMAGINED)
        rounds = square - 2 * taken * mean * points + moments.rounds * (taken * mean) ** 2
        imagined = IMAGINED * (fair * (1 - mean) ** 2 + (1 - fair) * mean**2)
        half = Z * sqrt(rounds + imagined) / (matches + IMAGINED)
        low, high = max(0.0, mean - half), min(1.0, mean + half)
        found.append(Estimate(float(points / matches), float(low), float(high), float(half)))
    return found


def elo(moments: Moments, line_ups: Sequence[LineUp]) -> list[Estimate] | None:
    """Each bot's rating above the last one's, which is 0; nothing before the second round.

    One drawn match is added for each line-up: it takes a bias from small numbers (Haldane, Anscombe), and keeps the
    ratings of those who win or lose everything within bounds.
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
    margins = _student(moments.rounds - 1) * ELO * errors
    return [
        Estimate(float(value), float(value - margin), float(value + margin), float(margin))
        for value, margin in zip(ELO * strengths, margins, strict=True)
    ]


def _fit(counts: Numbers, matches: Numbers, points: Numbers) -> Numbers:
    """The logarithms of the strengths by which every bot is expected to have the points it has: Newton's method."""
    strengths = np.zeros(counts.shape[1])
    for _ in range(500):
        expected = _expected(counts, strengths)
        slope = (points - matches @ expected)[:-1]
        step = np.linalg.solve(_information(matches, expected)[:-1, :-1], slope)
        step *= min(1.0, STEP / max(np.abs(step).max(initial=0.0), STEP))
        strengths[:-1] += step
        if np.abs(step).max(initial=0.0) < 1e-12:
            break
    return strengths


def _expected(counts: Numbers, strengths: Numbers) -> Numbers:
    """The points that each bot may expect of a match, by line-up."""
    weights = counts * np.exp(strengths - strengths.max())
    expected: Numbers = weights / weights.sum(axis=1, keepdims=True)
    return expected


def _information(matches: Numbers, expected: Numbers) -> Numbers:
    """How much the matches tell of the strengths: the curvature of their likelihood."""
    weighted = matches[:, None] * expected
    information: Numbers = np.diag(weighted.sum(axis=0)) - weighted.T @ expected
    return information


def _spread(drawn: Numbers, expected: Numbers) -> Numbers:
    """What the drawn match of each line-up adds to the spread of the points, as if a seat drawn by lot had won it."""
    crossed = drawn.T @ expected
    spread: Numbers = np.diag(drawn.sum(axis=0)) - crossed - crossed.T + expected.T @ expected
    return spread


def _errors(information: Numbers, spread: Numbers) -> Numbers:
    """The standard error of each strength; the last bot's is set, so it has none."""
    inverse = np.linalg.inv(information[:-1, :-1])
    variances = np.diag(inverse @ spread[:-1, :-1] @ inverse)
    return np.append(np.sqrt(np.maximum(variances, 0.0)), 0.0)


def _student(freedom: int) -> float:
    """How many standard errors Student's distribution allows for 95 %, by the expansion of Cornish and Fisher."""
    if freedom <= len(STUDENT):
        return STUDENT[freedom - 1]
    z = Z
    terms = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    return float(sum(term / freedom**power for power, term in enumerate(terms)))
