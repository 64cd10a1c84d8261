"""A real server in a thread, and the visitors who come to it by HTTP and WebSockets."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeAlias

import httpx
import msgspec
from starlette.types import ASGIApp
from websockets.sync.client import ClientConnection, connect

from rowdy.interfaces.web.http.app import make_app
from rowdy.interfaces.web.http.health import CheckTiming
from rowdy.interfaces.web.http.security import Hosts
from rowdy.interfaces.web.live.lobby import Lobby
from rowdy.interfaces.web.server import LOCAL_PROXIES, LanDoor, Server, listen, port_of
from rowdy.interfaces.web.settings import LINGER_SECONDS, Limits, Settings, TrafficLimits
from rowdy.interfaces.web.store.store import QUICK_CHECK_EVERY_SECONDS, open_store
from rowdy.play.bots.pool import BotPool

Listen: TypeAlias = Callable[[int, bool], list[socket.socket]]

UNLIMITED = Limits(
    message_burst=1e9,
    message_refill_seconds=1e-9,
    reaction_burst=1e9,
    reaction_refill_seconds=1e-9,
    unreadable_burst=1e9,
    unreadable_refill_seconds=1e-9,
)
"""For people who play faster than anybody should."""
UNLIMITED_TRAFFIC = TrafficLimits(
    frame_burst=1e9, byte_burst=1e12, address_frame_burst=1e9, address_byte_burst=1e12, max_connections_each=10_000
)
"""For tests that come often, and all from one address."""


async def _silent() -> None:
    pass


@contextmanager
def serving(
    app: ASGIApp,
    goodbye: Callable[[], Awaitable[None]] = _silent,
    behind_proxy: bool = False,
    port: int = 0,
    listen: Listen = listen,
    traffic: TrafficLimits = UNLIMITED_TRAFFIC,
    door: LanDoor | None = None,
    proxies: Sequence[str] = LOCAL_PROXIES,
) -> Iterator[str]:
    """The address of a server that runs meanwhile."""
    sockets = listen(port, False)
    port = port_of(sockets)
    server = Server(app, goodbye, behind_proxy, proxies, limits=traffic)
    if door:
        door.belong_to(server, port)
    thread = threading.Thread(target=server.run, args=(sockets,))
    thread.start()
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join(20)
        assert not thread.is_alive()


@contextmanager
def serving_tables(
    file: Path | str,
    thinkers: int = 0,
    network: str | None = None,
    host_names: tuple[str, ...] = (),
    limits: Limits = Limits(),  # noqa: B008  (frozen)
    listen: Listen = listen,
    kind: type[Lobby] = Lobby,
    traffic: TrafficLimits = UNLIMITED_TRAFFIC,
    door: LanDoor | None = None,
    clock: Callable[[], float] = time.monotonic,
    linger_seconds: float = LINGER_SECONDS,
    checks: CheckTiming = CheckTiming(),  # noqa: B008  (frozen)
    quick_check_seconds: float = QUICK_CHECK_EVERY_SECONDS,
) -> Iterator[str]:
    """The address of a server with tables; without thinkers no bot ever moves."""
    with open_store(str(file), quick_check_seconds=quick_check_seconds) as store:
        proxied = bool(host_names)
        settings = Settings(behind_proxy=proxied, limits=limits, linger_seconds=linger_seconds)
        lobby = kind(store, BotPool(thinkers, parts=()), settings)
        app, live = make_app(lobby, Hosts.of(host_names), network, door, clock, checks)
        with serving(app, live.goodbye, proxied, listen=listen, traffic=traffic, door=door) as address:
            yield address


class Line:
    """A live connection that answers what it is asked."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.seen = 0
        self._ids = count(1)

    def hear(self, kind: str) -> dict[str, Any]:
        """The next message of this kind."""
        while True:
            message: dict[str, Any] = msgspec.json.decode(self.socket.recv(timeout=10))
            self.seen = message.get("n", self.seen)
            if message["type"] == kind:
                return message

    def command(self, do: str, **details: object) -> dict[str, Any]:
        """The step that answers a command, or else the answer."""
        sent = self.send(do, **details)
        while True:
            message: dict[str, Any] = msgspec.json.decode(self.socket.recv(timeout=10))
            self.seen = message.get("n", self.seen)
            if sent in (message.get("answers"), message.get("id")):
                return message

    def send(self, do: str, **details: object) -> str:
        """Sends a command, and waits for nothing; tells its id."""
        sent = f"c{next(self._ids)}"
        self.socket.send(msgspec.json.encode({"do": do, "id": sent, "seen": self.seen, **details}).decode())
        return sent

    def sit(self, name: str) -> dict[str, Any]:
        return self.command("sit", name=name, nonce="0" * 32)


class Visitor:
    """A browser: it keeps cookies, and sends them only where they belong."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.http = httpx.Client(base_url=address, headers={"Origin": address})

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.http.close()

    def open(self, game: str, *seats: str, **more: object) -> dict[str, Any]:
        """Opens a table; a seat is `me`, `friend`, or a bot's name."""
        people = ("me", "friend")
        wanted = [{"who": who} if who in people else {"who": "bot", "bot": who} for who in seats]
        answer = self.http.post("/api/tables", json={"game": game, "seats": wanted, **more})
        assert answer.status_code == 201, answer.text
        opened: dict[str, Any] = answer.json()
        return opened

    def enter(self, link: str) -> httpx.Response:
        """Does what the page does with a link."""
        path, _, key = link.partition("#")
        return self.http.post(f"/api/tables/{path.rpartition('/')[2]}/enter", json={"key": key})

    @contextmanager
    def live(self, table: str, place: str, more: str = "") -> Iterator[Line]:
        path = f"/api/tables/{table}/live"
        request = self.http.build_request("GET", path)
        headers = {name: request.headers[name] for name in ("cookie", "accept-language") if name in request.headers}
        url = f"{self.address.replace('http', 'ws')}{path}?as={place}{more}"
        # The pings of the client draw from the random module, which Hypothesis forbids while it makes examples.
        with connect(url, additional_headers=headers, compression=None, ping_interval=None) as socket:
            yield Line(socket)
