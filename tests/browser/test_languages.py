"""German all over: the page, the table, and what is said there."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import expect

from rowdy.interfaces.languages import languages
from rowdy.interfaces.words import Words
from rowdy.play.bots.registry import RandomBot
from rowdy.rules.catalog import CATALOG
from tests.browser.conftest import Invite
from tests.browser.guests import LOGGED, PHONE, Guest, play_together
from tests.browser.walk import COMPILED_MS, SIDEWAYS, Walker, languages_in_turn

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
    *(Words(language)("page-language") for language in languages()),
    *(Words()(f"game-{game}") for game in CATALOG),
}
ALIKE = {"Rowdy", "Ann", "Bot", "Normal", *NAMES}
"""Names, and words of both languages."""


def texts(guest: Guest) -> set[str]:
    return set(guest.page.evaluate(TEXTS))


def both(invite: Invite) -> tuple[Guest, Guest]:
    return invite("Ann"), invite("Ann", locale="de-DE")


def assert_translated(english: Guest, german: Guest) -> None:
    here, there = texts(english), texts(german)
    assert len(here) > 5
    same = {text for text in here & there if text not in ALIKE and not is_name(text)}
    assert same == set()


def is_name(text: str) -> bool:
    """Bots, addresses, and squares are called the same."""
    return re.fullmatch(r"https?://\S+|[a-h]\d|Bot|Ann", text) is not None


def test_home_and_new_game_in_german(invite: Invite) -> None:
    english, german = both(invite)
    for path in ("/", "/new/xoxo", "/new/rubik", "/new/djeco", "/replay"):
        english.go(path)
        german.go(path)
        assert_translated(english, german)


@pytest.mark.long
def test_a_game_in_german(invite: Invite) -> None:
    english, german = both(invite)
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
    """Each reads the same move in their own language, and a switch in between loses nothing."""
    ann, ben = invite("Ann", locale="de-DE"), invite("Ben", locale="it-IT")
    ann.open("rubik", "me", "friend")
    ben.go(ann.all(".invitation input").first.input_value())
    play_together(ann, ben, most=2)
    for guest, language in ((ann, "de"), (ben, "it")):
        expect(guest.all("html")).to_have_attribute("lang", language)
    assert {told.partition(" ")[0] for told in ann.all(LOGGED).all_inner_texts()} != {""}
    before = ben.all(".square").evaluate_all("all => all.map((node) => node.dataset.square)")
    ben.one("menu").click()
    ben.all("dialog .languages summary").click()
    ben.all("dialog [hreflang=en]").click()
    expect(ben.all("html")).to_have_attribute("lang", "en")
    expect(ben.all(".square").first).to_be_visible()
    assert ben.all(".square").evaluate_all("all => all.map((node) => node.dataset.square)") == before
    play_together(ann, ben, most=2)
    said = " ".join(ben.all(LOGGED).all_text_contents())
    assert re.search(r"\b(place|flip)", said)


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
        "/puzzles",
    )
    found = dict[str, list[str]]()
    for language in languages():
        for path in paths:
            guest.go(f"{path}?lang={language}")
            expect(guest.all("main, #learn").first).to_be_visible()
            if trouble := guest.page.evaluate(SIDEWAYS):
                found[f"{path} {language}"] = trouble
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
