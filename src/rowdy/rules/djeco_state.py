"""The values of Djeco's Tic Tac Toe, moves and states, and their text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from rowdy.rules.cards import HIDDEN, Card, Hand, parse_card, sort_hand
from rowdy.rules.game import InvalidMove, Kept, Seat
from rowdy.rules.geometry import Mask, Square
from rowdy.rules.text import PositionReader, format_list, read_list

if TYPE_CHECKING:
    from rowdy.rules.djeco import DjecoGame

Stack: TypeAlias = tuple[Card, ...]
"""The cards on one square from the bottom to the top."""


@dataclass(frozen=True, eq=False, slots=True)
class Lay(Kept):
    """A red or blue card goes on an empty square or on a card with the same number."""

    card: Card
    square: Square

    def __str__(self) -> str:
        return f"{self.card}@{self.square}"


@dataclass(frozen=True, eq=False, slots=True)
class Yellow(Kept):
    """A yellow card clears a stack or, with a count, takes so many cards from its top."""

    square: Square
    count: int | None = None

    def __str__(self) -> str:
        return f"y{self.count or ''}@{self.square}"


@dataclass(frozen=True, eq=False, slots=True)
class Green(Kept):
    """A green card clears a filled line, named by its ends."""

    first: Square
    last: Square

    def __str__(self) -> str:
        return f"g@{self.first}-{self.last}"


@dataclass(frozen=True, eq=False, slots=True)
class Pass(Kept):
    """No card can be played."""

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, eq=False, slots=True)
class Draw(Kept):
    """Chance gives a seat a card; the other does not see it."""

    seat: Seat
    card: Card

    def __str__(self) -> str:
        return f"{self.seat + 1}+{self.card}"


Action: TypeAlias = Lay | Yellow | Green | Pass | Draw


class State(NamedTuple):
    """Everything on the table; a viewer sees hidden cards in the other hand."""

    stacks: tuple[Stack, ...]
    used: Mask
    """The squares used since the table was last empty: they bind where the next card may go."""
    unseen: tuple[int, ...]
    """How many of each card nobody has seen, in the order of the cards: those in the deck and in hidden hands."""
    hands: tuple[Hand, Hand]
    discard: Hand
    tokens: tuple[int, int]
    played: int
    """How many cards have been played."""
    seat: Seat
    """Whose turn it is; it stays so while the other plays in its stead."""
    passes: int
    """How many have passed in this turn: one lets the other play, two end the game."""
    draws: tuple[Seat, ...]
    """Who is to draw before anyone plays, in order."""


_LAY = re.compile(r"([rb][1-9][0-9]?)@([a-i][1-9])")
_YELLOW = re.compile(r"y([1-9][0-9]?)?@([a-i][1-9])")
_GREEN = re.compile(r"g@([a-i][1-9])-([a-i][1-9])")
_DRAW = re.compile(r"([12])\+([a-z0-9?]+)")
_CELL = re.compile(r"[._]|[rb][1-9][0-9]?(?:\+[rb][1-9][0-9]?)*")
_TOKENS = re.compile(r"(0|[1-9][0-9]?):(0|[1-9][0-9]?)")
_DUE = re.compile(r"play (0|[1-9][0-9]{0,3}) ([12])((?: pass){0,2})(?: \+([12](?:,[12]){0,99}))?")


def parse_action(game: DjecoGame, text: str) -> Action:
    action = _read_action(text)
    if action is None:
        raise InvalidMove("unreadable-move", text=text)
    squares: tuple[Square, ...] = ()
    if isinstance(action, Lay | Yellow):
        squares = (action.square,)
    elif isinstance(action, Green):
        squares = (action.first, action.last)
    for square in squares:
        if square not in game.grid.index:
            raise InvalidMove("off-board", text=text, square=square)
    return action


def _read_action(text: str) -> Action | None:
    if text == "pass":
        return Pass()
    if (match := _LAY.fullmatch(text)) and (card := parse_card(match[1])):
        return Lay(card, match[2])
    if match := _YELLOW.fullmatch(text):
        return Yellow(match[2], int(match[1]) if match[1] else None)
    if match := _GREEN.fullmatch(text):
        return Green(*sorted((match[1], match[2])))
    if (match := _DRAW.fullmatch(text)) and (card := parse_card(match[2])):
        return Draw(int(match[1]) - 1, card)
    return None


def format_state(game: DjecoGame, state: State) -> str:
    cells = [
        "+".join(map(str, stack)) if stack else "_" if state.used >> i & 1 else "."
        for i, stack in enumerate(state.stacks)
    ]
    due = f"play {state.played} {state.seat + 1}" + " pass" * state.passes
    if state.draws:
        due += " +" + ",".join(str(seat + 1) for seat in state.draws)
    hands = "/".join(map(format_list, state.hands))
    tokens = f"{state.tokens[0]}:{state.tokens[1]}"
    return f"{game.grid.ranks(cells)} {hands} {format_list(state.discard)} {tokens} {due}"


def parse_state(game: DjecoGame, text: str) -> State:
    return _Reader(game, text).state()


class _Reader(PositionReader["DjecoGame"]):
    def state(self) -> State:
        board, hands_text, discard_text, tokens_text, due_text = self.fields()
        stacks, used = self.table(board)
        hands = [self.cards(part, hands_text) for part in hands_text.split("/")]
        discard = self.cards(discard_text, discard_text)
        tokens, due = _TOKENS.fullmatch(tokens_text), _DUE.fullmatch(due_text)
        if len(hands) != 2:
            self.fail("unreadable-hands", hands=hands_text)
        if tokens is None or int(tokens[1]) + int(tokens[2]) > self.game.sizes.tokens:
            self.fail("token-count", tokens=tokens_text)
        if due is None:
            self.fail("unreadable-due", due=due_text)
        state = State(
            stacks,
            used,
            self.unseen([*(card for stack in stacks for card in stack), *hands[0], *hands[1], *discard]),
            (hands[0], hands[1]),
            discard,
            (int(tokens[1]), int(tokens[2])),
            int(due[1]),
            int(due[2]) - 1,
            due[3].count("pass"),
            tuple(int(seat) - 1 for seat in due[4].split(",")) if due[4] else (),
        )
        self.check(state)
        return state

    def check(self, state: State) -> None:
        """The table must fit into its field, the deck must have the hidden cards, and the draws must be possible."""
        game = self.game
        if game.deck_size(state) < 0 or HIDDEN in state.discard:
            self.fail("card-count", card=HIDDEN)
        if any(low.number != high.number for stack in state.stacks for low, high in pairwise(stack)):
            self.fail("unequal-stack")
        occupied = any(state.stacks)
        if bool(state.used) != occupied or not game.fits(state.used):
            self.fail("outside-field")
        short = len(state.draws) > game.drawable(state) or (state.draws and not game.deck_size(state))
        if short or (state.passes and state.draws):
            self.fail("unreadable-due", due="+")
        passed = (state.seat, 1 - state.seat)[: state.passes]
        if any(HIDDEN not in state.hands[s] and game.playable(state, state.hands[s]) for s in passed):
            self.fail("unreadable-due", due="pass")
        if state.passes == 2 and game.drawable(state):
            self.fail("unreadable-due", due="pass pass")
        self.check_written(game.format_state(state))

    def unseen(self, seen: Sequence[Card]) -> tuple[int, ...]:
        left = Counter(self.game.all_cards)
        left.subtract(card for card in seen if card is not HIDDEN)
        for card, count in left.items():
            if count < 0:
                self.fail("card-count", card=card)
        return tuple(left.values())

    def table(self, text: str) -> tuple[tuple[Stack, ...], Mask]:
        cells = self.game.grid.cells(text, _CELL)
        if cells is None:
            self.fail("unreadable-board", board=text)
        stacks = tuple(() if cell in "._" else self.cards(cell.replace("+", ","), text, keep=True) for cell in cells)
        return stacks, sum(1 << i for i, cell in enumerate(cells) if cell != ".")

    def cards(self, text: str, field: str, keep: bool = False) -> Hand:
        cards = [parse_card(card) for card in read_list(text)]
        found = [card for card in cards if card is not None]
        if len(found) != len(cards):
            self.fail("unreadable-cards", cards=field)
        return tuple(found) if keep else sort_hand(found)
