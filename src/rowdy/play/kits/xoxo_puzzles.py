"""Deductions in XOXO: what is certain if everybody shows their cards as soon as they can.

Given that, no hidden card has a line on the display now. All remaining deals are checked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, product

from rowdy.play.game_log import Transition
from rowdy.play.kit import Deduction
from rowdy.rules.game import CHANCE, Chance, Event, Over, Seat, Window
from rowdy.rules.tiles import CARDS, Hand, Kind, sort_hand
from rowdy.rules.tuples import with_item
from rowdy.rules.xoxo import XoxoGame
from rowdy.rules.xoxo_state import Action, Lay, State

HOLDS, SURE = "holds", "sure"
HARDNESS_PER_CARD = 0.25
"""How much harder it is to tell a card for each other that is ruled out by a line; set by hand, as all of these."""
SURE_HARDNESS = 0.3
"""The hardness of the only sure win if the others win with hardly any deal."""
SURE_RANGE = 0.4
"""How much harder it is if one of them wins with nearly all deals."""
HARDNESS_PER_RIVAL = 0.05
"""How much harder it is for each of the others."""


def deals(game: XoxoGame, state: State, seat: Seat) -> list[Hand]:
    """Every hand that the opponent of this seat can have, for a game of two."""
    rival = 1 - seat
    known = {card for cards in (state.hands[seat], *state.shown) for card in cards}
    in_line = game.look(state.display).features
    backs = Counter(card.kind for card in state.hands[rival])
    ways = [
        list(combinations([card for card in _of_kind(kind) if card not in known and not card.feature & in_line], count))
        for kind, count in backs.items()
    ]
    return [sort_hand([card for cards in way for card in cards]) for way in product(*ways)]


def _of_kind(kind: Kind) -> Hand:
    return tuple(card for card in CARDS if card.kind == kind)


def deductions(game: XoxoGame, state: State, seat: Seat) -> Iterator[Deduction]:
    if game.seats != 2 or state.answers is not None:
        return
    possible = deals(game, state, seat)
    if possible:
        yield from _held(game, state, seat, possible)
        yield from _sure(game, state, seat, possible)


def _held(game: XoxoGame, state: State, seat: Seat, possible: Sequence[Hand]) -> Iterator[Deduction]:
    """Which card of a kind the opponent must hold, if they hold one and a line on the table helps to see which."""
    in_line = game.look(state.display).features
    for kind, count in Counter(card.kind for card in state.hands[1 - seat]).items():
        found = {card for hand in possible for card in hand if card.kind == kind}
        excluded = [card for card in _of_kind(kind) if card.feature & in_line]
        known = {card for cards in (state.hands[seat], *state.shown) for card in cards}
        by_line = sum(card not in known for card in excluded)
        if count == len(found) == 1 and by_line:
            options = tuple(map(str, _of_kind(kind)))
            yield Deduction(HOLDS, str(found.pop()), min(1.0, HARDNESS_PER_CARD * by_line), options)


def _sure(game: XoxoGame, state: State, seat: Seat, possible: Sequence[Hand]) -> Iterator[Deduction]:
    """The only tile that wins whatever the opponent holds, while others win only with some deals."""
    lays = [lay for lay in game.moves(state, seat) if isinstance(lay, Lay)]
    if not any(wins_alone(game, state, seat, lay, possible[0]) for lay in lays):
        return
    wins = {lay: sum(wins_alone(game, state, seat, lay, hand) for hand in possible) for lay in lays}
    sure = [lay for lay in lays if wins[lay] == len(possible)]
    lucky = [lay for lay in lays if 0 < wins[lay] < len(possible)]
    if len(sure) == 1 and lucky:
        most = max(wins[lay] for lay in lucky) / len(possible)
        yield Deduction(
            SURE, str(sure[0]), min(1.0, SURE_HARDNESS + SURE_RANGE * most + HARDNESS_PER_RIVAL * len(lucky))
        )


def wins_alone(game: XoxoGame, state: State, seat: Seat, lay: Lay, hand: Hand) -> bool:
    """True if this seat alone wins at once with a tile, given the opponent's hand, when all show what they can."""
    *_, last = _played_out(game, state, seat, lay, hand)
    turn = game.turn(last.after)
    return isinstance(turn, Over) and turn.outcome.winners == (seat,)


def _played_out(game: XoxoGame, state: State, seat: Seat, lay: Lay, hand: Hand) -> Iterator[Transition]:
    """A tile and what follows it in the same turn, given the opponent's hand, when all show what they can."""
    state = state._replace(hands=with_item(state.hands, 1 - seat, hand))
    due: list[Event[Action]] = [Event(seat, lay)]
    while due:
        for event in due:
            is_answer = state.answers is not None
            after = game.apply(state, event.actor, event.action)
            yield Transition(state, event, after, is_answer)
            state = after
        match game.turn(state):
            case Chance(outcomes):
                due = [Event(CHANCE, outcomes[0])]  # the next tile of a pile changes nothing now
            case Window(seats):
                due = [Event(other, game.moves(state, other)[-1]) for other in seats]
            case _:
                due = []


def winning_turn(game: XoxoGame, state: State, seat: Seat, answer: str) -> tuple[Transition, ...]:
    """The rest of the turn in which this tile wins; empty if it depends on the opponent's cards."""
    lay, possible = game.parse_action(answer), deals(game, state, seat)
    if not isinstance(lay, Lay) or not all(wins_alone(game, state, seat, lay, hand) for hand in possible):
        return ()
    return tuple(_played_out(game, state, seat, lay, possible[0]))


def counterexample(game: XoxoGame, state: State, seat: Seat, answer: str) -> tuple[str, ...]:
    """A hand of the opponent with which this tile does not win alone."""
    lay = game.parse_action(answer)
    for hand in deals(game, state, seat):
        if isinstance(lay, Lay) and not wins_alone(game, state, seat, lay, hand):
            return tuple(map(str, hand))
    return ()
