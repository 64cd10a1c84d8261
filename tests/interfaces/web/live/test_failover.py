"""Two servers under load on one PostgreSQL that is frozen and restarted, until one of the servers is killed."""

from __future__ import annotations

import asyncio
import signal
from collections import Counter
from collections.abc import Coroutine, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from rowdy.interfaces.web.store.database import PostgresTimeouts
from rowdy.interfaces.web.store.store import open_store
from tests.interfaces.web import postgres
from tests.interfaces.web.client import Door, Guest, LetGo
from tests.interfaces.web.live.test_crash import KINDS, Seats, check, done
from tests.interfaces.web.server_process import Server

RETRY_SECONDS = 0.3
"""How long somebody waits before they come again, as the page does."""
WAIT_SECONDS = 150
TROUBLE = {"not-saved", "store-down", "server-stops"}
"""Why somebody may be let go who may come again."""


class Party:
    """People at tables who come to any server that is there, and come again to another when they are let go."""

    def __init__(self, servers: Sequence[Server], kinds: Sequence[tuple[str, ...]], seed: int) -> None:
        self.servers = servers
        self.rng = Random(f"failover {seed}")
        self.tables = [Seats(kind, seed) for kind in kinds]
        self.let_go: Counter[str] = Counter()
        """Why people were let go, and how often."""

    async def open(self) -> None:
        async with Door(self.servers[0].address) as door:
            for seats in self.tables:
                await seats.open(door)
                for guest in seats.guests:
                    guest.roams = True

    def begin(self) -> list[asyncio.Task[None]]:
        return [asyncio.create_task(self._play(seats, guest)) for seats in self.tables for guest in seats.guests]

    async def _play(self, seats: Seats, guest: Guest) -> None:
        while not done(guest):
            server = self.rng.choice([server for server in self.servers if server.alive])
            if await self._until_lost(seats.play_at(guest, server.address)):
                await asyncio.sleep(self.rng.uniform(0.5, 1.5) * RETRY_SECONDS)

    async def _until_lost(self, work: Coroutine[Any, Any, None]) -> bool:
        """Does the work, or returns True if the connection is lost; whoever is let go must be told why."""
        try:
            await work
        except LetGo as error:
            if error.code not in TROUBLE:
                raise
            self.let_go[error.code] += 1
        except (ConnectionClosed, OSError, InvalidHandshake, InvalidMessage, httpx.TransportError):
            self.let_go[""] += 1
        else:
            return False
        return True

    async def records(self) -> list[tuple[list[Guest], str]]:
        address = next(server.address for server in self.servers if server.alive)
        async with Door(address) as door:
            return [(seats.guests, await door.record(seats.guests[0].place)) for seats in self.tables]


@contextmanager
def serving_processes(home: Path, db: str | None, number: int = 2) -> Iterator[list[Server]]:
    """So many servers, each a process of its own."""
    servers = list[Server]()
    try:
        for name in map(str, range(number)):
            (home / name).mkdir()
            servers.append(Server(home / name, db))
            servers[-1].start()
        yield servers
    finally:
        for server in servers:
            server.process.kill()
            server.process.communicate()


@pytest.mark.long
def test_nothing_is_lost_when_the_database_is_frozen_and_restarted_and_a_server_is_killed(
    tmp_path: Path, postgres_address: str
) -> None:
    async def play(party: Party) -> list[tuple[list[Guest], str]]:
        await party.open()
        playing = party.begin()
        async with asyncio.timeout(WAIT_SECONDS):
            await asyncio.sleep(2)
            with postgres.stopped(postgres_address):
                await asyncio.sleep(PostgresTimeouts().answer + 2)
            await asyncio.sleep(2)
            await asyncio.to_thread(postgres.restart, postgres_address, 0.5)
            await asyncio.sleep(2)
            await asyncio.to_thread(party.servers[0].kill)
            for seats in party.tables:
                seats.weary = 0.05
            await asyncio.gather(*playing)
        return await party.records()

    with serving_processes(tmp_path, postgres_address) as servers:
        party = Party(servers, KINDS, seed=1)
        records = asyncio.run(play(party))
        assert servers[1].end(signal.SIGTERM) == 0
    assert party.let_go["not-saved"] + party.let_go["store-down"] > 0, "the frozen database was noticed"
    with open_store(postgres_address) as store:
        for guests, record in records:
            check(store, guests, record)
