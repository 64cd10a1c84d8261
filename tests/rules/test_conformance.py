"""What every game must do, in every edition, with every number of seats, in small sizes and under awkward rulings."""

from __future__ import annotations

import hashlib
import json
import pickle
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import fields
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest

import rowdy
from rowdy.rules import djeco, flip, xoxo
from rowdy.rules.djeco import DjecoGame
from rowdy.rules.flip import FlipGame
from rowdy.rules.flip_state import Place
from rowdy.rules.game import CHANCE, Actor, AnyGame, Chance, Event, HiddenHand, IllegalMove, Move, Over, Window
from tests.worlds import AWKWARD, GUESTS, HIDDEN, PRINTED, SMALL, random_game, random_states, sample, viewers
from tests.worlds import EVERY as GAMES

every_game = pytest.mark.parametrize("name", GAMES)


def seeds(name: str) -> range:
    """Small games are over soon, so more of them are played."""
    return range(8) if name in SMALL else range(3)


def played(name: str) -> Iterator[tuple[Any, Event[Any], Any]]:
    """Each step of some random games: the state, what happened, and the state after."""
    for seed in seeds(name):
        states = random_states(name, seed)
        yield from zip(states, random_game(name, seed), states[1:], strict=False)


def all_states(name: str) -> list[Any]:
    return [state for seed in seeds(name) for state in random_states(name, seed)]


GUEST_REASONS = {"tictactoe": {"line", "full"}, "tricks": {"tricks"}}


def actors(game: AnyGame) -> tuple[Actor, ...]:
    """Everybody who might act."""
    return (*range(game.seats), CHANCE)


def reasons(game: AnyGame) -> set[str]:
    if game.edition.game in GUEST_REASONS:
        return GUEST_REASONS[game.edition.game]
    module = flip if isinstance(game, FlipGame) else djeco if isinstance(game, DjecoGame) else xoxo
    return set(module.Reason)


def test_every_entry_of_the_catalog_is_here() -> None:
    found = {(g.edition.game, g.edition.name, g.seats) for g in PRINTED.values()}
    assert len(found) == len(PRINTED) == 6 + 1 + 1 + 5


# Legal moves


def complaint(game: AnyGame, state: Any, actor: Actor, action: Any) -> IllegalMove | None:
    try:
        game.play(state, actor, action)
    except IllegalMove as error:
        return error
    return None


def accepts(game: AnyGame, state: Any, actor: Actor, action: Any) -> bool:
    error = complaint(game, state, actor, action)
    assert error is None or (error.code and error.details["move"] == action)
    return error is None


@every_game
def test_an_action_is_accepted_if_and_only_if_it_is_legal(name: str) -> None:
    game, rng = GAMES[name], Random(name)
    known = [*game.actions, *game.chances]
    for seed in seeds(name):
        for state in sample(random_states(name, seed), 6 if name in SMALL else 2, rng):
            for actor in actors(game):
                legal = list(game.legal(state, actor))
                assert len(set(legal)) == len(legal)
                assert [action for action in known if accepts(game, state, actor, action)] == sorted(
                    legal, key=known.index
                )


STRANGE = {
    "flip": ("a1-a1", "a1-b2", "b2-a1"),
    "xoxo": ("1+?colour", "2+?shape", "1+?face", "1=yhs", "draw=yhs"),
    "tictactoe": (),
    "tricks": ("1+?", "2+?"),
    "djeco": ("r98@b2", "b98@b2", "y98@b2", "g@a1-b3", "g@a1-a1", "1+?", "2+?", "1+r98", "2+b98"),
}
"""Actions that can be read and are never legal, whatever the rulings and sizes."""


@every_game
def test_an_action_that_is_not_in_the_lists_is_never_accepted(name: str) -> None:
    game = GAMES[name]
    texts = list(STRANGE["flip" if isinstance(game, FlipGame) else game.edition.game])
    if isinstance(game, DjecoGame):  # the form of a yellow card that the ruling does not know
        texts.append("y1@b2" if game.options["yellow"] == "stack" else "y@b2")
    strange = [game.parse_action(text) for text in texts]
    assert not {*game.actions, *game.chances}.intersection(strange)
    for state in sample(all_states(name), 60, Random(name)):
        for action in strange:
            assert not any(accepts(game, state, actor, action) for actor in actors(game))


NO_ACTIONS = ("own@c2", "a1", None, 5, True, (), Place, Move(0))


