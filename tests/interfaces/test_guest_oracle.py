"""A game of another package of which perfect play is known: explored, advised on and played like our own."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import rowdy
from rowdy.kits import PlayKit
from rowdy.play.bots.registry import bot
from rowdy.play.hints import ExactAdvice, advise, quick_searcher
from rowdy.play.puzzles import Theme, puzzle_set
from tests.docs_blocks import blocks
from tests.interfaces.cli import Cli
from tests.visiting_games import Nim, installed

SOURCE = """
from dataclasses import replace
from rowdy.kits import Kit, Oracle, PlayKit, Probe, RatedTurn, SearchKit, Value, Verdict
from tests.visiting_games import NIM, Nim

class Sage(Oracle):
    def probe(self, state):
        if not state.left:
            return Probe(Verdict(Value.LOSS, 0), ())
        turns = [RatedTurn((action,), self.rate(state, action)) for action in self.game.legal(state, state.mover)]
        turns.sort(key=lambda turn: turn.verdict.value is not Value.WIN)
        return Probe(turns[0].verdict, tuple(turns))

    def rate(self, state, action):
        last = self.game.play(state, state.mover, action).left == 0
        return Verdict(Value.WIN, 1) if last else Verdict(Value.LOSS, 2)

class Search(SearchKit):
    def solved(self, game):
        return True

    def oracle(self, game):
        return Sage(game)

class Play(PlayKit):
    puzzles = "row|900|5 1|take-5|\\n"

KIT = Kit(replace(NIM.rules, id="sage", make=lambda setup: Nim(setup.edition)), search=Search(), play=Play())
class Bad(PlayKit):
    puzzles = "row|900|5 1"

BAD = replace(KIT, play=Bad())
"""


@pytest.fixture(autouse=True)
def _sage(tmp_path: Path) -> Iterator[None]:
    folder = tmp_path / "packages"
    folder.mkdir()
    (folder / "sages.py").write_text(SOURCE, "utf-8")
    with installed(folder, sage="sages:KIT"):
        yield
    sys.modules.pop("sages", None)


def test_it_is_explored(cli: Cli) -> None:
    found = json.loads(cli("explore", "sage", "--json").out)
    assert (found["value"], found["distance"]) == ("loss", 2)
    assert len(found["turns"]) == 12
    assert found["line"] == ["take-1", "take-12"]
    shown = cli("explore", "sage").out
    assert "Player 2 wins in 2 turns" in shown
    assert "Turn 1: Player 1 moves. Moves, best first:" in shown
    assert "Answers come from a search." in shown


def test_it_is_played_and_advised_on_perfectly() -> None:
    game = rowdy.game("sage")
    state = game.play(game.start(), 0, game.legal(game.start(), 0)[4])
    view = game.view(state, 1)
    assert str(bot("perfect", game).choose(game, (), view, Random(0))) == "take-8"
    advice = advise(game, (), view, quick_searcher())
    assert isinstance(advice, ExactAdvice)
    assert [str(action) for action in advice.choices[0].actions] == ["take-8"]


def test_it_brings_puzzles(cli: Cli) -> None:
    """The rules judge a try, and its oracle refutes a wrong one."""
    (puzzle,) = puzzle_set("sage")
    run = cli("puzzle", "--game", "sage", lines="take-2\ntake-5\n")
    assert (run.code, run.err) == (0, "")
    assert "Of 5 turns one wins." in run.out
    assert "They answer: take-3. That wins for them." in run.out
    assert "Solved!" in run.out
    assert cli("puzzle", puzzle.id, lines="take-5\n").code == 0
    assert "all 1 puzzles proved" in cli("puzzles", "prove", "sage").out


def test_the_snippet_of_the_docs_is_a_play_kit_with_a_puzzle() -> None:
    page = (Path(__file__).parents[2] / "docs" / "puzzles.md").read_text("utf-8")
    (snippet,) = [block.lines for block in blocks(page) if block.language == "python"]
    names: dict[str, Any] = {"PlayKit": PlayKit, "MyGame": Nim}
    exec("\n".join(snippet), names)
    (line,) = names["MyPlay"].puzzles.splitlines()
    described = re.search(r"A line is `([^`]+)`", page)
    assert described
    assert line.count("|") == described[1].count("|")
    theme, rating, _, turns, _ = line.split("|")
    assert (Theme(theme), int(rating), len(turns.split(";"))) == (Theme.WIN_2, 1200, 3)


def test_puzzles_that_cannot_be_read_are_a_fault(tmp_path: Path) -> None:
    folder = tmp_path / "more"
    folder.mkdir()
    wrong = pytest.raises(rowdy.InvalidSetup, match="line 1 of its puzzles is not a puzzle")
    with installed(folder, sage="sages:BAD"), wrong:
        rowdy.game("sage")
