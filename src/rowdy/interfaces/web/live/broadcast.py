"""Broadcasts steps: the same message goes to all connections of a viewer in one language, for many rooms at once."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from contextlib import AbstractContextManager, suppress
from typing import Protocol

from rowdy.interfaces.web.live.connection import Connection
from rowdy.interfaces.web.live.faults import GameFailed
from rowdy.interfaces.web.messages import encode_in
from rowdy.interfaces.web.narration import Narrator, views
from rowdy.play.table.entries import Entry
from rowdy.play.table.table import Table
from rowdy.rules.guest_games import FAULTS


class BroadcastRoom(Protocol):
    """What broadcasting needs of a room."""

    table: Table
    connections: set[Connection]

    def narrator(self, connection: Connection) -> Narrator: ...

    def append(self, entry: Entry, messages: Iterable[tuple[Connection, bytes]]) -> None: ...

    def game_code(self) -> AbstractContextManager[None]: ...


def commit_together(decided: Collection[tuple[BroadcastRoom, Entry]]) -> None:
    """Writes the last entries of several rooms to disk, and prepares the messages on them.

    Each part of the work is done for all rooms before the next part, as code that runs many times in a row is faster.
    """
    told = [audience_of(room) for room, _ in decided]
    everybody = [narrator for audience in told for narrator in audience]
    try:
        texts = dict(zip(everybody, step_texts(everybody), strict=True))
    except FAULTS as error:
        _commit_alone(decided, error)
        return
    for (room, entry), audience in zip(decided, told, strict=True):
        room.append(entry, [(one, texts[narrator]) for narrator, ones in audience.items() for one in ones])


def _commit_alone(decided: Collection[tuple[BroadcastRoom, Entry]], error: BaseException) -> None:
    """Commits the entries that can be told, one by one; a step that cannot be told has not happened."""
    if len(decided) > 1:
        for one in decided:
            commit_together([one])
        return
    ((room, _),) = decided
    with suppress(GameFailed), room.game_code():
        raise RuntimeError("a step could not be told") from error


def audience_of(room: BroadcastRoom) -> dict[Narrator, list[Connection]]:
    """Returns the narrators of the last step, each with the connections that get the same message."""
    seeing = room.table.seeing(room.table.steps[-1])
    found: dict[Narrator, list[Connection]] = {}
    for connection in room.connections:
        if connection.viewer in seeing:
            found.setdefault(room.narrator(connection), []).append(connection)
    return found


def step_texts(narrators: Sequence[Narrator]) -> list[bytes]:
    """Returns the message on the last step of each narrator's table."""
    lines = [narrator.line(narrator.seen, narrator.table.steps[-1]) for narrator in narrators]
    for narrator in narrators:
        narrator.table.forget_announcements()
    steps = zip(narrators, lines, views(narrators), strict=True)
    return [encode_in(narrator.words, narrator.step(line, view)) for narrator, line, view in steps]
