"""Nobody learns what they may not know: not from views, legal moves, errors, records, or the order of answers."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any

import pytest

from rowdy.play.dealer import Dealer
from rowdy.play.game_log import GameLog
from rowdy.rules.game import CHANCE, AnyGame, Chance, IllegalMove
from rowdy.rules.record import SPECTATOR, Record, Viewpoint
from rowdy.rules.record_text import format_record, parse_record
from rowdy.rules.xoxo_state import Reveal
from tests.worlds import EVERY as GAMES
from tests.worlds import (
    GUESTS,
    HIDDEN,
    PRINTED,
    SMALL,
    Events,
    fold,
    observations,
    players,
    random_game,
    random_states,
    redraw,
    sample,
    shuffle_answers,
    viewers,
)

every_game = pytest.mark.parametrize("name", GAMES)
every_secret = pytest.mark.parametrize("name", HIDDEN)
every_window = pytest.mark.parametrize("name", [name for name, game in GAMES.items() if game.facts.windows])


def seeds(name: str) -> range:
    return range(8) if name in SMALL | GUESTS else range(2)


def cuts(name: str, rng: Random) -> list[Events]:
    """Some random games, each once whole and once broken off: at the end a seat knows most."""
    games = [random_game(name, seed) for seed in seeds(name)]
    return games + [events[: rng.randint(len(events) // 4, len(events))] for events in games]


def eyes(viewer: int | None) -> Viewpoint:
    return SPECTATOR if viewer is None else viewer


# What a seat is told adds up to what it sees


@every_game
def test_following_what_one_was_told_leads_to_what_one_sees(name: str) -> None:
    game = GAMES[name]
    for seed in seeds(name):
        states, events = random_states(name, seed), random_game(name, seed)
        for viewer in viewers(game):
            known = game.seen(states[0], viewer)
            for state, event, after in zip(states, events, states[1:], strict=False):
                for told in game.observe(state, event, viewer):
                    known = game.follow(known, told)
                assert known == game.seen(after, viewer)


@every_game
def test_a_view_is_made_of_what_is_seen(name: str) -> None:
    game = GAMES[name]
    for state in sample(random_states(name, 0), 30, Random(name)):
        for viewer in viewers(game):
            view, seen = game.view(state, viewer), game.seen(state, viewer)
            assert view.viewer == viewer
            assert view.state == seen == game.seen(seen, viewer)
            assert view.turn == game.turn(seen)
            assert view.legal == (() if viewer is None else tuple(game.legal(seen, viewer)))


@every_game
def test_only_games_with_secrets_hide_anything(name: str) -> None:
    game = GAMES[name]
    for state, event in zip(random_states(name, 0), random_game(name, 0), strict=False):
        if name not in HIDDEN:
            assert all(game.seen(state, viewer) == state for viewer in viewers(game))
            assert all(game.observe(state, event, viewer) == (event,) for viewer in viewers(game))
        else:  # an own hand is known, a spectator knows none
            assert all(game.seen(state, seat).hands[seat] == state.hands[seat] for seat in range(game.seats))
            assert "?" in game.format_state(game.seen(state, None)) or not any(state.hands)


# Worlds that a seat cannot tell apart


def moments(game: AnyGame, events: Events, viewer: int | None) -> dict[int, list[tuple[int, Any]]]:
    """For each number of things that the viewer was told: how many events had happened by then, and the state."""
    found: dict[int, list[tuple[int, Any]]] = defaultdict(list)
    states, told = list(fold(game, events)), 0
    for i, state in enumerate(states):
        found[told].append((i, state))
        if i < len(events):
            told += len(game.observe(state, events[i], viewer))
    return found


def glimpse(game: AnyGame, state: Any, viewer: int | None) -> tuple[Any, ...]:
    """All that the viewer sees, as values and as text."""
    view = game.view(state, viewer)
    return game.format_state(view.state), " ".join(map(str, view.legal)), view


def record_seen(game: AnyGame, events: Events, viewer: int | None) -> Record:
    """The viewer's record; equal ones have the same text, and small games have none."""
    full = Record(game, players(game), events, commitment=Dealer("x").commitment, seed="x")
    return full.seen_by(eyes(viewer))


def complaints(game: AnyGame, events: Events, seat: int) -> list[str]:
    """What the seat is told for each action that it may not take; the table is the one that people play at."""
    table = GameLog(game, players(game), Dealer("x"), events)
    if len(table.events) > len(events):
        return []  # chance was due, and no seat is heard before it has spoken
    legal, heard = set(table.view(seat).legal), []
    for action in (*game.actions, *game.chances[::10]):
        if action not in legal:
            try:
                table.act(seat, action)
            except IllegalMove as error:
                heard.append(f"{error.code}: {error}")
    assert table.events == events, "an illegal action was taken"
    return heard


@cache
def differing(name: str, viewer: int | None) -> list[tuple[Events, Events]]:
    """Pairs of games that look the same to the viewer and are not."""
    game, rng = GAMES[name], Random(f"{name} {viewer}")
    games, pairs = cuts(name, rng), list[tuple[Events, Events]]()
    for events in games:
        other = redraw(game, events, viewer, rng)
        assert observations(game, other, viewer) == observations(game, events, viewer)
        if set(fold(game, events)) != set(fold(game, other)):
            pairs.append((events, other))
    assert len(pairs) > len(games) * (0.1 if name in SMALL | GUESTS else 0.7), "hardly any other worlds were found"
    return pairs


@every_secret
def test_worlds_that_differ_in_secrets_look_the_same(name: str) -> None:
    game = HIDDEN[name]
    for viewer in viewers(game):
        for events, other in differing(name, viewer):
            here, there = moments(game, events, viewer), moments(game, other, viewer)
            assert max(here) == max(there)
            for told in here.keys() & there.keys():
                assert len({glimpse(game, state, viewer) for _, state in here[told] + there[told]}) == 1


