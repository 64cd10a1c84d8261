"""The terminal: with colours and boxes, or plain lines for pipes, screen readers and those who prefer them."""

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
"""A terminal with at least this many columns can show a board of five columns with large pieces."""
TYPED = 12
"""The room for typing a move behind a prompt, in characters."""
LEAST_TYPED = 4
"""The least room for typing behind a prompt on its line, in characters."""


INTERRUPTED = 130
"""The exit code of a command that was stopped by Ctrl-C, as in shells."""
ANSI_CODES = re.compile(r"\x1b\[[0-9;]*m")
"""The escape sequences for colours."""
CONTROLS = dict.fromkeys((7, 8, 11, 12, 13))
"""Control characters that ring the bell, move back or overwrite."""
COMMAND_START = "rowdy "
"""The beginning of commands that people copy."""
QUIT = ("quit", "q", "exit")
"""The words that leave a prompt."""
PROGRESS_LINES = 10
"""The number of lines that report progress where no bar can be drawn."""


def progress_line_due(done: int, total: int) -> bool:
    """True if the work that was just done completes another of `PROGRESS_LINES` equal parts of the total."""
    return done * PROGRESS_LINES // total > (done - 1) * PROGRESS_LINES // total


LARGE, FULL, LOWER, LOWEST, BRIEF = range(5)
"""The ways to draw a board, from the tallest to the lowest: with large pieces, with lines between rows, without them,
with one line a row, or with the least text beside it."""


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
    """The prompt, wrapped between words."""


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
    """Shows texts and asks questions. With `plain` there are no boxes, and the board is told in lines; that is
    automatic where boxes cannot be shown.

    Rich is imported only if something is drawn or wrapped, as that takes longer than most commands.
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
        """True if a game is redrawn in the same place before every prompt."""
        self.height = FULL
        self._notes: list[_Note] = []
        """The texts since the last frame."""
        self._framing = False
        self._frame: _Frame | None = None

    @cached_property
    def console(self) -> Console:
        return self._console(broken=self.terminal)

    @cached_property
    def errors(self) -> Console:
        return self._console(broken=sys.stderr.isatty(), stderr=True)

    def _console(self, broken: bool, stderr: bool = False) -> Console:
        """A console of Rich; lines are wrapped for people, not for programs."""
        from rich.console import Console

        colours: Literal["auto"] | None = None if self.plain else "auto"
        return Console(color_system=colours, highlight=False, emoji=False, soft_wrap=not broken, stderr=stderr)

    def in_letters(self, text: str) -> str:
        """The text as this terminal will print it, for callers that need its width."""
        return plain_letters(text) if self.console.options.ascii_only else text

    def show(self, item: RenderableType) -> None:
        self.console.print(item, markup=False)

    def say(self, text: str, style: str = "", copied: bool = False) -> None:
        """Prints a paragraph. With `copied`, or with a command in it, it is not wrapped, for people to copy."""
        copied = copied or COMMAND_START in text
        if self.plain and not self.terminal:
            _write(sys.stdout, text)
        else:
            from rich.text import Text

            self._note(_Note(text, style, copied))
            self.console.print(Text(text, style="" if self.plain else style), soft_wrap=copied or None)

    def complain(self, text: str, copied: bool = False) -> None:
        """Prints an error on standard error, and repeats it in the next frame; `copied` as in `say`."""
        copied = copied or COMMAND_START in text
        if self.plain and not sys.stderr.isatty():
            _write(sys.stderr, text)
        else:
            from rich.text import Text

            self._note(_Note(text, "bold red", copied))
            self.errors.print(Text(text, style="" if self.plain else "bold red"), soft_wrap=copied or None)

    @contextmanager
    def paged(self) -> Iterator[None]:
        """A context whose output is one long page, shown in a pager to a person."""
        if not self.redraws:
            yield
            return
        from rowdy.interfaces.cli.pager import show_page

        before = len(self._notes)
        with self.console.capture() as captured:
            yield
        del self._notes[before:]  # the pager shows them
        show_page(captured.get())

    def markdown(self, text: str) -> None:
        if self.plain:
            self.say(text)
        else:
            from rich.markdown import Markdown

            self.show(Markdown(text))

    def groups(self, groups: Mapping[str, Sequence[str]]) -> None:
        """Prints groups of short entries, each with a label, in columns, wrapped only between entries."""
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
        """Prints a table; if plain, each row as lines that name their column."""
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
        """Asks for a line, with Tab completion of these words; `EOFError` at the end of the input."""
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
        """Clears the screen and shows the texts since the last frame, the drawing and its foot, so that all of it and
        the prompt are in sight. Texts that do not fit are shown as a page first if `paged`; otherwise only the last
        that fit are shown."""
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
        """Shows lines as one page or several."""
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
        """A context in which a frame is laid out again when the window is resized."""

        def redraw() -> None:
            self._lay_out(frame)
            sys.stdout.write(f"{frame.folded} {typed_so_far()}")
            sys.stdout.flush()

        return on_resize(redraw)

    def _note(self, note: _Note) -> None:
        if self.redraws and not self._framing:
            self._notes.append(note)

    def _drawn(self, draw: Callable[[], None], room: int, columns: int, said: int) -> list[str]:
        """The lines of a drawing: the largest that leaves room for `said` lines, or else the largest that fits."""
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
        """Clears the screen, the scrollback and the history, so that nothing from before can be read."""
        self._notes.clear()
        self._frame = None
        forget_history()
        if not self.terminal:
            self.say(self.words("wiped"))
        elif self.dumb:
            self.say("\n" * shutil.get_terminal_size().lines)
        else:  # the scrollback last, as clearing the screen may add to it
            sys.stdout.write("\x1b[H\x1b[2J\x1b[3J")
            sys.stdout.flush()


def _write(stream: TextIO, text: str) -> None:
    stream.write(f"{text.translate(CONTROLS)}\n")


def _folded(prompt: str) -> str:
    """A prompt wrapped between words into lines of about equal length, with room for typing behind it."""
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
    """The number of lines of a prompt, with what is typed behind it."""
    return sum(1 + (len(line) + TYPED) // columns for line in text.split("\n"))


def _taken(note: Sequence[str], columns: int) -> int:
    """The number of screen lines that a note takes; lines to be copied may be wider than the screen."""
    return sum(max(1, -(-len(ANSI_CODES.sub("", line)) // columns)) for line in note)


def _last(notes: Sequence[list[str]], room: int, columns: int) -> list[list[str]]:
    """The last of these notes that fit into the room; each is shown completely or not at all."""
    kept: list[list[str]] = []
    for note in reversed(notes):
        room -= _taken(note, columns)
        if room < 0:
            break
        kept.insert(0, note)
    return kept
