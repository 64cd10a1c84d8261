"""Display names: the only text that people write for others to read, so it is checked before anyone sees it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from rowdy.play.bots import is_bot
from rowdy.play.guests import PERSON
from rowdy.rules.game import InvalidSetup

MAX_NAME = 20
SIGNS = " -'\u2019."
KINDS = "LM"
"""Letters and marks of any script; from the other kinds of signs only decimal digits and `SIGNS`."""
_UNSEEN = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]")
"""Letters and marks by their kind that show nothing: with them two names could look alike, or like none."""
MOST_MARKS = 3
"""As many marks on one letter as scripts need; more of them would climb over the lines above."""
BOT = "bot"
_NO_LETTERS = re.compile(r"[\W\d]+")
_ACCENTS = re.compile("[\u0300-\u036f]")
"""Marks on letters of any script; those of scripts that write vowels as marks are others."""
_SHAPES = str.maketrans(
    "АВЕЗІКМНОРСТУХЅЈӀаезікорсухѕјӏһ" + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαγηικνορτυχω" + "Il0\u0131\u0251\u0261\u2019\u02bc",
    "ABE31KMHOPCTYXSJ1ae3ikopcyxsj1h" + "ABEZH1KMNOPTYXaynikvoptuxw" + "11oiag''",
)
"""Signs that look like others: Cyrillic, Greek, and the rest."""


def check_name(text: str) -> str:
    """The name with its blanks tidied; `InvalidSetup` if it cannot stand at a table."""
    name = re.sub(" +", " ", unicodedata.normalize("NFC", text)).strip(" ")
    if not 1 <= len(name) <= MAX_NAME:
        raise InvalidSetup("name-length", most=MAX_NAME)
    for sign in name:
        if not _allowed(sign):
            raise InvalidSetup("name-sign", sign=sign)
    if not any(unicodedata.category(sign)[0] in "LN" for sign in name) or _too_many_marks(name):
        raise InvalidSetup("name-letters", name=name)
    if _is_reserved(name):
        raise InvalidSetup("name-reserved", name=name)
    return name


def check_apart(names: Iterable[str]) -> None:
    """`InvalidSetup` if two names of one table look alike."""
    known = set[str]()
    for name in names:
        looks = _looks(name)
        if looks & known:
            raise InvalidSetup("names-alike", name=name)
        known |= looks


def _allowed(sign: str) -> bool:
    kind = unicodedata.category(sign)
    return sign in SIGNS or ((kind[0] in KINDS or kind == "Nd") and not _UNSEEN.match(sign))


def _too_many_marks(name: str) -> bool:
    marks = "".join("m" if unicodedata.category(sign)[0] == "M" else " " for sign in unicodedata.normalize("NFD", name))
    return marks.startswith("m") or "m" * (MOST_MARKS + 1) in marks


def _is_reserved(name: str) -> bool:
    """In a record a bot's name means the bot, and `you` nobody in particular; at tables a bot is called `Bot easy`."""
    forms = (name, *_looks(name))
    return any(is_bot(form) or form == PERSON or BOT in _NO_LETTERS.split(form) for form in forms)


def _looks(name: str) -> set[str]:
    """Names that are hard to tell apart have one in common: they are spelt alike, or each sign is shaped alike.

    That is two ways, as case changes shapes: a Greek capital looks like `N`, and the same letter if small like `v`.
    """
    plain = _without_accents(name)
    return {_without_accents(form.casefold()) for form in (plain, plain.translate(_SHAPES))}


def _without_accents(text: str) -> str:
    return _ACCENTS.sub("", unicodedata.normalize("NFKD", text))
