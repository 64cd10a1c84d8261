"""Everybody at once: two tabs of each seat and people who watch, all telling one table what comes to mind."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from contextlib import AsyncExitStack
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, cast

import msgspec
import pytest
from websockets.asyncio.client import ClientConnection, connect

from rowdy.interfaces.web.http.cookies import PlaceName, cookie_name
from rowdy.interfaces.web.live.lobby import Lobby
from rowdy.interfaces.web.store.store import Store, open_store
from rowdy.play.bots.pool import BotPool
from rowdy.play.bots.registry import check_bot
from rowdy.play.table import table
from rowdy.play.table.entries import ChairPlan, Plan, decode_entry
from rowdy.play.verify import all_hold, verify
from rowdy.rules.record_text import format_record
from tests.interfaces.web.live.lobbies import Held
from tests.interfaces.web.serving import UNLIMITED, Visitor, serving_tables
from tests.interfaces.web.transports import on_line, sent

MAX_COMMANDS = 2_000
"""How many commands a tab gives, if the game goes on for so long."""
MAX_UNANSWERED = 6
"""How many of them may be without an answer."""
TIMEOUT_SECONDS = 100
"""How long a game may take."""
NONSENSE = ("a1", "own@z9", "!-", "1+red", "pass", "r99@c3")


class Tab:
    """Tells whatever comes to mind, without waiting for answers, and keeps what it hears."""

    def __init__(self, name: str, socket: ClientConnection, rng: Random) -> None:
        self.name = name
        self.socket = socket
        self.rng = rng
        self.sent: list[dict[str, Any]] = []
        self.heard: list[dict[str, Any]] = []
        self.answered: list[str] = []
        self.view: dict[str, Any] = {}
        self.seen = 0

    async def tell(self, do: str, **details: object) -> None:
        command = {"do": do, "id": f"{self.name}-{len(self.sent)}", "seen": self.seen, **details}
        await self.send(command)

    async def send(self, command: dict[str, Any]) -> None:
        self.sent.append(command)
        await self.socket.send(msgspec.json.encode(command).decode())

    async def hear(self) -> dict[str, Any]:
        message: dict[str, Any] = msgspec.json.decode(await self.socket.recv())
        self.heard.append(message)
        answered = message.get("answers") or message.get("id") or ""
        if answered.startswith(f"{self.name}-"):
            self.answered.append(answered)
        self.seen = message.get("n", self.seen)
        self.view = message.get("view") or self.view
        return message

    async def hear_all(self) -> None:
        """Until as many answers have come as commands were given; one more would be found by the next question."""
        while len(self.answered) < len(self.sent):
            await self.hear()

    async def play(self) -> None:
        """Hears what has come, does something, and so on until the game is over."""
        hearing = asyncio.create_task(self._hear_on())
        while len(self.sent) < MAX_COMMANDS and self.view.get("phase") != "over":
            if len(self.sent) - len(self.answered) < MAX_UNANSWERED:
                await self.act()
            await asyncio.sleep(self.rng.choice([0, 0, 0, 0.002]))
        hearing.cancel()
        await asyncio.wait([hearing])

    async def _hear_on(self) -> None:
        while True:
            await self.hear()

    async def act(self) -> None:
        rng, picture = self.rng, self.view.get("picture") or {}
        moves = [choice["move"] for choice in picture.get("moves", ())] or list(NONSENSE)
        match rng.choice(["play", "play", "play", "stale", "again", "illegal", "order", "undo", "consent", "other"]):
            case "play":
                await self.tell("play", move=rng.choice(moves))
            case "stale":
                await self.tell("play", move=rng.choice(moves), seen=max(0, self.seen - rng.randint(1, 5)))
            case "again" if self.sent:
                await self.send(rng.choice(self.sent[-5:]))
            case "order":
                await self.tell("order", card=rng.choice(["red", "joy", "heart"]), order=rng.choice(["show", "hold"]))
            case "undo":
                await self.tell("undo")
            case "consent":
                await self.tell("consent", yes=rng.random() < 0.3)
            case "other":
                await self.tell("react", reaction="clap")
            case _:
                await self.tell("preview", move=rng.choice(NONSENSE))


class Places:
    """Where to find a table, at one server or several, and the keys to its places."""

    def __init__(self, addresses: Sequence[str], table: str, keys: dict[str, str]) -> None:
        self.addresses = addresses
        self.table = table
        self.keys = keys
        self._dialled = 0

    def dial(self, place: str, seen: int = 0) -> connect:
        """Connects to the servers in turn."""
        headers = {"Cookie": f"{cookie_name(self.table, PlaceName(place))}={self.keys[place]}"}
        server = self.addresses[self._dialled % len(self.addresses)].replace("http", "ws")
        self._dialled += 1
        address = f"{server}/api/tables/{self.table}/live?as={place}&seen={seen}"
        return connect(address, additional_headers=headers, compression=None, max_queue=None)


async def come_and_go(places: Places, place: str, rng: Random) -> int:
    """Somebody whose connection breaks off so many times until the game is over, and who misses nothing by it."""
    seen, visits, phase = 0, 0, ""
    while phase != "over":
        visits += 1
        async with places.dial(place, seen) as socket:
            hello = msgspec.json.decode(await socket.recv())
            assert [line["n"] for line in hello["log"]] == list(range(seen + 1, hello["n"] + 1))
            seen, phase, left = hello["n"], hello["view"]["phase"], rng.randint(0, 5)
            while left and phase != "over":
                message = msgspec.json.decode(await socket.recv())
                left -= 1
                if message["type"] == "step":
                    assert message["n"] == seen + 1
                    seen, phase = message["n"], message["view"]["phase"]
    return visits


async def hammer(places: Places, rng: Random) -> dict[str, list[Tab]]:
    """Plays the game to its end; the tabs of each place."""
    async with asyncio.timeout(TIMEOUT_SECONDS), AsyncExitStack() as stack:
        tabs: dict[str, list[Tab]] = {place: [] for place in places.keys}
        for place in (*places.keys, *places.keys):
            socket = await stack.enter_async_context(places.dial(place))
            tabs[place].append(Tab(f"{place}-{len(tabs[place])}", socket, Random(rng.random())))
        every = [tab for pair in tabs.values() for tab in pair]
        for tab in every:
            await tab.hear()
            if not tab.name.startswith("watch"):
                await tab.tell("sit", name=f"Ann {tab.name[0]}", nonce="ab" * 16)
        restless = [asyncio.create_task(come_and_go(places, place, Random(place))) for place in ("1", "watch")]
        await asyncio.gather(*(tab.play() for tab in every))
        assert min(await asyncio.gather(*restless)) > 1
        for tab in every:
            await tab.tell("preview", move="?")
            await tab.hear_all()
        return tabs


def check(tabs: dict[str, list[Tab]]) -> None:
    for pair in tabs.values():
        for tab in pair:
            assert Counter(tab.answered) == Counter(command["id"] for command in tab.sent), (
                "one answer for each command"
            )
            numbers = [message["n"] for message in tab.heard if message["type"] in ("hello", "step")]
            assert all(after == before + 1 for before, after in pairwise(numbers)), "no step is missing or told twice"
        one, other = ({m["n"]: m for m in tab.heard if m["type"] == "step"} for tab in pair)
        assert one.keys() & other.keys()
        assert all(one[n] == other[n] for n in one.keys() & other.keys()), "tabs of one seat agree"
    answers = [m for pair in tabs.values() for tab in pair for m in tab.heard if m["type"] == "answer"]
    assert {m.get("code", "") for m in answers} >= {"", "stale", "only-watching", "chair-taken", "unreadable-move"}


def speak_at_once(game: str, seats: int, *addresses: str) -> tuple[str, str]:
    """Plays a game to its end in which everybody speaks at once, to one server or several; its table and record."""
    with Visitor(addresses[0]) as visitor:
        opened = visitor.open(game, *["friend"] * seats)
        links = {str(number + 1): seat["link"] for number, seat in enumerate(opened["seats"])}
        links["watch"] = opened["watch"]
        keys = {place: link.partition("#")[2] for place, link in links.items()}
        tabs = asyncio.run(hammer(Places(addresses, opened["table"], keys), Random(game)))
        visitor.enter(links["1"])
        record = visitor.http.get(f"/api/tables/{opened['table']}/record?as=1").text
    check(tabs)
    assert all_hold(verify(record)), verify(record)
    assert tabs["1"][0].view["outcome"]["seed"] in record
    return opened["table"], record


def check_stored(database: str, table_id: str, record: str) -> None:
    with open_store(database) as store:
        stored = table.Table.fold(map(decode_entry, store.load(table_id)), check_bot)
    assert format_record(stored.record()) == record
    obeyed = [step.entry.command for step in stored.steps if step.entry.command]
    assert len(obeyed) == len(set(obeyed)), "a command that came twice was obeyed once"


GAMES = [
    ("xoxo", 3),
    ("djeco", 2),
    *(pytest.param(*one, marks=pytest.mark.long) for one in (("xoxo", 4), ("rubik", 2))),
]


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_when_all_speak_at_once_a_legal_game_comes_of_it(tmp_path: Path, game: str, seats: int) -> None:
    file = tmp_path / "tables.sqlite"
    with serving_tables(file, limits=UNLIMITED) as address:
        played = speak_at_once(game, seats, address)
    check_stored(str(file), *played)


@pytest.mark.parametrize(("game", "seats"), GAMES[1:])
def test_the_same_at_two_servers(postgres_address: str, game: str, seats: int) -> None:
    """Each seat has a tab at both, and every connection that breaks off comes again to the other."""
    with (
        serving_tables(postgres_address, limits=UNLIMITED) as one,
        serving_tables(postgres_address, limits=UNLIMITED) as other,
    ):
        played = speak_at_once(game, seats, one, other)
    check_stored(postgres_address, *played)


def test_no_message_overtakes_one_that_waits_for_the_disk() -> None:
    """Somebody who joins while a move is being written gets the greeting first, whatever comes between."""

    async def told() -> list[str]:
        lobby = Lobby(cast(Store, None), BotPool(0, parts=()))
        lobby.start(asyncio.get_running_loop(), held := Held())
        opened, _ = table.Table.open(Plan("rubik", "de", (ChairPlan(), ChairPlan())), "0" * 64, 0.0, check_bot)
        room = lobby.add("table", opened)
        ann, ben = on_line(0), on_line(1)
        room.join(ann, 0)
        sit = {"do": "sit", "id": "s", "seen": 1, "name": "Ann", "nonce": "ab" * 16}
        lobby.inbox.handle_at_once(room, ann, msgspec.json.encode(sit))
        room.join(ben, 0)
        held.tell()
        lobby.inbox.handle_at_once(room, ann, b'{"do":"react","id":"r","seen":2,"reaction":"hello"}')
        while held.waiting:
            held.tell()
        return [msgspec.json.decode(text)["type"] for text in sent(ben)]

    assert asyncio.run(told()) == ["hello", "reacted"]
