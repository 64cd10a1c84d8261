"""What strong players know of the flip games without the solution: the early layers, and what is decided in sight."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rowdy.rules.flip import FlipGame
from rowdy.rules.flip_state import State
from rowdy.rules.game import Event, Move
from rowdy.rules.observation_log import ObservationLog
from rowdy.search.catalog import search_kit
from rowdy.search.kits.flip import OPENING_STONES
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


def sound(game: FlipGame, state: State, thorough: bool = False) -> set[Any]:
    return set(search_kit(game).sound_actions(game, game.view(state, state.mover), thorough=thorough))


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
def test_who_is_thorough_gives_nothing_away_from_the_ninth_stone_on(game_id: str) -> None:
    game = flip_game(game_id)
    for state in (state for seed in range(3) for state in positions(game, seed) if state.laid == 9):
        rated = prober(game).probe(state).turns
        keeps = {turn.actions[0] for turn in rated if turn.verdict.value is rated[0].verdict.value}
        assert sound(game, state, thorough=True) <= keeps


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


@pytest.mark.parametrize("game_id", ["rubik", "xoxo2"])
def test_an_opening_is_told_by_its_first_four_stones_however_they_are_turned(game_id: str) -> None:
    game, numbers = flip_game(game_id), set[float]()
    kit = search_kit(game)
    for seed in range(12):
        states = [state for state in positions(game, seed) if state.laid >= OPENING_STONES]
        if states:
            opening = states[0]
            number = kit.opening_number(game, ObservationLog((), opening))
            assert number == kit.opening_number(game, ObservationLog((), kit.canonical(game, opening)))
            assert number is not None
            assert 0 < number <= 1
            numbers.add(number)
    assert len(numbers) > 6


def test_the_number_of_an_opening_stays_for_the_whole_game() -> None:
    game, rng, events = flip_game("rubik"), Random(2), list[Event[object]]()
    state, numbers = game.start(), list[float | None]()
    while isinstance(turn := game.turn(state), Move):
        action = rng.choice(game.legal(state, turn.seat))
        events.append(Event(turn.seat, action))
        state = game.play(state, turn.seat, action)
        number = search_kit(game).opening_number(game, tuple(events))
        assert (number == 1.0) == (state.laid < OPENING_STONES)
        numbers.append(number)
    assert len(set(numbers)) == 2
