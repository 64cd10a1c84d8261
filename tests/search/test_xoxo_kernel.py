"""XOXO in the kernels is that of the rules, tile by tile and window by window."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from operator import mul
from typing import Any

import numpy as np
import pytest

import rowdy
from rowdy.play.bots import greedy
from rowdy.rules.game import CHANCE, AnyGame, Move, Window
from rowdy.rules.tiles import CARD, CARDS, TILES
from rowdy.rules.xoxo import XoxoGame
from rowdy.rules.xoxo_state import Action, Pile, Reveal, Sizes, State
from rowdy.search.kernels import chance, games, xoxo, xoxo_policy
from rowdy.search.kernels.chance import below, make_rng
from rowdy.search.kernels.jit import COMPILED
from rowdy.search.kernels.xoxo_state import (
    ASKED,
    CELLS,
    DECK,
    DRAW_MOVE,
    HANDS,
    IN_LINE,
    LAST,
    LEFT,
    SEAT,
    SHOWN,
    SIZES,
    SQUARES,
    TOPS,
    WINNERS,
    Array,
)
from tests.rules.support import after, lattice
from tests.search.driver import SideBySide, compare_games, dealt, listed, world_of
from tests.search.xoxo_support import GROWING, RED_SQUARES, late, red_squares, with_window
from tests.worlds import AWKWARD, PRINTED, SMALL, next_event

pytestmark = pytest.mark.skipif(not COMPILED, reason="the tree search runs on Numba only")

MORE: dict[str, AnyGame] = {
    "xoxo-no-window-2": rowdy.game("xoxo", seats=2, rulings={"last_window": "no"}),
    "xoxo-no-window-4": rowdy.game("xoxo", edition="en", seats=4, rulings={"last_window": "no"}, starter=3),
}


def smaller(name: str, tiles: int, pile: int, hand: int, *names: str) -> XoxoGame:
    """A printed game with fewer tiles and cards."""
    game = PRINTED[name]
    assert isinstance(game, XoxoGame)
    sizes = Sizes(pile, hand, tuple(CARD[name] for name in names) or CARDS)
    return XoxoGame(game.edition, game.rulings, game.seats, game.starter, TILES[:tiles], sizes)


MORE |= {
    "xoxo-few-2": smaller("xoxo-de-2", 16, 5, 1, "red", "circle", "square", "joy"),
    "xoxo-few-3": smaller("xoxo-de-3", 34, 6, 2, "red", "blue", "circle", "square", "joy", "wink", "grumpy"),
    "xoxo-large-hands": smaller("xoxo-de-2", 48, 12, 6),
}
XOXO = {name: game for name, game in (PRINTED | AWKWARD | MORE).items() if isinstance(game, XoxoGame)}
every_game = pytest.mark.parametrize("name", XOXO)
TILE_OF = {tile.features: tile for tile in TILES}
HOLD_LOGIT = Reveal(())


def same(first: Array, second: Array) -> bool:
    return bool((xoxo.tidy(first) == xoxo.tidy(second)).all())


def codes(game: XoxoGame, actions: Sequence[Action]) -> list[int]:
    return [game.action_id(action) for action in actions]


def able(game: XoxoGame, state: State) -> list[int]:
    """The seats that could show a card and have not answered."""
    return [seat for seat in range(game.seats) if len(game.legal(state, seat)) > 1]


# The rules and the kernel side by side


@every_game
def test_random_games_go_through_both(name: str) -> None:
    assert compare_games(XOXO[name], 8) > 60


@pytest.mark.long
@every_game
def test_many_random_games_go_through_both(name: str) -> None:
    assert compare_games(XOXO[name], 150) > 1000


RED_LINE = lattice({"b3": "rsj", "c3": "rcw", "d3": "rhj"})
RED_LAST = lattice(GROWING | {"d3": "rhs"})
"""Joys, squares, winks and triangles lay in a line before the red line was made."""
THREE_HANDS = "green,heart,surprise/blue,circle,grumpy/red,!square,!triangle"
FOUR_HANDS = "blue,!green/square,!heart/wink,!grumpy/red,!joy"
MIXED = "rsj bcw gtg yhw yts bsg gcj yss rcs"
"""A full display without a line."""
RED_ROW = "rsj rhj rcw gtg yhw btj gcj yss bsg"
"""A full display with a red line."""


@pytest.mark.parametrize(
    ("seats", "rulings", "text"),
    [
        (2, {}, f"{RED_LINE} - 10rtj/11gsj/24bcj red,joy,wink/blue,square,heart show 1 d3 ./."),
        (2, {}, f"{RED_LAST} - 9rtj/10gss/22bcj red,!joy,!wink/blue,circle,heart show 1 d3 ./."),
        (2, {}, f"{RED_LINE} - 10rtj/11gsj/24bcj red,joy,wink/blue,square,heart show 1 d3 ./-"),
        (2, {}, late(RED_ROW, "1rtg/3bts/2gsj", "red,joy,wink/blue,square,heart", "show 2 b4 ./.")),
        (2, {}, late(RED_ROW, "1rtg/3bts/2gsj", "joy,wink,!red/blue,!square,!heart", "lay 1 b4")),
        (2, {}, late(MIXED, "1rtg/1bts/1gsj", "joy,wink,!red/blue,!square,!heart", "lay 2 c3")),
        (2, {"last_window": "no"}, late(MIXED, "1rtg/1bts/1gsj", "joy,wink,!red/blue,heart,!square", "lay 2 c3")),
        (3, {}, f"{RED_LAST} - 9rtj/9gss/8bsw/15bcj {THREE_HANDS} lay 2 d3"),
        (3, {}, late(MIXED, "2gsj/1rtg/2bts/1ycj", "green,heart,grumpy/red,joy,wink/blue,circle,!square", "lay 1 c3")),
        (4, {}, late(RED_ROW, "1bts/1gsj/2bcs/1rtg/1ycj", FOUR_HANDS, "lay 3 c3")),
    ],
)
def test_positions_made_by_hand_go_through_both(seats: int, rulings: dict[str, str], text: str) -> None:
    game = rowdy.game("xoxo", seats=seats, rulings=rulings)
    assert isinstance(game, XoxoGame)
    for seed in range(6):
        SideBySide(game, game.parse_state(text), random.Random(seed)).play_out()


@every_game
def test_playing_makes_the_move_and_draws_what_comes_next(name: str) -> None:
    """Nobody is told more than the move and the tile that turns up, or the cards that all have chosen to show."""
    game, rng = XOXO[name], random.Random(name)
    rules, dice, tiles = xoxo.rules_of(game), make_rng(1), set[int]()
    for state in [state for seed in range(4) for state in to_act(game, seed, 8)]:
        array = xoxo.load(game, state)
        for move in rng.sample(listed(game, array), 1):
            played, applied = array.copy(), array.copy()
            public, cards = xoxo.play(rules, played, move, dice), xoxo.apply(rules, applied, move)
            if array[ASKED] >= 0:
                assert (
                    (public != 0) == (cards != 0) == bool((played[SHOWN : SHOWN + 4] != array[SHOWN : SHOWN + 4]).any())
                )
                assert same(played, applied)
                continue
            pile = game.seats if move >= DRAW_MOVE else state.seat
            tile = int(played[TOPS + pile])
            if tile:
                assert tile in array[DECK : DECK + array[LEFT]]
                xoxo.resolve(rules, applied, tile)
                tiles.add(tile)
            assert public == tile << 7 | move + 1
            assert same(played, applied)
    assert len(tiles) > 4


def test_last_cards_shown_in_one_window_share_the_win() -> None:
    game = XOXO["xoxo-de-2"]
    text = red_squares("red,!joy,!wink/square,!blue,!heart", "show 1 d3 ./.")
    state, rules, shares = xoxo.load(game, game.parse_state(text)), xoxo.rules_of(game), np.zeros(games.MAX_SEATS)
    for seat in (0, 1):
        assert xoxo.actor(rules, state) == seat
        xoxo.apply(rules, state, listed(game, state)[-1])
    xoxo.result(rules, state, shares)
    assert shares.tolist() == [0.5, 0.5, 0, 0]


def test_other_sizes_are_declined() -> None:
    assert all(map(xoxo.fits, XOXO.values()))
    assert not any(map(xoxo.fits, [game for game in SMALL.values() if isinstance(game, XoxoGame)]))
    assert not xoxo.fits(PRINTED["rubik-de-2"])


# Positions of random games


def positions(game: XoxoGame, seed: int, n: int) -> list[State]:
    """Some positions of one random game in which a tile is to be laid or a window is fresh, in their order."""
    rng = random.Random(seed)
    state, found = dealt(game, rng), list[State]()
    while event := next_event(game, state, rng):
        if event.actor is not CHANCE and not any(state.answers or ()):
            found.append(state)
        state = game.play(state, event.actor, event.action)
    return [found[i] for i in sorted(rng.sample(range(len(found)), min(n, len(found))))]


def to_lay(game: XoxoGame, seed: int, n: int) -> list[State]:
    return [state for state in positions(game, seed, 3 * n) if isinstance(game.turn(state), Move)][:n]


def to_act(game: XoxoGame, seed: int, n: int) -> list[State]:
    """The kernel passes over windows in which nobody can show anything."""
    found = positions(game, seed, 3 * n)
    return [state for state in found if isinstance(game.turn(state), Move) or able(game, state)][:n]


# What is hidden


@every_game
def test_a_view_and_the_true_hands_make_the_whole_state(name: str) -> None:
    game = XOXO[name]
    rules, windows = xoxo.rules_of(game), 0
    for state in [state for seed in range(3) for state in positions(game, seed, 12)]:
        for seat in range(game.seats):
            view: Any = game.view(state, seat)
            known, full = xoxo.load_view(game, view), xoxo.load(game, state)
            hands = [xoxo.card_set(hand) if s == seat else 0 for s, hand in enumerate(state.hands)]
            assert known[HANDS : HANDS + game.seats].tolist() == hands
            if isinstance(view.turn, Window):
                assert xoxo.actor(rules, known) == seat
                assert sorted(listed(game, known)) == sorted(codes(game, view.legal))
                full[ASKED] = seat
                windows += 1
            xoxo.determinise(rules, known, world_of(game, state, seat))
            assert same(known, full)
    assert windows > 10


def test_what_others_have_answered_does_not_reach_a_view() -> None:
    game = XOXO["xoxo-de-3"]
    hands = "red,joy,wink/blue,square,heart/green,circle,surprise"
    opened = f"{RED_SQUARES} - 9rtj/9gsj/9bsj/18bcj {hands} show 3 d3 ././."
    arrays = [
        xoxo.load_view(game, game.view(after(game, opened, answers), 1)).tolist()
        for answers in ("", "1!-", "1!red", "1!red 3!-")
    ]
    assert all(array == arrays[0] for array in arrays)


def test_decisions_are_told_apart_by_the_own_hand_and_by_a_window() -> None:
    """Not by what others hold, or have answered in the same window."""
    game = XOXO["xoxo-de-2"]
    rules, seen = xoxo.rules_of(game), dict[tuple[str, str], int]()
    for own in ("red,joy,wink", "red,joy,grumpy", "red,joy,!wink", "red,circle,wink"):
        for theirs in ("green,square,heart", "yellow,square,heart", "square,heart,!green"):
            lay = xoxo.load(game, game.parse_state(red_squares(f"{theirs}/{own}", "lay 2 d3")))
            show = xoxo.load(game, game.parse_state(red_squares(f"{theirs}/{own}", "show 1 d3 ./.")))
            situations = [("lay", lay)]
            for answer in listed(game, show):
                answered = show.copy()
                assert xoxo.play(rules, answered, answer, make_rng(0)) == 0
                situations.append(("show", answered))
            assert len(situations) == 3
            for due, state in situations:
                assert xoxo.actor(rules, state) == 1
                number = xoxo.private_key(rules, state, 0)
                assert seen.setdefault((due, own), number) == number
    assert len(set(seen.values())) == 8


# At first sight


@every_game
def test_moves_are_seen_as_greedy_sees_them(name: str) -> None:
    game, seen, compared, rng = XOXO[name], set[int](), 0, random.Random(name)
    rules = xoxo.rules_of(game)
    for state in [state for seed in range(4) for state in to_lay(game, seed, 7)]:
        seat, view = state.seat, game.view(state, state.seat)
        array = xoxo.load(game, state)
        moves = np.array(listed(game, array))
        looks, ratings = np.zeros((len(moves), 3), np.int64), np.zeros(len(moves))
        xoxo.features(rules, array, array[HANDS + seat], xoxo.rival_cards(rules, array, seat), moves, len(moves), looks)
        wide = rng.random() < 0.5
        xoxo.policy_logits(rules._replace(wide=wide), array, moves, len(moves), ratings)
        for found, rating, move in zip(looks.tolist(), ratings.tolist(), moves, strict=True):
            completed, built, denied = greedy.rate(with_window(game), view, seat, game.actions[int(move)])
            assert found == [completed, built, denied], game.format_state(state)
            full = game.is_full(game.occupied(state.display))
            weights = xoxo_policy.WIDE_FULL_WEIGHTS if full else xoxo_policy.WIDE_GROWING_WEIGHTS
            weights = weights if wide else xoxo_policy.WEIGHTS
            assert rating == pytest.approx(sum(map(mul, weights, (completed, built, denied))))
            seen.add(completed)
            compared += 1
    assert {0, 1} <= seen
    assert compared > 150


def test_showing_all_looks_best() -> None:
    game = XOXO["xoxo-de-2"]
    text = red_squares("red,square,wink/blue,heart,joy", "show 1 d3 ./.")
    state = xoxo.load(game, game.parse_state(text))
    moves, ratings = np.array(listed(game, state)), np.zeros(4)
    xoxo.policy_logits(xoxo.rules_of(game), state, moves, len(moves), ratings)
    assert str(game.actions[int(moves[ratings.argmax()])]) == "!red,square"
    assert sorted(ratings.tolist()) == [xoxo_policy.HOLD_LOGIT] * 3 + [0]


# To the end


def state_in(game: XoxoGame, array: Array) -> State:
    """What the rules would have in a finished game's place."""
    deck = {TILE_OF[features] for features in array[DECK : DECK + array[LEFT]].tolist()}
    hands, shown = (
        tuple(tuple(c for c in CARDS if c.feature & array[start + s]) for s in range(game.seats))
        for start in (HANDS, SHOWN)
    )
    return State(
        display=tuple(TILE_OF.get(features) for features in array[CELLS : CELLS + SQUARES].tolist()),
        unseen=tuple(tile for tile in game.tiles if tile in deck),
        piles=tuple(Pile(int(array[SIZES + i]), TILE_OF.get(int(array[TOPS + i]))) for i in range(game.seats + 1)),
        hands=hands,
        shown=shown,
        seat=int(array[SEAT]),
        last=int(array[LAST]),
        answers=None,
    )


