"""A running game: commands in, views out, chance by itself, moves taken back, and records that seal the seed."""

from __future__ import annotations

import hashlib
from random import Random
from typing import Any

import pytest

import rowdy
from rowdy.play.dealer import Dealer
from rowdy.play.game_log import GameLog, Transition
from rowdy.play.windows import answer_all
from rowdy.rules.djeco_state import Pass
from rowdy.rules.game import CHANCE, Actor, Chance, Event, IllegalMove, Move, Outcome, Over, Window
from rowdy.rules.record import SPECTATOR, Record
from rowdy.rules.record import last_turn as last_turn_of_record
from rowdy.rules.record_text import format_record, parse_record
from rowdy.rules.xoxo import XoxoGame
from rowdy.rules.xoxo_state import Action, Reveal, State
from tests.worlds import (
    PRINTED,
    SMALL,
    Events,
    fold,
    last_turn,
    next_event,
    observations,
    players,
    random_game,
    viewers,
)

every_game = pytest.mark.parametrize("name", PRINTED)


def new_game_log(name: str, seed: str = "sesame", secret: bool = False) -> GameLog:
    game = PRINTED[name]
    return GameLog(game, players(game), Dealer(seed, secret))


def step(game_log: GameLog, rng: Random) -> bool:
    """Anything legal is done by whoever is due; false once the game is over."""
    event = next_event(game_log.game, game_log.state, rng)
    if event is None:
        return False
    assert isinstance(event.actor, int), "chance has been left to the players"
    game_log.act(event.actor, event.action)
    return True


def played(name: str, steps: int = 10_000, seed: str = "sesame") -> GameLog:
    game_log, rng = new_game_log(name, seed), Random(f"{name} {seed}")
    while steps and step(game_log, rng):
        steps -= 1
    return game_log


# Playing


@every_game
def test_chance_never_waits(name: str) -> None:
    game_log, rng = new_game_log(name), Random(1)
    assert isinstance(game_log.turn, Move)
    while step(game_log, rng):
        assert not isinstance(game_log.turn, Chance)
    assert game_log.over
    assert isinstance(game_log.turn, Over)


@every_game
def test_the_state_is_the_fold_of_the_events(name: str) -> None:
    game_log = played(name)
    *_, last = fold(game_log.game, game_log.events)
    assert last == game_log.state
    again = GameLog(game_log.game, game_log.players, Dealer("sesame"), game_log.events)
    assert (again.state, again.events) == (game_log.state, game_log.events)


@every_game
def test_a_table_can_be_set_up_again_from_its_log_at_any_time(name: str) -> None:
    """Also from a log that breaks off where chance is due: the same chance comes."""
    whole = played(name, 12)
    for n in range(len(whole.events)):
        game_log = GameLog(whole.game, whole.players, Dealer("sesame"), whole.events[:n])
        assert game_log.events == whole.events[: len(game_log.events)]
        assert not isinstance(game_log.turn, Chance)


@every_game
def test_views_and_logs_are_what_the_viewer_may_know(name: str) -> None:
    game_log, rng = new_game_log(name), Random(2)
    for _ in range(25):
        for viewer in viewers(game_log.game):
            assert game_log.view(viewer) == game_log.game.view(game_log.state, viewer)
            assert game_log.observations(viewer) == observations(game_log.game, game_log.events, viewer)
        if not step(game_log, rng):
            break


def test_a_seat_learns_nothing_from_the_log_of_an_open_window() -> None:
    game_log = new_game_log("xoxo-de-3")
    game_log.act(0, game_log.game.parse_action("own@c3"))
    assert isinstance(game_log.turn, Window)
    logs = [game_log.observations(viewer) for viewer in viewers(game_log.game)]
    game_log.act(1, Reveal(()))
    assert [game_log.observations(viewer) for viewer in (0, 2, None)] == [logs[0], logs[2], logs[3]]
    assert game_log.observations(1) == (*logs[1], (1, Reveal(())))
    game_log.act(0, Reveal(()))
    game_log.act(2, Reveal(()))
    answers = {
        viewer: [event for event in game_log.observations(viewer) if event.actor is not CHANCE][1:]
        for viewer in (0, 1, 2)
    }
    assert [actor for actor, _ in answers[1]] == [1, 0, 2]
    assert [actor for actor, _ in answers[2]] == [2, 0, 1]


# Complaints


def complaint(game_log: GameLog, seat: int, text: str) -> IllegalMove:
    with pytest.raises(IllegalMove) as caught:
        game_log.act(seat, game_log.game.parse_action(text))
    return caught.value


