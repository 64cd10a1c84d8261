"""Ratings by Glicko-2, streaks, and the files that carry them; and the journal of a run that makes puzzles."""

from __future__ import annotations

import json
from datetime import date, timedelta
from pathlib import Path

import pytest

from rowdy.play.glicko import GlickoRating, GlickoResult, update_rating
from rowdy.play.puzzle_journal import PuzzleJournal
from rowdy.play.puzzle_maker import MadePuzzle, PuzzleMaker
from rowdy.play.puzzle_progress import Days, PuzzleProgress
from rowdy.play.puzzles import Theme, puzzle_set
from rowdy.rules.game import InvalidText

TODAY = date(2026, 11, 17)
DAY = timedelta(days=1)


def test_the_example_of_the_paper() -> None:
    """Glickman, "Example of the Glicko-2 system": a win and two losses in one period."""
    results = [
        GlickoResult(GlickoRating(1400, 30), 1),
        GlickoResult(GlickoRating(1550, 100), 0),
        GlickoResult(GlickoRating(1700, 300), 0),
    ]
    after = update_rating(GlickoRating(1500, 200, 0.06), results, tau=0.5)
    assert (round(after.rating, 2), round(after.deviation, 2)) == (1464.05, 151.52)
    assert round(after.volatility, 5) == 0.06  # 0.05999 in the paper, which rounds along the way
    assert after.volatility == pytest.approx(0.05999, abs=1e-5)


def test_without_results_only_the_deviation_grows() -> None:
    after = update_rating(GlickoRating(1600, 100, 0.06), [])
    assert after.rating == 1600
    assert after.deviation == pytest.approx(100.54, abs=0.01)
    assert update_rating(GlickoRating(1600, 350, 0.06), []).deviation == 350


def test_a_surprise_raises_the_volatility() -> None:
    strong = GlickoRating(2600, 40)
    after = update_rating(GlickoRating(1200, 45, 0.06), [GlickoResult(strong, 1)] * 5)
    assert after.volatility > 0.06
    assert after.rating > 1230


def test_a_streak_goes_on_from_day_to_day_and_ends_with_a_day_missed() -> None:
    days = Days().solved(TODAY)
    assert days.streak(TODAY) == days.streak(TODAY + DAY) == 1
    assert days.solved(TODAY) == days
    longer = days.solved(TODAY + DAY).solved(TODAY + 2 * DAY)
    assert longer.streak(TODAY + 2 * DAY) == 3
    assert longer.streak(TODAY + 4 * DAY) == 0
    again = longer.solved(TODAY + 9 * DAY)
    assert (again.count, again.best) == (1, 3)
    assert again.solved(TODAY) == again  # a clock that went back


def test_a_puzzle_counts_once() -> None:
    puzzle = puzzle_set("rubik")[100]
    solved = PuzzleProgress().finished(puzzle, True)
    assert solved.rating.rating > 1500
    assert (solved.tries, solved.solved) == (1, 1)
    assert solved.finished(puzzle, False) is solved
    failed = PuzzleProgress().finished(puzzle, False)
    assert failed.rating.rating < 1500
    assert failed.solved == 0
    assert PuzzleProgress().finished(puzzle, True, rated=False).rating == GlickoRating()


def test_progress_is_read_as_it_was_written() -> None:
    puzzle = puzzle_set("rubik")[100]
    progress = PuzzleProgress().finished(puzzle, True).solved_daily(TODAY)
    written = json.loads(json.dumps(progress.to_json()))
    read = PuzzleProgress.from_json(written)
    assert read.to_json() == written
    assert read.days == progress.days
    assert read.seen == (puzzle.id,)


@pytest.mark.parametrize(
    "change",
    [
        {"rowdy-puzzles": 2},
        {"rating": [1500, 350]},
        {"rating": [1e9, 350, 0.06]},
        {"rating": [float("nan"), 350, 0.06]},
        {"tries": -1},
        {"tries": True},
        {"days": {"last": "yesterday", "count": 1, "best": 1}},
        {"days": None},
        {"seen": 3},
    ],
)
def test_what_is_no_progress_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(InvalidText, match="puzzle-progress"):
        PuzzleProgress.from_json({**PuzzleProgress().to_json(), **change})
    with pytest.raises(InvalidText, match="puzzle-progress"):
        PuzzleProgress.from_json([])


def test_a_run_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    path, puzzle = tmp_path / "run.jsonl", puzzle_set("rubik")[0]
    with PuzzleJournal(path, "rubik", "a") as journal:
        journal.add([MadePuzzle(puzzle, "one")], "code")
        journal.add([], "code")
    with open(path, "ab") as file:
        file.write(b'{"game": 2, "fou')  # the machine stopped here
    with PuzzleJournal(path, "rubik", "a") as journal:
        assert (journal.games, journal.found) == (2, [MadePuzzle(puzzle, "one")])
        journal.add([MadePuzzle(puzzle, "two")], "other")
    with PuzzleJournal(path, "rubik", "a") as journal:
        assert journal.games == 3
        assert [one.canonical for one in journal.found] == ["one", "two"]
    for game_id, run in (("rubik", "b"), ("xoxo2", "a")):
        with pytest.raises(InvalidText, match="puzzle-journal"):
            PuzzleJournal(path, game_id, run)
    path.write_text("nonsense\n")
    with pytest.raises(InvalidText, match="puzzle-journal"):
        PuzzleJournal(path, "rubik", "a")


@pytest.mark.long
def test_a_run_finds_what_ships() -> None:
    """The same name finds the same puzzles, with their ratings, whatever the machine."""
    maker = PuzzleMaker("xoxo2", "1")
    shipped = {puzzle.id: puzzle for puzzle in puzzle_set("xoxo2")}
    found = [one.puzzle for number in range(6) for one in maker.find(number)]
    assert found
    assert {puzzle.theme for puzzle in found} <= set(Theme)
    assert [shipped[puzzle.id] for puzzle in found if puzzle.id in shipped] == [
        puzzle for puzzle in found if puzzle.id in shipped
    ]
    assert sum(puzzle.id in shipped for puzzle in found) >= len(found) - 1
