"""Makes puzzles from games that bots of all levels play against one another, so that every position can be reached.

What a game yields depends on nothing but its seed: the game's id, the name of the run and the number of the game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from rowdy.play.bots.levels import LEVELS, FirstSightBot, SearchBot
from rowdy.play.catalog import play_kit
from rowdy.play.dealer import Dealer
from rowdy.play.game_log import GameLog
from rowdy.play.hardness import hardness
from rowdy.play.kit import PlayKit
from rowdy.play.puzzles import WIN_TURNS, Puzzle, Theme
from rowdy.play.windows import answer_all
from rowdy.rules.catalog import game as make_game
from rowdy.rules.game import AnyGame, Move, Over, Seat
from rowdy.search.catalog import search_kit
from rowdy.search.oracle import Oracle, Probe, RatedTurn, Value, play_turn

PLAYERS = ("beginner", "easy", "casual", "medium", "skilled")
"""The levels that play, in all pairs."""
MAX_TURNS_LEFT = 6
"""The most turns that a game may still have when a puzzle begins, so that a search to the end confirms it quickly.

A win in four turns needs one turn more."""
MAX_SAVED_TURNS = 3
"""The most turns in a row in which a draw must be saved."""
LEAST_RATING, HARDNESS_POINTS, LEVEL_POINTS, TURN_POINTS = 500, 700, 700, 120
"""The rating of a puzzle that everybody solves, and what is added for how hard it is, for the share of levels that
fail, and for each turn after the first."""
QUICK_PLAYERS = ("beginner", "easy")
"""The levels that play games with hidden cards, which are quick, as it takes many games to find a deduction."""
MAX_PER_GAME = 3
"""The most puzzles that one game yields, so that puzzles are not too alike; with hidden cards only one, since the same
deduction stays possible for several turns."""


@dataclass(frozen=True, slots=True)
class MadePuzzle:
    """A puzzle, and the canonical form that it shares with its mirror images."""

    puzzle: Puzzle
    canonical: str


class PuzzleMaker:
    """Makes the puzzles of one game."""

    def __init__(self, game_id: str, run: str) -> None:
        self.game = make_game(game_id)
        self.run = run
        kit = search_kit(self.game)
        self.oracle: Oracle | None = kit.oracle(self.game) if kit.solved(self.game) else None

    @property
    def makes(self) -> bool:
        """True if puzzles can be made from this game: it is solved, or its kit finds deductions."""
        return self.oracle is not None or type(play_kit(self.game)).deductions is not PlayKit.deductions

    def seed(self, number: int) -> str:
        return f"puzzles/{self.game.edition.game}/{self.run}/{number}"

    def find(self, number: int) -> list[MadePuzzle]:
        """The puzzles in one game, at most `MAX_PER_GAME`, drawn from all that it has."""
        rng = Random(self.seed(number))
        found = []
        for state, seat in played_positions(self.game, self.seed(number), rng):
            puzzles = self._solved(state, rng) if self.oracle else self._deduced(state, seat)
            canonical = str(search_kit(self.game).canonical(self.game, state))
            found += [MadePuzzle(puzzle, f"{puzzle.theme} {canonical}") for puzzle in puzzles]
        chosen = rng.sample(found, min(MAX_PER_GAME if self.oracle else 1, len(found)))
        return [replace(one, puzzle=self._rated(one.puzzle, rng)) for one in chosen]

    def _solved(self, state: Any, rng: Random) -> Iterator[Puzzle]:
        assert self.oracle is not None
        answer = solution(self.oracle, state)
        if answer is not None:
            theme, turns = answer
            position = self.game.format_state(state)
            yield Puzzle(self.game.edition.game, theme, 0, position, tuple(map(str, turns)))

    def _deduced(self, state: Any, seat: Seat) -> Iterator[Puzzle]:
        position = self.game.format_state(self.game.view(state, seat).state)
        for deduction in play_kit(self.game).deductions(self.game, self.game.parse_state(position), seat):
            yield Puzzle(
                self.game.edition.game,
                Theme(deduction.theme),
                round(LEAST_RATING + (HARDNESS_POINTS + LEVEL_POINTS) * deduction.hardness),
                position,
                (deduction.answer,),
                deduction.options,
            )

    def _rated(self, puzzle: Puzzle, rng: Random) -> Puzzle:
        """The puzzle with a rating, from the hardness of its position and the share of levels that fail."""
        if self.oracle is None:
            return puzzle
        state = self.game.parse_state(puzzle.position)
        hard = hardness(self.oracle, state, rng).score
        failing = sum(not finds(self.game, state, puzzle, level, rng) for level in PLAYERS) / len(PLAYERS)
        points = HARDNESS_POINTS * hard + LEVEL_POINTS * failing + TURN_POINTS * (puzzle.own_turns - 1)
        return replace(puzzle, rating=round(LEAST_RATING + points))


def player(game: AnyGame, level: str) -> FirstSightBot | SearchBot:
    """The bot of this level whose games puzzles are made from (`PlayKit.puzzle_players`)."""
    bot, mistakes = LEVELS[level], play_kit(game).puzzle_players.get(level)
    if mistakes is None:
        return bot
    if isinstance(bot, SearchBot):
        return replace(bot, mistakes=mistakes, learned=False)
    return replace(bot, mistakes=mistakes)


def played_positions(game: AnyGame, seed: str, rng: Random) -> Iterator[tuple[Any, Seat]]:
    """The positions of a game between two levels in which a turn begins or goes on after a pass, with the seat to move.

    If cards can be shown, everybody shows them as soon as they can, which all deduction puzzles assume.
    """
    hidden = game.facts.hidden
    players = [rng.choice(QUICK_PLAYERS if hidden else PLAYERS) for _ in range(game.seats)]
    log, mover = GameLog(game, players, Dealer(seed)), None
    while not isinstance(log.turn, Over):
        answer_all(log, {})
        if not isinstance(log.turn, Move):
            break
        seat = log.turn.seat
        if seat != mover or hidden:
            yield log.state, seat
        mover = seat
        chosen = player(game, players[seat]).choose(game, log.observations(seat), log.view(seat), rng)
        log.act(seat, chosen)


def finds(game: AnyGame, state: Any, puzzle: Puzzle, level: str, rng: Random) -> bool:
    """True if a bot of this level makes the first turn of the answer."""
    for text in puzzle.turns[0].split(" "):
        turn = game.turn(state)
        assert isinstance(turn, Move)
        chosen = player(game, level).choose(game, (), game.view(state, turn.seat), rng)
        if str(chosen) != text:
            return False
        state = game.play(state, turn.seat, chosen)
    return True


# Positions of solved games


def solution(oracle: Oracle, state: Any) -> tuple[Theme, list[RatedTurn]] | None:
    """The theme of a position and the line that solves it; `None` unless exactly one turn does."""
    turns_left = oracle.game.facts.max_turns - oracle.turns_made(state)
    if turns_left > MAX_TURNS_LEFT + 1:
        return None
    probe = oracle.probe(state)
    if turns_left > MAX_TURNS_LEFT and probe.distance != 2 * WIN_TURNS[Theme.WIN_4] - 1:
        return None
    only = only_turn(probe)
    if only is None:
        return None
    if probe.value is Value.DRAW:
        return _drawn(oracle, state, only)
    near = {turns: theme for theme, turns in WIN_TURNS.items()}
    assert probe.distance is not None
    theme = near.get((probe.distance + 1) // 2)
    line = _won(oracle, state, probe) if theme and probe.distance % 2 else None
    return (theme, line) if theme and line else None


def only_turn(probe: Probe) -> RatedTurn | None:
    """The only one of several turns that keeps a win or a draw; mirror images count one by one."""
    keeping = [turn for turn in probe.turns if turn.verdict.value is probe.value]
    return keeping[0] if len(keeping) == 1 < len(probe.turns) and probe.value is not Value.LOSS else None


def _won(oracle: Oracle, state: Any, probe: Probe) -> list[RatedTurn] | None:
    """The line of a win: the only winning turn each time, the toughest defence, and at the end any immediate win."""
    line: list[RatedTurn] = []
    while probe.distance != 1:
        only = only_turn(probe)
        if only is None:
            return None
        state = play_turn(oracle.game, state, only)
        reply = _toughest(oracle, state, longest(oracle.probe(state)))
        if reply is None:
            return None
        line += [only, reply]
        state = play_turn(oracle.game, state, reply)
        probe = oracle.probe(state)
    return [*line, probe.turns[0]]


def longest(probe: Probe) -> list[RatedTurn]:
    """The turns that delay a loss for as long as possible."""
    return [turn for turn in probe.turns if turn.verdict == probe.verdict]


def _toughest(oracle: Oracle, state: Any, replies: Sequence[RatedTurn]) -> RatedTurn | None:
    """The one of these replies that leaves the solver the fewest good turns; `None` if all end the game."""
    ways: dict[RatedTurn, int] = {}
    for reply in replies:
        probe = oracle.probe(play_turn(oracle.game, state, reply))
        if probe.turns:
            ways[reply] = sum(turn.verdict.value is probe.value for turn in probe.turns)
    return min(ways, key=lambda reply: (ways[reply], str(reply)), default=None)


def _drawn(oracle: Oracle, state: Any, only: RatedTurn | None) -> tuple[Theme, list[RatedTurn]]:
    """The line of a draw: for as long as only one turn holds against the toughest reply."""
    line: list[RatedTurn] = []
    while only is not None and len(line) < 2 * MAX_SAVED_TURNS:
        line.append(only)
        state = play_turn(oracle.game, state, only)
        replies = [turn for turn in oracle.probe(state).turns if turn.verdict.value is Value.DRAW]
        reply = _toughest(oracle, state, replies)
        if reply is None:
            break
        line.append(reply)
        state = play_turn(oracle.game, state, reply)
        only = only_turn(oracle.probe(state))
    line = line[: len(line) - (len(line) + 1) % 2]
    return Theme.SAVE if len(line) > 1 else Theme.HOLD, line


# Sets


def collect(found: Iterable[MadePuzzle], most: Mapping[Theme, int]) -> list[Puzzle]:
    """The puzzles of a set: only the first of mirror images, and at most this many of each theme."""
    counts: Counter[Theme] = Counter()
    seen, chosen = set[str](), list[Puzzle]()
    for one in found:
        theme = one.puzzle.theme
        if one.canonical in seen or counts[theme] >= most.get(theme, 0):
            continue
        seen.add(one.canonical)
        counts[theme] += 1
        chosen.append(one.puzzle)
    return chosen
