"""An arena compares bots over many matches: which bots meet, when to stop, and the standings."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from itertools import combinations, count, cycle, islice
from typing import Any, Protocol, TypeAlias

from rowdy.play.arena.match import GameSpec, Match, Result, ThinkingTime
from rowdy.play.arena.ratings import Estimate, Moments, RatedLineUp, elo, shares
from rowdy.play.arena.workers import run_matches
from rowdy.play.bots.registry import bot
from rowdy.play.dealer import Dealer
from rowdy.rules.game import AnyGame, InvalidSetup, Seat

LineUp: TypeAlias = tuple[str, ...]
"""The bots of a match by seat."""

MIN_ROUNDS = 20
"""The number of rounds before an interval is trusted to decide when to stop."""


@dataclass(frozen=True)
class Contest:
    """What is compared: bots in a game, with the seed from which all chance comes.

    A round plays one chance seed with each line-up in all rotations, so that each bot has each seat with the same
    luck; the order in which the bots follow each other stays the same. As many bots as seats make one line-up. Of more
    bots, every combination that fills the seats is a line-up. With fewer, the first bot has one seat and the others
    take the remaining seats in turn.
    """

    spec: GameSpec
    bots: tuple[str, ...]
    seed: str = "1"

    @classmethod
    def of(cls, game: AnyGame, bots: Sequence[str], seed: str = "1") -> Contest:
        """A contest that can be played; `InvalidSetup` for a bot that is unknown or cannot play, or an invalid seed."""
        if len(bots) < 2:
            raise InvalidSetup("arena-bots")
        check_bots(bots, game)
        contest = cls(GameSpec.of(game), tuple(bots), seed)
        for text in (seed, contest.round_seed(10**9)):
            Dealer(text)
        return contest

    @cached_property
    def competitors(self) -> tuple[str, ...]:
        """Each bot once."""
        return tuple(dict.fromkeys(self.bots))

    @cached_property
    def line_ups(self) -> tuple[LineUp, ...]:
        """The groups of bots that meet."""
        seats = self.spec.seats
        bots = self.bots if len(self.bots) <= seats else self.competitors
        if len(bots) > seats:
            return tuple(combinations(bots, seats))
        first, *others = bots
        return ((first, *islice(cycle(others or [first]), seats - 1)),)

    @cached_property
    def seatings(self) -> tuple[LineUp, ...]:
        """The different rotations of all line-ups."""
        return tuple(dict.fromkeys(rotated for bots in self.line_ups for rotated in _rotations(bots)))

    def round_seed(self, number: int) -> str:
        return f"{self.seed}/{number}"

    def round(self, number: int) -> tuple[Match, ...]:
        """The matches of a round, counted from 1."""
        return tuple(Match(self.spec, seating, self.round_seed(number)) for seating in self.seatings)

    def holds(self, match: Match) -> bool:
        """True if this match belongs to one of the contest's rounds."""
        seed, _, number = match.seed.rpartition("/")
        counted = re.fullmatch("[1-9][0-9]{0,8}", number) is not None
        return match.spec == self.spec and match.bots in self.seatings and seed == self.seed and counted

    @cached_property
    def rated(self) -> tuple[RatedLineUp, ...]:
        """The line-ups in the form that ratings are computed from."""
        return tuple(
            RatedLineUp(tuple(bots.count(name) for name in self.competitors), len(set(_rotations(bots))))
            for bots in self.line_ups
        )

    def to_json(self) -> dict[str, Any]:
        return {**self.spec.to_json(), "seats": self.spec.seats, "bots": list(self.bots), "seed": self.seed}


def check_bots(bots: Sequence[str], game: AnyGame) -> None:
    """Raises `InvalidSetup` if a bot does not exist or cannot play the game."""
    for name in bots:
        try:
            bot(name, game)
        except InvalidSetup as error:
            if error.code != "unknown-bot":
                raise
            raise InvalidSetup("arena-no-bot", name=name, known=error.details["known"]) from error


def _rotations(bots: LineUp) -> list[LineUp]:
    return [bots[shift:] + bots[:shift] for shift in range(len(bots))]


# Standings


@dataclass(frozen=True)
class Score:
    """A bot's results. If it has several seats of one match, each of them counts."""

    won: int = 0
    shared: int = 0
    """Draws and shared wins."""
    lost: int = 0
    points: float = 0.0

    @property
    def matches(self) -> int:
        return self.won + self.shared + self.lost

    def plus(self, other: Score) -> Score:
        won, shared, lost = self.won + other.won, self.shared + other.shared, self.lost + other.lost
        return Score(won, shared, lost, self.points + other.points)

    @classmethod
    def of(cls, result: Result, seat: Seat) -> Score:
        points = result.points(seat)
        won, lost = result.winners == (seat,), points == 0
        return cls(int(won), int(not won and not lost), int(lost), points)


@dataclass(frozen=True)
class Standing:
    """How one bot stands after all complete rounds."""

    bot: str
    by_seat: tuple[Score, ...]
    score: Score
    share: Estimate
    times_fair: float
    """The bot's share as a multiple of the share that it would have among equal bots."""
    elo: Estimate | None
    """The bot's rating above that of the last bot; `None` before the second round."""
    thinking: ThinkingTime


