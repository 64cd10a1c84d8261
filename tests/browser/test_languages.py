"""Every language all over: the page, the table, and what is said there."""

from __future__ import annotations

import re
from collections.abc import Set
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, expect

from rowdy.interfaces.languages import languages
from rowdy.interfaces.words import Words
from rowdy.play.bots.registry import RandomBot
from rowdy.play.puzzles import puzzle_set
from rowdy.rules.catalog import CATALOG
from tests.browser.conftest import Invite
from tests.browser.guests import PHONE, Guest, play_together
from tests.browser.house import House
from tests.browser.walk import COMPILED_MS, SIDEWAYS, Walker, languages_in_turn
from tests.interfaces.locale_files import locale_file

TEXTS = """() => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (texts.nextNode()) {
    if (!texts.currentNode.parentElement.closest("script, noscript")) found.push(texts.currentNode.data);
  }
  for (const name of ["aria-label", "title", "placeholder", "aria-valuetext"]) {
    for (const node of document.querySelectorAll(`body [${name}]`)) found.push(node.getAttribute(name));
  }
  return found.map((text) => text.trim()).filter((text) => /\\p{L}{3}/u.test(text));
}"""
"""All that is written on a page or said by it, with at least one word."""
NAMES = {
    "Rowdy",
    "Ann",
    *(Words(language)("page-language") for language in languages()),
    *(Words()(f"game-{game}") for game in CATALOG),
}
PAGES = (
    "/",
    *(f"/{kind}/{game}" for kind in ("new", "rules", "learn") for game in CATALOG),
    "/puzzles?id={puzzle}",
    "/explore/rubik",
    "/replay",
    "/review",
)


def texts(guest: Guest) -> set[str]:
    return set(guest.page.evaluate(TEXTS))


def alike(language: str) -> set[str]:
    """What reads the same in English and another language: names, and what the file of that language lists."""
    words, file = Words(language), locale_file(language)
    same = {words(message) for message in file.alike if not file.variables(message)}
    return NAMES | same | {words("page-new-bot", level=text) for text in same}


def assert_translated(english: Guest, other: Guest) -> None:
    assert_no_english_left(texts(english), other, "de")


def assert_no_english_left(here: Set[str], other: Guest, language: str) -> None:
    """The page that another guest sees has no text in common with the English one, `here`, but names."""
    there = texts(other)
    assert len(here) > 5
    assert {text for text in here & there - alike(language) if not is_name(text)} == set()


def is_name(text: str) -> bool:
    """Bots, addresses, squares, notation and editions of positions are called the same."""
    return (
        re.fullmatch(r"https?://\S+|[a-h]\d|(\d+ )?[a-zA-Z]@?[a-h]?\d?([-, ].*)?|[.aAbB/]+ \w+|Bot", text) is not None
    )


@pytest.fixture(scope="module")
def english(browser: Browser, _house: House) -> dict[str, frozenset[str]]:
    """The texts of all pages in English."""
    guest, found = Guest(browser, _house, "Ann"), dict[str, frozenset[str]]()
    for page in PAGES:
        guest.go(page.format(puzzle=puzzle_set("djeco")[0].id))
        guest.page.wait_for_load_state("networkidle", timeout=COMPILED_MS)
        found[page] = frozenset(texts(guest))
    guest.context.close()
    return found


@pytest.mark.long
@pytest.mark.parametrize("language", [one for one in languages() if one != "en"])
def test_no_page_has_english_left_over(invite: Invite, english: dict[str, frozenset[str]], language: str) -> None:
    """Whatever stands on a page in English and in another language is a name, or listed as the same in its file."""
    other, puzzle = invite("Ann", locale=Words(language).locale), puzzle_set("djeco")[0].id
    for page in PAGES:
        other.go(page.format(puzzle=puzzle))
        other.page.wait_for_load_state("networkidle", timeout=COMPILED_MS)
        assert_no_english_left(english[page], other, language)


