"""A record as text: headers, then the turns."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from rowdy.rules.catalog import changed_rulings, is_of_catalog
from rowdy.rules.catalog import game as make_game
from rowdy.rules.catalog import kit as rules_kit
from rowdy.rules.decks import DeckEntry
from rowdy.rules.game import AnyGame, GameError, InvalidDeck, InvalidRecord, InvalidSetup, Outcome, Seat
from rowdy.rules.kit import RulesKit
from rowdy.rules.record import (
    ALL,
    RESIGNED,
    Record,
    Viewpoint,
    check_all_eyes,
    check_practice,
    check_start,
    eyes_text,
    may_resign,
    read_eyes,
    seats_text,
    valid_label,
)
from rowdy.rules.record_turns import TurnReader, at_line, format_turns
from rowdy.rules.seal import commitment, valid_commitment, valid_nonces, valid_salt, valid_seed
from rowdy.rules.text import BYTE_ORDER_MARK

FORMAT_VERSION = "1"
NOTED_VERSION = "2"
"""The version of records with comments or variations, which version 1 does not have."""

# Writing


def format_record(record: Record) -> str:
    """The text of a record, from which `parse_record` makes an equal one; the seed is left out until the game is over.

    Raises `InvalidSetup` for a game that headers cannot describe, such as one with other sizes.

    >>> import rowdy
    >>> print(rowdy.format_record(rowdy.Record(rowdy.game("rubik"), ("Ann", "Ben")).play("A@b2")))
    Rowdy: 1
    Game: rubik
    Edition: de
    Seats: Ann, Ben
    <BLANKLINE>
    1. A@b2
    <BLANKLINE>
    """
    _check_game(record.game)
    states = list(record.states())
    headers = list(_headers(record, record.outcome_of(states[-1])))
    return "".join(f"{name}: {value}\n" for name, value in headers) + "\n" + format_turns(record, states)


def _check_game(game: AnyGame) -> None:
    """Raises `InvalidSetup` unless the headers lead a reader to the same game."""
    if not is_of_catalog(game):
        raise InvalidSetup("record-game", game=game.edition.game)


def _headers(record: Record, outcome: Outcome | None) -> Iterator[tuple[str, str]]:
    game = record.game
    yield "Rowdy", NOTED_VERSION if record.comments or record.variations else FORMAT_VERSION
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
        yield "Resigned", seats_text(record.resigned)
    yield "Result", result_text(outcome)
    if record.seed is not None:
        yield "Seed", record.seed
    if record.salt is not None:
        yield "Salt", record.salt


def result_text(outcome: Outcome) -> str:
    return f"{seats_text(outcome.winners) or 'draw'} {outcome.reason}"


# Reading

_HEADER = re.compile(r"([A-Z][a-z]+): (.*)")
_SEATS = re.compile(r"[1-9](,[1-9])*")
_MANY = ("Ruling",)
_KNOWN = {
    *("Rowdy", "Game", "Edition", "Ruling", "Deck", "Starter", "Seats", "Eyes", "Practice"),
    *("Position", "Commitment", "Nonces", "Resigned", "Result", "Seed", "Salt"),
}


def parse_record(text: str, any_seed: bool = False) -> Record:
    """The record with this text; `InvalidRecord` names the line that cannot be read, and why.

    With `any_seed` the seed may differ from the one that the record was committed to.

    >>> import rowdy
    >>> text = "Rowdy: 1\\nGame: rubik\\nEdition: de\\nSeats: Ann, Ben\\n\\n1. A@b2\\n2. b2-b3 a@c4\\n"
    >>> record = rowdy.parse_record(text)
    >>> len(record.events), record.last_state()
    (3, <rubik ..a./.B../..../.... flip>)
    """
    text = text.removeprefix(BYTE_ORDER_MARK)
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1)]
    split = next((i for i, (_, line) in enumerate(lines) if not line), len(lines))
    headers = _read_headers(lines[:split])
    record = _read_setup(headers)
    turns = TurnReader(record)
    for number, line in lines[split:]:
        turns.read_line(number, line)
    main, state = turns.main, turns.state
    record = replace(
        record, events=tuple(main.events), comments=tuple(main.comments), variations=tuple(main.variations)
    )
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
    if version not in (FORMAT_VERSION, NOTED_VERSION):
        raise InvalidRecord("record-version", line=number, text=version, known=f"{FORMAT_VERSION}, {NOTED_VERSION}")
    return headers


def _value(headers: Headers, name: str) -> tuple[int, str] | None:
    """The line and text of a header that occurs at most once, or `None`."""
    return headers[name][0] if name in headers else None


def _checked(headers: Headers, name: str, fits: Callable[[str], bool]) -> str | None:
    """The text of a header that occurs at most once, or `None`; raises `InvalidRecord` if it has a wrong form."""
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
            with at_line(found[0], name):
                check_all_eyes(eyes)
    practice = _checked(headers, "Practice", lambda text: text == "yes") is not None
    nonces = _checked(headers, "Nonces", lambda text: valid_nonces(text.split(","), game.seats))
    resigned = _checked(headers, "Resigned", lambda text: may_resign(_read_seats(text), game.seats))
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
    with at_line(line, text):
        start = game.parse_state(text)
        check_start(game, start, eyes)
        check_practice(practice)
    return start


def _read_seats(text: str) -> tuple[Seat, ...]:
    return tuple(int(seat) - 1 for seat in text.split(",")) if _SEATS.fullmatch(text) else ()


def _read_game(headers: Headers, seats: int) -> AnyGame:
    """The game that the headers describe; each part is checked by itself first, so that an error names its line."""
    game_line, game_id = headers["Game"][0]
    with at_line(game_line, game_id):
        found = rules_kit(game_id)
    line, edition = headers["Edition"][0]
    with at_line(line, edition):
        found.edition(edition)
    line, text = headers["Seats"][0]
    with at_line(line, text):
        found.check_seats(seats)
    line, text = _value(headers, "Starter") or (1, "1")
    if not re.fullmatch(r"[1-9]", text):
        raise InvalidRecord("record-value", line=line, name="Starter", text=text)
    starter = int(text) - 1
    with at_line(line, text):
        found.check_starter(starter, seats)
    rulings = _read_rulings(headers, found)
    deck = _value(headers, "Deck")
    entries = [DeckEntry(deck[0], entry) for entry in deck[1].split(",")] if deck else None
    try:
        return make_game(game_id, edition=edition, seats=seats, rulings=rulings, deck=entries, starter=starter)
    except InvalidDeck as error:  # its details name the line
        raise InvalidRecord(error.code, **error.details) from error
    except GameError as error:
        line, text = _to_blame(headers, error)
        raise InvalidRecord("record-line", line=line, text=text, cause=error) from error


def _to_blame(headers: Headers, error: GameError) -> tuple[int, str]:
    """The line to which an error in the choices belongs, and the text on it: a ruling that the error names, if any."""
    named = [error.details.get("name"), error.details.get("other")]
    lines = {ruling.partition("=")[0]: (line, ruling) for line, ruling in headers.get("Ruling", [])}
    deck = _value(headers, "Deck")
    told = [lines[name] for name in named if isinstance(name, str) and name in lines]
    return [*told, (deck[0], "Deck") if deck else headers["Game"][0]][0]


def _read_rulings(headers: Headers, found: RulesKit) -> dict[str, str]:
    """The changed rulings."""
    rulings: dict[str, str] = {}
    for line, ruling in headers.get("Ruling", []):
        name, _, option = ruling.partition("=")
        with at_line(line, ruling):
            found.option(name, option)
            if name in rulings:
                raise InvalidSetup("ruling-twice", name=name)
        rulings[name] = option
    return rulings


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


def _check_end(record: Record, state: Any, headers: Headers) -> None:
    outcome = record.outcome_of(state)
    told, resigned = _value(headers, "Result"), _value(headers, "Resigned")
    if resigned and outcome and outcome.reason != RESIGNED:
        raise InvalidRecord("record-resigned-late", line=resigned[0])
    result = result_text(outcome) if outcome else None
    if told and result is None:
        raise InvalidRecord("record-not-over", line=told[0], text=told[1])
    if told and told[1] != result:
        raise InvalidRecord("record-result", line=told[0], text=told[1], known=result)
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
