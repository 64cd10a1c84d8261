"""Djeco: full states that a seat cannot tell apart, drawn with their exact probabilities.

The hidden hand is tracked as slots, one for each card that the other player drew. Three things are known of a slot:

- from which deck it was drawn: with `discard=recycle` there may have been several, each with its own cards;
- which cards it cannot be: a player who passes holds nothing that could be played then;
- whether it was played: each slot held at that time is equally likely to be the card that was seen, since why people
  play which card is not guessed.

Slots of which the same is known are only counted, so there are few hidden hands to consider, each with the number of
ways in which it can have come about. The cards of a hand are drawn slot by slot, the oldest first: whatever an old slot
can be, all younger ones of its deck can be too, so the number of ways left for them is the same whichever card it gets.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random
from typing import Any, NamedTuple, TypeAlias

from rowdy.rules.cards import sort_hand
from rowdy.rules.djeco import DjecoGame
from rowdy.rules.djeco_state import Action, Draw, Pass, State
from rowdy.rules.game import Event, Seat, View
from rowdy.rules.geometry import Mask
from rowdy.rules.observation_log import ObservationLog, seen_states

Counts: TypeAlias = tuple[int, ...]
"""The count of each kind of card, in the order of the kinds."""


class Slots(NamedTuple):
    """Cards in the hidden hand of which the same is known."""

    deck: int
    """The number of the deck that they were drawn from."""
    ruled_out: Mask
    """The kinds that they cannot be."""
    held: int


class UnseenHand(NamedTuple):
    """A hidden hand as far as it is known: its slots, and what is left in the decks for them."""

    slots: tuple[Slots, ...]
    decks: tuple[Counts, ...]
    """The cards of each deck that its slots can still be, without those seen when slots were played."""


class Drawn(NamedTuple):
    deck: int


class Passed(NamedTuple):
    playable: Mask
    """The kinds that could have been played."""


class PlayedCard(NamedTuple):
    kind: int


HandStep: TypeAlias = Drawn | Passed | PlayedCard
"""An action of the other player that says something about the hidden hand."""


def sample_world(
    game: DjecoGame, view: View[State, Action], rng: Random, log: Sequence[Event[Any]] | None = None
) -> State:
    """The view's state with cards in the hidden hand, drawn with their probabilities.

    With the log, everything that happened rules out cards that the other player cannot hold; without it, only the view.
    """
    assert view.viewer is not None
    seen, other = view.state, 1 - view.viewer
    hand, steps = _Reader(game, other).read(ObservationLog((), seen) if log is None else log, seen)
    ways = {hand: 1}
    for step in steps:
        ways = _after(ways, step)
    hands = list(ways)
    weights = [ways[hand] * _completions(hand) for hand in hands]
    if not any(weights):
        raise ValueError("no hidden hand is consistent with this view and log")
    drawn = _fill(hands[weighted_index(weights, rng)], rng)
    kinds = tuple(game.card_numbers)
    unseen = [n - drawn[kind] for kind, n in enumerate(seen.unseen)]
    held = sort_hand([kinds[kind] for kind in drawn.elements()])
    hands_now = (held, seen.hands[1]) if other == 0 else (seen.hands[0], held)
    return seen._replace(hands=hands_now, unseen=tuple(unseen))


def weighted_index(weights: Sequence[int], rng: Random) -> int:
    """A random index, each with the probability of its weight; integers of any size are exact."""
    rest = rng.randrange(sum(weights))
    for i, weight in enumerate(weights):
        rest -= weight
        if rest < 0:
            return i
    raise AssertionError("the random number is below the sum of the weights")


# What happened


class _Reader:
    """Reads from a log what it says about the hidden hand."""

    def __init__(self, game: DjecoGame, other: Seat) -> None:
        self.game = game
        self.other = other
        self.number = game.card_numbers
        self.decks: list[list[int]] = []
        """Each deck so far: the cards of the slots drawn from it, without the viewer's cards."""
        self.steps: list[HandStep] = []

    def read(self, log: Sequence[Event[Any]], seen: State) -> tuple[UnseenHand, list[HandStep]]:
        """The hidden hand at the start of the log, with decks as known now, and the other player's actions."""
        states = seen_states(self.game, log, 1 - self.other)
        first = before = next(states)
        self.decks.append(list(first.unseen))
        for event, after in zip(log, states, strict=True):
            self._note(event, before, after)
            before = after
        if before != seen:
            raise ValueError("the log does not lead to the view")
        held = len(first.hands[self.other])
        slots = Slots(0, self._playable(first) if self.other in first.passed else 0, held)
        return UnseenHand((slots,) if held else (), tuple(map(tuple, self.decks))), self.steps

    def _note(self, event: Event[Any], before: State, after: State) -> None:
        unseen, action = list(before.unseen), event.action
        if isinstance(action, Draw):
            if action.seat == self.other:
                self.steps.append(Drawn(len(self.decks) - 1))
            else:
                unseen[self.number[action.card]] -= 1
                self.decks[-1][self.number[action.card]] -= 1
        elif event.actor == self.other:
            if isinstance(action, Pass):
                self.steps.append(Passed(self._playable(before)))
            else:
                unseen[self.number[action.card]] -= 1
                self.steps.append(PlayedCard(self.number[action.card]))
        recycled = [now - then for now, then in zip(after.unseen, unseen, strict=True)]
        if any(recycled):
            self.decks.append(recycled)

    def _playable(self, state: State) -> Mask:
        return sum(1 << kind for card, kind in self.number.items() if self.game.playable(state, (card,)))


