"""A game in one piece: what each floor (rules, search, play, interfaces) needs to know of it.

Only the rules are required. The entry point `rowdy.games` of another package names such a `Kit`, and this module has
all that the package needs beside `rowdy` itself (docs/new-game.md).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from rowdy.interfaces.audience import Audience
from rowdy.interfaces.examples import Example
from rowdy.interfaces.fluent_bundle import words_fault
from rowdy.interfaces.kit import WHO, InterfaceKit
from rowdy.play.kit import Gain, Held, OrderItem, PlayKit, Rating, line_worth
from rowdy.play.lessons import Attempt, Lesson, LessonReply, LessonStep, Pointers, plays, wins
from rowdy.play.puzzles import parse_set
from rowdy.rules.game import AnyGame, InvalidText
from rowdy.rules.geometry import Grid
from rowdy.rules.guest_games import GuestKit
from rowdy.rules.interned import Interned
from rowdy.rules.kit import RulesKit, Setup
from rowdy.rules.rulings import Ruling, Says
from rowdy.search.kit import SearchKit
from rowdy.search.oracle import Oracle, Probe, RatedTurn, Value, Verdict

__all__ = [
    "WHO",
    "Attempt",
    "Audience",
    "Example",
    "Gain",
    "Grid",
    "Held",
    "InterfaceKit",
    "Interned",
    "Kit",
    "Lesson",
    "LessonReply",
    "LessonStep",
    "Oracle",
    "OrderItem",
    "PlayKit",
    "Pointers",
    "Probe",
    "RatedTurn",
    "Rating",
    "RulesKit",
    "Ruling",
    "Says",
    "SearchKit",
    "Setup",
    "Value",
    "Verdict",
    "line_worth",
    "plays",
    "wins",
]


@dataclass(frozen=True)
class Kit(GuestKit):
    """One game: its rules, how to think about it, how to play it by simple means, and how to show it."""

    rules: RulesKit
    search: SearchKit[Any] = field(default_factory=SearchKit)
    play: PlayKit[Any] = field(default_factory=PlayKit)
    interface: InterfaceKit[Any] = field(default_factory=InterfaceKit)

    def fault(self, game: AnyGame) -> str | None:
        for name, kind in (("search", SearchKit), ("play", PlayKit), ("interface", InterfaceKit)):
            if not isinstance(getattr(self, name), kind):
                return f"its {name} kit is not a {kind.__name__}"
        _ = (
            self.search.samples(game),
            self.search.compiled(game),
            self.search.solved(game),
        )  # every game is asked these; a broken kit raises here
        if not isinstance(self.interface.lesson, Lesson | None):
            return "its lesson is not a Lesson"
        try:
            parse_set(self.rules.id, self.play.puzzles)
        except InvalidText as error:
            return f"line {error.details['line']} of its puzzles is not a puzzle"
        return words_fault(self.interface.ftl)
