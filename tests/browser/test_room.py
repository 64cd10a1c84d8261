"""A table in one room: a screen that is the table, and phones that are hands."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeAlias

import pytest
from playwright.sync_api import Route, expect

from rowdy.interfaces.languages import languages
from rowdy.interfaces.web.store.keys import new_key
from rowdy.rules.tiles import CARD
from rowdy.rules.xoxo_state import Deal
from tests.browser.conftest import Invite
from tests.browser.guests import NUMBER, NUMBERS, Guest
from tests.browser.house import House
from tests.browser.rooms import HAND, SCREEN, drawn, open_room, play_on, sit_down
from tests.browser.test_sizes import LOADS, MAX_BYTES

REFUSED = re.compile("409")
"""What Chromium says by itself of a seat that was not to be had."""
USED = "Somebody has already taken this seat."
UPRIGHT = (1080, 1920), (800, 1280), (768, 1024)
MAX_LINES = 40
"""From three metres no text is read that is smaller than the height of the screen divided by this."""
SMALLEST_TEXT = """() => Math.min(...[...document.querySelectorAll(".screen *")]
  .filter((node) => [...node.childNodes].some((child) => child.nodeType === Node.TEXT_NODE && child.data.trim()))
  .filter((node) => node.checkVisibility({ visibilityProperty: true }) && !node.closest("svg, .unseen"))
  .map((node) => parseFloat(getComputedStyle(node).fontSize)))"""
OUTSIDE = """() => [...document.querySelectorAll(".screen-seat, .board, .screen-told, .screen-watch, .screen-ask")]
  .filter((node) => node.checkVisibility({ visibilityProperty: true }))
  .map((node) => [node.className, node.getBoundingClientRect()])
  .filter(([, box]) => box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight)
  .map(([name]) => name)"""

Phones: TypeAlias = Callable[..., list[Guest]]


@pytest.fixture
def screen(invite: Invite) -> Guest:
    return invite("", size=SCREEN)


@pytest.fixture
def phones(invite: Invite) -> Phones:
    def made(*names: str) -> list[Guest]:
        return [invite(name, size=HAND, has_touch=True, is_mobile=True) for name in names]

    return made


def assert_readable(screen: Guest) -> None:
    assert screen.page.evaluate(SMALLEST_TEXT) >= SCREEN[1] / MAX_LINES
    assert screen.page.evaluate(OUTSIDE) == []


def assert_fits_upright(screen: Guest) -> None:
    """On screens that stand upright all is in sight, and nothing scrolls."""
    for width, height in UPRIGHT:
        screen.page.set_viewport_size({"width": width, "height": height})
        assert screen.page.evaluate(OUTSIDE) == [], (width, height)
        assert screen.page.evaluate("document.documentElement.scrollHeight") <= height
        board = screen.all(".board").bounding_box()
        assert board is None or min(board["width"], board["height"]) > width / 2, (width, height)
    screen.page.set_viewport_size({"width": SCREEN[0], "height": SCREEN[1]})


def test_four_codes_fit_an_upright_screen(screen: Guest) -> None:
    open_room(screen, "xoxo", 4)
    assert_fits_upright(screen)


def test_from_the_home_page_to_the_first_tile(screen: Guest, phones: Phones, house: House) -> None:
    """Nobody types but a name, and codes vanish as seats are taken; one is scanned twice, and a phone is reloaded."""
    ann, ben, late = phones("", "Ben", "Late")
    house.wish = Deal(0, CARD["yellow"])
    codes = open_room(screen, "xoxo", 2)
    assert_readable(screen)
    ann.go(codes[0])
    ann.sit("Ann")
    expect(screen.one("code")).to_have_count(1)
    expect(screen.one("seat-1")).to_contain_text("Ann")
    expect(ann.one("waiting")).to_be_visible()
    waits, _ = ann.page.evaluate(LOADS)
    assert "#" not in ann.page.url, "neither code nor key stays in an address"
    late.go(codes[0])
    expect(late.one("end")).to_contain_text(USED)
    late.bear(REFUSED)
    ben.go(codes[1])
    expect(screen.one("seat-2")).to_contain_text("Ben")
    play_on([ann, ben], 1)
    assert_readable(screen)
    expect(screen.one("told")).to_contain_text("Ann lays")
    assert screen.all(".square .drawing").count() == 1
    assert screen.all(".is-source, .is-target").count() == 0
    expect(ann.all(".holder")).to_have_text("Ann")
    ann.one("hide").tap()
    expect(ann.all("[data-goal=yellow]")).to_be_hidden()
    ann.page.reload()
    expect(ann.one("cover")).to_be_visible()
    expect(ann.all("[data-goal=yellow]")).to_be_hidden()
    ann.one("cover").tap()
    expect(ann.all("[data-goal=yellow]")).to_be_visible()
    assert "yellow" in ann.told("1")
    assert '"order"' not in screen.told("host")
    assert not [code for code in codes if code.partition("#")[2] in ann.html() + screen.html()]
    for first in (waits, *(guest.page.evaluate(LOADS)[0] for guest in (screen, ben))):
        assert 50_000 < sum(first.values()) <= MAX_BYTES


@pytest.mark.long
@pytest.mark.parametrize("language", languages())
def test_a_hand_that_waits_needs_little_in_every_language(invite: Invite, language: str) -> None:
    """Asked for a name, it loads most; nothing that it shows before the others have come is left out."""
    screen = invite("", size=SCREEN, locale=language)
    ann = invite("", size=HAND, locale=language)
    codes = open_room(screen, "xoxo", 2)
    ann.go(codes[0])
    ann.sit("Ann")
    expect(ann.one("waiting")).to_be_visible()
    first, _ = ann.page.evaluate(LOADS)
    assert 50_000 < sum(first.values()) <= MAX_BYTES


@pytest.mark.long
def test_four_phones_play_to_the_end(screen: Guest, phones: Phones) -> None:
    """One phone sleeps and is its seat again by itself, and one leaves, so that the host lets a bot play."""
    ann, _, cem, dora = four = phones("Ann", "Ben", "Cem", "Dora")
    codes = sit_down(screen, four, "xoxo")
    play_on(four, 2)
    assert_readable(screen)
    assert_fits_upright(screen)
    ann.context.set_offline(True)
    expect(screen.one("seat-1")).to_contain_text("away")
    play_on([cem, dora], 2)
    ann.context.set_offline(False)
    expect(screen.one("seat-1")).not_to_contain_text("away")
    ann.bear()
    play_on(four, 1)
    dora.one("menu").click()
    dora.one("leave").click()
    dora.one("sure").click()
    expect(screen.one("seat-4")).to_contain_text("has left")
    screen.page.mouse.move(100, 100)
    screen.one("sit-in-4").click()
    expect(screen.one("seat-4")).to_contain_text("a bot stands in")
    dora.go(codes[3])
    dora.one("return").click()
    expect(screen.one("seat-4")).not_to_contain_text("a bot stands in")
    play_on(four)
    expect(screen.one("ask")).to_contain_text("win")
    assert_readable(screen)
    for phone in four:
        phone.one("rematch").click()
    expect(screen.all("#screen")).to_have_attribute("data-phase", "playing")
    play_on(four, 1)


@pytest.mark.long
def test_two_phones_at_a_table_of_djeco_and_the_screen_knows_no_hand(screen: Guest, phones: Phones) -> None:
    def with_deck(route: Route) -> None:
        route.continue_(post_data={**(route.request.post_data_json or {}), "deck": list(NUMBERS)})

    screen.page.route("**/api/tables?*", with_deck)
    ann, ben = two = phones("Ann", "Ben")
    sit_down(screen, two, "djeco")
    play_on(two, 6)
    assert_readable(screen)
    seen = set(NUMBER.findall(screen.fetch(f"/api/tables/{screen.table}/record?as=host").partition("\n\n")[2]))
    assert set(NUMBER.findall(screen.html() + screen.told("host"))) & set(NUMBERS) == seen & set(NUMBERS)
    assert set(NUMBER.findall(ann.html())) - seen, "she has cards that nobody else knows"
    play_on(two)
    expect(ben.one("ending")).to_be_visible()


@pytest.mark.long
def test_two_phones_at_a_table_of_rubik(screen: Guest, phones: Phones) -> None:
    two = phones("Ann", "Ben")
    sit_down(screen, two, "rubik")
    assert two[0].one("hide").is_hidden(), "there is nothing to hide"
    play_on(two)
    assert_readable(screen)
    assert [name.partition(";")[0] for name in two[0].squares()] == screen.squares()


@pytest.mark.long
def test_a_lost_phone_is_replaced_from_the_screen(screen: Guest, phones: Phones) -> None:
    ann, ben, new = phones("Ann", "Ben", "New")
    codes = sit_down(screen, [ann, ben], "rubik")
    screen.page.mouse.move(100, 100)
    screen.one("phone-1").click()
    screen.one("sure").click()
    expect(screen.one("code")).to_have_count(1)
    expect(ann.one("end")).to_contain_text("new key")
    assert len(codes) == 3
    taken = {"code": codes[2].partition("#")[2], "key": new_key()}
    assert new.context.request.post(f"/api/tables/{screen.table}/take", data=taken).ok
    expect(screen.one("code")).to_have_count(0)
    new.go(codes[2])
    expect(new.all(".holder")).to_have_text("Ann")
    play_on([new, ben], 2)


@pytest.mark.long
def test_a_phone_that_took_a_code_and_never_came_is_replaced(screen: Guest, phones: Phones) -> None:
    (ann,) = phones("Ann")
    codes = open_room(screen, "rubik", 2)
    taken = {"code": codes[0].partition("#")[2], "key": new_key()}
    assert ann.context.request.post(f"/api/tables/{screen.table}/take", data=taken).ok
    expect(screen.one("code")).to_have_count(1)
    expect(screen.one("seat-1")).to_contain_text("Somebody is sitting down")
    assert screen.all(".now-and-then [data-testid=phone-1]").count() == 0, "it is seen by who does not look for it"
    screen.one("phone-1").click()
    screen.one("sure").click()
    expect(screen.one("code")).to_have_count(2)
    ann.go(codes[2])
    expect(screen.one("seat-1")).to_contain_text("Ann")


@pytest.mark.long
def test_after_a_restart_the_screen_shows_new_codes(screen: Guest, phones: Phones, house: House) -> None:
    (ann,) = phones("Ann")
    codes = open_room(screen, "rubik", 2)
    with screen.page.expect_request(lambda request: bool(drawn(request))):
        house.close()
        house.open()
    ann.go(codes[2])
    expect(screen.one("seat-1")).to_contain_text("Ann")
    screen.bear()


@pytest.mark.long
def test_the_network_is_opened_from_the_screen(screen: Guest, phones: Phones, house: House) -> None:
    (ann,) = phones("Ann")
    codes = open_room(screen, "rubik", 2)
    expect(screen.one("reach")).to_contain_text("Phones cannot reach this machine yet.")
    screen.one("open-network").click()
    outside = house.address.replace("127.0.0.1", str(house.network))
    with screen.page.expect_request(lambda request: f"{outside}/hand/" in (request.post_data or "")):
        screen.one("sure").click()
    expect(screen.one("open-network")).to_have_count(0)
    ann.go(next(code for code in codes if code.startswith(outside)))
    ann.sit("Ann")
    expect(screen.all(".screen-seat").filter(has_text="Ann")).to_have_count(1)
    ann.page.close()
    assert screen.context.request.post("/api/network", data={"open": False}).ok


@pytest.mark.long
def test_a_screen_that_only_looks_on_shows_no_codes(screen: Guest, invite: Invite) -> None:
    ann = invite("Ann")
    ann.open("xoxo", "me", "friend")
    watch = ann.all(".invitation input").last.input_value()
    screen.go(watch.replace("/table/", "/screen/"))
    expect(screen.one("seat-2")).to_contain_text("Seat 2")
    assert screen.one("code").count() == 0
    assert screen.all(".screen-seat button").count() == 0
    ann.go(f"/screen/{ann.table}")
    expect(ann.one("seat-1")).to_contain_text("Ann")
    assert "you" not in ann.told("watch")