# Hands that can be


def _after(ways: dict[UnseenHand, int], step: HandStep) -> dict[UnseenHand, int]:
    """The hands after a step, each with the number of ways to it."""
    after: Counter[UnseenHand] = Counter()
    for (slots, decks), count in ways.items():
        match step:
            case Drawn(deck):
                after[UnseenHand(_merged([*slots, Slots(deck, 0, 1)]), decks)] += count
            case Passed(playable):
                passed = [Slots(deck, ruled_out | playable, held) for deck, ruled_out, held in slots]
                after[UnseenHand(_merged(passed), decks)] += count
            case PlayedCard(kind):
                for one in slots:
                    left = decks[one.deck][kind]
                    if left and not one.ruled_out >> kind & 1:
                        after[_without(slots, decks, one, kind)] += count * one.held * left
    return after


def _without(slots: tuple[Slots, ...], decks: tuple[Counts, ...], one: Slots, kind: int) -> UnseenHand:
    """The hand after a card of this kind was played from these slots."""
    rest = _merged([*(other for other in slots if other != one), one._replace(held=one.held - 1)])
    deck = decks[one.deck]
    less = deck[:kind] + (deck[kind] - 1,) + deck[kind + 1 :]
    return UnseenHand(rest, decks[: one.deck] + (less,) + decks[one.deck + 1 :])


def _merged(slots: Iterable[Slots]) -> tuple[Slots, ...]:
    """The slots with equal ones merged; within each deck, those with the fewest possible cards come first."""
    counts: Counter[tuple[int, Mask]] = Counter()
    for deck, ruled_out, held in slots:
        counts[deck, ruled_out] += held
    keys = sorted(counts, key=lambda key: (key[0], -key[1].bit_count()))
    return tuple([Slots(*key, counts[key]) for key in keys if counts[key]])


def _possible(deck: Sequence[int], ruled_out: Mask) -> list[int]:
    return [0 if ruled_out >> kind & 1 else n for kind, n in enumerate(deck)]


def _completions(hand: UnseenHand) -> int:
    """The number of ways in which the remaining cards can fill the slots."""
    ways, filled = 1, Counter[int]()
    for deck, ruled_out, held in hand.slots:
        possible = sum(_possible(hand.decks[deck], ruled_out))
        for _ in range(held):
            ways *= max(0, possible - filled[deck])
            filled[deck] += 1
    return ways


def _fill(hand: UnseenHand, rng: Random) -> Counter[int]:
    """Random kinds for all slots, uniformly among all ways to choose them."""
    decks, drawn = [list(deck) for deck in hand.decks], Counter[int]()
    for deck, ruled_out, held in hand.slots:
        for _ in range(held):
            kind = weighted_index(_possible(decks[deck], ruled_out), rng)
            decks[deck][kind] -= 1
            drawn[kind] += 1
    return drawn
