"""The flip games as the tree search plays them are those of the rules, move by move."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import numpy as np
import pytest

from rowdy.play import greedy
from rowdy.rules.flip import FlipGame, Part, State
from rowdy.rules.game import Move, Over
from rowdy.search.kernels import bits, flip_play, games
from rowdy.search.kernels.chance import below, make_rng
from rowdy.search.kernels.flip_play import END, FEATURES, LAID, PART, PLACE, Array, Rules
from rowdy.search.kernels.jit import COMPILED
from tests.search.support import BOTH_BY_A_FLIP, at_random, flip_game, going_on
from tests.worlds import GAMES

pytestmark = pytest.mark.skipif(not COMPILED, reason="the tree search runs on Numba only")

FLIP_GAMES = {name: game for name, game in GAMES.items() if isinstance(game, FlipGame)}
every_game = pytest.mark.parametrize("name", FLIP_GAMES)
BOARDS = (
    "..../..../..../.... place",
    "AAA./..../..../.aaa flip",
    "AAA./aaa./..../.... place",
    "aAaA/AaAa/aAaA/A... flip",
    "BAab/aBAb/BbaA/A..a flip",
    ".AaB/aBbA/AaBb/bAa. place",
    *BOTH_BY_A_FLIP,
)


@cache
def rules_of(game: FlipGame) -> Rules:
    return flip_play.rules_of(game)


def listed(rules: Rules, state: Array) -> list[int]:
    moves = np.zeros(64, np.int64)
    return list(moves[: flip_play.legal(rules, state, moves)].tolist())


def shares_of(rules: Rules, state: Array) -> list[float]:
    shares = np.full(games.SEATS, 9.0)
    flip_play.result(rules, state, shares)
    return shares.tolist()


def compare(game: FlipGame, state: State) -> None:
    """The array tells what is due as the rules do, and every move leads to the same state."""
    rules, turn, loaded = rules_of(game), game.turn(state), flip_play.load(game, state)
    if isinstance(turn, Over):
        winners = turn.outcome.winners
        assert flip_play.actor(rules, loaded) == games.OVER
        assert listed(rules, loaded) == []
        assert shares_of(rules, loaded) == [float(seat in winners) if winners else 0.5 for seat in (0, 1)] + [0, 0]
        return
    assert isinstance(turn, Move)
    assert flip_play.actor(rules, loaded) == turn.seat
    moves, legal = listed(rules, loaded), game.legal(state, turn.seat)
    assert sorted(moves) == sorted(flip_play.code_of(game, action) for action in legal)
    assert sorted(moves) == sorted(flip_play.nth_move(rules, loaded, n) for n in range(len(moves)))
    assert flip_play.nth_move(rules, loaded, len(moves)) == -1
    for action in legal:
        after, code = loaded.copy(), flip_play.code_of(game, action)
        assert flip_play.action_of(game, code) == action
        assert flip_play.play(rules, after, code, make_rng(0)) == code + 1
        assert after.tolist() == flip_play.load(game, game.play(state, turn.seat, action)).tolist()


def compare_games(game: FlipGame, number: int) -> int:
    """Random games in the rules and in the kernel, step by step; returns the steps."""
    rules, steps = rules_of(game), 0
    for seed in range(number):
        rng, state = random.Random(seed), game.start()
        loaded = flip_play.load(game, state)
        while isinstance(turn := game.turn(state), Move):
            legal = game.legal(state, turn.seat)
            assert flip_play.actor(rules, loaded) == turn.seat
            assert sorted(listed(rules, loaded)) == sorted(map(game.action_id, legal))
            action = rng.choice(legal)
            state = game.play(state, turn.seat, action)
            flip_play.apply(rules, loaded, game.action_id(action))
            assert loaded.tolist() == flip_play.load(game, state).tolist()
            steps += 1
        compare(game, state)
    return steps


@every_game
def test_random_games_go_through_both(name: str) -> None:
    assert compare_games(FLIP_GAMES[name], 20) > 100


@every_game
def test_any_board_goes_through_both(name: str) -> None:
    game = FLIP_GAMES[name]
    for seed in range(60):
        rng = random.Random(seed)
        compare(game, at_random(rng, game, rng.randint(0, 2 * game.sizes.stones)))


@pytest.mark.parametrize("variant", ["rubik", "rubik both_rows=mover", "rubik both_rows=opponent", "xoxo2"])
@pytest.mark.parametrize("text", BOARDS)
def test_boards_made_by_hand_go_through_both(variant: str, text: str) -> None:
    game = flip_game(variant)
    compare(game, game.parse_state(text))


def test_bits_of_a_set_are_counted_and_found_by_their_number() -> None:
    rng = random.Random(2)
    for size in (4, 16, 25, 38, 64):
        for _ in range(50):
            mask = rng.getrandbits(size) | 1 << rng.randrange(size)
            places = [i for i in range(size) if mask >> i & 1]
            signed = mask - (1 << 64) if mask >> 63 else mask
            assert bits.count(signed) == len(places)
            assert bits.lowest(signed) == places[0]
            assert [bits.nth(signed, n) for n in range(len(places))] == places


def test_boards_that_are_too_large_are_declined() -> None:
    assert all(map(flip_play.plays, FLIP_GAMES.values()))
    assert not flip_play.plays(flip_game("rubik width=5 height=4"))
    assert not flip_play.plays(GAMES["djeco-it-2"])


# Playing to the end


def state_in(array: Array) -> State:
    a, b, c, d = array[:4].tolist()
    return State((a, b, c, d), Part.PLACE if array[PART] == PLACE else Part.FLIP)


@every_game
def test_random_playouts_draw_from_all_legal_moves_alike(name: str) -> None:
    """The same moves result from drawing a number below that of the legal moves, time and again."""
    game = FLIP_GAMES[name]
    rules = rules_of(game)
    for seed in range(30):
        rng, other, moves = make_rng(seed), make_rng(seed), 0
        start = flip_play.load(game, at_random(random.Random(seed), game, seed % (2 * game.sizes.stones)))
        played, stepped = start.copy(), start.copy()
        while listed(rules, stepped):
            move = flip_play.nth_move(rules, stepped, below(other, len(listed(rules, stepped))))
            flip_play.apply(rules, stepped, move)
            moves += 1
        assert flip_play.random_playout(rules, played, rng) == moves
        assert played.tolist() == stepped.tolist()
        assert rng == other


@every_game
def test_games_are_finished_by_the_rules(name: str) -> None:
    game = FLIP_GAMES[name]
    rules = rules_of(game)
    for seed in range(30):
        state = flip_play.load(game, at_random(random.Random(seed), game, seed % (2 * game.sizes.stones)))
        before = state.copy()
        flip_play.finish(rules, state, make_rng(seed))
        assert state[END]
        assert state[LAID] >= before[LAID]
        assert state.tolist() == flip_play.load(game, state_in(state)).tolist()


def ends_of(game: FlipGame, state: State) -> set[tuple[int, ...] | None]:
    """Who wins by each of the legal moves; `None` where the game goes on."""
    outcomes = [game.outcome(game.play(state, state.mover, action)) for action in game.legal(state, state.mover)]
    return {outcome.winners if outcome else None for outcome in outcomes}


@pytest.mark.parametrize("variant", ["rubik", "rubik both_rows=mover", "xoxo2"])
def test_a_win_at_hand_is_taken(variant: str) -> None:
    game, wins = flip_game(variant), 0
    for seed in range(300):
        state = going_on(random.Random(f"{variant} {seed}"), game, 8 + seed % 7)
        if (state.mover,) in ends_of(game, state):
            loaded = flip_play.load(game, state)
            flip_play.finish(rules_of(game), loaded, make_rng(seed))
            assert loaded[END] == 1 + state.mover
            wins += 1
    assert wins > 10


@pytest.mark.parametrize("variant", ["rubik", "xoxo2"])
def test_a_move_that_loses_at_once_is_shunned(variant: str) -> None:
    """A flip, where there are others: far fewer games end so than with random moves."""
    game, lost = flip_game(variant), {flip_play.finish: 0, flip_play.random_playout: 0}
    for seed in range(1200):
        state = going_on(random.Random(f"{variant} {seed}"), game, 8 + seed % 7)
        seat, loaded = state.mover, flip_play.load(game, state)
        if state.part is Part.FLIP and {(1 - seat,), None} <= (ends := ends_of(game, state)) and (seat,) not in ends:
            for playout in lost:
                played = loaded.copy()
                playout(rules_of(game), played, make_rng(seed))
                lost[playout] += played[END] == 2 - seat and played[LAID] == loaded[LAID]
    assert 3 * lost[flip_play.finish] < lost[flip_play.random_playout], lost


# At first sight


@every_game
def test_moves_are_seen_as_greedy_sees_them(name: str) -> None:
    game, seen = FLIP_GAMES[name], set[int]()
    rules = rules_of(game)
    for seed in range(25):
        state = going_on(random.Random(seed), game, seed % (2 * game.sizes.stones))
        view: Any = game.view(state, state.mover)
        loaded = flip_play.load_view(game, view)
        moves = np.array(listed(rules, loaded))
        found, ratings = np.zeros((len(moves), FEATURES), np.int64), np.zeros(len(moves))
        flip_play.features(rules, loaded, moves, len(moves), found)
        expected = [greedy.rate(game, view, state.mover, flip_play.action_of(game, move)) for move in moves]
        assert list(map(tuple, found.tolist())) == expected
        seen |= {rating.completed for rating in expected}
        flip_play.rate(rules, loaded, moves, len(moves), ratings)
        for rating, (completed, built, denied) in zip(ratings.tolist(), expected, strict=True):
            if abs(completed) == flip_play.SURE:
                assert rating == flip_play.A_WIN * (1 if completed > 0 else -1)
            else:
                plain = flip_play.A_LINE * completed + flip_play.A_BUILT * built + flip_play.A_DENIED * denied
                assert rating == pytest.approx(plain)
    assert {0, flip_play.SURE} <= seen


def test_nothing_is_hidden() -> None:
    game = flip_game("rubik")
    loaded = flip_play.load(game, game.start())
    before = loaded.tolist()
    flip_play.settle(rules_of(game), loaded, np.zeros(1, np.int64))
    assert loaded.tolist() == before
    assert flip_play.private(rules_of(game), loaded, 0) == 0
