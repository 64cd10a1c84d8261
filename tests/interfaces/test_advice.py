"""Advice in words: as people type, and as people click."""

from __future__ import annotations

import pytest

from rowdy.interfaces.advice import advised_moves, say_advice
from rowdy.interfaces.describe import Describer
from rowdy.interfaces.languages import languages
from rowdy.interfaces.words import Words
from rowdy.play.hints import ExactAdvice, ExactChoice, Forced, SearchedAdvice
from rowdy.rules.game import Move
from rowdy.search.python_search import RatedAction
from tests.worlds import AWKWARD, GAMES, PRINTED, players, random_states


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", [*PRINTED, *AWKWARD])
def test_every_move_has_words(name: str, language: str) -> None:
    game = GAMES[name]
    describer = Describer(Words(language), game, players(game), 0)
    said: dict[str, str] = {}
    for state in random_states(name, 1):
        turn = game.turn(state)
        for action in game.legal(state, turn.seat) if isinstance(turn, Move) else ():
            said[str(action)] = describer.move(action)
    assert len(set(said.values())) == len(said), "each move has words of its own"
    assert not any("@" in words for words in said.values())


def test_a_searched_hint_is_told_as_its_reader_plays() -> None:
    game = GAMES["xoxo-de-2"]
    describer = Describer(Words(), game, players(game), 0)
    choices = tuple(
        RatedAction(game.parse_action(move), 9, value) for move, value in (("own@c3", 0.6), ("draw@c3", 0.5))
    )
    advice = SearchedAdvice(choices, keep=("red",))
    assert say_advice(describer, advice, typed=True) == [
        "Hint: own@c3. Your chances after it: about 60 %.",
        "Next best: draw@c3 (50 %).",
        "Better keep red to yourself for now: type hold red first.",
    ]
    assert say_advice(describer, advice, typed=False) == [
        "Hint: lay the top tile of your pile on c3.",
        "Your chances after it: about 60\N{NO-BREAK SPACE}%.",
        "Next best: lay the top tile of the draw pile on c3 (50\N{NO-BREAK SPACE}%).",
        "Better keep red to yourself for now: set it to “secret” first.",
    ]
    assert advised_moves(advice) == ["own@c3", "draw@c3"]


def test_an_exact_hint_is_told_as_its_reader_plays() -> None:
    game = GAMES["rubik-de-2"]
    describer = Describer(Words(), game, players(game), 0)
    turn = tuple(map(game.parse_action, ("b3-b4", "A@d1")))
    advice = ExactAdvice((ExactChoice(turn, "win", 1),), alone=False)
    assert say_advice(describer, advice, typed=True) == ["Hint: b3-b4 A@d1. It wins at once."]
    assert say_advice(describer, advice, typed=False) == [
        "Hint: flip the stone from b3 to b4, place a blue X on d1.",
        "It wins at once.",
    ]
    assert advised_moves(advice) == ["b3-b4"]
    assert say_advice(describer, Forced(turn[1]), typed=False) == ["Only one move is possible: place a blue X on d1."]
