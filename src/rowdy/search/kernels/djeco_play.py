"""Djeco's Tic Tac Toe played in compiled code: all that the rules say of a turn."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rowdy.search.kernels import games
from rowdy.search.kernels.bits import lowest
from rowdy.search.kernels.chance import Rng, below
from rowdy.search.kernels.djeco_moves import count_lines, random_move
from rowdy.search.kernels.djeco_state import (
    BOXES,
    CARDS,
    DECK,
    DISCARD,
    DRAWN,
    DRAWS,
    END,
    GOES_ON,
    HANDS,
    HELD,
    KINDS,
    LINES,
    LYING,
    NUMBERS,
    PASSES,
    PLAYED,
    ROOM,
    SEAT,
    SIZE,
    STACKS,
    TOKENS,
    TOPS,
    UNKNOWN,
    USED,
    Array,
    Rules,
)
from rowdy.search.kernels.jit import inlined, jit


@jit
def actor(rules: Rules, state: Array) -> int:
    """Once the seat has passed, the other plays in its stead."""
    return int(state[SEAT] ^ state[PASSES]) if state[END] == GOES_ON else games.OVER


# Playing a card


@inlined
def _spend(state: Array, seat: int, card: int) -> None:
    """The card leaves the hand."""
    place = HANDS + KINDS * seat + card
    state[place] -= 1
    if state[place] == 0:
        state[HELD + seat] ^= 1 << card


@inlined
def _show(rules: Rules, state: Array, colour: int, bit: int) -> None:
    """A colour comes to lie on top of a square; new lines earn its owner tokens, as far as there are any left."""
    own = state[TOPS + colour]
    if own & bit:
        return
    state[TOPS + colour] = own | bit
    state[TOPS + 1 - colour] &= ~bit
    earned = count_lines(rules, own | bit) - count_lines(rules, own)
    if earned:
        if rules.one:
            earned = 1
        state[TOKENS + colour] += min(earned, rules.tokens - state[TOKENS] - state[TOKENS + 1])


@inlined
def _lay(rules: Rules, state: Array, card: int, square: int) -> None:
    seat, bit = state[SEAT] ^ state[PASSES], 1 << square
    colour = 1 if card >= rules.numbers else 0
    number = card - rules.numbers if colour else card
    _spend(state, seat, card)
    stack = state[STACKS + square]
    if stack == 0:
        stack = number << 8
        state[NUMBERS + number] |= bit
        state[ROOM] = state[ROOM] & rules.table[BOXES + square] if state[USED] else rules.table[BOXES + square]
        state[USED] |= bit
    state[STACKS + square] = stack + 1 | colour << 16 + (stack & 255)
    state[LYING] += 1
    _show(rules, state, colour, bit)
    _end_turn(rules, state, seat)


@inlined
def _discard(state: Array, card: int) -> None:
    state[SIZE - 1 - state[DISCARD]] = card
    state[DISCARD] += 1


@inlined
def _take_from(rules: Rules, state: Array, square: int, taken: int) -> None:
    """So many cards go from the top of a stack to the discard."""
    stack, bit = state[STACKS + square], 1 << square
    number, colours, left = stack >> 8 & 255, stack >> 16, (stack & 255) - taken
    if rules.recycle:
        for height in range(left, left + taken):
            _discard(state, number + rules.numbers * (colours >> height & 1))
    state[LYING] -= taken
    if left:
        state[STACKS + square] = left | number << 8 | (colours & (1 << left) - 1) << 16
        _show(rules, state, colours >> left - 1 & 1, bit)
    else:
        state[STACKS + square] = 0
        state[NUMBERS + number] &= ~bit
        state[TOPS] &= ~bit
        state[TOPS + 1] &= ~bit


@jit
def _clear(rules: Rules, state: Array, card: int, squares: int, taken: int) -> None:
    """A yellow or green card takes so many cards from each of these squares, or with 0 all that lie there."""
    seat = state[SEAT] ^ state[PASSES]
    _spend(state, seat, card)
    while squares:
        square = lowest(squares)
        squares &= squares - 1
        _take_from(rules, state, square, taken if taken else state[STACKS + square] & 255)
    if rules.recycle:
        _discard(state, card)
    if state[LYING] == 0:
        state[USED], state[ROOM] = 0, rules.start_room
    _end_turn(rules, state, seat)


# The end of a turn


@inlined
def _by_tokens(state: Array) -> int:
    """How the game ends if it ends now."""
    first, second = state[TOKENS], state[TOKENS + 1]
    return DRAWN if first == second else 1 if first > second else 2


@inlined
def _end_turn(rules: Rules, state: Array, seat: int) -> None:
    """After a card and the tokens for it: the end is tested, and the seat that played draws."""
    state[PLAYED] += 1
    state[SEAT], state[PASSES] = 1 - seat, 0
    first, second = state[TOKENS], state[TOKENS + 1]
    won = max(first, second) >= rules.target and abs(first - second) >= 2
    if won or first + second == rules.tokens or (rules.recycle and state[PLAYED] >= rules.max_turns):
        state[END] = _by_tokens(state)
    else:
        _due(state, seat + 1)


@inlined
def _due(state: Array, draws: int) -> None:
    """These seats are to draw, as far as there are cards; an empty deck takes in the discard if it is recycled."""
    there = state[DECK] + state[DISCARD]
    if there < 31:
        draws &= (1 << 2 * there) - 1
    state[DRAWS] = draws
    if draws and state[DECK] == 0:
        number = state[DISCARD]
        for k in range(min(number, SIZE - CARDS - number)):
            state[CARDS + k] = state[SIZE - 1 - k]
        state[DECK], state[DISCARD] = number, 0


@inlined
def _give(state: Array, place: int) -> None:
    """The next seat draws the card that stands at this place in the deck."""
    draws, card = state[DRAWS], state[CARDS + place]
    seat = (draws & 3) - 1
    state[DECK] -= 1
    state[CARDS + place] = state[CARDS + state[DECK]]
    state[HANDS + KINDS * seat + card] += 1
    state[HELD + seat] |= 1 << card
    state[DRAWS] = 0
    if draws >> 2:
        _due(state, draws >> 2)


@jit
def resolve(rules: Rules, state: Array, card: int) -> None:
    """The next seat draws this card, of which there must be one in the deck."""
    for place in range(state[DECK]):
        if state[CARDS + place] == card:
            _give(state, place)
            return


@jit
def deal(state: Array, rng: Rng) -> None:
    """All that is to be drawn is drawn."""
    while state[DRAWS]:
        _give(state, below(rng, state[DECK]))


@jit
def _make_pass(state: Array) -> None:
    """The seat cannot play; if neither can, both draw, or the game ends if there is nothing to draw."""
    if state[PASSES] == 0:
        state[PASSES] = 1
    elif state[DECK] + state[DISCARD]:
        state[PASSES] = 0
        _due(state, state[SEAT] + 1 | 2 - state[SEAT] << 2)
    else:
        state[PASSES] = 2
        state[END] = _by_tokens(state)


# Moves by their numbers


@jit
def apply(rules: Rules, state: Array, move: int) -> None:
    """Makes a move; what is to be drawn after it stands at `DRAWS`."""
    if move < rules.first_yellow:
        _lay(rules, state, move // rules.squares, move % rules.squares)
    elif move < rules.first_green:
        place = move - rules.first_yellow
        taken = place % rules.heights + 1 if rules.some else 0
        _clear(rules, state, 2 * rules.numbers, 1 << place // rules.heights, taken)
    elif move < rules.passing:
        _clear(rules, state, 2 * rules.numbers + 1, rules.table[LINES + move - rules.first_green], 0)
    else:
        _make_pass(state)


@jit
def play(rules: Rules, state: Array, move: int, rng: Rng) -> int:
    apply(rules, state, move)
    deal(state, rng)
    return move + 1


@jit
def result(rules: Rules, state: Array, shares: NDArray[np.float64]) -> None:
    for seat in range(len(shares)):
        shares[seat] = 0.0
    if state[END] == DRAWN:
        shares[0] = shares[1] = 0.5
    elif state[END] != GOES_ON:
        shares[state[END] - 1] = 1.0


# What is hidden


@jit
def private(rules: Rules, state: Array, root: int) -> int:
    """The hand of the seat that the search is for; decisions of the other are told apart by what is public alone."""
    seat = state[SEAT] ^ state[PASSES]
    if seat != root:
        return 0
    mixed, held = 0, state[HELD + seat]
    while held:
        card = lowest(held)
        held &= held - 1
        mixed += _scatter(card * 64 + state[HANDS + KINDS * seat + card])
    return _scatter(mixed)


@inlined
def _scatter(x: int) -> int:
    """Another number for each number, seemingly without order."""
    x = (x + 0x1E3779B97F4A7C15) * 0x3F58476D1CE4E5B9
    x ^= x >> 29
    return x * 0x14D049BB133111EB ^ x >> 32


@jit
def settle(rules: Rules, state: Array, world: Array) -> None:
    """The hidden hand becomes that of this world, so many of each card; the deck is what is left."""
    if state[UNKNOWN] == 0:
        return
    seat, hidden, left = state[UNKNOWN] - 1, 0, 0
    for card in range(2 * rules.numbers + 2):
        hidden += world[card]
    hand = HANDS + KINDS * seat
    for place in range(state[DECK] + hidden):
        card = state[CARDS + place]
        if state[hand + card] < world[card]:
            state[hand + card] += 1
            state[HELD + seat] |= 1 << card
        else:
            state[CARDS + left] = card
            left += 1
    state[UNKNOWN] = 0


@jit
def random_playout(rules: Rules, state: Array, rng: Rng) -> int:
    """Plays to the end, each legal move being as likely as the next; returns how many cards were played."""
    deal(state, rng)
    before = state[PLAYED]
    while state[END] == GOES_ON:
        apply(rules, state, random_move(rules, state, rng))
        deal(state, rng)
    return int(state[PLAYED] - before)
