"""The tree search: simulations a second beside OpenSpiel's C++ ISMCTS, and how long a move of `strong` takes.

Simulations are counted for each second of one core, over whole calls, beliefs included: at the first move of several
deals, where the way to the end is longest, and over all moves of whole games. Ours and theirs take turns, each
round with another deal, and the median round counts. OpenSpiel has none of our games: XOXO stands beside its euchre,
Djeco beside its hearts.
"""

from __future__ import annotations

import argparse
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import pyspiel

from benchmarks import shared
from rowdy.play.arena.match import GameSpec, Match, play_match
from rowdy.rules.game import AnyGame, Move, Window
from rowdy.search.mcts import search

UCT_C = 2.0
"""OpenSpiel's `uct_c`."""
FIRST_MOVE = """
from random import Random
import rowdy
from rowdy.play.bots.registry import bot
from rowdy.play.dealer import Dealer
from rowdy.play.game_log import GameLog
game = rowdy.game({game!r}, seats={seats})
table = GameLog(game, ["strong"] * game.seats, Dealer("1"))
seat = table.turn.seat
bot("strong", game).choose(game, table.observations(seat), table.view(seat), Random(1))
try:
    with open("/proc/self/status") as lines:
        print(next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM")))
except OSError:
    import resource, sys
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (2**20 if sys.platform == "darwin" else 1024))
"""
"""A program that makes a move and prints its peak memory in MB. (On Linux `getrusage` counts the parent's, too.)"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--rounds", type=int, default=10, help="deals whose first move is searched (default: 10)")
    parser.add_argument("--games", type=int, default=1, help="whole games of each kind (default: 1)")
    parser.add_argument("--simulations", type=int, default=50_000, help="simulations of a search (default: 50,000)")
    parser.add_argument("--starts", type=int, default=3, help="new processes that make a move (default: 3)")


def run(args: argparse.Namespace) -> None:
    shared.compile_first()
    compare_speed(args.rounds, args.games, args.simulations)
    measure_moves(args.starts, args.games)


# Simulations a second


@dataclass
class Effort:
    """Simulations made, and the seconds of a core that they took."""

    simulations: int = 0
    seconds: float = 0.0

    def add(self, simulations: int, search: Callable[[], Any]) -> Any:
        began = time.process_time()
        found = search()
        self.seconds += time.process_time() - began
        self.simulations += simulations
        return found

    @property
    def rate(self) -> float:
        return self.simulations / self.seconds


def search_ours(game: AnyGame, seed: int, simulations: int, whole: bool) -> float:
    """The rate at the first move, or over a whole game; in windows all cards are shown, and they are not counted."""
    table, effort = shared.deal(game, f"search {seed}"), Effort()
    while isinstance(turn := table.turn, Move | Window):
        for seat in turn.seats if isinstance(turn, Window) else (turn.seat,):
            log, view = table.observations(seat), table.view(seat)
            action = view.legal[-1]
            if isinstance(turn, Move) and len(view.legal) > 1:
                think = partial(search, game, log, view, simulations=simulations, seed=seed)
                action = effort.add(simulations, think).choices[0].action
                if not whole:
                    return effort.rate
            table.act(seat, action)
    return effort.rate


def search_theirs(game: pyspiel.Game, seed: int, simulations: int, whole: bool) -> float:
    """The same with OpenSpiel's search; where there is only one action, neither searches."""
    rng, state, effort = random.Random(seed), game.new_initial_state(), Effort()
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    final = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    bot = pyspiel.ISMCTSBot(seed, evaluator, UCT_C, simulations, -1, final, False, False)
    while not state.is_terminal():
        if state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(actions, weights)[0])
        elif len(state.legal_actions()) == 1:
            state.apply_action(state.legal_actions()[0])
        else:
            action = effort.add(simulations, partial(bot.step, state))
            if not whole:
                return effort.rate
            state.apply_action(action)
    return effort.rate


