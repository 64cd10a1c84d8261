"""Worlds that a seat holds possible, from its log and view alone, each with its weight.

In XOXO a world's weight is how well it explains what the others have done, under three kinds of player (see
`kernels/players`). That it helps is measured in docs/bots.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rowdy.rules.cards import GREEN, HIDDEN, YELLOW
from rowdy.rules.djeco import DjecoGame
from rowdy.rules.djeco_rulings import Discard
from rowdy.rules.djeco_state import Draw, Green, Pass, Yellow
from rowdy.rules.djeco_state import Lay as LayCard
from rowdy.rules.djeco_state import State as DjecoState
from rowdy.rules.game import AnyGame, Event, Seat, View
from rowdy.rules.tiles import KINDS, Card
from rowdy.rules.xoxo import XoxoGame
from rowdy.rules.xoxo_state import Lay, Reveal
from rowdy.rules.xoxo_state import State as XoxoState
from rowdy.search.kernels import djeco, xoxo
from rowdy.search.kernels.chance import make_rng
from rowdy.search.kernels.djeco_belief import DREW, draw_hands, rule_out
from rowdy.search.kernels.players import KINDS_OF_PLAYERS

Numbers = NDArray[np.int64]
Weights = NDArray[np.float64]

PLAYERS = (0.5, 0.3, 0.2)
"""How likely another player is one who takes what looks best, one who leans to it, or one who does anything."""
HELD_BACK = 0.08
"""How likely somebody holds back a card that could be shown..."""
HELD_ON = 0.8
"""... and goes on doing so in the next window."""
HANDS = 1024
"""How many hands of the other player are drawn in Djeco, where there are too many to go through all."""
REMEMBERED = 6
"""How many of the other player's last turns are looked at there for passes: few cards are held for longer."""
FEW = 32
"""If no more than one in so many of them can be, none is ruled out."""


class Belief(NamedTuple):
    worlds: Numbers
    """A row a world, as the kernel's `settle` takes it."""
    likely: Weights
    """The worlds' weights, each added to those before it."""


def believe(game: AnyGame, log: Sequence[Event[Any]], view: View[Any, Any], seed: int, weigh: bool = True) -> Belief:
    """What the view's seat may believe; without weighing, each world it cannot rule out is as likely as the next."""
    assert view.viewer is not None
    if isinstance(game, XoxoGame):
        return _believe_xoxo(game, log, view.state, view.viewer, weigh)
    if isinstance(game, DjecoGame):
        return _believe_djeco(game, log, view.state, view.viewer, seed)
    return Belief(np.zeros((1, 1), np.int64), np.ones(1))


def _over_players(certain: Weights) -> Weights:
    """From the logarithms of likelihoods by kind of player: how likely it all is whichever player it was."""
    certain = certain + np.log(PLAYERS)
    likely: Weights = np.exp(certain - certain.max()).sum(axis=1)
    return likely


# XOXO: every deal is gone through


def _believe_xoxo(game: XoxoGame, log: Sequence[Event[Any]], state: XoxoState, seat: Seat, weigh: bool) -> Belief:
    """Every deal that the card backs and the cards shown allow."""
    hands = np.array(list(_deals(game, state)), np.int64)
    weights = np.ones(len(hands))
    if weigh:
        for other in range(game.seats):
            if other != seat:
                held, which = np.unique(hands[:, other], return_inverse=True)
                weights *= _explain_seat(game, log, state, seat, other, held)[which]
    return Belief(hands, np.cumsum(weights / weights.sum()))


def _deals(game: XoxoGame, state: XoxoState) -> Iterator[tuple[int, ...]]:
    """Every way in which the cards nobody has shown can lie behind the backs, as the hand of each seat."""
    known = {card for hands in (state.hands, state.shown) for hand in hands for card in hand}
    by_kind = []
    for kind in KINDS:
        spare = [card for card in game.sizes.cards if card.kind is kind and card not in known]
        backs = [sum(card is card.back and card.kind is kind for card in hand) for hand in state.hands]
        by_kind.append(list(_shares(spare, backs)))
    open_cards = [xoxo.card_set([card for card in hand if card.value is not None]) for hand in state.hands]
    for shares in product(*by_kind):
        yield tuple(sum(hand) for hand in zip(open_cards, *shares, strict=True))


