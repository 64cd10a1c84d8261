"""The terminal: coloured and drawn, or plain lines for pipes, screen readers and those who prefer them."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal, TextIO

from rowdy.interfaces.cli.line_editing import complete_with, forget_history, on_resize, typed_so_far
from rowdy.interfaces.cli.plain_letters import HANDLER, plain_letters
from rowdy.interfaces.words import Words

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.table import Table
    from rich.text import Text

NARROW = 60
"""A terminal with fewer columns cannot show a board beside its marks."""
TYPED = 12
"""How many characters a move takes, typed behind a prompt."""


INTERRUPTED = 130
"""The exit code of a command that was stopped by Ctrl-C, as shells have it."""
CODES = re.compile(r"\x1b\[[0-9;]*m")
"""The codes for colours."""
CONTROLS = dict.fromkeys((7, 8, 11, 12, 13))
"""Characters that would ring, go back or overwrite."""
COMMAND = "rowdy "
"""What every command begins with that people copy."""
QUIT = ("quit", "q", "exit")
"""What a person types to leave a prompt."""


FULL, LOWER, LOWEST = range(3)
"""How high a board is drawn: with lines between its rows, without them, or with one line for a row."""


@dataclass(frozen=True)
class _Note:
    text: str
    style: str = ""
    copied: bool = False


@dataclass(frozen=True)
class _Frame:
    """What fills the screen at a prompt."""

    notes: tuple[_Note, ...]
    draw: Callable[[], None]
    foot: str
    prompt: str


def columns_table(headers: Sequence[str], rows: Sequence[Sequence[str | Text]]) -> Table:
    """A table without lines."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    for header in headers:
        table.add_column(header)
    for row in rows:
        table.add_row(*row)
    return table


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
                stream.reconfigure(errors=HANDLER)
        self.terminal = sys.stdout.isatty()
        self.dumb = os.environ.get("TERM", "dumb") == "dumb"
        narrow = shutil.get_terminal_size().columns < NARROW
        self.plain = plain or not self.terminal or self.dumb or narrow
        self.interactive = sys.stdin.isatty() and self.terminal
        self.redraws = self.interactive and not self.plain
        """Whether a game is drawn anew in the same place before every prompt."""
        self.height = FULL
        self._notes: list[_Note] = []
        """What was said since the last frame."""
        self._framing = False
        self._frame: _Frame | None = None

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

    def in_letters(self, text: str) -> str:
        """The text as this terminal can write it, for what must know beforehand how wide it is."""
        return plain_letters(text) if self.console.options.ascii_only else text

    def show(self, item: RenderableType) -> None:
        self.console.print(item, markup=False)

    def say(self, text: str, style: str = "", copied: bool = False) -> None:
        """A paragraph; `copied` if people copy from it, as they do from every line with a command: it is not broken."""
        copied = copied or COMMAND in text
        if self.plain and not self.terminal:
            _write(sys.stdout, text)
        else:
            from rich.text import Text

            self._note(_Note(text, style, copied))
            self.console.print(Text(text, style="" if self.plain else style), soft_wrap=copied or None)

    def complain(self, text: str, copied: bool = False) -> None:
        """Says what went wrong, beside the game and not in it where they go different ways; `copied` as in `say`."""
        copied = copied or COMMAND in text
        if self.plain and not sys.stderr.isatty():
            _write(sys.stderr, text)
        else:
            from rich.text import Text

            self._note(_Note(text, "bold red", copied))
            self.errors.print(Text(text, style="" if self.plain else "bold red"), soft_wrap=copied or None)

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
        from rich.text import Text

        self.show(
            columns_table(
                headers,
                [[cell if isinstance(cell, Text) else Text(self.in_letters(cell)) for cell in row] for row in rows],
            )
        )

    def ask(self, prompt: str, words: Sequence[str] = ()) -> str:
        """A line from the person, with Tab for these words; `EOFError` when there are no more."""
        if self.interactive:
            if not self.dumb:
                complete_with(words)
            try:
                with self._drawn_anew(prompt):
                    return input(f"{prompt} ").strip()
            except EOFError:
                self.say("")
                raise
        self.say(prompt)
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        return line.strip()

    def frame(self, draw: Callable[[], None], foot: str, prompt: str, paged: bool = False) -> None:
        """Clears the screen for what was said since the last frame, the drawing and its foot, so that all of it and
        the prompt are in sight. What does not fit is a page of its own first if `paged`, or else its end is shown."""
        self._frame = _Frame(tuple(self._notes), draw, foot, prompt)
        self._notes.clear()
        self._lay_out(self._frame, paged)

    def _lay_out(self, frame: _Frame, paged: bool = False) -> None:
        columns, lines = shutil.get_terminal_size()
        foot = [frame.foot] if frame.foot else []
        room = lines - _height(frame.prompt, columns) - sum(_height(line, columns) for line in foot)
        self._framing = True
        drawn = self._drawn(frame.draw, room)
        notes = [line for note in frame.notes for line in self._lines(note)]
        free = max(0, room - len(drawn))
        if paged and _end(notes, free, columns) != notes:
            self._clear(notes)
            self.ask(self.words("back-to-board"))
        self._clear([*_end(notes, free, columns), *drawn, *foot])
        self._framing = False

    def _drawn_anew(self, prompt: str) -> AbstractContextManager[None]:
        """Lays the frame of this prompt out again when the window changes its size."""
        frame = self._frame
        if frame is None or frame.prompt != prompt:
            return nullcontext()

        def redraw() -> None:
            self._lay_out(frame)
            sys.stdout.write(f"{prompt} {typed_so_far()}")
            sys.stdout.flush()

        return on_resize(redraw)

    def _note(self, note: _Note) -> None:
        if self.redraws and not self._framing:
            self._notes.append(note)

    def _drawn(self, draw: Callable[[], None], room: int) -> list[str]:
        """The lines of a drawing, as large as there is room."""
        lines: list[str] = []
        for height in (FULL, LOWER, LOWEST):
            self.height = height
            with self.console.capture() as captured:
                draw()
            lines = captured.get().splitlines()
            if len(lines) <= room:
                break
        self.height = FULL
        return lines

    def _lines(self, note: _Note) -> list[str]:
        from rich.text import Text

        with self.console.capture() as captured:
            self.console.print(Text(note.text, style=note.style), soft_wrap=note.copied or None)
        return captured.get().splitlines()

    def _clear(self, lines: Sequence[str]) -> None:
        sys.stdout.write("\x1b[H\x1b[2J" + "".join(f"{line}\n" for line in lines))
        sys.stdout.flush()

    def wipe(self) -> None:
        """Nothing that stood on the screen or was typed can be read any more, scrolled back or not."""
        self._notes.clear()
        self._frame = None
        forget_history()
        if not self.terminal:
            self.say(self.words("wiped"))
        elif self.dumb:
            self.say("\n" * shutil.get_terminal_size().lines)
        else:  # the scrollback last: clearing the screen may push it there
            sys.stdout.write("\x1b[H\x1b[2J\x1b[3J")
            sys.stdout.flush()


def _write(stream: TextIO, text: str) -> None:
    stream.write(f"{text.translate(CONTROLS)}\n")


def _height(text: str, columns: int) -> int:
    """How many lines a text takes, with what is typed behind it."""
    return sum(1 + (len(line) + TYPED) // columns for line in text.split("\n"))


def _end(lines: Sequence[str], room: int, columns: int) -> list[str]:
    """The last of these lines, as many as there is room for; those that people copy may be longer than the screen."""
    kept: list[str] = []
    for line in reversed(lines):
        room -= max(1, -(-len(CODES.sub("", line)) // columns))
        if room < 0:
            break
        kept.insert(0, line)
    return kept
