"""From the smallest phone to a desktop: nothing beside the page, nothing too small to hit or to read."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from rowdy.rules.catalog import CATALOG
from tests.browser.conftest import Invite
from tests.browser.guests import DESKTOP, PHONE, Guest

SMALLEST, SMALL = (320, 640), (360, 740)
QUICK_AND_LONG = [SMALL, *(pytest.param(size, marks=pytest.mark.long) for size in (SMALLEST, PHONE, DESKTOP))]
QUICK_GAME_AND_LONG = ["xoxo", *(pytest.param(game, marks=pytest.mark.long) for game in CATALOG if game != "xoxo")]
MOST_BYTES = 150_000
WIDE = "document.documentElement.scrollWidth > innerWidth"
"""Something stands beside the page, which one could scroll to."""
TOO_SMALL = """() => [...document.querySelectorAll("a, button, select, summary, label.button, input:not([type=range])")]
  .filter((node) => node.checkVisibility({ visibilityProperty: true }))
  .filter((node) => !node.closest("label.pick, label.file, .unseen"))
  .map((node) => [node, node.getBoundingClientRect()])
  .filter(([, { width, height }]) => width < 43.9 || height < 43.9)
  .map(([node, { width, height }]) => `${node.outerHTML.slice(0, 80)}: ${width} by ${height}`)"""
SMALL_PRINT = """() => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (texts.nextNode()) {
    const node = texts.currentNode.parentElement;
    if (!texts.currentNode.data.trim() || !node.checkVisibility({ visibilityProperty: true })) continue;
    if (node.closest("svg, script, .unseen, [aria-hidden=true] option")) continue;
    const size = parseFloat(getComputedStyle(node).fontSize);
    if (size < 14) found.push(`${texts.currentNode.data.trim()}: ${size}`);
  }
  return found;
}"""
BOXES = """(selectors) => selectors.flatMap((selector) => [...document.querySelectorAll(selector)]
  .filter((node) => node.checkVisibility({ visibilityProperty: true }))
  .map((node) => ({ selector, ...node.getBoundingClientRect().toJSON() })))"""


def assert_fits(guest: Guest) -> None:
    assert not guest.page.evaluate(WIDE)
    assert guest.page.evaluate(TOO_SMALL) == []
    assert guest.page.evaluate(SMALL_PRINT) == []


def assert_in_sight(guest: Guest, size: tuple[int, int]) -> None:
    """All that is needed for a move, without scrolling."""
    needed = ["[data-testid=ask]", ".square", ".piece", ".bar .button", ".board-plain button", "button.goal-row"]
    boxes: list[dict[str, Any]] = guest.page.evaluate(BOXES, needed)
    assert {box["selector"] for box in boxes} >= set(needed[:2])
    outside = [
        box for box in boxes if box["top"] < 0 or box["left"] < 0 or box["right"] > size[0] or box["bottom"] > size[1]
    ]
    assert outside == []


@pytest.mark.parametrize("size", QUICK_AND_LONG, ids=str)
def test_home_and_new_game_fit(invite: Invite, size: tuple[int, int]) -> None:
    guest = invite("Ann", size=size)
    guest.go("/")
    assert_fits(guest)
    for game in CATALOG:
        guest.go(f"/new/{game}")
        guest.all(".rules summary").click()
        assert_fits(guest)
    guest.go("/replay")
    assert_fits(guest)


@pytest.mark.parametrize("size", QUICK_AND_LONG, ids=str)
@pytest.mark.parametrize("game", QUICK_GAME_AND_LONG)
def test_a_game_fits_from_its_first_move_to_its_end(invite: Invite, game: str, size: tuple[int, int]) -> None:
    guest = invite("Ann", size=size)
    guest.open(game, "me", "easy")
    guest.wait()
    while not guest.over:
        assert_fits(guest)
        if size != SMALLEST:
            assert_in_sight(guest, size)
        guest.hurry(1)
    assert_fits(guest)
    if size != SMALLEST:
        expect(guest.one("rematch")).to_be_in_viewport(ratio=1)


@pytest.mark.long
@pytest.mark.parametrize("size", [SMALL, PHONE, DESKTOP], ids=str)
@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
@pytest.mark.parametrize("bots", [2, 3])
def test_several_fit_at_a_table(invite: Invite, size: tuple[int, int], locale: str, bots: int) -> None:
    guest = invite("Ann", size=size, locale=locale)
    guest.open("xoxo", "me", *["easy"] * bots)
    guest.wait()
    while not guest.over:
        assert_fits(guest)
        assert_in_sight(guest, size)
        guest.hurry(1)
    assert_fits(guest)


@pytest.mark.parametrize("size", [SMALLEST, pytest.param(DESKTOP, marks=pytest.mark.long)], ids=str)
def test_a_table_that_waits_and_its_dialogs_fit(invite: Invite, size: tuple[int, int]) -> None:
    guest = invite("Ann", size=size)
    guest.open("xoxo", "me", "friend", "friend")
    guest.page.wait_for_selector("[data-testid=waiting]")
    assert_fits(guest)
    guest.one("qr").first.click()
    guest.page.wait_for_selector(".qr svg")
    assert_fits(guest)
    guest.one("menu").click()
    assert_fits(guest)


@pytest.mark.long
@pytest.mark.parametrize("page", ["/", "table"])
def test_the_first_load_is_small(invite: Invite, page: str) -> None:
    """As it comes over the wire, to a browser that has nothing yet."""
    opener, fresh = invite("Ann"), invite("Ben")
    address = page
    if page == "table":
        opener.open("xoxo", "me", "friend")
        address = opener.all(".invitation input").first.input_value()
    wire = fresh.context.new_cdp_session(fresh.page)
    wire.send("Network.enable")
    sizes: list[float] = []
    wire.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    fresh.page.goto(address, wait_until="networkidle")
    assert 10_000 < sum(sizes) <= MOST_BYTES
