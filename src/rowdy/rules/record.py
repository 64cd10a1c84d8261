"""A game as text: headers and turns. A full record folds to states, a seat's record to what that seat saw."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import Enum
from itertools import takewhile
from typing import Any, Final, TypeAlias

from rowdy.rules.catalog import changed_rulings
from rowdy.rules.catalog import game as make_game
from rowdy.rules.catalog import kit as rules_kit
from rowdy.rules.decks import DeckEntry
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
from rowdy.rules.kit import RulesKit
from rowdy.rules.observation_log import ObservationLog
from rowdy.rules.seal import commitment, valid_commitment, valid_nonces, valid_salt, valid_seed
from rowdy.rules.text import BYTE_ORDER_MARK

VERSION = "1"
MAX_LABEL = 40
UNKNOWN = "?"
"""In the text of a position: what its reader may not know."""
RESIGNED = "resigned"
"""The one reason for an end that is not in the rules."""


class Eyes(Enum):
    """The viewer of a record that is not a seat's: somebody who sees all, or a spectator."""

    ALL = "all"
    SPECTATOR = "spectator"


ALL: Final = Eyes.ALL
SPECTATOR: Final = Eyes.SPECTATOR
Viewpoint: TypeAlias = Seat | Eyes


@dataclass(frozen=True)
class Record:
    """A game so far, or as far as one seat saw it."""

    game: AnyGame
    players: tuple[str, ...]
    events: tuple[Event[Any], ...] = ()
    eyes: Viewpoint = ALL
    practice: bool = False
    commitment: str | None = None
    seed: str | None = None
    """Stands in the text only once the game is over, as the salt does."""
    salt: str | None = None
    nonces: tuple[str, ...] = ()
    """One a seat, where the seats had a say in the deal."""
    resigned: tuple[Seat, ...] = ()
    """The seats that gave the game up before it was over by the rules, which ended it."""
    start: Any = None
    """The position from which it was played, as the record's eyes see it; `None` for the start of the game."""

    def __post_init__(self) -> None:
        seats = self.game.seats
        if len(self.players) != seats or not all(map(valid_label, self.players)):
            raise InvalidSetup("record-players", players=self.players, seats=seats)
        if self.nonces and not valid_nonces(self.nonces, seats):
            raise InvalidSetup("record-nonces", nonces=",".join(self.nonces), seats=seats)
        if self.resigned and not _may_resign(self.resigned, seats):
            raise InvalidSetup("record-resigned", resigned=_seats_text(self.resigned), seats=seats)
        if isinstance(self.eyes, int) and not 0 <= self.eyes < seats:
            raise InvalidSetup("record-field", name="Eyes", text=eyes_text(self.eyes))
        if self.seed is not None or self.salt is not None:
            _check_all_eyes(self.eyes)
        for name, text, fits in (
            ("Commitment", self.commitment, valid_commitment),
            ("Seed", self.seed, valid_seed),
            ("Salt", self.salt, valid_salt),
        ):
            if text is not None and not fits(text):
                raise InvalidSetup("record-field", name=name, text=text)
        if self.start is not None:
            check_start(self.game, self.start, self.eyes)
            _check_practice(self.practice)

    def states(self) -> Iterator[Any]:
        """Every state from the first on, as the record's eyes see it."""
        state = self.game.start() if self.start is None else self.start
        if self.eyes is not ALL:
            state = self.game.seen(state, viewer(self.eyes))
        yield state
        for event in self.events:
            state = self._next(state, event)
            yield state

    def _next(self, state: Any, event: Event[Any]) -> Any:
        if self.eyes is ALL:
            return self.game.play(state, event.actor, event.action)
        return self.game.follow(state, event)

    def last_state(self) -> Any:
        *_, last = self.states()
        return last

    def outcome(self) -> Outcome | None:
        return self._outcome(self.last_state())

    def _outcome(self, last: Any) -> Outcome | None:
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
        return replace(self, events=tuple(log), start=log.start, eyes=eyes, seed=None, salt=None)


def valid_label(label: str) -> bool:
    """Whether a record can carry this as the label of a seat."""
    return 0 < len(label) <= MAX_LABEL and label.isprintable() and label == label.strip() and "," not in label


def _may_resign(resigned: Sequence[Seat], seats: int) -> bool:
    """Whether these are some of the seats, each once and in order, and somebody is left to win."""
    return 0 < len(resigned) < seats and list(resigned) == [seat for seat in range(seats) if seat in resigned]


def _check_all_eyes(eyes: Viewpoint) -> None:
    if eyes is not ALL:
        raise InvalidSetup("record-seed-eyes", eyes=eyes_text(eyes))


