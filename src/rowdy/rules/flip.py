"""Rubik's Tac Toe and XOXO²: two-sided stones that the opponent flips, one mechanism with two rules of winning."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, cached_property
from typing import Any, NamedTuple, TypeAlias

from rowdy.rules.game import (
    Actor,
    Facts,
    Game,
    IllegalMove,
    InvalidMove,
    InvalidPosition,
    Kept,
    Move,
    Outcome,
    Over,
    Seat,
    Turn,
)
from rowdy.rules.geometry import Grid, Mask, Square, bits
from rowdy.rules.rulings import Edition, Ruling, option_texts


class Row(StrEnum):
    """Which row wins."""

    ENCLOSED = "enclosed"
    SURVIVES = "survives"


class BothRows(StrEnum):
    """Who wins when one action gives both players an enclosed row before all stones lie."""

    DRAW = "draw"
    MOVER = "mover"
    OPPONENT = "opponent"


class Reason(StrEnum):
    ROW = "row"
    BOTH_ROWS = "both_rows"
    FULL = "full"


class Part(StrEnum):
    """The part of a turn that is due."""

    FLIP = "flip"
    PLACE = "place"


STONES = "ABab"
"""The first player's stones by the side they show, then the second player's."""


@dataclass(frozen=True, slots=True)
class Rulings:
    row: Row = Row.ENCLOSED
    both_rows: BothRows = BothRows.DRAW


@dataclass(frozen=True, slots=True)
class Sizes:
    width: int = 4
    height: int = 4
    line: int = 3
    stones: int = 8
    """How many stones each player has."""


ROW = Ruling("row", tuple(Row), {"de": Row.ENCLOSED, "nl": Row.SURVIVES})
BOTH_ROWS = Ruling("both_rows", tuple(BothRows), {"de": None}, needs=("row", Row.ENCLOSED))


@dataclass(frozen=True, eq=False, slots=True)
class Flip(Kept):
    """An opposing stone goes to an adjacent empty square and is turned over."""

    source: Square
    target: Square

    def __str__(self) -> str:
        return f"{self.source}-{self.target}"


@dataclass(frozen=True, eq=False, slots=True)
class Place(Kept):
    """A stone comes from the supply, showing the side its letter tells."""

    stone: str
    square: Square

    def __str__(self) -> str:
        return f"{self.stone}@{self.square}"


Action: TypeAlias = Flip | Place
Stones: TypeAlias = tuple[Mask, Mask, Mask, Mask]


class State(NamedTuple):
    """Where the stones A, B, a and b lie, and what is due. Who is to move follows from their number."""

    stones: Stones
    part: Part

    @property
    def occupied(self) -> Mask:
        a, b, c, d = self.stones
        return a | b | c | d

    @property
    def laid(self) -> int:
        return self.occupied.bit_count()

    @property
    def mover(self) -> Seat:
        return self.occupied.bit_count() & 1


_MOVES = (Move(0), Move(1))


class FlipGame(Game[State, Action]):
    """Both flip games; `rulings.row` tells them apart."""

    seats = 2

    def __init__(self, edition: Edition, rulings: Rulings, sizes: Sizes = Sizes()) -> None:  # noqa: B008  (frozen)
        self.edition = edition
        self.rulings = rulings
        self.sizes = sizes
        self.grid = grid = Grid(sizes.width, sizes.height, sizes.line)
        self.rows = cache(self._rows)
        self.around = cache(grid.around)
        self._border = {line: grid.around(line) & ~line for line in grid.lines}
        self._flips = tuple(
            tuple((1 << j, Flip(square, grid.squares[j])) for j in bits(grid.neighbours[i]))
            for i, square in enumerate(grid.squares)
        )
        self._places = tuple(
            tuple(tuple(Place(stone, square) for stone in STONES[s : s + 2]) for square in grid.squares) for s in (0, 2)
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return FlipGame, (self.edition, self.rulings, self.sizes)

    @property
    def options(self) -> Mapping[str, str]:
        return option_texts(self.rulings)

    @cached_property
    def facts(self) -> Facts:
        squares, turns = len(self.grid.squares), 2 * self.sizes.stones
        return Facts(
            seats=2,
            chance=False,
            hidden=False,
            windows=False,
            max_turns=turns,
            max_actions=2 * turns - 1,
            max_legal=max(2 * squares, 4 * self.sizes.stones),
            distinct_actions=len(self.actions),
            distinct_chances=0,
        )

    @cached_property
    def actions(self) -> tuple[Action, ...]:
        flips = [flip for row in self._flips for _, flip in row]
        return (*flips, *(place for row in self._places for pair in row for place in pair))

    def start(self) -> State:
        return State((0, 0, 0, 0), Part.PLACE)

    # Rows and the end

    def _rows(self, mask: Mask) -> tuple[Mask, ...]:
        """The lines that lie wholly in a set of squares."""
        return tuple(line for line in self.grid.lines if line & mask == line)

    def winning_rows(self, state: State, owner: Seat) -> tuple[Mask, ...]:
        """The rows of this owner that count: with `row=enclosed` only those with no empty square beside them."""
        rows = self.rows(state.stones[2 * owner]) + self.rows(state.stones[2 * owner + 1])
        if rows and self.rulings.row is Row.ENCLOSED:
            empty = ~state.occupied & self.grid.all
            return tuple(row for row in rows if not self._border[row] & empty)
        return rows

    def _has_row(self, first_side: Mask, second_side: Mask) -> bool:
        return bool(self.rows(first_side) or self.rows(second_side))

    def _can_flip(self, state: State, owner: Seat) -> bool:
        """Whether some stone of this owner has an empty square beside it."""
        own = state.stones[2 * owner] | state.stones[2 * owner + 1]
        return bool(self.around(own) & ~state.occupied)

    def _after_flips(self, state: State, owner: Seat) -> Iterator[tuple[Mask, Mask]]:
        """This owner's stones, by side, after each flip that the opponent could make of them."""
        empty = ~state.occupied & self.grid.all
        sides = state.stones[2 * owner], state.stones[2 * owner + 1]
        for side in (0, 1):
            for i in bits(sides[side]):
                for j in bits(self.grid.neighbours[i] & empty):
                    left, grown = sides[side] ^ 1 << i, sides[1 - side] | 1 << j
                    yield (left, grown) if side == 0 else (grown, left)

    def _survives(self, state: State, owner: Seat) -> bool:
        """Whether this owner, at the end of its turn, is certain of a row after the flip to come (flip, `xoxo2`)."""
        if self._can_flip(state, owner):
            return all(self._has_row(*sides) for sides in self._after_flips(state, owner))
        return self._has_row(state.stones[2 * owner], state.stones[2 * owner + 1])

    def outcome(self, state: State) -> Outcome | None:
        """How the game has ended, or `None` while it goes on."""
        enclosed = self.rulings.row is Row.ENCLOSED
        return self._outcome_enclosed(state) if enclosed else self._outcome_survives(state)

    def _outcome_enclosed(self, state: State) -> Outcome | None:
        first, second = self.winning_rows(state, 0), self.winning_rows(state, 1)
        all_lie = state.laid == 2 * self.sizes.stones
        if not first and not second:
            return Outcome((), Reason.FULL) if all_lie else None
        if first and second:
            if all_lie or self.rulings.both_rows is BothRows.DRAW:
                return Outcome((), Reason.BOTH_ROWS)
            acted = self._acted(state)
            winner = acted if self.rulings.both_rows is BothRows.MOVER else 1 - acted
            return Outcome((winner,), Reason.BOTH_ROWS)
        return Outcome((0 if first else 1,), Reason.ROW)

    def _outcome_survives(self, state: State) -> Outcome | None:
        acted = self._acted(state)
        if acted == state.mover:  # a flip was made: the stones flipped are the opponent's
            owner = 1 - acted
            won = self._has_row(state.stones[2 * owner], state.stones[2 * owner + 1])
        else:
            owner = acted
            won = self._survives(state, owner)
        if won:
            return Outcome((owner,), Reason.ROW)
        return Outcome((), Reason.FULL) if state.laid == 2 * self.sizes.stones else None

    def _acted(self, state: State) -> Seat:
        """Who made the last action. A stone just flipped can always flip back, so where none can, none was."""
        mover = state.mover
        flipped = state.part is Part.PLACE and self._can_flip(state, 1 - mover)
        return mover if flipped else 1 - mover

    # Playing

    def _turn(self, state: State) -> Turn[Action]:
        outcome = self.outcome(state)
        return _MOVES[state.mover] if outcome is None else Over(outcome)

    def legal(self, state: State, actor: Actor) -> Sequence[Action]:
        turn = self.turn(state)
        if not isinstance(turn, Move) or turn.seat != actor:
            return ()
        mover, occupied = turn.seat, state.occupied
        if state.part is Part.PLACE:
            places = self._places[mover]
            return [place for i in bits(~occupied & self.grid.all) for place in places[i]]
        theirs = state.stones[2 - 2 * mover] | state.stones[3 - 2 * mover]
        flips = self._flips
        return [flip for i in bits(theirs) for bit, flip in flips[i] if not bit & occupied]

    def play(self, state: State, actor: Actor, action: Action) -> State:
        mover = self._check_mover(state, actor, action)
        if isinstance(action, Flip):
            return self._flip(state, mover, action)
        return self._place(state, mover, action)

    def _flip(self, state: State, mover: Seat, action: Flip) -> State:
        if state.part is not Part.FLIP:
            raise IllegalMove("place-due", move=action)
        i, j = self._square(action.source, action), self._square(action.target, action)
        stone = next((s for s, mask in enumerate(state.stones) if mask >> i & 1), None)
        if stone is None:
            raise IllegalMove("no-stone", move=action, square=action.source)
        if stone // 2 == mover:
            raise IllegalMove("own-stone", move=action, square=action.source)
        if not self.grid.neighbours[i] >> j & 1:
            raise IllegalMove("not-adjacent", move=action, square=action.target)
        if state.occupied >> j & 1:
            raise IllegalMove("occupied", move=action, square=action.target)
        stones = list(state.stones)
        stones[stone] ^= 1 << i
        stones[stone ^ 1] ^= 1 << j
        a, b, c, d = stones
        return State((a, b, c, d), Part.PLACE)

    def _place(self, state: State, mover: Seat, action: Place) -> State:
        if state.part is not Part.PLACE:
            raise IllegalMove("flip-due", move=action)
        i = self._square(action.square, action)
        if action.stone not in (STONES[2 * mover], STONES[2 * mover + 1]):
            raise IllegalMove("not-your-stone", move=action)
        stone = STONES.index(action.stone)
        if state.occupied >> i & 1:
            raise IllegalMove("occupied", move=action, square=action.square)
        stones = list(state.stones)
        stones[stone] |= 1 << i
        a, b, c, d = stones
        placed = State((a, b, c, d), Part.FLIP)
        return placed if self._can_flip(placed, mover) else State((a, b, c, d), Part.PLACE)

    # Text

    _FLIP = re.compile(r"([a-i][1-9])-([a-i][1-9])")
    _PLACE = re.compile(r"([ABab])@([a-i][1-9])")
    _CELL = re.compile(r"[.ABab]")

    def parse_action(self, text: str) -> Action:
        if action := self._by_text.get(text):
            return action
        if match := self._FLIP.fullmatch(text):
            action = Flip(match[1], match[2])
        elif match := self._PLACE.fullmatch(text):
            action = Place(match[1], match[2])
        else:
            raise InvalidMove("unreadable-move", text=text)
        squares = (action.source, action.target) if isinstance(action, Flip) else (action.square,)
        for square in squares:
            if square not in self.grid.index:
                raise InvalidMove("off-board", text=text, square=square)
        return action

    def format_state(self, state: State) -> str:
        cells = ["."] * len(self.grid.squares)
        for stone, mask in zip(STONES, state.stones, strict=True):
            for i in bits(mask & self.grid.all):
                cells[i] = stone
        return f"{self.grid.ranks(cells)} {state.part}"

    def parse_state(self, text: str) -> State:
        board, _, part = text.partition(" ")
        cells = self.grid.cells(board, self._CELL)
        if cells is None or part not in set(Part):
            raise InvalidPosition("unreadable-position", text=text)
        a, b, c, d = (sum(1 << i for i, cell in enumerate(cells) if cell == stone) for stone in STONES)
        state = State((a, b, c, d), Part(part))
        self.check_state(state)
        return state

    def check_state(self, state: State) -> None:
        """Raises an error if no such position can be: stones in wrong numbers, or a flip due where there is none."""
        a, b, c, d = state.stones
        first, second = a.bit_count() + b.bit_count(), c.bit_count() + d.bit_count()
        if not second <= first <= second + 1 or first > self.sizes.stones:
            raise InvalidPosition("stone-counts", text=self.format_state(state), first=first, second=second)
        if state.laid != first + second or state.occupied & ~self.grid.all:
            raise InvalidPosition("unreadable-position", text=self.format_state(state))
        if state.part is Part.FLIP and not self._can_flip(state, 1 - state.mover):
            raise InvalidPosition("no-flip-exists", text=self.format_state(state))
