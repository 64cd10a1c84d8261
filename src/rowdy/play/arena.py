"""Bots compared over many matches: who meets whom, when to stop, and how they stand."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from itertools import combinations, count, cycle, islice
from typing import Any, Protocol

from rowdy.play.bots import bot
from rowdy.play.crew import play_all
from rowdy.play.dealer import Dealer
from rowdy.play.match import GameSpec, Match, Result, Thinking
from rowdy.play.ratings import Estimate, LineUp, Moments, elo, shares
from rowdy.rules.game import AnyGame, InvalidSetup, Seat

Seating = tuple[str, ...]

MIN_ROUNDS = 20
"""Before so many rounds no interval is trusted to say when to stop."""


@dataclass(frozen=True)
class Contest:
    """What is compared: bots in a game, with the seed that all chance comes from.

    A round is one chance seed in all rotations, so that each bot sits on each seat with the same luck; the order in
    which bots follow each other stays. With as many bots as seats they sit together; with more, every choice of them
    that fills the seats does; with fewer, one of the first bot sits among the others, who fill up the seats in turn.
    """

    spec: GameSpec
    bots: tuple[str, ...]
    seed: str = "1"

    @classmethod
    def of(cls, game: AnyGame, bots: Sequence[str], seed: str = "1") -> Contest:
        """`InvalidSetup` if a bot does not exist or does not know the game, or the seed will not do."""
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
    def line_ups(self) -> tuple[Seating, ...]:
        """The bots that meet."""
        seats = self.spec.seats
        bots = self.bots if len(self.bots) <= seats else self.competitors
        if len(bots) > seats:
            return tuple(combinations(bots, seats))
        first, *others = bots
        return ((first, *islice(cycle(others or [first]), seats - 1)),)

    @cached_property
    def seatings(self) -> tuple[Seating, ...]:
        """Each line-up in all its rotations, as often as they differ."""
        return tuple(dict.fromkeys(rotated for bots in self.line_ups for rotated in _rotations(bots)))

    def round_seed(self, number: int) -> str:
        return f"{self.seed}/{number}"

    def round(self, number: int) -> tuple[Match, ...]:
        """The matches of a round, counted from 1."""
        return tuple(Match(self.spec, seating, self.round_seed(number)) for seating in self.seatings)

    def holds(self, match: Match) -> bool:
        """Whether it is a match of one of the rounds."""
        seed, _, number = match.seed.rpartition("/")
        counted = re.fullmatch("[1-9][0-9]{0,8}", number) is not None
        return match.spec == self.spec and match.bots in self.seatings and seed == self.seed and counted

    @cached_property
    def rated(self) -> tuple[LineUp, ...]:
        """The line-ups as ratings need them."""
        return tuple(
            LineUp(tuple(bots.count(name) for name in self.competitors), len(set(_rotations(bots))))
            for bots in self.line_ups
        )

    def to_json(self) -> dict[str, Any]:
        return {**self.spec.to_json(), "seats": self.spec.seats, "bots": list(self.bots), "seed": self.seed}


def check_bots(bots: Sequence[str], game: AnyGame) -> None:
    """`InvalidSetup` if a bot does not exist or does not know the game."""
    for name in bots:
        try:
            bot(name, game)
        except InvalidSetup as error:
            if error.code != "unknown-bot":
                raise
            raise InvalidSetup("arena-no-bot", name=name, known=error.details["known"]) from error


def _rotations(bots: Seating) -> list[Seating]:
    return [bots[shift:] + bots[:shift] for shift in range(len(bots))]


# How they stand


@dataclass(frozen=True)
class Score:
    """What a bot has made of its matches; several of it in one match count each."""

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
    """One bot after all rounds so far."""

    bot: str
    by_seat: tuple[Score, ...]
    score: Score
    share: Estimate
    times_fair: float
    """How many times the share that it would have among its equals."""
    elo: Estimate | None
    """Above the last bot; nothing before the second round."""
    thinking: Thinking


@dataclass(frozen=True)
class Tally:
    """All whole rounds added up."""

    contest: Contest
    scores: dict[tuple[str, Seat], Score]
    thinking: dict[str, Thinking]
    moments: Moments

    @classmethod
    def none(cls, contest: Contest) -> Tally:
        names = contest.competitors
        scores = {(name, seat): Score() for name in names for seat in range(contest.spec.seats)}
        return cls(contest, scores, dict.fromkeys(names, Thinking()), Moments.none(len(names)))

    @property
    def rounds(self) -> int:
        return self.moments.rounds

    @property
    def matches(self) -> int:
        return self.rounds * len(self.contest.seatings)

    def plus(self, results: Sequence[Result]) -> Tally:
        """With the results of one more round."""
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
        """One for each bot, best first; nothing before the first round."""
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


def _together(one: Thinking, other: Thinking) -> Thinking:
    longest = max(one.longest, other.longest)
    return Thinking(one.choices + other.choices, one.seconds + other.seconds, longest)


# Playing


class End(StrEnum):
    """Why an arena has ended."""

    NARROW = "narrow"
    """The intervals are as narrow as was asked for."""
    PLAYED = "played"
    """All matches are played."""


class Journal(Protocol):
    """Where results are kept."""

    def append(self, result: Result) -> None: ...


class Arena:
    """Plays the rounds of a contest that are not in its log yet.

    Rounds are counted in their order and only when they are whole, whichever match is finished first: so the outcome
    does not depend on the number of workers, nor on where an earlier run was stopped.
    """

    def __init__(
        self, contest: Contest, rounds: int, until: float | None = None, found: dict[Match, Result] | None = None
    ) -> None:
        """`until`: the half-width of the bots' shares that is narrow enough; `found`: what was played before."""
        self.contest = contest
        self.rounds = rounds
        self.until = until
        self.results = dict(found or {})
        self.tally = Tally.none(contest)
        self._count()
        self.found = self.tally.matches + sum(match in self.results for match in self._open())
        """How many matches of these rounds had been played before."""
        self.played = 0
        """How many matches this run has played."""

    @property
    def matches(self) -> int:
        """How many matches of these rounds are played, in whole rounds or not."""
        return self.found + self.played

    @property
    def most(self) -> int:
        return self.rounds * len(self.contest.seatings)

    @property
    def half_width(self) -> float:
        """The widest interval of any bot's share."""
        return max(share.half_width for share in self.tally.shares)

    @property
    def end(self) -> End | None:
        tally = self.tally
        if self.until is not None and tally.rounds >= MIN_ROUNDS and self.half_width <= self.until:
            return End.NARROW
        return End.PLAYED if tally.rounds >= self.rounds else None

    def todo(self) -> Iterator[Match]:
        """The matches that are left to play, in order."""
        if self.end is None:
            yield from (match for match in self._open() if match not in self.results)

    def run(self, journal: Journal, workers: int, progress: Callable[[], None] = lambda: None) -> None:
        """Plays until the end. What is finished is in the journal first, so nothing is lost if this is broken off."""
        if self.end:
            return
        with closing(play_all(self.todo(), workers)) as results:
            for result in results:
                journal.append(result)
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
        """Counts the rounds that are whole, up to the end."""
        for number in count(self.tally.rounds + 1):
            matches = self.contest.round(number)
            if self.end or not all(match in self.results for match in matches):
                return
            self.tally = self.tally.plus([self.results[match] for match in matches])
