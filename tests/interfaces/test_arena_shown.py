"""An arena to look at: its progress, and the pictures of how it came out."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from rich.console import Console

from rowdy.interfaces.cli import plot
from rowdy.interfaces.cli.arena_progress import ArenaProgressBar, ArenaProgressLines, duration
from rowdy.interfaces.cli.plot import Plotter
from rowdy.interfaces.words import Words
from rowdy.play.arena.arena import Arena
from rowdy.play.arena.match import GameSpec
from rowdy.rules.game import GameError
from tests.interfaces.arenas import contest, drawn, made_up
from tests.interfaces.cli import Cli

PNG = b"\x89PNG\r\n\x1a\n"


class TestPlot:
    @pytest.mark.long
    def test_pictures(self, cli: Cli, unplayed: None, tmp_path: Path) -> None:
        svg, png, again = tmp_path / "a.svg", tmp_path / "a.PNG", tmp_path / "b.svg"
        command = ("arena", "rubik", "strong", "weak", "--games", "40")
        run = cli(*command, "--plot", str(svg), "--plot", str(png))
        assert f"Picture: {svg}\nPicture: {png}\n" in run.out
        text = svg.read_text("utf-8")
        for word in (" Tac Toe, German rulebook, 2 seats: strong, weak", "fair share", "Elo above weak"):
            assert word in text
        assert "40 games in 20 rounds, seed 1" in text
        assert png.read_bytes().startswith(PNG)
        cli(*command, "--plot", str(again))
        assert again.read_bytes() == svg.read_bytes()

    def test_one_round_has_shares_but_no_ratings(self, tmp_path: Path) -> None:
        arena = Arena(contest("a", "b", spec=GameSpec("xoxo", "de", 4)), 1)
        arena.tally = arena.tally.plus([made_up(match, "a") for match in arena.contest.round(1)])
        Plotter(Words(), "A title", arena.tally).write(tmp_path / "a.svg")
        assert "Elo" not in (tmp_path / "a.svg").read_text("utf-8")

    def test_without_matplotlib(self, cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(plot, "find_spec", lambda name: None)
        run = cli("arena", "rubik", "random", "random", "--plot", str(tmp_path / "a.svg"))
        assert (run.code, run.out) == (2, "")
        assert run.err == "Pictures need Matplotlib. Install it with: pip install matplotlib\n"

    def test_a_picture_that_cannot_be_written(self, tmp_path: Path) -> None:
        arena = Arena(contest("a", "b"), 1)
        arena.tally = arena.tally.plus([made_up(match, "a") for match in arena.contest.round(1)])
        (tmp_path / "a.svg").mkdir()
        with pytest.raises(GameError) as caught:
            Plotter(Words(), "A title", arena.tally).write(tmp_path / "a.svg")
        assert caught.value.code == "plot-unwritable"


class TestProgress:
    class Clock:
        now = 0.0

        def __call__(self) -> float:
            return self.now

    def played(self, arena: Arena, matches: int) -> None:
        """So many more matches, with made-up results."""
        for match, _ in zip(list(arena.todo()), range(matches), strict=False):
            arena.results[match] = made_up(match)
            arena.played += 1
        arena._count()

    def test_time_left(self) -> None:
        clock = self.Clock()
        arena = Arena(contest("strong", "weak"), 100)
        report = ArenaProgressLines(Words(), arena, Console(file=io.StringIO()), clock)
        self.played(arena, 50)
        clock.now = 10.0
        assert (report.goal, report.left) == (200, "0:30 left")

    def test_intervals_that_get_narrow_are_foreseen(self) -> None:
        arena = Arena(contest("strong", "weak"), 10_000, until=0.05)
        report = ArenaProgressLines(Words(), arena, Console(file=io.StringIO()), self.Clock())
        self.played(arena, 30)
        assert report.goal == 20_000
        self.played(arena, 70)
        assert 150 < report.goal < 600
        arena.until = 0.0001
        assert report.goal == 20_000

    def test_a_line_a_tenth(self) -> None:
        file, arena = io.StringIO(), Arena(contest("strong", "weak"), 100)
        with ArenaProgressLines(Words(), arena, Console(file=file, width=200), self.Clock()) as report:
            for _ in range(100):
                self.played(arena, 1)
                report.update()
        lines = file.getvalue().splitlines()
        assert len(lines) == 5
        assert re.fullmatch(r"20 of 200 games: strong \d\d\.\d, weak \d\d\.\d ± \d\d\.\d %; 0:00 left", lines[0])

    @pytest.mark.parametrize("width", [60, 80, 120])
    def test_a_bar_keeps_to_its_line(self, width: int) -> None:
        screen, lines = drawn(width)
        names = ("strong", "mcts:sims=20000,beliefs=off,reveal=never", "another:with=a,long=name")
        arena = Arena(contest(*names), 100)
        with ArenaProgressBar(screen.words, arena, screen.console, self.Clock()) as report:
            self.played(arena, 120)
            report.update()
        last = [line for line in lines() if line.strip()][-1]
        assert "120/600 strong" in last
        assert re.search(r" ± \d+\.\d % 0:00 left", last)
        assert len(last) <= width

    @pytest.mark.parametrize(
        ("seconds", "text"), [(0, "0:00"), (59.6, "1:00"), (125, "2:05"), (3600, "1:00:00"), (90061, "25:01:01")]
    )
    def test_durations(self, seconds: float, text: str) -> None:
        assert duration(seconds) == text
