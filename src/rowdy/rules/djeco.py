"""Djeco's Tic Tac Toe: cards on stacks, tokens for lines, and cards that clear."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from functools import cached_property
from itertools import compress
from typing import NamedTuple, NoReturn, assert_never

from rowdy.rules import djeco_text
from rowdy.rules.cards import GREEN, HIDDEN, OWNED, YELLOW, DjecoCard, Hand, read_numbers, sort_hand
from rowdy.rules.display import Display
from rowdy.rules.djeco_rulings import (
    BOOKS,
    DISCARD,
    GRID,
    LINES,
    NUMBER_LISTS,
    NUMBERS,
    SCORER,
    TARGET,
    YELLOW_CLEARS,
    Discard,
    GridRuling,
    Lines,
    Numbers,
    Rulings,
    Scorer,
    YellowClears,
)
from rowdy.rules.djeco_state import Action, Draw, Green, Lay, Pass, Sizes, Stack, State, Tops, Yellow
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
    move_of,
)
from rowdy.rules.geometry import Grid, Mask, Square, bits, recent
from rowdy.rules.kit import RulesKit, Setup
from rowdy.rules.rulings import Edition
from rowdy.rules.tuples import with_item, without_item


class Reason(StrEnum):
    TARGET = "target"
    TOKENS = "tokens"
    TURNS = "turns"
    BLOCKED = "blocked"


class TableCards(NamedTuple):
    """The cards on the table after one has been played, with the used squares and the discard."""

    stacks: tuple[Stack, ...]
    used: Mask
    discard: Hand


PASS = Pass()


class DjecoGame(Game[State, Action]):
    rulings: Rulings
    grid: Grid
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
        self.recycles = rulings.discard is Discard.RECYCLE
        self.floats = rulings.grid is GridRuling.FLOATING
        self.numbers = NUMBER_LISTS[rulings.numbers] if numbers is None else numbers
        self.area = Display(sizes.field, sizes.line)
        self.grid = self.area.grid
        self.all_cards = sort_hand(
            [DjecoCard(colour, n) for colour in OWNED for n in self.numbers]
            + [YELLOW] * sizes.yellows
            + [GREEN] * sizes.greens
        )
        self.card_numbers = {card: i for i, card in enumerate(dict.fromkeys(self.all_cards))}
        """The index of each card in `State.unseen`."""
        self._lays = {
            card: tuple(Lay(card, square) for square in self.grid.squares) for card in self.card_numbers if card.number
        }
        heights = [None] if rulings.yellow is YellowClears.STACK else range(1, self.tallest + 1)
        self._yellows = tuple(tuple(Yellow(square, count) for count in heights) for square in self.grid.squares)
        """The yellow moves on each square: a stack of n cards allows the first n, or the only one."""
        self._draws = tuple(tuple(Draw(seat, card) for card in self.card_numbers) for seat in range(self.seats))
        self._greens = {line: self._green(line) for line in self.grid.lines}
        self._lines = {green: line for line, green in self._greens.items()}

    def _green(self, line: Mask) -> Green:
        squares = self.grid.names(line)
        return Green(squares[0], squares[-1])

    @property
    def deck(self) -> tuple[str, ...]:
        return tuple(map(str, self.numbers)) if self.rulings.numbers is Numbers.CUSTOM else ()

    @property
    def tallest(self) -> int:
        """The greatest height of a stack: as many cards as have the same number, in both colours."""
        return 2 * max(Counter(self.numbers).values())

    @cached_property
    def facts(self) -> Facts:
        """The bounds follow from two passes in a row, after which a card is drawn or the game ends."""
        cards = len(self.all_cards)
        plays = self.sizes.max_turns if self.recycles else cards
        rounds = plays * (cards + 1) if self.recycles else cards + 1
        turns = 2 * plays + 2 * rounds
        cells = self.sizes.field**2
        return Facts(
            seats=2,
            chance=True,
            hidden=True,
            windows=False,
            max_turns=turns,
            max_actions=turns + (plays + 2 * rounds if self.recycles else cards),
            max_legal=len(self._lays) * len(self.grid.squares) + self.tallest * cells + len(self.grid.lines),
            distinct_actions=len(self.actions),
            distinct_chances=len(self.chances),
        )

    @cached_property
    def actions(self) -> tuple[Action, ...]:
        lays = [lay for lays in self._lays.values() for lay in lays]
        yellows = [yellow for yellows in self._yellows for yellow in yellows]
        return (*lays, *yellows, *self._greens.values(), PASS)

    @cached_property
    def chances(self) -> tuple[Action, ...]:
        return (*self._draws[0], *self._draws[1])

    def start(self) -> State:
        return State(
            stacks=((),) * len(self.grid.squares),
            used=0,
            unseen=tuple(Counter(self.all_cards).values()),
            hands=((), ()),
            discard=(),
            tokens=(0, 0),
            played=0,
            seat=self.starter,
            passes=0,
            draws=self.deal_order[: len(self.all_cards)],
        )

    @property
    def deal_order(self) -> tuple[Seat, ...]:
        """The seats in the order in which the first hands are dealt, one card at a time."""
        return (self.starter, 1 - self.starter) * self.sizes.hand

    # What is on the table, and what is left

    def rows(self, squares: Mask) -> tuple[Mask, ...]:
        """The lines that lie within these squares, each as a set of squares."""
        return self.grid.rows(squares)

    @recent
    def look(self, stacks: tuple[Stack, ...]) -> Tops:
        """What the top cards show."""
        red = blue = 0
        numbers: dict[int, Mask] = {}
        for stack, bit in zip(stacks, self.grid.singles, strict=True):
            if stack:
                top = stack[-1]
                if top.owner == 0:
                    red |= bit
                else:
                    blue |= bit
                numbers[top.number] = numbers.get(top.number, 0) | bit
        return Tops(red | blue, (red, blue), numbers)

    def fields(self, used: Mask) -> tuple[Mask, ...]:
        """The positions that the field may have, given the used squares; a floating field always covers the middle."""
        return self.area.fields_with(used | self.area.centre) if self.floats else (self.area.fixed,)

    def room(self, used: Mask) -> Mask:
        """The squares on which a red or blue card may go if they are empty (djeco, A turn)."""
        return self.area.room(used) if self.floats else self.area.fixed

    def fits(self, used: Mask) -> bool:
        """True if play can have used these squares: on a floating field the first card lies in the middle."""
        if not self.floats:
            return used & self.area.fixed == used
        return not used or (bool(used & self.area.centre) and self.area.fits(used))

    def deck_size(self, state: State) -> int:
        return sum(state.unseen) - state.hands[0].count(HIDDEN) - state.hands[1].count(HIDDEN)

    def drawable(self, state: State) -> int:
        """How many cards can still be drawn, the discard included where it is recycled."""
        return self.deck_size(state) + (len(state.discard) if self.recycles else 0)

    def _count(self, unseen: tuple[int, ...], cards: Iterable[DjecoCard], by: int) -> tuple[int, ...]:
        """The unseen counts after adding `by` for each of these cards; hidden cards are among the unseen already."""
        counts = list(unseen)
        for card in cards:
            if card != HIDDEN:
                counts[self.card_numbers[card]] += by
        return tuple(counts)

    # The course of the game

    def turn(self, state: State) -> Turn[Action]:
        if state.draws:  # only while the game goes on
            draws = self._draws[state.draws[0]]
            return Chance(tuple(compress(draws, state.unseen)), tuple(filter(None, state.unseen)))
        outcome = self.outcome(state)
        if outcome is not None:
            return Over(outcome)
        return move_of(1 - state.seat if state.passes else state.seat)

    def outcome(self, state: State) -> Outcome | None:
        """How the game has ended, or `None` while it goes on (djeco, End)."""
        winner = self._reached_target(state.tokens)
        if winner is not None:
            return Outcome((winner,), Reason.TARGET)
        first, second = state.tokens
        if first + second == self.sizes.tokens:
            reason = Reason.TOKENS
        elif self.recycles and state.played >= self.sizes.max_turns:
            reason = Reason.TURNS
        elif state.passes == 2:
            reason = Reason.BLOCKED
        else:
            return None
        winners = () if first == second else (0,) if first > second else (1,)
        return Outcome(winners, reason)

    def _reached_target(self, tokens: tuple[int, int]) -> Seat | None:
        """The seat that has the agreed number of tokens and a lead of at least two."""
        first, second = tokens
        lead, behind = (first, second) if first > second else (second, first)
        if lead < self.rulings.target or lead < behind + 2:
            return None
        return 0 if first > second else 1

    def hides(self, state: State, seat: Seat) -> bool:
        return HIDDEN in state.hands[seat] and self.turn(state) == move_of(seat)

    def moves(self, state: State, seat: Seat) -> Sequence[Action]:
        return self.playable(state, state.hands[seat]) or (PASS,)

    def playable(self, state: State, hand: Hand) -> Sequence[Action]:
        """Every move that a hand can make on this table, those with numbers first, as in the hand (djeco, A turn)."""
        occupied, _, numbers = self.look(state.stacks)
        free = self.room(state.used) & ~occupied
        moves: list[Action] = []
        for card in dict.fromkeys(hand):
            if card.number:
                lays = self._lays[card]
                moves += [lays[i] for i in bits(free | numbers.get(card.number, 0))]
            elif card == YELLOW:
                for i in bits(occupied):
                    moves += self._yellows[i][: len(state.stacks[i])]
            elif card == GREEN:
                moves += [self._greens[line] for line in self.rows(occupied)]
        return moves

    # Playing

    def apply(self, state: State, actor: Actor, action: Action) -> State:
        if isinstance(action, Draw):
            if action.card == HIDDEN:
                raise IllegalMove("not-due", move=action)
            return self._draw(state, actor, action)
        seat = self.check_mover(state, actor, action)
        if isinstance(action, Pass):
            return self._pass(state, seat)
        hand, unseen = self._take(state, seat, action)
        match action:
            case Lay():
                cards = self._lay(state, action)
            case Yellow():
                cards = self._clear_stack(state, action)
            case Green():
                cards = self._clear_line(state, action)
            case _:
                assert_never(action)
        after = State(
            stacks=cards.stacks,
            used=cards.used,
            unseen=unseen,
            hands=_with_hand(state, seat, hand),
            discard=cards.discard,
            tokens=self._tokens(state, cards.stacks, seat),
            played=state.played + 1,
            seat=1 - seat,
            passes=0,
            draws=(),
        )
        return after if self.outcome(after) is not None else self._with_draws(after, (seat,))

    def _take(self, state: State, seat: Seat, action: Lay | Yellow | Green) -> tuple[Hand, tuple[int, ...]]:
        """The hand without the played card, and the unseen counts: a hidden card may turn out to be any unseen one."""
        card, hand, unseen = action.card, state.hands[seat], state.unseen
        if card not in hand:
            if HIDDEN not in hand or not self._is_unseen(state, card):
                raise IllegalMove("not-held", move=action, card=card)
            unseen, card = self._count(unseen, [card], -1), HIDDEN
        return without_item(hand, card), unseen

    def _is_unseen(self, state: State, card: DjecoCard) -> bool:
        number = self.card_numbers.get(card)
        return number is not None and state.unseen[number] > 0

    def _lay(self, state: State, action: Lay) -> TableCards:
        i = self.find_square(action.square, action)
        stack = state.stacks[i]
        if not action.card.number:
            raise IllegalMove("not-legal", move=action)
        if stack and stack[-1].number != action.card.number:
            raise IllegalMove("other-number", move=action, square=action.square, top=stack[-1])
        if not stack and not self.room(state.used) >> i & 1:
            self._refuse(state, action)
        return TableCards(with_item(state.stacks, i, (*stack, action.card)), state.used | 1 << i, state.discard)

    def _refuse(self, state: State, action: Lay) -> NoReturn:
        """Raises `IllegalMove` with the reason why a card may not go on this empty square."""
        if not self.floats:
            first, last = self.corners
            raise IllegalMove("off-field", move=action, square=action.square, first=first, last=last)
        raise IllegalMove("outside-field" if state.used else "not-middle", move=action, square=action.square)

    @property
    def corners(self) -> tuple[Square, Square]:
        """The first and the last square of the field that does not move (`grid=fixed`)."""
        names = self.grid.names(self.area.fixed)
        return names[0], names[-1]

    def _clear_stack(self, state: State, action: Yellow) -> TableCards:
        i = self.find_square(action.square, action)
        stack = state.stacks[i]
        if (action.count is None) != (self.rulings.yellow is YellowClears.STACK):
            raise IllegalMove("yellow-count", move=action)
        if not stack:
            raise IllegalMove("nothing-there", move=action, square=action.square)
        count = len(stack) if action.count is None else action.count
        if not 1 <= count <= len(stack):
            raise IllegalMove("too-many", move=action, square=action.square, height=len(stack))
        return self._clear(state, with_item(state.stacks, i, stack[:-count]), (*stack[-count:], YELLOW))

    def _clear_line(self, state: State, action: Green) -> TableCards:
        line = self._lines.get(action)
        if line is None:
            raise IllegalMove("no-such-line", move=action)
        if line & self.look(state.stacks).occupied != line:
            raise IllegalMove("line-not-filled", move=action)
        stacks = tuple(() if line >> i & 1 else stack for i, stack in enumerate(state.stacks))
        return self._clear(state, stacks, (*(card for i in bits(line) for card in state.stacks[i]), GREEN))

    def _clear(self, state: State, stacks: tuple[Stack, ...], gone: Hand) -> TableCards:
        """The table with these stacks left and these cards discarded; if no card is left, no square counts as used."""
        return TableCards(stacks, state.used if any(stacks) else 0, sort_hand((*state.discard, *gone)))

    def _tokens(self, before: State, stacks: tuple[Stack, ...], mover: Seat) -> tuple[int, int]:
        """The tokens after this seat left these stacks: one for each new line while the supply lasts (djeco, Tokens).

        A turn puts at most one new card on top of a stack, so only one colour can gain.
        """
        tokens = before.tokens
        for owner, lines in enumerate(self.new_lines(before.stacks, stacks)):
            if lines:
                scorer = owner if self.rulings.scorer is Scorer.OWNER else mover
                taken = min(1 if self.rulings.lines is Lines.ONE else len(lines), self.sizes.tokens - sum(tokens))
                tokens = (tokens[0] + taken, tokens[1]) if scorer == 0 else (tokens[0], tokens[1] + taken)
        return tokens

    def new_lines(self, before: tuple[Stack, ...], after: tuple[Stack, ...]) -> Sequence[Sequence[Mask]]:
        """For each seat, the lines of its colour that exist after the turn and did not before."""
        lying = [self.rows(colour) for colour in self.look(after).colours]
        if not any(lying):
            return lying
        colours = self.look(before).colours
        return [[line for line in lines if line & ~old] for lines, old in zip(lying, colours, strict=True)]

    def highlights(self, before: State, event: Event[Action], after: State) -> tuple[Highlight, ...]:
        """The tokens that were earned, with the lines that brought them."""
        if after.tokens == before.tokens:
            return ()
        outcome = self.outcome(after)
        decides = outcome is not None and outcome.reason in (Reason.TARGET, Reason.TOKENS)
        lines = tuple(self.grid.names(line) for new in self.new_lines(before.stacks, after.stacks) for line in new)
        return tuple(
            Highlight("tokens", seat, lines, count=now - then, decides=decides)
            for seat, (then, now) in enumerate(zip(before.tokens, after.tokens, strict=True))
            if now != then
        )

    def _pass(self, state: State, seat: Seat) -> State:
        """The turn goes to the other player; if neither can play, both draw (djeco, Blocked)."""
        hand = state.hands[seat]
        if HIDDEN not in hand and self.playable(state, hand):
            raise IllegalMove("can-play", move=PASS)
        if state.passes and self.drawable(state):
            return self._with_draws(state._replace(passes=0), (state.seat, 1 - state.seat))
        return state._replace(passes=state.passes + 1)

    def _with_draws(self, state: State, seats: tuple[Seat, ...]) -> State:
        """The state in which these seats are to draw while cards last; a recycled discard refills an empty deck."""
        deck = self.deck_size(state)
        seats = seats[: deck + (len(state.discard) if self.recycles else 0)]
        if seats and not deck:
            return state._replace(discard=(), unseen=self._count(state.unseen, state.discard, 1), draws=seats)
        return state._replace(draws=seats)

    def _draw(self, state: State, actor: Actor, action: Draw) -> State:
        """The state after the next seat has drawn; `follow` calls this with hidden cards, too."""
        seat, card = action.seat, action.card
        if actor is not CHANCE or state.draws[:1] != (seat,) or (card != HIDDEN and not self._is_unseen(state, card)):
            raise IllegalMove("not-due", move=action)
        drawn = state._replace(
            hands=_with_hand(state, seat, sort_hand((*state.hands[seat], card))),
            unseen=self._count(state.unseen, [card], -1),
            draws=(),
        )
        others = state.draws[1:]
        return self._with_draws(drawn, others) if others else drawn

    # What a viewer knows

    def seen(self, state: State, viewer: Seat | None) -> State:
        """The state as the viewer knows it: the other hand is hidden, and its cards count among the unseen ones."""
        hidden = [card for seat, hand in enumerate(state.hands) if seat != viewer for card in hand]
        first, second = (hand if seat == viewer else (HIDDEN,) * len(hand) for seat, hand in enumerate(state.hands))
        return state._replace(hands=(first, second), unseen=self._count(state.unseen, hidden, 1))

    def observe(self, state: State, event: Event[Action], viewer: Seat | None) -> tuple[Event[Action], ...]:
        action = event.action
        if not isinstance(action, Draw):
            return (event,)
        if action.seat != viewer:
            return (Event(event.actor, Draw(action.seat, HIDDEN)),)
        return () if action.card == HIDDEN else (event,)

    def follow(self, state: State, event: Event[Action]) -> State:
        if isinstance(event.action, Draw):
            return self._draw(state, event.actor, event.action)
        return super().follow(state, event)

    # Reading positions

    @cached_property
    def fewest_turns(self) -> dict[tuple[int, int], int]:
        """For each split of the tokens that can occur, the fewest scoring turns that lead to it."""
        most = 1 if self.rulings.lines is Lines.ONE else self._most_lines()
        turns, waiting = {(0, 0): 0}, deque([(0, 0)])
        while waiting:
            first, second = tokens = waiting.popleft()
            left = self.sizes.tokens - first - second
            if self._reached_target(tokens) is None:
                for gain in range(1, min(most, left) + 1):
                    for split in ((first + gain, second), (first, second + gain)):
                        if split not in turns:
                            turns[split] = turns[tokens] + 1
                            waiting.append(split)
        return turns

    def earned_by_line(self, tokens: tuple[int, int], owner: Seat) -> bool:
        """True if the tokens allow for a line of this owner's colour: whoever scores it has at least one."""
        return tokens[owner] > 0 if self.rulings.scorer is Scorer.OWNER else sum(tokens) > 0

    def _most_lines(self) -> int:
        """The most lines that go through one square of the field."""
        lines = self.rows(self.area.fixed)
        return max(sum(line >> i & 1 for line in lines) for i in bits(self.area.fixed))

    def parse_action(self, text: str) -> Action:
        return self._by_text.get(text) or djeco_text.parse_action(self, text)

    def parse_state(self, text: str) -> State:
        return djeco_text.parse_state(self, text)

    def format_state(self, state: State) -> str:
        return djeco_text.format_state(self, state)

    def cells(self, state: State) -> Mapping[Square, str]:
        stacks = zip(self.grid.squares, state.stacks, strict=True)
        return {square: "+".join(map(str, stack)) for square, stack in stacks if stack}


def _with_hand(state: State, seat: Seat, hand: Hand) -> tuple[Hand, Hand]:
    """Both hands, that of the seat replaced by this one."""
    return (hand, state.hands[1]) if seat == 0 else (state.hands[0], hand)


# What can be chosen


def _make(setup: Setup) -> DjecoGame:
    numbers = None if setup.deck is None else read_numbers(setup.deck)
    return DjecoGame(setup.edition, Rulings(**setup.rulings), setup.starter, numbers)


KIT = RulesKit(
    "djeco",
    _make,
    seats=(2,),
    minutes=15,
    rulings=(TARGET, NUMBERS, YELLOW_CLEARS, SCORER, LINES, DISCARD, GRID),
    books=BOOKS,
    decisions=(
        "any-card",
        "owner-by-default",
        "four-directions",
        "pass-draws-nothing",
        "cleared-binds",
        "our-ends",
        "light-scores",
        "one-a-turn",
        "turns-are-cards",
    ),
    decisions_with={"cleared-binds": ("grid", GridRuling.FLOATING)},
    deck_ruling="numbers",
    starter=True,
)