def _shares(spare: Sequence[Card], backs: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Every way to give each seat so many of these cards."""
    if not backs:
        yield ()
        return
    for hand in combinations(spare, backs[0]):
        left = [card for card in spare if card not in hand]
        for others in _shares(left, backs[1:]):
            yield xoxo.card_set(hand), *others


def _explain_seat(
    game: XoxoGame, log: Sequence[Event[Any]], now: XoxoState, seat: Seat, other: Seat, held: Numbers
) -> Weights:
    """How well each hand of another seat explains what that seat laid, showed and did not show."""
    rules = xoxo.rules_of(game)
    shown_now = xoxo.card_set(now.shown[other])
    certain = np.zeros((len(held), KINDS_OF_PLAYERS))
    held_back = np.zeros(len(held), bool)
    state = game.seen(game.start(), seat)
    for event in log:
        if event.actor == other:
            hands = held | shown_now & ~xoxo.card_set(state.shown[other])
            if isinstance(event.action, Lay):
                others = _thought_elsewhere(state, other) & ~hands
                move = xoxo.code_of(game, event.action)
                xoxo.explain_lay(rules, xoxo.load(game, state), hands, others, move, certain)
            elif isinstance(event.action, Reveal):
                lying = sum(card.feature for card in game.sizes.cards if game.in_line(state, card))
                kept = hands & lying & ~xoxo.card_set(event.action.cards) != 0
                certain[kept] += np.log(np.where(held_back[kept], HELD_ON, HELD_BACK))[:, None]
                held_back |= kept
        state = game.follow(state, event)
    return _over_players(certain)


def _thought_elsewhere(state: XoxoState, seat: Seat) -> int:
    """The cards that a seat holds possible in the other hands, but for those in its own."""
    kinds = {card.kind for other, hand in enumerate(state.hands) if other != seat for card in hand}
    shown = sum(xoxo.card_set(cards) for cards in state.shown)
    return sum(15 << 4 * KINDS.index(kind) for kind in kinds) & ~shown


# Djeco: hands are drawn


def _believe_djeco(game: DjecoGame, log: Sequence[Event[Any]], state: DjecoState, seat: Seat, seed: int) -> Belief:
    """Hands drawn from the cards that the seat has not seen, less those that the other player cannot hold.

    What else that player did is not weighed: it was tried, and made no difference (docs/bots.md).
    """
    other, rng = 1 - seat, make_rng(seed)
    pool = np.zeros(djeco.KINDS, np.int64)
    passed = other in (state.seat, 1 - state.seat)[: state.passes]
    for card, number in djeco.card_numbers(game).items():
        if not (passed and game.playable(state, (card,))):
            pool[number] = state.unseen[number]
    hands = np.zeros((HANDS, djeco.KINDS), np.int64)
    draw_hands(pool, state.hands[other].count(HIDDEN), hands, rng)
    possible = np.ones(HANDS, bool)
    steps = _steps(game, log, seat)
    if steps:
        rule_out(djeco.rules_of(game), other, *_as_arrays(game, steps), hands, possible, rng)
    if possible.sum() * FEW < HANDS:  # what is left stands for too little: how cards came was drawn by lot as well
        possible[:] = True
    return Belief(hands, np.cumsum(possible / possible.sum()))


class _Step(NamedTuple):
    """What the other player did, and what was seen before it."""

    action: Any
    state: DjecoState


def _steps(game: DjecoGame, log: Sequence[Event[Any]], seat: Seat) -> list[_Step]:
    """What the other player did, the last first, back to the oldest pass that may still tell something.

    Where the discard is recycled, so do cards played: what is held since before cannot be a card that came back.
    """
    steps, state = list[_Step](), game.seen(game.start(), seat)
    for event in log:
        actor, action = event
        if (isinstance(action, Draw) and action.seat != seat) or actor == 1 - seat:
            steps.append(_Step(action, state))
        state = game.follow(state, event)
    steps.reverse()
    plays = [i for i, step in enumerate(steps) if not isinstance(step.action, Draw)][:REMEMBERED]
    recycled = game.rulings.discard is Discard.RECYCLE
    telling = [i for i in plays if recycled or isinstance(steps[i].action, Pass)]
    return steps[: telling[-1] + 1] if telling else []


def _as_arrays(game: DjecoGame, steps: Sequence[_Step]) -> tuple[Numbers, Numbers, Numbers, Numbers]:
    """Moves, cards, states and unseen cards, as `rule_out` takes them."""
    number_of = djeco.card_numbers(game)
    moves, cards = np.full(len(steps), DREW, np.int64), np.full(len(steps), DREW, np.int64)
    states, unseen = np.zeros((len(steps), djeco.SIZE), np.int64), np.zeros((len(steps), djeco.KINDS), np.int64)
    for i, (action, state) in enumerate(steps):
        if isinstance(action, Draw):
            continue
        moves[i] = djeco.code_of(game, action)
        states[i] = djeco.load(game, state)
        unseen[i, : len(state.unseen)] = state.unseen
        match action:
            case LayCard(card):
                cards[i] = number_of[card]
            case Yellow():
                cards[i] = number_of[YELLOW]
            case Green():
                cards[i] = number_of[GREEN]
    return moves, cards, states, unseen
