"""Rubik's Tac Toe and XOXO²: two-sided stones that the opponent flips, one mechanism with two rules of winning."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import assert_never

from rowdy.rules import flip_highlights
from rowdy.rules.flip_state import STATES, STONES, STONES_OF, Action, Flip, Part, Place, State, Stones
from rowdy.rules.game import (
    Actor,
    Event,
    Facts,
    Game,
    Highlight,
    IllegalMove,
    InvalidMove,
    InvalidPosition,
    Outcome,
    Over,
    Seat,
    Turn,
    move_of,
)
from rowdy.rules.geometry import Grid, Mask, Square, bits
from rowdy.rules.kit import RulesKit, Setup
from rowdy.rules.rulings import Edition, Ruling, Says


class Row(StrEnum):
    """Which row wins."""

    ENCLOSED = "enclosed"
    SURVIVES = "survives"


class BothRows(StrEnum):
    """The winner when one action gives both players an enclosed row before all stones are on the board."""

    DRAW = "draw"
    MOVER = "mover"
    OPPONENT = "opponent"


class Reason(StrEnum):
    ROW = "row"
    BOTH_ROWS = "both_rows"
    FULL = "full"


@dataclass(frozen=True, slots=True)
class Rulings:
    row: Row
    both_rows: BothRows


@dataclass(frozen=True, slots=True)
class Sizes:
    """The size of the board and the number of stones, by default those of the printed games."""

    width: int = 4
    height: int = 4
    line: int = 3
    stones: int = 8
    """How many stones each player has."""


_ROW_SOURCES = {"de": Row.ENCLOSED, "nl": Row.SURVIVES}
ROW_IN_RUBIK = Ruling("row", (Row.ENCLOSED, Row.SURVIVES), _ROW_SOURCES)
ROW_IN_XOXO2 = Ruling("row", (Row.SURVIVES, Row.ENCLOSED), _ROW_SOURCES)
BOTH_ROWS = Ruling("both_rows", tuple(BothRows), {"de": Says.SILENT}, needs=("row", Row.ENCLOSED))


class FlipGame(Game[State, Action]):
    """Both flip games; `rulings.row` says which rows win, the one difference between them."""

    rulings: Rulings
    grid: Grid
    seats = 2

    def __init__(self, edition: Edition, rulings: Rulings, sizes: Sizes = Sizes()) -> None:  # noqa: B008  (frozen)
        super().__init__(edition, rulings)
        self.sizes = sizes
        self.enclosed = rulings.row is Row.ENCLOSED
        self._state_class = STATES[edition.game]
        self.grid = grid = Grid(sizes.width, sizes.height, sizes.line)
        self._flips = tuple(
            {j: Flip(square, grid.squares[j]) for j in bits(beside)}
            for square, beside in zip(grid.squares, grid.neighbours, strict=True)
        )
        self._places = tuple(
            tuple(tuple(Place(stone, square) for stone in pair) for square in grid.squares) for pair in STONES_OF
        )

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
        places = (place for squares in self._places for pair in squares for place in pair)
        flips = (flip for targets in self._flips for flip in targets.values())
        return (*flips, *places)

    def start(self) -> State:
        return self.state(Stones(), Part.PLACE)

    def state(self, stones: Stones, part: Part) -> State:
        """The state with these stones and this part of a turn due."""
        outcome = self._outcome(stones, part)
        return self._state_class(stones, part, move_of(stones.mover) if outcome is None else Over(outcome))

    # Flips and rows

    def can_flip(self, stones: Stones, owner: Seat) -> bool:
        """True if some stone of this owner has an empty square beside it (flip, Play)."""
        return bool(self.grid.around(stones.of(owner)) & ~stones.occupied)

    def flips(self, stones: Stones, owner: Seat) -> Iterator[tuple[int, int]]:
        """Every flip of a stone of this owner, as the squares from and to which it goes."""
        empty = ~stones.occupied
        return ((i, j) for i in bits(stones.of(owner)) for j in bits(self.grid.neighbours[i] & empty))

    def rows(self, stones: Stones, owner: Seat) -> tuple[Mask, ...]:
        """The rows of this owner: lines of stones that show the same side."""
        first, second = stones.sides(owner)
        return self.grid.rows(first) + self.grid.rows(second)

    def is_enclosed(self, row: Mask, occupied: Mask) -> bool:
        """True if no square next to a stone of the row is empty (flip, Winning, `rubik`)."""
        return not self.grid.around(row) & ~occupied

    def winning_rows(self, stones: Stones, owner: Seat) -> tuple[Mask, ...]:
        """The rows of this owner that count: with `row=enclosed` only those with no empty square beside them."""
        rows = self.rows(stones, owner)
        if rows and self.enclosed:
            return tuple(row for row in rows if self.is_enclosed(row, stones.occupied))
        return rows

    def survives(self, stones: Stones, owner: Seat, part: Part) -> bool:
        """True if this owner has a row whichever flip the opponent makes (flip, Winning, `xoxo2`).

        If a stone is to be placed, the flip has already been made, or none was possible.
        """
        if part is Part.PLACE:
            return bool(self.rows(stones, owner))
        return all(self.rows(stones.flipped(i, j), owner) for i, j in self.flips(stones, owner))

    # The end

    def _outcome(self, stones: Stones, part: Part) -> Outcome | None:
        """How the game has ended, or `None` while it goes on."""
        won = self._won_enclosed(stones, part) if self.enclosed else self._won_survives(stones, part)
        return Outcome((), Reason.FULL) if won is None and self._all_lie(stones) else won

    def _all_lie(self, stones: Stones) -> bool:
        return stones.laid == 2 * self.sizes.stones

    def _won_enclosed(self, stones: Stones, part: Part) -> Outcome | None:
        """A win for the player with an enclosed row, whoever made it; if both have one, the ruling decides."""
        if not any(map(self.grid.rows, stones)):
            return None
        first, second = self.winning_rows(stones, 0), self.winning_rows(stones, 1)
        if first and second:
            return self._both_rows(stones, part)
        if first or second:
            return Outcome((0 if first else 1,), Reason.ROW)
        return None

    def _both_rows(self, stones: Stones, part: Part) -> Outcome:
        ruling = self.rulings.both_rows
        if ruling is BothRows.DRAW or self._all_lie(stones):
            return Outcome((), Reason.BOTH_ROWS)
        acted = self._last_actor(stones, part)
        return Outcome((acted if ruling is BothRows.MOVER else 1 - acted,), Reason.BOTH_ROWS)

    def _won_survives(self, stones: Stones, part: Part) -> Outcome | None:
        """A win for the player whose row the opponent, who is to act now, has not broken or cannot break."""
        owner = 1 - stones.mover
        return Outcome((owner,), Reason.ROW) if self.survives(stones, owner, part) else None

    def _last_actor(self, stones: Stones, part: Part) -> Seat:
        """The seat that acted last: if no stone can flip it was not a flip, since a flipped stone could flip back."""
        flipped = part is Part.PLACE and self.can_flip(stones, 1 - stones.mover)
        return stones.mover if flipped else 1 - stones.mover

    def highlights(self, before: State, event: Event[Action], after: State) -> tuple[Highlight, ...]:
        return flip_highlights.highlights(self, before, after)

    # Playing

    def turn(self, state: State) -> Turn[Action]:
        return state.turn

    def moves(self, state: State, seat: Seat) -> Sequence[Action]:
        match state.part:
            case Part.FLIP:
                return [self._flips[i][j] for i, j in self.flips(state.stones, 1 - seat)]
            case Part.PLACE:
                empty = self.grid.all & ~state.stones.occupied
                return [place for i in bits(empty) for place in self._places[seat][i]]

    def apply(self, state: State, actor: Actor, action: Action) -> State:
        mover = self.check_mover(state, actor, action)
        match action:
            case Flip():
                return self._flip(state, mover, action)
            case Place():
                return self._place(state, mover, action)
            case _:
                assert_never(action)

    def _flip(self, state: State, mover: Seat, action: Flip) -> State:
        """The state after an opposing stone was flipped: the mover is to place a stone."""
        if state.part is not Part.FLIP:
            raise IllegalMove("place-due", move=action)
        source, target = self.find_square(action.source, action), self.find_square(action.target, action)
        occupied = state.stones.occupied
        if not occupied >> source & 1:
            raise IllegalMove("no-stone", move=action, square=action.source)
        if state.stones.of(mover) >> source & 1:
            raise IllegalMove("own-stone", move=action, square=action.source)
        if not self.grid.neighbours[source] >> target & 1:
            raise IllegalMove("not-adjacent", move=action, square=action.target)
        if occupied >> target & 1:
            raise IllegalMove("occupied", move=action, square=action.target)
        return self.state(state.stones.flipped(source, target), Part.PLACE)

    def _place(self, state: State, mover: Seat, action: Place) -> State:
        """The state after a stone was placed: the opponent is to flip one of the mover's stones, if one can be."""
        if state.part is not Part.PLACE:
            raise IllegalMove("flip-due", move=action, flip=self.moves(state, mover)[0])
        square = self.find_square(action.square, action)
        if action.stone not in STONES_OF[mover]:
            raise IllegalMove("not-your-stone", move=action)
        if state.stones.occupied >> square & 1:
            raise IllegalMove("occupied", move=action, square=action.square)
        stones = state.stones.placed(action.stone, square)
        return self.state(stones, Part.FLIP if self.can_flip(stones, mover) else Part.PLACE)

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

    def cells(self, state: State) -> Mapping[Square, str]:
        stones = ((square, state.stones.at(i)) for i, square in enumerate(self.grid.squares))
        return {square: stone for square, stone in stones if stone}

    def format_state(self, state: State) -> str:
        cells = self.cells(state)
        return f"{self.grid.ranks(cells.get(square, '.') for square in self.grid.squares)} {state.part}"

    def parse_state(self, text: str) -> State:
        board, _, part = text.partition(" ")
        cells = self.grid.cells(board, self._CELL)
        if cells is None or part not in set(Part):
            raise InvalidPosition("unreadable-position", text=text)
        stones = Stones(*(sum(1 << i for i, cell in enumerate(cells) if cell == stone) for stone in STONES))
        state = self.state(stones, Part(part))
        self.check_state(state)
        return state

    def check_state(self, state: State) -> None:
        """Raises `InvalidPosition` if the stone counts are impossible, or a flip is due but no stone can flip."""
        stones = state.stones
        first, second = (sum(side.bit_count() for side in stones.sides(owner)) for owner in (0, 1))
        if not second <= first <= second + 1 or first > self.sizes.stones:
            raise InvalidPosition("stone-counts", text=self.format_state(state), first=first, second=second)
        if state.laid != first + second or state.occupied & ~self.grid.all:
            raise InvalidPosition("unreadable-position", text=self.format_state(state))
        if state.part is Part.FLIP and not self.can_flip(stones, 1 - state.mover):
            raise InvalidPosition("no-flip-exists", text=self.format_state(state))


# What can be chosen


def _make(setup: Setup) -> FlipGame:
    return FlipGame(setup.edition, Rulings(**setup.rulings))


_IF_ROWS_SURVIVE = dict.fromkeys(("last-step", "unbroken"), ("row", Row.SURVIVES))
RUBIK = RulesKit(
    "rubik",
    _make,
    seats=(2,),
    minutes=10,
    rulings=(ROW_IN_RUBIK, BOTH_ROWS),
    books=("de",),
    decisions=("adjacent", "last-step", "unbroken"),
    decisions_with=_IF_ROWS_SURVIVE,
)
XOXO2 = RulesKit(
    "xoxo2",
    _make,
    seats=(2,),
    minutes=10,
    rulings=(ROW_IN_XOXO2, BOTH_ROWS),
    books=("nl",),
    decisions=("adjacent", "last-step", "unbroken", "anywhere", "star-starts"),
    decisions_with=_IF_ROWS_SURVIVE,
)
