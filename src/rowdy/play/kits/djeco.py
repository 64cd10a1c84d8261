"""The play kit of Djeco's Tic Tac Toe."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rowdy.play.kit import Deduction, Gain, Mistakes, PlayKit, Rating, line_worth
from rowdy.play.kits import djeco_puzzles
from rowdy.rules.djeco import DjecoGame
from rowdy.rules.djeco_state import State
from rowdy.rules.game import Seat


class DjecoPlay(PlayKit[DjecoGame]):
    mistakes: ClassVar = {
        "beginner": Mistakes(1.0, 1.0, own_line=0.43, block=0.43, blur=0.93, careless=0.31),
        "easy": Mistakes(1.0, 1.0, own_line=0.28, block=0.28, blur=0.66),
        "casual": Mistakes(0.88, 1.0, own_line=0.13, block=0.13, blur=0.32),
        "medium": Mistakes(0.5, 0.5, own_line=0.06, block=0.06, blur=0.15),
        "skilled": Mistakes(0.18, 0.2),
        "advanced": Mistakes(0.0, 0.0),
    }
    puzzle_players: ClassVar = {
        "beginner": Mistakes(1.0, 1.0, own_line=0.41, block=0.41, blur=0.89, careless=0.28),
        "easy": Mistakes(1.0, 1.0, own_line=0.28, block=0.28, blur=0.66),
    }

    def rate(self, game: DjecoGame, before: State, after: State, seat: Seat) -> Rating:
        table = game.look(after.stacks)
        lines = [line for line in game.grid.lines if game.fits(line | after.used)]

        def worth(owner: Seat) -> int:
            """The worth of the lines that hold only top cards of this owner's colour."""
            own = table.colours[owner]
            return line_worth((own & line).bit_count() for line in lines if not line & table.occupied & ~own)

        earned = _earned(before, after, seat) - _earned(before, after, 1 - seat)
        return Rating(earned, worth(seat), -worth(1 - seat))

    def deductions(self, game: DjecoGame, state: State, seat: Seat) -> Sequence[Deduction]:
        return tuple(djeco_puzzles.deductions(game, state, seat))

    def counterexample(self, game: DjecoGame, state: State, seat: Seat, answer: str) -> tuple[str, ...]:
        return djeco_puzzles.counterexample(game, state, seat, answer)

    def gains(self, game: DjecoGame, before: State, after: State, seat: Seat) -> tuple[Gain, ...]:
        earned = _earned(before, after, seat)
        return (Gain("tokens", count=earned),) if earned else ()


def _earned(before: State, after: State, seat: Seat) -> int:
    """The tokens that a seat has earned between two states."""
    return after.tokens[seat] - before.tokens[seat]
