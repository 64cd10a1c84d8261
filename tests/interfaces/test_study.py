"""`rowdy study`: measuring what house rules change, stopping, going on, and showing what ships."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from rowdy.interfaces.cli.commands.study import encode
from rowdy.interfaces.cli.screen import INTERRUPTED
from rowdy.interfaces.consequences import read_study, shipped_study
from rowdy.play.arena import arena as arena_module
from rowdy.play.arena.match import Match, Result, play_match
from rowdy.rules.catalog import CATALOG
from tests.interfaces.cli import Cli

QUICK = ("study", "xoxo2", "--rulings", "--bot", "random", "--games", "3", "--workers", "1")


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[Match]:
    """The matches that are played, with a stop after the seventh of them."""
    found: list[Match] = []

    def play(matches: Iterable[Match], workers: int) -> Iterator[Result]:
        for match in matches:
            if len(found) == 7:
                found.append(match)
                raise KeyboardInterrupt
            found.append(match)
            yield play_match(match)

    monkeypatch.setattr(arena_module, "run_matches", play)
    return found


def test_a_study_is_told_and_written(cli: Cli, tmp_path: Path) -> None:
    out = tmp_path / "xoxo2.json"
    run = cli(*QUICK, "--out", str(out))
    assert (run.code, run.err) == (0, "")
    lines = run.out.splitlines()
    assert lines[0] == "What the house rules change in XOXO²: Dutch rulebook, random on every seat"
    assert lines[1] == "4 settings, 3 games each, seed 1"
    assert lines[2] == "1 of 4: 2 seats, changed: none"
    assert lines[3].startswith("2 of 4: 2 seats, changed: row=enclosed")
    assert f"Written: {out}" in lines
    assert any(line.startswith("mover: With perfect play the second player can force a win.") for line in lines)
    study = read_study(out.read_bytes())
    assert study.command == "rowdy study xoxo2 --rulings --bot random --games 3 --seed 1"
    assert [setting.figures.games for setting in study.settings] == [3] * 4


def test_it_goes_on_after_ctrl_c_and_comes_to_the_same(cli: Cli, played: list[Match]) -> None:
    stopped = cli(*QUICK)
    assert stopped.code == INTERRUPTED
    assert "All finished games are in the log" in stopped.out
    again = cli(*QUICK, "--json")
    assert again.code == 0
    assert len(played) == 13
    assert played[7] == played[8], "the match in which it was stopped is played again"
    assert len(set(played)) == 12
    whole = cli(*QUICK, "--fresh", "--json")
    assert json.loads(whole.out) == json.loads(again.out)
    assert "The old log is now" in whole.err


def test_json_stands_alone_and_progress_beside_it(cli: Cli) -> None:
    run = cli(*QUICK, "--json", "--seed", "x")
    study = read_study(run.out.encode())
    assert run.out.encode() == encode(study)
    assert "4 of 4: 2 seats, changed: both_rows=opponent, row=enclosed" in run.err


@pytest.mark.long
def test_several_workers_come_to_the_same(cli: Cli) -> None:
    alone = cli(*QUICK, "--json").out
    assert cli(*QUICK[:-1], "2", "--fresh", "--json").out == alone


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("chess",), "chess"),
        (("chess", "--rulings"), "chess"),
        (("rubik", "--out", "x.json"), "--rulings"),
        (("rubik", "--rulings", "--games", "1"), "from 2 to"),
        (("rubik", "--rulings", "--bot", "nobody"), "There is no bot “nobody”"),
        (("rubik", "--rulings", "--workers", "0"), "512"),
        (("rubik", "--rulings", "--seats", "3"), "3"),
        (("rubik", "--rulings", "--out", "nowhere/x.json"), "no place for a file"),
    ],
)
def test_a_mistake_gets_one_clear_sentence(cli: Cli, arguments: tuple[str, ...], words: str) -> None:
    run = cli("study", *arguments)
    assert (run.code, run.out, len(run.err.splitlines())) == (2, "", 1)
    assert words in run.err


@pytest.mark.parametrize("game", CATALOG)
def test_what_ships_is_shown(cli: Cli, game: str) -> None:
    study = shipped_study(game)
    assert study
    run = cli("study", game)
    assert run.code == 0
    assert f"code {study.code}" in run.out
    assert read_study(cli("study", game, "--json").out.encode()) == study
