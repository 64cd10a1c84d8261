"""Budgets and caps, counted for one connection, one address, and in all."""

from __future__ import annotations

from dataclasses import replace

from rowdy.interfaces.web.settings import TrafficLimits
from rowdy.interfaces.web.traffic import Slot, Traffic

LIMITS = TrafficLimits(
    max_connections=5, max_connections_each=3, address_frame_burst=4, address_frame_refill_seconds=1.0
)


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


def come(traffic: Traffic, host: str) -> Slot | None:
    slot = traffic.open()
    if slot and not slot.attribute(host):
        slot.release()
        return None
    return slot


def test_an_address_and_all_together_have_so_many_connections() -> None:
    traffic = Traffic(LIMITS)
    slots = [come(traffic, "192.0.2.1") for _ in range(4)]
    assert [slot is not None for slot in slots] == [True, True, True, False]
    others = [come(traffic, f"192.0.2.{i}") for i in range(2, 5)]
    assert [slot is not None for slot in others] == [True, True, False]
    assert slots[0]
    slots[0].release()
    slots[0].release()
    assert traffic.connections == 4
    assert come(traffic, "192.0.2.1")


def test_one_network_of_ipv6_counts_as_one_address() -> None:
    traffic = Traffic(LIMITS)
    assert all(come(traffic, f"2001:db8:0:1::{i}") for i in range(3))
    assert come(traffic, "2001:db8:0:1:ffff::9") is None
    assert come(traffic, "2001:db8:0:2::1")


def test_a_budget_is_shared_by_an_address_and_kept_when_it_comes_again() -> None:
    clock = Clock()
    traffic = Traffic(LIMITS, clock)
    one, other = come(traffic, "192.0.2.1"), come(traffic, "192.0.2.1")
    assert one
    assert other
    assert [one.take(frames=1), other.take(frames=2), one.take(frames=2)] == [True, True, False]
    one.release()
    other.release()
    again = come(traffic, "192.0.2.1")
    assert again
    assert [again.take(frames=1), again.take(frames=1)] == [True, False]
    clock.now += 2
    assert [again.take(frames=2), again.take(frames=1)] == [True, False]
    assert traffic.open().take(frames=100)  # type: ignore[union-attr]  # nobody knows whose it is


def test_addresses_that_have_sent_little_are_forgotten() -> None:
    clock = Clock()
    traffic = Traffic(replace(LIMITS, max_connections=100), clock, max_remembered=3)
    for number in range(10):
        slot = come(traffic, f"192.0.2.{number}")
        assert slot
        slot.take(frames=4)
        slot.release()
        clock.now += 2
    assert 0 < len(traffic._addresses) <= 4
