"""A recorded game: a full record folds to states, a seat's record to what that seat saw."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import takewhile
from typing import Any, Final, NamedTuple, TypeAlias

from rowdy.rules.game import (
    CHANCE,
    Actor,
    AnyGame,
    Chance,
    Event,
    GameError,
    IllegalMove,
    InvalidPosition,
    InvalidRecord,
    InvalidSetup,
    Move,
    Outcome,
    Over,
    Seat,
    Turn,
    Window,
)
from rowdy.rules.observation_log import ObservationLog
from rowdy.rules.seal import valid_commitment, valid_nonces, valid_salt, valid_seed

MAX_LABEL = 40
"""The greatest length of a seat's label, in characters."""
MAX_COMMENT = 1000
"""The greatest length of a comment, in characters."""
UNKNOWN = "?"
"""Stands in the text of a position for what its reader may not know."""
RESIGNED = "resigned"
"""The one reason for the end of a game that is not in the rules."""


class Eyes(Enum):
    """The viewpoint of a record that is not a seat's: everything, or what a spectator sees."""

    ALL = "all"
    SPECTATOR = "spectator"


ALL: Final = Eyes.ALL
SPECTATOR: Final = Eyes.SPECTATOR
Viewpoint: TypeAlias = Seat | Eyes


class Comment(NamedTuple):
    """A remark on a position of a line of play.

    >>> import rowdy
    >>> record = rowdy.Record(rowdy.game("rubik"), ("Ann", "Ben")).play("A@b2").with_comment("Near the middle.")
    >>> record.comments
    (Comment(at=1, text='Near the middle.'),)
    """

    at: int
    """The number of events of the line before the position."""
    text: str


@dataclass(frozen=True)
class Variation:
    """Another way in which a line could have gone on, with comments and variations of its own.

    >>> import rowdy
    >>> record = rowdy.Record(rowdy.game("rubik"), ("Ann", "Ben")).play("A@b2").with_variation("A@a1 a1-a2")
    >>> [str(event.action) for event in record.variations[0].events]
    ['A@a1', 'a1-a2']
    """

    at: int
    """The number of events of the line before it; it replaces the one that follows them."""
    events: tuple[Event[Any], ...]
    comments: tuple[Comment, ...] = ()
    variations: tuple[Variation, ...] = ()


class RecordPosition(NamedTuple):
    """A position of a record, with what was noted there."""

    at: int
    """The number of events before it."""
    event: Event[Any] | None
    """The event that led here; `None` at the start."""
    state: Any
    comments: tuple[str, ...]
    variations: tuple[Variation, ...]
    """The variations that could have been played here in place of the next event."""


