"""Windows: who is still to answer, what standing orders answer, and when the last one is opened once more."""

from __future__ import annotations

from itertools import count
from random import Random
from typing import Any

import pytest

import rowdy
from rowdy.play.catalog import play_kit
from rowdy.play.game_log import GameLog
from rowdy.play.kit import NOTHING_HELD, Held, PlayKit, answer_by_orders
from rowdy.play.windows import answer_all, ordered, reopen, reopen_last, unanswered
from rowdy.rules.game import AnyGame, Move, Window
from rowdy.rules.tiles import CARDS, ObjectiveCard
from rowdy.rules.xoxo import XoxoGame
from rowdy.rules.xoxo_state import Reveal
from tests.play.test_game_log import new_game_log, played

# Standing orders

EVERYTHING: Held = frozenset(map(str, CARDS))


def test_standing_orders_show_all_that_can_be_shown_but_what_is_held_back() -> None:
    game: AnyGame = rowdy.game("xoxo")
    row = "...../...../.rsjrcwrtj./...../..... - 11bcj/11gsj/23ycj red,circle,joy/blue,?colour,wink show 1 d3 ./."
    state = game.parse_state(row.replace("?colour", "green"))
    kit, red = play_kit(game), game.parse_action("!red")
    assert answer_by_orders(kit, game.view(state, 0).legal, NOTHING_HELD) == red
    assert answer_by_orders(kit, game.view(state, 0).legal, frozenset({"red"})) == Reveal(())
    assert answer_by_orders(kit, game.view(state, 0).legal, frozenset({"joy"})) == red
    assert answer_by_orders(kit, game.view(state, 1).legal, NOTHING_HELD) == Reveal(())


def windows_answered(name: str, orders: dict[int, Held], moves: int = 15) -> GameLog:
    game_log, rng = new_game_log(name), Random(f"{name} orders")
    while moves and not game_log.over:
        turn = game_log.turn
        assert isinstance(turn, Move)
        game_log.act(turn.seat, rng.choice(game_log.view(turn.seat).legal))
        answer_all(game_log, orders)
        moves -= 1
    return game_log


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_windows_are_answered_until_nobody_shows_more(seats: int) -> None:
    game_log = windows_answered(f"xoxo-de-{seats}", {})
    assert not isinstance(game_log.turn, Window)
    assert any(game_log.state.shown)
    for before, (actor, action), _, answer in game_log.transitions():
        assert answer == isinstance(game_log.game.turn(before), Window)
        if answer:
            assert isinstance(actor, int)
            legal = game_log.game.view(before, actor).legal
            assert action == answer_by_orders(play_kit(game_log.game), legal, NOTHING_HELD)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_who_holds_everything_back_shows_nothing(seats: int) -> None:
    game_log = windows_answered(f"xoxo-de-{seats}", dict.fromkeys(range(seats), EVERYTHING))
    assert not any(game_log.state.shown)


def all_held_back(seats: int, lying: int) -> tuple[GameLog, list[tuple[int, str]]]:
    """A game in which everybody holds everything back, until the lines of so many cards lie: with these, by seat."""
    for seed in count():
        game_log, rng = new_game_log(f"xoxo-de-{seats}", f"{seed}"), Random(seed)
        while isinstance(turn := game_log.turn, Move):
            game_log.act(turn.seat, rng.choice(game_log.view(turn.seat).legal))
            answer_all(game_log, dict.fromkeys(range(seats), EVERYTHING))
            found = [(seat, str(card)) for seat in range(seats) for card in lying_cards(game_log, seat)]
            if len(found) >= lying:
                return game_log, found
    raise AssertionError("such lines never lay")