def _check_practice(practice: bool) -> None:
    if not practice:
        raise InvalidSetup("record-position-practice")


def viewer(eyes: Viewpoint) -> Seat | None:
    """The viewer that the game's methods take."""
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
    """What this viewer learned from the events of a full log, which begins with this state or that of the game."""
    state, seen = game.start() if start is None else start, list[Event[Any]]()
    for event in events:
        seen += game.observe(state, event, viewer)
        state = game.play(state, event.actor, event.action)
    return ObservationLog(seen, None if start is None else game.seen(start, viewer))


def check_start(game: AnyGame, start: Any, eyes: Viewpoint = ALL) -> None:
    """`InvalidPosition` unless a game can be played from this position, or told by these eyes.

    Where all is told no card may be unknown; otherwise those that the eyes do not see must be. And it must be one that
    can be read back: a state of this game, to which play can have led.
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


# Writing


def format_record(record: Record) -> str:
    """The text of a record, from which `parse_record` makes an equal one; the seed is left out until the game is over.

    `InvalidSetup` for a game that no header can tell, as one with sizes of its own.
    """
    _check_game(record.game)
    states = list(record.states())
    headers = list(_headers(record, record._outcome(states[-1])))
    return "".join(f"{name}: {value}\n" for name, value in headers) + "\n" + _turns(record, states)


def _check_game(game: AnyGame) -> None:
    """`InvalidSetup` unless a reader makes the same game from the headers."""
    edition, deck = game.edition, game.deck or None
    rulings = changed_rulings(game)
    made = make_game(
        edition.game, edition=edition.name, seats=game.seats, rulings=rulings, deck=deck, starter=game.starter
    )
    if made != game:
        raise InvalidSetup("record-game", game=edition.game)


def _headers(record: Record, outcome: Outcome | None) -> Iterator[tuple[str, str]]:
    game = record.game
    yield "Rowdy", VERSION
    yield "Game", game.edition.game
    yield "Edition", game.edition.name
    for name, option in changed_rulings(game).items():
        yield "Ruling", f"{name}={option}"
    if game.deck:
        yield "Deck", ",".join(game.deck)
    if game.starter:
        yield "Starter", str(game.starter + 1)
    yield "Seats", ", ".join(record.players)
    if record.eyes is not ALL:
        yield "Eyes", eyes_text(record.eyes)
    if record.practice:
        yield "Practice", "yes"
    if record.start is not None:
        yield "Position", game.format_state(record.start)
    if record.commitment:
        yield "Commitment", record.commitment
    if record.nonces:
        yield "Nonces", ",".join(record.nonces)
    if outcome is None:
        return
    if outcome.reason == RESIGNED:
        yield "Resigned", _seats_text(record.resigned)
    yield "Result", result_text(outcome)
    if record.seed is not None:
        yield "Seed", record.seed
    if record.salt is not None:
        yield "Salt", record.salt


def result_text(outcome: Outcome) -> str:
    return f"{_seats_text(outcome.winners) or 'draw'} {outcome.reason}"


def _seats_text(seats: Iterable[Seat]) -> str:
    return ",".join(str(seat + 1) for seat in seats)


def _turns(record: Record, states: Sequence[Any]) -> str:
    """One seat's turn a line: a line begins with the first move of a seat that did not make the last one."""
    lines: list[list[str]] = [["0."]]
    mover: Actor = CHANCE
    for state, (actor, action) in zip(states, record.events, strict=False):
        turn = record.game.turn(state)
        if isinstance(turn, Move) and actor != mover:
            mover = actor
            lines.append([f"{len(lines)}."])
        lines[-1].append(event_text(turn, actor, action))
    return "".join(" ".join(line) + "\n" for line in lines if len(line) > 1)


def event_text(turn: Turn[Any], actor: Actor, action: Any) -> str:
    """How an event is written: an answer to a window carries its seat, all else tells by itself whose it is."""
    return f"{actor + 1}{action}" if isinstance(turn, Window) and isinstance(actor, int) else str(action)


# Reading

_HEADER = re.compile(r"([A-Z][a-z]+): (.*)")
_NUMBER = re.compile(r"[0-9]+\.")
_ANSWER = re.compile(r"([1-9])(\D.*)")
_SEATS = re.compile(r"[1-9](,[1-9])*")
_MANY = ("Ruling",)
_KNOWN = {
    *("Rowdy", "Game", "Edition", "Ruling", "Deck", "Starter", "Seats", "Eyes", "Practice"),
    *("Position", "Commitment", "Nonces", "Resigned", "Result", "Seed", "Salt"),
}


