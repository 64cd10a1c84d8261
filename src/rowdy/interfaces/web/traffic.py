"""Limits on connections, and on what may come over them: for one connection, for one address, and in all."""

from __future__ import annotations

import time
from collections.abc import Callable

from rowdy.interfaces.web.http.limits import source_of
from rowdy.interfaces.web.live.token_bucket import TokenBucket
from rowdy.interfaces.web.settings import TrafficLimits

MAX_REMEMBERED_ADDRESSES = 10_000
"""The most addresses without a connection that are remembered; beyond that, those that sent little are forgotten."""


class Budget:
    """How much may still come in: frames (or requests), and bytes."""

    __slots__ = ("_bytes", "_frames")

    def __init__(self, frames: TokenBucket, bytes_: TokenBucket) -> None:
        self._frames = frames
        self._bytes = bytes_

    def take(self, now: float, frames: int = 0, bytes_: int = 0) -> bool:
        """Takes from the budget; False if it is used up. Nothing can always be taken, so that is not looked up."""
        return not ((frames and self._frames.take(now, frames)) or (bytes_ and self._bytes.take(now, bytes_)))

    def full(self, now: float, share: float = 1.0) -> bool:
        """True if at least this share of it is left."""
        return self._frames.full(now, share) and self._bytes.full(now, share)


class Address:
    """One address that has connections, or had some."""

    __slots__ = ("budget", "connections", "name")

    def __init__(self, name: str, limits: TrafficLimits) -> None:
        self.name = name
        self.connections = 0
        self.budget = Budget(
            TokenBucket(limits.address_frame_burst, limits.address_frame_refill_seconds),
            TokenBucket(limits.address_byte_burst, limits.address_byte_refill_seconds),
        )


class Traffic:
    """Counts the connections of a server, and what comes over them."""

    def __init__(
        self,
        limits: TrafficLimits,
        clock: Callable[[], float] = time.monotonic,
        max_remembered: int = MAX_REMEMBERED_ADDRESSES,
    ) -> None:
        self.limits = limits
        self._max_remembered = max_remembered
        self.clock = clock
        self.connections = 0
        self._addresses: dict[str, Address] = {}

    def connection_budget(self) -> Budget:
        """Returns the budget of one live connection."""
        limits = self.limits
        return Budget(
            TokenBucket(limits.frame_burst, limits.frame_refill_seconds),
            TokenBucket(limits.byte_burst, limits.byte_refill_seconds),
        )

    def open(self) -> Slot | None:
        """Returns a slot for one more connection, or `None` if there are too many."""
        if self.connections >= self.limits.max_connections:
            return None
        self.connections += 1
        return Slot(self)

    def join(self, host: str) -> Address | None:
        """Counts a connection of this address; `None` if it has too many already."""
        address = self._address(host)
        if address.connections >= self.limits.max_connections_each:
            return None
        address.connections += 1
        return address

    def take(self, host: str, frames: int = 0, bytes_: int = 0) -> bool:
        """Counts what came from this address over a proxy's connection; False if its budget is used up."""
        return self._address(host).budget.take(self.clock(), frames, bytes_)

    def leave(self, address: Address) -> None:
        """Ends a connection of this address, which is remembered until its budget is full again."""
        address.connections -= 1
        if not address.connections and address.budget.full(self.clock()):
            self._addresses.pop(address.name, None)

    def _address(self, host: str) -> Address:
        name = source_of(host)
        address = self._addresses.get(name)
        if address is None:
            if len(self._addresses) >= self._max_remembered:
                self._forget()
            address = self._addresses[name] = Address(name, self.limits)
        return address

    def _forget(self) -> None:
        """Forgets the addresses that have sent little, or else half of those without a connection, the oldest."""
        now = self.clock()
        alone = [name for name, address in self._addresses.items() if not address.connections]
        gone = [name for name in alone if self._addresses[name].budget.full(now)] or alone[: len(alone) // 2 + 1]
        for name in gone:
            del self._addresses[name]


class Slot:
    """One connection in the counts: of all and, once its address is known, of that address."""

    def __init__(self, traffic: Traffic) -> None:
        self._traffic = traffic
        self._address: Address | None = None
        self._released = False

    @property
    def attributed(self) -> bool:
        return self._address is not None

    def attribute(self, host: str) -> bool:
        """Counts the connection for this address; False if that has too many."""
        self._address = self._traffic.join(host)
        return self._address is not None

    def take(self, frames: int = 0, bytes_: int = 0) -> bool:
        """Returns False if the budget of the address is used up."""
        return self._address is None or self._address.budget.take(self._traffic.clock(), frames, bytes_)

    def release(self) -> None:
        """Releases the slot; a second call does nothing."""
        if self._released:
            return
        self._released = True
        self._traffic.connections -= 1
        if self._address:
            self._traffic.leave(self._address)
