"""A running game: commands in, views out, chance by itself, moves taken back, and records that seal the seed."""

from __future__ import annotations

import hashlib
from random import Random
from typing import Any

import pytest

import rowdy
from rowdy.play.course import Course, last_turn
from rowdy.play.dealer import Dealer
from rowdy.play.orders import answer_by_orders
from rowdy.rules.djeco_state import Pass
from rowdy.rules.game import CHANCE, Actor, AnyGame, Chance, Event, IllegalMove, Move, Outcome, Over, Window
from rowdy.rules.record import SPECTATOR, format_record, parse_record
from rowdy.rules.tiles import CARD, CARDS, Card
from rowdy.rules.xoxo import XoxoGame
from rowdy.rules.xoxo_state import Action, Reveal, State
from tests.worlds import PRINTED, SMALL, fold, next_event, observations, players, random_game, viewers

every_game = pytest.mark.parametrize("name", PRINTED)


def new_course(name: str, seed: str = "sesame", secret: bool = False) -> Course:
    game = PRINTED[name]
    return Course(game, players(game), Dealer(seed, secret))


def step(course: Course, rng: Random) -> bool:
    """Anything legal is done by whoever is due; false once the game is over."""
    event = next_event(course.game, course.state, rng)
    if event is None:
        return False
    assert isinstance(event.actor, int), "chance has been left to the players"
    course.act(event.actor, event.action)
    return True


def played(name: str, steps: int = 10_000, seed: str = "sesame") -> Course:
    course, rng = new_course(name, seed), Random(f"{name} {seed}")
    while steps and step(course, rng):
        steps -= 1
    return course


# Playing


@every_game
def test_chance_never_waits(name: str) -> None:
    course, rng = new_course(name), Random(1)
    assert isinstance(course.turn, Move)
    while step(course, rng):
        assert not isinstance(course.turn, Chance)
    assert course.over
    assert isinstance(course.turn, Over)


@every_game
def test_the_state_is_the_fold_of_the_events(name: str) -> None:
    course = played(name)
    *_, last = fold(course.game, course.events)
    assert last == course.state
    again = Course(course.game, course.players, Dealer("sesame"), course.events)
    assert (again.state, again.events) == (course.state, course.events)


@every_game
def test_a_table_can_be_set_up_again_from_its_log_at_any_time(name: str) -> None:
    """Also from a log that breaks off where chance is due: the same chance comes."""
    whole = played(name, 12)
    for n in range(len(whole.events)):
        course = Course(whole.game, whole.players, Dealer("sesame"), whole.events[:n])
        assert course.events == whole.events[: len(course.events)]
        assert not isinstance(course.turn, Chance)


@every_game
def test_views_and_logs_are_what_the_viewer_may_know(name: str) -> None:
    course, rng = new_course(name), Random(2)
    for _ in range(25):
        for viewer in viewers(course.game):
            assert course.view(viewer) == course.game.view(course.state, viewer)
            assert course.log(viewer) == observations(course.game, course.events, viewer)
        if not step(course, rng):
            break


def test_a_seat_learns_nothing_from_the_log_of_an_open_window() -> None:
    course = new_course("xoxo-de-3")
    course.act(0, course.game.parse_action("own@c3"))
    assert isinstance(course.turn, Window)
    logs = [course.log(viewer) for viewer in viewers(course.game)]
    course.act(1, Reveal(()))
    assert [course.log(viewer) for viewer in (0, 2, None)] == [logs[0], logs[2], logs[3]]
    assert course.log(1) == (*logs[1], (1, Reveal(())))
    course.act(0, Reveal(()))
    course.act(2, Reveal(()))
    answers = {viewer: [event for event in course.log(viewer) if event.actor is not CHANCE][1:] for viewer in (0, 1, 2)}
    assert [actor for actor, _ in answers[1]] == [1, 0, 2]
    assert [actor for actor, _ in answers[2]] == [2, 0, 1]


# Complaints


def complaint(course: Course, seat: int, text: str) -> IllegalMove:
    with pytest.raises(IllegalMove) as caught:
        course.act(seat, course.game.parse_action(text))
    return caught.value


