"""Puzzles as data: a position, what is to be found in it, and the one answer; and what a try at one leads to.

A set is a text with one puzzle a line: `theme|rating|position|turns|options`, turns separated by `;`, the solver's
and the opponent's alternating. The sets of our own games ship packed; a game of another package has its own in its
play kit.
"""

from __future__ import annotations

import hashlib
import lzma
from base64 import b32encode
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from functools import cache, cached_property
from importlib.resources import files
from random import Random
from typing import Any

from rowdy.play.catalog import play_kit
from rowdy.play.lessons import TryVerdict
from rowdy.rules import catalog
from rowdy.rules.game import AnyGame, Event, GameError, InvalidMove, InvalidSetup, InvalidText, Move, Over, Seat
from rowdy.rules.guest_games import guest_kits

SET_VERSION = 1
"""The version of the sets that ship; the puzzle of a day depends on it, so what people share includes it."""
SHIPPED = ("rubik", "xoxo2", "xoxo", "djeco")
"""The games of the sets that ship, in the order in which the daily puzzles take turns."""
MAX_TRY_MOVES = 16
"""The most moves in one try."""
MAX_RATING_DISTANCE = 150
"""How far the rating of the next puzzle may be from the player's, while there are enough such puzzles."""
MIN_CHOICE = 8
"""The fewest puzzles from which the next one is drawn."""


class Theme(StrEnum):
    """What is to be found."""

    ROW = "row"
    """The turn that wins at once: the row that survives, or is enclosed."""
    WIN_2 = "win-2"
    WIN_3 = "win-3"
    WIN_4 = "win-4"
    HOLD = "hold"
    """The only turn that does not lose, where nobody can force a win."""
    SAVE = "save"
    """Several turns in a row, each the only one that does not lose."""
    SURE = "sure"
    """The only move that wins whatever the others hold."""
    SAFE = "safe"
    """The only move after which the opponent cannot win at once, whatever they hold."""
    HOLDS = "holds"
    """The only card of several that the opponent can hold."""


WIN_TURNS = {Theme.ROW: 1, Theme.WIN_2: 2, Theme.WIN_3: 3, Theme.WIN_4: 4}
"""The number of the solver's turns to the win, for themes that name it."""


@dataclass(frozen=True)
class Puzzle:
    game: str
    theme: Theme
    rating: int
    """How hard the puzzle is, on the scale of the players' ratings."""
    position: str
    turns: tuple[str, ...]
    """The answer: the solver's turns and between them the opponent's toughest defence; or the option to be picked."""
    options: tuple[str, ...] = ()
    """The possible answers, if the answer is not a move."""

    @cached_property
    def id(self) -> str:
        """A name that stays the same in every set, as it does not depend on the rating."""
        digest = hashlib.sha256(f"{self.game} {self.theme} {self.position}".encode()).digest()
        return b32encode(digest)[:7].decode().lower()

    @property
    def own_turns(self) -> int:
        """The number of turns that the solver has to find."""
        return (len(self.turns) + 1) // 2

    def line(self) -> str:
        return "|".join((self.theme, str(self.rating), self.position, ";".join(self.turns), ";".join(self.options)))


# Sets


def format_set(puzzles: Iterable[Puzzle]) -> str:
    return "".join(f"{puzzle.line()}\n" for puzzle in puzzles)


def parse_set(game_id: str, text: str) -> tuple[Puzzle, ...]:
    """The puzzles of a set; `InvalidText` names a line that is not a puzzle."""
    return tuple(_parse_puzzle(game_id, line, number) for number, line in enumerate(text.splitlines(), 1) if line)


def _parse_puzzle(game_id: str, line: str, number: int) -> Puzzle:
    parts = line.split("|")
    themes = set(map(str, Theme))
    if len(parts) != 5 or parts[0] not in themes or not parts[1].isdecimal() or not parts[3]:
        raise InvalidText("puzzle-line", game=game_id, line=number)
    options = tuple(parts[4].split(";")) if parts[4] else ()
    return Puzzle(game_id, Theme(parts[0]), int(parts[1]), parts[2], tuple(parts[3].split(";")), options)