def parse_record(text: str, any_seed: bool = False) -> Record:
    """The record with this text; `InvalidRecord` names the line that cannot be read, and why.

    `any_seed`: the seed need not be the one that the record was committed to.
    """
    text = text.removeprefix(BYTE_ORDER_MARK)
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1)]
    split = next((i for i, (_, line) in enumerate(lines) if not line), len(lines))
    headers = _read_headers(lines[:split])
    record = _read_setup(headers)
    turns = _TurnReader(record)
    for number, line in lines[split:]:
        turns.read_line(number, line)
    record, state = replace(record, events=tuple(turns.events)), turns.state
    _check_end(record, state, headers)
    if not any_seed:
        _check_seed(record, headers)
    return record


Headers: TypeAlias = dict[str, list[tuple[int, str]]]


def _read_headers(lines: Sequence[tuple[int, str]]) -> Headers:
    headers: Headers = {}
    for number, line in lines:
        if line.startswith("#"):
            continue
        match = _HEADER.fullmatch(line)
        if match is None or match[1] not in _KNOWN:
            raise InvalidRecord("record-header", line=number, text=line)
        if match[1] in headers and match[1] not in _MANY:
            raise InvalidRecord("record-header-twice", line=number, text=match[1])
        headers.setdefault(match[1], []).append((number, match[2].strip()))
    for name in ("Rowdy", "Game", "Edition", "Seats"):
        if name not in headers or next(iter(headers)) != "Rowdy":
            raise InvalidRecord("record-header-missing", line=1, text=name)
    number, version = headers["Rowdy"][0]
    if version != VERSION:
        raise InvalidRecord("record-version", line=number, text=version, known=VERSION)
    return headers


def _value(headers: Headers, name: str) -> tuple[int, str] | None:
    """The line and text of a header that stands once or not at all."""
    return headers[name][0] if name in headers else None


def _checked(headers: Headers, name: str, fits: Callable[[str], bool]) -> str | None:
    """The text of a header that stands once, in its proper form, or not at all."""
    found = _value(headers, name)
    if found is None:
        return None
    line, text = found
    if not fits(text):
        raise InvalidRecord("record-value", line=line, name=name, text=text)
    return text


def _read_setup(headers: Headers) -> Record:
    line, seats = headers["Seats"][0]
    players = tuple(label.strip() for label in seats.split(","))
    if not all(map(valid_label, players)):
        raise InvalidRecord("record-seats", line=line, text=seats)
    game = _read_game(headers, len(players))
    eyes = _eyes_of(headers, game.seats)
    for name in ("Seed", "Salt"):
        if found := _value(headers, name):
            with _at(found[0], name):
                _check_all_eyes(eyes)
    practice = _checked(headers, "Practice", lambda text: text == "yes") is not None
    nonces = _checked(headers, "Nonces", lambda text: valid_nonces(text.split(","), game.seats))
    resigned = _checked(headers, "Resigned", lambda text: _may_resign(_read_seats(text), game.seats))
    return Record(
        game,
        players,
        eyes=eyes,
        practice=practice,
        commitment=_checked(headers, "Commitment", valid_commitment),
        seed=_checked(headers, "Seed", valid_seed),
        salt=_checked(headers, "Salt", valid_salt),
        nonces=tuple(nonces.split(",")) if nonces else (),
        resigned=_read_seats(resigned) if resigned else (),
        start=_read_start(headers, game, eyes, practice),
    )


def _read_start(headers: Headers, game: AnyGame, eyes: Viewpoint, practice: bool) -> Any:
    found = _value(headers, "Position")
    if found is None:
        return None
    line, text = found
    with _at(line, text):
        start = game.parse_state(text)
        check_start(game, start, eyes)
        _check_practice(practice)
    return start


def _read_seats(text: str) -> tuple[Seat, ...]:
    return tuple(int(seat) - 1 for seat in text.split(",")) if _SEATS.fullmatch(text) else ()


def _read_game(headers: Headers, seats: int) -> AnyGame:
    """Each part is checked by itself first, so that a complaint names the line it is about."""
    game_line, game_id = headers["Game"][0]
    with _at(game_line, game_id):
        found = rules_kit(game_id)
    line, edition = headers["Edition"][0]
    with _at(line, edition):
        found.edition(edition)
    line, text = headers["Seats"][0]
    with _at(line, text):
        found.check_seats(seats)
    line, text = _value(headers, "Starter") or (1, "1")
    if not re.fullmatch(r"[1-9]", text):
        raise InvalidRecord("record-value", line=line, name="Starter", text=text)
    starter = int(text) - 1
    with _at(line, text):
        found.check_starter(starter, seats)
    rulings, line = _read_rulings(headers, found)
    deck = _value(headers, "Deck")
    with _at(deck[0] if deck else line, "Deck" if deck else game_id):
        entries = [DeckEntry(deck[0], entry) for entry in deck[1].split(",")] if deck else None
        return make_game(game_id, edition=edition, seats=seats, rulings=rulings, deck=entries, starter=starter)


