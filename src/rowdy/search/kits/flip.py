"""The search kit of Rubik's Tac Toe and XOXO², which are solved."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from types import ModuleType
from typing import TYPE_CHECKING, Any

from rowdy.rules.flip import FlipGame, Sizes
from rowdy.rules.flip_state import Part, State, Stones
from rowdy.rules.game import Event, View
from rowdy.rules.geometry import bits
from rowdy.rules.observation_log import seen_states
from rowdy.search.kernels.sizes import flip_fits
from rowdy.search.kit import SearchKit

if TYPE_CHECKING:
    from rowdy.search.perfect import Prober

OPENING_STONES = 4
"""The number of stones on the board by which openings are told apart."""


class FlipSearch(SearchKit[FlipGame]):
    part = "flip"

    def compiled(self, game: FlipGame) -> bool:
        return flip_fits(game)

    def kernel(self) -> ModuleType:
        from rowdy.search.kernels import flip_play

        return flip_play

    def sound_actions(self, game: FlipGame, view: View[State, Any], *, thorough: bool = False) -> Sequence[Any]:
        from rowdy.search.flip_proofs import sound_actions

        sound = frozenset(sound_actions(game, view.state, thorough))
        return tuple(action for action in view.legal if action in sound) or view.legal

    def opening_number(self, game: FlipGame, log: Sequence[Event[Any]]) -> float:
        for state in seen_states(game, log, None):
            if state.laid >= OPENING_STONES:
                text = game.format_state(canonical(game, state))
                return (1 + int.from_bytes(sha256(text.encode()).digest()[:4])) / (1 << 32)
        return 1.0

    def canonical(self, game: FlipGame, state: State) -> State:
        return canonical(game, state)

    def ends_turn(self, game: FlipGame, state: State) -> bool:
        return state.part is Part.PLACE

    def puzzle_fault(self, game: FlipGame, position: str, theme: str, turns: Sequence[str]) -> str:
        from rowdy.search.flip_confirm import PuzzleClaim, confirmer

        own_turns = (len(turns) + 1) // 2
        if theme not in (("hold", "row") if own_turns == 1 else ("save", f"win-{own_turns}")):
            return f"{theme} does not fit {own_turns} turns"
        claim = PuzzleClaim("draw") if theme in ("hold", "save") else PuzzleClaim("win", own_turns)
        return confirmer(not game.enclosed).fault(position, turns, claim)

    def solved(self, game: FlipGame) -> bool:
        return game.sizes == Sizes()  # on other boards a search might never end

    def oracle(self, game: FlipGame) -> Prober:
        from rowdy.search.perfect import prober

        return prober(game)


def canonical(game: FlipGame, state: State) -> State:
    """One position to stand for up to 32: its mirror images, and each player's stones all turned over or not."""
    images = []
    for symmetry in game.grid.symmetries:
        a, b, c, d = (sum(1 << symmetry[i] for i in bits(mask)) for mask in state.stones)
        images.append(Stones(min(a, b), max(a, b), min(c, d), max(c, d)))
    return state._replace(stones=min(images))