def pack_set(puzzles: Iterable[Puzzle]) -> bytes:
    return lzma.compress(format_set(puzzles).encode(), preset=9 | lzma.PRESET_EXTREME)


@cache
def puzzle_set(game_id: str) -> tuple[Puzzle, ...]:
    """All puzzles of a game, the easiest first; empty if it has none."""
    if game_id in SHIPPED:
        packed = files("rowdy.play").joinpath("puzzle_sets", f"{game_id}.xz").read_bytes()
        text = lzma.decompress(packed).decode()
    else:
        text = play_kit(catalog.game(game_id)).puzzles
    return tuple(sorted(parse_set(game_id, text), key=lambda puzzle: (puzzle.rating, puzzle.id)))


def games_with_puzzles() -> list[str]:
    """The games that have puzzles, those of other packages last."""
    guests = [game_id for game_id, kit in guest_kits().items() if kit.play.puzzles]
    return [*SHIPPED, *guests]


@cache
def _by_id(game_ids: tuple[str, ...]) -> dict[str, Puzzle]:
    return {puzzle.id: puzzle for game_id in game_ids for puzzle in puzzle_set(game_id)}


def find_puzzle(puzzle_id: str) -> Puzzle:
    """The puzzle with this id; `InvalidSetup` if there is none."""
    found = _by_id(tuple(games_with_puzzles())).get(puzzle_id)
    if found is None:
        raise InvalidSetup("no-puzzle", id=puzzle_id[:40])
    return found


# Choosing a puzzle


def daily(day: date) -> Puzzle:
    """The puzzle of a day, the same for everybody with this set; the games take turns."""
    turn, which = divmod(day.toordinal(), len(SHIPPED))
    order = _daily_order(SHIPPED[which])
    return order[turn % len(order)]


@cache
def _daily_order(game_id: str) -> tuple[Puzzle, ...]:
    def rank(puzzle: Puzzle) -> bytes:
        return hashlib.sha256(f"{SET_VERSION} {puzzle.id}".encode()).digest()

    return tuple(sorted(puzzle_set(game_id), key=rank))


def choose(
    rng: Random,
    *,
    games: Sequence[str] = (),
    themes: Sequence[str] = (),
    near: float | None = None,
    seen: Iterable[str] = (),
) -> Puzzle:
    """A random puzzle of these games and themes, near a rating, and not one seen before while there are others."""
    known = [
        puzzle
        for game_id in games or games_with_puzzles()
        for puzzle in puzzle_set(game_id)
        if not themes or puzzle.theme in themes
    ]
    if not known:
        raise InvalidSetup("no-such-puzzles", themes=", ".join(themes), games=", ".join(games))
    before = set(seen)
    fresh = [puzzle for puzzle in known if puzzle.id not in before] or known
    if near is not None:
        fresh.sort(key=lambda puzzle: abs(puzzle.rating - near))
        close = [puzzle for puzzle in fresh if abs(puzzle.rating - near) <= MAX_RATING_DISTANCE]
        fresh = close if len(close) >= MIN_CHOICE else fresh[:MIN_CHOICE]
    return rng.choice(fresh)


# Trying


@dataclass(frozen=True)
class PuzzleTry:
    """The result of some moves of the solver in a puzzle."""

    game: AnyGame
    puzzle: Puzzle
    seat: Seat
    """The solver's seat."""
    verdict: TryVerdict
    state: Any
    """The position after all these moves, and after the opponent's reply to the last."""
    before_reply: Any
    """The position before that reply."""
    made: tuple[Event[Any], ...]
    """All moves since the beginning, the opponent's among them."""
    reply: tuple[str, ...]
    """The moves of that reply, if there is one."""
    solved_turns: int
    """How many of the solver's turns were right."""


def solver_of(game: AnyGame, state: Any) -> Seat:
    """The seat that is to move, for which a puzzle is made."""
    turn = game.turn(state)
    if not isinstance(turn, Move):
        raise InvalidText("puzzle-position", position=game.format_state(state))
    return turn.seat


