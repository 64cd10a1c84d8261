"""The statistics of the arena, each checked by a second route."""

from __future__ import annotations

from collections.abc import Sequence
from math import log10

import numpy as np
import pytest
from numpy.typing import NDArray

from rowdy.play.arena.ratings import ELO_PER_LOG_STRENGTH, Estimate, Moments, RatedLineUp, _student, elo, shares

PAIR = [RatedLineUp((1, 1), 2)]
ROBIN = [RatedLineUp((1, 1, 0), 2), RatedLineUp((1, 0, 1), 2), RatedLineUp((0, 1, 1), 2)]


def moments(rounds: Sequence[Sequence[float]] | NDArray[np.float64]) -> Moments:
    """From the points of each round."""
    found = Moments.none(len(rounds[0]))
    for points in rounds:
        found = found.plus(list(points))
    return found


def ratings(of: Moments, line_ups: Sequence[RatedLineUp]) -> list[Estimate]:
    found = elo(of, line_ups)
    assert found is not None
    return found


def two_bots(wins: Sequence[float]) -> Moments:
    """Rounds of two matches, of which the first bot won so many."""
    return moments([(won, 2 - won) for won in wins])


class TestElo:
    def test_two_bots_in_closed_form(self) -> None:
        """The usual formula, with half a win added to either side."""
        first, last = ratings(two_bots([2] * 30 + [1] * 15), PAIR)
        won, lost = 75, 15
        assert first.value == pytest.approx(400 * log10((won + 0.5) / (lost + 0.5)))
        assert last == Estimate(0, 0, 0, 0)

    @pytest.mark.parametrize("seats", [3, 4])
    def test_one_among_others_in_closed_form(self, seats: int) -> None:
        """With the share p of n seats it is p / (1 - p) times as strong as n - 1 others together."""
        line_up = RatedLineUp((1, seats - 1), seats)
        of = moments([(1, seats - 1), (2, seats - 2), (2, seats - 2)])
        points = 5 + 1 / seats
        share = points / (3 * seats + 1)
        expected = 400 * log10(share * (seats - 1) / (1 - share))
        assert ratings(of, [line_up])[0].value == pytest.approx(expected)

    @pytest.mark.parametrize("seed", range(4))
    def test_the_fit_equals_a_slow_and_simple_one(self, seed: int) -> None:
        """Hunter's iteration: each strength becomes the points made, divided by what a strength of 1 would make."""
        rng = np.random.default_rng(seed)
        line_ups = [RatedLineUp((1, 1, 1, 0), 3), RatedLineUp((0, 1, 1, 1), 3), RatedLineUp((2, 0, 0, 1), 3)]
        rounds = np.zeros((9, 4))
        for line_up in line_ups:
            seats = np.repeat(np.arange(4), line_up.counts)
            for points in rounds:
                np.add.at(points, rng.choice(seats, line_up.matches), 1)
        counts = np.array([line_up.counts for line_up in line_ups], dtype=float)
        matches = np.array([9.0 * line_up.matches + 1 for line_up in line_ups])
        points = rounds.sum(axis=0) + (counts / 3).sum(axis=0)
        strengths = np.ones(4)
        for _ in range(20_000):
            strengths = points / ((matches / (counts @ strengths)) @ counts)
        expected = ELO_PER_LOG_STRENGTH * np.log(strengths / strengths[-1])
        assert [rating.value for rating in ratings(moments(rounds), line_ups)] == pytest.approx(expected, abs=1e-6)

    def test_the_spread_equals_that_of_rounds_drawn_again(self) -> None:
        """A bootstrap: how far ratings vary if the rounds are drawn anew from those there are."""
        rng = np.random.default_rng(5)
        wins = rng.binomial(2, [[0.75, 0.8, 0.6]] * 120)
        rounds = [(a + b, 2 - a + c, 4 - b - c) for a, b, c in wins]
        found = ratings(moments(rounds), ROBIN)
        again = [
            [rating.value for rating in ratings(moments([rounds[i] for i in rng.integers(120, size=120)]), ROBIN)]
            for _ in range(300)
        ]
        errors = [rating.half_width / _student(119) for rating in found[:2]]
        assert errors == pytest.approx(np.std(again, axis=0)[:2], rel=0.1)

    def test_order_and_scale_make_sense(self) -> None:
        """400 points are ten to one, and who beats the second by as much as that beats the third is twice as far."""
        rounds = [(10 + 100, 1 + 10, 1 + 1)] * 50
        robin = [RatedLineUp(line_up.counts, matches) for line_up, matches in zip(ROBIN, (11, 101, 11), strict=True)]
        values = [rating.value for rating in ratings(moments(rounds), robin)]
        assert values == pytest.approx([800, 400, 0], abs=5)

    def test_winning_everything_leaves_a_finite_rating_and_much_doubt(self) -> None:
        few, many = (ratings(two_bots([2] * rounds), PAIR)[0] for rounds in (10, 100))
        assert 400 < few.value < many.value < 1200
        assert min(few.half_width, many.half_width) > 300
        assert few.low > 0

    def test_there_is_none_before_the_second_round(self) -> None:
        assert elo(two_bots([2]), PAIR) is None
        assert elo(two_bots([2, 1]), PAIR) is not None

    def test_a_bot_alone_is_its_own_measure(self) -> None:
        assert ratings(moments([(1,), (1,), (1,)]), [RatedLineUp((2,), 1)]) == [Estimate(0, 0, 0, 0)]


