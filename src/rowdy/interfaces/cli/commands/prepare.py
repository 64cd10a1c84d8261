"""`rowdy prepare`: compiles code ahead of play, with a bar, or a line for each part where no bar can be drawn."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from rowdy.interfaces.cli.screen import Screen
from rowdy.interfaces.words import Words
from rowdy.search.compilation import KERNEL_CACHE, KernelCache

CANNOT_KEEP = 1
"""The exit code if nothing is compiled because it could not be stored."""
Tell = Callable[[str, int], None]
"""Shows what is being done, and how many parts are done."""


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    """This command has no arguments."""


def run(screen: Screen, args: argparse.Namespace) -> int:
    return compile_missing(screen, KERNEL_CACHE)


def compile_missing(screen: Screen, cache: KernelCache) -> int:
    """Compiles what is not compiled yet, and returns the exit code."""
    words = screen.words
    if not cache.compiler():
        screen.say(words("prepare-no-compiler"))
        return 0
    parts = cache.missing()
    if not parts:
        screen.say(words("prepare-nothing"))
        return 0
    if not cache.can_keep():
        screen.complain(words("prepare-not-kept", path=cache.folder()))
        return CANNOT_KEEP
    began = time.monotonic()
    with _bar(screen, len(parts)) if screen.terminal and not screen.plain else _lines(screen, len(parts)) as tell:
        for done, part in enumerate(parts):
            tell(words(f"prepare-{part}"), done)
            cache.compile_part(part)
        tell("", len(parts))
    screen.say(words("prepare-done", seconds=round(time.monotonic() - began)))
    return 0


@contextmanager
def _lines(screen: Screen, parts: int) -> Iterator[Tell]:
    def tell(what: str, done: int) -> None:
        if what:
            screen.say(screen.words("prepare-line", what=what, number=done + 1, all=parts))

    yield tell


@contextmanager
def _bar(screen: Screen, parts: int) -> Iterator[Tell]:
    columns = (TextColumn("{task.description}"), BarColumn(24), TextColumn("{task.completed}/{task.total}"))
    with Progress(*columns, TimeElapsedColumn(), console=screen.console) as bar:
        task = bar.add_task("", total=parts)

        def tell(what: str, done: int) -> None:
            bar.update(task, description=what, completed=done)

        yield tell
