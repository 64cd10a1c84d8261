"""Checks display names, the only text that people write for others to read."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from rowdy.play.bots.guest_bots import PERSON
from rowdy.play.bots.registry import is_bot
from rowdy.rules.game import InvalidSetup

MAX_NAME_LETTERS = 20
NAME_SIGNS = " -'\u2019."
"""The only signs in names besides letters, marks and decimal digits."""
LETTER_CATEGORIES = "LM"
"""The Unicode categories of letters and marks, which are allowed in any script."""
MAX_NAME_DIGITS = 4
"""The most digits in a name: enough for a year, too few for a telephone number."""
_DOTTED = re.compile(r"\.[^ .]")
"""A dot within a word, as in the address of a site."""
_UNSEEN = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]")
"""Invisible letters and marks, with which two names could look the same, or like no name at all."""
MAX_MARKS = 3
"""The most marks on one letter; scripts need no more, and more would cover the line above."""
BOT_WORD = "bot"
_NO_LETTERS = re.compile(r"[\W\d]+")
_ACCENTS = re.compile("[\u0300-\u036f]")
"""Accents on letters of any script, without the marks by which some scripts write vowels."""
_SHAPES = str.maketrans(
    "АВЕЗІКМНОРСТУХЅЈӀҮԌаезікорсухѕјӏһвтмнгпиьбԁԛԝүѵ"
    "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαγηικνορτυχωεσςβ"
    "օոսհցյզռԼՕՍ"
    "ᴀʙᴄᴅᴇɢʜɪᴊᴋʟᴍɴᴏᴘʀᴛᴜᴠᴡʏᴢ"
    "Il058\u0131\u0251\u0261\u2019\u02bc",
    "ABE31KMHOPCTYXSJ1YGae3ikopcyxsj1hbtmhrnub6dqwyv"
    "ABEZH1KMNOPTYXaynikvoptuxweocb"
    "onuhgjqnLOU"
    "abcdegh1jklmnoprtuvwyz"
    "11osbiag''",
)
"""Confusable signs, and the letters they look like: Cyrillic, Greek, Armenian, small capitals, and others."""
_PAIRS = (("rn", "m"), ("vv", "w"))
"""Two letters that look like one."""


def check_name(text: str) -> str:
    """Returns the name with its blanks normalised; `InvalidSetup` if the name is not allowed."""
    name = re.sub(" +", " ", unicodedata.normalize("NFC", text)).strip(" ")
    if not 1 <= len(name) <= MAX_NAME_LETTERS:
        raise InvalidSetup("name-length", most=MAX_NAME_LETTERS)
    for sign in name:
        if not _allowed(sign):
            raise InvalidSetup("name-sign", sign=sign)
    if not any(unicodedata.category(sign)[0] in "LN" for sign in name) or _too_many_marks(name):
        raise InvalidSetup("name-letters", name=name)
    if _DOTTED.search(name):
        raise InvalidSetup("name-dotted", name=name)
    if sum(unicodedata.category(sign) == "Nd" for sign in name) > MAX_NAME_DIGITS:
        raise InvalidSetup("name-digits", most=MAX_NAME_DIGITS)
    if _is_reserved(name):
        raise InvalidSetup("name-reserved", name=name)
    return name


def check_apart(names: Iterable[str]) -> None:
    """Raises `InvalidSetup` if two names of one table look alike."""
    known = set[str]()
    for name in names:
        looks = _looks(name)
        if looks & known:
            raise InvalidSetup("names-alike", name=name)
        known |= looks


def _allowed(sign: str) -> bool:
    kind = unicodedata.category(sign)
    return sign in NAME_SIGNS or ((kind[0] in LETTER_CATEGORIES or kind == "Nd") and not _UNSEEN.match(sign))


def _too_many_marks(name: str) -> bool:
    marks = "".join("m" if unicodedata.category(sign)[0] == "M" else " " for sign in unicodedata.normalize("NFD", name))
    return marks.startswith("m") or "m" * (MAX_MARKS + 1) in marks


def _is_reserved(name: str) -> bool:
    """True if a name could be mistaken for a bot's, or for `you`, which stands for any person in records."""
    forms = (name, *_looks(name))
    return any(is_bot(form) or form == PERSON or BOT_WORD in _NO_LETTERS.split(form) for form in forms)


def _looks(name: str) -> set[str]:
    """Returns the ways in which a name can be read; two names that look alike share one of them.

    One is its spelling and the other the shapes of its signs, each without accents and case. Shapes are found before
    case is dropped, which changes them: the Greek capital nu looks like `N`, the small one like `v`.
    """
    plain = _without_accents(name)
    spelled, shaped = (_without_accents(form.casefold()) for form in (plain, plain.translate(_SHAPES)))
    for pair, single in _PAIRS:
        shaped = shaped.replace(pair, single)
    return {spelled, shaped}


def _without_accents(text: str) -> str:
    return _ACCENTS.sub("", unicodedata.normalize("NFKD", text))
