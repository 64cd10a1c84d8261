"""What positions near the end are worth, worked out by the rules alone: every move, every chance and every world."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from rowdy.rules import cards, tiles
from rowdy.rules.djeco import DjecoGame
from rowdy.rules.game import CHANCE, AnyGame, Chance, Move, Over, View
from rowdy.rules.xoxo import XoxoGame
from rowdy.search.python_search import share
from tests.naive.beliefs import all_deals


def replies(game: AnyGame, state: Any) -> Iterator[tuple[str, Any]]:
    """Every move and the state after it."""
    turn = game.turn(state)
    assert isinstance(turn, Move)
    for action in game.legal(state, turn.seat):
        yield str(action), game.play(state, turn.seat, action)


def exact(game: AnyGame, state: Any) -> list[float]:
    """Each seat's share if all know everything, do what is best for them, and show their cards at once."""
    turn = game.turn(state)
    if isinstance(turn, Over):
        return [share(turn.outcome, seat, game.seats) for seat in range(game.seats)]
    if isinstance(turn, Chance):
        total = [0.0] * game.seats
        for action, likely in turn.outcomes:
            for seat, found in enumerate(exact(game, game.play(state, CHANCE, action))):
                total[seat] += float(likely) * found
        return total
    if isinstance(turn, Move):
        return max((exact(game, later) for _, later in replies(game, state)), key=lambda shares: shares[turn.seat])
    asked = next(seat for seat in turn.seats if game.legal(state, seat))
    return exact(game, game.play(state, asked, game.legal(state, asked)[-1]))


def expected(game: AnyGame, view: View[Any, Any], action: Any) -> float:
    """The share that the view's seat gets on average if it does this, all worlds being as likely as the next."""
    seat = view.viewer
    assert seat is not None
    worlds = _deals(view.state) if isinstance(game, XoxoGame) else _hands(game, view.state, 1 - seat)
    return sum(exact(game, game.play(world, seat, action))[seat] for world in worlds) / len(worlds)


def _deals(seen: Any) -> list[Any]:
    """Every state of XOXO that looks like this."""
    hands, shown = ([[str(card) for card in hand] for hand in held] for held in (seen.hands, seen.shown))
    return [
        seen._replace(hands=tuple(tiles.sort_hand([tiles.CARD[card] for card in hand]) for hand in deal))
        for deal in all_deals(hands, shown)
    ]


def _hands(game: AnyGame, seen: Any, other: int) -> list[Any]:
    """Every state of Djeco that looks like this, equal cards being told apart."""
    assert isinstance(game, DjecoGame)
    kinds = list(dict.fromkeys(game.all_cards))
    unseen = [kind for kind, n in zip(kinds, seen.unseen, strict=True) for _ in range(n)]
    worlds = []
    for drawn in combinations(unseen, len(seen.hands[other])):
        left = tuple(n - drawn.count(kind) for kind, n in zip(kinds, seen.unseen, strict=True))
        hands = (cards.sort_hand(drawn), seen.hands[1]) if other == 0 else (seen.hands[0], cards.sort_hand(drawn))
        worlds.append(seen._replace(unseen=left, hands=hands))
    return worlds
