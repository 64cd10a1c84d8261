"""The numbered list of legal moves, grouped by piece, from which people pick one by its number."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, TypeVar

from rowdy.interfaces.cli.screen import Screen
from rowdy.rules.game import InvalidMove

MAX_DIGITS = 4
"""The most digits of a number in a list."""
MAX_SHOWN_DIGITS = 8
"""The most digits of a wrong number that the error repeats."""
MAX_NAMED = 6
"""The most moves that an error names."""
T = TypeVar("T")

_AIMED = re.compile(r"([^@-]+[@-])([a-i][1-9].*)")
"""A piece, the sign between piece and square, and the square."""


def split_move(move: Any) -> tuple[str, str]:
    """A move's text before the square it aims at, sign included, and from there on; all of it where it names none."""
    found = _AIMED.fullmatch(str(move))
    return (found[1], found[2]) if found else ("", str(move))


def grouped(moves: Sequence[Any]) -> list[Any]:
    """The moves grouped by piece, otherwise in their order."""
    pieces = [split_move(move)[0] for move in moves]
    return [move for _, move in sorted(zip(pieces, moves, strict=True), key=lambda pair: pieces.index(pair[0]))]


def list_moves(screen: Screen, moves: Sequence[Any]) -> None:
    """One line for each piece that can be played, such as `own@`, with the number and target of each move."""
    screen.say(screen.words("legal-moves", count=len(moves)))
    groups: dict[str, list[str]] = {}
    for number, move in enumerate(moves, 1):
        piece, target = split_move(move)
        groups.setdefault(piece, []).append(f"{number} {target}")
    screen.groups(groups)


def parts_of(move: Any) -> list[str]:
    """A move's piece and squares, in lower case: `own@c3` has `own` and `c3`."""
    return re.split("[@-]", str(move).casefold())


def meant(moves: Sequence[Any], line: str) -> Any:
    """The move whose piece and squares a line names, with blanks for signs; `None` if the line names no move's parts.

    Raises `InvalidMove` with the moves that have all parts of the line if it names only some.
    """
    named = line.casefold().replace("@", " ").replace("-", " ").split()
    fitting = [move for move in moves if named and not set(named) - set(parts_of(move))]
    whole = [move for move in fitting if parts_of(move) == named]
    if len(whole) == 1:
        return whole[0]
    if fitting:
        listed = ", ".join(map(str, fitting[:MAX_NAMED]))
        raise InvalidMove("part-of-move", text=line, moves=f"{listed} …" if fitting[MAX_NAMED:] else listed)
    return None


def pick_move(moves: Sequence[Any], line: str) -> Any:
    """The move with this number in a list; `None` if the line is not a number."""
    return pick(moves, line) if line.isascii() and line.isdigit() else None


def pick(choices: Sequence[T], number: str) -> T:
    """The item of a list that has this number, which is a text of digits; `InvalidMove` if there is none."""
    if len(number) > MAX_DIGITS or not 1 <= int(number) <= len(choices):
        raise InvalidMove("no-such-number", text=number[:MAX_SHOWN_DIGITS], most=len(choices))
    return choices[int(number) - 1]