@every_game
def test_what_is_not_legal_changes_nothing(name: str) -> None:
    game_log, rng = new_game_log(name), Random(3)
    for _ in range(12):
        before = game_log.events, game_log.state, game_log.practice
        for seat in range(game_log.game.seats):
            legal = game_log.view(seat).legal
            for action in (*game_log.game.actions[::5], *game_log.game.chances[::7]):
                if action not in legal:
                    with pytest.raises(IllegalMove) as caught:
                        game_log.act(seat, action)
                    assert caught.value.details["move"] == action
                    assert caught.value.code != "not-legal", "the rules have a better word for it"
        assert (game_log.events, game_log.state, game_log.practice) == before
        if not step(game_log, rng):
            break


def test_complaints_tell_why() -> None:
    rubik = new_game_log("rubik-de-2")
    assert complaint(rubik, 1, "a@b2").code == "not-your-turn"
    assert complaint(rubik, 0, "a@b2").code == "not-your-stone"
    rubik.act(0, rubik.game.parse_action("A@b2"))
    assert complaint(rubik, 1, "a@a1").code == "flip-due"
    assert complaint(rubik, 1, "b2-c3").details["square"] == "c3"
    xoxo = new_game_log("xoxo-de-2")
    assert complaint(xoxo, 0, "!-").code == "no-window"
    assert complaint(xoxo, 0, "own@a1").code == "not-middle"
    assert complaint(xoxo, 0, "1+red").code == "not-due"


class Gossip(XoxoGame):
    """A game that tells in its complaints all that it was asked about."""

    def play(self, state: State, actor: Actor, action: Action) -> State:
        try:
            return super().play(state, actor, action)
        except IllegalMove as error:
            raise IllegalMove(error.code, **error.details, about=self.format_state(state)) from error


def test_a_complaint_comes_from_what_the_seat_knows() -> None:
    """So that no word of it can tell anything else, whatever the game says."""
    plain = PRINTED["xoxo-de-3"]
    assert isinstance(plain, XoxoGame)
    game = Gossip(plain.edition, plain.rulings, plain.seats)
    game_log = GameLog(game, players(game), Dealer("sesame"))
    game_log.act(0, game.parse_action("own@c3"))
    game_log.act(1, Reveal(()))
    for seat, text in ((0, "!red,joy"), (1, "!-"), (2, "own@c4"), (0, "1+red")):
        error = complaint(game_log, seat, text)
        assert error.details["about"] == game.format_state(game.seen(game_log.state, seat))
        assert error.details["about"] != game.format_state(game_log.state)


# Taking back


def moves_of(game_log: GameLog, seat: int) -> list[int]:
    """The places in the log of this seat's moves, answers to windows not counted."""
    states = list(fold(game_log.game, game_log.events))
    return [
        i
        for i, event in enumerate(game_log.events)
        if event.actor == seat and isinstance(game_log.game.turn(states[i]), Move)
    ]


@every_game
def test_undo_takes_back_the_last_own_move_and_all_after_it(name: str) -> None:
    whole = played(name, 40)
    for seat in range(whole.game.seats):
        game_log = GameLog(whole.game, whole.players, Dealer("sesame"), whole.events)
        places = moves_of(game_log, seat)
        while places:
            assert game_log.undo(seat)
            assert game_log.practice
            assert game_log.events == whole.events[: places.pop()]
            assert game_log.turn == Move(seat)
        assert not game_log.undo(seat)


@every_game
def test_after_undo_the_same_chance_comes_again(name: str) -> None:
    whole = played(name, 30)
    game_log = GameLog(whole.game, whole.players, Dealer("sesame"), whole.events)
    for seat in range(whole.game.seats):
        if not game_log.undo(seat):
            continue
        for actor, action in whole.events[len(game_log.events) :]:
            if isinstance(actor, int):
                game_log.act(actor, action)
        assert game_log.events == whole.events


def test_undo_without_a_move_does_nothing() -> None:
    for name in PRINTED:
        game_log = new_game_log(name)
        before = game_log.events
        assert not game_log.undo(0)
        assert game_log.events == before
        assert not game_log.practice


@every_game
def test_the_last_move_is_none_that_answers_a_window(name: str) -> None:
    game_log = played(name, 25)
    for seat in range(game_log.game.seats):
        assert game_log.last_move(seat) == max(moves_of(game_log, seat), default=None)


@every_game
def test_what_was_taken_back_is_nobodys_last_move_and_tells_nothing(name: str) -> None:
    game_log = played(name, 25)
    for keep in reversed(range(len(game_log.events))):
        game_log.take_back(keep)
        for seat in range(game_log.game.seats):
            assert game_log.last_move(seat) == max(moves_of(game_log, seat), default=None)
        assert all(game_log.revealed_something(i) for i, event in enumerate(game_log.events) if event.actor is CHANCE)
        assert not game_log.revealed_something(keep)


