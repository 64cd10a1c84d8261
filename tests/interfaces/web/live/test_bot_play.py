"""Bots and hints at tables: asked in time, and told at a pace that tells nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from rowdy.interfaces.web.live.lobby import (
    Lobby,
)
from rowdy.interfaces.web.live.room import Room
from rowdy.play.bots.pace import CALM_MOVES, step_seconds
from rowdy.play.bots.registry import check_bot
from rowdy.play.hints import Advice, Forced
from rowdy.play.table.chairs import STAND_IN
from rowdy.play.table.entries import Chair, ChairPlan, Entry, Opened
from rowdy.play.table.table import Table
from rowdy.rules.game import GameError
from tests.interfaces.web.live.lobbies import (
    Bots,
    Held,
    ask,
    entries,
    hear,
    join,
    make_lobby,
    play,
    run,
    seat,
    tell,
)

# Bots


async def play_on(lobby: Lobby, room: Room, enough: Callable[[], bool]) -> None:
    """The person moves whenever it is their turn."""
    for _ in range(1000):
        await asyncio.sleep(0.1)
        if enough():
            return
        if room.table.bot_to_move is None:
            play(lobby, room)
    raise AssertionError("the game does not go on")


def steps_told(*thinks: float) -> list[float]:
    """After how many steps of its pace a bot's answers are told that take so many seconds."""

    async def main() -> list[float]:
        held, bots = Held(at_once=True), Bots(*thinks)
        lobby = make_lobby(held, bots)
        room = seat(lobby, "xoxo", None, "easy", starter=1)
        join(room, 0)
        await play_on(lobby, room, lambda: len(held.bots_moved) == len(thinks))
        took = [told - asked for told, asked in zip(held.bots_moved, bots.times, strict=False)]
        return [seconds / step_seconds("easy") for seconds in took]

    return run(main())


def test_bots_answer_in_their_time_and_who_was_slow_stays_so_for_some_moves() -> None:
    assert steps_told(0.0, 0.5, 0.0, 0.0, 0.0, 0.0) == pytest.approx([1, *[2] * (1 + CALM_MOVES), 1])


def test_a_worker_that_was_stopped_makes_no_bot_slow() -> None:
    """Its answer comes late, and after that all is as before."""
    assert steps_told(0.0, 9.8, 0.0, 0.0) == pytest.approx([1, 33, 1, 1])
    assert steps_told(0.5, 9.8, 0.0) == pytest.approx([2, 33, 2])


def test_thinking_is_shared_out_by_the_address_that_opened_a_table() -> None:
    async def main() -> None:
        lobby = make_lobby()
        known = lobby.add("one", Table.fold(entries("rubik", None, "easy"), check_bot), "192.0.2.1")
        unknown = lobby.add("two", Table.fold(entries("rubik", None, "easy"), check_bot))
        assert known.asker == ("192.0.2.1", "one")
        assert unknown.asker == ("table two", "two")

    run(main())


def test_a_bot_that_was_stopped_does_not_tell_how_far_it_was() -> None:
    """By its pace later on: both times lie in the same step, and one is over when it is stopped."""

    async def pace(thinks: float) -> float:
        held, bots = Held(at_once=True), Bots(0.0, thinks, 0.0)
        lobby = make_lobby(held, bots)
        room = seat(lobby, "rubik", None, "easy", starter=1)
        ann = join(room, 0)
        await play_on(lobby, room, lambda: len(bots.times) == 2)
        await asyncio.sleep(bots.times[1] + 0.45 - lobby.loop.time())
        tell(lobby, room, ann, "undo")
        await play_on(lobby, room, lambda: len(held.bots_moved) == 2)
        return held.bots_moved[1] - bots.times[2]

    step = step_seconds("easy")
    assert step < 0.4 < 0.5 < 2 * step
    assert run(pace(0.4)) == run(pace(0.5)) == pytest.approx(2 * step)


