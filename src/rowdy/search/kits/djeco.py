"""The search kit of Djeco's Tic Tac Toe."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from types import ModuleType
from typing import TYPE_CHECKING, Any

from rowdy.rules.djeco import DjecoGame
from rowdy.rules.djeco_state import State
from rowdy.rules.game import Event, Seat, View
from rowdy.search.kernels.sizes import djeco_fits
from rowdy.search.kit import SearchKit
from rowdy.search.kits import djeco_worlds

if TYPE_CHECKING:
    from rowdy.search.belief import Belief


class DjecoSearch(SearchKit[DjecoGame]):
    part = "djeco"

    def compiled(self, game: DjecoGame) -> bool:
        return djeco_fits(game)

    def kernel(self) -> ModuleType:
        from rowdy.search.kernels import djeco

        return djeco

    def believe(
        self, game: DjecoGame, log: Sequence[Event[Any]], view: View[Any, Any], seed: int, weigh: bool
    ) -> Belief:
        from rowdy.search.kits.djeco_belief import believe

        assert view.viewer is not None
        return believe(game, log, view.state, view.viewer, seed)

    def likely_cards(
        self, game: DjecoGame, log: Sequence[Event[Any]], view: View[Any, Any], seed: int
    ) -> dict[tuple[Seat, str], float]:
        assert view.viewer is not None
        found = self.believe(game, log, view, seed, weigh=True)
        return {
            (1 - view.viewer, str(card)): float(found.weights[found.worlds[:, number] > 0].sum())
            for card, number in game.card_numbers.items()
        }

    def certain(self, game: DjecoGame, view: View[Any, Any]) -> bool:
        """True once the deck is empty, as all unseen cards are then in the other hand."""
        return not game.recycles and game.deck_size(view.state) == 0

    def sample_world(
        self, game: DjecoGame, view: View[Any, Any], rng: Random, log: Sequence[Event[Any]] | None = None
    ) -> State:
        return djeco_worlds.sample_world(game, view, rng, log)
