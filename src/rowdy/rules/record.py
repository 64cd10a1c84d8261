"""A game as text: headers and turns. A full record folds to states, a seat's record to what that seat saw."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, Final, TypeAlias

from rowdy.rules.catalog import Entrant, changed_rulings, entrant
from rowdy.rules.catalog import game as make_game
from rowdy.rules.decks import Entry
from rowdy.rules.game import (
    CHANCE,
    Actor,
    AnyGame,
    Chance,
    Event,
    GameError,
    IllegalMove,
    InvalidRecord,
    InvalidSetup,
    Move,
    Outcome,
    Over,
    Seat,
    Window,
)

VERSION = "1"
MAX_LABEL = 40


class Eyes(Enum):
    """Whose record it is, if not a seat's."""

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
    """Stands in the text only once the game is over."""

    def __post_init__(self) -> None:
        if len(self.players) != self.game.seats or not all(map(valid_label, self.players)):
            raise InvalidSetup("record-players", players=self.players, seats=self.game.seats)

    def states(self) -> Iterator[Any]:
        """Every state from the start on, as the record's eyes see it."""
        state = start = self.game.start()
        if self.eyes is not ALL:
            state = self.game.seen(start, viewer(self.eyes))
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
        turn = self.game.turn(self.last_state())
        return turn.outcome if isinstance(turn, Over) else None

    def seen_by(self, eyes: Viewpoint) -> Record:
        """The part of a full record that these eyes saw."""
        if eyes == self.eyes:
            return self
        if self.eyes is not ALL:
            raise InvalidRecord("record-eyes", eyes=eyes_text(self.eyes))
        return replace(self, events=observations(self.game, self.events, viewer(eyes)), eyes=eyes, seed=None)


def valid_label(label: str) -> bool:
    """Whether a record can carry this as the label of a seat."""
    return 0 < len(label) <= MAX_LABEL and label.isprintable() and label == label.strip() and "," not in label


def commitment(seed: str) -> str:
    """What can be shown of a secret seed before the game, so that it cannot be changed afterwards."""
    return hashlib.sha256(seed.encode()).hexdigest()


def viewer(eyes: Viewpoint) -> Seat | None:
    """The viewer that the game's methods take."""
    return eyes if isinstance(eyes, int) else None


def eyes_text(eyes: Viewpoint) -> str:
    return str(eyes + 1) if isinstance(eyes, int) else eyes.value


def observations(game: AnyGame, events: Iterable[Event[Any]], viewer: Seat | None) -> tuple[Event[Any], ...]:
    """What this viewer learned from the events of a full log."""
    state, seen = game.start(), list[Event[Any]]()
    for event in events:
        seen += game.observe(state, event, viewer)
        state = game.play(state, event.actor, event.action)
    return tuple(seen)


# Writing


def format_record(record: Record) -> str:
    states = list(record.states())
    turn = record.game.turn(states[-1])
    outcome = turn.outcome if isinstance(turn, Over) else None
    headers = list(_headers(record, outcome))
    return "".join(f"{name}: {value}\n" for name, value in headers) + "\n" + _turns(record, states)


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
    if record.commitment:
        yield "Commitment", record.commitment
    if outcome is not None:
        yield "Result", result_text(outcome)
        if record.seed is not None:
            yield "Seed", record.seed


def result_text(outcome: Outcome) -> str:
    winners = ",".join(str(seat + 1) for seat in outcome.winners) or "draw"
    return f"{winners} {outcome.reason}"


def _turns(record: Record, states: Sequence[Any]) -> str:
    """One seat's turn a line: a line begins with the first move of a seat that did not make the last one."""
    lines: list[list[str]] = [["0."]]
    mover: Actor = CHANCE
    for state, (actor, action) in zip(states, record.events, strict=False):
        turn = record.game.turn(state)
        if isinstance(turn, Move) and actor != mover:
            mover = actor
            lines.append([f"{len(lines)}."])
        prefix = str(actor + 1) if isinstance(turn, Window) and isinstance(actor, int) else ""
        lines[-1].append(f"{prefix}{action}")
    return "".join(" ".join(line) + "\n" for line in lines if len(line) > 1)


# Reading

