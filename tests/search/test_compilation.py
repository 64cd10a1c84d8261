"""What is compiled is known without the compiler, and code is compiled beside a game, once, by one helper."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn

import pytest

import rowdy
from rowdy.rules.flip import FlipGame
from rowdy.rules.game import AnyGame, InvalidSetup, Window
from rowdy.search import compilation as module
from rowdy.search.compilation import (
    HELPER_TIMEOUT_SECONDS,
    PERFECT,
    KernelCache,
    can_search,
    part_of,
    parts,
)
from rowdy.search.kernels import djeco, flip_play, xoxo
from tests.worlds import GAMES, PRINTED, SEARCHED, SMALL


@pytest.fixture(autouse=True)
def _nicest(monkeypatch: pytest.MonkeyPatch) -> None:
    """This process keeps its priority."""
    monkeypatch.setattr("os.nice", lambda by: by, raising=False)


@pytest.fixture
def used() -> list[str]:
    """What would be compiled, by the game and the number of its seats."""
    return []


@pytest.fixture
def cache(tmp_path: Path, used: list[str]) -> KernelCache:
    """Nothing is compiled yet, and a compiler is there."""
    return KernelCache(
        folder=lambda: tmp_path,
        compiler=lambda: True,
        compiler_works=lambda: True,
        use_search=lambda game: used.append(f"{game.edition.game} {game.seats}"),
        use_prober=lambda game: used.append(f"perfect {game.edition.game}"),
    )


def fail(game: AnyGame) -> NoReturn:
    raise RuntimeError("no")


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


def test_a_part_is_ready_once_it_is_compiled(cache: KernelCache, used: list[str]) -> None:
    assert cache.missing() == list(parts())
    cache.compile_part("xoxo")
    assert used == ["xoxo 2", "xoxo 3", "xoxo 4"]
    cache.compile_part(PERFECT)
    assert used[3:] == ["perfect rubik"]
    assert cache.missing() == ["djeco", "flip"]
    assert cache.ready(rowdy.game("xoxo", seats=3))
    assert not cache.ready(rowdy.game("rubik"))
    assert not cache.ready(SMALL["xoxo-small-2"])


def test_a_part_that_cannot_be_compiled_is_not_ready(cache: KernelCache) -> None:
    failing = replace(cache, use_search=fail)
    with pytest.raises(RuntimeError):
        failing.compile_part("djeco")
    assert not cache.part_ready("djeco")


def test_a_broken_compiler_is_told(cache: KernelCache) -> None:
    with pytest.raises(InvalidSetup):
        replace(cache, compiler_works=lambda: False).compile_part("xoxo")
    assert cache.missing() == list(parts())


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
class Full(ready.KernelCache):
    def ready(self, game):
        return True
asked = [think(game, (), view) for think in (hints.searcher(3000), hints.quick_searcher(Full()))]
assert asked[0].simulations == hints.playouts(3000)
assert all(len(thought.choices) == len(view.legal) for thought in asked)
assert not ready.compiler() and not ready.KERNEL_CACHE.missing()
"""


def test_a_compiler_that_cannot_be_loaded_leaves_the_plain_engine(tmp_path: Path) -> None:
    (tmp_path / "numba").mkdir()
    (tmp_path / "numba" / "__init__.py").write_text("raise ImportError('broken')", "utf-8")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "ROWDY_HOME": str(tmp_path / "home")}
    command = [sys.executable, "-c", BROKEN]
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (0, "")


def test_without_a_compiler_nothing_is_ready_and_nothing_is_missing(cache: KernelCache, started: list[Process]) -> None:
    cache.compile_part("xoxo")
    without = replace(cache, compiler=lambda: False)
    assert not without.ready(rowdy.game("xoxo"))
    assert without.missing() == []
    assert without.start_preparing(parts()) is None
    assert started == []


def test_other_sources_need_compiling_anew(cache: KernelCache, tmp_path: Path) -> None:
    """Numba looks at the time of a source file: a new copy is compiled again."""
    source = tmp_path / "kernel.py"
    source.write_text("one")
    changing = replace(cache, sources=lambda: [source])
    changing.compile_part("flip")
    assert changing.part_ready("flip")
    os.utime(source, (1, 1))
    assert not changing.part_ready("flip")


def test_where_nothing_can_be_written_compiling_is_in_vain_but_no_error(cache: KernelCache, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    lost = replace(cache, folder=lambda: file / "below")
    lost.compile_part("xoxo")
    assert not lost.part_ready("xoxo")
    assert lost.start_preparing(["xoxo"]) is None


def test_questions_do_not_load_the_compiler() -> None:
    asked = "import sys; import rowdy; from rowdy.search.compilation import KERNEL_CACHE as cache"
    asked += "; cache.ready(rowdy.game('xoxo')); cache.missing()"
    asked += "; from rowdy.play.bots.registry import bot; bot('strong:sims=5', rowdy.game('xoxo'))"
    asked += "; import rowdy.interfaces.cli.main"
    code = f"{asked}; sys.exit('numba' in sys.modules or 'numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


# The helper


def test_a_helper_compiles_what_is_missing(cache: KernelCache, used: list[str], started: list[Process]) -> None:
    cache.compile_part("flip")
    helper = cache.start_preparing(["flip", PERFECT])
    assert helper is not None
    assert helper.at_work
    (process,) = started
    assert process.command == [sys.executable, "-m", "rowdy.search.compilation", "perfect"]
    cache.help_out(["flip", PERFECT])
    assert used == ["rubik 2", "perfect rubik"]
    assert not helper.at_work
    assert cache.start_preparing(["flip", PERFECT]) is None


def test_one_helper_is_enough(cache: KernelCache, started: list[Process]) -> None:
    first, second = cache.start_preparing(["xoxo"]), cache.start_preparing(["xoxo"])
    assert first is not None
    assert second is not None
    assert len(started) == 1
    assert second.at_work
    started[0].code = 1
    assert not first.at_work


def test_a_helper_that_is_gone_is_not_waited_for(cache: KernelCache, started: list[Process], tmp_path: Path) -> None:
    cache.start_preparing(["xoxo"])
    long_ago = time.time() - HELPER_TIMEOUT_SECONDS - 1
    os.utime(tmp_path / "working", (long_ago, long_ago))
    helper = cache.start_preparing(["xoxo"])
    assert len(started) == 2
    assert helper is not None
    assert helper.at_work


@pytest.mark.skipif(os.name != "posix", reason="elsewhere no process can be asked for")
def test_a_helper_that_was_killed_is_replaced_at_once(
    cache: KernelCache, started: list[Process], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It could not take its file away, as after a power cut: the next start goes on with what is left."""
    cache.start_preparing(["xoxo"])
    working = tmp_path / "working"
    working.write_text(str(os.getpid()))
    assert cache.start_preparing(["xoxo"]) is not None
    assert len(started) == 1

    def nobody(process: int, signal: int) -> None:
        assert (process, signal) == (os.getpid(), 0)
        raise ProcessLookupError

    monkeypatch.setattr("os.kill", nobody)
    helper = cache.start_preparing(["xoxo"])
    assert len(started) == 2
    assert helper is not None
    assert helper.at_work


def test_a_helper_that_fails_leaves_the_place_free(cache: KernelCache, tmp_path: Path) -> None:
    def fail_at_work(game: AnyGame) -> None:
        assert (tmp_path / "working").read_text() == str(os.getpid())
        raise RuntimeError("no")

    with pytest.raises(RuntimeError):
        replace(cache, use_search=fail_at_work).help_out(["xoxo"])
    assert not (tmp_path / "working").exists()


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
