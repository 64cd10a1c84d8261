"""Display names: what may stand at a table, and what may not."""

from __future__ import annotations

import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rowdy.interfaces.web.live.names import MAX_NAME_LETTERS, check_apart, check_name
from rowdy.interfaces.words import Words
from rowdy.play.bots.registry import bot_names, is_bot
from rowdy.rules.game import InvalidSetup
from rowdy.rules.record import valid_label


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Ann", "Ann"),
        ("  Ann   Lee ", "Ann Lee"),
        ("Zoe\u0308", "Zoë"),
        ("O'Neil", "O'Neil"),
        ("D\u2019Arcy", "D\u2019Arcy"),
        ("Jean-Luc P.", "Jean-Luc P."),
        ("Ça ira", "Ça ira"),
        ("Оля", "Оля"),
        ("李小龙", "李小龙"),
        ("שָׁלוֹם", unicodedata.normalize("NFC", "שָׁלוֹם")),
        ("กิ๊ก", "กิ๊ก"),
        ("हिन्दी", "हिन्दी"),
        ("7", "7"),
        ("Ann 2016", "Ann 2016"),
        ("J. R. R. Ann", "J. R. R. Ann"),
        ("a" * MAX_NAME_LETTERS, "a" * MAX_NAME_LETTERS),
    ],
)
def test_names_of_all_scripts_are_welcome(text: str, name: str) -> None:
    assert check_name(text) == name


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "name-length"),
        ("   ", "name-length"),
        ("a" * (MAX_NAME_LETTERS + 1), "name-length"),
        ("a,b", "name-sign"),
        ("a=b", "name-sign"),
        ("strong:sims=1", "name-sign"),
        ("a\tb", "name-sign"),
        ("a\nb", "name-sign"),
        ("a\x1b[2J", "name-sign"),
        ("a\u00a0b", "name-sign"),
        ("a\u200bb", "name-sign"),
        ("a\u200db", "name-sign"),
        ("a\u202eb", "name-sign"),
        ("a\u2066b", "name-sign"),
        ("a\ufeffb", "name-sign"),
        ("a\u3164", "name-sign"),
        ("\uffa0", "name-sign"),
        ("a\ufe0f", "name-sign"),
        ("\ue000", "name-sign"),
        ("\ud800", "name-sign"),
        ("😀", "name-sign"),
        ("<b>", "name-sign"),
        ("½", "name-sign"),
        ("...", "name-letters"),
        ("- '", "name-letters"),
        ("\u0301a", "name-letters"),
        ("a" + "\u0323\u0331\u0308\u0301", "name-letters"),
        ("http://a", "name-sign"),
        ("ann@site", "name-sign"),
        ("site.example", "name-dotted"),
        ("Ann www.site", "name-dotted"),
        ("a.5", "name-dotted"),
        ("A.-b", "name-dotted"),
        ("Ann 12345", "name-digits"),
        ("1 2 3 4 5", "name-digits"),
        ("\u0661\u0662\u0663\u0664\u0665", "name-digits"),
        ("you", "name-reserved"),
        ("You", "name-reserved"),
        ("\uff39\uff2f\uff35", "name-reserved"),
        ("\u0423\u043eu", "name-reserved"),
        ("\u0412\u041e\u0422 2", "name-reserved"),
        ("b0t", "name-reserved"),
    ],
)
def test_what_could_disturb_or_mislead_is_refused_in_words(text: str, code: str) -> None:
    with pytest.raises(InvalidSetup) as caught:
        check_name(text)
    assert caught.value.code == code
    assert Words().error(caught.value).isprintable()


@pytest.mark.parametrize("name", bot_names())
def test_nobody_is_called_like_a_bot(name: str) -> None:
    for form in (name, name.upper(), name.title()):
        with pytest.raises(InvalidSetup, match="name-reserved"):
            check_name(form)


@given(st.text(st.characters(max_codepoint=sys.maxunicode), max_size=30))
def test_every_name_that_passes_can_stand_in_a_record_and_stays_itself(text: str) -> None:
    try:
        name = check_name(text)
    except InvalidSetup:
        return
    assert valid_label(name)
    assert not is_bot(name)
    assert check_name(name) == name


@pytest.mark.parametrize(
    "names",
    [
        ("Ann", "ann"),
        ("Ann", "Ben", "\uff21\uff2e\uff2e"),
        ("Straße", "STRASSE"),
        ("Anna", "\u0410nn\u0430"),  # Cyrillic
        ("PAX", "\u0420\u0410\u0425"),
        ("Ben", "\u0412en"),
        ("BEN", "\u0392\u0395\u039d"),  # Greek
        ("Vera", "\u03bdera"),
        ("nina", "\u039dina"),
        ("Otto", "\u039ftt\u03bf"),
        ("\u0410\u0420\u0422\u0410", "\u0391\u03a1\u03a4\u0391"),
        ("Otto", "O\u0442\u0442o"),
        ("Tim", "\u0442im"),
        ("Tom", "\u0442\u043e\u043c"),
        ("Hanna", "\u043danna"),
        ("Bob", "\u0432o\u044c"),
        ("Eve", "\u03b5ve"),
        ("Otto", "\u0585tto"),
        ("Anna", "a\u0274\u0274a"),
        ("Sam", "5am"),
        ("Emma", "Ernma"),
        ("Willy", "VVilly"),
        ("Bob", "B0b"),
        ("Ian", "lan"),
        ("Ali", "A1i"),
        ("Zoe", "Zoë"),
        ("Ann", "An\u0320n"),
        ("İlker", "ilker"),
        ("Irmak", "\u0131rmak"),
    ],
)
def test_names_of_one_table_may_not_look_alike(names: tuple[str, ...]) -> None:
    with pytest.raises(InvalidSetup, match="names-alike"):
        check_apart(names)


@pytest.mark.parametrize(
    "names",
    [
        ("Ann", "Anne", "Ben"),
        ("Ian", "Jan", "Lan"),
        ("Jörg", "Jürgen", "Björn", "Groß"),
        ("Νίκη", "Νίκος", "Ελένη", "Άννα", "Vicky"),
        ("Оля", "Коля", "Толя", "Вова", "Рома", "Poma Bob"),
        ("Iş\u0131l", "Ilg\u0131n", "İlker", "Çiğdem"),
        ("Nguyễn", "Hương", "Đức", "Thảo"),
        ("हिन्दी", "हन्दा"),
        ("กิก", "กุก"),
        ("李", "小龙"),
    ],
)
def test_different_names_of_all_languages_sit_together(names: tuple[str, ...]) -> None:
    for name in names:
        check_name(name)
    check_apart(names)
