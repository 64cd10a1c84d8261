"""Building an action of XOXO: an interned one, which is checked and found again, beside a plain frozen dataclass.

Both take turns in short rounds, and the median of the ratios counts.
"""

from __future__ import annotations

import argparse
import statistics
from dataclasses import dataclass
from timeit import Timer

from benchmarks import shared
from rowdy.rules.geometry import Square
from rowdy.rules.xoxo_state import Lay, Source

MAX_RATIO = 1.0
"""The most time that building an action may take, relative to a plain frozen dataclass."""


@dataclass(frozen=True, slots=True)
class PlainLay:
    source: Source
    square: Square


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--rounds", type=int, default=200, help="rounds of both (default: 200)")


def run(args: argparse.Namespace) -> None:
    timers = [Timer("Lay(source, 'c3')", globals={"Lay": kind, "source": Source.OWN}) for kind in (Lay, PlainLay)]
    times = [[timer.timeit(500) / 500 for timer in timers] for _ in range(args.rounds)]
    interned, plain = (statistics.median(one) * 1e9 for one in zip(*times, strict=True))
    ratio = statistics.median(one / other for one, other in times)
    rows = [["interned", f"{interned:.0f}", f"{ratio:.2f}"], ["plain frozen dataclass", f"{plain:.0f}", "1.00"]]
    shared.print_table(["building an action", "ns", f"ratio (must {MAX_RATIO})"], rows)
