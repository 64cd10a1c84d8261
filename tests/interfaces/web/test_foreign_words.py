"""Words in another language: marked while sentences are made, and sent as parts of their texts."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from rowdy.interfaces.phrases import FOREIGN, FOREIGN_END
from rowdy.interfaces.web.foreign_words import marked_words, with_parts
from rowdy.interfaces.words import Words
from tests.visiting_games import installed


def marked(text: str) -> str:
    return text.replace("<", FOREIGN).replace(">", FOREIGN_END)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("<all of it>", [("all of it", "en")]),
        ("Ann: <a card>, <a row>.", [("Ann: ", ""), ("a card", "en"), (", ", ""), ("a row", "en"), (".", "")]),
        ("<Ann took <a card>!> Gut.", [("Ann took a card!", "en"), (" Gut.", "")]),
        ("ohne Ende: <a card", [("ohne Ende: ", ""), ("a card", "en")]),
        ("> vor dem Anfang <a>", [(" vor dem Anfang ", ""), ("a", "en")]),
    ],
)
def test_a_text_is_sent_whole_and_in_parts(text: str, parts: list[tuple[str, str]]) -> None:
    message = {"n": 1, "log": [{"say": ["nichts", marked(text)]}]}
    sent = msgspec.json.decode(with_parts(msgspec.json.encode(message)))
    assert sent["log"] == [{"say": ["nichts", "".join(part for part, _ in parts)]}]
    (found,) = sent["foreign"]
    assert found["at"] == ["log", 0, "say", 1]
    assert [(part["text"], part.get("lang", "")) for part in found["parts"]] == parts


def test_a_message_without_marks_is_sent_as_it_is() -> None:
    message = msgspec.json.encode({"say": "Du bist am Zug."})
    assert with_parts(message) is message


def test_words_are_marked_only_where_a_game_does_not_speak_the_language(tmp_path: Path) -> None:
    with installed(tmp_path, matches="tests.visiting_games:MATCHES"):
        german = Words("de")
        move = marked_words(german, "matches")("matches-take", count=2)
        assert move == marked("<2 matches>")
        assert marked_words(german, "matches")("event-any", who="Ann", you="no", move=move) == f"Ann spielt {move}."
        assert german("matches-take", count=2) == "2 matches"
        assert marked_words(german, "xoxo") is german
        assert marked_words(Words("en"), "matches") is Words("en")
