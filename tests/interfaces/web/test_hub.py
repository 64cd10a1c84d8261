"""The hub alone, on a clock of its own: what waits for the disk, who is asked when, and how much one may send."""

from __future__ import annotations

import asyncio
import gc
import selectors
import weakref
from collections.abc import Callable, Coroutine, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from itertools import count
from typing import Any, TypeVar, cast

import msgspec
import pytest
from starlette.requests import Request

from rowdy.interfaces.web import botplay, keys
from rowdy.interfaces.web.app import Door
from rowdy.interfaces.web.connection import BURST, MOST_BAD, MOST_UNREAD, REACTIONS, Connection
from rowdy.interfaces.web.hub import MOST_TABS, MOST_WATCHING, PATIENCE, Hub, Live, Settings
from rowdy.interfaces.web.keys import cookie_name
from rowdy.interfaces.web.live import find_key
from rowdy.interfaces.web.security import Hosts
from rowdy.interfaces.web.store import Key, Store
from rowdy.interfaces.web.tell import Teller
from rowdy.interfaces.web.upkeep import HOUR, IDLE, SWEEP, look_after
from rowdy.interfaces.web.writer import Done, NewEntry, Row, Writer
from rowdy.play.chairs import STAND_IN
from rowdy.play.commands import Sit
from rowdy.play.entries import Entry, Opened, Place, Plan, decode_entry, encode_entry
from rowdy.play.hints import Advice, Forced
from rowdy.play.pace import release_after
from rowdy.play.table import REMEMBERED, Table, Viewer
from rowdy.play.thinkers import Thinkers
from rowdy.rules.game import GameError
from tests.interfaces.web.lines import heard, on_line

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


@pytest.fixture(autouse=True)
def _no_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    async def at_once(work: Callable[..., T], *arguments: Any) -> T:
        return work(*arguments)

    monkeypatch.setattr(asyncio, "to_thread", at_once)


# Those around the hub


class Held:
    """A writer that tells when the test wants it to, or at once."""

    def __init__(self, at_once: bool = False) -> None:
        self.at_once = at_once
        self.waiting: list[Done] = []
        self.bots_moved: list[float] = []
        """When; only what people do has an id."""

    def append(self, rows: Sequence[Row], done: Done) -> None:
        loop = asyncio.get_running_loop()
        if any(isinstance(row, NewEntry) and decode_entry(row.body).command is None for row in rows):
            self.bots_moved.append(loop.time())
        if self.at_once:
            loop.call_soon(done, None)
        else:
            self.waiting.append(done)

    def together(self) -> AbstractContextManager[None]:
        return nullcontext()

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

    def load(self, table_id: str) -> list[bytes]:
        self.loaded.append(table_id)
        return self.tables.get(table_id, [])

    def expire(self, before: float) -> list[str]:
        self.expired += 1
        raise OSError("the disk is full of secrets")

    def find_key(self, digest: bytes) -> Key:
        return Key(digest, "table", 0, False)

    def renew(self, old: bytes, new: bytes) -> bool:
        if self.disk_full:
            raise OSError("the disk is full of secrets")
        self.renewed.append(old)
        return self.renewed.count(old) == 1


class Bots(Thinkers):
    """Take as many seconds as they are told, or fail, and play the first move; hints come when they are let."""

    def __init__(self, *seconds: float | Exception) -> None:
        super().__init__(0, parts=())
        self.seconds = list(seconds)
        self.asked: list[str] = []
        self.times: list[float] = []
        self.hints: list[asyncio.Future[Advice]] = []

    async def choose(self, name: str, game: Any, log: Any, view: Any, seed: str) -> Any:
        self.asked.append(name)
        self.times.append(asyncio.get_running_loop().time())
        lasts = self.seconds.pop(0) if self.seconds else 0.0
        if isinstance(lasts, Exception):
            raise lasts
        await asyncio.sleep(lasts)
        return view.legal[0]

    async def advise(self, game: Any, log: Any, view: Any) -> Advice:
        self.hints.append(asyncio.get_running_loop().create_future())
        return await self.hints[-1]


def make_hub(writer: Held | None = None, bots: Bots | None = None, shelf: Shelf | None = None, **more: Any) -> Hub:
    hub = Hub(cast(Store, shelf or Shelf()), bots or Bots(), Settings(**more))
    hub.loop, hub.writer = asyncio.get_running_loop(), cast(Writer, writer or Held(at_once=True))
    return hub


def entries(game: str, *chairs: str | None, **more: Any) -> list[Entry]:
    """A table whose people have all sat down; bots are named."""
    plan = Plan(game, {"xoxo": "en"}.get(game, "de"), tuple(map(Place, chairs)), **more)
    table, opened = Table.open(plan, "0" * 64, 0.0)
    found = [opened]
    for chair in table.people:
        sit = Sit(f"s{chair}", 0, ("Ann", "Ben", "Cem")[chair], "ab" * 16)
        found.append(table.obey(chair, sit, 0.0))
    return found


def seat(hub: Hub, game: str = "rubik", *chairs: str | None, **more: Any) -> Live:
    return hub.keep("table", Table.fold(entries(game, *(chairs or (None, None)), **more)))


def join(hub: Hub, live: Live, viewer: Viewer, host: bool = False, key: bytes = b"", tab: str = "") -> Connection:
    connection = on_line(viewer, host, key, tab)
    hub.join(live, connection, 0)
    return connection


