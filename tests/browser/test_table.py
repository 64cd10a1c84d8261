"""What a table offers beside moves: taking back, hints, reactions, another round, records, sound and looks."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import expect

import rowdy
from rowdy.interfaces.languages import languages
from rowdy.interfaces.words import Words
from rowdy.rules.record_text import parse_record
from tests.browser.conftest import Invite
from tests.browser.guests import PHONE, Guest, play_together
from tests.browser.house import GRACE_SECONDS, House

BAD_REQUEST = re.compile(r"400 \(Bad Request\)")
ANIMATED = "() => document.getAnimations().filter((one) => Number(one.effect.getTiming().duration) > 0).length"


@pytest.fixture
def two(invite: Invite) -> tuple[Guest, Guest]:
    """Ann and Ben at a table where nothing is hidden."""
    ann, ben = invite("Ann"), invite("Ben", size=PHONE)
    ann.open("rubik", "me", "friend")
    ben.go(ann.all(".invitation input").first.input_value())
    ann.wait()
    return ann, ben


# Taking back and hints


def test_alone_against_a_bot_any_move_is_taken_back(ann: Guest) -> None:
    ann.open("xoxo", "me", "easy")
    ann.wait()
    before = ann.squares()
    expect(ann.one("undo")).to_have_attribute("aria-disabled", "true")
    ann.move()
    ann.wait()
    assert ann.squares() != before
    ann.one("undo").click()
    expect(ann.all(".square .drawing")).to_have_count(0)
    assert ann.squares() == before
    expect(ann.one("undo")).to_have_attribute("aria-disabled", "true")


@pytest.mark.long
def test_among_people_the_other_is_asked(two: tuple[Guest, Guest]) -> None:
    ann, ben = two
    before = ann.squares()
    ann.move()
    ben.wait()
    for answer, undone in (("no", False), ("yes", True)):
        ann.one("undo").click()
        expect(ben.one("ask")).to_have_text("Ann would like to take back their last move.")
        expect(ann.one("ask")).to_have_text(Words()("page-undo-waits"))
        ben.one(f"consent-{answer}").click()
        for guest in two:
            expect(guest.one("hint")).to_be_visible()
            expect(guest.one("ask")).not_to_have_class(re.compile("is-note"))
            assert (guest.squares() == before) is undone


def test_a_hint_shows_a_move(ann: Guest) -> None:
    ann.open("xoxo", "me", "easy")
    ann.wait()
    happened = ann.one("happened").inner_text()
    ann.one("hint").click()
    expect(ann.one("happened")).not_to_have_text(happened)
    expect(ann.all(".piece.is-hint")).to_have_count(1)
    expect(ann.all(".square.is-hint")).not_to_have_count(0)
    ann.all(".piece.is-hint").click()
    expect(ann.all(".square.is-hint.is-target")).to_have_count(1)
    ann.all(".piece.is-source:not(.is-picked)").click()
    expect(ann.all(".square.is-hint")).to_have_count(0)
    ann.move()
    ann.wait()
    expect(ann.all(".is-hint")).to_have_count(0)


@pytest.mark.long
def test_a_careful_table_shows_a_move_before_it_counts(ann: Guest) -> None:
    ann.open("xoxo", "me", "easy", confirm=True)
    ann.wait()
    before, told = ann.squares(), ann.steps()
    ann.move()
    expect(ann.one("confirm")).to_be_visible()
    assert ann.squares() != before
    ann.one("cancel").click()
    expect(ann.one("confirm")).to_have_count(0)
    assert (ann.squares(), ann.steps()) == (before, told)
    ann.move()
    ann.one("confirm").click()
    ann.wait()
    assert ann.steps() > told


# People


@pytest.mark.long
def test_reactions_are_seen_by_all(two: tuple[Guest, Guest]) -> None:
    ann, ben = two
    ann.one("react").click()
    ann.one("react-well-played").click()
    expect(ann.all("[data-testid=seat-1] .bubble")).to_have_text("You say: well played!")
    expect(ben.all("[data-testid=seat-1] .bubble")).to_have_text("Ann says: well played!")
    expect(ben.one("spoken")).to_contain_text("Ann says: well played!")


@pytest.mark.long
def test_a_touch_says_what_a_card_of_another_is(invite: Invite) -> None:
    guest = invite("Ann", size=PHONE, has_touch=True)
    guest.open("xoxo", "me", "easy")
    guest.wait()
    guest.all(".others .goal-card").first.tap()
    expect(guest.one("happened")).to_have_text(re.compile(r"^Bot \(easy\): (colour|shape|face) card, face down"))


@pytest.mark.long
def test_a_reaction_of_ones_own_covers_no_goal(invite: Invite) -> None:
    for locale in languages():
        guest = invite("Ann", size=PHONE, locale=locale)
        guest.open("xoxo", "me", "easy")
        guest.wait()
        guest.one("react").click()
        guest.one("react-well-played").click()
        said = guest.all(".bubble").bounding_box()
        assert said
        assert said["x"] >= 0
        goals = guest.all("button.goal-row").all()
        assert len(goals) == 3
        for goal in goals:
            box = goal.bounding_box()
            assert box
            assert box["y"] >= said["y"] + said["height"] - 1, locale


@pytest.mark.long
def test_who_is_away_can_be_stood_in_for_and_comes_back(two: tuple[Guest, Guest]) -> None:
    ann, ben = two
    ben.page.goto("about:blank")
    expect(ann.one("seat-2")).to_contain_text("away")
    ann.one("sit-in-2").click(timeout=GRACE_SECONDS * 1000 + 10_000)
    ann.hurry(2)
    ben.page.go_back()
    ben.one("return").click()
    expect(ben.one("return")).to_be_hidden()
    play_together(ann, ben, most=4)
    assert ann.squares() == ben.squares()


@pytest.mark.long
def test_giving_up_ends_the_game_and_another_round_can_begin(two: tuple[Guest, Guest]) -> None:
    ann, ben = two
    ann.one("menu").click()
    ann.one("resign").click()
    ann.one("sure").click()
    expect(ben.one("happened")).to_contain_text("resigned")
    expect(ben.one("seat-2")).to_contain_text("won")
    for guest in two:
        guest.one("rematch").click()
    ben.wait()
    assert not ann.to_move


@pytest.mark.long
def test_friends_links_can_be_copied_and_a_bot_can_take_the_seat(ann: Guest) -> None:
    ann.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ann.open("xoxo", "me", "friend")
    ann.one("copy").first.click()
    expect(ann.one("copy").first).to_have_text("Copied")
    link = ann.all(".invitation input").first.input_value()
    assert ann.page.evaluate("navigator.clipboard.readText()") == link
    ann.one("fill-2").click()
    ann.wait()
    assert ann.to_move


@pytest.mark.long
def test_a_table_can_be_deleted_by_its_host(two: tuple[Guest, Guest]) -> None:
    ann, ben = two
    ann.one("menu").click()
    ann.one("delete").click()
    ann.one("sure").click()
    ann.page.wait_for_url("**/")
    expect(ben.one("end")).to_be_visible()
    expect(ann.all("#go-on")).to_be_hidden()


# Afterwards


@pytest.mark.long
def test_a_table_that_cannot_be_read_is_deleted_by_its_host(two: tuple[Guest, Guest], house: House) -> None:
    ann, ben = two
    table = ann.table
    house.close()
    with closing(sqlite3.connect(house.file)) as disk, disk:
        disk.execute("update entries set body = ? where table_id = ?", (b"nonsense", table))
    house.open()
    for guest in two:
        expect(guest.one("end")).to_contain_text("This table cannot be read")
        guest.bear()
    assert ben.one("delete").count() == 0
    ann.one("delete").click()
    ann.one("sure").click()
    ann.page.wait_for_url("**/")
    ben.page.get_by_role("button", name="Try again").click()
    expect(ben.one("end")).to_contain_text("This table does not exist")
    assert table not in ann.page.content()


@pytest.mark.long
def test_a_game_is_stepped_through_with_anybodys_eyes(ann: Guest) -> None:
    ann.open("xoxo", "me", "easy")
    ann.hurry()
    final = [name for name in ann.squares() if name]
    ann.one("step-through").click()
    expect(ann.one("count")).to_contain_text("0")
    assert ann.all(".square .drawing").count() == 0
    assert len(ann.all("#eyes option").all()) == 4
    ann.one("last").click()
    assert set(ann.squares()) & set(final)
    said = ann.one("say").inner_text()
    ann.page.keyboard.press("ArrowLeft")
    assert ann.one("say").inner_text() != said
    ann.one("first").click()
    backs = ann.all("#seats .d-back")
    expect(backs).to_have_count(0)
    ann.one("eyes").select_option("spectator")
    expect(backs).to_have_count(6)
    ann.one("eyes").select_option("1")
    expect(backs).to_have_count(3)


@pytest.mark.long
def test_a_record_is_saved_and_looked_at_again(ann: Guest, tmp_path: Path) -> None:
    ann.open("rubik", "me", "easy")
    ann.hurry()
    ann.one("menu").click()
    with ann.page.expect_download() as saved:
        ann.one("download-now").click()
    file = tmp_path / saved.value.suggested_filename
    saved.value.save_as(file)
    record = parse_record(file.read_text("utf-8"))
    assert record.outcome() is not None
    ann.go("/")
    ann.all("#record").set_input_files(file)
    ann.page.wait_for_url("**/replay")
    expect(ann.one("count")).to_contain_text("0")
    ann.one("last").click()
    expect(ann.all(".lines .lit")).not_to_have_count(0)
    bad = tmp_path / "bad.rowdy"
    bad.write_text("nonsense")
    ann.all("#record").set_input_files(bad)
    expect(ann.all("#trouble")).to_be_visible()
    ann.bear(expected=BAD_REQUEST)


@pytest.mark.long
def test_comments_of_a_record_stand_at_their_steps(ann: Guest, tmp_path: Path) -> None:
    file = tmp_path / "noted.rowdy"
    record = rowdy.Record(rowdy.game("rubik"), ("Ann", "Ben")).play("A@b2").with_comment("Near the <b>middle</b>.")
    file.write_text(rowdy.format_record(record.play("b2-b3 a@c4").play("c4-c3")), "utf-8")
    ann.go("/replay")
    ann.all("#record").set_input_files(file)
    expect(ann.one("count")).to_contain_text("0")
    expect(ann.one("comment")).to_have_count(0)
    ann.all(".move:has(.has-comment)").click()
    expect(ann.one("comment")).to_have_text("Near the <b>middle</b>.")
    ann.one("forward").click()
    expect(ann.one("comment")).to_have_count(0)


# Looks and sounds


@pytest.mark.long
def test_light_dark_and_sound_are_kept(ann: Guest) -> None:
    ann.go("/")
    ann.all("#theme").select_option("dark")
    expect(ann.all("html")).to_have_attribute("data-theme", "dark")
    dark = "getComputedStyle(document.documentElement).backgroundColor"
    assert ann.page.evaluate(dark) == "rgb(29, 25, 38)"
    ann.all("[data-play=rubik]").click()
    ann.wait()
    expect(ann.all("html")).to_have_attribute("data-theme", "dark")
    ann.one("menu").click()
    expect(ann.one("sound")).not_to_be_checked()
    ann.one("sound").check()
    ann.page.keyboard.press("Escape")
    ann.hurry(1)
    ann.page.reload()
    ann.wait()
    ann.one("menu").click()
    expect(ann.one("sound")).to_be_checked()


@pytest.mark.long
@pytest.mark.parametrize("wanted", ["reduce", "no-preference"])
def test_motion_only_for_those_who_like_it(invite: Invite, wanted: str) -> None:
    ann = invite("Ann", reduced_motion=wanted)
    ann.open("xoxo", "me", "easy")
    ann.wait()
    ann.page.evaluate(
        """() => {
          window.seen = 0;
          const animate = Element.prototype.animate;
          Element.prototype.animate = function (...how) { window.seen++; return animate.apply(this, how); };
        }"""
    )
    ann.move()
    ann.wait()
    assert (ann.page.evaluate("window.seen") > 0) is (wanted != "reduce")
    if wanted == "reduce":
        assert ann.page.evaluate(ANIMATED) == 0
    ann.hurry(2)


@pytest.mark.long
def test_the_log_is_a_sheet_on_a_phone(invite: Invite) -> None:
    guest = invite("Ann", size=PHONE)
    guest.open("rubik", "me", "easy")
    guest.hurry(1)
    expect(guest.one("log")).to_be_hidden()
    guest.one("open-log").click()
    expect(guest.one("log")).to_be_visible()
    guest.page.keyboard.press("Escape")
    expect(guest.one("log")).to_be_hidden()


@pytest.mark.long
def test_what_happened_is_spoken(ann: Guest) -> None:
    ann.open("rubik", "me", "easy")
    ann.hurry(1)
    said = ann.one("spoken").inner_text()
    assert ann.one("happened").inner_text() in said
    assert ann.one("ask").inner_text() in said
    expect(ann.one("spoken")).to_have_attribute("aria-live", "polite")
