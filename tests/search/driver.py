"""One driver that plays a game in the rules and in its kernel side by side, for the tests and the benchmarks.

After every action the states, the actor, the legal moves and the outcome must be the same, and what the actor knows
must lead to the same. Chance falls in the rules, and the kernel is told what it showed.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rowdy.rules.djeco_state import Draw
from rowdy.rules.djeco_state import State as DjecoState
from rowdy.rules.game import CHANCE, AnyGame, Chance, Move, Over, Seat, Window
from rowdy.rules.xoxo_state import Show
from rowdy.rules.xoxo_state import State as XoxoState
from rowdy.search.kernels import xoxo
from rowdy.search.kernels.games import MAX_MOVES, MAX_SEATS, OVER
from rowdy.search.mcts import kernel_of

Array = NDArray[np.int64]


class Different(AssertionError):
    """The rules and the kernel do not agree."""


def dealt(game: AnyGame, rng: random.Random) -> Any:
    """A state with all dealt, in which the first move is due."""
    state = game.start()
    while isinstance(turn := game.turn(state), Chance):
        state = game.play(state, CHANCE, rng.choices(turn.actions, turn.weights)[0])
    return state


def compare_games(game: AnyGame, number: int) -> int:
    """So many random games in both; returns the moves made."""
    found = 0
    for seed in range(number):
        rng = random.Random(seed)
        found += SideBySide(game, dealt(game, rng), rng).play_out()
    return found


class SideBySide:
    """One game in the rules and in its kernel."""

    def __init__(self, game: AnyGame, state: Any, rng: random.Random) -> None:
        self.game, self.state, self.rng = game, state, rng
        self.kernel = kernel_of(game)
        self.rules, self.array = self.kernel.rules_of(game), self.kernel.load(game, state)

    def play_out(self) -> int:
        """Random play to the end; returns the number of moves, chance and windows not counted."""
        moves = 0
        while not isinstance(turn := self.game.turn(self.state), Over):
            self.check()
            moves += isinstance(turn, Move)
            self.step()
        self.check()
        return moves

    def step(self) -> None:
        """One action, of chance or of the seat that is asked."""
        turn = self.game.turn(self.state)
        if isinstance(turn, Chance):
            action = self.rng.choices(turn.actions, turn.weights)[0]
            self.kernel.resolve(self.rules, self.array, chance_number(self.game, action))
            self.state = self.game.play(self.state, CHANCE, action)
            return
        seat = asked(self.game, self.state)
        action = self.rng.choice(self.game.legal(self.state, seat))
        if has_choice(self.game, self.state, seat):
            self.kernel.apply(self.rules, self.array, self.game.action_id(action))
        self.state = self.game.play(self.state, seat, action)

    # What must be the same

    def check(self) -> None:
        turn = self.game.turn(self.state)
        if isinstance(turn, Window) and not has_choice(self.game, self.state, asked(self.game, self.state)):
            return  # the kernel has closed a window in which nobody has a choice
        self.expect("state", *map(self.tidy, (self.array, self.kernel.load(self.game, self.state))))
        if isinstance(turn, Over):
            self.check_outcome(turn.outcome.winners)
        elif not isinstance(turn, Chance):
            self.check_moves(self.array)
            self.check_view(asked(self.game, self.state))

    def check_outcome(self, winners: Sequence[Seat]) -> None:
        shares = np.full(MAX_SEATS, 9.0)
        self.kernel.result(self.rules, self.array, shares)
        self.expect("actor", self.kernel.actor(self.rules, self.array), OVER)
        sharing = winners or range(self.game.seats)
        expected = [(seat in sharing) / len(sharing) for seat in range(self.game.seats)]
        self.expect("outcome", shares.tolist()[: self.game.seats], expected)

    def check_moves(self, array: Array) -> None:
        seat = asked(self.game, self.state)
        self.expect("actor", self.kernel.actor(self.rules, array), seat)
        expected = sorted(map(self.game.action_id, self.game.legal(self.state, seat)))
        self.expect("legal moves", sorted(listed(self.game, array)), expected)

    def check_view(self, seat: Seat) -> None:
        """The same moves are found from what the seat knows, and with what it does not know that is the whole state."""
        view = self.game.view(self.state, seat)
        known = self.kernel.load_view(self.game, view)
        self.check_moves(known)
        if isinstance(view.turn, Move):
            self.kernel.determinise(self.rules, known, world_of(self.game, self.state, seat))
            self.expect("state from a view", self.tidy(known), self.tidy(self.array))

    def expect(self, what: str, found: object, expected: object) -> None:
        if found != expected:
            text = self.game.format_state(self.state)
            raise Different(f"{what} in {text}: {found} in the kernel, {expected} in the rules")

    def tidy(self, array: Array) -> list[int]:
        return list(self.kernel.tidy(array).tolist())


# What the kernels take


def listed(game: AnyGame, array: Array) -> list[int]:
    """The legal moves in the kernel, by their ids."""
    kernel, moves = kernel_of(game), np.zeros(MAX_MOVES, np.int64)
    return list(moves[: kernel.legal(kernel.rules_of(game), array, moves)].tolist())


def asked(game: AnyGame, state: Any) -> Seat:
    """Who acts next; in a window the kernels ask the seats in their order, those without a choice not at all."""
    turn = game.turn(state)
    if isinstance(turn, Move):
        return turn.seat
    assert isinstance(turn, Window)
    waiting = [seat for seat in turn.seats if game.legal(state, seat)]
    return next((seat for seat in waiting if has_choice(game, state, seat)), waiting[0])


def has_choice(game: AnyGame, state: Any, seat: Seat) -> bool:
    """True if the kernel asks this seat."""
    return isinstance(game.turn(state), Move) or len(game.legal(state, seat)) > 1


def chance_number(game: Any, action: Any) -> int:
    """What chance shows, as the kernel's `resolve` takes it."""
    match action:
        case Draw(_, card):
            return int(game.card_numbers[card])
        case Show(_, tile):
            return int(tile.features)
    raise TypeError(f"{action} is no chance that a kernel draws")


def world_of(game: Any, state: Any, seat: Seat) -> Array:
    """What this seat does not know of a state, as the kernel's `determinise` takes it."""
    match state:
        case XoxoState():
            return np.array([xoxo.card_set(hand) for hand in state.hands], np.int64)
        case DjecoState():
            numbers = game.card_numbers
            held = [numbers[card] for card in state.hands[1 - seat]]
            return np.bincount(held, minlength=len(numbers)).astype(np.int64)
    return np.zeros(1, np.int64)
