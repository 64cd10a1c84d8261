"""The terminal: coloured and drawn, or plain lines for pipes, screen readers and those who prefer them."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence

from rich.console import Console, RenderableType
from rich.markdown import Markdown
from rich.table import Table
from rich.text import Text

from rowdy.interfaces.words import Words

PLAIN_WIDTH = 100


class Screen:
    """Shows and asks. `plain` draws no boxes and tells the board in lines; it is on wherever output is no terminal."""

    def __init__(self, words: Words, plain: bool = False) -> None:
        self.words = words
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="replace")
        terminal = sys.stdout.isatty()
        self.plain = plain or not terminal or os.environ.get("TERM") == "dumb"
        self.terminal = terminal
        self.interactive = sys.stdin.isatty() and terminal
        if self.plain:
            self.console = Console(color_system=None, highlight=False, width=PLAIN_WIDTH, soft_wrap=True, emoji=False)
        else:
            self.console = Console(highlight=False, emoji=False)
        self.errors = Console(stderr=True, highlight=False, soft_wrap=True, emoji=False)

    def show(self, item: RenderableType) -> None:
        self.console.print(item, markup=False)

    def say(self, text: str, style: str = "") -> None:
        self.console.print(Text(text, style="" if self.plain else style))

    def complain(self, text: str) -> None:
        """Says what went wrong, beside the game and not in it where they go different ways."""
        self.errors.print(Text(text, style="" if self.plain else "bold red"))

    def markdown(self, text: str) -> None:
        if self.plain:
            self.say(text)
        else:
            self.show(Markdown(text))

    def groups(self, groups: Mapping[str, Sequence[str]]) -> None:
        """Short entries under a label each, broken between entries only."""
        if self.plain:
            for label, entries in groups.items():
                self.say(f"  {label}: {', '.join(entries)}")
            return
        table = Table.grid(padding=(0, 1))
        for label, entries in groups.items():
            fixed = [entry.replace(" ", "\N{NO-BREAK SPACE}").rjust(6, "\N{NO-BREAK SPACE}") for entry in entries]
            table.add_row(Text(f"  {label}"), Text(" ".join(fixed)))
        self.show(table)

    def table(self, headers: Sequence[str], rows: Sequence[Sequence[str | Text]]) -> None:
        """A table, or where plain each row as lines that name their column."""
        if self.plain:
            for row in rows:
                self.say("; ".join(f"{header}: {cell}" for header, cell in zip(headers, row, strict=True) if cell))
            return
        table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
        for header in headers:
            table.add_column(header)
        for row in rows:
            table.add_row(*(cell if isinstance(cell, Text) else Text(cell) for cell in row))
        self.show(table)

    def ask(self, prompt: str) -> str:
        """A line from the person; `EOFError` when there are no more."""
        if self.interactive:
            return input(f"{prompt} ").strip()
        self.say(prompt)
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        return line.strip()

    def wipe(self) -> None:
        """Nothing that stood on the screen can be read any more, scrolled back or not."""
        if self.terminal:
            sys.stdout.write("\x1b[3J\x1b[2J\x1b[H")
            sys.stdout.flush()
        else:
            self.say(self.words("wiped"))
