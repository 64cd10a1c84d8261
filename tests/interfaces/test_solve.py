"""Solving from the command line: progress, what comes out, going on after a stop, and every way it can fail."""

from __future__ import annotations

import errno
import io
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

import rowdy
from rowdy.interfaces.cli.commands import solve
from rowdy.interfaces.cli.commands.solve import MAX_WORKERS, peak_memory, run_solve
from rowdy.interfaces.cli.screen import Screen
from rowdy.interfaces.cli.solve_progress import Meter, SolveProgressBar, SolveProgressLines
from rowdy.interfaces.words import Words
from rowdy.rules.flip import FlipGame, Sizes
from rowdy.rules.game import GameError
from rowdy.search.retrograde import Totals
from rowdy.search.tablebase import layer_path
from tests.interfaces.cli import Cli

LAYERS = 5


@pytest.fixture
def game() -> FlipGame:
    """A game on nine squares with two stones each, solved at once."""
    rubik = rowdy.game("rubik")
    return FlipGame(rubik.edition, rubik.rulings, Sizes(3, 3, 3, 2))


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ROWDY_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def screen() -> Screen:
    return Screen(Words())


class TestSmall:
    """All that a solve prints, with a small game."""

    @pytest.mark.long
    def test_totals_values_and_cost(
        self, screen: Screen, game: FlipGame, home: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert run_solve(screen, game, None, 1) == 0
        out = capsys.readouterr().out
        assert out.startswith("Solving Rubik")
        assert "Tac Toe (row=enclosed, both_rows=draw) with one thread.\n" in out
        assert [line.split()[1] for line in out.splitlines() if line.startswith("Layer")] == ["4", "3", "2", "1", "0"]
        assert "stones: 0; positions: 1; wins: 0; draws: 1; losses: 0\n" in out
        assert "stones: 1; positions: 18; " in out
        assert "stones: 4; positions: 12,096; " in out
        assert "stones: in all; positions: 14,419; wins: 0; draws: 14,419; losses: 0\n" in out
        assert "If both play their best: a draw." in out
        assert "first stone: corner; on: a1 a3 c1 c3; leads to: a draw\n" in out
        assert "first stone: edge; on: a2 b1 b3 c2; leads to: a draw\n" in out
        assert "first stone: centre; on: b2; leads to: a draw\n" in out
        assert "CPU-seconds" in out
        assert "GB of memory at most" in out
        assert f"The solution is in {home / 'solutions'}" in out
        assert "is used from now on" in out

    @pytest.mark.long
    def test_a_drawn_table_lines_up(self, screen: Screen, game: FlipGame, home: Path) -> None:
        lines = drawn(screen)
        assert run_solve(screen, game, None, 1) == 0
        rows = [line for line in lines() if line.rstrip().endswith((" losses", " 0"))]
        assert len(rows) == LAYERS + 2
        assert len({len(row) for row in rows}) == 1

    def test_another_folder_is_not_used_by_itself(
        self, screen: Screen, game: FlipGame, home: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        run_solve(screen, game, home / "other", 2)
        out = capsys.readouterr().out
        assert "with 2 threads" in out
        assert f"The solution is in {home / 'other'}" in out
        assert f"if it is in {home / 'solutions'}" in out
        assert not (home / "solutions").exists()

    def test_finished_layers_are_found_and_checked(
        self, screen: Screen, game: FlipGame, home: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        run_solve(screen, game, home, 1)
        first = capsys.readouterr().out
        layer_path(home, game, 2).unlink()
        run_solve(screen, game, home, 1)
        again = capsys.readouterr().out
        assert "2 finished layers were found and checked; continuing with layer 2.\nLayer 2 done: " in again
        assert "Layer 3 done" not in again
        assert table(again) == table(first)
        run_solve(screen, game, home, 1)
        once_more = capsys.readouterr().out
        assert "All 5 layers were there already, and have been checked." in once_more
        assert "CPU-second" not in once_more
        assert table(once_more) == table(first)

    def test_stopping_keeps_what_is_finished(
        self,
        screen: Screen,
        game: FlipGame,
        home: Path,
        capsys: pytest.CaptureFixture[str],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        def stop(*_: Any, **__: Any) -> Iterator[Totals]:
            yield Totals(4, 1, 0, 1, 0)
            raise KeyboardInterrupt

        monkeypatch.setattr(solve, "solve_into", stop)
        assert run_solve(screen, game, home, 1) == 130
        out = capsys.readouterr().out
        assert out.endswith("Stopped. Finished layers are kept: the same command carries on from there.\n")


def table(out: str) -> list[str]:
    return [line for line in out.splitlines() if line.startswith(("stones: ", "first stone: "))]


def drawn(screen: Screen) -> Any:
    """Makes a screen draw as on a terminal; gives a function that tells the lines so far."""
    file = io.StringIO()
    screen.plain = False
    screen.console = Console(file=file, force_terminal=True, width=80, color_system=None, legacy_windows=False)
    return lambda: re.sub(r"\x1b\[[?0-9]*[A-Za-z]|\r", "", file.getvalue()).splitlines()


class TestFailures:
    def failure(self, screen: Screen, game: FlipGame, folder: Path) -> str:
        with pytest.raises(GameError) as caught:
            run_solve(screen, game, folder, 1)
        return screen.words.error(caught.value)

    @pytest.fixture
    def layer(self, screen: Screen, game: FlipGame, home: Path) -> Path:
        """A layer of a solution that lies there whole."""
        run_solve(screen, game, home, 1)
        return layer_path(home, game, 3)

    def test_a_damaged_file(self, screen: Screen, game: FlipGame, home: Path, layer: Path) -> None:
        data = bytearray(layer.read_bytes())
        data[-1] ^= 1
        layer.write_bytes(data)
        said = self.failure(screen, game, home)
        assert f"{layer} is damaged: its checksum does not fit." in said
        assert "rowdy solve" in said

    def test_a_file_cut_short(self, screen: Screen, game: FlipGame, home: Path, layer: Path) -> None:
        layer.write_bytes(layer.read_bytes()[:-1])
        assert f"{layer} is damaged" in self.failure(screen, game, home)

    def test_a_foreign_file(self, screen: Screen, game: FlipGame, home: Path, layer: Path) -> None:
        layer.write_text("something else")
        assert f"{layer} is not part of a solution" in self.failure(screen, game, home)

    def test_a_file_of_another_layer(self, screen: Screen, game: FlipGame, home: Path, layer: Path) -> None:
        shutil.copy(layer_path(home, game, 2), layer)
        assert "holds a different layer or different house rules" in self.failure(screen, game, home)

    def test_a_file_of_another_ruling(self, screen: Screen, game: FlipGame, home: Path, layer: Path) -> None:
        mover = rowdy.game("rubik", rulings={"both_rows": "mover"})
        other = FlipGame(mover.edition, mover.rulings, game.sizes)
        run_solve(screen, other, home, 1)
        shutil.copy(layer_path(home, other, 3), layer)
        assert "(enclosed-mover-3x3-3-2, 3) from what belongs there (enclosed-draw-3x3-3-2, 3)" in self.failure(
            screen, game, home
        )

    def test_a_file_of_another_version(self, screen: Screen, game: FlipGame, home: Path, layer: Path) -> None:
        layer.write_bytes(layer.read_bytes().replace(b'"version": 1', b'"version": 2', 1))
        assert f"{layer} has version 2, but this Rowdy reads version 1" in self.failure(screen, game, home)

    def test_a_folder_that_cannot_be_written_to(self, screen: Screen, game: FlipGame, home: Path) -> None:
        (home / "file").write_text("")
        said = self.failure(screen, game, home / "file")
        assert said.startswith(f"Cannot use {home / 'file'}")
        assert "--out" in said

    def test_a_full_disk(self, screen: Screen, game: FlipGame, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        def full(_: int) -> None:
            raise OSError(errno.ENOSPC, "No space left on device")

        monkeypatch.setattr("os.fsync", full)
        said = self.failure(screen, game, home)
        assert said.startswith(f"No room in {home}: No space left on device. Finished layers are kept")
        assert not list(home.rglob("layer-*"))

    def test_too_little_memory(
        self, screen: Screen, game: FlipGame, home: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def greedy(*_: Any, **__: Any) -> Iterator[Totals]:
            raise MemoryError
            yield

        monkeypatch.setattr(solve, "solve_into", greedy)
        assert "not enough memory" in self.failure(screen, game, home)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("djeco",), "Perfect play is not known for djeco. It is for rubik, xoxo2."),
        (("xoxo",), "Perfect play is not known for xoxo. It is for rubik, xoxo2."),
        (("chess",), "no game “chess”"),
        (("rubik", "--workers", "0"), "from 1 to 64"),
        (("rubik", "--workers", "-1"), "from 1 to 64"),
        (("rubik", "--workers", "1000000"), "from 1 to 64"),
        (("rubik", "--ruling", "both_rows=nobody"), "It has draw, mover, opponent"),
        (("xoxo2", "--ruling", "both_rows=mover"), "row=enclosed"),
    ],
)
def test_a_mistake_gets_one_clear_sentence(cli: Cli, arguments: tuple[str, ...], words: str) -> None:
    run = cli("solve", *arguments)
    assert run.code == 2
    assert words in run.err
    assert run.err.count("\n") == 1
    assert run.out == ""


def test_the_command_teaches_itself(cli: Cli) -> None:
    run = cli("solve", "--help")
    assert run.code == 0
    assert "rowdy solve rubik --ruling both_rows=mover" in run.out
    assert max(map(len, run.out.splitlines())) <= 80


def test_all_cores_work_unless_told_otherwise(
    screen: Screen, game: FlipGame, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def record(*_: Any, workers: int, **__: Any) -> Iterator[Totals]:
        asked.append(workers)
        raise MemoryError
        yield

    monkeypatch.setattr(solve, "solve_into", record)
    for workers in (None, 3):
        with pytest.raises(GameError):
            run_solve(screen, game, home, workers)
    assert 1 <= asked[0] <= min(os.cpu_count() or 1, MAX_WORKERS)
    assert asked[1] == 3


class TestProgress:
    class Clock:
        now = 0.0

        def __call__(self) -> float:
            return self.now

    def test_layers_count_by_their_positions(self) -> None:
        clock = self.Clock()
        meter = Meter([100, 300, 600], clock, clock)
        assert meter.todo == 1000
        clock.now = 2.0
        meter.move(2, 0.5)
        assert (meter.done, meter.rate) == (300, 150)
        assert meter.seconds_left == pytest.approx(700 / 150)
        meter.move(1, 1.0)
        assert meter.done == 900

    def test_layers_found_are_no_work(self) -> None:
        clock = self.Clock()
        meter = Meter([100, 300, 600], clock, clock)
        clock.now = 5.0
        meter.find()
        assert (meter.todo, meter.times) == (400, (0.0, 0.0))
        clock.now = 6.0
        meter.move(1, 0.5)
        assert (meter.done, meter.rate) == (150, 150)

    def test_lines(self, screen: Screen, capsys: pytest.CaptureFixture[str]) -> None:
        clock = self.Clock()
        with SolveProgressLines(screen, Meter([1_000_000, 3_000_000, 6_000_000], clock, clock)) as report:
            report.finish(2)
            clock.now = 2.0
            report.progress(1, 0.5)
            report.progress(1, 1.0)
            report.finish(1)
        out = capsys.readouterr().out
        assert out == (
            "One finished layer was found and checked; continuing with layer 1.\n"
            "Layer 1 done: 75% of all, 1.5 million/s, 0:01 left\n"
        )

    def test_a_bar(self, screen: Screen) -> None:
        lines = drawn(screen)
        clock = self.Clock()
        with SolveProgressBar(screen, Meter([1_000_000, 3_000_000, 6_000_000], clock, clock)) as report:
            clock.now = 2.0
            report.progress(2, 0.5)
            report.finish(2)
        last = next(line for line in reversed(lines()) if "layer 2" in line)
        assert "30%" in last
        assert "1.5 million/s 0:05 left" in last


def test_peak_memory_is_in_bytes() -> None:
    memory = peak_memory()
    assert memory is None or 2e7 < memory < 1e11


@pytest.mark.long
def test_a_killed_solve_goes_on(tmp_path: Path) -> None:
    """A real solve of a whole game, stopped by Ctrl-C, killed, gone on with, and used without being asked."""
    environment = {**os.environ, "ROWDY_HOME": str(tmp_path), "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "-m", "rowdy", "solve", "xoxo2"]

    def stop_after(layer: int, how: signal.Signals) -> tuple[int, str, str]:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment, text=True)
        assert process.stdout is not None
        while not process.stdout.readline().startswith(f"Layer {layer} done"):
            assert process.poll() is None
        process.send_signal(how)
        out, err = process.communicate(timeout=60)
        return process.returncode, out, err

    try:
        code, out, err = stop_after(16, signal.SIGINT)
        assert (code, err) == (130, "")
        assert "the same command carries on from there" in out
        code, *_ = stop_after(15, signal.SIGKILL)
        assert code == -signal.SIGKILL
        out = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
        assert "found and checked; continuing with layer 14." in out
        assert "stones: in all; positions: 32,956,254,945; " in out
        assert "If both play their best: Star wins in 15 turns." in out
        assert "first stone: corner; on: a1 a4 d1 d4; leads to: Star wins in 15 turns" in out
        assert "first stone: edge; on: a2 a3 b1 b4 c1 c4 d2 d3; leads to: Hexagon wins in 16 turns" in out
        explore = [sys.executable, "-m", "rowdy", "explore", "xoxo2"]
        out = subprocess.run(explore, env=environment, capture_output=True, text=True, check=True).stdout
        assert f"Answers come from the solution in {tmp_path / 'solutions'}" in out
        assert "Star wins in 15 turns." in out
    finally:
        shutil.rmtree(tmp_path / "solutions", ignore_errors=True)
