"""Perfect play in the flip games: the solver's speed, the probe's times, and the two compared.

The games are solved whole into a temporary folder (1.1 GB each). Then positions from real play in all layers are
probed with what the package ships, and with the full solution; and positions drawn at random get their score from
both. Speed is counted in positions at the start of a turn, mirror images and turned sides as one, per CPU-second.
"""

from __future__ import annotations

import argparse
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

import rowdy
from rowdy.play.bots.registry import bot
from rowdy.rules.flip import FlipGame, Sizes
from rowdy.rules.flip_state import Part, State
from rowdy.rules.game import Move
from rowdy.search.kernels import flip_search as kernel
from rowdy.search.kernels.flip import OPEN, Position, Sides, board_of, position_index
from rowdy.search.kernels.flip_rows import ended
from rowdy.search.openings import load_opening
from rowdy.search.perfect import Prober
from rowdy.search.retrograde import solve
from rowdy.search.tablebase import Solution, solve_into

GAMES = {"rubik": rowdy.game("rubik"), "xoxo2": rowdy.game("xoxo2")}
CLASSES = 32_956_254_945 / 32
"""All arrangements of stones, 8 mirror images times turning over either player's stones counted as one."""
FIRST_PROBE = """
import time
began = time.perf_counter()
import rowdy
from rowdy.search.perfect import probe
game = rowdy.game({game!r})
probe(game, game.parse_state({position!r}))
print(time.perf_counter() - began)
"""
MIDDLE = "..../aB.b/.Ab./B..A flip"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--games", type=int, default=60, help="games of real play to take positions from (default: 60)")
    parser.add_argument("--samples", type=int, default=1_000_000, help="positions to compare (default: 1,000,000)")


def run(args: argparse.Namespace) -> None:
    for game_id, game in GAMES.items():
        with tempfile.TemporaryDirectory(prefix="rowdy-bench-") as folder:
            measure_solving(game_id, game, Path(folder))
            measure_first_probe(game_id)
            positions = list(real_play(game, args.games))
            shipped, full = Prober(game, Path(folder) / "none"), Prober(game, Path(folder))
            measure_probes("shipped layers and search", shipped, positions, best=50, whole=1000)
            measure_probes("full solution", full, positions, best=5, whole=5)
            compare(game, Solution(game, Path(folder)), args.samples // len(GAMES))


def measure_solving(game_id: str, game: FlipGame, folder: Path) -> None:
    tiny = FlipGame(game.edition, game.rulings, Sizes(3, 3, 3, 2))
    deque(solve(tiny), 0)  # compiles, if that has not been done
    ways: dict[str, Callable[[], Iterator[object]]] = {
        "in memory": lambda: solve(game),
        "and written": lambda: solve_into(folder, game),
    }
    for name, layers in ways.items():
        began = time.process_time()
        deque(layers(), 0)
        spent = time.process_time() - began
        rate = CLASSES / spent / 1e6
        print(
            f"{game_id}, solved {name}: {spent:.1f} CPU-seconds, {rate:.0f} million positions each (must 40, goal 80)"
        )
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    print(f"{game_id}: peak memory {peak:.2f} GB (must 2.5)", flush=True)


def measure_first_probe(game_id: str) -> None:
    code = FIRST_PROBE.format(game=game_id, position=MIDDLE)
    times = [float(subprocess.run([sys.executable, "-c", code], check=True, capture_output=True).stdout) for _ in "123"]
    print(f"{game_id}: first probe in a new process {sorted(times)[1]:.2f} s (must 3)", flush=True)


def real_play(game: FlipGame, games: int) -> Iterator[State]:
    """The positions at the start of a turn in games of bots of all kinds, each after a random opening."""
    names = ("random", "greedy", "perfect")
    for number in range(games):
        rng = random.Random(number)
        state, bots = game.start(), [bot(rng.choice(names)) for _ in range(2)]
        opening = rng.randrange(12)
        while isinstance(turn := game.turn(state), Move):
            if state.part is Part.FLIP:
                yield state
            mover = bot("random") if state.laid < opening else bots[turn.seat]
            action = mover.choose(game, (), game.view(state, turn.seat), rng)
            state = game.play(state, turn.seat, action)


def measure_probes(name: str, prober: Prober, positions: list[State], best: int, whole: int) -> None:
    prober.probe(positions[len(positions) // 2])
    rng = random.Random(1)
    rng.shuffle(positions)
    for what, ask, must in (("value and best turn", prober.best, best), ("whole list", prober.probe, whole)):
        times = []
        for state in positions:
            prober.forget()
            began = time.perf_counter()
            ask(state)
            times.append(1000 * (time.perf_counter() - began))
        middle, most = np.quantile(times, (0.5, 0.99))
        print(
            f"{prober.game.edition.game}, {name}, {what}: {len(times)} positions, median {middle:.2f} ms, "
            f"99 of 100 within {most:.1f} ms, all within {max(times):.1f} ms (must {must})",
            flush=True,
        )


def compare(game: FlipGame, solution: Solution, samples: int) -> None:
    """Scores of random positions of every layer by the shipped layers and search, and by the full solution."""
    board, memory, known = board_of(game), kernel.new_memory(), load_opening(game)
    assert known is not None
    rng = random.Random(1)
    layers = {stones: solution.layer(stones).read().scores for stones in range(board.rules.stones + 1)}
    began, differ = time.perf_counter(), 0
    for number in range(samples):
        laid = 1 + number % (board.rules.stones - 1)
        squares = rng.sample(range(board.rules.squares), laid)
        stones = [0, 0, 0, 0]
        for i, square in enumerate(squares):
            stones[rng.randrange(2) if i < laid // 2 else 2 + rng.randrange(2)] |= 1 << square
        position = Position(Sides(*stones[:2]), Sides(*stones[2:]))
        score = ended(board.rules, position)
        if score == OPEN:
            score = kernel.exact(board, known, memory, position, laid)
        differ += score != layers[laid][position_index(board, position)]
        if number % 10_000 == 0:
            print(f"\r{game.edition.game}: {number:,} of {samples:,} positions compared", end="", flush=True)
    spent = time.perf_counter() - began
    print(
        f"\r{game.edition.game}: {samples:,} positions compared in {spent:.0f} s, {differ} differ (must 0)", flush=True
    )
    if differ:
        sys.exit(1)