class TestShares:
    def test_value(self) -> None:
        first, second = shares(two_bots([2, 1, 2, 0.5]), PAIR)
        assert (first.value, second.value) == (5.5 / 8, 2.5 / 8)
        assert first.half_width == pytest.approx(second.half_width)
        assert first.low == pytest.approx(1 - second.high)

    def test_a_share_is_that_of_a_seat(self) -> None:
        """One among three others: equals have a quarter each, however many seats a bot has."""
        line_up = RatedLineUp((1, 3), 4)
        assert [share.value for share in shares(moments([(1, 3)] * 8), [line_up])] == [0.25, 0.25]
        assert [share.value for share in shares(moments([(2, 2)] * 8), [line_up])] == [0.5, pytest.approx(1 / 6)]

    def test_single_matches_are_as_agresti_and_coull_say(self) -> None:
        """In closed form: two wins and two losses more, then the plain interval of a share."""
        found = shares(moments([(1, 0)] * 17 + [(0, 1)] * 3), [RatedLineUp((1, 1), 1)])[0]
        mean = 19 / 24
        half = 1.959964 * (mean * (1 - mean) / 24) ** 0.5
        assert (found.low, found.high) == pytest.approx((mean - half, mean + half))
        assert found.half_width == pytest.approx(half)

    def test_rounds_that_split_tell_more_than_rounds_won_whole(self) -> None:
        """100 matches, half of them won, but once by luck that the seats shared and once not."""
        whole, split = (shares(two_bots(wins), PAIR)[0] for wins in ([2] * 25 + [0] * 25, [1] * 50))
        assert whole.value == split.value == 0.5
        assert whole.half_width > 0.13
        assert split.half_width < 0.03

    def test_winning_everything_leaves_a_doubt(self) -> None:
        found = shares(two_bots([2] * 30), PAIR)[0]
        assert found.value == found.high == 1
        assert 0.9 < found.low < 0.95


@pytest.mark.parametrize(("chance", "luck"), [(0.5, 0.0), (0.85, 0.0), (0.85, 0.5), (0.95, 0.0)])
def test_nineteen_of_twenty_intervals_hold_the_truth(chance: float, luck: float) -> None:
    """Fifty rounds of two matches with the same luck for the first bot, or not, four hundred times."""
    rng, held = np.random.default_rng(11), np.zeros(2)
    for _ in range(400):
        first, second = rng.random((2, 50))
        second = np.where(rng.random(50) < luck, first, second)
        of = two_bots((first < chance) * 1.0 + (second < chance))
        share, rating = shares(of, PAIR)[0], ratings(of, PAIR)[0]
        truth = 400 * log10(chance / (1 - chance))
        held += share.low <= chance <= share.high, rating.low <= truth <= rating.high
    assert all(0.92 <= part <= 0.985 for part in held / 400)


def test_moments_are_those_of_the_rounds() -> None:
    rounds = np.random.default_rng(3).random((40, 3))
    found = moments(rounds)
    assert found.rounds == 40
    assert found.points == pytest.approx(rounds.sum(axis=0))
    assert found.covariance == pytest.approx(np.cov(rounds.T))


KNOWN = [
    (1, 12.706),
    (2, 4.303),
    (3, 3.182),
    (4, 2.776),
    (5, 2.571),
    (6, 2.447),
    (10, 2.228),
    (30, 2.042),
    (200, 1.972),
]


@pytest.mark.parametrize(("freedom", "known"), KNOWN)
def test_student(freedom: int, known: float) -> None:
    """Against the printed tables."""
    assert _student(freedom) == pytest.approx(known, abs=0.0005 if freedom < 6 else 0.002)
