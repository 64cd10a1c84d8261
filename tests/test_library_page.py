"""The example in docs/library.md runs as pasted, and its table of facts is the one the games give.

`python -m tests.test_library_page` writes the table anew.
"""

import re
from pathlib import Path

import pytest

import rowdy
from rowdy.rules.catalog import CATALOG

PAGE = Path(__file__).parent.parent / "docs" / "library.md"
TABLE = re.compile(r"(?<=<!-- facts -->\n).*?(?=<!-- /facts -->)", re.DOTALL)


def facts_table() -> str:
    heads = ("game", "seats", "chance", "hidden", "windows", "turns at most", "actions at most", "legal at most")
    rows = [[*heads, "action ids", "chance ids"], ["---"] * 10]
    for entrant in CATALOG.values():
        for seats in entrant.seats:
            facts = rowdy.game(entrant.id, seats=seats).facts
            flags = ["yes" if flag else "no" for flag in (facts.chance, facts.hidden, facts.windows)]
            numbers = (facts.max_turns, facts.max_actions, facts.max_legal)
            ids = (facts.distinct_actions, facts.distinct_chances)
            rows.append([f"`{entrant.id}`", str(seats), *flags, *map(str, numbers), *map(str, ids)])
    return "".join("|" + "|".join(f" {cell} " if cell != "---" else cell for cell in row) + "|\n" for row in rows)


def test_the_table_of_facts() -> None:
    found = TABLE.search(PAGE.read_text("utf-8"))
    assert found is not None
    assert found[0] == facts_table()


def test_the_example_runs_as_pasted(capsys: pytest.CaptureFixture[str]) -> None:
    example = re.search(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert example is not None
    exec(example[1], {})
    assert capsys.readouterr().out.startswith("Outcome(winners=")


if __name__ == "__main__":
    PAGE.write_text(TABLE.sub(facts_table(), PAGE.read_text("utf-8")), "utf-8")
