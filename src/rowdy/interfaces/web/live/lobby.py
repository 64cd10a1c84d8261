"""The lobby: opens and finds tables, wakes their bots after a restart, and drops rooms that nobody uses."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import AsyncIterator, Callable, Collection, Coroutine, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from math import inf
from typing import NamedTuple

from rowdy.interfaces.web.live.admission import SERVER_STOPS
from rowdy.interfaces.web.live.ages import Ages
from rowdy.interfaces.web.live.bot_play import BotPlay, StepOfBot
from rowdy.interfaces.web.live.bus import Bus, LocalBus, SharedBus
from rowdy.interfaces.web.live.chair_keys import ChairKeys
from rowdy.interfaces.web.live.cluster import Cluster
from rowdy.interfaces.web.live.connection import CloseCode
from rowdy.interfaces.web.live.counters import Counters
from rowdy.interfaces.web.live.faults import GameFailed, game_code
from rowdy.interfaces.web.live.inbox import Inbox
from rowdy.interfaces.web.live.room import Room
from rowdy.interfaces.web.live.seat_codes import SeatCodes
from rowdy.interfaces.web.live.services import GroupWriter, Services
from rowdy.interfaces.web.live.store_calls import NoTable, StoreCalls, not_saved
from rowdy.interfaces.web.live.threads import InThread
from rowdy.interfaces.web.live.writer import Writer
from rowdy.interfaces.web.settings import Settings
from rowdy.interfaces.web.store.commit import CommitRow, DropTable, NewEntry, NewTable
from rowdy.interfaces.web.store.keys import Key, digest, new_key, new_table_id
from rowdy.interfaces.web.store.store import Store, StoreHealth
from rowdy.play.bots.pace import step_seconds
from rowdy.play.bots.pool import BotPool
from rowdy.play.bots.registry import check_bot
from rowdy.play.table.entries import Chair, Plan, Viewer, decode_entry, encode_entry
from rowdy.play.table.table import Table
from rowdy.rules.game import GameError, InvalidSetup
from rowdy.rules.guest_games import FAULTS

SECRET_BYTES = 32
"""The size of a table's secret, from which its deals are derived."""
EXPIRE_EVERY_SECONDS = 3_600.0
"""The interval at which old tables are deleted, in seconds."""
IDLE_SECONDS = 60.0
"""How long a room that nobody uses stays in memory, in seconds."""
SWEEP_EVERY_SECONDS = 30.0
"""The interval at which rooms that nobody uses are looked for, in seconds."""
EVERYTHING = inf
"""For `seen` in `Lobby.find`: whatever any server has stored by now."""

logger = logging.getLogger(__name__)


class OpenedTable(NamedTuple):
    """The id, the commitment and the keys of a new table, for whoever opened it."""

    table_id: str
    commitment: str
    chair_keys: dict[Chair, str]
    """The key of each person's chair."""
    watch_key: str
    host_key: str


def new_secret() -> str:
    return secrets.token_hex(SECRET_BYTES)


