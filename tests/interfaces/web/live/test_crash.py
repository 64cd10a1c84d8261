"""A server under load is killed again and again: what anybody was told is there, and every game goes on to its end."""

from __future__ import annotations

import asyncio
import signal
import sqlite3
from collections.abc import Coroutine
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosedError, InvalidHandshake, InvalidMessage

from rowdy.interfaces.web.narration import Narrator
from rowdy.interfaces.web.store.store import Store, open_store
from rowdy.interfaces.words import Words
from rowdy.play.bots.registry import check_bot
from rowdy.play.table.entries import Chair, Played, decode_entry
from rowdy.play.table.table import Table
from rowdy.play.verify import all_hold, verify
from rowdy.rules.record_text import format_record
from tests.interfaces.web.client import Door, Guest, Message, Opened
from tests.interfaces.web.server_process import Server

KINDS = [
    *(("xoxo", "friend", "friend"), ("xoxo", "friend", "easy"), ("xoxo", "friend", "friend", "easy")),
    *(("rubik", "friend", "friend"), ("rubik", "easy", "friend")),
    *(("xoxo2", "friend", "friend"), ("xoxo2", "friend", "random")),
    *(("djeco", "friend", "friend"), ("djeco", "friend", "easy")),
]
"""The tables that are played at, each again and again."""
NAMES = ("Anna", "Ben", "Cleo")
SHORTEST, LONGEST = 0.1, 1.0
"""When the server is killed, in seconds after everybody is let in."""
PAUSE = 0.06
"""For how long people think at most; who commands more often than ten times a second is slowed down."""
WAIT_SECONDS = 100
# Those who play


class Seats:
    """A kind of table, and who plays at it now."""

    def __init__(self, kind: tuple[str, ...], seed: int) -> None:
        self.kind = kind
        self.rng = Random(f"crash {seed} {kind}")
        self.guests: list[Guest] = []
        self.weary = 0.0
        """How often people would rather resign."""

    async def open(self, door: Door) -> None:
        """A table that is opened but has not been told of is nobody's."""
        opened: Opened = await door.open(*self.kind)
        self.guests = [Guest(await door.enter(link)) for link in (*opened.links, opened.watch)]

    async def play(self, address: str, door: Door) -> None:
        if not self.guests:
            await self.open(door)
        await asyncio.gather(*(until_broken(self.play_at(guest, address)) for guest in self.guests if not done(guest)))

    async def play_at(self, guest: Guest, address: str) -> None:
        async with guest.at(address):
            while not done(guest):
                if not guest.unanswered and (wish := wished(guest, self.rng, self.weary)):
                    await asyncio.sleep(self.rng.random() * PAUSE)
                    await guest.command(**wish)
                    if self.rng.random() < 0.1:
                        await guest.repeat()
                await guest.hear()

    @property
    def done(self) -> bool:
        return bool(self.guests) and all(map(done, self.guests))


def done(guest: Guest) -> bool:
    return guest.view.get("phase") == "over" and not guest.unanswered


def wished(guest: Guest, rng: Random, weary: float) -> Message | None:
    """Something that one may do now."""
    can, view = guest.view["can"], guest.view
    if "sit" in can:
        chair = guest.place.chair
        assert chair is not None
        return {"do": "sit", "name": NAMES[chair], "nonce": f"{chair:032x}"}
    if "resign" in can and rng.random() < weary:
        return {"do": "resign"}
    if "consent" in can:
        return {"do": "consent", "yes": rng.random() < 0.7}
    if "order" in can and rng.random() < 0.1:
        card = rng.choice([card["value"] for card in view["picture"]["seats"][view["you"]]["cards"]] or [None])
        return card and {"do": "order", "card": card, "order": rng.choice(["show", "hold"])}
    if "undo" in can and rng.random() < 0.05:
        return {"do": "undo"}
    if "play" in can:
        return {"do": "play", "move": rng.choice(view["picture"]["moves"])["move"]}
    return None


