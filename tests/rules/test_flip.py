"""How Rubik's Tac Toe and XOXO² are played: flips, placements, positions. Winning is in test_flip_win.py."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import combinations, product
from math import comb
from typing import Any

import pytest

import rowdy
from rowdy.rules.game import AnyGame, IllegalMove, InvalidMove, InvalidPosition, Move
from tests.rules.support import accepted_texts, after, at, goes_on, legal_texts, mover, squares_for, text

RUBIK = rowdy.game("rubik")
XOXO2 = rowdy.game("xoxo2")
SQUARES = [column + row for row in "1234" for column in "abcd"]
START = "..../..../..../.... place"
LOCKED = "..../..../ABAB/abab place"
"""The first player is to move, and none of the second player's stones has an empty neighbour."""

both_games = pytest.mark.parametrize("game", [RUBIK, XOXO2], ids=["rubik", "xoxo2"])


@both_games
@pytest.mark.clause("flip.position.start")
@pytest.mark.clause("flip.decisions.star-starts")
def test_start_is_the_empty_board_with_the_first_player_to_place(game: AnyGame) -> None:
    assert text(game, game.start()) == START
    assert mover(game, START) == 0


@both_games
@pytest.mark.clause("flip.material.board")
@pytest.mark.clause("flip.play.first-stone")
@pytest.mark.clause("flip.material.two-sided")
def test_first_stone_goes_on_any_square_either_side_up(game: AnyGame) -> None:
    assert legal_texts(game, START) == {f"{side}@{square}" for side in "AB" for square in SQUARES}


@both_games
@pytest.mark.clause("flip.play.order")
@pytest.mark.clause("flip.play.alternate")
@pytest.mark.clause("flip.place.one-own")
def test_a_turn_is_a_flip_then_one_placement_by_the_same_player(game: AnyGame) -> None:
    state = after(game, START, "B@b3")
    assert text(game, state) == "..../.B../..../.... flip"
    assert mover(game, state) == 1

    state = after(game, state, "b3-b4")
    assert text(game, state) == ".A../..../..../.... place"
    assert mover(game, state) == 1

    state = after(game, state, "b@d1")
    assert text(game, state) == ".A../..../..../...b flip"
    assert mover(game, state) == 0


@both_games
@pytest.mark.clause("flip.flip.orthogonal")
@pytest.mark.clause("flip.flip.forced")
def test_a_stone_flips_one_step_in_four_directions_and_nothing_else_is_allowed(game: AnyGame) -> None:
    assert legal_texts(game, "..../.B../..../.... flip") == {"b3-b4", "b3-b2", "b3-a3", "b3-c3"}


@both_games
@pytest.mark.clause("flip.flip.orthogonal")
@pytest.mark.parametrize("flip", ["b3-c4", "b3-a2", "b3-d3", "b3-b1", "b3-b3"])
def test_no_stone_flips_diagonally_or_further_or_in_place(game: AnyGame, flip: str) -> None:
    with pytest.raises(IllegalMove):
        after(game, "..../.B../..../.... flip", flip)


@both_games
@pytest.mark.clause("flip.flip.any-one")
@pytest.mark.clause("flip.flip.opponent")
@pytest.mark.parametrize(
    ("position", "flips"),
    [
        ("A..A/..../.b../.... flip", {"a4-b4", "a4-a3", "d4-c4", "d4-d3"}),
        ("A..b/..../..../.... flip", {"d4-c4", "d4-d3"}),
        ("A..b/..../..../a..B flip", {"d4-c4", "d4-d3", "a1-a2", "a1-b1"}),
    ],
)
def test_any_stone_of_the_opponent_and_none_of_ones_own_may_be_flipped(
    game: AnyGame, position: str, flips: set[str]
) -> None:
    assert legal_texts(game, position) == flips


@both_games
@pytest.mark.clause("flip.flip.empty")
def test_no_stone_flips_onto_another(game: AnyGame) -> None:
    assert legal_texts(game, "Ab../.B.a/..../.... flip") == {"b4-c4", "d3-d4", "d3-c3", "d3-d2"}


