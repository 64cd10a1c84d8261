"""One viewer's connection: what waits to be sent, and how much may come in."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from rowdy.interfaces.words import Words
from rowdy.play.table import Viewer

MOST_WAITING = 200
"""Who reads so slowly that more messages wait is let go, and comes back to a whole view."""
BURST, A_SECOND = 40.0, 10.0
"""So many messages at once are taken from a client, and so many a second in the long run."""
MOST_BAD = 20
"""A client whose messages cannot be read is let go after so many."""

GOING_AWAY, POLICY, TRY_LATER = 1001, 1008, 1013


@dataclass(eq=False)
class Connection:
    """A tab, say: several may look through one seat."""

    viewer: Viewer
    host: bool
    words: Words
    bad: int = 0
    asking: bool = False
    """A hint is on its way."""
    _waiting: deque[str] = field(default_factory=deque)
    _wake: asyncio.Event = field(default_factory=asyncio.Event)
    _end: int | None = None
    _tokens: float = BURST
    _filled: float = 0.0

    def send(self, text: str) -> None:
        if self._end is not None:
            return
        if len(self._waiting) >= MOST_WAITING:
            self._waiting.clear()
            self.end(TRY_LATER)
            return
        self._waiting.append(text)
        self._wake.set()

    def end(self, code: int) -> None:
        """Closes the connection once all before is sent."""
        if self._end is None:
            self._end = code
            self._wake.set()

    @property
    def ended(self) -> bool:
        return self._end is not None

    def allows(self, now: float) -> bool:
        """Whether another message may come in yet."""
        self._tokens = min(BURST, self._tokens + (now - self._filled) * A_SECOND)
        self._filled = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True

    async def pump(self, send: Callable[[str], Awaitable[None]], close: Callable[[int], Awaitable[None]]) -> None:
        """Sends what waits, for as long as the connection lasts."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._waiting:
                await send(self._waiting.popleft())
            if self._end is not None:
                await close(self._end)
                return
