"""One match of an arena. Game, bots and seed are all that it needs, so any machine can play it."""

from __future__ import annotations

import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from math import isfinite
from random import Random
from typing import Any

from rowdy.play.bots.registry import Bot, bot
from rowdy.play.dealer import Dealer
from rowdy.play.game_log import GameLog
from rowdy.play.windows import unanswered
from rowdy.rules.catalog import changed_rulings
from rowdy.rules.catalog import game as make_game
from rowdy.rules.game import AnyGame, Chance, GameError, InvalidText, Move, Over, Seat, Window
from rowdy.rules.guest_games import guest_code


@dataclass(frozen=True)
class GameSpec:
    """A game of the catalogue and its rulings as plain values, for JSON and for other processes."""

    game: str
    edition: str
    seats: int
    rulings: tuple[tuple[str, str], ...] = ()
    """The rulings that differ from the edition."""
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
    """The unit of work. Played again it gives the same result, unless a bot has a time limit."""

    spec: GameSpec
    bots: tuple[str, ...]
    """The bots by seat."""
    seed: str
    """The seed of the dealer and of the bots' random choices."""

    def to_json(self) -> dict[str, Any]:
        return {**self.spec.to_json(), "bots": list(self.bots), "seed": self.seed}

    @classmethod
    def from_json(cls, data: Any) -> Match:
        """The match in this JSON value; `InvalidText` if it is not one. Game and bots are checked when it is played."""
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
    """The values as a tuple, if they are texts or pairs of texts."""
    if isinstance(values, str | Mapping):
        raise TypeError
    return tuple(_texts(value) if isinstance(value, tuple) else _text(value) for value in values)


def _count(value: Any) -> int:
    """The value, if it is an integer from 0."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError
    if value < 0:
        raise ValueError
    return value


def _seconds(value: Any) -> float:
    """The value, if it is a finite number from 0; Python's JSON reader also accepts infinity and NaN."""
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise TypeError
    if not (isfinite(value) and value >= 0):
        raise ValueError
    return float(value)


@dataclass(frozen=True)
class ThinkingTime:
    """How long a bot thought, over all decisions in which it had a choice."""

    choices: int = 0
    seconds: float = 0.0
    longest: float = 0.0

    def plus(self, seconds: float) -> ThinkingTime:
        return ThinkingTime(self.choices + 1, self.seconds + seconds, max(self.longest, seconds))

    def rounded(self) -> ThinkingTime:
        """Rounded to a microsecond, as in a journal, so that a result is the same when it is read back."""
        return ThinkingTime(self.choices, round(self.seconds, 6), round(self.longest, 6))


@dataclass(frozen=True)
class Result:
    """How a match ended. Thinking times do not count when results are compared."""

    match: Match
    winners: tuple[Seat, ...]
    reason: str
    moves: int
    """The number of moves of all seats, without answers to windows."""
    thinking: tuple[ThinkingTime, ...] = field(compare=False)
    """By seat."""
    code: str = field(default="", compare=False)
    """The digest of the code that played it, if that was on another machine."""

    def points(self, seat: Seat) -> float:
        """The seat's part of the one point of a match; winners share it, and after a draw all seats do."""
        if not self.winners:
            return 1 / len(self.match.bots)
        return (seat in self.winners) / len(self.winners)

    def to_json(self) -> dict[str, Any]:
        """The result as JSON; seats are counted from 1, as in all texts."""
        return {
            "match": self.match.to_json(),
            "winners": [seat + 1 for seat in self.winners],
            "reason": self.reason,
            "moves": self.moves,
            "thinking": [[t.choices, t.seconds, t.longest] for t in self.thinking],
            **({"code": self.code} if self.code else {}),
        }

    @classmethod
    def from_json(cls, data: Any) -> Result:
        """The result in this JSON value; `InvalidText` if it is not one."""
        try:
            match = Match.from_json(data["match"])
            winners = tuple(_count(seat) - 1 for seat in data["winners"])
            thinking = tuple(
                ThinkingTime(_count(n), _seconds(all_), _seconds(most)) for n, all_, most in data["thinking"]
            )
            seats = set(range(len(match.bots)))
            if len(thinking) != len(seats) or len(set(winners)) < len(winners) or not seats.issuperset(winners):
                raise ValueError
            code = _text(data.get("code", ""))
            return cls(match, winners, _text(data["reason"]), _count(data["moves"]), thinking, code)
        except (LookupError, TypeError, ValueError, AttributeError, OverflowError):
            raise InvalidText("result-form") from None


