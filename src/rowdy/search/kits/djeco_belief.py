"""The belief of a seat in Djeco's Tic Tac Toe: random hands of the opponent, without those it cannot hold."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from rowdy.rules.cards import HIDDEN
from rowdy.rules.djeco import DjecoGame
from rowdy.rules.djeco_state import Action, Draw, Pass, State
from rowdy.rules.game import Event, Seat
from rowdy.rules.observation_log import seen_states
from rowdy.search.belief import Belief, Integers, cumulative
from rowdy.search.kernels import djeco
from rowdy.search.kernels.chance import make_rng
from rowdy.search.kernels.djeco_belief import DREW, draw_hands, rule_out

SAMPLED_HANDS = 1024
"""How many hands of the opponent are sampled; there are too many to list all."""
MAX_TURNS_BACK = 6
"""How many of the opponent's last turns are examined for passes: few cards are held for longer."""
MIN_POSSIBLE_SHARE = 1 / 32
"""The share of the sampled hands that must be possible for the others to be ruled out; fewer are a poor sample."""


def believe(game: DjecoGame, log: Sequence[Event[Any]], state: State, seat: Seat, seed: int) -> Belief:
    """Hands drawn from the cards that the seat has not seen, without those that the opponent cannot hold.

    The opponent's other moves are not weighed: that was tried, and made no difference (docs/bots.md).
    """
    other, rng = 1 - seat, make_rng(seed)
    pool = np.zeros(djeco.MAX_CARD_KINDS, np.int64)
    for card, number in game.card_numbers.items():
        if not (other in state.passed and game.playable(state, (card,))):
            pool[number] = state.unseen[number]
    hands = np.zeros((SAMPLED_HANDS, djeco.MAX_CARD_KINDS), np.int64)
    draw_hands(pool, state.hands[other].count(HIDDEN), hands, rng)
    possible = np.ones(SAMPLED_HANDS, bool)
    steps = _steps(game, log, seat)
    if steps:
        rule_out(djeco.rules_of(game), other, *_as_arrays(game, steps), hands, possible, rng)
    if possible.sum() < MIN_POSSIBLE_SHARE * SAMPLED_HANDS:  # also since the order of draws is sampled in `rule_out`
        possible[:] = True
    return Belief(hands, cumulative(possible.astype(np.float64)))


class _Step(NamedTuple):
    """One action of the opponent, and what was seen before it."""

    action: Action
    state: State


def _steps(game: DjecoGame, log: Sequence[Event[Any]], seat: Seat) -> list[_Step]:
    """The opponent's actions, the last first, back to the oldest one that may still rule out a hand.

    A pass rules out hands. If the discard is recycled a played card does so too: what was held before it cannot be a
    card that came back later.
    """
    steps = list[_Step]()
    for state, (actor, action) in zip(seen_states(game, log, seat), log, strict=False):
        if (isinstance(action, Draw) and action.seat != seat) or actor == 1 - seat:
            steps.append(_Step(action, state))
    steps.reverse()
    plays = [i for i, step in enumerate(steps) if not isinstance(step.action, Draw)][:MAX_TURNS_BACK]
    telling = [i for i in plays if game.recycles or isinstance(steps[i].action, Pass)]
    return steps[: telling[-1] + 1] if telling else []


def _as_arrays(game: DjecoGame, steps: Sequence[_Step]) -> tuple[Integers, Integers, Integers, Integers]:
    """Moves, cards, states and unseen cards, as `rule_out` takes them."""
    moves, cards = np.full(len(steps), DREW, np.int64), np.full(len(steps), DREW, np.int64)
    states, unseen = (
        np.zeros((len(steps), djeco.SIZE), np.int64),
        np.zeros((len(steps), djeco.MAX_CARD_KINDS), np.int64),
    )
    for i, (action, state) in enumerate(steps):
        if isinstance(action, Draw):
            continue
        moves[i] = game.action_id(action)
        states[i] = djeco.load(game, state)
        unseen[i, : len(state.unseen)] = state.unseen
        if not isinstance(action, Pass):
            cards[i] = game.card_numbers[action.card]
    return moves, cards, states, unseen
