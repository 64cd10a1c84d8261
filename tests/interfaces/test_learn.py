"""`rowdy learn`: the same lessons at the terminal, played through by a pipe."""

from __future__ import annotations

import json

import pytest

from rowdy.interfaces.lessons import Teacher, without_emphasis
from rowdy.interfaces.words import Words
from rowdy.rules.catalog import CATALOG
from tests.interfaces.cli import Cli
from tests.interfaces.lesson_tries import solution, tries


def lines(*typed: str) -> str:
    return "".join(f"{line}\n" for line in typed)


@pytest.mark.parametrize("game", CATALOG)
def test_a_lesson_is_taken_from_its_first_step_to_a_game(cli: Cli, game: str) -> None:
    """Each step with a wrong try before the right one."""
    teacher = Teacher.of(Words(), game)
    typed, expected = list[str](), list[str]()
    for step in teacher.lesson.steps:
        wrong = next((moves for moves, found in tries(teacher, step.name) if found.verdict == "wrong"), None)
        for moves in filter(None, (wrong, solution(teacher, step.name))):
            typed += moves
            expected.append(without_emphasis(teacher.answer(step.name, moves).say))
    run = cli("learn", game, lines=lines(*typed, "quit"))
    assert (run.code, run.err) == (0, "")
    told = run.out
    for number, name in enumerate(teacher.names, 1):
        assert (
            f"{number} of {len(teacher.names)}: {teacher.title(name)}\n{without_emphasis(teacher.say(name))}\n" in told
        )
    for say in expected:
        _, found, told = told.partition(f"{say}\n")
        assert found, say
    assert Words()("greeting-position") in told
    assert cli.record().practice


def test_it_goes_on_where_it_was_left(cli: Cli) -> None:
    assert "\n1 of 7:" in cli("learn", "rubik", lines=lines("skip", "quit")).out
    assert json.loads((cli.home / "lessons.json").read_text("utf-8")) == {"rubik": "flip"}
    run = cli("learn", "rubik", lines=lines("back"))
    assert run.out.index("\n2 of 7:") < run.out.index("\n1 of 7:")
    assert "rowdy learn rubik" in run.out.splitlines()[-1]
    assert "\n1 of 7:" in cli("learn", "xoxo").out
    assert "\n5 of 7:" in cli("learn", "rubik", "--step", "5").out
    (cli.home / "lessons.json").write_text("[nonsense", "utf-8")
    assert "\n1 of 7:" in cli("learn", "rubik").out


def test_moves_are_typed_by_number_too_and_what_is_illegal_is_told_why(cli: Cli) -> None:
    run = cli("learn", "rubik", "--step", "5", lines=lines("A@a3", "99", "nonsense", "3", "quit"))
    assert "A@a3 is not possible: a3 is taken." in run.err
    assert len(run.err.splitlines()) == 3
    assert Words()("lesson-rubik-lock-right") in run.out


@pytest.mark.parametrize("step", ["0", "-3", "99"])
def test_a_step_that_is_not_there_is_the_nearest(cli: Cli, step: str) -> None:
    run = cli("learn", "djeco", f"--step={step}", lines="quit\n")
    assert f"\n{'7' if step == '99' else '1'} of 7:" in run.out


def test_a_game_without_a_lesson_is_refused(cli: Cli) -> None:
    run = cli("learn", "chess")
    assert (run.code, run.out) == (2, "")