def test_a_bot_that_is_not_installed_any_more_is_stood_in_for() -> None:
    async def main() -> None:
        lobby = make_lobby(bots=(bots := Bots()))
        opened, *others = entries("rubik", None, "easy", starter=1)
        assert isinstance(opened.change, Opened)
        plan = msgspec.structs.replace(opened.change.plan, chairs=(ChairPlan(), ChairPlan("departed")))
        table = Table.fold([Entry(Opened(plan, opened.change.secret), 0.0), *others], check_bot)
        room = lobby.add("table", table)
        await asyncio.sleep(10)
        assert bots.asked == [STAND_IN]
        assert room.table.bot_to_move is None

    run(main())


def test_whatever_happens_a_bot_can_be_asked_again(caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        failures = [RuntimeError()]

        def pace(name: str) -> float:
            if failures:
                raise failures.pop()
            return step_seconds(name)

        lobby = make_lobby(pace=pace)
        room = seat(lobby, "rubik", None, "easy", starter=1)
        await asyncio.sleep(10)
        assert room.thinking.task is None
        assert not failures
        room.wake()
        await asyncio.sleep(10)
        assert room.table.bot_to_move is None

    run(main())
    assert "something at a table has failed" in caplog.messages


def test_a_game_that_ends_before_the_bot_is_asked_asks_nobody(caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        lobby = make_lobby(Held(), bots=(bots := Bots()))
        room = seat(lobby, "rubik", None, "easy", starter=1)
        assert room.thinking.task is not None  # it has not begun
        tell(lobby, room, join(room, 0), "resign")
        await asyncio.sleep(10)
        assert room.thinking.task is None
        assert bots.asked == []

    run(main())
    assert caplog.messages == []


# Hints


def test_a_hint_is_for_the_position_in_which_it_was_asked_for() -> None:
    class Listener(Bots):
        async def advise(self, game: Any, log: Any, view: Any, asker: Any = None) -> Advice:
            assert view.legal
            return await super().advise(game, log, view, asker)

    async def main() -> None:
        lobby = make_lobby(bots=(bots := Listener()))
        room = seat(lobby, "xoxo", None, "easy")
        ann = join(room, 0)
        hear(ann)
        move = str(room.table.view(Chair(0)).legal[0])
        for command in ({"do": "hint", "id": "h"}, {"do": "play", "id": "p", "move": move}):
            lobby.inbox.take(room, ann, msgspec.json.encode({**command, "seen": room.table.seen[Chair(0)]}))
        await asyncio.sleep(0.01)
        assert [message["answers"] for message in hear(ann)] == ["p"]
        assert len(bots.hints) == 1

    run(main())


def test_a_seat_has_one_hint_at_a_time_and_none_when_it_has_gone() -> None:
    async def main() -> None:
        lobby = make_lobby(bots=(bots := Bots()))
        room = seat(lobby, "rubik", None, "easy")
        one, other = join(room, 0), join(room, 0)
        tell(lobby, room, one, "hint")
        await asyncio.sleep(0)
        assert ask(lobby, room, other, "hint")["code"] == "hint-asked"
        room.leave(one)
        await asyncio.sleep(1)
        assert not bots.hints[0].cancelled()
        room.leave(other)
        await asyncio.sleep(1)
        assert bots.hints[0].cancelled()
        one = join(room, 0)
        hear(one)
        tell(lobby, room, one, "hint")
        await asyncio.sleep(1)
        bots.hints[1].set_result(Forced(room.table.view(Chair(0)).legal[0]))
        await asyncio.sleep(1)
        (answer,) = hear(one)
        assert answer["hint"]["moves"] == [str(room.table.view(Chair(0)).legal[0])]
        tell(lobby, room, one, "hint")
        await asyncio.sleep(1)
        assert len(bots.hints) == 3

    run(main())


@pytest.mark.parametrize("error", [GameError("thinker-failed"), ValueError("secret")])
def test_a_hint_that_fails_is_answered_once(error: Exception) -> None:
    async def main() -> None:
        lobby = make_lobby(bots=(bots := Bots()))
        room = seat(lobby, "rubik", None, "easy")
        ann = join(room, 0)
        hear(ann)
        sent = tell(lobby, room, ann, "hint")
        await asyncio.sleep(1)
        bots.hints[0].set_exception(error)
        await asyncio.sleep(1)
        assert [(answer["id"], answer["code"]) for answer in hear(ann)] == [(sent, "thinker-failed")]
        assert not room.thinking.hints

    run(main())
