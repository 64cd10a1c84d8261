"""Games of other packages: found by their entry points, loaded when they are asked for, and harmless if broken."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import rowdy
from rowdy.rules import catalog
from rowdy.rules.catalog import broken_guests
from rowdy.rules.game import InvalidSetup
from rowdy.rules.guest_games import entries, find_guest, guest_kits
from tests.visiting_games import NIM, Hop, add_package, installed

SOURCE = """
from dataclasses import replace
from types import SimpleNamespace
from rowdy.kits import InterfaceKit, Kit, RulesKit, Ruling, SearchKit
from tests.visiting_games import HOP, NIM, Nim

def fails(setup):
    raise ZeroDivisionError("no heap")

class Stuck(Nim):
    def turn(self, state):
        raise RuntimeError

class Unsure(SearchKit):
    def solved(self, game):
        raise RuntimeError("who knows")

def kit(id, search=SearchKit(), words={}, **rules):
    make = lambda setup: Nim(setup.edition)
    return Kit(replace(NIM.rules, id=id, make=make, **rules), search=search, interface=InterfaceKit(words))

NUMBER = 7
RULES = NIM.rules
RULELESS = Kit(None)
FAILING = Kit(replace(NIM.rules, id="failing", make=fails))
STUCK = Kit(replace(NIM.rules, id="stuck", make=lambda setup: Stuck(setup.edition)))
NOTHING_HELD = Kit(replace(NIM.rules, id="nothing", make=lambda setup: None))
OTHER = Kit(replace(NIM.rules, id="other", make=lambda setup: Nim(HOP.rules.editions[0])))
LOUD = Kit(replace(NIM.rules, id="LOUD"))
OURS = kit("xoxo")
BARE = SimpleNamespace(rules=replace(NIM.rules, id="bare"))
PARTLESS = kit("partless", search=7)
UNSURE = kit("unsure", search=Unsure())
WORDLESS = kit("wordless", words="game-wordless = Game")
NUMBERED = kit("numbered", words={"en": 5})
FOREIGN = kit("foreign", words={"de": "game-foreign = Spiel"})
JUNK = kit("junk", words={"en": "game-junk = { $name"})
BOOKLESS = kit("bookless", books=())
OLDBOOK = kit("oldbook", books=("The Old Book",))
BOOKS = kit("books", books=("house", "house"))
ALONE = kit("alone", seats=(1,))
CROWD = kit("crowd", seats=(2, 3))
TIMELESS = kit("timeless", minutes="few")
SOURCE = kit("source", rulings=(Ruling("last", (1, 2), {"house": 3}),))
"""

BROKEN = {
    "absent": ("nowhere_at_all:KIT", "guest-game-failed", "No module named 'nowhere_at_all'"),
    "attribute": ("strangers:KIT", "guest-game-failed", "KIT"),
    "leaving": ("leaver:KIT", "guest-game-failed", "SystemExit: 3"),
    "number": ("strangers:NUMBER", "guest-game-unfit", "no rowdy.kits.Kit"),
    "rules": ("strangers:RULES", "guest-game-unfit", "no rowdy.kits.Kit"),
    "bare": ("strangers:BARE", "guest-game-unfit", "no rowdy.kits.Kit"),
    "ruleless": ("strangers:RULELESS", "guest-game-unfit", "no RulesKit"),
    "failing": ("strangers:FAILING", "guest-game-failed", "ZeroDivisionError: no heap"),
    "stuck": ("strangers:STUCK", "guest-game-failed", "RuntimeError"),
    "nothing": ("strangers:NOTHING_HELD", "guest-game-unfit", "no game of that id"),
    "other": ("strangers:OTHER", "guest-game-unfit", "no game of that id"),
    "renamed": ("strangers:FAILING", "guest-game-unfit", "its id is 'failing'"),
    "LOUD": ("strangers:LOUD", "guest-game-unfit", "small letters"),
    "partless": ("strangers:PARTLESS", "guest-game-unfit", "search kit is not a SearchKit"),
    "unsure": ("strangers:UNSURE", "guest-game-failed", "RuntimeError: who knows"),
    "wordless": ("strangers:WORDLESS", "guest-game-unfit", "texts by language"),
    "numbered": ("strangers:NUMBERED", "guest-game-unfit", "texts by language"),
    "foreign": ("strangers:FOREIGN", "guest-game-unfit", "in English"),
    "junk": ("strangers:JUNK", "guest-game-unfit", "game-junk = { $name"),
    "bookless": ("strangers:BOOKLESS", "guest-game-unfit", "no book"),
    "oldbook": ("strangers:OLDBOOK", "guest-game-unfit", "name of a book"),
    "books": ("strangers:BOOKS", "guest-game-unfit", "two books"),
    "alone": ("strangers:ALONE", "guest-game-unfit", "from 2 on"),
    "crowd": ("strangers:CROWD", "guest-game-unfit", "number of seats"),
    "timeless": ("strangers:TIMELESS", "guest-game-unfit", "minutes"),
    "source": ("strangers:SOURCE", "guest-game-unfit", "its ruling last"),
}


@pytest.fixture
def _visited(tmp_path: Path) -> Iterator[None]:
    """One guest in order, one that would take the name of a game of ours, and one for each thing that can be wrong."""
    (tmp_path / "strangers.py").write_text(SOURCE, "utf-8")
    (tmp_path / "leaver.py").write_text("raise SystemExit(3)", "utf-8")
    broken = {name: value for name, (value, _, _) in BROKEN.items()}
    with installed(tmp_path, nim="tests.visiting_games:NIM", xoxo="strangers:OURS", **broken):
        yield
    for module in ("strangers", "leaver"):
        sys.modules.pop(module, None)


@pytest.mark.usefixtures("_visited")
def test_guests_stand_after_our_own_games_and_take_no_name_of_ours() -> None:
    assert catalog.games() == (*catalog.CATALOG, "nim")
    assert catalog.kit("nim") is NIM.rules
    assert catalog.kits()["xoxo"] is catalog.kit("xoxo") is catalog.CATALOG["xoxo"]
    assert rowdy.game("nim") == NIM.rules.make_default()
    assert find_guest("nim") is NIM
    taken = broken_guests()["xoxo"]
    assert (taken.code, taken.details["package"]) == ("guest-game-unfit", "strangers:OURS")


@pytest.mark.usefixtures("_visited")
def test_broken_guests_are_named_with_what_is_wrong() -> None:
    assert broken_guests().keys() == {"xoxo", *BROKEN}
    assert guest_kits().keys() == {"nim", "xoxo"}
    for name, (value, code, reason) in BROKEN.items():
        error = broken_guests()[name]
        assert (error.code, error.details["name"], error.details["package"]) == (code, name, value)
        assert reason in str(error.details["reason"])
        for ask in (lambda name=name: rowdy.game(name), lambda name=name: find_guest(name)):
            with pytest.raises(InvalidSetup) as caught:
                ask()
            assert caught.value.code == code


@pytest.mark.usefixtures("_visited")
def test_no_guest_is_loaded_for_a_game_of_ours() -> None:
    for name in catalog.CATALOG:
        rowdy.game(name)
    assert "strangers" not in sys.modules
    assert set(entries()) == {"nim", "xoxo", *BROKEN}
    assert "strangers" not in sys.modules
    with pytest.raises(InvalidSetup):
        rowdy.game("ludo")
    assert "strangers" in sys.modules, "what is known must be told"


def test_who_interrupts_while_a_guest_is_loaded_is_heard(tmp_path: Path) -> None:
    (tmp_path / "interrupted.py").write_text("raise KeyboardInterrupt", "utf-8")
    with installed(tmp_path, nim="interrupted:KIT"), pytest.raises(KeyboardInterrupt):
        rowdy.game("nim")


def test_of_two_packages_with_one_id_neither_is_used(tmp_path: Path) -> None:
    add_package(tmp_path, "others", nim="tests.visiting_games:HOP", hop="tests.visiting_games:HOP")
    with installed(tmp_path, nim="tests.visiting_games:NIM", hop="tests.visiting_games:HOP"):
        assert catalog.games() == (*catalog.CATALOG, "hop"), "the same game found twice is one"
        details = broken_guests()["nim"].details
        assert details["package"] == "tests.visiting_games:HOP, tests.visiting_games:NIM"
        assert details["reason"] == "more than one game has this id"


def test_a_game_that_is_unknown_is_told_with_all_that_are_known(tmp_path: Path) -> None:
    with installed(tmp_path, hop="tests.visiting_games:HOP"):
        assert isinstance(rowdy.game("hop"), Hop)
        with pytest.raises(InvalidSetup) as caught:
            rowdy.game("ludo")
    assert caught.value.code == "unknown-game"
    assert caught.value.details["known"] == "xoxo, rubik, xoxo2, djeco, hop"
