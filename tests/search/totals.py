"""The totals of every layer of the solved games, as recorded: `python -m tests.search.totals` records them anew.

It solves all four games whole, which takes a minute or two and 1 GB of memory, and nothing on disk.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

from rowdy.search.retrograde import Totals, solve
from rowdy.search.tablebase import variant
from tests.search.support import VARIANTS, flip_game

FILE = Path(__file__).with_suffix(".toml")
NOTE = """\
# Positions at the start of a turn by the number of stones laid, and how many of them are won, drawn and lost for the
# player to move. Made by `python -m tests.search.totals`.
"""


def recorded(name: str) -> list[Totals]:
    """The totals of a variant, from all stones laid to none."""
    rows = tomllib.loads(FILE.read_text("utf-8"))[name]
    return [Totals(*row) for row in rows]


def as_text(name: str, totals: list[Totals]) -> str:
    rows = [f"    [{t.stones}, {t.positions}, {t.wins}, {t.draws}, {t.losses}],\n" for t in totals]
    return f"{name} = [\n{''.join(rows)}]\n"


def main() -> None:
    texts = [NOTE]
    for game in map(flip_game, VARIANTS):
        print(f"solving {variant(game)}", flush=True)
        texts.append(as_text(variant(game), [layer.totals for layer in solve(game, workers=2)]))
    FILE.write_text("\n".join(texts), "utf-8")


if __name__ == "__main__":
    main()
