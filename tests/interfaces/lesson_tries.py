"""All that can be tried in a step of a lesson, and what it leads to."""

from __future__ import annotations

from collections.abc import Iterator

from rowdy.interfaces.lessons import ENDGAME, JudgedTry, Teacher
from rowdy.play.catalog import play_kit
from rowdy.play.lessons import TryVerdict
from rowdy.rules.game import Move


def tries(teacher: Teacher, name: str, moves: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], JudgedTry]]:
    """Every way to do a step, right or wrong, to its end; orders are given before anything else, one at most."""
    found = teacher.answer(name, moves)
    if moves and found.verdict is not TryVerdict.MORE:
        yield moves, found
        return
    for move in offered(teacher, found, moves):
        yield from tries(teacher, name, (*moves, move))


def offered(teacher: Teacher, found: JudgedTry, moves: tuple[str, ...]) -> list[str]:
    """What the learner can do next."""
    game, log, seat = teacher.game, found.attempt.game_log, teacher.lesson.seat
    played = [str(action) for action in game.legal(log.state, seat)] if log.turn == Move(seat) else []
    items = play_kit(game).order_items(game, log.state, seat) if not moves else ()
    orders = [f"{'show' if item in found.attempt.held else 'hold'} {item}" for item in items]
    return played + orders


def solution(teacher: Teacher, name: str) -> tuple[str, ...]:
    """One way to solve a step."""
    assert name != ENDGAME
    return next(moves for moves, found in tries(teacher, name) if found.verdict is TryVerdict.RIGHT)
