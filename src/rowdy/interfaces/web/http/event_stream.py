"""What happens at a table as a stream of server-sent events: the live connection of a program that only listens."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import suppress

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from rowdy.interfaces.web.foreign_words import marked_words
from rowdy.interfaces.web.http.program_seats import HEAD_DECODER
from rowdy.interfaces.web.live.connection import Connection
from rowdy.interfaces.web.live.lobby import Lobby
from rowdy.interfaces.web.messages import Bye, encode
from rowdy.interfaces.web.store.keys import Key
from rowdy.interfaces.words import Words
from rowdy.rules.game import GameError

EVENTS = "text/event-stream"
STREAM = "rowdy.stream"
"""The extension of an ASGI scope by which a response marks itself as long-lived."""
PULSE_SECONDS = 15.0
"""The longest silence, in seconds: something is sent so often that both sides and proxies know the connection lives."""
MAX_SEND_SECONDS = 40.0
"""How long the client may take to read before the stream is ended, in seconds."""
PULSE = b": still here\n\n"


def as_event(message: bytes) -> bytes:
    """Returns a message as an event; its id is the number of the step, from which a client can resume."""
    head = HEAD_DECODER.decode(message)
    number = b"" if head.n is None or head.type == "answer" else b"id: %d\n" % head.n
    return b"event: %s\n%sdata: %s\n\n" % (head.type.encode(), number, message)


class _Queue:
    """The transport: messages wait here until the client has read those before."""

    def __init__(self) -> None:
        self._parts: deque[bytes] = deque()
        self._bytes = 0
        self._changed = asyncio.Event()
        self._ended = False

    def deliver_to(self, receive: Callable[[str | bytes], None]) -> None:
        pass  # nothing comes in over a stream of events

    def send_text(self, message: bytes) -> None:
        part = as_event(message)
        self._parts.append(part)
        self._bytes += len(part)
        self._changed.set()

    def unread_bytes(self) -> int:
        return self._bytes

    def close_when_sent(self, code: int) -> None:
        self._ended = True
        self._changed.set()

    def abort(self) -> None:
        self._parts.clear()
        self.close_when_sent(0)

    async def next(self) -> bytes | None:
        """Returns what to send next, a comment line if nothing happens, or `None` at the end."""
        if not self._parts and not self._ended:
            self._changed.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), PULSE_SECONDS)
        if self._parts:
            part = self._parts.popleft()
            self._bytes -= len(part)
            return part
        return None if self._ended else PULSE


class EventStream(Response):
    """A response that lasts as long as the client stays."""

    media_type = EVENTS

    def __init__(self, lobby: Lobby, key: Key, words: Words, seen: int, visitor: str) -> None:
        super().__init__(headers={"X-Accel-Buffering": "no"})  # nginx would buffer the events
        del self.headers["content-length"]
        self._lobby = lobby
        self._key = key
        self._words = words
        self._seen = seen
        self._visitor = visitor

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        if STREAM in scope.get("extensions", {}):
            scope["extensions"][STREAM]["goes_on"]()
        queue, key = _Queue(), self._key
        connection = Connection(key.chair, key.host, self._words, queue, key.hash, limits=self._lobby.settings.limits)
        gone = asyncio.create_task(_until_gone(receive, queue))
        try:
            room = await self._lobby.find(key.table_id, key.chair, self._seen)
            connection.words = marked_words(self._words, room.table.game.edition.game)
            if key.chair is not None or key.host:
                room.visitor = room.visitor or self._visitor
            room.join(connection, self._seen)  # nothing may be awaited before, as for a page
            try:
                await _pass_on(queue, send)
            finally:
                room.leave(connection)
        except GameError as error:
            event = as_event(encode(Bye(error.code, self._words.error(error))))
            await send({"type": "http.response.body", "body": event})
        finally:
            gone.cancel()


async def _pass_on(queue: _Queue, send: Send) -> None:
    with suppress(TimeoutError, OSError):
        while (part := await queue.next()) is not None:
            body = {"type": "http.response.body", "body": part, "more_body": True}
            await asyncio.wait_for(send(body), MAX_SEND_SECONDS)
        await send({"type": "http.response.body", "body": b""})


async def _until_gone(receive: Receive, queue: _Queue) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    queue.abort()
