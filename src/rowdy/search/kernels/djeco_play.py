"""Djeco's Tic Tac Toe in compiled code: makes moves, draws cards and ends the game by the rules."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rowdy.search.kernels import games
from rowdy.search.kernels.bits import lowest
from rowdy.search.kernels.chance import Rng, below
from rowdy.search.kernels.djeco_moves import mover, random_move
from rowdy.search.kernels.djeco_score import count_lines, end_with, last_pass, last_turn, scorer, tokens_for
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
    LINES,
    LYING,
    MAX_CARD_KINDS,
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
    DjecoRules,
)
from rowdy.search.kernels.jit import inlined, jit


@jit
def actor(rules: DjecoRules, state: Array) -> int:
    return mover(state) if state[END] == GOES_ON else games.OVER


# Playing a card


@inlined
def _spend(state: Array, seat: int, card: int) -> None:
    """Removes a card from a seat's hand."""
    place = HANDS + MAX_CARD_KINDS * seat + card
    state[place] -= 1
    if state[place] == 0:
        state[HELD + seat] ^= 1 << card


@inlined
def _show(rules: DjecoRules, state: Array, seat: int, colour: int, bit: int) -> None:
    """Puts a colour on top of a square by a card of this seat, and gives tokens for new lines."""
    own = state[TOPS + colour]
    if own & bit:
        return
    state[TOPS + colour] = own | bit
    state[TOPS + 1 - colour] &= ~bit
    lines = count_lines(rules, own | bit) - count_lines(rules, own)
    if lines:
        state[TOKENS + scorer(rules, seat, colour)] += tokens_for(rules, state, lines)


@inlined
def room_with(rules: DjecoRules, state: Array, square: int) -> int:
    """The squares on which cards may go once this square is used, too."""
    box = rules.table[BOXES + square]
    return int(state[ROOM] & box if state[USED] else box)


@inlined
def _lay(rules: DjecoRules, state: Array, card: int, square: int) -> None:
    seat, bit = mover(state), 1 << square
    colour = 1 if card >= rules.numbers else 0
    number = card - rules.numbers if colour else card
    _spend(state, seat, card)
    stack = state[STACKS + square]
    if stack == 0:
        stack = number << 8
        state[NUMBERS + number] |= bit
        state[ROOM] = room_with(rules, state, square)
        state[USED] |= bit
    state[STACKS + square] = stack + 1 | colour << 16 + (stack & 255)
    state[LYING] += 1
    _show(rules, state, seat, colour, bit)
    _end_turn(rules, state, seat)


@inlined
def _discard(state: Array, card: int) -> None:
    state[SIZE - 1 - state[DISCARD]] = card
    state[DISCARD] += 1


@inlined
def _take_from(rules: DjecoRules, state: Array, seat: int, square: int, taken: int) -> None:
    """Moves the top `taken` cards of a stack to the discard, by a card of this seat."""
    stack, bit = state[STACKS + square], 1 << square
    number, colours, left = stack >> 8 & 255, stack >> 16, (stack & 255) - taken
    if rules.recycle:
        for height in range(left, left + taken):
            _discard(state, number + rules.numbers * (colours >> height & 1))
    state[LYING] -= taken
    if left:
        state[STACKS + square] = left | number << 8 | (colours & (1 << left) - 1) << 16
        _show(rules, state, seat, colours >> left - 1 & 1, bit)
    else:
        state[STACKS + square] = 0
        state[NUMBERS + number] &= ~bit
        state[TOPS] &= ~bit
        state[TOPS + 1] &= ~bit


@jit
def _clear(rules: DjecoRules, state: Array, card: int, squares: int, taken: int) -> None:
    """Plays a yellow or green card, which takes the top `taken` cards of each of these squares, or all if it is 0."""
    seat = mover(state)
    _spend(state, seat, card)
    while squares:
        square = lowest(squares)
        squares &= squares - 1
        _take_from(rules, state, seat, square, taken if taken else state[STACKS + square] & 255)
    if rules.recycle:
        _discard(state, card)
    if state[LYING] == 0:
        state[USED], state[ROOM] = 0, rules.start_room
    _end_turn(rules, state, seat)


# The end of a turn


@inlined
def _end_turn(rules: DjecoRules, state: Array, seat: int) -> None:
    """Ends the turn after a card and its tokens: the game ends, or the seat that played is to draw."""
    state[END] = end_with(rules, state[TOKENS], state[TOKENS + 1], last_turn(rules, state))
    state[PLAYED] += 1
    state[SEAT], state[PASSES] = 1 - seat, 0
    if state[END] == GOES_ON:
        _due(state, seat + 1)