@dataclass(frozen=True)
class Record:
    """A game so far, or as far as one seat saw it: its main line, and what was noted beside that.

    >>> import rowdy
    >>> record = rowdy.Record(rowdy.game("rubik"), ("Ann", "Ben"))
    >>> record = record.play("A@b2", "b2-b3 a@c4").with_comment("A flip comes first.")
    >>> print(rowdy.format_record(record))
    Rowdy: 2
    Game: rubik
    Edition: de
    Seats: Ann, Ben
    <BLANKLINE>
    1. A@b2
    2. b2-b3 a@c4 {A flip comes first.}
    <BLANKLINE>
    """

    game: AnyGame
    players: tuple[str, ...]
    events: tuple[Event[Any], ...] = ()
    eyes: Viewpoint = ALL
    practice: bool = False
    commitment: str | None = None
    seed: str | None = None
    """The seed of chance; like the salt, it is written only once the game is over."""
    salt: str | None = None
    nonces: tuple[str, ...] = ()
    """One for each seat, if the seats contributed to the shuffle; otherwise empty."""
    resigned: tuple[Seat, ...] = ()
    """The seats that resigned, which ended the game before it was over by the rules."""
    start: Any = None
    """The position from which it was played, as the record's eyes see it; `None` for the start of the game."""
    comments: tuple[Comment, ...] = ()
    variations: tuple[Variation, ...] = ()

    def __post_init__(self) -> None:
        seats = self.game.seats
        if len(self.players) != seats or not all(map(valid_label, self.players)):
            raise InvalidSetup("record-players", players=self.players, seats=seats)
        if self.nonces and not valid_nonces(self.nonces, seats):
            raise InvalidSetup("record-nonces", nonces=",".join(self.nonces), seats=seats)
        if self.resigned and not may_resign(self.resigned, seats):
            raise InvalidSetup("record-resigned", resigned=seats_text(self.resigned), seats=seats)
        if isinstance(self.eyes, int) and not 0 <= self.eyes < seats:
            raise InvalidSetup("record-field", name="Eyes", text=eyes_text(self.eyes))
        if self.seed is not None or self.salt is not None:
            check_all_eyes(self.eyes)
        for name, text, fits in (
            ("Commitment", self.commitment, valid_commitment),
            ("Seed", self.seed, valid_seed),
            ("Salt", self.salt, valid_salt),
        ):
            if text is not None and not fits(text):
                raise InvalidSetup("record-field", name=name, text=text)
        if self.start is not None:
            check_start(self.game, self.start, self.eyes)
            check_practice(self.practice)
        _check_notes(self)

    def states(self) -> Iterator[Any]:
        """Every state from the first on, as the record's eyes see it."""
        state = self.game.start() if self.start is None else self.start
        if self.eyes is not ALL:
            state = self.game.seen(state, viewer(self.eyes))
        yield state
        for event in self.events:
            state = self.after(state, event)
            yield state

    def after(self, state: Any, event: Event[Any]) -> Any:
        """The state after an event, as the record's eyes see both."""
        if self.eyes is ALL:
            return self.game.play(state, event.actor, event.action)
        return self.game.follow(state, event)

    def positions(self) -> Iterator[RecordPosition]:
        """Every position of the main line in order, with what was noted there."""
        for at, state in enumerate(self.states()):
            comments = tuple(comment.text for comment in self.comments if comment.at == at)
            variations = tuple(variation for variation in self.variations if variation.at == at)
            yield RecordPosition(at, self.events[at - 1] if at else None, state, comments, variations)

    def last_state(self) -> Any:
        *_, last = self.states()
        return last

    def outcome(self) -> Outcome | None:
        return self.outcome_of(self.last_state())

    def outcome_of(self, last: Any) -> Outcome | None:
        """How the game ended, if this is its last state; `None` if it goes on."""
        turn = self.game.turn(last)
        if isinstance(turn, Over):
            return turn.outcome
        left = tuple(seat for seat in range(self.game.seats) if seat not in self.resigned)
        return Outcome(left, RESIGNED) if self.resigned else None

    def seen_by(self, eyes: Viewpoint) -> Record:
        """The part of a full record that these eyes saw."""
        if eyes == self.eyes:
            return self
        if self.eyes is not ALL:
            raise InvalidRecord("record-eyes", eyes=eyes_text(self.eyes))
        log = observations(self.game, self.events, viewer(eyes), self.start)
        seen = replace(self.main_line, events=tuple(log), start=log.start, eyes=eyes, seed=None, salt=None)
        # A comment or variation may give hidden cards away; in a game without any, everybody has seen the same events.
        return seen if self.game.facts.hidden else replace(seen, comments=self.comments, variations=self.variations)

    # Building

    def play(self, *moves: str | Event[Any]) -> Record:
        """The record with more moves at its end: events, or texts in notation of one or several moves each.

        Chance events are given like the rest. Raises `GameError` for a text that cannot be read or an illegal move.
        """
        return replace(self, events=(*self.events, *self._read(self.last_state(), moves)))

    def with_comment(self, text: str, at: int | None = None) -> Record:
        """The record with one more comment: on its last position, or on the one after `at` events."""
        comment = Comment(len(self.events) if at is None else at, " ".join(text.split()))
        return replace(self, comments=tuple(sorted([*self.comments, comment], key=lambda one: one.at)))

    def with_variation(self, *moves: str | Event[Any], at: int | None = None) -> Record:
        """The record with a variation after `at` events; by default one that replaces the last event."""
        at = len(self.events) - 1 if at is None else at
        _check_place("variation", at, len(self.events) - 1)
        state = next(position.state for position in self.positions() if position.at == at)
        variation = Variation(at, tuple(self._read(state, moves)))
        return replace(self, variations=tuple(sorted([*self.variations, variation], key=lambda one: one.at)))

    @property
    def main_line(self) -> Record:
        """The record without comments and variations."""
        return replace(self, comments=(), variations=())

    def branch(self, variation: Variation) -> Record:
        """The record as if this variation had been played; nobody has resigned in it."""
        at = variation.at
        before = tuple(comment for comment in self.comments if comment.at <= at)
        after = tuple(Comment(at + comment.at, comment.text) for comment in variation.comments)
        return replace(
            self.main_line,
            events=(*self.events[:at], *variation.events),
            comments=(*before, *after),
            variations=tuple(replace(one, at=at + one.at) for one in variation.variations),
            resigned=(),
            seed=None,
            salt=None,
        )

    def _read(self, state: Any, moves: Sequence[str | Event[Any]]) -> Iterator[Event[Any]]:
        """These moves as events from this state on; each is checked to be legal and to be told as these eyes see it."""
        for move in moves:
            for token in move.split() if isinstance(move, str) else (move,):
                event = self.event_in(state, token) if isinstance(token, str) else token
                state = self.after(state, event)
                yield event

    def event_in(self, state: Any, token: str) -> Event[Any]:
        """The event with this text in this state, told just as the record's eyes see it."""
        event = read_event(self.game, state, token)
        if self.eyes is not ALL:
            _check_seen(self.game, state, event, viewer(self.eyes))
        return event


