"""All tables that are in use: opened, found and let go; who comes and goes there; and when messages are handled."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Collection, Coroutine, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rowdy.interfaces.web import keys
from rowdy.interfaces.web.botplay import BotPlay
from rowdy.interfaces.web.connection import GOING_AWAY, INTERNAL, POLICY, TRY_LATER, Connection
from rowdy.interfaces.web.exchange import Exchange
from rowdy.interfaces.web.inuse import Live as Live
from rowdy.interfaces.web.inuse import Renewed
from rowdy.interfaces.web.limits import Allowance
from rowdy.interfaces.web.messages import Bye, Hello, Here, Windows, encode
from rowdy.interfaces.web.store import Key, Store
from rowdy.interfaces.web.upkeep import look_after
from rowdy.interfaces.web.writer import DropTable, NewEntry, NewTable, Row, Writer
from rowdy.play.entries import Chair, Plan, decode_entry, encode_entry
from rowdy.play.pace import release_after
from rowdy.play.table import Table
from rowdy.play.thinkers import Thinkers
from rowdy.rules.game import GameError, InvalidSetup

DAY = 86_400.0
PATIENCE = 0.02
"""So many seconds at most a message waits for the writer."""
MOST_TABS = 12
"""So many connections one seat may have, and the host who has none."""
MOST_WATCHING = 100
"""So many may look on at one table."""

logger = logging.getLogger(__name__)


class NoTable(GameError):
    """There is no such table, or it is not for this visitor."""


@dataclass(frozen=True)
class Settings:
    grace: float = 60.0
    """After so many seconds away the others may let a bot sit in."""
    keep: float = 30 * DAY
    """A table that nobody has touched for so long is forgotten."""
    behind_proxy: bool = False
    """All come through a proxy, so that nobody is known to be on this machine."""


class Opening(NamedTuple):
    """What the one who opens a table gets."""

    table_id: str
    commitment: str
    chairs: dict[Chair, str]
    """The key of each person's chair."""
    watch: str
    host: str


