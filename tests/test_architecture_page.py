"""docs/architecture.md and CONTRIBUTING.md speak of files and names that are there."""

from __future__ import annotations

import fnmatch
import re
from pathlib import Path
from typing import get_args

import pytest

from rowdy.interfaces.web.messages import Reaction

ROOT = Path(__file__).parent.parent
PAGES = ("docs/architecture.md", "CONTRIBUTING.md")
SOURCE = [path for top in ("src", "tests", "scripts") for path in (ROOT / top, *(ROOT / top).rglob("*"))]
THERE = ["/" + path.relative_to(ROOT).as_posix() for path in SOURCE if "__pycache__" not in path.parts]
NAMED = [
    (page, path)
    for page in PAGES
    for path in re.findall(r"`((?:[\w*.-]+/)*[\w*-]*(?:\.py|\.js|/))`", (ROOT / page).read_text("utf-8"))
]
LINKS = [(page, link) for page in PAGES for link in re.findall(r"\]\(([^)#]+)\)", (ROOT / page).read_text("utf-8"))]


@pytest.mark.parametrize(("page", "path"), NAMED)
def test_what_is_named_is_there(page: str, path: str) -> None:
    """A path may begin at any folder of the source, as the text says in which room it speaks."""
    assert fnmatch.filter(THERE, "*/" + path.rstrip("/")), f"{page} names {path}"


@pytest.mark.parametrize(("page", "link"), LINKS)
def test_links_lead_somewhere(page: str, link: str) -> None:
    assert ((ROOT / page).parent / link).exists()


def test_the_page_of_the_server_lists_every_reaction() -> None:
    lines = (ROOT / "docs" / "server.md").read_text("utf-8").splitlines()
    (listed,) = [line for line in lines if line.startswith("| `react` |")]
    assert re.findall(r"`([\w-]+)`", listed) == ["react", "reaction", *get_args(Reaction)]


def test_paths_and_links_are_found() -> None:
    assert len(NAMED) > 40
    assert len(LINKS) > 2
