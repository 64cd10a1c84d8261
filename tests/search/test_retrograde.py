"""Small games are solved whole twice, by the layers and by the naive solver, and every position has the same value.

The naive solver shares no code with the search, nor with the engine's rules.
"""

from __future__ import annotations

from collections import Counter
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from rowdy.rules.flip import FlipGame
from rowdy.search.kernels.flip import board_of, position_index
from rowdy.search.kernels.flip_layers import Scores
from rowdy.search.perfect import MAX_SEARCHED_STONES_LEFT, AnswerSource, Prober
from rowdy.search.retrograde import SolvedLayer, Totals, layer_size, solve
from rowdy.search.tablebase import solve_into
from tests.naive.solve import Solver, images
from tests.quick import first_quick
from tests.search.support import (
    boards,
    flip_game,
    naive_solver,
    position_in,
    positions,
    rating,
    ratings,
    score_of,
)

BOTH_ROWS = ("draw", "mover", "opponent")
SMALL = (
    *(f"rubik width=6 height=1 line=2 stones=3 both_rows={option}" for option in BOTH_ROWS),
    "xoxo2 width=6 height=1 line=2 stones=3",
    "rubik width=3 height=2 line=2 stones=3",
    "xoxo2 width=3 height=2 line=2 stones=3",
    "rubik width=2 height=2 line=2 stones=2",
    "xoxo2 width=2 height=2 line=2 stones=2",
    "rubik width=1 height=4 line=2 stones=2",
    "xoxo2 width=5 height=1 line=3 stones=1",
)
MIDDLING = (
    *(f"rubik width=4 height=2 line=2 stones=4 both_rows={option}" for option in BOTH_ROWS),
    *(f"rubik width=3 height=3 line=2 stones=4 both_rows={option}" for option in BOTH_ROWS[1:]),
    "rubik width=3 height=3 stones=4",
    "xoxo2 width=4 height=2 stones=4",
    "xoxo2 width=3 height=3 line=2 stones=3",
    "xoxo2 width=3 height=3 stones=4",
    "xoxo2 width=4 height=3 stones=2 line=2",
)
"""With more than 100,000 positions each, most of which are images of others."""
LIST_EVERY = 37
"""Of one in so many positions the list of turns is compared, too."""


def all_layers(game: FlipGame, workers: int = 1) -> dict[int, SolvedLayer]:
    return {layer.stones: layer for layer in solve(game, workers=workers)}


def counted(stones: int, values: Counter[int]) -> Totals:
    return Totals(stones, values.total(), values[1], values[0], values[-1])


# Solved both ways


@pytest.mark.parametrize("variant", first_quick(SMALL[::-1], 5))
def test_every_position_of_a_small_game_has_the_value_that_the_naive_solver_finds(variant: str, tmp_path: Path) -> None:
    game, solver = flip_game(variant), naive_solver(variant, fold=True)
    probers = probers_of(game, tmp_path)
    number = 0
    for stones, layer in all_layers(game).items():
        values: Counter[int] = Counter()
        for text in boards(game, stones):
            values[compare(game, solver, layer.scores, {text})] += 1
            for position in positions(game, text):
                state = game.parse_state(position)
                for prober in probers:
                    assert rating(prober.verdict(state)) == solver.rate(position), position
                    if number % LIST_EVERY == 0:
                        assert ratings(prober.probe(state).turns) == solver.turns(position), position
                number += 1
        assert layer.totals == counted(stones, values)


@pytest.mark.long
@pytest.mark.parametrize("variant", MIDDLING[1:3])
def test_the_last_layers_of_a_middling_game_have_the_naive_solver_s_values(variant: str) -> None:
    """Where a flip gives both players a row, as it hardly ever does in a small game."""
    game, solver = flip_game(variant), naive_solver(variant, fold=True)
    for layer in islice(solve(game), 2):
        compare_layer(game, solver, layer, [])


@pytest.mark.long
@pytest.mark.parametrize("variant", MIDDLING)
def test_every_position_of_a_middling_game_has_the_value_that_the_naive_solver_finds(
    variant: str, tmp_path: Path
) -> None:
    game, solver = flip_game(variant), naive_solver(variant, fold=True)
    probers = probers_of(game, tmp_path)
    for layer in solve(game):
        compare_layer(
            game, solver, layer, probers[: 2 if 2 * game.sizes.stones - layer.stones <= MAX_SEARCHED_STONES_LEFT else 1]
        )


def compare_layer(game: FlipGame, solver: Solver, layer: SolvedLayer, probers: list[Prober]) -> None:
    """All positions of a layer; probers are asked about one of each that are images of one another."""
    seen: set[str] = set()
    values: Counter[int] = Counter()
    for text in boards(game, layer.stones):
        if text not in seen:
            alike = images_of(game, text)
            seen |= alike
            values[compare(game, solver, layer.scores, alike)] += len(alike)
            for position in positions(game, text):
                for prober in probers:
                    assert rating(prober.verdict(game.parse_state(position))) == solver.rate(position), position
    assert layer.totals == counted(layer.stones, values)


