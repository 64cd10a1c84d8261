"""Two people in two browsers over a link, and somebody who looks on; nobody's browser knows what is not for them."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from rowdy.rules.tiles import CARD
from rowdy.rules.xoxo_state import Deal
from tests.browser.conftest import Invite
from tests.browser.guests import NUMBER, NUMBERS, PHONE, Guest, play_together
from tests.browser.house import House
from tests.worlds import CUSTOM_TILES


def gather(ann: Guest, ben: Guest, cem: Guest, game: str, deck: tuple[str, ...] = ()) -> None:
    """Ann opens a table and shows her links; Ben sits down, Cem looks on."""
    ann.open(game, "me", "friend", deck=deck)
    expect(ann.one("waiting")).to_be_visible()
    expect(ann.all(".invitation input")).to_have_count(2)
    links = ann.all(".invitation input").evaluate_all("all => all.map((one) => one.value)")
    for guest, link in ((ben, links[0]), (cem, links[1])):
        guest.go("/")
        guest.all("#link").fill(link)
        guest.all("#join .button").click()
        guest.page.wait_for_function("() => document.querySelector('.desk')")
        assert "#" not in guest.page.url, "a key stays in no address"
    for guest in (ann, ben):
        expect(guest.one("waiting")).to_be_hidden()


@pytest.fixture
def three(invite: Invite) -> tuple[Guest, Guest, Guest]:
    return invite("Ann"), invite("Ben", size=PHONE), invite("")


@pytest.mark.long
def test_two_friends_play_and_a_third_looks_on(three: tuple[Guest, Guest, Guest]) -> None:
    ann, ben, cem = three
    gather(ann, ben, cem, "rubik")
    expect(ann.all("#watching")).to_have_text("1 watching")
    expect(cem.all(".strip-name")).to_have_text(["Ann", "Ben"])
    play_together(ann, ben, watching=[cem])
    for guest in three:
        expect(guest.one("ending")).to_be_visible()
    assert ann.squares() == ben.squares() == cem.squares()
    assert cem.all(".is-source, .is-target").count() == 0
    assert not cem.one("rematch").is_visible()
    assert [sent for sent in cem.sent if sent["do"] != "ping"] == []
    ann.one("rematch").click()
    expect(ben.one("ending")).to_contain_text("Ann")
    ben.one("rematch").click()
    for guest in three:
        expect(guest.one("ending")).to_be_hidden()
    assert ben.to_move, "the other one starts"


@pytest.mark.long
def test_no_number_is_in_a_browser_but_those_of_cards_that_were_seen(three: tuple[Guest, Guest, Guest]) -> None:
    ann, ben, cem = three
    gather(ann, ben, cem, "djeco", NUMBERS)
    found: dict[Guest, set[str]] = {guest: set() for guest in three}
    for _ in range(4):
        play_together(ann, ben, watching=[cem], most=1)
        for guest in three:
            found[guest] |= set(NUMBER.findall(guest.html()))
    known = {}
    for guest, place in ((ann, "1"), (ben, "2"), (cem, "watch")):
        found[guest] |= set(NUMBER.findall(guest.traffic()))
        own = guest.fetch(f"/api/tables/{guest.table}/record?as={place}")
        moves = own.partition("\n\n")[2]
        known[guest] = set(NUMBER.findall(moves))
        assert found[guest] & set(NUMBERS) == known[guest] & set(NUMBERS)
    assert known[cem] <= known[ann] & known[ben]
    assert known[ann] - known[ben]
    assert known[ben] - known[ann]


@pytest.mark.long
def test_a_goal_that_no_tile_shows_is_in_no_other_browser(three: tuple[Guest, Guest, Guest], house: House) -> None:
    """Without yellow tiles nobody else has a reason to hear of yellow."""
    ann, ben, cem = three
    house.wish = Deal(1, CARD["yellow"])
    gather(ann, ben, cem, "xoxo", tuple(map(str, CUSTOM_TILES)))
    for turn in range(4):
        play_together(ann, ben, watching=[cem], most=1)
        expect(ben.all("[data-goal=yellow]")).to_have_count(1)
        ben.all("[data-goal=yellow]").click()
        expect(ben.all("[data-goal=yellow]")).to_have_attribute("aria-pressed", ("false", "true")[turn % 2])
        for guest in (ann, cem):
            assert "yellow" not in guest.html()
    for guest in (ann, cem):
        assert "yellow" not in guest.traffic()
    assert '"order":' not in cem.traffic()
    assert '"order":' in ben.traffic()
    assert "yellow" in ben.traffic()
    ben.one("menu").click()
    ben.one("resign").click()
    ben.one("sure").click()
    for guest in (ann, cem):
        expect(guest.one("ending")).to_be_visible()
        assert "yellow" in guest.html(), "now all hands are shown"


def test_a_link_says_who_can_use_it_and_the_local_network_is_let_in(invite: Invite, house: House) -> None:
    ann, ben = invite("Ann"), invite("Ben", size=PHONE)
    ann.open("rubik", "me", "friend")
    link, reach = ann.all(".invitation input").first, ann.one("reach").first
    expect(reach).to_contain_text("Only browsers on this machine")
    near = link.input_value()
    ann.one("open-network").first.click()
    ann.one("sure").click()
    expect(reach).to_contain_text("Anyone in your local network")
    outside = house.address.replace("127.0.0.1", str(house.network))
    expect(link).to_have_value(near.replace(house.address, outside))
    expect(ann.all(".qr svg")).to_be_visible()
    ben.go(link.input_value())
    ben.sit("Ben")
    expect(ann.one("waiting")).to_be_hidden()
    ann.one("menu").click()
    ann.all("dialog summary:has-text('watching')").click()
    ann.one("close-network").click()
    expect(ann.all("dialog [data-testid=reach]")).to_contain_text("Only browsers on this machine")
    expect(ben.one("offline")).to_be_visible()
    ben.page.close()  # else it tries again, and complains again
    ben.bear()


@pytest.mark.long
def test_a_link_is_shared_where_the_browser_can(invite: Invite) -> None:
    ann, ben = invite("Ann"), invite("Ben")
    ann.page.add_init_script("navigator.share = async ({ url }) => { window.shared = url; };")
    ben.page.add_init_script("delete Navigator.prototype.share;")
    for guest in (ann, ben):
        guest.open("rubik", "me", "friend")
        expect(guest.one("copy").first).to_be_visible()
    ann.one("share").first.click()
    assert ann.page.evaluate("window.shared") == ann.all(".invitation input").first.input_value()
    assert ben.one("share").count() == 0