@both_games
@pytest.mark.clause("flip.flip.turned")
@pytest.mark.clause("flip.material.two-sided")
@pytest.mark.parametrize(
    ("before", "flipped"),
    [
        ("A.../..../..../.... flip", ".B../..../..../.... place"),
        ("B.../..../..../.... flip", ".A../..../..../.... place"),
        ("a.../..../..../...A flip", ".b../..../..../...A place"),
        ("b.../..../..../...A flip", ".a../..../..../...A place"),
    ],
)
def test_a_flipped_stone_shows_its_other_side(game: AnyGame, before: str, flipped: str) -> None:
    assert text(game, after(game, before, "a4-b4")) == flipped


@both_games
@pytest.mark.clause("flip.flip.forced-helpful")
@pytest.mark.clause("flip.place.forced-helpful")
def test_the_only_flip_must_be_made_though_it_makes_the_opponents_row(game: AnyGame) -> None:
    """The first player lays a stone; then `c4-d4` is the only flip, and makes the row b2, c3, d4."""
    state = after(game, "bAA./aBBa/BBaB/.bba place", "A@a1")
    if game is RUBIK:
        assert legal_texts(game, state) == {"c4-d4"}
        assert legal_texts(game, after(game, state, "c4-d4")) == {"a@c4", "b@c4"}
    else:
        assert not goes_on(game, state)


@both_games
@pytest.mark.clause("flip.flip.forced")
@pytest.mark.clause("flip.place.forced")
@pytest.mark.parametrize("move", ["A@a1", "d4-d3"])
def test_neither_part_of_a_turn_may_be_left_out(game: AnyGame, move: str) -> None:
    position = "A..b/..../..../.... " + ("flip" if "@" in move else "place")
    with pytest.raises(IllegalMove):
        after(game, position, move)


@both_games
@pytest.mark.clause("flip.flip.none")
@pytest.mark.clause("flip.position.due-no-flip")
def test_the_flip_is_left_out_when_no_opposing_stone_can_move(game: AnyGame) -> None:
    state = after(game, "..../..../ABAB/aba. place", "b@d1")
    assert text(game, state) == LOCKED
    assert mover(game, state) == 0
    assert legal_texts(game, state) == {f"{side}@{column}{row}" for side in "AB" for column in "abcd" for row in "34"}


@both_games
@pytest.mark.clause("flip.flip.none")
def test_ones_own_mobile_stones_do_not_make_a_flip(game: AnyGame) -> None:
    state = after(game, LOCKED, "A@a4")
    assert mover(game, state) == 1
    assert legal_texts(game, state) == {
        *("a4-b4", "a4-a3"),
        *(f"{column}2-{column}3" for column in "abcd"),
    }


@both_games
@pytest.mark.clause("flip.place.any-empty")
@pytest.mark.clause("flip.place.either-side")
@pytest.mark.clause("flip.place.one-own")
@pytest.mark.parametrize(
    ("position", "sides"), [("A..b/.B../..../.... place", "ab"), ("A..b/..../..../.... place", "AB")]
)
def test_an_own_stone_goes_on_any_empty_square_either_side_up(game: AnyGame, position: str, sides: str) -> None:
    empty = {square for square in SQUARES if square not in ("a4", "d4", "b3" if sides == "ab" else "")}
    assert legal_texts(game, position) == {f"{side}@{square}" for side in sides for square in empty}


@pytest.mark.clause("flip.decisions.place-anywhere")
@pytest.mark.clause("flip.place.vacated")
@both_games
def test_the_vacated_square_is_one_of_many(game: AnyGame) -> None:
    state = after(game, "..../.B../..../.... flip", "b3-b4")
    assert squares_for(game, state, "a") == set(SQUARES) - {"b4"}
    assert text(game, after(game, state, "a@b3")) == ".A../.a../..../.... flip"


def random_steps(game: AnyGame, games: int) -> Iterator[tuple[str, str, Any]]:
    """Positions of random play, each with a move made there and the state after it."""
    rng = random.Random(2026)
    for _ in range(games):
        state = game.start()
        while isinstance(turn := game.turn(state), Move):
            move = rng.choice(list(game.legal(state, turn.seat)))
            before, state = text(game, state), game.play(state, turn.seat, move)
            yield before, str(move), state


