"""Judges the moves of a game from what each player could know then: exactly in solved games, otherwise by search."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import pairwise
from math import sqrt
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from rowdy.rules.game import CHANCE, Actor, AnyGame, Event, Move, Seat, View, Window
from rowdy.rules.observation_log import ObservationLog
from rowdy.rules.record import ALL, Record
from rowdy.search.catalog import search_kit
from rowdy.search.python_search import RatedAction, Thought

if TYPE_CHECKING:
    from rowdy.search.oracle import Oracle, Verdict

Observations: TypeAlias = Sequence[Event[Any]]
"""The events that one seat has seen, in order."""


class Searcher(Protocol):
    """A search that rates the legal actions of a view from what its seat has seen."""

    def __call__(self, game: AnyGame, log: Observations, view: View[Any, Any]) -> Thought: ...


class Mark(StrEnum):
    """How good a move was, best first."""

    BEST = "best"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"
    FORCED = "forced"


GRADES = ((0.03, Mark.GOOD), (0.08, Mark.INACCURACY), (0.20, Mark.MISTAKE))
"""The marks by what a move loses: each is for losses below its bound, as shares of the game."""
ENOUGH_VISITS_DIVISOR = 4
"""An action with at least this fraction (one in four) of all simulations needs no search of its own."""
PRIOR_SIMULATIONS = 10
"""The weight, in simulations, of the prior belief that the player's move is as good as the best."""
MIN_DIFFERENCE = 0.01
"""A smaller difference between two shares of the game counts as none."""
EXACT_SHARES = {"win": 1.0, "draw": 0.5, "loss": 0.0}
"""The share of the game that an exact value stands for."""


@dataclass(frozen=True, slots=True)
class Witness:
    """What another seat knew just before a decision, and just after it."""

    seat: Seat
    before: tuple[Observations, View[Any, Any]]
    after: tuple[Observations, View[Any, Any]]


@dataclass(frozen=True, slots=True)
class Decision:
    """A point of the game at which a seat chose, with everything that it could know then."""

    turn: int
    """The number of the turn in the record."""
    ply: int
    """The index in the record of the event, or of the first of several."""
    seat: Seat
    actions: tuple[Any, ...]
    """The action chosen or, in a solved game, all actions of a turn."""
    log: Observations
    view: View[Any, Any]
    witnesses: tuple[Witness, ...] = ()
    """The other seats whose belief the move may have changed, if the record has all that they knew."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A decision with its mark, and what would have been best."""

    turn: int
    ply: int
    seat: Seat
    actions: tuple[Any, ...]
    mark: Mark
    best: tuple[Any, ...]
    """The best actions; the player's own if none were better."""
    before: float | None = None
    """The seat's expected share of the game with the best actions; `None` where it had no choice."""
    after: float | None = None
    """The seat's expected share with the actions that it chose."""
    exact: tuple[Verdict, Verdict] | None = None
    """In solved games, the exact verdicts on the best and on the chosen actions."""

    @property
    def loss(self) -> float:
        """The share of the game given away; 0 if it is within the margin of error."""
        if self.before is None or self.after is None or self.mark in (Mark.BEST, Mark.FORCED):
            return 0.0
        return self.before - self.after


@dataclass(frozen=True, slots=True)
class Summary:
    """All marks of one seat."""

    seat: Seat
    counts: dict[Mark, int]
    accuracy: float | None
    """The average share of the game that a move kept; `None` if the seat never had a choice."""


Judge: TypeAlias = Callable[[Decision], Judged]


# Decisions


def judgeable(record: Record) -> tuple[Seat, ...]:
    """The seats whose moves can be judged, as the record has all that they could know."""
    if record.eyes is ALL or not record.game.facts.hidden:
        return tuple(range(record.game.seats))
    return (record.eyes,) if isinstance(record.eyes, int) else ()


def decisions(record: Record, seats: Iterable[Seat]) -> list[Decision]:
    """The decisions of these seats in order, without windows in which a seat had nothing to choose.

    In a solved game the moves of a turn are one decision, since perfect play rates whole turns.
    """
    game, found, start = record.game, list[Decision](), record.start
    whole_turns = solved(game)
    logs: dict[Seat, list[Event[Any]]] = {seat: [] for seat in seats}
    turn = 0
    mover: Actor = CHANCE

    def known(state: Any) -> dict[Seat, tuple[Observations, View[Any, Any]]]:
        """What each seat knows: its log and its view."""
        begun = {seat: None if start is None else game.seen(start, seat) for seat in logs}
        return {seat: (ObservationLog(log, begun[seat]), game.view(state, seat)) for seat, log in logs.items()}

    for ply, ((state, after), event) in enumerate(zip(pairwise(record.states()), record.events, strict=False)):
        actor, due = event.actor, game.turn(state)
        if isinstance(due, Move) and actor != mover:
            turn, mover = turn + 1, actor
        if isinstance(actor, int) and actor in logs:
            view = game.view(state, actor)
            log = ObservationLog(logs[actor], None if start is None else game.seen(start, actor))
            decision = Decision(turn, ply, actor, (event.action,), log, view)
            if whole_turns and found and found[-1].turn == turn:
                found[-1] = replace(found[-1], actions=(*found[-1].actions, event.action))
            elif len(view.legal) > 1 or not isinstance(due, Window):
                found.append(decision)
        watched = game.facts.hidden and isinstance(due, Move) and found and found[-1].ply == ply
        before = known(state) if watched else {}
        for seat, seen in logs.items():
            seen += game.observe(state, event, seat)
        if before:
            later = known(after)
            others = tuple(Witness(seat, before[seat], later[seat]) for seat in logs if seat != actor)
            found[-1] = replace(found[-1], witnesses=others)
    return found


