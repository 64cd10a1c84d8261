"""Djeco's Tic Tac Toe: how many tokens lines earn, who gets them, and when the game ends."""

from __future__ import annotations

from rowdy.search.kernels.bits import count
from rowdy.search.kernels.djeco_state import (
    DECK,
    DISCARD,
    DRAWN,
    FIRST_WINS,
    GOES_ON,
    PASSES,
    PLAYED,
    SECOND_WINS,
    TOKENS,
    Array,
    DjecoRules,
)
from rowdy.search.kernels.jit import inlined, jit


@inlined
def lines_from(rules: DjecoRules, mask: int, step: int) -> int:
    """The squares of a set at which a line in the direction of this step begins; the set must fit into one field.

    No field is wide enough for a line to run over the edge of the lattice into the next row.
    """
    return mask & mask >> step & (mask >> 2 * step | rules.short)


@jit
def count_lines(rules: DjecoRules, mask: int) -> int:
    """The number of lines wholly in a set, which must fit into one field."""
    along, up, rising, falling = rules.steps
    straight = lines_from(rules, mask, along) | lines_from(rules, mask, up) << 32
    slanted = lines_from(rules, mask, rising) | lines_from(rules, mask, falling) << 32
    return count(straight) + count(slanted)


@inlined
def tokens_for(rules: DjecoRules, state: Array, lines: int) -> int:
    """The number of tokens that new lines of a colour earn."""
    left = rules.tokens - state[TOKENS] - state[TOKENS + 1]
    return int(min(min(lines, 1) if rules.one else lines, left))


@inlined
def scorer(rules: DjecoRules, seat: int, colour: int) -> int:
    """The seat that gets the tokens for lines of a colour if this seat has played the card."""
    return seat if rules.maker else colour


@inlined
def end_with(rules: DjecoRules, first: int, second: int, must_end: bool) -> int:
    """How the game ends with these tokens, or `GOES_ON`; `must_end` is true if it ends for another reason."""
    won = max(first, second) >= rules.target and abs(first - second) >= 2
    if not (won or must_end or first + second == rules.tokens):
        return GOES_ON
    return DRAWN if first == second else FIRST_WINS if first > second else SECOND_WINS


@inlined
def last_turn(rules: DjecoRules, state: Array) -> bool:
    """True if the game ends with the card that is played next, whichever it is."""
    return bool(state[PLAYED] + 1 >= rules.max_turns)


@inlined
def last_pass(state: Array) -> bool:
    """True if the game ends when the seat passes: the other has passed too, and no card is left to draw."""
    return bool(state[PASSES] == 1 and state[DECK] + state[DISCARD] == 0)
