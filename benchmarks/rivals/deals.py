"""What a rival's search asks of a game beyond its rules: a random deal of what is hidden, a playout, a score.

Every deal that the backs and the open cards allow is equally likely; a rival draws no conclusions from what the others
have done.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rowdy.rules.cards import HIDDEN
from rowdy.rules.game import AnyGame
from rowdy.rules.tiles import KINDS
from rowdy.rules.xoxo import XoxoGame
from rowdy.search.kernels import djeco_play, djeco_state, xoxo_play, xoxo_state
from rowdy.search.kernels.bits import count, lowest, nth
from rowdy.search.kernels.chance import Rng, below
from rowdy.search.kernels.djeco_moves import mover, random_move
from rowdy.search.kernels.djeco_state import DjecoRules
from rowdy.search.kernels.jit import jit, numba
from rowdy.search.kernels.xoxo_state import XoxoRules

Array = NDArray[np.int64]

UNIFORM, INFORMED = 0, 1
"""The kinds of playout: any move, or one that scores at once if there is one."""
LOOKS = 6
"""How many random moves an informed playout of Djeco compares."""


def hidden_cards(game: AnyGame, state: Any) -> Array:
    """How many cards of each hand are hidden in a view's state: by seat and kind in XOXO, by seat in Djeco."""
    if isinstance(game, XoxoGame):
        backs = [
            [sum(card.value is None and card.kind is kind for card in hand) for kind in KINDS] for hand in state.hands
        ]
        return np.array(backs, np.int64)
    return np.array([[hand.count(HIDDEN)] for hand in state.hands], np.int64)


# XOXO


@jit
def _deal_xoxo(rules: XoxoRules, state: Array, hidden: Array, rng: Rng) -> None:
    known = 0
    for seat in range(rules.seats):
        known |= state[xoxo_state.HANDS + seat] | state[xoxo_state.SHOWN + seat]
    for kind in range(len(xoxo_state.KIND_SETS)):
        spare = xoxo_state.KIND_SETS[kind] & rules.cards & ~known
        for seat in range(rules.seats):
            for _ in range(hidden[seat, kind]):
                card = 1 << nth(spare, below(rng, count(spare)))
                spare &= ~card
                state[xoxo_state.HANDS + seat] |= card


@jit
def _playout_xoxo(rules: XoxoRules, state: Array, style: int, rng: Rng) -> None:
    if style == UNIFORM:
        xoxo_play.random_playout(rules, state, rng)
        return
    xoxo_play.show_all(rules, state)
    while state[xoxo_state.WINNERS] == 0:
        squares = xoxo_play.targets(rules, state)
        chosen = _scoring_tile(rules, state, squares)
        if chosen < 0:
            drawn = below(rng, 2 * count(squares))
            chosen = nth(squares, drawn >> 1) << 1 | drawn & 1
        pile = rules.seats if chosen & 1 else state[xoxo_state.SEAT]
        xoxo_play.step(rules, state, pile, chosen >> 1, rng)


@jit
def _scoring_tile(rules: XoxoRules, state: Array, squares: int) -> int:
    """A tile that completes a line for a card in hand: twice the square, and one for the draw pile; -1 if none does."""
    seat = state[xoxo_state.SEAT]
    hand = state[xoxo_state.HANDS + seat]
    own, drawn = state[xoxo_state.TOPS + seat] & hand, state[xoxo_state.TOPS + rules.seats] & hand
    while squares and own | drawn:
        square = lowest(squares)
        squares &= squares - 1
        wanted = xoxo_play.pairs(rules, state, square)
        if wanted & own:
            return 2 * square
        if wanted & drawn:
            return 2 * square + 1
    return -1


@jit
def _progress_xoxo(rules: XoxoRules, state: Array, seat: int) -> float:
    shown = count(state[xoxo_state.SHOWN + seat])
    return shown / (shown + count(state[xoxo_state.HANDS + seat]))


# Djeco


@jit
def _deal_djeco(rules: DjecoRules, state: Array, hidden: Array, rng: Rng) -> None:
    if state[djeco_state.UNKNOWN] == 0:
        return
    seat = state[djeco_state.UNKNOWN] - 1
    left = state[djeco_state.DECK] + hidden[seat, 0]
    for _ in range(hidden[seat, 0]):
        place = djeco_state.CARDS + below(rng, left)
        card = state[place]
        left -= 1
        state[place] = state[djeco_state.CARDS + left]
        state[djeco_state.HANDS + djeco_state.MAX_CARD_KINDS * seat + card] += 1
        state[djeco_state.HELD + seat] |= 1 << card
    state[djeco_state.UNKNOWN] = 0


@jit
def _playout_djeco(rules: DjecoRules, state: Array, style: int, rng: Rng) -> None:
    if style == UNIFORM:
        djeco_play.random_playout(rules, state, rng)
        return
    after = np.empty_like(state)
    djeco_play.deal(state, rng)
    while state[djeco_state.END] == djeco_state.GOES_ON:
        seat = mover(state)
        best, most = random_move(rules, state, rng), -1000
        for look in range(LOOKS):
            move = random_move(rules, state, rng) if look else best
            for i in range(len(state)):
                after[i] = state[i]
            djeco_play.apply(rules, after, move)
            lead = after[djeco_state.TOKENS + seat] - after[djeco_state.TOKENS + 1 - seat]
            if lead > most:
                best, most = move, lead
        djeco_play.apply(rules, state, best)
        djeco_play.deal(state, rng)


@jit
def _progress_djeco(rules: DjecoRules, state: Array, seat: int) -> float:
    return float(min(1.0, state[djeco_state.TOKENS + seat] / rules.target))


# By the type of the rules, as in `rowdy.search.kernels.games`


def deal(rules: Any, state: Any, hidden: Any, rng: Any) -> None:
    """Deals what is hidden at random."""
    _DEAL[type(rules)](rules, state, hidden, rng)


def playout(rules: Any, state: Any, style: int, rng: Any) -> None:
    """Plays on to the end."""
    _PLAYOUT[type(rules)](rules, state, style, rng)


def progress(rules: Any, state: Any, seat: int) -> float:
    """How close a seat has come to winning, from 0 to 1."""
    found: float = _PROGRESS[type(rules)](rules, state, seat)
    return found


_DEAL: dict[type, Callable[..., Any]] = {XoxoRules: _deal_xoxo, DjecoRules: _deal_djeco}
_PLAYOUT: dict[type, Callable[..., Any]] = {XoxoRules: _playout_xoxo, DjecoRules: _playout_djeco}
_PROGRESS: dict[type, Callable[..., Any]] = {XoxoRules: _progress_xoxo, DjecoRules: _progress_djeco}

if numba is not None:
    _overload = import_module("numba.extending").overload

    def _chooser(table: dict[type, Callable[..., Any]]) -> Callable[..., Any]:
        return lambda rules, *_: getattr(table[rules.instance_class], "py_func", table[rules.instance_class])

    for _question, _table in ((deal, _DEAL), (playout, _PLAYOUT), (progress, _PROGRESS)):
        _overload(_question, strict=False)(_chooser(_table))
