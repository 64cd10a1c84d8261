"""All words that people read, from the Fluent file of their language."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from rowdy.interfaces.languages import ENGLISH, locale_text
from rowdy.interfaces.phrases import Gap, Phrase, PhraseSource, in_form
from rowdy.rules.game import GameError

if TYPE_CHECKING:
    from rowdy.interfaces.fluent_bundle import Messages

COUNTED = ("count", "height")
"""Variables that are written like amounts, as in 1,000; other whole numbers are seats, lines, steps and the like."""

MAX_LETTERS = 400
"""How many letters of a text that could not be read are repeated in an error."""

KEPT = 1 << 14
"""How many formatted sentences of a language are cached: the same few hundred come again and again."""

_LARGE = re.compile(r"1\D?0\d\d")
"""A number that no sentence has of itself, so that it can be found again where it was written."""


_FIRST, _LAST = "\ue010", "\ue011"
"""Letters that no text has, in place of two things that are listed."""


class Words:
    """Messages by id: `words("ask-game", count=4)`. There is one object a language, so all share what it keeps."""

    language: str
    _fixed: dict[str, str]
    """Our messages that never change, which most of the help does not, so that it need not wait for Fluent."""
    _sentence: Callable[..., str]
    _gaps: dict[str, dict[str, str | dict[str, str]]]
    _in_english: frozenset[str]
    """Messages that the language does not have yet."""
    _spoken: ClassVar[dict[str, Words]] = {}

    def __new__(cls, language: str = ENGLISH) -> Words:
        if language not in cls._spoken:
            words = super().__new__(cls)
            words.language = language
            words._fixed = fixed_messages(locale_text(language))
            words._sentence = lru_cache(KEPT)(words._put)
            words._gaps = {}
            words._in_english = untranslated(locale_text(language))
            cls._spoken[language] = words
        return cls._spoken[language]

    def __call__(self, message: str, **args: object) -> str:
        # A sentence kept is found by equal arguments. 1 equals True, so all are text or whole numbers before; and
        # phrases that read the same may differ in another form, so what they were made of counts too.
        sources: tuple[PhraseSource, ...] = ()
        for name, value in args.items():
            kind = type(value)
            if kind is str or kind is int:
                continue
            if isinstance(value, Phrase):
                sources += (value.source,)
            else:
                args[name] = int(value) if name in COUNTED and isinstance(value, int) else str(value)
        return self._sentence(message, sources, **args)

    @cached_property
    def _messages(self) -> Messages:
        from rowdy.interfaces.fluent_bundle import Messages  # takes longer to load than the rest of a short command

        return Messages(self.language, self.locale, locale_text(self.language))

    @property
    def locale(self) -> str:
        """The name by which browsers and libraries know the language, such as `pt-PT`."""
        return self._fixed["locale"]

    def _put(self, message: str, sources: tuple[PhraseSource, ...], **args: object) -> str:
        if message in self._fixed:
            return self._fixed[message]
        if message in self._in_english:
            return Words(ENGLISH)._sentence(message, sources, **args)
        text = self._messages.put(message, args)
        if "form" in args or not self._messages.has_forms(message):
            return text
        return Phrase(text, Named(self, message, tuple(args.items()), sources))

    def has(self, message: str) -> bool:
        return message in self._fixed or message in self._in_english or self._messages.has(message)

    def with_gaps(self, prefix: str) -> dict[str, str | dict[str, str]]:
        """All messages whose ids begin so, for a page to fill in: with `{name}` for each variable, or `{name:form}`;
        and where there is a count, by the plural categories of the language."""
        if prefix not in self._gaps:
            messages = [message for message in self._messages.own if message.startswith(prefix)]
            self._gaps[prefix] = {message: self._with_gaps(message) for message in messages}
            if self._in_english:
                english = Words(ENGLISH).with_gaps(prefix)
                self._gaps[prefix] |= {message: english[message] for message in self._in_english & english.keys()}
        return self._gaps[prefix]

    def _with_gaps(self, message: str) -> str | dict[str, str]:
        names = self._messages.variables(message)
        gaps: dict[str, object] = {name: Gap(name).phrase for name in names}
        if "count" not in names:
            return str(self._put(message, (), **gaps))
        texts = {
            category: _LARGE.sub("{count}", self._put(message, (), **{**gaps, "count": number}))
            for category, number in self._messages.plurals(message, "count").items()
        }
        return texts if len(set(texts.values())) > 1 else texts.popitem()[1]

    def number(self, number: float, digits: int = 0) -> str:
        """A number as the language writes it, rounded to so many digits after the point or comma."""
        return self._messages.number(number, digits)

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

    def listing(self, items: Sequence[str]) -> str:
        """Several things in a sentence: `a, b and c`."""
        return self._listed(items, "list-and")

    def series(self, items: Iterable[str]) -> str:
        """Several things one after the other: `a, b, c`."""
        return self._listed(tuple(items), "list-comma")

    def _listed(self, items: Sequence[str], last: str) -> str:
        text = self._joined(items, last)
        sources = tuple(item.source for item in items if isinstance(item, Phrase))
        return Phrase(text, Listed(self, last, tuple(items), sources)) if sources else text

    def _joined(self, items: Sequence[str], last: str) -> str:
        if len(items) < 2:
            return "".join(items)
        before, between, after = self._around("list-comma")
        text = items[0]
        for item in items[1:-1]:
            text = f"{before}{text}{between}{item}{after}"
        before, between, after = self._around(last)
        return f"{before}{text}{between}{items[-1]}{after}"

    def _around(self, message: str) -> tuple[str, str, str]:
        """What a message that lists two things writes before, between and after them.

        Lists are made for every step of a game, and few come again: to format each would take longer than all else.
        """
        before, _, rest = self(message, first=_FIRST, last=_LAST).partition(_FIRST)
        between, _, after = rest.partition(_LAST)
        return before, between, after


class Named(NamedTuple):
    """A message with what was filled in, to be put in another form."""

    words: Words
    message: str
    args: tuple[tuple[str, object], ...]
    sources: tuple[PhraseSource, ...]

    def in_form(self, form: str) -> str:
        return self.words._sentence(self.message, self.sources, form=form, **dict(self.args))


class Listed(NamedTuple):
    """Several things, each of which is put in the form that all are asked for in."""

    words: Words
    last: str
    items: tuple[str, ...]
    sources: tuple[PhraseSource, ...]

    def in_form(self, form: str) -> str:
        return self.words._joined([str(in_form(item, form)) for item in self.items], self.last)


def _tame(value: object) -> object:
    """A detail that somebody may have typed, neither endless nor with codes that a terminal would obey."""
    if isinstance(value, int):
        return value
    text = "".join(letter if letter.isprintable() else "�" for letter in str(value))
    return text if len(text) <= MAX_LETTERS else f"{text[:MAX_LETTERS]}…"


# Messages that are not there yet

NOT_YET = "### Not translated yet: "
"""How the comment begins that lists the messages which a language takes from English."""


def untranslated(text: str) -> frozenset[str]:
    """The messages that a Fluent file says are still to be translated."""
    found = [line.removeprefix(NOT_YET) for line in text.splitlines() if line.startswith(NOT_YET)]
    return frozenset(", ".join(found).split(", ")) - {""}


# Messages that never change

_BEGIN = re.compile(r"([a-z][\w-]*) =(.*)", re.IGNORECASE)


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
