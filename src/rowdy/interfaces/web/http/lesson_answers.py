"""Lessons for a page: the steps of a game in words, and the answer to what a learner tries, as a picture and words."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from rowdy.interfaces.lessons import ENDGAME, Teacher
from rowdy.interfaces.titles import game_title
from rowdy.interfaces.web.foreign_words import ForeignText, marked_words
from rowdy.interfaces.web.http.bodies import SeatWanted, TableWanted
from rowdy.interfaces.web.pictures.picture import Picture
from rowdy.interfaces.words import Words
from rowdy.play.lesson_tries import MAX_LESSON_MOVES
from rowdy.play.lessons import TryVerdict
from rowdy.rules.geometry import Square

TriedMove: TypeAlias = Annotated[str, Meta(max_length=40)]


class Tried(Struct, frozen=True, forbid_unknown_fields=True):
    """What a learner has done in a step so far: moves, and standing orders such as `hold red`."""

    moves: Annotated[tuple[TriedMove, ...], Meta(max_length=MAX_LESSON_MOVES)] = ()
    piece: TriedMove = ""
    square: TriedMove = ""
    """Where the learner points with `piece` though nothing can be done there; the answer says why."""


class LessonAnswer(Struct, frozen=True, omit_defaults=True):
    """What the learner sees and is told after these moves, or at the beginning of the step."""

    verdict: Literal["more", "right", "wrong"]
    picture: Picture
    say: str = ""
    squares: tuple[Square, ...] = ()
    """The squares that the answer, or at first the task, mentions."""
    arrows: tuple[tuple[Square, Square], ...] = ()
    """Moves that are still possible, each from one square to another."""
    why: str = ""
    """Why nothing can be done where the learner points."""
    lang: str = ""
    """The language of `say`, where it is not that of the page."""
    foreign: tuple[ForeignText, ...] = ()
    """The texts of this message that have words in another language, in parts."""


class LessonStepView(Struct, frozen=True, omit_defaults=True):
    name: str
    title: str
    say: str
    table: TableWanted | None = None
    """The table at which the last step is played."""
    title_lang: str = ""
    say_lang: str = ""
    """The language of title and text, where it is not that of the page."""


class LessonPlan(Struct, frozen=True):
    """The lesson of a game, as its page needs it at the start."""

    game: str
    title: str
    seat: int
    steps: tuple[LessonStepView, ...]


def lesson_plan(words: Words, game_id: str) -> LessonPlan:
    """Returns the steps of a game's lesson; `InvalidSetup` if it has none."""
    teacher = Teacher.of(words, game_id)
    steps = tuple(
        LessonStepView(
            name,
            teacher.title(name),
            teacher.say(name),
            _table(teacher) if name == ENDGAME else None,
            _other_language(words, teacher.language(name, "title")),
            _other_language(words, teacher.language(name, "say")),
        )
        for name in teacher.names
    )
    return LessonPlan(game_id, game_title(words, game_id), teacher.lesson.seat, steps)


def _table(teacher: Teacher) -> TableWanted:
    game, lesson = teacher.game, teacher.lesson
    seats = tuple(
        SeatWanted("me") if seat == lesson.seat else SeatWanted("bot", lesson.bot) for seat in range(game.seats)
    )
    return TableWanted(game.edition.game, seats, game.edition.name, position=lesson.endgame)


def lesson_answer(words: Words, game_id: str, step: str, tried: Tried) -> LessonAnswer:
    """Returns the answer to these moves; `GameError` if there is no such step, or a move is not legal."""
    teacher = Teacher.of(words, game_id)
    found = teacher.answer(step, tried.moves)
    marking = Teacher.of(marked_words(words, game_id), game_id)
    describer, attempt = marking.describer, found.attempt
    last = attempt.game_log.last_turn(teacher.lesson.seat)
    picture = describer.kit.paint(describer, found.view, last, attempt.held, all_open=False)
    verdict: Literal["more", "right", "wrong"] = (
        "more" if found.verdict is TryVerdict.MORE else "right" if found.verdict is TryVerdict.RIGHT else "wrong"
    )
    why = marking.why(found, tried.piece, tried.square) if tried.piece or tried.square else ""
    lang = _other_language(words, found.language)
    return LessonAnswer(verdict, picture, found.say, found.points.squares, found.points.arrows, why, lang)


def _other_language(words: Words, language: str) -> str:
    return "" if language == words.language else language
