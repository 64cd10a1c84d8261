"""Every command in a block of the docs is run as it stands there; what cannot be is named here, with what runs it."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.docs_blocks import Block, blocks
from tests.interfaces.cli import Cli
from tests.test_docs import PAGES, ROOT

PROGRAMS = (
    *("rowdy", "make", "python", "pip", "node", "source", ".venv/bin/python"),
    *("pipx", "uv", "uvx", "python3", "/opt/rowdy/bin/pip", "sudo", "PGPASSWORD=…"),
    *("sqlite3", "pg_dump", "pg_restore"),
)
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
    r"pip install \.$|pipx install \.$|uv tool install \.$|uvx --from \. ": "scripts/release.py",
    r"python3 -m venv /opt|/opt/rowdy/bin/pip install |sudo -u postgres |PGPASSWORD=": "tests/test_docs.py",
    r"sqlite3 |pg_dump |pg_restore ": "tests/interfaces/web/store/test_backup.py",
    r"python examples/http_client\.py": "tests/interfaces/web/http/test_programs.py",
    r"python -m tests\.interfaces\.web\.soak": "tests/interfaces/web/live/test_crash.py",
    r"\.venv/bin/python scripts/make_solved\.py": "tests/test_solved_page.py",
}
"""Commands that run until they are stopped, for many minutes, or with what a reader has installed, and the test that
runs the same by smaller numbers."""
TEXTS = {
    ("README.md", "python", ">>> "): "tests/test_readme.py",
    ("api.md", "", "Authorization: Bearer "): "tests/interfaces/web/test_server_page.py",
    ("api.md", "", "POST /api/v1/"): "tests/interfaces/web/test_server_page.py",
    ("bots.md", "toml", "[build-system]"): "tests/play/bots/test_guest_bots.py",
    ("bots.md", "python", '"""A bot that'): "tests/play/bots/test_guest_bots.py",
    ("engine-protocol.md", "", "> rowdy 1"): "tests/play/bots/test_engines.py",
    ("hosting.md", "", "upstream rowdy {"): "tests/interfaces/web/test_hosting.py",
    ("library.md", "python", ""): "tests/test_library_page.py",
    ("new-game.md", "python", ""): "tests/test_new_game_page.py",
    ("new-game.md", "", "[project.entry-points."): "tests/test_new_game_page.py",
    ("notation.md", "", ""): "tests/test_notation.py",
    ("puzzles.md", "python", ""): "tests/interfaces/test_guest_oracle.py",
    ("server.md", "", "{"): "tests/interfaces/web/test_server_page.py",
    ("server.md", "json", ""): "tests/interfaces/web/test_server_page.py",
    ("terminal.md", "", "╭"): "tests/interfaces/test_terminal_page.py",
    ("translating.md", "", ""): "tests/interfaces/test_translating_page.py",
}
"""Blocks that are no commands, by their page, language and beginning, and the test that reads them on that page."""


def commands(page: Path) -> Iterator[str]:
    """The lines of a page's blocks that a reader would type into a shell, without what is said of them."""
    for block in blocks(page.read_text("utf-8")):
        for line in block.lines:
            if block.language in ("", "sh") and line.split(" ")[0] in PROGRAMS:
                yield line.split(" #")[0].split("    ")[0].strip()


def is_command(line: str) -> bool:
    """True for what a reader would type into a shell, and for what is said about it or left empty between."""
    return not line or line.startswith("#") or line.split(" ")[0] in PROGRAMS


def text_test(page: str, block: Block) -> str | None:
    """The test that reads a block that is no command."""
    return next(
        (
            test
            for (name, language, beginning), test in TEXTS.items()
            if name == page and language == block.language and block.lines[0].startswith(beginning)
        ),
        None,
    )


def elsewhere(command: str) -> str | None:
    return next((test for pattern, test in ELSEWHERE.items() if re.match(pattern, command)), None)


RUN_HERE = {
    page.name: [command for command in commands(page) if elsewhere(command) is None]
    for page in PAGES
    if any(elsewhere(command) is None for command in commands(page))
}


def test_every_block_is_made_of_commands_or_read_by_a_test() -> None:
    used = set[str]()
    for page in PAGES:
        for block in blocks(page.read_text("utf-8")):
            if block.language not in ("", "sh") or not all(map(is_command, block.lines)):
                test = text_test(page.name, block)
                assert test, f"{page.name}: no test reads the block that begins with {block.lines[0]!r}"
                assert page.name in (ROOT / test).read_text("utf-8"), f"{test} does not read {page.name}"
                used.add(test)
    assert used == set(TEXTS.values())


def test_every_exception_is_needed_and_has_a_test() -> None:
    assert all((ROOT / test).exists() for test in ELSEWHERE.values())
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
