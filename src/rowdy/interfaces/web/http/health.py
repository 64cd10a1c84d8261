"""Whether the server is alive, and whether it can do its work: for whoever, or whatever, looks after it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from rowdy.interfaces.web.http.requests import answer
from rowdy.interfaces.web.live.lobby import Lobby
from rowdy.interfaces.web.store.database import STORE_FAULTS
from rowdy.interfaces.web.store.store import StoreHealth

CHECK_EVERY_SECONDS = 2.0
"""How long an answer holds, so that nobody keeps the disk busy by asking."""
MAX_CHECK_SECONDS = 5.0
"""How long the database may take before it counts as stopped."""


class Alive(Struct, frozen=True):
    ok: bool = True


class Ready(Struct, frozen=True):
    ok: bool
    database: bool
    """A row can be written, and the file is where it was and sound."""
    disk: bool
    """There is room for more."""
    workers: bool
    """There is a process in which bots think."""


class Warming(Struct, frozen=True):
    """Whether the bots are warming up: they play, but more simply than they will."""

    warming: bool


class Health:
    def __init__(self, lobby: Lobby, clock: Callable[[], float] = time.monotonic) -> None:
        self._lobby = lobby
        self._clock = clock
        self._check: asyncio.Task[StoreHealth] | None = None
        """The last check, which goes on if the database does not answer."""
        self._checked_at = 0.0

    async def alive(self, request: Request) -> Response:
        return answer(Alive())

    async def warming(self, request: Request) -> Response:
        return answer(Warming(await self._lobby.warming_up()))

    async def ready(self, request: Request) -> Response:
        try:
            store = await asyncio.wait_for(asyncio.shield(self._latest()), MAX_CHECK_SECONDS)
        except STORE_FAULTS:
            store = StoreHealth(database=False, disk=False)
        workers = self._lobby.can_think
        ready = Ready(store.database and store.disk and workers, store.database, store.disk, workers)
        return answer(ready, 200 if ready.ok else 503)

    def _latest(self) -> asyncio.Task[StoreHealth]:
        """Returns a check that is under way or has just been made; there is never more than one."""
        now = self._clock()
        if self._check is None or (self._check.done() and now - self._checked_at > CHECK_EVERY_SECONDS):
            self._check = asyncio.create_task(self._lobby.check_store())
            self._checked_at = now
        return self._check
