"""The network by which friends reach the server, and the door to it, which somebody on this machine can open."""

from __future__ import annotations

import ipaddress
from typing import Literal, Protocol, TypeAlias
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct
from starlette.requests import Request

from rowdy.interfaces.web.http.limits import is_local
from rowdy.interfaces.web.http.security import Hosts, is_home
from rowdy.rules.game import GameError

FORWARDED = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via")
"""Headers that proxies add; a request with one need not come from this machine."""
Reach: TypeAlias = Literal["machine", "network", "anyone"]


class Door(Protocol):
    """The part of a running server that can listen in the local network as well."""

    async def open(self) -> str | None:
        """Starts to listen there, and returns the server's address for others; `None` if there is none."""

    async def close(self) -> None:
        """Stops listening there, and ends all connections that came that way."""


class NetworkWanted(Struct, frozen=True, forbid_unknown_fields=True):
    open: bool


class NetworkView(Struct, frozen=True, omit_defaults=True):
    """The reach of links that this visitor makes: only this machine, or the local network."""

    reach: Reach
    address: str = ""
    """The beginning of links for others, if it differs from this page's own."""
    can_open: bool = False
    can_close: bool = False


WANTED = msgspec.json.Decoder(NetworkWanted)


class Network:
    """The server as others reach it."""

    def __init__(self, hosts: Hosts, address: str | None, door: Door | None) -> None:
        """`address` is set if the server listens in the network from the start; otherwise `door` can open it."""
        self.address = address
        self._hosts = hosts
        self._door = None if address else door
        self._any_address = hosts.any_address

    def view(self, request: Request) -> NetworkView:
        host, here = request.headers["host"], self._is_here(request)
        address = (self.address or "") if is_home(host) else ""
        can_close = here and self._door is not None and self.address is not None
        can_open = here and self._door is not None and self.address is None
        return NetworkView("network" if address else _reach(host), address, can_open, can_close)

    async def change(self, request: Request, open: bool) -> NetworkView:
        """Opens or closes the door for somebody on this machine; `GameError` for all others."""
        if self._door is None or not self._is_here(request):
            raise GameError("only-here")
        if open and self.address is None:
            self.address = await self._door.open()
            if self.address is None:
                raise GameError("no-network")
        elif not open and self.address is not None:
            self.address = None
            await self._door.close()
        self._hosts.any_address = self._any_address or self.address is not None
        return self.view(request)

    def _is_here(self, request: Request) -> bool:
        """True if the request was made on this machine, by a name that only this machine has."""
        local = request.client is not None and is_local(request.client.host)
        return local and is_home(request.headers["host"]) and not any(name in request.headers for name in FORWARDED)


def _reach(host: str) -> Reach:
    """Returns who can use a link to this `Host`."""
    if is_home(host):
        return "machine"
    name = urlsplit(f"//{host}").hostname or ""
    try:
        return "network" if ipaddress.ip_address(name).is_private else "anyone"
    except ValueError:
        return "network" if name.endswith(".local") or "." not in name else "anyone"
