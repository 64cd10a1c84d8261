"""A queue in which nobody starves the others: round robin over visitors, and over the tables of each."""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict, deque
from enum import IntEnum
from typing import Generic, NamedTuple, TypeAlias, TypeVar


class Asker(NamedTuple):
    """On whose behalf a question is asked. Neither part reveals anything about a game."""

    visitor: str = ""
    """The address from which the table was opened, or the table itself if that is not known."""
    table: str = ""


ANYBODY = Asker()


class Urgency(IntEnum):
    """How urgent a question is: a whole table waits for a bot's move, one person for a hint, nobody for the past."""

    MOVE = 0
    HINT = 1
    REPLAY = 2
    REVIEW = 3


T = TypeVar("T")
Turns: TypeAlias = OrderedDict[str, OrderedDict[str, deque[T]]]
"""The waiting items by visitor and table, each in the order of their turns."""


class FairQueue(Generic[T]):
    """A queue by urgency; within one urgency visitors take turns, and so do the tables of a visitor."""

    def __init__(self, max_under_way: int) -> None:
        """`max_under_way` is how many of one visitor's items may be under way at once."""
        self._max_under_way = max_under_way
        self._waiting: dict[Urgency, Turns[T]] = {urgency: OrderedDict() for urgency in Urgency}
        self._under_way: Counter[str] = Counter()
        self._changed = asyncio.Event()

    def put(self, item: T, urgency: Urgency, asker: Asker, *, first: bool = False) -> None:
        """Adds an item; `first` puts it before what else waits for the same table."""
        tables = self._waiting[urgency].setdefault(asker.visitor, OrderedDict())
        items = tables.setdefault(asker.table, deque())
        if first:
            items.appendleft(item)
        else:
            items.append(item)
        self._changed.set()

    def discard(self, item: T, urgency: Urgency, asker: Asker) -> None:
        """Removes an item that nobody waits for any more, if it is still in the queue."""
        tables = self._waiting[urgency].get(asker.visitor, OrderedDict())
        items = tables.get(asker.table, deque())
        if item in items:
            items.remove(item)
            if not items:
                del tables[asker.table]
            if not tables:
                del self._waiting[urgency][asker.visitor]

    async def get(self) -> T:
        """Returns the next item, which is under way until `done` is called for its asker."""
        while (found := self.get_nowait()) is None:
            self._changed.clear()
            await self._changed.wait()
        return found

    def done(self, asker: Asker) -> None:
        self._under_way[asker.visitor] -= 1
        self._under_way += Counter()  # drops visitors with nothing under way
        self._changed.set()

    def get_nowait(self) -> T | None:
        """Returns the next item as `get` does, or `None` if no waiting item may start now."""
        for turns in self._waiting.values():
            for visitor, tables in turns.items():
                if self._under_way[visitor] < self._max_under_way:
                    self._under_way[visitor] += 1
                    found = _take(tables)
                    turns.move_to_end(visitor)
                    if not tables:
                        del turns[visitor]
                    return found
        return None


def _take(tables: OrderedDict[str, deque[T]]) -> T:
    table, items = next(iter(tables.items()))
    found = items.popleft()
    tables.move_to_end(table)
    if not items:
        del tables[table]
    return found
