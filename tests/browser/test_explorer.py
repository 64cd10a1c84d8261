"""The explorer in a browser, by mouse, touch and keyboard: its numbers are the library's, and its address a link."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, quote, urlsplit

import pytest
from playwright.sync_api import Route, expect

import rowdy
from rowdy.play.explorer import analyse
from rowdy.rules.flip import FlipGame
from rowdy.search.perfect import prober
from tests.browser.conftest import Invite
from tests.browser.guests import DESKTOP, Guest
from tests.browser.test_axe import assert_sound
from tests.browser.test_hands import press, tab_to
from tests.browser.test_lessons import WAYS
from tests.browser.test_sizes import LOADS, MAX_BYTES, SMALL, assert_fits

MIDDLE = "..../.B../..Bb/.... flip"
LAST = "AbAB/aBbA/.a.A/bAba flip"
"""X wins at once, by one turn alone."""


def position(guest: Guest) -> str:
    """The position that the address holds."""
    (text,) = parse_qs(urlsplit(guest.page.url).query)["position"]
    return text


def refused(guest: Guest) -> None:
    """Chromium notes every answer that refuses something; this one was to be expected."""
    guest.bear(re.compile("status of 400"))


def assert_true(guest: Guest, game: FlipGame) -> None:
    """All values on the page are those of the library, for the position of its address."""
    expect(guest.all("[data-testid=line-turn], .line-end").first).to_be_attached()
    found = analyse(prober(game), game.parse_state(position(guest)))
    shown = guest.all("[data-testid=choice]").evaluate_all(
        "(all) => all.map((one) => [one.dataset.moves, one.querySelector('.worth').dataset.value,"
        " one.querySelector('.worth > :last-child').textContent])"
    )
    told = {"win": "wins in", "draw": "draw", "loss": "lost in"}
    assert (
        shown
        == [
            [
                str(part),
                part.verdict.value.value,
                " ".join(filter(None, [told[part.verdict.value.value], str(part.verdict.distance or "")])),
            ]
            for part in found.parts
        ][: len(shown)]
    )
    assert len(shown) == len(found.parts) or guest.one("more").count()
    line = guest.one("line-turn").all_inner_texts()
    known = [", ".join(map(str, turn.actions)) for turn in prober(game).main_line(found.state)]
    assert [text.partition(" ")[2] for text in line] == known
    marks = dict(guest.all(".value").evaluate_all("(all) => all.map((one) => [one.dataset.at, one.dataset.value])"))
    order = ("win", "draw", "loss")
    for part in found.parts:
        for (action,) in part.ways:
            square = str(action)[-2:]
            assert order.index(marks[square]) <= order.index(part.verdict.value.value)


@pytest.mark.parametrize(
    ("game_id", "way"),
    [
        pytest.param("rubik", "touch", marks=pytest.mark.long),
        ("rubik", "keyboard"),
        pytest.param("xoxo2", "mouse", marks=pytest.mark.long),
        pytest.param("xoxo2", "touch", marks=pytest.mark.long),
    ],
)
def test_a_walk_by_every_way(invite: Invite, game_id: str, way: str) -> None:
    kind, game = WAYS[way], rowdy.game(game_id)
    assert isinstance(game, FlipGame)
    guest = invite("Ann", **kind.context)
    using = kind(guest)
    guest.go(f"/explore/{game_id}?position={quote(MIDDLE)}")
    expect(guest.one("choice").first).to_be_visible()
    assert_true(guest, game)
    using.use("[data-square=c2]", "button", "")
    using.use("[data-square=c1]", "button", "")
    expect(guest.one("due")).to_contain_text("place a stone")
    assert position(guest) == "..../.B../...b/..A. place"
    assert_true(guest, game)
    using.use("[data-testid=choice]", "button", "")
    expect(guest.one("tree-step")).to_have_count(3)
    assert_true(guest, game)
    using.use("[data-testid=back]", "button", "Back")
    using.use("[data-testid=back]", "button", "Back")
    assert position(guest) == MIDDLE
    using.use("[data-testid=forward]", "button", "Forward")
    assert position(guest) == "..../.B../...b/..A. place"
    using.use("[data-testid=first]", "button", "To the first position")
    using.use("[data-testid=line-turn]", "button", "")
    best = str(next(iter(prober(game).main_line(game.parse_state(MIDDLE)))).actions[0])
    expect(guest.one("tree-step")).to_have_count(3 if best == "c2-c1" else 5)
    game_holds = analyse(prober(game), game.parse_state(MIDDLE)).holding
    expect(guest.one("tree-step").first).to_contain_text(f"{game_holds.kept} of {game_holds.turns} hold")


@pytest.mark.long
def test_house_rules_are_switched_on_the_spot_and_the_address_is_a_link(invite: Invite) -> None:
    ann, ben = invite("Ann"), invite("Ben")
    ann.go("/explore/rubik")
    expect(ann.one("title")).to_have_text("Drawn, if you find the one turn that holds")
    ann.all("#rules-sheet summary").click()
    ann.one("ruling-both_rows").select_option("mover")
    expect(ann.one("title")).to_contain_text("Lost in")
    ann.one("link").click()
    link = ann.one("link-field").input_value()
    ben.go(link)
    expect(ben.one("title")).to_contain_text("Lost in")
    assert_true(ben, rowdy.game("rubik", rulings={"both_rows": "mover"}))


def test_only_turns_are_marked_and_the_end_is_told(invite: Invite) -> None:
    ann = invite("Ann")
    ann.go(f"/explore/rubik?position={quote(LAST)}")
    expect(ann.one("title")).to_have_text("Won in one turn, if you find the one turn that holds")
    expect(ann.all(".is-only")).to_contain_text("the only one that wins")
    ann.one("line-turn").last.click()
    expect(ann.one("title")).to_have_text("X wins!")
    expect(ann.all(".square.is-lit")).to_have_count(3)
    expect(ann.one("choice")).to_have_count(0)


def test_positions_are_set_up_by_hand_and_impossible_ones_refused(invite: Invite) -> None:
    ann = invite("Ann")
    ann.go("/explore/rubik")
    expect(ann.one("title")).to_have_text("Drawn, if you find the one turn that holds")
    ann.one("set-up").click()
    expect(ann.one("position")).not_to_have_value("")  # so that the board is ready
    # Two taps before the first is answered lay two stones.
    ann.page.evaluate("""for (const at of ["b3", "c2"]) document.querySelector(`[data-square=${at}]`).click()""")
    expect(ann.one("refused")).to_contain_text("stones")
    expect(ann.one("show")).to_be_disabled()
    ann.all(".stone input[value=b]").check(force=True)
    ann.all("[data-square=d2]").click()
    expect(ann.one("refused")).to_be_empty()
    ann.one("part").select_option("flip")
    expect(ann.one("position")).to_have_value("..../.A../..Ab/.... flip")
    ann.one("show").click()
    expect(ann.one("due")).to_have_text("O to move · step 1: flip theirs")
    assert position(ann) == "..../.A../..Ab/.... flip"
    held: list[Route] = []
    ann.page.route("**/api/explore/rubik/set-up*", lambda route: held.append(route), times=1)
    with ann.page.expect_request("**/api/explore/rubik/set-up*"):
        ann.one("set-up").click()
    ann.one("position").fill("nonsense")  # an answer that comes later does not replace it
    ann.one("read").click()
    while not held:
        ann.page.wait_for_timeout(10)
    held[0].continue_()
    expect(ann.one("refused")).not_to_be_empty()
    refused(ann)
    ann.one("cancel").click()
    assert position(ann) == "..../.A../..Ab/.... flip"


@pytest.mark.long
def test_a_position_is_set_up_by_keyboard_and_by_names(invite: Invite) -> None:
    """Tab to the stones, arrows among them and on the board, Enter to lay; by name, the same without looking."""
    by_keys, by_names, laid = invite("Ann"), invite("Ben"), "..../.A../...b/.... place"
    for guest in (by_keys, by_names):
        guest.go("/explore/rubik")
        expect(guest.one("choice").first).to_be_visible()
    using = WAYS["keyboard"](by_keys)
    using.use("[data-testid=set-up]", "button", "Set up …")
    expect(by_keys.one("position")).not_to_have_value("")
    tab_to(by_keys, ".stone input")
    using.use("[data-square=b3]", "button", "")
    tab_to(by_keys, ".stone input")
    for _ in range(8):
        if by_keys.page.evaluate("() => document.activeElement.value") == "b":
            break
        press(by_keys, "ArrowRight")
    using.use("[data-square=d2]", "button", "")
    expect(by_keys.one("position")).to_have_value(laid)
    using.use("[data-testid=show]", "button", "Explore this")
    page = by_names.page
    page.get_by_role("button", name="Set up …").press("Enter")
    expect(by_names.one("position")).not_to_have_value("")
    board = page.get_by_role("grid", name="Board")
    page.get_by_role("radio", name="blue X").press("Space")
    board.get_by_role("button", name=re.compile("^b3")).press("Enter")
    page.get_by_role("radio", name="white O").press("Space")
    board.get_by_role("button", name=re.compile("^d2")).press("Enter")
    expect(by_names.one("position")).to_have_value(laid)
    page.get_by_role("button", name="Explore this").press("Enter")
    for guest in (by_keys, by_names):
        guest.page.wait_for_function(
            "(text) => new URLSearchParams(location.search).get('position') === text", arg=laid
        )


@pytest.mark.long
def test_home_leads_to_it_and_a_bad_link_says_why(invite: Invite) -> None:
    ann = invite("Ann")
    ann.go("/")
    ann.page.get_by_role("link", name="Explore XOXO²").click()
    expect(ann.one("title")).to_contain_text("Won in")
    first, later = ann.page.evaluate(LOADS)
    assert sum(first.values()) + sum(later.values()) <= MAX_BYTES
    ann.go("/explore/rubik?position=AAAA%2FAAAA%2F..../....%20flip")
    expect(ann.one("trouble")).to_be_visible()
    refused(ann)


@pytest.mark.long
@pytest.mark.parametrize(
    ("scheme", "size", "locale"),
    [("dark", SMALL, "de-DE"), pytest.param("light", DESKTOP, "en-GB", marks=pytest.mark.long)],
)
def test_axe_finds_nothing_wrong_and_all_fits(invite: Invite, scheme: str, size: tuple[int, int], locale: str) -> None:
    guest = invite("Ann", size=size, color_scheme=scheme, locale=locale)
    guest.go(f"/explore/rubik?position={quote(MIDDLE)}")
    expect(guest.one("line-turn").first).to_be_visible()
    for details in ("#replies-sheet", "#rules-sheet"):
        guest.all(f"{details} summary").click()
    assert_sound(guest)
    assert_fits(guest)
    guest.one("set-up").click()
    expect(guest.one("laying")).to_be_visible()
    assert_sound(guest)
    assert_fits(guest)
