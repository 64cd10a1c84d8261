"""Games of other packages that go wrong: they are named, their author is told where, and nothing else is harmed."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from rowdy.interfaces.languages import languages
from rowdy.interfaces.rules_page import rules_page
from rowdy.interfaces.words import Words
from rowdy.rules.catalog import kit
from tests.interfaces.cli import Cli
from tests.visiting_games import installed

SOURCE = """
from dataclasses import replace
from rowdy.kits import InterfaceKit, Kit
from tests.visiting_games import NIM, Heap, Nim

print("Welcome to my game!")

class Cracked(Nim):
    def apply(self, state, actor, action):
        if state.left < self.full:
            raise ZeroDivisionError("a crack in the heap")
        return super().apply(state, actor, action)

WORDS = '''
game-cracked = Cracked { $missing }
game-cracked-line = { nothing-there }
page-cracked = { nothing-there }
page-play = Do not play
'''
RULES = replace(NIM.rules, id="cracked", make=lambda setup: Cracked(setup.edition))
KIT = Kit(RULES, interface=InterfaceKit({"en": WORDS}))
"""
FAILED = "The game cracked of the package cracks:KIT has failed: ZeroDivisionError: a crack in the heap\n"


@pytest.fixture(autouse=True)
def _cracked(tmp_path: Path) -> Iterator[None]:
    folder = tmp_path / "packages"
    folder.mkdir()
    (folder / "cracks.py").write_text(SOURCE, "utf-8")
    with installed(folder, cracked="cracks:KIT", gone="gone_away:KIT"):
        yield
    sys.modules.pop("cracks", None)


def test_what_it_prints_answers_no_command(cli: Cli) -> None:
    run = cli("explore", "rubik", "--json")
    assert json.loads(run.out)["game"] == "rubik"
    assert "Welcome to my game!" in run.err


def test_one_that_is_not_there_is_named_and_the_others_are_played(cli: Cli) -> None:
    run = cli("games")
    assert run.code == 0
    assert "id: cracked; " in run.out
    assert "id: gone" not in run.out
    assert "The game gone of the package gone_away:KIT cannot be loaded: ModuleNotFoundError" in run.err
    assert cli("play", "gone").code == 2
    assert cli("play", "rubik", "--seats", "random,random", "--seed", "1", "--plain").code == 0


def test_one_that_fails_at_play_is_named_and_its_author_told_where(cli: Cli) -> None:
    run = cli("play", "cracked", "--seats", "you,random", lines="take-3\n")
    assert run.code == 2
    assert run.err.endswith(FAILED)
    assert 'raise ZeroDivisionError("a crack in the heap")' in run.err
    assert [str(event.action) for event in cli.record().events] == ["take-3"], "what was played before is kept"
    path = str(cli.saved()[0])
    assert cli("replay", path).code == 0
    for arguments in (("play", "--resume"), ("review", path), ("perft", "cracked", "3")):
        run = cli(*arguments)
        assert (run.code, run.err.endswith(FAILED)) == (2, True)


def test_one_that_fails_in_the_arena_is_named(cli: Cli) -> None:
    run = cli("arena", "cracked", "random", "random", "--games", "2", "--workers", "1")
    assert run.code == 2
    assert run.err.endswith(FAILED)


@pytest.mark.parametrize("language", languages())
def test_what_its_words_lack_is_seen_in_them_and_nowhere_else(language: str) -> None:
    words = Words(language)
    assert words("game-cracked") == "Cracked missing"
    assert rules_page(words, kit("cracked"), kit("cracked").editions[0], {}).title.startswith("Cracked missing")
    assert "page-cracked" not in words.with_gaps("page-")
    assert words("page-play") != "Do not play"
    with pytest.raises(KeyError):
        words("game-nobody-knows")
