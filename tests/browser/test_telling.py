"""What the page tells: the steps of a turn, a deal in short, how it ended for you, and nothing that cannot be done."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Invite
from tests.browser.guests import PHONE, Guest, play_together

NOT_FOUND = re.compile(r"404 \(Not Found\)")
DUE = "[data-testid=steps] [aria-current=step]"
PROMISES = re.compile("can go here|can be (covered|cleared|flipped)")


def names(guest: Guest, selector: str) -> list[str]:
    found: list[str] = guest.all(selector).evaluate_all("all => all.map((one) => one.getAttribute('aria-label'))")
    return found


# A turn


def test_both_steps_of_a_turn_are_shown_and_one_is_due(ann: Guest) -> None:
    ann.open("rubik", "me", "easy")
    ann.wait()
    expect(ann.all("[data-testid=steps] li")).to_have_text(["Flip theirs", "Place yours"])
    expect(ann.all(DUE)).to_have_text("Place yours")
    ann.move()
    ann.wait()
    expect(ann.all(DUE)).to_have_text("Flip theirs")
    ann.move()
    expect(ann.all(DUE)).to_have_text("Place yours")
    ann.one("menu").click()
    ann.one("resign").click()
    ann.one("sure").click()
    expect(ann.one("steps")).to_be_hidden()


@pytest.mark.long
def test_no_step_is_due_while_others_move(invite: Invite) -> None:
    ann, ben = invite("Ann"), invite("Ben")
    ann.open("xoxo2", "me", "friend")
    ben.go(ann.all(".invitation input").first.input_value())
    play_together(ann, ben, most=1)
    expect(ben.all(DUE)).to_have_count(1)
    expect(ann.one("steps")).to_be_visible()
    expect(ann.all(DUE)).to_have_count(0)


@pytest.mark.parametrize("game", ["rubik", pytest.param("djeco", marks=pytest.mark.long)])
def test_a_square_promises_only_what_can_be_done_now(ann: Guest, game: str) -> None:
    ann.open(game, "me", "easy")
    ann.hurry(2)
    disabled, enabled = ".square[aria-disabled=true]", ".square[aria-disabled=false]"
    assert not PROMISES.search(" ".join(names(ann, disabled)))
    ann.all(".piece.is-source, .square.is-source").first.click()
    assert not PROMISES.search(" ".join(names(ann, disabled)))
    targets = names(ann, enabled)
    assert targets
    assert all(map(PROMISES.search, targets))


# What happened


def test_a_deal_is_told_in_short_and_can_be_read_at_length(ann: Guest) -> None:
    ann.open("xoxo", "me", "easy")
    ann.wait()
    expect(ann.one("happened")).to_have_text("To win, get three in a row for each of your goals.")
    (deal,) = ann.log()
    assert deal == "You sit down. The game begins."
    assert "objective card" not in ann.one("spoken").inner_text()
    ann.all("[data-testid=log] summary").click()
    expect(ann.all("[data-testid=log] li").first).to_contain_text("You get an objective card")
    ann.move()
    ann.wait()
    assert all("game begins" not in told for told in ann.log()[1:])
    expect(ann.one("happened")).not_to_contain_text("To win")


def test_what_holding_a_card_back_means_is_said(ann: Guest) -> None:
    ann.open("xoxo", "me", "easy")
    ann.wait()
    for means in ("stays secret, even with three in a row", "shown as soon as three lie in a row"):
        ann.all(".goal-row[data-goal]").first.click()
        expect(ann.one("happened")).to_contain_text(means)


def test_what_does_not_fit_is_opened_by_a_tap(invite: Invite) -> None:
    guest = invite("Ann", size=(320, 568), locale="de", has_touch=True)
    guest.open("xoxo", "me", "easy")
    guest.wait()
    guest.hurry(1)
    told, more = guest.all(".happened > span"), guest.page.get_by_role("button", name="Alles lesen")
    assert told.evaluate("(node) => node.scrollHeight > node.clientHeight + 1")
    more.tap()
    assert told.evaluate("(node) => node.scrollHeight <= node.clientHeight + 1")
    more.tap()
    assert told.evaluate("(node) => node.scrollHeight > node.clientHeight + 1")


# The end


@pytest.mark.long
def test_the_end_is_told_to_each_as_it_is_for_them(invite: Invite) -> None:
    ann, ben, eve = invite("Ann"), invite("Ben", size=PHONE), invite("Eve")
    ann.open("rubik", "me", "friend")
    ann.all(".invitation input").first.wait_for()
    links = [field.input_value() for field in ann.all(".invitation input").all()]
    ben.go(links[0])
    ann.wait()
    eve.go(links[-1])
    eve.page.wait_for_selector(".desk[data-phase=playing]")
    ben.one("menu").click()
    ben.one("resign").click()
    ben.one("sure").click()
    for guest, title, why in (
        (ann, "You win!", "Ben has"),
        (ben, "Ann wins!", "You have"),
        (eve, "Ann wins!", "Ben has"),
    ):
        expect(guest.one("ask")).to_have_text(title)
        expect(guest.one("happened")).to_have_text(f"{why} resigned.")
    expect(ben.one("spoken")).to_contain_text("Ann wins! You have resigned.")


# Nowhere


def test_an_address_that_leads_nowhere_leads_back(invite: Invite) -> None:
    guest = invite("Ann", locale="de-DE")
    guest.go("/nirgends")
    expect(guest.all("h1")).to_have_text("Hier ist nichts.")
    guest.all("main .button").click()
    expect(guest.all(".game")).to_have_count(4)
    guest.bear(expected=NOT_FOUND)


@pytest.mark.long
def test_who_steps_through_nothing_is_asked_for_a_record(ann: Guest) -> None:
    ann.go("/replay")
    expect(ann.all("#empty")).to_be_visible()
    expect(ann.all("label.file")).to_have_text("Choose a file")
