"""From the smallest phone to a desktop: nothing beside the page, nothing too small to hit or to read."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from rowdy.interfaces.languages import languages
from rowdy.interfaces.words import Words
from rowdy.rules.catalog import CATALOG
from tests.browser.conftest import Invite
from tests.browser.guests import DESKTOP, PHONE, Guest, play_together

SMALLEST, SMALL, ASIDE = (320, 640), (360, 740), (844, 390)
QUICK_AND_LONG = [SMALL, *(pytest.param(size, marks=pytest.mark.long) for size in (SMALLEST, PHONE, DESKTOP))]
QUICK_GAME_AND_LONG = ["xoxo", *(pytest.param(game, marks=pytest.mark.long) for game in CATALOG if game != "xoxo")]
MAX_BYTES = 150_000
COMPILED_MS = 60_000
"""How long the explorer may take where its search has to be compiled first."""
WIDE = "document.documentElement.scrollWidth > innerWidth"
"""Something stands beside the page, which one could scroll to."""
TOO_SMALL = """() => [...document.querySelectorAll("a, button, select, summary, label.button, input:not([type=range])")]
  .filter((node) => node.checkVisibility({ visibilityProperty: true }))
  .filter((node) => !node.closest("label.pick, label.file, .unseen, a.note"))
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
TOP = "() => document.querySelector('.board').getBoundingClientRect().top"
RING = "(square) => getComputedStyle(square, '::after').borderTopColor"
LINE = 30
"""Two lines are higher."""
BOXES = """(selectors) => selectors.flatMap((selector) => [...document.querySelectorAll(selector)]
  .filter((node) => node.checkVisibility({ visibilityProperty: true }))
  .map((node) => ({ selector, ...node.getBoundingClientRect().toJSON() })))"""

LOADS = """() => {
  const up = performance.getEntriesByName("first view")[0]?.startTime ?? Infinity;
  const all = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
  const sizes = (entries) => Object.fromEntries(entries.map((one) => [one.name, one.decodedBodySize]));
  return [sizes(all.filter((one) => one.startTime < up)), sizes(all.filter((one) => one.startTime >= up))];
}"""
"""What the page loaded before it showed something, and after, each with its size unpacked."""
LOADED = "(name) => performance.getEntriesByType('resource').some((one) => one.name.endsWith(name) && one.responseEnd)"


def assert_fits(guest: Guest) -> None:
    assert not guest.page.evaluate(WIDE)
    assert guest.page.evaluate(TOO_SMALL) == []
    assert guest.page.evaluate(SMALL_PRINT) == []


def assert_in_sight(guest: Guest, size: tuple[int, int]) -> None:
    """All that is needed for a move, without scrolling."""
    needed = ["[data-testid=ask]", ".square", ".piece", ".bar .button", ".board-plain button", "button.goal-row"]
    boxes: list[dict[str, Any]] = guest.page.evaluate(BOXES, needed)
    found = {box["selector"] for box in boxes}
    assert found >= {"[data-testid=ask]"}
    assert found & {".square", ".board-plain button"}, "a game without a board has buttons"
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


@pytest.mark.parametrize("size", [*QUICK_AND_LONG, pytest.param(ASIDE, marks=pytest.mark.long)], ids=str)
@pytest.mark.parametrize("game", QUICK_GAME_AND_LONG)
def test_a_game_fits_from_its_first_move_to_its_end(invite: Invite, game: str, size: tuple[int, int]) -> None:
    """And its board stays where it is, so that nothing moves under a finger."""
    guest = invite("Ann", size=size)
    guest.open(game, "me", "easy")
    guest.wait()
    tops = set()
    while not guest.over:
        assert_fits(guest)
        assert_in_sight(guest, size)
        tops.add(guest.page.evaluate(TOP))
        guest.hurry(1)
    assert len(tops) == 1
    assert_fits(guest)
    if size not in (SMALLEST, ASIDE):
        expect(guest.one("rematch")).to_be_in_viewport(ratio=1)


@pytest.mark.long
@pytest.mark.parametrize("game", ["xoxo", "rubik"])
def test_the_board_stays_where_it_is_whoever_is_to_move(invite: Invite, game: str) -> None:
    ann, ben = invite("Annabel A.", size=PHONE), invite("Benjamin B.", size=PHONE)
    ann.open(game, "me", "friend")
    ben.go(ann.all(".invitation input").first.input_value())
    tops = set()
    for _ in range(4):
        play_together(ann, ben, most=1)
        tops |= {guest.page.evaluate(TOP) for guest in (ann, ben)}
    assert len(tops) == 1


