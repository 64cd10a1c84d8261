"""Perfect play in a game small enough to be searched to the end, by the rules alone."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from rowdy.rules.game import AnyGame, Move, Over, Seat
from rowdy.search.oracle import Oracle, Probe, RatedTurn, Value, Verdict

MAX_CACHED_GAMES = 16
"""The number of games whose search results are kept."""
_OPPOSITE = {Value.WIN: Value.LOSS, Value.DRAW: Value.DRAW, Value.LOSS: Value.WIN}


def can_be_searched_whole(game: AnyGame) -> bool:
    """True if such a search is possible: two players take turns, and nothing is hidden or left to chance."""
    facts = game.facts
    return game.seats == 2 and not (facts.hidden or facts.chance or facts.windows)


class WholeSearch(Oracle):
    """An oracle that searches each position once; states must be hashable values, as the rules require."""

    def __init__(self, game: AnyGame) -> None:
        super().__init__(game)
        self._known: dict[Any, Probe] = {}

    def probe(self, state: Any) -> Probe:
        if state not in self._known:
            self._known[state] = self._search(state)
        return self._known[state]

    def _search(self, state: Any) -> Probe:
        turn = self.game.turn(state)
        if not isinstance(turn, Move):
            return Probe(Verdict(Value.DRAW, 0), ())
        rated = [
            RatedTurn(actions, self._verdict(after, turn.seat)) for actions, after in self._turns(state, turn.seat)
        ]
        rated.sort(key=lambda each: _rank(each.verdict))
        return Probe(rated[0].verdict, tuple(rated))

    def _turns(self, state: Any, seat: Seat) -> Iterator[tuple[tuple[Any, ...], Any]]:
        """All turns of a seat: its moves until another seat is to move, and the position after them."""
        for action in self.game.legal(state, seat):
            after = self.game.play(state, seat, action)
            due = self.game.turn(after)
            if isinstance(due, Move) and due.seat == seat:
                yield from (((action, *more), end) for more, end in self._turns(after, seat))
            else:
                yield (action,), after

    def _verdict(self, after: Any, seat: Seat) -> Verdict:
        """The verdict on a position for the seat that has just made its turn."""
        turn = self.game.turn(after)
        if isinstance(turn, Over):
            winners = turn.outcome.winners
            return Verdict(Value.DRAW if len(winners) != 1 else Value.WIN if seat in winners else Value.LOSS, 1)
        value, distance = (found := self.probe(after).verdict).value, found.distance
        return Verdict(_OPPOSITE[value], None if distance is None or value is Value.DRAW else distance + 1)


def _rank(verdict: Verdict) -> tuple[int, int]:
    """The sort key of a turn, from best to worst: a winner hurries, a loser delays."""
    distance = verdict.distance or 0
    match verdict.value:
        case Value.WIN:
            return 0, distance
        case Value.DRAW:
            return 1, 0
        case Value.LOSS:
            return 2, -distance


@lru_cache(MAX_CACHED_GAMES)
def whole_search(game: AnyGame) -> WholeSearch:
    """The one search of a game, so that it remembers what it has found."""
    return WholeSearch(game)
