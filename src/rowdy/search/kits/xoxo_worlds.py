"""XOXO: full states that a seat cannot tell apart, drawn with their exact probabilities."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from rowdy.rules.game import Event, View
from rowdy.rules.tiles import Hand, ObjectiveCard, sort_hand
from rowdy.rules.xoxo import XoxoGame
from rowdy.rules.xoxo_state import Action, State


def sample_world(
    game: XoxoGame, view: View[State, Action], rng: Random, log: Sequence[Event[Any]] | None = None
) -> State:
    """The view's state with a card behind every back; all possible deals are equally likely.

    The log adds nothing: nobody has to show a card, and cards were dealt before anything happened. In an open window
    the others count as not having answered yet, as far as the seat can know.
    """
    seen = view.state
    known = {card for hands in (seen.hands, seen.shown) for hand in hands for card in hand}
    spare = [card for card in game.sizes.cards if card not in known]
    return seen._replace(hands=tuple([_turned_over(hand, spare, rng) for hand in seen.hands]))


def _turned_over(hand: Hand, spare: list[ObjectiveCard], rng: Random) -> Hand:
    """The hand with each back replaced by a spare card of its kind, which is removed from `spare`."""
    cards = []
    for card in hand:
        if card.value is None:
            card = rng.choice([other for other in spare if other.kind is card.kind])
            spare.remove(card)
        cards.append(card)
    return sort_hand(cards)