@every_game
def test_what_is_not_legal_changes_nothing(name: str) -> None:
    course, rng = new_course(name), Random(3)
    for _ in range(12):
        before = course.events, course.state, course.practice
        for seat in range(course.game.seats):
            legal = course.view(seat).legal
            for action in (*course.game.actions[::5], *course.game.chances[::7]):
                if action not in legal:
                    with pytest.raises(IllegalMove) as caught:
                        course.act(seat, action)
                    assert caught.value.details["move"] == action
                    assert caught.value.code != "not-legal", "the rules have a better word for it"
        assert (course.events, course.state, course.practice) == before
        if not step(course, rng):
            break


def test_complaints_tell_why() -> None:
    rubik = new_course("rubik-de-2")
    assert complaint(rubik, 1, "a@b2").code == "not-your-turn"
    assert complaint(rubik, 0, "a@b2").code == "not-your-stone"
    rubik.act(0, rubik.game.parse_action("A@b2"))
    assert complaint(rubik, 1, "a@a1").code == "flip-due"
    assert complaint(rubik, 1, "b2-c3").details["square"] == "c3"
    xoxo = new_course("xoxo-de-2")
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
    course = Course(game, players(game), Dealer("sesame"))
    course.act(0, game.parse_action("own@c3"))
    course.act(1, Reveal(()))
    for seat, text in ((0, "!red,joy"), (1, "!-"), (2, "own@c4"), (0, "1+red")):
        error = complaint(course, seat, text)
        assert error.details["about"] == game.format_state(game.seen(course.state, seat))
        assert error.details["about"] != game.format_state(course.state)


# Taking back


def moves_of(course: Course, seat: int) -> list[int]:
    """The places in the log of this seat's moves, answers to windows not counted."""
    states = list(fold(course.game, course.events))
    return [
        i
        for i, event in enumerate(course.events)
        if event.actor == seat and isinstance(course.game.turn(states[i]), Move)
    ]


@every_game
def test_undo_takes_back_the_last_own_move_and_all_after_it(name: str) -> None:
    whole = played(name, 40)
    for seat in range(whole.game.seats):
        course = Course(whole.game, whole.players, Dealer("sesame"), whole.events)
        places = moves_of(course, seat)
        while places:
            assert course.undo(seat)
            assert course.practice
            assert course.events == whole.events[: places.pop()]
            assert course.turn == Move(seat)
        assert not course.undo(seat)


@every_game
def test_after_undo_the_same_chance_comes_again(name: str) -> None:
    whole = played(name, 30)
    course = Course(whole.game, whole.players, Dealer("sesame"), whole.events)
    for seat in range(whole.game.seats):
        if not course.undo(seat):
            continue
        for actor, action in whole.events[len(course.events) :]:
            if isinstance(actor, int):
                course.act(actor, action)
        assert course.events == whole.events


def test_undo_without_a_move_does_nothing() -> None:
    for name in PRINTED:
        course = new_course(name)
        before = course.events
        assert not course.undo(0)
        assert course.events == before
        assert not course.practice


@every_game
def test_the_last_move_is_none_that_answers_a_window(name: str) -> None:
    course = played(name, 25)
    for seat in range(course.game.seats):
        assert course.last_move(seat) == max(moves_of(course, seat), default=None)


@every_game
def test_what_was_taken_back_is_nobodys_last_move_and_tells_nothing(name: str) -> None:
    course = played(name, 25)
    for keep in reversed(range(len(course.events))):
        course.take_back(keep)
        for seat in range(course.game.seats):
            assert course.last_move(seat) == max(moves_of(course, seat), default=None)
        assert all(course.told_something(i) for i, event in enumerate(course.events) if event.actor is CHANCE)
        assert not course.told_something(keep)


def test_undo_may_end_the_end() -> None:
    course = played("rubik-de-2")
    assert course.over
    last = course.events[-1].actor
    assert isinstance(last, int)
    assert course.undo(last)
    assert not course.over


def test_where_all_is_open_a_move_tells_nobody_anything() -> None:
    for name in ("rubik-de-2", "xoxo2-nl-2"):
        course = played(name, 12)
        assert not any(course.told_something(i) for i in range(len(course.events)))


@pytest.mark.parametrize("name", [name for name, game in PRINTED.items() if game.facts.hidden])
def test_chance_and_cards_from_a_hidden_hand_tell_something(name: str) -> None:
    course = played(name, 25)
    for i in range(len(course.events)):
        assert course.told_something(i) or not any(event.actor is CHANCE for event in course.events[i:])
    assert not course.told_something(len(course.events))


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
        course = Course(game, players(game), Dealer("sesame"), random_game(name, seed)[: i + 1])
        assert course.told_something(i)


