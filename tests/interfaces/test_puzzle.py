"""`rowdy puzzle` and `rowdy puzzles`, by a pipe."""

from __future__ import annotations

import json
from datetime import date, timedelta
from pathlib import Path

import pytest

from rowdy.interfaces.puzzles import Setter
from rowdy.interfaces.words import Words
from rowdy.play.puzzles import Puzzle, Theme, answer_moves, daily, format_set, puzzle_set, try_puzzle
from tests.interfaces.cli import Cli

DAY = date(2026, 11, 17)


def lines(*typed: str) -> str:
    return "".join(f"{line}\n" for line in typed)


def solution(puzzle: Puzzle) -> tuple[str, ...]:
    return tuple(" ".join(turn) for turn in answer_moves(puzzle))


def wrong_turn(puzzle: Puzzle) -> str:
    """The first flip of the answer with another placement."""
    flip, placed = answer_moves(puzzle)[0]
    after = try_puzzle(puzzle, [flip])
    other = next(str(move) for move in after.game.legal(after.state, after.seat) if str(move) != placed)
    return f"{flip} {other}"


def test_a_day_is_solved_and_the_streak_goes_on(cli: Cli) -> None:
    for number in range(2):
        day = DAY + timedelta(days=number)
        puzzle = daily(day)
        run = cli("puzzle", "--date", day.isoformat(), lines=lines(*solution(puzzle)))
        assert (run.code, run.err) == (0, "")
        assert f"Puzzle of the day, {day}" in run.out
        assert Setter(Words(), puzzle).title in run.out
        assert "Solved!" in run.out
        assert f"Rowdy puzzle {day} (set 1)" in run.out
        told = run.out.partition("Rowdy puzzle")[2]
        assert not any(move in told for turn in answer_moves(puzzle) for move in turn), "what is shared spoils nothing"
    assert "2 days in a row" in run.out
    kept = json.loads((cli.home / "puzzles.json").read_text("utf-8"))
    assert kept["days"] == {"last": str(DAY + timedelta(days=1)), "count": 2, "best": 2}
    assert kept["solved"] == kept["tries"] == 2


def test_a_wrong_turn_is_refuted_and_costs_rating(cli: Cli) -> None:
    puzzle = next(one for one in puzzle_set("rubik") if one.theme is Theme.WIN_2)
    run = cli("puzzle", puzzle.id, lines=lines(wrong_turn(puzzle), "a1-a9", *solution(puzzle)))
    assert "Not this one." in run.out
    assert "They answer" in run.out
    assert "Solved!" in run.out
    assert len(run.err.splitlines()) == 1
    kept = json.loads((cli.home / "puzzles.json").read_text("utf-8"))
    assert kept["rating"][0] < 1500
    assert kept["seen"] == [puzzle.id]
    again = cli("puzzle", puzzle.id, lines=lines("hint", "moves", "again", "solution"))
    assert "It begins so" in again.out
    assert "does not count again" in again.out
    assert json.loads((cli.home / "puzzles.json").read_text("utf-8"))["rating"] == kept["rating"]


@pytest.mark.parametrize(
    ("game", "theme"), [("xoxo", "holds"), ("djeco", "holds"), ("xoxo", "sure"), ("djeco", "safe")]
)
def test_deductions_say_their_premise_and_why_not(cli: Cli, game: str, theme: str) -> None:
    puzzle = next(one for one in puzzle_set(game) if one.theme == theme)
    start = try_puzzle(puzzle, ())
    known = puzzle.options or tuple(map(str, start.game.legal(start.state, start.seat)))
    wrong = next(answer for answer in known if answer != puzzle.turns[0])
    run = cli("puzzle", puzzle.id, lines=lines(wrong, puzzle.turns[0]))
    assert Words()(f"puzzle-say-{game}-{theme}") in run.out
    assert "Not this one." in run.out
    assert "Solved!" in run.out
    assert any(why in run.out for why in ("Not if they hold", "they win.", "they would")), run.out


