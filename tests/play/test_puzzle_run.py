"""Runs that make puzzles: the same games in the same order, whoever finds what they yield and however soon."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from dataclasses import replace
from typing import Any, cast

import pytest

from rowdy.play import puzzle_run
from rowdy.play.arena.code import code_digest
from rowdy.play.puzzle_maker import MadePuzzle, PuzzleMaker
from rowdy.play.puzzle_run import PuzzleGame, find_all, find_proved
from rowdy.play.puzzles import puzzle_set
from rowdy.play.ray_cluster import DonePiece, RayCluster
from rowdy.rules.game import InvalidSetup


class Backwards:
    """A cluster whose pieces arrive in pairs, the later one first."""

    def run(
        self, work: Callable[[Any], Any], items: Iterable[Any], game_id: str
    ) -> Generator[DonePiece[Any, Any], None, None]:
        todo = list(items)
        for pair in (todo[at : at + 2] for at in range(0, len(todo), 2)):
            yield from (DonePiece(item, work(item), f"code of {item.number}") for item in reversed(pair))


def test_a_cluster_changes_neither_what_is_found_nor_the_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzle_run, "find_proved", lambda made: [made])
    numbers = range(3, 8)
    games = [[PuzzleGame("djeco", "1", number)] for number in numbers]
    here = map(tuple, find_all("djeco", "1", numbers))
    assert list(here) == [(game, code_digest("djeco")) for game in games]
    found = [tuple(one) for one in find_all("djeco", "1", numbers, cast(RayCluster, Backwards()))]
    assert found == [(game, f"code of {game[0].number}") for game in games]


def test_a_puzzle_that_cannot_be_confirmed_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    right = puzzle_set("xoxo")[0]
    found = [MadePuzzle(right, "")]
    monkeypatch.setattr(PuzzleMaker, "find", lambda maker, number: found)
    assert find_proved(PuzzleGame("xoxo", "1", 0)) == found
    found.append(MadePuzzle(replace(right, turns=("the wrong card",)), ""))
    with pytest.raises(InvalidSetup) as wrong:
        find_proved(PuzzleGame("xoxo", "1", 0))
    assert wrong.value.code == "puzzle-wrong"
