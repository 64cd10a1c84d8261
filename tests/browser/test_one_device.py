"""Several people at one device: whoever looks sees nothing that is for another alone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Invite
from tests.browser.guests import NUMBER, NUMBERS, OVER, PHONE, Guest


def hand_over(guest: Guest) -> str:
    """Waits for the screen, reads all that is behind it, and gives the name of whoever is next."""
    expect(guest.one("pass-screen")).to_be_visible()
    behind = guest.html()
    assert not set(NUMBER.findall(behind)) & set(NUMBERS)
    assert not re.search(r"data-goal|data-square|data-piece|class=\"log", behind)
    title = guest.all("#pass-title").inner_text()
    guest.one("pass-ready").click()
    guest.wait()
    return title


def place_of(guest: Guest, title: str) -> str:
    return {"Ann is next": "1", "Ben is next": "2"}[title]


def test_a_screen_hides_every_card_between_turns(invite: Invite) -> None:
    device = invite("", size=PHONE)
    device.open("djeco", "me", "person", deck=NUMBERS)
    device.sit("Ann", "Ben")
    seen = []
    for _ in range(2):
        place = place_of(device, hand_over(device))
        seen.append(place)
        known = set(NUMBER.findall(device.told(place)))
        found = set(NUMBER.findall(device.html())) & set(NUMBERS)
        assert found <= known
        hand = set(NUMBER.findall(str(device.all(".piece").evaluate_all("all => all.map((one) => one.outerHTML)"))))
        other = set(NUMBER.findall(device.told({"1": "2", "2": "1"}[place])))
        assert found & hand - other, "a card that the other one does not know"
        device.move()
    assert seen == ["1", "2"]


@pytest.mark.long
def test_goals_are_seen_by_their_owner_alone(invite: Invite) -> None:
    device = invite("", size=PHONE)
    device.open("xoxo", "me", "person")
    device.sit("Ann", "Ben")
    goals = "all => all.map((one) => one.dataset.goal)"
    held: dict[str, set[str]] = {}
    for _ in range(4):
        place = place_of(device, hand_over(device))
        own = set(device.all("[data-goal]").evaluate_all(goals))
        assert own
        assert own <= held.setdefault(place, own)
        assert device.all(".others .goal-card:not(.is-shown)").count() > 0
        device.page.reload()
        device.wait()
        assert set(device.all("[data-goal]").evaluate_all(goals)) == own, "a page loaded anew asks nobody"
        device.move()
    assert len(held) == 2
    assert held["1"] != held["2"]


@pytest.mark.long
def test_where_nothing_is_hidden_nobody_is_kept_waiting(invite: Invite) -> None:
    device = invite("")
    device.open("rubik", "me", "person")
    device.sit("Ann", "Ben")
    device.hurry(6)
    assert device.one("pass-screen").count() == 0
    expect(device.all(".mine .strip-name")).to_have_text(re.compile("Ann|Ben"))


@pytest.mark.long
def test_a_whole_evening_at_one_device(invite: Invite) -> None:
    device = invite("", size=PHONE)
    device.open("xoxo", "me", "person", "easy")
    device.sit("Ann", "Ben")
    while True:
        device.page.wait_for_selector(f".pass, {OVER}")
        if device.over:
            break
        hand_over(device)
        device.move()
    expect(device.one("ending")).to_be_visible()
    device.one("rematch").click()
    expect(device.one("pass-screen")).to_be_visible()
