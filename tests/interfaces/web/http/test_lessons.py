"""Lessons by HTTP: a try is answered with a picture and words, and tables open from positions."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rowdy.interfaces.lessons import Teacher
from rowdy.interfaces.words import Words
from rowdy.rules.catalog import CATALOG
from tests.interfaces.lesson_tries import tries
from tests.interfaces.web.serving import Visitor, serving_tables


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving_tables(tmp_path_factory.mktemp("lessons") / "tables.sqlite") as address:
        yield address


@pytest.fixture
def visitor(server: str) -> Iterator[Visitor]:
    with Visitor(server) as visitor:
        yield visitor


def test_a_step_begins_with_what_can_be_done(visitor: Visitor) -> None:
    answer = visitor.http.post("/api/lessons/rubik/lock", json={}).json()
    assert answer["verdict"] == "more"
    assert answer["squares"] == ["a3", "b3", "c3"]
    assert len(answer["picture"]["moves"]) == 8


def test_a_wrong_try_is_told_why_on_the_board(visitor: Visitor) -> None:
    answer = visitor.http.post("/api/lessons/rubik/lock", json={"moves": ["A@d4"]}).json()
    assert answer["verdict"] == "wrong"
    assert answer["say"] == "Not yet: a stone of the row can still be flipped away. Look at **a3**."
    assert answer["arrows"] == [["a3", "a4"]]
    assert "moves" not in answer["picture"]


def test_a_right_one_in_the_askers_language(visitor: Visitor) -> None:
    answer = visitor.http.post("/api/lessons/rubik/lock?lang=de", json={"moves": ["A@a4"]}).json()
    assert (answer["verdict"], answer["say"]) == ("right", Words("de")("lesson-rubik-lock-right"))


def test_a_click_where_nothing_can_be_done_is_told_why(visitor: Visitor) -> None:
    pointed = {"moves": [], "piece": "A", "square": "b4"}
    answer = visitor.http.post("/api/lessons/rubik/lock", json=pointed).json()
    assert answer["verdict"] == "more"
    assert answer["why"] == "b4 is taken."
    stacked = visitor.http.post("/api/lessons/djeco/stack", json={"piece": "r2", "square": "c3"}).json()
    assert stacked["why"] == "There is a 5 here, and only a 5 may cover it."


def test_the_cards_of_the_other_player_are_not_told(visitor: Visitor) -> None:
    """Not even in a lesson, where nobody is behind them."""
    answer = visitor.http.post("/api/lessons/xoxo/backs", json={}).json()
    cards = answer["picture"]["seats"][1]["cards"]
    assert [card["kind"] for card in cards] == ["shape"] * 3
    assert not any("value" in card for card in cards)


@pytest.mark.parametrize("game", CATALOG)
def test_all_that_can_be_tried_has_an_answer(visitor: Visitor, game: str) -> None:
    """A few tries of each step, by the whole way there and back."""
    teacher = Teacher.of(Words(), game)
    for step in teacher.lesson.steps:
        for moves, found in list(tries(teacher, step.name))[::9]:
            answer = visitor.http.post(f"/api/lessons/{game}/{step.name}", json={"moves": moves})
            assert answer.status_code == 200
            assert answer.json()["say"] == found.say


@pytest.mark.parametrize(
    ("path", "body", "status", "code"),
    [
        ("chess/lock", {}, 400, "unknown-game"),
        ("rubik/castle", {}, 404, "no-lesson-step"),
        ("rubik/lock", {"moves": ["A@a3"]}, 400, "occupied"),
        ("rubik/lock", {"moves": ["nonsense"]}, 400, "unreadable-move"),
        ("rubik/lock", {"moves": "A@a4"}, 400, "body-form"),
        ("rubik/lock", {"moves": ["A@a4"] * 9}, 400, "body-form"),
        ("rubik/lock", {"moves": ["A@a4", "A@a1"]}, 400, "over"),
    ],
)
def test_what_cannot_be_answered_is_refused(
    visitor: Visitor, path: str, body: dict[str, object], status: int, code: str
) -> None:
    answer = visitor.http.post(f"/api/lessons/{path}", json=body)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_a_game_without_a_lesson_has_no_page(visitor: Visitor) -> None:
    assert visitor.http.get("/learn/chess").status_code == 404
    assert visitor.http.get("/learn/rubik").status_code == 200


# Tables from a position


@pytest.mark.parametrize("game", CATALOG)
def test_a_table_opens_from_a_position_and_says_that_it_is_practice(visitor: Visitor, game: str) -> None:
    lesson = Teacher.of(Words(), game).lesson
    opened = visitor.open(game, "me", lesson.bot, position=lesson.endgame)
    with visitor.live(opened["table"], "1") as line:
        line.hear("hello")
        view = line.sit("Ann")["view"]
    assert view["practice"]
    assert view["picture"]["turn"] == 0
    record = visitor.http.get(f"/api/tables/{opened['table']}/record?as=1").text
    assert "Position" in record


def test_an_impossible_position_opens_nothing(visitor: Visitor) -> None:
    seats = [{"who": "me"}, {"who": "bot", "bot": "easy"}]
    for position, code in (("nonsense", "unreadable-position"), ("x" * 2_000, "body-form")):
        answer = visitor.http.post("/api/tables", json={"game": "rubik", "seats": seats, "position": position})
        assert (answer.status_code, answer.json()["code"]) == (400, code)
