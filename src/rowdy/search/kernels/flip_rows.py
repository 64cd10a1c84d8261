"""Rows of the flip games and how they end a game, for the solver, the searches and playouts."""

from __future__ import annotations

from rowdy.search.kernels.bits import count, lowest
from rowdy.search.kernels.flip import (
    END,
    IN_TURN,
    OPEN,
    FlipRules,
    Position,
    Sides,
    all_squares,
    can_flip,
    flipped,
    lying,
    occupied,
)
from rowdy.search.kernels.jit import inlined

# Rows


@inlined
def counting(rules: FlipRules, stones: int) -> int:
    """The squares on which a row counts, given all stones: if rows must be enclosed, those with no empty square beside
    them (flip, Winning, `rubik`), otherwise all."""
    everything = all_squares(rules)
    return everything & ~int(rules.around[everything ^ stones]) if rules.enclosed else everything


@inlined
def has_row(rules: FlipRules, stones: Sides, squares: int) -> bool:
    """True if these stones have a row on these squares."""
    return bool(rules.has_line[stones.first & squares] | rules.has_line[stones.second & squares])


@inlined
def survives(rules: FlipRules, stones: Sides, empty: int) -> bool:
    """True if the owner of these stones is certain of a row after the opponent's flip (flip, Winning, `xoxo2`)."""
    everything = all_squares(rules)
    if not can_flip(rules, stones, empty):
        return has_row(rules, stones, everything)
    sources = int(rules.around[empty]) & lying(stones)
    while sources:
        source = lowest(sources)
        targets = int(rules.around[1 << source]) & empty
        while targets:
            if not has_row(rules, flipped(stones, source, lowest(targets)), everything):
                return False
            targets &= targets - 1
        sources &= sources - 1
    return True


# What ends the game


@inlined
def wins_by_placing(rules: FlipRules, stones: Sides, squares: int, empty: int) -> bool:
    """True if the player who has just placed a stone has won, rows counting on these squares."""
    return has_row(rules, stones, squares) if rules.enclosed else survives(rules, stones, empty)


@inlined
def has_enclosed_row(rules: FlipRules, stones: Sides, squares: int) -> bool:
    """True if the owner of these stones has an enclosed row, which wins for either player."""
    return has_row(rules, stones, squares) if rules.enclosed else False


@inlined
def verdict(rules: FlipRules, acted: bool, other: bool, all_lie: bool) -> int:
    """The result for the player who acted, given which of the two has a row: 1, 0, -1, or `OPEN` to play on."""
    if acted and other:
        return 0 if all_lie else rules.both
    if acted or other:
        return 1 if acted else -1
    return 0 if all_lie else OPEN


@inlined
def scaled(found: int, score: int) -> int:
    """A verdict as a score, given the score of a won game."""
    return OPEN if found == OPEN else found * score


@inlined
def ended(rules: FlipRules, position: Position) -> int:
    """The mover's score of a position at the start of a turn if the game has ended, otherwise `OPEN`."""
    stones = occupied(position)
    squares, empty = counting(rules, stones), all_squares(rules) ^ stones
    acted = wins_by_placing(rules, position.theirs, squares, empty)
    other = has_enclosed_row(rules, position.mine, squares)
    return scaled(verdict(rules, acted, other, count(stones) == rules.stones), -END)


@inlined
def ended_by_flip(rules: FlipRules, position: Position) -> int:
    """The mover's score within a turn, after the flip, if that has ended the game, otherwise `OPEN`.

    A flip wins for the owner of the flipped stone if it leaves or makes a row that counts.
    """
    squares = counting(rules, occupied(position))
    acted = has_enclosed_row(rules, position.mine, squares)
    other = has_row(rules, position.theirs, squares)
    return scaled(verdict(rules, acted, other, False), IN_TURN)
