"""What strong players know of the flip games without the solution: the early layers, and what is decided in sight."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rowdy.rules.flip import FlipGame, State
from rowdy.rules.game import Move
from rowdy.search.catalog import search_kit
from rowdy.search.oracle import Value
from rowdy.search.perfect import prober
from tests.search.support import flip_game

CORNERS = {"a1", "a4", "d1", "d4"}


def positions(game: FlipGame, seed: int) -> list[State]:
    """All positions of a random game in which somebody is to move."""
    state, rng, found = game.start(), Random(seed), list[State]()
    while isinstance(turn := game.turn(state), Move):
        found.append(state)
        state = game.play(state, turn.seat, rng.choice(game.legal(state, turn.seat)))
    return found


def sound(game: FlipGame, state: State) -> set[Any]:
    return set(search_kit(game).sound_actions(game, game.view(state, state.mover)))


@pytest.mark.parametrize("game_id", ["rubik", "xoxo2"])
def test_the_first_stone_goes_to_a_corner(game_id: str) -> None:
    game = flip_game(game_id)
    assert {action.square for action in sound(game, game.start())} == CORNERS


@pytest.mark.parametrize("game_id", ["rubik", "xoxo2"])
def test_nothing_is_given_away_while_the_layers_are_known_and_near_the_end(game_id: str) -> None:
    game = flip_game(game_id)
    for seed in range(4):
        for state in positions(game, seed):
            if state.laid <= 6 or state.laid >= 12:
                rated = prober(game).probe(state).turns
                keeps = {turn.actions[0] for turn in rated if turn.verdict.value is rated[0].verdict.value}
                assert sound(game, state) <= keeps


@pytest.mark.parametrize("game_id", ["rubik", "xoxo2"])
def test_what_is_left_out_in_between_was_worse(game_id: str) -> None:
    """A turn is left out only if it was proved to lose, or if another was proved to win."""
    game = flip_game(game_id)
    for state in (state for seed in range(3) for state in positions(game, seed) if 8 <= state.laid <= 10):
        rated = prober(game).probe(state).turns
        kept = sound(game, state)
        best = {turn.actions[0] for turn in rated if turn.verdict == rated[0].verdict}
        assert kept & {turn.actions[0] for turn in rated if turn.verdict.value is rated[0].verdict.value}
        if rated[0].verdict.value is Value.WIN and rated[0].verdict.distance == 1:
            assert kept <= best
