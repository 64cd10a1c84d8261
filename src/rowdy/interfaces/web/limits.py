"""How often one address may do what costs room or could be tried again and again."""

from __future__ import annotations

import ipaddress
import time
from collections.abc import Callable

MOST_ADDRESSES = 10_000
NETWORK_BITS = 64
"""Whoever has one IPv6 address has a whole network of them."""


class Allowance:
    """So many times at once, then again one each `seconds`; enough for a whole family behind one address."""

    def __init__(self, at_once: int, seconds: float, now: Callable[[], float] = time.monotonic) -> None:
        self.at_once = at_once
        self.seconds = seconds
        self.now = now
        self._free_at: dict[str, float] = {}
        """When all that an address has used will have come back."""

    def take(self, address: str) -> float:
        """Uses it once and gives 0, or gives the seconds until it may be used again."""
        now, source = self.now(), _source(address)
        free_at = max(now, self._free_at.get(source, now)) + self.seconds
        wait = free_at - now - self.at_once * self.seconds
        if wait > 0:
            return wait
        self._free_at.pop(source, None)
        self._free_at[source] = free_at
        if len(self._free_at) > MOST_ADDRESSES:
            self._forget(now)
        return 0.0

    def _forget(self, now: float) -> None:
        """Those with nothing used, or else the one not seen for the longest time."""
        self._free_at = {source: at for source, at in self._free_at.items() if at > now}
        if len(self._free_at) > MOST_ADDRESSES:
            del self._free_at[next(iter(self._free_at))]


def _source(address: str) -> str:
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return address
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found.packed, NETWORK_BITS), strict=False))


def is_local(address: str) -> bool:
    """Whether a request comes from this very machine."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False
