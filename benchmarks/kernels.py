"""The compiled games: steps a second in random playouts, and that they are those of the rules.

A step is one tile, card, flip or placement. Playouts begin at the first move, on one core; the games take turns in
short rounds, and the median round counts. Then random games go through the rules and the kernels side by side, in
all editions and many rulings: after every step, state, legal moves and outcome must be the same.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks import shared
from rowdy.rules.game import AnyGame
from rowdy.search.catalog import search_kit
from rowdy.search.kernels import djeco, flip_play, xoxo
from rowdy.search.kernels.chance import Rng, make_rng
from rowdy.search.kernels.jit import jit
from rowdy.search.mcts import kernel_of
from tests.search.driver import Different, SideBySide, dealt
from tests.worlds import GAMES

Array = NDArray[np.int64]

DEALS = 64
"""The number of deals from which playouts start, in turn."""
BATCH = 1000
"""The number of playouts between two readings of the clock."""
MILLION = 1_000_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--rounds", type=int, default=15, help="rounds of all games (default: 15)")
    parser.add_argument("--seconds", type=float, default=0.3, help="length of a round of one game (default: 0.3)")
    parser.add_argument(
        "--steps", type=int, default=200_000, help="steps to compare with the rules (default: 200,000; 0 for none)"
    )


def run(args: argparse.Namespace) -> None:
    measure_speed(args.rounds, args.seconds)
    if args.steps:
        compare(args.steps)


# Speed: the loop over the playouts is compiled too. (One function for all games would be compiled in every process.)


@jit
def play_xoxo(rules: xoxo.XoxoRules, starts: Array, playouts: int, rng: Rng) -> int:
    """Plays from each of these states in turn; returns the number of steps."""
    state, steps = np.empty_like(starts[0]), 0
    for i in range(playouts):
        state[:] = starts[i % len(starts)]
        steps += xoxo.random_playout(rules, state, rng)
    return steps


@jit
def play_djeco(rules: djeco.DjecoRules, starts: Array, playouts: int, rng: Rng) -> int:
    state, steps = np.empty_like(starts[0]), 0
    for i in range(playouts):
        state[:] = starts[i % len(starts)]
        steps += djeco.random_playout(rules, state, rng)
    return steps


@jit
def play_flip(rules: flip_play.FlipPlayRules, starts: Array, playouts: int, rng: Rng) -> int:
    state, steps = np.empty_like(starts[0]), 0
    for i in range(playouts):
        state[:] = starts[i % len(starts)]
        steps += flip_play.random_playout(rules, state, rng)
    return steps


DRIVERS: dict[Any, Callable[..., int]] = {xoxo: play_xoxo, djeco: play_djeco, flip_play: play_flip}
FIGURES = {xoxo: (5, 8), djeco: (2, 4), flip_play: (5, 8)}
"""Million steps a second: what must be reached, and the goal."""


def measure_speed(rounds: int, seconds: float) -> None:
    rates: dict[str, list[float]] = {name: [] for name in shared.games()}
    for done in range(rounds):
        for name, game in shared.games().items():
            shared.tell(f"random playouts: round {done + 1} of {rounds}, {name}")
            rates[name].append(rate(game, seconds, done))
    rows = []
    for name, game in shared.games().items():
        must, goal = FIGURES[kernel_of(game)]
        rows.append([name, f"{statistics.median(rates[name]) / MILLION:.2f}", str(must), str(goal)])
    shared.print_table(["random playouts", "million steps/s", "must", "goal"], rows)


def rate(game: AnyGame, seconds: float, seed: int) -> float:
    """Steps for each second of a core, measured for about `seconds`."""
    kernel, rng = kernel_of(game), make_rng(seed)
    starts = np.array([kernel.load(game, shared.deal(game, f"{seed}/{i}").state) for i in range(DEALS)])
    rules, drive = kernel.rules_of(game), DRIVERS[kernel]
    drive(rules, starts, 1, rng)  # compiles, if that has not been done
    steps, began = 0, time.process_time()
    while (spent := time.process_time() - began) < seconds:
        steps += drive(rules, starts, BATCH, rng)
    return steps / spent


# The rules and the kernels side by side


def compare(steps: int) -> None:
    """Plays about `steps` steps in all games that the kernels play; stops with an error at any difference."""
    known = {name: game for name, game in GAMES.items() if search_kit(game).compiled(game)}
    equal, differences, began = 0, list[str](), time.perf_counter()
    for number, (name, game) in enumerate(known.items(), 1):
        wanted, seed = steps * number // len(known), 0
        while equal < wanted:
            try:
                rng = random.Random(seed)
                equal += SideBySide(game, dealt(game, rng), rng).play_out()
            except Different as difference:
                differences.append(f"{name}, game {seed}: {difference}")
                break
            seed += 1
            if seed % 20 == 1:
                shared.tell(f"rules and kernels: {equal:,} of {steps:,} steps, {name}")
    shared.tell()
    spent = time.perf_counter() - began
    print(
        f"rules and kernels: {equal:,} steps equal in {len(known)} games and rulings, {len(differences)} different "
        f"(must 0), in {spent:.0f} s",
        flush=True,
    )
    if differences:
        sys.exit("\n".join(differences))
