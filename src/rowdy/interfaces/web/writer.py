"""The one thread that appends: whatever waits is committed together, and told only then."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain, groupby
from queue import SimpleQueue
from typing import NamedTuple, TypeAlias

from sqlalchemy import Delete, Insert, insert

from rowdy.interfaces.web.schema import ENTRIES, KEYS, TABLES
from rowdy.interfaces.web.store import DELETE, Key, Store


class NewTable(NamedTuple):
    table_id: str
    opened: float


class NewEntry(NamedTuple):
    table_id: str
    seq: int
    at: float
    body: bytes


class DropTable(NamedTuple):
    """The table goes, and all that belongs to it."""

    table_id: str


Row: TypeAlias = NewTable | NewEntry | Key | DropTable
"""A key among rows is a new one."""
Done: TypeAlias = Callable[[Exception | None], None]

GATHERING = 0.005
"""For so many seconds a commit waits for company: nobody notices, and one for many costs little more than for one.
While few play, each is alone anyway and does not wait."""

# Each takes the fields of its row in their order.
STATEMENTS: dict[type[Row], Insert | Delete] = {
    NewTable: insert(TABLES),
    NewEntry: insert(ENTRIES),
    Key: insert(KEYS),
    DropTable: DELETE,
}


@dataclass(slots=True)
class _Item:
    rows: Sequence[Row]
    done: Done
    error: Exception | None = None


class _Told(NamedTuple):
    """The loop knows by now that items of these tables have failed: what it appends from here on takes that in."""

    table_ids: frozenset[str]


class Writer:
    """Called on the loop's thread alone, and never makes it wait, but for `close`."""

    def __init__(self, store: Store, loop: asyncio.AbstractEventLoop) -> None:
        self._store = store
        self._loop = loop
        self._queue: SimpleQueue[_Item | _Told | None] = SimpleQueue()
        self._pending = 0
        """How many items have not been told yet."""
        self._closed = False
        self._broken: dict[str, Exception] = {}
        """Tables of which an item has failed, until the loop knows: what it appended before builds on that item."""
        self._connection = store.writing_connection()
        dialect = store.engine.dialect
        self._sql = {kind: str(statement.compile(dialect=dialect)) for kind, statement in STATEMENTS.items()}
        self._thread = threading.Thread(target=self._run, name="rowdy-writer", daemon=True)
        self._thread.start()

    # On the loop's thread

    def append(self, rows: Sequence[Row], done: Done) -> None:
        """Commits the rows together, then calls `done` on the loop: with nothing, or with what went wrong.

        Items are committed and told in their order. After an error nothing of the item is stored, nor of later ones of
        its tables that were appended before it was told; unless the connection broke off just then, so whoever goes on
        loads the table first. No rows at all: `done` comes once all before is told, at once if that is so already.
        """
        if self._closed:
            done(RuntimeError("the writer is closed"))
        elif rows or self._pending:
            self._pending += 1
            self._queue.put(_Item(rows, done))
        else:
            done(None)

    def close(self) -> None:
        """Commits what waits, then stops. What is still to be told is told when the loop goes on."""
        if not self._closed:
            self._closed = True
            self._queue.put(None)
            self._thread.join()
            self._connection.close()

    def _tell(self, items: Iterable[_Item], failed: frozenset[str]) -> None:
        if failed:
            self._queue.put(_Told(failed))
        for item in items:
            self._pending -= 1
            try:
                item.done(item.error)
            except Exception as error:  # the others are to be told all the same
                self._loop.call_exception_handler({"message": "telling of a commit failed", "exception": error})

    # On the writer's own thread

    def _run(self) -> None:
        going_on, together = True, 1
        while going_on:
            batch = [self._queue.get()]
            if together > 1:
                time.sleep(GATHERING)
            while not self._queue.empty():
                batch.append(self._queue.get())
            going_on, together = batch[-1] is not None, len(batch)
            items, failed = self._settle(batch)
            with suppress(RuntimeError):  # the loop is closed: nobody is left to be told
                self._loop.call_soon_threadsafe(self._tell, items, failed)

    def _settle(self, batch: Iterable[_Item | _Told | None]) -> tuple[list[_Item], frozenset[str]]:
        """The items of a batch, each stored or with its error, and the tables that got broken."""
        items, good = [], []
        for item in batch:
            if isinstance(item, _Item):
                items.append(item)
                if not self._refused(item):
                    good.append(item)
            elif item is not None:
                for table_id in item.table_ids:
                    self._broken.pop(table_id, None)
        try:
            self._commit(chain.from_iterable(item.rows for item in good))
        except Exception:
            before = set(self._broken)
            for item in good:
                self._try_alone(item)
            return items, frozenset(self._broken.keys() - before)
        return items, frozenset()

    def _refused(self, item: _Item) -> bool:
        if self._broken:
            item.error = next((self._broken[row.table_id] for row in item.rows if row.table_id in self._broken), None)
        return item.error is not None

    def _try_alone(self, item: _Item) -> None:
        if self._refused(item):
            return
        try:
            self._commit(item.rows)
        except Exception as error:
            item.error = error
            self._broken.update((row.table_id, error) for row in item.rows)

    def _commit(self, rows: Iterable[Row]) -> None:
        """Rows of one kind in a row go to the database at once; their order is kept.

        They go by the driver's own cursor: each move comes here, and SQLAlchemy takes as long as the database itself.
        So it cannot tell which errors end a connection, and after any of them another is made.
        """
        runs = [(self._sql[kind], list(run)) for kind, run in groupby(rows, type)]
        if not runs:
            return
        connection = self._connection
        with self._store.turn:
            try:
                with connection.begin():
                    cursor = connection.connection.cursor()
                    for sql, run in runs:
                        cursor.executemany(sql, run)
                    cursor.close()
            except Exception as error:
                connection.invalidate(error)
                raise