def lying_cards(game_log: GameLog, seat: int) -> list[ObjectiveCard]:
    """The cards of a hand whose lines lie."""
    assert isinstance(game_log.game, XoxoGame)
    return [card for card in game_log.state.hands[seat] if game_log.game.in_line(game_log.state, card)]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_last_window_can_be_opened_anew_until_the_next_tile_lies(seats: int) -> None:
    fresh = new_game_log(f"xoxo-de-{seats}")
    assert not any(
        reopen(fresh, seat, frozenset({str(card)})) for seat, hand in enumerate(fresh.state.hands) for card in hand
    )
    game_log, [(seat, card), *_] = all_held_back(seats, 1)
    whole, state = game_log.events, game_log.state
    assert reopen(game_log, seat, frozenset({card}))
    assert isinstance(game_log.turn, Window)
    assert game_log.events == whole[:-seats]
    assert not game_log.practice
    assert not reopen(game_log, seat, frozenset({card}))
    answer_all(game_log, dict.fromkeys(range(seats), EVERYTHING))
    assert (game_log.events, game_log.state) == (whole, state)
    turn = game_log.turn
    assert isinstance(turn, Move)
    game_log.act(turn.seat, game_log.view(turn.seat).legal[0])
    assert not reopen(game_log, seat, frozenset({card})), "the next window is open already"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_window_opens_anew_only_for_what_its_owner_could_have_shown_in_it(seats: int) -> None:
    game_log, lying = all_held_back(seats, 1)
    whole = game_log.events
    for seat in range(seats):
        for item in (*EVERYTHING, "?colour", ""):
            if reopen(game_log, seat, frozenset({item})):
                assert (seat, item) in lying
                answer_all(game_log, dict.fromkeys(range(seats), EVERYTHING))
            else:
                assert (seat, item) not in lying
            assert game_log.events == whole


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_after_a_window_with_cards_the_silent_one_that_followed_opens_anew(seats: int) -> None:
    game_log, [first, second, *_] = all_held_back(seats, 2)
    held = dict.fromkeys(range(seats), EVERYTHING)
    assert reopen(game_log, first[0], frozenset({first[1]}))
    answer_all(game_log, {**held, first[0]: EVERYTHING - {first[1]}})
    whole = game_log.events
    assert not reopen(game_log, first[0], frozenset({first[1]})), "it is shown already"
    assert game_log.events == whole
    assert reopen(game_log, second[0], frozenset({second[1]}))
    assert game_log.events == whole[:-seats]
    assert [list(map(str, cards)) for cards in game_log.state.shown] == [
        [first[1]] if seat == first[0] else [] for seat in range(seats)
    ]
    answer_all(game_log, {**held, second[0]: EVERYTHING - {second[1]}})
    assert {(seat, str(card)) for seat, cards in enumerate(game_log.state.shown) for card in cards} == {first, second}
    assert len(game_log.events) == len(whole) + seats
    assert isinstance(game_log.turn, Move)


def test_a_window_in_which_something_was_released_stays_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    """XOXO goes on with a new window then, other games need not: here even silence counts as something."""

    class Talkative(PlayKit[Any]):
        def released(self, answer: Any) -> Held:
            return frozenset(map(str, answer.cards)) | {"silence"}

    game_log, [one, *_] = all_held_back(2, 1)
    whole = game_log.events
    with monkeypatch.context() as patch:
        patch.setattr("rowdy.play.windows.play_kit", lambda game: Talkative())
        assert not reopen(game_log, one[0], frozenset({one[1]}))
        assert game_log.events == whole
    assert reopen(game_log, one[0], frozenset({one[1]}))


def test_where_there_are_no_windows_none_is_opened_anew() -> None:
    for name in ("rubik-de-2", "djeco-it-2"):
        game_log = played(name, 6)
        before = game_log.events
        assert not any(
            reopen(game_log, seat, frozenset({item})) for seat in (0, 1) for item in (*EVERYTHING, "A", "r1", "")
        )
        answer_all(game_log, {})
        assert game_log.events == before


# Who is still to answer


def in_a_window(seats: int) -> GameLog:
    game_log = new_game_log(f"xoxo-de-{seats}")
    turn = game_log.turn
    assert isinstance(turn, Move)
    game_log.act(turn.seat, game_log.view(turn.seat).legal[0])
    assert isinstance(game_log.turn, Window)
    return game_log


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_window_waits_for_each_seat_that_has_not_answered(seats: int) -> None:
    game_log, asked = in_a_window(seats), list[int]()
    game_log.act(0, game_log.view(0).legal[-1])
    for seat, legal in unanswered(game_log):
        asked.append(seat)
        assert tuple(legal) == game_log.view(seat).legal
        game_log.act(seat, legal[-1])
    assert asked == list(range(1, seats))
    assert isinstance(game_log.turn, Move)
    assert list(unanswered(game_log)) == []


def test_nobody_else_is_asked_once_moves_are_taken_back() -> None:
    game_log, asked = in_a_window(3), list[int]()
    mover = game_log.last_turn(None)[0].actor
    assert isinstance(mover, int)
    for seat, legal in unanswered(game_log):
        asked.append(seat)
        if len(asked) == 2:
            assert game_log.undo(mover)
        else:
            game_log.act(seat, legal[-1])
    assert len(asked) == 2
    assert game_log.turn == Move(mover)


def test_a_window_that_was_closed_last_is_opened_as_it_was() -> None:
    game_log = in_a_window(3)
    before, state = game_log.events, game_log.state
    answer_all(game_log, {})
    assert game_log.events != before
    reopen_last(game_log)
    assert (game_log.events, game_log.state) == (before, state)


def test_orders_change_only_the_items_that_they_name() -> None:
    some, more = frozenset({"red"}), frozenset({"red", "joy"})
    assert ordered(some, "hold", frozenset({"joy"})) == more
    assert ordered(more, "show", frozenset({"joy", "blue"})) == some
