"""A language is one file: put beside the others, it is spoken everywhere, with its own plurals."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from rowdy.interfaces.languages import language_of_environment, languages, pick_language
from rowdy.interfaces.words import Words
from tests.interfaces.cli import Cli
from tests.interfaces.made_up import MakeUp
from tests.interfaces.web.serving import serving_tables

CARDS = """{ $count ->
    [0] bez kart
    [one] { $count } karta
    [few] { $count } karty
    [many] { $count } kart
   *[other] { $count } karty (ułamek)
}"""
POLISH = {
    "locale": "pl",
    "page-language": "Polski",
    "djeco-hidden": CARDS,
    "page-minutes": CARDS,
    "page-play": "Graj",
    "help-rowdy": "Cztery gry",
    "list-and": "{ $first } i { $last }",
    "typed-help": "pomoc",
}


def test_polish_plurals(make_up: MakeUp) -> None:
    words = make_up("pl", POLISH)
    singular, few = {1}, {2, 3, 4, 22, 23, 24, 32, 102, 1002}
    for count in (*singular, *few, 5, 11, 12, 13, 14, 21, 25, 111, 112, 12345):
        noun = "karta" if count in singular else "karty" if count in few else "kart"
        assert words("djeco-hidden", count=count) == f"{words.number(count)} {noun}"
    assert words("djeco-hidden", count=0) == "bez kart"
    assert words.number(12345) == "12\N{NO-BREAK SPACE}345"


def test_the_page_gets_each_plural_with_its_gap(make_up: MakeUp) -> None:
    given = make_up("pl", POLISH).with_gaps("page-")["page-minutes"]
    assert given == {"0": "bez kart", "1": "1 karta", "few": "{count} karty", "many": "{count} kart"}


def test_a_plural_of_many_numbers_keeps_its_gap(make_up: MakeUp) -> None:
    """In Russian 21 is singular."""
    given = make_up("xc", {"locale": "ru", "page-minutes": CARDS}).with_gaps("page-")["page-minutes"]
    assert given == {"0": "bez kart", "one": "{count} karta", "few": "{count} karty", "many": "{count} kart"}


def test_it_is_spoken_everywhere(make_up: MakeUp, cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    before = languages()
    make_up("pl", POLISH)
    assert sorted(languages()) == sorted((*before, "pl"))
    assert pick_language("pl-PL, en;q=0.5") == "pl"
    assert language_of_environment({"LANG": "pl_PL.UTF-8"}) == "pl"
    assert "Cztery gry" in cli("--lang", "pl", "--help").out
    assert " pl" in cli("completion", "bash").out
    monkeypatch.setenv("ROWDY_LANG", "pl")
    assert "Cztery gry" in cli("--help").out


def test_the_page_offers_it_and_keeps_it(make_up: MakeUp, tmp_path: Path) -> None:
    make_up("pl", POLISH)
    with serving_tables(tmp_path / "tables.sqlite") as address, httpx.Client(base_url=address) as browser:
        english = browser.get("/")
        assert '<html lang="en"' in english.text
        assert '<a href="/?lang=pl" lang="pl" hreflang="pl">Polski</a>' in english.text
        assert "Graj" in browser.get("/", headers={"Accept-Language": "pl"}).text
        chosen = browser.get("/?lang=pl")
        assert ('<html lang="pl"' in chosen.text, chosen.headers["content-language"]) == (True, "pl")
        assert browser.cookies["lang"] == "pl"
        assert "Graj" in browser.get("/").text


@pytest.mark.parametrize("language", languages())
def test_numbers_are_written_as_the_language_does(language: str) -> None:
    words = Words(language)
    point = {"en": "."}.get(language, ",")
    assert words.number(1.5, 1) == f"1{point}5"
    assert words.number(7) == "7"
