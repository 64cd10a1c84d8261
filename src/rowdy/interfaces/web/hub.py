"""All tables that are in use: commands in, entries to the writer, and views out once those are on disk."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Collection, Coroutine, Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import msgspec

from rowdy.interfaces.advice import advised_moves, say_advice
from rowdy.interfaces.web import keys
from rowdy.interfaces.web.connection import GOING_AWAY, MOST_BAD, POLICY, TRY_LATER, Connection
from rowdy.interfaces.web.messages import (
    REQUESTS,
    Advice,
    Answer,
    Bye,
    Hello,
    Here,
    Hint,
    Ping,
    Preview,
    React,
    Reacted,
    Request,
    Step,
    Trouble,
    encode,
)
from rowdy.interfaces.web.names import check_apart, check_name
from rowdy.interfaces.web.picture import Picture
from rowdy.interfaces.web.store import Key, Store
from rowdy.interfaces.web.tell import Teller
from rowdy.interfaces.web.writer import DropTable, NewEntry, NewTable, Row, Writer
from rowdy.play.commands import AnyCommand, Sit
from rowdy.play.entries import Chair, Entry, Plan, decode_entry, encode_entry
from rowdy.play.pace import release_after
from rowdy.play.table import Phase, Stale, Table, Viewer
from rowdy.play.thinkers import Thinkers
from rowdy.rules.game import GameError, InvalidSetup

DAY = 86_400.0
IDLE = 60.0
"""A table that nobody looks at is put away after so many seconds."""
SWEEP = 30.0
"""How often one looks for such tables."""

logger = logging.getLogger(__name__)


class NoTable(GameError):
    """There is no such table, or it is not for this visitor."""


@dataclass(frozen=True)
class Settings:
    grace: float = 60.0
    """After so many seconds away the others may let a bot sit in."""
    keep: float = 30 * DAY
    """A table that nobody has touched for so long is forgotten."""


class Opening(NamedTuple):
    """What the one who opens a table gets."""

    table_id: str
    commitment: str
    chairs: dict[Chair, str]
    """The key of each person's chair."""
    watch: str
    host: str


@dataclass(eq=False)
class Live:
    """A table in use."""

    id: str
    table: Table
    used: float
    connections: set[Connection] = field(default_factory=set)
    away_since: dict[Chair, float] = field(default_factory=dict)
    thinking: asyncio.Task[None] | None = None
    asked: tuple[int, int] = (-1, -1)
    """The position that the bot at work was asked about."""
    slowest: dict[str, float] = field(default_factory=dict)
    """The longest time that each bot has taken here."""
    pending: int = 0
    """How many entries are not on disk yet, and how many messages wait for them: none may overtake another."""
    dropped: bool = False

    @property
    def position(self) -> tuple[int, int]:
        """What changes with every move; orders of a seat change nothing for the others."""
        return self.table.round, self.table.moved[None]

    def here(self, chair: Chair) -> bool:
        return any(connection.viewer == chair for connection in self.connections)

    def away(self, now: float, grace: float) -> list[Chair]:
        """The people who have been away for longer than that."""
        return [chair for chair, since in self.away_since.items() if now - since >= grace and not self.here(chair)]


