"""The stored tables: each is an append-only list of entries, with the keys to its chairs."""

from __future__ import annotations

import logging
import secrets
import shutil
import threading
import time
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from math import inf
from types import TracebackType
from typing import TYPE_CHECKING, NamedTuple, Self

from sqlalchemy import BindParameter, ColumnElement, Connection, bindparam, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from rowdy.interfaces.web.store.commit import CHANNEL, UPGRADED, CommitRow, RowCommitter
from rowdy.interfaces.web.store.database import (
    STORE_FAULTS,
    WRITES,
    Database,
    Overtaken,
    PostgresTimeouts,
    open_database,
)
from rowdy.interfaces.web.store.keys import Key
from rowdy.interfaces.web.store.leases import LEASED, TAKE_LEASE
from rowdy.interfaces.web.store.notices import AnyNotice, Dropped, Renewed, payloads
from rowdy.interfaces.web.store.schema import (
    DELETE_TABLE,
    ENTRIES,
    KEYS,
    LEASES,
    MIGRATIONS,
    REVIEWS,
    SCHEMA,
    TABLES,
    Migration,
)
from rowdy.play.table.entries import Chair

if TYPE_CHECKING:
    from rowdy.interfaces.web.store.listening import Listener, ListenerHandler

logger = logging.getLogger(__name__)


SERVER_BYTES = 6
"""The size of the random name of a server."""
QUICK_CHECK_EVERY_SECONDS = 300.0
"""The interval at which a check reads the whole file, which takes about a second for some hundred megabytes."""
MIN_FREE_BYTES = 64 * 1024 * 1024
"""With less space on its disk the store counts as unhealthy, though there is still space for many moves."""

# Statements that are built once: SQLAlchemy would leave a reference cycle of each for the garbage collector.
_THESE: BindParameter[Sequence[str]] = bindparam("table_ids", expanding=True)
HEADS = (
    select(ENTRIES.c.table_id, func.max(ENTRIES.c.seq))
    .where(ENTRIES.c.table_id.in_(_THESE))
    .group_by(ENTRIES.c.table_id)
)
KEYS_OF = select(KEYS.c.hash).where(KEYS.c.table_id.in_(_THESE))
RELEASE = delete(LEASES).where(LEASES.c.table_id == bindparam("of"), LEASES.c.server == bindparam("by"))


class StoreHealth(NamedTuple):
    database: bool
    """True if rows can be written, and the file is in place and not corrupt."""
    disk: bool
    """True if there is space on the disk; always true for PostgreSQL, where that is not checked."""


