"""Djeco's Tic Tac Toe as text: moves, and positions, which are read only if play can lead to them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NoReturn, Protocol

from rowdy.rules.cards import GREEN, HIDDEN, YELLOW, DjecoCard, Hand, parse_card, sort_hand
from rowdy.rules.display import Display
from rowdy.rules.djeco_state import Action, Draw, Green, Lay, Pass, Sizes, Stack, State, Tops, Yellow
from rowdy.rules.game import InvalidMove, Outcome, Seat
from rowdy.rules.geometry import Grid, Mask, Square
from rowdy.rules.text import PositionReader, format_list, read_list


class PositionRules(Protocol):
    """What the rules say about positions: all of `DjecoGame` that is asked here."""

    starter: Seat
    sizes: Sizes
    recycles: bool
    floats: bool
    all_cards: Hand
    grid: Grid
    area: Display

    @property
    def corners(self) -> tuple[Square, Square]: ...
    @property
    def deal_order(self) -> tuple[Seat, ...]: ...
    @property
    def fewest_turns(self) -> dict[tuple[int, int], int]: ...
    def rows(self, squares: Mask) -> tuple[Mask, ...]: ...
    def look(self, stacks: tuple[Stack, ...]) -> Tops: ...
    def fits(self, used: Mask) -> bool: ...
    def deck_size(self, state: State) -> int: ...
    def drawable(self, state: State) -> int: ...
    def outcome(self, state: State) -> Outcome | None: ...
    def playable(self, state: State, hand: Hand) -> Sequence[Action]: ...
    def earned_by_line(self, tokens: tuple[int, int], owner: Seat) -> bool: ...


_LAY = re.compile(r"([rb][1-9][0-9]?)@([a-i][1-9])")
_YELLOW = re.compile(r"y([1-9][0-9]?)?@([a-i][1-9])")
_GREEN = re.compile(r"g@([a-i][1-9])-([a-i][1-9])")
_DRAW = re.compile(r"([12])\+([a-z0-9?]+)")
_CELL = re.compile(r"[._]|[rb][1-9][0-9]?(?:\+[rb][1-9][0-9]?)*")
_TOKENS = re.compile(r"(0|[1-9][0-9]?):(0|[1-9][0-9]?)")
_DUE = re.compile(r"play (0|[1-9][0-9]{0,3}) ([12])((?: pass){0,2})(?: \+([12](?:,[12]){0,99}))?")


def parse_action(game: PositionRules, text: str) -> Action:
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


def format_state(game: PositionRules, state: State) -> str:
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


def parse_state(game: PositionRules, text: str) -> State:
    return _Reader(game, text).state()


class _Reader(PositionReader[PositionRules]):
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

    # Can play have led to this position? Each check refuses only what no play leads to.

    def check(self, state: State) -> None:
        if self.game.deck_size(state) < 0 or HIDDEN in state.discard:
            self.fail("card-count", card=HIDDEN)
        self.check_table(state)
        self.check_played(state)
        self.check_tokens(state)
        self.check_passes(state)
        self.check_draws(state)
        self.check_hands(state)
        self.check_written(format_state(self.game, state))

    def check_table(self, state: State) -> None:
        """A stack has one number, the squares fit into one field, and the discard fits the cards that cleared."""
        if any(low.number != high.number for stack in state.stacks for low, high in pairwise(stack)):
            self.fail("unequal-stack")
        if state.used and not any(state.stacks):
            self.fail("used-though-empty")
        if state.used and self.game.floats and not state.used & self.game.area.centre:
            self.fail("off-middle")
        if not self.game.fits(state.used):
            self.fail_field()
        yellows, greens = state.discard.count(YELLOW), state.discard.count(GREEN)
        cleared = len(state.discard) - yellows - greens
        if bool(cleared) != bool(yellows + greens) or cleared < yellows + greens * self.game.sizes.line:
            self.fail("discard-cleared")

    def fail_field(self) -> NoReturn:
        if self.game.floats:
            self.fail("outside-field")
        first, last = self.game.corners
        self.fail("used-off-field", first=first, last=last)

    def check_played(self, state: State) -> None:
        """Every played card is on the table or in the discard, unless the discard was shuffled into a new deck."""
        lying = self.lying(state)
        most = self.game.sizes.max_turns
        if state.played < lying or (state.played > lying and not self.game.recycles):
            self.fail("cards-played", played=state.played, lying=lying)
        if self.game.recycles and state.played > most:
            self.fail("played-on", played=state.played, most=most)
        emptied = state.used.bit_count() - sum(map(bool, state.stacks))
        if emptied and state.played < sum(map(len, state.stacks)) + emptied + 1:
            self.fail("squares-cleared")
        if not state.played and state.seat != self.game.starter:
            self.fail("other-starter", seat=self.game.starter + 1)

    def check_tokens(self, state: State) -> None:
        """Nobody can have won earlier, lines take cards to build, and a line on the table has earned a token."""
        turns = self.game.fewest_turns.get(state.tokens)
        if turns is None or (turns and state.played < turns + self.game.sizes.line - 1):
            self.fail("token-split", first=state.tokens[0], second=state.tokens[1], played=state.played)
        for owner, colour in enumerate(self.game.look(state.stacks).colours):
            if self.game.rows(colour) and not self.game.earned_by_line(state.tokens, owner):
                self.fail("line-unpaid")

    def check_passes(self, state: State) -> None:
        """A seat passes only if it cannot play, and two passes end the game only if nothing can be drawn."""
        self.check_blocked(state, state.passed)
        if state.passes == 2 and self.game.drawable(state):
            self.fail("unreadable-due", due="pass pass")

    def check_blocked(self, state: State, seats: Iterable[Seat]) -> None:
        """These seats have just passed, so with these hands and this table they can play nothing."""
        for seat in seats:
            if HIDDEN not in state.hands[seat] and self.game.playable(state, state.hands[seat]):
                self.fail("passed-though", seat=seat + 1)

    def check_draws(self, state: State) -> None:
        """Cards are drawn in the deal, by the seat that has just played, and by both if neither could play."""
        if not state.draws:
            return
        game, mover, other = self.game, state.seat, 1 - state.seat
        blocked = (mover, other) if game.drawable(state) > 1 else (mover,)
        deal = self.rest_of_deal(state)
        if state.passes or not game.deck_size(state) or game.outcome(state):
            self.fail_draws(state)
        if state.draws not in (blocked, (other,), deal):
            self.fail_draws(state)
        if state.draws == blocked != deal:
            self.check_blocked(state, (mover, other))

    def fail_draws(self, state: State) -> NoReturn:
        self.fail("draws-due", draws=",".join(str(seat + 1) for seat in state.draws))

    def rest_of_deal(self, state: State) -> tuple[Seat, ...]:
        """The seats that still get a card of the first deal, in order; none once it is finished."""
        first, second = map(len, state.hands)
        dealt, left = self.game.deal_order[: first + second], self.game.deal_order[first + second :]
        if state.played or (dealt.count(0), dealt.count(1)) != (first, second):
            return ()
        return left[: self.game.deck_size(state)]

    def check_hands(self, state: State) -> None:
        """Both hands have the same size, apart from cards yet to be drawn, until the deck has run out.

        A hand may be smaller than the deal, so that endings can be set up with few cards.
        """
        game, mover, other = self.game, state.seat, 1 - state.seat
        if not game.deck_size(state) or state.played != self.lying(state):
            return
        if state.draws and state.draws == self.rest_of_deal(state):
            return
        ended = state.passes == 0 and game.outcome(state) is not None  # the winner of the last turn did not draw
        draws = (other,) if ended else () if state.draws == (mover,) else state.draws
        first, second = (len(hand) + draws.count(seat) for seat, hand in enumerate(state.hands))
        if first != second:
            self.fail("hands-unequal", first=len(state.hands[0]), second=len(state.hands[1]))

    def lying(self, state: State) -> int:
        """The number of cards on the table and in the discard."""
        return sum(map(len, state.stacks)) + len(state.discard)

    def unseen(self, seen: Sequence[DjecoCard]) -> tuple[int, ...]:
        left = Counter(self.game.all_cards)
        left.subtract(card for card in seen if card != HIDDEN)
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
