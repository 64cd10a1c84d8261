"""What is typed at a prompt: the words of the language work beside the English ones."""

from __future__ import annotations

import pytest

from rowdy.interfaces.cli.command_words import AT_TABLE, COMMANDS, read_command, suggested, taught, typed_words
from rowdy.interfaces.languages import languages
from rowdy.interfaces.words import Words
from tests.interfaces.cli import Cli

every_language = pytest.mark.parametrize("language", languages())


@every_language
def test_every_command_has_words_that_mean_nothing_else(language: str) -> None:
    words = Words(language)
    meant = dict[str, str]()
    for command in COMMANDS:
        typed = typed_words(words, command)
        assert typed, command
        for word in (*typed, command):
            assert word == word.casefold()
            assert meant.setdefault(word, command) == command, word
            assert read_command(words, word.upper(), COMMANDS) == command
    assert not meant.keys() & {"q", "b", "f", "e", "exit", "pass", "all "}


def test_english_always_works_and_tab_offers_both() -> None:
    german = Words("de")
    assert read_command(german, "Hilfe", AT_TABLE) == read_command(german, "HELP", AT_TABLE) == "help"
    assert {"tipp", "hint", "ende", "quit"} <= set(suggested(german, AT_TABLE))
    assert suggested(Words(), AT_TABLE) == list(AT_TABLE)
    assert "hilfe (help)" in "".join(taught(german, AT_TABLE))
    assert taught(Words(), AT_TABLE) == []


def test_a_game_in_german_words(cli: Cli) -> None:
    out = cli(
        "play",
        "xoxo",
        "--lang",
        "de",
        "--seats",
        "you=Ann,random",
        "--seed",
        "3",
        lines="hilfe\nzüge\nbehalten alle\nende\n",
    ).out
    assert "hilfe (help)" in out
    assert "--resume" in out


def test_the_edition_follows_the_language_unless_chance_is_fixed(cli: Cli) -> None:
    def played(*arguments: str) -> str:
        return cli("play", *arguments, lines="quit\n").out

    assert Words("en")("edition-xoxo-en") in played("xoxo", "--lang", "en")
    assert Words("de")("edition-xoxo-de") in played("xoxo", "--lang", "de")
    assert Words("en")("edition-xoxo-de") in played("xoxo", "--lang", "en", "--seed", "1")
    assert Words("en")("edition-xoxo-de") in played("xoxo", "--lang", "en", "--edition", "de")
