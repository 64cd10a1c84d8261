"""The benchmarks: `make bench` runs all, `make bench ARGS=perfect` one of them (add --help for its settings)."""

from __future__ import annotations

import argparse
import sys
from importlib import import_module

PARTS = (
    "actions",
    "random_play",
    "kernels",
    "search",
    "arena",
    "strength",
    "beliefs",
    "ladder",
    "held",
    "perfect",
    "problems",
    "reviews",
    "server",
)
ON_DEMAND = ("fit_ladder",)
"""Commands that measure nothing by themselves, and run only if they are named."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="benchmarks", description=__doc__)
    parts = parser.add_subparsers(dest="part", metavar="PART")
    named = [
        name for name in (*PARTS, *ON_DEMAND) if name in sys.argv[1:2]
    ]  # the others may need what is not installed
    modules = {name: import_module(f"benchmarks.{name}") for name in named or (*PARTS, *ON_DEMAND)}
    for name, part in modules.items():
        line = (part.__doc__ or "").partition("\n")[0]
        part.add_arguments(parts.add_parser(name, help=line, description=part.__doc__))
    args = parser.parse_args()
    for name in [args.part] if args.part else PARTS:
        print(f"== {name}", flush=True)
        modules[name].run(args if args.part else parser.parse_args([name]))


if __name__ == "__main__":
    main()
