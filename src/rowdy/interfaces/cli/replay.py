"""Stepping through a record, with any seat's eyes."""

from __future__ import annotations

from dataclasses import replace

from rowdy.interfaces.cli.draw import Artist
from rowdy.interfaces.cli.screen import Screen
from rowdy.interfaces.cli.seating import check_seating
from rowdy.interfaces.describe import Describer
from rowdy.rules.game import Over, View
from rowdy.rules.record import ALL, SPECTATOR, Record, Viewpoint, viewer


def default_eyes(record: Record) -> Viewpoint:
    """A finished game lies open; in one that goes on, secrets stay with the only person, or with nobody."""
    if record.eyes is not ALL or record.outcome() is not None:
        return record.eyes
    people = check_seating(record.players).people
    return people[0] if len(people) == 1 else SPECTATOR


class Replay:
    def __init__(self, screen: Screen, record: Record) -> None:
        self.screen = screen
        self.words = screen.words
        self.record = record
        self.viewer = viewer(record.eyes)
        names = check_seating(record.players).names(self.words)
        self.describer = Describer(self.words, record.game, names, self.viewer)
        self.states = list(record.states())
        self.at = 0

    def run(self) -> int:
        """Interactively where there is a person, else all at once."""
        if not self.screen.interactive:
            for at in range(len(self.states)):
                self.at = at
                self._show()
            return 0
        try:
            self._show()
            while self._step(self.screen.ask(self.words("replay-prompt", at=self.at, last=len(self.states) - 1))):
                self._show()
        except (EOFError, KeyboardInterrupt):
            self.screen.say("")
        return 0

    def _step(self, command: str) -> bool:
        """Moves on, back or elsewhere; false to stop."""
        last = len(self.states) - 1
        if command in ("q", "quit"):
            return False
        if command in ("b", "back"):
            self.at = max(0, self.at - 1)
        elif command in ("end", "e"):
            self.at = last
        elif command.isascii() and command.isdigit():
            self.at = min(int(command[:6]), last)
        elif command == "":
            self.at = min(self.at + 1, last)
        else:
            self.screen.complain(self.words("replay-help"))
        return True

    def _show(self) -> None:
        state, game = self.states[self.at], self.record.game
        event = self.record.events[self.at - 1] if self.at else None
        if event is not None:
            text = " ".join(self.describer.step(self.states[self.at - 1], event, state))
            self.screen.say(self.words("replay-step", at=self.at, move=event.action, words=text))
        view = View(self.viewer, state, game.turn(state), ())
        Artist(self.screen, self.describer).draw(view, [event] if event else [])
        if isinstance(view.turn, Over):
            describer = replace(self.describer, viewer=None)
            self.screen.say(describer.outcome(view.turn.outcome), style="bold")
