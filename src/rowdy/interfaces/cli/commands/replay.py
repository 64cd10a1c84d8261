"""`rowdy replay`: steps through a record, as any seat saw it."""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path

from rowdy.interfaces.cli import saves
from rowdy.interfaces.cli.command_words import IN_REPLAY, read_command, suggested, taught
from rowdy.interfaces.cli.draw import Artist
from rowdy.interfaces.cli.screen import QUIT, Screen
from rowdy.interfaces.describe import Describer
from rowdy.interfaces.seating import Seating
from rowdy.interfaces.words import Words
from rowdy.play.game_log import deciding
from rowdy.play.replay import record_steps
from rowdy.rules.game import View
from rowdy.rules.guest_games import guest_code
from rowdy.rules.record import ALL, SPECTATOR, Record, Viewpoint, read_eyes, viewer


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    parser.add_argument("file", type=Path, nargs="?", metavar="FILE", help=words("help-replay-file"))
    parser.add_argument("--eyes", metavar="SEAT", help=words("help-eyes"))


def run(screen: Screen, args: argparse.Namespace) -> int:
    record = saves.load(args.file or saves.latest())
    eyes = default_eyes(record) if args.eyes is None else read_eyes(args.eyes, len(record.players))
    with guest_code(record.game.edition.game):
        return ReplaySession(screen, record.seen_by(eyes)).run()


def default_eyes(record: Record) -> Viewpoint:
    """The default viewpoint: everything in a finished game; otherwise the only person's, or a spectator's."""
    if record.eyes is not ALL or record.outcome() is not None:
        return record.eyes
    people = Seating(record.players).people
    return people[0] if len(people) == 1 else SPECTATOR


class ReplaySession:
    """Steps through a record. A step is a move with the chance and answers that follow it; step 0 is the deal."""

    def __init__(self, screen: Screen, record: Record) -> None:
        self.screen = screen
        self.words = screen.words
        self.record = record
        self.viewer = viewer(record.eyes)
        names = Seating(record.players).names(self.words, you=False)
        self.describer = Describer(self.words, record.game, names, self.viewer)
        self.steps = record_steps(record)
        self.at = 0

    @property
    def last(self) -> int:
        return len(self.steps) - 1

    @property
    def _prompt(self) -> str:
        return self.words("replay-prompt", at=self.at, last=self.last)

    def run(self) -> int:
        """Runs interactively for a person; otherwise shows everything at once."""
        if not self.screen.interactive:
            for at in range(self.last + 1):
                self.at = at
                self._show()
            return 0
        try:
            self._show()
            while self._step(self.screen.ask(self._prompt, suggested(self.words, IN_REPLAY))):
                self._show()
        except (EOFError, KeyboardInterrupt):
            self.screen.say("")
        return 0

    def _step(self, command: str) -> bool:
        """Goes forward, back or elsewhere by a command; false to stop."""
        command = read_command(self.words, command, IN_REPLAY)
        if command in QUIT:
            return False
        if command in ("b", "back"):
            self.at = max(0, self.at - 1)
        elif command in ("end", "e"):
            self.at = self.last
        elif command.isascii() and command.isdigit():
            self._go(int(command[:6]))
        elif command == "":
            self._go(self.at + 1)
        else:
            self.screen.complain(" ".join([self.words("replay-help"), *taught(self.words, IN_REPLAY)]))
        return True

    def _go(self, to: int) -> None:
        """Goes to this step, or to the last one, and says so if there are no more."""
        if to > self.last:
            self.screen.complain(self.words("replay-no-more", last=self.last))
        self.at = min(to, self.last)

    def _show(self) -> None:
        step = self.steps[self.at]
        move = self.words("replay-deal") if step.move is None else str(step.move.action)
        self.screen.say(self.words("replay-step", at=self.at, move=move))
        for sentence in (one for told in self.describer.told(step.transitions) for one in told):
            self.screen.say(sentence)
        for comment in step.comments:
            self.screen.say(self.words("replay-comment", comment=comment), style="italic")
        view = View(self.viewer, step.state, self.record.game.turn(step.state), ())
        outcome = self.record.outcome() if self.at == self.last else None
        ended = deciding(self.record.game, step.transitions) if outcome else ()
        artist = Artist(self.screen, self.describer)
        draw = partial(artist.draw, view, () if step.move is None else (step.move,), ended)
        if not self.screen.redraws:
            draw()
        if outcome is not None:
            self.screen.say(self.describer.outcome(outcome, step.state, ended), style="bold")
        if self.screen.redraws:
            self.screen.frame(draw, "", self._prompt, paged=True)
