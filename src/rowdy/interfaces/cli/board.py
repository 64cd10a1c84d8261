"""Boards for the terminal: what lies on each square and what may be done there, never told by colour alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from io import StringIO

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from rowdy.interfaces import terminal
from rowdy.interfaces.cli.screen import FULL, LOWEST, Screen, columns_table
from rowdy.interfaces.terminal import Cell


def show_board(screen: Screen, rows: Sequence[Sequence[Cell]]) -> None:
    """Rows from the top one down."""
    if screen.plain:
        for row in rows:
            screen.say("; ".join(f"{cell.square} {_phrase(screen, cell)}" for cell in row))
    else:
        written = [
            [replace(cell, top=screen.in_letters(cell.top), bottom=screen.in_letters(cell.bottom)) for cell in row]
            for row in rows
        ]
        screen.show(_drawn(written, screen.height))


def styled(text: terminal.Text) -> str | Text:
    return text if isinstance(text, str) else Text.assemble(*text)


def board_text(shown: terminal.TerminalBoard, width: int) -> str:
    """The board and what lies beside it as letters, without colours, whatever the terminal can show."""
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
    table = Table(box=box.ROUNDED, show_lines=height == FULL, padding=(0, 1), header_style="dim")
    table.add_column("", justify="right", style="dim", vertical="middle")
    for cell in rows[0]:
        table.add_column(cell.square[0], justify="center", min_width=8)
    for row in rows:
        table.add_row(row[0].square[1:], *(_cell_text(cell, " " if height == LOWEST else "\n") for cell in row))
    return table


def _cell_text(cell: Cell, between: str) -> Text:
    """The last move stands between arrows, a target has a plus, and brackets enclose what decided the game."""
    text = Text(justify="center")
    top = f"[{cell.top}]" if cell.won else cell.top
    top = f"▸{top}◂" if cell.last else top
    if cell.target:
        top = f"{top} +".strip()
    text.append(top, style=cell.style)
    text.append(between)
    text.append(cell.bottom, style="dim" if cell.bottom else "")
    return text
