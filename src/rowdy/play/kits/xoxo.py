"""The play kit of XOXO. By standing order each card is shown as soon as possible, or held back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rowdy.play.game_log import Transition
from rowdy.play.kit import Deduction, Gain, Held, Mistakes, OrderItem, PlayKit, Rating, line_worth
from rowdy.play.kits import xoxo_puzzles
from rowdy.rules.game import Seat
from rowdy.rules.geometry import bits
from rowdy.rules.xoxo import XoxoGame
from rowdy.rules.xoxo_state import Reveal, State


class XoxoPlay(PlayKit[XoxoGame]):
    orders = True
    mistakes: ClassVar = {
        "beginner": Mistakes(1.0, 1.0, own_line=0.7, block=0.7, blur=1.42, careless=0.45),
        "easy": Mistakes(1.0, 1.0, own_line=0.41, block=0.41, blur=0.9, careless=0.06),
        "casual": Mistakes(0.82, 1.0, own_line=0.21, block=0.21, blur=0.47),
        "medium": Mistakes(0.42, 0.6, own_line=0.09, block=0.09, blur=0.19),
        "skilled": Mistakes(0.19, 0.38),
        "advanced": Mistakes(0.06, 0.25),
    }
    mistakes_among_several: ClassVar = {
        "beginner": Mistakes(1.0, 1.0, own_line=0.9, block=0.9, blur=2.0, careless=0.8),
        "easy": Mistakes(1.0, 1.0, own_line=0.7, block=0.7, blur=1.42, careless=0.45),
        "casual": Mistakes(0.95, 1.0, own_line=0.46, block=0.46, blur=1.02),
        "medium": Mistakes(0.76, 0.92, own_line=0.21, block=0.21, blur=0.46),
        "skilled": Mistakes(0.34, 0.58),
        "advanced": Mistakes(0.08, 0.27),
    }
    puzzle_players: ClassVar = {
        "beginner": Mistakes(1.0, 1.0, own_line=0.7, block=0.7, blur=1.4, careless=0.45),
        "easy": Mistakes(1.0, 1.0, own_line=0.35, block=0.35, blur=0.8),
    }

    def rate(self, game: XoxoGame, before: State, after: State, seat: Seat) -> Rating:
        occupied = game.occupied(after.display)
        lines = [bits(line) for line in game.grid.lines if game.area.fits(line | occupied)]
        features = [[tile.features if (tile := after.display[i]) else 0 for i in line] for line in lines]

        def worth(feature: int) -> int:
            return line_worth(sum(bool(tile & feature) for tile in line) for line in features)

        hand = after.hands[seat]
        return Rating(
            sum(game.in_line(after, card) for card in hand),
            sum(worth(card.feature) for card in hand),
            -sum(worth(card.feature) for card in game.held_elsewhere(after, seat)),
        )

    def deductions(self, game: XoxoGame, state: State, seat: Seat) -> Sequence[Deduction]:
        return tuple(xoxo_puzzles.deductions(game, state, seat))

    def counterexample(self, game: XoxoGame, state: State, seat: Seat, answer: str) -> tuple[str, ...]:
        return xoxo_puzzles.counterexample(game, state, seat, answer)

    def winning_turn(self, game: XoxoGame, state: State, seat: Seat, answer: str) -> tuple[Transition, ...]:
        return xoxo_puzzles.winning_turn(game, state, seat, answer)

    def gains(self, game: XoxoGame, before: State, after: State, seat: Seat) -> tuple[Gain, ...]:
        hand = before.hands[seat]
        lines = [str(card) for card in hand if game.in_line(after, card) and not game.in_line(before, card)]
        return (Gain("lines", tuple(lines)),) if lines else ()

    def order_items(self, game: XoxoGame, state: State, seat: Seat) -> tuple[OrderItem, ...]:
        return tuple(str(card) for card in state.hands[seat])

    def released(self, answer: Reveal) -> Held:
        return frozenset(map(str, answer.cards))
