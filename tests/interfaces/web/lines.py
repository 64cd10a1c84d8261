"""A line to nobody, which keeps what was told."""

from __future__ import annotations

from collections.abc import Callable

from rowdy.interfaces.web.connection import Connection
from rowdy.interfaces.words import Words
from rowdy.play.table import Viewer


class Heard:
    def __init__(self) -> None:
        self.told: list[bytes] = []
        self.closed: int | None = None
        """The code that it was closed with; 0 where it was cut."""

    def heard_by(self, hear: Callable[[str | bytes], None]) -> None: ...

    def tell(self, message: bytes) -> None:
        self.told.append(message)

    def unread(self) -> int:
        return sum(map(len, self.told))

    def hang_up(self, code: int) -> None:
        self.closed = code

    def cut(self) -> None:
        self.closed = 0


def on_line(viewer: Viewer, host: bool = False, key: bytes = b"", tab: str = "") -> Connection:
    return Connection(viewer, host, Words(), Heard(), key, tab)


def heard(connection: Connection) -> list[bytes]:
    assert isinstance(connection.line, Heard)
    return connection.line.told
