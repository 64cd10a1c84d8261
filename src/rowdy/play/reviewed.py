"""Judged moves in a form that can be stored, and put into any language later."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from msgspec import Struct

from rowdy.play.claims import Claim, claims_of
from rowdy.play.hints import playouts, searcher
from rowdy.play.review import Decision, Judged, Mark, judge_by_search, judge_exactly, solved
from rowdy.rules.game import AnyGame, Seat
from rowdy.search.catalog import search_kit
from rowdy.search.compilation import compiler, part_of
from rowdy.search.oracle import Value, Verdict

SIMULATIONS_PER_MOVE = 3_000
"""The number of simulations for each move; the longest games, with four seats, have about a hundred to judge."""
REVIEW_SEED = 0
"""The seed of the searches, so that the same game gets the same review."""
MAX_MOMENTS = 3
"""The most decisive moments of a game that are pointed out."""
Method: TypeAlias = Literal["exact", "search", "playouts"]


class ExactValue(Struct, frozen=True, array_like=True):
    """The value of a solved position for the player to move, and its distance."""

    value: Literal["win", "draw", "loss"]
    distance: int | None = None


class ReviewedMove(Struct, frozen=True, omit_defaults=True):
    """A decision with its mark; actions by their texts."""

    turn: int
    ply: int
    """The index in the record of its first event."""
    seat: Seat
    moves: tuple[str, ...]
    mark: Mark
    best: tuple[str, ...]
    before: float | None = None
    """The seat's expected share of the game with the best actions; `None` where it had no choice."""
    after: float | None = None
    exact: tuple[ExactValue, ExactValue] | None = None
    """In solved games, the values of the best turn and of the one made."""
    kept: int = 0
    """In solved games, how many turns kept the value of the position, mirror images as one."""
    of: int = 0
    """In solved games, how many turns there were, mirror images as one."""
    claims: tuple[Claim, ...] = ()
    """What was proved about the move."""

    @property
    def judged(self) -> Judged:
        """The move as `review.summarise` takes it."""
        exact = self.exact and (_verdict(self.exact[0]), _verdict(self.exact[1]))
        return Judged(
            self.turn, self.ply, self.seat, self.moves, self.mark, self.best, self.before, self.after, exact or None
        )


def _verdict(exact: ExactValue) -> Verdict:
    return Verdict(Value(exact.value), exact.distance)


def method_of(game: AnyGame) -> tuple[Method, int]:
    """How the moves of a game are judged, and with how many simulations or playouts; does not load the compiler."""
    if solved(game):
        return "exact", 0
    return (
        ("search", SIMULATIONS_PER_MOVE)
        if part_of(game) and compiler()
        else ("playouts", playouts(SIMULATIONS_PER_MOVE))
    )


def review_move(game: AnyGame, decision: Decision) -> ReviewedMove:
    """Judges a decision from what its player could know then."""
    if not solved(game):
        judged = judge_by_search(game, decision, searcher(SIMULATIONS_PER_MOVE, REVIEW_SEED))
        return _reviewed(judged, claims_of(game, decision, judged, None))
    from rowdy.play.explorer import analyse  # only solved games need it

    oracle = search_kit(game).oracle(game)
    found = analyse(oracle, decision.view.state)
    judged = judge_exactly(decision, oracle)
    return _reviewed(judged, claims_of(game, decision, judged, oracle), len(found.keeping), len(found.turns))


def _reviewed(judged: Judged, claims: tuple[Claim, ...], kept: int = 0, of: int = 0) -> ReviewedMove:
    exact = judged.exact and tuple(ExactValue(each.value.value, each.distance) for each in judged.exact)
    return ReviewedMove(
        judged.turn,
        judged.ply,
        judged.seat,
        tuple(map(str, judged.actions)),
        judged.mark,
        tuple(map(str, judged.best)),
        judged.before,
        judged.after,
        (exact[0], exact[1]) if exact else None,
        kept,
        of,
        claims,
    )


def decisive_moments(moves: Sequence[ReviewedMove]) -> list[int]:
    """The indices, ascending, of the moves that gave the most away: the decisive moments."""
    losses = [move.judged.loss for move in moves]
    marked = [i for i, move in enumerate(moves) if move.mark in (Mark.MISTAKE, Mark.BLUNDER) and losses[i] > 0]
    return sorted(sorted(marked, key=lambda i: -losses[i])[:MAX_MOMENTS])
