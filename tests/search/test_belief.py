"""Beliefs: all worlds that can be and no others, each weighing what it should, and nothing from behind the cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from math import log as ln
from random import Random
from typing import Any

import numpy as np
import pytest

import rowdy
from rowdy.play.bots import greedy
from rowdy.rules import cards as djeco_cards
from rowdy.rules.cards import GREEN, HIDDEN, YELLOW
from rowdy.rules.djeco import DjecoGame
from rowdy.rules.djeco_state import Draw, Pass, Yellow
from rowdy.rules.djeco_state import Lay as LayCard
from rowdy.rules.djeco_state import State as DjecoState
from rowdy.rules.game import AnyGame, Chance, Event, Move, Over, View, Window
from rowdy.rules.tiles import CARD, sort_hand
from rowdy.rules.xoxo import XoxoGame
from rowdy.rules.xoxo_state import Lay, Reveal
from rowdy.rules.xoxo_state import State as XoxoState
from rowdy.search.belief import Belief
from rowdy.search.catalog import search_kit
from rowdy.search.kernels import djeco, xoxo, xoxo_policy
from rowdy.search.kernels.chance import below, make_rng
from rowdy.search.kernels.djeco_belief import draw_hands, rule_out
from rowdy.search.kernels.jit import COMPILED
from rowdy.search.kernels.player_models import PLAYER_MODELS, SLIP_PROBABILITIES
from rowdy.search.kits import djeco_belief
from rowdy.search.kits.xoxo_belief import HOLD_BACK_PROBABILITIES, KEEP_HOLDING_PROBABILITIES, PLAYER_PRIOR
from tests.naive.beliefs import Deal, Eye, all_deals, chances, normal, weights
from tests.rules.support import djeco as position
from tests.rules.support import lattice, nine
from tests.search.xoxo_support import with_window
from tests.worlds import AWKWARD, GAMES, PRINTED, Events, fold, next_event, observations, random_game, redraw

pytestmark = pytest.mark.skipif(not COMPILED, reason="the tree search runs on Numba only")

XOXO = {name: game for name, game in (PRINTED | AWKWARD).items() if isinstance(game, XoxoGame)}
DJECO = {name: game for name, game in (PRINTED | AWKWARD).items() if isinstance(game, DjecoGame)}
GROWING, FULL = Eye(*xoxo_policy.GROWING_EYE), Eye(*xoxo_policy.FULL_EYE)


def believe(game: AnyGame, log: Events, view: View[Any, Any], seed: int, weigh: bool = True) -> Belief:
    return search_kit(game).believe(game, log, view, seed, weigh)


def weights_of(found: Belief) -> list[float]:
    """The weight of each world, from the sums."""
    steps = np.diff(found.cumulative_weights, prepend=0.0)
    assert (steps >= 0).all()
    assert found.cumulative_weights[-1] == pytest.approx(1)
    assert len(steps) == len(found.worlds)
    return list(steps.tolist())


@cache
def greedy_game(name: str, seed: int) -> Events:
    """A whole game of greedy players, who show their cards at once."""
    game, rng = GAMES[name], Random(f"{name} {seed}")
    state, events = game.start(), list[Event[Any]]()
    while (turn := game.turn(state)) and not isinstance(turn, Over):
        event = next_event(game, state, rng)
        assert event is not None
        if isinstance(turn, Window):
            event = Event(event.actor, game.legal(state, event.actor)[-1])
        elif isinstance(turn, Move):
            view = game.view(state, turn.seat)
            ratings = {action: greedy.rate(game, view, turn.seat, action) for action in view.legal}
            best = max(ratings.values())
            event = Event(turn.seat, rng.choice([action for action, rating in ratings.items() if rating == best]))
        events.append(event)
        state = game.play(state, event.actor, event.action)
    return tuple(events)


def seen_after(game: AnyGame, events: Events, seat: int) -> tuple[Events, Any]:
    """A seat's log and view."""
    *_, state = fold(game, events)
    return observations(game, events, seat), game.view(state, seat)


def moments(game: AnyGame, events: Events, n: int, rng: Random) -> list[tuple[Events, int]]:
    """So many moments of a game in which a seat may act, the last one among them: the events before, and the seat."""
    found = list[tuple[Events, int]]()
    for i, state in enumerate(fold(game, events)):
        if i < len(events) and not isinstance(game.turn(state), Chance):
            found += [(events[:i], seat) for seat in range(game.seats) if game.legal(state, seat)]
    return [found[-1], *rng.sample(found[:-1], min(n, len(found)) - 1)]


# XOXO: the deals that can be


