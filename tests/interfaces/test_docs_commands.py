"""Every command in a block of the docs is run as it stands there; what cannot be is named here, with what runs it."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.docs_blocks import blocks
from tests.interfaces.cli import Cli
from tests.test_docs import PAGES, ROOT

PROGRAMS = ("rowdy", "make", "python", "pip", "node", "source", ".venv/bin/python")
"""What a command begins with."""
ELSEWHERE = {
    r"make (play|test|test-all|check|docs|bench|help)\b": "Makefile",
    r"rowdy serve\b": "tests/interfaces/test_serve.py",
    r"rowdy copy\b": "tests/interfaces/web/store/test_copying.py",
    r"rowdy solve\b": "tests/interfaces/test_solve.py",
    r"rowdy arena .*(--until|--games 240|--seats 4)": "tests/interfaces/test_arena.py",
    r"rowdy study .*--rulings": "tests/interfaces/test_study.py",
    r"rowdy picture --gif\b": "tests/interfaces/test_pictures.py",
    r"rowdy puzzles prove\b": "tests/play/test_puzzles.py",
    r"rowdy (play|arena) .*magpie|\.venv/bin/python -m pip install": "tests/play/bots/test_guest_bots.py",
    r"rowdy (play|arena) (tictactoe|tricks)|pip install \./examples": "tests/interfaces/test_examples.py",
    r"pip install \.$": "scripts/release.py",
    r"python examples/http_client\.py": "tests/interfaces/web/http/test_programs.py",
    r"python -m tests\.interfaces\.web\.soak": "tests/interfaces/web/live/test_crash.py",
    r"\.venv/bin/python scripts/make_solved\.py": "tests/test_solved_page.py",
}
"""Commands that run until they are stopped, for many minutes, or with what a reader has installed, and the test that
runs the same by smaller numbers."""
SNIPPETS = {
    "README.md": "tests/test_readme.py",
    "bots.md": "tests/play/bots/test_guest_bots.py",
    "library.md": "tests/test_library_page.py",
    "new-game.md": "tests/test_new_game_page.py",
    "puzzles.md": "tests/interfaces/test_guest_oracle.py",
}
"""The test that runs the Python on a page."""


def commands(page: Path) -> Iterator[str]:
    """The lines of a page's blocks that a reader would type into a shell, without what is said of them."""
    for block in blocks(page.read_text("utf-8")):
        for line in block.lines:
            if block.language in ("", "sh") and line.split(" ")[0] in PROGRAMS:
                yield line.split(" #")[0].split("    ")[0].strip()


def elsewhere(command: str) -> str | None:
    return next((test for pattern, test in ELSEWHERE.items() if re.match(pattern, command)), None)


RUN_HERE = {
    page.name: [command for command in commands(page) if elsewhere(command) is None]
    for page in PAGES
    if any(elsewhere(command) is None for command in commands(page))
}


def test_every_snippet_and_exception_has_a_test() -> None:
    with_python = {
        page.name for page in PAGES if any(block.language == "python" for block in blocks(page.read_text("utf-8")))
    }
    assert with_python == set(SNIPPETS)
    assert all((ROOT / test).exists() for test in (*SNIPPETS.values(), *ELSEWHERE.values()))
    every = [command for page in PAGES for command in commands(page)]
    unused = [pattern for pattern in ELSEWHERE if not any(re.match(pattern, command) for command in every)]
    assert not unused, "no page has such a command"
    assert len(every) > 80


@pytest.mark.long
@pytest.mark.parametrize("page", RUN_HERE)
def test_the_commands_of_a_page_run_one_after_the_other(page: str, cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    """For somebody who has finished a game, and who types nothing."""
    monkeypatch.chdir(ROOT)
    cli("play", "xoxo2", "--seats", "you,random", "--seed", "1", lines="1\n" * 40)
    cli("play", "rubik", "--seats", "you,random", "--seed", "1", lines="1\n" * 40)
    for command in RUN_HERE[page]:
        wanted = re.sub(r" *[|>] .*|^source <\(|\)$", "", command)
        run = cli(*shlex.split(wanted)[1:])
        assert run.code == 0, f"{command}: {run.err}"
        assert run.out, command


def test_completion_is_what_bash_can_read() -> None:
    script = f"source <({shlex.quote(sys.executable)} -m rowdy completion bash) && complete -p rowdy"
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True)
    assert "rowdy" in done.stdout, done.stderr
