"""The guard that every request and answer passes: it checks `Host` and `Origin`, and sets the security headers.

Two dangers come through a browser that visits another site. That site may give its own name this machine's address and
so become its own origin here: hence `Host` must be a name we go by. Or it may send requests with the cookies of a
player: hence `Origin`, which browsers send with every WebSocket and every request that changes anything, must be ours.
A request without `Origin` comes from a program, and is let in: a program can write whatever `Origin` it likes, so
refusing it would protect nobody, and it has only the keys that were given to it.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rowdy.interfaces.web.http.requests import Refusal, json_response

LOCAL = ("localhost", "127.0.0.1", "[::1]")
SAFE_METHODS = ("GET", "HEAD")
HEADERS = [
    (name.encode(), value.encode())
    for name, value in {
        "content-security-policy": "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; "
        "object-src 'none'",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
        "referrer-policy": "no-referrer",
        "x-content-type-options": "nosniff",
    }.items()
]
NO_STORE = (b"cache-control", b"no-store")


@dataclass
class Hosts:
    """The names that a server goes by.

    In a network it goes by any address too, as an address cannot be another site's name.
    """

    names: frozenset[str]
    any_address: bool = False

    @classmethod
    def of(cls, names: Iterable[str], any_address: bool = False) -> Hosts:
        return cls(frozenset(name.lower().rstrip(".") for name in (*LOCAL, *names)), any_address)

    def know(self, host: str) -> bool:
        """True if this is the `Host` of a request for us, at any port, as another port may be forwarded to ours."""
        try:
            parts = urlsplit(f"//{host}")
            name, _ = (parts.hostname or "").rstrip("."), parts.port
        except ValueError:
            return False
        if parts.netloc != host or "@" in host:
            return False
        bracketed = f"[{name}]" if ":" in name else name
        return bracketed in self.names or (self.any_address and _is_address(name))


def is_home(host: str) -> bool:
    """True if only this machine itself can reach the server by this `Host`."""
    return Hosts.of([]).know(host)


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


class Guard:
    """The outermost layer of the app."""

    def __init__(self, app: ASGIApp, hosts: Hosts, root: str = "") -> None:
        """`root` is the path prefix of the server behind a proxy, such as `/rowdy`, which may keep it or strip it."""
        self.app = app
        self.hosts = hosts
        self._root = root

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if self._root:
            scope = self._in_folder(scope)
        added = [*HEADERS, NO_STORE] if self._is_api(scope) else HEADERS

        async def send_guarded(message: Message) -> None:
            if message["type"].endswith("http.response.start"):
                message = {**message, "headers": [*message.get("headers", ()), *added]}
            await send(message)

        if refusal := self._refusal(scope):
            await refusal(scope, receive, send_guarded)
        else:
            await self.app(scope, receive, send if scope["type"] == "websocket" else send_guarded)

    def _in_folder(self, scope: Scope) -> Scope:
        """Returns the scope with the path prefix, whether or not the proxy has stripped it."""
        path: str = scope["path"]
        if not f"{path}/".startswith(f"{self._root}/"):
            path = self._root + path
        elif path == self._root:
            path += "/"
        return {**scope, "root_path": self._root, "path": path, "raw_path": path.encode()}

    def _is_api(self, scope: Scope) -> bool:
        path: str = scope["path"]
        return path.startswith(f"{self._root}/api")

    def _refusal(self, scope: Scope) -> Response | None:
        """Returns the answer to a request that is refused, or `None`; only programmers ever see its text."""
        if (refused := self._reason(scope)) is None:
            return None
        refusal, status = refused
        return json_response(refusal, status) if self._is_api(scope) else PlainTextResponse(refusal.say, status)

    def _reason(self, scope: Scope) -> tuple[Refusal, int] | None:
        headers = Headers(scope=scope)
        hosts = headers.getlist("host")
        if len(hosts) != 1:
            return Refusal("one-host", "A request needs one Host."), 400
        if not self.hosts.know(hosts[0]):
            return Refusal("wrong-host", "This server does not go by that name (rowdy serve --host-name NAME)."), 421
        changes = scope["type"] == "websocket" or scope["method"] not in SAFE_METHODS
        if changes and not _same_origin(headers, hosts[0], scope["scheme"]):
            return Refusal("other-site", "Requests from other sites are not answered."), 403
        return None


def _same_origin(headers: Headers, host: str, scheme: str) -> bool:
    """True if the request comes from a page of ours, or from no page.

    A proxy may take https in and pass http on, so behind http an origin by https is ours as well.
    """
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return False
    schemes = ("https",) if scheme in ("https", "wss") else ("http", "https")
    return all(origin in [f"{scheme}://{host}" for scheme in schemes] for origin in headers.getlist("origin"))
