"""Puzzles for a page: one in words and as a picture, the answer to a try, and why another turn fails.

The page does not have the solution: tries are judged here.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from random import Random
from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Struct

from rowdy.interfaces.puzzles import Setter, decisive_turn, turn_of_try
from rowdy.interfaces.titles import game_title
from rowdy.interfaces.web.http.bodies import ShortText
from rowdy.interfaces.web.http.menu import MenuItem
from rowdy.interfaces.web.pictures.common import with_won_lines
from rowdy.interfaces.web.pictures.picture import Picture
from rowdy.interfaces.words import Words
from rowdy.play.explorer import Outlook
from rowdy.play.game_log import Transition, deciding
from rowdy.play.kit import NOTHING_HELD
from rowdy.play.lessons import TryVerdict
from rowdy.play.puzzles import (
    MAX_TRY_MOVES,
    SET_VERSION,
    PuzzleTry,
    Theme,
    choose,
    daily,
    find_puzzle,
    games_with_puzzles,
    puzzle_set,
    try_puzzle,
)
from rowdy.rules.game import Event, GameError, InvalidSetup, Move, Over, Seat, View
from rowdy.rules.geometry import Square
from rowdy.search.catalog import search_kit

MAX_SEEN_IN_REQUEST = 400
"""The most seen puzzles that a request can name."""
MAX_SHOWN_TURNS = 7
"""The most turns of a refutation that are shown."""
PuzzleVerdict: TypeAlias = Literal["more", "right", "wrong"]


class PuzzleWanted(Struct, frozen=True, forbid_unknown_fields=True):
    """The puzzle wanted: that of a day, one by its id, or any of these games and themes near a rating."""

    day: ShortText = ""
    id: ShortText = ""
    games: Annotated[tuple[ShortText, ...], Meta(max_length=20)] = ()
    themes: Annotated[tuple[ShortText, ...], Meta(max_length=20)] = ()
    near: float | None = None
    seen: Annotated[tuple[ShortText, ...], Meta(max_length=MAX_SEEN_IN_REQUEST)] = ()


class PuzzleTried(Struct, frozen=True, forbid_unknown_fields=True):
    """The solver's moves so far, without the opponent's replies, or the option picked."""

    moves: Annotated[tuple[ShortText, ...], Meta(max_length=MAX_TRY_MOVES)] = ()
    piece: ShortText = ""
    square: ShortText = ""
    """Where the solver points with `piece` though nothing can be done there; the answer says why."""


class PuzzleView(Struct, frozen=True, omit_defaults=True):
    """A puzzle as it is set."""

    id: str
    game: str
    name: str
    """The name of the game."""
    theme: str
    rating: int
    difficulty: str
    """The rating in a word or two."""
    title: str
    say: str
    seat: Seat
    turns: int
    """The number of turns to find."""
    picture: Picture
    options: tuple[MenuItem, ...] = ()
    """The possible answers, if the answer is not a move."""
    share: str = ""
    """The beginning of the text to share, for the puzzle of a day: its date, and the version of the set."""


class PuzzleAnswer(Struct, frozen=True, omit_defaults=True):
    """What the solver sees and is told after some moves."""

    verdict: PuzzleVerdict
    picture: Picture
    say: str = ""
    found: int = 0
    """The number of turns found."""
    before: Picture | None = None
    """The board before the opponent's reply, if there was one."""
    refutable: bool = False
    """True if the page can ask why the wrong try fails."""
    why: str = ""
    """Why nothing can be done where the solver points."""


class PuzzleStep(Struct, frozen=True):
    """A board of a line of play, and what was done."""

    picture: Picture
    say: str


class PuzzleLine(Struct, frozen=True, omit_defaults=True):
    """Why a try fails, or the answer: in words, and turn by turn on the board."""

    say: str
    steps: tuple[PuzzleStep, ...] = ()


class PuzzleHint(Struct, frozen=True, omit_defaults=True):
    say: str
    squares: tuple[Square, ...] = ()


class PuzzlePlan(Struct, frozen=True):
    """What the page of puzzles begins with."""

    games: tuple[MenuItem, ...]
    themes: dict[str, tuple[MenuItem, ...]]
    """The themes of each game's puzzles."""
    set: int
    """The version of the set."""


# Requests


def puzzle_plan(words: Words) -> PuzzlePlan:
    games = games_with_puzzles()
    found = {game_id: {puzzle.theme for puzzle in puzzle_set(game_id)} for game_id in games}
    themes = {
        game_id: tuple(MenuItem(theme, words(f"puzzle-theme-{theme}")) for theme in Theme if theme in found[game_id])
        for game_id in games
    }
    return PuzzlePlan(tuple(MenuItem(game_id, game_title(words, game_id)) for game_id in games), themes, SET_VERSION)


def puzzle_view(words: Words, wanted: PuzzleWanted) -> PuzzleView:
    """Returns the puzzle that is wanted; `InvalidSetup` if there is none."""
    day = _day(wanted.day) if wanted.day else None
    if wanted.id:
        puzzle = find_puzzle(wanted.id)
    elif day:
        puzzle = daily(day)
    else:
        unknown = [game_id for game_id in wanted.games if game_id not in games_with_puzzles()]
        if unknown:
            raise InvalidSetup("no-such-puzzles", games=unknown[0], themes="")
        puzzle = choose(Random(), games=wanted.games, themes=wanted.themes, near=wanted.near, seen=wanted.seen)
    setter = Setter(words, puzzle)
    return PuzzleView(
        puzzle.id,
        puzzle.game,
        game_title(words, puzzle.game),
        puzzle.theme,
        puzzle.rating,
        setter.difficulty,
        setter.title,
        setter.say,
        setter.seat,
        puzzle.own_turns,
        _paint(setter, setter.view(setter.start), ()),
        options=tuple(MenuItem(option, setter.option(option)) for option in puzzle.options),
        share=words("puzzle-share", day=day.isoformat(), version=SET_VERSION) if day else "",
    )


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise InvalidSetup("puzzle-date", text=text) from None


