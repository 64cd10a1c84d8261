"""Steps of a table: an entry with the events that it led to, and the choice of those that are announced."""

from __future__ import annotations

from typing import Any, NamedTuple

from rowdy.play.catalog import play_kit
from rowdy.play.game_log import Transition
from rowdy.play.table.entries import Entry
from rowdy.rules.game import AnyGame, Event, Highlight


class TableStep(NamedTuple):
    """An entry, and what happened in the game because of it."""

    entry: Entry
    happened: tuple[Transition, ...] = ()
    turn: tuple[Event[Any], ...] = ()
    """The moves of the turn so far, as everybody saw them, the latest first; none if nobody moved in this step."""


class Announcement(NamedTuple):
    """An event that viewers are told of, with what all of them may know of the states around it."""

    before: Any
    event: Event[Any]
    public: Any
    """The state before the event as a spectator sees it."""
    public_after: Any
    """The state after the event as a spectator sees it."""
    highlights: tuple[Highlight, ...]
    """What the event achieved."""


def announce(game: AnyGame, step: TableStep) -> list[Announcement]:
    """The events of a step that are news: all but the answers to windows in which nobody released anything."""
    released = play_kit(game).released
    news = any(each.is_answer and released(each.event.action) for each in step.happened)
    announced, reached, public_after = list[Announcement](), None, None
    for before, event, after, is_answer in step.happened:
        if news or not is_answer:
            public = public_after if before is reached else game.seen(before, None)
            reached, public_after = after, game.seen(after, None)
            highlights = game.highlights(before, event, after)
            announced.append(Announcement(before, event, public, public_after, highlights))
    return announced
