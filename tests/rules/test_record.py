"""Records: every game reads back to the same states, and a record edited by hand is refused at the right line."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rowdy
from rowdy.play.dealer import Dealer
from rowdy.play.game_log import GameLog
from rowdy.rules.catalog import changed_rulings
from rowdy.rules.game import AnyGame, GameError, InvalidRecord, InvalidSetup, Outcome
from rowdy.rules.record import ALL, SPECTATOR, Record, Viewpoint, eyes_text
from rowdy.rules.record_text import format_record, parse_record, result_text
from rowdy.rules.seal import commitment
from tests.worlds import (
    AWKWARD,
    CUSTOM_NUMBERS,
    CUSTOM_TILES,
    PRINTED,
    SMALL,
    Events,
    fold,
    next_event,
    observations,
    players,
    random_game,
)

CATALOGUED = PRINTED | AWKWARD
every_game = pytest.mark.parametrize("name", CATALOGUED)


def all_eyes(game: AnyGame) -> tuple[Viewpoint, ...]:
    return ALL, SPECTATOR, *range(game.seats)


def same(read: Record, written: Record) -> None:
    """Equal in everything, and in what follows from it."""
    assert read == written
    assert list(read.states()) == list(written.states())
    assert read.outcome() == written.outcome()


# Round trips


@every_game
def test_whole_games_read_back(name: str) -> None:
    game = CATALOGUED[name]
    for seed in range(2):
        full = Record(game, players(game), random_game(name, seed), ALL, bool(seed), commitment("a seed"), "a seed")
        for eyes in all_eyes(game):
            record = full.seen_by(eyes)
            text = format_record(record)
            same(parse_record(text), record)
            assert format_record(parse_record(text)) == text


@pytest.mark.long
@every_game
def test_games_broken_off_anywhere_read_back(name: str) -> None:
    game, events = CATALOGUED[name], random_game(name, 0)
    for n in [0, 1, *Random(name).sample(range(len(events)), 6)]:
        full = Record(game, players(game), events[:n])
        for eyes in all_eyes(game):
            record = full.seen_by(eyes)
            same(parse_record(format_record(record)), record)


@every_game
def test_a_record_folds_to_the_states_of_the_game(name: str) -> None:
    game, events = CATALOGUED[name], random_game(name, 1)
    record = parse_record(format_record(Record(game, players(game), events)))
    assert record.events == events
    assert list(record.states()) == list(fold(game, events))
    for eyes in (SPECTATOR, *range(game.seats)):
        viewer = eyes if isinstance(eyes, int) else None
        told = observations(game, events, viewer)
        assert record.seen_by(eyes).events == told
        assert record.seen_by(eyes).last_state() == game.seen(record.last_state(), viewer)


@every_game
def test_only_what_others_may_not_know_is_a_question_mark(name: str) -> None:
    game, events = CATALOGUED[name], random_game(name, 0)
    full = Record(game, players(game), events)
    assert "?" not in format_record(full)
    for eyes in (SPECTATOR, *range(game.seats)):
        text = format_record(full.seen_by(eyes))
        assert f"\nEyes: {eyes_text(eyes)}\n" in text
        own = f"{eyes_text(eyes)}+?"
        assert own not in text
        assert ("?" in text) == game.facts.hidden


def test_the_headers_stand_in_their_order_and_only_where_they_say_something() -> None:
    game = rowdy.game("xoxo", edition="en", seats=3, rulings={"last_window": "no"}, deck=CUSTOM_TILES, starter=2)
    table = GameLog(game, ("ann", "a greedy bot", "Zoë"), Dealer("sesame", secret=True), practice=True)
    rng = Random(1)
    while (event := next_event(game, table.state, rng)) and isinstance(event.actor, int):
        table.act(event.actor, event.action)
    assert table.over
    lines = format_record(table.record()).splitlines()
    assert lines[:8] == [
        "Rowdy: 1",
        "Game: xoxo",
        "Edition: en",
        "Ruling: deck=custom",
        "Ruling: last_window=no",
        "Deck: " + ",".join(CUSTOM_TILES),
        "Starter: 3",
        "Seats: ann, a greedy bot, Zoë",
    ]
    assert lines[8:10] == ["Practice: yes", f"Commitment: {commitment('sesame')}"]
    assert lines[10].startswith("Result: ")
    assert lines[11:13] == ["Seed: sesame", ""]
    assert lines[13].startswith("0. 1+")
    plain = format_record(Record(rowdy.game("djeco"), ("a", "b")))
    assert plain == "Rowdy: 1\nGame: djeco\nEdition: it\nSeats: a, b\n\n"


def test_a_line_is_one_seats_turn() -> None:
    text = format_record(Record(PRINTED["rubik-de-2"], ("a", "b"), random_game("rubik-de-2", 0)))
    turns = text.split("\n\n")[1].splitlines()
    assert [line.split()[0] for line in turns] == [f"{i}." for i in range(1, len(turns) + 1)]
    assert [len(line.split()) - 1 for line in turns[:3]] == [1, 2, 2]
    text = format_record(Record(PRINTED["xoxo-de-3"], ("a", "b", "c"), random_game("xoxo-de-3", 0)))
    dealt, *turns = text.split("\n\n")[1].splitlines()
    assert dealt.split()[0] == "0."
    assert len(dealt.split()) == 1 + 9 + 4
    assert all(line.split()[1].startswith(("own@", "draw@")) for line in turns)


@pytest.mark.parametrize(
    ("outcome", "text"),
    [
        (Outcome((), "full"), "draw full"),
        (Outcome((1,), "row"), "2 row"),
        (Outcome((0, 2), "last_card"), "1,3 last_card"),
    ],
)
def test_results_are_written_with_seats_counted_from_one(outcome: Outcome, text: str) -> None:
    assert result_text(outcome) == text


def test_the_seed_is_written_only_once_the_game_is_over() -> None:
    game, events = PRINTED["djeco-it-2"], random_game("djeco-it-2", 0)
    assert "\nSeed: s\n" in format_record(Record(game, ("a", "b"), events, seed="s"))
    assert "Seed" not in format_record(Record(game, ("a", "b"), events[:-1], seed="s"))


def test_a_seats_record_cannot_be_turned_into_anothers() -> None:
    full = Record(PRINTED["djeco-it-2"], ("a", "b"), random_game("djeco-it-2", 0))
    first = full.seen_by(0)
    assert first.seen_by(0) is first
    for eyes in (1, SPECTATOR):
        with pytest.raises(InvalidRecord) as caught:
            first.seen_by(eyes)
        assert caught.value.code == "record-eyes"


def test_changed_rulings_are_those_that_differ_from_the_edition() -> None:
    game = AWKWARD["xoxo-en-piles-de"]
    assert changed_rulings(game) == {"piles": "de"}
    assert "\nRuling: piles=de\n" in format_record(Record(game, players(game)))
    assert changed_rulings(rowdy.game("djeco", edition="ru")) == {}


def test_comments_and_empty_lines_are_passed_over_and_turn_numbers_may_be_left_out() -> None:
    headers = "# a game\nRowdy: 1\n# by hand\nGame: rubik\nEdition: de\nSeats: a, b\n"
    record = parse_record(headers + "\n# first\nA@b2\n\n\n2.   b2-b3 a@a1\r\n a1-a2 A@d4\n4. d4-d3\n")
    moves = ["A@b2", "b2-b3", "a@a1", "a1-a2", "A@d4", "d4-d3"]
    assert [str(action) for _, action in record.events] == moves


def test_a_byte_order_mark_is_read_over() -> None:
    assert format_record(parse_record("\ufeff" + PLAYED)) == PLAYED
    assert complaint(PLAYED.replace("Edition", "\ufeffEdition")).details["line"] == 3
    assert complaint("\ufeff\ufeff" + PLAYED).code == "record-header"


@given(st.sampled_from(sorted(CATALOGUED)), st.integers(0, 3), st.data())
def test_a_record_reads_back_to_an_equal_one(name: str, seed: int, data: st.DataObject) -> None:
    """As docs/notation.md promises, for every game, edition, number of seats and eyes, finished or not."""
    game, events = CATALOGUED[name], random_game(name, seed)
    begun = data.draw(st.integers(0, len(events)), "position") if data.draw(st.booleans(), "from a position") else 0
    ended = data.draw(st.one_of(st.just(len(events)), st.integers(begun, len(events))), "end")
    start = list(fold(game, events[:begun]))[-1] if begun else None
    resigned = (0,) if ended < len(events) and data.draw(st.booleans(), "resigned") else ()
    over = bool(resigned) or ended == len(events)
    practice = begun > 0 or data.draw(st.booleans(), "practice")
    full = Record(
        game,
        players(game),
        events[begun:ended],
        practice=practice,
        commitment=commitment("sesame", SALT),
        seed="sesame" if over else None,
        salt=SALT if over else None,
        nonces=(NONCE, *["-"] * (game.seats - 1)),
        resigned=resigned,
        start=start,
    )
    for eyes in all_eyes(game):
        record = full.seen_by(eyes)
        assert parse_record(format_record(record)) == record


# Live tables

SALT, NONCE = "5a" * 32, "0c" * 16


def live(name: str, events: Events, resigned: tuple[int, ...] = ()) -> Record:
    game = CATALOGUED[name]
    nonces = (NONCE, *["-"] * (game.seats - 1))
    sealed = commitment("sesame", SALT)
    return Record(game, players(game), events, ALL, False, sealed, "sesame", SALT, nonces, resigned)


@every_game
def test_live_games_read_back(name: str) -> None:
    events = random_game(name, 0)
    for record in (live(name, events), live(name, events[: len(events) // 2], resigned=(0,))):
        for eyes in all_eyes(record.game):
            seen = record.seen_by(eyes)
            same(parse_record(format_record(seen)), seen)


def test_nonces_stand_from_the_start_and_seed_and_salt_from_the_end_in_the_whole_record_alone() -> None:
    name, events = "xoxo-de-3", random_game("xoxo-de-3", 0)
    public = [f"Commitment: {commitment('sesame', SALT)}", f"Nonces: {NONCE},-,-"]
    part = live(name, events[:20])
    ends = [live(name, events), live(name, events[:20], resigned=(0, 2))]
    for record in (part, *ends):
        for eyes in all_eyes(part.game):
            lines = format_record(record.seen_by(eyes)).splitlines()
            assert [line for line in lines if line in public] == public
            shown = [line for line in lines if line in ("Seed: sesame", f"Salt: {SALT}")]
            assert shown == (["Seed: sesame", f"Salt: {SALT}"] if record is not part and eyes is ALL else [])
            assert ("sesame" in "".join(lines)) == bool(shown)


@every_game
def test_all_who_have_not_resigned_win(name: str) -> None:
    game, events = CATALOGUED[name], random_game(name, 0)[:-1]
    for n in {0, len(events) // 2, len(events)}:
        for seat in range(game.seats):
            record = replace(live(name, events[:n]), resigned=(seat,))
            winners = tuple(other for other in range(game.seats) if other != seat)
            for eyes in all_eyes(game):
                assert record.seen_by(eyes).outcome() == Outcome(winners, "resigned")
            result = ",".join(str(winner + 1) for winner in winners)
            assert f"\nResigned: {seat + 1}\nResult: {result} resigned\nSeed: " in format_record(record)


@pytest.mark.parametrize("resigned", [(0, 1, 2), (1, 0), (0, 0), (3,), (-1,)])
def test_only_some_of_the_seats_can_have_resigned(resigned: tuple[int, ...]) -> None:
    with pytest.raises(InvalidSetup) as caught:
        live("xoxo-de-3", (), resigned)
    assert caught.value.code == "record-resigned"


@pytest.mark.parametrize("nonces", [("-",), ("-", "-", "-"), ("-", "x"), ("-", "")])
def test_nonces_that_would_not_read_back_are_refused(nonces: tuple[str, ...]) -> None:
    with pytest.raises(InvalidSetup) as caught:
        Record(PRINTED["djeco-it-2"], ("a", "b"), nonces=nonces)
    assert caught.value.code == "record-nonces"


LIVE_EDITS = [
    ("Salt: 5a", "Salt: 5b", "record-seed-other", 9),
    ("Salt: 5a", "Salt: 5A", "record-value", 10),
    ("Salt: 5a", "Salt: a", "record-value", 10),
    (f"Salt: {SALT}\n", "", "record-seed-other", 9),
    ("Seed: sesame", "Seed: sesam", "record-seed-other", 9),
    ("Seed: sesame", f"Seed: {SALT}:sesame", "record-value", 9),
    ("Seed: sesame", "Seed: " + "x" * 201, "record-value", 9),
    ("Seed: sesame", "Seed: \ud800", "record-value", 9),
    ("Seed: sesame\n", "", "record-salt-alone", 9),
    (f"Commitment: {commitment('sesame', SALT)}\n", "", "record-salt-alone", 9),
    (f"Nonces: {NONCE},-", f"Nonces: {NONCE}", "record-value", 6),
    (f"Nonces: {NONCE},-", f"Nonces: {NONCE},-,-", "record-value", 6),
    (f"Nonces: {NONCE},-", f"Nonces: {NONCE}, -", "record-value", 6),
    (f"Nonces: {NONCE},-", f"Nonces: {NONCE[1:]},-", "record-value", 6),
    ("Resigned: 2", "Resigned: 1", "record-result", 8),
    ("Resigned: 2", "Resigned: 1,2", "record-value", 7),
    ("Resigned: 2", "Resigned: 3", "record-value", 7),
    ("Resigned: 2", "Resigned: 0", "record-value", 7),
    ("Resigned: 2", "Resigned: \uff12", "record-value", 7),
    ("Resigned: 2", "Resigned: 2,", "record-value", 7),
    ("Resigned: 2", "Resigned: 2\nResigned: 2", "record-header-twice", 8),
    ("Resigned: 2\nResult: 1 resigned\n", "", "record-seed-early", 7),
    ("Resigned: 2\n", "", "record-not-over", 7),
    ("Result: 1 resigned", "Result: 2 resigned", "record-result", 8),
]


@pytest.mark.parametrize(("old", "new", "code", "line"), LIVE_EDITS)
def test_a_wrong_header_of_a_live_game_is_named(old: str, new: str, code: str, line: int) -> None:
    text = format_record(live("djeco-it-2", random_game("djeco-it-2", 0)[:20], resigned=(1,)))
    assert parse_record(text).outcome() == Outcome((0,), "resigned")
    error = complaint(record_with(text, old, new))
    assert (error.code, error.details["line"]) == (code, line)


def test_a_salt_before_the_end_is_named() -> None:
    text = format_record(live("djeco-it-2", random_game("djeco-it-2", 0)[:20]))
    error = complaint(record_with(text, "Nonces:", f"Salt: {SALT}\nNonces:"))
    assert (error.code, error.details["line"]) == ("record-seed-early", 6)


@every_game
def test_nobody_resigns_from_a_game_that_is_over(name: str) -> None:
    text = format_record(live(name, random_game(name, 0)))
    error = complaint(record_with(text, "Result: ", "Resigned: 1\nResult: "))
    assert error.code == "record-resigned-late"
    assert text.splitlines()[int(str(error.details["line"])) - 1].startswith("Result: ")


# Records edited by hand

PLAYED = """\
Rowdy: 1
Game: xoxo
Edition: en
Ruling: last_window=no
Seats: you, greedy

