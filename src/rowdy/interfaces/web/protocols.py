"""uvicorn's protocols with limits: how long a connection may be silent, and how much may come over it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

import h11
from starlette.requests import Request
from starlette.types import Message, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.frames import Frame

from rowdy.interfaces.web.http.event_stream import STREAM
from rowdy.interfaces.web.http.requests import refuse
from rowdy.interfaces.web.live.connection import TRANSPORT, CloseCode
from rowdy.interfaces.web.traffic import Budget, Slot, Traffic
from rowdy.rules.game import GameError

MAX_UNREAD_BYTES = 256 * 1024
"""The most bytes that may wait for a client that sends pings and does not read the answers."""
QUIET_SHARE = 0.5
"""A connection with at least this share of its own budget left stays, even if its address's budget is used up."""
REFUSED_SECONDS = 5
"""How long an address behind a proxy that asked too much is told to wait."""
SLICE_BYTES = 1024
"""How many bytes of a live connection are parsed before its frames are counted."""

logger = logging.getLogger(__name__)


def bound_protocols(traffic: Traffic) -> tuple[type[Http], type[Socket]]:
    """Returns the protocol classes of one server, which share its limits; each connection gets an object."""
    return type("Http", (Http,), {"traffic": traffic}), type("Socket", (Socket,), {"traffic": traffic})


def _forwarded_host(app: Any, peer: tuple[str, int] | None, headers: Iterable[tuple[bytes, bytes]]) -> str | None:
    """Returns the address that a trusted proxy forwards for, or `None` if it names none."""
    if not isinstance(app, ProxyHeadersMiddleware) or peer is None or peer[0] not in app.trusted_hosts:
        return None
    named = b", ".join(value for name, value in headers if name == b"x-forwarded-for").decode("latin-1")
    return app.trusted_hosts.get_trusted_client_address(named)[0] or None if named else None


def untie(transport: asyncio.Transport) -> None:
    """Breaks the reference cycle in the transport of a connection that is over.

    It would stay in memory, with its socket, until the next full garbage collection, which may be an hour away (see
    `Collector`). From Python 3.12 on asyncio does the same, but not for connections that are aborted.
    """
    for callback in ("_read_ready_cb", "_write_ready"):
        if callback in getattr(transport, "__dict__", ()):  # those of other event loops have none
            setattr(transport, callback, None)


