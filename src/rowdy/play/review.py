"""Judges the moves of a game: each from what its player could know then, and exactly where the game is solved."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from math import sqrt
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from rowdy.rules.flip import Flip, FlipGame, Sizes
from rowdy.rules.game import CHANCE, Actor, AnyGame, Event, Move, Seat, View, Window
from rowdy.rules.record import ALL, Record
from rowdy.search.plain import Choice, Thought

if TYPE_CHECKING:
    from rowdy.search.perfect import Prober, Verdict

Log: TypeAlias = Sequence[Event[Any]]


class Searcher(Protocol):
    """Rates each of the view's legal actions, from what its seat has seen."""

    def __call__(self, game: AnyGame, log: Log, view: View[Any, Any]) -> Thought: ...


class Mark(StrEnum):
    """How good a move was, the best first."""

    BEST = "best"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"
    FORCED = "forced"


GRADES = ((0.03, Mark.GOOD), (0.08, Mark.INACCURACY), (0.20, Mark.MISTAKE))
"""A move that gives away less than this much of the game is no worse than that."""
ENOUGH = 4
"""An action with this part of all simulations has been looked at well enough."""
TRUST = 10
"""What a player chose is taken to be as good as the best, as if so many simulations had shown it."""
SLIGHT = 0.01
"""Nobody could feel a smaller difference, so there is none."""
SHARES = {"win": 1.0, "draw": 0.5, "loss": 0.0}
"""What an exact value is worth, as a share of the game."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A point at which a seat chose, with all that it could know."""

    turn: int
    """The number that the turn has in the record."""
    ply: int
    """Which of the record's events it is, or begins with, counted from 0."""
    seat: Seat
    actions: tuple[Any, ...]
    """What it did: one action, or in the flip games a turn's flip and placement."""
    log: tuple[Event[Any], ...]
    view: View[Any, Any]


@dataclass(frozen=True, slots=True)
class Judged:
    """A decision and what is to be said about it."""

    turn: int
    ply: int
    seat: Seat
    actions: tuple[Any, ...]
    mark: Mark
    best: tuple[Any, ...]
    """What would have been best: what was done, if nothing was better."""
    before: float | None = None
    """The share of the game that the seat could expect from what is best; not asked for where there was no choice."""
    after: float | None = None
    """The share that it could expect from what it did."""
    exact: tuple[Verdict, Verdict] | None = None
    """Both of them as perfect play has it, in the solved games."""

    @property
    def loss(self) -> float:
        """How much of the game was given away; what is within the search's doubt was not."""
        if self.before is None or self.after is None or self.mark in (Mark.BEST, Mark.FORCED):
            return 0.0
        return self.before - self.after


@dataclass(frozen=True, slots=True)
class Summary:
    """One seat's moves in short."""

    seat: Seat
    counts: dict[Mark, int]
    accuracy: float | None
    """How much of the game a move kept, on average; unknown where there was nothing to choose."""


Judge: TypeAlias = Callable[[Decision], Judged]


# What was decided


def judgeable(record: Record) -> tuple[Seat, ...]:
    """The seats of which the record tells all that they could know."""
    if record.eyes is ALL or not record.game.facts.hidden:
        return tuple(range(record.game.seats))
    return (record.eyes,) if isinstance(record.eyes, int) else ()


def decisions(record: Record, seats: Iterable[Seat]) -> list[Decision]:
    """All that these seats did, in order, but for windows in which a seat had nothing it could show."""
    game, found = record.game, list[Decision]()
    logs: dict[Seat, list[Event[Any]]] = {seat: [] for seat in seats}
    turn = 0
    mover: Actor = CHANCE
    for ply, (state, event) in enumerate(zip(record.states(), record.events, strict=False)):
        actor, due = event.actor, game.turn(state)
        if isinstance(due, Move) and actor != mover:
            turn, mover = turn + 1, actor
        if isinstance(actor, int) and actor in logs:
            view = game.view(state, actor)
            decision = Decision(turn, ply, actor, (event.action,), tuple(logs[actor]), view)
            if found and found[-1].turn == turn and isinstance(found[-1].actions[-1], Flip):
                found[-1] = replace(found[-1], actions=(*found[-1].actions, event.action))
            elif len(view.legal) > 1 or not isinstance(due, Window):
                found.append(decision)
        for seat, log in logs.items():
            log += game.observe(state, event, seat)
    return found


