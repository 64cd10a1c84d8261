"""docs/new-game.md explains the two examples: all code in it is theirs, and they stay small."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.docs_blocks import blocks

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "new-game.md").read_text("utf-8")
EXAMPLES = {path.name: path.read_text("utf-8") for path in (ROOT / "examples").glob("*.py")}
BLOCKS = re.findall(r"^```python\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)


def code(text: str) -> str:
    """The lines without their indentation: on the page a method stands alone."""
    return "\n".join(line.strip() for line in text.splitlines() if line.strip())


def test_there_is_code() -> None:
    assert len(BLOCKS) > 10


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.split("\n")[0].strip()[:40])
def test_code_on_the_page_is_an_example_s(block: str) -> None:
    assert any(code(block) in code(text) for text in EXAMPLES.values())


def test_the_entry_point_is_the_examples() -> None:
    project = (ROOT / "examples" / "pyproject.toml").read_text("utf-8")
    (shown,) = [block.lines for block in blocks(PAGE) if block.lines[0].startswith("[project.")]
    assert "\n".join(shown) in project


@pytest.mark.parametrize(("name", "most"), [("rowdy_tictactoe.py", 150), ("rowdy_tricks.py", 200)])
def test_an_example_is_small(name: str, most: int) -> None:
    assert EXAMPLES[name].count("\n") <= most
