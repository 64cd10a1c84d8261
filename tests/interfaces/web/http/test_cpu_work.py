"""Work for the processor: one piece at a time, in turns, and it holds up nobody who plays."""

from __future__ import annotations

import asyncio
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from rowdy.interfaces.web.http.cpu_work import CpuWork
from rowdy.interfaces.web.http.requests import TEXT
from rowdy.rules.game import GameError
from rowdy.rules.record import Record
from rowdy.rules.record_text import format_record
from tests.interfaces.web.serving import Visitor, serving_tables
from tests.worlds import GAMES, random_game

POSTS = 60


class Gate:
    """Work that waits until it is let through, and notes who was there."""

    def __init__(self) -> None:
        self.open = threading.Event()
        self.order: list[str] = []
        self.at_once = self.most_at_once = 0

    def pass_through(self, name: str) -> str:
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        self.open.wait(10)
        self.order.append(name)
        self.at_once -= 1
        return name


def test_one_at_a_time_and_visitors_take_turns() -> None:
    async def main() -> Gate:
        work, gate = CpuWork(asyncio.to_thread), Gate()
        names = ["greedy"] * 10 + ["ann", "ben"]
        tasks = [asyncio.create_task(work.run(name, gate.pass_through, name)) for name in names]
        await asyncio.sleep(0.05)
        gate.open.set()
        assert await asyncio.gather(*tasks) == names
        return gate

    gate = asyncio.run(main())
    assert gate.order[:4] == ["greedy", "ann", "ben", "greedy"]
    assert gate.most_at_once == 1


def test_too_much_is_refused_and_what_nobody_waits_for_is_dropped() -> None:
    async def main() -> list[str]:
        work, gate = CpuWork(asyncio.to_thread, max_waiting=4, max_waiting_each=3), Gate()

        def ask(name: str) -> asyncio.Task[str]:
            return asyncio.create_task(work.run(name, gate.pass_through, name))

        greedy = [ask("greedy") for _ in range(4)]
        await asyncio.sleep(0.05)
        with pytest.raises(GameError, match="too-busy"):
            await greedy[3]
        ann = ask("ann")
        with pytest.raises(GameError, match="too-busy"):
            await ask("ben")
        greedy[1].cancel()
        await asyncio.sleep(0)
        ben = ask("ben")
        await asyncio.sleep(0)
        gate.open.set()
        await asyncio.gather(greedy[0], greedy[2], ann, ben)
        assert await ask("ann") == "ann", "when all is done there is room again"
        return gate.order

    assert sorted(asyncio.run(main())) == ["ann", "ann", "ben", "greedy", "greedy"]


def test_an_error_is_its_askers_and_the_next_is_worked_on() -> None:
    async def main() -> None:
        work = CpuWork(asyncio.to_thread)
        results = await asyncio.gather(work.run("a", int, "x"), work.run("a", int, "7"), return_exceptions=True)
        assert isinstance(results[0], ValueError)
        assert results[1] == 7

    asyncio.run(main())


def test_records_and_codes_that_are_asked_for_again_and_again_hold_up_no_ping(tmp_path: Path) -> None:
    """From this very machine, too."""
    name = "djeco-it-2"
    text = format_record(Record(GAMES[name], ("ann", "ben"), random_game(name, 1)))
    with serving_tables(tmp_path / "tables.sqlite") as server, Visitor(server) as ann, Visitor(server) as flood:
        table = ann.open("rubik", "me", "me")["table"]

        def post(number: int) -> int:
            if number % 2:
                return flood.http.post("/api/qr", json={"text": server}, timeout=60).status_code
            return flood.http.post("/api/replay", content=text, headers={"Content-Type": TEXT}, timeout=60).status_code

        with ann.live(table, "1") as line, ThreadPoolExecutor(POSTS) as pool:
            line.hear("hello")
            posting = pool.map(post, range(POSTS))
            pings = []
            for _ in range(30):
                began = time.perf_counter()
                line.command("ping")
                pings.append(time.perf_counter() - began)
                time.sleep(0.02)
            assert set(posting) <= {200, 503}
        assert sorted(pings)[len(pings) * 9 // 10] < 0.25, pings
