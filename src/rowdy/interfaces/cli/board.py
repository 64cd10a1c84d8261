"""Boards for the terminal: what is on each square and what may be done there, never shown by colour alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from io import StringIO

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from rowdy.interfaces import terminal
from rowdy.interfaces.cli.screen import FULL, LARGE, LOWER, Screen, columns_table
from rowdy.interfaces.terminal import Cell

LARGE_HEIGHT = 5
"""The lines that a large piece takes, with its marks."""
LARGE_WIDTH = 15
"""The columns that a large piece takes, with its marks."""


def show_board(screen: Screen, rows: Sequence[Sequence[Cell]]) -> None:
    """Shows a board, given its rows from the top down."""
    if screen.plain:
        for row in rows:
            screen.say("; ".join(f"{cell.square} {_phrase(screen, cell)}" for cell in row))
    else:
        screen.show(_drawn([[_in_letters(screen, cell) for cell in row] for row in rows], screen.height))


def _in_letters(screen: Screen, cell: Cell) -> Cell:
    write = screen.in_letters
    return replace(cell, top=write(cell.top), bottom=write(cell.bottom), large=[write(line) for line in cell.large])


def styled(text: terminal.Text) -> str | Text:
    return text if isinstance(text, str) else Text.assemble(*text)


def board_text(shown: terminal.TerminalBoard, width: int) -> str:
    """The board and what is beside it as text, without colours, whatever the terminal can show."""
    console = Console(file=StringIO(), width=width, color_system=None, highlight=False, emoji=False)
    if shown.rows:
        console.print(_drawn(shown.rows, FULL), markup=False)
    for part in shown.beside:
        if isinstance(part, str):
            console.print(part, markup=False)
        else:
            console.print(columns_table(part.headers, [list(map(styled, row)) for row in part.rows]), markup=False)
    assert isinstance(console.file, StringIO)
    return "\n".join(line.rstrip() for line in console.file.getvalue().splitlines())


def _phrase(screen: Screen, cell: Cell) -> str:
    marks = {"cell-last": cell.last, "cell-target": cell.target, "cell-won": cell.won}
    notes = [screen.words(mark) for mark, on in marks.items() if on]
    return f"{cell.spoken or screen.words('cell-empty')}{''.join(f' ({note})' for note in notes)}"


def _drawn(rows: Sequence[Sequence[Cell]], height: int) -> Table:
    table = Table(box=box.ROUNDED, show_lines=height in (LARGE, FULL), padding=(0, 1), header_style="dim")
    table.add_column("", justify="right", style="dim", vertical="middle")
    for cell in rows[0]:
        table.add_column(cell.square[0], justify="center", min_width=LARGE_WIDTH if height == LARGE else 8)
    for row in rows:
        table.add_row(row[0].square[1:], *(_cell_text(cell, height) for cell in row))
    return table


def _cell_text(cell: Cell, height: int) -> Text:
    if height == LARGE:
        return _large_text(cell)
    return _small_text(cell, " " if height > LOWER else "\n")


def _large_text(cell: Cell) -> Text:
    """A large piece with its marks on both sides of the middle line, and below it the label to type."""
    lines = [*(cell.large or ("",) * LARGE_HEIGHT)]
    middle = len(lines) // 2
    if not cell.large and cell.target:
        lines[middle] = "+"
    lines[middle] = _marked(cell, lines[middle])
    label = f"{cell.bottom} +" if cell.large and cell.target else cell.bottom
    text = Text(justify="left")  # Rich would centre each line by itself, and distort the piece
    text.append("\n".join(line.center(LARGE_WIDTH) for line in lines), style=cell.style)
    text.append(f"\n{label.center(LARGE_WIDTH)}", style="dim" if label else "")
    return text


def _small_text(cell: Cell, between: str) -> Text:
    """The text of a square; a target has a plus."""
    text = Text(justify="center")
    top = _marked(cell, cell.top)
    if cell.target:
        top = f"{top} +".strip()
    text.append(top, style=cell.style)
    text.append(between)
    text.append(cell.bottom, style="dim" if cell.bottom else "")
    return text


def _marked(cell: Cell, line: str) -> str:
    """A line with its marks: arrows around the last move, brackets around what decided the game."""
    enclosed = f"[{line}]" if cell.won else line
    return f"▸{enclosed}◂" if cell.last else enclosed