def test_undo_may_end_the_end() -> None:
    game_log = played("rubik-de-2")
    assert game_log.over
    last = game_log.events[-1].actor
    assert isinstance(last, int)
    assert game_log.undo(last)
    assert not game_log.over


def test_where_all_is_open_a_move_tells_nobody_anything() -> None:
    for name in ("rubik-de-2", "xoxo2-nl-2"):
        game_log = played(name, 12)
        assert not any(game_log.revealed_something(i) for i in range(len(game_log.events)))


@pytest.mark.parametrize("name", [name for name, game in PRINTED.items() if game.facts.hidden])
def test_chance_and_cards_from_a_hidden_hand_tell_something(name: str) -> None:
    game_log = played(name, 25)
    for i in range(len(game_log.events)):
        assert game_log.revealed_something(i) or not any(event.actor is CHANCE for event in game_log.events[i:])
    assert not game_log.revealed_something(len(game_log.events))


def test_a_pass_tells_what_is_not_held() -> None:
    """The other knew of no choice, but not whether there was none."""
    game, name = SMALL["djeco-small-blocked"], "djeco-small-blocked"
    passes = [
        (seed, i)
        for seed in range(5)
        for i, event in enumerate(random_game(name, seed))
        if isinstance(event.action, Pass)
    ]
    assert passes
    for seed, i in passes:
        game_log = GameLog(game, players(game), Dealer("sesame"), random_game(name, seed)[: i + 1])
        assert game_log.revealed_something(i)


# Records


@every_game
def test_the_record_seals_the_seed_and_shows_it_at_the_end(name: str) -> None:
    game_log, rng = new_game_log(name, "open sesame", secret=True), Random(4)
    seal = hashlib.sha256(b"open sesame").hexdigest()
    while True:
        full = game_log.record()
        assert full.commitment == seal
        assert full.seed == ("open sesame" if game_log.over else None)
        for eyes in (SPECTATOR, *range(game_log.game.seats)):
            assert game_log.record(eyes).seed is None
        if game_log.over:
            break
        for _ in range(5):
            step(game_log, rng)
    text = format_record(game_log.record())
    assert "\nSeed: open sesame\n" in text
    assert f"\nCommitment: {seal}\n" in text


@every_game
def test_a_game_whose_seed_was_lost_tells_none(name: str) -> None:
    """Chance that spoke before speaks the same again where it can; what comes later is from another seed."""
    whole = played(name)
    part = GameLog(whole.game, whole.players, Dealer("other", secret=True), whole.events[:-1], patched=True)
    assert part.events[: len(whole.events) - 1] == whole.events[:-1]
    rng = Random(1)
    while not part.over:
        step(part, rng)
    assert part.record().commitment is None
    assert part.record().seed is None


def test_undo_brings_the_same_chance_again_though_the_seed_is_lost() -> None:
    whole = played("djeco-it-2", 8)
    game_log = GameLog(whole.game, whole.players, Dealer("other"), whole.events, patched=True)
    seat, action = next(event for event in reversed(whole.events) if isinstance(event.actor, int))
    assert isinstance(seat, int)
    assert game_log.undo(seat)
    game_log.act(seat, action)
    assert game_log.events == whole.events


@every_game
def test_a_record_sets_up_the_same_table(name: str) -> None:
    game_log = played(name, 15)
    record = parse_record(format_record(game_log.record()))
    again = GameLog(record.game, record.players, Dealer("sesame"), record.events, record.practice)
    assert again.state == game_log.state
    assert format_record(again.record()) == format_record(game_log.record())
    for eyes in (SPECTATOR, *range(game_log.game.seats)):
        viewer = eyes if isinstance(eyes, int) else None
        assert game_log.record(eyes).events == game_log.observations(viewer)
        assert game_log.record(eyes).last_state() == game_log.view(viewer).state


@every_game
def test_the_chance_in_a_finished_record_is_that_of_its_seed(name: str) -> None:
    record = parse_record(format_record(played(name).record()))
    number, game = 0, record.game
    for state, (actor, action) in zip(record.states(), record.events, strict=False):
        if actor is CHANCE:
            turn: Any = game.turn(state)
            assert Dealer(record.seed).deal(number, turn) == action
            number += 1
    assert bool(number) == game.facts.chance


def test_practice_stands_in_the_record_from_the_first_undo_on() -> None:
    game_log = played("djeco-it-2", 6)
    assert "Practice" not in format_record(game_log.record())
    assert game_log.undo(0)
    assert "\nPractice: yes\n" in format_record(game_log.record())
    step(game_log, Random(1))
    assert game_log.record().practice
    assert game_log.record(0).practice


# The log as text and as transitions


