"""Records built in Python, and what can be noted in them: comments, variations, and the way through both."""

from __future__ import annotations

from dataclasses import replace

import pytest

import rowdy
from rowdy import Comment, Event, Record, Variation, format_record, parse_record

HEADERS = "Rowdy: {version}\nGame: {game}\nEdition: {edition}\nSeats: Ann, Ben\n\n"
RUBIK = HEADERS.format(version=2, game="rubik", edition="de")
FIRST = "1. {Who starts?} A@b2 {Near the middle.} {As usual.} ( A@a1 {Too far.} a1-a2 ( a1-b1 a@a1 ) a@d4 )"
NOTED = f"""{RUBIK}{FIRST}
2. b2-b3 ( b2-c2 a@a1 ) a@c4
3. c4-d4 A@a1 {{Quiet.}}
"""
DEALT = "0. 1+red 2+blue 1+green 2+yellow 1+joy 2+wink 1=btj 2=gsj draw=yhj\n"


def empty(game: str = "rubik") -> Record:
    return Record(rowdy.game(game), ("Ann", "Ben"))


def actions(events: tuple[Event[object], ...]) -> str:
    return " ".join(str(event.action) for event in events)


def test_a_record_is_built_move_by_move() -> None:
    record = empty().play("A@b2", "b2-b3 a@c4")
    assert format_record(record) == RUBIK.replace("2", "1", 1) + "1. A@b2\n2. b2-b3 a@c4\n"
    again = empty().play(*record.events)
    assert again == record
    assert repr(record.last_state()) == "<rubik ..a./.B../..../.... flip>"


@pytest.mark.parametrize(("moves", "error"), [("a@b2", rowdy.IllegalMove), ("A@e9", rowdy.InvalidMove)])
def test_what_may_not_be_played_is_refused(moves: str, error: type[rowdy.GameError]) -> None:
    with pytest.raises(error):
        empty().play(moves)
    with pytest.raises(error):
        empty().play("A@b2").with_variation(moves)


def test_notes_are_read_under_version_1_and_written_under_version_2() -> None:
    older = NOTED.replace("Rowdy: 2", "Rowdy: 1")
    assert format_record(parse_record(older)) == NOTED


def test_notes_are_written_and_read_back() -> None:
    record = parse_record(NOTED)
    assert format_record(record) == NOTED
    assert record.comments == (
        Comment(0, "Who starts?"),
        Comment(1, "Near the middle."),
        Comment(1, "As usual."),
        Comment(5, "Quiet."),
    )
    first, second = record.variations
    assert (first.at, actions(first.events), first.comments) == (0, "A@a1 a1-a2 a@d4", (Comment(1, "Too far."),))
    assert [(inner.at, actions(inner.events)) for inner in first.variations] == [(1, "a1-b1 a@a1")]
    assert (second.at, actions(second.events)) == (1, "b2-c2 a@a1")
    assert parse_record(format_record(replace(record, events=record.events[:3], comments=record.comments[:3])))


def test_notes_are_made_in_python() -> None:
    record = (
        empty()
        .with_comment("Who starts?")
        .play("A@b2")
        .with_comment("Near  the\nmiddle.")
        .with_variation("A@a1", "a1-a2 a@d4")
        .play("b2-b3 a@c4")
        .with_variation("b2-c2 a@a1", at=1)
        .with_comment("As usual.", at=1)
    )
    assert [comment.text for comment in record.comments] == ["Who starts?", "Near the middle.", "As usual."]
    assert parse_record(format_record(record)) == record


def test_one_steps_through_the_main_line_and_into_a_variation() -> None:
    record = parse_record(NOTED)
    steps = list(record.positions())
    assert [step.at for step in steps] == list(range(6))
    assert [step.state for step in steps] == list(record.states())
    assert (steps[0].event, steps[1].comments) == (None, ("Near the middle.", "As usual."))
    assert [len(step.variations) for step in steps] == [1, 1, 0, 0, 0, 0]
    branch = record.branch(steps[0].variations[0])
    assert actions(branch.events) == "A@a1 a1-a2 a@d4"
    assert branch.comments == (Comment(0, "Who starts?"), Comment(1, "Too far."))
    assert actions(branch.branch(branch.variations[0]).events) == "A@a1 a1-b1 a@a1"
    assert parse_record(format_record(branch)) == branch


