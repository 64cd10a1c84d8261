"""The words: every code has a sentence, every sentence is used, and every variable in it is given."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

import pytest
from fluent.syntax import FluentParser
from fluent.syntax import ast as ftl
from fluent.syntax.visitor import Visitor

import rowdy
from rowdy.interfaces.words import LANGUAGES, Words
from rowdy.play.bots import BOTS
from rowdy.rules.catalog import CATALOG
from rowdy.rules.game import GameError, IllegalMove
from rowdy.rules.tiles import KINDS, VALUES
from rowdy.search.ready import Part

SOURCES = sorted(Path(rowdy.__file__).parent.rglob("*.py"))


class Raised(NamedTuple):
    code: str
    details: frozenset[str]


def raised() -> Iterator[Raised]:
    """Every error in the source with a code told there, and the details it carries."""
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            first = node.args[0]
            is_error = name in {"GameError", "IllegalMove"} or name.startswith("Invalid") or name == "fail"
            if is_error and isinstance(first, ast.Constant) and isinstance(first.value, str):
                details = {keyword.arg for keyword in node.keywords if keyword.arg}
                yield Raised(first.value, frozenset(details | ({"text"} if name == "fail" else set())))


class Variables(Visitor):
    def __init__(self) -> None:
        self.names: set[str] = set()

    def visit_VariableReference(self, node: ftl.VariableReference) -> None:  # noqa: N802  (named by fluent)
        self.names.add(node.id.name)


def messages(language: str) -> dict[str, set[str]]:
    """Each message of a language with the variables it uses."""
    text = files("rowdy").joinpath("locales", f"{language}.ftl").read_text("utf-8")
    found = {}
    for entry in FluentParser().parse(text).body:
        assert not isinstance(entry, ftl.Junk), entry.content
        if isinstance(entry, ftl.Message):
            variables = Variables()
            variables.visit(entry)
            assert entry.id.name not in found, f"{entry.id.name} stands twice"
            found[entry.id.name] = variables.names
    return found


def named_by_data() -> set[str]:
    """The ids that code puts together from the catalog and the material."""
    ids = {f"value-{value}" for values in VALUES.values() for value in values} | {f"kind-{kind}" for kind in KINDS}
    for game, entrant in CATALOG.items():
        ids |= {f"game-{game}", f"game-{game}-line", f"rules-{game}"}
        ids |= {f"decision-{game}-{decision}" for decision in entrant.decisions}
        ids |= {f"edition-{game}-{edition.name}" for edition in entrant.editions}
        for ruling in entrant.rulings:
            options = ["n"] if ruling.name == "target" else list(map(str, ruling.options))
            ids |= {f"ruling-{ruling.name}", f"ruling-{ruling.name}-source"}
            ids |= {f"ruling-{ruling.name}-{option}" for option in options}
    for game in ("rubik", "xoxo2"):
        ids |= {f"{word}-{game}-{stone}" for word in ("stone", "side") for stone in "ABab"}
        ids |= {f"reason-{game}-{end}" for end in ("row-win", "both_rows-win", "both_rows-draw", "full-draw")}
    ids |= {f"reason-xoxo-{end}" for end in ("last_card-win", "last_card-shared", "pile-win", "pile_tie-win")}
    ids |= {f"reason-djeco-{end}-{form}" for end in ("tokens", "turns", "blocked") for form in ("win", "draw")}
    ids |= {"reason-djeco-target-win"} | {f"card-{name}" for name in ("red", "blue", "yellow", "green", "hidden")}
    commands = ("play", "rules", "games", "replay", "perft", "solve", "explore", "arena", "review", "bots", "prepare")
    ids |= {f"help-{name}{short}" for name in commands for short in ("", "-short")}
    ids |= {f"help-{name}" for name in ("flip", "xoxo", "djeco")} | {
        f"ask-{x}" for x in ("flip", "place", "xoxo", "djeco")
    }
    ids |= {f"xoxo-{column}" for column in ("seat", "pile", "top", "cards", "shown")}
    ids |= {f"djeco-{column}" for column in ("seat", "colour", "tokens", "hand")}
    ids |= {f"player-{game}-{number}" for game in ("rubik", "xoxo2") for number in (1, 2)}
    ids |= {f"solve-{column}" for column in ("stones", "positions", "wins", "draws", "losses")}
    ids |= {f"solve-{region}" for region in ("corner", "edge", "centre")}
    ids |= {f"solve-first-{column}" for column in ("stone", "squares", "value")}
    ids |= {f"explore-source-{source}" for source in ("solution", "opening", "search")}
    ids |= {f"explore-prompt-{due}" for due in ("flip", "place", "over")} | {"explore-flips", "explore-places"}
    ids |= {f"explore-only-{turn}{kept}" for turn in ("", "turn-") for kept in ("win", "draw")}
    columns = ("bot", "won", "shared", "lost", "share", "fair", "elo", "mean", "longest")
    ids |= {f"arena-{column}" for column in columns}
    ids |= {f"mark-{mark}" for mark in ("best", "good", "inaccuracy", "mistake", "blunder", "forced")}
    ids |= {"hint-win", "hint-draw", "hint-loss", "review-win", "review-loss"}
    ids |= {f"review-{method}" for method in ("exact", "search", "playouts")}
    ids |= {f"games-{column}" for column in ("id", "name", "players", "minutes", "editions", "line")}
    ids |= {f"bots-{column}" for column in ("name", "games", "set", "line")} | {f"bot-{name}" for name in BOTS}
    ids |= {f"prepare-{part}" for part in Part}
    return ids


def named_in_source() -> set[str]:
    constants = set()
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                constants.add(node.value)
    return constants


@pytest.mark.parametrize("language", LANGUAGES)
class TestLanguage:
    def test_every_error_has_a_sentence_with_what_it_needs(self, language: str) -> None:
        known = messages(language)
        for code, details in raised():
            assert f"error-{code}" in known
            assert known[f"error-{code}"] <= details, code

    def test_every_id_put_together_from_data_exists(self, language: str) -> None:
        assert named_by_data() - set(messages(language)) == set()

    def test_no_sentence_is_left_over(self, language: str) -> None:
        used = named_by_data() | named_in_source() | {f"error-{code}" for code in named_in_source()}
        assert set(messages(language)) - used == set()


def test_errors_are_put_into_words_with_their_cause() -> None:
    words = Words()
    cause = IllegalMove("occupied", move="b3-b4", square="b4")
    error = GameError("record-line", line=7, text="b3-b4", cause=cause)
    assert words.error(error) == "Line 7, at “b3-b4”: b3-b4 is not possible: b4 is taken."


def test_a_missing_word_is_an_error_not_a_gap() -> None:
    with pytest.raises(LookupError):
        Words()("no-such-message")
    with pytest.raises(LookupError):
        Words()("undone-nothing")
    with pytest.raises(LookupError):
        Words()("pass-to")


@pytest.mark.parametrize(
    ("items", "text"), [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")]
)
def test_listings(items: list[str], text: str) -> None:
    assert Words().listing(items) == text