@inlined
def _due(state: Array, draws: int) -> None:
    """Notes which seats are to draw, while cards last; a recycled discard refills an empty deck."""
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
    """Gives the card at this place of the deck to the seat that is to draw next."""
    draws, card = state[DRAWS], state[CARDS + place]
    seat = (draws & 3) - 1
    state[DECK] -= 1
    state[CARDS + place] = state[CARDS + state[DECK]]
    state[HANDS + MAX_CARD_KINDS * seat + card] += 1
    state[HELD + seat] |= 1 << card
    state[DRAWS] = 0
    if draws >> 2:
        _due(state, draws >> 2)


@jit
def resolve(rules: DjecoRules, state: Array, card: int) -> None:
    """Gives this card, which must be in the deck, to the seat that is to draw next."""
    for place in range(state[DECK]):
        if state[CARDS + place] == card:
            _give(state, place)
            return


@jit
def deal(state: Array, rng: Rng) -> None:
    """Draws random cards until no seat is to draw."""
    while state[DRAWS]:
        _give(state, below(rng, state[DECK]))


@jit
def _make_pass(rules: DjecoRules, state: Array) -> None:
    """Passes for a seat that cannot play; if neither can, both draw, or the game ends if no card is left."""
    if last_pass(state):
        state[PASSES] = 2
        state[END] = end_with(rules, state[TOKENS], state[TOKENS + 1], True)
    elif state[PASSES] == 0:
        state[PASSES] = 1
    else:
        state[PASSES] = 0
        _due(state, state[SEAT] + 1 | 2 - state[SEAT] << 2)


# Moves by their dense ids


@jit
def apply(rules: DjecoRules, state: Array, move: int) -> None:
    """Makes a move but draws no cards; the seats that are to draw are then at `DRAWS`."""
    if move < rules.first_yellow:
        _lay(rules, state, move // rules.squares, move % rules.squares)
    elif move < rules.first_green:
        place = move - rules.first_yellow
        taken = place % rules.heights + 1 if rules.some else 0
        _clear(rules, state, 2 * rules.numbers, 1 << place // rules.heights, taken)
    elif move < rules.passing:
        _clear(rules, state, 2 * rules.numbers + 1, rules.table[LINES + move - rules.first_green], 0)
    else:
        _make_pass(rules, state)


@jit
def play(rules: DjecoRules, state: Array, move: int, rng: Rng) -> int:
    apply(rules, state, move)
    deal(state, rng)
    return move + 1


@jit
def result(rules: DjecoRules, state: Array, shares: NDArray[np.float64]) -> None:
    for seat in range(len(shares)):
        shares[seat] = 0.0
    if state[END] == DRAWN:
        shares[0] = shares[1] = 0.5
    elif state[END] != GOES_ON:
        shares[state[END] - 1] = 1.0


# What is hidden


@jit
def private_key(rules: DjecoRules, state: Array, root: int) -> int:
    """A hash of the hand if the root seat acts; 0 for the other, whose information sets are the public ones."""
    seat = mover(state)
    if seat != root:
        return 0
    mixed, held = 0, state[HELD + seat]
    while held:
        card = lowest(held)
        held &= held - 1
        mixed += _hash(card * 64 + state[HANDS + MAX_CARD_KINDS * seat + card])
    return _hash(mixed)


@inlined
def _hash(x: int) -> int:
    """A hash of a number."""
    x = (x + 0x1E3779B97F4A7C15) * 0x3F58476D1CE4E5B9
    x ^= x >> 29
    return x * 0x14D049BB133111EB ^ x >> 32


@jit
def determinise(rules: DjecoRules, state: Array, world: Array) -> None:
    """Fills the hidden hand from a world, which has the count of each card; the deck gets the rest."""
    if state[UNKNOWN] == 0:
        return
    seat, hidden, left = state[UNKNOWN] - 1, 0, 0
    for card in range(2 * rules.numbers + 2):
        hidden += world[card]
    hand = HANDS + MAX_CARD_KINDS * seat
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
def random_playout(rules: DjecoRules, state: Array, rng: Rng) -> int:
    """Plays to the end by uniformly random moves; returns how many cards were played."""
    deal(state, rng)
    before = state[PLAYED]
    while state[END] == GOES_ON:
        apply(rules, state, random_move(rules, state, rng))
        deal(state, rng)
    return int(state[PLAYED] - before)
