"""Saved games: their list, going on by number, and two windows on one of them."""

from __future__ import annotations

import io
import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from rowdy.interfaces.cli.commands.replay import ReplaySession
from rowdy.interfaces.cli.game_file import GameFile
from rowdy.interfaces.cli.saves import OpenSave, load
from rowdy.interfaces.cli.screen import Screen
from rowdy.interfaces.cli.session import Session
from rowdy.interfaces.words import Words
from tests.interfaces.cli import Cli

FIRST_MOVES = "1\n" * 400
GREEDY = ("--seats", "you,greedy")


def begin(cli: Cli, game: str, played: int, lines: str = "1\nquit\n", seats: str = "you,greedy") -> Path:
    """A game that was played at this time, in seconds."""
    before = set(cli.saved())
    cli("play", game, "--seats", seats, "--seed", "5", lines=lines)
    (path,) = set(cli.saved()) - before
    os.utime(path, (played, played))
    return path


def test_saves_tell_who_plays_whose_turn_it_is_when_and_where(cli: Cli) -> None:
    assert "There is no unfinished game in " in cli("saves").out
    rubik = begin(cli, "rubik", 1_000)
    xoxo = begin(cli, "xoxo", 2_000, seats="you=Ann,you=Ben", lines="quit\n")
    over = begin(cli, "djeco", 3_000, lines=FIRST_MOVES)
    lines = cli("saves").out.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'").splitlines()
    assert lines[0] == "1  XOXO: Ann, Ben"
    assert lines[1].endswith(": it is Ann's turn")
    assert lines[2].strip() == str(xoxo)
    assert lines[3] == "2  Rubik's Tac Toe: You, Bot (greedy)"
    assert lines[4].endswith(": it is your turn")
    assert lines[5].strip() == str(rubik)
    assert lines[6:] == [
        "One game is over: rowdy saves --all lists it, too.",
        "Continue one by its number: rowdy play --resume 1",
    ]
    whole = cli("saves", "--all").out
    assert "3  Djeco Tic Tac Toe: You, Bot (greedy)" in whole
    assert f": Bot (greedy) wins!\n    {over}\n" in whole


def test_a_file_that_cannot_be_read_does_not_hide_the_others(cli: Cli) -> None:
    path = begin(cli, "rubik", 1_000)
    begin(cli, "xoxo2", 2_000)
    path.write_text("nonsense", "utf-8")
    run = cli("saves")
    assert run.code == 0
    assert "This file cannot be read." in run.out
    assert "XOXO²: " in run.out


def test_a_game_goes_on_by_its_number(cli: Cli) -> None:
    rubik, xoxo2 = begin(cli, "rubik", 1_000), begin(cli, "xoxo2", 2_000)
    moves = len(load(rubik).events)
    assert f'rowdy play --resume "{rubik}"' in cli("play", "--resume", "2", lines="1\nquit\n").out
    assert len(load(rubik).events) > moves
    assert f'rowdy play --resume "{xoxo2}"' in cli("play", "--resume", "2", lines="quit\n").out, "it was played last"
    run = cli("play", "--resume", "3")
    assert run.code == 2
    assert run.err == 'There is no saved game number 3 (there are 2): "rowdy saves --all" lists them.\n'


def test_a_second_window_on_a_game_costs_nobody_a_move(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = begin(cli, "rubik", 1_000)
    cli("play", "--resume", str(path), "--save", str(tmp_path / "other"), lines="2\nquit\n")
    other = (tmp_path / "other").read_text("utf-8")
    ask = Screen.ask

    def asked_while_another_window_plays(screen: Screen, *args: str) -> str:
        path.write_text(other, "utf-8")
        return ask(screen, *args)

    monkeypatch.setattr(Screen, "ask", asked_while_another_window_plays)
    run = cli("play", "--resume", str(path), lines="1\n1\nquit\n")
    assert run.err.count("played on in another window") == 1
    assert path.read_text("utf-8") == other
    (mine,) = set(cli.saved()) - {path}
    assert f"Yours goes on from here in {mine}" in run.err
    assert f'rowdy play --resume "{mine}"' in run.out
    assert len(load(mine).events) > len(load(path).events)


def test_a_game_that_is_open_in_another_window_is_noticed_before_anything_is_typed(cli: Cli) -> None:
    path = begin(cli, "rubik", 1_000)
    before = path.read_text("utf-8")
    other = OpenSave(path)
    assert other.alone
    run = cli("play", "--resume", str(path), lines="1\nquit\n")
    (mine,) = set(cli.saved()) - {path}
    assert run.err.startswith(f"This game is open in another window, which keeps {path}\n")
    assert path.read_text("utf-8") == before
    assert len(load(mine).events) > len(load(path).events)
    other.close()
    assert cli("play", "--resume", str(path), lines="quit\n").err == ""
    assert list(path.parent.glob(".*.open")) == []


def test_a_window_is_told_at_its_prompt_that_another_has_played_on(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    path = begin(cli, "rubik", 1_000)
    saved = path.read_text("utf-8")
    look, events = Session._look, list[str]()

    def look_after_another_window(session: Session, seat: int, moves: Sequence[object], again: bool = False) -> None:
        events.append(str(session.file.path))
        look(session, seat, moves, again)

    def keep(file: GameFile) -> None:
        save(file)
        path.write_text(saved + "# from another window\n", "utf-8")

    save = GameFile.save
    monkeypatch.setattr(Session, "_look", look_after_another_window)
    monkeypatch.setattr(GameFile, "save", keep)
    run = cli("play", "--resume", str(path), lines="quit\n")
    assert "played on in another window" in run.err
    assert events != [str(path)], "it was noticed before the person was asked"


def test_replay_says_where_the_end_is(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    record = load(begin(cli, "rubik", 1_000, lines="B@b3\nquit\n"))
    screen = Screen(Words("en"))
    screen.interactive = True
    monkeypatch.setattr("sys.stdin", io.StringIO("99\n\nb\nq\n"))
    ReplaySession(screen, record).run()
    out, err = capsys.readouterr()
    last = len(record.events)
    assert err == f"The game has no more than {last} steps: this is its end.\n" * 2
    assert out.count(f"Step {last} of {last}") == 2
    assert out.count(f"Step {last - 1} of {last}") == 1
