"""The stored tables: each is a list of entries that only grows, with the keys to its chairs."""

from __future__ import annotations

import logging
import shutil
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from math import inf
from types import TracebackType
from typing import NamedTuple, Self

from sqlalchemy import Connection, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from rowdy.interfaces.web.store.commit import Row, RowCommitter
from rowdy.interfaces.web.store.database import STORE_FAULTS, WRITES, Database, open_database
from rowdy.interfaces.web.store.keys import Key
from rowdy.interfaces.web.store.schema import (
    DELETE_TABLE,
    ENTRIES,
    KEYS,
    MIGRATIONS,
    REVIEWS,
    SCHEMA,
    TABLES,
    Migration,
)
from rowdy.play.table.entries import Chair

logger = logging.getLogger(__name__)


QUICK_CHECK_EVERY_SECONDS = 300.0
"""How often a check reads all of the file, which takes about a second for some hundred megabytes."""
MIN_FREE_BYTES = 64 * 1024 * 1024
"""With less room on its disk the store is not well, though there is still room for many moves."""


class StoreHealth(NamedTuple):
    database: bool
    """True if rows can be written, and the file is where it was and sound."""
    disk: bool
    """True if there is room for more; the disk of another server is its own affair."""


class Store:
    """Any thread may call, and each call sees what is committed by then."""

    def __init__(self, database: Database) -> None:
        self.engine = database.engine
        self.turn = threading.Lock()
        """Held by each thread that writes: one that waited in SQLite itself could be overtaken until it gives up."""
        self._database = database
        self._committer = RowCommitter(self.engine, self.turn, database.file)
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

    def load(self, table_id: str) -> list[bytes]:
        """Returns the entries of a table in their order, or none if there is no such table."""
        query = select(ENTRIES.c.body).where(ENTRIES.c.table_id == table_id).order_by(ENTRIES.c.seq)
        with self.engine.connect() as connection:
            return list(connection.scalars(query))

    def find_key(self, digest: bytes) -> Key | None:
        with self.engine.connect() as connection:
            found = connection.execute(select(KEYS).where(KEYS.c.hash == digest)).one_or_none()
        return None if found is None else Key(*found)

    def newest(self) -> float | None:
        """Returns the time of the newest entry, or `None` if there is none."""
        with self.engine.connect() as connection:
            found: float | None = connection.scalar(select(func.max(ENTRIES.c.at)))
        return found

    def review(self, table_id: str, round: int) -> bytes | None:
        """Returns the review of a round that was kept, if there is one."""
        query = select(REVIEWS.c.body).where(REVIEWS.c.table_id == table_id, REVIEWS.c.round == round)
        with self.engine.connect() as connection:
            found: bytes | None = connection.scalar(query)
        return found

    # Changing

    def keep_review(self, table_id: str, round: int, body: bytes) -> None:
        """Keeps the review of a round with its table; the first that is kept stays, and without its table none is."""
        try:
            with self._writing() as connection:
                connection.execute(insert(REVIEWS).values(table_id=table_id, round=round, body=body))
        except IntegrityError:
            logger.info("the review of a table that is gone, or reviewed already, is not kept")

    def commit(self, rows: Iterable[Row]) -> None:
        """Stores all rows, or none if it raises. Only one thread at a time may call this, which is the writer's."""
        self._committer.commit(rows)

    def renew(self, old: bytes, new: bytes) -> bool:
        """Replaces a key; returns False if the old one is not there any more, or the new one is in use."""
        renewed = update(KEYS).where(KEYS.c.hash == old, KEYS.c.hash != new).values(hash=new)
        try:
            with self._writing() as connection:
                return connection.execute(renewed).rowcount == 1
        except IntegrityError:
            return False

    def replace_key(self, table_id: str, chair: Chair, new: bytes) -> bool:
        """Replaces whatever key a chair has; returns False if there is no such chair, or the new one is in use."""
        replaced = update(KEYS).where(KEYS.c.table_id == table_id, KEYS.c.chair == chair).values(hash=new)
        try:
            with self._writing() as connection:
                return connection.execute(replaced).rowcount == 1
        except IntegrityError:
            return False

    # Checking

    def check(self) -> StoreHealth:
        """Tries whether a row can be written, and now and then whether the whole file can be read."""
        file = self._database.file
        disk = False
        try:
            disk = file is None or shutil.disk_usage(file.path.parent).free >= MIN_FREE_BYTES
            if file:
                file.check()
                if time.monotonic() - self._pages_checked_at > QUICK_CHECK_EVERY_SECONDS:
                    file.check_pages()
                    self._pages_checked_at = time.monotonic()
            with self._writing() as connection:
                connection.execute(update(SCHEMA).values(version=SCHEMA.c.version))
            if file:
                file.check_written()
        except STORE_FAULTS as error:
            logger.error("the database cannot be used: %s", type(error).__name__)
            return StoreHealth(False, disk)
        return StoreHealth(True, disk)

    # Forgetting

    def expire(self, before: float) -> list[str]:
        """Deletes the tables whose last entry is older than that, and returns their ids."""
        last = select(ENTRIES.c.at).where(ENTRIES.c.table_id == TABLES.c.id).order_by(ENTRIES.c.seq.desc()).limit(1)
        forgotten = func.coalesce(last.scalar_subquery(), TABLES.c.opened) < before
        ids = select(TABLES.c.id).where(forgotten)
        with self._writing() as connection:
            # In PostgreSQL entries may be on their way. Tables with such a one are passed over; an entry that was
            # committed after the first look is seen by the second; one that comes later finds no table any more.
            locked = connection.scalars(ids.with_for_update(skip_locked=True)).all()
            gone = sorted(set(locked).intersection(connection.scalars(ids)))
            if gone:
                connection.execute(DELETE_TABLE, [{"table_id": table_id} for table_id in gone])
            return gone

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        with self.turn, self.writing_connection() as connection, connection.begin():
            yield connection


def open_store(address: str | None = None, migrations: Sequence[Migration] = MIGRATIONS) -> Store:
    """Opens the store at a URL or path; without either, the file in the user's data folder."""
    return Store(open_database(address, migrations))
