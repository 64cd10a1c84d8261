"""German all over: the page, the table, and what is said there."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from rowdy.interfaces.words import Words
from rowdy.rules.catalog import CATALOG
from tests.browser.conftest import Invite
from tests.browser.guests import Guest

TEXTS = """() => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (texts.nextNode()) {
    if (!texts.currentNode.parentElement.closest("script, noscript")) found.push(texts.currentNode.data);
  }
  for (const name of ["aria-label", "title", "placeholder", "aria-valuetext"]) {
    for (const node of document.querySelectorAll(`body [${name}]`)) found.push(node.getAttribute(name));
  }
  return found.map((text) => text.trim()).filter((text) => /\\p{L}{3}/u.test(text));
}"""
"""All that is written on a page or said by it, with at least one word."""
ALIKE = {"Rowdy", "English", "Deutsch", "Ann", "Bot", "Normal", *(Words()(f"game-{game}") for game in CATALOG)}
"""Names, and words of both languages."""


def texts(guest: Guest) -> set[str]:
    return set(guest.page.evaluate(TEXTS))


def both(invite: Invite) -> tuple[Guest, Guest]:
    return invite("Ann"), invite("Ann", locale="de-DE")


def assert_translated(english: Guest, german: Guest) -> None:
    here, there = texts(english), texts(german)
    assert len(here) > 5
    same = {text for text in here & there if text not in ALIKE and not is_name(text)}
    assert same == set()


def is_name(text: str) -> bool:
    """Bots, addresses, and squares are called the same."""
    return re.fullmatch(r"https?://\S+|[a-h]\d|Bot|Ann", text) is not None


def test_home_and_new_game_in_german(invite: Invite) -> None:
    english, german = both(invite)
    for path in ("/", "/new/xoxo", "/new/rubik", "/new/djeco", "/replay"):
        english.go(path)
        german.go(path)
        assert_translated(english, german)


@pytest.mark.long
def test_a_game_in_german(invite: Invite) -> None:
    english, german = both(invite)
    for guest in (english, german):
        guest.rng.seed(1)
        guest.open("djeco", "me", "easy")
        guest.hurry(3)
        guest.one("menu").click()
    assert_translated(english, german)
    for guest in (english, german):
        guest.one("resign").click()
        guest.one("sure").click()
        expect(guest.one("ending")).to_be_visible()
    assert_translated(english, german)
    for guest in (english, german):
        guest.one("step-through").click()
        expect(guest.one("count")).not_to_be_empty()
    assert_translated(english, german)


@pytest.mark.long
def test_the_language_can_be_switched_anywhere_and_stays(invite: Invite) -> None:
    guest = invite("Ann")
    guest.go("/")
    guest.all("[hreflang=de]").click()
    expect(guest.all("html")).to_have_attribute("lang", "de")
    guest.all("[data-play=rubik]").click()
    guest.wait()
    asked = guest.one("ask").inner_text()
    guest.one("menu").click()
    guest.all("dialog [hreflang=en]").click()
    expect(guest.all("html")).to_have_attribute("lang", "en")
    guest.wait()
    assert guest.one("ask").inner_text() != asked
    guest.go("/")
    expect(guest.all("html")).to_have_attribute("lang", "en")
