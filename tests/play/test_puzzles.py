"""Every puzzle that ships has one answer: proved by the second search, by naive play, and by every deal."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta
from importlib.resources import files
from random import Random

import pytest

from rowdy.play.lessons import TryVerdict
from rowdy.play.puzzle_maker import MadePuzzle, collect, solution
from rowdy.play.puzzle_proof import fault
from rowdy.play.puzzles import (
    SHIPPED,
    WIN_TURNS,
    Puzzle,
    Theme,
    answer_moves,
    choose,
    daily,
    find_puzzle,
    format_set,
    pack_set,
    parse_set,
    puzzle_set,
    try_puzzle,
)
from rowdy.rules.catalog import game as make_game
from rowdy.rules.flip import FlipGame
from rowdy.rules.game import GameError, InvalidMove, InvalidSetup, InvalidText
from rowdy.search.catalog import search_kit
from rowdy.search.oracle import Value, Verdict
from tests.naive import deductions
from tests.naive.common import squares
from tests.naive.solve import Solver, goodness, images

FLIPS = ("rubik", "xoxo2")
HIDDEN = ("xoxo", "djeco")
BOARD = [column + row for row in "1234" for column in "abcd"]
MAX_BYTES = 300_000
"""All sets together; the promise is well under a megabyte."""


def with_theme(game_id: str, theme: Theme) -> list[Puzzle]:
    return [puzzle for puzzle in puzzle_set(game_id) if puzzle.theme is theme]


# The sets


def test_several_thousand_ship_in_little_room() -> None:
    counts = {game_id: len(puzzle_set(game_id)) for game_id in SHIPPED}
    assert counts["rubik"] >= 1500
    assert counts["xoxo2"] >= 1500
    assert counts["xoxo"] >= 60
    assert counts["djeco"] >= 60
    folder = files("rowdy.play").joinpath("puzzle_sets")
    assert sum(len(entry.read_bytes()) for entry in folder.iterdir()) < MAX_BYTES
    for game_id in FLIPS:
        themes = Counter(puzzle.theme for puzzle in puzzle_set(game_id))
        assert set(themes) == {*WIN_TURNS, Theme.HOLD, Theme.SAVE}, themes


def test_ids_are_one_for_each_and_ratings_are_spread() -> None:
    everything = [puzzle for game_id in SHIPPED for puzzle in puzzle_set(game_id)]
    assert len({puzzle.id for puzzle in everything}) == len(everything)
    ratings = sorted(puzzle.rating for puzzle in everything)
    assert ratings[len(ratings) // 10] < 1000 < 1400 < ratings[-len(ratings) // 10]


def canonical(puzzle: Puzzle) -> str:
    game = make_game(puzzle.game)
    return str(search_kit(game).canonical(game, game.parse_state(puzzle.position)))


@pytest.mark.parametrize("game_id", FLIPS)
def test_no_two_are_mirror_equal(game_id: str) -> None:
    """By the naive images of a board, which know nothing of how the maker tells positions apart."""
    order = squares(4, 4)
    seen_as = [([order.index(square) for square in image.square.values()], image.letters) for image in images(4, 4)]
    known = dict[str, str]()
    for puzzle in puzzle_set(game_id):
        board = "".join(reversed(puzzle.position.split(" ")[0].split("/")))
        cells = dict(zip(BOARD, board, strict=True))
        written = "".join(cells[square] for square in order)
        first = min("".join(written[i] for i in places).translate(letters) for places, letters in seen_as)
        assert known.setdefault(first, puzzle.id) == puzzle.id


def mirrored(puzzle: Puzzle) -> Puzzle:
    """The same position seen in a mirror, with the second player's stones turned over."""
    turned = str.maketrans("abcdefgh", "dcba" + "efgh")
    board, part = puzzle.position.split(" ")
    position = "/".join(rank[::-1] for rank in board.split("/")).translate(str.maketrans("ab", "ba")) + f" {part}"
    swapped = {"a@": "b@", "b@": "a@"}
    turns = []
    for turn in puzzle.turns:
        moves = []
        for move in turn.split(" "):
            if "@" in move:
                moves.append(swapped.get(move[:2], move[:2]) + move[2:].translate(turned))
            else:
                moves.append(move.translate(turned))
        turns.append(" ".join(moves))
    return Puzzle(puzzle.game, puzzle.theme, puzzle.rating, position, tuple(turns))


def test_a_mirror_equal_one_is_caught() -> None:
    first = with_theme("rubik", Theme.WIN_2)[0]
    image = mirrored(first)
    assert image.position != first.position
    assert fault(image) == ""
    found = [MadePuzzle(each, canonical(each)) for each in (first, image)]
    assert collect(found, {Theme.WIN_2: 9}) == [first]


# Proofs