class Http(H11Protocol):
    """uvicorn's own HTTP protocol with timeouts: requests must arrive, and answers must be read, in time."""

    traffic: Traffic
    _slot: Slot | None = None
    _timer: asyncio.TimerHandle | None = None
    _busy = False
    """True while a request is being answered."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if self.client and self._is_proxy(self.client):
            self.app = self._count_forwarded
        self._slot = self.traffic.open()
        if self._slot is None:
            logger.warning("there are too many connections")
            transport.abort()
        elif self.client and not self._is_proxy(self.client) and not self._slot.attribute(self.client[0]):
            logger.warning("an address has too many connections")
            transport.abort()
        else:
            self._wait(self.traffic.limits.header_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        if self._slot:
            self._slot.release()
        super().connection_lost(exc)
        self._forget_request()
        untie(self.transport)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        if self._slot and not self._slot.take(bytes_=len(data)):
            logger.warning("a connection that sent too much was ended")
            self.transport.abort()
            return
        super().data_received(data)

    def handle_events(self) -> None:
        super().handle_events()
        if self._busy or self.cycle is None or self.cycle.response_complete:
            return
        self._busy = True
        self._wait(self.traffic.limits.request_seconds)
        self.scope["extensions"] = {STREAM: {"goes_on": self._stop_waiting}}
        if self._slot and not self._slot.take(frames=1):
            logger.warning("an address that asked too much was cut off")
            self.transport.abort()

    def on_response_complete(self) -> None:
        self._busy = False
        self._forget_request()
        self._wait(self.timeout_keep_alive + self.traffic.limits.header_seconds)
        super().on_response_complete()

    def _forget_request(self) -> None:
        """Takes this connection out of the request's scope, which it refers to itself (see `untie`)."""
        if self.scope:
            self.scope.pop("extensions", None)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._stop_waiting()
        slot, self._slot = self._slot, None
        super().handle_websocket_upgrade(event)
        socket = self.transport.get_protocol()
        if isinstance(socket, Socket) and slot:
            socket.take_over(slot)

    async def _count_forwarded(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Counts a request for the address that the proxy forwards for.

        Others share the proxy's connection, so an address that asks too much is refused, and nobody is cut off.
        """
        host = _forwarded_host(self.config.loaded_app, self.client, scope["headers"])

        async def receive_counted() -> Message:
            message = await receive()
            if host and not self.traffic.take(host, bytes_=len(message.get("body", b""))):
                return {"type": "http.disconnect"}
            return message

        head_bytes = sum(len(name) + len(value) for name, value in scope["headers"])
        if host and not self.traffic.take(host, frames=1, bytes_=head_bytes):
            logger.warning("an address that asked too much was refused")
            refusal = refuse(Request(scope), GameError("too-often", seconds=REFUSED_SECONDS))
            await refusal(scope, receive, send)
        else:
            await self.config.loaded_app(scope, receive_counted, send)

    def _is_proxy(self, peer: tuple[str, int]) -> bool:
        app = self.config.loaded_app
        return isinstance(app, ProxyHeadersMiddleware) and peer[0] in app.trusted_hosts

    def _wait(self, seconds: float) -> None:
        """Ends the connection after this time, unless something happens before."""
        self._stop_waiting()
        self._timer = self.loop.call_later(seconds, self.transport.abort)

    def _stop_waiting(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None


class Socket(WebSocketsSansIOProtocol):
    """uvicorn's own WebSocket protocol, which is also a `Transport`: messages need no task, queue or pause of reading.

    A client that sends pings and reads no answers is disconnected before those fill the memory, and so is one that
    sends more than its budget: data is parsed slice by slice, as one large piece may hold thousands of empty frames.
    """

    traffic: Traffic
    _receive_text: Callable[[str | bytes], None] | None = None
    _slot: Slot | None = None
    _budget: Budget | None = None

    def take_over(self, slot: Slot) -> None:
        """Takes over the slot that the connection had while it spoke HTTP."""
        self._slot, self._budget = slot, self.traffic.connection_budget()
        if not slot.attributed and self.handshake_initiated and not self.close_sent:
            forwarded = _forwarded_host(self.config.loaded_app, self.client, self.scope["headers"])
            if forwarded and not slot.attribute(forwarded):
                logger.warning("an address has too many connections")
                self.abort()

    def data_received(self, data: bytes) -> None:
        if not self._may_come(bytes_=len(data)):
            return
        if len(data) <= SLICE_BYTES:
            super().data_received(data)
            return
        for start in range(0, len(data), SLICE_BYTES):
            if self.transport.is_closing():
                return
            super().data_received(data[start : start + SLICE_BYTES])

    def handle_events(self) -> None:
        if self._may_come(frames=len(self.conn.events)):
            super().handle_events()

    def _may_come(self, frames: int = 0, bytes_: int = 0) -> bool:
        """Counts what came; False, and the connection ends, if it is more than the budget."""
        if self._slot is None or self._budget is None:  # during the handshake, which was counted as a request
            return True
        now = self.traffic.clock()
        if self._budget.take(now, frames, bytes_) and (
            self._slot.take(frames, bytes_) or self._budget.full(now, QUIET_SHARE)
        ):
            return True
        logger.warning("a connection that sent too much was ended")
        self._cut_off()
        return False

    def _cut_off(self) -> None:
        """Ends the connection at once, if possible with a reason."""
        self._receive_text = None
        with suppress(InvalidState):
            self.conn.send_close(CloseCode.POLICY_VIOLATION)
            self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        if self.unread_bytes():
            self.transport.abort()
        else:
            self.transport.close()

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.transport.abort()  # a client that answers no ping will not read either

    async def run_asgi(self) -> None:
        self.scope["extensions"][TRANSPORT] = {"transport": self}
        try:
            await super().run_asgi()
        finally:
            del self.scope["extensions"][TRANSPORT]  # a reference cycle would stay in memory for long

    def deliver_to(self, receive: Callable[[str | bytes], None]) -> None:
        if not self.disconnected:  # or what receives, which refers to this, would keep it and the room in memory
            self._receive_text = receive

    def connection_lost(self, exc: Exception | None) -> None:
        self._receive_text = None
        if self._slot:
            self._slot.release()
        super().connection_lost(exc)
        self.conn.parser.close()  # a generator that refers to the object it is a part of
        untie(self.transport)

    def handle_text(self, event: Frame) -> None:
        message = bytes(event.data)
        whole = event.fin and message.isascii()  # uvicorn validates other text as UTF-8
        if self._receive_text is None or self.close_sent or not whole or not self.queue.empty():
            super().handle_text(event)
        else:
            self._receive_text(message)

    def send_text(self, message: bytes) -> None:
        if not self.close_sent and not self.transport.is_closing():
            with suppress(InvalidState):  # the other side is gone, which the app will notice
                self.conn.send_text(message)
                self.transport.write(b"".join(self.conn.data_to_send()))

    def unread_bytes(self) -> int:
        return self.transport.get_write_buffer_size()

    def close_when_sent(self, code: int) -> None:
        task = self.loop.create_task(self._close(code))
        self.tasks.add(task)
        task.add_done_callback(self.on_task_complete)

    async def _close(self, code: int) -> None:
        with suppress(ClientDisconnected):
            await self.send({"type": "websocket.close", "code": code, "reason": None})

    def abort(self) -> None:
        self.transport.abort()

    def handle_ping(self) -> None:
        if self.unread_bytes() > MAX_UNREAD_BYTES:
            self.abort()
        else:
            super().handle_ping()
