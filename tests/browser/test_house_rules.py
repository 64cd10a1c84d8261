"""Set-up tells what comes of each house rule, for the option that is chosen and the number of players."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from rowdy.interfaces.web.http.menu import Offer, offers
from rowdy.interfaces.words import Words
from rowdy.rules.catalog import CATALOG
from tests.browser.conftest import Invite
from tests.browser.guests import Guest
from tests.browser.test_axe import assert_sound
from tests.quick import first_quick

SMALLEST = (320, 568)


def offer(game: str) -> Offer:
    return next(one for one in offers(Words()) if one.id == game)


def set_up(guest: Guest, game: str) -> None:
    guest.go(f"/new/{game}")
    guest.all(".rules summary").click()


def pick(rule: Locator, option: str) -> None:
    """By radio button, or in a menu where there are many options."""
    if rule.locator("select").count():
        rule.locator("select").select_option(option)
    else:
        rule.locator(f"input[value='{option}']").check()


@pytest.mark.parametrize("game", first_quick(CATALOG))
def test_every_option_says_what_comes_of_it(game: str, invite: Invite) -> None:
    guest, offered = invite("Ann", size=SMALLEST), offer(game)
    set_up(guest, game)
    expect(guest.all(".measured")).to_have_text(f"{offered.usual['2']} {offered.measured}")
    for ruling in offered.rulings:
        if ruling.name == offered.deck:
            continue
        set_up(guest, game)
        if ruling.needs:
            pick(guest.all(f".rule:has([data-testid=results-{ruling.needs[0]}])"), ruling.needs[1])
        results = guest.one(f"results-{ruling.name}")
        told = set()
        for option in ruling.options:
            pick(guest.all(f".rule:has([data-testid=results-{ruling.name}])"), option.name)
            expect(results).to_have_text(option.results["2"])
            told.add(results.text_content())
        assert len(told) > 1, "it changes with the choice"
    assert not guest.page.evaluate("document.documentElement.scrollWidth > innerWidth")
    assert_sound(guest)


def test_it_depends_on_the_number_of_players(ann: Guest) -> None:
    set_up(ann, "xoxo")
    (piles,) = [ruling for ruling in offer("xoxo").rulings if ruling.name == "piles"]
    english = next(option for option in piles.options if option.name == "en")
    pick(ann.all(".rule:has([data-testid=results-piles])"), "en")
    for seats in "342":
        ann.all(f"input[name=count][value='{seats}']").check()
        expect(ann.one("results-piles")).to_have_text(english.results[seats])
        expect(ann.one("usual")).to_have_text(offer("xoxo").usual[seats])
    assert english.results["2"] != english.results["4"]


def test_a_usual_rule_claims_nothing_of_perfect_play_once_another_is_changed(ann: Guest) -> None:
    set_up(ann, "rubik")
    expect(ann.one("results-row")).to_have_text("With perfect play nobody can force a win. This is the usual rule.")
    pick(ann.all(".rule:has([data-testid=results-both_rows])"), "mover")
    expect(ann.one("results-both_rows")).to_contain_text("With perfect play the second player can force a win.")
    expect(ann.one("results-row")).to_have_text("This is the usual rule.")
