"""How hard a position is: what is counted is counted right, and what is harder scores more."""

from __future__ import annotations

from random import Random

import pytest

import rowdy
from rowdy.play.explorer import Holding, analyse
from rowdy.play.hardness import MAX_EXAMINED_TURNS, STRENGTHS, Hardness, hardest, hardness, only_depth
from rowdy.rules.game import Over
from rowdy.search.perfect import Value, play_turn, prober
from tests.interfaces.web.http.test_explorer import positions

GAME = rowdy.game("rubik")
LAST = "AbAB/aBbA/.a.A/bAba flip"
"""X wins at once, by one turn alone."""


def test_the_share_of_turns_that_hold_is_that_of_the_oracle() -> None:
    for state in positions(GAME, 8, seed=11):
        found, known = hardness(prober(GAME), state, Random(0)), analyse(prober(GAME), state)
        if known.probe.value is Value.LOSS:
            assert found == Hardness(Holding(0, 0), 0.0, 0)
            continue
        assert found.holding == known.holding
        assert 0 <= found.failing <= 1
        assert (found.depth > 0) == (known.only_turn is not None)


def test_where_every_turn_holds_nobody_fails() -> None:
    quiet = [s for s in positions(GAME, 60, seed=4) if (held := analyse(prober(GAME), s).holding).kept == held.turns]
    assert quiet
    for state in quiet:
        assert hardness(prober(GAME), state, Random(0)).failing == 0


def test_only_turns_are_counted_along_best_play() -> None:
    state = GAME.parse_state(LAST)
    assert only_depth(prober(GAME), state) == 1
    after = play_turn(GAME, state, prober(GAME).probe(state).turns[0])
    assert isinstance(GAME.turn(after), Over)
    assert hardness(prober(GAME), after, Random(0)).score == 0


@pytest.mark.parametrize("part", ["holding", "failing", "depth"])
def test_what_is_harder_scores_more(part: str) -> None:
    easy = Hardness(Holding(5, 10), 0.2, 1)
    harder = {"holding": Hardness(Holding(1, 10), 0.2, 1), "failing": Hardness(Holding(5, 10), 0.9, 1)}
    harder["depth"] = Hardness(Holding(5, 10), 0.2, 4)
    assert 0 < easy.score < harder[part].score < Hardness(Holding(0, 10), 1.0, MAX_EXAMINED_TURNS).score <= 1


def test_the_same_question_has_the_same_answer_and_strengths_rise() -> None:
    state = next(s for s in positions(GAME, 20, seed=8) if analyse(prober(GAME), s).probe.value is Value.DRAW)
    turns = [turn for turn in prober(GAME).probe(state).turns if turn.verdict.value is Value.DRAW][:4]
    assert hardest(prober(GAME), state, turns, Random(5)) == hardest(prober(GAME), state, turns, Random(5))
    assert list(STRENGTHS) == sorted(STRENGTHS)
