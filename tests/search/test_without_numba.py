"""Where Numba cannot be had, the kernels run as they are written and give the same answers."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

ANSWERS = """
import json, random, sys, tempfile
from pathlib import Path

if sys.argv[1] == "plain":
    sys.modules["numba"] = None

from rowdy.search.kernels.jit import COMPILED
from rowdy.search.perfect import Prober
from rowdy.search.retrograde import solve
from rowdy.search.tablebase import solve_into
from tests.search.support import VARIANTS, flip_game, going_on, rating, ratings

SMALL = ["rubik width=3 height=2 line=2 stones=3 both_rows=mover", "xoxo2 width=2 height=3 line=2 stones=3"]
found = {"compiled": COMPILED, "layers": {}, "turns": {}, "verdicts": {}}
for variant in SMALL:
    game = flip_game(variant)
    found["layers"][variant] = [[vars(l.totals), l.scores.tobytes().hex()] for l in solve(game, workers=2)]
    with tempfile.TemporaryDirectory() as folder:
        list(solve_into(Path(folder), game))
        prober = Prober(game, Path(folder))
        for laid in range(6):
            state = going_on(random.Random(laid), game, laid)
            found["turns"][f"{variant} {laid}"] = ratings(prober.probe(state).turns)
        assert prober.refused is None
for variant in VARIANTS:
    game, rng = flip_game(variant), random.Random(variant)
    prober = Prober(game, Path("nowhere"))
    for laid in (15, 15, 14, 14, 13, 13, 12):
        state = going_on(rng, game, laid)
        text = game.format_state(state)
        found["turns"][f"{variant} {text}"] = ratings(prober.probe(state).turns)
        found["verdicts"][f"{variant} {text}"] = rating(prober.verdict(state))
        found["verdicts"][f"{variant} {text} safe"] = prober.safe_replies(state, 5)
    for laid in (0, 2, 5, 8):  # down to the layers that are shipped, at most a turn away
        state = going_on(rng, game, laid)
        found["verdicts"][f"{variant} {game.format_state(state)}"] = rating(prober.verdict(state))
odd = []
print(json.dumps(found | {"odd": odd}, default=lambda number: odd.append(type(number).__name__) or int(number)))
"""


@cache
def answers(how: str) -> dict[str, Any]:
    """Warnings, as of a number that ran over, count as errors."""
    root = Path(__file__).parents[2]
    command = [sys.executable, "-W", "error", "-c", ANSWERS, how]
    run = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    assert run.stderr == ""
    found: dict[str, Any] = json.loads(run.stdout)
    return found


@pytest.mark.long
def test_the_answers_are_the_same_without_numba() -> None:
    plain, compiled = answers("plain"), answers("compiled")
    assert not plain["compiled"]
    assert len(plain["turns"]) == 40
    for kind in ("layers", "turns", "verdicts"):
        assert plain[kind] == compiled[kind]


def test_numba_is_used_where_it_is_installed() -> None:
    assert answers("compiled")["compiled"] == (find_spec("numba") is not None)


@pytest.mark.parametrize("how", ["plain", "compiled"])
def test_numbers_in_answers_are_plain_numbers(how: str) -> None:
    """Others cannot be written as JSON."""
    assert answers(how)["odd"] == []