@pytest.mark.long
@pytest.mark.parametrize("language", languages())
def test_set_up_offers_the_edition_of_the_language_first(invite: Invite, language: str) -> None:
    guest = invite("Ann", locale=Words(language).locale)
    for game, kit in CATALOG.items():
        names = [edition.name for edition in kit.editions]
        guest.go(f"/new/{game}")
        expect(guest.all("#new .main")).to_be_visible()
        if len(names) > 1:
            expect(guest.all("#edition")).to_have_value(language if language in names else names[0])


@pytest.mark.long
def test_a_game_in_german(invite: Invite) -> None:
    english, german = invite("Ann"), invite("Ann", locale="de-DE")
    for guest in (english, german):
        guest.rng.seed(1)
        guest.open("djeco", "me", "easy")
        guest.hurry(3)
        guest.one("menu").click()
    assert_translated(english, german)
    for guest in (english, german):
        guest.one("resign").click()
        guest.one("sure").click()
        expect(guest.one("ending")).to_be_visible()
    assert_translated(english, german)
    for guest in (english, german):
        guest.one("step-through").click()
        expect(guest.one("count")).not_to_be_empty()
    assert_translated(english, german)


@pytest.mark.long
def test_two_people_at_one_table_in_two_languages(invite: Invite) -> None:
    """Each reads the same moves in their own language, and a switch in between loses nothing."""
    ann, ben = invite("Ann", locale="de-DE"), invite("Ben", locale="it-IT")
    ann.open("rubik", "me", "friend")
    ben.go(ann.all(".invitation input").first.input_value())
    play_together(ann, ben, most=3)
    for guest, language in ((ann, "de"), (ben, "it")):
        expect(guest.all("html")).to_have_attribute("lang", language)
    assert_told(ann, "de", "Du setzt ein", "Ben flippt den Stein")
    assert_told(ben, "it", "Ann mette una", "Ribalti la pedina")
    before, steps = ben.all(".square .drawing").evaluate_all(DRAWN), ben.steps()
    assert len(before) == 2
    ben.one("menu").click()
    ben.all("dialog .languages summary").click()
    ben.all("dialog [hreflang=en]").click()
    expect(ben.all("html")).to_have_attribute("lang", "en")
    expect(ben.all(".square .drawing")).to_have_count(2)
    assert ben.all(".square .drawing").evaluate_all(DRAWN) == before
    assert ben.steps() == steps
    assert_told(ben, "en", "Ann places a", "You flip the stone")
    play_together(ann, ben, most=2)
    assert ben.all(".square .drawing").evaluate_all(DRAWN) == ann.all(".square .drawing").evaluate_all(DRAWN)


DRAWN = "(all) => all.map((one) => [one.closest('.square').dataset.square, one.innerHTML.length])"
"""Where something lies, and a little of what: the drawings are the same in every language."""


def assert_told(guest: Guest, language: str, *parts: str) -> None:
    """The log tells of the seats and the moves in one language."""
    said = guest.log()
    assert Words(language)("told-sat", you="yes", who="") in said
    for part in parts:
        assert part in " ".join(said), said


@pytest.mark.long
def test_the_language_of_a_lesson_and_of_the_explorer_changes_in_place(invite: Invite) -> None:
    guest = invite("Ann")
    guest.go("/learn/rubik")
    guest.one("skip").click()
    expect(guest.one("count")).to_contain_text("2")
    guest.all(".languages summary").click()
    guest.all("[hreflang=de]").click()
    expect(guest.all("html")).to_have_attribute("lang", "de")
    expect(guest.one("count")).to_contain_text("2")
    guest.go("/explore/rubik")
    guest.one("choice").first.click()
    expect(guest.one("tree-step")).to_have_count(2)
    shown = parse_qs(urlsplit(guest.page.url).query)["position"]
    guest.all(".languages summary").click()
    guest.all("[hreflang=en]").click()
    expect(guest.all("html")).to_have_attribute("lang", "en")
    assert parse_qs(urlsplit(guest.page.url).query)["position"] == shown


