"""Rows to be stored, and the one place where moves are written to the database, by its driver without SQLAlchemy.

Everything else in the store uses SQLAlchemy: addresses, schema, queries, the connection pool, and the text of the
statements below. Only their execution does not, as every move is committed here. Into a file in memory, so without the
disk, a commit of one row takes 20 µs of CPU through the driver, 31 through `Connection.exec_driver_sql` and 43 through
`Connection.execute`; one of 20 rows takes 77, 92 and 140. At a table with one person, SQLAlchemy made a move 5 to 10 %
dearer. The way to the driver is `Engine.raw_connection`, which SQLAlchemy documents for this.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from contextlib import closing
from itertools import groupby
from threading import Lock
from typing import Any, NamedTuple, TypeAlias

from sqlalchemy import Delete, Engine, Insert, PoolProxiedConnection, insert

from rowdy.interfaces.web.store.database import (
    BEGIN_WRITING,
    DatabaseFile,
    Overtaken,
    StoreUnreachable,
    StoreUpgraded,
)
from rowdy.interfaces.web.store.keys import Key
from rowdy.interfaces.web.store.notices import AnyNotice, Appended, Dropped, payloads
from rowdy.interfaces.web.store.schema import DELETE_TABLE, ENTRIES, KEYS, OUTDATED_STATE, TABLES

logger = logging.getLogger(__name__)


class NewTable(NamedTuple):
    table_id: str
    opened: float


class NewEntry(NamedTuple):
    table_id: str
    seq: int
    at: float
    body: bytes


class DropTable(NamedTuple):
    """Deletes the table and everything that belongs to it."""

    table_id: str


class NoticeRow(NamedTuple):
    """A notice for the other servers that share the database; it is sent with the commit, and not stored."""

    notice: AnyNotice
    table_id: str = ""
    """Always empty: nothing stored depends on a notice, so if one is lost, no table counts as broken."""


StoredRow: TypeAlias = NewTable | NewEntry | Key | DropTable
CommitRow: TypeAlias = StoredRow | NoticeRow
"""A row to commit; a `Key` is a new key."""

STATEMENTS: dict[type[StoredRow], Insert | Delete] = {
    NewTable: insert(TABLES),
    NewEntry: insert(ENTRIES),
    Key: insert(KEYS),
    DropTable: DELETE_TABLE,
}
"""The statement for each kind of row; its parameters are the fields of the row in their order."""
UPGRADED = "a newer Rowdy has upgraded the database, so this server cannot write to it any more: update it"
CHANNEL = "rowdy"
NOTIFY = "SELECT pg_notify(%s, %s)"
CLASH_STATES = ("23505", "23503")
"""The SQLSTATEs of a duplicate key, and of a missing row that another refers to."""

Run: TypeAlias = tuple[str, Sequence[tuple[Any, ...]]]
"""A statement, and the sets of parameters with which it is executed."""


class RowCommitter:
    """Commits rows over its own connection, from one thread at a time."""

    def __init__(self, engine: Engine, turn: Lock, file: DatabaseFile | None = None, server: str = "") -> None:
        """`turn` is the lock that every writer to this database holds while it writes.

        `file` is the database file: if it is gone, nothing is stored. `server` is the name of this server if others
        share the database; they are told in the same transaction.
        """
        self._engine = engine
        self._file = file
        self._turn = turn
        self._server = server
        self._connection: PoolProxiedConnection | None = None
        self._begin = BEGIN_WRITING if engine.dialect.name == "sqlite" else None
        self._sql = {kind: str(statement.compile(dialect=engine.dialect)) for kind, statement in STATEMENTS.items()}

    def commit(self, rows: Iterable[CommitRow]) -> None:
        """Stores all rows in one transaction, or none and raises the driver's error.

        Neighbouring rows of one kind go to the database together; the order of rows is kept. The driver's errors do not
        say whether the connection still works, so after any of them another one is made. Raises `StoreUnreachable` if
        that fails, or the database does not answer, and `Overtaken` if another server was faster.
        """
        if self._server:
            self._commit_shared(list(rows))
        else:
            self._commit([(self._sql[kind], list(run)) for kind, run in groupby(rows, type)])

    def _commit_shared(self, rows: Sequence[CommitRow]) -> None:
        stored = [row for row in rows if not isinstance(row, NoticeRow)]
        runs: list[Run] = [(self._sql[kind], list(run)) for kind, run in groupby(stored, type)]
        if texts := [(CHANNEL, text) for text in payloads(self._server, _notices(rows))]:
            runs.append((NOTIFY, texts))
        try:
            self._commit(runs)
        except Exception as error:
            state = getattr(error, "sqlstate", None)
            if state == OUTDATED_STATE:
                logger.error(UPGRADED)
                raise StoreUpgraded(UPGRADED) from error
            if state in CLASH_STATES and any(isinstance(row, NewEntry) for row in rows):
                raise Overtaken from error
            raise

    def _commit(self, runs: Sequence[Run]) -> None:
        if not runs:
            return
        with self._turn:
            if self._connection is None:
                if self._file:
                    self._file.check()  # SQLite would create a new file
                self._connection = self._connect()
            try:
                self._execute(self._connection, runs)
                if self._file:
                    self._file.check_written()
            except BaseException as error:
                if getattr(error, "sqlstate", None) in CLASH_STATES:
                    self._connection.rollback()  # the connection still works
                    raise
                self._connection.invalidate(error)
                self._connection = None
                raise

    def _connect(self) -> PoolProxiedConnection:
        try:
            return self._engine.raw_connection()
        except Exception as error:
            raise StoreUnreachable("no connection can be made") from error

    def _execute(self, connection: PoolProxiedConnection, runs: Iterable[Run]) -> None:
        with closing(connection.cursor()) as cursor:
            if self._begin:
                cursor.execute(self._begin)
            for sql, run in runs:
                cursor.executemany(sql, run)
        connection.commit()

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _notices(rows: Iterable[CommitRow]) -> Iterable[AnyNotice]:
    """Yields the notices for other servers; of each table only the last entry is announced."""
    last = {row.table_id: Appended(row.table_id, row.seq) for row in rows if isinstance(row, NewEntry)}
    yield from last.values()
    for row in rows:
        if isinstance(row, DropTable):
            yield Dropped(row.table_id)
        elif isinstance(row, NoticeRow):
            yield row.notice