# Judging


def solved(game: AnyGame) -> bool:
    """True if the game is solved, so that moves are judged by perfect play and not by search."""
    return search_kit(game).solved(game)


def judge_exactly(decision: Decision, oracle: Oracle) -> Judged:
    """Compares a turn, or the part of it that was played, with all turns that were possible."""
    turns, actions = oracle.probe(decision.view.state).turns, decision.actions
    made = next(turn for turn in turns if turn.actions[: len(actions)] == actions)
    best = [turn for turn in turns if turn.verdict == turns[0].verdict]
    # A better turn that begins with the same action shows which part of the turn was wrong.
    better = next((turn for turn in best if turn.actions[0] == actions[0]), best[0])
    before, after = EXACT_SHARES[better.verdict.value], EXACT_SHARES[made.verdict.value]
    mark = Mark.BLUNDER if before - after == 1 else Mark.MISTAKE if before > after else Mark.GOOD
    if len(turns) == 1:
        mark = Mark.FORCED
    elif made.verdict == better.verdict:
        mark = Mark.BEST
    told = actions if made.verdict == better.verdict else better.actions
    return _judged(decision, mark, told, before, after, (better.verdict, made.verdict))


def judge_by_search(game: AnyGame, decision: Decision, think: Searcher) -> Judged:
    """Compares an action with the one that the search rates best."""
    actions = decision.actions
    if len(decision.view.legal) == 1:
        return _judged(decision, Mark.FORCED, actions)
    thought = think(game, decision.log, decision.view)
    best = thought.choices[0]
    if best.action == actions[0]:
        return _judged(decision, Mark.BEST, actions, best.value, best.value)
    made = next((choice for choice in thought.choices if choice.action == actions[0]), RatedAction(actions[0], 0, 0.0))
    best, made = (_look_closer(game, decision, choice, thought, think) for choice in (best, made))
    made = replace(
        made, value=(made.visits * made.value + PRIOR_SIMULATIONS * best.value) / (made.visits + PRIOR_SIMULATIONS)
    )
    loss = best.value - made.value
    if loss <= margin_of_error(best, made):
        return _judged(decision, Mark.BEST, actions, best.value, made.value)
    mark = next((mark for bound, mark in GRADES if loss < bound), Mark.BLUNDER)
    return _judged(decision, mark, (best.action,), best.value, made.value)


def _look_closer(
    game: AnyGame, decision: Decision, choice: RatedAction, thought: Thought, think: Searcher
) -> RatedAction:
    """A better estimate of a choice that had few of the simulations, from a search of its own.

    A tree search hardly visits moves that look bad, and one that looks best after few visits may have been lucky.
    """
    if choice.visits * ENOUGH_VISITS_DIVISOR >= thought.simulations:
        return choice
    alone = think(game, decision.log, replace(decision.view, legal=(choice.action,)))
    return max([choice, *alone.choices], key=lambda each: each.visits if each.action == choice.action else -1)


def margin_of_error(one: RatedAction, other: RatedAction) -> float:
    """The standard error of the difference between two estimated shares, but at least `MIN_DIFFERENCE`.

    Each estimate is taken as a binomial proportion over the visits of its choice.
    """
    error = sqrt(sum(choice.value * (1 - choice.value) / max(1, choice.visits) for choice in (one, other)))
    return max(error, MIN_DIFFERENCE)


def _judged(
    decision: Decision,
    mark: Mark,
    best: tuple[Any, ...],
    before: float | None = None,
    after: float | None = None,
    exact: tuple[Verdict, Verdict] | None = None,
) -> Judged:
    where = decision.turn, decision.ply, decision.seat, decision.actions
    return Judged(*where, mark, best, before, after, exact)


# Summaries


def summarise(judged: Sequence[Judged], seats: Iterable[Seat]) -> tuple[Summary, ...]:
    """A summary for each of these seats."""
    return tuple(_summary(seat, [move for move in judged if move.seat == seat]) for seat in seats)


def _summary(seat: Seat, judged: Sequence[Judged]) -> Summary:
    counts = {mark: sum(move.mark is mark for move in judged) for mark in Mark}
    chosen = len(judged) - counts[Mark.FORCED]
    accuracy = 1 - sum(move.loss for move in judged) / chosen if chosen else None
    return Summary(seat, counts, accuracy)


def expected_shares(judged: Sequence[Judged], seat: Seat) -> list[float | None]:
    """A seat's expected share of the game after each turn, as far as it could know; `None` before its first turn.

    In solved games, where nothing is hidden, the turns of the opponent change it too.
    """
    turns = max((move.turn for move in judged), default=0)
    shares: list[float | None] = [None] * turns
    for move in judged:
        after = 1 - move.after if move.after is not None and move.seat != seat else move.after
        if after is not None and (move.seat == seat or move.exact):
            shares[move.turn - 1 :] = [after] * (turns - move.turn + 1)
    return shares
