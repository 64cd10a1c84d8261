"""Djeco's Tic Tac Toe: hands that the other player may hold, drawn and judged by what that player has done."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rowdy.search.kernels.chance import Rng, below
from rowdy.search.kernels.djeco_moves import legal
from rowdy.search.kernels.djeco_policy import A_BUILT, A_DENIED, A_LINE, FEATURES, features
from rowdy.search.kernels.djeco_state import HANDS, HELD, KINDS, Array, Rules
from rowdy.search.kernels.jit import jit
from rowdy.search.kernels.players import explain

DREW = -1
"""In place of a move: the player drew a card."""
IMPOSSIBLE = -1000.0
"""Instead of the logarithm of a likelihood."""
MOST_MOVES = 1024


@jit
def draw_hand(pool: Array, size: int, hand: Array, rng: Rng) -> None:
    """Draws so many cards from a pool, each that is left being as likely as the next; the pool stays as it is."""
    total = 0
    for card in range(KINDS):
        hand[card] = 0
        total += pool[card]
    for drawn in range(size):
        pick = below(rng, total - drawn)
        card = 0
        while pick >= pool[card] - hand[card]:
            pick -= pool[card] - hand[card]
            card += 1
        hand[card] += 1


@jit
def _lose_any(hand: Array, rng: Rng) -> None:
    """Any card leaves the hand: each is as likely as the next to be the one drawn last."""
    total = 0
    for card in range(KINDS):
        total += hand[card]
    pick = below(rng, total)
    card = 0
    while pick >= hand[card]:
        pick -= hand[card]
        card += 1
    hand[card] -= 1


@jit
def explain_hands(
    rules: Rules,
    seat: int,
    moves: Array,
    cards: Array,
    states: Array,
    unseen: Array,
    hands: Array,
    certain: NDArray[np.float64],
    rng: Rng,
) -> None:
    """Adds how likely each of these hands would have led the player of a seat to what it did (see `players`).

    `moves` are what it did, the last first: moves with the card played, or `DREW`; `states` and `unseen` are what the
    others saw before each. Going back, what was played returns to the hand and what was drawn leaves it.
    """
    listed, looks, held = (
        np.empty(MOST_MOVES, np.int64),
        np.empty((MOST_MOVES, FEATURES), np.int64),
        np.empty(KINDS, np.int64),
    )
    for i in range(len(hands)):
        for card in range(KINDS):
            held[card] = hands[i, card]
        for event in range(len(moves)):
            if moves[event] == DREW:
                _lose_any(held, rng)
                continue
            if cards[event] >= 0:
                held[cards[event]] += 1
            state, possible = states[event], True
            state[HELD + seat] = 0
            for card in range(KINDS):
                state[HANDS + KINDS * seat + card] = held[card]
                possible = possible and held[card] <= unseen[event, card]
                if held[card]:
                    state[HELD + seat] |= 1 << card
            count, chosen = legal(rules, state, listed), -1
            for m in range(count):
                if listed[m] == moves[event]:
                    chosen = m
            if chosen < 0 or not possible:
                for kind in range(certain.shape[1]):
                    certain[i, kind] += IMPOSSIBLE
            else:
                features(rules, state, listed, count, looks)
                explain(looks, count, chosen, A_LINE, A_BUILT, A_DENIED, certain[i])
