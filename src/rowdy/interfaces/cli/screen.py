"""The terminal: coloured and drawn, or plain lines for pipes, screen readers and those who prefer them."""

from __future__ import annotations

import os
import re
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
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
WIDE = 100
"""A terminal with as many columns can show a board of five columns with large pieces."""
TYPED = 12
"""How many characters a move takes, typed behind a prompt."""
LEAST_TYPED = 4
"""How many characters must find room behind a prompt on its line."""


INTERRUPTED = 130
"""The exit code of a command that was stopped by Ctrl-C, as shells have it."""
ANSI_CODES = re.compile(r"\x1b\[[0-9;]*m")
"""The codes for colours."""
CONTROLS = dict.fromkeys((7, 8, 11, 12, 13))
"""Characters that would ring, go back or overwrite."""
COMMAND_START = "rowdy "
"""What every command begins with that people copy."""
QUIT = ("quit", "q", "exit")
"""What a person types to leave a prompt."""


LARGE, FULL, LOWER, LOWEST, BRIEF = range(5)
"""How a board is drawn: with large pieces, with lines between its rows, without them, with one line for a row, or so
that the least is said beside it."""


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
    folded: str
    """The prompt in lines, broken between words."""


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
        copied = copied or COMMAND_START in text
        if self.plain and not self.terminal:
            _write(sys.stdout, text)
        else:
            from rich.text import Text

            self._note(_Note(text, style, copied))
            self.console.print(Text(text, style="" if self.plain else style), soft_wrap=copied or None)

    def complain(self, text: str, copied: bool = False) -> None:
        """Says what went wrong, beside the game and not in it where they go different ways; `copied` as in `say`."""
        copied = copied or COMMAND_START in text
        if self.plain and not sys.stderr.isatty():
            _write(sys.stderr, text)
        else:
            from rich.text import Text

            self._note(_Note(text, "bold red", copied))
            self.errors.print(Text(text, style="" if self.plain else "bold red"), soft_wrap=copied or None)

    @contextmanager
    def paged(self) -> Iterator[None]:
        """What is shown meanwhile is a long page: where a person reads it, by a pager."""
        if not self.redraws:
            yield
            return
        from rowdy.interfaces.cli.pager import show_page

        with self.console.capture() as captured:
            yield
        show_page(captured.get())

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
            frame = self._frame if self._frame and self._frame.prompt == prompt else None
            folded = frame.folded if frame else _folded(prompt)
            try:
                with self._drawn_anew(frame) if frame else nullcontext():
                    return input(f"{folded} ").strip()
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
        the prompt are in sight. What does not fit is a page of its own first if `paged`, or else the last of it is
        shown that does."""
        self._frame = _Frame(tuple(self._notes), draw, foot, prompt, _folded(prompt))
        self._notes.clear()
        self._lay_out(self._frame, paged)

    def _lay_out(self, frame: _Frame, paged: bool = False) -> None:
        columns, lines = shutil.get_terminal_size()
        foot = [frame.foot] if frame.foot else []
        room = lines - _height(frame.folded, columns) - sum(_height(line, columns) for line in foot)
        self._framing = True
        notes = [self._lines(note) for note in frame.notes]
        drawn = self._drawn(frame.draw, room, columns, sum(_taken(note, columns) for note in notes))
        kept = _last(notes, max(0, room - len(drawn)), columns)
        if paged and len(kept) < len(notes):
            self._leaf_through([line for note in notes for line in note])
            kept = []
        self._clear([*(line for note in kept for line in note), *drawn, *foot])
        self._framing = False

    def _leaf_through(self, lines: Sequence[str]) -> None:
        """Shows lines as a page of their own, or as several."""
        columns, height = shutil.get_terminal_size()
        prompts = self.words("go-on-reading"), self.words("back-to-board")
        room = height - max(_height(_folded(prompt), columns) for prompt in prompts)
        page = list[str]()
        for line in lines:
            if page and _taken([*page, line], columns) > room:
                self._clear(page)
                self.ask(prompts[0])
                page = []
            page.append(line)
        self._clear(page)
        self.ask(prompts[1])

    def _drawn_anew(self, frame: _Frame) -> AbstractContextManager[None]:
        """Lays a frame out again when the window changes its size."""

        def redraw() -> None:
            self._lay_out(frame)
            sys.stdout.write(f"{frame.folded} {typed_so_far()}")
            sys.stdout.flush()

        return on_resize(redraw)

    def _note(self, note: _Note) -> None:
        if self.redraws and not self._framing:
            self._notes.append(note)

    def _drawn(self, draw: Callable[[], None], room: int, columns: int, said: int) -> list[str]:
        """The lines of a drawing: the largest that leaves room for what was `said`, or else the largest that fits."""
        fitting: list[str] = []
        lowest: list[str] = []
        for height in (LARGE, FULL, LOWER, LOWEST, BRIEF):
            if height == LARGE and columns < WIDE:
                continue
            self.height = height
            with self.console.capture() as captured:
                draw()
            lowest = captured.get().splitlines()
            if len(lowest) <= room - said:
                fitting = lowest
                break
            if not fitting and height != LARGE and len(lowest) <= room:
                fitting = lowest
        self.height = FULL
        return fitting or lowest

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


def _folded(prompt: str) -> str:
    """A prompt in lines that are broken between words, about as long as each other, and leave room for typing."""
    columns = shutil.get_terminal_size().columns
    if len(prompt) + LEAST_TYPED <= columns:
        return prompt
    wide = columns - TYPED

    def broken(width: int) -> list[str]:
        return textwrap.wrap(prompt, width, break_long_words=False, break_on_hyphens=False)

    fewest = len(broken(wide))
    even = next(width for width in range(len(prompt) // fewest, wide + 1) if len(broken(width)) == fewest)
    return "\n".join(broken(even))


def _height(text: str, columns: int) -> int:
    """How many lines a text takes, with what is typed behind it."""
    return sum(1 + (len(line) + TYPED) // columns for line in text.split("\n"))


def _taken(note: Sequence[str], columns: int) -> int:
    """How many lines of the screen a note takes; lines that people copy may be longer than the screen."""
    return sum(max(1, -(-len(ANSI_CODES.sub("", line)) // columns)) for line in note)


def _last(notes: Sequence[list[str]], room: int, columns: int) -> list[list[str]]:
    """The last of these notes, whole, as many as there is room for."""
    kept: list[list[str]] = []
    for note in reversed(notes):
        room -= _taken(note, columns)
        if room < 0:
            break
        kept.insert(0, note)
    return kept