def check_finished(game: XoxoGame, before: Array, after: Array) -> None:
    """The game is over as the rules would have it, every tile is somewhere, and each seat has had its turns."""
    assert after[WINNERS]
    assert same(after, xoxo.load(game, state_in(game, after)))
    for start in (HANDS, SHOWN):
        assert not after[start + game.seats : start + games.MAX_SEATS].any()
    both = [array[HANDS : HANDS + game.seats] | array[SHOWN : SHOWN + game.seats] for array in (before, after)]
    assert (both[0] == both[1]).all()
    laid = (before[SIZES : SIZES + 5] - after[SIZES : SIZES + 5]).tolist()
    assert after[LEFT] == before[LEFT] - sum(laid) + sum(after[SIZES + i] == 0 < before[SIZES + i] for i in range(5))
    first = before[SEAT] + (before[ASKED] >= 0)  # in a window the seat has laid its tile
    turns = Counter((first + i) % game.seats for i in range(sum(laid)))
    assert all(0 <= laid[seat] <= turns[seat] for seat in range(game.seats))
    assert after[SEAT] == (first + sum(laid) - 1) % game.seats
    tiles = [t for t in [*after[CELLS : CELLS + SQUARES], *after[DECK : DECK + 48], *after[TOPS : TOPS + 5]] if t]
    assert len(set(tiles)) == len(tiles)


