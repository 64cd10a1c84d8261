"""The ladder of levels: each against the one below it, and the lowest against the child of `benchmarks.rivals.child`.

Prints the table of docs/bots.md. Every contest has its own seeds, seats are rotated, and all simulations are fixed, so
that the same command gives the same figures. Finished games are kept in a file, and the same command goes on after a
stop. With two seats a share of 65 to 75 % is wanted, with more 1.2 to 1.5 times a fair share, and for the lowest level
30 to 40 % against the child.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from benchmarks import shared
from benchmarks.arena import Figure
from benchmarks.kept import KeptResults
from benchmarks.rivals import child
from rowdy.play.arena.arena import Arena
from rowdy.play.bots.partner import LADDER

GAMES = (("xoxo", 2), ("xoxo", 3), ("xoxo", 4), ("djeco", 2), ("rubik", 2), ("xoxo2", 2))
FEWER_GAMES = {"strong": 2}
"""Levels that take long to think, and by what the number of their games is divided."""
SIMULATIONS = {"strong": 20_000, "advanced": 2_000}
"""The simulations of levels that have a time limit, which would make figures depend on the machine."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--games", type=int, default=40, help="games of each contest (default: 40)")
    parser.add_argument("--only", default="", help="only games with this in their name, as in 'rubik' or '4 seats'")
    parser.add_argument("--seed", default="1", help="what all chance comes from (default: 1, as in docs/bots.md)")
    parser.add_argument("--level", default="", help="only this level against the one below it")
    parser.add_argument("--file", type=Path, help="where finished games are kept (default: in Rowdy's data folder)")


def run(args: argparse.Namespace) -> None:
    shared.compile_first()
    child.register()
    kept = KeptResults(args.file)
    print("| game | level | against | its share | games | in the band |\n|---|---|---|---|---|---|", flush=True)
    for figure in contests(args.seed):
        name, level = shared.name_of(figure.game, figure.seats), figure.bots[0].partition(":")[0]
        if args.only in name and args.level in ("", level):
            print(row(figure, max(2, args.games // FEWER_GAMES.get(level, 1)), kept), flush=True)


def contests(seed: str) -> Iterator[Figure]:
    for game, seats in GAMES:
        for below, level in pairwise(("child", *LADDER)):
            if below != "child" or seats == 2:
                yield Figure(game, (spec(level), spec(below)), "", seats=seats, seed=seed)


def spec(level: str) -> str:
    return f"{level}:sims={SIMULATIONS[level]}" if level in SIMULATIONS else level


def row(figure: Figure, games: int, kept: KeptResults) -> str:
    """A line of the table; `|` at both ends makes it Markdown."""
    contest, rounds = figure.contest, figure.rounds(games)
    results = {}
    for match in figure.matches(games):
        results[match] = kept.play(match)
        shared.tell(f"{len(results)} of {rounds * len(contest.seatings)} games, {figure.name}")
    shared.tell()
    tally = Arena(contest, rounds, found=results).tally
    standing = next(standing for standing in tally.standings() if standing.bot == figure.bots[0])
    share, half = standing.share.value, standing.share.half_width
    if figure.seats == 2:
        found, low, high = f"{100 * share:.1f} ± {100 * half:.1f} %", *band(figure)
    else:
        share, half = standing.times_fair, figure.seats * half
        found, low, high = f"{share:.2f} ± {half:.2f} times a fair share", 1.2, 1.5
    inside = "yes" if low <= share <= high else "within the interval" if low - half <= share <= high + half else "no"
    name = shared.name_of(figure.game, figure.seats)
    return f"| {name} | `{figure.bots[0]}` | `{figure.bots[1]}` | {found} | {tally.matches} | {inside} |"


def band(figure: Figure) -> tuple[float, float]:
    """The shares between which a contest with two seats is to lie."""
    return (0.3, 0.4) if figure.bots[1] == "child" else (0.65, 0.75)
