"""Bots and hints at tables in use: asks the bot that is to move, and tells its answer when that reveals nothing."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Protocol, TypeAlias

from rowdy.interfaces.advice import advised_moves, say_advice
from rowdy.interfaces.web.live.connection import Connection
from rowdy.interfaces.web.messages import HintView
from rowdy.interfaces.web.narration import Narrator
from rowdy.play.bots.fair_queue import Asker
from rowdy.play.bots.pace import Pacing, pace_seconds, steps_taken
from rowdy.play.bots.pool import BotPool
from rowdy.play.table.chairs import STAND_IN
from rowdy.play.table.entries import Chair, Entry, Viewer
from rowdy.play.table.state import Phase
from rowdy.play.table.table import Table
from rowdy.rules.game import Event, GameError, View
from rowdy.rules.guest_games import FAULTS

Spawn: TypeAlias = Callable[[Coroutine[None, None, None]], asyncio.Task[None]]
"""Starts a task that ends, at the latest, with the server."""
StepOfBot: TypeAlias = Callable[[str], float]
"""Returns the length of a step of the bot with this name, in seconds; its answers take a whole number of steps."""

logger = logging.getLogger(__name__)


@dataclass(slots=True)
class Thinking:
    """The bots and hints that are being computed for one table."""

    task: asyncio.Task[None] | None = None
    """The task that asks the bot that is to move."""
    asked: tuple[int, int] = (-1, -1)
    """The position that the bot was asked about."""
    pacing: dict[str, Pacing] = field(default_factory=dict)
    """The pace of each bot at this table."""
    hints: dict[Chair, asyncio.Task[None]] = field(default_factory=dict)
    """The tasks that compute hints, by chair."""


class BotRoom(Protocol):
    """What bots and hints need of a room."""

    id: str
    table: Table
    thinking: Thinking

    @property
    def asker(self) -> Asker: ...

    def touch(self) -> float: ...

    def game_code(self) -> AbstractContextManager[None]: ...

    def commit(self, entry: Entry) -> None: ...

    def waits_for(self, viewer: Viewer) -> int | None: ...

    def retry_if_lost(self, seq: int | None, act: Callable[[], None]) -> None: ...

    def narrator(self, connection: Connection) -> Narrator: ...

    def answer(
        self, connection: Connection, id: str, error: GameError | None = None, *, hint: HintView | None = None
    ) -> None: ...


class BotPlay:
    """Asks bots and hints for all rooms of a server."""

    def __init__(
        self,
        thinkers: BotPool,
        loop: asyncio.AbstractEventLoop,
        spawn: Spawn,
        pace: StepOfBot,
        wall_clock: Callable[[], float],
        take: Callable[[str], Awaitable[bool]],
    ) -> None:
        """`take` takes the lease on a table's bots; it returns False if they think at another server."""
        self._thinkers = thinkers
        self._loop = loop
        self._spawn = spawn
        self._pace = pace
        self._wall_clock = wall_clock
        self._take = take

    # Moves

    def go_on(self, room: BotRoom) -> None:
        """Asks the bot that is to move, unless it is being asked already."""
        thinking = room.thinking
        if thinking.task is not None and thinking.asked != _position(room.table):
            self.stop(room)
        if thinking.task is None and (name := room.table.bot_to_move):
            thinking.asked = _position(room.table)
            thinking.task = self._spawn(self._think(room, name, thinking.asked))

    def stop(self, room: BotRoom) -> None:
        if room.thinking.task is not None:
            room.thinking.task.cancel()
            room.thinking.task = None

    async def _think(self, room: BotRoom, name: str, asked: tuple[int, int]) -> None:
        thinking = room.thinking
        try:
            if not await self._take(room.id):
                return  # it thinks at another server
            stale = not _is_asked(room.table, name, asked)  # somebody was faster, before the task began
            action = None if stale else await self._choose(room, name)
        finally:
            if thinking.task is asyncio.current_task():
                thinking.task = None
        room.touch()
        self._play(room, name, asked, action)

    def _play(self, room: BotRoom, name: str, asked: tuple[int, int], action: Any) -> None:
        """Makes the move of a bot that was asked about this position, if that is still the current one."""
        table = room.table
        if _is_asked(table, name, asked):
            with room.game_code():
                entry = table.play_bot(action, self._wall_clock())
            room.retry_if_lost(table.entries - 1, partial(self._play, room, name, asked, action))
            room.commit(entry)
        else:
            self.go_on(room)

    async def _choose(self, room: BotRoom, name: str) -> Any:
        """Returns the bot's action after a time that depends on nothing secret."""
        began, player = self._loop.time(), _installed(name)
        pacing = room.thinking.pacing.setdefault(player, Pacing())
        try:
            action = await self._ask(room, player)
        finally:  # also if it was stopped
            now, step = self._loop.time(), self._pace(player)
            told = pacing.tell_after(steps_taken(step, now - began))
        await asyncio.sleep(began + told * step - now)
        return action

    async def _ask(self, room: BotRoom, player: str) -> Any:
        table = room.table
        assert table.game_log is not None
        seat, seed = table.to_move, table.bot_seed()
        with room.game_code():
            log, view = table.game_log.observations(seat), table.game_log.view(seat)
        return await self._thinkers.choose(player, table.game, log, view, seed, room.asker)

    # Hints

    def hint(self, room: BotRoom, connection: Connection, id: str) -> None:
        """Computes a hint, and answers the command with this id with it.

        A chair can have one hint at a time, however many connections it has.
        """
        chair = connection.viewer
        if chair is None or "hint" not in room.table.can(chair):
            raise GameError("no-hint")
        if chair in room.thinking.hints:
            raise GameError("hint-asked")
        assert room.table.game_log is not None
        seat = room.table.seat_of(chair)
        log, view = room.table.game_log.observations(seat), room.table.game_log.view(seat)
        room.thinking.hints[chair] = self._spawn(self._advise(room, connection, chair, id, log, view))

    def forget_hint(self, room: BotRoom, chair: Chair) -> None:
        """Stops computing a hint that nobody waits for any more."""
        if task := room.thinking.hints.pop(chair, None):
            task.cancel()

    async def _advise(
        self,
        room: BotRoom,
        connection: Connection,
        chair: Chair,
        id: str,
        log: Sequence[Event[Any]],
        view: View[Any, Any],
    ) -> None:
        error: GameError | None = None
        hint: HintView | None = None
        try:
            describer = room.narrator(connection).describer
            advice = await self._thinkers.advise(room.table.game, log, view, room.asker)
            hint = HintView(tuple(say_advice(describer, advice, typed=False)), tuple(advised_moves(advice)))
        except GameError as refused:
            error = refused
        except FAULTS as failure:  # the command gets an answer in any case
            logger.error("table %s: a hint has failed: %s", room.id, type(failure).__name__)
            error = GameError("thinker-failed")
        finally:
            if room.thinking.hints.get(chair) is asyncio.current_task():
                del room.thinking.hints[chair]
        self._answer(room, connection, id, error, hint)

    def _answer(
        self, room: BotRoom, connection: Connection, id: str, error: GameError | None, hint: HintView | None
    ) -> None:
        room.answer(connection, id, error, hint=hint)
        again = partial(self._answer, room, connection, id, error, hint)
        room.retry_if_lost(room.waits_for(connection.viewer), again)


def _position(table: Table) -> tuple[int, int]:
    """Returns a value that changes with every move, but not with orders, which change nothing for other seats."""
    return table.round, table.moved[None]


def _is_asked(table: Table, name: str, asked: tuple[int, int]) -> bool:
    """Returns True if this bot is still to move in the position that it was asked about."""
    return asked == _position(table) and table.phase is Phase.PLAYING and table.bot_to_move == name


def _installed(name: str) -> str:
    """Returns this name, or that of the stand-in if the bot cannot be loaded any more."""
    try:
        pace_seconds(name)
    except GameError:
        return STAND_IN
    return name
