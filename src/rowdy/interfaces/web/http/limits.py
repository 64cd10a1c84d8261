"""Limits on how often one address may ask for what is expensive, or could be guessed by trying."""

from __future__ import annotations

import ipaddress
import time
from collections.abc import Callable
from math import ceil

from starlette.requests import HTTPConnection

from rowdy.interfaces.web.live.token_bucket import TokenBucket
from rowdy.rules.game import GameError

MAX_ADDRESSES = 10_000
"""The most addresses remembered for one limit."""
IPV6_NETWORK_BITS = 64
"""The size of an IPv6 network, which counts as one address, as its owner has all its addresses."""


class AddressLimit:
    """A token bucket for each address; its burst is meant to be enough for a family behind one address."""

    def __init__(self, burst: int, refill_seconds: float, max_addresses: int = MAX_ADDRESSES) -> None:
        self.burst = burst
        self.refill_seconds = refill_seconds
        self.max_addresses = max_addresses
        self._buckets: dict[str, TokenBucket] = {}
        """The buckets by address, in the order in which the addresses were last seen."""

    def take(self, address: str, now: float) -> float:
        """Takes a token and returns 0, or returns the seconds until the address gets one."""
        source = source_of(address)
        bucket = self._buckets.get(source) or TokenBucket(self.burst, self.refill_seconds)
        if wait := bucket.take(now):
            return wait
        self._buckets.pop(source, None)
        self._buckets[source] = bucket
        if len(self._buckets) > self.max_addresses:
            self._forget(now)
        return 0.0

    def _forget(self, now: float) -> None:
        """Forgets the addresses with a full bucket, or else the one that was not seen for the longest time."""
        self._buckets = {source: bucket for source, bucket in self._buckets.items() if not bucket.full(now)}
        if len(self._buckets) > self.max_addresses:
            del self._buckets[next(iter(self._buckets))]


class RequestLimits:
    """The limits of a server. They do not apply to this machine, whose users could fill its disk anyway."""

    def __init__(self, behind_proxy: bool, clock: Callable[[], float] = time.monotonic) -> None:
        self.opening = AddressLimit(60, refill_seconds=30)
        self.entering = AddressLimit(120, refill_seconds=2)
        self.reading = AddressLimit(60, refill_seconds=2)
        self.learning = AddressLimit(120, refill_seconds=0.5)
        """Tries in lessons: a family that learns together makes a few moves a second at most."""
        self.exploring = AddressLimit(120, refill_seconds=0.5)
        """Positions that are explored: each asks twice, for its values and for what comes after it."""
        self.reviewing = AddressLimit(30, refill_seconds=5)
        """Reviews that are begun: each thinks for some seconds."""
        self.visiting = AddressLimit(240, refill_seconds=1)
        """Visits to a table: showing it costs the server more than asking costs the visitor."""
        self._behind_proxy = behind_proxy
        self._clock = clock

    def check(self, asker: HTTPConnection, limit: AddressLimit) -> None:
        """Counts a request; `GameError` if there were too many."""
        address = asker.client.host if asker.client else ""
        if is_local(address) and not self._behind_proxy:
            return
        if wait := limit.take(address, self._clock()):
            raise GameError("too-often", seconds=ceil(wait))


def visitor_of(asker: HTTPConnection) -> str:
    """Returns the address of the asker, for IPv6 its network; empty if it is not known."""
    return source_of(asker.client.host) if asker.client else ""


def source_of(address: str) -> str:
    """Returns what counts as one address: for IPv6 the network."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return address
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found.packed, IPV6_NETWORK_BITS), strict=False))


def is_local(address: str) -> bool:
    """True if a request from this address comes from this machine."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False
