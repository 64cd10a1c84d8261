"""The documentation is true: its commands are those of the program, its links lead somewhere, its site builds."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from rowdy.interfaces.cli.main import build_parser
from rowdy.interfaces.languages import locale_text
from rowdy.interfaces.words import Words, fixed_messages
from scripts import proofs
from tests.docs_blocks import blocks, without_blocks

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
_LINE = re.compile(r"^ *(?:PYTHONPATH=\S+ )?(rowdy .*)$", re.MULTILINE)
_INLINE = re.compile(r"`(rowdy [^`]+)`")
STAND_INS = {
    "GAME": "rubik",
    "ID": "rubik",
    "FILE": "game.rowdy",
    "BOT": "greedy",
    "POSITION": "..../..../..../.... place",
}
"""What readers put in for themselves."""
NOT_COMMANDS = {"rowdy 1"}
"""The first line of a record."""
PARTS = {"puzzles make", "puzzles prove"}
"""What a command does by its first argument, as it is referred to."""
GUESTS = {"tictactoe", "tricks"}
"""Games of the examples, which are known only where they are installed."""


def commands() -> Iterator[tuple[str, str]]:
    """Every command of Rowdy in the docs, with the page on which it stands."""
    for page in PAGES:
        text = page.read_text("utf-8")
        found = [line for block in blocks(text) for line in _LINE.findall("\n".join(block.lines))]
        found += [command for command in _INLINE.findall(without_blocks(text)) if command not in NOT_COMMANDS]
        yield from ((command, page.name) for command in found)


def words_of(command: str) -> list[str]:
    """The arguments, without what is for the shell, and with a game or a file where readers put in their own."""
    alone = re.split(r" [|>&]|\s#", command)[0].replace("--ray …", "--ray auto").replace(" …", "")
    return [STAND_INS.get(word, word) for word in shlex.split(alone)[1:]]


def test_every_command_is_one_that_the_program_takes(capsys: pytest.CaptureFixture[str]) -> None:
    seen, refused = set[str](), list[str]()
    for command, page in commands():
        arguments = words_of(command)
        named = len(arguments) == 1 or " ".join(arguments) in PARTS  # a bare name means the command, not a call
        if named or not GUESTS.isdisjoint(arguments):
            arguments = [arguments[0], "--help"]
        seen.add(arguments[0])
        try:
            build_parser(Words(), arguments).parse_args(arguments)
        except SystemExit as left:
            if left.code:
                refused.append(f"{page}: {command}: {capsys.readouterr().err.splitlines()[-1]}")
    assert not refused, "\n".join(refused)
    assert {"play", "serve", "arena", "explore", "learn", "verify"} <= seen


def test_links_between_pages_lead_somewhere() -> None:
    dead = [
        f"{page.name}: {target}"
        for page in PAGES
        for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)|src=\"([^\"]+)\"", page.read_text("utf-8"))
        for target in filter(None, target)
        if "://" not in target and not (page.parent / target).exists() and not made_by_the_site(page, target)
    ]
    assert not dead, "\n".join(dead)


def made_by_the_site(page: Path, target: str) -> bool:
    return page.parent.name == "docs" and (target == "reference.md" or target.startswith("rules/"))


def test_what_the_first_page_tells_to_click_is_on_the_page() -> None:
    table = (
        (ROOT / "docs" / "index.md")
        .read_text("utf-8")
        .partition("| you want to | on the page |")[2]
        .partition("\n\n")[0]
    )
    named = set(re.findall(r"\*([^*|]+)\*", table))
    assert {"Play", "How to play"} <= named <= set(fixed_messages(locale_text("en")).values())


def test_the_proofs_are_those_that_can_be_run() -> None:
    page = proofs.PAGE.read_text("utf-8")
    assert proofs.filled(page) == page, "python -m scripts.proofs"
    for proof in proofs.PROOFS:
        for path in (word for word in proof.tests.split() if word.startswith("tests/")):
            assert (ROOT / path).exists(), path
    assert set(proofs.known_times()) <= {proof.claim for proof in proofs.PROOFS}


@pytest.mark.long
def test_the_site_builds_without_a_dead_link_and_loads_nothing_from_elsewhere(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(tmp_path)]
    built = subprocess.run(
        command, cwd=ROOT, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"}, capture_output=True, text=True
    )
    assert built.returncode == 0, built.stdout + built.stderr
    pages = sorted(tmp_path.rglob("*.html"))
    assert {"index.html", "reference.html", "how-we-know.html", "xoxo.html"} <= {page.name for page in pages}
    for page in pages:
        loaded = re.findall(
            r"<(?:script|link|img|iframe)[^>]*(?:src|href)=\"(https?:[^\"]+)\"", page.read_text("utf-8")
        )
        assert not [address for address in loaded if 'rel="canonical"' not in address], page
        assert not re.findall(r"<p>[^<]*\|.*\|", page.read_text("utf-8")), "a table that is none"
    assert "<svg" in (tmp_path / "rules" / "xoxo.html").read_text("utf-8")