def texts(hands: Sequence[Sequence[Any]]) -> list[list[str]]:
    return [list(map(str, hand)) for hand in hands]


def deal_of(world: Sequence[int]) -> Deal:
    return tuple(frozenset(name for name, card in CARD.items() if card.feature & hand) for hand in world)


def deals_of(found: Belief) -> list[Deal]:
    return [deal_of(world) for world in found.worlds.tolist()]


@pytest.mark.parametrize("name", XOXO)
def test_every_deal_that_can_be_is_there_once_and_weighs_the_same(name: str) -> None:
    game, rng = XOXO[name], Random(name)
    for events, seat in [moment for seed in range(2) for moment in moments(game, random_game(name, seed), 4, rng)]:
        log, view = seen_after(game, events, seat)
        found = believe(game, log, view, 0, weigh=False)
        deals = deals_of(found)
        assert len(set(deals)) == len(deals)
        assert set(deals) == all_deals(texts(view.state.hands), texts(view.state.shown))
        assert weights_of(found) == pytest.approx([1 / len(deals)] * len(deals))


@pytest.mark.parametrize("name", XOXO)
def test_the_true_deal_is_never_ruled_out(name: str) -> None:
    """Whatever anyone lays, shows and keeps."""
    game, rng = XOXO[name], Random(name)
    for events, seat in [moment for seed in range(3) for moment in moments(game, random_game(name, seed), 2, rng)]:
        *_, state = fold(game, events)
        found = believe(game, *seen_after(game, events, seat), 0)
        true = tuple(frozenset(map(str, hand)) for hand in state.hands)
        assert weights_of(found)[deals_of(found).index(true)] > 0


# XOXO: what the deals weigh


def as_if(game: XoxoGame, state: XoxoState, seat: int, hand: frozenset[str]) -> Any:
    """What a seat would see with this hand."""
    hands = list(state.hands)
    hands[seat] = sort_hand([CARD[card] for card in hand])
    return game.view(state._replace(hands=tuple(hands)), seat)


def full(state: XoxoState) -> bool:
    return sum(tile is not None for tile in state.display) == 9


def naive_weights(game: XoxoGame, log: Events, view: Any, other: int, hands: Sequence[frozenset[str]]) -> list[float]:
    """How well each hand of a seat explains what it did, by what greed would have seen in its place."""
    log_likelihood: list[list[list[float]]] = [[] for _ in hands]
    kept: list[bool] = [False] * len(hands)
    state = game.seen(game.start(), view.viewer)
    for event in log:
        actor, action = event
        for i, hand in enumerate(hands):
            if actor != other:
                break
            later = {str(card) for card in view.state.shown[other] if card not in state.shown[other]}
            if isinstance(action, Lay):
                seen = as_if(game, state, other, hand | later)
                looks = {str(move): greedy.rate(with_window(game), seen, other, move) for move in seen.legal}
                eye = FULL if full(state) else GROWING
                log_likelihood[i].append(list(map(ln, chances(looks, str(action), eye, SLIP_PROBABILITIES))))
            elif isinstance(action, Reveal) and (state.shown[other] or full(state)):
                shows = bool(state.shown[other])
                could = {card for card in hand | later if game.in_line(state, CARD[card])}
                if could - set(map(str, action.cards)):
                    chance = (KEEP_HOLDING_PROBABILITIES if kept[i] else HOLD_BACK_PROBABILITIES)[shows]
                    log_likelihood[i].append([ln(chance)] * PLAYER_MODELS)
                    kept[i] = True
        state = game.follow(state, event)
    return weights(log_likelihood, PLAYER_PRIOR)


def check_weights(game: XoxoGame, events: Events, seat: int) -> None:
    seen, view = seen_after(game, events, seat)
    found = believe(game, seen, view, 0)
    deals = deals_of(found)
    expected = [1.0] * len(deals)
    for other in range(game.seats):
        if other != seat:
            hands = sorted({deal[other] for deal in deals}, key=sorted)
            weighed = dict(zip(hands, naive_weights(game, seen, view, other, hands), strict=True))
            expected = [weight * weighed[deal[other]] for weight, deal in zip(expected, deals, strict=True)]
    assert weights_of(found) == pytest.approx(normal(expected))


@pytest.mark.parametrize(
    ("name", "played"), [("xoxo-de-2", greedy_game), ("xoxo-en-3", random_game), ("xoxo-de-4", random_game)]
)
def test_deals_weigh_what_they_explain(name: str, played: Callable[[str, int], Events]) -> None:
    game, events = XOXO[name], played(name, 1)
    for moment in moments(game, events, 2, Random(name)):
        check_weights(game, *moment)


