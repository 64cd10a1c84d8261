"""The words: every code has a sentence, every sentence is used, and every variable in it is given."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple, get_args

import pytest

import rowdy
from rowdy.interfaces.catalog import KITS
from rowdy.interfaces.cli.command_words import TYPED_COMMANDS as TYPED
from rowdy.interfaces.cli.commands import COMMANDS
from rowdy.interfaces.consequences import StudyClaimCode
from rowdy.interfaces.languages import ENGLISH, language_of_environment, languages, pick_language
from rowdy.interfaces.lessons import Teacher
from rowdy.interfaces.web.messages import Reaction
from rowdy.interfaces.why import REASON_CODES, Reason
from rowdy.interfaces.words import MAX_CACHED_SENTENCES, Words
from rowdy.play.bots.registry import BOTS
from rowdy.play.puzzles import Theme
from rowdy.play.verify import CheckStatus
from rowdy.rules.catalog import CATALOG
from rowdy.rules.flip_highlights import RowCode
from rowdy.rules.game import GameError, IllegalMove
from rowdy.rules.rulings import Says
from rowdy.rules.tiles import KINDS, VALUES, Kind
from rowdy.search.compilation import parts
from tests.interfaces.cli import Cli
from tests.interfaces.locale_files import locale_file

SOURCES = sorted(Path(rowdy.__file__).parent.rglob("*.py"))
PAGE = sorted(
    path
    for folder in ("static", "templates")
    for path in (Path(rowdy.__file__).parent / "interfaces" / "web" / folder).rglob("*")
    if path.suffix in (".js", ".html")
)


class Raised(NamedTuple):
    code: str
    details: frozenset[str]


@cache
def nodes() -> tuple[ast.AST, ...]:
    """All of the source, taken apart once for all languages."""
    return tuple(node for path in SOURCES for node in ast.walk(ast.parse(path.read_text("utf-8"))))


def raised() -> Iterator[Raised]:
    """Every error in the source with a code told there, and the details it carries."""
    for node in nodes():
        if not isinstance(node, ast.Call) or not node.args:
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        first = node.args[0]
        is_error = name in {"GameError", "IllegalMove"} or name.startswith("Invalid") or name == "fail"
        if is_error and isinstance(first, ast.Constant) and isinstance(first.value, str):
            details = {keyword.arg for keyword in node.keywords if keyword.arg}
            yield Raised(first.value, frozenset(details | ({"text"} if name == "fail" else set())))


@cache
def named_by_data() -> set[str]:
    """The ids that code puts together from the catalog and the material."""
    ids = (
        {f"value-{value}" for values in VALUES.values() for value in values}
        | {f"colour-{x}" for x in VALUES[Kind.COLOUR]}
        | {f"kind-{kind}" for kind in KINDS}
    )
    for game, kit in CATALOG.items():
        ids |= {f"game-{game}", f"game-{game}-line", f"aim-{game}", f"short-aim-{game}"}
        ids |= {f"rules-{game}", f"typing-{game}"}
        ids |= {f"example-{game}-{name}" for name in KITS[game].examples}
        ids |= {f"decision-{game}-{decision}" for decision in kit.decisions}
        ids |= {f"edition-{game}-{edition.name}" for edition in kit.editions}
        for ruling in kit.rulings:
            options = ["n"] if ruling.name == "target" else list(map(str, ruling.options))
            ids |= {f"ruling-{ruling.name}", *(f"ruling-{ruling.name}-{option}" for option in options)}
            named = {source for source in ruling.sources.values() if not isinstance(source, Says)}
            ids |= {f"says-{game}-{ruling.name}-{option}" for option in named}
            ids |= {f"book-{book}" for book in ruling.sources}
    ids |= {f"says-{says.value}" for says in Says} | {"marks-xoxo"}
    ids |= {f"ruling-{name}-source" for name in ("xoxo-last_window", "djeco-scorer", "djeco-grid")}
    ids |= {f"ruling-{game}-{name}-source" for game in ("rubik", "xoxo2") for name in ("row", "both_rows")}
    for game in ("rubik", "xoxo2"):
        ids |= {f"{word}-{game}-{stone}" for word in ("stone", "stones", "placed", "side") for stone in "ABab"}
    ids |= {f"key-row-{code}" for code in RowCode} | {"djeco-side-red", "djeco-side-blue"}
    ids |= {f"end-xoxo-{reason}" for reason in ("last_card", "pile", "pile_tie")}
    ids |= {f"end-djeco-{reason}" for reason in ("target", "tokens", "turns", "blocked")}
    ids |= {f"reason-any-{form}" for form in ("win", "shared", "draw")}
    ids |= {f"card-{name}" for name in ("red", "blue", "yellow", "green", "hidden")}
    decided = {"rubik": "row both_rows full", "xoxo": "last_card pile pile_tie", "djeco": "target tokens turns blocked"}
    ids |= {f"decided-{game}-{end}" for game, ends in decided.items() for end in ends.split()}
    ids |= {f"decided-xoxo2-{end}" for end in decided["rubik"].split()}
    ids |= {f"consequence-{code}" for code in StudyClaimCode} | {"consequence-with-row-enclosed"}
    ids |= {f"study-{column}" for column in ("option", "moves", "first", "draws", "ends")}
    ids |= {f"help-{name}{short}" for name in COMMANDS for short in ("", "-short")}
    ids |= {f"help-{name}" for name in ("flip", "xoxo", "djeco")} | {
        f"ask-{x}" for x in ("flip", "place", "xoxo", "djeco")
    }
    ids |= {f"typed-{command}" for command in TYPED}
    ids |= {f"xoxo-{column}" for column in ("seat", "pile", "top", "cards", "shown")}
    ids |= {f"djeco-{column}" for column in ("seat", "colour", "tokens", "hand")}
    ids |= {f"player-{game}-{number}" for game in ("rubik", "xoxo2") for number in (1, 2)}
    ids |= {f"solve-{column}" for column in ("stones", "positions", "wins", "draws", "losses")}
    ids |= {f"solve-{region}" for region in ("corner", "edge", "centre")}
    ids |= {f"solve-first-{column}" for column in ("stone", "squares", "value")}
    ids |= {f"explore-source-{source}" for source in ("solution", "opening", "search")}
    ids |= {f"explore-prompt-{due}" for due in ("flip", "place", "move", "over")}
    ids |= {f"explore-{what}-{value}" for what in ("title", "leads") for value in ("win", "draw", "loss")}
    ids |= {f"explore-due-{due}" for due in ("flip", "place", "move")} | {"explore-part-flip", "explore-part-place"}
    ids |= {"explore-flips", "explore-places", "explore-moves"}
    ids |= {f"explore-only-{turn}{kept}" for turn in ("", "turn-") for kept in ("win", "draw")}
    columns = ("bot", "won", "shared", "lost", "share", "fair", "elo", "mean", "longest")
    ids |= {f"arena-{column}" for column in columns}
    ids |= {f"mark-{mark}" for mark in ("best", "good", "inaccuracy", "mistake", "blunder", "forced")}
    ids |= {"hint-win", "hint-draw", "hint-loss", "review-win", "review-loss"}
    ids |= {f"review-{method}" for method in ("exact", "search", "playouts")}
    ids |= {f"games-{column}" for column in ("id", "name", "players", "minutes", "editions", "line")}
    ids |= {f"bots-{column}" for column in ("name", "games", "set", "line")} | {
        f"{word}-{name}" for name in BOTS for word in ("bot", "level")
    }
    ids |= {f"prepare-{part}" for part in parts()}
    ids |= {f"puzzle-{what}-{theme}" for what in ("theme", "title") for theme in Theme}
    ids |= {"puzzle-title-rubik-row", "puzzle-title-xoxo2-row", "puzzle-say-win", "puzzle-say-draw"}
    ids |= {f"puzzle-say-{asked}" for asked in ("xoxo-sure", "xoxo-holds", "djeco-safe", "djeco-holds")}
    ids |= {f"puzzle-counterexample-{asked}" for asked in ("sure", "safe", "xoxo-holds", "djeco-holds")}
    ids |= {f"reaction-{reaction}" for reaction in get_args(Reaction)}
    ids |= {f"face-{face}" for face in VALUES[Kind.FACE]}
    ids |= {f"help-verify{short}" for short in ("", "-short")} | {
        f"verify-verdict-{verdict}" for verdict in CheckStatus
    }
    ids |= {f"verify-{found}" for found in ("legal", "illegal", "unfinished", "sealed", "other-seed", "seed-later")}
    ids |= {f"verify-{found}" for found in ("eyes", "no-seed", "no-commitment", "not-dealt", "no-chance", "no-nonces")}
    ids |= {"verify-position", "verify-not-sealed"}
    ids |= {f"verify-server-{found}" for found in ("same", "headers", "turns", "none", "later")}
    ids |= {f"verify-{found}" for found in ("dealt", "dealt-otherwise", "nonces", "same-nonce", "other-nonce")}
    ids |= {f"why-{code}" for code in REASON_CODES}
    for game in CATALOG:
        for step in Teacher.of(Words(), game).lesson.steps:
            said = ("title", "say", "right", *(reply.name for reply in step.replies))
            ids |= {f"lesson-{game}-{step.name}-{what}" for what in said}
        ids |= {f"lesson-{game}-endgame-{what}" for what in ("title", "say")}
    ids |= {f"lesson-any-{what}" for what in ("title", "say", "right", "wrong", "endgame-title", "endgame-say")}
    return ids | named_in_page()


@cache
def named_in_page() -> set[str]:
    """In its scripts and templates, a quoted text that begins like this is the id of a message."""
    return {found for path in PAGE for found in re.findall(r"""["'`](page-[a-z0-9-]+)["'`]""", path.read_text("utf-8"))}


@cache
def named_in_source() -> set[str]:
    return {node.value for node in nodes() if isinstance(node, ast.Constant) and isinstance(node.value, str)}


@pytest.mark.every_language
# English; all other languages are held to it by test_translations.py


def test_every_error_has_a_sentence_with_what_it_needs() -> None:
    known = locale_file(ENGLISH)
    for code, details in raised():
        assert f"error-{code}" in known.messages
        assert known.variables(f"error-{code}") <= details, code


def test_every_id_put_together_from_data_exists() -> None:
    assert named_by_data() - set(locale_file(ENGLISH).messages) == set()


def test_no_sentence_is_left_over() -> None:
    used = named_by_data() | named_in_source() | {f"error-{code}" for code in named_in_source()}
    used = used.union(*(found.messages for found in locale_file(ENGLISH).messages.values()))
    assert set(locale_file(ENGLISH).messages) - used == set()


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
    assert Words("de").listing(items) == text.replace("and", "und")


def test_german_bends_words_to_what_they_stand_for() -> None:
    """These sentences look for words of other messages, so they must be the very same."""
    words = Words("de")
    backs = [words("card-back", kind=words(f"kind-{kind}")) for kind in KINDS]
    assert backs == ["eine Farbe", "eine Form", "ein Gesicht"]
    for message in locale_file("de").messages:
        names = locale_file("de").variables(message)
        if message.startswith("reason-") and message.endswith("-win") and names:
            assert " hast " in words(message, winner=words("name-you"), reason="row"), message
            assert " hat " in words(message, winner="Ann", reason="row"), message


# Sentences are kept


def test_a_sentence_is_put_together_once() -> None:
    assert Words("de") is Words("de")
    assert Words("de")("pass-to", name="Ann") is Words("de")("pass-to", name="Ann")
    assert Words("en")("pass-to", name="Ann") != Words("de")("pass-to", name="Ann")


def test_only_so_many_sentences_are_kept() -> None:
    words = Words()
    first = words("pass-to", name="Ann")
    for number in range(MAX_CACHED_SENTENCES):
        words("pass-to", name=number)
    again = words("pass-to", name="Ann")
    assert again == first
    assert again is not first


def test_equal_arguments_of_different_kinds_are_kept_apart() -> None:
    words = Words()
    for _ in "12":
        assert words("legal-moves", count=1) == "One move is possible:"
        assert words("legal-moves", count="1") == "1 moves are possible:"
        told = [words("saved", path=path) for path in (1, True, 1.0, "1", ["a"], ("a",))]
        assert told == [f"Saved in {path}" for path in ("1", "True", "1.0", "1", "['a']", "('a',)")]


# Which language


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("de", "de"),
        ("DE-at", "de"),
        ("de-CH-1996, en", "de"),
        ("en, de", "en"),
        ("en;q=0.8, de;q=0.9", "de"),
        ("en;q=0.8,de;q=0.08", "en"),
        ("de ; q=0.5 , en ; q=0.4", "de"),
        ("fr, fi;q=0.9, de;q=0.1", "de"),
        ("fr, fi", "en"),
        ("de;q=0", "en"),
        ("de;q=0, en-GB;q=0.1", "en"),
        ("de;q=0.2, en-GB;q=0.1, en;q=0.7", "en"),
        ("*", "en"),
        ("*, de;q=0.5", "en"),
        ("*;q=0.5, de", "de"),
        ("en;q=0, *", languages()[1]),
        ("de;q=2, de;q=x, de=1, d e!, ;;;,,,", "en"),
        ("junk!, de;q=0.3, \x00", "de"),
        ("deu, dex", "en"),
    ],
)
def test_the_language_of_a_browser(header: str, language: str) -> None:
    assert pick_language(header) == language