class Lobby:
    """All rooms of a server. It runs on one event loop, where nothing ever waits for the disk."""

    def __init__(
        self,
        store: Store,
        thinkers: BotPool,
        settings: Settings = Settings(),  # noqa: B008  (frozen)
        *,
        pace: StepOfBot = step_seconds,
        in_thread: InThread = asyncio.to_thread,
        new_secret: Callable[[], str] = new_secret,
        wall_clock: Callable[[], float] = time.time,
    ) -> None:
        """`pace` returns the length of a bot's step in seconds (`bots.pace`), `wall_clock` the seconds since 1970."""
        self.settings = settings
        self.in_thread = in_thread
        self.rooms: dict[str, Room] = {}
        self.closed = False
        self.store = store
        self.thinkers = thinkers
        self.counters = Counters()
        self._pace = pace
        self._new_secret = new_secret
        self._wall_clock = wall_clock
        self._codes = SeatCodes()
        self._store_calls = StoreCalls(in_thread)
        self.keys = ChairKeys(store, self._store_calls, self._codes, self.find)
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._failed: set[str] = set()
        """The tables whose game has failed; they stay closed until the server restarts, perhaps with a newer game."""
        self._waking = ""
        """The table that is being read to wake its bots; empty if it is deleted meanwhile."""
        self._tasks: set[asyncio.Task[None]] = set()

    # Beginning and end

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Starts bots and tables, and stops them in the end."""
        async with self.thinkers:
            loop = asyncio.get_running_loop()
            writer = Writer(self.counters.timed(self.store.commit), loop)
            bus: Bus = SharedBus(self.store, loop, writer.append, self.in_thread) if self.store.shared else LocalBus()
            self.start(loop, writer, bus)
            await bus.connected_first()
            self.spawn(self.look_after())
            yield
            await self.close()
            await self.in_thread(bus.close)

    def start(self, loop: asyncio.AbstractEventLoop, writer: GroupWriter, bus: Bus | None = None) -> None:
        """From now on tables can be opened and found; `bus` connects to other servers, if there can be any."""
        bus = bus or LocalBus()
        self.loop = loop
        self.inbox = Inbox(loop, writer.together)
        self.ages = Ages(self.settings.keep_seconds, self._wall_clock, loop.time)
        clock = self.ages.entry_time
        bots = BotPlay(self.thinkers, loop, self.spawn, self._pace, clock, bus.take_bots)
        commits = self.inbox.public_commits
        self._services = Services(
            loop, clock, self.settings, bots, writer.append, commits, bus, self._catch_up, self.counters
        )
        self._writer = writer
        self._cluster = Cluster(
            self.rooms, self._services, self._codes, self.store, self.spawn, self.in_thread, self._wake_table
        )
        bus.start(self._cluster)

    def _catch_up(self, table_id: str) -> None:
        self._cluster.catch_up_table(table_id)

    async def close(self) -> None:
        """Says goodbye to everybody; what they did is on disk before this ends."""
        if self.closed:
            return
        self.closed = True
        for task in self._tasks:
            task.cancel()
        for room in self.rooms.values():
            room.stop()
        self._writer.close()
        await asyncio.sleep(0)  # so that everybody is told what was written last
        for room in self.rooms.values():
            room.say_goodbye(*SERVER_STOPS)

    def spawn(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        """Starts a task, which is cancelled when the lobby closes."""
        task = self.loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(_report)
        return task

    # Tables

    async def open(self, plan: Plan, mine: Collection[Chair], visitor: str = "") -> OpenedTable:
        """Opens a table for somebody who keeps the chairs in `mine`; the first of them makes its host.

        `visitor` is the address that they came from: thinking is shared out among visitors.
        """
        if all(chair.bot for chair in plan.chairs):
            raise InvalidSetup("no-person")
        now = self.ages.entry_time()
        table_id = new_table_id()
        with game_code(f"table {table_id}"):
            table, entry = Table.open(plan, self._new_secret(), now, check_bot)
        chair_keys = {chair: new_key() for chair in table.people}
        host_chair = min(mine, default=None)
        watch_key = new_key()
        host_key = new_key() if host_chair is None else chair_keys[host_chair]
        rows: list[CommitRow] = [NewTable(table_id, now), NewEntry(table_id, 0, now, encode_entry(entry))]
        rows += [Key(digest(key), table_id, chair, chair == host_chair) for chair, key in chair_keys.items()]
        rows.append(Key(digest(watch_key), table_id, None, False))
        if host_chair is None:
            rows.append(Key(digest(host_key), table_id, None, True))
        await self._store_rows(rows)
        self.add(table_id, table, visitor)
        return OpenedTable(table_id, table.dealer.commitment or "", chair_keys, watch_key, host_key)

    async def find(self, table_id: str, viewer: Viewer = None, seen: float = 0) -> Room:
        """Returns the room of a table, which is read from disk if it is not in use.

        `seen` is the number of the last step that another server has told `viewer`; if it is not known here yet, it is
        read first. `EVERYTHING` reads whatever other servers have stored by now.
        """
        if room := self.rooms.get(table_id):
            if not room.shared or seen <= room.table.seen[viewer]:
                return room
            await self._cluster.read_on(room)
            return await self.find(table_id)  # it may have been dropped meanwhile
        if table_id in self._failed:
            raise GameFailed
        task = self._loading.get(table_id)
        if task is None:
            task = self._loading[table_id] = asyncio.create_task(self._load(table_id))
            task.add_done_callback(lambda _: self._loading.pop(table_id, None))
        return await asyncio.shield(task)

    def in_use(self, table_id: str) -> bool:
        return table_id in self.rooms or table_id in self._loading

    async def _load(self, table_id: str) -> Room:
        self._cluster.begin_reading(table_id)
        try:
            room = await self._read_room(table_id)
        except BaseException:
            self._cluster.end_reading(table_id, None)
            raise
        self._cluster.end_reading(table_id, room)
        return room

    async def _read_room(self, table_id: str) -> Room:
        try:
            table = await self._store_calls.read(self._read_table, table_id)
        except GameError:
            raise
        except FAULTS as error:  # whatever a bad row or a guest's game may raise
            logger.error("table %s could not be read: %s", table_id, type(error).__name__)
            raise GameError("table-unreadable") from None
        if table is None:
            raise NoTable("no-table")
        return self.add(table_id, table)

    def _read_table(self, table_id: str) -> Table | None:
        bodies = self.store.load(table_id)
        return Table.fold(map(decode_entry, bodies), check_bot) if bodies else None

    def add(self, table_id: str, table: Table, visitor: str = "") -> Room:
        """Makes a room for a table."""
        room = self.rooms[table_id] = Room(table_id, table, self._services, self._let_go)
        room.visitor = visitor
        if self.closed:
            room.stop()
        else:
            room.wake()
        return room

    def _let_go(self, room: Room) -> None:
        if room.failed:
            self._failed.add(room.id)
        if self.rooms.get(room.id) is room:
            self._remove(room)

    def _remove(self, room: Room) -> None:
        del self.rooms[room.id]
        room.presence.withdraw()
        self._services.bus.release_bots(room.id)

    async def delete(self, table_id: str) -> None:
        """Deletes a table, without reading it first, as it may be unreadable."""
        await self._store_rows([DropTable(table_id)])
        self._failed.discard(table_id)
        self._forget_codes_and_looks(table_id)
        if self._waking == table_id:
            self._waking = ""
        if loading := self._loading.get(table_id):
            await asyncio.wait([loading])  # it may have been read before it was deleted
        if room := self.rooms.get(table_id):
            room.drop("table-deleted", CloseCode.GOING_AWAY)

    def _forget_codes_and_looks(self, table_id: str) -> None:
        """Forgets the codes of a table, and when somebody saw its cards, which are neither in its room nor stored."""
        self._codes.forget(table_id)
        looks = self._services.looks
        for looked in [looked for looked in looks if looked[0] == table_id]:
            del looks[looked]

    async def _store_rows(self, rows: Sequence[CommitRow]) -> None:
        stored: asyncio.Future[None] = self.loop.create_future()

        def done(error: Exception | None) -> None:
            if stored.cancelled():
                return
            if error is None:
                stored.set_result(None)
            else:
                stored.set_exception(error)

        self._writer.append(rows, done)
        try:
            await stored
        except GameError:
            raise
        except Exception as error:
            raise not_saved(error) from error

    # Health

    async def can_think(self) -> bool:
        return await self.thinkers.can_think()

    async def warming_up(self) -> bool:
        """True while the code of the bots is being compiled."""
        return await self.thinkers.warming_up()

    async def check_store(self) -> StoreHealth:
        return await self.in_thread(self.store.check)

    # Upkeep

    async def look_after(self) -> None:
        """Wakes bots, and from then on drops rooms that nobody uses and deletes old tables."""
        with _only_logged("the newest entry could not be read, so no table is deleted"):
            self.ages.compare(await self.in_thread(self.store.newest))
        with _only_logged("bots could not be woken"):
            await self._wake_bots()
        if self._services.bus.shared:
            self.spawn(self._cluster.look_after())
        expired_at = -inf
        while True:
            self._let_go_of_idle()
            if self.loop.time() - expired_at > EXPIRE_EVERY_SECONDS:
                expired_at = self.loop.time()
                with _only_logged("old tables could not be forgotten"):
                    await self._delete_old()
            await asyncio.sleep(SWEEP_EVERY_SECONDS)

    async def _wake_bots(self) -> None:
        """Resumes, after a restart, the games in which a bot is to move, unless another server has them."""
        leased = await self.in_thread(self.store.leased) if self._services.bus.shared else ()
        for table_id in await self.in_thread(self.store.table_ids):
            if table_id not in leased:
                await self._wake_table(table_id)

    async def _wake_table(self, table_id: str) -> None:
        """Brings a table into use if a bot is to move there."""
        with _only_logged(f"table {table_id} could not be read"):
            self._waking = table_id
            self._cluster.begin_reading(table_id)
            try:
                table = await self.in_thread(self._read_table, table_id)
            except BaseException:
                self._cluster.end_reading(table_id, None)
                raise
            deleted, room = self._waking != table_id, None
            if table is not None and table.bot_to_move and not deleted and not self.in_use(table_id):
                room = self.add(table_id, table)
            self._cluster.end_reading(table_id, room)

    def _let_go_of_idle(self) -> None:
        for room in list(self.rooms.values()):
            if not room.busy and room.idle_seconds > IDLE_SECONDS:
                room.stop_timers()
                self._remove(room)

    async def _delete_old(self) -> None:
        old_before = self.ages.old_before()
        if old_before is None:
            return
        for table_id in await self.in_thread(self.store.expire, old_before):
            self._forget_codes_and_looks(table_id)
            if room := self.rooms.get(table_id):
                with _only_logged(f"table {table_id} could not be let go"):
                    room.drop("table-deleted", CloseCode.GOING_AWAY)


def _report(task: asyncio.Task[None]) -> None:
    """Logs what made a task fail, unless a game has failed, which was logged before."""
    if not task.cancelled() and (error := task.exception()) and not isinstance(error, GameFailed):
        logger.error("something at a table has failed", exc_info=error)


@contextmanager
def _only_logged(what: str) -> Iterator[None]:
    """Logs what goes wrong in here, so that it does not stop the rest; only its kind, as its text may be secret."""
    try:
        yield
    except FAULTS as error:
        logger.error("%s: %s", what, type(error).__name__)
