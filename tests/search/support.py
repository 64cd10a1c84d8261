"""Positions of the flip games for the tests of perfect play, and what the naive solver says of them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import combinations, product

import pytest

from rowdy.rules.flip import FlipGame
from rowdy.rules.flip_state import Part, State
from rowdy.rules.game import InvalidPosition, Move
from rowdy.search.kernels.flip import END, Position, Sides
from rowdy.search.perfect import RatedTurn, Value, Verdict
from tests.naive.common import ranks
from tests.naive.solve import Rating, Solver
from tests.perft import SIZES, engine, read_variant

VARIANTS = ("rubik", "rubik both_rows=mover", "rubik both_rows=opponent", "xoxo2")
"""Every game that has a solution of its own."""
QUICK_VARIANTS = [v if "both_rows" not in v else pytest.param(v, marks=pytest.mark.long) for v in VARIANTS]
"""The same as parameters of tests: the quick run has one for each ruling `row`."""

BOTH_BY_A_FLIP = (
    "AAAa/.aaa/AAAb/baBA flip",
    "aa.A/baAA/aaAA/ABAa flip",
    "AAAa/.AAA/aaab/aAaA flip",
    "a.Ab/aAAB/aaAa/AaBA flip",
    "aaaa/A.AA/AaAA/AaAa flip",
)
"""Positions in which a flip gives both players an enclosed row, and no other turn wins: random ones have hardly any."""


def flip_game(variant: str) -> FlipGame:
    game = engine(variant)
    assert isinstance(game, FlipGame)
    return game


def naive_solver(variant: str, *, fold: bool = False) -> Solver:
    """Reads the variant without help from the engine."""
    game_id, given = read_variant(variant)
    row = given.get("row", {"rubik": "enclosed", "xoxo2": "survives"}[game_id])
    sizes = {name: int(given[name]) for name in sorted(SIZES & set(given))}
    return Solver(row, given.get("both_rows", "draw"), fold=fold, **sizes)


# Positions


def boards(game: FlipGame, laid: int) -> Iterator[str]:
    """Every board with so many stones, as text."""
    width, height = game.sizes.width, game.sizes.height
    squares = range(width * height)
    for first in combinations(squares, (laid + 1) // 2):
        for second in combinations([square for square in squares if square not in first], laid // 2):
            for sides in product(*(["AB"] * len(first) + ["ab"] * len(second))):
                stones = dict(zip(first + second, sides, strict=True))
                cells = "".join(stones.get(square, ".") for square in squares)
                yield "/".join(cells[i : i + width] for i in range(0, len(cells), width))


def positions(game: FlipGame, board: str) -> list[str]:
    """The positions with this board: one at the start of a turn, and one after a flip if any flip is possible."""
    try:
        game.parse_state(f"{board} flip")
    except InvalidPosition:
        return [f"{board} place"]
    return [f"{board} flip", f"{board} place"]


def at_random(rng: random.Random, game: FlipGame, laid: int) -> State:
    """A position that need not be reachable. Sides may show mostly the same side, so that rows are common."""
    width, height = game.sizes.width, game.sizes.height
    letters = ["."] * (width * height - laid)
    for sides, number in (("AB", (laid + 1) // 2), ("ab", laid // 2)):
        other = rng.choice([0.5, 0.5, 0.2])
        letters += [sides[rng.random() < other] for _ in range(number)]
    rng.shuffle(letters)
    board = "/".join("".join(letters[i : i + width]) for i in range(0, len(letters), width))
    return game.parse_state(rng.choice(positions(game, board)))


def going_on(rng: random.Random, game: FlipGame, laid: int) -> State:
    """A position at random in which the game is not over."""
    while not isinstance(game.turn(state := at_random(rng, game, laid)), Move):
        pass
    return state


def played(rng: random.Random, game: FlipGame, laid: int) -> State:
    """A position of a random game that has not ended, with the flip or the placement due."""
    part = rng.choice(list(Part))
    while True:
        state = game.start()
        while isinstance(turn := game.turn(state), Move) and state.laid <= laid:
            if state.laid == laid and (state.part is part or laid == 0):
                return state
            state = game.play(state, turn.seat, rng.choice(list(game.legal(state, turn.seat))))


@cache
def _bits(width: int, height: int) -> list[tuple[int, int]]:
    """Where in a board's text each square stands, and its bit in a set."""
    order = [square for rank in ranks(width, height) for square in rank]
    by_name = sorted(order, key=lambda square: (int(square[1:]), square[0]))
    return [(i + i // width, 1 << by_name.index(square)) for i, square in enumerate(order)]


def position_in(board: str, width: int, height: int) -> Position:
    """The position at the start of a turn, read from a board's text in a quicker way than the engine's."""
    sets = dict.fromkeys("ABab.", 0)
    for at, bit in _bits(width, height):
        sets[board[at]] |= bit
    a, b, c, d = (sets[stone] for stone in "ABab")
    first, second = Sides(a, b), Sides(c, d)
    return Position(first, second) if (a | b).bit_count() == (c | d).bit_count() else Position(second, first)


# Ratings


def rating(verdict: Verdict) -> Rating:
    """A verdict in the naive solver's terms."""
    return Rating({Value.WIN: 1, Value.DRAW: 0, Value.LOSS: -1}[verdict.value], verdict.distance)


def score_of(rated: Rating) -> int:
    """A rating in the layers' terms, which tell no finished draw from one to come."""
    return rated.value * (END - (rated.distance or 0))


def rating_of(score: int) -> Rating:
    """A score in the naive solver's terms, the game not being over."""
    return Rating((score > 0) - (score < 0), END - abs(score) if score else None)


def ratings(turns: tuple[RatedTurn, ...]) -> dict[str, Rating]:
    """What each turn of a list is worth, by its text; no turn stands there twice."""
    found = {str(turn): rating(turn.verdict) for turn in turns}
    assert len(found) == len(turns)
    return found


def whole_turns(game: FlipGame, state: State) -> dict[str, State]:
    """All legal turns, or what is left of one, played in the engine: the position after each."""
    found = {}
    for action in game.legal(state, state.mover):
        after = game.play(state, state.mover, action)
        if after.mover == state.mover and isinstance(game.turn(after), Move):
            for place in game.legal(after, state.mover):
                found[f"{action} {place}"] = game.play(after, state.mover, place)
        else:
            found[str(action)] = after
    return found
