"""The server around the app: its sockets, the settings of uvicorn, and the shutdown."""

from __future__ import annotations

import asyncio
import errno
import gc
import logging
import os
import signal
import socket
import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from types import FrameType
from typing import Any, TypeAlias

import uvicorn
from starlette.types import ASGIApp

from rowdy.interfaces.web.protocols import bound_protocols
from rowdy.interfaces.web.settings import MAX_PORT, TrafficLimits
from rowdy.interfaces.web.traffic import Traffic
from rowdy.rules.game import InvalidSetup

MAX_PORTS_TRIED = 50
"""How many ports from the wanted one on are tried before any free one is taken."""
MAX_MESSAGE_BYTES = 16 * 1024
"""The size of the largest message that a client may send."""
ANY_PORT = 9
"""The port of a connection over which nothing is sent; 9 is where anything sent would be discarded."""
COLLECT_AFTER = (20_000, 1_000, 1_000)
"""The thresholds of the garbage collector, far above those of Python, so that it runs seldom."""
FREEZE_EVERY_SECONDS = 30
"""The interval at which the garbage collector sets aside objects that are no longer new."""
COLLECT_EVERY_SECONDS = 3_600
"""The interval between full garbage collections, however few objects there are."""
COLLECT_AT_MOST_EVERY_SECONDS = 300
"""The shortest interval between full collections, if there are many more objects than the last time."""
MUCH_MORE = 1.3
"""The growth in the number of objects, as a factor, that calls for a full collection before its time."""
SHUTDOWN_SECONDS = 5
"""How long the shutdown waits for connections that do not close."""
ACCEPTED_AT_ONCE = 128
"""The most connections accepted in a row before existing ones are served."""
SPARE_FILES = 100
"""The open files that the server reserves for other uses than connections."""
MAX_FILES = 65_536
"""The limit on open files that the server asks for; every connection is one."""
MAX_MACOS_FILES = 10_240
"""The most open files that macOS grants, even if it names no limit."""
Addresses: TypeAlias = Sequence[tuple[socket.AddressFamily, str]]
LOCAL_ADDRESSES: Addresses = ((socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1"))
ALL_ADDRESSES: Addresses = ((socket.AF_INET, "0.0.0.0"), (socket.AF_INET6, "::"))
LOCAL_PROXIES = ("127.0.0.1", "::1")
"""The default addresses of a proxy: this machine."""

logger = logging.getLogger(__name__)


def listen(
    port: int, lan: bool, addresses: Addresses | None = None, max_ports: int = MAX_PORTS_TRIED
) -> list[socket.socket]:
    """Returns sockets that listen at this port or, if it is taken, at one of the next; port 0 is any that is free."""
    if not 0 <= port <= MAX_PORT:
        raise InvalidSetup("port", most=MAX_PORT)
    addresses = addresses or (ALL_ADDRESSES if lan else LOCAL_ADDRESSES)
    for number in (*range(port, min(port + max_ports, MAX_PORT + 1)), 0):
        if sockets := _listen_at(number, addresses):
            return sockets
    raise InvalidSetup("port-none", port=port)


def _listen_at(port: int, addresses: Addresses) -> list[socket.socket]:
    """Returns one socket for each kind of address that this machine has, or none at all if one of them is taken."""
    sockets: list[socket.socket] = []
    for family, address in addresses:
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
    """Opens a socket that listens at once, as only then the port is certainly ours.

    The protocol is given as TCP because only then asyncio disables Nagle's algorithm, which delays messages by 40 ms.
    """
    opened = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if sys.platform != "win32":  # on Windows it would let two servers share a port
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
    """Returns this machine's address in its network, if it has one.

    Connecting a UDP socket sends nothing; it only chooses the network interface.
    """
    for family, elsewhere in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as probe:
                probe.connect((elsewhere, ANY_PORT))
                address: str = probe.getsockname()[0]
        except OSError:
            continue
        return f"[{address}]" if family == socket.AF_INET6 else address
    return None


def raise_file_limit() -> None:
    """Raises the limit on open files: every connection is one, and some systems start with a low limit."""
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    for files in (MAX_FILES, MAX_MACOS_FILES):
        wanted = files if hard == resource.RLIM_INFINITY else min(files, hard)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            with suppress(OSError, ValueError):
                resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
                return


def _file_limit() -> int:
    """Returns how many files this process may open."""
    if sys.platform == "win32":
        return MAX_FILES
    import resource

    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MAX_FILES if soft == resource.RLIM_INFINITY else soft


def _on_loop_error(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Logs an error of the event loop; if open files have run out, in one line, as asyncio waits and tries again."""
    error = context.get("exception")
    if isinstance(error, OSError) and "accept" in context["message"]:
        logger.error("no connection can be accepted: %s", error.strerror)
    else:
        loop.default_exception_handler(context)


class Collector:
    """Runs the garbage collector so that it does not stop the server for long.

    Tables live long and are hardly ever garbage, and scanning all of them at once would stop everybody. So only new
    objects are scanned; older ones are set aside (frozen), and scanned once an hour, or when there are many more.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        gc.collect()
        gc.freeze()
        gc.set_threshold(*COLLECT_AFTER)
        self._clock = clock
        self._collected_at = clock()
        self._kept = gc.get_freeze_count()
        """The number of objects after the last full collection."""

    async def freeze(self) -> None:
        gc.freeze()
        age, much = self._clock() - self._collected_at, gc.get_freeze_count() > MUCH_MORE * self._kept
        if age > (COLLECT_AT_MOST_EVERY_SECONDS if much else COLLECT_EVERY_SECONDS):
            gc.unfreeze()
            gc.collect()
            gc.freeze()
            self._collected_at, self._kept = self._clock(), gc.get_freeze_count()


class Server(uvicorn.Server):
    """Says goodbye before it closes connections, and stops at once if it is told so twice."""

    def __init__(
        self,
        app: ASGIApp,
        goodbye: Callable[[], Awaitable[None]],
        behind_proxy: bool = False,
        proxies: Sequence[str] = LOCAL_PROXIES,
        alone: bool = False,
        limits: TrafficLimits = TrafficLimits(),  # noqa: B008  (frozen)
    ) -> None:
        """`proxies` are the addresses and networks whose forwarding headers are trusted, behind a proxy.

        `alone` is true if the process is only for the server, which may then control its garbage collector.
        """
        connections = min(limits.max_connections, _file_limit() - SPARE_FILES)
        self.traffic = Traffic(replace(limits, max_connections=max(1, connections)))
        http, ws = bound_protocols(self.traffic)
        config = uvicorn.Config(
            app,
            http=http,
            ws=ws,
            backlog=ACCEPTED_AT_ONCE,
            ws_per_message_deflate=False,
            ws_max_size=MAX_MESSAGE_BYTES,
            lifespan="on",
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=behind_proxy,
            forwarded_allow_ips=list(proxies),
            timeout_graceful_shutdown=SHUTDOWN_SECONDS,
            callback_notify=Collector().freeze if alone else None,
            timeout_notify=FREEZE_EVERY_SECONDS,
        )
        super().__init__(config)
        self._goodbye = goodbye
        self.interrupted = False

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for opened in sockets or ():
            opened.listen(socket.SOMAXCONN)  # more may wait than are accepted at once
        asyncio.get_running_loop().set_exception_handler(_on_loop_error)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._goodbye()
        await super().shutdown(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stops the server, at the second Ctrl-C at once: nothing is lost, as everything that was told is on disk.

        uvicorn would raise the signal again afterwards; here the process ends normally.
        """
        if self.should_exit and sig == signal.SIGINT:
            os._exit(128 + sig)
        self.interrupted = self.interrupted or sig == signal.SIGINT
        self.should_exit = True

    async def listen_also(self, opened: socket.socket) -> asyncio.Server:
        """Listens on another socket as well, until that is closed or the server stops."""

        def protocol() -> asyncio.Protocol:
            kind: Callable[..., asyncio.Protocol] = self.config.http_protocol_class
            return kind(config=self.config, server_state=self.server_state, app_state=self.lifespan.state)

        listening = await asyncio.get_running_loop().create_server(protocol, sock=opened, backlog=socket.SOMAXCONN)
        self.servers.append(listening)
        return listening

    def stop_listening(self, listening: asyncio.Server, host: str) -> None:
        """Stops listening there, and ends the connections that came to this address."""
        listening.close()
        self.servers.remove(listening)
        for connection in list(self.server_state.connections):
            address: tuple[str, int] | None = getattr(connection, "server", None)
            if address is not None and address[0] == host:
                connection.shutdown()


class LanDoor:
    """Lets a server for this machine listen at its address in the local network too, while it runs."""

    def __init__(self, find_address: Callable[[], str | None] = network_address) -> None:
        self._server: Server | None = None
        self._port = 0
        self._find_address = find_address
        self._open: tuple[asyncio.Server, str] | None = None

    def belong_to(self, server: Server, port: int) -> None:
        """Sets the server, with its port, that this door opens."""
        self._server, self._port = server, port

    async def open(self) -> str | None:
        """Returns the address of the server for others; `None` if this machine has none, or it is taken."""
        address = self._find_address()
        if address is None or self._server is None:
            return None
        host = address.strip("[]")
        try:
            opened = _open(socket.AF_INET6 if ":" in host else socket.AF_INET, host, self._port)
        except OSError:
            return None
        self._open = await self._server.listen_also(opened), host
        return f"http://{address}:{self._port}"

    async def close(self) -> None:
        if self._server is not None and self._open is not None:
            self._server.stop_listening(*self._open)
            self._open = None
