"""One process and two, SQLite and PostgreSQL, side by side: moves a second, answer times, CPU and disk.

All games are played at once without a pause. With two processes the people of each game are at different ones, so that
every step crosses over. PostgreSQL runs on the same machine with its usual settings, its data in the folder for
temporary files, as the file of SQLite; the load comes from this process. So all of them share the same cores.
"""

from __future__ import annotations

import asyncio
import statistics
import time
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack, ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from sqlalchemy import text

from benchmarks import served, shared
from benchmarks.served import Served, serving
from benchmarks.server import GAMES, Game, come
from rowdy.interfaces.web.store.store import open_store
from tests.interfaces.web import postgres


class Setup(NamedTuple):
    name: str
    shared: bool
    """In PostgreSQL."""
    processes: int


SETUPS = (
    Setup("SQLite, one process", False, 1),
    Setup("PostgreSQL, one process", True, 1),
    Setup("PostgreSQL, two processes", True, 2),
)


def measure_sharing(games: int) -> None:
    """Plays so many games to their end in each setup, and prints a table."""
    programs = postgres.find_programs()
    rows = []
    for setup in SETUPS:
        if setup.shared and programs is None:
            print("PostgreSQL is not installed, so nothing was measured with it")
            return
        shared.tell(f"{setup.name}: {games} games at once")
        with _database(setup) as address:
            rows.append([setup.name, *asyncio.run(_measure(setup, address, games))])
    headers = ["games to their end", "moves/s", "CPU a move, µs", "median, ms", "99th percentile", "the other, 99th"]
    shared.print_table([*headers, "disk a game, KiB"], rows)


@contextmanager
def _database(setup: Setup) -> Iterator[str]:
    if not setup.shared:
        with TemporaryDirectory() as folder:
            yield f"{folder}/tables.sqlite"
        return
    programs = postgres.find_programs()
    assert programs
    with postgres.running(programs) as address:
        yield address


async def _measure(setup: Setup, address: str, games: int) -> list[str]:
    times: list[tuple[float, float]] = []
    with ExitStack() as running:
        servers = [running.enter_context(serving(served.tables, address)) for _ in range(setup.processes)]
        async with AsyncExitStack() as stack:
            opened = [table for game in GAMES for table in servers[0].open(game, -(-games // len(GAMES)))]
            playing = await come(stack, servers, opened)
            before, began = _cpu(servers), time.perf_counter()
            await asyncio.gather(*(_play(game, times) for game in playing))
            taken, used = time.perf_counter() - began, _cpu(servers) - before
    mover, other = ([pair[i] * 1e3 for pair in times] for i in range(2))
    return [
        f"{len(times) / taken:,.0f}",
        f"{used / len(times) * 1e6:,.0f}",
        f"{statistics.median(mover):.1f}",
        f"{_percentile(mover):.1f}",
        f"{_percentile(other):.1f}",
        f"{_disk(setup, address) / len(opened) / 1024:.1f}",
    ]


async def _play(game: Game, times: list[tuple[float, float]]) -> None:
    while not game.over:
        times.append(await game.move())


def _cpu(servers: Sequence[Served]) -> float:
    """Seconds of the servers' own processes; PostgreSQL's are not among them."""
    return sum(server.cpu() for server in servers)


def _percentile(values: Sequence[float]) -> float:
    return sorted(values)[len(values) * 99 // 100]


def _disk(setup: Setup, address: str) -> float:
    """Bytes of the tables with their indexes."""
    if not setup.shared:
        open_store(address).close()  # brings all of the log into the file
        return Path(address).stat().st_size
    with open_store(address) as store, store.engine.connect() as connection:
        parts = " + ".join(f"pg_total_relation_size('{name}')" for name in ("tables", "entries", "keys"))
        found: int = connection.execute(text(f"SELECT {parts}")).scalar_one()
        return found
