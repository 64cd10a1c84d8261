"""The servers that `benchmarks.server` measures, each in a process of its own: the tables, and a bare echo beside them.

Both run under the uvicorn settings of `rowdy serve`. A thread in them answers questions about the process, so that
the load and the measuring cost the server nothing.
"""

from __future__ import annotations

import asyncio
import gc
import multiprocessing
import os
import random
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection as Pipe
from typing import Any, NamedTuple

import msgspec
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

import rowdy
from rowdy.interfaces.web.http.app import make_app
from rowdy.interfaces.web.http.cookies import cookie_name, place_name
from rowdy.interfaces.web.http.security import Hosts
from rowdy.interfaces.web.live.connection import Connection
from rowdy.interfaces.web.live.lobby import Lobby
from rowdy.interfaces.web.logs import logging_to_stderr
from rowdy.interfaces.web.server import Server, listen, port_of, raise_file_limit
from rowdy.interfaces.web.settings import Limits, Settings, TrafficLimits
from rowdy.interfaces.web.store.store import open_store
from rowdy.interfaces.words import Words
from rowdy.play.bots.pool import BotPool
from rowdy.play.table.entries import Chair, ChairPlan, Plan

NAMES = ("Anna", "Ben")
UNLIMITED = Limits(message_burst=1e9, message_refill_seconds=1e-9)
UNLIMITED_TRAFFIC = TrafficLimits(
    max_connections=100_000,
    max_connections_each=100_000,
    frame_burst=1e9,
    byte_burst=1e12,
    address_frame_burst=1e9,
    address_byte_burst=1e12,
)
MOVES = 10
"""The number of moves made at a table that only lies in memory."""

SETTLE_EVERY = 20
"""The number of tables after which their moves are written to disk, as waiting rows would count as their memory."""


class Cookies(NamedTuple):
    """The cookies with which people sit at a table."""

    table: str
    cookies: tuple[str, ...]


class Served:
    """A server in another process."""

    def __init__(self, pipe: Pipe) -> None:
        self._pipe = pipe
        self.port: int = pipe.recv()

    def _ask(self, what: str, *more: Any) -> Any:
        self._pipe.send((what, *more))
        return self._pipe.recv()

    def cpu(self) -> float:
        """Seconds of all its threads so far, in and out of the kernel."""
        return float(self._ask("cpu"))

    def memory(self) -> float:
        """Bytes that it holds in memory now."""
        return float(self._ask("memory"))

    def open(self, game: str, tables: int) -> list[Cookies]:
        """Tables for two, at which nobody sits yet."""
        return [Cookies(*found) for found in self._ask("open", game, tables)]

    def open_against(self, game: str, bot: str, tables: int) -> list[Cookies]:
        """Tables for one and a bot, which has the first move."""
        return [Cookies(*found) for found in self._ask("open_against", game, bot, tables)]

    def lay(self, game: str, tables: int) -> list[Cookies]:
        """Tables at which two have made some moves and gone."""
        return [Cookies(*found) for found in self._ask("lay", game, tables)]


@contextmanager
def serving(target: Callable[..., None], *arguments: Any) -> Iterator[Served]:
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=target, args=(theirs, *arguments))
    process.start()
    theirs.close()
    try:
        yield Served(ours)
    finally:
        process.kill()
        process.join()


# In the server's process


def echo(pipe: Pipe) -> None:
    """Bare Starlette: whatever comes in goes out again."""

    async def answer(socket: WebSocket) -> None:
        await socket.accept()
        try:
            while True:
                await socket.send_text(await socket.receive_text())
        except WebSocketDisconnect:
            pass

    async def nothing() -> None:
        pass

    _run(
        Server(Starlette(routes=[WebSocketRoute("/echo", answer)]), nothing, alone=True, limits=UNLIMITED_TRAFFIC),
        pipe,
        {},
    )


def tables(pipe: Pipe, database: str | None = None) -> None:
    """As `rowdy serve` has them, but without bots, and without the limit on how fast somebody may command."""
    _serve_tables(pipe, Settings(limits=UNLIMITED, traffic=UNLIMITED_TRAFFIC), database)


def guarded_tables(pipe: Pipe) -> None:
    """As `rowdy serve` has them, with one worker for bots and with all limits."""
    with logging_to_stderr("text", requests=False, addresses=False):
        _serve_tables(pipe, Settings())