_HEADER = re.compile(r"([A-Z][a-z]+): (.*)")
_NUMBER = re.compile(r"[0-9]{1,5}\.")
_ANSWER = re.compile(r"([1-9])(!.*)")
_HEX = re.compile(r"[0-9a-f]{64}")
_MANY = ("Ruling",)
_KNOWN = {
    "Rowdy",
    "Game",
    "Edition",
    "Ruling",
    "Deck",
    "Starter",
    "Seats",
    "Eyes",
    "Practice",
    "Commitment",
    "Result",
    "Seed",
}


def parse_record(text: str) -> Record:
    """The record with this text; `InvalidRecord` names the line that cannot be read, and why."""
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1)]
    split = next((i for i, (_, line) in enumerate(lines) if not line), len(lines))
    headers = _read_headers(lines[:split])
    record = _read_setup(headers)
    events, state = _read_turns(record, lines[split:])
    record = replace(record, events=events)
    _check_end(record, state, headers)
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


def _read_setup(headers: Headers) -> Record:
    line, seats = headers["Seats"][0]
    players = tuple(label.strip() for label in seats.split(","))
    if not all(map(valid_label, players)):
        raise InvalidRecord("record-seats", line=line, text=seats)
    game = _read_game(headers, len(players))
    eyes = _read_eyes(headers, len(players))
    practice, sealed, seed = (_value(headers, name) for name in ("Practice", "Commitment", "Seed"))
    if practice and practice[1] != "yes":
        raise InvalidRecord("record-value", line=practice[0], name="Practice", text=practice[1])
    if sealed and not _HEX.fullmatch(sealed[1]):
        raise InvalidRecord("record-value", line=sealed[0], name="Commitment", text=sealed[1])
    return Record(game, players, (), eyes, bool(practice), sealed[1] if sealed else None, seed[1] if seed else None)


def _read_game(headers: Headers, seats: int) -> AnyGame:
    """Each part is checked by itself first, so that a complaint names the line it is about."""
    game_line, game_id = headers["Game"][0]
    with _at(game_line, game_id):
        found = entrant(game_id)
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
        entries = [Entry(deck[0], entry) for entry in deck[1].split(",")] if deck else None
        return make_game(game_id, edition=edition, seats=seats, rulings=rulings, deck=entries, starter=starter)


def _read_rulings(headers: Headers, found: Entrant) -> tuple[dict[str, str], int]:
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


def _read_eyes(headers: Headers, seats: int) -> Viewpoint:
    found = _value(headers, "Eyes")
    if found is None:
        return ALL
    line, text = found
    if text == SPECTATOR.value:
        return SPECTATOR
    if not re.fullmatch(r"[1-9]", text) or int(text) > seats:
        raise InvalidRecord("record-value", line=line, name="Eyes", text=text)
    return int(text) - 1


@contextmanager
def _at(line: int, text: str) -> Iterator[None]:
    """Turns a game's complaint into one that names the line of the record."""
    try:
        yield
    except InvalidRecord:
        raise
    except GameError as error:
        raise InvalidRecord("record-line", line=line, text=text, cause=error) from error


def _read_turns(record: Record, lines: Sequence[tuple[int, str]]) -> tuple[tuple[Event[Any], ...], Any]:
    game, state, events = record.game, next(record.states()), list[Event[Any]]()
    for number, line in lines:
        if line.startswith("#"):
            continue
        tokens = line.split()
        if tokens and _NUMBER.fullmatch(tokens[0]):
            tokens = tokens[1:]
        for token in tokens:
            with _at(number, token):
                event = _read_event(game, state, token)
                if record.eyes is not ALL and event.actor is CHANCE:
                    _check_seen(game, state, event, viewer(record.eyes))
                state = record._next(state, event)
                events.append(event)
    return tuple(events), state


def _read_event(game: AnyGame, state: Any, token: str) -> Event[Any]:
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
    if game.observe(state, event, eyes) != (event,):
        raise IllegalMove("not-seen-so", move=event.action)


def _check_end(record: Record, state: Any, headers: Headers) -> None:
    turn = record.game.turn(state)
    result = result_text(turn.outcome) if isinstance(turn, Over) else None
    told, seed = _value(headers, "Result"), _value(headers, "Seed")
    if told and told[1] != result:
        raise InvalidRecord("record-result", line=told[0], text=told[1], known=result or "-")
    if seed and result is None:
        raise InvalidRecord("record-seed-early", line=seed[0])
    if seed and record.commitment and commitment(seed[1]) != record.commitment:
        raise InvalidRecord("record-seed-other", line=seed[0])
