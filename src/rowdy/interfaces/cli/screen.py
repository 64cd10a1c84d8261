"""The terminal: coloured and drawn, or plain lines for pipes, screen readers and those who prefer them."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Literal, TextIO

from rowdy.interfaces.words import Words

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.text import Text

NARROW = 60
"""A terminal with fewer columns cannot show a board beside its marks."""


INTERRUPTED = 130
"""The exit code of a command that was stopped by Ctrl-C, as shells have it."""
CONTROLS = dict.fromkeys((7, 8, 11, 12, 13))
"""Characters that would ring, go back or overwrite."""
QUIT = ("quit", "q", "exit")
"""What a person types to leave a prompt."""


class LeavePrompt(Exception):
    """The person wants to stop here."""


class Screen:
    """Shows and asks. `plain` draws no boxes and tells the board in lines; it is on wherever boxes would not do.

    Rich is loaded only where something is drawn or lines are broken, as it takes longer than most commands.
    """

    def __init__(self, words: Words, plain: bool = False) -> None:
        self.words = words
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="replace")
        self.terminal = sys.stdout.isatty()
        self.dumb = os.environ.get("TERM", "dumb") == "dumb"
        narrow = shutil.get_terminal_size().columns < NARROW
        self.plain = plain or not self.terminal or self.dumb or narrow
        self.interactive = sys.stdin.isatty() and self.terminal

    @cached_property
    def console(self) -> Console:
        return self._console(broken=self.terminal)

    @cached_property
    def errors(self) -> Console:
        return self._console(broken=sys.stderr.isatty(), stderr=True)

    def _console(self, broken: bool, stderr: bool = False) -> Console:
        """Lines are broken where somebody reads them, not where a program does."""
        from rich.console import Console

        colours: Literal["auto"] | None = None if self.plain else "auto"
        return Console(color_system=colours, highlight=False, emoji=False, soft_wrap=not broken, stderr=stderr)

    def show(self, item: RenderableType) -> None:
        self.console.print(item, markup=False)

    def say(self, text: str, style: str = "") -> None:
        if self.plain and not self.terminal:
            _write(sys.stdout, text)
        else:
            from rich.text import Text

            self.console.print(Text(text, style="" if self.plain else style))

    def complain(self, text: str) -> None:
        """Says what went wrong, beside the game and not in it where they go different ways."""
        if self.plain and not sys.stderr.isatty():
            _write(sys.stderr, text)
        else:
            from rich.text import Text

            self.errors.print(Text(text, style="" if self.plain else "bold red"))

    def markdown(self, text: str) -> None:
        if self.plain:
            self.say(text)
        else:
            from rich.markdown import Markdown

            self.show(Markdown(text))

    def groups(self, groups: Mapping[str, Sequence[str]]) -> None:
        """Short entries under a label each, in columns, and broken between entries only."""
        if self.plain:
            for label, entries in groups.items():
                self.say(f"  {label}{': ' if label else ''}{', '.join(entries)}")
            return
        labels = max(map(len, groups))
        wide = 2 + max(len(entry) for entries in groups.values() for entry in entries)
        a_line = max(1, (self.console.width - labels - 3) // wide)
        for label, entries in groups.items():
            for start in range(0, len(entries), a_line):
                head = label if start == 0 else ""
                cells = "".join(entry.rjust(wide) for entry in entries[start : start + a_line])
                self.say(f"  {head.ljust(labels)}{cells}")

    def table(self, headers: Sequence[str], rows: Sequence[Sequence[str | Text]]) -> None:
        """A table, or where plain each row as lines that name their column."""
        if self.plain:
            for row in rows:
                self.say("; ".join(f"{header}: {cell}" for header, cell in zip(headers, row, strict=True) if cell))
            return
        from rich.table import Table
        from rich.text import Text

        table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
        for header in headers:
            table.add_column(header)
        for row in rows:
            table.add_row(*(cell if isinstance(cell, Text) else Text(cell) for cell in row))
        self.show(table)

    def ask(self, prompt: str) -> str:
        """A line from the person; `EOFError` when there are no more."""
        if self.interactive:
            try:
                return input(f"{prompt} ").strip()
            except EOFError:
                self.say("")
                raise
        self.say(prompt)
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        return line.strip()

    def wipe(self) -> None:
        """Nothing that stood on the screen can be read any more, scrolled back or not."""
        if not self.terminal:
            self.say(self.words("wiped"))
        elif self.dumb:
            self.say("\n" * shutil.get_terminal_size().lines)
        else:  # the scrollback last: clearing the screen may push it there
            sys.stdout.write("\x1b[H\x1b[2J\x1b[3J")
            sys.stdout.flush()


def _write(stream: TextIO, text: str) -> None:
    stream.write(f"{text.translate(CONTROLS)}\n")
