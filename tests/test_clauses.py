"""Every clause of the rules has a test, and every test that names a clause names one that exists."""

from __future__ import annotations

import ast
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
PAGES = sorted((TESTS / "clauses").glob("*.toml"))


def clauses(page: Path) -> dict[str, str]:
    """The clauses of one page of the rules, by id; a file in which an id comes twice cannot be read."""
    return tomllib.loads(page.read_text(encoding="utf-8"))


def marked(source: str) -> Iterator[str]:
    """The ids in all `@pytest.mark.clause("…")` on the tests of a module."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            for mark in node.decorator_list:
                match mark:
                    case ast.Call(
                        func=ast.Attribute(value=ast.Attribute(attr="mark"), attr="clause"),
                        args=[ast.Constant(value=str(clause))],
                    ):
                        yield clause


CLAUSES = [clause for page in PAGES for clause in clauses(page)]


@cache
def all_marked() -> frozenset[str]:
    """The ids that tests name."""
    sources = (test.read_text(encoding="utf-8") for test in TESTS.rglob("test_*.py"))
    return frozenset(clause for source in sources if "mark.clause(" in source for clause in marked(source))


def test_the_clauses_of_all_pages_are_listed() -> None:
    assert [page.stem for page in PAGES] == ["djeco", "flip", "general", "xoxo"]
    assert all(clauses(page) for page in PAGES)


def test_no_id_repeats() -> None:
    assert [clause for clause, n in Counter(CLAUSES).items() if n > 1] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_an_id_begins_with_its_page_and_a_text_is_a_sentence(page: Path) -> None:
    for clause, text in clauses(page).items():
        assert clause.startswith(f"{page.stem}."), clause
        assert text.endswith("."), clause


def test_every_clause_has_a_test() -> None:
    assert sorted(set(CLAUSES) - all_marked()) == []


def test_every_marked_clause_exists() -> None:
    assert sorted(all_marked() - set(CLAUSES)) == []


def test_markers_are_found_on_tests_only() -> None:
    source = """
@pytest.mark.clause("a.b")
@pytest.mark.parametrize("x", [1])
@pytest.mark.clause("a.c")
def test_this(x): ...

@pytest.mark.clause("a.d")
def helper(): ...
"""
    assert list(marked(source)) == ["a.b", "a.c"]
