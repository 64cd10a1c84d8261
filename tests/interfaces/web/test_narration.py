"""A table in one viewer's words: which sentences tell a deal, and whose chair has which seat."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from rowdy.interfaces.web.messages import encode
from rowdy.interfaces.web.narration import Narrator
from rowdy.interfaces.words import Words
from rowdy.play.table.entries import Chair
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


def test_each_seat_tells_its_chair() -> None:
    """In the flip games the next one to start gets the first seat of the next round."""
    room = seated("rubik", None, None)
    room.play_on(Random(1))
    room.again(0, 1)
    view = msgspec.json.decode(encode(Narrator(room.table, Chair(0), Words()).view()), type=dict)
    assert [(seat["name"], seat.get("chair", 0)) for seat in view["seats"]] == [("bob", 1), ("ann", 0)]