def test_a_main_line_is_written_as_it_ever_was() -> None:
    plain = parse_record(NOTED).main_line
    text = format_record(plain)
    assert text == RUBIK.replace("2", "1", 1) + "1. A@b2\n2. b2-b3 a@c4\n3. c4-d4 A@a1\n"
    assert parse_record(text) == plain


def test_a_comment_may_stand_alone_and_a_variation_on_the_next_line() -> None:
    alone = empty().with_comment("Nothing yet.")
    assert format_record(alone) == RUBIK + "{Nothing yet.}\n"
    assert parse_record(format_record(alone)) == alone
    below = parse_record(RUBIK + "1. A@b2\n( A@a1 )\n{Fine.}\n2. b2-b3 a@c4\n")
    assert (actions(below.variations[0].events), below.comments) == ("A@a1", (Comment(1, "Fine."),))


@pytest.mark.parametrize(
    ("turns", "line", "code"),
    [
        ("1. A@b2 ( A@a1", 6, "record-variation-open"),
        ("1. A@b2 )", 6, "record-variation-close"),
        ("1. ( A@a1 ) A@b2", 6, "record-variation-early"),
        ("1. A@b2 ( )", 6, "record-variation-empty"),
        ("1. A@b2 ( A@b9 )", 6, "off-board"),
        ("1. A@b2 {never closed", 6, "record-comment-form"),
        ("1. A@b2 {}", 6, "record-comment-form"),
        ("1. {nothing else}", 6, "record-turn-empty"),
        ("1. A@b2\n3. ( A@a1 )", 7, "record-turn-empty"),
    ],
)
def test_wrong_notes_are_told_by_their_line(turns: str, line: int, code: str) -> None:
    with pytest.raises(rowdy.InvalidRecord) as refused:
        parse_record(RUBIK + turns)
    cause = refused.value.details["cause"]
    assert isinstance(cause, rowdy.GameError)
    assert (refused.value.details["line"], cause.code) == (line, code)


@pytest.mark.parametrize(
    ("comments", "variations"),
    [
        ((Comment(2, "beyond"),), ()),
        ((Comment(0, "{}"),), ()),
        ((Comment(0, "two\nlines"),), ()),
        ((Comment(0, "x" * 1001),), ()),
        ((), (Variation(1, (Event(0, "beyond"),)),)),
        ((), (Variation(0, ()),)),
    ],
)
def test_notes_that_cannot_be_are_refused(comments: tuple[Comment, ...], variations: tuple[Variation, ...]) -> None:
    with pytest.raises(rowdy.InvalidSetup):
        replace(empty().play("A@b2"), comments=comments, variations=variations)


def test_notes_tell_a_seat_nothing_of_hidden_cards() -> None:
    xoxo = parse_record(
        HEADERS.format(version=2, game="xoxo", edition="de")
        + DEALT
        + "1. own@c3 {Ben holds blue and yellow.} ( draw@c3 draw=rcw 1!- 2!- )\n"
    )
    assert (len(xoxo.comments), len(xoxo.variations)) == (1, 1)
    for eyes in (0, 1, rowdy.SPECTATOR):
        assert xoxo.seen_by(eyes) == xoxo.main_line.seen_by(eyes)
    rubik = parse_record(NOTED)
    assert rubik.seen_by(rowdy.SPECTATOR).comments == rubik.comments


def test_a_record_with_notes_is_verified_reviewed_and_judged_by_its_main_line() -> None:
    from rowdy.play.replay import record_steps

    record = parse_record(NOTED)
    noted, plain = record_steps(record), record_steps(record.main_line)
    assert [step._replace(comments=()) for step in noted] == plain
    assert [step.comments for step in noted] == [
        ("Who starts?",),
        ("Near the middle.", "As usual."),
        (),
        (),
        (),
        ("Quiet.",),
    ]
    assert record.outcome() == record.main_line.outcome()
