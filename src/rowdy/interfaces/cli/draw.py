"""Draws a game on the screen, from one viewer's view: the board, and what is beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rowdy.interfaces import terminal
from rowdy.interfaces.cli.board import show_board, styled
from rowdy.interfaces.cli.screen import Screen
from rowdy.interfaces.describe import Describer
from rowdy.interfaces.kit import Marks
from rowdy.play.kit import NOTHING_HELD, Held
from rowdy.rules.game import Event, Highlight, Seat, View


@dataclass(frozen=True)
class Artist:
    """Draws a game for one viewer."""

    screen: Screen
    describer: Describer
    orders: Mapping[Seat, Held] | None = None
    """What each seat holds back; `None` if nobody gives orders."""

    def draw(self, view: View[Any, Any], last: Sequence[Event[Any]] = (), deciding: Sequence[Highlight] = ()) -> None:
        """Draws the table, with marks for the last turn, what the viewer can do now, and what decided the game."""
        describer, game = self.describer, self.describer.game
        touched = {square for event in last for square in describer.kit.touches(game, event.action)}
        targets = {square for action in view.legal for square in describer.kit.aims(game, action)}
        won = {square for found in deciding for line in found.lines for square in line}
        viewer = describer.viewer
        held = None if self.orders is None or viewer is None else self.orders.get(viewer, NOTHING_HELD)
        shown = describer.kit.board(describer, view.state, Marks(touched, targets, won), held, self.screen.plain)
        show_table(self.screen, shown)


def show_table(screen: Screen, shown: terminal.TerminalBoard) -> None:
    """Shows the board, and what is beside it."""
    if shown.rows:
        show_board(screen, shown.rows)
    for part in shown.beside:
        if isinstance(part, str):
            screen.say(part)
        else:
            screen.table(part.headers, [list(map(styled, row)) for row in part.rows])
