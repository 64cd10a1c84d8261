"""Perft: counts the ways in which a game can go on, to compare two implementations of its rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from rowdy.rules.game import CHANCE, Actor, AnyGame, Chance, Move, Over, Window
from rowdy.search.catalog import search_kit

Resolve: TypeAlias = Callable[[int, Chance[Any]], Any]
"""Chooses the one outcome of chance to follow, given how many came before; without it, all are followed."""


@dataclass
class Perft:
    """Counts with a memo of states already counted; states that differ only by a symmetry are counted once.

    A turn is all moves of one seat in a row, with the chance outcomes and windows that follow. Finished games have no
    continuation.
    """

    game: AnyGame
    resolve: Resolve | None = None
    _known: dict[Any, int] = field(default_factory=dict)

    def actions(self, state: Any, depth: int, chances: int = 0) -> int:
        """The number of sequences of `depth` single actions: moves, chance outcomes and answers to windows."""
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
        """The number of sequences of `depth` whole turns."""
        return self._turns(state, depth, 0, CHANCE) if depth else 1

    def _turns(self, state: Any, depth: int, chances: int, mover: Actor) -> int:
        """The number of such sequences, given how many chance events came before and which actor moved last."""
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
            if depth == 0 and isinstance(turn, Move) and search_kit(self.game).ends_turn(self.game, state):
                count = len(choices)
            else:
                after = (self.game.play(state, actor, action) for action in choices)
                count = sum(self._turns(s, depth, chances + (actor is CHANCE), mover) for s in after)
            self._known[key] = count
        return self._known[key]

    def _choices(self, state: Any, turn: Chance[Any] | Move | Window, chances: int) -> tuple[Actor, Sequence[Any]]:
        """The next actor and its legal actions; in a window the seats answer in order."""
        match turn:
            case Chance(actions):
                return CHANCE, actions if self.resolve is None else (self.resolve(chances, turn),)
            case Move(seat):
                return seat, self.game.legal(state, seat)
            case Window(seats):
                return next((seat, legal) for seat in seats if (legal := self.game.legal(state, seat)))

    def _canonical(self, state: Any) -> Any:
        return search_kit(self.game).canonical(self.game, state)