@every_game
def test_what_is_no_action_of_the_game_is_refused_before_all_else(name: str) -> None:
    """A text, no action at all, or an action of another game: whoever does it, and whatever is due."""
    game = GAMES[name]
    known = {type(action) for action in (*game.actions, *game.chances)}
    others = {type(a): a for other in GAMES.values() for a in (*other.actions, *other.chances)}
    foreign = [action for kind, action in others.items() if kind not in known]
    assert foreign
    for state in sample(all_states(name), 10, Random(name)):
        for actor in (*actors(game), *no_actors(game)):
            for action in (*NO_ACTIONS, *foreign):
                error = complaint(game, state, actor, action)
                assert error is not None
                assert (error.code, error.details) == ("not-an-action", {"move": action})


def no_actors(game: AnyGame) -> tuple[Any, ...]:
    return (None, "x", 7, game.seats, -1, True, 0.0, "chance")


@every_game
def test_nobody_else_acts(name: str) -> None:
    game = GAMES[name]
    for state, (_, action), _ in sample(list(played(name)), 10, Random(name)):
        for actor in no_actors(game):
            with pytest.raises(IllegalMove) as asked:
                game.legal(state, actor)
            with pytest.raises(IllegalMove) as acted:
                game.play(state, actor, action)
            for error in (asked.value, acted.value):
                assert (error.code, error.details["actor"]) == ("not-an-actor", actor)


@every_game
def test_what_a_viewer_can_tell_of_others_is_true(name: str) -> None:
    """In a state as another sees it, what a seat may do is told as it is, or cannot be told."""
    game = GAMES[name]
    for state, (actor, action), after in sample(list(played(name)), 60, Random(name)):
        for viewer in viewers(game):
            seen = game.seen(state, viewer)
            for seat in range(game.seats):
                with suppress(HiddenHand):
                    assert list(game.legal(seen, seat)) == list(game.legal(state, seat))
            if isinstance(game.turn(state), Move):  # in a window the answers of others are not seen
                with suppress(HiddenHand):
                    assert game.seen(game.play(seen, actor, action), viewer) == game.seen(after, viewer)


@pytest.mark.parametrize("name", HIDDEN)
def test_a_hand_that_is_not_known_is_told_to_be_hidden(name: str) -> None:
    """Somewhere in each game with hidden cards, and never to the seat that holds them."""
    game, told = GAMES[name], set[tuple[int, int | None]]()
    for state in all_states(name):
        for viewer in viewers(game):
            for seat in range(game.seats):
                seen = game.seen(state, viewer)
                legal = game.legal(state, seat)
                if legal and game.hides(seen, seat):
                    told.add((seat, viewer))
                    with pytest.raises(HiddenHand, match=f"hidden-hand .seat={seat + 1}"):
                        game.legal(seen, seat)
                    with pytest.raises(HiddenHand, match=f"hidden-hand .seat={seat + 1}"):
                        game.play(seen, seat, legal[0])
    assert told == {(seat, viewer) for seat in range(game.seats) for viewer in viewers(game) if seat != viewer}


@every_game
def test_somebody_can_act_until_the_game_is_over_and_only_those_who_are_asked(name: str) -> None:
    game = GAMES[name]
    for state in all_states(name):
        able = {actor for actor in actors(game) if game.legal(state, actor)}
        match game.turn(state):
            case Over():
                assert not able
            case Chance(actions):
                assert able == {CHANCE}
                assert tuple(game.legal(state, CHANCE)) == actions
            case Move(seat):
                assert able == {seat}
            case Window(seats):
                assert able
                assert able <= set(seats)


@every_game
def test_a_seat_knows_what_it_may_do(name: str) -> None:
    """What is legal for a seat follows from what that seat sees."""
    game = GAMES[name]
    for state in all_states(name):
        for seat in range(game.seats):
            assert game.view(state, seat).legal == tuple(game.legal(state, seat))
        assert game.view(state, None).legal == ()


# States are values


@every_game
def test_a_state_never_changes(name: str) -> None:
    game = GAMES[name]
    for state, (actor, action), after in played(name):
        before, hashed = game.format_state(state), hash(state)
        again = game.play(state, actor, action)
        assert again == after
        assert hash(again) == hash(after)
        assert again != state
        assert (game.format_state(state), hash(state)) == (before, hashed)


def names_in(value: Any) -> tuple[str, ...]:
    """The names of the fields of a named tuple or a data class."""
    return tuple(getattr(value, "_fields", None) or [field.name for field in fields(value)])


@every_game
def test_nothing_in_a_state_or_an_action_can_be_assigned(name: str) -> None:
    for state, (_, action), _ in sample(list(played(name)), 5, Random(name)):
        for value in (state, action):
            for field in names_in(value):
                with pytest.raises(AttributeError):
                    setattr(value, field, getattr(value, field))


