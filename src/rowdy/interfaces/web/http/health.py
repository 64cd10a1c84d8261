"""Health checks: whether the server is alive, and whether it can do its work."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Generic, TypeVar

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from rowdy.interfaces.web.http.requests import json_response
from rowdy.interfaces.web.live.lobby import Lobby
from rowdy.interfaces.web.store.database import STORE_FAULTS
from rowdy.interfaces.web.store.store import StoreHealth

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class CheckTiming:
    """How often the store and the workers are checked, and how long that may take, in seconds."""

    interval: float = 2.0
    """How long an answer is reused, so that nobody can keep the disk busy by asking."""
    timeout: float = 5.0
    """How long the database, or a worker without work, may take before it counts as stopped."""


class Alive(Struct, frozen=True):
    ok: bool = True


class Ready(Struct, frozen=True):
    ok: bool
    database: bool
    """True if a row can be written, and the database file is in place and not corrupt."""
    disk: bool
    """True if there is room on the disk."""
    workers: bool
    """True if a process for bots exists, and is thinking or replies."""


class Check(Generic[T]):
    """A check that runs at most once in an interval, and never twice at once."""

    def __init__(
        self, check: Callable[[], Coroutine[None, None, T]], timing: CheckTiming, clock: Callable[[], float]
    ) -> None:
        self._check = check
        self._timing = timing
        self._clock = clock
        self._latest: asyncio.Task[T] | None = None
        self._began_at = 0.0

    async def result(self) -> T:
        """Returns what was found; `TimeoutError` if that takes too long."""
        now = self._clock()
        if self._latest is None or (self._latest.done() and now - self._began_at > self._timing.interval):
            self._latest = asyncio.create_task(self._check())
            self._began_at = now
        return await asyncio.wait_for(asyncio.shield(self._latest), self._timing.timeout)


class Warming(Struct, frozen=True):
    """Whether the bots are warming up: until their code is compiled they play with a simpler search."""

    warming: bool


class Health:
    def __init__(
        self,
        lobby: Lobby,
        timing: CheckTiming = CheckTiming(),  # noqa: B008  (frozen)
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._lobby = lobby
        self._store = Check(lobby.check_store, timing, clock)
        self._workers = Check(lobby.can_think, timing, clock)

    async def alive(self, request: Request) -> Response:
        return json_response(Alive())

    async def warming(self, request: Request) -> Response:
        return json_response(Warming(await self._lobby.warming_up()))

    async def ready(self, request: Request) -> Response:
        store, workers = await asyncio.gather(self._check_store(), self._check_workers())
        ready = Ready(store.database and store.disk and workers, store.database, store.disk, workers)
        return json_response(ready, 200 if ready.ok else 503)

    async def _check_store(self) -> StoreHealth:
        try:
            return await self._store.result()
        except STORE_FAULTS:
            return StoreHealth(database=False, disk=False)

    async def _check_workers(self) -> bool:
        try:
            return await self._workers.result()
        except TimeoutError:
            return False
