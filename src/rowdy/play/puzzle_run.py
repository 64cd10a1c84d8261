"""Runs that make puzzles: what each game yields, found here or on a Ray cluster, in the order of the games."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from contextlib import closing
from typing import NamedTuple

from rowdy.play.arena.code import code_digest
from rowdy.play.puzzle_maker import MadePuzzle, PuzzleMaker
from rowdy.play.puzzle_proof import fault
from rowdy.play.ray_cluster import RayCluster
from rowdy.rules.game import InvalidSetup


class PuzzleGame(NamedTuple):
    """One game of a run that makes puzzles."""

    game_id: str
    run: str
    number: int


class Yielded(NamedTuple):
    """The puzzles of one game, and the digest of the code that found them."""

    found: list[MadePuzzle]
    code: str


def find_proved(made: PuzzleGame) -> list[MadePuzzle]:
    """The puzzles of one game, each confirmed; `InvalidSetup` if one is wrong, which means that a search is faulty."""
    found = PuzzleMaker(made.game_id, made.run).find(made.number)
    for one in found:
        if why := fault(one.puzzle):
            raise InvalidSetup("puzzle-wrong", line=one.puzzle.line(), why=why)
    return found


def find_all(
    game_id: str, run: str, numbers: Iterable[int], cluster: RayCluster | None = None
) -> Generator[Yielded, None, None]:
    """Yields the puzzles of each of these games, in the order of the games, wherever they are found."""
    games = [PuzzleGame(game_id, run, number) for number in numbers]
    if cluster is None:
        for made in games:
            yield Yielded(find_proved(made), code_digest(game_id))
        return
    early: dict[PuzzleGame, Yielded] = {}
    waiting = iter(games)
    awaited = next(waiting, None)
    with closing(cluster.run(find_proved, games, game_id)) as arriving:
        for done in arriving:
            early[done.item] = Yielded(done.result, done.code)
            while awaited is not None and awaited in early:
                yield early.pop(awaited)
                awaited = next(waiting, None)
