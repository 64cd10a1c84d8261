"""Both games solved whole, for every ruling: the recorded totals, and every value following from those after it."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from hashlib import file_digest
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rowdy.rules.flip import FlipGame
from rowdy.rules.flip_state import State
from rowdy.rules.game import Over
from rowdy.rules.geometry import Grid
from rowdy.search.kernels.flip import END, IN_TURN, board_of, position_index, position_of
from rowdy.search.kernels.flip_turns import before
from rowdy.search.openings import LAYERS, load_opening
from rowdy.search.perfect import AnswerSource, Prober, Value
from rowdy.search.retrograde import Totals
from rowdy.search.tablebase import Solution, layer_path, variant
from tests.naive.solve import images
from tests.perft import read_variant
from tests.search.support import (
    VARIANTS,
    at_random,
    boards,
    flip_game,
    going_on,
    played,
    positions,
    ratings,
    whole_turns,
)
from tests.search.totals import recorded

ROOT = Path(__file__).parents[2]
STONES = 16
ARRANGEMENTS = 32_956_254_945
"""As the rules have it."""
MAX_MEMORY = 2_500_000_000
every_variant = pytest.mark.parametrize("game_id", VARIANTS)


# What is recorded


@every_variant
def test_the_recorded_totals_count_every_arrangement(game_id: str) -> None:
    totals = recorded(variant(flip_game(game_id)))
    assert [layer.stones for layer in totals] == list(range(STONES, -1, -1))
    assert sum(layer.positions for layer in totals) == ARRANGEMENTS
    assert all(layer.positions == layer.wins + layer.draws + layer.losses for layer in totals)


def test_the_recorded_totals_of_the_last_layer_are_counted_in_another_way() -> None:
    """With all stones laid, only the sides of each player's own stones matter: who has a row?"""
    lines, with_row = Grid(4, 4, 3).lines, {}
    sides = np.arange(1 << 8)
    for own in combinations(range(STONES), 8):
        has_row = np.zeros(1 << 8, np.bool_)
        for line in lines:
            if all(line >> square & 1 == 0 or square in own for square in range(STONES)):
                bits = sum(1 << i for i, square in enumerate(own) if line >> square & 1)
                has_row |= (sides & bits == 0) | (sides & bits == bits)
        with_row[own] = int(has_row.sum())
    mine = [rows for _, rows in sorted(with_row.items())]
    theirs = [with_row[tuple(i for i in range(STONES) if i not in own)] for own in sorted(with_row)]
    wins = sum(m * (256 - t) for m, t in zip(mine, theirs, strict=True))
    losses = sum(t * (256 - m) for m, t in zip(mine, theirs, strict=True))
    everything = len(mine) * 256 * 256
    for game_id in VARIANTS[:3]:
        expected = Totals(STONES, everything, wins, everything - wins - losses, losses)
        assert recorded(variant(flip_game(game_id)))[0] == expected
    losses = sum(t * 256 for t in theirs)
    assert recorded("survives")[0] == Totals(STONES, everything, 0, everything - losses, losses)


@every_variant
def test_the_recorded_totals_of_the_first_layers_are_what_is_shipped(game_id: str, tmp_path: Path) -> None:
    game = flip_game(game_id)
    prober = Prober(game, tmp_path)
    assert prober.source is AnswerSource.OPENING
    for layer in recorded(variant(game))[-3:]:
        found = Counter(
            prober.verdict(game.parse_state(positions(game, text)[0])).value for text in boards(game, layer.stones)
        )
        assert layer == Totals(layer.stones, found.total(), found[Value.WIN], found[Value.DRAW], found[Value.LOSS])


# The whole solution


