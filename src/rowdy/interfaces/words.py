"""All words that people read, from the Fluent file of their language."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from rowdy.interfaces.languages import ENGLISH, locale_text
from rowdy.interfaces.phrases import FOREIGN, FOREIGN_END, Gap, Phrase, PhraseSource, in_form
from rowdy.rules.game import GameError

if TYPE_CHECKING:
    from rowdy.interfaces.fluent_bundle import Messages

COUNTED = ("count", "height")
"""Variables that are written as amounts, as in 1,000; other integers are numbers of seats, lines, steps and so on."""

MAX_QUOTED_LETTERS = 400
"""The most letters of an unreadable text that an error repeats."""

MAX_CACHED_SENTENCES = 1 << 11
"""The number of formatted sentences of a language that are cached, as the same few hundred recur."""

_LARGE = re.compile(r"1\D?0\d\d")
"""A number that no sentence contains by itself, so that it can be found again in a formatted text."""


_FIRST, _LAST = "\ue010", "\ue011"
"""Characters that no text contains, as placeholders for two listed things."""


class Words:
    """Messages by id: `words("ask-game", count=4)`. There is one object for each language, so all share its cache.

    With `marks`, of which there is another, words that a guest has only in another language stand between
    `phrases.FOREIGN` and `FOREIGN_END`, from where they are made up to where they are sent.
    """

    language: str
    marks: bool
    _fixed: dict[str, str]
    """Our messages without variables, such as most of the help, which need not wait for Fluent to be imported."""
    _sentence: Callable[..., str]
    _gaps: dict[str, dict[str, str | dict[str, str]]]
    _lists: dict[str, tuple[str, str, str]]
    """The messages that list two things, each as the texts before, between and after them."""
    _in_english: frozenset[str]
    """Messages that the language does not have yet."""
    _spoken: ClassVar[dict[tuple[str, bool], Words]] = {}

    def __new__(cls, language: str = ENGLISH, marks: bool = False) -> Words:
        if (language, marks) not in cls._spoken:
            words = super().__new__(cls)
            words.language = language
            words.marks = marks
            words._fixed = fixed_messages(locale_text(language))
            words._sentence = lru_cache(MAX_CACHED_SENTENCES)(words._put)
            words._gaps = {}
            words._lists = {}
            words._in_english = untranslated(locale_text(language))
            cls._spoken[language, marks] = words
        return cls._spoken[language, marks]

    def __call__(self, message: str, **args: object) -> str:
        # Cached sentences are found by equal arguments. As 1 equals True, all are made texts or integers first; and as
        # phrases with the same text may differ in another form, their sources are part of the key.
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
        from rowdy.interfaces.fluent_bundle import (
            Messages,
        )  # importing it takes longer than the rest of a short command

        return Messages(self.language, self.locale, locale_text(self.language))

    @property
    def locale(self) -> str:
        """The name of the language for browsers and libraries, such as `pt-PT`."""
        return self._fixed["locale"]

    def _put(self, message: str, sources: tuple[PhraseSource, ...], **args: object) -> str:
        if message in self._fixed:
            return self._fixed[message]
        if message in self._in_english:
            return Words(ENGLISH)._sentence(message, sources, **args)
        text = self._messages.put(message, args)
        if self.marks and message in self._messages.foreign:
            text = f"{FOREIGN}{text}{FOREIGN_END}"
        if "form" in args or not self._messages.has_forms(message):
            return text
        return Phrase(text, Named(self, message, tuple(args.items()), sources))

    def has(self, message: str) -> bool:
        return message in self._fixed or message in self._in_english or self._messages.has(message)

    def with_gaps(self, prefix: str) -> dict[str, str | dict[str, str]]:
        """All messages whose ids begin with the prefix, for a page to fill in: with `{name}` or `{name:form}` for each
        variable, and one text for each plural category if there is a count."""
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
        """A number as the language writes it, rounded to `digits` decimals."""
        return self._messages.number(number, digits)

    def error(self, error: GameError) -> str:
        """What went wrong and why, in one sentence."""
        details = {
            name: self.error(value) if isinstance(value, GameError) else _tame(value)
            for name, value in error.details.items()
        }
        message = f"error-{error.code}"
        if not self.has(message):  # a game of another package may have reasons without words
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
        """The text of a message that lists two things, before, between and after them.

        Lists are made for every step of a game and rarely recur, and formatting each by Fluent would take too long.
        """
        if message not in self._lists:
            before, _, rest = self(message, first=_FIRST, last=_LAST).partition(_FIRST)
            between, _, after = rest.partition(_LAST)
            self._lists[message] = before, between, after
        return self._lists[message]


class Named(NamedTuple):
    """A message with its arguments, to be put into another form."""

    words: Words
    message: str
    args: tuple[tuple[str, object], ...]
    sources: tuple[PhraseSource, ...]

    def in_form(self, form: str) -> str:
        return self.words._sentence(self.message, self.sources, form=form, **dict(self.args))


class Listed(NamedTuple):
    """A list of things; another form of the list is the list of their other forms."""

    words: Words
    last: str
    items: tuple[str, ...]
    sources: tuple[PhraseSource, ...]

    def in_form(self, form: str) -> str:
        return self.words._joined([str(in_form(item, form)) for item in self.items], self.last)


def _tame(value: object) -> object:
    """A detail that somebody may have typed, shortened and without control codes of a terminal."""
    if isinstance(value, int):
        return value
    text = "".join(letter if letter.isprintable() else "�" for letter in str(value))
    return text if len(text) <= MAX_QUOTED_LETTERS else f"{text[:MAX_QUOTED_LETTERS]}…"


# Untranslated messages

NOT_YET = "### Not translated yet: "
"""The beginning of the comment that lists the messages which a language takes from English."""


def untranslated(text: str) -> frozenset[str]:
    """The messages that a Fluent file says are still to be translated."""
    found = [line.removeprefix(NOT_YET) for line in text.splitlines() if line.startswith(NOT_YET)]
    return frozenset(", ".join(found).split(", ")) - {""}


# Messages without variables

_BEGIN = re.compile(r"([a-z][\w-]*) =(.*)", re.IGNORECASE)


def fixed_messages(text: str) -> dict[str, str]:
    """The messages of a Fluent file that are plain text, as Fluent would format them."""
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
