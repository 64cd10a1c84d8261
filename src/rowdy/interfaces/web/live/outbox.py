"""The outbox of a room: messages wait in it until what they may speak of is on disk."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import NamedTuple

from rowdy.interfaces.web.live.connection import Connection
from rowdy.play.table.entries import Viewer


class Pending:
    """An entry on its way to disk."""

    __slots__ = ("_queues", "lasting", "seq", "settled", "then")

    def __init__(self, seq: int, queues: Sequence[deque[Pending]]) -> None:
        self.seq = seq
        self._queues = queues
        """Those of the viewers who may see the entry."""
        self.then: list[Callable[[], None]] = []
        """What is told with the entry and after it to those viewers."""
        self.lasting: list[Callable[[], None]] = []
        """Those of the above that are true even if the entry is lost."""
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


class Retry(NamedTuple):
    """What waits for an entry on its way to disk, to be done again if that is lost to another server."""

    seq: int
    act: Callable[[], object]
    greets: bool


class Outbox:
    """No message to a viewer overtakes an entry that they may see, and what is secret holds up nobody else's."""

    def __init__(self, viewers: Iterable[Viewer]) -> None:
        self._queues: dict[Viewer, deque[Pending]] = {viewer: deque() for viewer in viewers}
        self.again: list[Retry] = []
        """What has to be done again if entries are lost to another server, in its order."""

    def begin(self, seq: int, seeing: Iterable[Viewer]) -> Pending:
        """Notes that the entry with this number is on its way to disk, which these viewers may see."""
        return Pending(seq, [self._queues[viewer] for viewer in seeing])

    def waits_for(self, viewer: Viewer) -> int | None:
        """Returns the number of the last entry on its way to disk that this viewer may see, if there is one."""
        queue = self._queues[viewer]
        return queue[-1].seq if queue else None

    def forget_again(self, seq: int) -> None:
        """Forgets what waited for this entry, which is stored."""
        if self.again:
            self.again = [one for one in self.again if one.seq > seq]

    def send(self, messages: Iterable[tuple[Connection, bytes]]) -> None:
        """Sends each message once all that its viewer may see is on disk; if that is lost, so is the message."""
        for connection, text in messages:
            if queue := self._queues[connection.viewer]:
                queue[-1].then.append(partial(connection.send, text))
            else:
                connection.send(text)

    def when_written(self, viewer: Viewer, act: Callable[[], None]) -> None:
        """Does something once all that this viewer may see is on disk, or another server has stored something else."""
        if queue := self._queues[viewer]:
            queue[-1].then.append(act)
            queue[-1].lasting.append(act)
        else:
            act()

    async def settled(self) -> None:
        """Waits until all that everybody may see is on disk, or lost."""
        if queue := self._queues[None]:
            last = queue[-1]
            last.settled = settled = last.settled or asyncio.get_running_loop().create_future()
            await asyncio.shield(settled)