@every_game
def test_asking_out_of_order_gives_the_same_answers(name: str) -> None:
    """A game remembers nothing that matters: the states of several games, asked in any order, answer alike."""
    game, rng = GAMES[name], Random(name)
    states = sample(all_states(name), 60, rng)

    def answers(state: Any) -> Any:
        return game.turn(state), [list(game.legal(state, seat)) for seat in range(game.seats)]

    first = [answers(state) for state in states]
    order = list(range(len(states)))
    rng.shuffle(order)
    for i in order:
        copy = game.parse_state(game.format_state(states[i]))
        assert answers(copy) == first[i]


@every_game
def test_a_copy_is_as_good_as_the_state(name: str) -> None:
    """States are equal by what is in them, and games ask only that: see also test_identity.py."""
    game = GAMES[name]
    for state, event, _ in sample(list(played(name)), 30, Random(name)):
        for viewer in viewers(game):
            seen = game.seen(state, viewer)
            copy = pickle.loads(pickle.dumps(seen))
            assert copy == seen
            assert game.seen(copy, viewer) == seen
            assert game.turn(copy) == game.turn(seen)
            assert game.format_state(copy) == game.format_state(seen)
            for told in game.observe(state, event, viewer):
                assert game.follow(copy, pickle.loads(pickle.dumps(told))) == game.follow(seen, told)
                copy, seen = game.follow(copy, told), game.follow(seen, told)


def remade(game: AnyGame) -> AnyGame:
    made: AnyGame = pickle.loads(pickle.dumps(game))
    return made


@every_game
def test_games_made_from_the_same_are_equal(name: str) -> None:
    game = GAMES[name]
    copy = remade(game)
    assert copy is not game
    assert copy == game
    assert not copy != game  # noqa: SIM202
    assert hash(copy) == hash(game)
    assert {game: name}[copy] == name
    assert copy.start() == game.start()


def test_games_made_from_something_else_differ() -> None:
    variants = [*GAMES.values(), rowdy.game("xoxo", starter=1), rowdy.game("djeco", starter=1)]
    assert len(set(variants)) == len(variants)
    for game, other in combinations(variants, 2):
        assert game != other
    assert rowdy.game("rubik") == rowdy.game("rubik", rulings={"row": "enclosed"}) != "rubik"


def test_states_of_different_games_are_never_equal() -> None:
    states = {name: {random_states(name, 0)[0], *random_states(name, 0)[-3:]} for name in GAMES}
    for (name, own), (other_name, others) in combinations(states.items(), 2):
        if GAMES[name].edition.game != GAMES[other_name].edition.game:
            assert own.isdisjoint(others)
            assert all(state != other and not state == other for state in own for other in others)  # noqa: SIM201


@every_game
def test_a_state_is_no_bare_tuple(name: str) -> None:
    for state in random_states(name, 0)[:3]:
        fields = tuple(getattr(state, field) for field in names_in(state))
        assert state != fields
        assert not state == fields  # noqa: SIM201


# Text


@every_game
def test_every_position_reads_back(name: str) -> None:
    game = GAMES[name]
    for state in sample(all_states(name), 100, Random(name)):
        for shown in (state, *(game.seen(state, viewer) for viewer in viewers(game))):
            text = game.format_state(shown)
            assert game.parse_state(text) == shown
            assert text.isascii()
            assert text.isprintable()