@pytest.mark.long
@pytest.mark.parametrize("played", [random_game, greedy_game])
@pytest.mark.parametrize("name", XOXO)
def test_deals_weigh_what_they_explain_in_many_games(name: str, played: Callable[[str, int], Events]) -> None:
    for seed in range(2, 8):
        for moment in moments(XOXO[name], played(name, seed), 3, Random(seed)):
            check_weights(XOXO[name], *moment)


def test_a_card_that_could_have_been_shown_and_was_not_is_less_likely() -> None:
    game, rng, windows = XOXO["xoxo-de-2"], Random(3), 0
    for events in (random_game("xoxo-de-2", seed) for seed in range(2)):
        states = list(fold(game, events))
        for i, state in enumerate(states[:-2]):
            passed = isinstance(game.turn(state), Window) and state.answers == (None, None)
            if not passed or states[i + 2].shown != state.shown or isinstance(game.turn(states[i + 2]), Over):
                continue
            lying = sum(card.feature for card in game.sizes.cards if game.in_line(state, card))
            seat = rng.randrange(2)
            likely = []
            for end in (i, i + 2):
                found = believe(game, *seen_after(game, events[:end], seat), 0)
                likely.append(sum(np.where(found.worlds[:, 1 - seat] & lying, weights_of(found), 0)))
            if not (full(state) or state.shown[1 - seat]):
                assert likely[1] == pytest.approx(likely[0])  # who has shown nothing so early may be hiding all
                continue
            assert likely[1] < likely[0] or likely[0] == 0 or likely[0] == pytest.approx(1)
            windows += 0 < likely[0] < 1
    assert windows > 5


# Djeco: hands that can be


def hands_in(game: DjecoGame, found: Belief) -> list[list[Any]]:
    """The cards of each hand, in their order."""
    cards = list(game.card_numbers)
    return [[card for card, n in zip(cards, world, strict=False) for _ in range(n)] for world in found.worlds.tolist()]


@pytest.mark.parametrize("name", DJECO)
def test_hands_are_drawn_from_what_the_seat_has_not_seen(name: str) -> None:
    game, rng = DJECO[name], Random(name)
    kinds = tuple(game.card_numbers)
    for events, seat in [moment for seed in range(3) for moment in moments(game, random_game(name, seed), 3, rng)]:
        log, view = seen_after(game, events, seat)
        *_, state = fold(game, events)
        found = believe(game, log, view, rng.getrandbits(32))
        assert found.worlds.shape == (djeco_belief.SAMPLED_HANDS, djeco.MAX_CARD_KINDS)
        assert (found.worlds.sum(axis=1) == len(state.hands[1 - seat])).all()
        unseen = np.zeros(djeco.MAX_CARD_KINDS, np.int64)
        unseen[: len(kinds)] = view.state.unseen
        assert (found.worlds >= 0).all()
        assert (found.worlds <= unseen).all()
        held = [kinds.index(card) for card in state.hands[1 - seat]]
        assert found.worlds[:, held].any(axis=0).all()  # what the other really holds is held possible
        likely = weights_of(found)
        assert [weight for weight in likely if weight] == pytest.approx([max(likely)] * np.count_nonzero(likely))


FILLED = lattice(nine("r1 b1 r2 b1 b3 b2 r3 b3 r1")) + " ?,?,?/r4,y,y b8,b8,y 0:2"
"""No square is empty, and only a 1, 2 or 3 and the yellow and green cards could be played; all of the 1 lie here."""


@pytest.mark.parametrize(("due", "held"), [("play 12 1 pass", set("456789")), ("play 12 2", set("23456789yg"))])
def test_who_has_just_passed_holds_nothing_that_can_be_played(due: str, held: set[str]) -> None:
    game = DJECO["djeco-it-2"]
    view = game.view(game.parse_state(f"{FILLED} {due}"), 1)
    found = hands_in(game, believe(game, (), view, 1))
    assert {str(card)[-1] for hand in found for card in hand} == held


def test_cards_come_as_often_as_there_are_of_them() -> None:
    """Of 38 unseen cards six are yellow: five cards hold 30/38 of them on average."""
    game = DJECO["djeco-it-2"]
    view = game.view(game.parse_state(position(lattice({"c3": "r1"}), "?,?,?,?,?/r2,r3,r4,r5,r6", "2")), 1)
    found = believe(game, (), view, 1)
    assert weights_of(found) == pytest.approx([1 / djeco_belief.SAMPLED_HANDS] * djeco_belief.SAMPLED_HANDS)
    yellow = found.worlds[:, game.card_numbers[YELLOW]]
    assert yellow.mean() == pytest.approx(30 / 38, abs=0.06)
    seen = Counter(str(card) for hand in hands_in(game, found) for card in hand)
    assert all(abs(seen[f"b{n}"] - 5 * 1024 * 2 / 38) < 5 * 15 for n in range(1, 10))  # five standard errors


