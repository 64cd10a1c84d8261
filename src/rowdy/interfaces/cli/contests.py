"""What every command that plays contests does first: it finds the journal and compiles the bots' code."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from rich.text import Text

from rowdy.interfaces.cli.screen import Screen
from rowdy.play.arena.arena import Contest
from rowdy.play.arena.journal import default_path
from rowdy.play.arena.match import GameSpec
from rowdy.play.bots.levels import SearchBot
from rowdy.play.bots.perfect import PerfectBot
from rowdy.play.bots.registry import bot
from rowdy.rules.game import GameError
from rowdy.search.compilation import KERNEL_CACHE, PERFECT, KernelCache, part_of

MAX_WORKERS = 512
"""The most processes that play matches."""


def log_path(screen: Screen, contest: Contest, log: Path | None, fresh: bool, beside: bool) -> Path:
    """The path of a contest's journal; with `fresh`, an existing one is renamed."""
    path = log or default_path(contest)
    try:
        if log is None:
            path.parent.mkdir(parents=True, exist_ok=True)
        if fresh and path.exists():
            aside = _free_name(path)
            path.rename(aside)
            tell(screen, screen.words("arena-aside", path=aside), beside)
    except OSError as error:
        raise GameError("arena-unwritable", path=path, reason=error.strerror or error) from error
    return path


def _free_name(path: Path) -> Path:
    taken = 1
    while (free := path.with_name(f"{path.stem}.{taken}{path.suffix}")).exists():
        taken += 1
    return free


def compile_for(
    screen: Screen, spec: GameSpec, bots: Collection[str], beside: bool, cache: KernelCache = KERNEL_CACHE
) -> None:
    """Compiles the code that the bots need, so that not every worker does so by itself."""
    game = spec.make()
    players = {name: bot(name, game) for name in bots}
    searching = sorted(name for name, player in players.items() if isinstance(player, SearchBot))
    parts = {PERFECT} if any(isinstance(player, PerfectBot) for player in players.values()) else set()
    if searching and (part := part_of(game)):
        parts.add(part)
    works = not parts or cache.compiler_works()
    if searching and not works:
        tell(screen, screen.words("arena-no-compiler", bots=", ".join(searching)), beside)
    if works and (todo := cache.missing(parts)):
        tell(screen, screen.words("compiling"), beside)
        for part in todo:
            cache.compile_part(part)


def tell(screen: Screen, text: str, beside: bool, style: str = "") -> None:
    """Prints a text; with `beside` on standard error, as a program reads the output."""
    if beside:
        screen.errors.print(Text(text))
    else:
        screen.say(text, style)
