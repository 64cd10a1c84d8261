"""The partner: a level against which somebody with these results wins about half of their games."""

from __future__ import annotations

from random import Random

import pytest

from rowdy.play.bots.partner import LADDER, FinishedGame, partner_level


def test_somebody_unknown_begins_low_on_the_ladder() -> None:
    assert partner_level((), 1) == "casual"
    assert partner_level((), 3) == "easy", "three of them are harder to beat than one"


@pytest.mark.parametrize(("share", "level"), [(1.0, "strong"), (0.0, "beginner")])
def test_whoever_always_wins_or_loses_gets_to_the_end_of_the_ladder(share: float, level: str) -> None:
    played = list[FinishedGame]()
    for _ in range(12):
        played.insert(0, FinishedGame((partner_level(played, 1),), share))
    assert partner_level(played, 1) == level


def test_a_game_against_the_partner_moves_it_by_one_level() -> None:
    for share, level in ((0.0, "easy"), (0.5, "casual"), (1.0, "medium")):
        assert partner_level([FinishedGame(("casual",), share)], 1) == level


@pytest.mark.parametrize("skill", [1, 3, 5])
def test_against_its_partner_a_player_of_any_skill_wins_about_half(skill: int) -> None:
    """The player's odds against a level are those of the level with the same number."""
    rng, played, won = Random(skill), list[FinishedGame](), 0
    for number in range(400):
        level = partner_level(played, 1)
        share = float(rng.random() < 1 / (1 + (7 / 3) ** (LADDER.index(level) - skill)))
        played.insert(0, FinishedGame((level,), share))
        won += number >= 20 and int(share)
    assert 0.42 <= won / 380 <= 0.58
