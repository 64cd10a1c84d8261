"""The settings of a server, and the limits on what visitors may send."""

from __future__ import annotations

from dataclasses import dataclass

DAY_SECONDS = 86_400.0
GRACE_SECONDS = 60
"""How long somebody may be away before the others can let a bot sit in."""
KEEP_DAYS = 90
"""How long a table is kept after its last command."""


@dataclass(frozen=True)
class Limits:
    """How much may come in and wait at a table. People who play do not meet these limits.

    A *burst* is the number of messages that are taken at once, and *refill* the time after which one more is: the
    capacity and the pace of a token bucket.
    """

    message_burst: float = 40
    message_refill_seconds: float = 0.1
    reaction_burst: float = 5
    reaction_refill_seconds: float = 1.0
    """Everybody at the table is told of each reaction, so they have a limit of their own."""
    refusal_burst: float = 100
    refusal_refill_seconds: float = 0.5
    """A client that goes on sending more than is taken is let go."""
    unreadable_burst: float = 20
    unreadable_refill_seconds: float = 5.0
    """A client that sends more of what cannot be read is let go."""
    max_unread_bytes: int = 1024 * 1024
    """A client for which more bytes wait is let go; when it comes back it gets a whole view."""
    max_tabs: int = 12
    """How many connections a seat may have, or a host without a seat."""
    max_watching: int = 100
    """How many spectators a table may have."""


@dataclass(frozen=True)
class TrafficLimits:
    """How many connections there may be, for how long they may say nothing, and how much may come over them.

    An address has enough for forty people behind it, each with a table and a page that loads. A *frame* is one of a
    WebSocket, empty or not, or a request. Who goes on when a budget is used up is disconnected.
    """

    max_connections: int = 10_000
    """In all; fewer where the system allows fewer open files."""
    max_connections_each: int = 400
    """For one address."""
    header_seconds: float = 10.0
    """How long a connection may take until the first request has come, and a kept one until the next."""
    request_seconds: float = 60.0
    """How long a request may take, until the last of the answer is on its way."""
    frame_burst: float = 200
    frame_refill_seconds: float = 1 / 40
    byte_burst: float = 256 * 1024
    byte_refill_seconds: float = 1 / (32 * 1024)
    """For one live connection."""
    address_frame_burst: float = 4_000
    address_frame_refill_seconds: float = 1 / 400
    address_byte_burst: float = 8 * 1024 * 1024
    address_byte_refill_seconds: float = 1 / (1024 * 1024)
    """For all connections of one address together."""


@dataclass(frozen=True)
class Settings:
    grace_seconds: float = GRACE_SECONDS
    """How long somebody may be away before the others can let a bot sit in."""
    keep_seconds: float = KEEP_DAYS * DAY_SECONDS
    """How long a table is kept after its last command."""
    behind_proxy: bool = False
    """All requests come through a proxy, so that none is known to come from this machine."""
    root_path: str = ""
    """The folder that a proxy gives the server, such as `/rowdy`; nothing if it has its address to itself."""
    limits: Limits = Limits()
    traffic: TrafficLimits = TrafficLimits()
