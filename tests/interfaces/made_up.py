"""Languages that are made up while tests run: one file each beside the others, as a translator would add it."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import TypeAlias

import pytest
from fluent.syntax import FluentParser
from fluent.syntax import ast as ftl

from rowdy.interfaces import languages as languages_module
from rowdy.interfaces.languages import ENGLISH, languages, locale_text
from rowdy.interfaces.web.http import pages
from rowdy.interfaces.words import Words


@cache
def english_messages() -> dict[str, str]:
    """The messages of English as they are written."""
    text = locale_text(ENGLISH)
    found = {}
    for entry in FluentParser().parse(text).body:
        if isinstance(entry, ftl.Message) and entry.span:
            found[entry.id.name] = text[entry.span.start : entry.span.end]
    return found


MakeUp: TypeAlias = Callable[[str, Mapping[str, str]], Words]


@pytest.fixture
def make_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[MakeUp]:
    """Makes up a language: its code, and the messages in which it differs from English, as Fluent writes them."""
    folder = tmp_path / "locales"
    shutil.copytree(languages_module.LOCALES, folder)
    monkeypatch.setattr(languages_module, "LOCALES", folder)
    made = list[str]()

    def add(code: str, messages: Mapping[str, str]) -> Words:
        english = english_messages()
        assert messages.keys() <= english.keys()
        written = {message: f"{message} = {pattern}" for message, pattern in messages.items()}
        text = "\n".join((english | written).values())
        (folder / f"{code}.ftl").write_text(text + "\n", "utf-8")
        forget()
        made.append(code)
        return Words(code)

    def forget() -> None:
        """Lets what was kept of the languages be read again."""
        languages.cache_clear()
        pages._menu.cache_clear()

    yield add
    for code in made:
        for marks in (False, True):
            Words._spoken.pop((code, marks), None)
    monkeypatch.undo()
    forget()
