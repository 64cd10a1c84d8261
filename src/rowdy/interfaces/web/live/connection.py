"""One viewer's connection: what is sent over it, and how much may come in."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from enum import IntEnum
from typing import Protocol

from rowdy.interfaces.web.live.token_bucket import TokenBucket
from rowdy.interfaces.web.messages import Bye, encode
from rowdy.interfaces.web.settings import Limits
from rowdy.interfaces.words import Words
from rowdy.play.table.entries import Viewer

TRANSPORT = "rowdy.transport"
"""The extension of an ASGI scope by which the server offers its transport, without a task in between."""
MAX_REMEMBERED_REACTIONS = 100
"""How many of a viewer's last reactions are recognised when they are sent again."""


class CloseCode(IntEnum):
    """Why a WebSocket is closed (RFC 6455, section 7.4.1, and the IANA registry of close codes)."""

    GOING_AWAY = 1001
    POLICY_VIOLATION = 1008
    INTERNAL_ERROR = 1011
    TRY_AGAIN_LATER = 1013


class Transport(Protocol):
    """The WebSocket to a client, over which messages come and go in their order."""

    def deliver_to(self, receive: Callable[[str | bytes], None]) -> None:
        """Gives each message to `receive` as it comes, once those that came before have been received."""

    def send_text(self, message: bytes) -> None:
        """Sends a message, which waits in memory until the client reads it."""

    def unread_bytes(self) -> int:
        """Returns how many bytes wait in memory."""

    def close_when_sent(self, code: int) -> None:
        """Closes the connection once all messages before are sent."""

    def abort(self) -> None:
        """Closes the connection at once."""


class Rates:
    """The rate limits of a chair, for all its connections together, or of one spectator."""

    __slots__ = ("messages", "reactions")

    def __init__(self, limits: Limits) -> None:
        self.messages = TokenBucket(limits.message_burst, limits.message_refill_seconds)
        self.reactions = TokenBucket(limits.reaction_burst, limits.reaction_refill_seconds)


class Reactions:
    """The last reactions at a table, which no log has, so that one that is sent again is told only once."""

    __slots__ = ("_ids",)

    def __init__(self) -> None:
        self._ids: dict[Viewer, deque[str]] = {}
        """The ids of each viewer's last reactions; made when somebody reacts, as few people do."""

    def known(self, viewer: Viewer, id: str) -> bool:
        """Returns whether the reaction with this id is one of the viewer's last."""
        return id in self._ids.get(viewer, ())

    def note(self, viewer: Viewer, id: str) -> None:
        self._ids.setdefault(viewer, deque(maxlen=MAX_REMEMBERED_REACTIONS)).append(id)


class Connection:
    """One connection, such as a browser tab; a chair may have several."""

    def __init__(
        self,
        viewer: Viewer,
        host: bool,
        words: Words,
        transport: Transport,
        key: bytes = b"",
        tab: str = "",
        limits: Limits = Limits(),  # noqa: B008  (frozen)
        several: bool = False,
    ) -> None:
        """`key` is the hash of the key that opened the connection, `tab` a name that a client keeps when it reconnects.

        `several` is true if several people share the screen of this client.
        """
        self.viewer = viewer
        self.host = host
        self.words = words
        self.transport = transport
        self.key = key
        self.tab = tab
        self.several = several
        self.rates = Rates(limits)
        """Shared by all connections of a chair, once this one has joined; a spectator keeps their own."""
        self.refusals = TokenBucket(limits.refusal_burst, limits.refusal_refill_seconds)
        self.unreadable = TokenBucket(limits.unreadable_burst, limits.unreadable_refill_seconds)
        self.ended = False
        self._max_unread_bytes = limits.max_unread_bytes

    def send(self, message: bytes) -> None:
        if self.ended:
            return
        self.transport.send_text(message)
        if self.transport.unread_bytes() > self._max_unread_bytes:
            self.ended = True
            self.transport.abort()

    def end(self, close_code: CloseCode) -> None:
        """Closes the connection once all messages before are sent."""
        if not self.ended:
            self.ended = True
            self.transport.close_when_sent(close_code)

    def say_goodbye(self, code: str, close_code: CloseCode) -> None:
        """Tells the client why the connection ends, and ends it."""
        self.send(encode(Bye(code, self.words(f"error-{code}"))))
        self.end(close_code)
