"""One match of an arena: bots, seed and seats in, result out. It needs nothing else, so any machine can play it."""

from __future__ import annotations

import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from math import isfinite
from random import Random
from typing import Any

from rowdy.play.bots import Bot, bot
from rowdy.play.course import Course
from rowdy.play.dealer import Dealer
from rowdy.rules.catalog import changed_rulings
from rowdy.rules.catalog import game as make_game
from rowdy.rules.game import AnyGame, GameError, InvalidText, Move, Over, Seat, Window


@dataclass(frozen=True)
class GameSpec:
    """A game of the catalog with its rulings settled, as plain values."""

    game: str
    edition: str
    seats: int
    rulings: tuple[tuple[str, str], ...] = ()
    """Those that differ from the edition."""
    deck: tuple[str, ...] = ()
    """A custom deck, or nothing."""

    @classmethod
    def of(cls, game: AnyGame) -> GameSpec:
        rulings = tuple(sorted(changed_rulings(game).items()))
        return cls(game.edition.game, game.edition.name, game.seats, rulings, game.deck)

    def make(self) -> AnyGame:
        return _made(self)

    def to_json(self) -> dict[str, Any]:
        deck = {"deck": " ".join(self.deck)} if self.deck else {}
        return {"game": self.game, "edition": self.edition, "rulings": dict(self.rulings), **deck}


@cache
def _made(spec: GameSpec) -> AnyGame:
    return make_game(
        spec.game, edition=spec.edition, seats=spec.seats, rulings=dict(spec.rulings), deck=spec.deck or None
    )


@dataclass(frozen=True)
class Match:
    """The unit of work: played again, it gives the same result, unless a bot thinks by the clock."""

    spec: GameSpec
    bots: tuple[str, ...]
    """Which bot sits where; the first is seat 1."""
    seed: str
    """Decides chance, and what the bots leave to chance."""

    def to_json(self) -> dict[str, Any]:
        return {**self.spec.to_json(), "bots": list(self.bots), "seed": self.seed}

    @classmethod
    def from_json(cls, data: Any) -> Match:
        """`InvalidText` if it is no match; whether game and bots exist is seen when it is played."""
        try:
            bots, rulings = _texts(data["bots"]), _texts(dict(data["rulings"]).items())
            deck = _text(data.get("deck", ""))
            spec = GameSpec(_text(data["game"]), _text(data["edition"]), len(bots), rulings, tuple(deck.split()))
            return cls(spec, bots, _text(data["seed"]))
        except (LookupError, TypeError, ValueError, AttributeError):
            raise InvalidText("match-form") from None


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value


def _texts(values: Any) -> tuple[Any, ...]:
    """Texts, or pairs of texts, in a tuple."""
    if isinstance(values, str | Mapping):
        raise TypeError
    return tuple(_texts(value) if isinstance(value, tuple) else _text(value) for value in values)


