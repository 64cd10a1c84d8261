"""Shell completion and the manual page: what comes of the parser, in the programs that use it."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from rowdy.interfaces.cli.commands import COMMANDS
from rowdy.interfaces.words import LANGUAGES
from tests.interfaces.cli import Cli

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
        ("rowdy --lang ", "en de"),
        ("rowdy --lang de rules ru", "rubik"),
        ("rowdy completion f", "fish"),
        ("rowdy play --lang d", "de"),
        ("rowdy play --save ", ""),
    ],
)
def test_bash_completes(script: Path, line: str, words: str) -> None:
    assert completed(script, line) == words.split()


def test_every_command_is_completed_in_every_shell(cli: Cli, script: Path) -> None:
    assert set(COMMANDS) < set(completed(script, "rowdy "))
    assert "bashcompinit" in cli("completion", "zsh").out
    fish = cli("completion", "fish").out
    for command in COMMANDS:
        assert f" -a {command} -d '" in fish
    assert "-n '__fish_seen_subcommand_from play' -l edition -x -a 'de en nl it pt sv da ru' -d '" in fish
    assert "invalid choice" in cli("completion", "tcsh").err


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_manual_page_has_every_command_and_groff_finds_no_fault(cli: Cli, language: str) -> None:
    page = cli("man", "--lang", language).out
    assert all(f"\n.SS rowdy {command}\n" in page for command in COMMANDS)
    assert "\\fB\\-\\-edition\\fR \\fINAME\\fR\n" in page
    if shutil.which("groff") is None:
        pytest.skip("GROFF IS NOT INSTALLED: the manual page was not checked")
    command = ["groff", "-man", "-Kutf8", "-Tutf8", "-ww", "-z"]
    done = subprocess.run(command, input=page.encode(), capture_output=True, check=True)
    assert [line for line in done.stderr.decode().splitlines() if "font" not in line] == []