def probers_of(game: FlipGame, folder: Path) -> list[Prober]:
    """One that has the solution, and one that has to search."""
    assert len(list(solve_into(folder, game))) == 2 * game.sizes.stones + 1
    probers = [Prober(game, folder), Prober(game, folder / "nothing")]
    assert [prober.source for prober in probers] == [AnswerSource.SOLUTION, AnswerSource.SEARCH]
    return probers


def images_of(game: FlipGame, board: str) -> set[str]:
    """The board and all boards that look the same in a mirror or with all stones of a player turned over."""
    size = game.sizes.width, game.sizes.height
    return {image.position(f"{board} place", *size).split()[0] for image in images(*size)}


def compare(game: FlipGame, solver: Solver, scores: Scores, alike: set[str]) -> int:
    """All images of a position at the start of a turn have the score that the naive solver finds; the value of it."""
    board, size = board_of(game), (game.sizes.width, game.sizes.height)
    found = solver.rate(positions(game, min(alike))[0])
    for text in alike:
        assert scores[position_index(board, position_in(text, *size))] == score_of(found), text
    return found.value


# What the tests above could miss


@pytest.mark.long
@pytest.mark.parametrize("variant", SMALL[2:6:2])
def test_the_naive_solver_may_take_images_for_one(variant: str) -> None:
    game, folding, plain = flip_game(variant), naive_solver(variant, fold=True), naive_solver(variant)
    for stones in range(2 * game.sizes.stones + 1):
        for text in boards(game, stones):
            for position in positions(game, text):
                assert plain.rate(position) == folding.rate(position)


def test_the_small_games_are_no_trivial_ones() -> None:
    """Wins and losses of many lengths occur, and each ruling makes a difference."""
    scores = {variant: np.concatenate([layer.scores for layer in solve(flip_game(variant))]) for variant in SMALL}
    assert set(np.concatenate(list(scores.values())).tolist()) >= {-32, -31, -30, -28, 0, 27, 29, 30, 31, 32}
    by_option = [scores[f"rubik width=6 height=1 line=2 stones=3 both_rows={option}"] for option in BOTH_ROWS]
    assert len({option.tobytes() for option in by_option}) == 3
    assert not np.array_equal(scores[SMALL[4]], scores[SMALL[5]])


@pytest.mark.long
@pytest.mark.parametrize("variant", ["rubik width=3 height=3 line=2 stones=4", "xoxo2 width=4 height=2 stones=4"])
def test_images_have_equal_values_in_a_layer(variant: str) -> None:
    """Not all images of a position share one place in a layer."""
    game = flip_game(variant)
    board, size = board_of(game), (game.sizes.width, game.sizes.height)
    several = 0
    for stones, layer in all_layers(game).items():
        for number, text in enumerate(boards(game, stones)):
            if number % 499 == 0:
                places = {position_index(board, position_in(other, *size)) for other in images_of(game, text)}
                assert len({int(layer.scores[place]) for place in places}) == 1
                several += len(places) > 1
    assert several > 5


# How it is done


def test_the_number_of_workers_changes_nothing() -> None:
    game = flip_game("xoxo2 width=3 height=3 stones=4")
    one, three = all_layers(game), all_layers(game, workers=3)
    assert list(one) == list(range(8, -1, -1))
    for stones, layer in one.items():
        assert layer.scores.tobytes() == three[stones].scores.tobytes()
        assert layer.totals == three[stones].totals
        slabs, slab = layer_size(game, stones)
        assert layer.scores.shape == (slabs * slab,)
        assert layer.scores.dtype == np.int8


def test_solving_goes_on_from_any_layer() -> None:
    game = flip_game("rubik width=3 height=3 line=2 stones=4 both_rows=mover")
    layers = all_layers(game)
    for stones in range(9):
        rest = list(solve(game, after=layers[stones]))
        assert [layer.stones for layer in rest] == list(range(stones - 1, -1, -1))
        assert all(layer.scores.tobytes() == layers[layer.stones].scores.tobytes() for layer in rest)


def test_progress_goes_up_to_the_end_of_every_layer() -> None:
    game = flip_game("rubik width=3 height=3 stones=3")
    told: list[tuple[int, float]] = []
    list(solve(game, workers=2, progress=lambda stones, done: told.append((stones, done))))
    assert told == sorted(told, key=lambda entry: (-entry[0], entry[1]))
    assert len(set(told)) == len(told)
    assert all(0 < done <= 1 for _, done in told)
    assert [stones for stones, done in told if done == 1] == list(range(6, -1, -1))