def _count(value: Any) -> int:
    """A whole number from 0."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError
    if value < 0:
        raise ValueError
    return value


def _seconds(value: Any) -> float:
    """A finite number from 0; JSON as Python reads it has others too."""
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise TypeError
    if not (isfinite(value) and value >= 0):
        raise ValueError
    return float(value)


@dataclass(frozen=True)
class Thinking:
    """How long a seat thought, over all the times it had a choice."""

    choices: int = 0
    seconds: float = 0.0
    longest: float = 0.0

    def plus(self, seconds: float) -> Thinking:
        return Thinking(self.choices + 1, self.seconds + seconds, max(self.longest, seconds))


@dataclass(frozen=True)
class Result:
    """How a match ended. Equal results may have taken different times."""

    match: Match
    winners: tuple[Seat, ...]
    reason: str
    moves: int
    """Those of all seats; answers to windows are none."""
    thinking: tuple[Thinking, ...] = field(compare=False)
    """By seat."""

    def points(self, seat: Seat) -> float:
        """A match gives one point, which winners share; after a draw all do."""
        if not self.winners:
            return 1 / len(self.match.bots)
        return (seat in self.winners) / len(self.winners)

    def to_json(self) -> dict[str, Any]:
        """Seats are counted from 1, as in all texts."""
        return {
            "match": self.match.to_json(),
            "winners": [seat + 1 for seat in self.winners],
            "reason": self.reason,
            "moves": self.moves,
            "thinking": [[t.choices, round(t.seconds, 6), round(t.longest, 6)] for t in self.thinking],
        }

    @classmethod
    def from_json(cls, data: Any) -> Result:
        """`InvalidText` if it is no result."""
        try:
            match = Match.from_json(data["match"])
            winners = tuple(_count(seat) - 1 for seat in data["winners"])
            thinking = tuple(Thinking(_count(n), _seconds(all_), _seconds(most)) for n, all_, most in data["thinking"])
            seats = set(range(len(match.bots)))
            if len(thinking) != len(seats) or len(set(winners)) < len(winners) or not seats.issuperset(winners):
                raise ValueError
            return cls(match, winners, _text(data["reason"]), _count(data["moves"]), thinking)
        except (LookupError, TypeError, ValueError, AttributeError, OverflowError):
            raise InvalidText("result-form") from None


def play_match(match: Match) -> Result:
    """Plays a match to its end. `GameError` if a bot does not know the game, fails or wants what is not allowed."""
    seating = _Seating(match)
    course, moves = seating.course, 0
    while not isinstance(turn := course.turn, Over):
        match turn:
            case Window(seats):
                for seat in seats:
                    seating.ask(seat)
            case Move(seat):
                seating.ask(seat)
                moves += 1
    return Result(match, turn.outcome.winners, turn.outcome.reason, moves, tuple(seating.thinking))


class _Seating:
    """The bots of a match at their table."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.bots = [_introduced(name, match.spec) for name in match.bots]
        self.course = Course(match.spec.make(), match.bots, Dealer(match.seed))
        self.thinking = [Thinking()] * len(match.bots)

    def ask(self, seat: Seat) -> None:
        """Has a bot act. Its dice are those of `rowdy play`, so that any match can be watched there."""
        course = self.course
        log, view = course.log(seat), course.view(seat)
        rng = Random(f"{self.match.seed}/{seat}/{len(course.events)}")
        try:
            began = time.perf_counter()
            chosen = self.bots[seat].choose(course.game, log, view, rng)
            seconds = time.perf_counter() - began
            legal = chosen in view.legal
        except Exception as error:  # bots come from anywhere, and so do their errors
            raise self._failure(seat, error) from error
        if not legal:
            name, seed = self.match.bots[seat], self.match.seed
            raise GameError("bot-illegal", bot=name, seat=seat + 1, seed=seed, move=str(chosen))
        if len(view.legal) > 1:
            self.thinking[seat] = self.thinking[seat].plus(seconds)
        course.act(seat, chosen)

    def _failure(self, seat: Seat, error: Exception) -> GameError:
        reason = error if isinstance(error, GameError) else f"{type(error).__name__}: {error}"
        return GameError("bot-failed", bot=self.match.bots[seat], seat=seat + 1, seed=self.match.seed, reason=reason)


@cache
def _introduced(name: str, spec: GameSpec) -> Bot:
    """The bot, asked beforehand: its first answers in a process may have code to load, and are not to be timed."""
    player = bot(name, spec.make())
    with suppress(Exception):  # if it fails, it will in the match too, and is told there
        _warm_up(player, Course(spec.make(), (name,) * spec.seats, Dealer("introduction")))
    return player


def _warm_up(player: Bot, course: Course) -> None:
    """Asks the bot for one move and for one answer to a window, in a game that goes on at random."""
    rng, asked = Random(0), set[type]()
    while isinstance(turn := course.turn, Move | Window) and len(asked) <= course.game.facts.windows:
        for seat in turn.seats if isinstance(turn, Window) else (turn.seat,):
            view = course.view(seat)
            if len(view.legal) > 1 and type(turn) not in asked:
                asked.add(type(turn))
                player.choose(course.game, course.log(seat), view, rng)
            course.act(seat, rng.choice(view.legal))