def test_hands_drawn_leave_the_pool_as_it_is() -> None:
    pool, hands = np.zeros(djeco.MAX_CARD_KINDS, np.int64), np.zeros((2, djeco.MAX_CARD_KINDS), np.int64)
    pool[[3, 5]] = 2, 1
    draw_hands(pool, 3, hands, make_rng(1))
    assert hands.tolist() == [pool.tolist()] * 2
    assert pool.sum() == 3


# Djeco: hands that cannot be


def card_of(action: Any) -> Any:
    """The card that an action plays."""
    return action.card if isinstance(action, LayCard) else YELLOW if isinstance(action, Yellow) else GREEN


def can_be(game: DjecoGame, seen: DjecoState, seat: int, action: Any, hand: Sequence[Any]) -> bool:
    """Whether a seat with this hand could have acted so, where the other saw this."""
    assert seen.hands[seat] == (HIDDEN,) * len(hand)
    counts = [n - hand.count(card) for card, n in zip(game.card_numbers, seen.unseen, strict=True)]
    held = djeco_cards.sort_hand(hand)
    hands = (held, seen.hands[1]) if seat == 0 else (seen.hands[0], held)
    return min(counts) >= 0 and action in game.legal(seen._replace(unseen=tuple(counts), hands=hands), seat)


def naive_hands(game: DjecoGame, log: Events, view: Any, seed: int) -> tuple[list[list[Any]], list[bool]]:
    """Hands of the other player, and whether each can be: all is drawn with the same dice, in the same order."""
    seen, other, rng = view.state, 1 - view.viewer, make_rng(seed)
    passed = other in [seen.seat, 1 - seen.seat][: seen.passes]
    pool = [card for card, number in game.card_numbers.items() for _ in range(seen.unseen[number])]
    pool = [card for card in pool if not passed or not game.playable(seen, (card,))]
    hands = []
    for _ in range(djeco_belief.SAMPLED_HANDS):
        left = list(pool)
        hands.append(sorted([left.pop(below(rng, len(left))) for _ in seen.hands[other]], key=lambda card: card.order))
    done, state = list[tuple[DjecoState, Any]](), game.seen(game.start(), view.viewer)
    for event in log:
        if event.actor == other or (isinstance(event.action, Draw) and event.action.seat == other):
            done.insert(0, (state, event.action))
        state = game.follow(state, event)
    return hands, [_going_back(game, telling(game, done), other, list(hand), rng) for hand in hands]


def telling(game: DjecoGame, done: Sequence[tuple[DjecoState, Any]]) -> Sequence[tuple[DjecoState, Any]]:
    """From what was done, the last first, up to the oldest of the last few turns that can rule out a hand."""
    turns = [i for i, (_, action) in enumerate(done) if not isinstance(action, Draw)][: djeco_belief.MAX_TURNS_BACK]
    while turns and not isinstance(done[turns[-1]][1], Pass) and game.options["discard"] != "recycle":
        turns.pop()
    return done[: turns[-1] + 1] if turns else []


def _going_back(game: DjecoGame, done: Sequence[tuple[DjecoState, Any]], other: int, hand: list[Any], rng: Any) -> bool:
    """A card played returns to the hand, and any card leaves it for one drawn; both are done to the end in any case."""
    possible = True
    for before, action in done:
        hand.sort(key=lambda card: card.order)
        if isinstance(action, Draw):
            hand.pop(below(rng, len(hand)))
            continue
        if not isinstance(action, Pass):
            hand.append(card_of(action))
        possible = can_be(game, before, other, action, hand) and possible
    return possible


def check_hands(game: DjecoGame, events: Events, seat: int, seed: int) -> int:
    """Returns how many hands are ruled out."""
    log, view = seen_after(game, events, seat)
    found = believe(game, log, view, seed)
    hands, possible = naive_hands(game, log, view, seed)
    assert hands_in(game, found) == hands
    if not any(possible):  # then none is
        possible = [True] * len(hands)
    assert weights_of(found) == pytest.approx(normal(possible))
    return possible.count(False)


@pytest.fixture
def _few_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(djeco_belief, "SAMPLED_HANDS", 30)


