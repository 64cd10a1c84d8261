"""A click where nothing can be done gets its reason beside it; a square alone offers the pieces that can go there."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, TypeAlias

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Invite
from tests.browser.guests import DESKTOP, NUMBERS, OVER, Guest
from tests.browser.test_axe import assert_sound
from tests.browser.test_hands import walk_to

SMALLEST = (320, 568)
POLL_MS, MAX_POLLS = 10, 500
IDLE = ".square[aria-disabled=true]"
APART = """([bubble, square]) => {
  const [a, b] = [bubble, square].map((one) => one.getBoundingClientRect());
  const beside = a.bottom <= b.top || a.top >= b.bottom || a.right <= b.left || a.left >= b.right;
  return beside && a.left >= 0 && a.right <= innerWidth && a.top >= 0 && a.bottom <= innerHeight;
}"""

CROSSING = (
    "..r7r5b8/..b2+r2b2r8+b8/..r4b1r6+b6/...../..... r3,r7,b9,y,g/r1,r1,b3,b6,b9 "
    "r2,r3,r4,r5,r6,b1,b3,b4,b4,b5,b7,y,y,y,y 2:3 play 27 1"
)
"""A full table of Djeco: a green card can clear four lines through its middle, d4."""

Click: TypeAlias = Callable[[Guest, str], None]


def in_sight(guest: Guest, selector: str) -> Locator:
    found = guest.all(selector).first
    found.evaluate("one => one.scrollIntoView({ block: 'center' })")
    return found


def by_mouse(guest: Guest, selector: str) -> None:
    in_sight(guest, selector).click(force=True)


def by_touch(guest: Guest, selector: str) -> None:
    in_sight(guest, selector).tap(force=True)


def by_keys(guest: Guest, selector: str) -> None:
    walk_to(guest, selector)
    guest.page.keyboard.press("Enter")


def told(guest: Guest) -> list[dict[str, str]]:
    """All reasons that the rules have given."""
    return [answer["why"] for _, text in guest.frames if "why" in (answer := json.loads(text))]


def why(guest: Guest, click: Click, selector: str) -> str:
    """The code of the reason for which a click does nothing, which is seen and heard as the rules said it."""
    known = len(told(guest))
    click(guest, selector)
    bubble = guest.one("why")
    for _ in range(MAX_POLLS):
        if len(told(guest)) > known:
            break
        guest.page.wait_for_timeout(POLL_MS)
    reason = told(guest)[-1]
    expect(bubble).to_have_text(reason["say"])
    expect(guest.one("spoken")).to_contain_text(reason["say"])
    clicked: Locator = guest.all(selector).first
    assert guest.page.evaluate(APART, [bubble.element_handle(), clicked.element_handle()]), selector
    return reason["code"]


def squares(guest: Guest, condition: str = IDLE) -> list[str]:
    names: list[str] = guest.all(condition).evaluate_all("all => all.map((one) => one.dataset.square)")
    return [f'.square[data-square="{name}"]' for name in names]


def codes(guest: Guest, click: Click, most: int = 99) -> set[str]:
    return {why(guest, click, selector) for selector in squares(guest)[:most]}


HANDS = [(by_mouse, SMALLEST, {}), (by_touch, SMALLEST, {"has_touch": True}), (by_keys, DESKTOP, {})]
WAYS = pytest.mark.parametrize(
    ("click", "size", "more"),
    [pytest.param(*hand, marks=pytest.mark.long) if hand[0] is not by_touch else hand for hand in HANDS],
    ids=["mouse", "touch", "keys"],
)


@WAYS
def test_in_a_flip_game(invite: Invite, click: Click, size: tuple[int, int], more: dict[str, Any]) -> None:
    guest = invite("Ann", size=size, **more)
    guest.open("rubik", "me", "easy")
    guest.hurry(1)
    assert codes(guest, click) == {"no-stone", "own-stone"}
    assert why(guest, click, ".piece") == "flip-due"
    click(guest, squares(guest, ".square.is-source")[0])
    expect(guest.one("why")).to_be_hidden()
    assert codes(guest, click, 2) <= {"not-adjacent", "occupied"}
    guest.hurry(1)
    own, other = "[aria-label*=' X']", "[aria-label*=' O']"
    assert why(guest, click, squares(guest, IDLE + own)[0]) == "occupied"
    assert why(guest, click, squares(guest, IDLE + other)[0]) == "flipped-already"


@pytest.mark.long
@WAYS
def test_in_xoxo(invite: Invite, click: Click, size: tuple[int, int], more: dict[str, Any]) -> None:
    guest = invite("Ann", size=size, **more)
    guest.open("xoxo", "me", "easy")
    guest.wait()
    assert codes(guest, click, 3) == {"not-middle"}
    guest.hurry(1)
    click(guest, ".piece.is-source")
    found = codes(guest, click)
    assert "display-not-full" in found
    assert found <= {"display-not-full", "not-adjacent-tile"}
    guest.hurry(4)
    if not guest.over:
        assert codes(guest, click) == {"just-laid"}


@pytest.mark.long
@WAYS
def test_in_djeco(invite: Invite, click: Click, size: tuple[int, int], more: dict[str, Any]) -> None:
    guest = invite("Ann", size=size, **more)
    guest.open("djeco", "me", "easy", deck=NUMBERS)
    guest.wait()
    assert codes(guest, click, 3) == {"not-middle"}
    guest.hurry(2)
    lying = squares(guest, ".square:has(.drawing)")
    numbers = guest.all(".piece.is-source:not([data-piece=y], [data-piece=g])")
    if lying and numbers.count():
        click(guest, f'.piece[data-nth="{numbers.first.get_attribute("data-nth")}"]')
        assert why(guest, click, lying[0]) == "other-number"


@pytest.mark.long
def test_whoever_is_not_to_move_is_told_who_is_and_afterwards_that_it_is_over(invite: Invite) -> None:
    ann, ben, eve = invite("Ann"), invite("Ben"), invite("Eve")
    ann.open("rubik", "me", "friend")
    link = ann.all(".invitation input")
    ben.go(link.first.input_value())
    ann.wait()
    assert why(ben, by_mouse, ".square") == "not-your-turn"
    expect(ben.one("why")).to_contain_text("Ann")
    ann.move()
    expect(ben.one("why")).to_be_hidden()
    ann.one("menu").click()
    watch = ann.all("dialog .invitation input").last.input_value()
    ann.one("resign").click()
    ann.one("sure").click()
    ben.all(OVER).wait_for()
    assert why(ben, by_mouse, ".square") == "over"
    eve.go(watch)
    eve.all(".square").first.click(force=True)
    assert eve.one("why").count() == 0
    assert not [request for request in eve.sent if request["do"] == "why"]


# A square before a piece


@pytest.mark.parametrize(
    ("game", "choices"),
    [
        pytest.param("rubik", 2, marks=pytest.mark.long),
        ("xoxo", 2),
        pytest.param("djeco", None, marks=pytest.mark.long),
    ],
)
@pytest.mark.parametrize("size", [SMALLEST, pytest.param(DESKTOP, marks=pytest.mark.long)], ids=["phone", "desktop"])
def test_a_square_offers_what_can_go_there(
    invite: Invite, game: str, choices: int | None, size: tuple[int, int]
) -> None:
    guest = invite("Ann", size=size)
    guest.open(game, "me", "easy")
    guest.wait()
    square = ".square[aria-disabled=false]"
    guest.all(square).first.click()
    offered = guest.all(".chooser [data-move]")
    if choices:
        expect(offered).to_have_count(choices)
    expect(offered.first).to_be_focused()
    box = [guest.all(".chooser").element_handle(), guest.all(square).first.element_handle()]
    assert guest.page.evaluate(APART, box)
    assert_sound(guest)
    guest.page.keyboard.press("Escape")
    expect(guest.all(".chooser")).to_be_hidden()
    guest.all(square).first.click()
    before = guest.steps()
    offered.first.click()
    guest.page.wait_for_function(
        "(count) => document.querySelectorAll('[data-testid=log] li').length > count", arg=before
    )


@pytest.mark.parametrize("size", [SMALLEST, pytest.param(DESKTOP, marks=pytest.mark.long)], ids=["phone", "desktop"])
@pytest.mark.parametrize(
    "picked", [True, pytest.param(False, marks=pytest.mark.long)], ids=["card first", "square first"]
)
def test_a_question_covers_no_square_that_it_names(invite: Invite, size: tuple[int, int], picked: bool) -> None:
    guest = invite("Ann", size=size)
    guest.open("djeco", "me", "easy", position=CROSSING)
    guest.wait()
    if picked:
        guest.all(".piece[data-piece=g]").click()
    guest.all(".square[data-square=d4]").click()
    lines = guest.all(".chooser .line-name")
    expect(lines).to_have_count(4)
    assert set("-".join(lines.all_inner_texts()).replace("\u2013", "-").split("-")) == {
        f"{x}{y}" for x in "cde" for y in "345"
    }
    chooser = guest.all(".chooser").element_handle()
    for square in guest.all(".square:not(.is-empty)").element_handles():
        assert guest.page.evaluate(APART, [chooser, square])
    cut = "all => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)"
    assert guest.all(".chooser [data-move]").evaluate_all(cut) == []
    assert_sound(guest)


def test_a_reason_can_be_read_by_everybody(invite: Invite) -> None:
    guest = invite("Ann", size=SMALLEST, locale="de-DE")
    guest.open("xoxo", "me", "easy", "easy", "easy")
    guest.wait()
    why(guest, by_mouse, IDLE)
    assert_sound(guest)
