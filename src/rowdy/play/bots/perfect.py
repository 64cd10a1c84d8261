"""The bot that plays solved games perfectly, by probing the exact values of their positions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from rowdy.play.hardness import RateHardness, hardest, score
from rowdy.rules.game import AnyGame, Event, Over, View
from rowdy.search.catalog import search_kit
from rowdy.search.oracle import Oracle, RatedTurn, Value
from rowdy.search.symmetry import choices, play_all


@dataclass(frozen=True, slots=True)
class Comparison:
    """How turns that are equally good are compared by how hard they make it for the opponent."""

    max_turns: int = 12
    """The most turns that are compared."""
    max_slow_turns: int = 2
    """The most turns that are compared if each of them needs a long search."""
    max_counted_turns: int = 8
    """The most turns, drawn at random, after which replies are counted, if counting them after all would take long."""
    rate: RateHardness = score


@dataclass(frozen=True)
class PerfectBot:
    """Never gives away a win or a draw.

    It wins as fast and loses as slowly as it can. In a drawn or lost position it sets the opponent the hardest problem
    that it can.
    """

    comparison: Comparison = Comparison()

    def plays(self, game: AnyGame) -> bool:
        return search_kit(game).solved(game)

    def choose(self, game: AnyGame, log: Sequence[Event[Any]], view: View[Any, Any], rng: Random) -> Any:
        oracle = search_kit(game).oracle(game)
        turns = oracle.probe(view.state).turns
        best = [turn for turn in turns if turn.verdict == turns[0].verdict]
        if turns[0].verdict.value is not Value.WIN and len(best) > 1:
            best = trickiest(game, oracle, view.state, best, rng, self.comparison)
        return rng.choice(best).actions[0]


def trickiest(
    game: AnyGame, oracle: Oracle, state: Any, turns: Sequence[RatedTurn], rng: Random, comparison: Comparison
) -> list[RatedTurn]:
    """The turns, of these equally good ones, after which it is hardest for the opponent to keep the result.

    Turns that end the game are the last resort, as they leave nothing to get wrong. Of the others, with mirror images
    as one, a few are examined closely: in a drawn position, those that leave the fewest replies that hold.
    """
    groups = choices(game, state, {turn.actions: turn.verdict for turn in turns})
    alike = {group.ways[0]: [RatedTurn(way, group.verdict) for way in group.ways] for group in groups}
    going_on = [RatedTurn(way, turns[0].verdict) for way in alike if not _ends(game, state, way)]
    if not going_on:
        return list(turns)
    most = comparison.max_turns
    if not oracle.quick(state):
        going_on = rng.sample(going_on, min(comparison.max_counted_turns, len(going_on)))
        most = comparison.max_slow_turns
    if len(going_on) > most:
        rng.shuffle(going_on)
        if turns[0].verdict.value is Value.DRAW:
            going_on.sort(key=lambda turn: oracle.safe_replies(play_all(game, state, turn.actions), len(game.actions)))
        going_on = going_on[:most]
    return [way for turn in hardest(oracle, state, going_on, rng, comparison.rate) for way in alike[turn.actions]]


def _ends(game: AnyGame, state: Any, moves: tuple[Any, ...]) -> bool:
    return isinstance(game.turn(play_all(game, state, moves)), Over)