# Records


@every_game
def test_the_record_seals_the_seed_and_shows_it_at_the_end(name: str) -> None:
    course, rng = new_course(name, "open sesame", secret=True), Random(4)
    seal = hashlib.sha256(b"open sesame").hexdigest()
    while True:
        full = course.record()
        assert full.commitment == seal
        assert full.seed == ("open sesame" if course.over else None)
        for eyes in (SPECTATOR, *range(course.game.seats)):
            assert course.record(eyes).seed is None
        if course.over:
            break
        for _ in range(5):
            step(course, rng)
    text = format_record(course.record())
    assert "\nSeed: open sesame\n" in text
    assert f"\nCommitment: {seal}\n" in text


@every_game
def test_a_game_whose_seed_was_lost_tells_none(name: str) -> None:
    """Chance that spoke before speaks the same again where it can; what comes later is from another seed."""
    whole = played(name)
    part = Course(whole.game, whole.players, Dealer("other", secret=True), whole.events[:-1], patched=True)
    assert part.events[: len(whole.events) - 1] == whole.events[:-1]
    rng = Random(1)
    while not part.over:
        step(part, rng)
    assert part.record().commitment is None
    assert part.record().seed is None


def test_undo_brings_the_same_chance_again_though_the_seed_is_lost() -> None:
    whole = played("djeco-it-2", 8)
    course = Course(whole.game, whole.players, Dealer("other"), whole.events, patched=True)
    seat, action = next(event for event in reversed(whole.events) if isinstance(event.actor, int))
    assert isinstance(seat, int)
    assert course.undo(seat)
    course.act(seat, action)
    assert course.events == whole.events


@every_game
def test_a_record_sets_up_the_same_table(name: str) -> None:
    course = played(name, 15)
    record = parse_record(format_record(course.record()))
    again = Course(record.game, record.players, Dealer("sesame"), record.events, record.practice)
    assert again.state == course.state
    assert format_record(again.record()) == format_record(course.record())
    for eyes in (SPECTATOR, *range(course.game.seats)):
        viewer = eyes if isinstance(eyes, int) else None
        assert course.record(eyes).events == course.log(viewer)
        assert course.record(eyes).last_state() == course.view(viewer).state


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
    course = played("djeco-it-2", 6)
    assert "Practice" not in format_record(course.record())
    assert course.undo(0)
    assert "\nPractice: yes\n" in format_record(course.record())
    step(course, Random(1))
    assert course.record().practice
    assert course.record(0).practice


# Standing orders


def test_standing_orders_show_all_that_can_be_shown_but_what_is_held_back() -> None:
    game: AnyGame = rowdy.game("xoxo")
    row = "...../...../.rsjrcwrtj./...../..... - 11bcj/11gsj/23ycj red,circle,joy/blue,?colour,wink show 1 d3 ./."
    state = game.parse_state(row.replace("?colour", "green"))
    red, joy = CARD["red"], CARD["joy"]
    assert answer_by_orders(game.view(state, 0).legal, frozenset()) == Reveal((red,))
    assert answer_by_orders(game.view(state, 0).legal, frozenset({red})) == Reveal(())
    assert answer_by_orders(game.view(state, 0).legal, frozenset({joy})) == Reveal((red,))
    assert answer_by_orders(game.view(state, 1).legal, frozenset()) == Reveal(())


