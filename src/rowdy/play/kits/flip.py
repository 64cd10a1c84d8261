"""The play kit of Rubik's Tac Toe and XOXO²."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from rowdy.play.kit import Mistakes, PlayKit, Rating, line_worth
from rowdy.rules.flip import FlipGame
from rowdy.rules.flip_state import Part, State
from rowdy.rules.game import Seat
from rowdy.rules.geometry import Square


class FlipPlay(PlayKit[FlipGame]):
    def promising(self, game: FlipGame, state: State, legal: Sequence[Any]) -> Sequence[Any]:
        """Corners for each player's first stone: the solution shows that every other first stone loses."""
        if state.part is not Part.PLACE or state.laid > 1:
            return legal
        return [action for action in legal if action.square in _corners(game)] or legal

    def rate(self, game: FlipGame, before: State, after: State, seat: Seat) -> Rating:
        def lines(owner: Seat) -> int:
            """The worth of the lines that hold only this owner's stones showing the same side."""
            sides = after.stones.sides(owner)
            return line_worth(
                (side & line).bit_count()
                for side in sides
                for line in game.grid.lines
                if not line & after.occupied & ~side
            )

        rows = len(game.winning_rows(after.stones, seat)) - len(game.winning_rows(after.stones, 1 - seat))
        return Rating(rows, lines(seat), -lines(1 - seat))


class RubikPlay(FlipPlay):
    mistakes: ClassVar = {
        "beginner": Mistakes(1.0, 1.0, own_line=0.44, block=0.44, blur=0.98, careless=0.32),
        "easy": Mistakes(1.0, 1.0, own_line=0.1, block=0.1, blur=0.34, careless=0.02),
        "casual": Mistakes(0.74, 1.0, own_line=0.03, block=0.03, blur=0.15),
        "medium": Mistakes(0.4, 1.0, blur=0.07, not_learned=1.0),
        "skilled": Mistakes(0.39, blur=0.06, not_learned=0.64),
        "advanced": Mistakes(0.25, not_learned=0.24),
    }
    puzzle_players: ClassVar = {
        "beginner": Mistakes(1.0, 1.0, own_line=0.4, block=0.4, blur=0.9, careless=0.28),
        "easy": Mistakes(1.0, 1.0, own_line=0.08, block=0.08, blur=0.35),
        "casual": Mistakes(0.66, 1.0, own_line=0.01, block=0.01, blur=0.11),
        "medium": Mistakes(0.35, 0.5, blur=0.06),
        "skilled": Mistakes(0.12, 0.2),
    }


class Xoxo2Play(FlipPlay):
    mistakes: ClassVar = {
        "beginner": Mistakes(1.0, 1.0, own_line=0.86, block=0.86, blur=1.62, careless=0.6),
        "easy": Mistakes(1.0, 1.0, own_line=0.68, block=0.68, blur=1.31),
        "casual": Mistakes(0.84, 1.0, own_line=0.36, block=0.36, blur=0.69),
        "medium": Mistakes(0.62, 1.0, own_line=0.18, block=0.18, blur=0.36, not_learned=1.0),
        "skilled": Mistakes(0.61, own_line=0.15, block=0.15, blur=0.3, not_learned=0.77),
        "advanced": Mistakes(0.56, not_learned=0.4),
    }
    puzzle_players: ClassVar = {
        "beginner": Mistakes(1.0, 1.0, own_line=0.9, block=0.9, blur=1.7, careless=0.6),
        "easy": Mistakes(1.0, 1.0, own_line=0.66, block=0.66, blur=1.3),
        "casual": Mistakes(0.9, 1.0, own_line=0.32, block=0.32, blur=0.62),
        "medium": Mistakes(0.65, 0.5, own_line=0.16, block=0.16, blur=0.31),
        "skilled": Mistakes(0.58, 0.2),
    }


def _corners(game: FlipGame) -> set[Square]:
    return {game.grid.squares[i] for i, near in enumerate(game.grid.neighbours) if near.bit_count() <= 2}