@every_game
def test_events_go_out_as_text_and_come_back(name: str) -> None:
    whole = played(name, 20)
    for since in range(0, len(whole.events), 7):
        game_log = GameLog(whole.game, whole.players, Dealer("sesame"), whole.events[:since])
        done = len(game_log.events)
        game_log.append(whole.event_texts(done))
        assert (game_log.events, game_log.state) == (whole.events, whole.state)
    again = GameLog(whole.game, whole.players, Dealer("sesame"), texts=whole.event_texts(0))
    assert again.events == whole.events


@every_game
def test_each_event_comes_with_the_states_around_it(name: str) -> None:
    game_log = played(name, 20)
    states = list(fold(game_log.game, game_log.events))
    answers = [isinstance(game_log.game.turn(state), Window) for state in states]
    assert game_log.transitions() == tuple(map(Transition, states, game_log.events, states[1:], answers))
    since = len(states) // 2
    assert game_log.transitions(since) == game_log.transitions()[since:]
    assert game_log.transitions(len(game_log.events)) == ()


@every_game
def test_the_last_turn_is_the_moves_of_the_seat_that_moved_last(name: str) -> None:
    assert new_game_log(name).last_turn(None) == ()
    game_log = played(name, 20)
    states = list(fold(game_log.game, game_log.events))
    made = [e for state, e in zip(states, game_log.events, strict=False) if isinstance(game_log.game.turn(state), Move)]
    turn = game_log.last_turn(None)
    assert turn == tuple(made[: -len(turn) - 1 : -1])
    assert {event.actor for event in turn} == {made[-1].actor}
    assert len(turn) == len(made) or made[-len(turn) - 1].actor != made[-1].actor


@every_game
def test_the_moves_since_a_seats_own_last_one_are_told_in_order(name: str) -> None:
    game_log = played(name, 20)
    states = list(fold(game_log.game, game_log.events))
    made = [e for state, e in zip(states, game_log.events, strict=False) if isinstance(game_log.game.turn(state), Move)]
    for seat in range(game_log.game.seats):
        since = game_log.moves_since(seat)
        assert since == tuple(made[len(made) - len(since) :])
        assert seat not in {event.actor for event in since}
        assert len(since) == len(made) or made[-len(since) - 1].actor == seat
    assert game_log.moves_since(None) == game_log.last_turn(None)[::-1]


@every_game
def test_a_game_given_up_shows_its_seed(name: str) -> None:
    game_log = played(name, 5)
    assert game_log.record().seed is None
    record = game_log.record(resigned=(0,))
    assert (record.seed, record.resigned) == ("sesame", (0,))
    others = tuple(range(1, game_log.game.seats))
    assert parse_record(format_record(record)).outcome() == Outcome(others, "resigned")


# The last turn


def last_of(record: Record) -> Events:
    """As replays are told of it."""
    return last_turn_of_record(record, list(record.states()), len(record.events))


def test_the_last_turn_is_all_moves_of_one_seat_in_a_row() -> None:
    game = rowdy.game("rubik")
    log = [Event[Any](seat, game.parse_action(move)) for seat, move in ((0, "A@b2"), (1, "b2-b3"), (1, "a@d1"))]
    game_log = GameLog(game, players(game), Dealer("sesame"), log)
    assert game_log.last_turn(None) == last_of(game_log.record()) == (log[2], log[1])
    fresh = GameLog(game, players(game), Dealer("sesame"))
    assert fresh.last_turn(None) == last_of(fresh.record()) == ()


def test_neither_chance_nor_answers_are_moves() -> None:
    game_log = new_game_log("xoxo-de-2")
    for move in ("own@c3", "own@c4"):
        assert isinstance(game_log.turn, Move)
        game_log.act(game_log.turn.seat, game_log.game.parse_action(move))
        answer_all(game_log, {})
    assert isinstance(game_log.events[-1].action, Reveal)
    assert game_log.events[-3].actor is CHANCE
    laid = Event(1, game_log.game.parse_action("own@c4"))
    assert game_log.last_turn(None) == last_of(game_log.record()) == (laid,)


@every_game
def test_the_last_turn_is_known_at_every_step_and_after_taking_back(name: str) -> None:
    game_log, rng = new_game_log(name), Random(name)
    for number in range(30):
        if not step(game_log, rng):
            break
        assert_last_turn_is_known(game_log)
        if number % 5 == 4:
            game_log.undo(rng.randrange(game_log.game.seats))
            assert_last_turn_is_known(game_log)
            assert game_log.turn == game_log.game.turn(game_log.state)


def assert_last_turn_is_known(game_log: GameLog) -> None:
    """To everybody alike: moves are made for all to see."""
    for viewer in viewers(game_log.game):
        assert game_log.last_turn(viewer) == last_turn(game_log.observations(viewer)) == last_turn(game_log.events)
    assert last_of(game_log.record()) == last_turn(game_log.events)
