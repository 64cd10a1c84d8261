"""Deductions in Djeco's Tic Tac Toe: what is certain, because a player who can play must."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from rowdy.play.kit import Deduction
from rowdy.rules.cards import DjecoCard
from rowdy.rules.djeco import DjecoGame
from rowdy.rules.djeco_state import Action, State
from rowdy.rules.game import Over, Seat

HOLDS, SAFE = "holds", "safe"
OPTIONS = 4
"""The number of cards to pick from."""
HOLDS_HARDNESS = 0.2
"""The hardness of telling what the opponent holds, set by hand, as are all these numbers."""
SAFE_HARDNESS = 0.25
"""The hardness of the only safe move if all others lose to every unseen card."""
SAFE_RANGE = 0.6
"""How much harder it is if the others lose to hardly any."""
MIN_CHOICES = 3
"""The fewest legal moves in a position that asks for the only safe one."""


def unseen_cards(game: DjecoGame, state: State) -> list[DjecoCard]:
    """The cards, each once, that the seat to move has not seen: the opponent can hold any of them."""
    return [card for card, number in game.card_numbers.items() if state.unseen[number]]


def out_of_sight(game: DjecoGame, state: State, seat: Seat) -> list[DjecoCard]:
    """The cards, each once, of which the seat does not see every copy; some may be in the discard or under others.

    Somebody who opens a puzzle has not seen those being played, so its answer must not depend on them.
    """
    in_sight = Counter([*state.hands[seat], *(stack[-1] for stack in state.stacks if stack)])
    return list((Counter(game.all_cards) - in_sight).keys())


def deductions(game: DjecoGame, state: State, seat: Seat) -> Iterator[Deduction]:
    if state.hands[1 - seat]:
        yield from _held(game, state)
        yield from _safe(game, state, seat)


def _held(game: DjecoGame, state: State) -> Iterator[Deduction]:
    """After a pass: of four cards the only one that could not have been played."""
    if state.passes != 1:
        return
    unseen = unseen_cards(game, state)
    kept = [card for card in unseen if not game.playable(state, (card,))]
    playable = [card for card in unseen if game.playable(state, (card,))]
    if kept and len(playable) >= OPTIONS - 1:
        answer = kept[state.played % len(kept)]
        near = sorted(playable, key=lambda card: (card.colour != answer.colour, abs(card.number - answer.number)))
        options = sorted([answer, *near[: OPTIONS - 1]], key=lambda card: card.order)
        yield Deduction(HOLDS, str(answer), HOLDS_HARDNESS, tuple(map(str, options)))


def _safe(game: DjecoGame, state: State, seat: Seat) -> Iterator[Deduction]:
    """The only move after which no card wins at once that the opponent can hold, or that might lie anywhere unseen."""
    if game.rulings.target - state.tokens[1 - seat] > 2:
        return
    moves = game.moves(state, seat)
    after = {move: game.apply(state, seat, move) for move in moves}
    if len(moves) < MIN_CHOICES or any(isinstance(game.turn(later), Over) for later in after.values()):
        return
    unseen = unseen_cards(game, state)
    risk = {move: len(winning_cards(game, after[move], 1 - seat, unseen)) for move in moves}
    safe = [move for move in moves if not risk[move]]
    if len(safe) == 1 and not winning_cards(game, after[safe[0]], 1 - seat, out_of_sight(game, state, seat)):
        others = [risk[move] / len(unseen) for move in moves if risk[move]]
        yield Deduction(SAFE, str(safe[0]), SAFE_HARDNESS + SAFE_RANGE * (1 - sum(others) / len(others)))


def winning_cards(game: DjecoGame, after: State, rival: Seat, unseen: Sequence[DjecoCard]) -> list[DjecoCard]:
    """The cards, of these, with which the opponent, who is to play next, wins at once."""
    return [
        card for card in unseen if any(_wins(game, after, rival, card, move) for move in game.playable(after, (card,)))
    ]


def _wins(game: DjecoGame, after: State, rival: Seat, card: DjecoCard, move: Action) -> bool:
    hands = (after.hands[0], (card,)) if rival else ((card,), after.hands[1])
    turn = game.turn(game.apply(after._replace(hands=hands, draws=()), rival, move))
    return isinstance(turn, Over) and turn.outcome.winners == (rival,)


def counterexample(game: DjecoGame, state: State, seat: Seat, answer: str) -> tuple[str, ...]:
    """A card with which the opponent wins at once after this move."""
    after = game.apply(state, seat, game.parse_action(answer))
    return tuple(map(str, winning_cards(game, after, 1 - seat, unseen_cards(game, state))[:1]))
