"""Work for the processor that requests ask for, such as replays: off the event loop, and one piece at a time.

Python's threads take turns, so each piece that runs beside the loop delays everybody's moves a little. With one piece
at a time that is a few milliseconds, and somebody who asks for much waits only for their own.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple, ParamSpec, TypeVar

from rowdy.interfaces.web.live.threads import InThread
from rowdy.play.bots.fair_queue import Asker, FairQueue, Urgency
from rowdy.rules.game import GameError
from rowdy.rules.guest_games import FAULTS

MAX_WAITING = 200
"""The most pieces that may wait."""
MAX_WAITING_EACH = 50
"""The most pieces that may wait for one address; forty people behind it may all ask for something at once."""
RETRY_SECONDS = 5
"""How long somebody who was refused should wait, in seconds."""

P = ParamSpec("P")
T = TypeVar("T")


class _Piece(NamedTuple):
    work: Callable[[], Any]
    visitor: str
    result: asyncio.Future[Any]


class CpuWork:
    def __init__(
        self, in_thread: InThread, max_waiting: int = MAX_WAITING, max_waiting_each: int = MAX_WAITING_EACH
    ) -> None:
        self._in_thread = in_thread
        self._max_waiting = max_waiting
        self._max_waiting_each = max_waiting_each
        self._queue: FairQueue[_Piece] = FairQueue(max_under_way=1)
        self._waiting: Counter[str] = Counter()
        self._task: asyncio.Task[None] | None = None

    async def run(self, visitor: str, work: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Returns the result of the work when its turn has come; `GameError` if too much is waiting already."""
        if self._waiting[visitor] >= self._max_waiting_each or self._waiting.total() >= self._max_waiting:
            raise GameError("too-busy", seconds=RETRY_SECONDS)
        result: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        piece, asker = _Piece(partial(work, *args, **kwargs), visitor, result), Asker(visitor)
        self._waiting[visitor] += 1
        self._queue.put(piece, Urgency.REPLAY, asker)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._work())
        try:
            return await result
        finally:
            self._queue.discard(piece, Urgency.REPLAY, asker)
            self._waiting[visitor] -= 1
            if not self._waiting[visitor]:
                del self._waiting[visitor]

    async def _work(self) -> None:
        while (piece := self._queue.get_nowait()) is not None:
            try:
                done = await self._in_thread(piece.work)
            except FAULTS as error:  # whatever it is, it goes to the caller
                if not piece.result.done():
                    piece.result.set_exception(error)
            else:
                if not piece.result.done():
                    piece.result.set_result(done)
            finally:
                self._queue.done(Asker(piece.visitor))
