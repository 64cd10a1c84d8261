"""Servers for a long time, by command: `soak` watches memory for hours of play, `kills` ends a server again and again.

python -m tests.interfaces.web.soak soak --minutes 60 --postgres --servers 2
python -m tests.interfaces.web.soak kills --rounds 20 --postgres
"""

from __future__ import annotations

import argparse
import asyncio
import signal
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from rowdy.interfaces.web.store.store import open_store
from tests.interfaces.web import postgres
from tests.interfaces.web.live.test_crash import KINDS, check, kill_rounds
from tests.interfaces.web.live.test_failover import Party, serving_processes
from tests.interfaces.web.server_process import Server

SAMPLE_SECONDS = 5.0
WARM_UP = 0.25
"""Which part of the time does not count: in it all is loaded that is needed."""
MAX_GROWTH = 1.05
"""How much more memory a server may have in the last quarter than in the one after the warm-up."""


class Memory:
    """What each server has in memory, in MiB, from time to time."""

    def __init__(self, servers: Sequence[Server]) -> None:
        self.servers = servers
        self.samples: list[list[float]] = [[] for _ in servers]

    async def watch(self) -> None:
        while True:
            for server, samples in zip(self.servers, self.samples, strict=True):
                samples.append(_resident_mib(server.process.pid))
            await asyncio.sleep(SAMPLE_SECONDS)

    def growth(self) -> list[tuple[float, float]]:
        """For each server the medians of the quarter after the warm-up, and of the last."""
        found = []
        for samples in self.samples:
            quarter = max(1, len(samples) // 4)
            first = samples[int(len(samples) * WARM_UP) :][:quarter]
            found.append((statistics.median(first), statistics.median(samples[-quarter:])))
        return found


def _resident_mib(pid: int) -> float:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS"))


async def _soak(servers: Sequence[Server], db: str, seconds: float, pause: float, memory: Memory) -> int:
    """Plays games until the time is over; every one is checked against what is stored. Returns how many."""
    watching = asyncio.create_task(memory.watch())
    begun, played, seed = time.monotonic(), 0, 0
    while time.monotonic() < begun + seconds:
        seed += 1
        party = Party(servers, KINDS, seed)
        await party.open()
        await asyncio.gather(*party.begin())
        records = await party.records()
        if db.startswith("postgresql"):
            with open_store(db) as store:
                for guests, record in records:
                    check(store, guests, record)
        played += len(records)
        minutes = (time.monotonic() - begun) / 60
        now = [round(samples[-1], 1) for samples in memory.samples]
        print(f"{minutes:.1f} minutes, {played} games, {now} MiB", flush=True)
        await asyncio.sleep(pause)
    watching.cancel()
    return played


def soak(args: argparse.Namespace, home: Path, db: str | None) -> int:
    if args.servers > 1 and db is None:
        sys.exit("a file has one server: add --postgres")
    with serving_processes(home, db, args.servers) as servers:
        memory = Memory(servers)
        played = asyncio.run(_soak(servers, db or "", args.minutes * 60, args.pause, memory))
        ended = [server.end(signal.SIGTERM) for server in servers]
        errors = [server.errors.read_text() for server in servers]
    grown = memory.growth()
    for before, after in grown:
        print(f"memory: {before:.1f} MiB, in the end {after:.1f} MiB ({after / before:.3f} times)")
    print(f"{played} games", *filter(None, errors), sep="\n")
    return int(any(ended) or any(errors) or any(after > MAX_GROWTH * before for before, after in grown))


@contextmanager
def _database(wanted: bool) -> Iterator[str | None]:
    if not wanted:
        yield None
        return
    programs = postgres.find_programs()
    if programs is None:
        sys.exit("PostgreSQL is not installed")
    with postgres.running(programs) as address:
        yield address


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("soak", "kills"))
    parser.add_argument("--postgres", action="store_true", help="in PostgreSQL instead of a file")
    parser.add_argument("--minutes", type=float, default=60.0, help="for how long (default: 60)")
    parser.add_argument("--pause", type=float, default=0.0, help="seconds between two sets of games (default: none)")
    parser.add_argument("--servers", type=int, default=1, help="how many servers share the tables (default: 1)")
    parser.add_argument("--rounds", type=int, default=20, help="how often the server is killed (default: 20)")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, _database(args.postgres) as db:
        if args.what == "soak":
            return soak(args, Path(folder), db)
        kill_rounds(Path(folder), args.rounds, 0.0, db)
        print(f"{args.rounds} kills, and nothing was lost")
        return 0


if __name__ == "__main__":
    sys.exit(main())
