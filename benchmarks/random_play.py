"""Random play through the Python API: steps a second of each game, beside OpenSpiel's python_tic_tac_toe.

Each step asks what is due, lists what may be done, picks at random and plays. The games take turns in short rounds
and the median round counts, so that a busy machine disturbs all alike; what matters is the ratio.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable

import pyspiel
from open_spiel.python.games import tic_tac_toe  # noqa: F401  (registers python_tic_tac_toe)

import rowdy
from rowdy.rules.game import CHANCE, AnyGame, Chance, Move, Over, Window

GAMES = (("xoxo", 2), ("xoxo", 3), ("xoxo", 4), ("rubik", 2), ("xoxo2", 2), ("djeco", 2))
PEER = "python_tic_tac_toe (OpenSpiel)"


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
    """Steps a second over whole games for about so long."""
    steps, began = 0, time.perf_counter()
    while (spent := time.perf_counter() - began) < seconds:
        steps += play(rng)
    return steps / spent


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--rounds", type=int, default=15, help="rounds of all games (default: 15)")
    parser.add_argument("--seconds", type=float, default=0.3, help="length of a round of one game (default: 0.3)")


def run(args: argparse.Namespace) -> None:
    peer = pyspiel.load_game("python_tic_tac_toe")
    players: dict[str, Callable[[random.Random], int]] = {PEER: lambda rng: play_peer(peer, rng)}
    for game_id, seats in GAMES:
        game = rowdy.game(game_id, seats=seats)
        players[f"{game_id}, {seats} seats"] = lambda rng, game=game: play_rowdy(game, rng)
    rates: dict[str, list[float]] = {name: [] for name in players}
    rng = random.Random(1)
    for done in range(args.rounds):
        print(f"\rround {done + 1} of {args.rounds}", end="", flush=True)
        for name, play in players.items():
            rates[name].append(rate(play, rng, args.seconds))
    print("\r" + " " * 30)
    print(f"{'random play':32} {'steps/s':>10} {'ratio':>7}")
    for name, measured in rates.items():
        ratio = statistics.median(own / other for own, other in zip(measured, rates[PEER], strict=True))
        print(f"{name:32} {statistics.median(measured):>10,.0f} {ratio:>7.2f}")