def _serve_tables(pipe: Pipe, settings: Settings, database: str | None = None) -> None:
    with tempfile.TemporaryDirectory() as folder, open_store(database or f"{folder}/tables.sqlite") as store:
        lobby = Lobby(store, BotPool(1, parts=()), settings)
        app, live = make_app(lobby, Hosts.of(()))

        def on_loop(work: Callable[..., Any]) -> Callable[..., Any]:
            return lambda *more: asyncio.run_coroutine_threadsafe(work(lobby, *more), lobby.loop).result()

        more = {"open": on_loop(_open), "open_against": on_loop(_open_against), "lay": on_loop(_lay)}
        _run(Server(app, live.goodbye, alone=True, limits=settings.traffic), pipe, more)


def _run(server: Server, pipe: Pipe, more: dict[str, Callable[..., Any]]) -> None:
    raise_file_limit()
    sockets = listen(0, lan=False)
    answers = {"cpu": time.process_time, "memory": _memory, **more}

    def answer() -> None:
        while not server.started:
            time.sleep(0.01)
        pipe.send(port_of(sockets))
        with suppress(EOFError, OSError):
            while True:
                what, *arguments = pipe.recv()
                pipe.send(answers[what](*arguments))
        os._exit(0)  # the benchmark was interrupted

    threading.Thread(target=answer, daemon=True).start()
    server.run(sockets)


def _memory() -> int:
    gc.collect()
    try:
        with open("/proc/self/status") as lines:
            return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmRSS"))
    except OSError:  # elsewhere only the peak can be had without more tools; it is the same while memory grows
        import resource

        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return peak if sys.platform == "darwin" else peak * 1024


async def _open(lobby: Lobby, game: str, count: int) -> list[Cookies]:
    plan = Plan(game, rowdy.game(game, seats=2).edition.name, (ChairPlan(), ChairPlan()))
    opened = [await lobby.open(plan, [Chair(0)]) for _ in range(count)]
    return [
        Cookies(one.table_id, tuple(_cookie(one.table_id, chair, key) for chair, key in one.chair_keys.items()))
        for one in opened
    ]


async def _open_against(lobby: Lobby, game: str, bot: str, count: int) -> list[Cookies]:
    chairs = (ChairPlan(), ChairPlan(bot))
    plan = Plan(game, rowdy.game(game, seats=2).edition.name, chairs, starter=Chair(1))
    opened = [await lobby.open(plan, [Chair(0)], "127.0.0.1") for _ in range(count)]
    return [Cookies(one.table_id, (_cookie(one.table_id, Chair(0), one.chair_keys[Chair(0)]),)) for one in opened]


def _cookie(table_id: str, chair: Chair, key: str) -> str:
    return f"{cookie_name(table_id, place_name(chair))}={key}"


class Nowhere:
    """The transport of somebody who is not there."""

    def deliver_to(self, receive: Callable[[str | bytes], None]) -> None: ...

    def send_text(self, message: bytes) -> None: ...

    def unread_bytes(self) -> int:
        return 0

    def close_when_sent(self, code: int) -> None: ...

    def abort(self) -> None: ...


async def _lay(lobby: Lobby, game: str, count: int) -> list[Cookies]:
    opened, rng = await _open(lobby, game, count), random.Random(game)
    for done, one in enumerate(opened, 1):
        room = await lobby.find(one.table)
        people = [Connection(Chair(i), i == 0, Words(), Nowhere(), limits=UNLIMITED) for i in (0, 1)]
        for number, person in enumerate(people):
            room.join(person, 0)
            sit = {"do": "sit", "id": "sit", "seen": 0, "name": NAMES[number], "nonce": "0" * 32}
            lobby.inbox.handle_at_once(room, person, msgspec.json.encode(sit))
        for number in range(MOVES):
            if (seat := room.table.to_move) is None:
                break
            chair = room.table.chair_at(seat)
            move = str(rng.choice(room.table.view(chair).legal))
            play = {"do": "play", "id": f"play-{number}", "seen": room.table.seen[chair], "move": move}
            lobby.inbox.handle_at_once(room, people[chair], msgspec.json.encode(play))
        for person in people:
            room.leave(person)
        if done % SETTLE_EVERY == 0 or one is opened[-1]:
            await room.settled()
    return opened
