"""How to play is one tap away everywhere, and whoever reads it loses nothing."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Route, expect

from rowdy.rules.catalog import CATALOG
from tests.browser.conftest import Invite
from tests.browser.guests import PHONE, Guest
from tests.browser.test_axe import assert_sound
from tests.browser.test_sizes import SMALLEST, assert_fits

GAMES = ["xoxo", *(pytest.param(game, marks=pytest.mark.long) for game in CATALOG if game != "xoxo")]


def test_home_leads_to_the_page_of_each_game(ann: Guest) -> None:
    for game in CATALOG:
        ann.go("/")
        ann.all(f"[data-game={game}] a[href='/rules/{game}']").click()
        expect(ann.one("rules")).to_contain_text("Your turn")
        expect(ann.all("h1")).to_have_text(ann.page.title().removeprefix("How to play ").removesuffix(" · Rowdy"))


def test_set_up_shows_the_rules_as_chosen_and_keeps_what_was_chosen(ann: Guest) -> None:
    ann.go("/new/xoxo")
    ann.all("#edition").select_option("de")
    ann.all("input[name=count][value='3']").check()
    ann.one("rules-link").click()
    expect(ann.one("rules-edition")).to_have_text("By the German rulebook")
    expect(ann.one("rules")).to_contain_text("10 each with three")
    expect(ann.all("#textures")).to_have_count(1)
    ann.one("rules-close").click()
    expect(ann.one("rules-dialog")).to_have_count(0)
    assert ann.all("#edition").input_value() == "de"
    assert ann.all(".chair").count() == 3
    ann.all("#edition").select_option("en")
    ann.one("rules-link").press("Enter")
    expect(ann.one("rules")).to_contain_text("8 each with three")
    ann.page.keyboard.press("Escape")
    expect(ann.one("rules-dialog")).to_have_count(0)
    expect(ann.one("rules-link")).to_be_focused()


def test_a_table_shows_its_own_rules_and_the_game_goes_on(invite: Invite) -> None:
    guest = invite("Ann", size=PHONE)
    chosen = {"edition": "sv", "rulings": {"target": "3"}}

    def choose(route: Route) -> None:
        wanted: dict[str, Any] = route.request.post_data_json or {}
        route.continue_(post_data={**wanted, **chosen})

    guest.page.route("**/api/tables?*", choose)
    guest.open("djeco", "me", "easy")
    guest.hurry(1)
    sockets: list[str] = []
    guest.page.on("websocket", lambda socket: sockets.append(socket.url))
    guest.one("rules-link").press("Enter")
    expect(guest.one("rules-edition")).to_contain_text("Swedish rulebook")
    expect(guest.one("rules")).to_contain_text("at least 3 tokens")
    assert_sound(guest)
    address = guest.page.url
    guest.all(".rules-dialog a.note").first.click()
    expect(guest.all(".rules-dialog #rule-numbers")).to_be_in_viewport()
    assert guest.page.url == address, "a house rule is looked up where one is"
    leading_away = guest.all(".rules-dialog a:not([href^='#'], [target=_blank])")
    expect(leading_away).to_have_count(0)
    guest.page.keyboard.press("Escape")
    expect(guest.one("rules-link")).to_be_focused()
    guest.hurry(1)
    assert sockets == [], "the connection has stayed"


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_is_sound_and_fits(invite: Invite, game: str, scheme: str) -> None:
    guest = invite("Ann", size=SMALLEST, color_scheme=scheme)
    guest.go(f"/rules/{game}")
    assert_sound(guest)
    assert_fits(guest)


def test_the_page_can_be_read_without_scripts(invite: Invite) -> None:
    guest = invite("Ann", java_script_enabled=False)
    guest.page.goto("/rules/rubik?both_rows=mover")
    expect(guest.one("rules-changed")).to_contain_text("The player who made that move.")
    expect(guest.one("rules")).to_contain_text("the player who made that move wins")
    expect(guest.all("noscript")).to_have_count(0)


def test_on_paper_there_is_what_is_to_be_read_and_nothing_to_click(invite: Invite) -> None:
    guest = invite("Ann", color_scheme="dark")
    guest.go("/rules/djeco")
    guest.page.emulate_media(media="print")
    for gone in (".switches", ".back", "main .button", ".editions"):
        expect(guest.all(gone).first).to_be_hidden()
    expect(guest.all("[data-example] .board-drawing").first).to_be_visible()
    assert guest.all("h1").evaluate("(title) => getComputedStyle(title).color") == "rgb(43, 37, 51)"
    assert guest.page.pdf(format="A4").startswith(b"%PDF")