EUCHRE, HEARTS = "euchre (OpenSpiel)", "hearts (OpenSpiel)"
PEERS = {"xoxo": EUCHRE, "djeco": HEARTS}
"""OpenSpiel's game beside which each of ours is measured."""
FIGURES = {"xoxo, 2 seats": ("76,000", "200,000"), "djeco": ("27,000", "80,000")}
"""Simulations a second: what must be reached, and the goal."""
SEARCHED = {name: game for name, game in shared.games().items() if name != "xoxo2"}
"""In XOXO² the search does what it does in Rubik's."""

Searcher = Callable[[int, int, bool], float]
Rates = dict[str, list[float]]


def compare_speed(rounds: int, games: int, simulations: int) -> None:
    searchers: dict[str, Searcher] = {
        name: partial(search_theirs, pyspiel.load_game(name.partition(" ")[0])) for name in (EUCHRE, HEARTS)
    }
    searchers |= {name: partial(search_ours, game) for name, game in SEARCHED.items()}
    for searcher in searchers.values():
        searcher(0, 100, False)  # loads compiled code
    first = take_turns(searchers, "first move", rounds, simulations, whole=False)
    whole = take_turns(searchers, "whole game", games, simulations, whole=True)
    rows = []
    for name in searchers:
        peer = PEERS.get(SEARCHED[name].edition.game) if name in SEARCHED else None
        rows.append([name, *figures(first, name, peer), *figures(whole, name, peer), *FIGURES.get(name, ("", ""))])
    shared.print_table(["simulations/s", "first move", "ratio", "whole game", "ratio", "must", "goal"], rows)


def take_turns(searchers: dict[str, Searcher], what: str, rounds: int, simulations: int, whole: bool) -> Rates:
    rates: Rates = {name: [] for name in searchers}
    for number in range(1, rounds + 1):
        for name, searcher in searchers.items():
            shared.tell(f"{what}: round {number} of {rounds}, {name}")
            rates[name].append(searcher(number, simulations, whole))
    return rates


def figures(rates: Rates, name: str, peer: str | None) -> tuple[str, str]:
    """The rate, and how many times its peer's it is."""
    ratio = ""
    if peer:
        ratio = f"{statistics.median(own / other for own, other in zip(rates[name], rates[peer], strict=True)):.2f}"
    return f"{statistics.median(rates[name]):,.0f}", ratio


# Moves of `strong`, by the clock on the wall


def measure_moves(starts: int, games: int) -> None:
    rows = []
    for name, game in shared.games().items():
        shared.tell(f"first moves of strong in new processes: {name}")
        first = [first_move(game) for _ in range(starts)]
        shared.tell(f"games of strong: {name}")
        mean, longest = strong_games(game, games)
        seconds, peak = statistics.median(time for time, _ in first), max(peak for _, peak in first)
        rows.append([name, f"{seconds:.2f}", f"{peak:.0f}", f"{mean:.2f}", f"{longest:.2f}"])
    headers = ["strong", "new process, s (must 3)", "peak memory, MB", "mean move, s", "longest, s (must 1)"]
    shared.print_table(headers, rows)


def first_move(game: AnyGame) -> tuple[float, float]:
    """How long a new process takes for all of it, and its peak of memory in MB."""
    code = FIRST_MOVE.format(game=game.edition.game, seats=game.seats)
    began = time.perf_counter()
    done = subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.PIPE)
    return time.perf_counter() - began, float(done.stdout)


def strong_games(game: AnyGame, games: int) -> tuple[float, float]:
    """The mean and the longest time of a move or an answer, where there is something to choose."""
    matches = [Match(GameSpec.of(game), ("strong",) * game.seats, f"bench {number}") for number in range(games)]
    thinking = [seat for match in matches for seat in play_match(match).thinking]
    mean = sum(seat.seconds for seat in thinking) / sum(seat.choices for seat in thinking)
    return mean, max(seat.longest for seat in thinking)
