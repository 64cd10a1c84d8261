"""Group commit: a thread commits all waiting rows together; only then are viewers told of them."""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import chain
from queue import SimpleQueue
from typing import TypeAlias

from rowdy.interfaces.web.store.commit import CommitRow
from rowdy.interfaces.web.store.database import StoreUnreachable

Done: TypeAlias = Callable[[Exception | None], None]
"""Called with `None` when rows are stored, or with the error if they could not be."""
Commit: TypeAlias = Callable[[Iterable[CommitRow]], None]
"""Stores all rows or, if it raises, none of them."""


@dataclass(slots=True)
class _Item:
    rows: Sequence[CommitRow]
    done: Done
    error: Exception | None = None


class _Broken(dict[str, Exception]):
    """The tables with rows that could not be stored, each with the error.

    Rows appended to them meanwhile build on what is lost, so they are refused with the same error.
    """

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
    """Commits in its own thread, one batch at a time; what is appended meanwhile is the next batch.

    Its methods are called only on the loop's thread, and only `close` blocks it.
    """

    def __init__(self, commit: Commit, loop: asyncio.AbstractEventLoop) -> None:
        self._commit = commit
        self._loop = loop
        self._waiting: list[_Item] = []
        self._under_way: deque[_Item] = deque()
        self._held = self._closed = False
        self._batches: SimpleQueue[Sequence[_Item] | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="rowdy-writer", daemon=True)
        self._thread.start()

    # On the loop's thread

    def append(self, rows: Sequence[CommitRow], done: Done) -> None:
        """Commits the rows together, then calls `done` on the loop.

        Items are committed and told in their order. After an error nothing of the item is stored, and nothing of later
        items of its tables that were appended before the error was told. If the connection broke off during the commit,
        the item may be stored all the same, so the table must be loaded again before anything else is appended to it.
        Without rows, `done` is called once all items before are told, which may be at once.
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
        """A context whose appended rows make one batch."""
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
            except Exception as error:  # the others must be told all the same
                self._loop.call_exception_handler({"message": "telling of a commit failed", "exception": error})
        self._held = False
        self._go_on()

    def close(self) -> None:
        """Commits what waits, then stops the thread; the loop calls `done` in its next iteration."""
        if self._closed:
            return
        self._closed = True
        self._batches.put(None)
        self._thread.join()
        self._settle(self._waiting, _Broken(self._under_way))
        self._under_way += self._waiting
        self._waiting = []
        with suppress(RuntimeError):  # the loop is closed: nobody is left to be told
            self._loop.call_soon(self._tell)

    # On the writer's own thread, and at the end

    def _run(self) -> None:
        while batch := self._batches.get():
            self._settle(batch, _Broken())
            del batch  # or its messages would stay in memory until the next one comes
            with suppress(RuntimeError):  # as above
                self._loop.call_soon_threadsafe(self._tell)

    def _settle(self, items: Iterable[_Item], broken: _Broken) -> None:
        """Stores the items, or notes the error of each."""
        good = [item for item in items if not broken.refuse(item)] if broken else items
        try:
            self._commit(chain.from_iterable(item.rows for item in good))
        except StoreUnreachable as error:
            for item in good:
                item.error = _without_frames(error) if item.rows else None
        except Exception:
            self._one_by_one(good, broken)

    def _one_by_one(self, items: Iterable[_Item], broken: _Broken) -> None:
        unreachable: StoreUnreachable | None = None
        for item in items:
            if broken.refuse(item):
                continue
            try:
                if unreachable and item.rows:
                    raise unreachable
                self._commit(item.rows)
            except Exception as error:
                item.error = _without_frames(error)
                broken.take(item)
                unreachable = error if isinstance(error, StoreUnreachable) else None


def _without_frames(error: Exception) -> Exception:
    """Returns the error without its traceback, whose frames refer to the items that will refer to the error.

    Such a cycle would keep the room of an item in memory until the next full garbage collection.
    """
    error.__cause__ = error.__context__ = None
    return error.with_traceback(None)
