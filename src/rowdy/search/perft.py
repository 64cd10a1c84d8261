"""Perft: how many ways a game can go on, the count by which two implementations of its rules are compared."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from rowdy.rules.flip import FlipGame, Part
from rowdy.rules.flip import State as FlipState
from rowdy.rules.game import CHANCE, Actor, AnyGame, Chance, Move, Over, Window
from rowdy.rules.geometry import bits

Resolve: TypeAlias = Callable[[int, Chance[Any]], Any]
"""The one outcome that counts, for the chance of this number; without it every outcome counts."""


@dataclass
class Perft:
    """Counts with a memory of states already counted; flip games are counted once for each set of mirror images.

    A turn is all moves of one seat in a row, with the chance outcomes and windows that follow. Finished games have no
    continuation.
    """

    game: AnyGame
    resolve: Resolve | None = None
    _known: dict[Any, int] = field(default_factory=dict)

    def actions(self, state: Any, depth: int, chances: int = 0) -> int:
        """The number of sequences of so many single actions: moves, chance outcomes and answers to windows."""
        turn = self.game.turn(state)
        if depth == 0:
            return 1
        if isinstance(turn, Over):
            return 0
        actor, choices = self._choices(state, turn, chances)
        if depth == 1:
            return len(choices)
        key = (self._canonical(state), depth, chances)
        if key not in self._known:
            chances += actor is CHANCE
            self._known[key] = sum(
                self.actions(self.game.play(state, actor, action), depth - 1, chances) for action in choices
            )
        return self._known[key]

    def turns(self, state: Any, depth: int) -> int:
        """The number of sequences of so many whole turns."""
        return self._turns(state, depth, 0, CHANCE) if depth else 1

    def _turns(self, state: Any, depth: int, chances: int, mover: Actor) -> int:
        """The same with what is behind: the chances that have spoken, and who made the last move."""
        turn = self.game.turn(state)
        if isinstance(turn, Over):
            return int(depth == 0)
        if isinstance(turn, Move) and turn.seat != mover:
            if depth == 0:
                return 1
            depth, mover = depth - 1, turn.seat
        key = (self._canonical(state), depth, chances, mover)
        if key not in self._known:
            actor, choices = self._choices(state, turn, chances)
            if depth == 0 and isinstance(state, FlipState) and state.part is Part.PLACE:
                count = len(choices)  # a placement ends the turn, whatever it brings
            else:
                after = (self.game.play(state, actor, action) for action in choices)
                count = sum(self._turns(s, depth, chances + (actor is CHANCE), mover) for s in after)
            self._known[key] = count
        return self._known[key]

    def _choices(self, state: Any, turn: Chance[Any] | Move | Window, chances: int) -> tuple[Actor, Sequence[Any]]:
        """Who acts next and how; in a window the seats answer in their order."""
        match turn:
            case Chance(actions):
                return CHANCE, actions if self.resolve is None else (self.resolve(chances, turn),)
            case Move(seat):
                return seat, self.game.legal(state, seat)
            case Window(seats):
                return next((seat, legal) for seat in seats if (legal := self.game.legal(state, seat)))

    def _canonical(self, state: Any) -> Any:
        if isinstance(self.game, FlipGame):
            return canonical(self.game, state)
        return state


def canonical(game: FlipGame, state: FlipState) -> FlipState:
    """One position for all its mirror images and all ways to turn over every stone of a player: up to 32."""
    a, b, c, d = state.stones
    best = (a, b, c, d)
    for symmetry in game.grid.symmetries:
        images = [sum(1 << symmetry[i] for i in bits(mask)) for mask in state.stones]
        first, second = sorted(images[:2]), sorted(images[2:])
        best = min(best, (first[0], first[1], second[0], second[1]))
    return FlipState(best, state.part)
