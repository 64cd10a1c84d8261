"""`rowdy puzzle`: the puzzle of the day at this terminal, or others one after the other."""

from __future__ import annotations

import argparse
import json
from datetime import date
from pathlib import Path
from random import Random
from typing import Any

from rowdy.folders import data_folder
from rowdy.interfaces.cli import saves
from rowdy.interfaces.cli.command_words import IN_PUZZLE, read_command, suggested, taught
from rowdy.interfaces.cli.draw import Artist
from rowdy.interfaces.cli.move_list import grouped, list_moves, pick_move
from rowdy.interfaces.cli.screen import INTERRUPTED, QUIT, LeavePrompt, Screen
from rowdy.interfaces.puzzles import Setter, share_text, turn_of_try
from rowdy.interfaces.titles import game_title
from rowdy.interfaces.words import Words
from rowdy.play.explorer import look_ahead
from rowdy.play.lessons import TryVerdict
from rowdy.play.puzzle_progress import PuzzleProgress
from rowdy.play.puzzles import Puzzle, PuzzleTry, Theme, choose, daily, find_puzzle, games_with_puzzles, try_puzzle
from rowdy.rules.game import GameError, InvalidSetup, Over
from rowdy.rules.guest_games import guest_code
from rowdy.search.catalog import search_kit


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    parser.add_argument("id", nargs="?", metavar="ID", help=words("help-puzzle-id"))
    parser.add_argument("--endless", action="store_true", help=words("help-puzzle-endless"))
    parser.add_argument("--game", metavar="GAME", help=words("help-puzzle-game"))
    parser.add_argument("--theme", metavar="THEME", help=words("help-puzzle-theme", themes=", ".join(Theme)))
    parser.add_argument("--date", metavar="DATE", help=words("help-puzzle-date"))
    parser.add_argument("--seed", metavar="TEXT", help=words("help-puzzle-seed"))
    parser.add_argument("--export", type=Path, metavar="FILE", help=words("help-puzzle-export"))
    parser.add_argument("--import", type=Path, metavar="FILE", dest="import_", help=words("help-puzzle-import"))


def run(screen: Screen, args: argparse.Namespace) -> int:
    if args.import_ is not None:
        return _import(screen, args.import_)
    if args.export is not None:
        return _export(screen, args.export)
    for name, known in ((args.game, games_with_puzzles()), (args.theme, tuple(map(str, Theme)))):
        if name is not None and name not in known:
            raise InvalidSetup("puzzle-unknown", name=name, known=", ".join(known))
    solver = Solver(screen)
    try:
        if args.id is not None:
            solver.solve(find_puzzle(args.id.lower()))
        elif args.endless or args.game or args.theme:
            solver.go_on(Random(args.seed), args.game, args.theme, args.endless)
        else:
            day = _day(args.date)
            solver.solve(daily(day), day)
    except (LeavePrompt, EOFError):
        screen.say(screen.words("puzzle-left"))
    except KeyboardInterrupt:
        return INTERRUPTED
    return 0


def _day(text: str | None) -> date:
    if text is None:
        return date.today()
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise InvalidSetup("puzzle-date", text=text) from None


class Solver:
    """Somebody who solves puzzles at this terminal."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self.words = screen.words
        self.progress = read_progress()

    def go_on(self, rng: Random, game: str | None, theme: str | None, endless: bool) -> None:
        """One puzzle near the player's rating, or one after the other."""
        while True:
            games, themes = (game,) if game else (), (theme,) if theme else ()
            near = self.progress.rating.rating
            self.solve(choose(rng, games=games, themes=themes, near=near, seen=self.progress.seen))
            if not endless:
                return

    def solve(self, puzzle: Puzzle, day: date | None = None) -> None:
        """Lets somebody try until the puzzle is solved, or its answer is shown."""
        with guest_code(puzzle.game):
            setter = Setter(self.words, puzzle)
            sitting = _Sitting(self.screen, setter)
            solved = sitting.solve(day)
        before = self.progress
        first = solved and not sitting.wrong
        self.progress = before.finished(puzzle, first, rated=not (solved and sitting.hints and first))
        if solved and day is not None:
            self.progress = self.progress.solved_daily(day)
        keep_progress(self.progress)
        rating, change = round(self.progress.rating.rating), self.progress.rating.rating - before.rating.rating
        if puzzle.id in before.seen:
            self.screen.say(self.words("puzzle-again-same"))
        else:
            self.screen.say(self.words("puzzle-rating", rating=str(rating), change=f"{change:+.0f}"))
        if solved and day is not None:
            streak = self.progress.days.streak(day)
            self.screen.say("")
            text = share_text(self.words, puzzle, day, sitting.wrong, sitting.hints, streak)
            self.screen.say(text, copied=True)


