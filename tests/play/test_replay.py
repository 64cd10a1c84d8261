"""A record in steps: nothing is lost between them, and each begins with a move."""

from __future__ import annotations

from itertools import chain

import pytest

from rowdy.play.replay import record_steps
from rowdy.rules.game import Move, Window
from rowdy.rules.record import ALL, SPECTATOR, Record, Viewpoint, last_turn
from tests.worlds import GAMES, random_game


@pytest.mark.parametrize("eyes", [ALL, SPECTATOR, 0, 1])
@pytest.mark.parametrize("name", GAMES)
def test_steps_hold_all_events_and_each_but_the_deal_begins_with_a_move(name: str, eyes: Viewpoint) -> None:
    game = GAMES[name]
    players = tuple(f"p{seat}" for seat in range(game.seats))
    record = Record(game, players, tuple(random_game(name, 1))).seen_by(eyes)
    states = list(record.states())
    deal, *others = steps = record_steps(record)
    whole = list(chain.from_iterable(step.transitions for step in steps))
    assert [each.event for each in whole] == list(record.events)
    assert [each.before for each in whole] == states[:-1]
    assert [each.after for each in whole] == states[1:]
    assert [each.is_answer for each in whole] == [isinstance(game.turn(state), Window) for state in states[:-1]]
    assert deal.move is None
    assert not any(isinstance(game.turn(each.before), Move) for each in deal.transitions)
    assert others
    for step in others:
        first, *following = step.transitions
        assert step.move == first.event
        assert isinstance(game.turn(first.before), Move)
        assert not any(isinstance(game.turn(each.before), Move) for each in following)
        assert step.state == step.transitions[-1].after
        assert step.last_turn[0] == step.move
    assert steps[-1].last_turn == last_turn(record, states, len(record.events))


def test_a_game_in_which_nothing_happened_yet_has_one_step() -> None:
    (only,) = record_steps(Record(GAMES["rubik-de-2"], ("ann", "ben"), ()))
    assert only == (None, (), GAMES["rubik-de-2"].start(), (), ())
