"""Makes the files in src/rowdy/search/opening_files anew, by solving the games whole: takes about a minute.

.venv/bin/python scripts/make_openings.py
"""

from __future__ import annotations

import hashlib
from pathlib import Path

import rowdy
from rowdy.rules.flip import FlipGame
from rowdy.search.kernels.flip_layers import Scores
from rowdy.search.openings import LAYERS, pack_opening
from rowdy.search.retrograde import solve
from rowdy.search.tablebase import variant

FOLDER = Path(__file__).parent.parent / "src/rowdy/search/opening_files"
GAMES = [rowdy.game("rubik", rulings={"both_rows": option}) for option in ("draw", "mover", "opponent")]


def early_layers(game: FlipGame) -> dict[int, Scores]:
    print(f"solving {variant(game)}", flush=True)
    return {layer.stones: layer.scores for layer in solve(game, workers=2) if layer.stones in LAYERS}


def main() -> None:
    solved = {variant(game): early_layers(game) for game in (*GAMES, rowdy.game("xoxo2"))}
    FOLDER.mkdir(exist_ok=True)
    sums = []
    for name in solved:
        packed = pack_opening(name, lambda other, stones: solved[other][stones])
        (FOLDER / f"{name}.xz").write_bytes(packed)
        sums.append(f"{hashlib.sha256(packed).hexdigest()}  {name}.xz\n")
        print(f"{name}: {len(packed):,} bytes", flush=True)
    (FOLDER / "SHA256SUMS").write_text("".join(sums))


if __name__ == "__main__":
    main()