@pytest.mark.parametrize("game_id", SHIPPED)
def test_a_sample_is_proved(game_id: str) -> None:
    for puzzle in puzzle_set(game_id)[7::90]:
        if puzzle.theme is not Theme.WIN_4:
            assert fault(puzzle) == "", puzzle.line()


@pytest.mark.long
@pytest.mark.parametrize("game_id", SHIPPED)
def test_all_that_ship_are_proved(game_id: str) -> None:
    for puzzle in puzzle_set(game_id):
        assert fault(puzzle) == "", puzzle.line()


def naive_fault(puzzle: Puzzle, solver: Solver) -> str:
    """The same claims by trying every move until the game is over."""
    turns = solver.turns(puzzle.position)
    rating, wanted = turns[puzzle.turns[0]], 1 if puzzle.theme in WIN_TURNS else 0
    if rating.value != wanted or any(goodness(one) > goodness(rating) for one in turns.values()):
        return "not the best"
    if wanted and rating.distance != 2 * WIN_TURNS[puzzle.theme] - 1:
        return "not in time"
    return "" if sum(one.value >= wanted for one in turns.values()) == 1 else "not the only one"


@pytest.mark.parametrize("game_id", FLIPS)
def test_naive_play_agrees_where_at_most_three_stones_are_to_come(game_id: str) -> None:
    game = make_game(game_id)
    assert isinstance(game, FlipGame)
    solver = Solver(game.rulings.row, fold=True)
    late = [puzzle for puzzle in puzzle_set(game_id) if puzzle.position.count(".") <= 3]
    assert len(late) > 50
    checked = [*late[3::300], next(puzzle for puzzle in late if puzzle.theme is Theme.WIN_2)]
    for puzzle in checked:
        assert naive_fault(puzzle, solver) == "", puzzle.line()


@pytest.mark.parametrize("game_id", FLIPS)
def test_an_ambiguous_one_is_caught(game_id: str) -> None:
    """After the toughest defence to a win in two, a position that can be won in more ways than one."""
    game = make_game(game_id)
    oracle = search_kit(game).oracle(game)
    for puzzle in with_theme(game_id, Theme.WIN_2):
        state = try_puzzle(puzzle, answer_moves(puzzle)[0]).state
        winning = [turn for turn in oracle.probe(state).turns if turn.verdict.value is Value.WIN]
        if len(winning) > 1:
            break
    ambiguous = Puzzle(game_id, Theme.ROW, 1000, game.format_state(state), (str(winning[0]),))
    assert "wins too" in fault(ambiguous)
    assert solution(oracle, state) is None


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda puzzle, other: Puzzle(puzzle.game, Theme.WIN_3, 1, puzzle.position, puzzle.turns), "does not fit"),
        (lambda puzzle, other: Puzzle(puzzle.game, puzzle.theme, 1, puzzle.position, other.turns), "no turn of"),
        (lambda puzzle, other: Puzzle(puzzle.game, Theme.ROW, 1, puzzle.position, puzzle.turns[:1]), "not win in time"),
        (lambda puzzle, other: Puzzle(puzzle.game, Theme.HOLD, 1, puzzle.position, puzzle.turns[:1]), "is won"),
        (lambda puzzle, other: Puzzle(puzzle.game, Theme.WIN_2, 1, puzzle.position, puzzle.turns[:2] * 1), "fit"),
    ],
)
def test_wrong_claims_are_caught(change: object, why: str) -> None:
    puzzle, other = with_theme("xoxo2", Theme.WIN_2)[10], with_theme("xoxo2", Theme.WIN_2)[200]
    assert callable(change)
    assert why in fault(change(puzzle, other))


@pytest.mark.parametrize("game_id", HIDDEN)
def test_every_deal_agrees_with_a_sample_of_deductions(game_id: str) -> None:
    themes = {puzzle.theme for puzzle in puzzle_set(game_id)}
    for theme in themes:
        for puzzle in with_theme(game_id, theme)[1::40]:
            assert_deduced(puzzle)


@pytest.mark.long
@pytest.mark.parametrize("game_id", HIDDEN)
def test_every_deal_agrees_with_all_deductions(game_id: str) -> None:
    for puzzle in puzzle_set(game_id):
        assert_deduced(puzzle)


def assert_deduced(puzzle: Puzzle) -> None:
    """What the naive games find by going through every hand."""
    if puzzle.theme is Theme.SURE:
        assert deductions.xoxo_sure(puzzle.position) == list(puzzle.turns), puzzle.line()
    elif puzzle.theme is Theme.SAFE:
        assert deductions.djeco_safe(puzzle.position) == list(puzzle.turns), puzzle.line()
        unknown = deductions.djeco_out_of_sight(puzzle.position)  # a newcomer knows no more than what lies in sight
        assert not any(deductions.djeco_loses(puzzle.position, puzzle.turns[0], card) for card in unknown)
    else:
        possible = deductions.xoxo_possible if puzzle.game == "xoxo" else deductions.djeco_possible
        assert [option for option in puzzle.options if option in possible(puzzle.position)] == list(puzzle.turns)


