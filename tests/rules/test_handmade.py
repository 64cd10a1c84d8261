"""Actions, errors and games made by hand: only what `legal` lists is accepted, and values survive a pickle."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

import rowdy
from rowdy.rules import djeco_state, flip_state, xoxo_state
from rowdy.rules.cards import GREEN, HIDDEN, YELLOW, Colour, DjecoCard
from rowdy.rules.catalog import CATALOG
from rowdy.rules.game import IllegalMove, InvalidDeck, InvalidMove, InvalidSetup
from rowdy.rules.tiles import CARD, TILE, TILES, ObjectiveCard, Tile

DJECO = "...../...../..r7../...../..... r1,y,g/b1,b2,b3 - 0:0 play 1 1"
XOXO = "...../...../.rcwrcsrcg./...../..... - 11bcj/11gsj/23ycj red,circle,joy/blue,square,wink show 1 d3 ./."


@pytest.mark.parametrize(
    ("game_id", "rulings", "position", "action"),
    [
        ("rubik", {}, "..../..../..../.... place", flip_state.Place("", "a1")),
        ("rubik", {}, "..../..../..../.... place", flip_state.Place("AB", "a1")),
        ("rubik", {}, "..../..../..../.... place", flip_state.Place("Z", "a1")),
        ("rubik", {}, "..../..../..../.... place", flip_state.Place("A", "z1")),
        ("rubik", {}, "..../.B../..Bb/.... flip", flip_state.Flip("b3", "z9")),
        ("djeco", {}, DJECO, djeco_state.Lay(YELLOW, "c4")),
        ("djeco", {}, DJECO, djeco_state.Lay(GREEN, "c4")),
        ("djeco", {}, DJECO, djeco_state.Lay(HIDDEN, "c4")),
        ("djeco", {}, DJECO, djeco_state.Green("a1", "b1")),
        ("djeco", {}, DJECO, djeco_state.Yellow("c3", 1)),
        ("djeco", {"yellow": "some"}, DJECO, djeco_state.Yellow("c3", 0)),
        ("djeco", {"yellow": "some"}, DJECO, djeco_state.Yellow("c3", -1)),
        ("djeco", {"yellow": "some"}, DJECO, djeco_state.Yellow("c3", 2)),
        ("djeco", {"yellow": "some"}, DJECO, djeco_state.Yellow("c3")),
        ("xoxo", {}, XOXO, xoxo_state.Reveal((CARD["circle"], CARD["red"]))),
        ("xoxo", {}, XOXO, xoxo_state.Reveal((CARD["red"], CARD["red"]))),
        ("xoxo", {}, XOXO, xoxo_state.Reveal((CARD["?colour"],))),
    ],
)
def test_an_action_that_is_not_listed_is_refused(
    game_id: str, rulings: dict[str, str], position: str, action: Any
) -> None:
    game = rowdy.game(game_id, rulings=rulings)
    state = game.parse_state(position)
    seat = 1 if "Bb" in position else 0
    assert game.legal(state, seat)
    assert action not in game.legal(state, seat)
    with pytest.raises(IllegalMove):
        game.play(state, seat, action)


@pytest.mark.parametrize("game_id", CATALOG)
def test_games_states_and_actions_survive_a_pickle(game_id: str) -> None:
    game = pickle.loads(pickle.dumps(rowdy.game(game_id)))
    assert game.options == rowdy.game(game_id).options
    assert game.facts == rowdy.game(game_id).facts
    for action in (*game.actions, *game.chances):
        assert pickle.loads(pickle.dumps(action)) is copy.deepcopy(action) is action
    state = game.start()
    assert copy.deepcopy(state) == pickle.loads(pickle.dumps(state)) == state


def test_equal_material_is_one_object() -> None:
    assert DjecoCard(Colour.RED, 7) is DjecoCard(Colour.RED, 7)
    assert copy.deepcopy(DjecoCard(Colour.RED, 7)) is DjecoCard(Colour.RED, 7)
    assert Tile(0, 1, 2) is TILES[6] is TILE["rss"]
    assert pickle.loads(pickle.dumps(TILE["rss"])) is TILE["rss"]
    assert copy.deepcopy(CARD["red"]) is CARD["red"] is ObjectiveCard(CARD["red"].kind, 0)


def test_equal_actions_are_one_object() -> None:
    own, draw = (xoxo_state.Lay(source, "c3") for source in xoxo_state.Source)
    assert own is xoxo_state.Lay(square="c3", source=xoxo_state.Source.OWN) is not draw
    assert xoxo_state.Reveal(()) is xoxo_state.Reveal(()) is not xoxo_state.Reveal((CARD["red"],))
    assert djeco_state.Yellow("c3") is djeco_state.Yellow("c3", None) is not djeco_state.Yellow("c3", 1)
    assert djeco_state.Pass() is djeco_state.Pass()
    assert flip_state.Flip("a1", "a2") is flip_state.Flip("a1", "a2") is not flip_state.Flip("a2", "a1")


def test_errors_survive_a_pickle() -> None:
    error = pickle.loads(pickle.dumps(InvalidMove("unreadable-move", text="x")))
    assert isinstance(error, InvalidMove)
    assert (error.code, error.details) == ("unreadable-move", {"text": "x"})
    assert str(error) == "unreadable-move (text=x)"


def test_a_deck_goes_only_with_its_ruling() -> None:
    numbers = list(range(1, 19))
    assert rowdy.game("djeco", deck=numbers, rulings={"numbers": "custom"}).options["numbers"] == "custom"
    with pytest.raises(InvalidSetup):
        rowdy.game("djeco", deck=numbers, rulings={"numbers": "1-6x3"})
    with pytest.raises(InvalidDeck, match="mydeck"):
        rowdy.game("xoxo", deck="mydeck.txt")
