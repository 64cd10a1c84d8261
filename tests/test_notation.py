"""The examples in docs/notation.md are read as they stand."""

import re
from pathlib import Path

import rowdy
from rowdy.rules.record_text import format_record, parse_record
from tests.docs_blocks import blocks

TEXT = (Path(__file__).parent.parent / "docs" / "notation.md").read_text("utf-8")
SECTIONS: dict[str, str] = dict(re.findall(r"^## (.*?)\n(.*?)(?=^## |\Z)", TEXT, re.MULTILINE | re.DOTALL))


def section(word: str) -> str:
    return next(body for title, body in SECTIONS.items() if word in title)


def indented(body: str) -> list[str]:
    return [line.strip() for line in body.splitlines() if line.startswith("    ")]


def test_positions_read_back_to_the_same_text() -> None:
    for word, game_id in (("rubik", "rubik"), ("XOXO: ", "xoxo"), ("Djeco", "djeco")):
        game = rowdy.game(game_id)
        (position,) = indented(section(word))
        assert game.format_state(game.parse_state(position)) == position


def test_moves_in_the_tables_read_back_to_the_same_text() -> None:
    for word, game_id in (("rubik", "rubik"), ("XOXO: ", "xoxo"), ("Djeco", "djeco")):
        game = rowdy.game(game_id)
        rows = [line for line in section(word).splitlines() if line.startswith("|") and re.search(r"[@!+=-]", line)]
        examples = [text for row in rows for text in re.findall(r"`([^`]+)`", row.split("|")[3])]
        moves = [move for text in examples if re.search(r"[@+=!-]|pass", text) for move in text.split()]
        assert len(moves) >= 5
        for move in moves:
            assert str(game.parse_action(move)) == move


def test_the_record_reads_back_to_the_same_text() -> None:
    lines = [line[4:] for line in section("Records").splitlines() if line.startswith("    ") or not line]
    text = "\n".join(lines)
    text = text[text.index("Rowdy:") :]
    text = text[: text.index("2. ")] + text[text.index("2. ") :].splitlines()[0] + "\n"
    assert format_record(parse_record(text)) == text


def test_the_notes_read_back_to_the_same_text() -> None:
    noted = [line for line in indented(section("Records")) if "{" in line or "( " in line]
    assert len(noted) == 2
    text = "\n".join(["Rowdy: 2", "Game: rubik", "Edition: de", "Seats: Ann, Ben", "", *noted, ""])
    assert format_record(parse_record(text)) == text


def test_there_is_no_other_example() -> None:
    assert [block.language for block in blocks(TEXT)] == [""] * 5