@pytest.mark.long
def test_no_language_overflows_the_narrowest_screen(invite: Invite) -> None:
    """One browser goes through the pages of all languages at 320 pixels, which is also a desktop at 400 %."""
    guest = invite("Ann", size=(320, 640))
    paths = (
        "/",
        "/new/xoxo",
        "/new/djeco",
        "/rules/djeco",
        "/learn/xoxo",
        "/replay",
        "/review",
        "/explore/rubik",
        *(f"/puzzles?id={puzzle_set(game)[0].id}" for game in CATALOG),
    )
    found = dict[str, list[str]]()
    for language in languages():
        for path in paths:
            guest.go(f"{path}{'&' if '?' in path else '?'}lang={language}")
            expect(guest.all("main, #learn").first).to_be_visible()
            if trouble := guest.page.evaluate(SIDEWAYS):
                found[f"{path} {language}"] = trouble
    assert found == {}


@pytest.mark.long
@pytest.mark.parametrize("game", ["xoxo", "djeco", "rubik"])
def test_no_language_overflows_at_the_narrowest_table(invite: Invite, game: str) -> None:
    """While a game is played, at its end and in its replay."""
    found = dict[str, list[str]]()
    for language in languages():
        guest = invite("Ann", size=(320, 640), locale=Words(language).locale)
        guest.house.bot = RandomBot()
        guest.open(game, "me", "easy")

        def look(moment: str, guest: Guest = guest, language: str = language) -> None:
            if trouble := guest.page.evaluate(SIDEWAYS):
                found[f"{language} {moment}"] = trouble

        guest.hurry(2)
        look("table")
        guest.hurry()
        look("end")
        guest.one("step-through").click()
        guest.one("last").click()
        look("replay")
    assert found == {}


@pytest.mark.long
def test_the_whole_name_of_an_edition_can_be_read(invite: Invite) -> None:
    guest = invite("Ann", size=PHONE, locale="da-DK")
    guest.go("/new/djeco")
    name = Words("da")("edition-djeco-da")
    expect(guest.one("edition-says")).to_have_text(name)
    guest.all("#edition").select_option("it")
    expect(guest.one("edition-says")).to_be_hidden()


@pytest.mark.long
def test_the_language_can_be_switched_anywhere_and_stays(invite: Invite) -> None:
    guest = invite("Ann")
    guest.go("/")
    guest.all(".languages summary").click()
    guest.all("[hreflang=de]").click()
    expect(guest.all("html")).to_have_attribute("lang", "de")
    guest.all("[data-play=rubik]").click()
    guest.wait()
    asked = guest.one("ask").inner_text()
    guest.one("menu").click()
    guest.all("dialog .languages summary").click()
    guest.all("dialog [hreflang=en]").click()
    expect(guest.all("html")).to_have_attribute("lang", "en")
    guest.wait()
    assert guest.one("ask").inner_text() != asked
    guest.go("/")
    expect(guest.all("html")).to_have_attribute("lang", "en")


@pytest.mark.long
@pytest.mark.parametrize("spoken", languages_in_turn())
def test_the_walk_in_two_languages_in_turn(invite: Invite, spoken: str, tmp_path: Path) -> None:
    """Of all languages `python -m tests.browser.walk` takes the pictures; here nothing may overflow or fail."""
    guest = invite("Ann", size=PHONE, locale=Words(spoken).locale, color_scheme="dark")
    guest.context.set_default_timeout(COMPILED_MS)
    guest.house.bot = RandomBot()
    walker = Walker(guest, spoken, "dark", tmp_path)
    walker.walk()
    assert walker.troubles == []


def test_languages_are_taken_in_turn_by_their_texts_alone() -> None:
    """Two tests of one change meet the same languages, and different ones follow each other."""
    taken = languages_in_turn(len(languages()))
    assert sorted(taken) == sorted(languages())
    assert languages_in_turn() == taken[:2]