def windows_answered(name: str, orders: dict[int, frozenset[Card]], moves: int = 15) -> Course:
    course, rng = new_course(name), Random(f"{name} orders")
    while moves and not course.over:
        turn = course.turn
        assert isinstance(turn, Move)
        course.act(turn.seat, rng.choice(course.view(turn.seat).legal))
        course.answer(orders)
        moves -= 1
    return course


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_windows_are_answered_until_nobody_shows_more(seats: int) -> None:
    course = windows_answered(f"xoxo-de-{seats}", {})
    assert not isinstance(course.turn, Window)
    assert any(course.state.shown)
    for before, (actor, action), _ in course.steps():
        if isinstance(course.game.turn(before), Window):
            assert isinstance(actor, int)
            assert action == answer_by_orders(course.game.view(before, actor).legal, frozenset())


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_who_holds_everything_back_shows_nothing(seats: int) -> None:
    course = windows_answered(f"xoxo-de-{seats}", dict.fromkeys(range(seats), frozenset(CARDS)))
    assert not any(course.state.shown)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_last_window_can_be_opened_anew_until_the_next_tile_lies(seats: int) -> None:
    fresh = new_course(f"xoxo-de-{seats}")
    assert not fresh.reopen()
    course = windows_answered(f"xoxo-de-{seats}", {})
    whole, state = course.events, course.state
    assert course.reopen()
    assert isinstance(course.turn, Window)
    assert course.events == whole[:-seats]
    assert not course.practice
    assert not course.reopen()
    course.answer({})
    assert (course.events, course.state) == (whole, state)
    turn = course.turn
    assert isinstance(turn, Move)
    course.act(turn.seat, course.view(turn.seat).legal[0])
    assert not course.reopen(), "the next window is open already"


def test_where_there_are_no_windows_none_is_opened_anew() -> None:
    for name in ("rubik-de-2", "djeco-it-2"):
        course = played(name, 6)
        before = course.events
        assert not course.reopen()
        course.answer({})
        assert course.events == before


# The log as text and as steps


@every_game
def test_events_go_out_as_text_and_come_back(name: str) -> None:
    whole = played(name, 20)
    for since in range(0, len(whole.events), 7):
        course = Course(whole.game, whole.players, Dealer("sesame"), whole.events[:since])
        done = len(course.events)
        course.append(whole.event_texts(done))
        assert (course.events, course.state) == (whole.events, whole.state)
    again = Course(whole.game, whole.players, Dealer("sesame"), texts=whole.event_texts(0))
    assert again.events == whole.events


@every_game
def test_each_event_comes_with_the_states_around_it(name: str) -> None:
    course = played(name, 20)
    states = list(fold(course.game, course.events))
    assert course.steps() == tuple(zip(states, course.events, states[1:], strict=False))
    since = len(states) // 2
    assert course.steps(since) == course.steps()[since:]
    assert course.steps(len(course.events)) == ()


@every_game
def test_the_last_turn_is_the_moves_of_the_seat_that_moved_last(name: str) -> None:
    assert new_course(name).last_turn == ()
    course = played(name, 20)
    states = list(fold(course.game, course.events))
    made = [e for state, e in zip(states, course.events, strict=False) if isinstance(course.game.turn(state), Move)]
    turn = course.last_turn
    assert turn == tuple(made[: -len(turn) - 1 : -1])
    assert {event.actor for event in turn} == {made[-1].actor}
    assert len(turn) == len(made) or made[-len(turn) - 1].actor != made[-1].actor


@every_game
def test_a_game_given_up_shows_its_seed(name: str) -> None:
    course = played(name, 5)
    assert course.record().seed is None
    record = course.record(resigned=(0,))
    assert (record.seed, record.resigned) == ("sesame", (0,))
    others = tuple(range(1, course.game.seats))
    assert parse_record(format_record(record)).outcome() == Outcome(others, "resigned")


# The last turn


def test_the_last_turn_is_all_moves_of_one_seat_in_a_row() -> None:
    log = [Event(0, "A@b2"), Event(1, "b2-b3"), Event(1, "a@d1")]
    assert last_turn(log) == (log[2], log[1])
    assert last_turn([]) == ()


def test_neither_chance_nor_answers_are_moves() -> None:
    game = rowdy.game("xoxo")
    log = [Event[Any](0, game.parse_action("own@c3")), Event[Any](1, game.parse_action("own@c4"))]
    more = [Event[Any](0, game.parse_action("!-")), Event[Any](CHANCE, game.parse_action("2=rcj"))]
    assert last_turn(log + more) == (log[1],)


@every_game
def test_the_last_turn_is_known_at_every_step_and_after_taking_back(name: str) -> None:
    course, rng = new_course(name), Random(name)
    for number in range(30):
        if not step(course, rng):
            break
        assert course.last_turn == last_turn(course.events)
        if number % 5 == 4:
            course.undo(rng.randrange(course.game.seats))
            assert course.last_turn == last_turn(course.events)
            assert course.turn == course.game.turn(course.state)