def show_all(game: XoxoGame, state: Array, rng: chance.Rng) -> None:
    while state[ASKED] >= 0:
        xoxo.play(xoxo.rules_of(game), state, listed(game, state)[-1], rng)


@pytest.mark.long
@every_game
def test_random_playouts_draw_from_all_legal_moves_alike(name: str) -> None:
    """The same moves result from drawing a number below that of the legal moves, time and again."""
    game = XOXO[name]
    rules = xoxo.rules_of(game)
    for seed, state in enumerate(state for start in range(5) for state in to_act(game, start, 3)):
        rng, other, tiles = make_rng(seed), make_rng(seed), 0
        start = xoxo.load(game, state)
        played, stepped = start.copy(), start.copy()
        show_all(game, stepped, other)
        while not stepped[WINNERS]:
            own, drawn = np.array_split(listed(game, stepped), 2)
            way = below(other, 2 * len(own))
            xoxo.play(rules, stepped, (drawn if way % 2 else own)[way // 2], other)
            show_all(game, stepped, other)
            tiles += 1
        assert xoxo.random_playout(rules, played, rng) == tiles
        assert same(played, stepped)
        assert rng == other
        check_finished(game, start, played)


@pytest.mark.long
@every_game
def test_games_are_finished_by_the_rules(name: str) -> None:
    game = XOXO[name]
    for seed, state in enumerate(state for start in range(6) for state in to_act(game, start, 3)):
        before = xoxo.load(game, state)
        finished = before.copy()
        xoxo.playout(xoxo.rules_of(game), finished, make_rng(seed))
        check_finished(game, before, finished)
        if game.options["last_window"] == "yes":
            assert not (finished[HANDS : HANDS + game.seats] & finished[IN_LINE]).any()  # all was shown


@pytest.mark.parametrize(
    "text",
    [
        f"{lattice(GROWING)} - 10rhs/11gss/21bcj red,!joy,!wink/blue,green,yellow lay 1 c4",
        f"{lattice(GROWING)} - 10bcj/11gss/21rhs red,!joy,!wink/blue,green,yellow lay 1 c4",
        late(MIXED, "5rtg/5bts/6gsj", "red,!circle,!joy/blue,green,yellow", "lay 1 d4"),
    ],
)
def test_a_win_at_hand_is_taken(text: str) -> None:
    """A third red tile is laid at once, on whichever square it is wanted."""
    game = XOXO["xoxo-de-2"]
    start = xoxo.load(game, game.parse_state(text))
    for seed in range(10):
        state = start.copy()
        xoxo.playout(xoxo.rules_of(game), state, make_rng(seed))
        assert state[WINNERS] == 1
        assert sum(state[SIZES : SIZES + 3]) == sum(start[SIZES : SIZES + 3]) - 1


@pytest.mark.long
def test_games_are_finished_with_some_thought() -> None:
    """They end by a last card far more often than at random."""
    game = XOXO["xoxo-de-2"]
    rules, shown = xoxo.rules_of(game), dict[Any, int]()
    for play_on in (xoxo.playout, xoxo.random_playout):
        for seed in range(100):
            state = xoxo.load(game, dealt(game, random.Random(seed)))
            play_on(rules, state, make_rng(seed))
            shown[play_on] = shown.get(play_on, 0) + (not state[HANDS : HANDS + 2].all())
    assert shown[xoxo.playout] > 2 * shown[xoxo.random_playout], shown


# The questions of the tree search


def test_the_questions_are_answered_by_the_rules_that_ask() -> None:
    """Outside of compiled code, too."""
    game = XOXO["xoxo-de-3"]
    rules, array = xoxo.rules_of(game), xoxo.load(game, dealt(game, random.Random(1)))
    assert games.actor(rules, array) == xoxo.actor(rules, array) == 0
    assert games.private_key(rules, array, 0) == xoxo.private_key(rules, array, 0)
    games.determinise(rules, array, np.arange(1, 4))
    assert array[HANDS : HANDS + 3].tolist() == [1, 2, 3]


# Chance


def drawn(seed: int, n: int) -> list[int]:
    """So many random numbers of 64 bits, worked out anew (xorshift64*)."""
    x, found = int(make_rng(seed)[0]), list[int]()
    for _ in range(n):
        x ^= x >> 12
        x = (x ^ x << 25) & (1 << 64) - 1
        x ^= x >> 27
        found.append(x * 0x2545F4914F6CDD1D & (1 << 64) - 1)
    return found


@pytest.mark.parametrize("seed", [0, 1, -1, 2**70, 12345])
def test_the_same_seed_gives_the_same_numbers_everywhere(seed: int) -> None:
    rng, again = make_rng(seed), make_rng(seed)
    assert [below(rng, 1000) for _ in range(50)] == [(x >> 32) * 1000 >> 32 for x in drawn(seed, 50)]
    assert [chance.fraction(again) for _ in range(50)] == [(x >> 11) / 2**53 for x in drawn(seed, 50)]
    assert rng == again


def test_seeds_give_numbers_of_their_own() -> None:
    assert len({int(make_rng(seed)[0]) for seed in range(5000)}) == 5000
    assert make_rng(0)[0] != 0
    first = [tuple(below(rng, 6) for _ in range(8)) for rng in map(make_rng, range(300))]
    assert len(set(first)) == 300


@pytest.mark.parametrize("count", [1, 2, 3, 7, 18, 45])
def test_every_number_below_comes_as_often_as_the_next(count: int) -> None:
    """Within five standard errors."""
    rng, draws = make_rng(count), 400 * count
    found = Counter(below(rng, count) for _ in range(draws))
    assert set(found) == set(range(count))
    assert all(abs(n - 400) < 5 * 20 for n in found.values())
    fractions = [chance.fraction(rng) for _ in range(2000)]
    assert 0 <= min(fractions) < 0.01
    assert 0.99 < max(fractions) < 1
