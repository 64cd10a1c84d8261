from __future__ import annotations

from collections.abc import Callable, Iterator
from math import inf
from typing import Any, TypeAlias

import pytest
from playwright.sync_api import Browser

from rowdy.play.bots.registry import GreedyBot
from tests.browser.guests import CHROMIUM, Guest, chromium
from tests.browser.house import House

Invite: TypeAlias = Callable[..., Guest]


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skips here what a fixture would skip with a line for each test; so one line tells of them all."""
    if CHROMIUM is None:
        pytest.skip("CHROMIUM IS NOT INSTALLED: the page was not tested in a browser")


# Not for the whole session: while Playwright runs in a thread, nothing else can run an event loop there.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="package")
def _house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with House(tmp_path_factory.mktemp("house")) as house:
        yield house


@pytest.fixture
def house(_house: House, request: pytest.FixtureRequest) -> House:
    """The chance of each test is its own."""
    _house.fate = request.node.name
    _house.bot = GreedyBot()
    _house.wish = None
    _house.warming = False
    _house.patience = inf
    return _house


@pytest.fixture
def invite(browser: Browser, house: House) -> Iterator[Invite]:
    """Makes guests by name. If anything went wrong in their browsers, or was not allowed there, the test fails."""
    guests: list[Guest] = []

    def invite(name: str = "Ann", **more: Any) -> Guest:
        guests.append(Guest(browser, house, name, **more))
        return guests[-1]

    yield invite
    for guest in guests:
        guest.context.close()
    assert [trouble for guest in guests for trouble in guest.troubles] == []


@pytest.fixture
def ann(invite: Invite) -> Guest:
    return invite("Ann")
