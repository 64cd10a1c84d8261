"""XOXO: a growing display, piles with open tops, and hidden objectives that may be shown on anyone's turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, cached_property, lru_cache
from itertools import combinations, compress
from math import lcm
from operator import attrgetter
from typing import Any, TypeAlias

from rowdy.rules import xoxo_state
from rowdy.rules.display import Display, Line
from rowdy.rules.game import (
    CHANCE,
    Actor,
    Chance,
    Event,
    Facts,
    Game,
    IllegalMove,
    Move,
    Outcome,
    Over,
    Recent,
    Seat,
    Turn,
    Window,
    remember,
)
from rowdy.rules.geometry import Mask, Square, bits, flags
from rowdy.rules.rulings import Edition, Ruling, option_texts
from rowdy.rules.tiles import BALANCED, CARDS, KINDS, TILES, Card, Hand, Kind, Tile, sort_hand
from rowdy.rules.xoxo_state import Action, Deal, Lay, Pile, Reveal, Show, Source, State, remaining_hand


class Piles(StrEnum):
    """Personal pile sizes."""

    DE = "de"
    EN = "en"


class Deck(StrEnum):
    """Which 48 of the 64 combinations."""

    BALANCED = "balanced"
    CUSTOM = "custom"


class LastWindow(StrEnum):
    """Whether cards may still be shown on the tile that empties a pile."""

    YES = "yes"
    NO = "no"


class Reason(StrEnum):
    LAST_CARD = "last_card"
    PILE = "pile"
    PILE_TIE = "pile_tie"


@dataclass(frozen=True, slots=True)
class Rulings:
    piles: Piles = Piles.DE
    deck: Deck = Deck.BALANCED
    last_window: LastWindow = LastWindow.YES


PILES = Ruling("piles", tuple(Piles), {"de": Piles.DE, "en": Piles.EN})
DECK = Ruling("deck", tuple(Deck), {"de": None, "en": None})
LAST_WINDOW = Ruling("last_window", tuple(LastWindow), {"de": None, "en": None})

PILE_SIZES = {Piles.DE: {2: 12, 3: 10, 4: 8}, Piles.EN: {2: 12, 3: 8, 4: 6}}
HAND_SIZES = {2: 3, 3: 3, 4: 2}

Look: TypeAlias = tuple[Mask, int, tuple[tuple[Line, int], ...]]
"""The occupied squares, the features that all tiles of some line share, and such lines with what theirs share."""

_SIZE = attrgetter("size")
_OWN = Source.OWN  # to name a member through its class is a slow call, and each move would do so


@dataclass(frozen=True, slots=True)
class Sizes:
    """The material of a game; `standard` gives the printed one."""

    pile: int
    hand: int
    cards: tuple[Card, ...] = CARDS
    field: int = 3
    line: int = 3

    @classmethod
    def standard(cls, seats: int, piles: Piles) -> Sizes:
        return cls(PILE_SIZES[piles][seats], HAND_SIZES[seats])


def _counts(cards: Sequence[Card]) -> dict[Kind, int]:
    """How many of each kind."""
    kinds = [card.kind for card in cards]
    return {kind: kinds.count(kind) for kind in KINDS}


@lru_cache(maxsize=4096)
def _backs(hand: Hand) -> Hand:
    return tuple([card.back for card in hand])


@lru_cache(maxsize=4096)
def _seen_hands(hands: tuple[Hand, ...], viewer: Seat | None) -> tuple[Hand, ...]:
    """The viewer's own hand and the backs of the others."""
    return tuple([hand if seat == viewer else _backs(hand) for seat, hand in enumerate(hands)])


