"""The README's examples are run as they stand."""

import doctest
from pathlib import Path

from tests.docs_blocks import blocks

README = Path(__file__).parent.parent / "README.md"


def test_readme_examples() -> None:
    failed, tried = doctest.testfile(str(README), module_relative=False, encoding="utf-8")
    assert tried >= 8
    assert failed == 0
    snippets = [block for block in blocks(README.read_text("utf-8")) if block.language == "python"]
    assert all(block.lines[0].startswith(">>> ") for block in snippets), "only what has a prompt is run"
