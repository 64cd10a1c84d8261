"""Rows to be stored, and the one place where they go to the database by its driver, without SQLAlchemy between.

Everything else in the store uses SQLAlchemy: addresses, schema, queries, the connection pool, and the text of the
statements below. Only their execution does not, as every move is committed here. Into a file in memory, so without the
disk, a commit of one row takes 20 µs of CPU through the driver, 31 through `Connection.exec_driver_sql` and 43 through
`Connection.execute`; one of 20 rows takes 77, 92 and 140. In a game that is played alone that made a move 5 to 10 %
dearer. The way to the driver is `Engine.raw_connection`, which SQLAlchemy documents for this.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing
from itertools import groupby
from threading import Lock
from typing import NamedTuple, TypeAlias

from sqlalchemy import Delete, Engine, Insert, PoolProxiedConnection, insert

from rowdy.interfaces.web.store.database import BEGIN_WRITING, DatabaseFile, StoreUnreachable
from rowdy.interfaces.web.store.keys import Key
from rowdy.interfaces.web.store.schema import DELETE_TABLE, ENTRIES, KEYS, TABLES


class NewTable(NamedTuple):
    table_id: str
    opened: float


class NewEntry(NamedTuple):
    table_id: str
    seq: int
    at: float
    body: bytes


class DropTable(NamedTuple):
    """Deletes the table and all that belongs to it."""

    table_id: str


Row: TypeAlias = NewTable | NewEntry | Key | DropTable
"""A key among rows is a new one."""

STATEMENTS: dict[type[Row], Insert | Delete] = {
    NewTable: insert(TABLES),
    NewEntry: insert(ENTRIES),
    Key: insert(KEYS),
    DropTable: DELETE_TABLE,
}
"""The statement for each kind of row; its parameters are the fields of the row in their order."""


class RowCommitter:
    """Commits rows over a connection of its own, from one thread at a time."""

    def __init__(self, engine: Engine, turn: Lock, file: DatabaseFile | None = None) -> None:
        """`turn` is held while rows are written, as by everybody who writes to this database.

        `file` is where they go: if it is not there any more, nothing is stored.
        """
        self._engine = engine
        self._file = file
        self._turn = turn
        self._connection: PoolProxiedConnection | None = None
        self._begin = BEGIN_WRITING if engine.dialect.name == "sqlite" else None
        self._sql = {kind: str(statement.compile(dialect=engine.dialect)) for kind, statement in STATEMENTS.items()}

    def commit(self, rows: Iterable[Row]) -> None:
        """Stores all rows in one transaction, or none and raises the driver's error.

        Neighbouring rows of one kind go to the database together; the order of rows is kept. The driver's errors do not
        say which of them end a connection, so after any of them another connection is made. `StoreUnreachable` if that
        cannot be, or the database does not answer.
        """
        runs = [(self._sql[kind], list(run)) for kind, run in groupby(rows, type)]
        if not runs:
            return
        with self._turn:
            if self._connection is None:
                if self._file:
                    self._file.check()  # SQLite would make another
                self._connection = self._connect()
            try:
                self._execute(self._connection, runs)
                if self._file:
                    self._file.check_written()
            except BaseException as error:
                self._connection.invalidate(error)
                self._connection = None
                raise

    def _connect(self) -> PoolProxiedConnection:
        try:
            return self._engine.raw_connection()
        except Exception as error:
            raise StoreUnreachable("no connection can be made") from error

    def _execute(self, connection: PoolProxiedConnection, runs: Iterable[tuple[str, list[Row]]]) -> None:
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
