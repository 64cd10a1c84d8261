"""What the search does in a game of which only the rules are known."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from rowdy.play.bots.levels import SearchBot
from rowdy.play.bots.registry import bot
from rowdy.play.hints import advise, searcher
from rowdy.rules.game import AnyGame, Facts, GameError, InvalidSetup, Move, Over
from rowdy.search.catalog import search_kit
from rowdy.search.compilation import KERNEL_CACHE, can_search, part_of
from rowdy.search.kit import SearchKit
from rowdy.search.mcts import kernel_of
from rowdy.search.perft import Perft
from tests.visiting_games import HOP, NIM, Nim
from tests.worlds import GAMES, SMALL


class Blind(Nim):
    """A game that claims to hide something, with nobody who could draw worlds for it."""

    facts: Facts = replace(Nim.facts, hidden=True)


HOPPING, NIMMING = HOP.rules.make_default(), NIM.rules.make_default()
BLIND: AnyGame = Blind(NIM.rules.editions[0])


@pytest.mark.parametrize("game", [HOPPING, NIMMING], ids=["hop", "nim"])
def test_without_compiled_rules_nothing_is_compiled_or_searched(game: AnyGame) -> None:
    kit = search_kit(game)
    assert type(kit) is SearchKit
    assert (kit.part, kit.compiled(game), kit.solved(game)) == (None, False, False)
    assert (part_of(game), can_search(game), KERNEL_CACHE.ready(game)) == (None, False, False)
    for ask in (kit.kernel, lambda: kit.oracle(game)):
        with pytest.raises(LookupError):
            ask()
    with pytest.raises(ValueError, match=f"no kernel knows this game of {game.edition.game}"):
        kernel_of(game)


@pytest.mark.parametrize("game", [HOPPING, NIMMING], ids=["hop", "nim"])
def test_where_nothing_is_hidden_there_is_one_world(game: AnyGame) -> None:
    kit, view = search_kit(game), game.view(game.start(), 0)
    assert kit.samples(game)
    assert kit.sample_world(game, view, Random(1)) == game.start()
    belief = kit.believe(game, (), view, 0, True)
    assert (len(belief.worlds), belief.cumulative_weights.tolist()) == (1, [1])
    assert kit.canonical(game, view.state) == view.state
    assert not kit.ends_turn(game, view.state)


def test_a_game_with_hidden_cards_is_not_taken_for_an_open_one() -> None:
    kit, view = search_kit(BLIND), BLIND.view(BLIND.start(), 0)
    assert not kit.samples(BLIND)
    asked: list[Any] = [
        lambda: kit.sample_world(BLIND, view, Random(1)),
        lambda: kit.believe(BLIND, (), view, 0, True),
        lambda: advise(BLIND, (), view, searcher(10)),
    ]
    for ask in asked:
        with pytest.raises(InvalidSetup) as caught:
            ask()
        assert (caught.value.code, caught.value.details) == ("no-sampling", {"game": "nim"})


def test_a_kit_that_draws_worlds_need_not_say_so() -> None:
    class Draws(SearchKit[Any]):
        def sample_world(self, game: Any, view: Any, rng: Random, log: Any = None) -> Any:
            return game.start()

    assert Draws().samples(BLIND)
    assert not SearchKit[Any]().samples(BLIND)


@pytest.mark.parametrize("name", ["medium", "strong", "mcts"])
def test_bots_that_need_worlds_do_not_play_where_none_can_be_drawn(name: str) -> None:
    assert isinstance(bot(name, NIMMING), SearchBot)
    with pytest.raises(GameError) as caught:
        bot(name, BLIND)
    assert caught.value.code == "bot-game"
    assert {"random", "greedy"} <= set(str(caught.value.details["known"]).split(", "))


@pytest.mark.parametrize("game", [HOPPING, NIMMING], ids=["hop", "nim"])
def test_bots_that_search_think_with_the_rules_alone(game: AnyGame) -> None:
    state, rng, player = game.start(), Random(1), bot("mcts:sims=60", game)
    while isinstance(turn := game.turn(state), Move):
        state = game.play(state, turn.seat, player.choose(game, (), game.view(state, turn.seat), rng))
    assert isinstance(game.turn(state), Over)


def test_counts_without_symmetries_are_those_of_the_rules() -> None:
    counts = [Perft(NIMMING).turns(NIMMING.start(), depth) for depth in range(4)]
    assert counts == [1, 12, sum(range(1, 13)), sum(left - 1 for took in range(1, 13) for left in range(1, 14 - took))]


@pytest.mark.parametrize("name", GAMES)
def test_our_own_games_have_kits_that_know_their_worlds(name: str) -> None:
    game = GAMES[name]
    assert search_kit(game).samples(game)
    assert search_kit(game).solved(game) == (game.edition.game in ("rubik", "xoxo2") and name not in SMALL)