def hear(connection: Connection) -> list[Message]:
    """What it was told since the last time."""
    found = [msgspec.json.decode(text) for text in heard(connection)]
    heard(connection).clear()
    return found


def kinds(connection: Connection) -> list[str]:
    return [message["type"] for message in hear(connection)]


def tell(hub: Hub, live: Live, connection: Connection, do: str, **details: object) -> str:
    sent = f"c{next(IDS)}"
    command = {"do": do, "id": sent, "seen": live.table.seen[connection.viewer], **details}
    hub.receive(live, connection, msgspec.json.encode(command))
    return sent


def ask(hub: Hub, live: Live, connection: Connection, do: str, **details: object) -> Message:
    """The one answer to what is answered at once."""
    hear(connection)
    sent = tell(hub, live, connection, do, **details)
    (found,) = [message for message in hear(connection) if message.get("id") == sent]
    return found


def play(hub: Hub, live: Live) -> Connection:
    """Whoever is to move does; the connection it came by."""
    table = live.table
    assert table.to_move is not None
    mover = next(one for one in live.connections if one.viewer == table.chair_at(table.to_move))
    tell(hub, live, mover, "play", move=str(table.view(mover.viewer).legal[0]))
    return mover


# Nothing is told before it is on disk


def test_no_step_greeting_or_view_comes_before_the_disk_has_it() -> None:
    async def main() -> None:
        hub = make_hub(held := Held())
        live = seat(hub)
        ann, ben, watcher = join(hub, live, 0), join(hub, live, 1), join(hub, live, None)
        for one in (ann, ben, watcher):
            hear(one)
        play(hub, live)
        tell(hub, live, ben, "play", move="x", seen=0)
        tell(hub, live, ann, "preview", move="x")
        late = join(hub, live, 1)
        assert [kinds(one) for one in (ann, ben, watcher, late)] == [[], [], [], []]
        held.tell()
        assert [kinds(one) for one in (ann, watcher, late)] == [["step", "answer"], ["step"], ["hello"]]
        step, answer, windows = hear(ben)
        assert windows["type"] == "windows"
        assert (step["type"], answer["code"], answer["n"]) == ("step", "stale", step["n"])
        assert answer["view"] == step["view"]

    run(main())


def test_messages_come_with_the_entry_they_were_told_after() -> None:
    async def main() -> None:
        hub = make_hub(held := Held())
        live = seat(hub)
        ann, ben = join(hub, live, 0), join(hub, live, 1)
        hear(ben)
        play(hub, live)
        tell(hub, live, ben, "ping")
        play(hub, live)
        tell(hub, live, ann, "react", reaction="hello")
        held.tell()
        assert kinds(ben) == ["step", "answer"]
        held.tell()
        assert kinds(ben) == ["step", "reacted"]

    run(main())


def test_what_comes_together_is_answered_in_order_each_for_its_own() -> None:
    async def main() -> None:
        hub = make_hub(held := Held())
        live, other = seat(hub), seat(hub)
        people = [join(hub, live, 0), join(hub, live, 1), join(hub, other, 0)]
        for person in people:
            hear(person)
        for table, person, id, seen, move in (
            (live, people[0], "first", 3, "A@b2"),
            (other, people[2], "elsewhere", 3, "A@c3"),
            (live, people[1], "early", 3, "b2-b3"),
            (live, people[0], "again", 4, "A@d4"),
        ):
            command = {"do": "play", "id": id, "seen": seen, "move": move}
            hub.take(table, person, msgspec.json.encode(command))
        hub.take(live, people[1], "nonsense")
        assert live.table.seen[0] == 3
        await asyncio.sleep(0)
        assert live.table.seen[0] == other.table.seen[0] == 4
        assert [kinds(person) for person in people] == [[], [], []]
        while held.waiting:
            held.tell()
        first, second, third = map(hear, people)
        assert [message.get("answers") or message.get("id") for message in first] == ["first", "again"]
        assert [message.get("code") for message in first] == [None, "not-your-turn"]
        assert [message["type"] for message in second] == ["step", "answer", "trouble"]
        assert (second[0]["n"], second[1]["code"]) == (4, "stale")
        assert [message["answers"] for message in third] == ["elsewhere"]

    run(main())


def test_what_comes_while_moves_are_on_their_way_waits_for_them_but_not_for_long() -> None:
    async def main() -> None:
        hub = make_hub(held := Held())
        live, other = seat(hub), seat(hub)
        people = [join(hub, table, chair) for table in (live, other) for chair in (0, 1)]
        for person in people:
            hear(person)

        def take(table: Live, person: Connection, id: str) -> None:
            hub.take(table, person, msgspec.json.encode({"do": "ping", "id": id, "seen": 3}))

        play(hub, live)
        take(other, people[2], "1")
        take(other, people[3], "2")
        await asyncio.sleep(PATIENCE * 0.9)
        assert [kinds(person) for person in people] == [[], [], [], []]
        held.tell()
        await asyncio.sleep(0)
        assert [kinds(person) for person in people] == [["step"], ["step"], ["answer"], ["answer"]]
        play(hub, live)
        take(other, people[2], "3")
        take(live, people[0], "4")
        await asyncio.sleep(PATIENCE * 1.1)
        assert [kinds(person) for person in people] == [[], [], ["answer"], []]
        held.tell()
        assert [kinds(person) for person in people] == [["step", "answer"], ["step"], [], []]

    run(main())


