"""Fits how often the levels err in a game, so that each step of the ladder with two seats is as wide as asked for.

It goes down the ladder. One factor scales all mistakes of a level that it makes neither never nor always, and bisection
finds the factor with which the level above takes the share that is wanted; the lowest level is fitted to the child. So
the step above the lowest level is what is left over: if it is too wide, all others must be wider.

It prints the mistakes, for `play/kits`, and the shares reached with them. With `--tries 0` nothing is fitted, and the
shares are those of today's mistakes, by which a kit can be changed by hand. Its seeds are not those of `ladder`, by
which the result is to be measured. Every finished game is in a file, and the same command goes on after a stop.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass, fields, replace
from itertools import pairwise
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev

from benchmarks import shared
from benchmarks.arena import Figure
from benchmarks.kept import KeptResults
from benchmarks.ladder import spec
from benchmarks.rivals import child
from rowdy.play.bots.partner import LADDER
from rowdy.play.catalog import KITS
from rowdy.play.kit import Mistakes

CHILD_SHARE = 0.65
"""What the child is to take from the lowest level."""
WIDEST_FACTOR = 4.0
"""Mistakes are made up to so many times as often as now, or as seldom."""
NEAR_ENOUGH = 0.03
"""A share that differs by no more from the one wanted ends the search."""
MIN_ROUNDS = 10
"""After how many rounds of two games a contest may end early, since its share is certainly too high or too low."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    errant = LADDER[:-1]
    parser.add_argument("game", choices=sorted(KITS))
    parser.add_argument("--step", type=float, default=70.0, help="the share wanted of each level, in % (default: 70)")
    parser.add_argument("--levels", nargs="+", choices=errant, default=errant, help="only these (default: all)")
    parser.add_argument("--tries", type=int, default=6, help="factors tried for a level (default: 6; 0 only looks)")
    parser.add_argument("--games", type=int, default=120, help="games of a contest at most (default: 120)")
    parser.add_argument("--seed", default="fit", help="what all chance comes from (default: fit)")
    parser.add_argument("--file", type=Path, help="where finished games are kept (default: in Rowdy's data folder)")


def run(args: argparse.Namespace) -> None:
    shared.compile_first()
    child.register()
    fit = Fit(args.game, args.seed, args.games, KeptResults(args.file))
    for level in reversed(LADDER[:-1]):
        if level in args.levels:
            fit.fit(level, args.step / 100, args.tries)
    for level in args.levels:
        print(f'        "{level}": {constructor(fit.mistakes[level])},')
    for below, level in pairwise(("child", *LADDER)):
        if {below, level} & set(args.levels):
            print(f"{args.game}: {level} v {below}: {fit.share(level, below)}", flush=True)


def constructor(mistakes: Mistakes) -> str:
    """The mistakes as Python writes them, without what is never made."""
    values = {field.name: getattr(mistakes, field.name) for field in fields(mistakes)}
    return f"Mistakes({', '.join(f'{name}={value:g}' for name, value in values.items() if value)})"


@dataclass(frozen=True)
class Share:
    """The share of the first of two bots, by rounds: a round plays one seed on both seats."""

    rounds: tuple[float, ...]

    @property
    def mean(self) -> float:
        return fmean(self.rounds)

    @property
    def half_width(self) -> float:
        """Half of a 95 % interval; a round won and one lost are added, since a few that agree are no certainty."""
        return 1.96 * stdev((*self.rounds, 0.0, 1.0)) / sqrt(len(self.rounds) + 2)

    def decided(self, wanted: float) -> bool:
        """Whether it is certain enough that more rounds would not change on which side of a share this is."""
        return len(self.rounds) >= MIN_ROUNDS and abs(self.mean - wanted) > self.half_width

    def __str__(self) -> str:
        return f"{100 * self.mean:.1f} ± {100 * self.half_width:.1f} % ({2 * len(self.rounds)} games)"


class Fit:
    """The mistakes of the levels in one game, while they are fitted."""

    def __init__(self, game: str, seed: str, games: int, kept: KeptResults) -> None:
        self.game = game
        self.seed = seed
        self.games = games
        self.kept = kept
        self.mistakes = dict(KITS[game].mistakes)

    def fit(self, level: str, wanted: float, tries: int) -> None:
        """Scales a level's mistakes until the level above, or for the lowest the child, takes this share from it."""
        above = "child" if level == LADDER[0] else LADDER[LADDER.index(level) + 1]
        wanted = CHILD_SHARE if above == "child" else wanted
        start, low, high = self.mistakes[level], 1 / WIDEST_FACTOR, WIDEST_FACTOR
        tried = {start: 1.0}
        factor = 1.0
        for _ in range(tries):
            self.mistakes[level] = scaled(start, factor)
            found = self.share(above, level, wanted)
            tried[self.mistakes[level]] = abs(found.mean - wanted)
            print(f"{self.game}: {above} v {level} × {factor:.2f}: {found}", flush=True)
            if abs(found.mean - wanted) <= NEAR_ENOUGH:
                break
            low, high = (low, factor) if found.mean > wanted else (factor, high)
            factor = (low * high) ** 0.5
        self.mistakes[level] = min(tried, key=lambda mistakes: tried[mistakes])

    def share(self, one: str, other: str, wanted: float | None = None) -> Share:
        """The share of one level against the other; it ends early once that is certainly not the one wanted."""
        vars(KITS[self.game]).update(mistakes=self.mistakes)
        contest = Figure(self.game, (spec(one), spec(other)), "", seed=self.seed).contest
        found = Share(())
        for number in range(1, self.games // 2 + 1):
            ours, theirs = (self.kept.play(match).points(0) for match in contest.round(number))
            found = Share((*found.rounds, (ours + 1 - theirs) / 2))
            shared.tell(f"{self.game}: {one} v {other}: {found}")
            if wanted is not None and found.decided(wanted):
                break
        shared.tell()
        return found


def scaled(mistakes: Mistakes, factor: float) -> Mistakes:
    """With all mistakes that are made neither never nor always made so many times as often."""
    changed = {}
    for field in fields(mistakes):
        value = getattr(mistakes, field.name)
        if 0 < value < 1 or field.name == "blur":
            most = value * factor if field.name == "blur" else 0.99
            changed[field.name] = round(min(value * factor, most), 2)
    return replace(mistakes, **changed)