# Answers


def puzzle_answer(words: Words, puzzle_id: str, tried: PuzzleTried) -> PuzzleAnswer:
    """Returns what these moves lead to; `GameError` if one is not legal."""
    setter, found = _tried(words, puzzle_id, tried.moves)
    verdict: PuzzleVerdict = (
        "more" if found.verdict is TryVerdict.MORE else "right" if found.verdict is TryVerdict.RIGHT else "wrong"
    )
    before = _paint(setter, setter.view(found, found.before_reply), turn_of_try(found, True)) if found.reply else None
    return PuzzleAnswer(
        verdict,
        _won(found, _paint(setter, setter.view(found), turn_of_try(found))),
        setter.answer(found),
        found.solved_turns,
        before=before,
        refutable=verdict == "wrong" and (found.game.facts.hidden or needs_search(found)),
        why=setter.why(found, tried.piece, tried.square) if tried.piece or tried.square else "",
    )


def _tried(words: Words, puzzle_id: str, moves: Sequence[str]) -> tuple[Setter, PuzzleTry]:
    puzzle = find_puzzle(puzzle_id)
    return Setter(words, puzzle), try_puzzle(puzzle, moves)


def wrong_try(puzzle_id: str, tried: PuzzleTried) -> PuzzleTry:
    """Returns a wrong try; `GameError` if it is not wrong, so that nobody can find the solution by asking for lines."""
    found = try_puzzle(find_puzzle(puzzle_id), tried.moves)
    if found.verdict is not TryVerdict.WRONG:
        raise GameError("puzzle-not-wrong")
    return found


def needs_search(found: PuzzleTry) -> bool:
    """True if a search can show why this try fails: the game goes on, and it is solved."""
    return not isinstance(found.game.turn(found.state), Over) and search_kit(found.game).solved(found.game)


def refutation(words: Words, found: PuzzleTry, tried: PuzzleTried, ahead: Outlook | None) -> PuzzleLine:
    """Returns why a wrong try fails: by best play from there, or by cards that the others may hold."""
    setter = Setter(words, found.puzzle)
    if found.game.facts.hidden:
        return PuzzleLine(setter.counterexample(tried.moves))
    if ahead is None or not ahead.line:
        return PuzzleLine(setter.answer(found))
    turns = [tuple(map(str, turn.actions)) for turn in ahead.line[:MAX_SHOWN_TURNS]]
    return PuzzleLine(setter.refutation(found, ahead), _steps(setter, found.state, turns))


def puzzle_solution(words: Words, puzzle_id: str) -> PuzzleLine:
    """Returns the answer of a puzzle."""
    setter = Setter(words, find_puzzle(puzzle_id))
    say = words("puzzle-solution", moves=setter.solution_words)
    if setter.puzzle.options:
        return PuzzleLine(say)
    if setter.game.facts.hidden:
        found = try_puzzle(setter.puzzle, setter.puzzle.turns)
        picture = _won(found, _paint(setter, setter.view(found), turn_of_try(found)))
        return PuzzleLine(say, (PuzzleStep(picture, setter.turn_words(setter.puzzle.turns)),))
    turns = [tuple(turn.split(" ")) for turn in setter.puzzle.turns]
    return PuzzleLine(say, _steps(setter, setter.start.state, turns))


def puzzle_hint(words: Words, puzzle_id: str) -> PuzzleHint:
    setter = Setter(words, find_puzzle(puzzle_id))
    return PuzzleHint(setter.hint, setter.hint_squares)


def _steps(setter: Setter, state: Any, turns: Sequence[Sequence[str]]) -> tuple[PuzzleStep, ...]:
    """Returns the boards after each of these turns, with what was done."""
    game, steps = setter.game, []
    for moves in turns:
        made: list[Transition] = []
        for text in moves:
            turn = game.turn(state)
            assert isinstance(turn, Move)
            event = Event(turn.seat, game.parse_action(text))
            after = game.play(state, turn.seat, event.action)
            made.append(Transition(state, event, after, False))
            state = after
        last = tuple(each.event for each in reversed(made))
        view: View[Any, Any] = View(setter.seat, state, game.turn(state), ())
        picture = with_won_lines(_paint(setter, view, last), deciding(game, made[-1:]))
        events = [each.event for each in made]
        said = setter.describer.joined_turn(events, ("",)) or " ".join(setter.describer.told(made)[0])
        steps.append(PuzzleStep(picture, said.strip()))
    return tuple(steps)


def _paint(setter: Setter, view: View[Any, Any], last: Sequence[Event[Any]]) -> Picture:
    describer = setter.describer
    return describer.kit.paint(describer, view, last, NOTHING_HELD, all_open=False)


def _won(found: PuzzleTry, picture: Picture) -> Picture:
    """Returns the picture with the lines that decided the game, if any did."""
    return with_won_lines(picture, deciding(found.game, decisive_turn(found)))
