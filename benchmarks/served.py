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
from rowdy.interfaces.web import connection
from rowdy.interfaces.web.app import make_app
from rowdy.interfaces.web.connection import Connection
from rowdy.interfaces.web.hub import Hub
from rowdy.interfaces.web.keys import cookie_name
from rowdy.interfaces.web.security import Hosts
from rowdy.interfaces.web.server import Server, listen, port_of, raise_file_limit
from rowdy.interfaces.web.store import open_store
from rowdy.interfaces.words import Words
from rowdy.play.entries import Place, Plan
from rowdy.play.thinkers import Thinkers

NAMES = ("Anna", "Ben")
MOVES = 10
"""So many moves were made at a table that only lies in memory."""

SETTLED = 20
"""After so many tables their moves are brought to disk: what waits for that would be counted with their memory."""


class Cookies(NamedTuple):
    """What lets two people sit at a table."""

    table: str
    cookies: tuple[str, str]


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

    _run(Server(Starlette(routes=[WebSocketRoute("/echo", answer)]), nothing, alone=True), pipe, {})


def tables(pipe: Pipe) -> None:
    """As `rowdy serve` has them, but without bots, and without the limit on how fast somebody may command."""
    connection.BURST = connection.A_SECOND = 1e9
    with tempfile.TemporaryDirectory() as folder, open_store(f"{folder}/tables.sqlite") as store:
        hub = Hub(store, Thinkers(1, parts=()))
        app, live = make_app(hub, Hosts.of(()))

        def on_loop(work: Callable[..., Any]) -> Callable[..., Any]:
            return lambda *more: asyncio.run_coroutine_threadsafe(work(hub, *more), hub.loop).result()

        _run(Server(app, live.goodbye, alone=True), pipe, {"open": on_loop(_open), "lay": on_loop(_lay)})


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
        os._exit(0)  # the benchmark was broken off

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


async def _open(hub: Hub, game: str, count: int) -> list[Cookies]:
    plan = Plan(game, rowdy.game(game, seats=2).edition.name, (Place(), Place()))
    opened = [await hub.open(plan, [0]) for _ in range(count)]
    return [
        Cookies(
            one.table_id,
            (
                f"{cookie_name(one.table_id, '1')}={one.chairs[0]}",
                f"{cookie_name(one.table_id, '2')}={one.chairs[1]}",
            ),
        )
        for one in opened
    ]


class Nowhere:
    """The line of somebody who is not there."""

    def heard_by(self, hear: Callable[[str | bytes], None]) -> None: ...

    def tell(self, message: bytes) -> None: ...

    def unread(self) -> int:
        return 0

    def hang_up(self, code: int) -> None: ...

    def cut(self) -> None: ...


async def _lay(hub: Hub, game: str, count: int) -> list[Cookies]:
    opened, rng = await _open(hub, game, count), random.Random(game)
    for done, one in enumerate(opened, 1):
        live = await hub.live(one.table)
        people = [Connection(chair, chair == 0, Words(), Nowhere()) for chair in (0, 1)]
        for number, person in enumerate(people):
            hub.join(live, person, 0)
            sit = {"do": "sit", "id": "sit", "seen": 0, "name": NAMES[number], "nonce": "0" * 32}
            hub.receive(live, person, msgspec.json.encode(sit))
        for number in range(MOVES):
            if (seat := live.table.to_move) is None:
                break
            chair = live.table.chair_at(seat)
            move = str(rng.choice(live.table.view(chair).legal))
            play = {"do": "play", "id": f"play-{number}", "seen": live.table.seen[chair], "move": move}
            hub.receive(live, people[chair], msgspec.json.encode(play))
        for person in people:
            hub.leave(live, person)
        if done % SETTLED == 0 or one is opened[-1]:
            await hub.settled(live)
    return opened
