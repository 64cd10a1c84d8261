"""The settings of a server, and the limits on what visitors may send."""

from __future__ import annotations

from dataclasses import dataclass

DAY_SECONDS = 86_400.0
MAX_PORT = 65_535
GRACE_SECONDS = 60
"""How long somebody may be away before the others can let a bot sit in."""
LINGER_SECONDS = 60.0
"""How long a program still counts as being at the table after its last request."""
KEEP_DAYS = 90
"""How long a table is kept after its last command."""


@dataclass(frozen=True)
class Limits:
    """The limits on messages at a table, which people who play do not reach.

    A *burst* is the number of messages that are accepted at once, and *refill* the time after which one more is: the
    capacity and the refill time of a token bucket.
    """

    message_burst: float = 40
    message_refill_seconds: float = 0.1
    reaction_burst: float = 5
    reaction_refill_seconds: float = 1.0
    """Reactions have their own limit, as everybody at the table is told of each."""
    refusal_burst: float = 100
    refusal_refill_seconds: float = 0.5
    """A client that keeps sending more than is accepted is disconnected."""
    unreadable_burst: float = 20
    unreadable_refill_seconds: float = 5.0
    """A client that sends more unreadable messages is disconnected."""
    max_unread_bytes: int = 1024 * 1024
    """A client for which more bytes wait is disconnected; when it comes back it gets a whole view."""
    max_tabs: int = 12
    """The most connections of a chair, or of a host without one."""
    max_watching: int = 100
    """The most spectators of a table."""


@dataclass(frozen=True)
class TrafficLimits:
    """The limits on connections: their number, their silence, and how much may come over them.

    An address has enough for forty people behind it, each with a table and a page that loads. A *frame* is one of a
    WebSocket, empty or not, or a request. A client that goes on when a budget is used up is disconnected.
    """

    max_connections: int = 10_000
    """The most connections in all; fewer if the system allows fewer open files."""
    max_connections_each: int = 400
    """The most connections of one address."""
    header_seconds: float = 10.0
    """How long a connection may take to send its first request, and a kept-alive one to send the next."""
    request_seconds: float = 60.0
    """How long a request may take, until the end of the answer is sent."""
    frame_burst: float = 200
    frame_refill_seconds: float = 1 / 40
    byte_burst: float = 256 * 1024
    byte_refill_seconds: float = 1 / (32 * 1024)
    """The time for one more byte over one live connection."""
    address_frame_burst: float = 4_000
    address_frame_refill_seconds: float = 1 / 400
    address_byte_burst: float = 8 * 1024 * 1024
    address_byte_refill_seconds: float = 1 / (1024 * 1024)
    """The time for one more byte over all connections of one address together."""


@dataclass(frozen=True, kw_only=True)
class Settings:
    grace_seconds: float = GRACE_SECONDS
    """How long somebody may be away before the others can let a bot sit in."""
    keep_seconds: float = KEEP_DAYS * DAY_SECONDS
    """How long a table is kept after its last command."""
    linger_seconds: float = LINGER_SECONDS
    """How long a program still counts as being at the table after its last request."""
    behind_proxy: bool = False
    """True if all requests come through a proxy, so that none counts as coming from this machine."""
    root_path: str = ""
    """The path prefix of the server behind a proxy, such as `/rowdy`; empty if it has none."""
    limits: Limits = Limits()
    traffic: TrafficLimits = TrafficLimits()
