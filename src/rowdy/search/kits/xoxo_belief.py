"""The belief of a seat in XOXO: every possible deal, weighted by the likelihood of what the others have done.

The weights follow from Bayes' rule with the models in `kernels.player_models`. docs/bots.md has measured their worth.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import Any

import numpy as np

from rowdy.rules.game import Event, Seat
from rowdy.rules.observation_log import seen_states
from rowdy.rules.tiles import KINDS, ObjectiveCard
from rowdy.rules.xoxo import XoxoGame
from rowdy.rules.xoxo_state import Lay, Reveal, State
from rowdy.search.belief import Belief, Integers, Weights, cumulative
from rowdy.search.kernels import xoxo
from rowdy.search.kernels.elementary import log as log_of
from rowdy.search.kernels.player_models import PLAYER_MODELS, marginal_likelihoods

PLAYER_PRIOR = (0.003, 0.5, 0.497)
"""The prior probability of each player model: makes the best-looking move, prefers such moves, moves at random.

The first is small, since a few moves of any player look like its own for one hand or another; a player who does play so
is soon recognised all the same."""
HOLD_BACK_PROBABILITIES = (0.4, 0.06)
"""The probability that a player holds back a card that could be shown, not having done so before.

The first is for a player who has shown no card, and may be hiding them all; the second for one who has. While the
display grows, having shown none says nothing at all."""
KEEP_HOLDING_PROBABILITIES = (0.97, 0.8)
"""The probability that a player who has held back a card before does so again, in the same way."""


def believe(game: XoxoGame, log: Sequence[Event[Any]], state: State, seat: Seat, weigh: bool) -> Belief:
    """Every deal that the card backs and the cards shown allow, with equal weights unless `weigh` is set."""
    hands = np.array(list(_deals(game, state)), np.int64)
    weights = np.ones(len(hands))
    if weigh:
        for other in range(game.seats):
            if other != seat:
                held, which = np.unique(hands[:, other], return_inverse=True)
                weights *= _likelihoods(game, log, state, seat, other, held)[which]
    return Belief(hands, cumulative(weights))


def _deals(game: XoxoGame, state: State) -> Iterator[tuple[int, ...]]:
    """Every way in which the unshown cards can be behind the backs, as the hand of each seat."""
    known = {card for hands in (state.hands, state.shown) for hand in hands for card in hand}
    by_kind = []
    for kind in KINDS:
        spare = [card for card in game.sizes.cards if card.kind is kind and card not in known]
        backs = [sum(card.value is None and card.kind is kind for card in hand) for hand in state.hands]
        by_kind.append(list(_shares(spare, backs)))
    open_cards = [xoxo.card_set([card for card in hand if card.value is not None]) for hand in state.hands]
    for shares in product(*by_kind):
        yield tuple(sum(hand) for hand in zip(open_cards, *shares, strict=True))


def _shares(spare: Sequence[ObjectiveCard], backs: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Every way to deal these cards, each seat getting as many as it has backs; a set of cards for each seat."""
    if not backs:
        yield ()
        return
    for hand in combinations(spare, backs[0]):
        left = [card for card in spare if card not in hand]
        for others in _shares(left, backs[1:]):
            yield xoxo.card_set(hand), *others


def _likelihoods(
    game: XoxoGame, log: Sequence[Event[Any]], now: State, seat: Seat, other: Seat, held: Integers
) -> Weights:
    """For each hand that another seat may hold, the likelihood of what that seat laid, showed and did not show."""
    rules = xoxo.rules_of(game)
    shown_now = xoxo.card_set(now.shown[other])
    log_likelihood = np.zeros((len(held), PLAYER_MODELS))
    held_back = np.zeros(len(held), bool)
    for state, event in zip(seen_states(game, log, seat), log, strict=False):
        if event.actor == other:
            hands = held | shown_now & ~xoxo.card_set(state.shown[other])
            if isinstance(event.action, Lay):
                others = xoxo.card_set(game.held_elsewhere(state, other)) & ~hands
                move = game.action_id(event.action)
                xoxo.add_lay_log_likelihoods(rules, xoxo.load(game, state), hands, others, move, log_likelihood)
            elif isinstance(event.action, Reveal) and (
                state.shown[other] or game.is_full(game.occupied(state.display))
            ):
                kept = hands & game.look(state.display).features & ~xoxo.card_set(event.action.cards) != 0
                shows = bool(state.shown[other])
                again, first = log_of(KEEP_HOLDING_PROBABILITIES[shows]), log_of(HOLD_BACK_PROBABILITIES[shows])
                log_likelihood[kept] += np.where(held_back[kept], again, first)[:, None]
                held_back |= kept
    marginal = np.zeros(len(held))
    marginal_likelihoods(log_likelihood, np.array(PLAYER_PRIOR), marginal)
    return marginal
