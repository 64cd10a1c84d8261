"""A hint for the person whose turn it is, at a terminal."""

from __future__ import annotations

from typing import Any

from rowdy.interfaces.advice import say_advice
from rowdy.interfaces.cli.screen import Screen
from rowdy.interfaces.cli.verdicts import patience
from rowdy.interfaces.describe import Describer
from rowdy.play.hints import advise, quick_searcher
from rowdy.play.review import Observations, Searcher, solved
from rowdy.rules.game import AnyGame, View
from rowdy.search.compilation import PERFECT, part_of


class Adviser:
    """Gives advice to a view's seat, from that view and its log alone."""

    def __init__(self, screen: Screen, describer: Describer, think: Searcher | None = None) -> None:
        self.screen = screen
        self.describer = describer
        self.game: AnyGame = describer.game
        self.think = think

    def advise(self, log: Observations, view: View[Any, Any]) -> None:
        with patience(self.screen, PERFECT if solved(self.game) else part_of(self.game)):
            advice = advise(self.game, log, view, self.think or quick_searcher())
        for sentence in say_advice(self.describer, advice, typed=True):
            self.screen.say(sentence)
