"""Adds to the documentation's site what the code itself tells: the rules in pictures, and the public names.

A hook of MkDocs, named in mkdocs.yml. Links from docs/ to files that are not on the site lead to nothing there, so they
become plain names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from pathlib import PurePosixPath
from posixpath import normpath
from typing import TYPE_CHECKING, Any

import rowdy
from rowdy.interfaces.catalog import interface_kit
from rowdy.interfaces.drawing.examples import DrawnExample, draw_example
from rowdy.interfaces.drawing.templates import textures
from rowdy.interfaces.examples import example_game
from rowdy.interfaces.rules_markdown import parts
from rowdy.interfaces.rules_page import ExampleShown, rules_page
from rowdy.interfaces.words import Words
from rowdy.rules.catalog import CATALOG, kit

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

_LINK = re.compile(r"\[([^\]]+)\]\((\.\./[^)]+)\)")
"""A link that leads out of docs/."""


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Adds the pages that are made here."""
    from mkdocs.structure.files import File

    for game_id in CATALOG:
        files.append(File.generated(config, f"rules/{game_id}.md", content=rules_text(game_id)))
    files.append(File.generated(config, "reference.md", content=reference_text()))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Leaves the name of what lies outside docs/, without a link."""
    folder = PurePosixPath(page.file.src_uri).parent

    def leads(match: re.Match[str]) -> str:
        outside = normpath(f"{folder}/{match[2]}").startswith("..")
        return match[1] if outside else match[0]

    return _LINK.sub(leads, markdown)


def rules_text(game_id: str) -> str:
    """How to play a game by its first edition, with its example boards."""
    return "\n\n".join([str(textures()), *_rules(Words(), game_id)])


def _rules(words: Words, game_id: str) -> Iterator[str]:
    rules = kit(game_id)
    edition = rules.edition(None)
    options = rules.settle(edition, {})
    game = example_game(rules, edition, options)
    for part in parts(words, rules_page(words, rules, edition, options)):
        if isinstance(part, str):
            yield part
        else:
            yield _figure(part, draw_example(words, game, interface_kit(game).examples[part.id]))


def _figure(shown: ExampleShown, drawn: DrawnExample) -> str:
    boards = '<span aria-hidden="true">→</span>'.join(map(str, drawn.boards))
    rows = "".join(_row(row.label, row.kind, row.pieces) for row in drawn.rows)
    two = " two" if len(drawn.boards) > 1 else ""
    caption = re.sub(r"[*`]", "", shown.caption)
    return (
        f'<figure class="example"><div class="boards{two}">{boards}</div>{rows}'
        f"<figcaption>{escape(caption)}</figcaption></figure>"
    )


def _row(label: str, kind: str, pieces: tuple[tuple[Any, str], ...]) -> str:
    items = "".join(f"<li>{piece}<span>{escape(name)}</span></li>" for piece, name in pieces)
    return f'<div>{escape(label)}<ul class="{kind}">{items}</ul></div>'


def reference_text() -> str:
    """Every public name with its docstring, which mkdocstrings puts in."""
    names = [name for name in rowdy.__all__ if not name.startswith("_")]
    functions = [name for name in names if name[0].islower()]
    types = [name for name in names if not name.isupper() and name[0].isupper()]
    constants = [name for name in names if name.isupper()]
    lines = ["# Reference", "", "All public names of `rowdy`. [The library](library.md) tells how they go together."]
    for title, members in (("Functions", functions), ("Types", types), ("Constants", constants)):
        lines += ["", f"## {title}", *(f"\n::: {_home(name)}.{name}" for name in members)]
    return "\n".join(lines) + "\n"


def _home(name: str) -> str:
    """The module that defines a public name."""
    return rowdy._HOMES[name]
