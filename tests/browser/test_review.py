"""The review in a browser: one tap after the end, for every game, by mouse, touch and keyboard."""

from __future__ import annotations

from math import inf

import pytest
from playwright.sync_api import expect

from rowdy.interfaces.words import Words
from rowdy.play.review import decisions, judgeable, summarise
from rowdy.play.reviewed import review_move
from rowdy.rules.catalog import CATALOG
from rowdy.rules.record_text import parse_record
from tests.browser.conftest import Invite
from tests.browser.guests import DESKTOP, Guest
from tests.browser.test_axe import assert_sound
from tests.browser.test_lessons import WAYS
from tests.browser.test_sizes import LOADS, MAX_BYTES, SMALL, assert_fits

DONE = "[data-testid=progress][data-state=done]"
LONG = 60_000
MARKS = "(all) => all.map((one) => one.dataset.mark)"


def finish(guest: Guest) -> None:
    """Waits until all moves are judged."""
    guest.page.wait_for_selector(DONE, state="attached", timeout=LONG)


def assert_true(guest: Guest, text: str) -> None:
    """All marks and figures are those of the library for this record."""
    record = parse_record(text)
    todo = decisions(record, judgeable(record))
    known = [review_move(record.game, decision).judged for decision in todo]
    assert guest.all("#moves [data-testid=move]").evaluate_all(MARKS) == [move.mark.value for move in known]
    shown = guest.one("accuracy").all_inner_texts()
    for text, summary in zip(shown, summarise(known, judgeable(record)), strict=True):
        if summary.accuracy is not None:
            assert text.endswith(Words()("percent", number=round(100 * summary.accuracy)))


@pytest.mark.parametrize(
    ("game", "way"),
    [
        ("rubik", "touch"),
        pytest.param("xoxo2", "mouse", marks=pytest.mark.long),
        pytest.param("djeco", "mouse", marks=pytest.mark.long),
        *(pytest.param(game, "keyboard", marks=pytest.mark.long) for game in CATALOG),
    ],
)
def test_one_tap_after_the_end(invite: Invite, game: str, way: str) -> None:
    kind = WAYS[way]
    guest = invite("Ann", **kind.context)
    using = kind(guest)
    guest.open(game, "me", "easy")
    guest.hurry()
    record = guest.fetch(f"/api/tables/{guest.table}/record?as=1")
    using.use("[data-testid=review]", "link", "Review")
    finish(guest)
    assert_true(guest, record)
    assert "(you)" in guest.one("seat-1").inner_text()
    using.use("#moves [data-testid=move]", "button", "")
    expect(guest.all("#moves [tabindex='0']")).to_have_count(1)
    if way == "keyboard":
        for key, shown in (("End", -1), ("Home", 0), ("ArrowDown", 1), ("ArrowUp", 0)):
            guest.page.keyboard.press(key)
            expect(guest.all("#moves [data-testid=move]").nth(shown)).to_be_focused()
    expect(guest.all("#moves [aria-current=true]")).to_have_count(1)
    expect(guest.one("moment")).to_contain_text("1.")
    for column in (".made", ".sign"):
        lefts = guest.all(f"#moves {column}").evaluate_all("all => all.map((one) => one.getBoundingClientRect().left)")
        assert len(set(lefts)) == 1, f"{column} stand below each other"
    using.use("[data-testid=forward]", "button", "One step forward")
    expect(guest.all("#moves li").nth(1).locator("button")).to_have_attribute("aria-current", "true")
    first, later = guest.page.evaluate(LOADS)
    assert sum(size for name, size in {**first, **later}.items() if "/api/" not in name) <= MAX_BYTES
    using.use("[data-testid=play]", "button", "Play on from here")
    guest.page.wait_for_url("**/table/*")
    guest.wait()
    assert "Practice: yes" in guest.fetch(f"/api/tables/{guest.table}/record?as=1")


@pytest.mark.long
def test_the_curve_leads_to_a_turn_and_the_explorer_to_its_position(invite: Invite) -> None:
    ann = invite("Ann")
    ann.open("xoxo2", "me", "easy")
    ann.hurry()
    ann.one("step-through").click()
    ann.one("review").click()
    finish(ann)
    curve = ann.all(".curves")
    curve.click(position={"x": 4, "y": 40})
    expect(ann.all("#turn-count")).to_contain_text("turn 1 of")
    ann.page.keyboard.press("End")
    turns = (ann.all("#turn-count").text_content() or "").rpartition(" ")[2]
    expect(ann.all("#turn-count")).to_have_text(f"turn {turns} of {turns}")
    ann.one("explore").click()
    expect(ann.one("choice").first).to_be_visible()


@pytest.mark.long
def test_a_review_is_stopped_and_goes_on_and_is_there_again_later(invite: Invite) -> None:
    ann = invite("Ann")
    ann.open("rubik", "me", "easy")
    ann.hurry()
    ann.house.patience = 3
    ann.one("review").click()
    expect(ann.one("progress")).to_contain_text("3 of")
    ann.one("stop").click()
    expect(ann.one("progress")).to_contain_text("Stopped after 3 of")
    expect(ann.one("stop")).to_have_count(0)
    ann.house.patience = inf
    expect(ann.all("#moves [data-testid=move]")).to_have_count(3)
    ann.one("forward").click()
    expect(ann.all("#moves [aria-current=true]")).to_have_count(1)
    ann.one("go-on").click()
    finish(ann)
    assert ann.all("#moves [data-testid=move]").count() > 3
    marks = ann.all("#moves [data-testid=move]").evaluate_all(MARKS)
    ann.house.close()
    ann.house.open()
    ann.page.reload()
    finish(ann)
    assert ann.all("#moves [data-testid=move]").evaluate_all(MARKS) == marks
    ann.bear()


@pytest.mark.long
def test_any_record_can_be_reviewed(invite: Invite) -> None:
    ann = invite("Ann")
    ann.open("xoxo2", "me", "easy")
    ann.hurry()
    ann.page.wait_for_function("() => localStorage.getItem('rowdy-games')")
    ann.go("/")
    ann.one("kept").locator("a").first.click()
    ann.one("review").click()
    finish(ann)
    assert ann.all("#moves [data-testid=move]").count() > 4
    ann.go("/review")
    expect(ann.page.get_by_text("Open a finished game")).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize(
    ("scheme", "size", "locale", "game"),
    [
        ("dark", SMALL, "de-DE", "rubik"),
        pytest.param("light", DESKTOP, "en-GB", "djeco", marks=pytest.mark.long),
        pytest.param("light", SMALL, "de-DE", "xoxo", marks=pytest.mark.long),
    ],
)
def test_axe_finds_nothing_wrong_and_all_fits(
    invite: Invite, scheme: str, size: tuple[int, int], locale: str, game: str
) -> None:
    guest = invite("Ann", size=size, color_scheme=scheme, locale=locale)
    guest.open(game, "me", "easy")
    guest.hurry()
    guest.one("review").click()
    finish(guest)
    assert_sound(guest)
    assert_fits(guest)