@every_game
@pytest.mark.parametrize("kept", [True, False])
def test_every_action_reads_back(name: str, kept: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether its text is known already or has to be taken apart."""
    game = GAMES[name]
    if not kept and name not in GUESTS:
        monkeypatch.setattr(game, "_by_text", {})
    for actions in (game.actions, game.chances):
        texts = [str(action) for action in actions]
        assert len(set(texts)) == len(texts)
        assert [game.parse_action(text) for text in texts] == list(actions)


@every_game
def test_different_states_have_different_texts(name: str) -> None:
    game, states = GAMES[name], set(all_states(name))
    assert len({game.format_state(state) for state in states}) == len(states)


# Chance


@every_game
def test_chance_is_exact(name: str) -> None:
    game = GAMES[name]
    for state in all_states(name):
        turn = game.turn(state)
        if not isinstance(turn, Chance):
            continue
        assert len(set(turn.actions)) == len(turn.actions) == len(turn.weights) > 0
        assert all(probability > 0 for _, probability in turn.outcomes)
        assert sum((probability for _, probability in turn.outcomes), Fraction(0)) == 1
        assert [p for _, p in turn.outcomes] == [Fraction(w, sum(turn.weights)) for w in turn.weights]


@every_game
def test_a_viewer_is_told_only_of_chance_that_is_possible(name: str) -> None:
    """Where chance is due a viewer knows that it is; what really comes is among what it reckons with."""
    game = GAMES[name]
    for state, event, _ in played(name):
        if event.actor is not CHANCE:
            continue
        for viewer in viewers(game):
            turn = game.view(state, viewer).turn
            assert isinstance(turn, Chance)
            assert all(weight > 0 for weight in turn.weights)
            assert event.action in turn.actions


# Facts and ids


@every_game
def test_ids_are_dense(name: str) -> None:
    game = GAMES[name]
    assert [game.action_id(action) for action in game.actions] == list(range(game.facts.distinct_actions))
    assert [game.action_id(action) for action in game.chances] == list(range(game.facts.distinct_chances))


def listed(actions: tuple[Any, ...]) -> dict[str, Any]:
    """What pins the order of a list: its length, its ends and a digest of all its texts."""
    texts = list(map(str, actions))
    digest = hashlib.sha256("\n".join(texts).encode()).hexdigest()
    return {"count": len(texts), "first": texts[:3], "last": texts[-3:], "sha256": digest}


IDS = Path(__file__).with_name("action_ids.json")
"""The numbers of the actions of all games: whoever changes one makes a new version of the game."""


@pytest.mark.parametrize("name", [*PRINTED, *AWKWARD])
def test_actions_keep_their_numbers(name: str) -> None:
    game = GAMES[name]
    found = {"actions": listed(game.actions), "chances": listed(game.chances)}
    assert json.loads(IDS.read_text("utf-8"))[name] == found


@every_game
def test_every_event_has_an_id(name: str) -> None:
    game = GAMES[name]
    for _, (actor, action), _ in played(name):
        listed = game.chances if actor is CHANCE else game.actions
        assert listed[game.action_id(action)] == action


@every_game
def test_no_game_passes_the_bounds_of_its_facts(name: str) -> None:
    game = GAMES[name]
    for seed in range(20):
        events, states = random_game(name, seed), random_states(name, seed)
        movers = [turn.seat for state in states if isinstance(turn := game.turn(state), Move)]
        turns = sum(1 for a, b in zip([None, *movers], movers, strict=False) if a != b)
        assert turns <= game.facts.max_turns
        assert len(events) <= game.facts.max_actions
        assert max(len(game.legal(s, seat)) for s in states for seat in range(game.seats)) <= game.facts.max_legal


@every_game
def test_the_facts_are_true(name: str) -> None:
    game, states = GAMES[name], all_states(name)
    facts, turns = game.facts, [game.turn(state) for state in states]
    assert facts.seats == game.seats
    assert facts.chance == any(isinstance(turn, Chance) for turn in turns)
    assert facts.windows == any(isinstance(turn, Window) for turn in turns)
    assert facts.hidden == any(game.seen(state, viewer) != state for state in states for viewer in viewers(game))


# The end


@every_game
def test_when_it_is_over_nobody_may_do_anything(name: str) -> None:
    game = GAMES[name]
    for seed in seeds(name):
        end = random_states(name, seed)[-1]
        assert isinstance(game.turn(end), Over)
        for actor in actors(game):
            assert not game.legal(end, actor)
            assert not any(accepts(game, end, actor, action) for action in (*game.actions, *game.chances))


@every_game
def test_everybody_learns_how_it_ended(name: str) -> None:
    game = GAMES[name]
    for seed in range(20):
        *before, end = random_states(name, seed)
        assert not any(isinstance(game.turn(state), Over) for state in before)
        turn = game.turn(end)
        assert isinstance(turn, Over)
        winners = turn.outcome.winners
        assert turn.outcome.reason in reasons(game)
        assert list(winners) == sorted(set(winners))
        assert set(winners) <= set(range(game.seats))
        assert all(game.view(end, viewer).turn == turn for viewer in viewers(game))


@pytest.mark.parametrize("kind", ["flip", "xoxo", "djeco"])
def test_these_games_end_in_every_way(kind: str) -> None:
    """So that nothing above is true only because it never happened."""
    names = [name for name in SMALL if name.startswith(kind)]
    ends = [GAMES[name].turn(random_states(name, seed)[-1]) for name in names for seed in range(40)]
    outcomes = [end.outcome for end in ends if isinstance(end, Over)]
    assert {outcome.reason for outcome in outcomes} == reasons(GAMES[names[0]])
    assert {len(outcome.winners) for outcome in outcomes} == ({1, 2, 3} if kind == "xoxo" else {0, 1})


def test_the_awkward_games_are_played_under_the_rulings_they_name() -> None:
    assert AWKWARD["xoxo-no-window"].options["last_window"] == "no"
    assert AWKWARD["xoxo2-enclosed"].options == {"row": "enclosed", "both_rows": "mover"}
    assert AWKWARD["djeco-custom"].options["numbers"] == "custom"
    assert AWKWARD["djeco-fixed"].options["scorer"] == "maker"
    assert [game.starter for game in AWKWARD.values()].count(0) < len(AWKWARD)
