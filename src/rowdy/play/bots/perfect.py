"""The bot that plays solved games perfectly, by probing the exact values of their positions."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from rowdy.play.hardness import hardest
from rowdy.rules.game import AnyGame, Event, Over, View
from rowdy.search.catalog import search_kit
from rowdy.search.oracle import Oracle, RatedTurn, Value
from rowdy.search.symmetry import choices, play_all

MAX_COMPARED_TURNS = 12
"""The number of turns that are compared by how hard they make it for the opponent."""
MAX_SLOW_COMPARED_TURNS = 2
"""The number of turns that are compared in this way if each of them needs a long search."""
MAX_COUNTED_TURNS = 8
"""The number of turns, drawn at random, after which replies are counted, if counting them after all would take long."""


class PerfectBot:
    """Never gives away a win or a draw.

    It wins as fast and loses as slowly as it can. In a drawn or lost position it sets the opponent the hardest problem
    that it can.
    """

    def plays(self, game: AnyGame) -> bool:
        return search_kit(game).solved(game)

    def choose(self, game: AnyGame, log: Sequence[Event[Any]], view: View[Any, Any], rng: Random) -> Any:
        oracle = search_kit(game).oracle(game)
        turns = oracle.probe(view.state).turns
        best = [turn for turn in turns if turn.verdict == turns[0].verdict]
        if turns[0].verdict.value is not Value.WIN and len(best) > 1:
            best = trickiest(game, oracle, view.state, best, rng)
        return rng.choice(best).actions[0]


def trickiest(game: AnyGame, oracle: Oracle, state: Any, turns: Sequence[RatedTurn], rng: Random) -> list[RatedTurn]:
    """The turns, of these equally good ones, after which it is hardest for the opponent to keep the result.

    Turns that end the game are the last resort, as they leave nothing to get wrong. Of the others, with mirror images
    as one, a few are examined closely: in a drawn position, those that leave the fewest replies that hold.
    """
    groups = choices(game, state, {turn.actions: turn.verdict for turn in turns})
    alike = {group.ways[0]: [RatedTurn(way, group.verdict) for way in group.ways] for group in groups}
    going_on = [RatedTurn(way, turns[0].verdict) for way in alike if not _ends(game, state, way)]
    if not going_on:
        return list(turns)
    most = MAX_COMPARED_TURNS
    if not oracle.quick(state):
        going_on = rng.sample(going_on, min(MAX_COUNTED_TURNS, len(going_on)))
        most = MAX_SLOW_COMPARED_TURNS
    if len(going_on) > most:
        rng.shuffle(going_on)
        if turns[0].verdict.value is Value.DRAW:
            going_on.sort(key=lambda turn: oracle.safe_replies(play_all(game, state, turn.actions), len(game.actions)))
        going_on = going_on[:most]
    return [way for turn in hardest(oracle, state, going_on, rng) for way in alike[turn.actions]]


def _ends(game: AnyGame, state: Any, moves: tuple[Any, ...]) -> bool:
    return isinstance(game.turn(play_all(game, state, moves)), Over)
