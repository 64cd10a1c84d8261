"""How often one address may do something."""

from __future__ import annotations

from rowdy.interfaces.web.http.limits import AddressLimit, is_local


class Clock:
    def __init__(self) -> None:
        self.time = 1000.0

    def take(self, limit: AddressLimit, address: str) -> float:
        return limit.take(address, self.time)


def test_so_many_at_once_then_one_by_one() -> None:
    clock = Clock()
    limit = AddressLimit(3, refill_seconds=10)
    assert [clock.take(limit, "192.0.2.1") for _ in range(4)] == [0, 0, 0, 10]
    clock.time += 4
    assert clock.take(limit, "192.0.2.1") == 6
    clock.time += 6
    assert [clock.take(limit, "192.0.2.1") for _ in range(2)] == [0, 10]
    clock.time += 1000
    assert [clock.take(limit, "192.0.2.1") for _ in range(4)] == [0, 0, 0, 10]


def test_addresses_do_not_disturb_each_other() -> None:
    clock, limit = Clock(), AddressLimit(1, refill_seconds=10)
    assert [clock.take(limit, address) for address in ("192.0.2.1", "192.0.2.2", "192.0.2.1")] == [0, 0, 10]


def test_one_network_of_ipv6_counts_as_one_address() -> None:
    clock, limit = Clock(), AddressLimit(1, refill_seconds=10)
    assert clock.take(limit, "2001:db8:0:1::1") == 0
    assert clock.take(limit, "2001:db8:0:1:ffff::2") == 10
    assert clock.take(limit, "2001:db8:0:2::1") == 0
    assert clock.take(limit, "::ffff:192.0.2.1") == 0
    assert clock.take(limit, "192.0.2.1") == 10


def test_not_every_address_is_remembered_for_ever() -> None:
    clock, limit = Clock(), AddressLimit(1, refill_seconds=10, max_addresses=3)
    for i in range(4):
        assert clock.take(limit, f"192.0.2.{i}") == 0
    assert clock.take(limit, "192.0.2.3") == 10  # the newest is known
    assert clock.take(limit, "192.0.2.0") == 0  # the oldest made room
    clock.time += 11
    for i in range(10, 14):
        assert clock.take(limit, f"192.0.2.{i}") == 0
    assert len(limit._buckets) <= 4


def test_this_machine_is_known() -> None:
    assert is_local("127.0.0.1")
    assert is_local("::1")
    assert not is_local("192.168.1.7")
    assert not is_local("testclient")