class Store:
    """The store of tables; thread-safe. Each call sees everything that was committed before."""

    def __init__(self, database: Database, quick_check_seconds: float = QUICK_CHECK_EVERY_SECONDS) -> None:
        self.engine = database.engine
        self.turn = threading.Lock()
        """The lock that a thread holds while it writes; without it a thread could wait in SQLite until it times out."""
        self.shared = database.shared
        """True if other servers may use the same tables."""
        self.place = database.place
        """The place of the database, without a password."""
        self.server = secrets.token_hex(SERVER_BYTES) if database.shared else ""
        """The name of this server among those that share the database."""
        self._database = database
        self._committer = RowCommitter(self.engine, self.turn, database.file, self.server)
        self._quick_check_seconds = quick_check_seconds
        self._pages_checked_at = -inf

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self._committer.close()
        self._database.close()

    def writing_connection(self) -> Connection:
        """Returns a connection whose transactions write, each to be begun with `turn` held."""
        return self.engine.connect().execution_options(**WRITES)

    # Reading

    def table_ids(self) -> list[str]:
        """Returns the ids of all tables, oldest first."""
        with self.engine.connect() as connection:
            return list(connection.scalars(select(TABLES.c.id).order_by(TABLES.c.opened, TABLES.c.id)))

    def load(self, table_id: str, first: int = 0) -> list[bytes]:
        """Returns the entries of a table in their order, from this number on; none if there is no such table."""
        query = select(ENTRIES.c.body).where(ENTRIES.c.table_id == table_id, ENTRIES.c.seq >= first)
        query = query.order_by(ENTRIES.c.seq)
        with self.engine.connect() as connection:
            return list(connection.scalars(query))

    def find_key(self, digest: bytes) -> Key | None:
        with self.engine.connect() as connection:
            found = connection.execute(select(KEYS).where(KEYS.c.hash == digest)).one_or_none()
        return None if found is None else Key(*found)

    def key_of(self, table_id: str, chair: Chair) -> bytes | None:
        """Returns the hash of the key that a chair has now."""
        query = select(KEYS.c.hash).where(KEYS.c.table_id == table_id, KEYS.c.chair == chair)
        with self.engine.connect() as connection:
            found: bytes | None = connection.scalar(query)
        return found

    def newest(self) -> float | None:
        """Returns the time of the newest entry, or `None` if there is none."""
        with self.engine.connect() as connection:
            found: float | None = connection.scalar(select(func.max(ENTRIES.c.at)))
        return found

    def review(self, table_id: str, round: int) -> bytes | None:
        """Returns the stored review of a round, or `None`."""
        query = select(REVIEWS.c.body).where(REVIEWS.c.table_id == table_id, REVIEWS.c.round == round)
        with self.engine.connect() as connection:
            found: bytes | None = connection.scalar(query)
        return found

    # Changing

    def keep_review(self, table_id: str, round: int, body: bytes) -> None:
        """Stores the review of a round with its table, unless it has one already, or the table is gone."""
        try:
            with self._writing() as connection:
                connection.execute(insert(REVIEWS).values(table_id=table_id, round=round, body=body))
        except IntegrityError:
            logger.info("the review of a table that is gone, or reviewed already, is not kept")

    def commit(self, rows: Iterable[CommitRow]) -> None:
        """Stores all rows, or none if it raises. Only the writer's thread calls this.

        Raises `Overtaken` if another server was faster, with the current entries if all rows are of one table.
        """
        if not self.shared:
            self._committer.commit(rows)
            return
        rows = list(rows)
        try:
            self._committer.commit(rows)
        except Overtaken:
            table_id, *others = {row.table_id for row in rows}
            if others:
                raise
            raise Overtaken(self.load(table_id)) from None

    def renew(self, old: bytes, new: bytes, tab: str = "") -> bool:
        """Replaces a key; returns False if the old one is not there any more, or the new one is in use.

        `tab` is the client that asks for it: other servers need not close its connections.
        """
        return self._renew(KEYS.c.hash == old, new, tab, given=False)

    def replace_key(self, table_id: str, chair: Chair, new: bytes, old: bytes | None = None) -> bool:
        """Replaces the key of a chair; if `old` is given, only if that is its key.

        Returns False if there is no such chair, it has another key by now, or the new one is in use.
        """
        wanted = (KEYS.c.table_id == table_id) & (KEYS.c.chair == chair)
        return self._renew(wanted if old is None else wanted & (KEYS.c.hash == old), new, "", given=True)

    def _renew(self, wanted: ColumnElement[bool], new: bytes, tab: str, given: bool) -> bool:
        renewed = update(KEYS).where(wanted, KEYS.c.hash != new).values(hash=new)
        try:
            with self._writing() as connection:
                found = connection.execute(renewed.returning(KEYS.c.table_id, KEYS.c.chair)).one_or_none()
                if found is not None and found.chair is not None:
                    self._tell(connection, Renewed(found.table_id, found.chair, new, tab, given))
                return found is not None
        except IntegrityError:
            return False

    def _tell(self, connection: Connection, *notices: AnyNotice) -> None:
        """Sends notices to other servers, once the transaction is committed."""
        if self.shared:
            for text in payloads(self.server, notices):
                connection.execute(select(func.pg_notify(CHANNEL, text)))

    # For several servers

    def heads(self, table_ids: Collection[str]) -> dict[str, int]:
        """Returns the number of the last entry of each of these tables that is still there."""
        with self.engine.connect() as connection:
            return {row[0]: row[1] for row in connection.execute(HEADS, {"table_ids": list(table_ids)})}

    def keys_of(self, table_ids: Collection[str]) -> set[bytes]:
        """Returns the hashes of all keys of these tables."""
        with self.engine.connect() as connection:
            return set(connection.scalars(KEYS_OF, {"table_ids": list(table_ids)}))

    def lease(self, table_id: str) -> bool:
        """Takes the lease on a table's bots, unless another live server has it; returns True if they are ours."""
        with self._writing() as connection:
            return connection.execute(TAKE_LEASE, {"table_id": table_id, "server": self.server}).rowcount == 1

    def release(self, table_id: str) -> None:
        """Gives up the lease on a table's bots."""
        with self._writing() as connection:
            connection.execute(RELEASE, {"of": table_id, "by": self.server})

    def leased(self) -> set[str]:
        """Returns the tables whose bots are leased by a live server."""
        with self.engine.connect() as connection:
            return set(connection.scalars(LEASED))

    def listener(self, handler: ListenerHandler) -> Listener:
        """Returns a listener, which tells `handler` of notices and of live servers, in its own thread."""
        from rowdy.interfaces.web.store.listening import Listener  # needs the driver of PostgreSQL

        return Listener(self._database, self.server, handler)

    # Checking

    def check(self) -> StoreHealth:
        """Checks whether a row can be written and, now and then, whether the whole file can be read."""
        file = self._database.file
        disk = False
        try:
            disk = file is None or shutil.disk_usage(file.path.parent).free >= MIN_FREE_BYTES
            if file:
                file.check()
                if time.monotonic() - self._pages_checked_at > self._quick_check_seconds:
                    file.check_pages()
                    self._pages_checked_at = time.monotonic()
            known = self._database.version
            with self._writing() as connection:
                written = connection.execute(update(SCHEMA).where(SCHEMA.c.version == known).values(version=known))
                if not written.rowcount:
                    logger.error(UPGRADED)
                    return StoreHealth(False, disk)
            if file:
                file.check_written()
        except STORE_FAULTS as error:
            logger.error("the database cannot be used: %s", type(error).__name__)
            return StoreHealth(False, disk)
        return StoreHealth(True, disk)

    # Forgetting

    def expire(self, before: float) -> list[str]:
        """Deletes the tables whose last entry is from before this time, and returns their ids."""
        last = select(ENTRIES.c.at).where(ENTRIES.c.table_id == TABLES.c.id).order_by(ENTRIES.c.seq.desc()).limit(1)
        forgotten = func.coalesce(last.scalar_subquery(), TABLES.c.opened) < before
        ids = select(TABLES.c.id).where(forgotten)
        with self._writing() as connection:
            # In PostgreSQL entries may be in progress elsewhere. Their tables are skipped; an entry committed after the
            # first query is seen by the second; a later one finds no table any more.
            locked = connection.scalars(ids.with_for_update(skip_locked=True)).all()
            gone = sorted(set(locked).intersection(connection.scalars(ids)))
            if gone:
                connection.execute(DELETE_TABLE, [{"table_id": table_id} for table_id in gone])
                self._tell(connection, *map(Dropped, gone))
            return gone

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        with self.turn, self.writing_connection() as connection, connection.begin():
            yield connection


def open_store(
    address: str | None = None,
    migrations: Sequence[Migration] = MIGRATIONS,
    upgrade: bool = True,
    quick_check_seconds: float = QUICK_CHECK_EVERY_SECONDS,
    timeouts: PostgresTimeouts = PostgresTimeouts(),  # noqa: B008  (immutable)
) -> Store:
    """Opens the store at a URL or path; without either, the file in the user's data folder.

    Without `upgrade` a store that does not exist or has an older version is refused.
    """
    return Store(open_database(address, migrations, upgrade, timeouts), quick_check_seconds)
