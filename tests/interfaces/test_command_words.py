"""What is typed at a prompt: the words of the language work beside the English ones."""

from __future__ import annotations

import re

import pytest

import rowdy
from rowdy.interfaces.catalog import KITS
from rowdy.interfaces.cli.command_words import (
    AT_TABLE,
    TYPED_COMMANDS,
    read_command,
    read_items,
    suggested,
    taught,
    typed_words,
)
from rowdy.interfaces.languages import languages
from rowdy.interfaces.words import Words
from rowdy.rules.catalog import CATALOG
from rowdy.rules.tiles import VALUES
from tests.interfaces.cli import Cli
from tests.interfaces.locale_files import locale_file

every_language = pytest.mark.parametrize("language", languages())


@every_language
def test_every_command_has_words_that_mean_nothing_else(language: str) -> None:
    words = Words(language)
    meant = dict[str, str]()
    for command in TYPED_COMMANDS:
        typed = typed_words(words, command)
        assert typed, command
        for word in (*typed, command):
            assert word == word.casefold()
            assert meant.setdefault(word, command) == command, word
            assert read_command(words, word.upper(), TYPED_COMMANDS) == command
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


GAMES = list(CATALOG)
PLAYED = [
    pytest.param(language, game, marks=() if GAMES[nth % len(GAMES)] == game else pytest.mark.long)
    for nth, language in enumerate(languages())
    for game in GAMES
]
"""Each language with one of the games, and with all of them where there is time."""


@pytest.mark.every_language
@pytest.mark.parametrize(("language", "game"), PLAYED)
def test_a_whole_game_in_the_words_of_a_language(cli: Cli, language: str, game: str) -> None:
    """Commands in its own words, moves by number to the end; no line with words in it is the same in English."""

    def play(language: str) -> list[str]:
        words = Words(language)
        help_, moves, board, log, hold, show, all_ = (
            typed_words(words, command)[0] for command in ("help", "moves", "board", "log", "hold", "show", "all")
        )
        orders = [f"{hold} {all_}", f"{show} {all_}"] if game == "xoxo" else []
        lines = [help_, moves, *orders, "1", "1", "1", board, f"{log} {all_}", *["1"] * 200]
        run = cli(
            "play", game, "--lang", language, "--plain", "--seats", "you=Ann,random", "--seed", "3",
            lines="\n".join(lines) + "\n",
        )  # fmt: skip
        assert not run.err
        assert run.code == 0
        assert words("ask-end") in run.out
        return run.out.splitlines()

    told, english = play(language), play("en")
    assert len(told) == len(english) + (1 if language != "en" else 0), "help has one line more, on the English words"
    if language != "en":
        assert [line for line in told if line in english and re.search(r"[^\W\d_]{3}", NOTATION.sub("", line))] == []


NOTATION = re.compile(r"^\W*(own|draw)@:.*|XOXO²?|Rubik.s Tac Toe|Djeco Tic Tac Toe")
"""Moves in notation and names of games are the same in every language."""


def test_the_edition_follows_the_language_unless_chance_is_fixed(cli: Cli) -> None:
    def played(*arguments: str) -> str:
        return cli("play", *arguments, lines="quit\n").out

    assert Words("en")("edition-xoxo-en") in played("xoxo", "--lang", "en")
    assert Words("de")("edition-xoxo-de") in played("xoxo", "--lang", "de")
    assert Words("en")("edition-xoxo-de") in played("xoxo", "--lang", "en", "--seed", "1")
    assert Words("en")("edition-xoxo-de") in played("xoxo", "--lang", "en", "--edition", "de")


def test_no_edition_follows_the_language_where_programs_ask(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROWDY_LANG", "pt")
    assert rowdy.game("djeco").edition.name == "it"
    listed = cli("arena", "djeco", "random", "random", "--games", "2", "--list-matches").out
    assert '"edition":"it"' in listed.replace(" ", "")


@every_language
def test_help_names_the_words_of_the_language(language: str) -> None:
    """What it says can be typed can be, cards too; the English words are told once, after those."""
    words, kit = Words(language), KITS["xoxo"]
    told = {
        "help-commands": [command for command in AT_TABLE if command != "help"],
        "moves-folded": ["moves"],
        "ask-end": ["undo"],
        "cannot-save": ["save"],
        "error-save-where": ["save"],
        "error-order-card": ["all"],
        "error-log-what": ["log", "all"],
        "hint-keep": ["hold"],
        "learn-help": ["hold", "show", "skip", "back", "quit"],
        "help-puzzle": ["hint", "solution", "again", "moves", "quit"],
        "puzzle-help": ["hint", "solution", "again", "moves", "quit"],
        "explore-help": ["start", "turns", "all", "board"],
        "explore-all": ["all"],
        "explore-prompt-flip": ["turns"],
        "explore-prompt-over": ["start"],
        "replay-help": ["end"],
        "replay-prompt": ["end"],
    }
    given = {"count": 2, "orders": "yes"}
    for message, commands in told.items():
        names = locale_file(language).variables(message)
        text = re.findall(r"\w+", words(message, **{name: given.get(name, "") for name in names}).casefold())
        assert {typed_words(words, command)[0] for command in commands} <= set(text), message
    hold, show, all_ = (typed_words(words, command)[0] for command in ("hold", "show", "all"))
    red = kit.item(words, "red").casefold()
    orders = words("help-xoxo").casefold()
    assert all(f"{order} {item}" in orders for order in (hold, show) for item in (red, all_))
    assert read_items(words, kit, ("red", "blue"), red) == ["red"]


def test_cards_are_named_in_the_language_where_they_are_typed(cli: Cli) -> None:
    play = ("play", "xoxo", "--lang", "de", "--seats", "you=Ann,random", "--seed", "3")
    run = cli(*play, lines="behalten lila\nende\n")
    refused = re.search(r"„behalten lila“ ist keine deiner Karten: ([^.]+), oder alle", run.out + run.err)
    assert refused is not None
    cards = refused[1].split(", ")
    assert set(cards) <= {Words("de")(f"value-{value}").casefold() for kind in VALUES.values() for value in kind}
    assert not cli(*play, lines=f"behalten {' '.join(cards)}\nende\n").err


def test_a_puzzle_in_german_words(cli: Cli) -> None:
    german = Words("de")
    puzzle = ("puzzle", "--lang", "de", "--game", "rubik", "--seed", "1")
    run = cli(*puzzle, lines="tipp\nzüge\nnochmal\nende\n")
    assert german("puzzle-hint-first", move="").strip() in run.out
    assert german("puzzle-left") in run.out
    assert "lösung (solution)" in run.out
    assert not run.err
    assert german("puzzle-solution", moves="").strip() in cli(*puzzle, lines="lösung\n").out
