"""What the benchmarks of bots share: the games, a progress line, tables, and code compiled beforehand."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence

import rowdy
from rowdy.play.dealer import Dealer
from rowdy.play.game_log import GameLog
from rowdy.rules.game import AnyGame
from rowdy.search.compilation import KERNEL_CACHE, CompiledPart

VARIANTS = (("xoxo", 2), ("xoxo", 3), ("xoxo", 4), ("djeco", 2), ("rubik", 2), ("xoxo2", 2))
"""The games by id and seats."""


def games() -> dict[str, AnyGame]:
    """The same with names for a table."""
    return {name_of(game_id, seats): rowdy.game(game_id, seats=seats) for game_id, seats in VARIANTS}


def name_of(game_id: str, seats: int) -> str:
    return f"{game_id}, {seats} seats" if game_id == "xoxo" else game_id


def deal(game: AnyGame, seed: object) -> GameLog:
    """A game dealt, with its first move due."""
    return GameLog(game, ["bench"] * game.seats, Dealer(str(seed)))


def compile_first(parts: Iterable[CompiledPart] | None = None) -> None:
    """Has these parts compiled, or all, so that no measurement waits for it."""
    for part in KERNEL_CACHE.missing(parts):
        tell(f"compiling {part}")
        KERNEL_CACHE.compile_part(part)


def tell(text: str = "") -> None:
    """Overwrites the progress line, if somebody looks on."""
    if sys.stdout.isatty():
        print(f"\r{text:<78}\r{text}", end="", flush=True)


def print_table(headers: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Names to the left, figures to the right."""
    tell()
    lines = [list(headers), *map(list, rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for first, *others in lines:
        cells = [cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True)]
        print("  ".join([first.ljust(widths[0]), *cells]).rstrip(), flush=True)
