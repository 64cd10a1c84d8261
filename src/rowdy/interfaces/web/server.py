"""The server around the app: the sockets it listens on, how uvicorn is set, and how it ends."""

from __future__ import annotations

import errno
import gc
import os
import signal
import socket
import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from types import FrameType

import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState

from rowdy.interfaces.web.connection import LINE
from rowdy.rules.game import InvalidSetup

MAX_PORT = 65_535
TRIES = 50
"""So many ports from the wanted one on are tried before any free one is taken."""
MAX_FRAME = 16 * 1024
"""The largest message of a client in bytes."""
MAX_UNREAD = 256 * 1024
"""So many bytes may wait for a client that does not read."""
SET_ASIDE, LOOK_THROUGH = 30, 3_600
"""How often in seconds the collector sets aside what is no longer new, and looks through all."""
PATIENCE = 5
"""For how many seconds the end waits for connections that do not close."""
MANY_FILES = 65_536
MACOS_FILES = 10_240
"""More than these macOS does not grant, even where it names no limit."""
HOME = ((socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1"))
EVERYWHERE = ((socket.AF_INET, "0.0.0.0"), (socket.AF_INET6, "::"))


def listen(port: int, lan: bool) -> list[socket.socket]:
    """Sockets that listen at this port or, if it is taken, at one of the next. Port 0 stands for any that is free."""
    if not 0 <= port <= MAX_PORT:
        raise InvalidSetup("port", most=MAX_PORT)
    places = EVERYWHERE if lan else HOME
    for number in (*range(port, min(port + TRIES, MAX_PORT + 1)), 0):
        if sockets := _listen_at(number, places):
            return sockets
    raise InvalidSetup("port-none", port=port)


def _listen_at(port: int, places: Sequence[tuple[socket.AddressFamily, str]]) -> list[socket.socket]:
    """One socket for each kind of address that this machine has, or none at all if one of them is taken."""
    sockets: list[socket.socket] = []
    for family, address in places:
        try:
            opened = _open(family, address, port)
        except PermissionError as error:
            raise InvalidSetup("port-denied", port=port) from error
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                continue  # this machine lacks such addresses
            for other in sockets:
                other.close()
            return []
        sockets.append(opened)
        port = port_of(sockets)
    return sockets


def _open(family: socket.AddressFamily, address: str, port: int) -> socket.socket:
    """It listens at once: only then is the port ours for certain.

    Only where TCP is named does asyncio send small messages without delay, which is 40 ms otherwise.
    """
    opened = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if sys.platform != "win32":  # there it would let two servers share a port
            opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            opened.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        opened.bind((address, port))
        opened.listen(socket.SOMAXCONN)
    except BaseException:
        opened.close()
        raise
    return opened


def port_of(sockets: Sequence[socket.socket]) -> int:
    port: int = sockets[0].getsockname()[1]
    return port


def network_address() -> str | None:
    """This machine's address in its network. Connecting by UDP sends nothing: it only chooses the way out."""
    for family, elsewhere in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as probe:
                probe.connect((elsewhere, 9))
                address: str = probe.getsockname()[0]
        except OSError:
            continue
        return f"[{address}]" if family == socket.AF_INET6 else address
    return None


def raise_file_limit() -> None:
    """Every connection is an open file, and some systems allow a process few of them unless it asks for more."""
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    for files in (MANY_FILES, MACOS_FILES):
        wanted = files if hard == resource.RLIM_INFINITY else min(files, hard)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            with suppress(OSError, ValueError):
                resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
                return


class Collector:
    """Tables live long and are hardly ever garbage: looking through all of them, or many at once, stops everybody.

    So only what is new is looked through; what has lived for a while is set aside unseen, until its turn comes after a
    long time.
    """

    def __init__(self) -> None:
        gc.collect()
        gc.freeze()
        gc.set_threshold(20_000, 1_000, 1_000)
        self._looked = time.monotonic()

    async def set_aside(self) -> None:
        if time.monotonic() - self._looked > LOOK_THROUGH:
            gc.unfreeze()
            gc.collect()
            self._looked = time.monotonic()
        gc.freeze()


class Socket(WebSocketsSansIOProtocol):
    """uvicorn's own, but the line can be used without a task, a queue and a pause of reading for each message.

    Somebody who sends pings and reads no answers is let go before those fill the memory.
    """

    _hear: Callable[[str | bytes], None] | None = None

    async def run_asgi(self) -> None:
        self.scope["extensions"][LINE] = {"line": self}
        try:
            await super().run_asgi()
        finally:
            del self.scope["extensions"][LINE]  # what holds itself stays in memory for long

    def heard_by(self, hear: Callable[[str | bytes], None]) -> None:
        self._hear = hear

    def connection_lost(self, exc: Exception | None) -> None:
        self._hear = None
        super().connection_lost(exc)

    def send_receive_event_to_app(self) -> None:
        message = b"".join(self.frames)
        plain = message.isascii()  # uvicorn looks whether other text is text at all
        if self._hear is None or self.close_sent or not plain or not self.queue.empty():
            super().send_receive_event_to_app()
        else:
            self.frames = []
            self._hear(message)

    def tell(self, message: bytes) -> None:
        if not self.close_sent and not self.transport.is_closing():
            with suppress(InvalidState):  # the other side is gone, as the app will learn
                self.conn.send_text(message)
                self.transport.write(b"".join(self.conn.data_to_send()))

    def unread(self) -> int:
        return self.transport.get_write_buffer_size()

    def hang_up(self, code: int) -> None:
        task = self.loop.create_task(self._close(code))
        self.tasks.add(task)
        task.add_done_callback(self.on_task_complete)

    async def _close(self, code: int) -> None:
        with suppress(ClientDisconnected):
            await self.send({"type": "websocket.close", "code": code, "reason": None})

    def cut(self) -> None:
        self.transport.abort()

    def handle_ping(self) -> None:
        if self.unread() > MAX_UNREAD:
            self.cut()
        else:
            super().handle_ping()


class Server(uvicorn.Server):
    """Says goodbye before it closes connections, and goes at once if it is told so twice."""

    def __init__(
        self, app: ASGIApp, goodbye: Callable[[], Awaitable[None]], behind_proxy: bool = False, alone: bool = False
    ) -> None:
        """`alone`: this process is for the server only, whose needs its collector may follow."""
        config = uvicorn.Config(
            app,
            ws=Socket,
            ws_per_message_deflate=False,
            ws_max_size=MAX_FRAME,
            lifespan="on",
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=behind_proxy,
            timeout_graceful_shutdown=PATIENCE,
            callback_notify=Collector().set_aside if alone else None,
            timeout_notify=SET_ASIDE,
        )
        super().__init__(config)
        self._goodbye = goodbye
        self.interrupted = False

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._goodbye()
        await super().shutdown(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Nothing is lost by going at once: all that anybody was told is on disk. uvicorn would raise the signal again
        after its end; ours is an end like any other."""
        if self.should_exit and sig == signal.SIGINT:
            os._exit(128 + sig)
        self.interrupted = self.interrupted or sig == signal.SIGINT
        self.should_exit = True