0. 1+red 2+joy 1+circle 2+blue 1+wink 2+square 1=rcw 2=btj draw=gsj
1. own@c3 1=yhj 1!- 2!-
2. draw@b3 draw=rhs 1!- 2!-
"""


def record_with(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new, 1)


def complaint(text: str) -> InvalidRecord:
    with pytest.raises(InvalidRecord) as caught:
        parse_record(text)
    return caught.value


def test_the_record_that_is_edited_below_is_sound() -> None:
    record = parse_record(PLAYED)
    assert format_record(record) == PLAYED
    assert [len(hand) for hand in record.last_state().hands] == [3, 3]


HEADER_EDITS = [
    ("Rowdy: 1", "Rowdy: 3", "record-version", 1),
    ("Game: xoxo\n", "", "record-header-missing", 1),
    ("Seats: you, greedy\n", "", "record-header-missing", 1),
    ("Edition: en", "Edition: en\nEdition: en", "record-header-twice", 4),
    ("Edition: en", "Edition: en\nEvent: final", "record-header", 4),
    ("Edition: en", "Edition: en\nedition: en", "record-header", 4),
    ("Edition: en", "Edition=en", "record-header", 3),
    ("Seats: you, greedy", "Seats: you,", "record-seats", 5),
    ("Seats: you, greedy", "Seats: you, " + "g" * 41, "record-seats", 5),
    ("Seats: you, greedy", "Seats: you, gre\tedy", "record-seats", 5),
    ("Seats: you, greedy", "Seats: you, greedy\nEyes: 3", "record-value", 6),
    ("Seats: you, greedy", "Seats: you, greedy\nEyes: all", "record-value", 6),
    ("Seats: you, greedy", "Seats: you, greedy\nPractice: no", "record-value", 6),
    ("Seats: you, greedy", "Seats: you, greedy\nCommitment: " + "g" * 64, "record-value", 6),
    ("Seats: you, greedy", "Seats: you, greedy\nResult: 1 last_card", "record-not-over", 6),
    ("Seats: you, greedy", "Seats: you, greedy\nSeed: 1", "record-seed-early", 6),
    ("Ruling: last_window=no", "Starter: 0", "record-value", 4),
    ("Ruling: last_window=no", "Starter: \uff12", "record-value", 4),
    ("Ruling: last_window=no", "Deck: rcj,rcw", "deck-count", 4),
    ("Ruling: last_window=no", "Deck: " + "rcj," * 48, "deck-twice", 4),
    ("Ruling: last_window=no", "Deck: rcj,xyz", "deck-tile", 4),
]


@pytest.mark.parametrize(("old", "new", "code", "line"), HEADER_EDITS)
def test_a_wrong_header_is_named(old: str, new: str, code: str, line: int) -> None:
    error = complaint(record_with(PLAYED, old, new))
    assert (error.code, error.details["line"]) == (code, line)


SETUP_EDITS = [
    ("Game: xoxo", "Game: chess", "unknown-game", 2),
    ("Edition: en", "Edition: nl", "unknown-edition", 3),
    ("last_window=no", "last_window=maybe", "unknown-option", 4),
    ("last_window=no", "row=enclosed", "unknown-ruling", 4),
    ("last_window=no", "last_window", "unknown-option", 4),
    ("last_window=no", "deck=custom", "deck-missing", 4),
    ("Ruling: last_window=no", "Starter: 3", "starter", 4),
    ("you, greedy", "a, b, c, d, e", "seat-count", 5),
    ("you, greedy", "alone", "seat-count", 5),
]


@pytest.mark.parametrize(("old", "new", "code", "line"), SETUP_EDITS)
def test_a_setup_that_does_not_exist_is_named(old: str, new: str, code: str, line: int) -> None:
    error = complaint(record_with(PLAYED, old, new))
    cause = error.details["cause"]
    assert isinstance(cause, GameError)
    assert (error.code, cause.code, error.details["line"]) == ("record-line", code, line)


def test_a_ruling_that_is_told_twice_is_refused() -> None:
    error = complaint(record_with(PLAYED, "Ruling: last_window=no", "Ruling: last_window=no\nRuling: last_window=yes"))
    assert error.details["line"] == 5


@pytest.mark.parametrize(
    ("headers", "code", "line"),
    [
        (("Game: rubik", "Edition: de", "Ruling: row=survives", "Ruling: both_rows=opponent"), "ruling-needs", 5),
        (("Game: rubik", "Edition: de", "Ruling: both_rows=mover", "Ruling: row=survives"), "ruling-needs", 4),
        (("Game: xoxo", "Edition: de", "Ruling: last_window=no", "Ruling: deck=custom"), "deck-missing", 5),
        (("Game: rubik", "Edition: de", "Deck: 1,2"), "no-deck", 4),
    ],
)
def test_choices_that_do_not_go_together_are_blamed_on_a_line_that_has_the_word(
    headers: tuple[str, ...], code: str, line: int
) -> None:
    lines = ["Rowdy: 1", *headers, "Seats: a, b", ""]
    error = complaint("\n".join(lines))
    cause = error.details["cause"]
    assert isinstance(cause, GameError)
    assert (cause.code, error.details["line"]) == (code, line)
    assert str(error.details["text"]) in lines[line - 1]


MOVE_EDITS = [
    ("own@c3", "own@c4", "not-middle", 8, "own@c4"),
    ("own@c3", "own@z9", "unreadable-move", 8, "own@z9"),
    ("draw@b3", "draw@c3", "display-not-full", 9, "draw@c3"),
    ("draw@b3", "!red", "no-window", 9, "!red"),
    ("1. own@c3", "1. own@c3 own@c4", "chance-due", 8, "own@c4"),
    ("1=yhj 1!-", "1=rcw 1!-", "not-due", 8, "1=rcw"),
    ("1=yhj 1!-", "2=yhj 1!-", "not-due", 8, "2=yhj"),
    ("1=yhj 1!-", "1=yhj 1!red", "no-line", 8, "1!red"),
    ("1=yhj 1!-", "1=yhj 1!blue", "not-held", 8, "1!blue"),
    ("1=yhj 1!-", "1=yhj 1!- 1!-", "answered", 8, "1!-"),
    ("1=yhj 1!-", "1=yhj !-", "record-answer", 8, "!-"),
    ("1=yhj 1!-", "1=yhj 3!-", "record-answer", 8, "3!-"),
    ("1=yhj 1!-", "1=yhj own@c4", "record-answer", 8, "own@c4"),
    ("draw@b3", "2!- draw@b3", "unreadable-move", 9, "2!-"),
    ("1+red", "1+?colour", "not-due", 7, "1+?colour"),
    ("1+red", "1+pink", "unreadable-move", 7, "1+pink"),
    ("1+red", "3+red", "unreadable-move", 7, "3+red"),
    ("1+red", "2+red", "not-due", 7, "2+red"),
    ("2+blue", "2+red", "not-due", 7, "2+red"),
    ("0. 1+red", "0 1+red", "unreadable-move", 7, "0"),
]


@pytest.mark.parametrize(("old", "new", "code", "line", "token"), MOVE_EDITS)
def test_a_move_that_cannot_be_is_named(old: str, new: str, code: str, line: int, token: str) -> None:
    error = complaint(record_with(PLAYED, old, new))
    cause = error.details["cause"]
    assert isinstance(cause, GameError)
    assert (error.code, error.details["line"], error.details["text"]) == ("record-line", line, token)
    assert cause.code == code


def finished(name: str) -> str:
    game: AnyGame = CATALOGUED[name]
    return format_record(Record(game, players(game), random_game(name, 0), seed="s"))


@every_game
def test_a_wrong_result_or_a_move_too_many_is_named(name: str) -> None:
    text, game = finished(name), CATALOGUED[name]
    lines = text.splitlines()
    result = next(i for i, line in enumerate(lines) if line.startswith("Result: "))
    for wrong in ("draw nothing", "9 row", "1", ""):
        edited = [*lines[:result], f"Result: {wrong}", *lines[result + 1 :]]
        assert complaint("\n".join(edited)).details["line"] == result + 1
    after = complaint(text + f"{game.actions[0]}\n")
    assert after.details["line"] == len(lines) + 1
    assert isinstance(after.details["cause"], GameError)
    assert after.details["cause"].code == "record-after-end"
    shorter = re.sub(r"\n[0-9]+\.$", "", text.rstrip().rpartition(" ")[0])
    assert complaint(shorter).code == "record-not-over"
    assert complaint(shorter.replace(lines[result] + "\n", "")).code == "record-seed-early"


@pytest.mark.parametrize(
    "labels", [("a",), ("a", "b", "c"), ("a,b", "c"), ("a\nSeed: 1", "b"), ("", "b"), (" a", "b"), ("a" * 41, "b")]
)
def test_seats_that_would_not_read_back_are_refused(labels: tuple[str, ...]) -> None:
    with pytest.raises(InvalidSetup):
        Record(PRINTED["rubik-de-2"], labels)


WRONG_FIELDS: list[tuple[dict[str, Any], str]] = [
    ({"seed": ""}, "Seed"),
    ({"seed": " sesame"}, "Seed"),
    ({"seed": "sesame\nResult: 1 row"}, "Seed"),
    ({"seed": "s" * 201}, "Seed"),
    ({"commitment": ""}, "Commitment"),
    ({"commitment": "g" * 64}, "Commitment"),
    ({"seed": "sesame", "salt": "5a"}, "Salt"),
    ({"eyes": 2}, "Eyes"),
    ({"eyes": -1}, "Eyes"),
]


@pytest.mark.parametrize(("fields", "name"), WRONG_FIELDS, ids=[str(fields)[:30] for fields, _ in WRONG_FIELDS])
def test_what_would_not_read_back_is_refused(fields: dict[str, Any], name: str) -> None:
    with pytest.raises(InvalidSetup) as caught:
        Record(PRINTED["rubik-de-2"], ("a", "b"), **fields)
    assert (caught.value.code, caught.value.details["name"]) == ("record-field", name)


@pytest.mark.parametrize("name", SMALL)
def test_a_game_that_no_header_can_tell_is_not_written_as_another(name: str) -> None:
    game = SMALL[name]
    with pytest.raises(InvalidSetup) as caught:
        format_record(Record(game, players(game), random_game(name, 0)))
    assert (caught.value.code, caught.value.details) == ("record-game", {"game": game.edition.game})


def test_the_version_comes_first() -> None:
    lines = format_record(Record(PRINTED["rubik-de-2"], ("a", "b"))).splitlines()
    assert complaint("\n".join([lines[1], lines[0], *lines[2:]])).code == "record-header-missing"


def test_a_seed_that_was_not_the_sealed_one_is_named() -> None:
    game, events = PRINTED["djeco-it-2"], random_game("djeco-it-2", 0)
    text = format_record(Record(game, ("a", "b"), events, commitment=commitment("s"), seed="s"))
    assert parse_record(text).seed == "s"
    error = complaint(text.replace("Seed: s", "Seed: t"))
    assert (error.code, error.details["line"]) == ("record-seed-other", 7)


def test_a_question_mark_stands_only_in_a_record_with_eyes() -> None:
    events: Events = random_game("djeco-it-2", 0)
    text = format_record(Record(PRINTED["djeco-it-2"], ("a", "b"), events).seen_by(0))
    assert "2+?" in text
    error = complaint(text.replace("Eyes: 1\n", ""))
    assert (error.code, error.details["line"], error.details["text"]) == ("record-line", 7, "2+?")


IMPOSSIBLE = {
    "a fifth colour": ("xoxo", "spectator", "1+?colour 2+?colour 1+?colour 2+?colour 1+?colour"),
    "the same card twice": (
        "xoxo",
        "spectator",
        "1+?colour 2+?colour 1+?shape 2+?shape 1+?face 2+?face 1=rcw 2=rsj draw=rtj\n"
        "own@c3 1=bcj 1!- 2!-\nown@b3 2=bcs 1!- 2!-\ndraw@d3 draw=gcw 1!red 2!red",
    ),
    "an own card unseen": ("xoxo", "1", "1+?colour"),
    "an own draw unseen": ("djeco", "2", "1+? 2+?"),
    "a card of the others seen": ("xoxo", "1", "1+red 2+blue"),
    "a draw of the other seen": ("djeco", "1", "1+r7 2+b4"),
    "a draw seen by a spectator": ("djeco", "spectator", "1+r7"),
}


@pytest.mark.parametrize(("game_id", "eyes", "turns"), IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_a_seats_record_of_what_that_seat_cannot_have_seen_is_refused(game_id: str, eyes: str, turns: str) -> None:
    edition = rowdy.game(game_id).edition.name
    headers = f"Rowdy: 1\nGame: {game_id}\nEdition: {edition}\nSeats: a, b\nEyes: {eyes}\n\n"
    error = complaint(headers + turns)
    last = 7 + turns.count("\n")
    assert (error.code, error.details["line"], error.details["text"]) == ("record-line", last, turns.split()[-1])


# Lines and their numbers


def turn_lines(text: str) -> tuple[str, list[str]]:
    """The headers with the empty line behind them, and the lines of the game."""
    headers, _, turns = text.partition("\n\n")
    return headers + "\n\n", turns.splitlines()


def reason(text: str) -> tuple[str, int, str]:
    """Why a record is refused, at which line of the game and at which word of it."""
    error = complaint(text)
    cause, line = error.details["cause"], error.details["line"]
    assert error.code == "record-line"
    assert isinstance(cause, GameError)
    assert isinstance(line, int)
    return cause.code, line - turn_lines(text)[0].count("\n") - 1, str(error.details["text"])


@pytest.fixture(params=[ALL, 0], ids=["all", "1"])
def lines_of(request: pytest.FixtureRequest) -> Callable[[str], tuple[str, list[str]]]:
    """The headers and lines of the beginning of a game, as these eyes have them."""

    def lines(name: str) -> tuple[str, list[str]]:
        game = CATALOGUED[name]
        full = Record(game, players(game), random_game(name, 0)[:60])
        return turn_lines(format_record(full.seen_by(request.param)))

    return lines


@every_game
def test_a_wrong_turn_number_is_named(name: str, lines_of: Callable[[str], tuple[str, list[str]]]) -> None:
    headers, lines = lines_of(name)
    for i in {0, 1, len(lines) - 1}:
        number, _, rest = lines[i].partition(" ")
        for wrong in (f"{int(number[:-1]) + 1}.", "99999.", f"0{number}"):
            edited = [*lines[:i], f"{wrong} {rest}", *lines[i + 1 :]]
            assert reason(headers + "\n".join(edited)) == ("record-turn-number", i, wrong)


@every_game
def test_two_turns_on_a_line_are_refused(name: str, lines_of: Callable[[str], tuple[str, list[str]]]) -> None:
    headers, lines = lines_of(name)
    for i in {0, 1, len(lines) - 2}:
        after = lines[i + 1].split()[1:]
        edited = [*lines[:i], f"{lines[i]} {' '.join(after)}", *lines[i + 2 :]]
        assert reason(headers + "\n".join(edited)) == ("record-turn-same-line", i, after[0])


@every_game
def test_a_turn_on_two_lines_is_refused(name: str, lines_of: Callable[[str], tuple[str, list[str]]]) -> None:
    headers, lines = lines_of(name)
    for i in [i for i, line in enumerate(lines) if line.count(" ") > 1][::5]:
        begun, _, last = lines[i].rpartition(" ")
        for second in (last, f"{i + 1}. {last}"):
            edited = [*lines[:i], begun, second, *lines[i + 1 :]]
            assert reason(headers + "\n".join(edited)) == ("record-turn-split", i + 1, second.split()[0])


@pytest.mark.parametrize(
    ("old", "new", "line", "due", "seat"),
    [
        (" 1=yhj 1!- 2!-", "", 2, "chance", 0),
        ("draw=gsj", "", 1, "chance", 0),
        ("1!- 2!-\n2.", "1!-\n2.", 2, "answer", 2),
        ("1!- 2!-\n2.", "2!-\n2.", 2, "answer", 1),
    ],
)
def test_what_a_turn_lacks_is_told_at_the_next_line(old: str, new: str, line: int, due: str, seat: int) -> None:
    error = complaint(record_with(PLAYED, old, new))
    cause = error.details["cause"]
    assert isinstance(cause, GameError)
    assert (cause.code, cause.details) == ("record-turn-unfinished", {"due": due, "seat": seat})
    assert error.details["line"] == 7 + line


def test_a_turn_without_its_second_move_is_told_at_the_next_line() -> None:
    headers = "Rowdy: 1\nGame: rubik\nEdition: de\nSeats: a, b\n\n"
    error = complaint(f"{headers}1. A@b2\n2. b2-b3\n3. a1-a2 A@a1\n")
    cause = error.details["cause"]
    assert isinstance(cause, GameError)
    assert (cause.code, cause.details) == ("record-turn-unfinished", {"due": "move", "seat": 2})
    assert error.details["line"] == 8


@pytest.mark.parametrize("line", ["3.", "2.", "0."])
def test_a_number_alone_is_refused(line: str) -> None:
    assert reason(PLAYED + line) == ("record-turn-empty", 3, line)


# Seeds and eyes


@every_game
def test_a_seats_record_has_neither_seed_nor_salt(name: str) -> None:
    whole = live(name, random_game(name, 0))
    for eyes in all_eyes(whole.game)[1:]:
        text = format_record(whole.seen_by(eyes))
        for header in ("Seed: sesame", f"Salt: {SALT}"):
            edited = record_with(text, "\nResult: ", f"\n{header}\nResult: ")
            for complain in (complaint(edited), complaint_of_any_seed(edited)):
                cause = complain.details["cause"]
                assert isinstance(cause, GameError)
                assert cause.code == "record-seed-eyes"
                assert edited.splitlines()[int(str(complain.details["line"])) - 1] == header
        fields: tuple[dict[str, Any], ...] = ({"seed": "sesame"}, {"salt": SALT})
        for field in fields:
            with pytest.raises(InvalidSetup) as caught:
                replace(whole.seen_by(eyes), **field)
            assert caught.value.code == "record-seed-eyes"


def complaint_of_any_seed(text: str) -> InvalidRecord:
    with pytest.raises(InvalidRecord) as caught:
        parse_record(text, any_seed=True)
    return caught.value


def test_custom_decks_read_back() -> None:
    for name, deck in (("xoxo-custom", CUSTOM_TILES), ("djeco-custom", tuple(map(str, CUSTOM_NUMBERS)))):
        text = finished(name)
        assert f"\nDeck: {','.join(deck)}\n" in text
        assert parse_record(text).game.deck == deck