@pytest.mark.long
@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_a_goal_and_its_order_stand_in_one_line(invite: Invite, locale: str) -> None:
    guest = invite("Ann", size=PHONE, locale=locale)
    for deal in range(3):
        guest.house.fate = f"goals {deal}"
        guest.open("xoxo", "me", "easy")
        guest.wait()
        boxes = guest.page.evaluate(BOXES, [".goal-words"])
        assert len(boxes) == 3
        assert all(box["height"] < LINE for box in boxes), guest.all(".goals-list").inner_text()


@pytest.mark.long
def test_the_longest_names_stay_on_the_page(invite: Invite) -> None:
    device = invite("", size=SMALLEST)
    device.open("xoxo", "me", "person", "person", "person")
    device.sit("W" * 20, "M" * 20, "WM" * 10, "Q" * 20)
    device.page.wait_for_selector(".pass")
    boxes = device.page.evaluate(BOXES, [".pass > *"])
    assert all(box["left"] >= 0 and box["right"] <= SMALLEST[0] for box in boxes)
    device.one("pass-ready").click()
    device.wait()
    assert_fits(device)


@pytest.mark.long
def test_where_the_system_rules_the_colours_only_marked_squares_have_rings(invite: Invite) -> None:
    guest = invite("Ann", forced_colors="active")
    guest.open("xoxo", "me", "easy")
    guest.hurry(1)
    last, plain = guest.all(".square.is-last").first, guest.all(".square:not(.is-last)").first
    assert plain.evaluate(RING) == "rgba(0, 0, 0, 0)"
    assert last.evaluate(RING) != "rgba(0, 0, 0, 0)"


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
    guest.page.wait_for_selector(".qr svg")
    assert_fits(guest)
    guest.one("menu").click()
    assert_fits(guest)


def test_the_first_board_needs_little_and_the_rest_comes_when_it_is_up(invite: Invite) -> None:
    """All that was asked for before the board stood there, unpacked; and what is used later is there before it is."""
    guest = invite("Ann")
    guest.open("xoxo", "me", "easy")
    guest.wait()
    guest.page.wait_for_function(LOADED, arg="menu.js")
    first, later = guest.page.evaluate(LOADS)
    assert 50_000 < sum(first.values()) <= MAX_BYTES
    assert not [name for name in first if name.endswith(("menu.js", "game-over.js", "waiting-room.js"))]
    assert [name for name in later if name.endswith("game-over.js")]


@pytest.mark.long
@pytest.mark.parametrize("spoken", languages())
def test_the_first_view_is_small_in_every_language(invite: Invite, spoken: str) -> None:
    """A page carries its own language alone; letters of Russian take two bytes each."""
    guest = invite("Ann", locale=Words(spoken).locale)
    for path in ("/", "/new/xoxo", "/rules/djeco", "/learn/xoxo", "/explore/rubik", "/puzzles", "/review", "/replay"):
        guest.page.goto(path, wait_until="networkidle", timeout=COMPILED_MS)
        expect(guest.all("html")).to_have_attribute("lang", Words(spoken).locale)
        first, _ = guest.page.evaluate(LOADS)
        size = sum(size for name, size in first.items() if "/api/" not in name)
        assert 10_000 < size <= MAX_BYTES, f"{path}: {size}"
    guest.open("djeco", "me", "easy")
    guest.wait()
    first, _ = guest.page.evaluate(LOADS)
    assert 50_000 < sum(first.values()) <= MAX_BYTES


def test_home_is_small(invite: Invite) -> None:
    guest = invite("Ann")
    guest.page.goto("/", wait_until="networkidle")
    first, later = guest.page.evaluate(LOADS)
    assert 10_000 < sum(first.values()) + sum(later.values()) <= MAX_BYTES


def test_what_cannot_be_loaded_is_said_once_and_tried_again(invite: Invite) -> None:
    guest = invite("Ann")
    guest.page.route("**/table/actions/menu.js", lambda route: route.abort())
    guest.open("xoxo", "me", "easy")
    guest.wait()
    for _ in range(2):
        guest.one("menu").click()
        expect(guest.one("not-loaded")).to_have_text("The server cannot be reached. Try again in a moment.")
    guest.page.unroute("**/table/actions/menu.js")
    guest.one("menu").click()
    expect(guest.one("menu-dialog")).to_be_visible()
    expect(guest.one("not-loaded")).to_have_count(0)
    guest.bear()
