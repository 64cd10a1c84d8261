"""What the library asks about a recorded game: how good its moves were."""

from __future__ import annotations

from collections.abc import Iterable

from rowdy.play.hints import searcher
from rowdy.play.review import Judged, decisions, judge_by_search, judge_exactly, judgeable, solved
from rowdy.rules.game import InvalidSetup, Seat
from rowdy.rules.record import Record, eyes_text
from rowdy.search.catalog import search_kit

DEFAULT_SIMULATIONS = 2_000
"""The default number of simulations for each move."""


def review(
    record: Record, *, seats: Iterable[Seat] | None = None, simulations: int = DEFAULT_SIMULATIONS, seed: int = 0
) -> tuple[Judged, ...]:
    """The moves of a record in order, each judged by what its player could know then.

    Solved games are judged exactly, others by a search with `simulations` for each move. `seats` are those whose moves
    are judged, by default all about which the record has enough; raises `InvalidSetup` for others.

    >>> import rowdy
    >>> record = rowdy.Record(rowdy.game("rubik"), ("Ann", "Ben")).play("A@a1 a1-b1 a@a1")
    >>> [(move.seat, str(move.mark)) for move in rowdy.review(record, seats=[1])]
    [(1, 'best')]
    """
    game, able = record.game, judgeable(record)
    asked = able if seats is None else tuple(seats)
    if not asked:
        raise InvalidSetup("review-nobody")
    if others := [seat for seat in asked if seat not in able]:
        raise InvalidSetup("review-other-seat", seat=others[0] + 1, eyes=eyes_text(record.eyes))
    judged = decisions(record, asked)
    if solved(game):
        oracle = search_kit(game).oracle(game)
        return tuple(judge_exactly(decision, oracle) for decision in judged)
    think = searcher(simulations, seed)
    return tuple(judge_by_search(game, decision, think) for decision in judged)
