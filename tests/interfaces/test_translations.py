"""Each language against English and its own glossary: nothing missing, left over, left in English or said otherwise."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

import pytest

import rowdy
from rowdy.interfaces.fluent_bundle import Messages
from rowdy.interfaces.languages import ENGLISH, languages, locale_text
from rowdy.interfaces.words import COUNTED, Words, fixed_messages, untranslated
from tests.interfaces.locale_files import locale_file, plural_categories

GLOSSARIES = Path(__file__).parents[2] / "docs" / "glossary"
CATEGORIES = {"zero", "one", "two", "few", "many", "other"}
NAMES = re.compile(r"XOXO²?|Rubik.s Tac Toe|Djeco.s Tic Tac Toe|Djeco|Rowdy")
WORD = re.compile(r"[^\W\d_]{3}")
QUOTES = ("“”", "„“", "«»", "””", "»«", "„”")
"""The pairs of quotation marks that languages use."""
pytestmark = pytest.mark.every_language
every_language = pytest.mark.parametrize("language", languages())
every_translation = pytest.mark.parametrize("language", [one for one in languages() if one != ENGLISH])


@every_translation
class TestAgainstEnglish:
    def test_it_has_the_same_messages_in_the_same_order(self, language: str) -> None:
        """What is still to be translated is named at the end of the file by `scripts/untranslated.py`."""
        own, english = list(locale_file(language).messages), list(locale_file(ENGLISH).messages)
        assert {message for message in english if message not in own} == untranslated(locale_text(language))
        assert [message for message in own if message not in english] == [], "unknown"
        assert own == [message for message in english if message in own]

    def test_it_uses_no_variables_that_are_not_given(self, language: str) -> None:
        own, english = locale_file(language), locale_file(ENGLISH)
        for message in own.messages:
            assert own.variables(message) <= english.variables(message), message

    def test_nothing_is_left_in_english_but_what_the_file_names(self, language: str) -> None:
        """A file ends with a comment that lists what may read the same."""
        own, english = locale_file(language), locale_file(ENGLISH).messages
        same = {
            message
            for message, written in own.messages.items()
            if written.pattern == english[message].pattern and WORD.search(NAMES.sub("", " ".join(written.texts)))
        }
        assert same == own.alike


@every_language
def test_every_plural_has_all_forms_of_the_language(language: str) -> None:
    categories = plural_categories(Words(language).locale)
    for message, written in locale_file(language).messages.items():
        for select in written.selects:
            if select.default not in CATEGORIES or not CATEGORIES & set(select.keys) - {"other"}:
                continue
            exact = {int(key) for key in select.keys if key.isdigit()}
            missing = {name for name, numbers in categories.items() if name not in select.keys and not numbers <= exact}
            assert not missing, (message, missing)


@every_language
def test_every_form_that_is_asked_for_exists(language: str) -> None:
    """Names of one family, such as `colour-…`, have the same forms, or none if they never change."""
    messages = locale_file(language).messages
    families = defaultdict[str, dict[str, set[str]]](dict)
    for message, written in messages.items():
        families[message.rpartition("-")[0] or message][message] = written.forms
    for family in families.values():
        forms = set().union(*family.values())
        assert all(own in (forms, set()) for own in family.values()), family
    known = set().union(*(written.forms for written in messages.values()))
    asked = {form for written in messages.values() for _, form in written.asked}
    assert asked <= known


@every_language
def test_the_page_can_fill_its_own_gaps(language: str) -> None:
    """What a script puts into a text has no other forms, and only `$count` selects one."""
    page = Path(rowdy.__file__).parent / "interfaces" / "web" / "static" / "js"
    scripts = " ".join(path.read_text("utf-8") for path in page.rglob("*.js"))
    for message in set(re.findall(r"""["'`](page-[a-z0-9-]+)["'`]""", scripts)):
        written = locale_file(language).messages.get(message) or locale_file(ENGLISH).messages[message]
        assert not written.asked, message
        assert {select.variable for select in written.selects} <= {"count"}, message


@every_language
def test_quotation_marks_are_of_one_kind_and_in_pairs(language: str) -> None:
    texts = {message: " ".join(written.texts) for message, written in locale_file(language).messages.items()}
    used = {mark for text in texts.values() for mark in text if mark in "“”„«»"}
    left, right = next((pair[0], pair[1]) for pair in QUOTES if used == set(pair))
    for message, text in texts.items():
        if left == right:
            assert text.count(left) % 2 == 0, message
        else:
            assert text.count(left) == text.count(right), message


@every_language
def test_messages_that_never_change_are_read_as_fluent_reads_them(language: str) -> None:
    text = locale_text(language)
    fixed, fluent = fixed_messages(text), Messages(language, Words(language).locale, text)
    plain = {message for message, written in locale_file(language).messages.items() if "{" not in written.pattern}
    assert set(fixed) == plain
    assert fixed == {message: fluent.put(message, {}) for message in fixed}


@every_language
def test_every_message_can_be_said(language: str) -> None:
    words, file = Words(language), locale_file(language)
    for message in file.messages:
        names = file.variables(message)
        for count, text in ((0, "yes"), (1, "own"), (2, "yes")):
            said = words(message, **{name: count if name in COUNTED else text for name in names})
            assert said or names, message


@every_language
def test_the_locale_is_of_the_language(language: str) -> None:
    assert Words(language).locale.partition("-")[0] == language


# The glossary


def not_said(language: str) -> dict[str, str]:
    """Words that a glossary rules out, with those to say instead: the rows of its table “Not said”."""
    text = (GLOSSARIES / f"{language}.md").read_text("utf-8")
    _, _, section = text.partition("\n## Not said\n")
    rows = [line.strip("|").split("|") for line in section.partition("\n## ")[0].splitlines() if line.startswith("|")]
    return {row[0].strip(): row[1].strip() for row in rows[2:]}


@every_language
def test_no_text_leaves_the_glossary(language: str) -> None:
    ruled_out = not_said(language)
    assert ruled_out
    for words, instead in ruled_out.items():
        pattern = re.compile("|".join(rf"\b{re.escape(word.strip())}\b" for word in words.split(",")), re.IGNORECASE)
        for message, written in locale_file(language).messages.items():
            found = [text for text in written.texts if pattern.search(text)]
            assert not found, f"{message}: say {instead}"
