"""One viewer's connection: how much may wait to be read, and how much may come in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from rowdy.interfaces.words import Words
from rowdy.play.table import Viewer

MOST_UNREAD = 1024 * 1024
"""Who reads so slowly that more bytes wait is let go, and comes back to a whole view."""
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


LINE = "rowdy.line"
"""The extension of a scope under which the server offers the line itself, without a task between."""


class Line(Protocol):
    """The wire to a client, by which messages come and go in their order."""

    def heard_by(self, hear: Callable[[str | bytes], None]) -> None:
        """From now on messages are given to `hear` as they come, once those that wait already have been received."""

    def tell(self, message: bytes) -> None:
        """Sends a message as soon as the client reads; until then it waits in memory."""

    def unread(self) -> int:
        """How many bytes wait."""

    def hang_up(self, code: int) -> None:
        """Ends the connection once all before is sent."""

    def cut(self) -> None:
        """Ends the connection at once."""


@dataclass(eq=False)
class Connection:
    """A tab, say: several may look through one seat."""

    viewer: Viewer
    host: bool
    words: Words
    line: Line
    key: bytes = b""
    """The hash of the key it came by."""
    tab: str = ""
    """What the client calls itself, each time it comes."""
    rates: Rates = field(default_factory=Rates)
    """Those of its seat, once it has joined; who only looks on has their own."""
    bad: Tokens = field(default_factory=Tokens)
    """Messages that could not be read."""
    ended: bool = False

    def send(self, message: bytes) -> None:
        if self.ended:
            return
        self.line.tell(message)
        if self.line.unread() > MOST_UNREAD:
            self.ended = True
            self.line.cut()

    def end(self, code: int) -> None:
        """Closes the connection once all before is sent."""
        if not self.ended:
            self.ended = True
            self.line.hang_up(code)
