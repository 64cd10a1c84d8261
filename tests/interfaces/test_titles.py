"""What games, editions, rulings and options are called, with and without words of their own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rowdy.interfaces.languages import languages
from rowdy.interfaces.titles import (
    book_says,
    book_title,
    edition_title,
    game_line,
    game_title,
    player_title,
    ruling_option,
    ruling_question,
    seat_titles,
)
from rowdy.interfaces.words import Words
from rowdy.rules.catalog import CATALOG
from tests.visiting_games import installed

every_language = pytest.mark.parametrize("language", languages())


@every_language
@pytest.mark.parametrize("game", CATALOG)
def test_our_own_games_have_words_for_everything(game: str, language: str) -> None:
    words, kit = Words(language), CATALOG[game]
    assert game_title(words, game) == words(f"game-{game}") != game
    assert game_line(words, game) == words(f"game-{game}-line") != ""
    for edition in kit.editions:
        assert edition_title(words, game, edition.name) == words(f"edition-{game}-{edition.name}")
    for ruling in kit.rulings:
        question = ruling_question(words, game, ruling)
        assert question == ruling_question(words, game, ruling.name) != ruling.name
        options = [ruling_option(words, game, ruling.name, str(option)) for option in ruling.options]
        assert len(set(options)) == len(options)
        assert not any(said == str(option) for said, option in zip(options, ruling.options, strict=True))


@pytest.mark.parametrize(
    ("language", "titles"),
    [
        ("en", ("Ann 1", "Bot 2 (easy)", "Ann 3", "Bot 4 (easy)", "Bot (strong, sims=9)", "Bot (visitor)")),
        ("de", ("Ann 1", "Bot 2 (leicht)", "Ann 3", "Bot 4 (leicht)", "Bot (stark, sims=9)", "Bot (visitor)")),
    ],
)
def test_bots_are_called_by_their_level_and_equal_ones_by_their_seat(language: str, titles: tuple[str, ...]) -> None:
    bots = (None, "easy", None, "easy", "strong:sims=9", "visitor")
    assert seat_titles(Words(language), ["Ann"] * 6, bots) == titles


@every_language
def test_what_has_no_words_is_called_by_its_name(language: str) -> None:
    words = Words(language)
    assert game_title(words, "ludo") == "ludo"
    assert game_line(words, "ludo") == ""
    assert player_title(words, "ludo", 1) == words("player-any", seat=2)
    assert player_title(words, "rubik", 1) == words("player-rubik-2")
    assert edition_title(words, "ludo", "house") == "house"
    assert ruling_question(words, "ludo", "dice") == "dice"
    assert ruling_option(words, "ludo", "dice", "two") == "two"
    assert book_title(words, "house") == "house"


GUEST = """
from rowdy.kits import InterfaceKit, Kit, RulesKit
from tests.visiting_games import Nim

WORDS = '''
game-nim = Nim
game-xoxo = Something else
edition-nim-house = at home
ruling-piles = How many heaps?
ruling-nim-piles = How many piles of matches?
ruling-nim-piles-n = There are { $n }.
ruling-nim-last = Who takes the last one?
ruling-nim-last-wins = wins
ruling-last = Nobody asks this.
ruling-last-loses = loses
'''
RULES = RulesKit("nim", lambda setup: Nim(setup.edition), ("house",), minutes=1)
KIT = Kit(RULES, interface=InterfaceKit({"en": WORDS}))
"""


@pytest.fixture
def _nim(tmp_path: Path) -> Iterator[None]:
    (tmp_path / "titled.py").write_text(GUEST, "utf-8")
    with installed(tmp_path, nim="titled:KIT"):
        yield


@pytest.mark.usefixtures("_nim")
@every_language
def test_a_guest_s_words_come_before_general_ones_but_never_before_ours(language: str) -> None:
    """Where a guest does not speak a language, it speaks English."""
    words = Words(language)
    assert game_title(words, "nim") == "Nim"
    assert edition_title(words, "nim", "house") == "at home"
    assert game_title(words, "xoxo") != "Something else"
    assert ruling_question(words, "xoxo", "piles") != "How many heaps?"
    assert ruling_question(words, "nim", "piles") == "How many piles of matches?"
    assert ruling_option(words, "nim", "piles", "3") == "There are 3."
    assert ruling_question(words, "nim", "last") == "Who takes the last one?"
    assert ruling_option(words, "nim", "last", "wins") == "wins"
    assert ruling_option(words, "nim", "last", "loses") == "loses", "where it has no word of its own, a general one"
    assert ruling_question(words, "ludo", "last") == "Nobody asks this."


@every_language
def test_every_rulebook_has_a_title_and_what_it_says_is_told_in_words(language: str) -> None:
    words = Words(language)
    for kit in CATALOG.values():
        for ruling in kit.rulings:
            for book, source in ruling.sources.items():
                assert book_title(words, book) != book
                assert book_says(words, kit.id, ruling, source) != str(source) or str(source)[0].isdigit()