def stones(position: str) -> list[str]:
    return [letter for letter in position.split()[0] if letter in "ABab"]


@both_games
@pytest.mark.clause("flip.flip.opponent")
@pytest.mark.clause("flip.flip.orthogonal")
@pytest.mark.clause("flip.flip.empty")
@pytest.mark.clause("flip.place.one-own")
@pytest.mark.clause("flip.place.any-empty")
def test_every_other_move_is_refused(game: AnyGame) -> None:
    for position, _, _ in random_steps(game, 4):
        assert accepted_texts(game, position) == legal_texts(game, position)
        assert accepted_texts(game, position, 1 - mover(game, position)) == set()


@both_games
@pytest.mark.clause("flip.play.stones-stay")
@pytest.mark.clause("flip.material.stones")
def test_stones_never_leave_the_board_and_eight_are_the_most(game: AnyGame) -> None:
    most = 0
    for before, move, state in random_steps(game, 40):
        lying = stones(text(game, state))
        assert len(lying) == len(stones(before)) + ("@" in move)
        most = max(most, *(sum(letter in sides for letter in lying) for sides in ("AB", "ab")))
    assert most == 8


@both_games
@pytest.mark.clause("flip.material.stones")
@pytest.mark.parametrize(
    "board", ["AAAA/bbbb/AAAA/bbbA", "aaaa/BBBB/aaaa/BBBa", "A.../A.../..../....", "a.../..../..../...."]
)
def test_a_board_with_too_many_stones_of_one_player_is_no_position(game: AnyGame, board: str) -> None:
    with pytest.raises(InvalidPosition):
        at(game, f"{board} place")


@both_games
@pytest.mark.clause("flip.position.ranks")
@pytest.mark.clause("flip.position.letters")
def test_ranks_are_read_from_the_top_and_columns_from_the_left(game: AnyGame) -> None:
    assert text(game, after(game, START, "A@a1")).startswith("..../..../..../A...")
    assert text(game, after(game, "..../..../..../A... flip", "a1-a2 b@d4")).startswith("...b/..../B.../....")


@both_games
@pytest.mark.clause("flip.position.due")
@pytest.mark.clause("flip.position.to-move")
@pytest.mark.parametrize(
    ("position", "seat"),
    [
        ("..../.B../..Bb/.... flip", 1),
        ("..../.B../..Bb/.... place", 1),
        ("..../.B../..b./.... flip", 0),
        ("..../.B../..b./.... place", 0),
    ],
)
def test_the_count_of_stones_tells_who_is_to_move_and_the_last_word_what(
    game: AnyGame, position: str, seat: int
) -> None:
    assert mover(game, position) == seat
    assert all(("@" in move) == position.endswith("place") for move in legal_texts(game, position))
    assert text(game, position) == position


@both_games
@pytest.mark.clause("flip.position.ranks")
@pytest.mark.clause("flip.position.letters")
@pytest.mark.clause("flip.position.due")
@pytest.mark.parametrize(
    "position",
    [
        "..../..../.... place",
        "..../..../..../.../. place",
        "..../..../..../..C. flip",
        "..../..../..../....",
        "..../..../..../.... lay",
        "..../..../..../.... place 1",
    ],
)
def test_other_texts_are_no_positions(game: AnyGame, position: str) -> None:
    with pytest.raises(InvalidPosition):
        at(game, position)


@both_games
@pytest.mark.clause("flip.position.due-no-flip")
@pytest.mark.parametrize("position", [START, LOCKED])
def test_a_flip_cannot_be_due_where_none_exists(game: AnyGame, position: str) -> None:
    with pytest.raises(InvalidPosition):
        at(game, position.replace("place", "flip"))


@both_games
@pytest.mark.clause("flip.position.flip-text")
@pytest.mark.clause("flip.position.place-text")
@pytest.mark.parametrize("move", ["b3-b4", "a@d1", "A@a4", "c2-b2", "B@c3", "b@b1"])
def test_moves_read_back(game: AnyGame, move: str) -> None:
    assert str(game.parse_action(move)) == move


