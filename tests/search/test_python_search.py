"""Plain thinking: worlds that look as the view does, wins taken, and the same answer for the same seed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rowdy
from rowdy.rules.game import AnyGame, Move, Outcome, Over, View
from rowdy.search.catalog import search_kit
from rowdy.search.python_search import Thought, consider, random_playout, share
from tests.rules.support import djeco, lattice, nine
from tests.visiting_games import installed
from tests.worlds import EVERY, HIDDEN, random_states


@pytest.fixture(scope="module", autouse=True)
def _examples(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Installed, as more than their rules is needed."""
    with installed(tmp_path_factory.mktemp("examples"), tictactoe="rowdy_tictactoe:KIT", tricks="rowdy_tricks:KIT"):
        yield


def view_at(game: AnyGame, position: str, seat: int = 0) -> View[Any, Any]:
    return game.view(game.parse_state(position), seat)


def think(game: AnyGame, position: str, playouts: int, seed: int = 0) -> Thought:
    return consider(game, view_at(game, position), Random(seed), playouts=playouts)


def best(thought: Thought) -> str:
    return str(thought.choices[0].action)


# Worlds


def sample_world(game: AnyGame, view: View[Any, Any], rng: Random) -> Any:
    return search_kit(game).sample_world(game, view, rng)


@given(st.sampled_from(sorted(HIDDEN)), st.integers(0, 2), st.integers(0, 1 << 30), st.data())
def test_a_world_drawn_looks_like_the_view_it_was_drawn_from(name: str, seed: int, draw: int, data: Any) -> None:
    game, states = EVERY[name], random_states(name, seed)
    state = data.draw(st.sampled_from(states))
    seat = data.draw(st.integers(0, game.seats - 1))
    view = game.view(state, seat)
    world = sample_world(game, view, Random(draw))
    assert game.view(world, seat) == view
    assert "?" not in game.format_state(world)
    assert game.parse_state(game.format_state(world)) == world
    if isinstance(game.turn(state), Move):
        outcome = random_playout(game, world, Random(draw))
        assert sum(share(outcome, s, game.seats) for s in range(game.seats)) == pytest.approx(1)


def test_flip_games_have_no_other_worlds() -> None:
    game = rowdy.game("rubik")
    view = view_at(game, "..../.B../..Bb/.... flip", 1)
    assert sample_world(game, view, Random(0)) == view.state


def test_every_hand_that_can_be_comes_as_often_as_the_next() -> None:
    """The other's colour is one of three, its two shapes are two of three: nine hands."""
    game = rowdy.game("xoxo")
    position = f"{lattice({'c3': 'rsj'})} - 11rtj/12gsj/24ycj ?colour,?shape,?shape/red,circle,joy lay 2 c3"
    view, rng = view_at(game, position, 1), Random(1)
    counts = Counter(sample_world(game, view, rng).hands[0] for _ in range(1800))
    assert len(counts) == 9
    assert 150 < min(counts.values()) <= max(counts.values()) < 250


def test_cards_come_as_often_as_there_are_of_them() -> None:
    """Of 40 unseen cards six are yellow, so a hand of three has none of them in 34·33·32 cases of 40·39·38."""
    game = rowdy.game("djeco")
    view, rng = view_at(game, djeco(lattice({"c3": "r1"}), "?,?,?/r2,r3,r4", "2"), 1), Random(1)
    hands = [sample_world(game, view, rng).hands[0] for _ in range(4000)]
    without = sum("y" not in map(str, hand) for hand in hands) / len(hands)
    assert without == pytest.approx(34 * 33 * 32 / (40 * 39 * 38), abs=0.03)


def test_who_has_just_passed_holds_nothing_that_can_be_played() -> None:
    """All nine squares show a 1 or a 2: only these, a yellow and a green card could be played."""
    game = rowdy.game("djeco", rulings={"numbers": "1-6x3"})
    table = lattice(nine("r1 r1 r1 b1 b1 b1 r2 b2 r2"))
    view = view_at(game, f"{table} ?,?,?/r3,y,y b6,b6,y 1:1 play 12 1 pass", 1)
    assert view.legal
    for seed in range(30):
        hand = sample_world(game, view, Random(seed)).hands[0]
        assert {str(card)[1:] for card in hand} <= set("3456")


# Thinking


def wins_at_once(game: AnyGame, position: str) -> set[str]:
    view = view_at(game, position)
    ends = {str(action): game.turn(game.play(view.state, 0, action)) for action in view.legal}
    return {text for text, turn in ends.items() if isinstance(turn, Over) and turn.outcome.winners == (0,)}


@pytest.mark.parametrize("game_id", ["rubik", "xoxo2"])
def test_it_wins_at_once_where_it_can_in_the_flip_games(game_id: str) -> None:
    game, found = rowdy.game(game_id), 0
    for state in [state for seed in range(40) for state in random_states(f"{game_id}-{game.edition.name}-2", seed)]:
        position = game.format_state(state)
        if isinstance(game.turn(state), Move) and state.mover == 0 and (wins := wins_at_once(game, position)):
            assert best(think(game, position, 300)) in wins
            found += 1
    assert found > 3