@dataclass(frozen=True)
class Tally:
    """The results of all complete rounds added up."""

    contest: Contest
    scores: dict[tuple[str, Seat], Score]
    thinking: dict[str, ThinkingTime]
    moments: Moments

    @classmethod
    def none(cls, contest: Contest) -> Tally:
        names = contest.competitors
        scores = {(name, seat): Score() for name in names for seat in range(contest.spec.seats)}
        return cls(contest, scores, dict.fromkeys(names, ThinkingTime()), Moments.none(len(names)))

    @property
    def rounds(self) -> int:
        return self.moments.rounds

    @property
    def matches(self) -> int:
        return self.rounds * len(self.contest.seatings)

    def plus(self, results: Sequence[Result]) -> Tally:
        """The tally with the results of one more round."""
        scores, thinking = dict(self.scores), dict(self.thinking)
        points = dict.fromkeys(self.contest.competitors, 0.0)
        for result in results:
            for seat, name in enumerate(result.match.bots):
                scores[name, seat] = scores[name, seat].plus(Score.of(result, seat))
                points[name] += result.points(seat)
                thinking[name] = _together(thinking[name], result.thinking[seat])
        moments = self.moments.plus(list(points.values()))
        return replace(self, scores=scores, thinking=thinking, moments=moments)

    @property
    def shares(self) -> list[Estimate]:
        return shares(self.moments, self.contest.rated)

    def standings(self) -> list[Standing]:
        """The standing of each bot, best first; empty before the first round."""
        if not self.rounds:
            return []
        names, seats = self.contest.competitors, self.contest.spec.seats
        ratings: Sequence[Estimate | None] = elo(self.moments, self.contest.rated) or [None] * len(names)
        found = []
        for name, share, rating in zip(names, self.shares, ratings, strict=True):
            by_seat = tuple(self.scores[name, seat] for seat in range(seats))
            score = Score()
            for part in by_seat:
                score = score.plus(part)
            found.append(Standing(name, by_seat, score, share, share.value * seats, rating, self.thinking[name]))
        return sorted(found, key=lambda standing: -standing.share.value)


def _together(one: ThinkingTime, other: ThinkingTime) -> ThinkingTime:
    longest = max(one.longest, other.longest)
    return ThinkingTime(one.choices + other.choices, one.seconds + other.seconds, longest)


# Playing


class StopReason(StrEnum):
    """Why an arena has stopped."""

    NARROW = "narrow"
    """All intervals are as narrow as asked for."""
    PLAYED = "played"
    """All matches are played."""


class ResultSink(Protocol):
    """Something that keeps results, such as `journal.Journal`."""

    def append(self, result: Result) -> None: ...


PlayMatches: TypeAlias = Callable[[Iterable[Match]], Generator[Result, None, None]]
"""Plays matches and yields their results, in any order."""


class Arena:
    """Plays the rounds of a contest that have no results yet.

    Rounds count in order and only when they are complete, whichever match ends first. So the outcome depends neither on
    the number of workers nor on where an earlier run was stopped.
    """

    def __init__(
        self, contest: Contest, rounds: int, until: float | None = None, found: dict[Match, Result] | None = None
    ) -> None:
        """`until`: stop when the half-interval of every bot's share is at most this; `found`: earlier results."""
        self.contest = contest
        self.rounds = rounds
        self.until = until
        self.results = dict(found or {})
        self.tally = Tally.none(contest)
        self._count()
        self.found = self.tally.matches + sum(match in self.results for match in self._open())
        """The number of matches of these rounds that earlier runs played."""
        self.played = 0
        """The number of matches that this run has played."""

    @property
    def matches(self) -> int:
        """The number of matches played, in complete rounds or not."""
        return self.found + self.played

    @property
    def most(self) -> int:
        return self.rounds * len(self.contest.seatings)

    @property
    def half_width(self) -> float:
        """Half the width of the widest interval of any bot's share."""
        return max(share.half_width for share in self.tally.shares)

    @property
    def end(self) -> StopReason | None:
        tally = self.tally
        if self.until is not None and tally.rounds >= MIN_ROUNDS and self.half_width <= self.until:
            return StopReason.NARROW
        return StopReason.PLAYED if tally.rounds >= self.rounds else None

    def todo(self) -> Iterator[Match]:
        """The matches that are left to play, in order."""
        if self.end is None:
            yield from (match for match in self._open() if match not in self.results)

    def run(
        self,
        sink: ResultSink,
        workers: int,
        progress: Callable[[], None] = lambda: None,
        play: PlayMatches | None = None,
    ) -> None:
        """Plays until there is a reason to stop. Each result goes to the sink first, so an interrupt loses nothing.

        `play` plays the matches elsewhere, in place of `workers` processes of this machine.
        """
        if self.end:
            return
        with closing(play(self.todo()) if play else run_matches(self.todo(), workers)) as results:
            for result in results:
                sink.append(result)
                self.results[result.match] = result
                self.played += 1
                self._count()
                progress()
                if self.end:
                    return

    def _open(self) -> Iterator[Match]:
        """All matches of the rounds that are not counted yet."""
        for number in range(self.tally.rounds + 1, self.rounds + 1):
            yield from self.contest.round(number)

    def _count(self) -> None:
        """Counts the rounds that are complete, until there is a reason to stop."""
        for number in count(self.tally.rounds + 1):
            matches = self.contest.round(number)
            if self.end or not all(match in self.results for match in matches):
                return
            self.tally = self.tally.plus([self.results[match] for match in matches])