@both_games
@pytest.mark.clause("flip.position.flip-text")
@pytest.mark.clause("flip.position.place-text")
@pytest.mark.parametrize("move", ["b3b4", "b3-b5", "e1-d1", "a@e1", "c@d1", "@d1", "pass", ""])
def test_other_texts_are_no_moves(game: AnyGame, move: str) -> None:
    with pytest.raises(InvalidMove):
        game.parse_action(move)


@both_games
@pytest.mark.clause("flip.position.turn-text")
@pytest.mark.parametrize(
    ("position", "turn", "behind"),
    [
        ("..../.B../..Bb/.... flip", "b3-b4 a@d1", ".A../..../..Bb/...a flip"),
        ("..../..../ABAB/aba. place", "a@d1", "..../..../ABAB/abaa place"),
    ],
)
def test_a_whole_turn_is_the_flip_and_the_placement(game: AnyGame, position: str, turn: str, behind: str) -> None:
    assert text(game, after(game, position, turn)) == behind


@pytest.mark.clause("flip.position.turn-text")
def test_a_turn_may_end_on_the_flip() -> None:
    assert not goes_on(RUBIK, after(RUBIK, "A.../..../abba/AAA. flip", "d2-d1"))


@both_games
@pytest.mark.clause("flip.size.arrangements")
def test_arrangements_are_counted_by_a_formula_that_the_positions_bear_out(game: AnyGame) -> None:
    def is_position(pieces: dict[str, str]) -> bool:
        try:
            at(game, "/".join("".join(pieces.get(c + r, ".") for c in "abcd") for r in "4321") + " place")
        except InvalidPosition:
            return False
        return True

    def arrangements(n: int) -> int:
        return comb(16, n) * comb(n, n // 2) * (1 << n)

    for n in range(3):
        boards = product(combinations(SQUARES, n), product("ABab", repeat=n))
        assert sum(is_position(dict(zip(*board, strict=True))) for board in boards) == arrangements(n)
    assert sum(map(arrangements, range(17))) == 32_956_254_945


def quarter_turn(what: str) -> str:
    """A position or a move, the board turned a quarter to the left."""
    board, blank, due = what.partition(" ")
    if blank:
        return "/".join("".join(rank) for rank in list(zip(*board.split("/"), strict=True))[::-1]) + blank + due
    turned = dict(zip(SQUARES, ("dcba"[int(s[1]) - 1] + str("abcd".index(s[0]) + 1) for s in SQUARES), strict=True))
    return "-".join(turned[s] for s in what.split("-")) if "-" in what else what[:2] + turned[what[2:]]


def mirror(what: str) -> str:
    """A position or a move, left and right exchanged."""
    board, blank, due = what.partition(" ")
    if blank:
        return "/".join(rank[::-1] for rank in board.split("/")) + blank + due
    columns = str.maketrans("abcd", "dcba")
    return what[:2] + what[2:].translate(columns) if "@" in what else what.translate(columns)


def turn_over(what: str, owner: str) -> str:
    """A position or a move, with all stones of one player, `AB` or `ab`, turned over."""
    table = str.maketrans(owner, owner[::-1])
    board, blank, due = what.partition(" ")
    if blank:
        return board.translate(table) + blank + due
    return what[:1].translate(table) + what[1:] if "@" in what else what


@both_games
@pytest.mark.clause("flip.size.symmetries")
@pytest.mark.parametrize(
    "image",
    [quarter_turn, mirror, lambda what: turn_over(what, "AB"), lambda what: turn_over(what, "ab")],
    ids=["quarter turn", "mirror", "first player's stones turned over", "second player's stones turned over"],
)
def test_symmetries_change_nothing_but_names(game: AnyGame, image: Callable[[str], str]) -> None:
    for before, move, state in random_steps(game, 12):
        assert legal_texts(game, image(before)) == {image(other) for other in legal_texts(game, before)}
        imaged = after(game, image(before), image(move))
        assert text(game, imaged) == image(text(game, state))
        assert game.turn(imaged) == game.turn(state)
