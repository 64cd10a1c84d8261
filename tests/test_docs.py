"""The documentation is true: its commands are those of the program, its links lead somewhere, its site builds."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tomllib
from argparse import ArgumentParser
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

from benchmarks.__main__ import ON_DEMAND
from benchmarks.__main__ import PARTS as PARTS_OF_BENCH
from rowdy.interfaces.cli.main import build_parser
from rowdy.interfaces.languages import locale_text
from rowdy.interfaces.words import Words, fixed_messages
from scripts import proofs
from tests.docs_blocks import blocks, without_blocks

ROOT = Path(__file__).parent.parent
PAGES = [
    *(ROOT / f"{name}.md" for name in ("README", "CONTRIBUTING", "CHANGELOG")),
    *sorted((ROOT / "docs").rglob("*.md")),
]
_LINE = re.compile(r"^ *(?:[A-Z]+=\S+ )?(?:/\S+/bin/)?(rowdy .*)$", re.MULTILINE)
_INLINE = re.compile(r"`(?:[A-Z]+=\S+ )?(rowdy [^`]+)`")
_INLINE_TOOL = re.compile(r"`(?:\.venv/bin/)?((?:python|make|pytest) [^`]+)`")
_LINE_TOOL = re.compile(r"(?:\.venv/bin/)?((?:python|make|pytest) .*?)(?: +#.*)?")
STAND_INS = {
    "GAME": "rubik",
    "ID": "rubik",
    "FILE": "game.rowdy",
    "BOT": "greedy",
    "POSITION": "..../..../..../.... place",
    "FROM": "a.sqlite",
    "TO": "b.sqlite",
    "NAME": "any",
    "NUMBER": "1",
    "ADDRESS": "auto",
    "SEED": "1",
    "GAMES": "10",
    "LANG": "de",
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


def tools() -> Iterator[tuple[str, list[str]]]:
    """Every command in the docs that runs a tool of the repository, as words, with the page on which it stands."""
    for page in PAGES:
        text = page.read_text("utf-8")
        lines = [_LINE_TOOL.fullmatch(line) for block in blocks(text) for line in block.lines]
        for command in [*(line[1] for line in lines if line), *_INLINE_TOOL.findall(without_blocks(text))]:
            yield page.name, [STAND_INS.get(word, word) for word in shlex.split(command)]


def check_tool(program: str, *words: str) -> None:
    """Fails if a command of the docs names a target, module, file or option that does not exist."""
    if program == "make":
        assert re.search(rf"^{words[0]}:", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE), "no such target"
        for assigned in words[1:]:
            name, _, arguments = assigned.partition("=")
            assert name in ("ARGS", "PYTHON")
            if words[0] == "bench":
                check_benchmark(*shlex.split(arguments))
    elif words[:2] == ("-m", "benchmarks"):
        check_benchmark(*words[2:])
    elif words[0] == "-m" and words[1] != "pytest":
        assert find_spec(words[1]), "no such module"
    else:
        paths = [word for word in words if "/" in word and "://" not in word]
        assert paths, "nothing that could be checked"
        assert not [path for path in paths if not (ROOT / path).exists()], "no such file"


def check_benchmark(part: str, *arguments: str) -> None:
    assert part in (*PARTS_OF_BENCH, *ON_DEMAND), "no such benchmark"
    if not arguments:  # it may need what is not installed
        return
    parser = ArgumentParser()
    import_module(f"benchmarks.{part}").add_arguments(parser)
    try:
        parser.parse_args(arguments)
    except SystemExit:
        raise AssertionError("no such option") from None


def test_every_tool_is_one_that_the_repository_has() -> None:
    seen, wrong = 0, list[str]()
    for page, words in tools():
        seen += 1
        try:
            check_tool(*words)
        except AssertionError as error:
            wrong.append(f"{page}: {shlex.join(words)}: {str(error).splitlines()[0]}")
    assert not wrong, "\n".join(wrong)
    assert seen > 60


@pytest.mark.parametrize(
    "command",
    [
        "make plays",
        "make bench ARGS=strenght",
        'make bench ARGS="strength --onyl seer"',
        "python -m benchmarks held --simulations 5",
        "python -m scripts.prooves",
        "python scripts/typedef.py",
        "python -m pytest tests/test_document.py",
    ],
)
def test_a_tool_that_does_not_exist_is_noticed(command: str) -> None:
    with pytest.raises(AssertionError):
        check_tool(*shlex.split(command))


def test_extras_are_those_of_the_package() -> None:
    extras = set(tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"])
    first_page = (ROOT / "docs" / "index.md").read_text("utf-8")
    table = first_page.partition("| extra | what it is for |")[2].partition("\n\n")[0]
    assert {name for row in table.splitlines() if row for name in re.findall(r"`(\w+)`", row.split("|")[1])} == extras
    named = [found for page in PAGES for found in re.findall(r"(?:rowdy|\.)\[([\w,]+)\]", page.read_text("utf-8"))]
    assert len(named) >= 3
    assert {name for found in named for name in found.split(",")} <= extras


def test_links_between_pages_lead_somewhere() -> None:
    dead = [
        f"{page.name}: {target}"
        for page in PAGES
        for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)|src=\"([^\"]+)\"", page.read_text("utf-8"))
        for target in filter(None, target)
        if "://" not in target and not (page.parent / target).exists() and not made_by_the_site(page, target)
    ]
    assert not dead, "\n".join(dead)


def heading_ids(page: Path) -> set[str]:
    """The fragments by which a page's headings are reached, as on the site and where Markdown is hosted."""
    heads = re.findall(r"^#+ (.+)$", without_blocks(page.read_text("utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", re.sub(r"<!--.*?-->", "", head)).strip().lower().replace(" ", "-") for head in heads}


def test_links_into_a_page_lead_to_a_heading() -> None:
    found, dead = 0, list[str]()
    for page in PAGES:
        for target, fragment in re.findall(r"\]\(([^)#\s]*)#([^)\s]+)\)", page.read_text("utf-8")):
            if "://" not in target:
                found += 1
                if fragment not in heading_ids(page.parent / target if target else page):
                    dead.append(f"{page.name}: {target}#{fragment}")
    assert not dead, "\n".join(dead)
    assert found > 10


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


def build_site(folder: Path) -> Path:
    """Builds the site into a folder, which is returned; warnings, such as that of a dead link, are errors."""
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)]
    built = subprocess.run(
        command, cwd=ROOT, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"}, capture_output=True, text=True
    )
    assert built.returncode == 0, built.stdout + built.stderr
    return folder


@pytest.mark.long
def test_the_site_builds_without_a_dead_link_and_loads_nothing_from_elsewhere(tmp_path: Path) -> None:
    pages = sorted(build_site(tmp_path).rglob("*.html"))
    assert {"index.html", "reference.html", "how-we-know.html", "xoxo.html"} <= {page.name for page in pages}
    for page in pages:
        text = page.read_text("utf-8")
        assert not re.findall(r"<(?!a\b)\w+[^>]*(?:src|srcset|href|data)=\"(?:https?:)?//[^\"]+\"", text), page
        assert not re.findall(r"<p>[^<]*\|.*\|", text), "a table that is none"
    for sheet in tmp_path.rglob("*.css"):
        assert not re.findall(r"(?:url\(|@import )[\"']?(?:https?:)?//", sheet.read_text("utf-8")), sheet
    assert "<svg" in (tmp_path / "rules" / "xoxo.html").read_text("utf-8")