class XoxoGame(Game[State, Action]):
    def __init__(
        self,
        edition: Edition,
        rulings: Rulings,
        seats: int,
        starter: Seat = 0,
        tiles: tuple[Tile, ...] = BALANCED,
        sizes: Sizes | None = None,
    ) -> None:
        self.edition = edition
        self.rulings = rulings
        self.seats = seats
        self.starter = starter
        self.tiles = tiles = tuple(sorted(tiles, key=TILES.index))
        self.sizes = sizes = sizes or Sizes.standard(seats, rulings.piles)
        self.area = area = Display(sizes.field, sizes.line)
        self.grid = area.grid
        self.pile_names: tuple[Seat | Source, ...] = (*range(seats), Source.DRAW)
        self.growth = cache(self._growth)
        self._choices = cache(self._subsets)
        self._lays_on = cache(self._lay_on_each)
        self._looks: Recent[Look] = {}
        self._lays = {source: tuple(Lay(source, square) for square in self.grid.squares) for source in Source}
        self._deals = tuple({card: Deal(seat, card) for card in sizes.cards} for seat in range(seats))
        self._shows = tuple(tuple(Show(pile, tile) for tile in tiles) for pile in self.pile_names)
        self._draw_pile = len(tiles) - seats * sizes.pile
        self._full = sizes.field**2
        self._square_bits = tuple(1 << i for i in range(len(self.grid.squares)))
        self._bit = {tile: 1 << i for i, tile in enumerate(tiles)}
        self._moves = tuple(Move(seat) for seat in range(seats))
        self._window = Window(tuple(range(seats)))
        self._no_answers: tuple[None, ...] = (None,) * seats
        self._silence = (Reveal(()),)
        self._all_silent = self._silence * seats
        self._last_window = rulings.last_window is LastWindow.YES

    def __reduce__(self) -> tuple[Any, ...]:
        return XoxoGame, (self.edition, self.rulings, self.seats, self.starter, self.tiles, self.sizes)

    @property
    def options(self) -> Mapping[str, str]:
        return option_texts(self.rulings)

    @property
    def deck(self) -> tuple[str, ...]:
        return tuple(map(str, self.tiles)) if self.rulings.deck is Deck.CUSTOM else ()

    @cached_property
    def facts(self) -> Facts:
        sizes, seats = self.sizes, self.seats
        turns = seats * (sizes.pile - 1) + self._draw_pile
        windows = turns + seats * sizes.hand
        return Facts(
            seats=seats,
            chance=True,
            hidden=True,
            windows=True,
            max_turns=turns,
            max_actions=seats * sizes.hand + seats + 1 + 2 * turns + seats * windows,
            max_legal=max(2 * sizes.field**2, 2**sizes.hand),
            distinct_actions=len(self.actions),
            distinct_chances=len(self.chances),
        )

    @cached_property
    def actions(self) -> tuple[Action, ...]:
        lays = [lay for row in self._lays.values() for lay in row]
        return (*lays, *self._subsets(self.sizes.cards))

    @cached_property
    def chances(self) -> tuple[Action, ...]:
        deals = [deal for row in self._deals for deal in row.values()]
        return (*deals, *(show for row in self._shows for show in row))

    def start(self) -> State:
        sizes, seats = self.sizes, self.seats
        return State(
            display=(None,) * len(self.grid.squares),
            unseen=(1 << len(self.tiles)) - 1,
            piles=(Pile(sizes.pile, None),) * seats + (Pile(self._draw_pile, None),),
            hands=((),) * seats,
            shown=((),) * seats,
            seat=self.starter,
            last=None,
            answers=None,
        )

    # What lies

    def look(self, display: tuple[Tile | None, ...]) -> Look:
        if known := self._looks.get(id(display)):
            return known[1]
        occupied, features, lines = sum(compress(self._square_bits, display)), 0, list[tuple[Line, int]]()
        for line in self.area.lines_in(occupied):
            common = -1
            for i in line:
                tile = display[i]
                if tile is None or not (common := common & tile.features):
                    break
            else:
                features |= common
                lines.append((line, common))
        return remember(self._looks, display, (occupied, features, tuple(lines)))

    def in_line(self, state: State, card: Card) -> bool:
        """Whether the card's feature shows on all tiles of some line."""
        return bool(self.look(state.display)[1] & card.feature)

    def _growth(self, occupied: Mask) -> Mask:
        """The empty squares a tile may go on while the display grows (xoxo, A turn)."""
        if not occupied:
            return self.area.centre
        return self.area.room(occupied) & self.grid.around(occupied) & ~occupied

    def targets(self, state: State) -> Mask:
        """The squares on which a tile may be laid now."""
        occupied = self.look(state.display)[0]
        if occupied.bit_count() < self._full:
            return self.growth(occupied)
        return occupied if state.last is None else occupied & ~(1 << self.grid.index[state.last])

    # The course of the game

    def hidden_pile(self, state: State) -> int | None:
        """The first pile whose top chance has yet to show."""
        for i, (size, top) in enumerate(state.piles):
            if top is None and size:
                return i
        return None

    def dealing(self, state: State) -> bool:
        return state.last is None and self._dealt(state) < self.seats * self.sizes.hand

    def _dealt(self, state: State) -> int:
        return sum(map(len, state.hands)) + sum(map(len, state.shown))

    def _turn(self, state: State) -> Turn[Action]:
        pile = self.hidden_pile(state)
        if pile is not None:
            if self.dealing(state):
                return self._deal_chance(state)
            shows = tuple(compress(self._shows[pile], flags(state.unseen)))
            return Chance(shows, (1,) * len(shows))
        if state.answers is not None:
            return self._window
        outcome = self.outcome(state)
        return self._moves[state.seat] if outcome is None else Over(outcome)

    def _deal_chance(self, state: State) -> Chance[Action]:
        """Every card not dealt, equally likely; where a viewer knows only backs, a kind shares out what it has left."""
        seat = self._dealt(state) % self.seats
        held = [card for hands in (state.hands, state.shown) for hand in hands for card in hand]
        unseen = [card for card in self.sizes.cards if card not in held]
        of_kind = _counts(unseen)
        backs = _counts([card for card in held if card.value is None])
        scale = lcm(*(n for n in of_kind.values() if n))
        weights = {kind: (n - backs[kind]) * scale // n for kind, n in of_kind.items() if n}
        possible = [card for card in unseen if weights[card.kind]]
        deals = self._deals[seat]
        return Chance(tuple([deals[card] for card in possible]), tuple([weights[card.kind] for card in possible]))

    def outcome(self, state: State) -> Outcome | None:
        """How the game has ended, once nothing is left to deal, show or answer."""
        if not all(state.hands):
            return Outcome(tuple(s for s, hand in enumerate(state.hands) if not hand), Reason.LAST_CARD)
        if all(map(_SIZE, state.piles)):
            return None
        counts = [len(shown) for shown in state.shown]
        best = [s for s in range(self.seats) if counts[s] == max(counts)]
        first = min(best, key=lambda s: (s - state.seat - 1) % self.seats)
        return Outcome((first,), Reason.PILE if len(best) == 1 else Reason.PILE_TIE)

    def legal(self, state: State, actor: Actor) -> Sequence[Action]:
        turn = self.turn(state)
        if isinstance(turn, Move) and turn.seat == actor:
            return self._lays_on(self.targets(state))
        if isinstance(turn, Window) and actor in turn.seats:
            return self._answers(state, actor)
        if isinstance(turn, Chance) and actor is CHANCE:
            return turn.actions
        return ()

    def _lay_on_each(self, squares: Mask) -> tuple[Lay, ...]:
        return tuple(lays[i] for lays in self._lays.values() for i in bits(squares))

    def _answers(self, state: State, seat: Seat) -> Sequence[Reveal]:
        if state.answers is None or state.answers[seat] is not None:
            return ()
        features = self.look(state.display)[1]
        if not features:
            return self._silence
        return self._choices(tuple([card for card in state.hands[seat] if card.feature & features]))

    def _subsets(self, cards: Hand) -> tuple[Reveal, ...]:
        """Every choice of cards that one hand could hold, the fewest first."""
        most = min(len(cards), self.sizes.hand)
        return tuple(Reveal(choice) for n in range(most + 1) for choice in combinations(cards, n))

    # Playing (states that come often are built field by field, which costs half of `_replace`)

    def play(self, state: State, actor: Actor, action: Action) -> State:
        match action:
            case Lay():
                self._check_mover(state, actor, action)
                return self._lay(state, action)
            case Reveal():
                turn = self.turn(state)
                if not isinstance(turn, Window) or not isinstance(actor, int) or actor not in turn.seats:
                    raise IllegalMove("no-window", move=action)
                return self._reveal(state, actor, action)
            case Deal():
                if action.card.value is None:
                    raise IllegalMove("not-due", move=action)
                return self._deal(state, actor, action)
            case Show():
                return self._show(state, actor, action)

    def _lay(self, state: State, action: Lay) -> State:
        i = self._square(action.square, action)
        if not self.targets(state) >> i & 1:
            raise IllegalMove(self._why_not(state, action.square, i), move=action, square=action.square)
        display, unseen, piles, hands, shown, seat, _, _ = state
        taken = seat if action.source is _OWN else self.seats
        size, top = piles[taken]
        window_opens = size > 1 or self._last_window
        return State(
            display[:i] + (top,) + display[i + 1 :],
            unseen,
            piles[:taken] + (Pile(size - 1, None),) + piles[taken + 1 :],
            hands,
            shown,
            seat,
            action.square,
            self._no_answers if window_opens else None,
        )

    def _why_not(self, state: State, square: Square, i: int) -> str:
        occupied = self.look(state.display)[0]
        if not occupied:
            return "not-middle"
        if square == state.last:
            return "just-laid"
        if occupied >> i & 1:
            return "display-not-full"
        if occupied.bit_count() == self._full:
            return "display-full"
        return "not-adjacent-tile" if self.area.room(occupied) >> i & 1 else "outside-field"

    def _deal(self, state: State, actor: Actor, action: Deal) -> State:
        """A card goes to the seat whose turn it is to get one; `follow` comes here with backs, too."""
        card = action.card
        held = [other for hands in (state.hands, state.shown) for hand in hands for other in hand]
        due = self.dealing(state) and action.seat == self._dealt(state) % self.seats
        left = _counts(self.sizes.cards)[card.kind] > _counts(held)[card.kind]
        known = card.value is None or (card in self.sizes.cards and card not in held)
        if actor is not CHANCE or not due or not left or not known:
            raise IllegalMove("not-due", move=action)
        hands = list(state.hands)
        hands[action.seat] = sort_hand((*hands[action.seat], card))
        return state._replace(hands=tuple(hands))

    def _show(self, state: State, actor: Actor, action: Show) -> State:
        pile = self.hidden_pile(state)
        display, unseen, piles, hands, shown, seat, last, answers = state
        bit = self._bit.get(action.tile, 0)
        due = pile is not None and self.pile_names[pile] == action.pile and not self.dealing(state)
        if pile is None or not due or actor is not CHANCE or not bit & unseen:
            raise IllegalMove("not-due", move=action)
        piles = piles[:pile] + (Pile(piles[pile].size, action.tile),) + piles[pile + 1 :]
        return State(display, unseen ^ bit, piles, hands, shown, seat, last, answers)

    def _reveal(self, state: State, seat: Seat, action: Reveal) -> State:
        answers = state.answers or ()
        if answers[seat] is not None:
            raise IllegalMove("answered", move=action)
        if action.cards:
            if action.cards != sort_hand(action.cards):
                raise IllegalMove("not-legal", move=action)
            features = self.look(state.display)[1]
            remaining_hand(state, seat, action)
            for card in action.cards:
                if not card.feature & features:
                    raise IllegalMove("no-line", move=action, card=card)
        answers = answers[:seat] + (action,) + answers[seat + 1 :]
        if None not in answers:
            return self._close(state, answers)
        display, unseen, piles, hands, shown, mover, last, _ = state
        waiting = State(display, unseen, piles, hands, shown, mover, last, answers)
        self._asked = waiting, self._window  # the same window is still open
        return waiting

    def _close(self, state: State, answers: tuple[Reveal | None, ...]) -> State:
        """All have answered: the cards are turned up, then comes another window, the next turn or the end."""
        display, unseen, piles, hands, shown, seat, last, _ = state
        if answers != self._all_silent:
            shows = [answer.cards if answer else () for answer in answers]
            hands = tuple(remaining_hand(state, s, Reveal(cards)) for s, cards in enumerate(shows))
            shown = tuple(sort_hand((*old, *new)) for old, new in zip(shown, shows, strict=True))
            again = None if not all(hands) else self._no_answers
            return State(display, unseen, piles, hands, shown, seat, last, again)
        if all(map(_SIZE, piles)):
            seat = (seat + 1) % self.seats
        return State(display, unseen, piles, hands, shown, seat, last, None)

    # What a viewer knows

    def seen(self, state: State, viewer: Seat | None) -> State:
        display, unseen, piles, hands, shown, mover, last, answers = state
        if answers and any(answers):
            answers = tuple([answer if seat == viewer else None for seat, answer in enumerate(answers)])
        return State(display, unseen, piles, _seen_hands(hands, viewer), shown, mover, last, answers)

    def observe(self, state: State, event: Event[Action], viewer: Seat | None) -> tuple[Event[Action], ...]:
        actor, action = event
        if isinstance(action, Deal):
            if action.seat != viewer:
                return (Event(actor, Deal(action.seat, action.card.back)),)
            return () if action.card.value is None else (event,)
        if isinstance(action, Reveal) and state.answers is not None:
            answers = [action if s == actor else answer for s, answer in enumerate(state.answers)]
            own = (event,) if actor == viewer else ()
            if None in answers:
                return own
            return own + tuple([Event(s, answer) for s, answer in enumerate(answers) if s != viewer and answer])
        return (event,)

    def follow(self, state: State, event: Event[Action]) -> State:
        actor, action = event
        if isinstance(action, Deal):
            return self._deal(state, actor, action)
        return self.play(state, actor, action)

    # Text

    def parse_action(self, text: str) -> Action:
        return self._by_text.get(text) or xoxo_state.parse_action(self, text)

    def parse_state(self, text: str) -> State:
        return xoxo_state.parse_state(self, text)

    def format_state(self, state: State) -> str:
        return xoxo_state.format_state(self, state)
