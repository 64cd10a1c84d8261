"""A table in use: who looks on, what waits for the disk, and what is being thought about."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

from rowdy.interfaces.web.connection import Connection, Rates
from rowdy.interfaces.web.tell import Teller
from rowdy.interfaces.words import Words
from rowdy.play.entries import Chair
from rowdy.play.table import REMEMBERED, Table, Viewer


@dataclass(slots=True, eq=False)
class Pending:
    """An entry on its way to disk."""

    then: list[Callable[[], None]] = field(default_factory=list)
    """What is told with it and after it to those who may see it."""
    settled: asyncio.Future[None] | None = None
    """Comes when it is there, or lost, if anybody waits for that."""


class Renewed(NamedTuple):
    """The key that a seat got while its table was in use."""

    key: bytes
    """Its hash."""
    tab: str
    """Who asked for it, and has no other key to come back by until they are answered."""


@dataclass(eq=False)
class Live:
    """A table in use."""

    id: str
    table: Table
    used: float
    connections: set[Connection] = field(default_factory=set)
    renewed: dict[Viewer, Renewed] = field(default_factory=dict)
    """Who had found an older key may not have joined yet."""
    reacted: dict[Viewer, deque[str]] = field(init=False)
    """The ids of the last reactions, which stand in no log."""
    rates: dict[Chair, Rates] = field(default_factory=dict)
    away_since: dict[Chair, float] = field(default_factory=dict)
    tellers: dict[tuple[Viewer, bool, Words], Teller] = field(default_factory=dict)
    timers: dict[Chair, asyncio.TimerHandle] = field(default_factory=dict)
    """When the others are told that somebody may be replaced."""
    hints: dict[Chair, asyncio.Task[None]] = field(default_factory=dict)
    """Those on their way."""
    thinking: asyncio.Task[None] | None = None
    asked: tuple[int, int] = (-1, -1)
    """The position that the bot at work was asked about."""
    slowest: dict[str, float] = field(default_factory=dict)
    """The longest time that each bot has taken here."""
    unwritten: int = 0
    """How many entries are not on disk yet."""
    pending: dict[Viewer, deque[Pending]] = field(init=False)
    """Those of them that each viewer may see: no message overtakes one, and what is secret holds up nobody."""
    dropped: tuple[str, int] | None = None
    """Why it is in use no more, and how connections end by it."""

    def __post_init__(self) -> None:
        self.pending = {viewer: deque() for viewer in self.table.seen}
        self.reacted = {viewer: deque(maxlen=REMEMBERED) for viewer in self.table.seen}

    @property
    def position(self) -> tuple[int, int]:
        """What changes with every move; orders of a seat change nothing for the others."""
        return self.table.round, self.table.moved[None]

    def windows(self, chair: Chair) -> list[Connection]:
        """All that look through a seat."""
        return [connection for connection in self.connections if connection.viewer == chair]

    def formers(self, connection: Connection) -> list[Connection]:
        """Connections that its tab had before, and the server does not know to be lost."""
        windows = self.windows(connection.viewer) if connection.viewer is not None and connection.tab else []
        return [other for other in windows if other is not connection and other.tab == connection.tab]

    def locks_out(self, connection: Connection) -> bool:
        """Whether it came by a key that its seat has no more; the tab that had it renewed may have, just then."""
        renewed = self.renewed.get(connection.viewer)
        if renewed is None or connection.key == renewed.key:
            return False
        return not connection.tab or connection.tab != renewed.tab

    def here(self, chair: Chair) -> bool:
        return any(connection.viewer == chair for connection in self.connections)

    def away(self, now: float, grace: float) -> list[Chair]:
        """The people who have been away for longer than that."""
        return [chair for chair, since in self.away_since.items() if now - since >= grace and not self.here(chair)]

    def stop_timers(self) -> None:
        for timer in self.timers.values():
            timer.cancel()
        self.timers.clear()

    # What is told

    def teller(self, connection: Connection) -> Teller:
        key = connection.viewer, connection.host, connection.words
        teller = self.tellers.get(key)
        if teller is None:
            teller = self.tellers[key] = Teller(self.table, connection.viewer, connection.words, connection.host)
        return teller.refreshed()

    def send(self, messages: Iterable[tuple[Connection, bytes]]) -> None:
        """Sends, but not before what the messages may speak of is on disk."""
        for connection, text in messages:
            self.when_written(connection, partial(connection.send, text))

    def when_written(self, connection: Connection, act: Callable[[], None]) -> None:
        if pending := self.pending[connection.viewer]:
            pending[-1].then.append(act)
        else:
            act()
