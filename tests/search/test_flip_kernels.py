"""The kernels of the flip games are the rules in other words: the same turns, the same ends, the same images."""

from __future__ import annotations

import random
from itertools import combinations

import numpy as np
import pytest

from rowdy.rules.flip import FlipGame
from rowdy.rules.flip_state import STONES_OF, Flip, Part, State
from rowdy.rules.game import Move, Over
from rowdy.rules.geometry import bits
from rowdy.search.kernels.flip import (
    END,
    IN_TURN,
    OPEN,
    FlipRules,
    Position,
    Sides,
    all_squares,
    board_of,
    compress,
    expand,
    groups,
    next_set,
    position_index,
    position_of,
    sides,
)
from rowdy.search.kernels.flip_rows import ended, ended_by_flip, survives
from rowdy.search.kernels.flip_turns import (
    FLIP_ONLY,
    MAX_TURNS,
    NO_FLIP,
    PLACEMENT,
    after,
    after_turn,
    before,
    every_turn,
    list_turns,
)
from rowdy.search.retrograde import layer_size
from tests.naive.solve import images
from tests.search.support import (
    BOTH_BY_A_FLIP,
    VARIANTS,
    at_random,
    boards,
    flip_game,
    position_in,
    whole_turns,
)

REDUCED = (
    *(f"rubik width=3 height=3 line=2 stones=4 both_rows={option}" for option in ("draw", "mover", "opponent")),
    *(f"rubik width=6 height=1 line=2 stones=3 both_rows={option}" for option in ("draw", "mover", "opponent")),
    "rubik width=4 height=3 stones=6",
    "rubik width=2 height=4 line=2 stones=4 both_rows=mover",
    "xoxo2 width=3 height=3 line=2 stones=3",
    "xoxo2 width=3 height=3 stones=4",
    "xoxo2 width=3 height=4 stones=6",
    "xoxo2 width=5 height=2 line=2 stones=2",
    "xoxo2 line=4",
)
every_variant = pytest.mark.parametrize("variant", VARIANTS + REDUCED)


# Sets of squares


def test_packed_sets_name_squares_among_others_in_their_order() -> None:
    rng = random.Random(1)
    for _ in range(2000):
        squares = rng.getrandbits(16)
        among = bits(squares)
        packed = rng.getrandbits(16) & (1 << len(among)) - 1
        mask = sum(1 << among[i] for i in bits(packed))
        assert expand(packed, squares) == mask
        assert compress(mask, squares) == packed


def test_the_next_set_is_the_next_number_with_as_many_squares() -> None:
    for size in range(1, 9):
        masks = sorted(sum(1 << i for i in chosen) for chosen in combinations(range(10), size))
        assert [next_set(mask) for mask in masks[:-1]] == masks[1:]


def test_sides_are_told_apart_up_to_turning_over_all_stones() -> None:
    for own in (0, 0b1, 0b1000, 0b1011, 0b11010110):
        found: dict[int, set[int]] = {}
        for packed in range(1 << own.bit_count()):
            second = expand(packed, own)
            found.setdefault(sides(second, own), set()).add(second)
        assert sorted(found) == list(range(1 << max(own.bit_count() - 1, 0)))
        assert all({own ^ second for second in alike} == alike for alike in found.values())


@every_variant
def test_the_tables_of_a_board_are_what_they_say(variant: str) -> None:
    game = flip_game(variant)
    board, grid = board_of(game), game.grid
    rng = random.Random(variant)
    for mask in {0, grid.all, *(rng.randint(0, grid.all) for _ in range(60))}:
        assert board.rules.around[mask] == grid.around(mask)
        assert bool(board.rules.has_line[mask]) == bool(grid.rows(mask))
        seen = [sum(1 << symmetry[i] for i in bits(mask)) for symmetry in grid.symmetries]
        assert board.images[:, mask].tolist() == seen
        assert seen[board.turn[mask]] == min(seen)
        assert groups(board, mask.bit_count())[board.group[mask]] == min(seen)
        assert board.rank[mask] == sum(m.bit_count() == mask.bit_count() for m in range(mask))


