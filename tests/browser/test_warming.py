"""While the code of the bots is compiled for the first time, every page with bots says so, and then no longer."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Invite
from tests.browser.guests import PHONE, SOON
from tests.browser.house import House
from tests.browser.test_axe import assert_sound
from tests.browser.test_sizes import SMALL_PRINT
from tests.quick import first_quick

SMALLEST = (320, 568)


@pytest.mark.parametrize("path", first_quick(["/", "/new/xoxo"]))
def test_the_line_comes_with_the_page_and_goes_when_the_bots_are_ready(path: str, invite: Invite, house: House) -> None:
    house.warming = True
    guest = invite("Ann", size=SMALLEST)
    guest.go(path)
    line = guest.one("warming")
    expect(line).to_contain_text("they play more simply than usual")
    assert not guest.page.evaluate("document.documentElement.scrollWidth > innerWidth")
    assert_sound(guest)
    below = guest.all("main :is(form, section):visible").first
    place = below.bounding_box()
    house.warming = False
    expect(line).to_be_hidden(timeout=SOON)
    assert below.bounding_box() == place, "what stands below must not jump"
    guest.go(path)
    expect(guest.one("warming")).to_have_count(0)


@pytest.mark.long
def test_at_a_table_one_can_play_meanwhile(invite: Invite, house: House) -> None:
    house.warming = True
    guest = invite("Ann", size=SMALLEST)
    guest.open("rubik", "me", "medium")
    expect(guest.one("warming")).to_have_text("Bots are warming up")
    guest.hurry(2)
    expect(guest.one("menu")).to_be_in_viewport()
    assert_sound(guest)
    for size in (SMALLEST, PHONE):
        guest.page.set_viewport_size({"width": size[0], "height": size[1]})
        assert guest.page.evaluate(SMALL_PRINT) == []
        line, asked = guest.one("warming").bounding_box(), guest.one("ask").bounding_box()
        assert line
        assert asked
        assert line["width"] < 2 or line["y"] + line["height"] <= asked["y"], "it covers nothing that is asked"
    house.warming = False
    expect(guest.one("warming")).to_be_hidden(timeout=SOON)
