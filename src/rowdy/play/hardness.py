"""How hard a position of a solved game is for the player to move: how much must be found, and who fails to find it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, TypeAlias

from rowdy.play.explorer import Holding, holding
from rowdy.play.hints import searcher
from rowdy.rules.game import AnyGame, Move
from rowdy.search.oracle import Oracle, Probe, RatedTurn, Value, play_turn
from rowdy.search.symmetry import choices, only_choice

STRENGTHS = (25, 100, 400)
"""The simulations of the bots that try to keep the result, in rising order."""
TRIES_PER_BOT = 2
"""How often each bot tries."""
COMPARING_TRIES = 4
"""How often each bot tries when positions are compared: with fewer tries, luck would decide which seems hardest."""
MAX_EXAMINED_TURNS = 4
"""How many of the player's turns, one after the other, are examined for whether only one choice holds."""
FAILING_WEIGHT, MISSING_WEIGHT, DEPTH_WEIGHT = 0.7, 0.2, 0.1
"""The weights of the parts of a hardness, set by hand: bots count most, as they fail where losing looks natural."""
SEEDS = 1 << 30

RateHardness: TypeAlias = Callable[[Oracle, Any, Random], float]
"""Says how hard a position is, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class Hardness:
    """How hard a position is, part by part; each part is 0 if nothing can go wrong."""

    holding: Holding
    """How many turns keep the result."""
    failing: float
    """The share of tries in which a bot gave the result away; a stronger bot's failure counts for more."""
    depth: int
    """For how many of the player's turns in a row, along best play, only one holds, mirror images as one."""

    @property
    def missing(self) -> float:
        """The share of turns that give the result away."""
        return 1 - self.holding.kept / self.holding.turns if self.holding.turns else 0.0

    @property
    def score(self) -> float:
        """The hardness as one number from 0 to 1."""
        depth = DEPTH_WEIGHT * self.depth / MAX_EXAMINED_TURNS
        return FAILING_WEIGHT * self.failing + MISSING_WEIGHT * self.missing + depth


def hardness(
    oracle: Oracle,
    state: Any,
    rng: Random,
    tries: int = TRIES_PER_BOT,
    strengths: Sequence[int] = STRENGTHS,
) -> Hardness:
    """How hard it is to keep the result of a position; not at all if it is lost already, or over."""
    probe = oracle.probe(state)
    if not probe.turns or probe.value is Value.LOSS:
        return Hardness(Holding(0, 0), 0.0, 0)
    held = holding(probe)
    failing = 0.0 if held.kept == held.turns else share_failing(oracle.game, probe, state, rng, tries, strengths)
    return Hardness(held, failing, only_depth(oracle, state))


def share_failing(game: AnyGame, probe: Probe, state: Any, rng: Random, tries: int, strengths: Sequence[int]) -> float:
    """The share of tries, weighted by the strength of the bot, that give the result of a position away."""
    weights = range(1, len(strengths) + 1)
    failed = sum(
        weight * (_turn(game, state, probe, simulations, rng).verdict.value is not probe.value)
        for weight, simulations in zip(weights, strengths, strict=True)
        for _ in range(tries)
    )
    return failed / (tries * sum(weights))


def _turn(game: AnyGame, state: Any, probe: Probe, simulations: int, rng: Random) -> RatedTurn:
    """The whole turn that a search of this strength makes."""
    think, turns, made = searcher(simulations, rng.randrange(SEEDS)), probe.turns, 0
    while len(turns) > 1:
        due = game.turn(state)
        if not isinstance(due, Move):
            break
        view = game.view(state, due.seat)
        action = think(game, (), view).choices[0].action if len(view.legal) > 1 else view.legal[0]
        turns = tuple(turn for turn in turns if turn.actions[made : made + 1] == (action,))
        made, state = made + 1, game.play(state, due.seat, action)
    return turns[0]


def only_depth(oracle: Oracle, state: Any) -> int:
    """For how many turns in a row, from this one on, the player to move has only one turn that holds."""
    game, depth = oracle.game, 0
    while depth < MAX_EXAMINED_TURNS:
        turns = oracle.probe(state).turns
        alone = only_choice(choices(game, state, {turn.actions: turn.verdict for turn in turns}))
        if alone is None:
            return depth
        depth, state = depth + 1, play_turn(game, state, turns[0])
        replies = oracle.probe(state).turns  # not `oracle.best`, which depends on what was asked before
        if not replies:
            return depth
        state = play_turn(game, state, replies[0])
    return depth


def score(
    oracle: Oracle, state: Any, rng: Random, tries: int = COMPARING_TRIES, strengths: Sequence[int] = STRENGTHS
) -> float:
    """The hardness of a position as one number, found with enough tries to compare it with that of others."""
    return hardness(oracle, state, rng, tries, strengths).score


def hardest(
    oracle: Oracle, state: Any, turns: Sequence[RatedTurn], rng: Random, rate: RateHardness = score
) -> list[RatedTurn]:
    """The turns, of these, after which the opponent's position is hardest."""
    if len(turns) == 1:
        return list(turns)
    after = [(turn, rate(oracle, play_turn(oracle.game, state, turn), rng)) for turn in turns]
    most = max(score for _, score in after)
    return [turn for turn, score in after if score == most]
