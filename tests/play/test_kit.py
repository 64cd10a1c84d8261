"""What is known of playing each game by simple means, and what the rules alone tell where nothing is known."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rowdy.play.bots import greedy
from rowdy.play.catalog import play_kit
from rowdy.play.kit import NOTHING_HELD, Gain, Held, PlayKit, Rating, answer_by_orders, line_worth
from rowdy.rules.game import AnyGame, Move, Window
from rowdy.rules.xoxo import XoxoGame
from tests.visiting_games import HOP, NIM
from tests.worlds import GAMES, SMALL, random_game, random_states

every_game = pytest.mark.parametrize("name", GAMES)


# Orders


class Spells(PlayKit[Any]):
    """Each letter of an answer is given away."""

    orders = True

    def released(self, answer: str) -> Held:
        return frozenset(answer)


@pytest.mark.parametrize(
    ("legal", "held", "answer"),
    [
        (("",), "", ""),
        (("", "a", "b", "ab"), "", "ab"),
        (("ab", "", "a", "b"), "", "ab"),
        (("", "a", "b", "ab"), "a", "b"),
        (("", "a", "b", "ab"), "abc", ""),
        (("", "ab"), "a", ""),
        (("", "a", "b"), "", "a"),
        (("", "a", "abc", "cd", "bcd"), "d", "abc"),
    ],
)
def test_all_is_released_that_is_not_held_back(legal: tuple[str, ...], held: str, answer: str) -> None:
    """Of two answers that release as much, the first is given."""
    assert answer_by_orders(Spells(), legal, frozenset(held)) == answer


@pytest.mark.parametrize("name", [name for name, game in GAMES.items() if game.facts.windows])
def test_what_an_answer_releases_is_what_its_seat_can_give_orders_on(name: str) -> None:
    game, kit, shown = GAMES[name], play_kit(GAMES[name]), 0
    for state in (state for seed in range(3) for state in random_states(name, seed)):
        if not isinstance(game.turn(state), Window):
            continue
        for seat in range(game.seats):
            items = kit.order_items(game, game.view(state, seat).state, seat)
            assert items == tuple(map(str, state.hands[seat]))
            for answer in game.legal(state, seat):
                assert kit.released(answer) == frozenset(map(str, answer.cards)) <= frozenset(items)
                shown += bool(answer.cards)
    assert shown


@every_game
def test_orders_answer_every_window_there_is(name: str) -> None:
    assert play_kit(GAMES[name]).orders == GAMES[name].facts.windows


# Gains


def moves_of(name: str) -> list[tuple[Any, Any, int]]:
    """The states before and after each move of some games, and who made it."""
    game, found = GAMES[name], []
    for seed in range(3):
        states, events = random_states(name, seed), random_game(name, seed)
        for before, event, after in zip(states, events, states[1:], strict=False):
            if isinstance(turn := game.turn(before), Move):
                assert turn.seat == event.actor
                found.append((before, after, turn.seat))
    return found


@pytest.mark.parametrize("name", ["djeco-it-2", "djeco-recycle", "djeco-six", "djeco-small"])
def test_tokens_are_gained_at_once(name: str) -> None:
    game, earned = GAMES[name], 0
    for before, after, seat in moves_of(name):
        count = after.tokens[seat] - before.tokens[seat]
        assert play_kit(game).gains(game, before, after, seat) == ((Gain("tokens", count=count),) if count else ())
        earned += count
    assert earned


@pytest.mark.parametrize("name", ["xoxo-de-2", "xoxo-en-3", "xoxo-de-4"])
def test_lines_of_cards_held_are_gained_by_the_tile_that_completes_them(name: str) -> None:
    game, gained = GAMES[name], 0
    assert isinstance(game, XoxoGame)
    for before, after, seat in moves_of(name):
        lying = [[card for card in state.hands[seat] if game.in_line(state, card)] for state in (before, after)]
        new = tuple(str(card) for card in lying[1] if card not in lying[0])
        assert play_kit(game).gains(game, before, after, seat) == ((Gain("lines", new),) if new else ())
        gained += len(new)
    assert gained


@pytest.mark.parametrize("name", ["rubik-de-2", "xoxo2-nl-2"])
def test_nothing_is_gained_at_once_in_the_flip_games(name: str) -> None:
    game = GAMES[name]
    assert not any(play_kit(game).gains(game, *move) for move in moves_of(name))


def test_two_in_a_line_are_worth_more_than_one_in_each_of_two() -> None:
    assert line_worth([2, 0]) > line_worth([1, 1]) > line_worth([1, 0]) > line_worth([]) == 0


# Where only the rules are known


def visitors() -> list[AnyGame]:
    return [kit.rules.make_default() for kit in (HOP, NIM)]


@pytest.mark.parametrize("game", visitors(), ids=["hop", "nim"])
def test_without_a_kit_all_moves_look_alike_but_those_that_win_or_lose(game: AnyGame) -> None:
    kit, rng, ended = play_kit(game), Random(1), 0
    assert type(kit) is PlayKit
    for _ in range(30):
        state = game.start()
        while isinstance(turn := game.turn(state), Move):
            view, action = game.view(state, turn.seat), rng.choice(game.legal(state, turn.seat))
            after = game.play(state, turn.seat, action)
            rating = greedy.rate(game, view, turn.seat, action)
            if isinstance(game.turn(after), Move):
                assert rating == Rating(0, 0, 0)
                assert kit.gains(game, state, after, turn.seat) == ()
            else:
                ended += rating in (greedy.WINS, greedy.LOSES)
            assert kit.order_items(game, state, turn.seat) == ()
            assert kit.released(action) == NOTHING_HELD
            state = after
    assert ended > 10


def test_small_games_are_played_by_the_kits_of_the_large_ones() -> None:
    large = {"rubik": "rubik-de-2", "xoxo2": "xoxo2-nl-2", "xoxo": "xoxo-de-2", "djeco": "djeco-it-2"}
    for game in SMALL.values():
        assert play_kit(game) is play_kit(GAMES[large[game.edition.game]])