@every_variant
def test_actions_have_the_numbers_of_the_rules(variant: str) -> None:
    game = flip_game(variant)
    rules, squares = board_of(game).rules, game.grid.squares
    flips = [f"{squares[source]}-{squares[target]}" for source, target in rules.flips]
    assert flips == [str(action) for action in game.actions if isinstance(action, Flip)]
    for seat, first in enumerate(rules.placements):
        placed = [str(game.actions[first + number]) for number in range(2 * len(squares))]
        assert placed == [f"{stone}@{square}" for square in squares for stone in STONES_OF[seat]]


# Where a position stands


@pytest.mark.parametrize("variant", ["rubik width=3 height=2 line=2 stones=3", "xoxo2 width=6 height=1 stones=3"])
def test_every_place_in_a_layer_belongs_to_positions_that_are_images_of_one(variant: str) -> None:
    game = flip_game(variant)
    board, width, height = board_of(game), game.sizes.width, game.sizes.height
    for laid in range(2 * game.sizes.stones + 1):
        found: dict[int, str] = {}
        for text in boards(game, laid):
            index = position_index(board, position_in(text, width, height))
            other = found.setdefault(index, text)
            assert f"{text} place" in {
                image.position(f"{other} place", width, height) for image in images(width, height)
            }
        slabs, slab = layer_size(game, laid)
        assert sorted(found) == list(range(slabs * slab))


@every_variant
def test_turning_over_all_stones_of_a_player_keeps_a_position_in_its_place(variant: str) -> None:
    game = flip_game(variant)
    board = board_of(game)
    for laid in range(2 * game.sizes.stones + 1):
        rng = random.Random(f"{variant} {laid}")
        slabs, slab = layer_size(game, laid)
        for _ in range(10):
            mine, theirs = position_of(at_random(rng, game, laid))
            index = position_index(board, Position(mine, theirs))
            assert 0 <= index < slabs * slab
            turned = Sides(mine.second, mine.first), Sides(theirs.second, theirs.first)
            pairs = [(turned[0], theirs), (mine, turned[1]), turned]
            assert {index} == {position_index(board, Position(*pair)) for pair in pairs}


# The turns and the ends


def told(game: FlipGame, state: State, turn: int) -> str:
    """A kernel's turn as text."""
    flip, placement = turn & NO_FLIP, turn >> PLACEMENT
    texts = [] if flip == NO_FLIP else [str(game.actions[flip])]
    if placement == FLIP_ONLY:
        assert texts
    else:
        texts.append(f"{STONES_OF[state.mover][placement % 2]}@{game.grid.squares[placement // 2]}")
    return " ".join(texts)


def end_of(game: FlipGame, state: State, player: int, win: int) -> int:
    """The score of a position for a player, a win being worth so much, or `OPEN` if the game goes on."""
    turn = game.turn(state)
    if not isinstance(turn, Over):
        return OPEN
    winners = turn.outcome.winners
    return 0 if not winners else win if player in winners else -win


def listed_by(rules: FlipRules, position: Position, placing: bool) -> dict[int, int]:
    """All turns that `every_turn` lists, with their scores."""
    turns, scores = np.zeros(MAX_TURNS, np.int64), np.zeros(MAX_TURNS, np.int64)
    number = every_turn(rules, position, placing, turns, scores)
    found = dict(zip(turns[:number].tolist(), scores[:number].tolist(), strict=True))
    assert len(found) == number
    return found


def compare_turns(game: FlipGame, state: State) -> None:
    """Both ways to list turns agree with the rules, in a position where the game goes on."""
    rules, position, mover = board_of(game).rules, position_of(state), state.mover
    placing = state.part is Part.PLACE
    listed, played = listed_by(rules, position, placing), whole_turns(game, state)
    expected = {turn: end_of(game, then, mover, IN_TURN) for turn, then in played.items()}
    assert {told(game, state, turn): score for turn, score in listed.items()} == expected
    for turn in listed:
        if turn >> PLACEMENT != FLIP_ONLY:
            assert after_turn(rules, position, turn) == position_of(played[told(game, state, turn)])
    if not placing or not game.can_flip(state.stones, 1 - mover):
        turns = np.zeros(MAX_TURNS, np.int64)
        best, number = list_turns(rules, position, state.laid + 1 == rules.stones, turns)
        if IN_TURN in listed.values():
            assert best == IN_TURN
        else:
            assert best == max((score for score in listed.values() if score != OPEN), default=-OPEN)
            assert sorted(turns[:number].tolist()) == sorted(turn for turn in listed if listed[turn] == OPEN)