def valid_label(label: str) -> bool:
    """True if a record can have this as the label of a seat."""
    return 0 < len(label) <= MAX_LABEL and label.isprintable() and label == label.strip() and "," not in label


def may_resign(resigned: Sequence[Seat], seats: int) -> bool:
    """True if these are seats in ascending order, each once, and at least one seat is left to win."""
    return 0 < len(resigned) < seats and list(resigned) == [seat for seat in range(seats) if seat in resigned]


def check_all_eyes(eyes: Viewpoint) -> None:
    if eyes is not ALL:
        raise InvalidSetup("record-seed-eyes", eyes=eyes_text(eyes))


def check_practice(practice: bool) -> None:
    if not practice:
        raise InvalidSetup("record-position-practice")


def _check_notes(line: Record | Variation) -> None:
    """Raises `InvalidSetup` unless the comments and variations of a line lie within it and can be written down."""
    for comment in line.comments:
        _check_place("comment", comment.at, len(line.events))
        if not valid_comment(comment.text):
            raise InvalidSetup("record-comment", text=comment.text[:MAX_LABEL], most=MAX_COMMENT)
    for variation in line.variations:
        _check_place("variation", variation.at, len(line.events) - 1)
        if not variation.events:
            raise InvalidSetup("record-variation-empty")
        _check_notes(variation)


def _check_place(what: str, at: int, last: int) -> None:
    if not 0 <= at <= last:
        raise InvalidSetup("record-place", what=what, at=at, last=last)


def valid_comment(text: str) -> bool:
    """True if a record can have this as a comment."""
    in_order = text == " ".join(text.split()) and text.isprintable() and not {"{", "}"} & set(text)
    return in_order and 0 < len(text) <= MAX_COMMENT


def viewer(eyes: Viewpoint) -> Seat | None:
    """The viewer to pass to a game's methods: a seat, or `None` for the rest."""
    return eyes if isinstance(eyes, int) else None


