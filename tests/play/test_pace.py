"""For how long bots seem to think."""

from __future__ import annotations

import pytest

from rowdy.play.levels import STRONG
from rowdy.play.pace import appears, release_after
from rowdy.rules.game import InvalidSetup


def test_every_bot_has_a_time_of_its_own() -> None:
    assert appears("strong") == STRONG.appears == 1.0
    assert appears("medium") == 0.5
    assert appears("random") == appears("perfect") == 0.3
    assert appears("strong:seconds=2") == pytest.approx(2.2)
    with pytest.raises(InvalidSetup):
        appears("nobody")


@pytest.mark.parametrize(
    ("taken", "told"), [(0, 0.5), (0.01, 0.5), (0.5, 0.5), (0.501, 1.0), (1.0, 1.0), (1.2, 1.5), (30.1, 30.5)]
)
def test_an_answer_is_told_after_whole_steps(taken: float, told: float) -> None:
    assert release_after("medium", taken) == pytest.approx(told)


@pytest.mark.parametrize("bot", ["random", "easy", "medium", "strong", "mcts"])
def test_within_a_step_the_time_taken_does_not_show(bot: str) -> None:
    step = appears(bot)
    for steps in range(4):
        assert len({release_after(bot, (steps + part) * step) for part in (0.1, 0.5, 0.9)}) == 1
