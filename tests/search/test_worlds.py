"""Worlds drawn for a seat: exactly as likely as the rules make them, by a second route that knows no slots."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any, TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rowdy
from rowdy import sample_world
from rowdy.rules.cards import GREEN, YELLOW
from rowdy.rules.djeco import DjecoGame
from rowdy.rules.djeco_state import Draw, Green, Lay, Pass, Yellow
from rowdy.rules.game import CHANCE, AnyGame, Chance, Event, InvalidSetup
from rowdy.rules.record import observations
from rowdy.rules.xoxo import XoxoGame
from rowdy.search import catalog
from rowdy.search.kits import djeco_worlds
from rowdy.search.python_search import random_playout
from tests.worlds import GAMES, SMALL, random_game, random_states

T = TypeVar("T")
Pick = Callable[[Sequence[int]], int]
SMALL_DJECO = [name for name, game in SMALL.items() if isinstance(game, DjecoGame)]
SMALL_XOXO = [name for name, game in SMALL.items() if isinstance(game, XoxoGame) and name != "xoxo-small-wide"]
"""Without the one in which both seats together hold all cards, so that there is only one world."""


# How likely each world is to be drawn


def distribution(draw: Callable[[Pick], T]) -> dict[T, Fraction]:
    """Every result with its exact probability: all ways to pick by weights are gone through."""
    found: dict[T, Fraction] = {}
    ways: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while ways:
        begun, chance = ways.pop()
        picked = list(begun)

        def pick(weights: Sequence[int], left: Iterator[int] = iter(begun), picked: list[int] = picked) -> int:  # noqa: B008
            nonlocal chance
            known = next(left, None)
            if known is not None:
                return known
            likely = [i for i, weight in enumerate(weights) if weight]
            total = sum(weights)
            ways.extend(((*picked, i), chance * Fraction(weights[i], total)) for i in likely[1:])
            chance *= Fraction(weights[likely[0]], total)
            picked.append(likely[0])
            return likely[0]

        result = draw(pick)
        found[result] = found.get(result, Fraction(0)) + chance
    return found


class Picker(Random):
    """Chance that goes through everything."""

    pick: Pick

    def choice(self, seq: Any) -> Any:
        return seq[self.pick([1] * len(seq))]


def drawn_worlds(game: AnyGame, view: Any, log: Sequence[Event[Any]] | None, patch: pytest.MonkeyPatch) -> Any:
    def draw(pick: Pick) -> Any:
        rng = Picker()
        rng.pick = pick
        patch.setattr(djeco_worlds, "weighted_index", lambda weights, _: pick(weights))
        return sample_world(game, view, rng, log)

    return distribution(draw)


# How likely each world is: every full history is followed, event by event of what the seat saw


def true_worlds(
    game: AnyGame, log: Sequence[Event[Any]], seat: int, starts: dict[Any, Fraction]
) -> dict[Any, Fraction]:
    """All full states that the log can have led to, by the rules themselves, each as likely as chance made it."""
    ways = starts
    for event in log:
        after: dict[Any, Fraction] = {}
        for state, weight in ways.items():
            for action, part in outcomes(game, state, event, seat):
                reached = game.play(state, event.actor, action)
                after[reached] = after.get(reached, Fraction(0)) + weight * part
        ways = after
    total = sum(ways.values())
    return {state: weight / total for state, weight in ways.items()}


def outcomes(game: AnyGame, state: Any, event: Event[Any], seat: int) -> Iterator[tuple[Any, Fraction]]:
    """What can have been behind an event that the seat saw, each as likely as it was."""
    if event.actor is CHANCE:
        turn = game.turn(state)
        assert isinstance(turn, Chance)
        for action, chance in turn.outcomes:
            if game.observe(state, Event(CHANCE, action), seat) == (event,):
                yield action, chance
    elif event.action in game.legal(state, event.actor):
        yield event.action, Fraction(copies(state, event))


def copies(state: Any, event: Event[Any]) -> int:
    """How many of the cards held can have been the one that was seen to be played: each is a card of its own."""
    match event.action:
        case Lay(card):
            return int(state.hands[event.actor].count(card))
        case Yellow():
            return int(state.hands[event.actor].count(YELLOW))
        case Green():
            return int(state.hands[event.actor].count(GREEN))
    return 1


def moments(name: str, seed: int, many: int) -> list[int]:
    """Some places in a random game, the end among them."""
    length = len(random_game(name, seed))
    return sorted({length, *Random(f"{name} {seed}").sample(range(length), min(many, length))})


@pytest.mark.parametrize("name", SMALL_DJECO)
def test_djeco_worlds_are_as_likely_as_all_that_happened_makes_them(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, several = GAMES[name], 0
    for seed in range(5):
        for end in moments(name, seed, 5):
            state = random_states(name, seed)[end]
            for seat in (0, 1):
                log, view = observations(game, random_game(name, seed)[:end], seat), game.view(state, seat)
                true = true_worlds(game, log, seat, {game.start(): Fraction(1)})
                assert drawn_worlds(game, view, log, monkeypatch) == true
                several += len(true) > 1
    assert several > 8, "the worlds must differ for this to say anything"


@pytest.mark.parametrize("name", SMALL_DJECO)
def test_djeco_worlds_from_a_position_are_as_likely_as_what_happened_since(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At the position every hand that can be is as likely as the next, but for one that cannot have passed."""
    game = GAMES[name]
    for seed in range(4):
        events, states = random_game(name, seed), random_states(name, seed)
        for begun in Random(seed).sample(range(len(states)), min(4, len(states))):
            end = min(begun + 12, len(events))
            for seat in (0, 1):
                log = observations(game, events[begun:end], seat, states[begun])
                at_first = drawn_worlds(game, game.view(states[begun], seat), None, monkeypatch)
                assert at_first == equally_likely(game, game.seen(states[begun], seat), seat)
                true = true_worlds(game, log, seat, at_first)
                assert drawn_worlds(game, game.view(states[end], seat), log, monkeypatch) == true