@pytest.mark.parametrize(
    ("environ", "language"),
    [
        ({}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de"}, "de"),
        ({"LANG": "de@euro"}, "de"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "en_GB.UTF-8"}, "en"),
        ({"LANG": "en_GB.UTF-8", "LC_MESSAGES": "de_AT.UTF-8"}, "de"),
        ({"LC_MESSAGES": "de_AT.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LC_ALL": "", "LC_MESSAGES": "", "LANG": "de_DE"}, "de"),
        ({"LC_ALL": "C", "ROWDY_LANG": "de"}, "de"),
        ({"LC_ALL": "de_DE.UTF-8", "ROWDY_LANG": "en"}, "en"),
        ({"LC_ALL": "de_DE.UTF-8", "ROWDY_LANG": "klingon"}, "en"),
        ({"ROWDY_LANG": "DE-AT"}, "de"),
        ({"LANG": "en_GB.UTF-8", "LANGUAGE": "de:en"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "fr:en_GB:de"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "fr"}, "de"),
        ({"LANG": "C.UTF-8", "LANGUAGE": "de"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "de", "ROWDY_LANG": "en"}, "en"),
    ],
)
def test_the_language_of_a_terminal(environ: dict[str, str], language: str) -> None:
    assert language_of_environment(environ) == language


def test_the_command_speaks_the_language_of_the_environment(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "players: 2-4; minutes: 15" in cli("games").out
    monkeypatch.setenv("ROWDY_LANG", "de")
    assert "Personen: 2-4; Minuten: 15" in cli("games").out
    assert "(Vorgabe: 10.000)" in cli("review", "--help").out


@pytest.mark.parametrize(("number", "article"), [(8, "an"), (3, "a")])
def test_the_numbers_on_cards_have_their_article(number: int, article: str) -> None:
    words = Words()
    assert words("picture-hint-cover", card="Red", number=number) == f"Red: cover {article} {number}"
    lay = words("picture-hint-lay-cover", card="Red", number=number)
    assert lay == f"Red: lay it on an empty square, or cover {article} {number}"
    reason = Reason("other-number", {"number": number}).say(words)
    assert reason == f"There is {article} {number} here, and only {article} {number} may cover it."
    assert f"There is {article} {number} here," in Reason("no-card-fits", {"number": number}).say(words)
