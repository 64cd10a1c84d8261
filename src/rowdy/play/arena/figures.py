"""What many games between equal bots show about a game, and which differences between two such sets of games are real.

Every figure is a mean over independent games, with a 95 % interval. Shares get pseudo-observations, as the plain
interval is far too narrow where nearly all or no games count: Agresti and Coull, "Approximate is better than 'exact'"
(1998), for one share; Agresti and Caffo, "Simple and effective confidence intervals for proportions and differences of
proportions" (2000), for the difference of two.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import sqrt
from statistics import NormalDist, fmean

from rowdy.rules.game import Seat

CONFIDENCE = 0.95
AGRESTI_COULL = 2
"""The number of ones, and of zeros, added to the games for the interval of one share."""
AGRESTI_CAFFO = 1
"""The number of ones, and of zeros, added to each side for the interval of a difference of shares."""
FIRST: Seat = 0
"""The seat that moves first in a study."""


class Quantity(StrEnum):
    """What is measured in each game."""

    MOVES = "moves"
    """The number of moves of all seats."""
    DRAW = "draw"
    """1 if nobody won, otherwise 0."""
    FIRST = "first"
    """The first seat's part of the one point of a game."""
    REASON = "reason"
    """1 if the game ended for a certain reason, otherwise 0."""


@dataclass(frozen=True)
class Mean:
    """The mean of something measured in each game, its 95 % interval, and the standard deviation of one game."""

    value: float
    low: float
    high: float
    deviation: float


@dataclass(frozen=True)
class Figures:
    """What the games of one setting show."""

    games: int
    moves: Mean
    draws: Mean
    first: Mean
    reasons: dict[str, Mean]
    """The share of the games that ended for each reason, by its name."""

    def of(self, quantity: Quantity, reason: str | None = None) -> Mean:
        """The mean of a quantity; that of a reason for which no game ended is 0."""
        match quantity:
            case Quantity.MOVES:
                return self.moves
            case Quantity.DRAW:
                return self.draws
            case Quantity.FIRST:
                return self.first
            case Quantity.REASON:
                return self.reasons.get(reason or "") or share([0.0] * self.games)


@dataclass(frozen=True)
class GameEnd:
    """What a study uses of one game."""

    moves: int
    winners: tuple[Seat, ...]
    reason: str
    first_points: float


def measure(ends: Sequence[GameEnd]) -> Figures:
    """The figures of some games, which must be at least two."""
    return Figures(
        games=len(ends),
        moves=mean([float(end.moves) for end in ends]),
        draws=share([float(not end.winners) for end in ends]),
        first=share([end.first_points for end in ends]),
        reasons={
            reason: share([float(end.reason == reason) for end in ends])
            for reason in sorted({end.reason for end in ends})
        },
    )


def mean(values: Sequence[float]) -> Mean:
    """The mean of any values."""
    value, deviation = fmean(values), _deviation(values)
    half = z_of(CONFIDENCE) * deviation / sqrt(len(values))
    return Mean(*_rounded(value, value - half, value + half, deviation))


def share(values: Sequence[float]) -> Mean:
    """The mean of values from 0 to 1."""
    centre, variance = _padded(fmean(values), _deviation(values), len(values), AGRESTI_COULL)
    half = z_of(CONFIDENCE) * sqrt(variance)
    return Mean(*_rounded(fmean(values), max(0.0, centre - half), min(1.0, centre + half), _deviation(values)))


def _deviation(values: Sequence[float]) -> float:
    centre = fmean(values)
    return sqrt(sum((value - centre) ** 2 for value in values) / (len(values) - 1))


def _rounded(*figures: float) -> tuple[float, float, float, float]:
    value, low, high, deviation = (round(figure, 6) + 0.0 for figure in figures)
    return value, low, high, deviation


def z_of(confidence: float) -> float:
    """Half the width of an interval of a normal distribution, in standard errors."""
    return NormalDist().inv_cdf((1 + confidence) / 2)


def _padded(value: float, deviation: float, games: int, extra: int) -> tuple[float, float]:
    """The mean and its variance after `extra` ones and as many zeros are added."""
    number = games + 2 * extra
    total = value * games + extra
    squares = deviation**2 * (games - 1) + value**2 * games + extra
    centre = total / number
    return centre, max(0.0, squares / number - centre**2) / number


# Differences


@dataclass(frozen=True)
class Difference:
    """A quantity that differs between two settings for more than chance would explain."""

    quantity: Quantity
    before: float
    now: float
    reason: str | None = None
    """The reason that is counted, for `Quantity.REASON`."""

    @property
    def more(self) -> bool:
        return self.now > self.before


def differences(before: Figures, now: Figures, comparisons: int) -> tuple[Difference, ...]:
    """What differs between two settings, by intervals that hold for all comparisons of a study together.

    Each of many intervals of 95 % may err, so that some would show differences where there are none. The error is
    divided among all comparisons (Bonferroni): with a probability of 95 % none of them is wrong.
    """
    z = z_of(1 - (1 - CONFIDENCE) / max(1, comparisons))
    found = []
    for quantity, reason in quantities([before, now]):
        one, other = before.of(quantity, reason), now.of(quantity, reason)
        if abs(_distance(quantity, one, before.games, other, now.games)) > z:
            found.append(Difference(quantity, one.value, other.value, reason))
    return tuple(found)


def quantities(figures: Iterable[Figures]) -> list[tuple[Quantity, str | None]]:
    """All quantities, and each reason for which a game ended."""
    reasons = sorted({reason for one in figures for reason in one.reasons})
    plain = (Quantity.MOVES, Quantity.DRAW, Quantity.FIRST)
    return [*((quantity, None) for quantity in plain), *((Quantity.REASON, reason) for reason in reasons)]


def _distance(quantity: Quantity, before: Mean, games_before: int, now: Mean, games_now: int) -> float:
    """How far two means are from each other, in standard errors of their difference."""
    extra = 0 if quantity is Quantity.MOVES else AGRESTI_CAFFO
    one, one_variance = _padded(before.value, before.deviation, games_before, extra)
    other, other_variance = _padded(now.value, now.deviation, games_now, extra)
    error = sqrt(one_variance + other_variance)
    return (other - one) / error if error else 0.0


# Studies


@dataclass(frozen=True)
class Solved:
    """What perfect play leads to from the start."""

    winner: Seat | None
    """The seat that can force a win, or `None` for a draw."""
    turns: int | None
    """The number of turns to the end, if the winner hurries and the loser delays."""


@dataclass(frozen=True)
class Setting:
    """One way to play the game: a number of seats, and changes to the edition."""

    seats: int
    rulings: dict[str, str]
    figures: Figures
    solved: Solved | None = None


@dataclass(frozen=True)
class Study:
    """What bots of equal strength show about the house rules of a game. This is the JSON that ships."""

    study: int
    """The version of this format."""
    rowdy: str
    code: str
    """The digest of the code that played."""
    command: str
    """The command that makes this study again."""
    game: str
    edition: str
    bot: str
    seed: str
    settings: tuple[Setting, ...]

    def setting(self, seats: int, rulings: Mapping[str, str]) -> Setting | None:
        """The setting with these changes to the edition, if it was measured."""
        wanted = dict(rulings)
        return next((one for one in self.settings if one.seats == seats and one.rulings == wanted), None)

    @property
    def seats(self) -> tuple[int, ...]:
        return tuple(sorted({setting.seats for setting in self.settings}))
