"""Djeco's Tic Tac Toe: samples hands that the opponent may hold, and rules out those that contradict the log."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rowdy.search.kernels.chance import Rng, below
from rowdy.search.kernels.djeco_moves import legal
from rowdy.search.kernels.djeco_state import HANDS, HELD, MAX_CARD_KINDS, Array, DjecoRules
from rowdy.search.kernels.games import MAX_MOVES
from rowdy.search.kernels.jit import jit

DREW = -1
"""Stands for a drawn card in a list of moves."""


@jit
def draw_hands(pool: Array, size: int, hands: Array, rng: Rng) -> None:
    """Fills `hands` with random hands of a size, drawn from a pool without replacement."""
    total = 0
    for card in range(MAX_CARD_KINDS):
        total += pool[card]
    for i in range(len(hands)):
        for drawn in range(size):
            pick, card = below(rng, total - drawn), 0
            while pick >= pool[card] - hands[i, card]:
                pick -= pool[card] - hands[i, card]
                card += 1
            hands[i, card] += 1


@jit
def _lose_any(hand: Array, rng: Rng) -> None:
    """Removes a random card from the hand: each is equally likely to be the one drawn last."""
    total, card = 0, 0
    for held in hand:
        total += held
    pick = below(rng, total)
    while pick >= hand[card]:
        pick -= hand[card]
        card += 1
    hand[card] -= 1


@jit
def rule_out(
    rules: DjecoRules,
    seat: int,
    moves: Array,
    cards: Array,
    states: Array,
    unseen: Array,
    hands: Array,
    possible: NDArray[np.bool_],
    rng: Rng,
) -> None:
    """Writes into `possible` which of these hands the player of the seat can hold after these moves.

    `moves` are the player's moves or `DREW`, the last first; `cards` has the card played with each, or -1. `states` and
    `unseen` are what the others saw before each. Going back in time, a played card returns to the hand, and a drawn one
    leaves it; which one that was is chosen at random, since nobody saw it.
    """
    listed, held = np.empty(MAX_MOVES, np.int64), np.empty(MAX_CARD_KINDS, np.int64)
    for i in range(len(hands)):
        possible[i] = True
        for card in range(MAX_CARD_KINDS):
            held[card] = hands[i, card]
        for event in range(len(moves)):
            if moves[event] == DREW:
                _lose_any(held, rng)
                continue
            if cards[event] >= 0:
                held[cards[event]] += 1
            state = states[event]
            state[HELD + seat] = 0
            for card in range(MAX_CARD_KINDS):
                state[HANDS + MAX_CARD_KINDS * seat + card] = held[card]
                if held[card]:
                    state[HELD + seat] |= 1 << card
                if held[card] > unseen[event, card]:
                    possible[i] = False
            listed[0] = DREW
            legal(rules, state, listed)
            if cards[event] < 0 and listed[0] != moves[event]:  # a seat passes only if it can play nothing
                possible[i] = False
