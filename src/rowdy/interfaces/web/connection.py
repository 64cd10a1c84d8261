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
"""So many messages at once are taken from a seat, and so many a second in the long run."""
REACTIONS, REACTION = 5.0, 10.0
"""So many reactions at once, then one in the time of so many messages: everybody is told of each."""
MOST_BAD, BAD_A_SECOND = 20, 0.2
"""A client with more messages at once that cannot be read is let go; so many a second are forgotten."""

GOING_AWAY, POLICY, INTERNAL, TRY_LATER = 1001, 1008, 1011, 1013


@dataclass
class Tokens:
    """So many at once, then so many a second."""

    _used: float = 0.0
    _at: float = 0.0

    def take(self, now: float, at_once: float, a_second: float) -> bool:
        """Whether there is still one to use, which is then used."""
        self._used = max(0.0, self._used - (now - self._at) * a_second)
        self._at = now
        if self._used + 1 > at_once:
            return False
        self._used += 1
        return True


@dataclass
class Rates:
    """How much may come in from a seat, over all its connections, or from one who looks on."""

    _messages: Tokens = field(default_factory=Tokens)
    _reactions: Tokens = field(default_factory=Tokens)

    def allow_message(self, now: float) -> bool:
        return self._messages.take(now, BURST, A_SECOND)

    def allow_reaction(self, now: float) -> bool:
        return self._reactions.take(now, REACTIONS, A_SECOND / REACTION)


@dataclass(eq=False)
class Connection:
    """A tab, say: several may look through one seat."""

    viewer: Viewer
    host: bool
    words: Words
    rates: Rates = field(default_factory=Rates)
    """Those of its seat, once it has joined; who only looks on has their own."""
    bad: Tokens = field(default_factory=Tokens)
    """Messages that could not be read."""
    let_go: Callable[[], object] | None = None
    """Called when its client reads too slowly: such a one may not notice for long that it has ended."""
    _waiting: deque[str] = field(default_factory=deque)
    _wake: asyncio.Event = field(default_factory=asyncio.Event)
    _end: int | None = None

    def send(self, text: str) -> None:
        if self._end is not None:
            return
        if len(self._waiting) >= MOST_WAITING:
            self._waiting.clear()
            self.end(TRY_LATER)
            if self.let_go:
                self.let_go()
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
