"""All words that people read, from the Fluent file of their language."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from importlib.resources import files
from typing import ClassVar

from fluent.runtime import FluentBundle, FluentResource
from fluent.syntax.ast import Junk, Message, VariableReference
from fluent.syntax.visitor import Visitor

from rowdy.rules.game import GameError
from rowdy.rules.guest_games import guest_kits

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
    bundle: FluentBundle
    _messages: dict[str, Message]
    """Our own."""
    _sentence: Callable[..., str]
    _spoken: ClassVar[dict[str, Words]] = {}

    def __new__(cls, language: str = LANGUAGES[0]) -> Words:
        if language not in cls._spoken:
            words = super().__new__(cls)
            words.language = language
            words.bundle, words._messages = _bundle(language)
            words._sentence = lru_cache(KEPT)(words._put)
            cls._spoken[language] = words
        return cls._spoken[language]

    def __call__(self, message: str, **args: object) -> str:
        # A sentence kept is found by equal arguments, and 1 equals True: so all are text or whole numbers before.
        for name, value in args.items():
            if type(value) is not str:
                args[name] = int(value) if name in COUNTED and isinstance(value, int) else str(value)
        return self._sentence(message, **args)

    def _put(self, message: str, **args: object) -> str:
        found = self.bundle.get_message(message)
        if found.value is None:
            raise KeyError(message)
        text, errors = self.bundle.format_pattern(found.value, args)
        if errors and message in self._messages:  # what a guest's words lack is seen in them, and harms nobody else
            raise KeyError(f"{message}: {errors}")
        return str(text)

    def has(self, message: str) -> bool:
        return self.bundle.has_message(message)

    def with_gaps(self, prefix: str) -> dict[str, str | dict[str, str]]:
        """All messages whose ids begin so, for a page to fill in: with `{name}` for each variable, and where there is a
        count, in each form that its numbers ask for."""
        return {message: self._with_gaps(message) for message in self._messages if message.startswith(prefix)}

    def _with_gaps(self, message: str) -> str | dict[str, str]:
        names = _variables(self._messages[message])
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


def _bundle(language: str) -> tuple[FluentBundle, dict[str, Message]]:
    resource = FluentResource(files("rowdy").joinpath("locales", f"{language}.ftl").read_text("utf-8"))
    bundle = FluentBundle([language], use_isolating=False)
    for added in (resource, *map(FluentResource, _guests_texts(language))):
        bundle.add_resource(added)  # what comes first stays: no guest can change our words
    return bundle, {entry.id.name: entry for entry in resource.body if isinstance(entry, Message)}


def _guests_texts(language: str) -> list[str]:
    """The words of games of other packages, in English where they do not speak this language."""
    texts: list[Mapping[str, str]] = [kit.interface.ftl for kit in guest_kits().values()]
    return [spoken.get(language, spoken.get(LANGUAGES[0], "")) for spoken in texts]


def words_fault(ftl: object) -> str | None:
    """What is wrong with a guest's words; there may be none."""
    if not isinstance(ftl, Mapping) or not all(isinstance(text, str) for text in ftl.values()):
        return "its words must be texts by language"
    if ftl and LANGUAGES[0] not in ftl:
        return "its words must be there in English"
    for language, text in ftl.items():
        for entry in FluentResource(text).body:
            if isinstance(entry, Junk):
                line = (entry.content or "").strip().partition("\n")[0]
                return f"its words ({language}) cannot be read from here on: {line}"
    return None


class _Variables(Visitor):
    def __init__(self) -> None:
        self.names: set[str] = set()

    def visit_VariableReference(self, node: VariableReference) -> None:  # noqa: N802  (named by fluent)
        self.names.add(node.id.name)


def _variables(message: Message) -> set[str]:
    visitor = _Variables()
    visitor.visit(message)
    return visitor.names


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
    """The language of `ROWDY_LANG`, else of the locale; the first that is set decides, and unknown ones are English."""
    names = ("ROWDY_LANG", "LC_ALL", "LC_MESSAGES", "LANG")
    locale = next((environ[name] for name in names if environ.get(name)), "")
    language = re.split(r"[-_.@]", locale.strip().lower())[0]
    return language if language in LANGUAGES else LANGUAGES[0]
