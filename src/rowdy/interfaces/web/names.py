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
    looks = set[str]()
    for name in names:
        if _look(name) in looks:
            raise InvalidSetup("names-alike", name=name)
        looks.add(_look(name))


def _allowed(sign: str) -> bool:
    kind = unicodedata.category(sign)
    return sign in SIGNS or ((kind[0] in KINDS or kind == "Nd") and not _UNSEEN.match(sign))


def _too_many_marks(name: str) -> bool:
    marks = "".join("m" if unicodedata.category(sign)[0] == "M" else " " for sign in unicodedata.normalize("NFD", name))
    return marks.startswith("m") or "m" * (MOST_MARKS + 1) in marks


def _is_reserved(name: str) -> bool:
    """In a record a bot's name means the bot, and `you` nobody in particular; at tables a bot is called `Bot easy`."""
    look = _look(name)
    return any(is_bot(form) or form == PERSON for form in (name, look)) or BOT in _NO_LETTERS.split(look)


def _look(name: str) -> str:
    """What equals in names that are hard to tell apart."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
