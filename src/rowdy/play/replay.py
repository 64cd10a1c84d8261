"""A recorded game divided into steps, as replays show it."""

from __future__ import annotations

from typing import Any, NamedTuple

from rowdy.play.game_log import Transition
from rowdy.rules.game import Event, Move, Window
from rowdy.rules.record import Record, last_turn


class RecordStep(NamedTuple):
    """A move with the chance and the answers that follow it; the first step of a record is the deal."""

    move: Event[Any] | None
    """`None` for the deal."""
    transitions: tuple[Transition, ...]
    """All that happened in the step, the move first."""
    state: Any
    """The state at the end of the step."""
    last_turn: tuple[Event[Any], ...]
    """The moves that the last seat to move has made in a row, the latest first."""
    comments: tuple[str, ...] = ()
    """The comments on the positions of the step."""


def record_steps(record: Record) -> list[RecordStep]:
    """The steps of a record as its eyes saw them; the first is the deal, even if nothing was dealt."""
    states = list(record.states())
    turns = [record.game.turn(state) for state in states]
    moves = [i for i in range(len(record.events)) if isinstance(turns[i], Move)]
    found = []
    for number, (start, end) in enumerate(zip([0, *moves], [*moves, len(record.events)], strict=True)):
        happened = tuple(
            Transition(states[i], record.events[i], states[i + 1], isinstance(turns[i], Window))
            for i in range(start, end)
        )
        move = record.events[start] if number else None
        first = start + 1 if number else 0
        comments = tuple(comment.text for comment in record.comments if first <= comment.at <= end)
        found.append(RecordStep(move, happened, states[end], last_turn(record, states, end), comments))
    return found
