"""How well the bots play: the figures of docs/bots.md in short, with fewer games and fewer simulations.

Each contest is one of `rowdy arena`, with seed 1: the same chance for all, seats rotated. Shares come with their 95 %
intervals, which are wide here; `--games 400 --effort 1` comes near the real figures, in hours. Games of perfect play
begin with a random opening and are watched with the solution: none may be lost in which it once was not lost.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random

import rowdy
from benchmarks import shared
from rowdy.interfaces.cli.contests import MAX_WORKERS
from rowdy.interfaces.cli.workers import check_workers
from rowdy.play.arena.arena import Arena, Contest
from rowdy.play.arena.match import Match, Result
from rowdy.play.arena.workers import run_matches
from rowdy.play.bots.registry import bot
from rowdy.rules.flip import FlipGame
from rowdy.rules.game import Move, Over
from rowdy.search.perfect import Value, prober

STRONG, MORE, FEWER = 50_000, 20_000, 5_000
"""Simulations of a move with an effort of 1: those of `strong`, and two numbers that are compared."""
OPENING = 10
"""Games of perfect play begin with fewer random actions than this."""
FLIP_GAMES = {"rubik": rowdy.game("rubik"), "xoxo2": rowdy.game("xoxo2")}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--games", type=int, default=24, help="games of each contest (default: 24)")
    parser.add_argument(
        "--effort", type=float, default=0.2, help="the part of the simulations of the real figures (default: 0.2)"
    )
    parser.add_argument("--only", default="", help="only contests with this in their name, as in 'djeco' or 'v greedy'")
    parser.add_argument("--workers", type=int, help="processes (default: one for each core)")


def run(args: argparse.Namespace) -> None:
    shared.compile_first()
    began = time.perf_counter()
    print(line("contest", "games", "first bot has", "must", "goal"), flush=True)
    hold([figure for figure in all_figures(args.effort) if args.only in figure.name], args.games, args.workers)
    faults = 0
    for game_id, game in FLIP_GAMES.items():
        opponent = f"strong:sims={scaled(STRONG, args.effort)}"
        name = f"{game_id}: perfect v {opponent}"
        if args.only in name:
            faults += follow_perfect(name, game, opponent, args.games)
    print(f"in {time.perf_counter() - began:.0f} s", flush=True)
    if faults:
        sys.exit("perfect has lost what was not lost")


def line(name: str, games: object, found: object, must: str = "", goal: str = "") -> str:
    """A line of the table, which grows while the games are played."""
    return f"{name:<50} {games:>6} {found:>16} {must:>7} {goal:>7}".rstrip()


# Contests


@dataclass(frozen=True)
class Figure:
    """What a bot is to reach among others."""

    game: str
    bots: tuple[str, ...]
    must: str
    goal: str = ""
    seats: int = 2
    seed: str = "1"

    @property
    def name(self) -> str:
        return f"{shared.name_of(self.game, self.seats)}: {' v '.join(self.bots)}"

    @cached_property
    def contest(self) -> Contest:
        return Contest.of(rowdy.game(self.game, seats=self.seats), self.bots, self.seed)

    def rounds(self, games: int) -> int:
        return max(1, games // len(self.contest.seatings))

    def matches(self, games: int) -> Iterator[Match]:
        for number in range(1, self.rounds(games) + 1):
            yield from self.contest.round(number)

    def row(self, results: dict[Match, Result], games: int) -> str:
        """With two seats the share of the points; with more, how many times a fair share it is."""
        tally = Arena(self.contest, self.rounds(games), found=results).tally
        standing = next(standing for standing in tally.standings() if standing.bot == self.bots[0])
        share = standing.share
        found = f"{100 * share.value:.1f} ± {100 * share.half_width:.1f} %"
        if self.seats > 2:
            found = f"{standing.times_fair:.2f} ± {self.seats * share.half_width:.2f} ×"
        return line(self.name, tally.matches, found, self.must, self.goal)


def scaled(simulations: int, effort: float) -> int:
    return max(1, round(simulations * effort))


def all_figures(effort: float) -> Iterator[Figure]:
    strong = f"strong:sims={scaled(STRONG, effort)}"
    yield Figure("xoxo", (strong, "greedy"), "85 %", "92 %")
    yield Figure("xoxo", (strong, "greedy"), "1.8 ×", "2.1 ×", seats=3)
    yield Figure("xoxo", (strong, "greedy"), "1.7 ×", "2.2 ×", seats=4)
    yield Figure("djeco", (strong, "greedy"), "75 %", "82 %")
    pair = tuple(f"mcts:sims={scaled(simulations, effort)}" for simulations in (MORE, FEWER))
    for bots, must in ((pair, "> 50 %"), (("easy", "random"), "75 %"), (("medium", "easy"), "75 %")):
        for game in ("xoxo", "djeco", "rubik", "xoxo2"):
            yield Figure(game, bots, must)


def hold(figures: Sequence[Figure], games: int, workers: int | None) -> None:
    """Plays all contests with the same worker processes, and prints each result as soon as it is known."""
    left = list(figures)
    matches = [match for figure in figures for match in figure.matches(games)]
    results = dict[Match, Result]()
    for result in run_matches(matches, check_workers(workers, MAX_WORKERS)):
        results[result.match] = result
        while left and all(match in results for match in left[0].matches(games)):
            shared.tell()
            print(left.pop(0).row(results, games), flush=True)
        shared.tell(f"{len(results)} of {len(matches)} games" + (f", {left[0].name}" if left else ""))
    shared.tell()


# Perfect play


def follow_perfect(name: str, game: FlipGame, opponent: str, games: int) -> int:
    """Prints the results of perfect play; returns how many games it lost that it could once have held."""
    points, faults = 0.0, 0
    for number in range(games):
        shared.tell(f"{number} of {games} games, {name}")
        won, fault = play_perfect(game, opponent, number)
        points += won
        faults += fault
    shared.tell()
    print(line(name, games, f"{100 * points / games:.1f} %"))
    print(line("  games lost that were not lost already", games, faults, "0"), flush=True)
    return faults


def play_perfect(game: FlipGame, opponent: str, number: int) -> tuple[float, bool]:
    """One game after a random opening: the points of perfect play, and whether it lost what was not lost."""
    rng, table, seat, held = Random(number), shared.deal(game, number), number % 2, False
    opening, players = rng.randrange(OPENING), (bot("perfect", game), bot(opponent, game))
    while isinstance(turn := table.turn, Move):
        view, perfect = table.view(turn.seat), turn.seat == seat
        if len(table.events) < opening:
            action = rng.choice(view.legal)
        else:
            held = held or (perfect and prober(game).verdict(table.state).value is not Value.LOSS)
            action = players[not perfect].choose(game, table.observations(turn.seat), view, rng)
        table.act(turn.seat, action)
    assert isinstance(turn, Over)
    winners = turn.outcome.winners
    lost = winners == (1 - seat,)
    return (1.0 if winners == (seat,) else 0.0 if lost else 0.5), lost and held
