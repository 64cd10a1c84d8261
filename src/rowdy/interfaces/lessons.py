"""Lessons in words and pictures: what a learner reads and sees in a step, and the answer to a try.

The messages of a step are `lesson-GAME-STEP-title`, `-say` for what is to be done, `-right` for a try that solves it,
and `-REPLY` for each reply to a wrong one; the endgame's are `lesson-GAME-endgame-title` and `-say`. If a game of
another package has no such message, `lesson-any-…` says something that is always true. Key words are set in `**`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import rowdy
from rowdy.interfaces.catalog import interface_kit
from rowdy.interfaces.describe import Describer
from rowdy.interfaces.fluent_bundle import language_of_game
from rowdy.interfaces.why import before_the_move
from rowdy.interfaces.words import Words
from rowdy.play.catalog import play_kit
from rowdy.play.lesson_tries import try_moves
from rowdy.play.lessons import Attempt, Lesson, LessonStep, Pointers, TryVerdict, judge
from rowdy.rules.game import AnyGame, InvalidSetup, View, Window

ENDGAME = "endgame"
"""The name of the last step, in which the game is played to its end."""


def without_emphasis(text: str) -> str:
    """The text of a lesson without marks for bold letters."""
    return text.replace("**", "")


@dataclass(frozen=True)
class JudgedTry:
    """What a learner is shown and told after some moves, or at the beginning of a step."""

    attempt: Attempt
    view: View[Any, Any]
    """What the learner may know of the game, and can do while the try goes on."""
    verdict: TryVerdict
    say: str
    points: Pointers
    language: str
    """The language of what is said."""


@dataclass(frozen=True)
class Teacher:
    """Gives the lesson of one game in one language."""

    words: Words
    game: AnyGame
    lesson: Lesson

    @classmethod
    def of(cls, words: Words, game_id: str) -> Teacher:
        """The teacher of a game; `InvalidSetup` if it has no lesson."""
        game = rowdy.game(game_id)
        lesson = interface_kit(game).lesson
        if lesson is None:
            raise InvalidSetup("no-lesson", game=game_id)
        return cls(words, game, lesson)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the steps, the endgame last."""
        return (*(step.name for step in self.lesson.steps), ENDGAME)

    def title(self, name: str) -> str:
        return self._words(name, "title")

    def say(self, name: str) -> str:
        """What is to be done in this step."""
        return self._words(name, "say")

    def step(self, name: str) -> LessonStep:
        """The step with this name; `InvalidSetup` if there is none."""
        if name == ENDGAME:
            return LessonStep(ENDGAME, self.lesson.endgame, lambda attempt: False)
        for step in self.lesson.steps:
            if step.name == name:
                return step
        raise InvalidSetup("no-lesson-step", step=name, known=", ".join(self.names))

    @property
    def describer(self) -> Describer:
        """Describes the game with generic words for the players, as they have no names here."""
        you, rival = self.words("name-you"), self.words("lesson-rival")
        names = [you if seat == self.lesson.seat else rival for seat in range(self.game.seats)]
        return Describer(self.words, self.game, names, self.lesson.seat)

    def answer(self, name: str, moves: Sequence[str]) -> JudgedTry:
        """What these moves in a step lead to; `GameError` if one is not legal."""
        step = self.step(name)
        attempt = try_moves(self.game, self.lesson, step, moves)
        if not moves:
            view = self._view(attempt, name != ENDGAME)
            return JudgedTry(attempt, view, TryVerdict.MORE, "", Pointers(step.squares), self.words.language)
        judged = judge(step, attempt)
        said = {TryVerdict.RIGHT: "right", TryVerdict.WRONG: judged.reply or "wrong", TryVerdict.MORE: ""}[
            judged.verdict
        ]
        say = self._words(name, said, squares=self._listing(judged.points)) if said else ""
        language = self.language(name, said) if said else self.words.language
        view = self._view(attempt, judged.verdict is TryVerdict.MORE)
        return JudgedTry(attempt, view, judged.verdict, say, judged.points, language)

    def why(self, found: JudgedTry, piece: str, square: str) -> str:
        """Why nothing can be done there with this piece, by the rules."""
        describer, view = self.describer, found.view
        reason = before_the_move(describer, view) or describer.kit.why_not(describer, view, piece, square)
        return reason.say(self.words)

    def _view(self, attempt: Attempt, can_go_on: bool) -> View[Any, Any]:
        """What the learner sees; no answer to a window is offered if orders answer it, as at a table."""
        view = attempt.game_log.view(self.lesson.seat)
        by_order = isinstance(view.turn, Window) and play_kit(self.game).orders
        return view if can_go_on and not by_order else View(view.viewer, view.state, view.turn, ())

    def _listing(self, points: Pointers) -> str:
        """The squares that are pointed at, in words; if there are arrows, those from which they start."""
        squares = dict.fromkeys(source for source, _ in points.arrows) or points.squares
        return self.words.listing([f"**{square}**" for square in squares])

    def language(self, name: str, what: str) -> str:
        """The language in which this is said: a game of another package may not speak the learner's."""
        brought = self.words.has(self._message(name, what))
        return language_of_game(self.game.edition.game, self.words.language) if brought else self.words.language

    def _message(self, name: str, what: str) -> str:
        return f"lesson-{self.game.edition.game}-{name}-{what}"

    def _words(self, name: str, what: str, **args: str) -> str:
        message = self._message(name, what)
        if self.words.has(message):
            return self.words(message, **args)
        known = f"endgame-{what}" if name == ENDGAME else what if what in ("title", "say", "right") else "wrong"
        return self.words(f"lesson-any-{known}", step=name)
