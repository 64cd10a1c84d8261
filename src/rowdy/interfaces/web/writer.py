"""The one thread that appends: whatever waits is committed together, and told only then."""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from itertools import chain, groupby
from queue import SimpleQueue
from typing import NamedTuple, TypeAlias

from sqlalchemy import Delete, Insert, PoolProxiedConnection, insert

from rowdy.interfaces.web.database import BEGIN_WRITING
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


class _Broken(dict[str, Exception]):
    """Tables of which something could not be stored, and why: what was appended meanwhile builds on that."""

    def __init__(self, items: Iterable[_Item] = ()) -> None:
        super().__init__()
        for item in items:
            self.take(item)

    def take(self, item: _Item) -> None:
        if item.error is not None:
            self.update(dict.fromkeys((row.table_id for row in item.rows), item.error))

    def refuse(self, item: _Item) -> bool:
        item.error = next((self[row.table_id] for row in item.rows if row.table_id in self), None)
        self.take(item)
        return item.error is not None


class Writer:
    """Called on the loop's thread alone, and never makes it wait, but for `close`.

    One batch is under way at a time. What is appended meanwhile waits until that is told, and is the next.
    """

    def __init__(self, store: Store, loop: asyncio.AbstractEventLoop) -> None:
        self._store = store
        self._loop = loop
        self._waiting: list[_Item] = []
        self._under_way: deque[_Item] = deque()
        self._held = self._closed = False
        self._batches: SimpleQueue[Sequence[_Item] | None] = SimpleQueue()
        self._connection = store.engine.connect()
        dialect = store.engine.dialect
        self._begin = BEGIN_WRITING if dialect.name == "sqlite" else None
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
        elif rows or self._under_way or self._waiting:
            self._waiting.append(_Item(rows, done))
            self._go_on()
        else:
            done(None)

    @contextmanager
    def together(self) -> Iterator[None]:
        """All that is appended in here is one batch."""
        held, self._held = self._held, True
        try:
            yield
        finally:
            self._held = held
            self._go_on()

    def _go_on(self) -> None:
        if self._waiting and not self._under_way and not self._held:
            batch, self._waiting = self._waiting, []
            self._under_way.extend(batch)
            self._batches.put(batch)

    def _tell(self) -> None:
        if broken := _Broken(self._under_way):
            self._under_way += [item for item in self._waiting if broken.refuse(item)]
            self._waiting = [item for item in self._waiting if item.error is None]
        self._held = True
        while self._under_way:
            item = self._under_way.popleft()
            try:
                item.done(item.error)
            except Exception as error:  # the others are to be told all the same
                self._loop.call_exception_handler({"message": "telling of a commit failed", "exception": error})
        self._held = False
        self._go_on()

    def close(self) -> None:
        """Commits what waits, then stops. What is still to be told is told when the loop goes on."""
        if self._closed:
            return
        self._closed = True
        self._batches.put(None)
        self._thread.join()
        self._settle(self._waiting, _Broken(self._under_way))
        self._under_way += self._waiting
        self._waiting = []
        self._connection.close()
        with suppress(RuntimeError):  # the loop is closed: nobody is left to be told
            self._loop.call_soon(self._tell)

    # On the writer's own thread, and at the end

    def _run(self) -> None:
        while batch := self._batches.get():
            self._settle(batch, _Broken())
            with suppress(RuntimeError):  # as above
                self._loop.call_soon_threadsafe(self._tell)

    def _settle(self, items: Iterable[_Item], broken: _Broken) -> None:
        """Stores the items, or notes the error of each."""
        good = [item for item in items if not broken.refuse(item)] if broken else items
        try:
            self._commit(chain.from_iterable(item.rows for item in good))
        except Exception:
            for item in good:
                self._try_alone(item, broken)

    def _try_alone(self, item: _Item, broken: _Broken) -> None:
        if broken.refuse(item):
            return
        try:
            self._commit(item.rows)
        except Exception as error:
            item.error = error
            broken.take(item)

    def _commit(self, rows: Iterable[Row]) -> None:
        """Rows of one kind in a row go to the database at once; their order is kept.

        They go by the driver itself: each move comes here, and SQLAlchemy takes as long as the database. So it cannot
        tell which errors end a connection, and after any of them another is made.
        """
        runs = [(self._sql[kind], list(run)) for kind, run in groupby(rows, type)]
        if not runs:
            return
        with self._store.turn:
            try:
                driver = self._connection.connection
                try:
                    self._execute(driver, runs)
                    driver.commit()
                except BaseException:
                    driver.rollback()
                    raise
            except Exception as error:
                self._connection.invalidate(error)
                raise

    def _execute(self, driver: PoolProxiedConnection, runs: Iterable[tuple[str, Sequence[Row]]]) -> None:
        with closing(driver.cursor()) as cursor:
            if self._begin:
                cursor.execute(self._begin)
            for sql, run in runs:
                cursor.executemany(sql, run)
