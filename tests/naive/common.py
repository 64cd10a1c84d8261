"""What the naive games share: the four kinds of "what is due", and squares, lines and windows found by trying all."""

from fractions import Fraction
from typing import NamedTuple, Protocol, Self


class Chance(NamedTuple):
    """Something comes up by chance: each outcome's text and its probability."""

    outcomes: dict[str, Fraction]


class Move(NamedTuple):
    """One seat (from 0) has to move."""

    seat: int
    legal: set[str]


class Window(NamedTuple):
    """Several seats answer unseen; the set of one that has answered is empty."""

    legal: dict[int, set[str]]


class Over(NamedTuple):
    """The game has ended; no winners means a draw."""

    winners: tuple[int, ...]
    reason: str


Pending = Chance | Move | Window | Over


class Game(Protocol):
    """What every naive game can do."""

    def pending(self) -> Pending: ...

    def apply(self, actor: int | None, text: str) -> None: ...

    def clone(self) -> Self: ...

    def text(self) -> str: ...


def check(pending: Pending, actor: int | None, text: str) -> None:
    """Raise ValueError unless this actor (None is chance) may do this now."""
    match pending:
        case Chance(outcomes):
            fine = actor is None and text in outcomes
        case Move(seat, legal):
            fine = actor == seat and text in legal
        case Window(answers):
            fine = actor is not None and actor in answers and text in answers[actor]
        case _:
            fine = False
    if not fine:
        raise ValueError(f"not legal now: {actor} {text}")


def one_of(value: str, *options: str) -> str:
    """The value itself, or ValueError if it is none of the options."""
    if value not in options:
        raise ValueError(f"{value} is none of {options}")
    return value


def draw_from(prefix: str, things: list[str]) -> Chance:
    """One of the things is drawn, each of them equally likely; equal ones count together."""
    return Chance({prefix + thing: Fraction(things.count(thing), len(things)) for thing in things})


def name(x: int, y: int) -> str:
    return "abcdefghijklmnopqrstuvwxyz"[x] + str(y + 1)


def place(square: str) -> tuple[int, int]:
    """Column and row of a square, both from 0."""
    return "abcdefghijklmnopqrstuvwxyz".index(square[0]), int(square[1:]) - 1


def ranks(width: int, height: int) -> list[list[str]]:
    """The squares as a position text has them: from the top row down, each from the left."""
    return [[name(x, y) for x in range(width)] for y in reversed(range(height))]


def squares(width: int, height: int) -> list[str]:
    return [square for rank in ranks(width, height) for square in rank]


def neighbours(square: str, width: int, height: int) -> list[str]:
    """The squares orthogonally next to this one."""
    x, y = place(square)
    around = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
    return [name(nx, ny) for nx, ny in around if 0 <= nx < width and 0 <= ny < height]


def lines(width: int, height: int, length: int) -> list[list[str]]:
    """Every straight run of so many adjacent squares, each once: the further left end first, or the lower one."""
    found = []
    for x in range(width):
        for y in range(height):
            for dx, dy in [(1, 0), (0, 1), (1, 1), (1, -1)]:
                run = [(x + step * dx, y + step * dy) for step in range(length)]
                if all(0 <= rx < width and 0 <= ry < height for rx, ry in run):
                    found.append([name(rx, ry) for rx, ry in run])
    return found


def window(x: int, y: int, size: int) -> set[str]:
    """The squares of the window whose lower left corner lies on this column and row."""
    return {name(x + dx, y + dy) for dx in range(size) for dy in range(size)}


def fits(needed: set[str], size: int) -> bool:
    """Do all these squares fit into one window?"""
    columns = [place(square)[0] for square in needed]
    rows = [place(square)[1] for square in needed]
    return max(columns) - min(columns) < size and max(rows) - min(rows) < size
