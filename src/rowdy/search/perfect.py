"""Perfect play in the flip games: the value of any position, how long it takes, and every turn, best first.

Scores come from the full solution if it is in the data folder (`rowdy solve` puts it there), otherwise from the layers
that are shipped with the package; a search does the rest.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, cached_property
from pathlib import Path
from threading import Lock
from typing import TypeVar

import numpy as np

from rowdy.rules.flip import FlipGame
from rowdy.rules.flip_state import Part, State
from rowdy.rules.game import InvalidSetup, Over
from rowdy.search.kernels import flip_search as kernel
from rowdy.search.kernels.flip import END, board_of, position_of
from rowdy.search.kernels.flip_turns import FLIP_ONLY, MAX_TURNS, NO_FLIP, PLACEMENT
from rowdy.search.openings import SHIPPED_FILES, load_opening
from rowdy.search.oracle import AnswerSource, Oracle, Probe, RatedTurn, Value, Verdict, play_turn
from rowdy.search.tablebase import InvalidSolution, Solution, solutions_folder, variant

__all__ = ["AnswerSource", "Probe", "Prober", "RatedTurn", "Value", "Verdict", "play_turn", "probe", "prober"]

MAX_SEARCHED_STONES_LEFT = 7
"""The most stones still to be laid with which a search without stored scores is quick enough."""
MAX_QUICK_STONES_LEFT = 5
"""The most stones still to be laid with which even hundreds of searches are quick."""
MAX_SMALL_BOARD_SQUARES = 9
"""The most squares of a board on which a search without stored scores is always quick enough."""

T = TypeVar("T")


def probe(game: FlipGame, state: State) -> Probe:
    """The value and distance of a position and of each legal turn, best first."""
    return prober(game).probe(state)


def prober(game: FlipGame) -> Prober:
    """The one prober for all games with the same solution, so that it remembers what it has searched."""
    folder = solutions_folder()
    key = (variant(game), folder)
    with _PROBERS_LOCK:
        if key not in _PROBERS:
            _PROBERS[key] = Prober(game, folder)
        return _PROBERS[key]


_PROBERS: dict[tuple[str, Path], Prober] = {}
_PROBERS_LOCK = Lock()


class Prober(Oracle):
    """The oracle of a flip game; thread-safe. It looks for a stored solution once, when it is made."""

    game: FlipGame

    def __init__(
        self, game: FlipGame, folder: Path, memory: kernel.Memory | None = None, openings: Path = SHIPPED_FILES
    ) -> None:
        """`folder` may have the solution, `openings` the early layers of it."""
        super().__init__(game)
        self._openings = openings
        self._folder = folder
        solution = Solution(game, folder)
        self._solution = solution if solution.exists() else None
        self._board = board_of(game)
        self._memory = memory or kernel.new_memory()
        self._turns = np.zeros(MAX_TURNS, np.int64)
        self._scores = np.zeros(MAX_TURNS, np.int64)
        self._lock = Lock()

    @property
    def source(self) -> AnswerSource:
        return (
            AnswerSource.SOLUTION if self._solution else AnswerSource.OPENING if self._opening else AnswerSource.SEARCH
        )

    @property
    def searched(self) -> int:
        """The number of positions searched so far: a measure of work that does not depend on the machine's load."""
        return int(self._memory.nodes[0])

    @property
    def solution_path(self) -> Path | None:
        return self._folder / variant(self.game) if self._solution else None

    def due(self, state: State) -> str:
        return str(state.part)

    def turns_made(self, state: State) -> int:
        return state.laid

    def quick(self, state: State) -> bool:
        """True if every position after the next turn takes next to no search."""
        known, laid = self._opening, min(state.laid + 2, self._board.rules.stones)
        stored = known is not None and known.starts[laid] >= 0
        return stored or self._solution is not None or self._board.rules.stones - laid <= MAX_QUICK_STONES_LEFT

    def forget(self) -> None:
        """Forgets what earlier searches have found."""
        self._memory.entries[:] = kernel.EMPTY
        self._memory.history[:] = 0

    # What can be asked

    def probe(self, state: State) -> Probe:
        """The value, the distance and all legal turns, best first."""
        over = self._over(state)
        if over is not None:
            return Probe(over, ())
        with self._lock:
            listed = self._ask(kernel.rate_turns, state)
            order = np.argsort(-self._scores[:listed], kind="stable")
            turns, scores = self._turns[order].tolist(), self._scores[order].tolist()
        rated = tuple(self._rated(state, turn, score) for turn, score in zip(turns, scores, strict=True))
        return Probe(rated[0].verdict, rated)

    def best(self, state: State) -> RatedTurn | None:
        """One of the best turns, which is faster to find than all; `None` if the game is over."""
        if self._over(state) is not None:
            return None
        if self._solution:
            return self.probe(state).turns[0]
        with self._lock:
            turn, score = self._ask(kernel.best_turn, state)
        return self._rated(state, int(turn), int(score))

    def verdict(self, state: State) -> Verdict:
        """The value and the distance, without the turns."""
        best = self.best(state)
        return self.probe(state).verdict if best is None else best.verdict

    def safe_replies(self, state: State, at_most: int) -> int:
        """The number of turns in this position that do not lose; counting stops above `at_most`."""
        if self._over(state) is not None:
            return 0
        with self._lock:
            return int(self._ask(kernel.safe_turns, state, at_most))

    # How it is found out

    def _ask(self, question: Callable[..., T], state: State, *more: int) -> T:
        """Puts a question about a position to the kernel; the turns it lists are left in the arrays."""
        position, placing = position_of(state), state.part is Part.PLACE
        known = self._known(state)
        return question(self._board, known, self._memory, position, placing, self._turns, self._scores, *more)

    def _known(self, state: State) -> kernel.StoredScores:
        """The stored scores that can be reached from a position."""
        if self._solution:
            try:
                return self._next_layer(self._solution, state)
            except InvalidSolution as error:
                self.refused = error
            except OSError as error:
                self.refused = InvalidSolution("solution-unreadable", path=error.filename, reason=error.strerror)
            self._solution = None
        far = (
            self._board.rules.stones - state.laid > MAX_SEARCHED_STONES_LEFT
            and self._board.rules.squares > MAX_SMALL_BOARD_SQUARES
        )
        if self._opening is None and far:
            raise InvalidSetup("not-solved", game=self.game.edition.game, variant=variant(self.game))
        return self._opening or kernel.NO_STORED_SCORES

    def _next_layer(self, solution: Solution, state: State) -> kernel.StoredScores:
        """The layer after this turn, with the slabs checked that a flip of the opponent's stones can lead to."""
        layer, opponent = solution.layer(state.laid + 1), 1 - state.mover
        reached = {state.stones.of(opponent)}
        if state.part is Part.FLIP:
            flips = self.game.flips(state.stones, opponent)
            reached = {state.stones.flipped(source, target).of(opponent) for source, target in flips}
        for slab in {int(self._board.group[mask]) for mask in reached}:
            layer.check(slab)
        return kernel.stored_scores(layer.scores, {state.laid + 1: 0})

    @cached_property
    def _opening(self) -> kernel.StoredScores | None:
        return load_opening(self.game, folder=self._openings)

    def _over(self, state: State) -> Verdict | None:
        """The verdict if the game is over, or `None`; refuses an impossible position before any table is read."""
        self.game.check_state(state)
        turn = self.game.turn(state)
        if not isinstance(turn, Over):
            return None
        winners = turn.outcome.winners
        return Verdict(Value.DRAW if not winners else Value.WIN if state.mover in winners else Value.LOSS, 0)

    def _rated(self, state: State, turn: int, score: int) -> RatedTurn:
        flip, placement = turn & NO_FLIP, turn >> PLACEMENT
        numbers = [] if flip == NO_FLIP else [flip]
        if placement != FLIP_ONLY:
            numbers.append(self._board.rules.placements[state.mover] + placement)
        return RatedTurn(tuple(self.game.actions[number] for number in numbers), _verdict(score))


@cache
def _verdict(score: int) -> Verdict:
    if score == 0:
        return Verdict(Value.DRAW, None)
    return Verdict(Value.WIN if score > 0 else Value.LOSS, END - abs(score))
