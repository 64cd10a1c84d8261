"""Axe finds nothing wrong on any page, by day and by night."""

from __future__ import annotations

import re
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import expect

from rowdy.rules.catalog import CATALOG
from tests.browser.conftest import Invite
from tests.browser.guests import DESKTOP, PHONE, Guest
from tests.browser.rooms import SCREEN, open_room, play_on

LOOKS = [("dark", PHONE), pytest.param(("light", DESKTOP), marks=pytest.mark.long)]
AXE = Axe()
RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "rules": {"label-content-name-mismatch": {"enabled": True}, "target-size": {"enabled": True}},
}
"""With best practices; controls are called what is written on them, and none is too small to hit."""


@pytest.fixture(params=LOOKS, ids=["dark-phone", "light-desktop"])
def guest(request: pytest.FixtureRequest, invite: Invite) -> Guest:
    scheme, size = request.param
    return invite("Ann", size=size, color_scheme=scheme)


def assert_sound(guest: Guest) -> None:
    found: list[dict[str, Any]] = AXE.run(guest.page, options=RULES).response["violations"]
    told = [(one["id"], node["html"][:120], node["failureSummary"]) for one in found for node in one["nodes"]]
    assert [wrong for wrong in told if not _is_drawn_height(*wrong)] == []


def _is_drawn_height(rule: str, html: str, _: str) -> bool:
    """What is drawn on a square is a picture, not its label: the ×2 of a stack is called "2 high" there."""
    return rule == "label-content-name-mismatch" and html.startswith('<button class="square')


@pytest.mark.long
def test_home_and_new_games(guest: Guest) -> None:
    guest.go("/")
    assert_sound(guest)
    guest.all("#link").fill("nonsense")
    guest.all("#join .button").click()
    assert_sound(guest)
    for game in CATALOG:
        guest.go(f"/new/{game}")
        guest.all(".rules summary").click()
        assert_sound(guest)


@pytest.mark.long
@pytest.mark.parametrize(
    "game", [game if game == "xoxo" else pytest.param(game, marks=pytest.mark.long) for game in CATALOG]
)
def test_a_table_while_it_is_played_at_and_after(guest: Guest, game: str) -> None:
    guest.open(game, "me", "easy")
    guest.hurry(3)
    assert_sound(guest)
    guest.all(".piece.is-source, .square.is-source").first.click()
    assert_sound(guest)
    guest.page.keyboard.press("Escape")
    guest.one("menu").click()
    assert_sound(guest)
    guest.page.keyboard.press("Escape")
    guest.one("react").click()
    assert_sound(guest)
    guest.page.keyboard.press("Escape")
    guest.hurry()
    assert_sound(guest)
    guest.one("step-through").click()
    expect(guest.one("count")).not_to_be_empty()
    assert_sound(guest)
    guest.one("last").click()
    assert_sound(guest)


@pytest.mark.long
def test_a_table_that_waits_for_friends(guest: Guest) -> None:
    guest.open("xoxo", "me", "friend")
    expect(guest.all(".qr svg")).to_be_visible()
    assert_sound(guest)


def test_names_and_the_screen_between_two(guest: Guest) -> None:
    guest.open("xoxo", "me", "person")
    expect(guest.one("name-dialog")).to_be_visible()
    assert_sound(guest)
    guest.sit("Ann", "Ben")
    expect(guest.one("pass-screen")).to_be_visible()
    assert_sound(guest)


@pytest.mark.long
def test_a_table_that_is_not_there(guest: Guest) -> None:
    guest.go("/table/nothing-to-see-here")
    expect(guest.one("end")).to_be_visible()
    assert_sound(guest)


@pytest.mark.long
def test_a_page_that_is_not_there(guest: Guest) -> None:
    guest.go("/nothing-to-see-here")
    expect(guest.all("main")).to_be_visible()
    assert_sound(guest)
    guest.bear(re.compile("status of 404"))


@pytest.mark.long
def test_home_and_a_table_where_the_system_rules_the_colours(invite: Invite) -> None:
    guest = invite("Ann", forced_colors="active")
    guest.go("/")
    assert_sound(guest)
    guest.open("djeco", "me", "easy")
    guest.hurry(2)
    assert_sound(guest)


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["dark", pytest.param("light", marks=pytest.mark.long)])
def test_a_room_with_a_screen_and_phones(invite: Invite, scheme: str) -> None:
    screen = invite("", size=SCREEN, color_scheme=scheme)
    phones = [invite(name, size=PHONE, color_scheme=scheme) for name in ("Ann", "Ben")]
    codes = open_room(screen, "xoxo", 2)
    assert_sound(screen)
    for phone, code in zip(phones, codes, strict=True):
        phone.go(code)
    play_on(phones, 2)
    for guest in (screen, *phones):
        assert_sound(guest)
    phones[0].one("hide").click()
    assert_sound(phones[0])
