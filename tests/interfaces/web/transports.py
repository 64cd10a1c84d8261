"""Connections to nobody, which keep what was sent."""

from __future__ import annotations

from collections.abc import Callable

from rowdy.interfaces.web.live.connection import Connection
from rowdy.interfaces.words import Words
from rowdy.play.table.entries import Chair


class RecordingTransport:
    def __init__(self) -> None:
        self.sent: list[bytes] = []
        self.closed: int | None = None
        """The code that it was closed with; 0 where it was aborted."""

    def deliver_to(self, receive: Callable[[str | bytes], None]) -> None: ...

    def send_text(self, message: bytes) -> None:
        self.sent.append(message)

    def unread_bytes(self) -> int:
        return sum(map(len, self.sent))

    def close_when_sent(self, code: int) -> None:
        self.closed = code

    def abort(self) -> None:
        self.closed = 0


def on_line(viewer: int | None, host: bool = False, key: bytes = b"", tab: str = "") -> Connection:
    return Connection(None if viewer is None else Chair(viewer), host, Words(), RecordingTransport(), key, tab)


def sent(connection: Connection) -> list[bytes]:
    assert isinstance(connection.transport, RecordingTransport)
    return connection.transport.sent
