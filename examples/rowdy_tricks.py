"""Three Tricks for Rowdy: a small game with hidden cards and no board, in one file (docs/new-game.md explains it).

Nine cards, 1 to 9, three for each player. One leads, the other answers with any card, and the higher one leads next.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from rowdy import CHANCE, Actor, Chance, Event, Facts, Game, IllegalMove, Move, Outcome, Over, Seat, Turn, View
from rowdy import InvalidPosition as Invalid
from rowdy.kits import Audience, InterfaceKit, Interned, Kit, PlayKit, Rating, RulesKit, SearchKit

CARDS = tuple(range(1, 10))
HAND = 3
HIDDEN = 0  # a card that the viewer does not know


@dataclass(frozen=True, eq=False, slots=True)
class Play(Interned):
    """The seat to move plays a card of its hand."""

    card: int

    def __str__(self) -> str:
        return f"card-{self.card}"


@dataclass(frozen=True, eq=False, slots=True)
class Deal(Interned):
    """Chance gives a card to a seat; the other sees only that."""

    seat: Seat
    card: int

    def __str__(self) -> str:
        return f"{self.seat + 1}+{self.card or '?'}"


Action = Play | Deal


@dataclass(frozen=True)
class State:
    hands: tuple[tuple[int, ...], ...] = ((), ())
    tricks: tuple[int, ...] = (0, 0)
    leader: Seat = 0
    led: int | None = None  # the card that was led and waits for an answer
    gone: tuple[int, ...] = ()  # the cards of the tricks taken


def changed(values: tuple[tuple[int, ...], ...], seat: Seat, value: list[int]) -> tuple[tuple[int, ...], ...]:
    """The hands with another one, sorted, for this seat."""
    return tuple(tuple(sorted(value)) if s == seat else hand for s, hand in enumerate(values))


def written(cards: tuple[int, ...]) -> str:
    return "".join(str(card or "?") for card in cards) or "-"


class Tricks(Game[State, Action]):
    @property
    def facts(self) -> Facts:
        sizes = Facts(max_turns=6, max_actions=12, max_legal=3, distinct_actions=9, distinct_chances=18)
        return replace(sizes, chance=True, hidden=True)

    @property
    def actions(self) -> tuple[Action, ...]:
        return tuple(map(Play, CARDS))

    @property
    def chances(self) -> tuple[Action, ...]:
        return tuple(Deal(seat, card) for seat in (0, 1) for card in CARDS)

    def start(self) -> State:
        return State()

    def dealt(self, state: State) -> int:
        return len(state.gone) + (state.led is not None) + sum(map(len, state.hands))

    def unseen(self, state: State) -> list[int]:
        """The cards that the state knows nowhere: not dealt, or hidden in a hand."""
        return [card for card in CARDS if card not in (*state.hands[0], *state.hands[1], *state.gone, state.led)]

    def turn(self, state: State) -> Turn[Action]:
        dealt = self.dealt(state)
        if dealt < 2 * HAND:
            deals = [Deal(dealt % 2, card) for card in self.unseen(state)]
            return Chance(tuple(deals), (1,) * len(deals))
        if len(state.gone) == 2 * HAND:
            return Over(Outcome((0 if state.tricks[0] > state.tricks[1] else 1,), "tricks"))
        return Move(state.leader if state.led is None else 1 - state.leader)

    def hides(self, state: State, seat: Seat) -> bool:
        return HIDDEN in state.hands[seat]

    def moves(self, state: State, seat: Seat) -> Sequence[Action]:
        return [Play(card) for card in state.hands[seat]]

    def apply(self, state: State, actor: Actor, action: Action) -> State:
        if isinstance(action, Deal):
            return self._deal(state, actor, action)
        seat = self.check_mover(state, actor, action)
        hand, held = list(state.hands[seat]), action.card
        if held not in hand and held in self.unseen(state):
            held = HIDDEN  # a card that the viewer did not know turns out to be this one
        if held not in hand:
            raise IllegalMove("not-held", move=action, card=action.card)
        hand.remove(held)
        played = replace(state, hands=changed(state.hands, seat, hand))
        return replace(played, led=action.card) if state.led is None else self._take(played, state.led, action.card)

    def _take(self, state: State, led: int, answer: int) -> State:
        winner = state.leader if led > answer else 1 - state.leader
        tricks = tuple(count + (seat == winner) for seat, count in enumerate(state.tricks))
        return replace(state, tricks=tricks, leader=winner, led=None, gone=tuple(sorted((*state.gone, led, answer))))

    def _deal(self, state: State, actor: Actor, action: Deal) -> State:
        dealt, possible = self.dealt(state), (HIDDEN, *self.unseen(state))
        if actor is not CHANCE or dealt >= 2 * HAND or action.seat != dealt % 2 or action.card not in possible:
            raise IllegalMove("not-due", move=action)
        return replace(state, hands=changed(state.hands, action.seat, [*state.hands[action.seat], action.card]))

    # What a viewer knows

    def seen(self, state: State, viewer: Seat | None) -> State:
        hands = [hand if seat == viewer else (HIDDEN,) * len(hand) for seat, hand in enumerate(state.hands)]
        return replace(state, hands=tuple(hands))

    def observe(self, state: State, event: Event[Action], viewer: Seat | None) -> tuple[Event[Action], ...]:
        if isinstance(event.action, Deal) and event.action.seat != viewer:
            return (Event(event.actor, Deal(event.action.seat, HIDDEN)),)
        return (event,)

    # Text: hands, tricks, leader, the card led, the cards gone

    def format_state(self, state: State) -> str:
        hands, tricks = "/".join(map(written, state.hands)), ":".join(map(str, state.tricks))
        return f"{hands} {tricks} {state.leader + 1} {state.led or '-'} {written(state.gone)}"

    def parse_state(self, text: str) -> State:
        match = re.fullmatch(r"([1-9?]+|-)/([1-9?]+|-) ([0-3]):([0-3]) ([12]) ([1-9]|-) ([1-9]+|-)", text)
        if match is None:
            raise Invalid("unreadable-position", text=text)
        cards = [tuple(sorted(map(int, part.strip("-").replace("?", "0")))) for part in match.group(1, 2, 6, 7)]
        first, second, led, gone = cards
        tricks, leader = (int(match[3]), int(match[4])), int(match[5]) - 1
        state = State((first, second), tricks, leader, led[0] if led else None, gone)
        known = [card for part in cards for card in part if card]
        missing, ahead = 2 * HAND - self.dealt(state), len(first) - len(second) + (1 - 2 * leader) * len(led)
        fits = missing >= 0 and ahead == missing % 2 and not (missing and (led or gone))
        if not fits or len(set(known)) < len(known) or 2 * sum(tricks) != len(gone) or self.format_state(state) != text:
            raise Invalid("unreadable-position", text=text)
        return state

    def parse_action(self, text: str) -> Action:
        return Deal(int(text[0]) - 1, HIDDEN) if re.fullmatch(r"[12]\+\?", text) else super().parse_action(text)


# How bots think about it, and how it is shown


class Search(SearchKit[Tricks]):
    def sample_world(self, game: Tricks, view: View[State, Action], rng: Random, log: object = None) -> State:
        """Each card that the viewer has not seen is as likely to be in the other hand as the next."""
        spare = game.unseen(view.state)
        rng.shuffle(spare)
        hands = [tuple(sorted(card or spare.pop() for card in hand)) for hand in view.state.hands]
        return replace(view.state, hands=tuple(hands))


class Greedy(PlayKit[Tricks]):
    def rate(self, game: Tricks, before: State, after: State, seat: Seat) -> Rating:
        return Rating(after.tricks[seat] - before.tricks[seat], 0, 0)


ENGLISH = """
game-tricks = Three Tricks
game-tricks-line = Three hidden cards each: the higher card takes the trick.
aim-tricks = Take more tricks than the other player.
rules-tricks = Each player gets three of nine cards. One leads, the other answers: the higher card wins and leads next.
edition-tricks-plain = usual rules
reason-tricks-tricks-win = { $winner } won with the most tricks.
tricks-seat = { $name }: { $cards } (tricks: { $tricks })
tricks-led = { $card } was led.
"""


class Interface(InterfaceKit[Tricks]):
    def beside(self, audience: Audience, state: State) -> list[str]:
        words, seats = audience.words, zip(audience.names, state.hands, state.tricks, strict=True)
        lines = [words("tricks-seat", name=n, cards=" ".join(written(hand)), tricks=t) for n, hand, t in seats]
        return [*lines, words("tricks-led", card=state.led)] if state.led else lines


RULES = RulesKit("tricks", lambda setup: Tricks(setup.edition), books=("plain",), minutes=2)
KIT = Kit(RULES, Search(), Greedy(), Interface({"en": ENGLISH}))