def _read_rulings(headers: Headers, found: RulesKit) -> tuple[dict[str, str], int]:
    """The changed rulings, and the line of the last, which is to blame if they do not go together."""
    rulings: dict[str, str] = {}
    line = headers["Game"][0][0]
    for line, ruling in headers.get("Ruling", []):
        name, _, option = ruling.partition("=")
        with _at(line, ruling):
            found.option(name, option)
            if name in rulings:
                raise InvalidSetup("ruling-twice", name=name)
        rulings[name] = option
    return rulings, line


def _eyes_of(headers: Headers, seats: int) -> Viewpoint:
    found = _value(headers, "Eyes")
    if found is None:
        return ALL
    line, text = found
    try:
        eyes = read_eyes(text, seats)
    except InvalidSetup:
        eyes = ALL
    if eyes is ALL:  # a full record has no such header
        raise InvalidRecord("record-value", line=line, name="Eyes", text=text)
    return eyes


@contextmanager
def _at(line: int, text: str) -> Iterator[None]:
    """Turns a game's complaint into one that names the line of the record."""
    try:
        yield
    except InvalidRecord:
        raise
    except GameError as error:
        raise InvalidRecord("record-line", line=line, text=text, cause=error) from error


class _TurnReader:
    """Reads the lines after the headers; each holds one turn, or what comes before the first."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.state = next(record.states())
        self.events: list[Event[Any]] = []
        self._mover: Actor = CHANCE
        self._number = -1
        """That of the last line; line 0 comes before the first turn."""

    def read_line(self, line: int, text: str) -> None:
        first, *tokens = text.split() or [""]
        if not first or text.startswith("#"):
            return
        with _at(line, first):
            if not _NUMBER.fullmatch(first):
                self._begin_line()
                self._read_token(first)
            elif tokens:
                self._begin_line(first)
            else:
                raise GameError("record-turn-empty")
        for token in tokens:
            with _at(line, token):
                self._read_token(token)

    def _begin_line(self, number: str | None = None) -> None:
        """A line begins a turn, and its number, which may be left out, is the turn's."""
        turn = self.record.game.turn(self.state)
        if isinstance(turn, Over):
            return  # whatever the line holds, it is too much
        begins = isinstance(turn, Move) and turn.seat != self._mover
        if self._number >= 0 and not begins:
            raise GameError("record-turn-split")
        self._number = max(self._number, 0) + 1 if begins else 0
        if number is not None and number != f"{self._number}.":
            raise GameError("record-turn-number", number=self._number)
        if isinstance(turn, Move):
            self._mover = turn.seat

    def _read_token(self, token: str) -> None:
        game, eyes = self.record.game, self.record.eyes
        turn = game.turn(self.state)
        if isinstance(turn, Move) and turn.seat != self._mover:
            raise GameError("record-turn-same-line")
        event = read_event(game, self.state, token)
        if eyes is not ALL:
            _check_seen(game, self.state, event, viewer(eyes))
        self.state = self.record._next(self.state, event)
        self.events.append(event)


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
    """What chance brought must be told just as these eyes see it: own cards open, others' not."""
    actor = event.actor
    dealt_so = actor is not CHANCE or game.observe(state, event, eyes) == (event,)
    if not dealt_so or (actor is not CHANCE and actor == eyes and game.hides(state, actor)):
        raise IllegalMove("not-seen-so", move=event.action)


def _check_end(record: Record, state: Any, headers: Headers) -> None:
    outcome = record._outcome(state)
    told, resigned = _value(headers, "Result"), _value(headers, "Resigned")
    if resigned and outcome and outcome.reason != RESIGNED:
        raise InvalidRecord("record-resigned-late", line=resigned[0])
    result = result_text(outcome) if outcome else None
    if told and told[1] != result:
        raise InvalidRecord("record-result", line=told[0], text=told[1], known=result or "-")
    for name in ("Seed", "Salt"):
        if outcome is None and (found := _value(headers, name)):
            raise InvalidRecord("record-seed-early", line=found[0])
    salt = _value(headers, "Salt")
    if salt and (record.seed is None or record.commitment is None):
        raise InvalidRecord("record-salt-alone", line=salt[0])


def _check_seed(record: Record, headers: Headers) -> None:
    seed = _value(headers, "Seed")
    if seed and record.commitment and commitment(seed[1], record.salt) != record.commitment:
        raise InvalidRecord("record-seed-other", line=seed[0])
