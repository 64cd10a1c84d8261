"""The board in words: square by square, by piece and by line, in short and in full; for those who cannot see it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Invite
from tests.browser.guests import DESKTOP, Guest
from tests.browser.test_axe import assert_sound
from tests.browser.test_hands import press, tab_to
from tests.browser.test_sizes import COMPILED_MS, SMALLEST, assert_fits

POSITION = "..../.B../..b./a..B flip"
FOCUSED = "() => document.activeElement.getAttribute('aria-label')"


def read(guest: Guest, order: str) -> list[str]:
    """Chooses an order by its radio button, and returns what is listed then."""
    guest.page.get_by_role("radio", name=order).check()
    return guest.one("reading-list").get_by_role("listitem").all_inner_texts()


def open_reading(guest: Guest) -> None:
    tab_to(guest, "[data-testid=read-board]")
    expect(guest.page.get_by_role("button", name="Read the board")).to_be_in_viewport()
    press(guest, "Enter")
    expect(guest.page.get_by_role("dialog", name="Read the board")).to_be_visible()


def test_a_board_is_read_in_three_orders_in_short_and_in_full(ann: Guest) -> None:
    ann.open("rubik", "me", "easy", position=POSITION)
    ann.wait()
    lying = ann.squares()
    open_reading(ann)
    squares = read(ann, "Square by square")
    assert [text.partition(";")[0] for text in squares] == lying
    assert "c2, white O; can be flipped" in squares
    pieces = read(ann, "Piece by piece")
    assert pieces[:3] == ["green X: b3 and d1", "white O: c2", "yellow O: a1"]
    assert pieces[3].startswith("Empty: a4, b4")
    lines = read(ann, "Line by line")
    assert len(lines) == 4 + 4 + 6
    assert lines[1] == "Row 3: a3 empty; b3 green X; c3 empty; d3 empty"
    assert lines[4 + 2] == "Column c: c4 empty; c3 empty; c2 white O; c1 empty"
    assert "Diagonal a4\N{EN DASH}d1: a4 empty; b3 green X; c2 white O; d1 green X" in lines
    ann.page.get_by_role("checkbox", name="Short wording").check()
    lines = read(ann, "Line by line")
    assert lines[:2] == ["Row 3: empty; green X; empty; empty", "Row 2: empty; empty; white O; empty"]
    assert "Diagonal a4\N{EN DASH}d1: empty; green X; white O; green X" in lines
    assert read(ann, "Piece by piece") == ["green X: b3 and d1", "white O: c2", "yellow O: a1"]
    squares = read(ann, "Square by square")
    assert squares[:4] == ["b3, green X", "c2, white O", "a1, yellow O", "d1, green X"]
    assert squares[4].startswith("Empty: a4, b4")


@pytest.mark.long
def test_the_wording_goes_for_the_squares_too_and_is_kept(ann: Guest) -> None:
    ann.open("rubik", "me", "easy", position=POSITION)
    ann.wait()
    open_reading(ann)
    ann.page.get_by_role("checkbox", name="Short wording").check()
    press(ann, "Escape")
    expect(ann.all("[data-square=b3]")).to_have_attribute("aria-label", "b3, green X")
    expect(ann.all("[data-square=a2]")).to_have_attribute("aria-label", "a2")
    ann.page.reload()
    expect(ann.all("[data-square=b3]")).to_have_attribute("aria-label", "b3, green X")


def test_keys_lead_from_piece_to_piece(ann: Guest) -> None:
    ann.open("rubik", "me", "easy", position=POSITION)
    ann.wait()
    tab_to(ann, ".square")
    found = []
    for key in ("PageDown",) * 5 + ("PageUp",):
        press(ann, key)
        found.append(ann.page.evaluate(FOCUSED)[:2])
    assert sorted(found[:4]) == ["a1", "b3", "c2", "d1"]
    around = ["b3", "c2", "a1", "d1"] * 2
    nth = around.index(found[0])
    assert found == [*around[nth : nth + 4], found[0], found[3]]


@pytest.mark.long
@pytest.mark.parametrize(("scheme", "size"), [("dark", SMALLEST), ("light", DESKTOP)])
@pytest.mark.parametrize("path", ["/learn/djeco", "/explore/rubik", "/puzzles", "/table"])
def test_it_is_sound_and_fits_on_every_page_with_a_board(
    invite: Invite, path: str, scheme: str, size: tuple[int, int]
) -> None:
    guest = invite("Ann", size=size, color_scheme=scheme)
    if path == "/table":
        guest.open("xoxo", "me", "easy")
        guest.hurry(3)
    else:
        guest.go(path)
    guest.page.wait_for_selector(".square", timeout=COMPILED_MS)
    tab_to(guest, "[data-testid=read-board]")
    assert_sound(guest)
    assert_fits(guest)
    press(guest, "Enter")
    for order in ("Square by square", "Piece by piece", "Line by line"):
        assert read(guest, order)
        assert_sound(guest)
    assert_fits(guest)
