"""A table in one viewer's words: which sentences tell a deal, and whose chair has which seat."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

import rowdy
from rowdy.interfaces.describe import Describer
from rowdy.interfaces.web.messages import Trail, encode
from rowdy.interfaces.web.narration import Narrator
from rowdy.interfaces.words import Words
from rowdy.play.table.commands import Resign
from rowdy.play.table.entries import Chair
from rowdy.rules.flip_highlights import RowCode
from rowdy.rules.game import Highlight
from tests.play.table.tables import seated


@pytest.mark.parametrize("viewer", [0, 1, None])
@pytest.mark.parametrize(("game", "dealt"), [("xoxo", 9), ("djeco", 10), ("rubik", 0)])
def test_the_sentences_of_a_deal_are_counted(game: str, dealt: int, viewer: int | None) -> None:
    room = seated(game, None, None)
    room.play_on(Random(game), most=3)
    lines = Narrator(room.table, None if viewer is None else Chair(viewer), Words()).lines(0)
    opened, first, last, *moves = lines
    assert [opened.deal, first.deal, last.deal] == [0, 0, dealt]
    assert {line.deal for line in moves} == {0}
    head = last.say[: len(last.say) - dealt]
    assert head == (Words()("told-sat", who="bob", you="yes" if viewer == 1 else "no"),)


def test_the_trail_tells_what_happened_since_ones_own_move() -> None:
    room = seated("rubik", None, None)
    room.play("A@b2", "b2-b3", "a@c3")
    seen = [Narrator(room.table, viewer, Words()).view().trail for viewer in (Chair(0), Chair(1), None)]
    flipped, placed = Trail(1, ("b3",), "b2"), Trail(1, ("c3",))
    assert seen == [(flipped, placed), (), (flipped, placed)]


@pytest.mark.parametrize(
    ("game", "asked"),
    [("rubik", "ann\u2019s turn: place a stone"), ("xoxo", "Your turn: start in the middle with one of the two tiles")],
)
def test_people_who_share_a_screen_are_named(game: str, asked: str) -> None:
    """Where cards are hidden, only the one to move looks while the game goes on."""
    room = seated(game, None, None)
    narrator = Narrator(room.table, Chair(0), Words(), several=True)
    assert narrator.view().say == asked
    room.play_on(Random(game), most=1)
    room.do(0, Resign)
    said = [sentence for line in narrator.lines(0) for sentence in line.say]
    outcome = narrator.view().outcome
    assert outcome is not None
    assert (outcome.to_you, outcome.title, outcome.why) == ("", "bob wins!", ("ann has resigned.",))
    assert "ann resigns." in said
    assert not [sentence for sentence in said if "You" in sentence]


def test_a_turn_of_two_steps_is_told_in_one_sentence_too() -> None:
    room = seated("rubik", None, None)
    room.play("A@b2", "b2-b3", "a@c3")
    *_, flipped, placed = Narrator(room.table, Chair(0), Words()).lines(0)
    assert flipped.turn == ""
    assert placed.turn == "bob flips the stone from b2 to b3 and places a yellow O on c3."


@pytest.mark.parametrize(("game", "origins"), [("xoxo", {"own", "draw"}), ("djeco", {""})])
def test_a_trail_tells_where_a_piece_came_from(game: str, origins: set[str]) -> None:
    room = seated(game, None, None)
    found = set()
    for number in range(12):
        room.play_on(Random(number), most=1)
        found |= {trail.origin for trail in Narrator(room.table, None, Words()).view().trail}
    assert found == origins


def test_each_seat_tells_its_chair() -> None:
    """In the flip games the next one to start gets the first seat of the next round."""
    room = seated("rubik", None, None)
    room.play_on(Random(1))
    room.again(0, 1)
    view = msgspec.json.decode(encode(Narrator(room.table, Chair(0), Words()).view()), type=dict)
    assert [(seat["name"], seat.get("chair", 0)) for seat in view["seats"]] == [("bob", 1), ("ann", 0)]


@pytest.mark.parametrize("game", ["rubik", "xoxo2", "xoxo", "djeco"])
def test_an_ending_says_who_won_and_why_and_the_score_is_kept_by_chair(game: str) -> None:
    room = seated(game, None, None)
    for played in (1, 2):
        room.play_on(Random(f"{game} {played}"))
        table = room.table
        view = msgspec.json.decode(encode(Narrator(table, Chair(0), Words()).view()), type=dict)
        outcome, score = view["outcome"], view["score"]
        assert table.outcome is not None
        assert bool(outcome.get("to_you")) == (table.seat_of(Chair(0)) in table.outcome.winners)
        assert outcome["title"]
        assert outcome["why"]
        won = [tuple(line["squares"]) for line in view["picture"].get("won", [])]
        assert won == [line for found in table.deciding for line in found.lines]
        assert sum(score["wins"]) + score.get("draws", 0) >= played
        room.again(0, 1)


def test_rows_that_are_made_at_once_are_told_in_one_sentence() -> None:
    """Two sentences would need more room than there is above the board of a phone."""
    game = rowdy.game("xoxo2")
    describer = Describer(Words(), game, ("Ann", "Ben"), 0)
    rows = [Highlight(RowCode.DUE, 0, (line,), ("a",)) for line in (("a1", "b1", "c1"), ("b1", "c1", "d1"))]
    (both,) = describer.kit.together(rows)
    assert describer.kit.highlight(describer, both) == (
        "a1\N{EN DASH}b1\N{EN DASH}c1 and b1\N{EN DASH}c1\N{EN DASH}d1: each three in a row! Will one survive the flip?"
    )
    assert (
        describer.kit.highlight(describer, rows[0])
        == "a1\N{EN DASH}b1\N{EN DASH}c1: three in a row! Will it survive the flip?"
    )