# Trying


@pytest.mark.parametrize("theme", [Theme.ROW, Theme.WIN_2, Theme.WIN_3, Theme.HOLD, Theme.SAVE])
def test_the_answer_solves_and_the_defence_is_played(theme: Theme) -> None:
    puzzle = with_theme("rubik", theme)[4]
    moves: list[str] = []
    for number, turn in enumerate(answer_moves(puzzle), 1):
        moves += turn
        found = try_puzzle(puzzle, moves)
        assert found.solved_turns == number
        if number < puzzle.own_turns:
            assert found.verdict is TryVerdict.MORE
            assert " ".join(found.reply) == puzzle.turns[2 * number - 1]
    assert found.verdict is TryVerdict.RIGHT
    assert try_puzzle(puzzle, moves[:1]).verdict is (TryVerdict.MORE if len(moves) > 1 else TryVerdict.RIGHT)


def test_at_the_end_of_a_longer_one_every_win_solves() -> None:
    for puzzle in with_theme("rubik", Theme.WIN_2):
        first = try_puzzle(puzzle, answer_moves(puzzle)[0])
        game = first.game
        probe = search_kit(game).oracle(game).probe(first.state)
        now = [turn for turn in probe.turns if turn.verdict == Verdict(Value.WIN, 1)]
        if 1 < len(now) < len(probe.turns):
            break
    for turn in now:
        moves = [*answer_moves(puzzle)[0], *map(str, turn.actions)]
        assert try_puzzle(puzzle, moves).verdict is TryVerdict.RIGHT
    slow = next(turn for turn in probe.turns if turn not in now)
    moves = [*answer_moves(puzzle)[0], *map(str, slow.actions)]
    assert try_puzzle(puzzle, moves).verdict is TryVerdict.WRONG


def test_another_turn_is_wrong_and_an_illegal_one_is_refused() -> None:
    puzzle = with_theme("xoxo2", Theme.WIN_2)[0]
    flip = answer_moves(puzzle)[0][0]
    after = try_puzzle(puzzle, [flip])
    others = [str(move) for move in after.game.legal(after.state, after.seat)]
    others.remove(answer_moves(puzzle)[0][1])
    wrong = try_puzzle(puzzle, [flip, others[0]])
    assert (wrong.verdict, wrong.solved_turns, wrong.reply) == (TryVerdict.WRONG, 0, ())
    with pytest.raises(GameError):
        try_puzzle(puzzle, [flip, flip])
    with pytest.raises(GameError, match="puzzle-moves"):
        try_puzzle(puzzle, [flip] * 17)


def test_what_can_be_picked_is_all_that_can_be_answered() -> None:
    puzzle = with_theme("xoxo", Theme.HOLDS)[0]
    wrong = next(option for option in puzzle.options if option != puzzle.turns[0])
    assert try_puzzle(puzzle, [wrong]).verdict is TryVerdict.WRONG
    assert try_puzzle(puzzle, puzzle.turns).verdict is TryVerdict.RIGHT
    with pytest.raises(InvalidMove, match="not-an-answer"):
        try_puzzle(puzzle, ["own@a1"])


# Which one comes


def test_days_go_through_all_games_and_repeat_nothing_for_a_long_time() -> None:
    days = [date(2026, 11, 17) + timedelta(days=n) for n in range(4 * 60)]
    puzzles = [daily(day) for day in days]
    assert [daily(day) for day in days] == puzzles
    assert {puzzle.game for puzzle in puzzles[:4]} == set(SHIPPED)
    assert len({puzzle.id for puzzle in puzzles}) == len(puzzles)


def test_one_near_a_rating_is_chosen_and_none_that_was_seen() -> None:
    rng, seen = Random(1), set[str]()
    for _ in range(40):
        puzzle = choose(rng, games=["rubik"], themes=["win-2"], near=1400, seen=seen)
        assert puzzle.id not in seen
        assert puzzle.theme is Theme.WIN_2
        assert abs(puzzle.rating - 1400) < 300
        assert find_puzzle(puzzle.id) is puzzle
        seen.add(puzzle.id)
    with pytest.raises(InvalidSetup, match="no-such-puzzles"):
        choose(rng, games=["xoxo"], themes=["win-2"])
    with pytest.raises(InvalidSetup, match="no-puzzle"):
        find_puzzle("nothing")


def test_sets_are_read_as_they_were_written() -> None:
    some = puzzle_set("djeco")[:5]
    assert parse_set("djeco", format_set(some)) == some
    assert pack_set(some) == pack_set(parse_set("djeco", format_set(some)))
    for line in ("", "win-2|1|x", "chess|1|x|y|", "row|x|x|y|", "row|1|x||"):
        if line:
            with pytest.raises(InvalidText, match="puzzle-line"):
                parse_set("rubik", f"{some[0].line()}\n{line}")
