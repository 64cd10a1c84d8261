"""What is compiled is known without the compiler, and code is compiled beside a game, once, by one helper."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import rowdy
from rowdy.rules.flip import FlipGame
from rowdy.rules.game import InvalidSetup, Window
from rowdy.search import compilation as module
from rowdy.search.compilation import (
    HELPER_TIMEOUT_SECONDS,
    PERFECT,
    CompiledPart,
    can_search,
    compile_part,
    missing,
    part_of,
    part_ready,
    parts,
    ready,
    start_preparing,
)
from rowdy.search.kernels import djeco, flip_play, xoxo
from tests.worlds import GAMES, PRINTED, SEARCHED, SMALL


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Nothing is compiled yet, and a compiler is there."""
    monkeypatch.setattr(module, "kernels_folder", lambda: tmp_path)
    monkeypatch.setattr(module, "compiler", lambda: True)
    monkeypatch.setattr("os.nice", lambda by: by, raising=False)
    return tmp_path


@pytest.fixture
def used(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Notes what would be compiled, by the game and the number of its seats."""
    found: list[str] = []
    monkeypatch.setattr(module, "_use_search", lambda game: found.append(f"{game.edition.game} {game.seats}"))
    monkeypatch.setattr(module, "_use_prober", lambda game: found.append(f"perfect {game.edition.game}"))
    return found


class Process:
    """Stands in for the helper's process."""

    def __init__(self, command: list[str], **how: Any) -> None:
        self.command = command
        self.code: int | None = None
        STARTED.append(self)

    def poll(self) -> int | None:
        return self.code


STARTED: list[Process] = []


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[Process]:
    STARTED.clear()
    monkeypatch.setattr("subprocess.Popen", Process)
    return STARTED


# What is ready


def test_games_with_compiled_rules_have_a_part_each() -> None:
    assert {name: part_of(game) for name, game in SEARCHED.items()} == {
        name: "flip" if isinstance(game, FlipGame) else game.edition.game for name, game in SEARCHED.items()
    }


@pytest.mark.parametrize("name", GAMES)
def test_a_game_has_a_part_if_and_only_if_a_kernel_plays_it(name: str) -> None:
    kernels = [kernel for kernel in (xoxo, djeco, flip_play) if kernel.fits(GAMES[name])]
    assert len(kernels) == (part_of(GAMES[name]) is not None)
    assert bool(kernels) == (name in SEARCHED)


def test_a_part_is_ready_once_it_is_compiled(used: list[str]) -> None:
    assert missing() == list(parts())
    compile_part("xoxo")
    assert used == ["xoxo 2", "xoxo 3", "xoxo 4"]
    compile_part(PERFECT)
    assert used[3:] == ["perfect rubik"]
    assert missing() == ["djeco", "flip"]
    assert ready(rowdy.game("xoxo", seats=3))
    assert not ready(rowdy.game("rubik"))
    assert not ready(SMALL["xoxo-small-2"])


def test_a_part_that_cannot_be_compiled_is_not_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(game: object) -> None:
        raise RuntimeError("no")

    monkeypatch.setattr(module, "_use_search", fail)
    with pytest.raises(RuntimeError):
        compile_part("djeco")
    assert not part_ready("djeco")


def test_a_broken_compiler_is_told(used: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rowdy.search.kernels.jit.COMPILED", False)
    with pytest.raises(InvalidSetup):
        compile_part("xoxo")
    assert missing() == list(parts())


@pytest.mark.parametrize("works", [True, False])
def test_only_a_compiler_that_works_lets_one_search(works: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rowdy.search.kernels.jit.COMPILED", works)
    assert can_search(rowdy.game("xoxo")) == works
    assert not can_search(SMALL["xoxo-small-2"])
    monkeypatch.setattr(module, "compiler", lambda: False)
    assert not can_search(rowdy.game("xoxo"))


BROKEN = """
import rowdy
from rowdy.play import hints
from rowdy.search import compilation as ready

game = rowdy.game("rubik")
view = game.view(game.start(), 0)
assert ready.compiler()
hints.ready, hints.QUICK = lambda game: True, 0.01
asked = [think(game, (), view) for think in (hints.searcher(3000), hints.quick_searcher())]
assert asked[0].simulations == hints.playouts(3000)
assert all(len(thought.choices) == len(view.legal) for thought in asked)
assert not ready.compiler() and not ready.missing()
"""


def test_a_compiler_that_cannot_be_loaded_leaves_the_plain_engine(tmp_path: Path) -> None:
    (tmp_path / "numba").mkdir()
    (tmp_path / "numba" / "__init__.py").write_text("raise ImportError('broken')", "utf-8")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "ROWDY_HOME": str(tmp_path / "home")}
    command = [sys.executable, "-c", BROKEN]
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (0, "")


def test_without_a_compiler_nothing_is_ready_and_nothing_is_missing(
    used: list[str], started: list[Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    compile_part("xoxo")
    monkeypatch.setattr(module, "compiler", lambda: False)
    assert not ready(rowdy.game("xoxo"))
    assert missing() == []
    assert start_preparing(parts()) is None
    assert started == []


def test_other_sources_need_compiling_anew(
    used: list[str], folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Numba looks at the time of a source file: a new copy is compiled again."""
    source = tmp_path / "kernel.py"
    source.write_text("one")
    monkeypatch.setattr(module, "kernel_sources", lambda: [source])
    compile_part("flip")
    assert part_ready("flip")
    os.utime(source, (1, 1))
    assert not part_ready("flip")


def test_where_nothing_can_be_written_compiling_is_in_vain_but_no_error(
    used: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "file"
    file.touch()
    monkeypatch.setattr(module, "kernels_folder", lambda: file / "below")
    compile_part("xoxo")
    assert not part_ready("xoxo")
    assert start_preparing(["xoxo"]) is None


def test_questions_do_not_load_the_compiler() -> None:
    asked = "import sys; import rowdy; from rowdy.search.compilation import *; ready(rowdy.game('xoxo')); missing()"
    asked += "; from rowdy.play.bots.registry import bot; bot('strong:sims=5', rowdy.game('xoxo'))"
    asked += "; import rowdy.interfaces.cli.main"
    code = f"{asked}; sys.exit('numba' in sys.modules or 'numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


# The helper


def test_a_helper_compiles_what_is_missing(used: list[str], started: list[Process]) -> None:
    compile_part("flip")
    helper = start_preparing(["flip", PERFECT])
    assert helper is not None
    assert helper.at_work
    (process,) = started
    assert process.command == [sys.executable, "-m", "rowdy.search.compilation", "perfect"]
    module._help(["flip", PERFECT])
    assert used == ["rubik 2", "perfect rubik"]
    assert not helper.at_work
    assert start_preparing(["flip", PERFECT]) is None


def test_one_helper_is_enough(started: list[Process]) -> None:
    first, second = start_preparing(["xoxo"]), start_preparing(["xoxo"])
    assert first is not None
    assert second is not None
    assert len(started) == 1
    assert second.at_work
    started[0].code = 1
    assert not first.at_work


def test_a_helper_that_is_gone_is_not_waited_for(started: list[Process], folder: Path) -> None:
    start_preparing(["xoxo"])
    long_ago = time.time() - HELPER_TIMEOUT_SECONDS - 1
    os.utime(folder / "working", (long_ago, long_ago))
    helper = start_preparing(["xoxo"])
    assert len(started) == 2
    assert helper is not None
    assert helper.at_work


@pytest.mark.skipif(os.name != "posix", reason="elsewhere no process can be asked for")
def test_a_helper_that_was_killed_is_replaced_at_once(
    started: list[Process], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It could not take its file away, as after a power cut: the next start goes on with what is left."""
    start_preparing(["xoxo"])
    working = folder / "working"
    working.write_text(str(os.getpid()))
    assert start_preparing(["xoxo"]) is not None
    assert len(started) == 1

    def nobody(process: int, signal: int) -> None:
        assert (process, signal) == (os.getpid(), 0)
        raise ProcessLookupError

    monkeypatch.setattr("os.kill", nobody)
    helper = start_preparing(["xoxo"])
    assert len(started) == 2
    assert helper is not None
    assert helper.at_work


def test_a_helper_that_fails_leaves_the_place_free(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    def fail(part: CompiledPart) -> None:
        assert (folder / "working").read_text() == str(os.getpid())
        raise RuntimeError("no")

    monkeypatch.setattr(module, "compile_part", fail)
    with pytest.raises(RuntimeError):
        module._help(["xoxo"])
    assert not (folder / "working").exists()


# With the true search


@pytest.mark.parametrize(
    "game", [game for name, game in PRINTED.items() if name in {"xoxo-de-3", "djeco-it-2", "rubik-de-2"}]
)
def test_the_search_is_tried_where_a_seat_is_asked(game: Any) -> None:
    """By all seats, in windows too, and each time with the log of that seat."""
    views = [view for _, view in module._situations(game)]
    assert {view.viewer for view in views} == set(range(game.seats))
    assert any(isinstance(view.turn, Window) for view in views) == game.facts.windows
    for log, view in module._situations(game):
        assert view.legal
        state = game.seen(game.start(), view.viewer)
        for event in log:
            state = game.follow(state, event)
        assert state == view.state
