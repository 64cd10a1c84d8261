"""The bot that cannot be beaten in the flip games, from the solved games' values."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from rowdy.rules.flip import FlipGame, Sizes, State
from rowdy.rules.game import AnyGame, Event, Over, View

if TYPE_CHECKING:
    from rowdy.search.perfect import Prober, RatedTurn


class PerfectBot:
    """Never gives away a result. It hurries when winning and delays when losing; in a drawn position it looks for
    what leaves the opponent the fewest turns that hold the draw."""

    def plays(self, game: AnyGame) -> bool:
        return isinstance(game, FlipGame) and game.sizes == Sizes()  # on other boards it might think for ever

    def choose(self, game: AnyGame, log: Sequence[Event[Any]], view: View[Any, Any], rng: Random) -> Any:
        from rowdy.search.perfect import Value, prober  # takes a moment, so only when it is needed

        assert isinstance(game, FlipGame)
        oracle = prober(game)
        turns = oracle.probe(view.state).turns
        best = [turn for turn in turns if turn.verdict == turns[0].verdict]
        if turns[0].verdict.value is Value.DRAW:
            best = trickiest(game, oracle, view.state, best, rng)
        return rng.choice(best).actions[0]


COMPARED = 8
"""How many drawing turns are compared, drawn by lot, where comparing all would take long."""


def trickiest(game: FlipGame, oracle: Prober, state: State, turns: Sequence[RatedTurn], rng: Random) -> list[RatedTurn]:
    """Those of these drawing turns after which the opponent has the fewest turns that hold the draw.

    A turn that ends the game comes last: it leaves nothing to get wrong.
    """
    from rowdy.search.perfect import play_turn

    after = [(turn, play_turn(game, state, turn)) for turn in turns]
    going_on = [(turn, then) for turn, then in after if not isinstance(game.turn(then), Over)]
    if not going_on:
        return list(turns)
    if not oracle.quick(state.laid + 2):
        going_on = rng.sample(going_on, min(COMPARED, len(going_on)))
    fewest = len(game.actions) ** 2
    found: list[RatedTurn] = []
    for turn, then in going_on:
        replies = oracle.safe_replies(then, fewest)
        if replies < fewest:
            fewest, found = replies, []
        if replies == fewest:
            found.append(turn)
    return found
