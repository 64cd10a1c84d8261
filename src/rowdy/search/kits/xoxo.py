"""The search kit of XOXO."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from types import ModuleType
from typing import TYPE_CHECKING, Any

from rowdy.rules.game import Event, Seat, View
from rowdy.rules.xoxo import XoxoGame
from rowdy.rules.xoxo_state import State
from rowdy.search.kernels.sizes import xoxo_fits
from rowdy.search.kit import SearchKit
from rowdy.search.kits import xoxo_worlds

if TYPE_CHECKING:
    from rowdy.search.belief import Belief


class XoxoSearch(SearchKit[XoxoGame]):
    part = "xoxo"

    def compiled(self, game: XoxoGame) -> bool:
        return xoxo_fits(game)

    def kernel(self) -> ModuleType:
        from rowdy.search.kernels import xoxo

        return xoxo

    def rules(self, game: XoxoGame, many: bool) -> Any:
        return self.kernel().rules_of(game)._replace(wide=many)

    def believe(
        self, game: XoxoGame, log: Sequence[Event[Any]], view: View[Any, Any], seed: int, weigh: bool
    ) -> Belief:
        from rowdy.search.kits.xoxo_belief import believe

        assert view.viewer is not None
        return believe(game, log, view.state, view.viewer, weigh)

    def likely_cards(
        self, game: XoxoGame, log: Sequence[Event[Any]], view: View[Any, Any], seed: int
    ) -> dict[tuple[Seat, str], float]:
        found, card_set = self.believe(game, log, view, seed, weigh=True), self.kernel().card_set
        return {
            (seat, str(card)): float(found.weights[found.worlds[:, seat] & card_set([card]) != 0].sum())
            for seat in range(game.seats)
            for card in game.sizes.cards
            if seat != view.viewer
        }

    def sample_world(
        self, game: XoxoGame, view: View[Any, Any], rng: Random, log: Sequence[Event[Any]] | None = None
    ) -> State:
        return xoxo_worlds.sample_world(game, view, rng, log)