# How good it was


def solved(game: AnyGame) -> bool:
    """Whether moves are judged by perfect play, not by a search that may err."""
    return isinstance(game, FlipGame) and game.sizes == Sizes()


def judge_exactly(decision: Decision, oracle: Prober) -> Judged:
    """Compares a turn, or as much of it as was made, with all turns there were."""
    turns, actions = oracle.probe(decision.view.state).turns, decision.actions
    made = next(turn for turn in turns if turn.actions[: len(actions)] == actions)
    best = [turn for turn in turns if turn.verdict == turns[0].verdict]
    # If the flip was right, the better turn begins with it too: so one sees what was wrong.
    better = next((turn for turn in best if turn.actions[0] == actions[0]), best[0])
    before, after = SHARES[better.verdict.value], SHARES[made.verdict.value]
    mark = Mark.BLUNDER if before - after == 1 else Mark.MISTAKE if before > after else Mark.GOOD
    if len(turns) == 1:
        mark = Mark.FORCED
    elif made.verdict == better.verdict:
        mark = Mark.BEST
    told = actions if made.verdict == better.verdict else better.actions
    return _judged(decision, mark, told, before, after, (better.verdict, made.verdict))


def judge_by_search(game: AnyGame, decision: Decision, think: Searcher) -> Judged:
    """Compares an action with the one that the search likes best."""
    actions = decision.actions
    if len(decision.view.legal) == 1:
        return _judged(decision, Mark.FORCED, actions)
    thought = think(game, decision.log, decision.view)
    best = thought.choices[0]
    if best.action == actions[0]:
        return _judged(decision, Mark.BEST, actions, best.value, best.value)
    made = next((choice for choice in thought.choices if choice.action == actions[0]), Choice(actions[0], 0, 0.0))
    best, made = (_look_closer(game, decision, choice, thought, think) for choice in (best, made))
    made = replace(made, value=(made.visits * made.value + TRUST * best.value) / (made.visits + TRUST))
    loss = best.value - made.value
    if loss <= doubt(best, made):
        return _judged(decision, Mark.BEST, actions, best.value, made.value)
    mark = next((mark for bound, mark in GRADES if loss < bound), Mark.BLUNDER)
    return _judged(decision, mark, (best.action,), best.value, made.value)


def _look_closer(game: AnyGame, decision: Decision, choice: Choice, thought: Thought, think: Searcher) -> Choice:
    """A choice that had few of the simulations gets a search of its own.

    The search hardly looks at what it does not like, and what it likes best after a short look was lucky in it.
    """
    if choice.visits * ENOUGH >= thought.simulations:
        return choice
    alone = think(game, decision.log, replace(decision.view, legal=(choice.action,)))
    return max([choice, *alone.choices], key=lambda each: each.visits if each.action == choice.action else -1)


def doubt(one: Choice, other: Choice) -> float:
    """A difference between two choices that tells nothing: the standard error of so many games won or lost."""
    error = sqrt(sum(choice.value * (1 - choice.value) / max(1, choice.visits) for choice in (one, other)))
    return max(error, SLIGHT)


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


# In short


def summarise(judged: Sequence[Judged], seats: Iterable[Seat]) -> tuple[Summary, ...]:
    """One summary a seat."""
    return tuple(_summary(seat, [move for move in judged if move.seat == seat]) for seat in seats)


def _summary(seat: Seat, judged: Sequence[Judged]) -> Summary:
    counts = {mark: sum(move.mark is mark for move in judged) for mark in Mark}
    chosen = len(judged) - counts[Mark.FORCED]
    accuracy = 1 - sum(move.loss for move in judged) / chosen if chosen else None
    return Summary(seat, counts, accuracy)


def course(judged: Sequence[Judged], seat: Seat) -> list[float | None]:
    """The share that a seat could expect after each turn, as far as it could know; nothing before its first.

    Where nothing is hidden, what a turn does to the one is known to the other.
    """
    turns = max((move.turn for move in judged), default=0)
    shares: list[float | None] = [None] * turns
    for move in judged:
        after = 1 - move.after if move.after is not None and move.seat != seat else move.after
        if after is not None and (move.seat == seat or move.exact):
            shares[move.turn - 1 :] = [after] * (turns - move.turn + 1)
    return shares
