"""Bots that are programs: the example plays, hostile ones end in one error, and none learns what it may not know."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

import rowdy
from rowdy.play.bots import engine_process, engines
from rowdy.play.bots.engines import Engine, engines_file, engines_text, position_lines
from rowdy.play.bots.pool import BotPool
from rowdy.play.bots.registry import bot, bot_names, check_bot, is_bot
from tests.interfaces.cli import Cli
from tests.play.bots.test_registry import match
from tests.worlds import PRINTED

ROOT = Path(__file__).parents[3]
EXAMPLE = ROOT / "examples" / "engines" / "middle.js"
READY = "import sys, os, time, subprocess\nprint('id test\\nready', flush=True)\nsys.stdin.readline()\n"
HONEST = READY + (
    "for line in sys.stdin:\n"
    "    word, *rest = line.split()\n"
    "    if word == 'legal': legal = rest\n"
    "    if word == 'go': print('info ', 'x' * 100, '\\nmove', legal[-1], flush=True)\n"
    "    if word == 'quit': break\n"
)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ROWDY_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def cli(home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Cli:
    return Cli(home, monkeypatch, capsys)


def script(folder: Path, code: str, ready_seconds: float = 5.0, answer_seconds: float = 5.0) -> Engine:
    path = folder / "engine.py"
    path.write_text(code, "utf-8")
    return Engine("test", (sys.executable, str(path)), ready_seconds, answer_seconds)


def node() -> str:
    found = shutil.which("node")
    if found is None:
        pytest.skip("NODE IS NOT INSTALLED: the engine in JavaScript was not tried")
    return found


# The example


def test_the_example_is_as_short_as_promised() -> None:
    assert len(EXAMPLE.read_text("utf-8").splitlines()) <= 22


@pytest.mark.parametrize("name", ["rubik-de-2", "xoxo-de-3", "djeco-it-2"])
def test_the_example_plays_whole_games_of_every_kind(name: str) -> None:
    game, middle = PRINTED[name], Engine("middle", (node(), str(EXAMPLE)))
    assert match(game, (middle, *[bot("random")] * (game.seats - 1)), 1).over
    middle.quit()


def test_the_example_is_added_plays_in_the_arena_and_sits_at_a_table(cli: Cli) -> None:
    node()
    assert "rowdy play --seats you,middle" in cli("engines", "add", "middle", "node", "--no-warnings", str(EXAMPLE)).out
    assert is_bot("middle")
    assert "middle" in bot_names()
    check_bot("middle", rowdy.game("rubik"))
    assert str(EXAMPLE) in cli("engines").out
    assert str(EXAMPLE) not in cli("bots").out
    arena = cli("arena", "rubik", "middle", "random", "--games", "2", "--workers", "1")
    assert (arena.code, "2 games" in arena.out) == (0, True)
    game = rowdy.game("rubik")
    view = game.view(game.start(), 0)

    async def ask() -> str:
        async with BotPool(1, parts=()) as pool:
            return str(await pool.choose("middle", game, (), view, "seed"))

    assert asyncio.run(ask()) == "A@c3"
    assert cli("engines", "remove", "middle").code == 0
    assert not is_bot("middle")


def test_the_conversation_of_the_docs_is_what_is_said() -> None:
    page = (ROOT / "docs" / "engine-protocol.md").read_text("utf-8")
    said = re.findall(r"^    > (.*)$", page, re.MULTILINE)
    record = rowdy.Record(rowdy.game("rubik"), ("a", "b")).play("A@b2")
    told = position_lines(record.game, record.events, record.game.view(record.last_state(), 1))
    assert said[0] == engine_process.PROTOCOL
    assert said[1:-2] == told
    assert said[-1].encode() + b"\n" == engine_process.QUIT_LINE


# Secrecy


@pytest.mark.parametrize("name", ["xoxo-de-2", "djeco-it-2"])
def test_an_engine_is_told_what_its_seat_may_know_and_nothing_else(name: str) -> None:
    game, rng = PRINTED[name], Random(1)
    log = rowdy.GameLog(game, ("a", "b"), rowdy.Dealer("any seed"))
    view = log.view(0)
    lines = position_lines(game, log.observations(0), view)
    for _ in range(5):
        world = rowdy.sample_world(game, view, rng, log.observations(0))
        assert position_lines(game, log.observations(0), game.view(world, 0)) == lines
    assert "?" in lines[1]
    assert "?" in lines[2]


# Honest and hostile ones


def choose(engine: Engine) -> str:
    game = rowdy.game("rubik")
    return str(engine.choose(game, (), game.view(game.start(), 0), Random(1)))


def test_an_engine_answers_many_questions_and_ends_when_told(tmp_path: Path) -> None:
    engine = script(tmp_path, HONEST)
    assert engine.introduce() == "test"
    running = engine._process
    assert [choose(engine), choose(engine)] == ["B@d4", "B@d4"]
    assert engine._process is running
    engine.quit()
    assert running is not None
    assert running._process.returncode == 0


@pytest.mark.parametrize(
    ("code", "cause"),
    [
        ("", "engine-died"),
        ("raise SystemExit(3)", "engine-died"),
        ("import time; time.sleep(60)", "engine-silent"),
        (READY + "time.sleep(60)", "engine-silent"),
        (READY + "sys.exit(1)", "engine-died"),
        (READY + "os.close(1); time.sleep(60)", "engine-died"),
        (READY + "print('move A@z9', flush=True); time.sleep(60)", "engine-illegal"),
        (READY + "print('move', flush=True); time.sleep(60)", "engine-illegal"),
        (READY + "while True: print('info', 'x' * 50)", "engine-talks"),
        (READY + "while True: sys.stdout.write('x' * 1000)", "engine-talks"),
        (
            READY + "sys.stdout.buffer.write(bytes(range(256)) * 9 + b'\\n'); sys.stdout.flush(); sys.exit()",
            "engine-died",
        ),
        (READY + "subprocess.Popen(['sleep', '60']); sys.exit()", "engine-silent"),
    ],
)
def test_a_hostile_or_dying_engine_is_one_clear_error_in_time(code: str, cause: str, tmp_path: Path) -> None:
    ready_seconds = 0.4 if code.startswith("import time") else 20.0
    answer_seconds = 0.4 if cause == "engine-silent" else 20.0
    engine, began = script(tmp_path, code, ready_seconds, answer_seconds), time.monotonic()
    with pytest.raises(rowdy.InvalidSetup) as failed:
        choose(engine)
    found = failed.value.details["cause"]
    assert isinstance(found, rowdy.GameError)
    assert (failed.value.code, found.code) == ("engine-failed", cause)
    assert time.monotonic() - began < 15
    assert engine._process is None


def test_one_that_never_reads_cannot_make_us_wait(tmp_path: Path) -> None:
    engine = script(tmp_path, READY + "time.sleep(60)")
    process = engine_process.EngineProcess(engine.command, 5)
    with pytest.raises(rowdy.GameError) as failed:
        process.ask(["x" * 1_000_000], "move", 0.3)
    assert failed.value.code == "engine-silent"


def test_after_two_failures_it_is_not_asked_again(tmp_path: Path) -> None:
    engine, codes = script(tmp_path, "raise SystemExit(3)"), []
    for _ in range(3):
        with pytest.raises(rowdy.InvalidSetup) as failed:
            choose(engine)
        codes.append(failed.value.code)
    assert codes == ["engine-failed", "engine-failed", "engine-given-up"]


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="NO PROCESS GROUPS HERE: only the engine itself is ended")
def test_what_an_engine_has_started_ends_with_it(tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    child = f"p = subprocess.Popen(['sleep', '60']); open({str(pid)!r}, 'w').write(str(p.pid)); time.sleep(60)"
    with pytest.raises(rowdy.InvalidSetup):
        choose(script(tmp_path, READY + child, answer_seconds=0.4))
    state = subprocess.run(["ps", "-o", "stat=", "-p", pid.read_text()], capture_output=True, text=True).stdout
    assert state.strip() in ("", "Z", "Zs", "Z+")


def test_a_game_at_a_table_goes_on_when_an_engine_dies(tmp_path: Path) -> None:
    broken = script(tmp_path, "raise SystemExit(3)")
    engines_file().write_text(engines_text({"broken": broken}), "utf-8")
    game = rowdy.game("rubik")
    view = game.view(game.start(), 0)

    async def ask() -> object:
        async with BotPool(1, parts=()) as pool:
            return await pool.choose("broken", game, (), view, "seed")

    assert asyncio.run(ask()) in view.legal


# The command


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("add",), "Say what to do"),
        (("add", "mine"), "Say what to do"),
        (("remove", "mine", "x"), "Say what to do"),
        (("add", "medium", "node"), "cannot name an engine"),
        (("add", "a:b", "node"), "cannot name an engine"),
        (("add", "mine", "no-such-program"), "There is no program “no-such-program” here."),
        (("add", "mine", "true"), "The engine mine does not play: it has ended (exit code 0)."),
        (("remove", "mine"), "There is no engine “mine”."),
    ],
)
def test_what_cannot_be_added_is_one_sentence(cli: Cli, arguments: tuple[str, ...], told: str) -> None:
    done = cli("engines", *arguments)
    assert (done.code, done.out, told in done.err) == (2, "", True)
    assert len(done.err.strip().splitlines()) == 1


@pytest.mark.parametrize("text", ["", "{", "[]", '{"a:b": ["x"], "mine": "x", "other": [], "more": [1]}'])
def test_a_damaged_file_of_engines_disturbs_nobody(text: str) -> None:
    engines_file().write_text(text, "utf-8")
    assert engines.engines() == {}
    assert not is_bot("mine")


def test_an_engine_that_fails_in_play_is_one_sentence(cli: Cli, tmp_path: Path) -> None:
    engines_file().write_text(engines_text({"broken": script(tmp_path, "raise SystemExit(3)")}), "utf-8")
    done = cli("play", "rubik", "--seats", "broken,random", "--plain")
    assert "The engine broken does not play: it has ended (exit code 3)." in done.err
    assert "Traceback" not in done.err
    arena = cli("arena", "rubik", "broken", "random", "--games", "2", "--workers", "1")
    assert "it has ended (exit code 3)" in arena.err + arena.out
