"""The languages, one for each Fluent file in `locales`, and which of them somebody wants."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

ENGLISH = "en"
"""The default language, which games of other packages must have."""
LOCALES = Path(__file__).parents[1] / "locales"


@cache
def languages() -> tuple[str, ...]:
    """The languages by their codes, English first."""
    found = {path.stem for path in LOCALES.glob("*.ftl")}
    return (ENGLISH, *sorted(found - {ENGLISH}))


def locale_text(language: str) -> str:
    return (LOCALES / f"{language}.ftl").read_text("utf-8")


_WISH = re.compile(r"(\*|[a-z]{1,8})(?:-[a-z0-9]{1,8})*(?:;q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?")
"""One language of an Accept-Language header, without blanks, and its quality value."""


def pick_language(header: str) -> str:
    """The language that an Accept-Language header prefers; `de-AT` is German, and unreadable parts are ignored."""
    liked = dict[str, float]()
    for wish in "".join(header.lower().split()).split(","):
        if found := _WISH.fullmatch(wish):
            language, quality = found.groups()
            liked[language] = max(float(quality or 1), liked.get(language, 0))
    for language in languages():
        liked.setdefault(language, liked.get("*", 0))
    best = max((language for language in liked if language in languages()), key=liked.__getitem__)
    return best if liked[best] else ENGLISH


def language_of_environment(environ: Mapping[str, str]) -> str:
    """The language of `ROWDY_LANG`, otherwise of the locale; the first that is set decides; unknown ones are English.

    As with gettext, `LANGUAGE` lists languages that are preferred to the locale's, unless the locale is `C`.
    """
    locale = next((environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environ.get(name)), "")
    if environ.get("ROWDY_LANG"):
        wishes = [environ["ROWDY_LANG"]]
    elif _language(locale) in ("", "c", "posix"):
        wishes = []
    else:
        wishes = [*environ.get("LANGUAGE", "").split(":"), locale]
    return next((language for language in map(_language, wishes) if language in languages()), ENGLISH)


def _language(locale: str) -> str:
    return re.split(r"[-_.@]", locale.strip().lower())[0]
