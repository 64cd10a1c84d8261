"""Figures of many games, and which differences between them count."""

from __future__ import annotations

from math import sqrt
from random import Random

import pytest

from rowdy.play.arena.figures import (
    Difference,
    Figures,
    GameEnd,
    Quantity,
    differences,
    mean,
    measure,
    quantities,
    share,
    z_of,
)


def ends(*games: tuple[int, tuple[int, ...], str]) -> list[GameEnd]:
    points = [(0.5 if not winners else float(0 in winners) / len(winners)) for _, winners, _ in games]
    return [GameEnd(moves, winners, why, first) for (moves, winners, why), first in zip(games, points, strict=True)]


def drawn(draws: int, games: int, moves: int = 20) -> Figures:
    """Games of which so many were drawn, and the others won by either seat in turn."""
    lost = [(moves + game % 3, (game % 2,), "row") for game in range(games - draws)]
    return measure(ends(*[(moves + game % 3, (), "full") for game in range(draws)], *lost))


def test_the_figures_of_four_games() -> None:
    found = measure(ends((10, (0,), "row"), (14, (1,), "row"), (16, (), "full"), (12, (0,), "both_rows")))
    assert (found.games, found.moves.value, found.draws.value, found.first.value) == (4, 13.0, 0.25, 0.625)
    assert {name: one.value for name, one in found.reasons.items()} == {"both_rows": 0.25, "full": 0.25, "row": 0.5}
    assert found.of(Quantity.REASON, "row") == found.reasons["row"]
    assert found.of(Quantity.REASON, "never").value == 0


def test_the_interval_of_a_mean() -> None:
    found = mean([1.0, 2.0, 3.0, 4.0])
    assert found.deviation == pytest.approx(sqrt(5 / 3), abs=1e-6)
    assert found.high - found.value == pytest.approx(1.959964 * sqrt(5 / 3) / 2, abs=1e-6)


def test_the_interval_of_a_share_is_that_of_agresti_and_coull() -> None:
    found = share([1.0] * 30 + [0.0] * 70)
    centre = 32 / 104
    half = 1.959964 * sqrt(centre * (1 - centre) / 104)
    assert found.low == pytest.approx(centre - half, abs=1e-6)
    assert found.high == pytest.approx(centre + half, abs=1e-6)
    nothing = share([0.0] * 50)
    assert (nothing.value, nothing.low) == (0.0, 0.0)
    assert nothing.high > 0.05


@pytest.mark.parametrize("truth", [0.02, 0.3, 0.5])
def test_intervals_hold_the_truth_as_often_as_they_say(truth: float) -> None:
    rng, held = Random(7), 0
    for _ in range(400):
        found = share([float(rng.random() < truth) for _ in range(100)])
        held += found.low <= truth <= found.high
    assert held >= 0.92 * 400


def test_a_clear_difference_is_found_and_a_small_one_is_not() -> None:
    assert differences(drawn(50, 200), drawn(52, 200), 10) == ()
    found = differences(drawn(20, 200), drawn(80, 200), 10)
    assert Difference(Quantity.DRAW, 0.1, 0.4) in found
    assert {one.reason for one in found if one.quantity is Quantity.REASON} == {"full", "row"}
    assert all(one.more == (one.reason != "row") for one in found)


def test_the_length_counts_too() -> None:
    (found,) = differences(drawn(0, 100, moves=20), drawn(0, 100, moves=18), 50)
    assert found == Difference(Quantity.MOVES, 20.99, 18.99)


def test_many_comparisons_ask_for_more() -> None:
    few, many = drawn(20, 200), drawn(38, 200)
    assert differences(few, many, 1)[0].quantity is Quantity.DRAW
    assert differences(few, many, 1000) == ()
    assert z_of(0.95) == pytest.approx(1.959964, abs=1e-6)


def test_where_nothing_differs_errors_are_as_rare_as_promised() -> None:
    """Of 200 studies with five comparisons each, one in twenty may be wrong."""
    rng, wrong = Random(3), 0

    def games() -> Figures:
        return measure(ends(*((rng.randint(15, 25), rng.choice([(0,), (1,), ()]), "row") for _ in range(60))))

    for _ in range(200):
        wrong += any(differences(games(), games(), 5 * len(quantities([games()]))) for _ in range(5))
    assert wrong <= 0.1 * 200


def test_games_that_are_all_the_same_differ_in_nothing() -> None:
    same = measure(ends(*[(9, (0,), "row")] * 5))
    assert differences(same, same, 1) == ()
