"""Lessons: positions with one thing to do in each, which the rules of the game judge.

A lesson is data. Its texts are messages, named by the lesson's game, step and reply.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeAlias

from rowdy.play.game_log import GameLog
from rowdy.play.kit import NOTHING_HELD, Held
from rowdy.rules.game import AnyGame, Move, Outcome, Over, Seat, Window
from rowdy.rules.geometry import Square


@dataclass(frozen=True)
class Attempt:
    """What somebody did in a step, and the game that it led to."""

    game: AnyGame
    seat: Seat
    moves: tuple[str, ...]
    before: Any
    """The state at the beginning of the step."""
    game_log: GameLog
    held: Held
    """The cards that the seat holds back now."""

    @property
    def after(self) -> Any:
        return self.game_log.state

    @property
    def outcome(self) -> Outcome | None:
        turn = self.game_log.turn
        return turn.outcome if isinstance(turn, Over) else None

    @property
    def unfinished(self) -> bool:
        """True if the seat can go on with its turn."""
        turn = self.game_log.turn
        return turn == Move(self.seat) or isinstance(turn, Window)


Condition: TypeAlias = Callable[[Attempt], bool]


@dataclass(frozen=True, slots=True)
class Pointers:
    """What a reply points at on the board."""

    squares: tuple[Square, ...] = ()
    arrows: tuple[tuple[Square, Square], ...] = ()
    """Moves that are still possible, each from one square to another."""


NOTHING = Pointers()
Pointing: TypeAlias = Callable[[Attempt], Pointers]


def nothing(attempt: Attempt) -> Pointers:
    return NOTHING


def always(attempt: Attempt) -> bool:
    return True


@dataclass(frozen=True)
class LessonReply:
    """The answer to wrong tries for which its condition is true."""

    name: str
    when: Condition = always
    points: Pointing = nothing


@dataclass(frozen=True)
class LessonStep:
    """One thing to do on a board."""

    name: str
    position: str
    task: Condition
    """The condition that a try must meet to solve the step."""
    replies: tuple[LessonReply, ...] = ()
    """The answers to wrong tries; the first one whose condition is true is given."""
    held: Held = NOTHING_HELD
    """What the learner holds back at first."""
    squares: tuple[Square, ...] = ()
    """The squares that the text of the step mentions."""


@dataclass(frozen=True)
class Lesson:
    """The steps of one game, and a position from which it is played to the end against the easiest bot."""

    steps: tuple[LessonStep, ...]
    endgame: str
    seat: Seat = 0
    """The learner's seat in all steps."""
    bot: str = "beginner"


class TryVerdict(StrEnum):
    MORE = "more"
    """Nothing is wrong yet, but something is left to do."""
    RIGHT = "right"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Judgement:
    verdict: TryVerdict
    reply: str = ""
    """The name of the reply to a wrong try."""
    points: Pointers = NOTHING


# Conditions that fit any game


def wins(attempt: Attempt) -> bool:
    """The game is over, and won by the learner."""
    return attempt.outcome is not None and attempt.seat in attempt.outcome.winners


def loses(attempt: Attempt) -> bool:
    """The game is over, and won by somebody else."""
    return attempt.outcome is not None and attempt.seat not in attempt.outcome.winners


def moved(attempt: Attempt) -> bool:
    """At least one move was made."""
    return bool(attempt.moves)


def plays(*moves: str) -> Condition:
    """The last move is one of these."""

    def check(attempt: Attempt) -> bool:
        return attempt.moves[-1:] != () and attempt.moves[-1] in moves

    return check


def starts_with(*letters: str) -> Condition:
    """The text of the last move begins with one of these."""

    def check(attempt: Attempt) -> bool:
        return attempt.moves[-1:] != () and attempt.moves[-1].startswith(letters)

    return check


# Judging


def judge(step: LessonStep, attempt: Attempt) -> Judgement:
    """The judgement of a try: whether it solves the step, and if not, the reply to it."""
    if step.task(attempt):
        return Judgement(TryVerdict.RIGHT)
    for reply in step.replies:
        early = reply.when is always and attempt.unfinished
        if not early and reply.when(attempt):
            return Judgement(TryVerdict.WRONG, reply.name, reply.points(attempt))
    return Judgement(TryVerdict.MORE if attempt.unfinished else TryVerdict.WRONG)
