"""A real server in a thread, and the visitors who come to it by HTTP and WebSockets."""

from __future__ import annotations

import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import httpx
import msgspec
from starlette.types import ASGIApp
from websockets.sync.client import ClientConnection, connect

from rowdy.interfaces.web.app import make_app
from rowdy.interfaces.web.hub import Hub, Settings
from rowdy.interfaces.web.security import Hosts
from rowdy.interfaces.web.server import Server, listen, port_of
from rowdy.interfaces.web.store import open_store
from rowdy.play.thinkers import Thinkers


async def _silent() -> None:
    pass


@contextmanager
def serving(
    app: ASGIApp, goodbye: Callable[[], Awaitable[None]] = _silent, behind_proxy: bool = False, port: int = 0
) -> Iterator[str]:
    """The address of a server that runs meanwhile."""
    sockets = listen(port, lan=False)
    port = port_of(sockets)
    server = Server(app, goodbye, behind_proxy)
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
    file: Path, thinkers: int = 0, network: str | None = None, host_names: tuple[str, ...] = ()
) -> Iterator[str]:
    """The address of a server with tables; without thinkers no bot ever moves."""
    with open_store(str(file)) as store:
        proxied = bool(host_names)
        hub = Hub(store, Thinkers(thinkers, parts=()), Settings(behind_proxy=proxied))
        app, live = make_app(hub, Hosts.of(host_names), network)
        with serving(app, live.goodbye, proxied) as address:
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
        sent = f"c{next(self._ids)}"
        self.socket.send(msgspec.json.encode({"do": do, "id": sent, "seen": self.seen, **details}).decode())
        while True:
            message: dict[str, Any] = msgspec.json.decode(self.socket.recv(timeout=10))
            self.seen = message.get("n", self.seen)
            if sent in (message.get("answers"), message.get("id")):
                return message

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
        with connect(url, additional_headers=headers, compression=None) as socket:
            yield Line(socket)
