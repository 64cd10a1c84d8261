"""The examples in docs/library.md run as pasted, and its table of facts is the one the games give.

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
    for kit in CATALOG.values():
        for seats in kit.seats:
            facts = rowdy.game(kit.id, seats=seats).facts
            flags = ["yes" if flag else "no" for flag in (facts.chance, facts.hidden, facts.windows)]
            numbers = (facts.max_turns, facts.max_actions, facts.max_legal)
            ids = (facts.distinct_actions, facts.distinct_chances)
            rows.append([f"`{kit.id}`", str(seats), *flags, *map(str, numbers), *map(str, ids)])
    return "".join("|" + "|".join(f" {cell} " if cell != "---" else cell for cell in row) + "|\n" for row in rows)


def test_the_table_of_facts() -> None:
    found = TABLE.search(PAGE.read_text("utf-8"))
    assert found is not None
    assert found[0] == facts_table()


def test_the_examples_run_as_pasted_one_after_the_other(capsys: pytest.CaptureFixture[str]) -> None:
    examples = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    names: dict[str, object] = {}
    told = []
    for example in examples:
        exec(example, names)
        told.append(capsys.readouterr().out)
    outcome, board, share, _, positions, found, thought, marks = told
    assert board.startswith("╭")
    assert str(names["drawing"]).startswith("<svg")
    assert positions.splitlines()[-1] == "3 <rubik ..a./.B../..../.... flip> A flip comes first."
    assert marks.splitlines()[0].startswith("1 0 A@b2 blunder better:")
    assert outcome.startswith("Outcome(winners=")
    assert 0.1 < float(share) < 0.9
    assert found.startswith("win ")
    assert all(line.split()[0].endswith("@c3") for line in thought.splitlines())  # the first card goes to the middle


if __name__ == "__main__":
    PAGE.write_text(TABLE.sub(facts_table(), PAGE.read_text("utf-8")), "utf-8")