@pytest.mark.usefixtures("_few_hands")
@pytest.mark.parametrize("name", ["djeco-recycle", "djeco-small-recycle", "djeco-small-blocked"])
def test_hands_that_cannot_be_are_ruled_out(name: str) -> None:
    game = GAMES[name]
    assert isinstance(game, DjecoGame)
    ruled_out = 0
    for seed in range(3):
        for moment in moments(game, random_game(name, seed), 5, Random(seed)):
            ruled_out += check_hands(game, *moment, seed)
    assert ruled_out


@pytest.mark.long
@pytest.mark.usefixtures("_few_hands")
@pytest.mark.parametrize("played", [random_game, greedy_game])
@pytest.mark.parametrize("name", [name for name, game in GAMES.items() if isinstance(game, DjecoGame)])
def test_hands_that_cannot_be_are_ruled_out_in_many_games(name: str, played: Callable[[str, int], Events]) -> None:
    game = GAMES[name]
    assert isinstance(game, DjecoGame)
    for start in range(2, 8):
        for seed, moment in enumerate(moments(game, played(name, start), 4, Random(start))):
            check_hands(game, *moment, seed)


@pytest.mark.parametrize(
    ("move", "hand", "possible"),
    [
        ("pass", "r5,r6,b7", True),
        ("pass", "r5,r6,b2", False),
        ("pass", "r5,r6,y", False),
        ("r2@d4", "r5,b9", True),
        ("r2@d4", "r4,r4", False),
        ("r2@d4", "r2,r4", False),
        ("y@d4", "r5,y", True),
    ],
    ids=["nothing fits", "a number fits", "a yellow card fits", "played", "one lies elsewhere", "one lies here", "y"],
)
def test_one_step_rules_out_hands(move: str, hand: str, possible: bool) -> None:
    """Of each card there are two; the viewer holds one red 4."""
    game = DJECO["djeco-it-2"]
    numbers, state = game.card_numbers, game.parse_state(f"{FILLED} play 12 1")
    action, found = game.parse_action(move), np.array([not possible])
    unseen, held = np.zeros((1, djeco.MAX_CARD_KINDS), np.int64), np.zeros((1, djeco.MAX_CARD_KINDS), np.int64)
    unseen[0, : len(numbers)] = state.unseen
    for text in hand.split(","):
        held[0, [str(card) for card in numbers].index(text)] += 1
    rule_out(
        djeco.rules_of(game),
        0,
        np.array([game.action_id(action)]),
        np.array([-1 if move == "pass" else numbers[card_of(action)]]),
        djeco.load(game, state)[None],
        unseen,
        held,
        found,
        make_rng(0),
    )
    assert found.tolist() == [possible]


# What a belief depends on


@pytest.mark.parametrize("name", ["xoxo-de-2", "xoxo-en-4", "djeco-it-2", "djeco-recycle"])
def test_a_belief_depends_on_what_the_seat_knows_alone(name: str) -> None:
    game, rng, other_worlds = GAMES[name], Random(name), 0
    for events, seat in [moment for seed in range(2) for moment in moments(game, random_game(name, seed), 3, rng)]:
        seen, other = seen_after(game, events, seat), redraw(game, events, seat, rng)
        assert seen_after(game, other, seat) == seen
        other_worlds += other != events
        first, second = believe(game, *seen, 3), believe(game, *seen_after(game, other, seat), 3)
        assert (first.worlds == second.worlds).all()
        assert (first.cumulative_weights == second.cumulative_weights).all()
    assert other_worlds > 2


def test_nothing_is_hidden_in_the_flip_games() -> None:
    game = rowdy.game("rubik")
    found = believe(game, (), game.view(game.start(), 0), 0)
    assert len(found.worlds) == 1
    assert found.cumulative_weights.tolist() == [1]


@pytest.mark.parametrize("name", ["xoxo-de-2", "xoxo-de-4"])
def test_weighing_makes_what_is_held_likelier(name: str) -> None:
    """On average, where the others are greedy."""
    game, rng, trust = XOXO[name], Random(name), {True: 0.0, False: 0.0}
    for events, seat in [moment for seed in range(3) for moment in moments(game, greedy_game(name, seed), 6, rng)]:
        *_, state = fold(game, events)
        for weigh in trust:
            found = believe(game, *seen_after(game, events, seat), 1, weigh)
            for other in (other for other in range(game.seats) if other != seat):
                right = np.bitwise_count(found.worlds[:, other] & xoxo.card_set(state.hands[other]))
                trust[weigh] += float(right @ np.array(weights_of(found)))
    assert trust[True] > 1.15 * trust[False], trust
