"""Puzzles by HTTP: the same of a day as in the terminal, no answer before it is asked for, and bad requests refused."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

import msgspec
import pytest

from rowdy.interfaces.web.http.puzzle_answers import (
    PuzzleTried,
    PuzzleWanted,
    needs_search,
    puzzle_answer,
    puzzle_solution,
    puzzle_view,
    refutation,
    wrong_try,
)
from rowdy.interfaces.web.pictures.picture import Picture
from rowdy.interfaces.words import Words
from rowdy.play.explorer import look_ahead
from rowdy.play.puzzles import Theme, answer_moves, daily, puzzle_set, try_puzzle
from rowdy.search.catalog import search_kit
from tests.interfaces.web.serving import Visitor, serving_tables


@pytest.fixture(scope="module")
def visitor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visitor]:
    with serving_tables(tmp_path_factory.mktemp("puzzles") / "tables.sqlite") as address, Visitor(address) as visitor:
        yield visitor


def test_the_puzzle_of_a_day_is_that_of_the_terminal(visitor: Visitor) -> None:
    for day in ("2026-11-17", "2026-11-18", "2026-11-19", "2026-11-20", "1999-01-01"):
        told = visitor.http.post("/api/puzzles", json={"day": day}).json()
        assert told["id"] == daily(date.fromisoformat(day)).id
        assert told["share"] == f"Rowdy puzzle {day} (set 1)"
        assert set(told) <= {
            *(
                "id",
                "game",
                "name",
                "theme",
                "rating",
                "difficulty",
                "title",
                "say",
                "seat",
                "turns",
                "picture",
                "options",
                "share",
            )
        }, "nothing that tells the answer"


def test_a_try_is_judged_and_the_defence_comes_with_the_answer(visitor: Visitor) -> None:
    puzzle = next(one for one in puzzle_set("rubik") if one.theme is Theme.WIN_2)
    first, second = answer_moves(puzzle)
    path = f"/api/puzzles/{puzzle.id}"
    half = visitor.http.post(path, json={"moves": first[:1]}).json()
    assert half["verdict"] == "more"
    assert "before" not in half
    answer = visitor.http.post(path, json={"moves": first}).json()
    assert (answer["verdict"], answer["found"]) == ("more", 1)
    assert answer["before"]["board"] != answer["picture"]["board"]
    assert visitor.http.post(path, json={"moves": [*first, *second]}).json()["verdict"] == "right"
    pointed = {"moves": first[:1], "square": first[0][3:]}
    assert visitor.http.post(path, json=pointed).json()["why"]


def test_only_a_wrong_try_is_refuted(visitor: Visitor) -> None:
    puzzle = next(one for one in puzzle_set("rubik") if one.theme is Theme.WIN_2)
    flip, placed = answer_moves(puzzle)[0]
    path = f"/api/puzzles/{puzzle.id}/refutation"
    assert visitor.http.post(path, json={"moves": [flip, placed]}).json()["code"] == "puzzle-not-wrong"
    after = try_puzzle(puzzle, [flip])
    for other in map(str, after.game.legal(after.state, after.seat)):
        tried = PuzzleTried((flip, other))
        answer = visitor.http.post(f"/api/puzzles/{puzzle.id}", json={"moves": tried.moves}).json()
        if answer.get("refutable"):
            break
    found = wrong_try(puzzle.id, tried)
    assert needs_search(found)
    ahead = look_ahead(search_kit(found.game).oracle(found.game), found.state)
    line = refutation(Words(), found, tried, ahead)
    assert line.say.startswith("They answer")
    assert len(line.steps) == len(ahead.line[:7])


def test_hints_and_solutions_are_asked_for(visitor: Visitor) -> None:
    for game, theme in (("xoxo", Theme.HOLDS), ("xoxo", Theme.SURE), ("djeco", Theme.SAFE), ("xoxo2", Theme.SAVE)):
        puzzle = next(one for one in puzzle_set(game) if one.theme is theme)
        hint = visitor.http.post(f"/api/puzzles/{puzzle.id}/hint", json={}).json()
        assert hint["say"]
        line = visitor.http.post(f"/api/puzzles/{puzzle.id}/solution", json={}).json()
        assert len(line.get("steps", ())) == (0 if puzzle.options else len(puzzle.turns))


@pytest.mark.parametrize("game", ["xoxo", "djeco", "rubik", "xoxo2"])
def test_the_answer_of_one_turn_is_told_without_notation(game: str) -> None:
    for puzzle in [one for one in puzzle_set(game) if len(one.turns) == 1 and not one.options][:30]:
        assert puzzle.turns[0] not in puzzle_solution(Words(), puzzle.id).say


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("", {"day": "someday"}, 400),
        ("", {"id": "nothing"}, 400),
        ("", {"games": ["chess"]}, 400),
        ("", {"themes": ["chess"]}, 400),
        ("", {"games": ["rubik"], "themes": ["row"], "near": 1e300, "seen": ["x"] * 400}, 200),
        ("", {"seen": ["x"] * 401}, 400),
        ("", {"secret": 1}, 400),
        ("/nothing", {"moves": []}, 400),
        ("/nothing/hint", {}, 400),
        ("/nothing/solution", {}, 400),
        ("/nothing/refutation", {"moves": []}, 400),
    ],
)
def test_bad_requests_are_refused(visitor: Visitor, path: str, body: dict[str, object], status: int) -> None:
    answer = visitor.http.post(f"/api/puzzles{path}", json=body)
    assert answer.status_code == status, answer.text


def last_squares(picture: Picture) -> list[str]:
    """The squares that are marked as those of the last move."""
    cells = msgspec.json.decode(msgspec.json.encode(picture))["board"]["cells"]
    return [cell["square"] for cell in cells if cell.get("last")]


@pytest.mark.parametrize("nth", [0, 1, 2])
def test_a_tile_that_solves_lies_on_the_board_with_its_line_and_the_reason(nth: int) -> None:
    puzzle = [one for one in puzzle_set("xoxo") if one.theme is Theme.SURE][nth]
    answer = puzzle_answer(Words(), puzzle.id, PuzzleTried(puzzle.turns))
    square = puzzle.turns[0].partition("@")[2]
    assert last_squares(answer.picture) == [square]
    assert any(square in line.squares for line in answer.picture.won)
    assert answer.picture.won[0].name in answer.say
    (shown,) = puzzle_solution(Words(), puzzle.id).steps
    assert last_squares(shown.picture) == [square]
    assert shown.picture.won == answer.picture.won


def test_a_wrong_tile_lies_on_the_board_and_no_line_is_encircled() -> None:
    puzzle = next(one for one in puzzle_set("xoxo") if one.theme is Theme.SURE)
    start = try_puzzle(puzzle, ())
    for wrong in map(str, start.game.legal(start.state, start.seat)):
        if wrong != puzzle.turns[0]:
            answer = puzzle_answer(Words(), puzzle.id, PuzzleTried((wrong,)))
            assert last_squares(answer.picture) == [wrong.partition("@")[2]]
            assert (answer.verdict, answer.picture.won) == ("wrong", ())


def test_a_card_that_is_tried_lies_on_the_board() -> None:
    puzzle = next(one for one in puzzle_set("djeco") if one.theme is Theme.SAFE)
    answer = puzzle_answer(Words(), puzzle.id, PuzzleTried(puzzle.turns))
    before = puzzle_view(Words(), PuzzleWanted(id=puzzle.id)).picture
    assert (last_squares(before), len(last_squares(answer.picture))) == ([], 1)
    assert answer.say == "Solved!"
