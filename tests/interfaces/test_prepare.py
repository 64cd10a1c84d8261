"""`rowdy prepare` and `rowdy bots`: what is compiled, and who can play."""

from __future__ import annotations

from pathlib import Path

import pytest

from rowdy.interfaces.cli.commands import prepare
from rowdy.play.bots.registry import BOTS
from rowdy.search import compilation
from rowdy.search.compilation import PERFECT, CompiledPart, parts
from tests.interfaces.cli import Cli

ALL = parts()


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[CompiledPart]:
    """Stands in for what is compiled on this machine."""
    done: list[CompiledPart] = []
    monkeypatch.setattr(prepare, "compiler", lambda: True)
    monkeypatch.setattr(prepare, "can_keep", lambda: True)
    monkeypatch.setattr(prepare, "missing", lambda of=ALL: [part for part in of if part not in done])
    monkeypatch.setattr(prepare, "compile_part", done.append)
    return done


def test_all_parts_are_compiled_a_line_each(cli: Cli, compiled: list[CompiledPart]) -> None:
    run = cli("prepare")
    assert run.code == 0
    assert compiled == list(ALL)
    lines = run.out.splitlines()
    assert lines[:2] == ["Compiling (1 of 4): XOXO", "Compiling (2 of 4): Djeco"]
    assert len(lines) == 5
    assert lines[-1].startswith("Compiled in ")


def test_what_is_compiled_is_left_alone(cli: Cli, compiled: list[CompiledPart]) -> None:
    compiled += ["xoxo", "flip", PERFECT]
    assert "(1 of 1): Djeco" in cli("prepare").out
    assert compiled == ["xoxo", "flip", PERFECT, "djeco"]
    assert cli("prepare").out == "Everything is compiled already.\n"


def test_where_it_cannot_be_kept_that_is_said_first(
    cli: Cli, compiled: list[CompiledPart], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(prepare, "can_keep", lambda: False)
    run = cli("prepare")
    assert run.code == 1
    assert "cannot be written to" in run.err
    assert compiled == [], "nothing is compiled in vain"


def test_a_folder_is_tried_before_anything_is_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compilation, "kernels_folder", lambda: tmp_path / "new")
    assert compilation.can_keep()
    (tmp_path / "file").write_text("", "utf-8")
    monkeypatch.setattr(compilation, "kernels_folder", lambda: tmp_path / "file")
    assert not compilation.can_keep()


def test_without_a_compiler_there_is_nothing_to_do(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prepare, "compiler", lambda: False)
    run = cli("prepare")
    assert run.code == 0
    assert "Numba is not installed" in run.out


def test_on_a_terminal_there_is_a_bar(cli: Cli, compiled: list[CompiledPart], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert "4/4" in cli("prepare").out
    assert compiled == list(ALL)


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
