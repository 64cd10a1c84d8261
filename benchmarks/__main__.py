"""The benchmarks: `make bench` runs all, `make bench ARGS=perfect` one of them (add --help for its settings)."""

from __future__ import annotations

import argparse

from benchmarks import actions, arena, kernels, perfect, random_play, search, server

PARTS = {
    "actions": actions,
    "random_play": random_play,
    "kernels": kernels,
    "search": search,
    "arena": arena,
    "perfect": perfect,
    "server": server,
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="benchmarks", description=__doc__)
    parts = parser.add_subparsers(dest="part", metavar="PART")
    for name, part in PARTS.items():
        line = (part.__doc__ or "").partition("\n")[0]
        part.add_arguments(parts.add_parser(name, help=line, description=part.__doc__))
    args = parser.parse_args()
    for name in [args.part] if args.part else PARTS:
        print(f"== {name}", flush=True)
        PARTS[name].run(args if args.part else parser.parse_args([name]))


if __name__ == "__main__":
    main()
