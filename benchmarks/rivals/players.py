"""The rivals as bots: how each of them searches, what it plays, and when it shows cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.rivals.deals import INFORMED, UNIFORM, hidden_cards
from benchmarks.rivals.ismcts import search
from rowdy.rules.game import AnyGame, Event, View, Window
from rowdy.rules.xoxo import XoxoGame
from rowdy.rules.xoxo_state import Lay
from rowdy.search.catalog import search_kit
from rowdy.search.kernels.chance import make_rng

BLUFF_MARGIN = 0.04
"""How much of the expected share a bluffer gives up for a move that misleads."""


@dataclass(frozen=True)
class Rival:
    """Plain ISMCTS; shows its cards at once, in XOXO."""

    simulations: int
    style: int = UNIFORM
    caution: float = 0.0
    pace_seconds = 2.0

    def plays(self, game: AnyGame) -> bool:
        return game.facts.hidden and search_kit(game).compiled(game)

    def choose(self, game: AnyGame, log: Sequence[Event[Any]], view: View[Any, Any], rng: Random) -> Any:
        if len(view.legal) == 1:
            return view.legal[0]
        if isinstance(view.turn, Window):
            return self.show(game, view)
        visits, values = self.think(game, view, rng)
        return self.pick(game, view, visits, values)

    def think(
        self, game: AnyGame, view: View[Any, Any], rng: Random, state: Any = None
    ) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """How often each legal move was tried, and what it brought on average."""
        assert view.viewer is not None
        kernel = search_kit(game).kernel()
        known = view.state if state is None else state
        offered = np.array([game.action_id(action) for action in view.legal], np.int64)
        visits, totals = np.zeros(len(offered), np.int64), np.zeros(len(offered))
        search(
            kernel.rules_of(game),
            kernel.load(game, known),
            view.viewer,
            offered,
            hidden_cards(game, known),
            self.simulations,
            self.style,
            self.caution,
            make_rng(rng.getrandbits(32)),
            visits,
            totals,
        )
        return visits, totals / np.maximum(visits, 1)

    def pick(self, game: AnyGame, view: View[Any, Any], visits: NDArray[np.int64], values: NDArray[np.float64]) -> Any:
        return view.legal[int(np.argmax(visits))]

    def show(self, game: AnyGame, view: View[Any, Any]) -> Any:
        return view.legal[-1]


class Hider(Rival):
    """Shows no card before it can show its last, or a pile is used up."""

    def plays(self, game: AnyGame) -> bool:
        return isinstance(game, XoxoGame)

    def show(self, game: AnyGame, view: View[Any, Any]) -> Any:
        assert view.viewer is not None
        most, used_up = view.legal[-1], any(not pile.size for pile in view.state.piles)
        return most if used_up or len(most.cards) == len(view.state.hands[view.viewer]) else view.legal[0]


class Bluffer(Rival):
    """Among moves that are nearly as good as the best, lays the tile that has least to do with its cards."""

    def plays(self, game: AnyGame) -> bool:
        return isinstance(game, XoxoGame)

    def pick(self, game: AnyGame, view: View[Any, Any], visits: NDArray[np.int64], values: NDArray[np.float64]) -> Any:
        assert isinstance(game, XoxoGame)
        assert view.viewer is not None
        best = int(np.argmax(visits))
        tried = [i for i in range(len(visits)) if 4 * visits[i] >= visits[best]]
        good = [i for i in tried if values[i] >= values[best] - BLUFF_MARGIN]
        wanted = sum(card.feature for card in view.state.hands[view.viewer])
        return view.legal[min(good, key=lambda i: self.told(game, view, view.legal[i], wanted))]

    def told(self, game: XoxoGame, view: View[Any, Any], move: Lay, wanted: int) -> int:
        """How many wanted features lie beside the square that this tile would also show."""
        assert view.viewer is not None
        display = game.play(view.state, view.viewer, move).display
        tile = display[game.grid.squares.index(move.square)]
        assert tile is not None
        near = [other.features for other in display if other is not None and other is not tile]
        return sum((tile.features & features & wanted).bit_count() for features in near)


class Seer(Rival):
    """Searches in the one true world, which no honest bot can do: a reference, to know what the cards are worth."""

    def choose_seeing(self, game: AnyGame, state: Any, view: View[Any, Any], rng: Random) -> Any:
        if len(view.legal) == 1 or isinstance(view.turn, Window):
            return view.legal[-1]
        visits, values = self.think(game, view, rng, state)
        return self.pick(game, view, visits, values)


KINDS: dict[str, tuple[type[Rival], int, float]] = {
    "ismcts": (Rival, UNIFORM, 0.0),
    "informed": (Rival, INFORMED, 0.0),
    "defender": (Rival, INFORMED, 0.5),
    "hider": (Hider, INFORMED, 0.0),
    "bluffer": (Bluffer, INFORMED, 0.0),
    "seer": (Seer, INFORMED, 0.0),
}
"""The rivals by name: their class, how they play out, and their caution."""


def rival(name: str) -> Rival | None:
    """The rival of a name such as `ismcts-2000`, where the number is that of its simulations; `None` if it is none."""
    kind, _, simulations = name.rpartition("-")
    if kind not in KINDS or not simulations.isdecimal():
        return None
    made, style, caution = KINDS[kind]
    return made(int(simulations), style, caution)


def __getattr__(name: str) -> Rival:
    """The rival of a name as an entry point spells it, such as `ismcts_2000`."""
    found = rival(name.replace("_", "-"))
    if found is None:
        raise AttributeError(name)
    return found
