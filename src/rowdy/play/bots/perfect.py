"""The bot that plays solved games perfectly, by probing the exact values of their positions."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from rowdy.rules.game import AnyGame, Event, Over, View
from rowdy.search.catalog import search_kit
from rowdy.search.oracle import Oracle, RatedTurn, Value
from rowdy.search.symmetry import play_all


class PerfectBot:
    """Never gives away a win or a draw.

    It wins as fast and loses as slowly as it can; in a drawn position it leaves the opponent as few drawing turns as
    possible.
    """

    def plays(self, game: AnyGame) -> bool:
        return search_kit(game).solved(game)

    def choose(self, game: AnyGame, log: Sequence[Event[Any]], view: View[Any, Any], rng: Random) -> Any:
        oracle = search_kit(game).oracle(game)
        turns = oracle.probe(view.state).turns
        best = [turn for turn in turns if turn.verdict == turns[0].verdict]
        if turns[0].verdict.value is Value.DRAW:
            best = trickiest(game, oracle, view.state, best, rng)
        return rng.choice(best).actions[0]


MAX_COMPARED_TURNS = 8
"""How many drawing turns are compared, picked at random, where comparing all of them would take too long."""


def trickiest(game: AnyGame, oracle: Oracle, state: Any, turns: Sequence[RatedTurn], rng: Random) -> list[RatedTurn]:
    """Those of these drawing turns after which the opponent has the fewest turns that hold the draw.

    A turn that ends the game comes last: it leaves nothing to get wrong.
    """
    after = [(turn, play_all(game, state, turn.actions)) for turn in turns]
    going_on = [(turn, then) for turn, then in after if not isinstance(game.turn(then), Over)]
    if not going_on:
        return list(turns)
    if not oracle.quick(state):
        going_on = rng.sample(going_on, min(MAX_COMPARED_TURNS, len(going_on)))
    fewest = len(game.actions) ** 2
    found: list[RatedTurn] = []
    for turn, then in going_on:
        replies = oracle.safe_replies(then, fewest)
        if replies < fewest:
            fewest, found = replies, []
        if replies == fewest:
            found.append(turn)
    return found
