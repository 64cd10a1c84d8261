"""How often one address may do something."""

from __future__ import annotations

import pytest

from rowdy.interfaces.web import limits
from rowdy.interfaces.web.limits import Allowance, is_local


class Clock:
    def __init__(self) -> None:
        self.time = 1000.0

    def __call__(self) -> float:
        return self.time


def test_so_many_at_once_then_one_by_one() -> None:
    clock = Clock()
    allowance = Allowance(3, seconds=10, now=clock)
    assert [allowance.take("192.0.2.1") for _ in range(4)] == [0, 0, 0, 10]
    clock.time += 4
    assert allowance.take("192.0.2.1") == 6
    clock.time += 6
    assert [allowance.take("192.0.2.1") for _ in range(2)] == [0, 10]
    clock.time += 1000
    assert [allowance.take("192.0.2.1") for _ in range(4)] == [0, 0, 0, 10]


def test_addresses_do_not_disturb_each_other() -> None:
    allowance = Allowance(1, seconds=10, now=Clock())
    assert [allowance.take(address) for address in ("192.0.2.1", "192.0.2.2", "192.0.2.1")] == [0, 0, 10]


def test_one_network_of_ipv6_counts_as_one_address() -> None:
    allowance = Allowance(1, seconds=10, now=Clock())
    assert allowance.take("2001:db8:0:1::1") == 0
    assert allowance.take("2001:db8:0:1:ffff::2") == 10
    assert allowance.take("2001:db8:0:2::1") == 0
    assert allowance.take("::ffff:192.0.2.1") == 0
    assert allowance.take("192.0.2.1") == 10


def test_not_every_address_is_remembered_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_ADDRESSES", 3)
    clock = Clock()
    allowance = Allowance(1, seconds=10, now=clock)
    for i in range(4):
        assert allowance.take(f"192.0.2.{i}") == 0
    assert allowance.take("192.0.2.3") == 10  # the newest is known
    assert allowance.take("192.0.2.0") == 0  # the oldest made room
    clock.time += 11
    for i in range(10, 14):
        assert allowance.take(f"192.0.2.{i}") == 0
    assert len(allowance._free_at) <= 4


def test_this_machine_is_known() -> None:
    assert is_local("127.0.0.1")
    assert is_local("::1")
    assert not is_local("192.168.1.7")
    assert not is_local("testclient")