def test_it_completes_the_line_that_wins_in_djeco() -> None:
    game = rowdy.game("djeco", rulings={"target": "2"})
    position = f"{lattice({'b3': 'r5', 'c3': 'r6', 'b2': 'b9'})} r1,b3,b4/?,?,? r7,r8,r8,r9,g 1:0 play 8 1"
    assert best(think(game, position, 300)) in {"r1@d3", "r1@a3"}


def test_it_lays_and_shows_its_last_card_in_xoxo() -> None:
    game = rowdy.game("xoxo")
    table = lattice({"b4": "bsj", "c4": "gcw", "b3": "rsj", "c3": "rcw", "b2": "ytj", "c2": "ycs"})
    position = f"{table} - 12rtj/12gsj/18ycj red,!circle,!joy/?colour,?shape,?face lay 1 c2"
    thought = think(game, position, 300)
    assert best(thought) in {"own@d3", "own@a3"}
    assert thought.choices[0].value > 0.95
    shown = game.format_state(game.play(game.parse_state(position), 0, thought.choices[0].action))
    assert "show" in shown


def test_the_same_seed_and_number_give_the_same_thought() -> None:
    game = rowdy.game("djeco")
    position = djeco(lattice({"c3": "r1"}), "r2,r3,b4/?,?,?", "play 1 1")
    assert think(game, position, 60, seed=3) == think(game, position, 60, seed=3)
    assert think(game, position, 60, seed=3) != think(game, position, 60, seed=4)
    thought = think(game, position, 60)
    assert thought.simulations == 60 == sum(choice.visits for choice in thought.choices)
    assert {choice.action for choice in thought.choices} == set(view_at(game, position).legal)
    assert [choice.visits for choice in thought.choices] == sorted((c.visits for c in thought.choices), reverse=True)


def test_it_stops_when_its_time_is_over() -> None:
    game = rowdy.game("rubik")
    ticks = iter(range(1000))
    view = game.view(game.start(), 0)
    assert consider(game, view, Random(0), seconds=20, clock=lambda: next(ticks)).simulations == 19
    ticks = iter(range(1000))
    assert consider(game, view, Random(0), playouts=7, seconds=20, clock=lambda: next(ticks)).simulations == 7


@pytest.mark.parametrize(
    ("position", "seat", "block"),
    [("XX./O../...", 1, "c3"), ("X.O/.../X..", 1, "a2"), ("O../.../X.X", 1, "b1"), ("OX./O.X/...", 0, "a1")],
)
def test_it_sees_what_the_other_would_answer(position: str, seat: int, block: str) -> None:
    """In tic-tac-toe all else loses at once, also where moves look alike at first sight, or this one the worst."""
    game = rowdy.game("tictactoe")
    view = view_at(game, position, seat)
    for sight, least in ((None, 5), (0.5, 5), (0.4, 4)):
        sights = sight and {action: sight if str(action) == block else 0.5 for action in view.legal}
        thoughts = [consider(game, view, Random(seed), playouts=300, prior_values=sights or None) for seed in range(5)]
        assert sum(best(thought) == block for thought in thoughts) >= least


def test_what_looks_best_is_tried_first_and_more_by_and_by() -> None:
    game = rowdy.game("rubik")
    view = game.view(game.start(), 0)
    sights = {action: i / 100 for i, action in enumerate(view.legal)}
    for playouts, wide in ((10, 4), (80, 11)):
        thought = consider(game, view, Random(0), playouts=playouts, prior_values=sights)
        assert {choice.action for choice in thought.choices if choice.visits} <= set(view.legal[-wide:])
        assert len(thought.choices) == 32
    once = consider(game, view, Random(0), playouts=1, prior_values=sights)
    assert once.choices[0].action == view.legal[-1]


def test_one_choice_needs_no_thought_and_none_is_a_mistake() -> None:
    game = rowdy.game("djeco")
    view = view_at(game, djeco(lattice({"c3": "r1"}), "-/?,?,?", "1", deck=["r2", "r3", "r4"]))
    thought = consider(game, view, Random(0), seconds=1000)
    assert [str(choice.action) for choice in thought.choices] == ["pass"]
    start = rowdy.game("rubik")
    with pytest.raises(ValueError, match="is to act"):
        consider(start, start.view(start.start(), 1), Random(0), playouts=1)
    with pytest.raises(ValueError, match="playouts or a time"):
        consider(start, start.view(start.start(), 0), Random(0))


def test_shares() -> None:
    assert share(Outcome((1,), "row"), 1, 2) == 1
    assert share(Outcome((1,), "row"), 0, 2) == 0
    assert share(Outcome((0, 2), "last_card"), 2, 3) == 0.5
    assert share(Outcome((), "full"), 1, 2) == 0.5
