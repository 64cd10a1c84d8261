"""What an action of a flip game achieved: the rows that decided the game, and rows that do not count yet."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Protocol

from rowdy.rules.flip_state import State, Stones
from rowdy.rules.game import Highlight, Outcome, Seat
from rowdy.rules.geometry import Grid, Mask, Square, bits


class RowRules(Protocol):
    """What the rules say about rows: all of `FlipGame` that is asked here."""

    seats: int
    grid: Grid
    enclosed: bool

    def rows(self, stones: Stones, owner: Seat) -> tuple[Mask, ...]: ...
    def winning_rows(self, stones: Stones, owner: Seat) -> tuple[Mask, ...]: ...
    def flips(self, stones: Stones, owner: Seat) -> Iterator[tuple[int, int]]: ...


class RowCode(StrEnum):
    """Why a row counts, or does not count yet."""

    ENCLOSED = "enclosed"
    """No square next to a stone of the row is empty."""
    SURVIVED = "survived"
    """The row was there before the flip, and still is."""
    MADE = "made"
    """The flip itself made the row."""
    UNFLIPPABLE = "unflippable"
    """No stone of the row's owner can be flipped at all."""
    UNBREAKABLE = "unbreakable"
    """Every flip would leave a row."""
    FORCED = "forced"
    """There is no row yet, but every flip would make one; the line is of such a row."""
    OPEN = "open"
    """The row does not count, as a square beside it is empty."""
    DUE = "due"
    """The row does not count yet, as the flip is still to come."""


def highlights(game: RowRules, before: State, after: State) -> tuple[Highlight, ...]:
    outcome = after.outcome
    if outcome is None:
        return _rows_that_do_not_count(game, before, after)
    return _enclosed(game, after, outcome) if game.enclosed else _surviving(game, before, after, outcome)


def _rows_that_do_not_count(game: RowRules, before: State, after: State) -> tuple[Highlight, ...]:
    """Rows that the action made while the game goes on."""
    code = RowCode.OPEN if game.enclosed else RowCode.DUE
    return tuple(
        _row(game, after.stones, owner, row, code, decides=False)
        for owner in range(game.seats)
        for row in game.rows(after.stones, owner)
        if row not in game.rows(before.stones, owner)
    )


def _enclosed(game: RowRules, after: State, outcome: Outcome) -> tuple[Highlight, ...]:
    """Every enclosed row, those of the winner first; if both players have one, a ruling decided, and both are shown."""
    owners = sorted(range(game.seats), key=lambda owner: owner not in outcome.winners)
    return tuple(
        _row(game, after.stones, owner, row, RowCode.ENCLOSED)
        for owner in owners
        for row in game.winning_rows(after.stones, owner)
    )


def _surviving(game: RowRules, before: State, after: State, outcome: Outcome) -> tuple[Highlight, ...]:
    found = list[Highlight]()
    for owner in outcome.winners:
        rows, old = game.rows(after.stones, owner), game.rows(before.stones, owner)
        if not rows:
            lines = (_row_to_come(game, after.stones, owner),)
            found.append(Highlight(RowCode.FORCED, owner, lines, decides=True, to_come=True))
        for row in rows:
            if after.flip_due:
                code = RowCode.UNBREAKABLE
            elif before.flip_due:
                code = RowCode.SURVIVED if row in old else RowCode.MADE
            else:
                code = RowCode.UNFLIPPABLE
            found.append(_row(game, after.stones, owner, row, code))
    return tuple(found)


def _row_to_come(game: RowRules, stones: Stones, owner: Seat) -> tuple[Square, ...]:
    """The first by name of the rows that the flips of this owner's stones would make."""
    made = (row for flip in game.flips(stones, owner) for row in game.rows(stones.flipped(*flip), owner))
    return min(map(game.grid.names, made), key=sorted)


def _row(game: RowRules, stones: Stones, owner: Seat, row: Mask, code: RowCode, decides: bool = True) -> Highlight:
    stone = stones.at(bits(row)[0])
    return Highlight(code, owner, (game.grid.names(row),), (stone,) if stone else (), decides=decides)