def equally_likely(game: AnyGame, seen: Any, seat: int) -> dict[Any, Fraction]:
    """Every choice of as many single cards as are hidden, but for hands that cannot have passed."""
    assert isinstance(game, DjecoGame)
    kinds, other = tuple(dict.fromkeys(game.all_cards)), 1 - seat
    single = [card for card, n in zip(kinds, seen.unseen, strict=True) for _ in range(n)]
    passed = other in (seen.seat, 1 - seen.seat)[: seen.passes]
    ways: Counter[Any] = Counter()
    for held in combinations(single, len(seen.hands[other])):
        if not (passed and game.playable(seen, held)):
            unseen = tuple(n - held.count(card) for card, n in zip(kinds, seen.unseen, strict=True))
            hands = (held, seen.hands[1]) if seat else (seen.hands[0], held)
            ways[seen._replace(hands=hands, unseen=unseen)] += 1
    return {world: Fraction(n, ways.total()) for world, n in ways.items()}


@pytest.mark.parametrize("name", SMALL_XOXO)
def test_xoxo_worlds_are_as_likely_as_all_that_happened_makes_them(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, several = GAMES[name], 0
    for seed in range(3):
        for end in moments(name, seed, 4):
            state = random_states(name, seed)[end]
            for seat in range(game.seats):
                log, view = observations(game, random_game(name, seed)[:end], seat), game.view(state, seat)
                true = true_worlds(game, log, seat, {game.start(): Fraction(1)})
                assert drawn_worlds(game, view, log, monkeypatch) == true
                assert drawn_worlds(game, view, None, monkeypatch) == true
                several += len(true) > 1
    assert several > 8


# What a world is like


@given(
    st.sampled_from([name for name, game in GAMES.items() if game.facts.hidden]),
    st.integers(0, 2),
    st.integers(0, 1 << 30),
    st.data(),
)
def test_a_world_looks_like_the_view_and_can_be_played_on(name: str, seed: int, draw: int, data: st.DataObject) -> None:
    game, events, states = GAMES[name], random_game(name, seed), random_states(name, seed)
    begun = data.draw(st.one_of(st.just(0), st.integers(0, len(events))), "position")
    end = data.draw(st.integers(begun, len(events)), "end")
    seat = data.draw(st.integers(0, game.seats - 1), "seat")
    log, view = (
        observations(game, events[begun:end], seat, states[begun] if begun else None),
        game.view(states[end], seat),
    )
    world = sample_world(game, view, Random(draw), log)
    assert game.view(world, seat) == view
    assert "?" not in game.format_state(world)
    assert game.parse_state(game.format_state(world)) == world
    assert sample_world(game, view, Random(draw), log) == world
    random_playout(game, world, Random(draw))


@pytest.mark.parametrize("name", [name for name, game in GAMES.items() if isinstance(game, DjecoGame)])
def test_who_passed_and_drew_nothing_since_holds_nothing_that_could_be_played_then(name: str) -> None:
    game = GAMES[name]
    assert isinstance(game, DjecoGame)
    tried = 0
    for seed in range(8):
        events, states = random_game(name, seed), random_states(name, seed)
        for i, (actor, action) in enumerate(events):
            if not isinstance(action, Pass) or not isinstance(actor, int):
                continue
            drew = [j for j, (_, a) in enumerate(events) if j > i and isinstance(a, Draw) and a.seat == actor]
            end = drew[0] if drew else len(events)
            seat = 1 - actor
            log, view = observations(game, events[:end], seat), game.view(states[end], seat)
            for draw in range(3):
                world = sample_world(game, view, Random(draw), log)
                assert not game.playable(states[i], world.hands[actor])
                tried += 1
    assert tried or not name.startswith("djeco-small")


def test_an_open_game_has_no_other_worlds() -> None:
    game = rowdy.game("rubik")
    view = game.view(game.parse_state("..../.B../..Bb/.... flip"), 1)
    assert sample_world(game, view, Random(0)) is view.state


def test_worlds_are_drawn_without_numpy() -> None:
    code = (
        "import random, sys, rowdy\n"
        "game = rowdy.game('djeco')\n"
        "loaded = [m for m in sys.modules if m.startswith(('numpy', 'numba', 'rowdy.search'))]\n"
        "rowdy.sample_world(game, game.view(game.start(), 0), random.Random(1))\n"
        "sys.exit(str(loaded) if loaded or 'numpy' in sys.modules else 0)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


# What cannot be


def test_only_a_seat_has_worlds() -> None:
    for name in ("xoxo-de-2", "djeco-it-2", "rubik-de-2"):
        game = GAMES[name]
        with pytest.raises(ValueError, match="spectator"):
            sample_world(game, game.view(random_states(name, 0)[20], None), Random(0))


def test_a_log_that_does_not_lead_to_the_view_is_refused() -> None:
    game, events, states = GAMES["djeco-it-2"], random_game("djeco-it-2", 0), random_states("djeco-it-2", 0)
    with pytest.raises(ValueError, match="does not lead"):
        sample_world(game, game.view(states[20], 0), Random(0), observations(game, events[:19], 0))


def test_a_pass_that_no_hand_explains_is_refused() -> None:
    """With one card on the table all cards but the two green ones can be played, and five are held."""
    game = rowdy.game("djeco")
    table = "...../...../..r7../...../....."
    view = game.view(game.parse_state(f"{table} r1,r3,b2,b9,y/?,?,?,?,? - 0:0 play 1 2 pass"), 0)
    with pytest.raises(ValueError, match="no hidden hand"):
        sample_world(game, view, Random(0))


def test_hidden_cards_of_an_unknown_game_are_not_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    game = GAMES["xoxo-de-2"]
    monkeypatch.delitem(catalog.KITS, "xoxo")
    with pytest.raises(InvalidSetup) as caught:
        sample_world(game, game.view(random_states("xoxo-de-2", 0)[20], 0), Random(0))
    assert caught.value.code == "no-sampling"
