"""By the accessibility tree alone: whole games, the explorer and a review, by roles and names, without a pointer."""

from __future__ import annotations

import re
from urllib.parse import quote

import pytest
from playwright.sync_api import Locator, Page, expect

from rowdy.rules.catalog import CATALOG
from tests.browser.guests import Guest
from tests.browser.test_sizes import COMPILED_MS

MOST_PRESSES = 1_000
MIDDLE = "..../.B../..Bb/.... flip"


def press(found: Locator) -> None:
    found.focus()
    found.press("Enter")


def offered(page: Page) -> list[Locator]:
    """What can be pressed next, as a screen reader finds it: what is named as usable in the parts that have names."""
    chooser = page.get_by_role("dialog", name="Which one?")
    if chooser.count():
        return [one for one in chooser.get_by_role("button").all() if one.inner_text() != "Never mind"]
    squares = page.get_by_role("grid", name="Board").get_by_role("button", disabled=False, pressed=None)
    if page.get_by_role("button", pressed=True).filter(has_not_text=re.compile("show|hold")).count():
        return [one for one in squares.all() if one.get_attribute("aria-pressed") is None]
    pieces = page.get_by_role("group", name="What you can choose from").get_by_role("button", disabled=False)
    moves = page.get_by_role("toolbar", name="Moves").get_by_role("button", disabled=False)
    sources = squares.and_(page.get_by_role("button", pressed=False))
    return [*pieces.all(), *moves.all(), *sources.all()] or squares.all()


@pytest.mark.long
@pytest.mark.parametrize("game", CATALOG)
def test_a_whole_game_by_names(ann: Guest, game: str) -> None:
    title = {
        "xoxo": "XOXO",
        "rubik": "Rubik\N{RIGHT SINGLE QUOTATION MARK}s Tac Toe",
        "xoxo2": "XOXO²",
        "djeco": "Djeco Tic Tac Toe",
    }[game]
    ann.go("/")
    press(ann.page.get_by_role("button", name=f"Play {title} against a bot", exact=True))
    ann.wait()
    again = ann.page.get_by_role("button", name="Another round")
    for _ in range(MOST_PRESSES):
        if again.count():
            break
        choices = offered(ann.page)
        if choices:
            press(ann.rng.choice(choices))
        ann.page.wait_for_timeout(20)
    expect(again).to_be_visible()
    press(again)
    expect(again).to_have_count(0)


@pytest.mark.long
def test_the_explorer_by_names(ann: Guest) -> None:
    ann.go(f"/explore/rubik?position={quote(MIDDLE)}")
    board = ann.page.get_by_role("grid", name="Board")
    stone = board.get_by_role("button", name=re.compile("^c2, green X"))
    stone.wait_for(timeout=COMPILED_MS)
    press(stone)
    press(board.get_by_role("button", name=re.compile("^c1, empty")))
    expect(ann.page.get_by_text("place a stone").first).to_be_visible()
    way = ann.page.get_by_role("group", name="The way here")
    press(way.get_by_role("button", name="Back"))
    expect(stone).to_be_visible()
    best = ann.page.get_by_role("region", name="What can be done, best first").get_by_role("button").first
    press(best)
    steps = ann.page.get_by_role("region", name="The way here").get_by_role("button")
    expect(steps.nth(2)).to_be_visible()
    press(way.get_by_role("button", name="To the first position"))
    expect(stone).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize("game", CATALOG)
def test_a_review_by_names(ann: Guest, game: str) -> None:
    ann.open(game, "me", "easy")
    ann.hurry()
    press(ann.page.get_by_role("link", name="Review"))
    moves = ann.page.get_by_role("region", name="All moves").get_by_role("button")
    moves.first.wait_for(timeout=COMPILED_MS)
    press(moves.first)
    expect(moves.first).to_have_attribute("aria-current", "true")
    moves.nth(1).wait_for(timeout=COMPILED_MS)
    press(ann.page.get_by_role("button", name="One step forward"))
    expect(moves.nth(1)).to_have_attribute("aria-current", "true")
