"""The same table at two servers: half of the people are connected to one, half to the other."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from typing import Any

import httpx

from rowdy.interfaces.web.http.app import make_app
from rowdy.interfaces.web.http.security import Hosts
from rowdy.interfaces.web.live.lobby import Lobby
from rowdy.interfaces.web.settings import Settings
from rowdy.interfaces.web.store.notices import AnyNotice, Dropped
from rowdy.interfaces.web.store.store import Store, open_store
from rowdy.play.bots.pool import BotPool
from rowdy.play.table.entries import Viewer
from rowdy.rules.game import AnyGame
from tests.interfaces.web.serving import UNLIMITED, serving
from tests.interfaces.web.wire import WALL_CLOCK, Ear, Socket, World

WAIT_SECONDS = 60
MARK_SECONDS = 1
"""After how long a mark that was not heard is made again."""


@dataclass
class SettledEar(Ear):
    """Hears nothing before both servers know what the other has done."""

    settle: Callable[[], None] = lambda: None

    def tell(self, text: str) -> dict[str, Any]:
        self.settle()
        message = super().tell(text)
        self.settle()
        return message


class SettledLobby(Lobby):
    """Tells when it has heard all that the other server told before."""

    def listen_for_marks(self) -> None:
        self.heard: set[str] = set()
        hear = self._cluster.hear

        def note(server: str, notice: AnyNotice) -> None:
            hear(server, notice)
            if isinstance(notice, Dropped):
                self.heard.add(notice.table_id)

        self._cluster.hear = note  # type: ignore[method-assign]

    def mark(self, name: str) -> None:
        self.loop.call_soon_threadsafe(self._services.bus.publish, Dropped(name))


class TwoServers(World):
    """Who has an odd chair, or none, is connected to the second server."""

    lobbies: tuple[SettledLobby, ...] = ()

    def __init__(self, address: str, store: Store, game: AnyGame, screen: bool = False) -> None:
        self.database = address
        self.marks = (f"mark {number}" for number in count(1))
        super().__init__(store, game, screen=screen)

    def make_ear(self, viewer: Viewer, key: str, host: bool) -> Ear:
        return SettledEar(viewer, key, host, settle=self.settle)

    def _serve(self) -> None:
        other = self._server.enter_context(open_store(self.database))
        lobbies, self.addresses = list[SettledLobby](), list[str]()
        for store in (self.store, other):
            lobby = SettledLobby(
                store,
                BotPool(0, parts=()),
                Settings(limits=UNLIMITED),
                new_secret=self.secret,
                wall_clock=lambda: WALL_CLOCK,
            )
            app, live = make_app(lobby, Hosts.of([]))
            self.addresses.append(self._server.enter_context(serving(app, live.goodbye)))
            lobbies.append(lobby)
        self.lobby, self.lobbies = lobbies[0], tuple(lobbies)
        for lobby in lobbies:
            _wait_until(lambda lobby=lobby: hasattr(lobby, "_cluster"))  # type: ignore[misc]
            lobby.listen_for_marks()
        self.address = self.addresses[0]
        self.http = self._server.enter_context(httpx.Client(base_url=self.address))

    def settle(self) -> None:
        """Waits until both servers know the same."""
        for lobby, other in (self.lobbies, self.lobbies[::-1]):
            self._mark(lobby, other)
        _wait_until(self._agreed)

    def _mark(self, lobby: SettledLobby, other: SettledLobby) -> None:
        """Waits until the other has heard a mark, and so all before it.

        A server that has only just begun to listen has missed what was told before. It catches up, but not on marks.
        """
        until = time.monotonic() + WAIT_SECONDS
        while time.monotonic() < until:
            lobby.mark(name := next(self.marks))
            again = min(until, time.monotonic() + MARK_SECONDS)
            while time.monotonic() < again:
                if name in other.heard:
                    return
                time.sleep(0.001)
        raise AssertionError("a server does not hear the other")

    def _agreed(self) -> bool:
        rooms = [lobby.rooms[self.table_id] for lobby in self.lobbies if self.table_id in lobby.rooms]
        if any(room.unwritten or room.behind for room in rooms):
            return False
        return all(
            room.table.entries == rooms[0].table.entries and room.presence.count() == rooms[0].presence.count()
            for room in rooms
        )

    def dial(self, viewer: Viewer, since: int, more: str = "") -> Socket:
        here, self.address = self.address, self.addresses[1 if viewer is None else viewer % 2]
        try:
            return super().dial(viewer, since, more)
        finally:
            self.address = here

    def connect(self, viewer: Viewer, since: int) -> None:
        super().connect(viewer, since)
        self.settle()

    def connections(self) -> int:
        return sum(
            len(lobby.rooms[self.table_id].connections) for lobby in self.lobbies if self.table_id in lobby.rooms
        )

    def export(self, viewer: Viewer) -> None:
        super().export(viewer)
        self.settle()

    def renew(self, seat: int) -> None:
        super().renew(seat)
        self.settle()


def _wait_until(found: Callable[[], bool]) -> None:
    until = time.monotonic() + WAIT_SECONDS
    while not found():
        assert time.monotonic() < until, "the servers do not agree"
        time.sleep(0.001)


@contextmanager
def two_servers(address: str, game: AnyGame, screen: bool = False) -> Iterator[TwoServers]:
    with open_store(address) as store:
        made = TwoServers(address, store, game, screen)
        try:
            yield made
        finally:
            made.close()