def test_nobody_waits_for_a_secret_order() -> None:
    async def main() -> None:
        hub = make_hub(held := Held())
        live = seat(hub, "xoxo")
        ann, ben = join(hub, live, 0), join(hub, live, 1)
        hear(ben)
        assert live.table.course is not None
        card = str(live.table.course.state.hands[0][0])
        hub.take(live, ann, f'{{"do":"order","id":"o","seen":3,"card":"{card}","order":"hold"}}')
        await asyncio.sleep(0)
        assert held.waiting
        hub.take(live, ben, '{"do":"ping","id":"p","seen":3}')
        await asyncio.sleep(0)
        assert kinds(ben) == ["answer"]

    run(main())


def test_a_step_that_cannot_be_told_has_not_happened_and_others_are_told_theirs(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def main() -> None:
        hub = make_hub()
        lives = [seat(hub) for _ in range(3)]
        people = [join(hub, live, 0) for live in lives]
        for person in people:
            hear(person)
        say = Teller.say
        monkeypatch.setattr(
            Teller, "say", lambda self, step: 1 / 0 if self.table is lives[1].table else say(self, step)
        )
        for live, person in zip(lives, people, strict=True):
            hub.take(live, person, b'{"do":"play","id":"x","seen":3,"move":"A@b2"}')
        await asyncio.sleep(1)
        assert [kinds(person) for person in people] == [["step"], ["bye"], ["step"]]
        assert [live.dropped is None for live in lives] == [True, False, True]

    run(main())
    assert "ZeroDivisionError" in caplog.text


def test_a_message_that_cannot_be_handled_ends_its_own_connection_only(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def main() -> None:
        hub = make_hub()
        live, other = seat(hub), seat(hub)
        unlucky, lucky = join(hub, live, 0), join(hub, other, 0)
        hear(lucky)
        monkeypatch.setattr(live.table, "obey", lambda *_: 1 / 0)
        for table, person in ((live, unlucky), (other, lucky)):
            hub.take(table, person, b'{"do":"play","id":"x","seen":3,"move":"A@b2"}')
        await asyncio.sleep(1)
        assert unlucky.ended
        assert kinds(lucky) == ["step"]

    run(main())
    assert len(caplog.records) == 1


@pytest.mark.parametrize("kind", ["record", "replay"])
def test_no_record_shows_what_is_not_on_disk(kind: str) -> None:
    async def main() -> None:
        hub = make_hub(held := Held())
        door, live = Door(hub, Hosts.of([]), None), seat(hub)
        join(hub, live, 0)
        play(hub, live)
        asked = asyncio.create_task(getattr(door, kind)(request("127.0.0.1")))
        await asyncio.sleep(1)
        assert not asked.done()
        held.tell()
        assert (await asked).status_code == 200
        join(hub, live, 1)
        play(hub, live)
        lost = asyncio.create_task(getattr(door, kind)(request("127.0.0.1")))
        await asyncio.sleep(1)
        held.tell(OSError())
        with pytest.raises(GameError, match="not-saved"):
            await lost

    run(main())


def request(address: str, place: str = "1") -> Request:
    cookie = f"{cookie_name('table', place)}=key".encode()
    scope = {"type": "http", "path_params": {"table": "table"}, "query_string": f"as={place}".encode()}
    return Request({**scope, "headers": [(b"cookie", cookie)], "client": (address, 1)})


def test_what_is_lost_was_never_told() -> None:
    async def main() -> None:
        hub = make_hub(held := Held())
        live = seat(hub)
        ann, ben = join(hub, live, 0), join(hub, live, 1)
        for one in (ann, ben):
            hear(one)
        play(hub, live)
        tell(hub, live, ben, "ping")
        held.tell(OSError())
        for one in (ann, ben):
            (bye,) = hear(one)
            assert (bye["type"], bye["code"]) == ("bye", "not-saved")

    run(main())


# What is secret holds up nobody


def order(hub: Hub, live: Live, connection: Connection) -> None:
    assert live.table.course is not None
    assert connection.viewer is not None
    card = live.table.course.state.hands[live.table.seat_of(connection.viewer)][0]
    tell(hub, live, connection, "order", card=str(card), order="hold")


def test_an_order_on_its_way_to_disk_shows_in_nobody_elses_answers() -> None:
    async def main() -> None:
        hub = make_hub(held := Held())
        live = seat(hub, "xoxo")
        ann, ben, watcher = join(hub, live, 0), join(hub, live, 1), join(hub, live, None)
        hear(ann)
        order(hub, live, ann)
        assert ask(hub, live, ben, "ping")["ok"]
        assert ask(hub, live, watcher, "ping")["ok"]
        assert kinds(join(hub, live, 1)) == ["hello"]
        await asyncio.wait_for(hub.settled(live), 1)
        tell(hub, live, ann, "ping")
        assert not {"step", "answer"} & set(kinds(ann)), "its own steps wait for the disk, and answers for them"
        held.tell()
        assert kinds(ann) == ["step", "answer"]

    run(main())


def test_an_order_behind_a_move_holds_up_no_answer_either() -> None:
    async def main() -> None:
        hub = make_hub(held := Held())
        live = seat(hub, "xoxo")
        ann, ben = join(hub, live, 0), join(hub, live, 1)
        hear(ben)
        play(hub, live)
        order(hub, live, ann)
        tell(hub, live, ben, "ping")
        shown = asyncio.create_task(hub.settled(live))
        held.tell()
        assert kinds(ben) == ["step", "answer"]
        await asyncio.wait_for(shown, 1)
        assert len(held.waiting) == 1

    run(main())


# Putting away, and those who are away


def test_a_table_is_put_away_only_when_all_is_on_disk() -> None:
    async def main() -> None:
        hub = make_hub(held := Held())
        hub.spawn(look_after(hub))
        live = seat(hub)
        ann = join(hub, live, 0)
        tell(hub, live, ann, "leave")
        await asyncio.sleep(IDLE + 2 * SWEEP)
        assert hub.tables, "somebody is there"
        hub.leave(live, ann)
        await asyncio.sleep(IDLE + 2 * SWEEP)
        assert hub.tables, "something is not on disk"
        held.tell()
        await asyncio.sleep(IDLE + 2 * SWEEP)
        assert not hub.tables

    run(main())


def test_after_a_restart_those_who_stay_away_may_be_replaced() -> None:
    async def main() -> None:
        hub = make_hub(shelf=Shelf({"table": list(map(encode_entry, entries("rubik", None, None)))}), grace=90)
        live = await hub.live("table")
        await asyncio.sleep(1)
        ann = join(hub, live, 0)
        assert hear(ann)[0]["here"].get("away", []) == []
        await asyncio.sleep(88)
        assert hear(ann) == []
        await asyncio.sleep(2)
        (here,) = hear(ann)
        assert here["away"] == [1]

    run(main())


def test_who_comes_back_in_time_is_not_told_of() -> None:
    async def main() -> None:
        hub = make_hub(grace=90)
        live = seat(hub)
        ann, ben = join(hub, live, 0), join(hub, live, 1)
        hub.leave(live, ben)
        await asyncio.sleep(80)
        ben = join(hub, live, 1)
        hear(ann)
        await asyncio.sleep(80)
        assert hear(ann) == []

    run(main())


def test_nothing_keeps_a_table_that_is_put_away() -> None:
    async def main() -> None:
        hub = make_hub(grace=100_000)
        hub.spawn(look_after(hub))
        live = seat(hub)
        hub.leave(live, join(hub, live, 0))
        kept = weakref.ref(live)
        del live
        await asyncio.sleep(IDLE + 2 * SWEEP)
        gc.collect()
        assert not hub.tables
        assert kept() is None

    run(main())


def test_one_bad_table_or_sweep_stops_nothing_else(caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        good = list(map(encode_entry, entries("rubik", None, "easy", starter=1)))
        quiet = list(map(encode_entry, entries("rubik", None, None)))
        shelf = Shelf({"bad": [b'{"secret"'], "good": good, "quiet": quiet})
        hub = make_hub(shelf=shelf, writer=(held := Held(at_once=True)))
        hub.spawn(look_after(hub))
        await asyncio.sleep(10)
        assert len(held.bots_moved) == 1, "the bot has moved"
        assert shelf.loaded == ["bad", "good", "quiet"], "each is read once"
        assert list(hub.tables) == ["good"]
        await asyncio.sleep(HOUR + 2 * SWEEP)
        assert shelf.expired == 2
        assert not hub.tables
        with pytest.raises(GameError, match="table-unreadable"):
            await hub.live("bad")

    run(main())
    told = [record.getMessage() for record in caplog.records]
    assert [text for text in told if text.startswith("table bad could not be read: ")] == told[:1] + told[-1:]
    assert "old tables could not be forgotten: OSError" in told
    assert "secret" not in caplog.text


@pytest.mark.parametrize("why", ["table-deleted", "not-saved"])
def test_who_comes_to_a_table_that_has_just_gone_is_told_so(why: str) -> None:
    async def main() -> None:
        hub = make_hub()
        live = seat(hub)
        hub.drop(live, why, 1001)
        ann = join(hub, live, 0)
        assert [(bye["type"], bye["code"]) for bye in hear(ann)] == [("bye", why)]
        assert ann.ended
        assert not live.connections

    run(main())


def test_a_table_that_cannot_be_read_can_be_deleted() -> None:
    async def main() -> None:
        hub = make_hub(held := Held(), shelf=(shelf := Shelf({"table": [b"bad"]})))
        deleting = asyncio.create_task(hub.delete("table"))
        await asyncio.sleep(0)
        held.tell()
        await deleting
        assert shelf.loaded == [], "nothing of it is needed for that"

    run(main())


@pytest.mark.parametrize("body", ["good", "bad"])
def test_a_table_that_is_just_being_read_is_deleted_too(body: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever waits for it finds it gone, and it does not stay in memory."""

    async def main() -> None:
        bodies = list(map(encode_entry, entries("rubik", None, None))) if body == "good" else [b"bad"]
        hub = make_hub(shelf=Shelf({"table": bodies}))
        read = asyncio.Event()

        async def slowly(work: Callable[..., T], *arguments: Any) -> T:
            try:
                return work(*arguments)
            finally:
                await read.wait()

        monkeypatch.setattr(asyncio, "to_thread", slowly)
        coming, deleting = asyncio.create_task(hub.live("table")), asyncio.create_task(hub.delete("table"))
        await asyncio.sleep(1)
        assert not deleting.done()
        read.set()
        if body == "good":
            ann = join(hub, await coming, 0)
            await deleting
            assert hear(ann)[-1]["code"] == "table-deleted"
            assert ann.ended
        else:
            with pytest.raises(GameError, match="table-unreadable"):
                await coming
            await deleting
        assert not hub.in_use("table")

    run(main())


# The windows of a seat, and its key

OLD, SECRET = b"old", "x" * 43


def counts(connection: Connection) -> list[int]:
    """The numbers of windows it was told since the last time; it was told nothing else."""
    found = hear(connection)
    assert {message["type"] for message in found} <= {"hello", "windows"}
    return [message["windows"] for message in found]


def test_a_seat_is_told_how_many_look_through_it_and_nobody_else_is() -> None:
    async def main() -> None:
        hub = make_hub()
        live = seat(hub)
        ann, host, watcher = join(hub, live, 0), join(hub, live, None, host=True), join(hub, live, None)
        first = join(hub, live, 1)
        others = (ann, host, watcher)
        assert ["windows" in message for other in others for message in hear(other)].count(True) == 1, "ann's own hello"
        assert counts(first) == [1]
        second, third = join(hub, live, 1), join(hub, live, 1)
        assert (counts(first), counts(second), counts(third)) == ([2, 3], [2, 3], [3])
        hub.leave(live, first)
        assert (counts(second), counts(third)) == ([2], [2])
        hub.leave(live, third)
        assert counts(second) == [1]
        assert [hear(other) for other in others] == [[], [], []]
        hub.leave(live, second)
        assert [kinds(other) for other in others] == [["here"], ["here"], ["here"]]

    run(main())


def test_a_tab_that_comes_back_is_counted_once() -> None:
    async def main() -> None:
        hub = make_hub()
        live = seat(hub)
        ann, lost, other = join(hub, live, 0), join(hub, live, 1, tab="t1"), join(hub, live, 1, tab="t2")
        for one in (ann, lost, other):
            hear(one)
        again = join(hub, live, 1, tab="t1")
        assert lost.ended
        assert hear(lost) == []
        assert (counts(again), counts(other)) == ([2], [2])
        hub.leave(live, lost)
        hub.leave(live, other)
        assert counts(again) == [1]
        assert hear(ann) == []
        assert not join(hub, live, 0, tab="t1").ended
        assert not again.ended, "the same word at another seat says nothing"

    run(main())


def test_a_new_key_closes_all_windows_of_the_seat_but_one() -> None:
    async def main() -> None:
        hub = make_hub()
        live = seat(hub)
        ann, watcher = join(hub, live, 0), join(hub, live, None)
        own, spy, other = (join(hub, live, 1, key=OLD, tab=tab) for tab in ("own", "spy", ""))
        for one in (ann, watcher, own, spy, other):
            hear(one)
        await hub.renew(Key(OLD, "table", 1, False), SECRET, "own")
        for one in (spy, other):
            assert one.ended
            assert [message["code"] for message in hear(one) if message["type"] == "bye"] == ["seat-renewed"]
            hub.leave(live, one)
            tell(hub, live, one, "react", reaction="hello")
        assert not own.ended
        assert counts(own)[-1] == 1
        assert [hear(one) for one in (ann, watcher)] == [[], []], "it concerns nobody else"
        late = join(hub, live, 1, key=OLD)
        assert [bye["code"] for bye in hear(late)] == ["seat-renewed"], "who was let in before, and comes only now"
        assert counts(join(hub, live, 1, key=keys.digest(SECRET))) == [2]
        assert ask(hub, live, own, "ping")["ok"]

    run(main())


def test_the_tab_that_renews_may_be_just_coming_back_by_the_old_key() -> None:
    async def main() -> None:
        hub = make_hub()
        live = seat(hub)
        await hub.renew(Key(OLD, "table", 1, False), SECRET, "own")
        for tab in ("spy", ""):
            assert [bye["code"] for bye in hear(join(hub, live, 1, key=OLD, tab=tab))] == ["seat-renewed"]
        own = join(hub, live, 1, key=OLD, tab="own")
        assert counts(own) == [1]
        assert not join(hub, live, 1, key=keys.digest(SECRET), tab="phone").ended
        await hub.renew(Key(keys.digest(SECRET), "table", 1, False), "y" * 43, "phone")
        assert own.ended
        for key in (OLD, keys.digest(SECRET)):
            assert join(hub, live, 1, key=key, tab="own").ended, "only the last who renewed"

    run(main())


def test_without_a_tab_to_stay_all_windows_close() -> None:
    async def main() -> None:
        hub = make_hub()
        live = seat(hub)
        ann, ben = join(hub, live, 0), join(hub, live, 1, key=OLD)
        hear(ann)
        await hub.renew(Key(OLD, "table", 1, False), SECRET, "")
        assert ben.ended
        assert join(hub, live, 1, key=OLD).ended
        assert [here["here"] for here in hear(ann)] == [[True, False]]

    run(main())


@pytest.mark.parametrize("host", [False, True])
def test_only_seats_get_new_keys(host: bool) -> None:
    async def main() -> None:
        hub = make_hub(shelf=(shelf := Shelf()))
        with pytest.raises(GameError, match="only-watching"):
            await hub.renew(Key(OLD, "table", None, host), SECRET, "")
        assert shelf.renewed == []

    run(main())


def test_of_two_who_renew_a_key_at_once_one_stays_and_a_key_that_is_not_saved_ends_nothing() -> None:
    async def main() -> None:
        hub = make_hub(shelf=(shelf := Shelf()))
        live = seat(hub)
        own, other = join(hub, live, 1, key=OLD, tab="own"), join(hub, live, 1, key=OLD, tab="other")
        shelf.disk_full = True
        with pytest.raises(GameError, match="not-saved"):
            await hub.renew(Key(OLD, "table", 1, False), SECRET, "own")
        assert not other.ended
        shelf.disk_full = False
        await hub.renew(Key(OLD, "table", 1, False), SECRET, "own")
        with pytest.raises(GameError, match="no-table"):
            await hub.renew(Key(OLD, "table", 1, False), SECRET[::-1], "other")
        assert (own.ended, other.ended) == (False, True)

    run(main())


# Bots


def test_bots_answer_in_their_time_and_who_was_slow_stays_slow() -> None:
    async def main() -> None:
        held, bots = Held(at_once=True), Bots(0.0, 1.7, 0.0)
        hub = make_hub(held, bots)
        live = seat(hub, "rubik", None, "easy", starter=1)
        join(hub, live, 0)
        await play_on(hub, live, lambda: len(held.bots_moved) == 3)
        took = [told - asked for told, asked in zip(held.bots_moved, bots.times, strict=False)]
        assert took == pytest.approx([release_after("easy", taken) for taken in (0.0, 1.7, 1.7)])
        assert took[2] > took[0] > 0

    run(main())


def test_a_bot_that_was_stopped_does_not_tell_how_far_it_was() -> None:
    """By its pace later on: both times lie in the same step, and one is over when it is stopped."""

    async def pace(thinks: float) -> float:
        held, bots = Held(at_once=True), Bots(0.0, thinks, 0.0)
        hub = make_hub(held, bots)
        live = seat(hub, "rubik", None, "easy", starter=1)
        ann = join(hub, live, 0)
        await play_on(hub, live, lambda: len(bots.times) == 2)
        await asyncio.sleep(bots.times[1] + 0.45 - hub.loop.time())
        tell(hub, live, ann, "undo")
        await play_on(hub, live, lambda: len(held.bots_moved) == 2)
        return held.bots_moved[1] - bots.times[2]

    step = release_after("easy", 0.0)
    assert step < 0.4 < 0.5 < 2 * step
    assert run(pace(0.4)) == run(pace(0.5)) == pytest.approx(2 * step)


async def play_on(hub: Hub, live: Live, enough: Callable[[], bool]) -> None:
    """The person moves whenever it is their turn."""
    for _ in range(1000):
        await asyncio.sleep(0.1)
        if enough():
            return
        if live.table.bot_to_move is None:
            play(hub, live)
    raise AssertionError("the game does not go on")


def test_a_bot_that_fails_is_asked_again_and_then_any_move_is_made(caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        failure = ValueError("secret")
        held, bots = Held(at_once=True), Bots(failure, 0.0, *[failure] * botplay.ATTEMPTS)
        hub = make_hub(held, bots)
        live = seat(hub, "rubik", None, "easy", starter=1)
        join(hub, live, 0)
        await play_on(hub, live, lambda: len(held.bots_moved) == 1)
        assert bots.times[1] - bots.times[0] == pytest.approx(botplay.PAUSE)
        await play_on(hub, live, lambda: len(held.bots_moved) == 2)
        assert not bots.seconds

    run(main())
    assert caplog.messages == ["table table: the bot easy has failed: ValueError"] * (1 + botplay.ATTEMPTS)


def test_a_bot_that_is_not_installed_any_more_is_stood_in_for() -> None:
    async def main() -> None:
        hub = make_hub(bots=(bots := Bots()))
        opened, *others = entries("rubik", None, "easy", starter=1)
        assert isinstance(opened.change, Opened)
        plan = msgspec.structs.replace(opened.change.plan, chairs=(Place(), Place("departed")))
        table = Table.fold([Entry(Opened(plan, opened.change.secret), 0.0), *others])
        live = hub.keep("table", table)
        await asyncio.sleep(10)
        assert bots.asked == [STAND_IN]
        assert live.table.bot_to_move is None

    run(main())


def test_whatever_happens_a_bot_can_be_asked_again(caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        hub = make_hub()

        def fail(name: str, taken: float) -> float:
            raise RuntimeError

        hub.bots.release_after = fail
        live = seat(hub, "rubik", None, "easy", starter=1)
        await asyncio.sleep(10)
        assert live.thinking is None
        hub.bots.release_after = release_after
        hub.bots.go_on(live)
        await asyncio.sleep(10)
        assert live.table.bot_to_move is None

    run(main())
    assert "something at a table has failed" in caplog.messages


# Hints


def test_a_hint_is_for_the_position_in_which_it_was_asked_for() -> None:
    class Listener(Bots):
        async def advise(self, game: Any, log: Any, view: Any) -> Advice:
            assert view.legal
            return await super().advise(game, log, view)

    async def main() -> None:
        hub = make_hub(bots=(bots := Listener()))
        live = seat(hub, "xoxo", None, "easy")
        ann = join(hub, live, 0)
        hear(ann)
        move = str(live.table.view(0).legal[0])
        for command in ({"do": "hint", "id": "h"}, {"do": "play", "id": "p", "move": move}):
            hub.take(live, ann, msgspec.json.encode({**command, "seen": live.table.seen[0]}))
        await asyncio.sleep(0.01)
        assert [message["answers"] for message in hear(ann)] == ["p"]
        assert len(bots.hints) == 1

    run(main())


def test_a_seat_has_one_hint_at_a_time_and_none_when_it_has_gone() -> None:
    async def main() -> None:
        hub = make_hub(bots=(bots := Bots()))
        live = seat(hub, "rubik", None, "easy")
        one, other = join(hub, live, 0), join(hub, live, 0)
        tell(hub, live, one, "hint")
        await asyncio.sleep(0)
        assert ask(hub, live, other, "hint")["code"] == "hint-asked"
        hub.leave(live, one)
        await asyncio.sleep(1)
        assert not bots.hints[0].cancelled()
        hub.leave(live, other)
        await asyncio.sleep(1)
        assert bots.hints[0].cancelled()
        one = join(hub, live, 0)
        hear(one)
        tell(hub, live, one, "hint")
        await asyncio.sleep(1)
        bots.hints[1].set_result(Forced(live.table.view(0).legal[0]))
        await asyncio.sleep(1)
        (answer,) = hear(one)
        assert answer["hint"]["moves"] == [str(live.table.view(0).legal[0])]
        tell(hub, live, one, "hint")
        await asyncio.sleep(1)
        assert len(bots.hints) == 3

    run(main())


@pytest.mark.parametrize("error", [GameError("thinker-failed"), ValueError("secret")])
def test_a_hint_that_fails_is_answered_once(error: Exception) -> None:
    async def main() -> None:
        hub = make_hub(bots=(bots := Bots()))
        live = seat(hub, "rubik", None, "easy")
        ann = join(hub, live, 0)
        hear(ann)
        sent = tell(hub, live, ann, "hint")
        await asyncio.sleep(1)
        bots.hints[0].set_exception(error)
        await asyncio.sleep(1)
        assert [(answer["id"], answer["code"]) for answer in hear(ann)] == [(sent, "thinker-failed")]
        assert not live.hints

    run(main())


# How much one may send


def test_all_tabs_of_a_seat_share_what_it_may_send() -> None:
    async def main() -> None:
        hub = make_hub()
        live = seat(hub)
        tabs = [join(hub, live, 0) for _ in range(3)]
        others = [join(hub, live, 1), join(hub, live, None), join(hub, live, None)]
        answers = [ask(hub, live, tabs[i % 3], "ping") for i in range(int(BURST) + 3)]
        assert [answer["ok"] for answer in answers] == [True] * int(BURST) + [False] * 3
        assert answers[-1]["code"] == "too-fast"
        assert all(ask(hub, live, other, "ping")["ok"] for other in others for _ in range(int(BURST)))
        hub.leave(live, tabs.pop())
        tabs.append(join(hub, live, 0))
        assert not ask(hub, live, tabs[-1], "ping")["ok"], "to come again helps nobody"
        await asyncio.sleep(0.35)
        assert [ask(hub, live, tab, "ping")["ok"] for tab in (*tabs, *tabs)] == [True] * 3 + [False] * 3

    run(main())


def test_reactions_have_an_allowance_of_their_own() -> None:
    async def main() -> None:
        hub = make_hub()
        live = seat(hub)
        tabs = [join(hub, live, 0) for _ in range(2)]

        def react(times: int) -> list[bool]:
            return [ask(hub, live, tabs[i % 2], "react", reaction="clap")["ok"] for i in range(times)]

        assert react(int(REACTIONS) + 2) == [True] * int(REACTIONS) + [False] * 2
        assert ask(hub, live, tabs[0], "ping")["ok"]
        await asyncio.sleep(1.1)
        assert react(3) == [True, False, False]

    run(main())


def test_a_reaction_that_is_sent_again_is_answered_but_not_shown_again() -> None:
    async def main() -> None:
        hub = make_hub()
        live = seat(hub)
        lost, ben = join(hub, live, 0), join(hub, live, 1)

        def react(ann: Connection, id: str) -> str:
            """What she gets for an answer, and what Ben is told."""
            for one in (ann, ben):
                hear(one)
            tell(hub, live, ann, "react", id=id, reaction="clap")
            (ok,) = [message["ok"] for message in hear(ann) if message["type"] == "answer"]
            return " ".join(["ok" if ok else "refused", *kinds(ben)])

        shown = "ok reacted"
        assert react(lost, "0") == shown
        hub.leave(live, lost)
        ann = join(hub, live, 0)
        assert [react(ann, "0") for _ in range(9)] == ["ok"] * 9
        more = int(REACTIONS) - 1
        assert [react(ann, f"more-{i}") for i in range(more + 1)] == [*[shown] * more, "refused"]
        await asyncio.sleep(1.1)
        assert react(ann, f"more-{more}") == shown, "what was refused has not been shown"
        hear(ann)
        tell(hub, live, ben, "react", id="0", reaction="wow")
        assert kinds(ann) == ["reacted"], "another seat has ids of its own"
        for i in range(REMEMBERED):
            await asyncio.sleep(1.1)
            assert react(ann, f"later-{i}") == shown
        await asyncio.sleep(1.1)
        assert react(ann, "0") == shown, "not all are kept for ever"

    run(main())


def test_nobody_who_reads_is_thrown_out_by_what_others_send() -> None:
    async def main() -> None:
        hub = make_hub()
        live = seat(hub, "xoxo", None, None, None)
        ann = join(hub, live, 0)
        hear(ann)
        tabs = [join(hub, live, chair) for chair in (1, 2) for _ in range(MOST_TABS)]
        for tab in (*tabs, *tabs):
            for do in ("react", "leave", "return", "nonsense") * 20:
                tell(hub, live, tab, do, **({"reaction": "wow"} if do == "react" else {}))
        await asyncio.sleep(0)
        assert not ann.ended
        assert 0 < sum(map(len, heard(ann))) < MOST_UNREAD

    run(main())


def test_so_many_may_come_and_no_more() -> None:
    async def main() -> None:
        hub = make_hub()
        live = seat(hub)
        for viewer, most, code in ((0, MOST_TABS, "too-many-tabs"), (None, MOST_WATCHING, "too-many-watching")):
            there = [join(hub, live, viewer) for _ in range(most)]
            assert not any(one.ended for one in there)
            refused = join(hub, live, viewer)
            assert refused.ended
            (bye,) = hear(refused)
            assert (bye["type"], bye["code"]) == ("bye", code)
            assert bye["say"]
            assert refused not in live.connections
            hub.leave(live, there[0])
            assert not join(hub, live, viewer).ended
        assert not join(hub, live, None, host=True).ended
        assert not join(hub, live, 1).ended

    run(main())


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ('{"id":"m1","do":"dance","seen":1}', "answer"),
        ('{"do":"play","id":"m1","seen":-1,"move":"x"}', "answer"),
        ('{"id":"m1"}', "answer"),
        ('{"id":"m 1","do":"ping","seen":1}', "trouble"),
        ('{"id":1,"do":"ping","seen":1}', "trouble"),
        ('{"id":"m1"', "trouble"),
        ('["m1"]', "trouble"),
    ],
)
def test_what_cannot_be_read_is_answered_by_its_id_if_it_has_one(text: str, kind: str) -> None:
    async def main() -> None:
        hub = make_hub()
        live = seat(hub)
        ann = join(hub, live, 0)
        hear(ann)
        hub.receive(live, ann, text)
        (answer,) = hear(ann)
        assert (answer["type"], answer["code"]) == (kind, "unreadable-message")
        assert answer.get("id") == ("m1" if kind == "answer" else None)

    run(main())


def test_nonsense_is_forgotten_in_time_but_too_much_of_it_ends_in_a_goodbye() -> None:
    async def main() -> None:
        hub = make_hub(held := Held())
        live = seat(hub)
        ann = join(hub, live, 0)
        hear(ann)
        for _ in range(5):
            for _ in range(MOST_BAD):
                hub.receive(live, ann, "nonsense")
            assert kinds(ann)[-MOST_BAD - 1 :] in (["trouble"] * MOST_BAD, ["here", *["trouble"] * MOST_BAD])
            await asyncio.sleep(1000)
        assert not ann.ended
        tell(hub, live, ann, "leave")
        for _ in range(MOST_BAD + 1):
            hub.receive(live, ann, "nonsense")
        held.tell()
        *others, bye = hear(ann)
        assert [message["type"] for message in others] == ["step", *["trouble"] * (MOST_BAD + 1)]
        assert (bye["type"], bye["code"]) == ("bye", "too-unreadable")
        assert ann.ended

    run(main())


@pytest.mark.parametrize("name", ["bot", "Strong Bot", "BOT Ann", "easy-bot", "Bot 2", "bot7"])
def test_nobody_looks_like_a_bot(name: str) -> None:
    async def main() -> None:
        hub = make_hub()
        table, _ = Table.open(Plan("rubik", "de", (Place(), Place())), "0" * 64, 0.0)
        live = hub.keep("table", table)
        ann = join(hub, live, 0)
        assert ask(hub, live, ann, "sit", name=name, nonce="ab" * 16)["code"] == "name-reserved"
        tell(hub, live, ann, "sit", name="Abbot Robotham", nonce="ab" * 16)
        assert live.table.chairs[0].name == "Abbot Robotham"

    run(main())


def visits(hub: Hub, addresses: Iterable[str]) -> Coroutine[Any, Any, list[str]]:
    async def main() -> list[str]:
        refused = []
        for address in addresses:
            try:
                await find_key(hub, request(address))
            except GameError as error:
                refused.append(f"{address} {error.code}")
        return refused

    return main()


def test_an_address_elsewhere_may_come_so_often() -> None:
    async def main() -> None:
        hub = make_hub()
        often = hub.visits.at_once + 1
        assert await visits(hub, ["192.0.2.1"] * often) == ["192.0.2.1 too-often"]
        assert await visits(hub, ["192.0.2.2"]) == []
        assert await visits(hub, ["127.0.0.1"] * often) == [], "who is here could do worse without us"
        assert await visits(make_hub(behind_proxy=True), ["127.0.0.1"] * often) == ["127.0.0.1 too-often"]

    run(main())