def test_progress_goes_to_a_file_and_back(cli: Cli, tmp_path: Path) -> None:
    puzzle = puzzle_set("rubik")[0]
    cli("puzzle", puzzle.id, lines=lines(*solution(puzzle)))
    kept = (cli.home / "puzzles.json").read_text("utf-8")
    file = tmp_path / "mine.json"
    assert cli("puzzle", "--export", str(file)).code == 0
    (cli.home / "puzzles.json").unlink()
    assert "one puzzle finished" in cli("puzzle", "--import", str(file)).out
    assert json.loads((cli.home / "puzzles.json").read_text("utf-8")) == json.loads(kept)
    file.write_text("{}", "utf-8")
    assert cli("puzzle", "--import", str(file)).code == 2


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("puzzle", "nothing"), "There is no puzzle nothing."),
        (("puzzle", "--date", "someday"), "someday is no date"),
        (("puzzle", "--theme", "chess"), "chess is not known here"),
        (("puzzle", "--game", "chess"), "chess is not known here"),
        (("puzzle", "--game", "xoxo", "--theme", "win-2"), "There are no such puzzles"),
        (("puzzles", "make", "rubik", "--games", "0"), "Say with --games"),
        (("puzzles", "spread", "rubik"), "Say with --out"),
    ],
)
def test_what_is_wrong_is_said(cli: Cli, arguments: tuple[str, ...], told: str) -> None:
    run = cli(*arguments)
    assert run.code == 2
    assert told in run.err


@pytest.mark.long
def test_a_file_of_puzzles_is_proved_and_a_wrong_one_is_named(cli: Cli, tmp_path: Path) -> None:
    file, some = tmp_path / "some.txt", puzzle_set("xoxo2")[:3]
    file.write_text(format_set(some), "utf-8")
    assert "all 3 puzzles proved" in cli("puzzles", "prove", "xoxo2", "--set", str(file)).out
    wrong = some[0].line().replace(some[0].turns[0], some[1].turns[0])
    file.write_text(wrong, "utf-8")
    run = cli("puzzles", "prove", "xoxo2", "--set", str(file))
    assert run.code == 2
    assert "A puzzle is wrong" in run.err


def test_the_spread_is_drawn(cli: Cli, tmp_path: Path) -> None:
    out = tmp_path / "spread.svg"
    assert cli("puzzles", "spread", "rubik", "--out", str(out)).code == 0
    assert out.read_text("utf-8").startswith("<svg")
    assert "XOXO²" in out.read_text("utf-8")


@pytest.mark.long
def test_making_goes_on_where_it_was(cli: Cli, tmp_path: Path) -> None:
    out = tmp_path / "made.txt"
    assert cli("puzzles", "make", "djeco", "--games", "4", "--seed", "t").code == 0
    run = cli("puzzles", "make", "djeco", "--games", "8", "--seed", "t", "--out", str(out))
    assert "4 games were played before" in run.out
    (cli.home / "puzzles" / "djeco-t.jsonl").unlink()
    again = tmp_path / "again.txt"
    cli("puzzles", "make", "djeco", "--games", "8", "--seed", "t", "--out", str(again))
    assert again.read_bytes() == out.read_bytes()


def test_cards_to_choose_from_are_named_by_themselves_and_inflected_in_a_sentence() -> None:
    """In Russian «красная 4» stands on a button, and a sentence says what to do with «красную 4»."""
    puzzle = next(puzzle for puzzle in puzzle_set("djeco") if puzzle.theme is Theme.HOLDS)
    setter = Setter(Words("ru"), puzzle)
    named = [setter.option(option) for option in puzzle.options]
    assert all(name.partition(" ")[0].endswith(("ая", "яя")) for name in named), named
    assert not any(name in setter.hint for name in named)
    assert setter.hint.partition("вычеркнуть ")[2].partition(" ")[0].endswith(("ую", "юю"))
