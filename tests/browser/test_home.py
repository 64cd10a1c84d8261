"""Home: open games say against whom and whose turn it is, and finished games stay on the device with their records."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Invite
from tests.browser.guests import PHONE, Guest


@pytest.mark.long
def test_an_open_game_says_how_it_stands_and_play_asks_before_it_begins_another(ann: Guest) -> None:
    ann.open("rubik", "me", "easy")
    ann.hurry(1)
    table = ann.table
    ann.go("/")
    expect(ann.all("#tables li")).to_contain_text("against Bot (easy) · your turn")
    ann.all("[data-play=rubik]").click()
    ann.one("go-on-open").click()
    ann.page.wait_for_url(f"**/table/{table}")
    ann.wait()
    ann.go("/")
    ann.all("[data-play=rubik]").click()
    ann.one("open-new").click()
    ann.page.wait_for_url("**/table/*")
    ann.wait()
    assert ann.table != table


def test_a_finished_game_is_kept_with_its_record(invite: Invite) -> None:
    guest = invite("Ann", size=PHONE)
    guest.open("xoxo2", "me", "easy")
    guest.hurry()
    guest.page.wait_for_function("() => localStorage.getItem('rowdy-games')")
    guest.go("/")
    expect(guest.all("#tables li")).to_have_count(0)
    kept = guest.one("kept").locator("li")
    expect(kept).to_contain_text("against Bot (easy)")
    guest.context.clear_cookies()  # nothing but the device has it now
    kept.locator("a").click()
    expect(guest.one("count")).not_to_be_empty()
    guest.one("last").click()
    expect(guest.all(".square:not(.is-empty)").first).to_be_visible()
    guest.go("/")
    kept.locator("button").click()
    guest.page.reload()
    expect(kept).to_have_count(0)


KEEP = """async (games) => {
  const { src } = document.querySelector("script[type=module]");
  const { keepGame } = await import(src.replace("home/page.js", "common/kept-games.js"));
  const at = Date.UTC(2026, 10, 18, 12);
  const game = { game: "rubik", title: "T", names: ["B", "C", "D"], result: "won", at, record: "x" };
  for (let i = 0; i < games; i++) keepGame({ ...game, id: `t-${i}` });
}"""


@pytest.mark.long
def test_a_finished_game_is_told_in_british_english(ann: Guest) -> None:
    ann.go("/")
    ann.page.evaluate(KEEP, 1)
    ann.page.reload()
    expect(ann.one("kept").locator("li")).to_contain_text("won · against B, C and D · 18 Nov 2026")


@pytest.mark.long
def test_the_oldest_games_make_room(ann: Guest) -> None:
    ann.go("/")
    ann.page.evaluate(KEEP, 25)
    kept = ann.page.evaluate("JSON.parse(localStorage.getItem('rowdy-games')).map((game) => game.id)")
    assert kept == [f"t-{number}" for number in range(24, 4, -1)]


def test_whoever_waits_sees_who_is_there_and_can_read_the_rules(ann: Guest) -> None:
    ann.open("xoxo", "me", "friend", "easy")
    expect(ann.one("waiting")).to_contain_text("2 of 3 are here")
    expect(ann.all(".qr svg")).to_be_visible()
    ann.one("waiting-rules").click()
    expect(ann.one("rules-dialog")).to_contain_text("How to play")
