"""What happened since a viewer's own last move, to be shown again as they saw it then."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from rowdy.interfaces.web.messages import Step, TableView
from rowdy.interfaces.web.narration import Narrator
from rowdy.play.game_log import Transition
from rowdy.play.table.entries import Entry, Played
from rowdy.play.table.state import Phase
from rowdy.play.table.steps import TableStep
from rowdy.rules.game import AnyGame, Event, Seat

MAX_RECAP_MOVES = 24
"""How many moves are told at most, the latest; while a bot stands in for somebody there can be many."""


def recap(narrator: Narrator) -> tuple[Step, ...]:
    """Returns the table before the moves since the viewer's own last one, then each of these; nothing without any."""
    table, seat = narrator.table, narrator.seat
    log = table.game_log
    moves = [] if log is None else log.steps_since(seat)[-MAX_RECAP_MOVES:]
    if not moves:
        return ()
    now, seen = narrator.view(), narrator.seen
    events = [each[0].event for each in moves]
    before = _past(narrator, now, moves[0][0].before, (), ())
    found = [Step(seen, (), before, seat=seat)]
    for count, happened in enumerate(moves, start=1):
        made = [event for each in moves[:count] for event in _observed(table.game, each[0], seat)]
        view = now
        if count < len(moves):
            view = _past(narrator, now, happened[-1].after, made, _last_turn(made))
        public = [event for each in moves[:count] for event in _observed(table.game, each[0], None)]
        entry = Entry(Played(), 0.0, table.chair_at(_mover(events[count - 1])))
        line = narrator.line(seen, TableStep(entry, happened, _last_turn(public)))
        table.forget_announcements()
        found.append(Step(seen, line.say, view, "", line.deal, line.quiet, line.seat, line.keys, line.turn))
    return tuple(found)


def _past(
    narrator: Narrator, now: TableView, state: Any, made: Sequence[Event[Any]], touched: Sequence[Event[Any]]
) -> TableView:
    """Returns the view in an earlier state: `made` are the moves since the viewer's own, `touched` the last turn."""
    game, seat = narrator.table.game, narrator.seat
    picture = narrator.paint(game.view(state, seat), touched)
    trail = narrator.trail(made)
    return msgspec.structs.replace(
        now, phase=Phase.PLAYING, say=picture.ask, picture=picture, trail=trail, outcome=None, aim=""
    )


def _observed(game: AnyGame, move: Transition, seat: Seat | None) -> Sequence[Event[Any]]:
    return tuple(game.observe(move.before, move.event, seat))


def _last_turn(made: Sequence[Event[Any]]) -> tuple[Event[Any], ...]:
    """Returns the moves that the last seat made in a row, the latest first."""
    last = len(made)
    while last and made[last - 1].actor == made[-1].actor:
        last -= 1
    return tuple(made[last:][::-1])


def _mover(event: Event[Any]) -> Seat:
    assert isinstance(event.actor, int)
    return event.actor
