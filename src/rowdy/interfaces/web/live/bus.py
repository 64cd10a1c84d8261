"""The bus: how servers that share a database tell each other about tables in use; a single server tells nobody."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Protocol

from rowdy.interfaces.web.live.threads import InThread
from rowdy.interfaces.web.live.writer import Done
from rowdy.interfaces.web.store.commit import CommitRow, NoticeRow
from rowdy.interfaces.web.store.database import STORE_FAULTS
from rowdy.interfaces.web.store.notices import AnyNotice, NoticeBatch, Present
from rowdy.interfaces.web.store.store import Store

NOBODY = Present("")
MAX_CONNECT_SECONDS = 2.0
"""How long a server that starts waits for its connection to the others, in seconds."""

logger = logging.getLogger(__name__)


class Elsewhere:
    """Who is connected to tables at other servers, as far as those have said."""

    def __init__(self) -> None:
        self._tables: defaultdict[str, dict[str, Present]] = defaultdict(dict)
        """For each table the last notice of each server."""

    def at(self, table_id: str, server: str) -> Present:
        """Returns who is connected to a table at one server."""
        return self._tables[table_id].get(server, NOBODY) if table_id in self._tables else NOBODY

    def all(self, table_id: str) -> Iterator[Present]:
        """Returns who is connected to a table at each of the other servers where somebody is."""
        if table_id in self._tables:
            yield from self._tables[table_id].values()

    def tables_of(self, server: str) -> list[str]:
        return [table_id for table_id, servers in self._tables.items() if server in servers]

    def servers(self) -> set[str]:
        return {server for servers in self._tables.values() for server in servers}

    def note(self, server: str, present: Present) -> None:
        servers = self._tables[present.table_id]
        if present.tabs or present.watching:
            servers[server] = present
        else:
            servers.pop(server, None)
        if not servers:
            del self._tables[present.table_id]


class BusHandler(Protocol):
    """Receives what the bus hears from other servers; called on the event loop."""

    def hear(self, server: str, notice: AnyNotice) -> None: ...

    def catch_up(self) -> None:
        """Called if notices of other servers may have been missed."""

    def lose(self, alive: set[str]) -> None:
        """Called with the servers that are alive; all others are gone."""

    def take_bots(self, table_ids: set[str]) -> None:
        """Called with tables whose bots are ours now, as their server is gone."""

    def ask_bots(self) -> None:
        """Called if leases on bots that another server held may have become free."""

    def in_use(self, table_id: str) -> bool:
        """Returns whether a table is in use at this server."""


class Bus(Protocol):
    shared: bool
    """True if there may be other servers."""
    elsewhere: Elsewhere

    def publish(self, notice: AnyNotice) -> None:
        """Sends a notice to the other servers."""

    async def take_bots(self, table_id: str) -> bool:
        """Returns True if the bots of a table think at this server."""

    def release_bots(self, table_id: str) -> None: ...

    def start(self, handler: BusHandler) -> None: ...

    async def connected_first(self) -> None: ...

    def close(self) -> None: ...


class LocalBus:
    """The bus of a single server, which has nobody to tell."""

    shared = False

    def __init__(self) -> None:
        self.elsewhere = Elsewhere()

    def publish(self, notice: AnyNotice) -> None: ...

    async def take_bots(self, table_id: str) -> bool:
        return True

    def release_bots(self, table_id: str) -> None: ...

    def start(self, handler: BusHandler) -> None: ...

    async def connected_first(self) -> None: ...

    def close(self) -> None: ...


class SharedBus:
    """The bus over LISTEN and NOTIFY of PostgreSQL, which also holds this server's leases on bots.

    Notices go out with the rows of the writer, and come in over a connection of their own.
    """

    shared = True

    def __init__(
        self,
        store: Store,
        loop: asyncio.AbstractEventLoop,
        append: Callable[[Sequence[CommitRow], Done], None],
        in_thread: InThread,
    ) -> None:
        self.elsewhere = Elsewhere()
        self._store = store
        self._loop = loop
        self._append = append
        self._in_thread = in_thread
        self._leases: set[str] = set()
        """The tables on whose bots this server has the lease, as long as others count it as alive."""
        self._unused: set[str] = set()
        """The tables, of those in `_leases`, that were not in use at the last heartbeat."""
        self._connected = False
        self._heard = asyncio.Event()
        """Set once notices of the others can arrive for the first time."""
        self._unsent = False
        self._handler: BusHandler | None = None
        self._listener = store.listener(self)

    def start(self, handler: BusHandler) -> None:
        self._handler = handler
        self._listener.start()

    async def connected_first(self) -> None:
        """Waits until notices of the others arrive, but not for long, as tables can be used without them."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._heard.wait(), MAX_CONNECT_SECONDS)

    def close(self) -> None:
        self._handler = None
        self._listener.close()

    def publish(self, notice: AnyNotice) -> None:
        self._append((NoticeRow(notice),), self._sent)

    def _sent(self, error: Exception | None) -> None:
        """Notes that a notice was not sent; everything is told again once the database can be reached."""
        self._unsent = self._unsent or error is not None

    # Bots

    async def take_bots(self, table_id: str) -> bool:
        if not self._connected:
            return False  # other servers may count this one as dead
        if table_id in self._leases:
            return True
        try:
            taken = await self._in_thread(self._store.lease, table_id)
        except STORE_FAULTS as error:
            logger.warning("the bots of a table could not be taken: %s", type(error).__name__)
            return False
        if taken:
            self._leases.add(table_id)
        return taken

    def release_bots(self, table_id: str) -> None:
        if table_id in self._leases:
            self._leases.discard(table_id)
            work = self._loop.create_task(self._in_thread(self._store.release, table_id))
            work.add_done_callback(_retrieve)

    # In the listener's thread

    def receive(self, batch: NoticeBatch) -> None:
        self._call(self._hear, batch)

    def connected(self, leased: set[str]) -> None:
        self._call(self._note_connected, leased)

    def lost(self) -> None:
        self._call(self._note_lost)

    def beat(self, alive: set[str], taken: set[str]) -> None:
        self._call(self._note_beat, alive, taken)

    def _call(self, act: Callable[..., None], *args: object) -> None:
        try:
            self._loop.call_soon_threadsafe(act, *args)
        except RuntimeError:  # the loop is closed: nobody is left to be told
            return

    # On the loop

    def _hear(self, batch: NoticeBatch) -> None:
        for notice in batch.notices:
            if self._handler:
                self._handler.hear(batch.server, notice)

    def _note_connected(self, leased: set[str]) -> None:
        self._connected, self._leases = True, set(leased)
        self._heard.set()
        if self._handler:
            self._handler.catch_up()
            self._handler.ask_bots()

    def _note_lost(self) -> None:
        self._connected = False
        self._leases.clear()

    def _note_beat(self, alive: set[str], taken: set[str]) -> None:
        if self._handler is None:
            return
        self._leases |= taken
        self._handler.lose(alive)
        if taken:
            self._handler.take_bots(taken)
        self._handler.ask_bots()
        self._release_unused(self._handler)
        if self._unsent:
            self._unsent = False
            self._handler.catch_up()

    def _release_unused(self, handler: BusHandler) -> None:
        """Releases the leases of tables that have not been in use here for a while, so that no bot thinks there.

        This server has such leases if it took them over from one that seemed dead, while a person was to move.
        """
        unused = {table_id for table_id in self._leases if not handler.in_use(table_id)}
        for table_id in unused & self._unused:
            self.release_bots(table_id)
        self._unused = unused


def _retrieve(task: asyncio.Task[None]) -> None:
    """Retrieves an error, so that asyncio does not log it; the next heartbeat repairs what it caused."""
    if not task.cancelled() and (error := task.exception()):
        logger.warning("the bots of a table could not be released: %s", type(error).__name__)