def try_puzzle(puzzle: Puzzle, moves: Sequence[str]) -> PuzzleTry:
    """The result of these moves of the solver; `GameError` if one is not legal.

    The opponent's replies are not among the moves: those of the puzzle are played.
    """
    if len(moves) > MAX_TRY_MOVES:
        raise GameError("puzzle-moves", most=MAX_TRY_MOVES)
    game = catalog.game(puzzle.game)
    state = game.parse_state(puzzle.position)
    if puzzle.options or game.facts.hidden:
        return _answer(game, puzzle, state, moves)
    return _Walk(game, puzzle, state).go(moves)


def _answer(game: AnyGame, puzzle: Puzzle, state: Any, moves: Sequence[str]) -> PuzzleTry:
    """The result of picking an option, or of a move in a game with hidden cards, which only the solver plays."""
    seat = solver_of(game, state)
    known = puzzle.options or tuple(map(str, game.legal(state, seat)))
    for move in moves:
        if move not in known:
            raise InvalidMove("not-an-answer", text=move, known=", ".join(known))
    right = puzzle.turns[0]
    verdict = TryVerdict.MORE if not moves else TryVerdict.RIGHT if moves[-1] == right else TryVerdict.WRONG
    made: tuple[Event[Any], ...] = ()
    if moves and not puzzle.options:
        made = (Event(seat, game.parse_action(moves[-1])),)
        state = game.play(state, *made[0])
    return PuzzleTry(game, puzzle, seat, verdict, state, state, made, (), int(verdict is TryVerdict.RIGHT))


class _Walk:
    """Plays a try in a game without secrets."""

    def __init__(self, game: AnyGame, puzzle: Puzzle, state: Any) -> None:
        self.game = game
        self.puzzle = puzzle
        self.state = self.before_reply = state
        self.seat = solver_of(game, state)
        self.made: list[Event[Any]] = []
        self.reply: tuple[str, ...] = ()

    def go(self, moves: Sequence[str]) -> PuzzleTry:
        turn: list[str] = []
        number = 0
        for text in moves:
            self._play(self.seat, text)
            self.before_reply, self.reply = self.state, ()
            turn.append(str(self.made[-1].action))
            if self._goes_on():
                continue
            solved = self._solves(" ".join(turn), number)
            if not solved or number == len(self.puzzle.turns) - 1:
                right = number // 2 + solved
                return self._found(TryVerdict.RIGHT if solved else TryVerdict.WRONG, right)
            self.reply = tuple(self.puzzle.turns[number + 1].split(" "))
            for reply in self.reply:
                self._play(1 - self.seat, reply)
            turn, number = [], number + 2
        return self._found(TryVerdict.MORE, number // 2)

    def _play(self, seat: Seat, text: str) -> None:
        if isinstance(self.game.turn(self.state), Over):
            raise GameError("game-over")
        action = self.game.parse_action(text)
        self.state = self.game.play(self.state, seat, action)
        self.made.append(Event(seat, action))

    def _goes_on(self) -> bool:
        """True if the solver's turn is not over yet."""
        return self.game.turn(self.state) == Move(self.seat)

    def _solves(self, turn: str, number: int) -> bool:
        """True if the turn is the puzzle's own or, at the end of a longer puzzle, another that wins at once."""
        if turn == self.puzzle.turns[number]:
            return True
        over = self.game.turn(self.state)
        last = 0 < number == len(self.puzzle.turns) - 1 and self.puzzle.theme in WIN_TURNS
        return last and isinstance(over, Over) and over.outcome.winners == (self.seat,)

    def _found(self, verdict: TryVerdict, solved: int) -> PuzzleTry:
        return PuzzleTry(
            self.game,
            self.puzzle,
            self.seat,
            verdict,
            self.state,
            self.before_reply,
            tuple(self.made),
            self.reply,
            solved,
        )


def answer_moves(puzzle: Puzzle) -> tuple[tuple[str, ...], ...]:
    """The solver's turns of the answer, each as its moves."""
    return tuple(tuple(turn.split(" ")) for turn in puzzle.turns[::2])