def eyes_text(eyes: Viewpoint) -> str:
    return str(eyes + 1) if isinstance(eyes, int) else eyes.value


def read_eyes(text: str, seats: int) -> Viewpoint:
    """The viewpoint with this text: a seat's number from 1, `spectator` or `all`; `InvalidSetup` if there is none."""
    known: dict[str, Viewpoint] = {eyes_text(eyes): eyes for eyes in (ALL, SPECTATOR, *range(seats))}
    if text not in known:
        raise InvalidSetup("eyes", text=text, seats=seats)
    return known[text]


def observations(game: AnyGame, events: Iterable[Event[Any]], viewer: Seat | None, start: Any = None) -> ObservationLog:
    """What this viewer learned from the events of a full log, which begins with `start` or the start of the game."""
    state, seen = game.start() if start is None else start, list[Event[Any]]()
    for event in events:
        seen += game.observe(state, event, viewer)
        state = game.play(state, event.actor, event.action)
    return ObservationLog(seen, None if start is None else game.seen(start, viewer))


def check_start(game: AnyGame, start: Any, eyes: Viewpoint = ALL) -> None:
    """Raises `InvalidPosition` unless a game can be played from this position, as these eyes see it.

    For `ALL` every card must be known; for others, exactly those that they do not see must be unknown. Its text must
    read back to the same state, which also shows that play can have led to it.
    """
    if type(start) is not type(game.start()):
        raise InvalidPosition("unreadable-position", text=start)
    text = game.format_state(start)
    if game.parse_state(text) != start:
        raise InvalidPosition("unreadable-position", text=text)
    if eyes is ALL and UNKNOWN in text:
        raise InvalidPosition("position-unknown", text=text)
    if eyes is not ALL and game.seen(start, viewer(eyes)) != start:
        raise InvalidPosition("position-not-seen-so", text=text)


def last_turn(record: Record, states: Sequence[Any], end: int) -> tuple[Event[Any], ...]:
    """The moves of the seat that moved last before this place in the record, the last one first."""
    moves = [record.events[i] for i in range(end) if isinstance(record.game.turn(states[i]), Move)]
    mover = moves[-1].actor if moves else None
    return tuple(takewhile(lambda event: event.actor == mover, reversed(moves)))


# Events as text

_ANSWER = re.compile(r"([1-9])(\D.*)")


def seats_text(seats: Iterable[Seat]) -> str:
    return ",".join(str(seat + 1) for seat in seats)


def event_text(turn: Turn[Any], actor: Actor, action: Any) -> str:
    """The text of an event; an answer to a window names its seat, all others show by themselves whose they are."""
    return f"{actor + 1}{action}" if isinstance(turn, Window) and isinstance(actor, int) else str(action)


def read_event(game: AnyGame, state: Any, token: str) -> Event[Any]:
    """The event with this text in this state."""
    turn = game.turn(state)
    match = _ANSWER.fullmatch(token)
    actor: Actor
    match turn:
        case Over():
            raise GameError("record-after-end", text=token)
        case Window():
            if match is None or int(match[1]) > game.seats:
                raise GameError("record-answer", text=token)
            actor, token = int(match[1]) - 1, match[2]
        case Move(seat):
            actor = seat
        case Chance():
            actor = CHANCE
    return Event(actor, game.parse_action(token))


def _check_seen(game: AnyGame, state: Any, event: Event[Any], eyes: Seat | None) -> None:
    """Raises `IllegalMove` unless chance is told as these eyes see it: own cards open, others' hidden."""
    actor = event.actor
    dealt_so = actor is not CHANCE or game.observe(state, event, eyes) == (event,)
    if not dealt_so or (actor is not CHANCE and actor == eyes and game.hides(state, actor)):
        raise IllegalMove("not-seen-so", move=event.action)
