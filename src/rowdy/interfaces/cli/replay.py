"""Stepping through a record, with any seat's eyes."""

from __future__ import annotations

from rowdy.interfaces.cli.draw import Artist
from rowdy.interfaces.cli.screen import Screen
from rowdy.interfaces.describe import Describer
from rowdy.interfaces.seating import Seating
from rowdy.rules.game import Move, View
from rowdy.rules.record import ALL, SPECTATOR, Record, Viewpoint, viewer


def default_eyes(record: Record) -> Viewpoint:
    """A finished game lies open; in one that goes on, secrets stay with the only person, or with nobody."""
    if record.eyes is not ALL or record.outcome() is not None:
        return record.eyes
    people = Seating(record.players).people
    return people[0] if len(people) == 1 else SPECTATOR


class Replay:
    """A step is a move with the chance and the answers that follow it; step 0 is the deal."""

    def __init__(self, screen: Screen, record: Record) -> None:
        self.screen = screen
        self.words = screen.words
        self.record = record
        self.viewer = viewer(record.eyes)
        names = Seating(record.players).names(self.words, you=False)
        self.describer = Describer(self.words, record.game, names, self.viewer)
        self.states = list(record.states())
        turns = [record.game.turn(state) for state in self.states]
        moves = [i for i in range(len(record.events)) if isinstance(turns[i], Move)]
        self.starts = [0, *moves]
        """The event with which each step begins."""
        self.ends = [*moves, len(record.events)]
        self.at = 0

    @property
    def last(self) -> int:
        return len(self.starts) - 1

    def run(self) -> int:
        """Interactively where there is a person, else all at once."""
        if not self.screen.interactive:
            for at in range(self.last + 1):
                self.at = at
                self._show()
            return 0
        try:
            self._show()
            while self._step(self.screen.ask(self.words("replay-prompt", at=self.at, last=self.last))):
                self._show()
        except (EOFError, KeyboardInterrupt):
            self.screen.say("")
        return 0

    def _step(self, command: str) -> bool:
        """Moves on, back or elsewhere; false to stop."""
        if command in ("q", "quit"):
            return False
        if command in ("b", "back"):
            self.at = max(0, self.at - 1)
        elif command in ("end", "e"):
            self.at = self.last
        elif command.isascii() and command.isdigit() and len(command) < 6:
            self.at = min(int(command), self.last)
        elif command == "":
            self.at = min(self.at + 1, self.last)
        else:
            self.screen.complain(self.words("replay-help"))
        return True

    def _show(self) -> None:
        start, end = self.starts[self.at], self.ends[self.at]
        events = self.record.events[start:end]
        said = [
            sentence
            for i, event in enumerate(events, start)
            for sentence in self.describer.step(self.states[i], event, self.states[i + 1])
        ]
        move = str(events[0].action) if self.at else self.words("replay-deal")
        self.screen.say(self.words("replay-step", at=self.at, move=move))
        for sentence in said:
            self.screen.say(sentence)
        state = self.states[end]
        view = View(self.viewer, state, self.record.game.turn(state), ())
        Artist(self.screen, self.describer).draw(view, events[:1] if self.at else ())
        outcome = self.record.outcome() if self.at == self.last else None
        if outcome is not None:
            self.screen.say(self.describer.outcome(outcome), style="bold")