def compare_end(game: FlipGame, state: State) -> None:
    """The kernels tell the end as the rules do."""
    rules, position, mover = board_of(game).rules, position_of(state), state.mover
    if state.part is Part.FLIP or not game.can_flip(state.stones, 1 - mover):
        assert ended(rules, position) == end_of(game, state, mover, END)
        if not rules.enclosed:
            winners = getattr(getattr(game.turn(state), "outcome", None), "winners", ())
            assert survives(rules, position.theirs, all_squares(rules) ^ state.occupied) == (1 - mover in winners)
    elif state.laid < rules.stones:
        assert ended_by_flip(rules, position) == end_of(game, state, mover, IN_TURN)


@every_variant
def test_random_games_go_through_both(variant: str) -> None:
    game = flip_game(variant)
    for seed in range(8):
        rng, state = random.Random(f"{variant} {seed}"), game.start()
        compare_end(game, state)
        while isinstance(turn := game.turn(state), Move):
            compare_turns(game, state)
            state = game.play(state, turn.seat, rng.choice(list(game.legal(state, turn.seat))))
            compare_end(game, state)


@every_variant
def test_any_board_goes_through_both(variant: str) -> None:
    game = flip_game(variant)
    reasons = set()
    for seed in range(400):
        rng = random.Random(f"{variant} {seed}")
        laid = rng.randint(0, 2 * game.sizes.stones)
        state = at_random(rng, game, laid)
        compare_end(game, state)
        outcome = state.outcome
        reasons.add(outcome and str(outcome.reason))
        if outcome is None and seed % 8 == 0:
            compare_turns(game, state)
    assert {None, "row"} <= reasons
    assert ("both_rows" in reasons) == variant.startswith("rubik")


@pytest.mark.parametrize("variant", VARIANTS[:3])
@pytest.mark.parametrize(
    "text",
    [
        "AAAa/bbbA/aBAB/.aBa place",  # no flip exists, so the first player made these rows
        "AAAa/bbbA/aBAB/.Aba place",  # the second player flipped
        "AAAa/bbbA/aBAB/.Aba flip",
        "AAAa/bbbA/aBAB/b.Ba flip",
        "AAAa/bbbA/aBAB/babA place",
        "AAAb/bbbA/B.Ba/aBAb flip",
    ],
)
def test_rows_of_both_go_through_both(variant: str, text: str) -> None:
    game = flip_game(variant)
    compare_end(game, game.parse_state(text))


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(
    "text",
    [
        "..../..../..../.... place",
        "A.../..../..../...a flip",
        "AAA./..../..../.aaa flip",  # rows that are open
        "AAA./aaa./..../.... place",
        "ABAB/baba/..../.... flip",  # no play leads here so early
        "aAaA/AaAa/aAaA/A... flip",
        "..../AbAb/BaBa/AbA. flip",
        "aaab/AABb/BABa/Ab.B place",
        "aaba/AABb/BABa/A.bB flip",
        "BAab/aBAb/BbaA/A..a flip",
        ".AaB/aBbA/AaBb/bAa. place",
        *BOTH_BY_A_FLIP,
    ],
)
def test_boards_made_by_hand_go_through_both(variant: str, text: str) -> None:
    game = flip_game(variant)
    state = game.parse_state(text)
    compare_end(game, state)
    if isinstance(game.turn(state), Move):
        compare_turns(game, state)


# Scores


def test_a_turn_reverses_a_score_and_takes_one_more() -> None:
    for distance in range(17):
        assert before(END - distance) == -(END - distance - 1)
        assert before(-(END - distance)) == END - distance - 1
    assert before(0) == after(0) == 0
    assert all(after(before(score)) == score for score in range(-END, END + 1) if abs(score) != 1)
