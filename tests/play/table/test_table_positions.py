"""Tables that begin from a position: always practice, the same in every round, and never from an impossible one."""

from __future__ import annotations

from random import Random

import pytest

from rowdy.interfaces.catalog import KITS
from rowdy.play.bots.registry import check_bot
from rowdy.play.table.state import Phase
from rowdy.play.table.table import Table
from rowdy.rules.game import GameError
from rowdy.rules.record import ALL
from rowdy.rules.record_text import format_record, parse_record
from tests.play.table.tables import SECRET, new_plan, seated, shown

ENDGAMES = {game: kit.lesson.endgame for game, kit in KITS.items() if kit.lesson}
WINDOW = (
    ".yssghjrhg./.yhgytjrtj./.gtggcwrss./...../..... rsw,gsj 8rtw/11ytw/18gsg "
    "red,joy,!green/blue,grumpy,!square show 1 d3 ./."
)


@pytest.mark.parametrize("game", ENDGAMES)
def test_a_round_begins_there_and_is_practice_and_so_is_the_next(game: str) -> None:
    room = seated(game, None, "random", position=ENDGAMES[game])
    for round in range(2):
        log = room.table.game_log
        assert log is not None
        assert room.table.round == round
        assert log.game.format_state(log.state) == ENDGAMES[game]
        assert log.practice
        assert room.table.to_move == 0
        room.play_on(Random(round))
        assert room.table.phase is Phase.OVER
        assert shown(room.folded()) == shown(room.table)
        record = room.table.record()
        assert record.practice
        assert parse_record(format_record(record)).start == record.start
        assert record.eyes is ALL
        room.again(0)


def test_a_window_that_is_open_in_it_is_answered_at_once() -> None:
    room = seated("xoxo", None, "random", position=WINDOW)
    log = room.table.game_log
    assert log is not None
    assert [str(card) for card in log.state.shown[0]] == ["red", "green"]
    assert room.table.to_move == 1
    assert shown(room.folded()) == shown(room.table)


def test_open_positions_are_also_for_two_people() -> None:
    room = seated("rubik", None, None, position=ENDGAMES["rubik"])
    room.play_on(Random(0))
    assert room.table.phase is Phase.OVER


@pytest.mark.parametrize(
    ("code", "game", "chairs", "position"),
    [
        ("unreadable-position", "rubik", (None, "random"), "nonsense"),
        ("stone-counts", "rubik", (None, "random"), "AAAA/..../..../.... flip"),
        ("position-over", "rubik", (None, "random"), ".ba./AAAb/abBa/BA.a flip".replace(".ba.", "Bba.")),
        ("tile-count", "xoxo", (None, "random"), ENDGAMES["xoxo"].replace("8bhs", "9bhs")),
        ("tile-twice", "xoxo", (None, "random"), ENDGAMES["xoxo"].replace("8bhs", "8bcw")),
        ("position-order", "djeco", (None, "random"), ENDGAMES["djeco"].replace("r2,r8", "r8,r2")),
        ("position-unknown", "djeco", (None, "random"), ENDGAMES["djeco"].replace("r4,b1,b2,b3,y", "?,?,?,?,?")),
        ("position-alone", "xoxo", (None, None), ENDGAMES["xoxo"]),
        ("position-alone", "djeco", (None, None), ENDGAMES["djeco"]),
    ],
)
def test_what_cannot_be_played_is_refused_with_the_reason(
    code: str, game: str, chairs: tuple[str | None, ...], position: str
) -> None:
    with pytest.raises(GameError) as caught:
        Table.open(new_plan(game, *chairs, position=position), SECRET, 0.0, check_bot)
    assert caught.value.code == code
