"""The play kit of Djeco's Tic Tac Toe."""

from __future__ import annotations

from rowdy.play.kit import Gain, PlayKit, Rating, line_worth
from rowdy.rules.djeco import DjecoGame
from rowdy.rules.djeco_state import State
from rowdy.rules.game import Seat


class DjecoPlay(PlayKit[DjecoGame]):
    def rate(self, game: DjecoGame, before: State, after: State, seat: Seat) -> Rating:
        table = game.look(after.stacks, after.used)
        lines = [line for line in game.grid.lines if game.fits(line | after.used)]

        def worth(owner: Seat) -> int:
            """The value of the lines that hold nothing but top cards of this owner's colour."""
            own = table.colours[owner]
            return line_worth((own & line).bit_count() for line in lines if not line & table.occupied & ~own)

        earned = _earned(before, after, seat) - _earned(before, after, 1 - seat)
        return Rating(earned, worth(seat), -worth(1 - seat))

    def gains(self, game: DjecoGame, before: State, after: State, seat: Seat) -> tuple[Gain, ...]:
        earned = _earned(before, after, seat)
        return (Gain("tokens", count=earned),) if earned else ()


def _earned(before: State, after: State, seat: Seat) -> int:
    """The tokens that a seat has earned between two states."""
    return after.tokens[seat] - before.tokens[seat]
