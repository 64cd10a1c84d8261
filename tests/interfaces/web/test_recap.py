"""What happened since one's own last move is told again as it was told the first time."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from rowdy.interfaces.web.messages import LogLine, Step, TableView, encode
from rowdy.interfaces.web.narration import Narrator
from rowdy.interfaces.web.recap import recap
from rowdy.interfaces.words import Words
from rowdy.play.table.entries import Chair
from tests.play.table.tables import seated


def shown(line: LogLine | Step, view: TableView) -> tuple[Any, ...]:
    drawn = msgspec.json.decode(encode(view), type=dict)
    return line.say, line.keys, line.turn, drawn.get("trail"), drawn["picture"]


@pytest.mark.parametrize("viewer", [Chair(0), None])
@pytest.mark.parametrize(("game", "seats"), [("rubik", 2), ("xoxo", 4), ("djeco", 2)])
def test_it_is_what_was_told_at_the_time(game: str, seats: int, viewer: Chair | None) -> None:
    room = seated(game, *[None] * seats)
    narrator = Narrator(room.table, viewer, Words())
    assert recap(narrator) == ()
    told: list[tuple[Any, ...]] = []
    compared = 0
    for number in range(40):
        mover = room.table.to_move
        if mover is None:
            break
        if mover == narrator.seat or (viewer is None and told and told[-1][0] != mover):
            told = []
        room.play_on(Random(number), most=1)
        (line,) = narrator.lines(narrator.seen - 1)
        if mover != narrator.seat:
            told.append((mover, *shown(line, narrator.view())))
        found = recap(narrator)
        assert [(step.seat, *shown(step, step.view)) for step in found[1:]] == told
        if found:
            assert found[0].say == ()
            compared += 1
    assert compared > 5


def test_what_was_taken_back_is_not_told_again() -> None:
    room = seated("rubik", None, None)
    room.play("A@b2", "b2-b3", "a@c3", "c3-c4")
    assert recap(Narrator(room.table, Chair(0), Words())) == ()
    assert room.table.game_log is not None
    room.table.game_log.take_back(3)
    said = [step.say for step in recap(Narrator(room.table, Chair(0), Words()))]
    assert said == [(), ("bob flips the stone from b2 to b3.",), ("bob places a yellow O on c3.",)]
