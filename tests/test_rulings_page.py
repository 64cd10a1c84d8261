"""docs/rulings.md tells what the studies that ship tell."""

from __future__ import annotations

import re

from rowdy.rules.catalog import CATALOG
from scripts.make_rulings import PAGE, fill, game_part


def test_the_page_is_what_the_studies_say() -> None:
    """`python scripts/make_rulings.py` fills it in anew."""
    page = PAGE.read_text("utf-8")
    assert fill(page) == page
    assert set(re.findall(r"<!--=(\w+)-->", page)) == set(CATALOG)


def test_every_option_has_a_row() -> None:
    part = game_part("rubik")
    rows = re.findall(r"^\| `([\w=]+)` \|", part, re.MULTILINE)
    assert rows == ["row=enclosed", "row=survives", "both_rows=draw", "both_rows=mover", "both_rows=opponent"]
    assert "can force a win" in part
