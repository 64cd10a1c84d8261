"""Djeco's Tic Tac Toe in the kernels is that of the rules, move by move and card by card."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest

import rowdy
from rowdy.play.bots import greedy
from rowdy.rules.djeco import KIT, DjecoGame
from rowdy.rules.djeco_state import Sizes, State
from rowdy.rules.game import CHANCE, AnyGame, Chance, Move, Over
from rowdy.search.kernels import djeco, djeco_moves, djeco_play, djeco_policy, games, move_features
from rowdy.search.kernels.chance import below, make_rng
from rowdy.search.kernels.djeco_state import (
    CARDS,
    DECK,
    DRAWS,
    END,
    HANDS,
    HELD,
    MAX_CARD_KINDS,
    PLAYED,
    UNKNOWN,
    Array,
)
from rowdy.search.kernels.jit import COMPILED
from rowdy.search.kernels.move_features import DECIDED, FEATURES
from tests.quick import first_quick
from tests.rules.support import CARDS as ALL_CARDS
from tests.rules.support import djeco as position
from tests.rules.support import lattice, nine
from tests.search.driver import SideBySide, listed
from tests.worlds import GAMES

pytestmark = pytest.mark.skipif(not COMPILED, reason="the tree search runs on Numba only")

MAKER: dict[str, AnyGame] = {
    "djeco-maker": rowdy.game("djeco", rulings={"scorer": "maker"}),
    "djeco-maker-some": rowdy.game("djeco", edition="sv", rulings={"scorer": "maker", "lines": "one"}, starter=1),
    "djeco-maker-recycle": rowdy.game("djeco", rulings={"scorer": "maker", "discard": "recycle", "target": "12"}),
}
DJECO_GAMES = {name: game for name, game in (GAMES | MAKER).items() if isinstance(game, DjecoGame)}
PRINTED_SIZES = {name: game for name, game in DJECO_GAMES.items() if game.sizes == Sizes()}
every_game = pytest.mark.parametrize("name", DJECO_GAMES)


def same(first: Array, second: Array) -> bool:
    return bool((djeco.tidy(first) == djeco.tidy(second)).all())


def shares_of(game: DjecoGame, state: Array) -> list[float]:
    shares = np.full(games.MAX_SEATS, 9.0)
    djeco.result(djeco.rules_of(game), state, shares)
    return list(shares.tolist())


# The rules and the kernel side by side


def compare_from(game: AnyGame, state: State, rng: random.Random) -> int:
    return SideBySide(game, state, rng).play_out()


@every_game
def test_random_games_go_through_both(name: str) -> None:
    """The deal goes through both, too."""
    game = DJECO_GAMES[name]
    assert sum(compare_from(game, game.start(), random.Random(seed)) for seed in range(12)) > 60


RULINGS = {ruling.name: ruling.options for ruling in KIT.rulings if ruling.name not in ("target", "numbers")}


@pytest.mark.parametrize("numbers", ["1-9x2", "1-6x3"])
@pytest.mark.parametrize("target", first_quick(["5", "1", "12"]))
def test_every_combination_of_rulings_goes_through_both(numbers: str, target: str) -> None:
    for options in product(*RULINGS.values()):
        rulings = {"numbers": numbers, "target": target} | dict(zip(RULINGS, map(str, options), strict=True))
        game = rowdy.game("djeco", rulings=rulings)
        compare_from(game, game.start(), random.Random(str(rulings)))


EMPTY = lattice({})
CROSS = lattice({"b3": "r1", "d3": "r2", "c2": "r3", "c4": "r4", "c3": "_"})
RING = lattice(nine("r1 r2 r3 r4 _ r6 r7 r8 r9"))
RECYCLE = {"discard": "recycle"}
WORN, LATE = lattice(nine("_ r4 _ r1 _ r2 _ r3 _")), "r1 r2 r3 r4 r6 r9 b1 b2 b3 b3 b4 b4 y".split()
"""A cross and a deck at 11:12: there were blue corners, too, and red and blue cards in turn in the middle."""


@pytest.mark.parametrize(
    ("rulings", "text"),
    [
        ({"target": "12"}, f"{RING} r5/y b9,y 4:0 play 10 1"),
        ({"scorer": "maker"}, f"{RING} b5/r5 b8,b8,y 2:2 play 11 2"),
        ({"scorer": "maker"}, position(WORN, "b5,y/r5,g", "2", "11:12", deck=LATE)),
        ({"lines": "one"}, f"{RING} r5/y b8,b8,y 2:0 play 11 2"),
        ({}, position(WORN, "r5,b5/y,g", "1", "11:12", deck=LATE)),
        ({"target": "1"}, f"{CROSS} r5/r6 b7,b8,b8,b9,g 0:1 play 9 2"),
        ({}, position(EMPTY, "y,g/r1,r2", "play 0 1")),
        ({}, f"{EMPTY} y/g b9,y 0:0 play 2 2"),
        ({}, position(EMPTY, "y/g", "play 41 1", deck=["r5"])),
        ({}, position(EMPTY, "y/g", "play 42 2", "3:2", deck=[])),
        ({}, position(EMPTY, "y/r1", "play 42 1", "3:2", deck=[])),
        ({}, position(lattice(nine("r1 b2 r3 b4 r5 b6 r7 b8 r8")), "r9,b9/r9,b1", "1", "2:0")),
        (RECYCLE, position(EMPTY, "r1,r2/b1", "play 41 1", deck=[])),
        (RECYCLE, position(EMPTY, "r1,r2/b1", "play 41 1", deck=["r5"])),
        (RECYCLE, position(EMPTY, "y/g", "play 41 1", deck=["r5"])),
        (RECYCLE, position(EMPTY, "y/g", "play 42 1", deck=[])),
        (RECYCLE, position(lattice({"c3": "r7+b7"}), "y/b1", "1", deck=[])),
        (RECYCLE, position(EMPTY, "r1/b1", "play 299 1", "3:2")),
        (RECYCLE, position(EMPTY, "y/b1", "play 299 1", "3:2")),
        (RECYCLE, f"{EMPTY} r1/{','.join(ALL_CARDS[1:])} - 0:0 play 0 1"),
        ({"yellow": "some"}, position(lattice({"b3": "b1", "c3": "b2+r2+r2", "d3": "b3"}), "y/y", "play 5 1")),
        ({"yellow": "some"}, position(lattice({"b3": "r1", "c3": "r2+b2", "d3": "r3", "b2": "b9"}), "y/y", "2")),
        ({"grid": "fixed"}, position(lattice({"b2": "r1", "d4": "b1"}), "r1,b1,y,g/r2,r3,b3,y", "1")),
        ({}, position(lattice({"c3": "_", "c4": "r1"}), "r2,r3,b3,y/r1,b1,y,g", "2")),
    ],
)
def test_positions_made_by_hand_go_through_both(rulings: dict[str, str], text: str) -> None:
    game = rowdy.game("djeco", rulings=rulings)
    state = game.parse_state(text)
    for seed in range(3):
        compare_from(game, state, random.Random(seed))


@pytest.mark.parametrize("yellow", ["some", "stack"])
def test_stacks_of_all_36_cards_go_through_both(yellow: str) -> None:
    game = rowdy.game("djeco", deck=[7] * 18, rulings={"yellow": yellow, "discard": "recycle", "target": "12"})
    stack = "+".join(["r7", "b7"] * 17 + ["b7"])
    state = game.parse_state(f"{lattice({'c3': stack})} r7,y/y,y - 0:0 play 35 1")
    for seed in range(3):
        compare_from(game, state, random.Random(seed))


def test_other_sizes_are_declined() -> None:
    assert all(map(djeco.fits, DJECO_GAMES.values()))
    game = GAMES["djeco-it-2"]
    assert isinstance(game, DjecoGame)
    for sizes in (replace(game.sizes, field=4), replace(game.sizes, greens=0), replace(game.sizes, yellows=7)):
        assert not djeco.fits(DjecoGame(game.edition, game.rulings, sizes=sizes))
    assert not djeco.fits(GAMES["rubik-de-2"])


# Chance


def at_random(game: DjecoGame, seed: int) -> State:
    """A position of a random game in which a seat is to move."""
    rng = random.Random(seed)
    state, moves, wanted = game.start(), 0, rng.randrange(30)
    last = state
    while not isinstance(turn := game.turn(state), Over):
        if isinstance(turn, Chance):
            state = game.play(state, CHANCE, rng.choices(turn.actions, turn.weights)[0])
            continue
        assert isinstance(turn, Move)
        last, moves = state, moves + 1
        if moves > wanted:
            break
        state = game.play(state, turn.seat, rng.choice(game.legal(state, turn.seat)))
    return last


@every_game
def test_every_card_of_the_deck_is_drawn_as_likely_as_the_next(name: str) -> None:
    """The card drawn is the one at a random place of the deck, whatever the place."""
    game = DJECO_GAMES[name]
    rules = djeco.rules_of(game)
    for seed in range(20):
        rng, other = make_rng(seed), make_rng(seed)
        played = djeco.load(game, at_random(game, seed) if seed else game.start())
        stepped = played.copy()
        if seed:
            move = listed(game, played)[0]
            djeco.apply(rules, stepped, move)
            assert djeco.play(rules, played, move, rng) == move + 1
        else:
            djeco_play.deal(played, rng)
        deck = list[int]()
        while stepped[DRAWS]:
            if len(deck) != stepped[DECK]:  # at first, and when the discard is taken in
                deck = stepped[CARDS : CARDS + stepped[DECK]].tolist()
            place = below(other, len(deck))
            djeco.resolve(rules, stepped, deck[place])
            deck[place] = deck[-1]
            del deck[-1]
        assert same(played, stepped)
        assert rng == other


@every_game
def test_random_playouts_draw_from_all_legal_moves_alike(name: str) -> None:
    """The same moves result from drawing a number below that of the legal moves, time and again."""
    game = DJECO_GAMES[name]
    rules = djeco.rules_of(game)
    for seed in range(8):
        rng, other = make_rng(seed), make_rng(seed)
        played = djeco.load(game, at_random(game, seed) if seed else game.start())
        stepped = played.copy()
        cards = djeco.random_playout(rules, played, rng)
        assert cards == played[PLAYED] - stepped[PLAYED]
        djeco_play.deal(stepped, other)
        while moves := listed(game, stepped):
            assert sorted(djeco_moves.nth_move(rules, stepped, n) for n in range(len(moves))) == sorted(moves)
            assert djeco_moves.nth_move(rules, stepped, len(moves)) == -1
            forced = moves == [rules.passing]
            move = djeco_moves.nth_move(rules, stepped, 0 if forced else below(other, len(moves)))
            djeco.play(rules, stepped, move, other)
        assert same(played, stepped)
        assert rng == other


# What is hidden


@every_game
def test_a_view_keeps_the_other_hand_open(name: str) -> None:
    """Whatever the other seat holds, the array is the same, and any hand can be settled on."""
    game = DJECO_GAMES[name]
    rules, rng = djeco.rules_of(game), random.Random(name)
    for seed in range(10):
        state = at_random(game, seed)
        for seat in (0, 1):
            view: Any = game.view(state, seat)
            known = djeco.load_view(game, view)
            held = len(state.hands[1 - seat])
            assert known[UNKNOWN] == (2 - seat if held else 0)
            assert known[HELD + 1 - seat] == 0
            spare = [card for card, n in enumerate(view.state.unseen) for _ in range(n)]
            hand = rng.sample(spare, held)
            world = np.bincount(hand, minlength=len(view.state.unseen)).astype(np.int64)
            djeco.determinise(rules, known, world)
            first = HANDS + MAX_CARD_KINDS * (1 - seat)
            assert known[first : first + len(world)].tolist() == world.tolist()
            assert known[HELD + 1 - seat] == sum(1 << card for card in set(hand))
            assert sorted([*hand, *known[CARDS : CARDS + known[DECK]].tolist()]) == spare


def test_only_the_own_hand_tells_decisions_apart() -> None:
    game = rowdy.game("djeco")
    rules, seen = djeco.rules_of(game), dict[str, int]()
    for own in ("r1", "r2", "b1", "r1,r1", "r1,r2", "y", "y,y", "g", "r1,y", "-"):
        for theirs in ("b9", "b8,y"):
            table = lattice({"c3": "r5"})
            state = djeco.load(game, game.parse_state(position(table, f"{own}/{theirs}", "1", deck=[])))
            number = djeco.private_key(rules, state, 0)
            assert seen.setdefault(own, number) == number
            assert djeco.private_key(rules, state, 1) == 0
    assert len(set(seen.values())) == len(seen)


# At first sight


@every_game
def test_moves_are_seen_as_greedy_sees_them(name: str) -> None:
    game, seen = DJECO_GAMES[name], set[int]()
    rules = djeco.rules_of(game)
    for seed in range(15):
        state = at_random(game, seed)
        turn = game.turn(state)
        assert isinstance(turn, Move)
        view: Any = game.view(state, turn.seat)
        known = djeco.load_view(game, view)
        moves = np.array(listed(game, known))
        found, ratings = np.zeros((len(moves), FEATURES), np.int64), np.zeros(len(moves))
        djeco.features(rules, known, moves, len(moves), found)
        expected = [greedy.rate(game, view, turn.seat, game.actions[move]) for move in moves]
        assert list(map(tuple, found.tolist())) == expected, game.format_state(state)
        djeco.policy_logits(rules, known, moves, len(moves), ratings)
        assert ratings.tolist() == pytest.approx([rating_of(*rating) for rating in expected])
        seen |= {rating.completed for rating in expected}
    assert 0 in seen


def rating_of(completed: int, built: int, denied: int) -> float:
    if abs(completed) == DECIDED:
        return move_features.WIN_LOGIT * completed / DECIDED
    return (
        move_features.COMPLETED_WEIGHT * completed
        + move_features.BUILT_WEIGHT * built
        + move_features.DENIED_WEIGHT * denied
    )


@pytest.mark.parametrize(
    ("rulings", "text"),
    [
        ({}, f"{CROSS} r5,b5/b6,y r9,r9,b9,y 4:0 play 8 1"),
        ({}, f"{CROSS} r5,r7/r6,b6 r9,r9,b9,b9,y 4:0 play 9 2"),
        ({"scorer": "maker"}, f"{CROSS} r5,r7/r6,b6 r8,r9,r9,b9,b9,y,y 2:4 play 11 2"),
        ({"scorer": "maker", "lines": "one"} | RECYCLE, f"{CROSS} r5,b5/b6,y b9,y 11:12 play 120 1"),
        ({}, position(WORN, "r5,b5/y,g", "1", "11:12", deck=LATE)),
        ({}, position(EMPTY, "y/g", "play 42 1 pass", "3:2", deck=[])),
        ({}, position(EMPTY, "y/g", "play 42 2 pass", "2:2", deck=[])),
        (RECYCLE, position(CROSS, "r5,b5,y/b1", "play 299 1", "3:2")),
        (RECYCLE, position(CROSS, "r5,b5,y/b1", "play 299 1", "2:2")),
    ],
)
def test_the_last_moves_are_seen_as_greedy_sees_them(rulings: dict[str, str], text: str) -> None:
    game = rowdy.game("djeco", rulings=rulings)
    state = game.parse_state(text)
    turn = game.turn(state)
    assert isinstance(turn, Move)
    known = djeco.load_view(game, game.view(state, turn.seat))
    moves = np.array(listed(game, known))
    found = np.zeros((len(moves), FEATURES), np.int64)
    djeco.features(djeco.rules_of(game), known, moves, len(moves), found)
    view = game.view(state, turn.seat)
    assert list(map(tuple, found.tolist())) == [
        greedy.rate(game, view, turn.seat, game.actions[move]) for move in moves
    ]


# To the end


@every_game
def test_games_are_finished_by_legal_moves(name: str) -> None:
    game = DJECO_GAMES[name]
    rules = djeco.rules_of(game)
    for seed in range(8):
        rng, other = make_rng(seed), make_rng(seed)
        played = djeco.load(game, at_random(game, seed) if seed else game.start())
        stepped = played.copy()
        djeco.playout(rules, played, rng)
        assert played[END]
        djeco_play.deal(stepped, other)
        while moves := listed(game, stepped):
            choose = djeco_policy.good_move if name in PRINTED_SIZES else djeco_moves.random_move
            move = choose(rules, stepped, other)
            assert move in moves
            djeco.play(rules, stepped, move, other)
        assert same(played, stepped)
        assert rng == other


@pytest.mark.parametrize("name", ["djeco-it-2", "djeco-ru-2", "djeco-recycle"])
def test_games_are_finished_with_some_thought(name: str) -> None:
    """Against random moves it hardly ever loses."""
    game = DJECO_GAMES[name]
    rules, won = djeco.rules_of(game), 0.0
    for seed in range(60):
        state, rng, thoughtful = djeco.load(game, game.start()), make_rng(seed), seed % 2
        djeco_play.deal(state, rng)
        while moves := listed(game, state):
            move = moves[below(rng, len(moves))]
            if djeco.actor(rules, state) == thoughtful:
                move = djeco_policy.good_move(rules, state, rng)
            djeco.play(rules, state, move, rng)
        won += shares_of(game, state)[thoughtful]
    assert won > 55


def test_with_tokens_for_the_maker_lines_of_either_colour_are_made() -> None:
    """The only line at hand is of the other's colour."""
    text = position(lattice({"b3": "b1", "c3": "b2", "b4": "r9", "c2": "r8"}), "r6,b5/r3,y", "1")
    lines = dict[str, int]()
    for scorer in ("maker", "owner"):
        game = rowdy.game("djeco", rulings={"scorer": scorer, "grid": "fixed"})
        rules, state = djeco.rules_of(game), djeco.load(game, game.parse_state(text))
        moves = [game.actions[djeco_policy.good_move(rules, state, make_rng(seed))] for seed in range(20)]
        lines[scorer] = sum(str(move) == "b5@d3" for move in moves)
    assert lines == {"maker": 20, "owner": 0}