class _Sitting:
    """One puzzle from its board to its end."""

    def __init__(self, screen: Screen, setter: Setter) -> None:
        self.screen = screen
        self.words = screen.words
        self.setter = setter
        self.wrong = 0
        self.hints = 0

    def solve(self, day: date | None) -> bool:
        """True if the puzzle was solved; otherwise its answer was shown."""
        puzzle, words = self.setter.puzzle, self.words
        if day is not None:
            self.screen.say(words("puzzle-of-the-day", day=day.isoformat()), style="bold")
        self.screen.say(
            words("puzzle-head", game=game_title(words, puzzle.game), difficulty=self.setter.difficulty, id=puzzle.id)
        )
        self.screen.say(self.setter.title, style="bold")
        self._help()
        found, moves = self.setter.start, tuple[str, ...]()
        self._show(found)
        while True:
            line = self.screen.ask(words("puzzle-prompt"), suggested(words, IN_PUZZLE)).strip()
            match read_command(words, line, IN_PUZZLE):
                case "":
                    continue
                case word if word in QUIT:
                    raise LeavePrompt
                case "?" | "help":
                    self._help()
                    continue
                case "hint":
                    self.hints += 1
                    self.screen.say(self.setter.hint)
                    continue
                case "solution":
                    self.screen.say(words("puzzle-solution", moves=self.setter.solution), style="bold")
                    return False
                case "moves":
                    list_moves(self.screen, self._choices(found))
                    continue
                case "again":
                    found, moves = self.setter.start, ()
                    self._show(found)
                    continue
                case _:
                    pass
            try:
                found = try_puzzle(puzzle, (*moves, *self._read(found, line)))
            except GameError as error:
                self.screen.complain(words.error(error))
                continue
            if found.verdict is TryVerdict.RIGHT:
                self._draw(found)
                self.screen.say(self.setter.answer(found), style="bold")
                return True
            moves = tuple(str(event.action) for event in found.made if event.actor == self.setter.seat)
            if found.verdict is TryVerdict.WRONG:
                self.wrong += 1
                self._tell_wrong(found, line)
                found, moves = self.setter.start, ()
                self.screen.say(words("learn-again"))
            elif found.reply:
                self.screen.say(self.setter.answer(found), style="bold")
            self._show(found)

    def _help(self) -> None:
        """What is asked, and what can be typed."""
        self.screen.say(self.setter.say)
        self.screen.say(self.words("puzzle-help"))
        for line in taught(self.words, IN_PUZZLE):
            self.screen.say(line)

    def _choices(self, found: PuzzleTry) -> list[Any]:
        return list(self.setter.puzzle.options) or grouped(self.setter.view(found).legal)

    def _read(self, found: PuzzleTry, line: str) -> tuple[str, ...]:
        """The moves of a line: the number of a move or option, or moves in notation."""
        picked = pick_move(self._choices(found), line)
        return (str(picked),) if picked is not None else tuple(line.split())

    def _tell_wrong(self, found: PuzzleTry, line: str) -> None:
        """Tells what a wrong try leads to, with the opponent's answer if that is known."""
        self._draw(found)
        self.screen.say(self.setter.answer(found), style="bold")
        game, kit = found.game, search_kit(found.game)
        if game.facts.hidden:
            self.screen.say(self.setter.counterexample(self._read(self.setter.start, line)))
        elif kit.solved(game) and not isinstance(game.turn(found.state), Over):
            ahead = look_ahead(kit.oracle(game), found.state)
            self.screen.say(self.setter.refutation(found, ahead))

    def _show(self, found: PuzzleTry) -> None:
        self._draw(found)
        if options := self.setter.puzzle.options:
            for number, option in enumerate(options, 1):
                self.screen.say(f"  {number} {self.setter.option(option)}")
        elif not self.screen.redraws:
            list_moves(self.screen, self._choices(found))

    def _draw(self, found: PuzzleTry) -> None:
        Artist(self.screen, self.setter.describer).draw(self.setter.view(found), turn_of_try(found))


# Progress on this machine


def _file() -> Path:
    return data_folder() / "puzzles.json"


def read_progress() -> PuzzleProgress:
    """The stored progress; an empty one if there is no file, or not a valid one."""
    try:
        return PuzzleProgress.from_json(json.loads(saves.read_text(_file())))
    except (OSError, GameError, ValueError):
        return PuzzleProgress()


def keep_progress(progress: PuzzleProgress) -> None:
    """Stores the progress; if nothing can be written, ratings just start anew each time."""
    try:
        _file().parent.mkdir(parents=True, exist_ok=True)
        saves.write_whole(_file(), json.dumps(progress.to_json()))
    except OSError:
        pass


def _export(screen: Screen, path: Path) -> int:
    path.write_text(json.dumps(read_progress().to_json(), indent=1) + "\n", "utf-8")
    screen.say(screen.words("puzzle-exported", path=str(path)))
    return 0


def _import(screen: Screen, path: Path) -> int:
    try:
        value = json.loads(path.read_text("utf-8"))
    except ValueError:
        value = None
    progress = PuzzleProgress.from_json(value)
    keep_progress(progress)
    screen.say(screen.words("puzzle-imported", rating=str(round(progress.rating.rating)), count=len(progress.seen)))
    return 0
