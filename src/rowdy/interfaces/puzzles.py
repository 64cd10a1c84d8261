"""Puzzles in words: what is asked, what a try leads to, why another turn fails, and the text to share afterwards.

The title of a theme is `puzzle-title-GAME-THEME` or `puzzle-title-THEME`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any

from rowdy.interfaces.describe import Describer
from rowdy.interfaces.titles import game_title, player_title
from rowdy.interfaces.why import before_the_move
from rowdy.interfaces.words import Words
from rowdy.play.catalog import play_kit
from rowdy.play.explorer import Outlook
from rowdy.play.game_log import Transition, deciding
from rowdy.play.lessons import TryVerdict
from rowdy.play.puzzles import SET_VERSION, WIN_TURNS, Puzzle, PuzzleTry, answer_moves, try_puzzle
from rowdy.rules.game import AnyGame, Event, Move, Over, Seat, View
from rowdy.search.oracle import Value

SHARED_SQUARES = ("🟩", "🟥", "🟨")
"""The signs in a shared text for a turn that was found, a wrong try, and a hint."""
MAX_SHARED_TRIES = 6
"""The most wrong tries that a shared text shows."""

HARDER_FROM = (900, 1200, 1500, 1800)
"""The ratings from which on a puzzle is called easy, medium, hard and very hard; below the first it is very easy."""


@dataclass(frozen=True)
class Setter:
    """Presents one puzzle in one language."""

    words: Words
    puzzle: Puzzle

    @cached_property
    def start(self) -> PuzzleTry:
        return try_puzzle(self.puzzle, ())

    @property
    def game(self) -> AnyGame:
        return self.start.game

    @property
    def seat(self) -> Seat:
        return self.start.seat

    @cached_property
    def describer(self) -> Describer:
        you, rival = self.words("name-you"), self.words("puzzle-rival")
        names = [you if seat == self.seat else rival for seat in range(self.game.seats)]
        return Describer(self.words, self.game, names, self.seat)

    @property
    def title(self) -> str:
        own = f"puzzle-title-{self.puzzle.game}-{self.puzzle.theme}"
        return self.words(own if self.words.has(own) else f"puzzle-title-{self.puzzle.theme}")

    @property
    def difficulty(self) -> str:
        """How hard the puzzle is, in a word or two."""
        return self.words("puzzle-difficulty", level=1 + bisect_right(HARDER_FROM, self.puzzle.rating))

    @property
    def say(self) -> str:
        """Who the solver is, and what is to be found; with hidden cards, also what it follows from."""
        words, puzzle, game_id = self.words, self.puzzle, self.puzzle.game
        if self.game.facts.hidden:
            own = f"puzzle-say-{game_id}-{puzzle.theme}"
            return words(own if words.has(own) else "puzzle-say-any")
        kind = "win" if puzzle.theme in WIN_TURNS else "draw"
        player = player_title(words, game_id, self.seat)
        return words(f"puzzle-say-{kind}", player=player, turns=count_turns(self.game, self.start.state, self.seat))

    @property
    def hint(self) -> str:
        """The first part of the answer; or, if an option is to be picked, one that is wrong."""
        puzzle = self.puzzle
        if puzzle.options:
            wrong = next(option for option in puzzle.options if option != puzzle.turns[0])
            return self.words("puzzle-hint-not", option=self.option(wrong))
        first = answer_moves(puzzle)[0][0]
        if self.game.facts.hidden:
            return self.words("puzzle-hint-square", squares=self.words.listing(list(self.hint_squares)))
        return self.words("puzzle-hint-first", move=self.describer.move(self.game.parse_action(first)))

    @property
    def hint_squares(self) -> tuple[str, ...]:
        """The squares at which a hint points."""
        if self.puzzle.options:
            return ()
        first = self.game.parse_action(answer_moves(self.puzzle)[0][0])
        return self.describer.kit.aims(self.game, first)

    @property
    def solution(self) -> str:
        """The whole answer in notation, the opponent's turns in brackets."""
        if self.puzzle.options:
            return self.option(self.puzzle.turns[0])
        turns = [f"({turn})" if nth % 2 else turn for nth, turn in enumerate(self.puzzle.turns)]
        return " ".join(turns)

    @property
    def solution_words(self) -> str:
        """The whole answer in words if it is a single turn; several turns are listed in notation."""
        if self.puzzle.options or len(self.puzzle.turns) > 1:
            return self.solution
        return self.turn_words(self.puzzle.turns[0].split(" "))

    def option(self, option: str) -> str:
        """One of the options, in words."""
        return self.describer.kit.item(self.words, option)

    def view(self, found: PuzzleTry, state: Any = None) -> View[Any, Any]:
        """What the solver sees of a try, and can do while it goes on."""
        state = found.state if state is None else state
        turn = found.game.turn(state)
        mine = found.verdict is TryVerdict.MORE and state is found.state and turn == Move(self.seat)
        if mine and not self.puzzle.options:
            return found.game.view(state, self.seat)
        return View(self.seat, found.game.view(state, self.seat).state, turn, ())

    def why(self, found: PuzzleTry, piece: str, square: str) -> str:
        """Why nothing can be done there with this piece, by the rules."""
        view = self.view(found)
        reason = before_the_move(self.describer, view) or self.describer.kit.why_not(
            self.describer, view, piece, square
        )
        return reason.say(self.words)

    def answer(self, found: PuzzleTry) -> str:
        """The answer to a try that needs no search."""
        words = self.words
        if found.verdict is TryVerdict.RIGHT:
            return " ".join([words("puzzle-right"), *self._why_right(found)])
        if found.verdict is TryVerdict.WRONG:
            return self._wrong(found)
        if found.reply:
            left = self.puzzle.own_turns - found.solved_turns
            return words("puzzle-more", reply=self.turn_words(found.reply), count=left)
        return ""

    def _wrong(self, found: PuzzleTry) -> str:
        over = found.game.turn(found.state)
        if isinstance(over, Over) and not found.game.facts.hidden:
            return " ".join([self.words("puzzle-wrong"), self._ending(found, over)])
        return self.words("puzzle-wrong")

    def _why_right(self, found: PuzzleTry) -> list[str]:
        """Why the last move wins, if it does."""
        made = decisive_turn(found)
        over = found.game.turn(made[-1].after) if made else None
        if not isinstance(over, Over):
            return []
        return self.describer.ending(over.outcome, made[-1].after, deciding(found.game, made))

    def _ending(self, found: PuzzleTry, over: Over) -> str:
        made = transitions(found)
        return self.describer.outcome(over.outcome, found.state, deciding(found.game, made[-1:]))

    def counterexample(self, moves: Sequence[str]) -> str:
        """Why an answer to a deduction is wrong: hidden cards with which it fails."""
        own = f"puzzle-counterexample-{self.puzzle.game}-{self.puzzle.theme}"
        if self.words.has(own):
            return self.words(own)
        cards = play_kit(self.game).counterexample(self.game, self.start.state, self.seat, moves[-1])
        named = self.words.listing([self.option(card) for card in cards])
        return (
            self.words(f"puzzle-counterexample-{self.puzzle.theme}", cards=named)
            if cards
            else self.words("puzzle-counterexample-any")
        )

    def refutation(self, found: PuzzleTry, ahead: Outlook) -> str:
        """How the opponent answers a wrong turn, and what that leads to."""
        words, reply = self.words, ahead.line[0]
        moves = self.turn_words(tuple(map(str, reply.actions)))
        distance = reply.verdict.distance or 0
        if reply.verdict.value is Value.LOSS:
            return words("puzzle-refuted-slow", count=(distance + 1) // 2)
        if reply.verdict.value is Value.DRAW:
            return words("puzzle-refuted-draw", moves=moves)
        if distance == 1:
            return words("puzzle-refuted-now", moves=moves)
        return words("puzzle-refuted-loss", moves=moves, count=(distance + 1) // 2)

    def turn_words(self, moves: Sequence[str]) -> str:
        """A turn in words, move by move."""
        actions = [self.describer.move(self.game.parse_action(move)) for move in moves]
        return self.words("puzzle-then", first=actions[0], then=actions[1]) if len(actions) == 2 else actions[0]


def count_turns(game: AnyGame, state: Any, seat: Seat) -> int:
    """The number of whole turns that the seat to move has."""
    count = 0
    for action in game.legal(state, seat):
        after = game.play(state, seat, action)
        count += count_turns(game, after, seat) if game.turn(after) == Move(seat) else 1
    return count


def transitions(found: PuzzleTry) -> list[Transition]:
    """The moves of a try with the states before and after each."""
    game, state = found.game, found.game.parse_state(found.puzzle.position)
    made = []
    for event in found.made:
        after = game.play(state, event.actor, event.action)
        made.append(Transition(state, event, after, False))
        state = after
    return made


def decisive_turn(found: PuzzleTry) -> Sequence[Transition]:
    """The end of the game that a try leads to; with hidden cards, if a right answer wins whatever they are."""
    if not found.made:
        return ()
    if isinstance(found.game.turn(found.state), Over):
        return transitions(found)[-1:]
    if found.verdict is not TryVerdict.RIGHT or not found.game.facts.hidden:
        return ()
    start = found.game.parse_state(found.puzzle.position)
    return play_kit(found.game).winning_turn(found.game, start, found.seat, str(found.made[-1].action))


def turn_of_try(found: PuzzleTry, before_reply: bool = False) -> tuple[Event[Any], ...]:
    """The moves of the last turn that was made, the latest first."""
    made = found.made[: len(found.made) - len(found.reply)] if before_reply else found.made
    if not made:
        return ()
    mover = made[-1].actor
    latest = list(reversed(made))
    return tuple(latest[: next((i for i, event in enumerate(latest) if event.actor != mover), len(latest))])


def share_text(words: Words, puzzle: Puzzle, day: date, wrong: int, hints: int, streak: int) -> str:
    """A text about the puzzle of a day to share with others: how it went, without the puzzle itself."""
    marks = SHARED_SQUARES[1] * min(wrong, MAX_SHARED_TRIES) + SHARED_SQUARES[2] * bool(hints) + SHARED_SQUARES[0]
    lines = [
        words("puzzle-share", day=day.isoformat(), version=SET_VERSION),
        f"{game_title(words, puzzle.game)} {marks}",
    ]
    if streak > 1:
        lines.append(words("puzzle-streak", count=streak))
    return "\n".join(lines)