class Hub:
    """Runs on one loop, where nothing ever waits for the disk."""

    def __init__(self, store: Store, thinkers: Thinkers, settings: Settings = Settings()) -> None:  # noqa: B008  (frozen)
        self.store = store
        self.thinkers = thinkers
        self.settings = settings
        self.tables: dict[str, Live] = {}
        self.visits = Allowance(at_once=240, seconds=1)
        """How often one address may come to tables."""
        self.bots = BotPlay(self, release_after)
        self.exchange = Exchange(self)
        self._loading: dict[str, asyncio.Task[Live]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._inbox: list[tuple[Live, Connection, str | bytes]] = []
        self._patience: asyncio.TimerHandle | None = None
        self._under_way = 0
        """How many entries are on their way to disk that others may know of."""
        self.closed = False

    # Beginning and end

    async def start(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.writer = Writer(self.store, self.loop)
        self.spawn(look_after(self))

    async def close(self) -> None:
        """Says goodbye to everybody; what they did is on disk before this ends."""
        if self.closed:
            return
        self.closed = True
        for task in self._tasks:
            task.cancel()
        for live in self.tables.values():
            self.bots.stop(live)
            live.stop_timers()
        self.writer.close()
        await asyncio.sleep(0)  # so that all are told what was written last
        for live in self.tables.values():
            for connection in live.connections:
                self.bid_farewell(connection, "server-stops", GOING_AWAY)

    def spawn(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(_report)
        return task

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
        self.keep(table_id, table)
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

    def in_use(self, table_id: str) -> bool:
        return table_id in self.tables or table_id in self._loading

    async def _load(self, table_id: str) -> Live:
        try:
            table = await asyncio.to_thread(self.read, table_id)
        except Exception as error:  # whatever a bad row, or a database, can bring
            logger.error("table %s could not be read: %s", table_id, type(error).__name__)
            raise GameError("table-unreadable") from None
        if table is None:
            raise NoTable("no-table")
        return self.keep(table_id, table)

    def read(self, table_id: str) -> Table | None:
        bodies = self.store.load(table_id)
        return Table.fold(map(decode_entry, bodies)) if bodies else None

    def keep(self, table_id: str, table: Table) -> Live:
        live = Live(table_id, table, self.loop.time())
        self.tables[table_id] = live
        for chair in table.people:
            self._miss(live, chair)
        self.bots.go_on(live)
        return live

    async def key(self, table_id: str, secret: str) -> Key:
        """What a key opens at this table."""
        found = await asyncio.to_thread(self.store.find_key, keys.digest(secret))
        if found is None or found.table_id != table_id:
            raise NoTable("no-table")
        return found

    async def renew(self, key: Key, secret: str, tab: str) -> None:
        """Gives a seat another key: the one it had, which this was asked with, opens nothing from then on.

        Whoever came by it has to go, but for one tab.
        """
        if key.seat is None:
            raise GameError("only-watching")
        renewed = keys.digest(secret)
        try:
            done = await asyncio.to_thread(self.store.renew, key.hash, renewed)
        except Exception as error:
            raise _not_saved(error) from error
        if not done:
            raise NoTable("no-table")
        live = await self.live(key.table_id)
        live.renewed[key.seat] = Renewed(renewed, tab)
        for connection in live.windows(key.seat):
            if not tab or connection.tab != tab:
                self.bid_farewell(connection, "seat-renewed", POLICY)
                self.leave(live, connection)

    async def delete(self, table_id: str) -> None:
        """Nothing of the table is read for this, as it may be unreadable."""
        await self._written([DropTable(table_id)])
        if loading := self._loading.get(table_id):
            await asyncio.wait([loading])  # it may have been read before it was deleted
        if live := self.tables.get(table_id):
            self.drop(live, "table-deleted", GOING_AWAY)

    async def settled(self, live: Live) -> None:
        """Waits until all that anybody can see of what has been decided is on disk, so that it can be shown."""
        if pending := live.pending[None]:
            pending[-1].settled = settled = pending[-1].settled or self.loop.create_future()
            await asyncio.shield(settled)

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
            raise _not_saved(error) from error

    # Connections

    def join(self, live: Live, connection: Connection, since: int) -> None:
        """Somebody looks on from now, and has seen the steps up to that number."""
        if refusal := self._refusal(live, connection):
            self.bid_farewell(connection, *refusal)
            return
        was_here = connection.viewer is None or live.here(connection.viewer)
        live.connections.add(connection)
        live.used = self.loop.time()
        if (chair := connection.viewer) is not None:
            for former in live.formers(connection):
                live.connections.discard(former)
                former.end(GOING_AWAY)
            connection.rates = live.rates.setdefault(chair, connection.rates)
            live.away_since.pop(chair, None)
            if timer := live.timers.pop(chair, None):
                timer.cancel()
        teller = live.teller(connection)
        hello = Hello(
            n=live.table.seen[connection.viewer],
            about=teller.about(live.id, self.settings.grace),
            view=teller.view(),
            log=teller.lines(since),
            here=self._here(live),
            windows=0 if chair is None else len(live.windows(chair)),
        )
        live.send([(connection, encode(hello))])
        if chair is None or not was_here:
            self._tell_presence(live, but=connection)
        else:
            self._tell_windows(live, chair, but=connection)

    def _refusal(self, live: Live, connection: Connection) -> tuple[str, int] | None:
        """Why somebody cannot join, and how the connection ends by it."""
        if self.closed:
            return "server-stops", GOING_AWAY
        if live.dropped:
            return live.dropped
        if live.locks_out(connection):
            return "seat-renewed", POLICY
        place = connection.viewer, connection.host
        there = sum((other.viewer, other.host) == place for other in live.connections)
        if place == (None, False):
            return ("too-many-watching", TRY_LATER) if there >= MOST_WATCHING else None
        return ("too-many-tabs", TRY_LATER) if there >= MOST_TABS else None

    def leave(self, live: Live, connection: Connection) -> None:
        if connection not in live.connections:
            return
        live.connections.discard(connection)
        live.used = self.loop.time()
        chair = connection.viewer
        if chair is not None and live.here(chair):
            self._tell_windows(live, chair)
            return
        if chair is not None:
            self._miss(live, chair)
            self.bots.forget_hint(live, chair)
        self._tell_presence(live)

    def _miss(self, live: Live, chair: Chair) -> None:
        """Somebody is away from now on; after the time of grace the others are told that a bot may sit in."""
        live.away_since[chair] = self.loop.time()
        if not live.dropped and not self.closed:
            live.timers[chair] = self.loop.call_later(self.settings.grace + 0.01, self._tell_presence, live)

    def _tell_presence(self, live: Live, but: Connection | None = None) -> None:
        text = encode(self._here(live))
        live.send([(connection, text) for connection in live.connections if connection is not but])

    def _tell_windows(self, live: Live, chair: Chair, but: Connection | None = None) -> None:
        """How many look through a seat is for them alone to know."""
        windows = live.windows(chair)
        text = encode(Windows(len(windows)))
        live.send([(connection, text) for connection in windows if connection is not but])

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

    def bid_farewell(self, connection: Connection, code: str, end: int) -> None:
        connection.send(encode(Bye(code, connection.words(f"error-{code}"))))
        connection.end(end)

    def drop(self, live: Live, code: str, end: int) -> None:
        """Lets go of a table; who was there is told why."""
        live.dropped = code, end
        self.bots.stop(live)
        live.stop_timers()
        for chair in list(live.hints):
            self.bots.forget_hint(live, chair)
        self.tables.pop(live.id, None)
        for connection in live.connections:
            self.bid_farewell(connection, code, end)

    # Messages

    def take(self, live: Live, connection: Connection, text: str | bytes) -> None:
        """A message of a client. What comes while others' moves are on their way to disk waits for them, as what it
        leads to would have to anyway, though not for long; and then all that has come is handled together."""
        if not self._inbox:
            if self._under_way:
                self._patience = self.loop.call_later(PATIENCE, self.handle)
            else:
                self.loop.call_soon(self.handle)
        self._inbox.append((live, connection, text))

    def handle(self) -> None:
        """Handles what has come, all of it together."""
        if self._patience:
            self._patience.cancel()
            self._patience = None
        inbox, self._inbox = self._inbox, []
        with self.writer.together():
            for live, connection, text in inbox:
                try:
                    self.exchange.receive(live, connection, text)
                except Exception:
                    logger.exception("a message at table %s could not be handled", live.id)
                    connection.end(INTERNAL)
            self.exchange.tell_all()

    def hold_up(self) -> None:
        """An entry is on its way to disk that all at its table may know of; of others nobody may notice anything."""
        self._under_way += 1

    def let_go(self) -> None:
        """Such an entry is there, or lost."""
        self._under_way -= 1
        if not self._under_way and self._inbox:
            self.loop.call_soon(self.handle)

    def receive(self, live: Live, connection: Connection, text: str | bytes) -> None:
        """A message that is handled at once."""
        self.exchange.receive(live, connection, text)
        self.exchange.tell_all()


def _not_saved(error: Exception) -> GameError:
    logger.error("could not write: %s", type(error).__name__)
    return GameError("not-saved")


def _report(task: asyncio.Task[None]) -> None:
    """A task that fails must not do so in silence."""
    if not task.cancelled() and (error := task.exception()):
        logger.error("something at a table has failed", exc_info=error)
