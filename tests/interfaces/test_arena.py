"""The arena from the command line: what is shown, going on after a stop, matches as lines, and every mistake."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import rowdy
from rowdy.interfaces.cli.commands import arena as arena_cli
from rowdy.interfaces.cli.commands.arena import ArenaOptions, read_width, run_arena
from rowdy.interfaces.cli.screen import Screen
from rowdy.interfaces.words import Words
from rowdy.play.arena import arena as arena_module
from rowdy.play.arena import journal
from rowdy.play.arena.arena import MIN_ROUNDS, Arena, Contest
from rowdy.play.arena.match import GameSpec, play_match
from rowdy.rules.game import GameError, InvalidSetup, Outcome
from rowdy.rules.record_text import parse_record
from rowdy.rules.xoxo_state import Lay
from rowdy.search.compilation import PERFECT, CompiledPart, KernelCache
from tests.compiled import MadeUpCache
from tests.interfaces.arenas import NoLog, contest, drawn, made_up
from tests.interfaces.cli import Cli

ONE = ("--workers", "1")


class TestRun:
    def test_a_table_and_where_the_log_is(self, cli: Cli) -> None:
        run = cli("arena", "rubik", "greedy", "random", "--games", "20", *ONE)
        assert (run.code, run.err) == (0, "")
        lines = run.out.splitlines()
        assert lines[0].endswith(" Tac Toe, German rulebook, 2 seats: greedy, random")
        assert lines[1] == "At most 20 games, in 10 rounds of 2; seed 1."
        (log,) = (cli.home / "arena").iterdir()
        assert lines[2] == f"Log: {log}"
        assert [line.split(":")[0] for line in lines[3:13]] == [f"{n} of 20 games" for n in range(2, 21, 2)]
        table = [line for line in lines if line.startswith("bot: ")]
        assert re.fullmatch(
            r"bot: greedy; won: \d+; (shared: \d; )?lost: \d; share \(%\): \d+\.\d ± \d+\.\d; Elo: \+\d+ ± \d+; "
            r"s a move: 0\.\d+; longest: 0\.\d+",
            table[0],
        )
        assert "; Elo: 0; " in table[1]
        assert lines[-2].startswith("20 games in 10 rounds. ")
        assert lines[-1] == "Elo is relative to random."
        assert len(log.read_text("utf-8").splitlines()) == 21

    def test_the_same_command_goes_on(self, cli: Cli) -> None:
        command = ("arena", "rubik", "greedy", "random", *ONE)
        cli(*command, "--games", "6")
        more = cli(*command, "--games", "10")
        assert "6 games are in the log already." in more.out
        again = cli(*command, "--games", "10")
        assert "10 games are in the log already." in again.out
        whole = cli(*command, "--games", "10", "--fresh")
        assert "in the log already" not in whole.out

        def table(out: str) -> list[str]:
            return [line.split("; s a move")[0] for line in out.splitlines() if line.startswith("bot:")]

        assert table(more.out) == table(again.out) == table(whole.out) != []

    def test_a_fresh_start_keeps_the_old_log(self, cli: Cli, tmp_path: Path) -> None:
        log = tmp_path / "a.jsonl"
        command = ("arena", "rubik", "random", "random", "--log", str(log), "--games", "2", *ONE)
        cli(*command)
        old = log.read_bytes()
        for number in (1, 2):
            run = cli(*command, "--fresh")
            assert f"The old log is now {tmp_path / f'a.{number}.jsonl'}\n" in run.out
        assert (tmp_path / "a.1.jsonl").read_bytes() == old

    def test_bots_may_stand_in_one_argument(self, cli: Cli) -> None:
        run = cli("arena", "rubik", "random greedy", "--games", "2", *ONE)
        assert " Tac Toe, German rulebook, 2 seats: random, greedy\n" in run.out

    def test_rulings_editions_and_seats(self, cli: Cli) -> None:
        run = cli("arena", "xoxo", "greedy", "random", "--seats", "3", "--edition", "en", "--games", "3", *ONE)
        assert run.code == 0
        assert "3 seats: greedy, random, random\n" in run.out
        assert "; times a fair share: " in run.out
        run = cli("arena", "djeco", "random", "random", "--ruling", "target=1", "--games", "1", *ONE)
        assert "target=1, 2 seats: random, random\nAt most one game, in one round of 1; seed 1.\n" in run.out

    def test_a_drawn_table_lines_up_and_breaks_only_names(self, unplayed: None) -> None:
        screen, lines = drawn(80)
        arena = Arena(contest("strong", "mcts:sims=20000,beliefs=off,reveal=never", "c"), 30)
        arena.run(NoLog(), 1)
        arena_cli._show(screen, arena)
        shown = lines()
        assert max(map(len, shown)) <= 80
        assert "".join(line.split("  ")[0].strip() for line in shown[1:7]).count("beliefs=off,reveal=never") == 1
        ends = {line.index(" ± ") for line in shown[1:6] if " ± " in line}
        assert len(ends) == 1

    def test_a_game_of_the_arena_can_be_watched(self, cli: Cli, tmp_path: Path) -> None:
        """The same bots and seed play the same game at a table."""
        match = Contest(GameSpec("xoxo", "de", 2), ("greedy", "random")).round(2)[1]
        file = tmp_path / "game"
        run = cli("play", "xoxo", "--seats", ",".join(match.bots), "--seed", match.seed, "--save", str(file))
        assert run.code == 0
        record, result = parse_record(file.read_text("utf-8")), play_match(match)
        assert record.outcome() == Outcome(result.winners, result.reason)
        assert sum(isinstance(event.action, Lay) for event in record.events) == result.moves


class TestCompiling:
    """Code is compiled once before the games, and only what the bots need."""

    def run(self, log: Path, cache: KernelCache, game: str, *bots: str, as_json: bool = False) -> int:
        contest = Contest.of(rowdy.game(game), bots, "1")
        options = ArenaOptions(2, None, 1, log, fresh=False, json=as_json, plots=())
        return run_arena(
            Screen(Words()), contest, options, cache, lambda matches: (made_up(match) for match in matches)
        )

    @pytest.mark.parametrize(
        ("game", "bots", "parts"),
        [
            ("xoxo", ("greedy", "random"), set()),
            ("xoxo", ("strong", "random"), {"xoxo"}),
            ("djeco", ("easy", "mcts:sims=9"), {"djeco"}),
            ("rubik", ("perfect", "medium"), {"flip", PERFECT}),
        ],
    )
    def test_what_is_needed(
        self,
        game: str,
        bots: tuple[str, str],
        parts: set[CompiledPart],
        tmp_path: Path,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        cache, again = (MadeUpCache(compiler_works=lambda: True) for _ in range(2))
        assert self.run(tmp_path / "log", cache, game, *bots) == 0
        assert set(cache.asked_for) == parts
        assert ("One moment: compiling." in capsys.readouterr().out) is bool(parts)
        assert self.run(tmp_path / "log", again, game, *bots) == 0
        assert again.asked_for == []

    def test_without_a_compiler_it_is_said_who_plays_weaker(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        cache = MadeUpCache(compiler_works=lambda: False)
        self.run(tmp_path / "log", cache, "xoxo", "strong", "greedy", as_json=True)
        out, err = capsys.readouterr()
        assert "without compiled code and play worse: strong.\n" in err
        assert json.loads(out)["games"] == 2
        assert cache.asked_for == []


class TestJson:
    def run(self, cli: Cli, *more: str) -> dict[str, Any]:
        run = cli("arena", "rubik", "greedy", "random", "--games", "8", "--json", *ONE, *more)
        assert run.code == 0
        told: dict[str, Any] = json.loads(run.out)
        return told

    def test_all_figures(self, cli: Cli) -> None:
        told = self.run(cli)
        assert list(told)[:5] == ["rowdy", "game", "edition", "rulings", "seats"]
        assert (told["games"], told["rounds"], told["ended"], told["seed"]) == (8, 4, "played", "1")
        assert (told["most"], told["until"]) == (8, None)
        best, other = told["standings"]
        assert best["won"] + best["shared"] + best["lost"] == best["games"] == 8
        assert best["points"] + other["points"] == 8
        assert best["share"]["low"] < best["share"]["value"] <= best["share"]["high"] <= 1
        assert [seat["seat"] for seat in best["by_seat"]] == [1, 2]
        assert sum(seat["points"] for seat in best["by_seat"]) == best["points"]
        assert other["elo"] == {"value": 0, "low": 0, "high": 0, "half_width": 0}
        assert best["seconds"]["mean"] <= best["seconds"]["longest"]

    def test_it_is_the_same_each_time(self, cli: Cli) -> None:
        """Thinking times too: they are told as they stand in the log, from which the second run takes them."""
        assert json.dumps(self.run(cli)) == json.dumps(self.run(cli))

    def test_nothing_else_is_on_the_way_out(self, cli: Cli) -> None:
        self.run(cli, "--fresh")
        run = cli("arena", "rubik", "greedy", "random", "--games", "20", "--json", *ONE)
        assert json.loads(run.out)["games"] == 20
        assert run.err.startswith("8 games are in the log already.\n10 of 20 games: ")


class TestUntil:
    @pytest.mark.parametrize(("text", "width"), [("4%", 0.04), ("4", 0.04), ("2.5 %", 0.025), ("50", 0.5)])
    def test_widths(self, text: str, width: float) -> None:
        assert read_width(text) == pytest.approx(width)

    @pytest.mark.parametrize("text", ["0.04", "0", "51", "-4", "four", "4%%", "1e1", "", "٤", "9" * 400])
    def test_what_is_no_width(self, text: str) -> None:
        with pytest.raises(InvalidSetup):
            read_width(text)

    def test_it_is_said_whether_it_was_enough(self, cli: Cli, unplayed: None) -> None:
        command = ("arena", "rubik", "strong", "weak", "--until", "6%")
        run = cli(*command)
        assert "\nKnown well enough: ± 6.0 %; you asked for ± 6.0 %.\n" in run.out
        assert 100 < int(re.findall(r"(\d+) games in", run.out)[0]) < 300
        run = cli(*command, "--games", "60")
        assert re.search(
            r"\nNot known well enough yet: ± 1\d\.\d %; you asked for ± 6\.0 %\. Give more --games", run.out
        )

    def test_the_help_tells_the_least(self, cli: Cli) -> None:
        assert f"{MIN_ROUNDS}th on" in cli("arena", "--help").out.replace("\n", " ")


class TestMatches:
    """What a cluster does: matches out, results in, and the log put together from them."""

    def test_the_way_through_a_cluster(self, cli: Cli, tmp_path: Path) -> None:
        log = tmp_path / "a.jsonl"
        arena = ("arena", "rubik", "greedy", "random", "--games", "12", "--log", str(log), *ONE)
        lines = cli(*arena, "--list-matches").out.splitlines(keepends=True)
        assert len(lines) == 12
        assert not log.exists()
        assert json.loads(lines[3]) == {
            "game": "rubik", "edition": "de", "rulings": {}, "bots": ["random", "greedy"], "seed": "1/2",
        }  # fmt: skip
        file = tmp_path / "matches"
        results = []
        for part in (lines[6:], lines[:4]):
            file.write_text("".join(part) + "\n", "utf-8")
            results.append(cli("arena", "--play-matches", str(file), *ONE).out)
        log.write_text("".join(results), "utf-8")
        rest = cli(*arena, "--list-matches").out
        assert rest.splitlines(keepends=True) == lines[4:6]
        with log.open("a", encoding="utf-8") as whole:
            whole.write(cli("arena", "--play-matches", "-", *ONE, lines=rest).out)
        together = cli(*arena, "--json")
        assert (together.code, together.err) == (0, "12 games are in the log already.\n")
        alone = json.loads(cli(*arena[:4], "--games", "12", *ONE, "--json").out)
        for figure in ("won", "lost", "share", "elo", "by_seat"):
            assert [bot[figure] for bot in json.loads(together.out)["standings"]] == [
                bot[figure] for bot in alone["standings"]
            ]

    @pytest.mark.parametrize(
        ("change", "words"),
        [
            (None, "Line 2 cannot be played: it is not JSON."),
            ({"bots": None}, "Line 2 cannot be played: it is not a match."),
            ({"bots": ["greedy", "nobody"]}, "Line 2 cannot be played: There is no bot “nobody”. There are beginner, "),
            ({"bots": ["greedy"]}, "Line 2 cannot be played: "),
            ({"game": "chess"}, "Line 2 cannot be played: There is no game “chess”"),
            ({"seed": " "}, "Line 2 cannot be played: A seed has 1 to 200 printable characters"),
        ],
    )
    def test_a_slip_is_told_before_anything_is_played(
        self, cli: Cli, change: dict[str, Any] | None, words: str
    ) -> None:
        match = contest("random", "random").round(1)[0].to_json()
        second = "{" if change is None else json.dumps(match | change)
        run = cli("arena", "--play-matches", "-", *ONE, lines=f"{json.dumps(match)}\n{second}\n")
        assert (run.code, run.out) == (2, "")
        assert run.err.startswith(words)
        assert run.err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "No game was named."),
        (("chess", "greedy", "random"), "no game “chess”"),
        (("xoxo",), "at least two bots"),
        (("xoxo", "greedy"), "at least two bots"),
        (("xoxo", "greedy", "nobody"), "There is no bot “nobody”. There are beginner, "),
        (("xoxo", "greedy", "perfect"), "perfect does not play xoxo"),
        (("xoxo", "greedy", "random", "--seats", "5"), "2, 3, 4"),
        (("djeco", "greedy", "random", "--seats", "3"), "djeco"),
        (("rubik", "greedy", "random", "--games", "0"), "from 2, which is one round, to 10000000"),
        (("rubik", "greedy", "random", "--games", "1"), "from 2, which is one round, to 10000000"),
        (("xoxo", "greedy", "random", "--seats", "4", "--games", "3"), "from 4, which is one round"),
        (("rubik", "greedy", "random", "--games", "99999999"), "to 10000000"),
        (("rubik", "greedy", "random", "--workers", "0"), "from 1 to 512"),
        (("rubik", "greedy", "random", "--workers", "1000"), "from 1 to 512"),
        (("rubik", "greedy", "random", "--until", "0"), "such as 4%"),
        (("rubik", "greedy", "random", "--until", "little"), "“little” is not a width"),
        (("rubik", "greedy", "random", "--seed", " "), "A seed has"),
        (("rubik", "greedy", "random", "--ruling", "both_rows=nobody"), "It has draw, mover, opponent"),
        (("rubik", "greedy", "random", "--plot", "a.pdf"), "must end in .svg or .png"),
        (("rubik", "greedy", "random", "--plot", "no/such/a.svg"), "does not exist"),
        (("rubik", "greedy", "random", "--log", "no/such/log"), "Cannot use no/such/log as a log"),
        (("rubik", "greedy", "random", "--log", "/"), "Cannot use / as a log"),
        (("rubik", "greedy", "random", "--play-matches", "x"), "does not go with rubik greedy random"),
        (("--play-matches", "no-such-file"), "no-such-file"),
    ],
)
def test_a_mistake_gets_one_clear_sentence(cli: Cli, arguments: tuple[str, ...], words: str) -> None:
    run = cli("arena", *arguments)
    assert (run.code, run.out) == (2, "")
    assert words in run.err
    assert run.err.count("\n") == 1


class TestLogs:
    """What a log can be wrong with, in words."""

    def complaint(self, cli: Cli, log: Path, *bots: str) -> str:
        before = log.read_bytes()
        run = cli("arena", "rubik", *(bots or ("random", "random")), "--log", str(log), "--games", "2", *ONE)
        assert (run.code, log.read_bytes()) == (2, before)
        assert run.err.count("\n") == 1
        return run.err

    @pytest.fixture
    def log(self, cli: Cli, tmp_path: Path) -> Path:
        path = tmp_path / "a.jsonl"
        cli("arena", "rubik", "random", "random", "--log", str(path), "--games", "1", *ONE)
        return path

    def test_of_another_arena(self, cli: Cli, log: Path) -> None:
        assert self.complaint(cli, log, "greedy", "random") == (
            f'{log} is the log of another arena (bots: ["random", "random"] there, ["greedy", "random"] here). '
            "Name another file with --log.\n"
        )

    def test_of_other_code(self, cli: Cli, log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(journal, "code_digest", lambda game_id: "other")
        assert self.complaint(cli, log) == (
            f"{log} was played with different code from this Rowdy\u2019s, so its games cannot be mixed with new ones. "
            "Start over with --fresh, or name another file with --log.\n"
        )
        command = ("arena", "rubik", "random", "random", "--log", str(log), "--games", "2", "--fresh", *ONE)
        assert cli(*command).code == 0

    def test_no_log_at_all(self, cli: Cli, log: Path) -> None:
        log.write_text("Dear diary\n")
        assert self.complaint(cli, log) == f"Line 1 of {log} does not belong in an arena log: it is not JSON.\n"

    def test_no_result(self, cli: Cli, log: Path) -> None:
        log.write_text("{}\n")
        assert self.complaint(cli, log).endswith(" does not belong in an arena log: it is not the result of a match.\n")

    def test_an_unfinished_line(self, cli: Cli, log: Path) -> None:
        log.write_bytes(log.read_bytes()[:-9])
        run = cli("arena", "rubik", "random", "random", "--log", str(log), "--games", "1", *ONE)
        assert run.code == 0
        assert "\nIts last line was incomplete and has been dropped.\n" in run.out


class TestStops:
    def test_a_bot_that_fails(self, cli: Cli, unplayed: None, monkeypatch: pytest.MonkeyPatch) -> None:
        """The table so far, then who failed and where; nothing that was finished is lost."""

        def play(matches: Any, workers: int) -> Any:
            for match in matches:
                if match.seed == "1/4":
                    raise GameError("bot-failed", bot="weak", seat=2, seed=match.seed, reason="KeyError: 'x'")
                yield made_up(match)

        monkeypatch.setattr(arena_module, "run_matches", play)
        run = cli("arena", "rubik", "strong", "weak", "--games", "40")
        assert run.code == 2
        assert run.err == "weak failed on seat 2 of the match with seed 1/4: KeyError: 'x'\n"
        assert "\n6 games in 3 rounds." in run.out
        (log,) = (cli.home / "arena").iterdir()
        assert len(log.read_text("utf-8").splitlines()) == 7

    def test_ctrl_c_and_going_on(self, cli: Cli, unplayed: None, monkeypatch: pytest.MonkeyPatch) -> None:
        def play(matches: Any, workers: int) -> Any:
            for number, match in enumerate(matches):
                if number == 7:
                    raise KeyboardInterrupt
                yield made_up(match)

        monkeypatch.setattr(arena_module, "run_matches", play)
        command = ("arena", "rubik", "strong", "weak", "--games", "20")
        run = cli(*command)
        assert (run.code, run.err) == (130, "")
        assert "\n6 games in 3 rounds." in run.out
        assert run.out.endswith(
            "\nStopped. All finished games are in the log: the same command carries on from there.\n"
            "One game belongs to an unfinished round and is not counted yet.\n"
        )
        told = json.loads(cli(*command, "--json").out)
        assert (told["ended"], told["games"]) == ("interrupted", 14)
        assert cli(*command).code == 0
        assert "the same command, without --fresh, carries on from there." in cli(*command, "--fresh").out

    def test_stopped_before_the_first_round(self, cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        def play(matches: Any, workers: int) -> Any:
            raise KeyboardInterrupt
            yield

        monkeypatch.setattr(arena_module, "run_matches", play)
        run = cli("arena", "rubik", "greedy", "random", "--plot", str(tmp_path / "a.svg"))
        assert run.code == 130
        assert "\nNo round is finished yet, so there is nothing to compare.\n" in run.out
        assert not (tmp_path / "a.svg").exists()

    def test_a_real_arena_is_stopped_killed_and_gone_on_with(self, cli: Cli, tmp_path: Path) -> None:
        """Real processes: Ctrl-C reaches the workers too, a kill comes without a warning."""
        log = tmp_path / "a.jsonl"
        arena = ("arena", "rubik", "greedy", "random", "--log", str(log))

        def stop_after(games: int, how: signal.Signals, workers: int) -> tuple[int, str, str]:
            process = subprocess.Popen(
                [sys.executable, "-m", "rowdy", *arena, "--games", "100000", "--workers", str(workers)],
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                start_new_session=True,
            )
            while not log.exists() or log.read_bytes().count(b"\n") <= games:
                assert process.poll() is None
                time.sleep(0.01)
            os.killpg(process.pid, how)
            out, err = process.communicate(timeout=60)
            return process.returncode, out, err

        code, out, err = stop_after(4, signal.SIGINT, workers=2)
        assert (code, err) == (130, "")
        assert "the same command carries on from there" in out
        code, out, err = stop_after(log.read_bytes().count(b"\n") + 4, signal.SIGKILL, workers=1)
        assert code == -signal.SIGKILL
        games = (log.read_bytes().count(b"\n") - 1) // 2 * 2 + 4
        run = cli(*arena, "--games", str(games), "--json", *ONE)
        whole = Arena(contest("greedy", "random"), games // 2)
        whole.run(NoLog(), 1)
        points = [standing.score.points for standing in whole.tally.standings()]
        assert [bot["points"] for bot in json.loads(run.out)["standings"]] == points


def test_the_command_teaches_itself(cli: Cli) -> None:
    run = cli("arena", "--help")
    assert run.code == 0
    assert "rowdy arena xoxo strong greedy --until 4%" in run.out
    assert max(map(len, run.out.splitlines())) <= 80