async def until_broken(work: Coroutine[Any, Any, None]) -> None:
    """A connection may be cut or not come about; but the server may not close one."""
    try:
        await work
    except ConnectionClosedError as error:
        if error.rcvd is not None:
            raise
    except (OSError, InvalidHandshake, InvalidMessage, httpx.TransportError):
        pass


class Party:
    """All tables, while the server comes and goes."""

    def __init__(self, server: Server, seed: int) -> None:
        self.server = server
        self.rng = Random(f"crash {seed}")
        self.tables = [Seats(kind, seed) for kind in KINDS]
        self.ended: list[list[Guest]] = []

    async def play_until_killed(self) -> None:
        """New tables are opened for those whose games are over."""
        self.server.start()
        async with Door(self.server.address) as door:
            playing = [asyncio.create_task(until_broken(self._play_on(seats, door))) for seats in self.tables]
            await asyncio.sleep(self.rng.uniform(SHORTEST, LONGEST))
            await asyncio.to_thread(self.server.kill)
            await asyncio.gather(*playing)

    async def _play_on(self, seats: Seats, door: Door) -> None:
        while self.server.process.poll() is None:
            await seats.play(self.server.address, door)
            if seats.done:
                self.ended.append(seats.guests)
                seats.guests = []

    async def play_to_the_end(self, weary: float) -> dict[str, str]:
        """The records of all games."""
        self.server.start()
        for seats in self.tables:
            seats.weary = weary
        async with Door(self.server.address) as door, asyncio.timeout(WAIT_SECONDS):
            await asyncio.gather(*(seats.play(self.server.address, door) for seats in self.tables))
            assert all(seats.done for seats in self.tables)
            self.ended += [seats.guests for seats in self.tables]
            return {guests[0].place.table: await door.record(guests[0].place) for guests in self.ended}


# What is left


def check(store: Store, guests: list[Guest], record: str) -> None:
    """What is stored is what everybody was told and answered, no more and no less."""
    entries = [decode_entry(body) for body in store.load(guests[0].place.table)]
    table = Table.fold(entries, check_bot)
    for guest in guests:
        chair = guest.place.chair
        told = {
            line.n: list(line.say)
            for line in Narrator(table, None if chair is None else Chair(chair), Words()).lines(0)
        }
        assert guest.told == told
        if chair is not None:
            mine = [entry for entry in entries if entry.chair == chair and entry.command is not None]
            assert [entry.command for entry in mine] == [command["id"] for command in guest.obeyed]
            moves = [entry.events[0] for entry in mine if isinstance(entry.change, Played)]
            assert moves == [command["move"] for command in guest.obeyed if command["do"] == "play"]
    assert format_record(table.record()) == record
    assert all_hold(verify(record))


def kill_rounds(home: Path, kills: int, weary: float, db: str | None = None) -> None:
    """Kills a server so many times, and checks that nothing is lost."""
    server = Server(home, db)
    party = Party(server, seed=kills)

    async def play() -> dict[str, str]:
        for _ in range(kills):
            await party.play_until_killed()
        return await party.play_to_the_end(weary)

    try:
        records = asyncio.run(play())
        assert server.end(signal.SIGTERM) == 0
    finally:
        server.process.kill()
        server.process.communicate()
    if db is None:
        with closing(sqlite3.connect(home / "tables.sqlite")) as file:
            assert file.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    with open_store(db or str(home / "tables.sqlite")) as store:
        for guests in party.ended:
            check(store, guests, records[guests[0].place.table])
    assert server.errors.read_text() == ""


@pytest.mark.long
@pytest.mark.parametrize(("kills", "weary"), [(1, 0.3), (10, 0.0)])
def test_what_was_told_before_a_kill_is_there_after_it(tmp_path: Path, kills: int, weary: float) -> None:
    kill_rounds(tmp_path, kills, weary)


@pytest.mark.long
def test_the_same_in_postgresql(tmp_path: Path, postgres_address: str) -> None:
    kill_rounds(tmp_path, 2, 0.3, postgres_address)
