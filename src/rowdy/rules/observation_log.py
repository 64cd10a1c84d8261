"""What one viewer has seen happen, and the position from which it began if that is not the start of the game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Self

from rowdy.rules.game import AnyGame, Event, Seat


class ObservationLog(tuple[Event[Any], ...]):
    """Events as a viewer saw them. A plain sequence of events stands for a log from the start of the game."""

    start: Any
    """The first position as the viewer saw it; `None` for the start of the game."""

    def __new__(cls, events: Iterable[Event[Any]], start: Any = None) -> Self:
        log = super().__new__(cls, events)
        log.start = start
        return log

    def __reduce__(self) -> tuple[Any, ...]:
        return ObservationLog, (tuple(self), self.start)


def start_of(log: Sequence[Event[Any]]) -> Any:
    """The position that a log begins with; `None` for the start of the game."""
    return log.start if isinstance(log, ObservationLog) else None


def extend_log(log: Sequence[Event[Any]], events: Iterable[Event[Any]]) -> ObservationLog:
    """A log with more events at its end."""
    return ObservationLog((*log, *events), start_of(log))


def seen_states(game: AnyGame, log: Sequence[Event[Any]], viewer: Seat | None) -> Iterator[Any]:
    """Every state that the viewer saw: the first one, and the one after each event of its log."""
    start = start_of(log)
    state = game.seen(game.start() if start is None else start, viewer)
    yield state
    for event in log:
        state = game.follow(state, event)
        yield state
