"""The outbox of a room: messages wait in it until the entries that they may mention are on disk."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import NamedTuple

from rowdy.interfaces.web.live.connection import Connection
from rowdy.play.table.entries import Viewer


class Pending:
    """An entry on its way to disk."""

    __slots__ = ("_queues", "lasting", "seq", "settled", "then")

    def __init__(self, seq: int, queues: Sequence[list[Pending]]) -> None:
        self.seq = seq
        self._queues = queues
        """The queues of the viewers who may see the entry."""
        self.then: list[Callable[[], None]] = []
        """The actions that tell those viewers of the entry, and of what came after it."""
        self.lasting: list[Callable[[], None]] = []
        """The actions, of those, that are valid even if the entry is lost."""
        self.settled: asyncio.Future[None] | None = None
        """Set when somebody waits for the entry; done once it is stored or lost."""
        for queue in queues:
            queue.append(self)

    def settle(self) -> None:
        """Removes the entry, which is stored or lost, from the queues."""
        for queue in self._queues:
            queue.pop(0)
        if self.settled:
            self.settled.set_result(None)


class Retry(NamedTuple):
    """An action to repeat if an entry on its way to disk is lost to another server."""

    seq: int
    act: Callable[[], object]
    greets: bool


class Outbox:
    """No message to a viewer overtakes an entry that they may see, and a secret entry delays nobody else's messages."""

    def __init__(self, viewers: Iterable[Viewer]) -> None:
        self._queues: dict[Viewer, list[Pending]] = {viewer: [] for viewer in viewers}
        """The entries on their way to disk that each viewer may see; lists, as an empty deque is ten times as large."""
        self.retries: list[Retry] = []
        """The actions to repeat, in order, if entries are lost to another server."""

    def begin(self, seq: int, seeing: Iterable[Viewer]) -> Pending:
        """Notes that the entry with this number, which these viewers may see, is on its way to disk."""
        return Pending(seq, [self._queues[viewer] for viewer in seeing])

    def waits_for(self, viewer: Viewer) -> int | None:
        """Returns the number of the last entry on its way to disk that this viewer may see, if there is one."""
        queue = self._queues[viewer]
        return queue[-1].seq if queue else None

    def forget_retries(self, seq: int) -> None:
        """Forgets what would be retried if this entry were lost, as it is stored."""
        if self.retries:
            self.retries = [one for one in self.retries if one.seq > seq]

    def send(self, messages: Iterable[tuple[Connection, bytes]]) -> None:
        """Sends each message once all entries that its viewer may see are on disk; it is lost if one of them is."""
        for connection, text in messages:
            if queue := self._queues[connection.viewer]:
                queue[-1].then.append(partial(connection.send, text))
            else:
                connection.send(text)

    def when_written(self, viewer: Viewer, act: Callable[[], None]) -> None:
        """Calls `act` once all entries that this viewer may see are on disk, or another server has stored others."""
        if queue := self._queues[viewer]:
            queue[-1].then.append(act)
            queue[-1].lasting.append(act)
        else:
            act()

    async def settled(self) -> None:
        """Waits until all public entries are on disk, or lost."""
        if queue := self._queues[None]:
            last = queue[-1]
            last.settled = settled = last.settled or asyncio.get_running_loop().create_future()
            await asyncio.shield(settled)
