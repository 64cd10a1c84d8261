"""All words that people read, from the Fluent file of their language."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cached_property, lru_cache
from pkgutil import get_data
from typing import TYPE_CHECKING, ClassVar

from rowdy.rules.game import GameError

if TYPE_CHECKING:
    from rowdy.interfaces.fluent_bundle import Messages

LANGUAGES = ("en", "de")
"""The first is spoken where no other is asked for."""

COUNTED = ("count", "height")
"""Variables that choose a plural; all others are text, so that a line or a seat is never written like an amount."""

MAX_LETTERS = 400
"""How many letters of a text that could not be read are repeated in an error."""

KEPT = 1 << 14
"""How many formatted sentences of a language are cached: the same few hundred come again and again."""

MANY = 1002
_MANY = re.compile(r"1\D?002")
"""A number that no sentence has of itself, so that it can be found again where it was written."""


class Words:
    """Messages by id: `words("ask-game", count=4)`. There is one object a language, so all share what it keeps."""

    language: str
    _fixed: dict[str, str]
    """Our messages that never change, which most of the help does not, so that it need not wait for Fluent."""
    _sentence: Callable[..., str]
    _spoken: ClassVar[dict[str, Words]] = {}

    def __new__(cls, language: str = LANGUAGES[0]) -> Words:
        if language not in cls._spoken:
            words = super().__new__(cls)
            words.language = language
            words._fixed = fixed_messages(locale_text(language))
            words._sentence = lru_cache(KEPT)(words._put)
            cls._spoken[language] = words
        return cls._spoken[language]

    def __call__(self, message: str, **args: object) -> str:
        # A sentence kept is found by equal arguments, and 1 equals True: so all are text or whole numbers before.
        for name, value in args.items():
            if type(value) is not str:
                args[name] = int(value) if name in COUNTED and isinstance(value, int) else str(value)
        return self._sentence(message, **args)

    @cached_property
    def _messages(self) -> Messages:
        from rowdy.interfaces.fluent_bundle import Messages  # takes longer to load than the rest of a short command

        return Messages(self.language, locale_text(self.language))

    def _put(self, message: str, **args: object) -> str:
        return self._fixed.get(message) or self._messages.put(message, args)

    def has(self, message: str) -> bool:
        return message in self._fixed or self._messages.has(message)

    def with_gaps(self, prefix: str) -> dict[str, str | dict[str, str]]:
        """All messages whose ids begin so, for a page to fill in: with `{name}` for each variable, and where there is a
        count, in each form that its numbers ask for."""
        return {message: self._with_gaps(message) for message in self._messages.own if message.startswith(prefix)}

    def _with_gaps(self, message: str) -> str | dict[str, str]:
        names = self._messages.variables(message)
        gaps: dict[str, object] = {name: f"{{{name}}}" for name in names}
        if "count" not in names:
            return self._put(message, **gaps)
        one, many = (self._put(message, **{**gaps, "count": count}) for count in (1, MANY))
        return {"one": one, "other": _MANY.sub("{count}", many)}

    def error(self, error: GameError) -> str:
        """What went wrong and why, in one sentence."""
        details = {
            name: self.error(value) if isinstance(value, GameError) else _tame(value)
            for name, value in error.details.items()
        }
        message = f"error-{error.code}"
        if not self.has(message):  # a game of another package may have reasons, but no words for them
            return self("error-any", code=_tame(error))
        return self(message, **details)

    def listing(self, items: list[str]) -> str:
        """Several things in a sentence: `a, b and c`."""
        if len(items) < 2:
            return "".join(items)
        return self("list-and", first=", ".join(items[:-1]), last=items[-1])


def _tame(value: object) -> object:
    """A detail that somebody may have typed, neither endless nor with codes that a terminal would obey."""
    if isinstance(value, int):
        return value
    text = "".join(letter if letter.isprintable() else "�" for letter in str(value))
    return text if len(text) <= MAX_LETTERS else f"{text[:MAX_LETTERS]}…"


# Messages that never change

_BEGIN = re.compile(r"([a-z][\w-]*) =(.*)", re.IGNORECASE)


def locale_text(language: str) -> str:
    data = get_data("rowdy", f"locales/{language}.ftl")
    assert data is not None
    return data.decode()


def fixed_messages(text: str) -> dict[str, str]:
    """The messages of a Fluent file that are text alone, as Fluent would put them."""
    found = dict[str, list[str]]()
    lines: list[str] = []
    for line in text.splitlines():
        if begun := _BEGIN.match(line):
            lines = found[begun[1]] = [begun[2].strip()]
        elif line[:1] in ("", " ", "}"):
            lines.append(line)
        else:
            lines = []
    return {message: _dedented(lines) for message, lines in found.items() if not any("{" in line for line in lines)}


def _dedented(lines: list[str]) -> str:
    first, *rest = lines
    indent = min((len(line) - len(line.lstrip()) for line in rest if line.strip()), default=0)
    return "\n".join([first, *(line[indent:] for line in rest)]).strip()


# Which language

_WISH = re.compile(r"(\*|[a-z]{1,8})(?:-[a-z0-9]{1,8})*(?:;q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?")
"""One language of an Accept-Language header, without blanks, and how much it is liked."""


def pick_language(header: str) -> str:
    """The language that an Accept-Language header likes best: `de-AT` is German, what cannot be read is left out."""
    liked = dict[str, float]()
    for wish in "".join(header.lower().split()).split(","):
        if found := _WISH.fullmatch(wish):
            language, quality = found.groups()
            liked[language] = max(float(quality or 1), liked.get(language, 0))
    for language in LANGUAGES:
        liked.setdefault(language, liked.get("*", 0))
    best = max((language for language in liked if language in LANGUAGES), key=liked.__getitem__)
    return best if liked[best] else LANGUAGES[0]


def language_of_environment(environ: Mapping[str, str]) -> str:
    """The language of `ROWDY_LANG`, else of the locale; the first that is set decides, and unknown ones are English.

    As with gettext, `LANGUAGE` lists what somebody would rather read than the locale's language, and `C` has none.
    """
    locale = next((environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environ.get(name)), "")
    if environ.get("ROWDY_LANG"):
        wishes = [environ["ROWDY_LANG"]]
    elif _language(locale) in ("", "c", "posix"):
        wishes = []
    else:
        wishes = [*environ.get("LANGUAGE", "").split(":"), locale]
    return next((language for language in map(_language, wishes) if language in LANGUAGES), LANGUAGES[0])


def _language(locale: str) -> str:
    return re.split(r"[-_.@]", locale.strip().lower())[0]
