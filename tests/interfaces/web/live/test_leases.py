"""Bots of a table that several servers have in use: one of these lets them think, and another when it is gone."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack, ExitStack

import psycopg
import pytest

from rowdy.interfaces.web.live.lobby import Lobby
from rowdy.interfaces.web.live.room import Room
from rowdy.interfaces.web.settings import Settings
from rowdy.interfaces.web.store.leases import DEAD_SECONDS
from rowdy.interfaces.web.store.store import open_store
from rowdy.play.table.entries import Chair, ChairPlan, Plan
from tests.interfaces.web.live.lobbies import Bots, tell
from tests.interfaces.web.transports import on_line

PLAN = Plan("rubik", "de", (ChairPlan(), ChairPlan("easy")))
WAIT_SECONDS = 30


async def until(found: Callable[[], bool]) -> None:
    async with asyncio.timeout(WAIT_SECONDS):
        while not found():
            await asyncio.sleep(0.01)


class LongRunning(Lobby):
    """A server that has woken the bots it found at its start: otherwise it may still be at it, and use a table."""

    async def look_after(self) -> None: ...


class Pair:
    """Two servers in one process, whose bots answer at once and are counted."""

    def __init__(self, address: str, stack: ExitStack) -> None:
        self.bots = [Bots(), Bots()]
        stores = [stack.enter_context(open_store(address)) for _ in range(2)]
        pairs = zip(stores, self.bots, strict=True)
        self.lobbies = [LongRunning(store, bots, Settings(), pace=lambda name: 0.0) for store, bots in pairs]

    async def begin(self) -> list[Room]:
        """A game of one person at the first server, which both have in use."""
        opened = await self.lobbies[0].open(PLAN, [Chair(0)])
        rooms = [await lobby.find(opened.table_id) for lobby in self.lobbies]
        self.come_again(rooms[0])
        tell(self.lobbies[0], rooms[0], self.ann, "sit", name="Ann", nonce="ab" * 16)
        await until(lambda: all(room.table.game_log for room in rooms))
        return rooms

    def come_again(self, room: Room) -> None:
        self.ann = on_line(0)
        room.join(self.ann, 0)

    async def play(self, lobby: Lobby, room: Room) -> None:
        """Ann makes whole turns until she is to move again, so that the bot has moved."""
        asked = sum(self.asked)
        while sum(self.asked) == asked and not room.table.bot_to_move:
            before, seat = room.table.entries, room.table.to_move
            assert seat is not None
            tell(lobby, room, self.ann, "play", move=str(room.table.view(Chair(seat)).legal[0]))
            await until(lambda: room.table.entries > before and not room.unwritten)  # noqa: B023
        await until(lambda: not room.table.bot_to_move)

    @property
    def asked(self) -> list[int]:
        return [len(bots.asked) for bots in self.bots]


def test_one_server_lets_the_bot_think_and_the_other_when_it_stops(postgres_address: str) -> None:
    async def main(pair: Pair) -> None:
        async with AsyncExitStack() as second:
            async with pair.lobbies[0].running():
                await second.enter_async_context(pair.lobbies[1].running())
                rooms = await pair.begin()
                await pair.play(pair.lobbies[0], rooms[0])
                thinks = pair.asked.index(max(pair.asked))
                await until(lambda: rooms[1].table.entries == rooms[0].table.entries)
                assert min(pair.asked) == 0, "only one of them thinks"
                assert thinks in (0, 1)
            before = len(pair.bots[1].asked)
            pair.come_again(rooms[1])
            await pair.play(pair.lobbies[1], rooms[1])
            assert len(pair.bots[1].asked) > before, "the other has stopped, and left its bots"

    with ExitStack() as stack:
        asyncio.run(main(Pair(postgres_address, stack)))


@pytest.mark.long
def test_the_bots_of_a_server_that_is_gone_are_taken_over(postgres_address: str) -> None:
    """A server without a heartbeat, as one that was killed leaves it."""

    async def main(pair: Pair) -> None:
        async with pair.lobbies[1].running():
            opened = await pair.lobbies[1].open(PLAN, [Chair(0)])
            room = await pair.lobbies[1].find(opened.table_id)
            with psycopg.connect(postgres_address, autocommit=True) as connection:
                now = "extract(epoch FROM clock_timestamp())"
                connection.execute(f"INSERT INTO servers VALUES ('killed', {now})")
                connection.execute("INSERT INTO leases VALUES (%s, 'killed')", [room.id])
            pair.come_again(room)
            tell(pair.lobbies[1], room, pair.ann, "sit", name="Ann", nonce="ab" * 16)
            await until(lambda: room.table.game_log is not None)
            began = asyncio.get_running_loop().time()
            await pair.play(pair.lobbies[1], room)
            assert asyncio.get_running_loop().time() - began > DEAD_SECONDS / 2
            assert pair.bots[1].asked

    with ExitStack() as stack:
        asyncio.run(main(Pair(postgres_address, stack)))


@pytest.mark.long
def test_a_server_keeps_no_bots_of_a_table_that_it_does_not_use(postgres_address: str) -> None:
    """It may have taken them from a server that seemed to be dead, where people go on."""

    async def main(pair: Pair) -> None:
        async with pair.lobbies[0].running(), pair.lobbies[1].running():
            opened = await pair.lobbies[0].open(PLAN, [Chair(0)])
            room = await pair.lobbies[0].find(opened.table_id)
            assert await pair.lobbies[1]._services.bus.take_bots(room.id)
            pair.come_again(room)
            tell(pair.lobbies[0], room, pair.ann, "sit", name="Ann", nonce="ab" * 16)
            await until(lambda: room.table.game_log is not None)
            await pair.play(pair.lobbies[0], room)
            assert (pair.asked[0] > 0, pair.asked[1]) == (True, 0)

    with ExitStack() as stack:
        asyncio.run(main(Pair(postgres_address, stack)))
