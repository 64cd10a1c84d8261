"""`rowdy learn`: the lesson of a game at this terminal, step by step, and finally a game against the easiest bot."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from rowdy.folders import data_folder
from rowdy.interfaces.catalog import interface_kit
from rowdy.interfaces.cli import saves
from rowdy.interfaces.cli.command_words import IN_LESSON, ORDERS, read_command, read_items, suggested, taught
from rowdy.interfaces.cli.draw import Artist
from rowdy.interfaces.cli.move_list import grouped, list_moves, pick_move
from rowdy.interfaces.cli.options import add_game
from rowdy.interfaces.cli.screen import INTERRUPTED, QUIT, LeavePrompt, Screen
from rowdy.interfaces.cli.session import Session
from rowdy.interfaces.lessons import ENDGAME, JudgedTry, Teacher, without_emphasis
from rowdy.interfaces.seating import YOU, Seating
from rowdy.interfaces.titles import game_title
from rowdy.interfaces.words import Words
from rowdy.play.catalog import play_kit
from rowdy.play.dealer import Dealer
from rowdy.play.game_log import GameLog
from rowdy.play.lessons import TryVerdict
from rowdy.rules.catalog import games
from rowdy.rules.game import GameError
from rowdy.rules.guest_games import guest_code


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    add_game(parser, words, games())
    parser.add_argument("--step", type=int, metavar="NUMBER", help=words("help-learn-step"))


def run(screen: Screen, args: argparse.Namespace) -> int:
    with guest_code(args.game):
        pupil = Pupil(screen, Teacher.of(screen.words, args.game))
        return pupil.learn(pupil.resumed() if args.step is None else args.step - 1)


class Pupil:
    """Somebody who takes a lesson at this terminal."""

    def __init__(self, screen: Screen, teacher: Teacher) -> None:
        self.screen = screen
        self.words = screen.words
        self.teacher = teacher
        self.orders = play_kit(teacher.game).orders
        """True if standing orders can be given."""
        self.task = ""
        """What is to be done in this step."""

    def learn(self, at: int) -> int:
        """Goes through the steps from this one on; returns the exit code."""
        names, game_id = self.teacher.names, self.teacher.game.edition.game
        self.screen.say(self.words("learn-greeting", game=game_title(self.words, game_id)), style="bold")
        self._help()
        at = max(0, min(at, len(names) - 1))
        try:
            while at < len(names):
                _keep(game_id, names[at])
                self._introduce(at)
                if names[at] == ENDGAME:
                    return self._play_out()
                at = max(0, at + self._take(names[at]))
        except (LeavePrompt, EOFError):
            self.screen.say(self.words("learn-left", game=game_id))
        except KeyboardInterrupt:
            self.screen.say(self.words("learn-left", game=game_id))
            return INTERRUPTED
        return 0

    def _help(self) -> None:
        """What can be typed."""
        self.screen.say(self.words("learn-help", orders="yes" if self.orders else "no"))
        for line in taught(self.words, (*IN_LESSON, *(ORDERS[:2] if self.orders else ()))):
            self.screen.say(line)

    def resumed(self) -> int:
        """The number of the step at which the lesson continues."""
        name = _kept().get(self.teacher.game.edition.game, "")
        return self.teacher.names.index(name) if name in self.teacher.names else 0

    def _introduce(self, at: int) -> None:
        names = self.teacher.names
        self.screen.say("")
        self.screen.say(
            self.words("learn-step", step=at + 1, steps=len(names), title=self.teacher.title(names[at])), "bold"
        )
        self.task = without_emphasis(self.teacher.say(names[at]))
        if not self.screen.redraws or names[at] == ENDGAME:
            self.screen.say(self.task)

    def _take(self, name: str) -> int:
        """Lets somebody try until a step is solved or skipped; returns how many steps to go forward, or back."""
        moves: tuple[str, ...] = ()
        found = self.teacher.answer(name, moves)
        self._show(found)
        while True:
            line = self.screen.ask(self.words("learn-prompt"), suggested(self.words, IN_LESSON))
            match read_command(self.words, line, IN_LESSON):
                case "":
                    continue
                case word if word in QUIT:
                    raise LeavePrompt
                case "?" | "help":
                    self._help()
                    self._look_again(found)
                    continue
                case "skip":
                    return 1
                case "back":
                    return -1
                case "moves":
                    list_moves(self.screen, grouped(found.view.legal))
                    self._look_again(found)
                    continue
                case _:
                    pass
            try:
                found = self._answer(name, found, moves, line)
            except GameError as error:
                self.screen.complain(self.words.error(error))
                self._look_again(found)
                continue
            if found.verdict is TryVerdict.RIGHT:
                self.screen.say(without_emphasis(found.say), style="bold")
                return 1
            moves = found.attempt.moves
            if found.verdict is TryVerdict.WRONG:
                self._show_wrong(found)
                moves, found = (), self.teacher.answer(name, ())
                self.screen.say(self.words("learn-again"))
            self._show(found)

    def _answer(self, name: str, found: JudgedTry, moves: tuple[str, ...], line: str) -> JudgedTry:
        """What a line leads to: the number of a move, moves in notation, or an order."""
        picked = pick_move(grouped(found.view.legal), line)
        order, _, rest = line.partition(" ")
        order = read_command(self.words, order, ORDERS) if self.orders and rest else ""
        if picked is not None:
            more: tuple[str, ...] = (str(picked),)
        elif order in ("show", "hold"):
            game, view = self.teacher.game, found.view
            known = play_kit(game).order_items(game, view.state, view.viewer or 0)
            more = (" ".join([order, *read_items(self.words, interface_kit(game), known, rest)]),)
        else:
            more = tuple(line.split())
        return self.teacher.answer(name, (*moves, *more))

    def _show(self, found: JudgedTry, paged: bool = False) -> None:
        """Shows the board and the moves; if the screen is redrawn before each prompt, the list is collapsed."""
        moves = grouped(found.view.legal)
        if self.screen.redraws:
            folded = self.words("moves-folded", count=len(moves)) if moves else ""
            self.screen.frame(lambda: self._draw_task(found), folded, self.words("learn-prompt"), paged)
            return
        self._draw(found)
        if moves:
            list_moves(self.screen, moves)

    def _look_again(self, found: JudgedTry) -> None:
        if self.screen.redraws:
            self._show(found, paged=True)

    def _show_wrong(self, found: JudgedTry) -> None:
        """Shows what a wrong try has led to, before it is taken back."""
        said = without_emphasis(found.say)
        if not self.screen.redraws:
            self._draw(found)
            self.screen.say(said, style="bold")
            return
        self.screen.say(said, style="bold")
        self.screen.frame(lambda: self._draw(found), "", self.words("back-to-board"))
        self.screen.ask(self.words("back-to-board"))

    def _draw_task(self, found: JudgedTry) -> None:
        """Draws the task above the board, which leaves room for it."""
        self.screen.say(self.task)
        self._draw(found)

    def _draw(self, found: JudgedTry) -> None:
        attempt, seat = found.attempt, self.teacher.lesson.seat
        artist = Artist(self.screen, self.teacher.describer, {seat: attempt.held} if self.orders else None)
        artist.draw(found.view, attempt.game_log.last_turn(seat))

    def _play_out(self) -> int:
        game, lesson = self.teacher.game, self.teacher.lesson
        labels = tuple(YOU if seat == lesson.seat else lesson.bot for seat in range(game.seats))
        start = game.parse_state(lesson.endgame)
        return Session(self.screen, GameLog(game, labels, Dealer(), start=start), Seating(labels)).run()


# Progress


def _file() -> Path:
    return data_folder() / "lessons.json"


def _kept() -> dict[str, str]:
    """For each game the name of the step at which its lesson continues."""
    try:
        kept = json.loads(saves.read_text(_file()))
    except (OSError, GameError, ValueError):
        return {}
    return {str(game): str(step) for game, step in kept.items()} if isinstance(kept, dict) else {}


def _keep(game_id: str, step: str) -> None:
    """Stores the step at which a lesson continues; if nothing can be written, lessons just start from the beginning."""
    try:
        _file().parent.mkdir(parents=True, exist_ok=True)
        saves.write_whole(_file(), json.dumps({**_kept(), game_id: step}))
    except OSError:
        pass