@every_secret
def test_records_of_worlds_that_differ_in_secrets_are_the_same(name: str) -> None:
    game, rng = HIDDEN[name], Random(name)
    for viewer in viewers(game):
        for events, other in differing(name, viewer)[:3]:
            here, there = moments(game, events, viewer), moments(game, other, viewer)
            for told in sample(sorted(here.keys() & there.keys()), 3, rng):
                records = {record_seen(game, events[:i], viewer) for i, _ in here[told]}
                assert len(records | {record_seen(game, other[:i], viewer) for i, _ in there[told]}) == 1


@every_secret
def test_complaints_in_worlds_that_differ_in_secrets_are_the_same(name: str) -> None:
    game, rng = HIDDEN[name], Random(name)
    compared = 0
    for seat in range(game.seats):
        for events, other in differing(name, seat)[:3]:
            here, there = moments(game, events, seat), moments(game, other, seat)
            for told in sample(sorted(here.keys() & there.keys()), 2, rng):
                before, after = here[told][0][0], there[told][-1][0]
                heard = complaints(game, events[:before], seat)
                assert heard == complaints(game, other[:after], seat)
                compared += len(heard)
    assert compared > len(game.actions)


@pytest.mark.parametrize("name", [name for name in SMALL | GUESTS if name in HIDDEN])
def test_the_chance_that_a_viewer_reckons_with_is_the_average_over_its_worlds(name: str) -> None:
    """While cards are dealt, before anyone has chosen anything, it is exact: all deals are gone through."""
    game = HIDDEN[name]
    worlds: dict[Any, Fraction] = {game.start(): Fraction(1)}
    while len(worlds) < 500 and all(isinstance(game.turn(state), Chance) for state in worlds):
        for viewer in viewers(game):
            truth: dict[Any, dict[Any, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
            for state, likely in worlds.items():
                for action, probability in turn_of(game, state).outcomes:
                    truth[game.seen(state, viewer)][action] += likely * probability
            for seen, outcomes in truth.items():
                total = sum(outcomes.values())
                told = {action: p for action, p in turn_of(game, seen).outcomes if p}
                assert told == {action: likely / total for action, likely in outcomes.items()}
        after: dict[Any, Fraction] = defaultdict(Fraction)
        for state, likely in worlds.items():
            for action, probability in turn_of(game, state).outcomes:
                after[game.play(state, CHANCE, action)] += likely * probability
        worlds = after


def turn_of(game: AnyGame, state: Any) -> Chance[Any]:
    turn = game.turn(state)
    assert isinstance(turn, Chance)
    return turn


# Windows


@every_window
def test_the_order_of_answers_tells_nothing(name: str) -> None:
    game, rng = GAMES[name], Random(name)
    moved = 0
    for events in cuts(name, rng)[::2]:
        other = shuffle_answers(game, events, rng)
        moved += other != events
        for viewer in viewers(game):
            assert observations(game, other, viewer) == observations(game, events, viewer)
            here, there = moments(game, events, viewer), moments(game, other, viewer)
            for told in here.keys() & there.keys():
                assert len({glimpse(game, state, viewer) for _, state in here[told] + there[told]}) == 1
            for told in sample(sorted(here.keys() & there.keys()), 3, rng):
                records = {record_seen(game, events[:i], viewer) for i, _ in here[told]}
                assert len(records | {record_seen(game, other[:i], viewer) for i, _ in there[told]}) == 1
    assert moved


@every_window
def test_an_answer_is_seen_by_nobody_else_before_the_window_closes(name: str) -> None:
    """Every seat is asked, and neither a view nor a log tells the others that one of them has answered."""
    game = GAMES[name]
    hushed = 0
    for seed in seeds(name):
        states, events = random_states(name, seed), random_game(name, seed)
        for state, event, after in zip(states, events, states[1:], strict=False):
            if not isinstance(event.action, Reveal):
                continue
            assert game.turn(state).seats == tuple(range(game.seats))  # type: ignore[union-attr]  # a window is open
            if after.answers is None or not any(after.answers):
                continue  # it was the last answer, and the window has closed
            for viewer in viewers(game):
                if viewer != event.actor:
                    assert game.observe(state, event, viewer) == ()
                    assert game.view(after, viewer) == game.view(state, viewer)
                    hushed += 1
    assert hushed


# Records of one seat


@pytest.mark.parametrize("name", PRINTED)
def test_a_record_of_one_seat_folds_to_what_it_saw(name: str) -> None:
    game = GAMES[name]
    for events in cuts(name, Random(name)):
        *_, last = fold(game, events)
        for viewer in viewers(game):
            record = parse_record(format_record(record_seen(game, events, viewer)))
            assert record.eyes == eyes(viewer)
            assert record.last_state() == game.seen(last, viewer)
            texts = [game.format_state(state) for state in record.states()]
            assert texts[0] == game.format_state(game.seen(game.start(), viewer))
            assert len(texts) == len(observations(game, events, viewer)) + 1


@pytest.mark.parametrize("name", [name for name in PRINTED if name in HIDDEN])
def test_a_record_of_one_seat_never_carries_the_seed(name: str) -> None:
    """The seed tells every card, also those that were never shown."""
    game, events = GAMES[name], random_game(name, 0)
    full = Record(game, players(game), events, commitment="0" * 64, seed="sesame")
    assert "sesame" in format_record(full)
    for viewer in viewers(game):
        assert "sesame" not in format_record(full.seen_by(eyes(viewer)))
    assert "sesame" not in format_record(Record(game, players(game), events[:-1], seed="sesame"))
