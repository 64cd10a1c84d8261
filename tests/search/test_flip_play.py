"""The flip games as the tree search plays them are those of the rules, move by move."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from rowdy.play.bots import greedy
from rowdy.rules.flip import FlipGame
from rowdy.rules.flip_state import Part, State, Stones
from rowdy.search.kernels import bits, flip_play, move_features
from rowdy.search.kernels.chance import below, make_rng
from rowdy.search.kernels.flip_play import END, LAID, PART, PLACE, Array
from rowdy.search.kernels.jit import COMPILED
from rowdy.search.kernels.move_features import FEATURES
from tests.quick import first_quick
from tests.search.driver import SideBySide, compare_games, listed
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


def compare(game: FlipGame, state: State) -> None:
    """The array tells what is due as the rules do, and every move leads to the same state."""
    both, rules = SideBySide(game, state, random.Random(0)), flip_play.rules_of(game)
    both.check()
    legal = game.legal(state, state.mover)
    moves = [flip_play.nth_move(rules, both.array, n) for n in range(len(legal) + 1)]
    if legal:
        assert sorted(moves[:-1]) == sorted(map(game.action_id, legal))
        assert moves[-1] == -1
    else:
        assert listed(game, both.array) == []
    for action in legal:
        after, number = both.array.copy(), game.action_id(action)
        assert flip_play.play(rules, after, number, make_rng(0)) == number + 1
        assert after.tolist() == flip_play.load(game, game.play(state, state.mover, action)).tolist()


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
    assert all(map(flip_play.fits, FLIP_GAMES.values()))
    assert not flip_play.fits(flip_game("rubik width=5 height=4"))
    assert not flip_play.fits(GAMES["djeco-it-2"])


# Playing to the end


def state_in(game: FlipGame, array: Array) -> State:
    return game.state(Stones(*array[:4].tolist()), Part.PLACE if array[PART] == PLACE else Part.FLIP)


@pytest.mark.long
@every_game
def test_random_playouts_draw_from_all_legal_moves_alike(name: str) -> None:
    """The same moves result from drawing a number below that of the legal moves, time and again."""
    game = FLIP_GAMES[name]
    rules = flip_play.rules_of(game)
    for seed in range(30):
        rng, other, moves = make_rng(seed), make_rng(seed), 0
        start = flip_play.load(game, at_random(random.Random(seed), game, seed % (2 * game.sizes.stones)))
        played, stepped = start.copy(), start.copy()
        while listed(game, stepped):
            move = flip_play.nth_move(rules, stepped, below(other, len(listed(game, stepped))))
            flip_play.apply(rules, stepped, move)
            moves += 1
        assert flip_play.random_playout(rules, played, rng) == moves
        assert played.tolist() == stepped.tolist()
        assert rng == other


@pytest.mark.long
@every_game
def test_games_are_finished_by_the_rules(name: str) -> None:
    game = FLIP_GAMES[name]
    rules = flip_play.rules_of(game)
    for seed in range(30):
        state = flip_play.load(game, at_random(random.Random(seed), game, seed % (2 * game.sizes.stones)))
        before = state.copy()
        flip_play.playout(rules, state, make_rng(seed))
        assert state[END]
        assert state[LAID] >= before[LAID]
        assert state.tolist() == flip_play.load(game, state_in(game, state)).tolist()


def ends_of(game: FlipGame, state: State) -> set[tuple[int, ...] | None]:
    """Who wins by each of the legal moves; `None` where the game goes on."""
    outcomes = [game.play(state, state.mover, action).outcome for action in game.legal(state, state.mover)]
    return {outcome.winners if outcome else None for outcome in outcomes}


@pytest.mark.parametrize("variant", first_quick(["rubik", "rubik both_rows=mover", "xoxo2"]))
def test_a_win_at_hand_is_taken(variant: str) -> None:
    game, wins = flip_game(variant), 0
    for seed in range(300):
        state = going_on(random.Random(f"{variant} {seed}"), game, 8 + seed % 7)
        if (state.mover,) in ends_of(game, state):
            loaded = flip_play.load(game, state)
            flip_play.playout(flip_play.rules_of(game), loaded, make_rng(seed))
            assert loaded[END] == 1 + state.mover
            wins += 1
    assert wins > 10


@pytest.mark.long
@pytest.mark.parametrize("variant", ["rubik", "xoxo2"])
def test_a_move_that_loses_at_once_is_shunned(variant: str) -> None:
    """A flip, where there are others: far fewer games end so than with random moves."""
    game, lost = flip_game(variant), {flip_play.playout: 0, flip_play.random_playout: 0}
    for seed in range(1200):
        state = going_on(random.Random(f"{variant} {seed}"), game, 8 + seed % 7)
        seat, loaded = state.mover, flip_play.load(game, state)
        if state.part is Part.FLIP and {(1 - seat,), None} <= (ends := ends_of(game, state)) and (seat,) not in ends:
            for playout in lost:
                played = loaded.copy()
                playout(flip_play.rules_of(game), played, make_rng(seed))
                lost[playout] += played[END] == 2 - seat and played[LAID] == loaded[LAID]
    assert 3 * lost[flip_play.playout] < lost[flip_play.random_playout], lost


# At first sight


@every_game
def test_moves_are_seen_as_greedy_sees_them(name: str) -> None:
    game, seen = FLIP_GAMES[name], set[int]()
    rules = flip_play.rules_of(game)
    for seed in range(25):
        state = going_on(random.Random(seed), game, seed % (2 * game.sizes.stones))
        view: Any = game.view(state, state.mover)
        loaded = flip_play.load_view(game, view)
        moves = np.array(listed(game, loaded))
        found, ratings = np.zeros((len(moves), FEATURES), np.int64), np.zeros(len(moves))
        flip_play.features(rules, loaded, moves, len(moves), found)
        expected = [greedy.rate(game, view, state.mover, game.actions[move]) for move in moves]
        assert list(map(tuple, found.tolist())) == expected
        seen |= {rating.completed for rating in expected}
        flip_play.policy_logits(rules, loaded, moves, len(moves), ratings)
        for rating, (completed, built, denied) in zip(ratings.tolist(), expected, strict=True):
            if abs(completed) == move_features.DECIDED:
                assert rating == move_features.WIN_LOGIT * (1 if completed > 0 else -1)
            else:
                plain = (
                    move_features.COMPLETED_WEIGHT * completed
                    + move_features.BUILT_WEIGHT * built
                    + move_features.DENIED_WEIGHT * denied
                )
                assert rating == pytest.approx(plain)
    assert {0, move_features.DECIDED} <= seen


def test_nothing_is_hidden() -> None:
    game = flip_game("rubik")
    loaded = flip_play.load(game, game.start())
    before = loaded.tolist()
    flip_play.determinise(flip_play.rules_of(game), loaded, np.zeros(1, np.int64))
    assert loaded.tolist() == before
    assert flip_play.private_key(flip_play.rules_of(game), loaded, 0) == 0
