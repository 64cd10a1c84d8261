"""Shell completion and the manual page: what comes of the parser, in the programs that use it."""

from __future__ import annotations

import os
import pty
import select
import shutil
import subprocess
from pathlib import Path

import pytest

from rowdy.interfaces.cli.commands import COMMANDS
from rowdy.interfaces.languages import languages
from tests.interfaces.cli import Cli

SECONDS = 20
"""How long to wait for a shell on a busy machine."""
ASK = """source "$1"
COMP_LINE=$2 COMP_POINT=${#2}
_rowdy
printf '%s\\n' "${COMPREPLY[@]}"
"""


@pytest.fixture
def script(cli: Cli, tmp_path: Path) -> Path:
    path = tmp_path / "completion.bash"
    path.write_text(cli("completion", "bash").out, "utf-8")
    return path


def completed(script: Path, line: str) -> list[str]:
    command = ["bash", "--norc", "-c", ASK, "bash", str(script), line]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    return done.stdout.split()


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("rowdy pl", "play"),
        ("rowdy re", "replay review"),
        ("rowdy --v", "--version"),
        ("rowdy play xoxo", "xoxo xoxo2"),
        ("rowdy play rubik --ed", "--edition"),
        ("rowdy play djeco --edition ", "de en nl it pt sv da ru"),
        ("rowdy play rubik --ruling both_r", "both_rows=draw both_rows=mover both_rows=opponent"),
        ("rowdy play rubik --ruling both_rows=m", "mover"),
        ("rowdy play rubik --seats me", "medium"),
        ("rowdy arena djeco str", "strong"),
        ("rowdy --lang ", " ".join(languages())),
        ("rowdy --lang de rules ru", "rubik"),
        ("rowdy completion f", "fish"),
        ("rowdy play --lang d", "da de"),
        ("rowdy play --save ", ""),
    ],
)
def test_bash_completes(script: Path, line: str, words: str) -> None:
    assert completed(script, line) == words.split()


def test_every_command_is_completed_in_every_shell(cli: Cli, script: Path) -> None:
    assert set(COMMANDS) < set(completed(script, "rowdy "))
    zsh = cli("completion", "zsh").out
    assert all(f'"{command} "*' in zsh for command in COMMANDS)
    fish = cli("completion", "fish").out
    for command in COMMANDS:
        assert f" -a {command} -d '" in fish
    assert "-n '__fish_seen_subcommand_from play' -l edition -x -a 'de en nl it pt sv da ru' -d '" in fish
    assert "SHELL cannot be 'tcsh'" in cli("completion", "tcsh").err


FISH = """source $argv[1]
complete -C $argv[2] | string split -f1 \\t
"""
SAME = [
    ("rowdy pl", "play"),
    ("rowdy re", "replay review"),
    ("rowdy play xoxo", "xoxo xoxo2"),
    ("rowdy play rubik --ed", "--edition"),
    ("rowdy play djeco --edition ", "da de en it nl pt ru sv"),
    ("rowdy play rubik --seats me", "medium"),
    ("rowdy completion f", "fish"),
]
"""What is completed alike in every shell."""


@pytest.mark.parametrize(("line", "words"), SAME)
def test_fish_completes(cli: Cli, tmp_path: Path, line: str, words: str) -> None:
    if shutil.which("fish") is None:
        pytest.skip("FISH IS NOT INSTALLED: its completion was not tried")
    path = tmp_path / "rowdy.fish"
    path.write_text(cli("completion", "fish").out, "utf-8")
    home = {**os.environ, "HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    command = ["fish", "--no-config", "-c", FISH, str(path), line]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=home)
    assert done.stderr == ""
    assert sorted(done.stdout.split()) == sorted(words.split())


def typed_in_zsh(home: Path, script: Path, line: str, until: str) -> str:
    """What stands on the line of a real zsh after Tab was pressed, once this is to be seen."""
    ours, theirs = pty.openpty()
    around = {"HOME": str(home), "TERM": "dumb", "PATH": os.environ["PATH"], "PS1": "> "}
    shell = subprocess.Popen(["zsh", "-f", "-i"], stdin=theirs, stdout=theirs, stderr=theirs, env=around)
    os.close(theirs)
    try:
        os.write(ours, f"autoload -U compinit; compinit -u; source {script}; print lo''aded\n".encode())
        read_until(ours, "loaded\r\n")
        os.write(ours, f"{line}\t".encode())
        return read_until(ours, until)
    finally:
        shell.kill()
        shell.wait()
        os.close(ours)


def read_until(terminal: int, wanted: str) -> str:
    seen = ""
    while wanted not in seen:
        ready, _, _ = select.select([terminal], [], [], SECONDS)
        if not ready:
            break
        seen += os.read(terminal, 1 << 16).decode("utf-8", "replace")
    return seen


@pytest.mark.parametrize(
    ("line", "more"),
    [
        ("rowdy pl", "ay "),
        ("rowdy play rubik --ruling both_rows=m", "over "),
        pytest.param("rowdy play rub", "ik ", marks=pytest.mark.long),
        pytest.param("rowdy play rubik --edit", "ion ", marks=pytest.mark.long),
        pytest.param("rowdy completion f", "ish ", marks=pytest.mark.long),
    ],
)
def test_zsh_completes(cli: Cli, tmp_path: Path, line: str, more: str) -> None:
    if shutil.which("zsh") is None:
        pytest.skip("ZSH IS NOT INSTALLED: its completion was not tried")
    path = tmp_path / "rowdy.zsh"
    path.write_text(cli("completion", "zsh").out, "utf-8")
    assert f"{line}{more}" in typed_in_zsh(tmp_path, path, line, f"{line}{more}")


@pytest.mark.parametrize("language", languages())
def test_the_manual_page_has_every_command_and_groff_finds_no_fault(cli: Cli, language: str) -> None:
    page = cli("man", "--lang", language).out
    assert all(f"\n.SS rowdy {command}\n" in page for command in COMMANDS)
    assert "\\fB\\-\\-edition\\fR \\fINAME\\fR\n" in page
    if shutil.which("groff") is None:
        pytest.skip("GROFF IS NOT INSTALLED: the manual page was not checked")
    command = ["groff", "-man", "-Kutf8", "-Tutf8", "-ww", "-z"]
    done = subprocess.run(command, input=page.encode(), capture_output=True, check=True)
    assert [line for line in done.stderr.decode().splitlines() if "font" not in line] == []
