"""A lobby on a clock of its own, with a writer, a store and bots that do what a test wants."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Callable, Coroutine, Sequence
from contextlib import AbstractContextManager, nullcontext
from itertools import count
from typing import Any, ParamSpec, TypeVar, cast

import msgspec
from starlette.requests import Request

from rowdy.interfaces.web.http.cookies import PlaceName, cookie_name
from rowdy.interfaces.web.live.bot_play import StepOfBot
from rowdy.interfaces.web.live.connection import Connection
from rowdy.interfaces.web.live.lobby import Lobby
from rowdy.interfaces.web.live.room import Room
from rowdy.interfaces.web.live.threads import InThread
from rowdy.interfaces.web.live.writer import Done
from rowdy.interfaces.web.settings import Settings
from rowdy.interfaces.web.store.commit import CommitRow, NewEntry
from rowdy.interfaces.web.store.keys import Key
from rowdy.interfaces.web.store.store import Store
from rowdy.play.bots.pace import step_seconds
from rowdy.play.bots.pool import BotPool
from rowdy.play.bots.registry import check_bot
from rowdy.play.hints import Advice
from rowdy.play.table.commands import Sit
from rowdy.play.table.entries import Chair, ChairPlan, Entry, Plan, decode_entry
from rowdy.play.table.table import Table
from tests.interfaces.web.transports import on_line, sent

P = ParamSpec("P")
T = TypeVar("T")
Message = dict[str, Any]
IDS = count(1)


# The clock


class Ahead(selectors.DefaultSelector):
    """Nobody waits: the clock goes on instead."""

    now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        assert timeout is not None, "nothing is left to wait for"
        self.now += max(timeout, 0)
        return super().select(0)


class Clock(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self.ahead = Ahead()
        super().__init__(self.ahead)

    def time(self) -> float:
        return self.ahead.now


def run(work: Coroutine[Any, Any, T]) -> T:
    with asyncio.Runner(loop_factory=Clock) as runner:
        return runner.run(work)


async def at_once(work: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
    """Work that would block the loop takes no time here, and needs no thread."""
    return work(*args, **kwargs)


# Those around the lobby


class Held:
    """A writer that tells when the test wants it to, or at once."""

    def __init__(self, at_once: bool = False) -> None:
        self.at_once = at_once
        self.waiting: list[Done] = []
        self.bots_moved: list[float] = []
        """When; only what people do has an id."""

    def append(self, rows: Sequence[CommitRow], done: Done) -> None:
        loop = asyncio.get_running_loop()
        if any(isinstance(row, NewEntry) and decode_entry(row.body).command is None for row in rows):
            self.bots_moved.append(loop.time())
        if self.at_once:
            loop.call_soon(done, None)
        else:
            self.waiting.append(done)

    def together(self) -> AbstractContextManager[None]:
        return nullcontext()

    def close(self) -> None: ...

    def tell(self, error: Exception | None = None) -> None:
        """The oldest is on disk now, or lost."""
        self.waiting.pop(0)(error)


class Shelf:
    """A store of tables; some bodies cannot be read."""

    def __init__(self, tables: dict[str, list[bytes]] | None = None) -> None:
        self.tables = tables or {}
        self.loaded: list[str] = []
        self.expired = 0
        self.renewed: list[bytes] = []
        self.disk_full = False

    def table_ids(self) -> list[str]:
        return list(self.tables)

    def load(self, table_id: str, first: int = 0) -> list[bytes]:
        self.loaded.append(table_id)
        return self.tables.get(table_id, [])

    def newest(self) -> float | None:
        return None

    def expire(self, before: float) -> list[str]:
        self.expired += 1
        raise OSError("the disk is full of secrets")

    def find_key(self, digest: bytes) -> Key:
        return Key(digest, "table", Chair(0), False)

    def renew(self, old: bytes, new: bytes, tab: str) -> bool:
        if self.disk_full:
            raise OSError("the disk is full of secrets")
        self.renewed.append(old)
        return self.renewed.count(old) == 1


class Bots(BotPool):
    """Take as many seconds as they are told, or fail, and play the first move; hints come when they are let."""

    def __init__(self, *seconds: float | Exception) -> None:
        super().__init__(0, parts=())
        self.seconds = list(seconds)
        self.asked: list[str] = []
        self.times: list[float] = []
        self.hints: list[asyncio.Future[Advice]] = []

    async def choose(self, name: str, game: Any, log: Any, view: Any, seed: str, asker: Any = None) -> Any:
        self.asked.append(name)
        self.times.append(asyncio.get_running_loop().time())
        lasts = self.seconds.pop(0) if self.seconds else 0.0
        if isinstance(lasts, Exception):
            raise lasts
        await asyncio.sleep(lasts)
        return view.legal[0]

    async def advise(self, game: Any, log: Any, view: Any, asker: Any = None) -> Advice:
        self.hints.append(asyncio.get_running_loop().create_future())
        return await self.hints[-1]


def make_lobby(
    writer: Held | None = None,
    bots: Bots | None = None,
    shelf: Shelf | None = None,
    *,
    pace: StepOfBot = step_seconds,
    in_thread: InThread = at_once,
    **settings: Any,
) -> Lobby:
    store = cast(Store, shelf or Shelf())
    lobby = Lobby(store, bots or Bots(), Settings(**settings), pace=pace, in_thread=in_thread)
    lobby.start(asyncio.get_running_loop(), writer or Held(at_once=True))
    return lobby


# People at tables


def entries(game: str, *chairs: str | None, **more: Any) -> list[Entry]:
    """A table whose people have all sat down; bots are named."""
    plan = Plan(game, {"xoxo": "en"}.get(game, "de"), tuple(map(ChairPlan, chairs)), **more)
    table, opened = Table.open(plan, "0" * 64, 0.0, check_bot)
    found = [opened]
    for chair in table.people:
        sit = Sit(f"s{chair}", 0, ("Ann", "Ben", "Cem")[chair], "ab" * 16)
        found.append(table.obey(chair, sit, 0.0))
    return found


def seat(lobby: Lobby, game: str = "rubik", *chairs: str | None, kind: type[Table] = Table, **more: Any) -> Room:
    return lobby.add("table", kind.fold(entries(game, *(chairs or (None, None)), **more), check_bot))


def join(room: Room, viewer: int | None, host: bool = False, key: bytes = b"", tab: str = "") -> Connection:
    connection = on_line(viewer, host, key, tab)
    room.join(connection, 0)
    return connection


def hear(connection: Connection) -> list[Message]:
    """What it was told since the last time."""
    found = [msgspec.json.decode(text) for text in sent(connection)]
    sent(connection).clear()
    return found


def kinds(connection: Connection) -> list[str]:
    return [message["type"] for message in hear(connection)]


def tell(lobby: Lobby, room: Room, connection: Connection, do: str, **details: object) -> str:
    sent = f"c{next(IDS)}"
    command = {"do": do, "id": sent, "seen": room.table.seen[connection.viewer], **details}
    lobby.inbox.handle_at_once(room, connection, msgspec.json.encode(command))
    return sent


def ask(lobby: Lobby, room: Room, connection: Connection, do: str, **details: object) -> Message:
    """The one answer to what is answered at once."""
    hear(connection)
    sent = tell(lobby, room, connection, do, **details)
    (found,) = [message for message in hear(connection) if message.get("id") == sent]
    return found


def play(lobby: Lobby, room: Room) -> Connection:
    """Makes a move for the one whose turn it is, and returns their connection."""
    table = room.table
    assert table.to_move is not None
    mover = next(one for one in room.connections if one.viewer == table.chair_at(table.to_move))
    tell(lobby, room, mover, "play", move=str(table.view(mover.viewer).legal[0]))
    return mover


def request(address: str, place: str = "1") -> Request:
    cookie = f"{cookie_name('table', PlaceName(place))}=key".encode()
    scope = {"type": "http", "path_params": {"table": "table"}, "query_string": f"as={place}".encode()}
    return Request({**scope, "headers": [(b"cookie", cookie)], "client": (address, 1)})