def play_match(match: Match) -> Result:
    """Plays a match to its end.

    Raises `GameError` if a bot cannot play the game, fails or chooses an illegal action, or if a guest's game fails.
    """
    with guest_code(match.spec.game):
        return _play(match)


def _play(match: Match) -> Result:
    running = _RunningMatch(match)
    game_log, moves = running.game_log, 0
    while not isinstance(turn := game_log.turn, Over):
        match turn:
            case Window():
                for seat, _ in unanswered(game_log):
                    running.ask(seat)
            case Move(seat):
                running.ask(seat)
                moves += 1
            case Chance():
                raise AssertionError("the game log draws chance by itself")
    thinking = tuple(spent.rounded() for spent in running.thinking)
    return Result(match, turn.outcome.winners, turn.outcome.reason, moves, thinking)


class _RunningMatch:
    """A match with its bots and its game."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.bots = [_warmed_up(name, match.spec) for name in match.bots]
        self.game_log = GameLog(match.spec.make(), match.bots, Dealer(match.seed))
        self.thinking = [ThinkingTime()] * len(match.bots)

    def ask(self, seat: Seat) -> None:
        """Asks a bot and plays its choice. Its random seed is that of `rowdy play`, where any match can be watched."""
        game_log = self.game_log
        log, view = game_log.observations(seat), game_log.view(seat)
        rng = Random(f"{self.match.seed}/{seat}/{len(game_log.events)}")
        try:
            began = time.perf_counter()
            chosen = self.bots[seat].choose(game_log.game, log, view, rng)
            seconds = time.perf_counter() - began
            legal = chosen in view.legal
        except Exception as error:  # a guest bot may raise anything
            raise self._failure(seat, error) from error
        if not legal:
            name, seed = self.match.bots[seat], self.match.seed
            raise GameError("bot-illegal", bot=name, seat=seat + 1, seed=seed, move=str(chosen))
        if len(view.legal) > 1:
            self.thinking[seat] = self.thinking[seat].plus(seconds)
        game_log.act(seat, chosen)

    def _failure(self, seat: Seat, error: Exception) -> GameError:
        reason = error if isinstance(error, GameError) else f"{type(error).__name__}: {error}"
        return GameError("bot-failed", bot=self.match.bots[seat], seat=seat + 1, seed=self.match.seed, reason=reason)


@cache
def _warmed_up(name: str, spec: GameSpec) -> Bot:
    """The bot after a first answer of each kind in this process, which may load code and is not timed."""
    player = bot(name, spec.make())
    with suppress(Exception):  # it will fail in the match too, where the error is reported
        _warm_up(player, GameLog(spec.make(), (name,) * spec.seats, Dealer("warm-up")))
    return player


def _warm_up(player: Bot, game_log: GameLog) -> None:
    """Asks the bot for one move and one answer to a window, in a game that is otherwise played at random."""
    rng, asked = Random(0), set[type]()
    while isinstance(turn := game_log.turn, Move | Window) and len(asked) <= game_log.game.facts.windows:
        for seat in turn.seats if isinstance(turn, Window) else (turn.seat,):
            view = game_log.view(seat)
            if len(view.legal) > 1 and type(turn) not in asked:
                asked.add(type(turn))
                player.choose(game_log.game, game_log.observations(seat), view, rng)
            game_log.act(seat, rng.choice(view.legal))
