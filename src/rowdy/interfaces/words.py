"""All words that people read, from the Fluent file of their language."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from fluent.runtime import FluentBundle, FluentResource

from rowdy.rules.game import GameError

LANGUAGES = ("en",)
COUNTED = ("count", "height")
"""Variables that choose a plural; all others are text, so that a line or a seat is never written like an amount."""

MOST_LETTERS = 400
"""As much of a text is repeated in an error."""


class Words:
    """Messages by id: `words("ask-game", count=4)`."""

    def __init__(self, language: str = "en") -> None:
        self.bundle = _bundle(language)

    def __call__(self, message: str, **args: object) -> str:
        found = self.bundle.get_message(message)
        if found.value is None:
            raise KeyError(message)
        plain = {
            name: value if name in COUNTED and isinstance(value, int) else str(value) for name, value in args.items()
        }
        text, errors = self.bundle.format_pattern(found.value, plain)
        if errors:
            raise KeyError(f"{message}: {errors}")
        return str(text)

    def has(self, message: str) -> bool:
        return self.bundle.has_message(message)

    def error(self, error: GameError) -> str:
        """What went wrong and why, in one sentence."""
        details = {
            name: self.error(value) if isinstance(value, GameError) else _tame(value)
            for name, value in error.details.items()
        }
        return self(f"error-{error.code}", **details)

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
    return text if len(text) <= MOST_LETTERS else f"{text[:MOST_LETTERS]}…"


@cache
def _bundle(language: str) -> FluentBundle:
    text = files("rowdy").joinpath("locales", f"{language}.ftl").read_text("utf-8")
    bundle = FluentBundle([language], use_isolating=False)
    bundle.add_resource(FluentResource(text))
    return bundle
