"""`rowdy prepare` and `rowdy bots`: what is compiled, and who can play."""

from __future__ import annotations

from pathlib import Path

import pytest

from rowdy.interfaces.cli.commands.prepare import compile_missing
from rowdy.interfaces.cli.screen import Screen
from rowdy.interfaces.words import Words
from rowdy.play.bots.registry import BOTS
from rowdy.search.compilation import PERFECT, KernelCache, compiler, parts
from tests.compiled import MadeUpCache
from tests.interfaces.cli import Cli

ALL = parts()


def prepare(cache: KernelCache) -> int:
    return compile_missing(Screen(Words()), cache)


def test_all_parts_are_compiled_a_line_each(capsys: pytest.CaptureFixture[str]) -> None:
    cache = MadeUpCache()
    assert prepare(cache) == 0
    assert cache.asked_for == list(ALL)
    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == ["Compiling (1 of 4): XOXO", "Compiling (2 of 4): Djeco"]
    assert len(lines) == 5
    assert lines[-1].startswith("Compiled in ")


def test_what_is_compiled_is_left_alone(capsys: pytest.CaptureFixture[str]) -> None:
    cache = MadeUpCache(compiled=["xoxo", "flip", PERFECT])
    prepare(cache)
    assert "(1 of 1): Djeco" in capsys.readouterr().out
    assert cache.asked_for == ["djeco"]
    prepare(cache)
    assert capsys.readouterr().out == "Everything is compiled already.\n"


def test_where_it_cannot_be_kept_that_is_said_first(capsys: pytest.CaptureFixture[str]) -> None:
    cache = MadeUpCache(writable=False)
    assert prepare(cache) == 1
    assert "cannot be written to" in capsys.readouterr().err
    assert cache.asked_for == [], "nothing is compiled in vain"


def test_a_folder_is_tried_before_anything_is_compiled(tmp_path: Path) -> None:
    assert KernelCache(folder=lambda: tmp_path / "new").can_keep()
    (tmp_path / "file").write_text("", "utf-8")
    assert not KernelCache(folder=lambda: tmp_path / "file").can_keep()


def test_without_a_compiler_there_is_nothing_to_do(capsys: pytest.CaptureFixture[str]) -> None:
    assert prepare(KernelCache(compiler=lambda: False)) == 0
    assert "Numba is not installed" in capsys.readouterr().out


def test_on_a_terminal_there_is_a_bar(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    cache = MadeUpCache()
    prepare(cache)
    assert "4/4" in capsys.readouterr().out
    assert cache.asked_for == list(ALL)


def test_the_command_compiles_for_this_installation(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(KernelCache, "missing", lambda cache: [])
    run = cli("prepare")
    assert run.code == 0
    assert run.out.startswith("Everything is compiled already." if compiler() else "Numba is not installed")


def test_bots_are_listed_with_what_they_play_and_what_can_be_set(cli: Cli) -> None:
    run = cli("bots")
    assert run.code == 0
    lines = run.out.splitlines()
    assert [line.partition(";")[0] for line in lines[: len(BOTS)]] == [f"bot: {name}" for name in BOTS]
    assert (
        "bot: perfect; plays: rubik, xoxo2; what it does: Never makes a mistake: it knows the result of every move."
        in lines
    )
    assert any(line.startswith("bot: strong; plays: all; settings: sims=") for line in lines)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("play", "xoxo", "--seats", "you,strong:sims"), "strong:sims=5000"),
        (("play", "xoxo", "--seats", "you,strong:sims=none"), "not a number of simulations from 1"),
        (("play", "xoxo", "--seats", "you,strong:seconds=0"), "not a number of seconds from 0.01"),
        (("play", "xoxo", "--seats", "you,strong:depth=3"), "no setting “depth”"),
        (("play", "xoxo", "--seats", "you,greedy:sims=3"), "greedy has no settings"),
        (("play", "xoxo", "--seats", "you,strong:sims=3+sims=4"), "given twice"),
        (("play", "xoxo", "--seats", "you,strong:sims=3,seconds=4"), "cannot sit down"),
        (("play", "xoxo", "--seats", "you,strnog:sims=3"), "There is no bot “strnog”"),
        (("play", "xoxo", "--seats", "you=a:sims=3,strong"), "cannot sit down"),
        (("play", "djeco", "--seats", "you,perfect"), "perfect does not play djeco"),
        (("play", "xoxo", "--seats", f"you,strong:sims={'1' * 40}"), "cannot sit down"),
    ],
)
def test_a_mistake_in_a_bots_settings_gets_one_clear_sentence(cli: Cli, arguments: tuple[str, ...], words: str) -> None:
    run = cli(*arguments)
    assert run.code == 2
    assert words in run.err
    assert run.err.count("\n") == 1
