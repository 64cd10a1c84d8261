"""The outbox of a room: messages wait in it until what they may speak of is on disk."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from functools import partial

from rowdy.interfaces.web.live.connection import Connection
from rowdy.play.table.entries import Viewer


class Pending:
    """An entry on its way to disk."""

    __slots__ = ("_queues", "settled", "then")

    def __init__(self, queues: Sequence[deque[Pending]]) -> None:
        self._queues = queues
        """Those of the viewers who may see the entry."""
        self.then: list[Callable[[], None]] = []
        """What is told with the entry and after it to those viewers."""
        self.settled: asyncio.Future[None] | None = None
        """Is done once the entry is stored or lost, if anybody waits for that."""
        for queue in queues:
            queue.append(self)

    def settle(self) -> None:
        """Takes the entry, which is stored or lost, out of the way."""
        for queue in self._queues:
            queue.popleft()
        if self.settled:
            self.settled.set_result(None)


class Outbox:
    """No message to a viewer overtakes an entry that they may see, and what is secret holds up nobody else's."""

    def __init__(self, viewers: Iterable[Viewer]) -> None:
        self._queues: dict[Viewer, deque[Pending]] = {viewer: deque() for viewer in viewers}

    def begin(self, seeing: Iterable[Viewer]) -> Pending:
        """Notes that an entry is on its way to disk which these viewers may see."""
        return Pending([self._queues[viewer] for viewer in seeing])

    def send(self, messages: Iterable[tuple[Connection, bytes]]) -> None:
        """Sends each message once all that its viewer may see is on disk."""
        for connection, text in messages:
            self.when_written(connection.viewer, partial(connection.send, text))

    def when_written(self, viewer: Viewer, act: Callable[[], None]) -> None:
        """Does something once all that this viewer may see is on disk."""
        if queue := self._queues[viewer]:
            queue[-1].then.append(act)
        else:
            act()

    async def settled(self) -> None:
        """Waits until all that everybody may see is on disk, or lost."""
        if queue := self._queues[None]:
            last = queue[-1]
            last.settled = settled = last.settled or asyncio.get_running_loop().create_future()
            await asyncio.shield(settled)
