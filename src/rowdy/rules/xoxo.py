"""XOXO: a growing display, piles with open tops, and hidden objectives that may be shown on anyone's turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import combinations, compress
from math import lcm
from typing import NamedTuple, TypeAlias, assert_never

from rowdy.rules import xoxo_text
from rowdy.rules.display import Display
from rowdy.rules.game import (
    CHANCE,
    Actor,
    Chance,
    Event,
    Facts,
    Game,
    Highlight,
    IllegalMove,
    Outcome,
    Over,
    Seat,
    Turn,
    Window,
    move_of,
)
from rowdy.rules.geometry import Grid, Mask, Square, bits, memo, recent
from rowdy.rules.kit import RulesKit, Setup
from rowdy.rules.rulings import Edition, Ruling, Says
from rowdy.rules.tiles import (
    ALL_BACKS,
    BALANCED,
    KINDS,
    TILES,
    Hand,
    Kind,
    ObjectiveCard,
    Tile,
    read_deck,
    sort_hand,
)
from rowdy.rules.tuples import with_item, without_item
from rowdy.rules.xoxo_state import (
    NO_TILES,
    Action,
    Deal,
    Lay,
    Pile,
    Reveal,
    Show,
    Sizes,
    Source,
    State,
    remaining_hand,
)


class Piles(StrEnum):
    """How large the personal piles are."""

    DE = "de"
    EN = "en"


class Deck(StrEnum):
    """Which 48 of the 64 combinations are in the deck."""

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
    piles: Piles
    deck: Deck
    last_window: LastWindow


PILES = Ruling("piles", tuple(Piles), {"de": Piles.DE, "en": Piles.EN})
DECK = Ruling("deck", tuple(Deck), {"de": Says.SILENT, "en": Says.SILENT})
LAST_WINDOW = Ruling("last_window", tuple(LastWindow), {"de": Says.UNCLEAR, "en": Says.UNCLEAR})

PILE_SIZES = {Piles.DE: {2: 12, 3: 10, 4: 8}, Piles.EN: {2: 12, 3: 8, 4: 6}}
HAND_SIZES = {2: 3, 3: 3, 4: 2}


Line: TypeAlias = tuple[int, ...]
"""The squares of a line, by their numbers."""


class LinesShown(NamedTuple):
    """What the top tiles of a display show (xoxo, Revealing)."""

    occupied: Mask
    features: int
    """The features that all tiles of some line share."""
    lines: tuple[tuple[Line, int], ...]
    """Each line whose tiles share a feature, with the features that they share."""


def standard_sizes(seats: int, piles: Piles) -> Sizes:
    """The amount of material in the printed game."""
    return Sizes(PILE_SIZES[piles][seats], HAND_SIZES[seats])


def _counts(cards: Sequence[ObjectiveCard]) -> dict[Kind, int]:
    """How many of each kind."""
    kinds = [card.kind for card in cards]
    return {kind: kinds.count(kind) for kind in KINDS}


class XoxoGame(Game[State, Action]):
    rulings: Rulings
    grid: Grid

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
        self.tiles = tuple(sorted(tiles, key=TILES.index))
        self.sizes = sizes or standard_sizes(seats, rulings.piles)
        self.area = Display(self.sizes.field, self.sizes.line)
        self.grid = self.area.grid
        self.pile_names: tuple[Seat | Source, ...] = (*range(seats), Source.DRAW)
        """The piles as `State.piles` has them: each seat's own, then the draw pile."""
        self.pile_sizes = (self.sizes.pile,) * seats + (len(self.tiles) - seats * self.sizes.pile,)
        self._lays = {source: tuple(Lay(source, square) for square in self.grid.squares) for source in Source}
        self._deals = tuple({card: Deal(seat, card) for card in self.sizes.cards} for seat in range(seats))
        self._shows = tuple({tile: Show(pile, tile) for tile in self.tiles} for pile in self.pile_names)
        self._window = Window(tuple(range(seats)))
        self._no_answers: tuple[Reveal | None, ...] = (None,) * seats
        self._nothing_shown = (Reveal(()),) * seats

    @property
    def deck(self) -> tuple[str, ...]:
        return tuple(map(str, self.tiles)) if self.rulings.deck is Deck.CUSTOM else ()

    @property
    def has_last_window(self) -> bool:
        """True if cards may still be shown on the tile that empties a pile."""
        return self.rulings.last_window is LastWindow.YES

    @cached_property
    def facts(self) -> Facts:
        sizes, seats = self.sizes, self.seats
        turns = seats * (sizes.pile - 1) + self.pile_sizes[-1]
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
        return (*self._lays_on(self.grid.all), *self._choices(self.sizes.cards))

    @cached_property
    def chances(self) -> tuple[Action, ...]:
        deals = (deal for deals in self._deals for deal in deals.values())
        return (*deals, *(show for shows in self._shows for show in shows.values()))

    def start(self) -> State:
        return State(
            display=(None,) * len(self.grid.squares),
            unseen=self.tiles,
            piles=tuple(Pile(size, None) for size in self.pile_sizes),
            hands=((),) * self.seats,
            shown=((),) * self.seats,
            seat=self.starter,
            last=None,
            answers=None,
        )

    # What is on the table

    def occupied(self, display: tuple[Tile | None, ...]) -> Mask:
        """The squares on which a tile lies."""
        return sum(compress(self.grid.singles, display))

    @recent
    def look(self, display: tuple[Tile | None, ...]) -> LinesShown:
        """What the top tiles show: a line has the features that all its tiles share (xoxo, Revealing)."""
        occupied, features = self.occupied(display), 0
        on_square = [tile.features if tile else 0 for tile in display]
        lines = []
        for line in self._lines(occupied):
            shared = on_square[line[0]]
            for i in line:
                shared &= on_square[i]
            if shared:
                features |= shared
                lines.append((line, shared))
        return LinesShown(occupied, features, tuple(lines))

    @memo
    def _lines(self, occupied: Mask) -> tuple[Line, ...]:
        """The lines of which every square is occupied."""
        return tuple(map(bits, self.grid.rows(occupied)))

    def in_line(self, state: State, card: ObjectiveCard) -> bool:
        """Whether the card's feature shows on all tiles of some line."""
        return bool(self.look(state.display).features & card.feature)

    def fields(self, occupied: Mask) -> tuple[Mask, ...]:
        """The positions that the display may still have, given its tiles; the first tile lies in the middle."""
        return self.area.fields_with(occupied | self.area.centre)

    def is_full(self, occupied: Mask) -> bool:
        """Whether the display is full, so that tiles cover others (xoxo, A turn)."""
        return occupied.bit_count() == self.sizes.field**2

    def targets(self, state: State) -> Mask:
        """The squares on which a tile may be laid now (xoxo, A turn)."""
        occupied = self.look(state.display).occupied
        if self.is_full(occupied):
            return occupied & ~(1 << state.last) if state.last is not None else occupied
        if not occupied:
            return self.area.centre
        return self.area.room(occupied) & self.grid.around(occupied) & ~occupied

    # The course of the game

    def held_elsewhere(self, state: State, seat: Seat) -> tuple[ObjectiveCard, ...]:
        """The cards that the other seats may hold, as far as this seat can tell from backs and shown cards."""
        kinds = {card.kind for other, hand in enumerate(state.hands) if other != seat for card in hand}
        known = {card for cards in (state.hands[seat], *state.shown) for card in cards}
        return tuple(card for card in self.sizes.cards if card.kind in kinds and card not in known)

    def hidden_pile(self, state: State) -> int | None:
        """The first pile whose top tile chance has yet to show, or `None`."""
        for i, (size, top) in enumerate(state.piles):
            if top is None and size:
                return i
        return None

    def dealing(self, state: State) -> bool:
        """True if cards have yet to be dealt, which comes before the tops of the piles are shown."""
        return state.last is None and self._dealt(state) < self.seats * self.sizes.hand

    def _dealt(self, state: State) -> int:
        return sum(map(len, state.hands)) + sum(map(len, state.shown))

    def turn(self, state: State) -> Turn[Action]:
        if self.dealing(state):
            return self._deal_chance(state)
        pile = self.hidden_pile(state)
        if pile is not None:
            shows = tuple(map(self._shows[pile].__getitem__, state.unseen))
            return Chance(shows, (1,) * len(shows))
        if state.answers is not None:
            return self._window
        outcome = self.outcome(state)
        return move_of(state.seat) if outcome is None else Over(outcome)

    def _window_is_open(self, state: State) -> bool:
        return state.answers is not None and self.hidden_pile(state) is None

    def _deal_chance(self, state: State) -> Chance[Action]:
        """The next deal: every undealt card is equally likely.

        Where a viewer knows a dealt card only by its back, the undealt share of that kind is spread over its cards.
        """
        seat = self._dealt(state) % self.seats
        held = list(self._cards_dealt(state))
        unseen = [card for card in self.sizes.cards if card not in held]
        of_kind = _counts(unseen)
        backs = _counts([card for card in held if card.value is None])
        scale = lcm(*(n for n in of_kind.values() if n))
        weights = {kind: (n - backs[kind]) * scale // n for kind, n in of_kind.items() if n}
        possible = [card for card in unseen if weights[card.kind]]
        deals = self._deals[seat]
        return Chance(tuple(deals[card] for card in possible), tuple(weights[card.kind] for card in possible))

    def _cards_dealt(self, state: State) -> Iterator[ObjectiveCard]:
        return (card for hands in (state.hands, state.shown) for hand in hands for card in hand)

    def outcome(self, state: State) -> Outcome | None:
        """How the game has ended, once nothing is left to deal, show or answer (xoxo, End)."""
        if not all(state.hands):
            return Outcome(tuple(s for s, hand in enumerate(state.hands) if not hand), Reason.LAST_CARD)
        if not self._pile_used_up(state):
            return None
        counts = [len(shown) for shown in state.shown]
        best = [s for s in range(self.seats) if counts[s] == max(counts)]
        first = min(best, key=lambda s: (s - state.seat - 1) % self.seats)
        return Outcome((first,), Reason.PILE if len(best) == 1 else Reason.PILE_TIE)

    def _pile_used_up(self, state: State) -> bool:
        return NO_TILES in state.piles

    def hides(self, state: State, seat: Seat) -> bool:
        """Tiles are laid from open piles; only an answer to a window depends on the hand."""
        asked = state.answers is not None and state.answers[seat] is None
        return asked and not ALL_BACKS.isdisjoint(state.hands[seat])

    def moves(self, state: State, seat: Seat) -> Sequence[Action]:
        if state.answers is None:
            return self._lays_on(self.targets(state))
        if state.answers[seat] is not None:
            return ()
        features = self.look(state.display).features
        return self._choices(tuple([card for card in state.hands[seat] if card.feature & features]))

    @memo
    def _lays_on(self, squares: Mask) -> Sequence[Lay]:
        return tuple(lays[i] for lays in self._lays.values() for i in bits(squares))

    @recent
    def _choices(self, cards: Hand) -> Sequence[Reveal]:
        """Every choice among these cards that one hand could hold, the smallest first."""
        most = min(len(cards), self.sizes.hand)
        return tuple(Reveal(choice) for n in range(most + 1) for choice in combinations(cards, n))

    # Playing

    def apply(self, state: State, actor: Actor, action: Action) -> State:
        match action:
            case Reveal():
                if not self._window_is_open(state) or actor is CHANCE:
                    raise IllegalMove("no-window", move=action)
                return self._reveal(state, actor, action)
            case Lay():
                self.check_mover(state, actor, action)
                return self._lay(state, action)
            case Show():
                return self._show(state, actor, action)
            case Deal():
                if action.card.value is None:
                    raise IllegalMove("not-due", move=action)
                return self._deal(state, actor, action)
            case _:
                assert_never(action)

    def _lay(self, state: State, action: Lay) -> State:
        i = self.find_square(action.square, action)
        if not self.targets(state) >> i & 1:
            raise IllegalMove(self._why_not(state, i), move=action, square=action.square)
        taken = state.seat if action.source is Source.OWN else self.seats
        size, top = state.piles[taken]
        window_opens = size > 1 or self.has_last_window
        return state._replace(
            display=with_item(state.display, i, top),
            piles=with_item(state.piles, taken, Pile(size - 1, None)),
            last=i,
            answers=self._no_answers if window_opens else None,
        )

    def _why_not(self, state: State, i: int) -> str:
        """Why no tile may be laid on this square."""
        occupied = self.occupied(state.display)
        if not occupied:
            return "not-middle"
        full = self.is_full(occupied)
        if occupied >> i & 1:
            return "just-laid" if full else "display-not-full"
        if full:
            return "display-full"
        return "not-adjacent-tile" if self.area.room(occupied) >> i & 1 else "outside-field"

    def _deal(self, state: State, actor: Actor, action: Deal) -> State:
        """The state after this card was dealt to the next seat; `follow` calls this with backs, too."""
        card, seat = action.card, action.seat
        held = list(self._cards_dealt(state))
        due = self.dealing(state) and seat == self._dealt(state) % self.seats
        left = _counts(self.sizes.cards)[card.kind] > _counts(held)[card.kind]
        known = card.value is None or (card in self.sizes.cards and card not in held)
        if actor is not CHANCE or not due or not left or not known:
            raise IllegalMove("not-due", move=action)
        return state._replace(hands=with_item(state.hands, seat, sort_hand((*state.hands[seat], card))))

    def _show(self, state: State, actor: Actor, action: Show) -> State:
        pile, tile = self.hidden_pile(state), action.tile
        due = actor is CHANCE and not self.dealing(state)
        if not due or pile is None or self.pile_names[pile] != action.pile or tile not in state.unseen:
            raise IllegalMove("not-due", move=action)
        piles = with_item(state.piles, pile, Pile(state.piles[pile].size, tile))
        return state._replace(piles=piles, unseen=without_item(state.unseen, tile))

    def _reveal(self, state: State, seat: Seat, action: Reveal) -> State:
        """The state after an answer; the last one closes the window, and if no card is shown the turn is over."""
        answers = state.answers or ()
        if answers[seat] is not None:
            raise IllegalMove("answered", move=action)
        if action.cards:
            self._check_cards(state, seat, action)
        answers = with_item(answers, seat, action)
        if None in answers:
            return state._replace(answers=answers)
        if answers != self._nothing_shown:
            return self._turn_up(state._replace(answers=answers))
        ended = self._pile_used_up(state)
        return state._replace(answers=None, seat=state.seat if ended else (state.seat + 1) % self.seats)

    def _check_cards(self, state: State, seat: Seat, action: Reveal) -> None:
        """Raises `IllegalMove` unless the seat holds the cards, in order, and each has a line (xoxo, Revealing)."""
        if action.cards != sort_hand(action.cards):
            raise IllegalMove("not-legal", move=action)
        remaining_hand(state, seat, action)
        features = self.look(state.display).features
        for card in action.cards:
            if not card.feature & features:
                raise IllegalMove("no-line", move=action, card=card)

    def _turn_up(self, state: State) -> State:
        """The state once all have answered and cards are turned up: a new window opens, unless a hand is empty."""
        answers = [answer or Reveal(()) for answer in state.answers or ()]
        hands = tuple(remaining_hand(state, seat, answer) for seat, answer in enumerate(answers))
        shown = tuple(sort_hand((*old, *new.cards)) for old, new in zip(state.shown, answers, strict=True))
        return state._replace(hands=hands, shown=shown, answers=self._no_answers if all(hands) else None)

    def highlights(self, before: State, event: Event[Action], after: State) -> tuple[Highlight, ...]:
        """The cards that are turned up as the last answer closes a window, with the lines that allow it."""
        actor, action = event
        if before.answers is None or not isinstance(action, Reveal):
            return ()
        answers = [action if seat == actor else answer for seat, answer in enumerate(before.answers)]
        if None in answers:
            return ()
        lines = self.look(after.display).lines
        return tuple(
            self._shown(seat, answer, lines, len(after.hands[seat]))
            for seat, answer in enumerate(answers)
            if answer and answer.cards
        )

    def _shown(self, seat: Seat, answer: Reveal, lines: tuple[tuple[Line, int], ...], left: int) -> Highlight:
        features = sum(card.feature for card in answer.cards)
        return Highlight(
            "shown",
            seat,
            tuple(tuple(sorted(self.grid.squares[i] for i in line)) for line, shared in lines if shared & features),
            tuple(map(str, answer.cards)),
            left,
            decides=not left,
        )

    # What a viewer knows

    def seen(self, state: State, viewer: Seat | None) -> State:
        hands = [hand if seat == viewer else self._backs(hand) for seat, hand in enumerate(state.hands)]
        answers = state.answers
        if answers is not None:
            answers = tuple(answer if seat == viewer else None for seat, answer in enumerate(answers))
        return state._replace(hands=tuple(hands), answers=answers)

    @recent
    def _backs(self, hand: Hand) -> Hand:
        """A hand as the others see it."""
        return tuple(card.back for card in hand)

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
            return own + tuple(Event(s, answer) for s, answer in enumerate(answers) if s != viewer and answer)
        return (event,)

    def follow(self, state: State, event: Event[Action]) -> State:
        if isinstance(event.action, Deal):
            return self._deal(state, event.actor, event.action)
        return super().follow(state, event)

    # Text

    def parse_action(self, text: str) -> Action:
        return self._by_text.get(text) or xoxo_text.parse_action(self, text)

    def parse_state(self, text: str) -> State:
        return xoxo_text.parse_state(self, text)

    def format_state(self, state: State) -> str:
        return xoxo_text.format_state(self, state)

    def cells(self, state: State) -> Mapping[Square, str]:
        return {square: str(tile) for square, tile in zip(self.grid.squares, state.display, strict=True) if tile}


# What can be chosen


def _make(setup: Setup) -> XoxoGame:
    tiles = BALANCED if setup.deck is None else read_deck(setup.deck)
    return XoxoGame(setup.edition, Rulings(**setup.rulings), setup.seats, setup.starter, tiles)


KIT = RulesKit(
    "xoxo",
    _make,
    seats=(2, 3, 4),
    minutes=15,
    rulings=(PILES, DECK, LAST_WINDOW),
    books=("de", "en"),
    decisions=("one-card-a-value", "any-number", "early-lines", "tie-among-tied", "top-before-window"),
    deck_ruling="deck",
    starter=True,
)
