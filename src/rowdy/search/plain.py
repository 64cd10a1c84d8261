"""Thinking with the rules alone: worlds drawn from what a seat knows, played to the end at random.

It serves until the compiled search is ready, where there is no compiler, and on boards that the kernels do not know.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from math import log, sqrt
from random import Random
from typing import Any

from rowdy.rules import cards, tiles
from rowdy.rules.cards import HIDDEN
from rowdy.rules.djeco import DjecoGame
from rowdy.rules.djeco_state import State as DjecoState
from rowdy.rules.game import CHANCE, AnyGame, Chance, Move, Outcome, Over, Seat, View
from rowdy.rules.xoxo import XoxoGame
from rowdy.rules.xoxo_state import State as XoxoState

CURIOSITY = 0.7
"""How much an action that was seldom tried is favoured."""
TRUST = 20
"""First sight, where it is given, counts as so many playouts..."""
FEW = 4
"""... and so many actions that look best are tried: with the few playouts there are, more would be told badly apart."""
SLOWER = 100
"""A playout takes about as long as so many simulations of the compiled search."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One action the seat may take."""

    action: Any
    visits: int
    value: float
    """The share of the game that the seat may expect, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class Thought:
    """What has come of thinking."""

    choices: tuple[Choice, ...]
    """Every legal action, best first."""
    simulations: int


@dataclass(slots=True)
class _Tried:
    """An action and how its playouts went."""

    action: Any
    wins: bool
    """Whether it ends the game, and well."""
    sight: float = 0.5
    """What it is held to be worth at first sight..."""
    trust: int = 1
    """... and how many playouts that counts for."""
    visits: int = 0
    won: float = 0.0

    @property
    def value(self) -> float:
        return (self.won + self.trust * self.sight) / (self.visits + self.trust)


def consider(
    game: AnyGame,
    view: View[Any, Any],
    rng: Random,
    *,
    playouts: int | None = None,
    seconds: float | None = None,
    first_sight: Mapping[Any, float] | None = None,
    clock: Callable[[], float] = time.perf_counter,
) -> Thought:
    """What the view's seat may expect of each of its legal actions, within a number of playouts, a time, or both.

    `first_sight` tells how good each action looks, from 0 to 1; without it all are tried. With a number of playouts
    alone, the same seed gives the same answer.
    """
    seat = view.viewer
    if seat is None or not view.legal:
        raise ValueError("only a seat that may act has something to consider")
    if playouts is None and seconds is None:
        raise ValueError("thinking needs a number of playouts or a time")
    until = None if seconds is None else clock() + seconds
    tried = [_Tried(action, _wins(game, view, seat, action)) for action in view.legal]
    if first_sight:
        for one in tried:
            one.sight, one.trust = first_sight[one.action], TRUST
    rng.shuffle(tried)
    tried.sort(key=lambda one: (one.wins, one.sight), reverse=True)
    best = tried[:FEW] if first_sight else tried
    done = 0
    while len(best) > 1 and (playouts is None or done < playouts) and (until is None or clock() < until):
        chosen = max(best, key=partial(_promise, breadth=CURIOSITY * sqrt(log(done + 2))))
        world = game.play(sample_world(game, view, rng), seat, chosen.action)
        chosen.won += share(play_out(game, world, rng), seat, game.seats)
        chosen.visits += 1
        done += 1
    tried.sort(key=lambda one: (one.wins, one.visits, one.value), reverse=True)
    return Thought(tuple(Choice(one.action, one.visits, one.value) for one in tried), done)


def _wins(game: AnyGame, view: View[Any, Any], seat: Seat, action: Any) -> bool:
    turn = game.turn(game.play(view.state, seat, action))
    return isinstance(turn, Over) and turn.outcome.winners == (seat,)


def _promise(tried: _Tried, breadth: float) -> float:
    return tried.value + breadth / sqrt(tried.visits + 1)


def play_out(game: AnyGame, state: Any, rng: Random) -> Outcome:
    """How a game ends if all play at random, but show their cards as soon as they can."""
    while True:
        match game.turn(state):
            case Over(outcome):
                return outcome
            case Chance(actions, weights):
                state = game.play(state, CHANCE, rng.choices(actions, weights)[0])
            case Move(seat):
                state = game.play(state, seat, rng.choice(game.legal(state, seat)))
            case window:
                asked = next(seat for seat in window.seats if game.legal(state, seat))
                state = game.play(state, asked, game.legal(state, asked)[-1])


def share(outcome: Outcome, seat: Seat, seats: int) -> float:
    """What a seat gets of a finished game: 1 for a win, a part of it for a shared one or a draw."""
    if not outcome.winners:
        return 1 / seats
    return 1 / len(outcome.winners) if seat in outcome.winners else 0.0


# What may be where the seat cannot look


def sample_world(game: AnyGame, view: View[Any, Any], rng: Random) -> Any:
    """A state that looks to the view's seat just like this view, each that can be as likely as the next."""
    if isinstance(game, XoxoGame):
        return _sample_xoxo(game, view.state, rng)
    if isinstance(game, DjecoGame):
        return _sample_djeco(game, view.state, rng)
    return view.state


def _sample_xoxo(game: XoxoGame, seen: XoxoState, rng: Random) -> XoxoState:
    """Every back gets one of the values of its kind that are not known to be elsewhere."""
    known = {card for hands in (seen.hands, seen.shown) for hand in hands for card in hand}
    spare = [card for card in game.sizes.cards if card not in known]
    rng.shuffle(spare)
    hands = []
    for hand in seen.hands:
        filled = []
        for card in hand:
            if card.value is None:
                card = next(other for other in spare if other.kind is card.kind)
                spare.remove(card)
            filled.append(card)
        hands.append(tiles.sort_hand(filled))
    return seen._replace(hands=tuple(hands))


def _sample_djeco(game: DjecoGame, seen: DjecoState, rng: Random) -> DjecoState:
    """Hidden hands are drawn from the cards that the viewer has not seen; who has just passed could play none of them.

    A hand can be played if any card of it can, so that without a playable card is drawn from the others alone.
    """
    kinds = tuple(dict.fromkeys(game.all_cards))
    hands, unseen = list(seen.hands), list(seen.unseen)
    passed = (seen.seat, 1 - seen.seat)[: seen.passes]
    for seat, hand in enumerate(hands):
        if HIDDEN not in hand:
            continue
        counts = unseen
        if seat in passed:
            counts = [0 if game.playable(seen, (card,)) else n for card, n in zip(kinds, unseen, strict=True)]
        drawn = rng.sample(range(len(counts)), hand.count(HIDDEN), counts=counts)
        for i in drawn:
            unseen[i] -= 1
        hands[seat] = cards.sort_hand([card for card in hand if card is not HIDDEN] + [kinds[i] for i in drawn])
    return seen._replace(hands=(hands[0], hands[1]), unseen=tuple(unseen))
