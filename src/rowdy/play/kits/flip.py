"""The play kit of Rubik's Tac Toe and XOXO²."""

from __future__ import annotations

from rowdy.play.kit import PlayKit, Rating, line_worth
from rowdy.rules.flip import FlipGame, State
from rowdy.rules.game import Seat


class FlipPlay(PlayKit[FlipGame]):
    def rate(self, game: FlipGame, before: State, after: State, seat: Seat) -> Rating:
        def lines(owner: Seat) -> int:
            """The value of the lines that hold nothing but this owner's stones showing the same side."""
            sides = after.stones.sides(owner)
            return line_worth(
                (side & line).bit_count()
                for side in sides
                for line in game.grid.lines
                if not line & after.occupied & ~side
            )

        rows = len(game.winning_rows(after.stones, seat)) - len(game.winning_rows(after.stones, 1 - seat))
        return Rating(rows, lines(seat), -lines(1 - seat))
