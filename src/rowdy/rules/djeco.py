"""Djeco's Tic Tac Toe: cards on stacks, tokens for lines, and cards that clear."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, cached_property
from itertools import compress
from typing import Any, NamedTuple

from rowdy.rules import djeco_state
from rowdy.rules.cards import GREEN, HIDDEN, OWNED, YELLOW, Card, Colour, Hand, sort_hand
from rowdy.rules.display import Display
from rowdy.rules.djeco_rulings import NUMBER_LISTS, Discard, GridRuling, Lines, Numbers, Rulings, YellowClears
from rowdy.rules.djeco_state import Action, Draw, Green, Lay, Pass, Stack, State, Yellow
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
    remember,
)
from rowdy.rules.geometry import Mask, bits
from rowdy.rules.rulings import Edition, option_texts


class Reason(StrEnum):
    TARGET = "target"
    TOKENS = "tokens"
    TURNS = "turns"
    BLOCKED = "blocked"


@dataclass(frozen=True, slots=True)
class Sizes:
    yellows: int = 6
    greens: int = 2
    hand: int = 5
    tokens: int = 24
    max_turns: int = 300
    """After so many cards a game with `discard=recycle` ends."""
    field: int = 3
    line: int = 3


class Table(NamedTuple):
    """What the tops of the stacks show."""

    occupied: Mask
    colours: tuple[Mask, Mask]
    numbers: dict[int, Mask]

    def with_top(self, bit: Mask, card: Card) -> Table:
        """The same with this card on top of one square, whose number it shares if there is one."""
        red, blue = self.colours
        colours = (red | bit, blue & ~bit) if card.colour is _RED else (red & ~bit, blue | bit)
        numbers = {**self.numbers, card.number: self.numbers.get(card.number, 0) | bit}
        return Table(self.occupied | bit, colours, numbers)


PASS = Pass()
_RED = Colour.RED  # to name a member through its class is a slow call, and each top would do so
_HIDDEN_DRAWS = (Draw(0, HIDDEN), Draw(1, HIDDEN))
_MOVES = (Move(0), Move(1))


class DjecoGame(Game[State, Action]):
    seats = 2

    def __init__(
        self,
        edition: Edition,
        rulings: Rulings,
        starter: Seat = 0,
        numbers: tuple[int, ...] | None = None,
        sizes: Sizes = Sizes(),  # noqa: B008  (frozen)
    ) -> None:
        self.edition = edition
        self.rulings = rulings
        self.starter = starter
        self.sizes = sizes
        self._fixed = rulings.grid is GridRuling.FIXED
        self._recycled = rulings.discard is Discard.RECYCLE
        self.numbers = NUMBER_LISTS[rulings.numbers] if numbers is None else numbers
        self.area = area = Display(sizes.field, sizes.line)
        self.grid = grid = area.grid
        self.all_cards = sort_hand(
            [Card(colour, n) for colour in OWNED for n in self.numbers]
            + [YELLOW] * sizes.yellows
            + [GREEN] * sizes.greens
        )
        self._index = {card: i for i, card in enumerate(dict.fromkeys(self.all_cards))}
        self.rows = cache(self._rows)
        self._looks: Recent[Table] = {}
        self._draws = tuple(tuple(Draw(seat, card) for card in self._index) for seat in (0, 1))
        self._lays = {card: tuple(Lay(card, square) for square in grid.squares) for card in self._index if card.number}
        self._greens = {line: self._green(line) for line in grid.lines}
        self._line_of = {green: line for line, green in self._greens.items()}
        some = rulings.yellow is YellowClears.SOME
        heights: tuple[int | None, ...] = tuple(range(1, self._tallest() + 1)) if some else (None,)
        self._yellows = tuple(tuple(Yellow(square, height) for height in heights) for square in grid.squares)

    def _tallest(self) -> int:
        """No stack grows higher than there are cards of one number."""
        return 2 * max(Counter(self.numbers).values())

    def _green(self, line: Mask) -> Green:
        squares = sorted(self.grid.squares[i] for i in bits(line))
        return Green(squares[0], squares[-1])

    def __reduce__(self) -> tuple[Any, ...]:
        return DjecoGame, (self.edition, self.rulings, self.starter, self.numbers, self.sizes)

    @property
    def options(self) -> Mapping[str, str]:
        return option_texts(self.rulings)

    @property
    def deck(self) -> tuple[str, ...]:
        return tuple(map(str, self.numbers)) if self.rulings.numbers is Numbers.CUSTOM else ()

    @cached_property
    def facts(self) -> Facts:
        """Each round of two passes draws a card or ends the game, so between plays there are no more than cards."""
        cards = len(self.all_cards)
        recycled = self._recycled
        plays = self.sizes.max_turns if recycled else cards
        rounds = plays * (cards + 1) if recycled else cards + 1
        turns = 2 * plays + 2 * rounds
        cells = self.sizes.field**2
        return Facts(
            seats=2,
            chance=True,
            hidden=True,
            windows=False,
            max_turns=turns,
            max_actions=turns + (plays + 2 * rounds if recycled else cards),
            max_legal=len(self._lays) * len(self.grid.squares) + self._tallest() * cells + len(self.grid.lines),
            distinct_actions=len(self.actions),
            distinct_chances=len(self.chances),
        )

    @cached_property
    def actions(self) -> tuple[Action, ...]:
        lays = [lay for row in self._lays.values() for lay in row]
        yellows = [yellow for row in self._yellows for yellow in row]
        return (*lays, *yellows, *self._greens.values(), PASS)

    @cached_property
    def chances(self) -> tuple[Action, ...]:
        return (*self._draws[0], *self._draws[1])

    def start(self) -> State:
        deal = (self.starter, 1 - self.starter) * self.sizes.hand
        counts = tuple(Counter(self.all_cards).values())
        return State(((),) * len(self.grid.squares), 0, counts, ((), ()), (), (0, 0), 0, self.starter, 0, deal)

    # What lies, and what is left

    def _rows(self, mask: Mask) -> tuple[Mask, ...]:
        return tuple(line for line in self.grid.lines if line & mask == line)

    def look(self, stacks: tuple[Stack, ...], used: Mask) -> Table:
        if known := self._looks.get(id(stacks)):
            return known[1]
        red = blue = 0
        numbers: dict[int, Mask] = {}
        for i in bits(used):
            if stack := stacks[i]:
                top, bit = stack[-1], 1 << i
                if top.colour is _RED:
                    red |= bit
                else:
                    blue |= bit
                numbers[top.number] = numbers.get(top.number, 0) | bit
        return remember(self._looks, stacks, Table(red | blue, (red, blue), numbers))

    def free(self, state: State) -> Mask:
        """The empty squares on which a red or blue card may go."""
        return self._free(state.used, self.look(state.stacks, state.used))

    def _free(self, used: Mask, table: Table) -> Mask:
        room = self.area.fixed if self._fixed else self.area.room(used)
        return room & ~table.occupied

    def fits(self, used: Mask) -> bool:
        """Whether these squares may have been used: on a floating field the first card lay in the middle."""
        if self._fixed:
            return used & self.area.fixed == used
        return not used or (bool(used & self.area.centre) and self.area.fits(used))

    def deck_size(self, state: State) -> int:
        return sum(state.unseen) - state.hands[0].count(HIDDEN) - state.hands[1].count(HIDDEN)

    def drawable(self, state: State) -> int:
        """How many cards can still be drawn, the discard included where it is recycled."""
        return self.deck_size(state) + (len(state.discard) if self._recycled else 0)

    def _count(self, unseen: tuple[int, ...], cards: Iterable[Card], by: int) -> tuple[int, ...]:
        """The cards nobody has seen, with these counted in or out."""
        counts = list(unseen)
        for card in cards:
            counts[self._index[card]] += by
        return tuple(counts)

    # The course of the game

    def _turn(self, state: State) -> Turn[Action]:
        outcome = self.outcome(state)
        if outcome is not None:
            return Over(outcome)
        if state.draws:
            unseen = state.unseen
            return Chance(tuple(compress(self._draws[state.draws[0]], unseen)), tuple(filter(None, unseen)))
        return _MOVES[state.seat ^ state.passes]  # once the seat has passed, the other plays in its stead

    def outcome(self, state: State) -> Outcome | None:
        """How the game has ended, or `None` while it goes on (djeco, End)."""
        first, second = state.tokens
        target = self.rulings.target
        if (first >= target or second >= target) and abs(first - second) >= 2:
            return Outcome((0 if first > second else 1,), Reason.TARGET)
        if first + second == self.sizes.tokens:
            reason = Reason.TOKENS
        elif self._recycled and state.played >= self.sizes.max_turns:
            reason = Reason.TURNS
        elif state.passes == 2:
            reason = Reason.BLOCKED
        else:
            return None
        winners = () if first == second else (0,) if first > second else (1,)
        return Outcome(winners, reason)

    def legal(self, state: State, actor: Actor) -> Sequence[Action]:
        turn = self.turn(state)
        if isinstance(turn, Move) and turn.seat == actor:
            return self.playable(state, state.hands[turn.seat]) or (PASS,)
        if isinstance(turn, Chance) and actor is CHANCE:
            return turn.actions
        return ()

    def playable(self, state: State, hand: Hand) -> Sequence[Action]:
        """All that a hand can play on this table, the numbers first, as hands are in order."""
        table = self.look(state.stacks, state.used)
        free, numbers = self._free(state.used, table), table.numbers
        cards = dict.fromkeys(hand)
        moves: list[Action] = [
            lays[i]
            for card in cards
            if (lays := self._lays.get(card))
            for i in bits(free | numbers.get(card.number, 0))
        ]
        if YELLOW in cards:
            for i in bits(table.occupied):
                moves += self._yellows[i][: len(state.stacks[i])]
        if GREEN in cards:
            moves += [self._greens[line] for line in self.rows(table.occupied)]
        return moves

    # Playing (states that come often are built field by field, which costs half of `_replace`)

    def play(self, state: State, actor: Actor, action: Action) -> State:
        if isinstance(action, Draw):
            if action.card is HIDDEN:
                raise IllegalMove("not-due", move=action)
            return self._draw(state, actor, action)
        seat = self._check_mover(state, actor, action)
        match action:
            case Lay(card, square):
                taken = self._take(state, seat, card, action)
                return self._lay(taken, seat, action, self._square(square, action))
            case Yellow(square):
                taken = self._take(state, seat, YELLOW, action)
                return self._clear_stack(taken, seat, action, self._square(square, action))
            case Green():
                taken = self._take(state, seat, GREEN, action)
                return self._clear_line(taken, seat, action)
            case Pass():
                return self._pass(state, seat)

    def _take(self, state: State, seat: Seat, card: Card, action: Action) -> State:
        """The card leaves the hand; a hidden card may turn out to be any that nobody has seen."""
        stacks, used, unseen, hands, discard, tokens, played, mover, passes, draws = state
        hand = hands[seat]
        if card not in hand:
            if HIDDEN not in hand or not self._is_unseen(state, card):
                raise IllegalMove("not-held", move=action, card=card)
            unseen, card = self._count(unseen, [card], -1), HIDDEN
        i = hand.index(card)
        left = hand[:i] + hand[i + 1 :]
        hands = (left, hands[1]) if seat == 0 else (hands[0], left)
        return State(stacks, used, unseen, hands, discard, tokens, played, mover, passes, draws)

    def _is_unseen(self, state: State, card: Card) -> bool:
        i = self._index.get(card)
        return i is not None and state.unseen[i] > 0

    def _lay(self, state: State, seat: Seat, action: Lay, i: int) -> State:
        stacks = state.stacks
        stack = stacks[i]
        if not action.card.number:
            raise IllegalMove("not-legal", move=action)
        if stack and stack[-1].number != action.card.number:
            raise IllegalMove("other-number", move=action, square=action.square, top=stack[-1])
        if not stack and not self.free(state) >> i & 1:
            code = "outside-field" if state.used or self._fixed else "not-middle"
            raise IllegalMove(code, move=action, square=action.square)
        after = stacks[:i] + ((*stack, action.card),) + stacks[i + 1 :]
        before = self.look(stacks, state.used)
        table = remember(self._looks, after, before.with_top(1 << i, action.card))
        tokens = self._tokens(state.tokens, seat, before, table)
        return self._played(state, seat, after, state.used | 1 << i, state.discard, tokens)

    def _clear_stack(self, state: State, seat: Seat, action: Yellow, i: int) -> State:
        stack = state.stacks[i]
        if (action.count is None) != (self.rulings.yellow is YellowClears.STACK):
            raise IllegalMove("yellow-count", move=action)
        if not stack:
            raise IllegalMove("nothing-there", move=action, square=action.square)
        count = len(stack) if action.count is None else action.count
        if not 1 <= count <= len(stack):
            raise IllegalMove("too-many", move=action, square=action.square, height=len(stack))
        after = state.stacks[:i] + (stack[:-count],) + state.stacks[i + 1 :]
        return self._cleared(state, seat, after, (*stack[-count:], YELLOW))

    def _clear_line(self, state: State, seat: Seat, action: Green) -> State:
        line = self._line_of.get(action)
        if line is None:
            raise IllegalMove("no-such-line", move=action)
        if line & self.look(state.stacks, state.used).occupied != line:
            raise IllegalMove("line-not-filled", move=action)
        after = tuple(() if line >> i & 1 else stack for i, stack in enumerate(state.stacks))
        gone = [card for i in bits(line) for card in state.stacks[i]]
        return self._cleared(state, seat, after, (*gone, GREEN))

    def _cleared(self, state: State, seat: Seat, after: tuple[Stack, ...], gone: Hand) -> State:
        used = state.used if any(after) else 0
        before = self.look(state.stacks, state.used)
        tokens = self._tokens(state.tokens, seat, before, self.look(after, used))
        return self._played(state, seat, after, used, sort_hand((*state.discard, *gone)), tokens)

    def _played(
        self,
        state: State,
        seat: Seat,
        stacks: tuple[Stack, ...],
        used: Mask,
        discard: Hand,
        tokens: tuple[int, int],
    ) -> State:
        """After a card and the tokens for it: the end is tested, and the seat that played draws."""
        played = State(stacks, used, state.unseen, state.hands, discard, tokens, state.played + 1, 1 - seat, 0, (seat,))
        if self.outcome(played) is not None:
            return played._replace(draws=())
        return played if self.deck_size(played) else self._with_draws(played, (seat,))

    def _tokens(self, tokens: tuple[int, int], mover: Seat, before: Table, after: Table) -> tuple[int, int]:
        """Each line that has newly come to lie earns a token for the owner of its colour, the mover's first."""
        held = list(tokens)
        for seat in (mover, 1 - mover):
            if rows := self.rows(after.colours[seat]):
                lay = before.colours[seat]
                earned = len([line for line in rows if line & lay != line])
                if earned and self.rulings.lines is Lines.ONE:
                    earned = 1
                held[seat] += min(earned, self.sizes.tokens - held[0] - held[1])
        return held[0], held[1]

    def _pass(self, state: State, seat: Seat) -> State:
        hand = state.hands[seat]
        if HIDDEN not in hand and self.playable(state, hand):
            raise IllegalMove("can-play", move=PASS)
        passes = state.passes + 1
        blocked = passes == 2 and self.drawable(state) > 0
        if blocked:
            return self._with_draws(state._replace(passes=0), (state.seat, 1 - state.seat))
        return state._replace(passes=passes)

    def _with_draws(self, state: State, seats: tuple[Seat, ...]) -> State:
        """These seats are to draw, as far as there are cards; an empty deck takes in the discard if it is recycled."""
        deck = self.deck_size(state)
        if deck >= len(seats):
            return State(*state[:-1], draws=seats)
        seats = seats[: self.drawable(state)]
        if not seats or deck:
            return state._replace(draws=seats)
        return state._replace(draws=seats, discard=(), unseen=self._count(state.unseen, state.discard, 1))

    def _draw(self, state: State, actor: Actor, action: Draw) -> State:
        """The next seat draws; `follow` comes here with hidden cards, too."""
        seat, card = action.seat, action.card
        stacks, used, unseen, hands, discard, tokens, played, mover, passes, draws = state
        due = isinstance(self.turn(state), Chance) and draws[0] == seat
        if actor is not CHANCE or not due or (card is not HIDDEN and not self._is_unseen(state, card)):
            raise IllegalMove("not-due", move=action)
        drawn = sort_hand((*hands[seat], card))
        hands = (drawn, hands[1]) if seat == 0 else (hands[0], drawn)
        if card is not HIDDEN:
            unseen = self._count(unseen, [card], -1)
        drawn_state = State(stacks, used, unseen, hands, discard, tokens, played, mover, passes, ())
        return self._with_draws(drawn_state, draws[1:]) if len(draws) > 1 else drawn_state

    # What a viewer knows

    def seen(self, state: State, viewer: Seat | None) -> State:
        stacks, used, unseen, (first, second), discard, tokens, played, mover, passes, draws = state
        if viewer != 0:
            unseen, first = self._hide(unseen, first)
        if viewer != 1:
            unseen, second = self._hide(unseen, second)
        return State(stacks, used, unseen, (first, second), discard, tokens, played, mover, passes, draws)

    def _hide(self, unseen: tuple[int, ...], hand: Hand) -> tuple[tuple[int, ...], Hand]:
        """A hand as others see it; its cards count among those that nobody has seen."""
        counts, index = list(unseen), self._index
        for card in hand:
            if card is not HIDDEN:
                counts[index[card]] += 1
        return tuple(counts), (HIDDEN,) * len(hand)

    def observe(self, state: State, event: Event[Action], viewer: Seat | None) -> tuple[Event[Action], ...]:
        action = event.action
        if not isinstance(action, Draw):
            return (event,)
        if action.seat != viewer:
            return (Event(event.actor, _HIDDEN_DRAWS[action.seat]),)
        return () if action.card is HIDDEN else (event,)

    def follow(self, state: State, event: Event[Action]) -> State:
        actor, action = event
        if isinstance(action, Draw):
            return self._draw(state, actor, action)
        return self.play(state, actor, action)

    # Text

    def parse_action(self, text: str) -> Action:
        return self._by_text.get(text) or djeco_state.parse_action(self, text)

    def parse_state(self, text: str) -> State:
        return djeco_state.parse_state(self, text)

    def format_state(self, state: State) -> str:
        return djeco_state.format_state(self, state)