SOLVE = """
import json, resource, sys
from dataclasses import astuple
from pathlib import Path
from rowdy.search.tablebase import solve_into
from tests.search.support import flip_game

scored = set()
totals = solve_into(Path(sys.argv[2]), flip_game(sys.argv[1]), workers=2, progress=lambda stones, _: scored.add(stones))
totals = [astuple(layer) for layer in totals]
if sys.platform == "linux":  # where the other number counts what the parent had, too
    peak = 1024 * int(Path("/proc/self/status").read_text().split("VmHWM:")[1].split()[0])
else:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(json.dumps({"totals": totals, "scored": sorted(scored), "peak": peak}))
"""


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder that takes no room afterwards: pytest would keep a gigabyte for each game."""
    yield tmp_path
    shutil.rmtree(tmp_path)


def solve_whole(game_id: str, folder: Path) -> dict[str, Any]:
    """Solves in a process of its own, whose use of memory can be told."""
    command = [sys.executable, "-c", SOLVE, game_id, str(folder)]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    told: dict[str, Any] = json.loads(run.stdout)
    assert [Totals(*layer) for layer in told["totals"]] == recorded(variant(flip_game(game_id)))
    assert told["peak"] <= MAX_MEMORY
    return told


def solve_and_kill(game_id: str, folder: Path, stones: int) -> None:
    """Has the program solve a game, and kills it while it works on the layer after this one."""
    name, given = read_variant(game_id)
    rulings = [text for ruling, option in given.items() for text in ("--ruling", f"{ruling}={option}")]
    command = [sys.executable, "-m", "rowdy", "solve", name, *rulings, "--workers", "2", "--out", str(folder)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL) as solving:
        while not layer_path(folder, flip_game(game_id), stones).exists():
            assert solving.poll() is None, "it has stopped by itself"
            time.sleep(0.01)
        time.sleep(0.1)
        solving.kill()


def digests(folder: Path) -> dict[str, str]:
    found = {}
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        with open(path, "rb") as file:
            found[str(path.relative_to(folder))] = file_digest(file, "sha256").hexdigest()
    return found


class Lookup:
    """The scores of positions at the start of a turn, straight from the files."""

    def __init__(self, game: FlipGame, folder: Path) -> None:
        self.game = game
        self.board = board_of(game)
        solution = Solution(game, folder)
        self.layers = [solution.layer(stones).read().scores for stones in range(STONES + 1)]

    def __call__(self, state: State) -> int:
        return int(self.layers[state.laid][position_index(self.board, position_of(state))])

    def follows(self, state: State) -> int:
        """What the score must be: the best of all turns, which are played by the rules."""
        over = self.game.turn(state)
        if isinstance(over, Over):
            return self.end(over, state.mover, END)
        return max(self.worth(then, state.mover) for then in whole_turns(self.game, state).values())

    def worth(self, then: State, mover: int) -> int:
        over = self.game.turn(then)
        return self.end(over, mover, IN_TURN) if isinstance(over, Over) else before(self(then))

    def end(self, over: Over, player: int, win: int) -> int:
        winners = over.outcome.winners
        return 0 if not winners else win if player in winners else -win


def at_start(rng: random.Random, game: FlipGame, laid: int) -> State:
    """A position at random at the start of a turn, finished or not."""
    text = game.format_state(at_random(rng, game, laid))
    return game.parse_state(positions(game, text.split()[0])[0])


@pytest.mark.long
@every_variant
def test_a_game_is_solved_whole(game_id: str, folder: Path) -> None:
    """One test for each game, so that no game is solved by two processes of a test run."""
    game = flip_game(game_id)
    solve_and_kill(game_id, folder / "killed", 12)
    finished = len(list((folder / "killed").rglob("*.rowdy")))
    assert 5 <= finished < STONES
    assert solve_whole(game_id, folder / "killed")["scored"] == list(range(STONES + 1 - finished))
    assert solve_whole(game_id, folder / "whole")["scored"] == list(range(STONES + 1))
    assert digests(folder / "killed") == digests(folder / "whole")
    shutil.rmtree(folder / "killed")
    lookup = Lookup(game, folder / "whole")
    shipped_layers_are_the_whole_ones(lookup)
    values_follow_from_children(lookup, 150)
    images_have_equal_values(lookup, 100)
    solution_and_shipped_layers_agree(game, folder / "whole", 1000 if game_id in ("rubik", "xoxo2") else 300)


def shipped_layers_are_the_whole_ones(lookup: Lookup) -> None:
    """Every score that is shipped is the solution's; what is left out needs no search."""
    known = load_opening(lookup.game)
    assert known is not None
    for stones in LAYERS:
        whole, start = lookup.layers[stones], known.starts[stones]
        shipped = known.scores[start : start + len(whole)]
        left_out = (whole >= IN_TURN) | (whole == -END)
        assert np.array_equal(whole[~left_out], shipped[~left_out])


def values_follow_from_children(lookup: Lookup, number: int) -> None:
    for laid in range(STONES + 1):
        rng = random.Random(f"children {laid}")
        for i in range(number):
            make = at_start if i % 2 or laid == STONES else going_on_at_start
            state = make(rng, lookup.game, laid)
            assert lookup(state) == lookup.follows(state), lookup.game.format_state(state)


def going_on_at_start(rng: random.Random, game: FlipGame, laid: int) -> State:
    while isinstance(game.turn(state := at_start(rng, game, laid)), Over):
        pass
    return state


def images_have_equal_values(lookup: Lookup, number: int) -> None:
    game, views = lookup.game, images(4, 4)
    for laid in range(STONES + 1):
        rng = random.Random(f"images {laid}")
        for _ in range(number):
            state = at_start(rng, game, laid)
            text = game.format_state(state)
            assert {lookup(game.parse_state(view.position(text, 4, 4))) for view in views} == {lookup(state)}, text


def solution_and_shipped_layers_agree(game: FlipGame, folder: Path, number: int) -> None:
    solved, shipped = Prober(game, folder), Prober(game, folder / "nothing")
    assert [solved.source, shipped.source] == [AnswerSource.SOLUTION, AnswerSource.OPENING]
    for laid in range(STONES):
        rng = random.Random(f"agree {laid}")
        for i in range(number):
            state = (at_random, going_on, played)[i % 3](rng, game, laid)
            assert solved.verdict(state) == shipped.verdict(state), game.format_state(state)
            if i % 50 == 0:
                assert ratings(solved.probe(state).turns) == ratings(shipped.probe(state).turns)
    assert solved.refused is None
