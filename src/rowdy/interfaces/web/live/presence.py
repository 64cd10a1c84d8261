"""Presence: who is connected to a table, at this server or another, and who has been away for how long."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import dataclass

from rowdy.interfaces.web.live.connection import Connection
from rowdy.interfaces.web.live.services import Services
from rowdy.interfaces.web.store.notices import Present, tab_hash
from rowdy.play.table.entries import Chair

AFTER_GRACE_SECONDS = 0.01
"""How much later than the time of grace its end is told, in seconds, so that it is over by any clock."""

_PROCESS = secrets.token_hex(4)


@dataclass(frozen=True)
class Count:
    """The numbers of connected tabs and spectators, to be compared before and after a change."""

    tabs: dict[Chair, int]
    watching: int


class Presence:
    def __init__(self, table_id: str, connections: set[Connection], services: Services) -> None:
        self._table_id = table_id
        self._connections = connections
        self._loop = services.loop
        self._bus = services.bus
        self._grace_seconds = services.settings.grace_seconds
        self._away_since: dict[Chair, float] = {}
        self._grace_timers: dict[Chair, asyncio.TimerHandle] = {}
        """The timers after which the others are told that a bot may sit in."""

    # Connections

    def connections_of(self, chair: Chair) -> list[Connection]:
        """Returns all connections of a chair at this server."""
        return [connection for connection in self._connections if connection.viewer == chair]

    def tabs(self, chair: Chair) -> set[str]:
        """Returns the hashes of a chair's tabs at all servers; a tab that has reconnected is counted once."""
        found = {_tab(connection) for connection in self.connections_of(chair)}
        for present in self._bus.elsewhere.all(self._table_id):
            found.update(present.tabs.get(chair, ()))
        return found

    def here(self, chair: Chair) -> bool:
        return any(connection.viewer == chair for connection in self._connections) or any(
            chair in present.tabs for present in self._bus.elsewhere.all(self._table_id)
        )

    def watching(self) -> int:
        """Returns the number of spectators."""
        here = sum(connection.viewer is None for connection in self._connections)
        return here + sum(present.watching for present in self._bus.elsewhere.all(self._table_id))

    def hosts(self) -> int:
        """Returns how many of the spectators are the host."""
        here = sum(connection.viewer is None and connection.host for connection in self._connections)
        return here + sum(present.hosts for present in self._bus.elsewhere.all(self._table_id))

    def count(self) -> Count:
        chairs = {connection.viewer for connection in self._connections if connection.viewer is not None}
        for present in self._bus.elsewhere.all(self._table_id):
            chairs.update(map(Chair, present.tabs))
        return Count({chair: len(self.tabs(chair)) for chair in chairs}, self.watching())

    def publish(self) -> None:
        """Tells other servers who is connected here."""
        if self._bus.shared:
            self._bus.publish(self._told())

    def withdraw(self) -> None:
        """Tells other servers that nobody is connected here any more, as the room is dropped."""
        if self._bus.shared and self._connections:
            self._bus.publish(Present(self._table_id))

    def _told(self) -> Present:
        tabs: dict[int, list[str]] = {}
        for connection in self._connections:
            if connection.viewer is not None:
                tabs.setdefault(connection.viewer, []).append(_tab(connection))
        others = [connection.host for connection in self._connections if connection.viewer is None]
        return Present(self._table_id, tabs, len(others), sum(others))

    # Who is away

    def away(self) -> list[Chair]:
        """Returns the chairs of people who have been away for longer than the time of grace."""
        now, grace = self._loop.time(), self._grace_seconds
        return [chair for chair, since in self._away_since.items() if now - since >= grace and not self.here(chair)]

    def miss(self, chair: Chair, then: Callable[[], None] | None) -> None:
        """Notes that somebody is away; after the time of grace the others are told by `then` that a bot may sit in.

        Only the timer refers to `then`, so that a room without timers is freed as soon as it is dropped.
        """
        self._away_since[chair] = self._loop.time()
        if then is not None:
            after = self._grace_seconds + AFTER_GRACE_SECONDS
            self._grace_timers[chair] = self._loop.call_later(after, then)

    def come(self, chair: Chair) -> None:
        """Notes that somebody is not away any more."""
        self._away_since.pop(chair, None)
        if timer := self._grace_timers.pop(chair, None):
            timer.cancel()

    def stop_timers(self) -> None:
        """Cancels the timers, which would keep the room in memory."""
        for timer in self._grace_timers.values():
            timer.cancel()
        self._grace_timers.clear()


def _tab(connection: Connection) -> str:
    """Returns the hash of a connection's tab; a connection that names no tab gets a unique text in its place."""
    return tab_hash(connection.tab) if connection.tab else f"{_PROCESS}-{id(connection):x}"
