"""Random play through the Python API: steps a second of each game, beside OpenSpiel's python_tic_tac_toe.

Each step asks what is due, lists what may be done, picks at random and plays. Seconds are those of one core. The games
take turns in short rounds and the median round counts, so that a busy machine disturbs all alike; what matters is the
ratio.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable
from functools import partial

import pyspiel
from open_spiel.python.games import tic_tac_toe  # noqa: F401  (registers python_tic_tac_toe)

from benchmarks import shared
from rowdy.rules.game import CHANCE, AnyGame, Chance, Move, Over, Window

PEER = "python_tic_tac_toe (OpenSpiel)"
LEAST_RATIO, GOAL_RATIO = 1, 3
"""How many times as fast as its peer a game must be, and should be."""


def play_rowdy(game: AnyGame, rng: random.Random) -> int:
    """One random game; the number of its steps."""
    state, steps = game.start(), 0
    while not isinstance(turn := game.turn(state), Over):
        match turn:
            case Chance():
                state = game.play(state, CHANCE, rng.choices(turn.actions, turn.weights)[0])
            case Move(seat):
                state = game.play(state, seat, rng.choice(game.legal(state, seat)))
            case Window(seats):
                for seat in seats:
                    state = game.play(state, seat, rng.choice(game.legal(state, seat)))
                steps += len(seats) - 1
        steps += 1
    return steps


def play_peer(game: pyspiel.Game, rng: random.Random) -> int:
    state, steps = game.new_initial_state(), 0
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions(state.current_player())))
        steps += 1
    return steps


def rate(play: Callable[[random.Random], int], rng: random.Random, seconds: float) -> float:
    """Steps for each second of a core, over whole games for about `seconds`."""
    steps, began = 0, time.process_time()
    while (spent := time.process_time() - began) < seconds:
        steps += play(rng)
    return steps / spent


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--rounds", type=int, default=15, help="rounds of all games (default: 15)")
    parser.add_argument("--seconds", type=float, default=0.3, help="length of a round of one game (default: 0.3)")


def run(args: argparse.Namespace) -> None:
    peer = pyspiel.load_game("python_tic_tac_toe")
    players: dict[str, Callable[[random.Random], int]] = {PEER: partial(play_peer, peer)}
    for name, game in shared.games().items():
        players[name] = partial(play_rowdy, game)
    rates: dict[str, list[float]] = {name: [] for name in players}
    rng = random.Random(1)
    for done in range(args.rounds):
        shared.tell(f"random play: round {done + 1} of {args.rounds}")
        for name, play in players.items():
            rates[name].append(rate(play, rng, args.seconds))
    rows = []
    for name, measured in rates.items():
        ratio = statistics.median(own / other for own, other in zip(measured, rates[PEER], strict=True))
        figures = ("", "") if name == PEER else (str(LEAST_RATIO), str(GOAL_RATIO))
        rows.append([name, f"{statistics.median(measured):,.0f}", f"{ratio:.2f}", *figures])
    shared.print_table(["random play", "steps/s", "ratio", "must", "goal"], rows)
