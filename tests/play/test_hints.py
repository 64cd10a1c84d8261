"""Advice as plain values, which a process without the compiler can read."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

import rowdy
from rowdy.play.hints import MAX_LISTED_CHOICES, Advice, ExactAdvice, ExactChoice, Forced, SearchedAdvice, advise
from rowdy.play.kit import Gain
from rowdy.play.review import Observations, Searcher
from rowdy.rules.game import AnyGame, View, Window
from rowdy.rules.xoxo_state import Reveal
from rowdy.search.python_search import RatedAction, Thought
from tests.play.test_review import window_ahead


def never(game: AnyGame, log: Observations, view: View[Any, Any]) -> Thought:
    raise AssertionError("a search is not needed")


def rubik(position: str) -> Advice:
    game = rowdy.game("rubik")
    state = game.parse_state(position)
    return advise(game, (), game.view(state, state.mover), never)


def liking(liked: Any) -> Searcher:
    """Likes one move best, and to show nothing."""

    def think(game: AnyGame, log: Observations, view: View[Any, Any]) -> Thought:
        best = Reveal(()) if isinstance(view.turn, Window) else liked
        choices = [RatedAction(action, 1000, 0.9 if action == best else 0.1) for action in view.legal]
        return Thought(tuple(sorted(choices, key=lambda choice: -choice.value)), 1000)

    return think


def test_a_move_without_choice() -> None:
    advice = rubik("AABA/.aBa/abaA/AbBa flip")
    assert isinstance(advice, Forced)
    assert str(advice.action) == "a4-a3"


@pytest.mark.parametrize(
    ("position", "best", "value", "distance", "alone"),
    [
        ("AbAB/aBbA/.a.A/bAba flip", "a3-a2 A@c2", "win", 1, True),
        ("..ab/AA.B/b.Ba/.BAa place", "a@a1", "loss", 2, False),
    ],
)
def test_exact_advice(position: str, best: str, value: str, distance: int, alone: bool) -> None:
    advice = rubik(position)
    assert isinstance(advice, ExactAdvice)
    first = advice.choices[0]
    assert isinstance(first, ExactChoice)
    assert (str(first), first.value, first.distance, advice.alone) == (best, value, distance, alone)
    assert len(advice.choices) <= MAX_LISTED_CHOICES


def test_searched_advice_names_lines_and_cards_to_keep() -> None:
    game, log, view, lay = window_ahead()
    seat = view.viewer or 0
    advice = advise(game, log, view, liking(lay))
    assert isinstance(advice, SearchedAdvice)
    assert advice.choices[0].action == lay
    assert len(advice.choices) == MAX_LISTED_CHOICES
    after = game.play(view.state, seat, lay)
    new = [card for card in view.state.hands[seat] if game.in_line(after, card) > game.in_line(view.state, card)]
    assert advice.gains == (Gain("lines", tuple(map(str, new))),)
    assert advice.keep == tuple(str(card) for card in after.hands[seat] if game.in_line(after, card)) != ()
    assert pickle.loads(pickle.dumps(advice)) == advice


def test_of_a_move_that_was_hardly_tried_nothing_is_told() -> None:
    game, log, view, lay = window_ahead()

    def think(game: AnyGame, log: Observations, view: View[Any, Any]) -> Thought:
        found = liking(lay)(game, log, view)
        first, *others = found.choices
        return Thought((first, *(RatedAction(other.action, 2, 0.0) for other in others)), found.simulations)

    advice = advise(game, log, view, think)
    assert isinstance(advice, SearchedAdvice)
    assert [choice.action for choice in advice.choices] == [lay]


def test_advice_brings_no_compiler_to_who_reads_it() -> None:
    exact = pickle.dumps(rubik("AbAB/aBbA/.a.A/bAba flip"))
    assert pickle.loads(exact) == rubik("AbAB/aBbA/.a.A/bAba flip")
    for module in (b"numpy", b"rowdy.search"):
        assert module not in exact
