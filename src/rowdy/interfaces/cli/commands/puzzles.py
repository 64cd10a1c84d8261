"""`rowdy puzzles`: makes puzzles from games between bots, proves existing ones, and draws their ratings."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import TypeVar

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from rowdy.folders import data_folder
from rowdy.interfaces.cli.options import add_game
from rowdy.interfaces.cli.ray import add_ray, ray_cluster_if
from rowdy.interfaces.cli.screen import INTERRUPTED, Screen, progress_line_due
from rowdy.interfaces.drawing.spread import draw_spread
from rowdy.interfaces.titles import game_title
from rowdy.interfaces.words import Words
from rowdy.play.puzzle_journal import PuzzleJournal
from rowdy.play.puzzle_maker import PuzzleMaker, collect
from rowdy.play.puzzle_proof import fault
from rowdy.play.puzzle_run import find_all
from rowdy.play.puzzles import SHIPPED, Puzzle, Theme, format_set, games_with_puzzles, pack_set, parse_set, puzzle_set
from rowdy.rules.catalog import games
from rowdy.rules.game import InvalidSetup
from rowdy.rules.guest_games import guest_code

ACTIONS = ("make", "prove", "spread")
MAX_OF_THEME: dict[Theme, int] = {
    Theme.ROW: 400,
    Theme.WIN_2: 600,
    Theme.WIN_3: 400,
    Theme.WIN_4: 150,
    Theme.HOLD: 300,
    Theme.SAVE: 350,
    Theme.SURE: 150,
    Theme.SAFE: 150,
    Theme.HOLDS: 150,
}
"""The most puzzles of each theme in a set."""
T = TypeVar("T")


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    parser.add_argument("action", choices=ACTIONS, metavar="ACTION", help=words("help-puzzles-action"))
    add_game(parser, words, games())
    parser.add_argument("--games", type=int, default=1000, metavar="N", help=words("help-puzzles-games"))
    parser.add_argument("--seed", default="1", metavar="NAME", help=words("help-puzzles-seed"))
    parser.add_argument("--out", type=Path, metavar="FILE", help=words("help-puzzles-out"))
    add_ray(parser, words)
    parser.add_argument("--set", type=Path, metavar="FILE", help=words("help-puzzles-set"))


def run(screen: Screen, args: argparse.Namespace) -> int:
    with guest_code(args.game):
        match args.action:
            case "make":
                return _make(screen, args)
            case "prove":
                return _prove(screen, args)
            case _:
                return _spread(screen, args)


def _make(screen: Screen, args: argparse.Namespace) -> int:
    """Plays games up to the number asked for, and writes the set of all puzzles found so far."""
    if args.games < 1:
        raise InvalidSetup("puzzle-games")
    words = screen.words
    if not PuzzleMaker(args.game, args.seed).makes:
        raise InvalidSetup("no-puzzle-making", game=args.game)
    path = data_folder() / "puzzles" / f"{args.game}-{_file_name(args.seed)}.jsonl"
    stopped = False
    with PuzzleJournal(path, args.game, args.seed) as journal:
        screen.say(words("puzzles-begin", game=game_title(words, args.game), seed=args.seed, path=str(path)))
        if journal.games:
            screen.say(words("puzzles-resumed", count=journal.games))
        try:
            with (
                ray_cluster_if(screen, args.ray, beside=False) as cluster,
                closing(find_all(args.game, args.seed, range(journal.games, args.games), cluster)) as yielded,
            ):
                for found, code in _told(screen, yielded, args.games, journal.games):
                    journal.add(found, code)
        except KeyboardInterrupt:
            stopped = True
            screen.say(words("puzzles-stopped", count=journal.games))
        puzzles = collect(journal.found, MAX_OF_THEME)
    _tell_counts(screen, puzzles)
    if args.out is not None:
        packed = args.out.suffix == ".xz"
        args.out.write_bytes(pack_set(puzzles) if packed else format_set(puzzles).encode())
        screen.say(words("puzzles-written", path=str(args.out), bytes=args.out.stat().st_size))
    return INTERRUPTED if stopped else 0


def _file_name(seed: str) -> str:
    return "".join(letter if letter.isalnum() else "-" for letter in seed)[:40]


def _told(screen: Screen, items: Iterable[T], total: int, done: int = 0) -> Iterator[T]:
    """Yields the items and reports progress, by a bar or by a line now and then."""
    if screen.redraws:
        with Progress(
            TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), console=screen.console
        ) as bar:
            task = bar.add_task("", total=total, completed=done)
            for item in items:
                yield item
                bar.advance(task)
        return
    for number, item in enumerate(items, done + 1):
        yield item
        if progress_line_due(number, total):
            screen.say(screen.words("puzzles-progress", count=f"{number:,}", total=f"{total:,}"))


def _tell_counts(screen: Screen, puzzles: Iterable[Puzzle]) -> None:
    counts = Counter(puzzle.theme for puzzle in puzzles)
    screen.say(screen.words("puzzles-count", count=counts.total()))
    for theme in Theme:
        if counts[theme]:
            screen.say(f"  {screen.words(f'puzzle-theme-{theme}')}: {counts[theme]}")


def _prove(screen: Screen, args: argparse.Namespace) -> int:
    puzzles = _puzzles(args)
    for puzzle in _told(screen, puzzles, len(puzzles)):
        if why := fault(puzzle):
            raise InvalidSetup("puzzle-wrong", line=puzzle.line(), why=why)
    screen.say(screen.words("puzzles-proved", count=len(puzzles), game=game_title(screen.words, args.game)))
    return 0


def _puzzles(args: argparse.Namespace) -> Sequence[Puzzle]:
    """The puzzles of a text file, or all of the game; `InvalidSetup` if there are none."""
    if args.set is not None:
        return parse_set(args.game, args.set.read_text("utf-8"))
    if args.game not in games_with_puzzles():
        raise InvalidSetup("no-such-puzzles", themes="", games=args.game)
    return puzzle_set(args.game)


def _spread(screen: Screen, args: argparse.Namespace) -> int:
    """Draws the ratings of the puzzles of all our games, beginning with the game named."""
    if args.out is None:
        raise InvalidSetup("puzzle-out")
    shown = [args.game, *(game_id for game_id in SHIPPED if game_id != args.game)]
    ratings = {game_title(screen.words, one): [each.rating for each in puzzle_set(one)] for one in shown}
    args.out.write_text(draw_spread(ratings), "utf-8")
    screen.say(screen.words("puzzles-written", path=str(args.out), bytes=args.out.stat().st_size))
    return 0
