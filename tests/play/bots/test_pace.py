"""For how long bots seem to think."""

from __future__ import annotations

from random import Random

import pytest

from rowdy.play.bots.levels import LEVELS, STRONG
from rowdy.play.bots.pace import CALM_MOVES, MAX_STEPS, Pacing, pace_seconds, step_seconds, steps_taken, whole_steps
from rowdy.rules.game import InvalidSetup


def test_every_bot_has_a_time_of_its_own() -> None:
    assert pace_seconds("strong") == STRONG.pace_seconds == 1.0
    assert pace_seconds("medium") == 0.5
    assert pace_seconds("random") == pace_seconds("perfect") == 0.3
    assert pace_seconds("strong:seconds=2") == pytest.approx(2.2)
    with pytest.raises(InvalidSetup):
        pace_seconds("nobody")


@pytest.mark.parametrize(
    ("taken", "told"), [(0, 0.5), (0.01, 0.5), (0.5, 0.5), (0.501, 1.0), (1.0, 1.0), (1.2, 1.5), (30.1, 30.5)]
)
def test_an_answer_is_told_after_whole_steps(taken: float, told: float) -> None:
    assert whole_steps(step_seconds("medium"), taken) == pytest.approx(told)


@pytest.mark.parametrize("bot", [*LEVELS, "random", "mcts"])
def test_within_a_step_the_time_taken_does_not_show(bot: str) -> None:
    step = step_seconds(bot)
    for steps in range(4):
        assert {steps_taken(step, (steps + part) * step) for part in (0.1, 0.5, 0.9)} == {steps + 1}


def told(*taken: int) -> list[int]:
    pacing = Pacing()
    return [pacing.tell_after(steps) for steps in taken]


def test_a_slow_pace_is_kept_up_for_some_moves_and_given_up_step_by_step() -> None:
    calm = [1] * CALM_MOVES
    assert told(1, 3, *calm, *calm, *calm) == [1, 3, *[3] * CALM_MOVES, *[2] * CALM_MOVES, *calm]
    assert told(3, *calm, 3, *calm, 1) == [3, *[3] * CALM_MOVES, 3, *[3] * CALM_MOVES, 2]


def test_no_accident_is_remembered() -> None:
    assert told(1, 100, 1, MAX_STEPS + 1, 1, 2, 100, 1) == [1, 100, 1, MAX_STEPS + 1, 1, 2, 100, 2]


@pytest.mark.parametrize("seed", range(20))
def test_the_pace_follows_from_what_everybody_saw(seed: int) -> None:
    """Two bots whose answers were told after the same steps stay alike, however long each has thought."""
    rng, one, other = Random(seed), Pacing(), Pacing()
    for _ in range(50):
        shown = one.tell_after(rng.choice([1, 1, 1, 2, 3, 9]))
        assert other.tell_after(shown) == shown
        assert one == other