class Hub:
    """Runs on one loop. What a command does is decided at once, in order; it is told when it is on disk."""

    def __init__(self, store: Store, thinkers: Thinkers, settings: Settings = Settings()) -> None:  # noqa: B008  (frozen)
        self.store = store
        self.thinkers = thinkers
        self.settings = settings
        self.tables: dict[str, Live] = {}
        self._loading: dict[str, asyncio.Task[Live]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    # Beginning and end

    async def start(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.writer = Writer(self.store, self.loop)
        self._spawn(self._look_after())

    async def close(self) -> None:
        """Says goodbye to everybody; what they did is on disk before this ends."""
        if self._closed:
            return
        self._closed = True
        for task in self._tasks:
            task.cancel()
        for live in self.tables.values():
            self._stop_thinking(live)
        self.writer.close()
        await asyncio.sleep(0)  # so that all are told what was written last
        for live in self.tables.values():
            for connection in live.connections:
                self._bid_farewell(connection, "server-stops", GOING_AWAY)

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(_report)

    async def _look_after(self) -> None:
        """Goes on with games that a bot is to move in, then puts away and forgets from time to time."""
        await self._wake_bots()
        swept = 0.0
        while True:
            now = self.loop.time()
            for live in list(self.tables.values()):
                if not live.connections and not live.pending and live.thinking is None and now - live.used > IDLE:
                    del self.tables[live.id]
            if now - swept > DAY / 24:
                swept = now
                for table_id in await asyncio.to_thread(self.store.expire, time.time() - self.settings.keep):
                    if expired := self.tables.get(table_id):
                        self._drop(expired, "table-deleted", GOING_AWAY)
            await asyncio.sleep(SWEEP)

    async def _wake_bots(self) -> None:
        """After a restart: bots go on without being waited for."""
        for table_id in await asyncio.to_thread(self.store.table_ids):
            table = await asyncio.to_thread(self._read, table_id)
            if table is not None and table.bot_to_move:
                await self.live(table_id)

    # Tables

    async def open(self, plan: Plan, mine: Collection[Chair]) -> Opening:
        """A new table. The chairs of the one who opens it are `mine`; the first of them makes its host."""
        if all(place.bot for place in plan.chairs):
            raise InvalidSetup("no-person")
        now = time.time()
        table, entry = Table.open(plan, secrets.token_hex(32), now)
        table_id = keys.new_table_id()
        chairs = {chair: keys.new_key() for chair in table.people}
        host_chair = min(mine, default=None)
        watch = keys.new_key()
        host = keys.new_key() if host_chair is None else chairs[host_chair]
        rows: list[Row] = [NewTable(table_id, now), NewEntry(table_id, 0, now, encode_entry(entry))]
        rows += [Key(keys.digest(key), table_id, chair, chair == host_chair) for chair, key in chairs.items()]
        rows.append(Key(keys.digest(watch), table_id, None, False))
        if host_chair is None:
            rows.append(Key(keys.digest(host), table_id, None, True))
        await self._written(rows)
        self._keep(table_id, table)
        return Opening(table_id, table.dealer.commitment or "", chairs, watch, host)

    async def live(self, table_id: str) -> Live:
        """The table, from memory or disk."""
        if live := self.tables.get(table_id):
            return live
        task = self._loading.get(table_id)
        if task is None:
            task = self._loading[table_id] = asyncio.create_task(self._load(table_id))
            task.add_done_callback(lambda _: self._loading.pop(table_id, None))
        return await asyncio.shield(task)

    async def _load(self, table_id: str) -> Live:
        table = await asyncio.to_thread(self._read, table_id)
        if table is None:
            raise NoTable("no-table")
        return self._keep(table_id, table)

    def _read(self, table_id: str) -> Table | None:
        bodies = self.store.load(table_id)
        return Table.fold(map(decode_entry, bodies)) if bodies else None

    def _keep(self, table_id: str, table: Table) -> Live:
        now = self.loop.time()
        live = Live(table_id, table, now, away_since=dict.fromkeys(table.people, now))
        self.tables[table_id] = live
        self._go_on(live)
        return live

    async def key(self, table_id: str, secret: str) -> Key:
        """What a key opens at this table."""
        found = await asyncio.to_thread(self.store.find_key, keys.digest(secret))
        if found is None or found.table_id != table_id:
            raise NoTable("no-table")
        return found

    async def delete(self, table_id: str) -> None:
        live = await self.live(table_id)
        await self._written([DropTable(table_id)])
        self._drop(live, "table-deleted", GOING_AWAY)

    async def settled(self, live: Live) -> None:
        """Waits until all that has been decided is on disk, so that it can be shown."""
        if live.pending:
            await self._written([])

    async def _written(self, rows: Sequence[Row]) -> None:
        written: asyncio.Future[None] = self.loop.create_future()

        def done(error: Exception | None) -> None:
            if written.cancelled():
                return
            if error is None:
                written.set_result(None)
            else:
                written.set_exception(error)

        self.writer.append(rows, done)
        try:
            await written
        except GameError:
            raise
        except Exception as error:
            logger.error("could not write: %s", type(error).__name__)
            raise GameError("not-saved") from error

    # Connections

    def join(self, live: Live, connection: Connection, since: int) -> None:
        """Somebody looks on from now, and has seen the steps up to that number."""
        was_here = connection.viewer is None or live.here(connection.viewer)
        live.connections.add(connection)
        live.used = self.loop.time()
        if connection.viewer is not None:
            live.away_since.pop(connection.viewer, None)
        teller = self._teller(live, connection)
        hello = Hello(
            n=live.table.seen[connection.viewer],
            about=teller.about(live.id, self.settings.grace),
            view=msgspec.Raw(encode(teller.view())),
            log=teller.lines(since),
            here=self._here(live),
        )
        self._send(live, [(connection, encode(hello).decode())])
        if not was_here or connection.viewer is None:
            self._tell_presence(live, but=connection)

    def leave(self, live: Live, connection: Connection) -> None:
        live.connections.discard(connection)
        now = live.used = self.loop.time()
        chair = connection.viewer
        if chair is not None and not live.here(chair):
            live.away_since[chair] = now
            self.loop.call_later(self.settings.grace + 0.01, self._tell_presence, live)
        if chair is None or not live.here(chair):
            self._tell_presence(live)

    def _tell_presence(self, live: Live, but: Connection | None = None) -> None:
        text = encode(self._here(live)).decode()
        self._send(live, [(connection, text) for connection in live.connections if connection is not but])

    def _here(self, live: Live) -> Here:
        table, away = live.table, live.away(self.loop.time(), self.settings.grace)
        here = tuple(
            sitter.bot is not None or live.here(table.chair_at(seat)) for seat, sitter in enumerate(table.sitters)
        )
        replaceable = sorted(
            table.seat_of(chair)
            for chair, sitter in enumerate(table.chairs)
            if sitter.person and sitter.name and sitter.stand_in is None and (chair in away or sitter.left)
        )
        watching = sum(connection.viewer is None for connection in live.connections)
        return Here(here, tuple(replaceable), watching)

    def _teller(self, live: Live, connection: Connection) -> Teller:
        return Teller(live.table, connection.viewer, connection.words, connection.host)

    def _send(self, live: Live, messages: Iterable[tuple[Connection, str]]) -> None:
        """Sends, but not before what the messages may speak of is on disk."""
        told = list(messages)

        def done(error: Exception | None) -> None:
            live.pending -= 1
            for connection, text in told:
                connection.send(text)

        waits = live.pending > 0
        live.pending += 1
        if waits:
            self.writer.append((), done)
        else:
            done(None)

    def _bid_farewell(self, connection: Connection, code: str, end: int) -> None:
        connection.send(encode(Bye(code, connection.words(f"error-{code}"))).decode())
        connection.end(end)

    def _drop(self, live: Live, code: str, end: int) -> None:
        """Lets go of a table; who was there is told why."""
        live.dropped = True
        self._stop_thinking(live)
        self.tables.pop(live.id, None)
        for connection in live.connections:
            self._bid_farewell(connection, code, end)

    # Commands

    def receive(self, live: Live, connection: Connection, text: str | bytes) -> None:
        """A message of a client: it gets exactly one answer."""
        if connection.ended or live.dropped or self._closed:
            return
        try:
            request = REQUESTS.decode(text)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            self._refuse_unread(live, connection, "unreadable-message")
            return
        live.used = now = self.loop.time()
        try:
            if not connection.allows(now):
                raise GameError("too-fast")
            self._do(live, connection, request)
        except Stale as error:
            view = msgspec.Raw(encode(self._teller(live, connection).view()))
            self._answer(live, connection, request, error, view=view)
        except GameError as error:
            self._answer(live, connection, request, error)

    def _refuse_unread(self, live: Live, connection: Connection, code: str) -> None:
        self._send(live, [(connection, encode(Trouble(code, connection.words(f"error-{code}"))).decode())])
        connection.bad += 1
        if connection.bad >= MOST_BAD:
            connection.end(POLICY)

    def _do(self, live: Live, connection: Connection, request: Request) -> None:
        table, viewer = live.table, connection.viewer
        match request:
            case Hint():
                self._hint(live, connection, request)
            case Preview():
                if viewer is None:
                    raise GameError("only-watching")
                picture = self._teller(live, connection).picture(table.preview(viewer, request.move))
                self._answer(live, connection, request, preview=picture)
            case React():
                self._react(live, connection, request)
            case Ping():
                self._answer(live, connection, request)
            case _:
                if table.repeated(viewer, request):
                    self._answer(live, connection, request)
                else:
                    self._obey(live, connection, request)

    def _obey(self, live: Live, connection: Connection, command: AnyCommand) -> None:
        table = live.table
        if isinstance(command, Sit):
            name = check_name(command.name)
            check_apart([name, *(sitter.name for sitter in table.chairs if sitter.name)])
            command = msgspec.structs.replace(command, name=name)
        absent = live.away(self.loop.time(), self.settings.grace)
        entry = table.obey(connection.viewer, command, time.time(), absent, connection.host)
        self._commit(live, entry)

    def _answer(
        self,
        live: Live,
        connection: Connection,
        request: Request,
        error: GameError | None = None,
        view: msgspec.Raw | None = None,
        preview: Picture | None = None,
        hint: Advice | None = None,
    ) -> None:
        answer = Answer(
            id=request.id,
            ok=error is None,
            n=live.table.seen[connection.viewer],
            code=error.code if error else "",
            say=connection.words.error(error) if error else "",
            view=view,
            hint=hint,
            preview=preview,
        )
        self._send(live, [(connection, encode(answer).decode())])

    def _react(self, live: Live, connection: Connection, request: React) -> None:
        viewer = connection.viewer
        if viewer is None:
            raise GameError("only-watching")
        messages = []
        for other in live.connections:
            teller = self._teller(live, other)
            said = teller.reaction(viewer, request.reaction)
            messages.append((other, encode(Reacted(live.table.seat_of(viewer), request.reaction, said)).decode()))
        self._send(live, messages)
        self._answer(live, connection, request)

    def _hint(self, live: Live, connection: Connection, request: Hint) -> None:
        if "hint" not in live.table.can(connection.viewer):
            raise GameError("no-hint")
        if connection.asking:
            raise GameError("hint-asked")
        connection.asking = True
        self._spawn(self._advise(live, connection, request))

    async def _advise(self, live: Live, connection: Connection, request: Hint) -> None:
        table, teller = live.table, self._teller(live, connection)
        assert table.course is not None
        seat = table.seat_seen(connection.viewer)
        log, view = table.course.log(seat), table.course.view(seat)
        try:
            advice = await self.thinkers.advise(table.game, log, view)
        except GameError as error:
            self._answer(live, connection, request, error)
            return
        finally:
            connection.asking = False
        said = tuple(say_advice(teller.describer, advice))
        self._answer(live, connection, request, hint=Advice(said, tuple(advised_moves(advice))))

    # What follows from a command

    def _commit(self, live: Live, entry: Entry) -> None:
        """The entry goes to disk; then all are told, and only then."""
        table = live.table
        messages = self._step_messages(live)
        live.pending += 1

        def done(error: Exception | None) -> None:
            live.pending -= 1
            if error is not None:
                self._lost(live, error)
                return
            for connection, text in messages:
                connection.send(text)
            if not live.dropped:
                self._go_on(live)

        row = NewEntry(live.id, table.entries - 1, entry.at, encode_entry(entry))
        self.writer.append((row,), done)

    def _step_messages(self, live: Live) -> list[tuple[Connection, str]]:
        """The last step for each connection that may see it. Tabs of one seat in one language get the same."""
        table, messages = live.table, list[tuple[Connection, str]]()
        step = table.steps[-1]
        texts: dict[tuple[Viewer, bool, int], str] = {}
        for connection in live.connections:
            viewer = connection.viewer
            if not table.may_see(viewer, step):
                continue
            key = viewer, connection.host, id(connection.words)
            if key not in texts:
                teller = self._teller(live, connection)
                answers = step.entry.command if step.entry.chair == viewer else None
                message = Step(table.seen[viewer], teller.say(step), msgspec.Raw(encode(teller.view())), answers or "")
                texts[key] = encode(message).decode()
            messages.append((connection, texts[key]))
        return messages

    def _lost(self, live: Live, error: Exception) -> None:
        """What could not be written has not happened: the table is read again from disk when they come back."""
        if not live.dropped:
            logger.error("table %s could not be saved: %s", live.id, type(error).__name__)
            self._drop(live, "not-saved", TRY_LATER)

    # Bots

    def _go_on(self, live: Live) -> None:
        """Asks the bot that is to move, unless it is being asked already."""
        if live.thinking is not None and live.asked != live.position:
            self._stop_thinking(live)
        if live.thinking is None and live.table.bot_to_move and not self._closed:
            live.asked = live.position
            live.thinking = asyncio.create_task(self._think(live))
            live.thinking.add_done_callback(_report)

    def _stop_thinking(self, live: Live) -> None:
        if live.thinking is not None:
            live.thinking.cancel()
            live.thinking = None

    async def _think(self, live: Live) -> None:
        """The answer is told after a time that depends on nothing secret."""
        table, began = live.table, self.loop.time()
        name, seat = table.bot_to_move, table.to_move
        assert name is not None
        assert table.course is not None
        log, view = table.course.log(seat), table.course.view(seat)
        action = await self.thinkers.choose(name, table.game, log, view, table.bot_luck())
        now = self.loop.time()
        # Who was slow once stays so, also where there is nothing to choose: otherwise that would show.
        live.slowest[name] = taken = max(now - began, live.slowest.get(name, 0.0))
        await asyncio.sleep(began + release_after(name, taken) - now)
        live.thinking = None
        live.used = self.loop.time()
        if live.asked == live.position and table.phase is Phase.PLAYING and table.bot_to_move == name:
            self._commit(live, table.play_bot(action, time.time()))
        else:
            self._go_on(live)


def _report(task: asyncio.Task[None]) -> None:
    """A task that fails must not do so in silence."""
    if not task.cancelled() and (error := task.exception()):
        logger.error("something at a table has failed", exc_info=error)
