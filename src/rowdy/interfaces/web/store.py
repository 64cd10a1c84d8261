"""Where tables are kept: each a list of entries that only grows, with the keys to its seats."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import NamedTuple, Self

from sqlalchemy import Connection, bindparam, delete, func, select, update
from sqlalchemy.exc import IntegrityError

from rowdy.interfaces.web.database import WRITES, Database, open_database
from rowdy.interfaces.web.schema import ENTRIES, KEYS, TABLES
from rowdy.rules.game import Seat

DELETE = delete(TABLES).where(TABLES.c.id == bindparam("table_id"))


class Key(NamedTuple):
    """Who has the secret with this SHA-256 sits here, or watches if there is no seat."""

    hash: bytes
    table_id: str
    seat: Seat | None
    host: bool


class Store:
    """All but appending, which is the writer's. Any thread may call; each call sees what is committed by then."""

    def __init__(self, database: Database) -> None:
        self.engine = database.engine
        self.turn = threading.Lock()
        """Held by whoever writes: threads that wait in SQLite itself are passed by others and may give up."""
        self._database = database

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self._database.close()

    def writing_connection(self) -> Connection:
        """A connection whose transactions write, each to be begun with `turn` held."""
        return self.engine.connect().execution_options(**WRITES)

    # Reading

    def table_ids(self) -> list[str]:
        """All tables, oldest first."""
        with self.engine.connect() as connection:
            return list(connection.scalars(select(TABLES.c.id).order_by(TABLES.c.opened, TABLES.c.id)))

    def load(self, table_id: str) -> list[bytes]:
        """The entries of a table in their order; none if there is no such table."""
        query = select(ENTRIES.c.body).where(ENTRIES.c.table_id == table_id).order_by(ENTRIES.c.seq)
        with self.engine.connect() as connection:
            return list(connection.scalars(query))

    def find_key(self, digest: bytes) -> Key | None:
        with self.engine.connect() as connection:
            found = connection.execute(select(KEYS).where(KEYS.c.hash == digest)).one_or_none()
        return None if found is None else Key(*found)

    # Changing

    def renew(self, old: bytes, new: bytes) -> bool:
        """Puts a key in the place of another; not if that has been replaced before, or the new one is not new."""
        renewed = update(KEYS).where(KEYS.c.hash == old, KEYS.c.hash != new).values(hash=new)
        try:
            with self._writing() as connection:
                return connection.execute(renewed).rowcount == 1
        except IntegrityError:
            return False

    # Forgetting

    def expire(self, before: float) -> list[str]:
        """Deletes the tables whose last entry is older, and tells which."""
        last = select(ENTRIES.c.at).where(ENTRIES.c.table_id == TABLES.c.id).order_by(ENTRIES.c.seq.desc()).limit(1)
        forgotten = func.coalesce(last.scalar_subquery(), TABLES.c.opened) < before
        ids = select(TABLES.c.id).where(forgotten)
        with self._writing() as connection:
            # In PostgreSQL entries may be on their way. Tables with such a one are passed over; an entry that was
            # committed after the first look is seen by the second; one that comes later finds no table any more.
            locked = connection.scalars(ids.with_for_update(skip_locked=True)).all()
            gone = sorted(set(locked).intersection(connection.scalars(ids)))
            if gone:
                connection.execute(DELETE, [{"table_id": table_id} for table_id in gone])
            return gone

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        with self.turn, self.writing_connection() as connection, connection.begin():
            yield connection


def open_store(address: str | None = None) -> Store:
    """The store at a URL or path; without either, the file in the user's data folder."""
    return Store(open_database(address))
