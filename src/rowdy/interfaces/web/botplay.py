"""Bots and hints at tables in use: who is asked when, and when the answer is told."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from rowdy.interfaces.advice import advised_moves, say_advice
from rowdy.interfaces.web.connection import Connection
from rowdy.interfaces.web.inuse import Live
from rowdy.interfaces.web.messages import Advice, Hint
from rowdy.play.chairs import STAND_IN
from rowdy.play.entries import Chair
from rowdy.play.pace import appears
from rowdy.play.table import Phase
from rowdy.rules.game import Event, GameError, View

if TYPE_CHECKING:
    from rowdy.interfaces.web.hub import Hub

ATTEMPTS = 3
"""So often a bot is asked for a move; if it fails each time, any move is made."""
PAUSE = 1.0
"""So many seconds pass before it is asked again."""

logger = logging.getLogger(__name__)


class BotPlay:
    def __init__(self, hub: Hub, release_after: Callable[[str, float], float]) -> None:
        """`release_after`: how long after it was asked a bot's answer may be told, by its name and the time it took."""
        self.hub = hub
        self.release_after = release_after

    # Moves

    def go_on(self, live: Live) -> None:
        """Asks the bot that is to move, unless it is being asked already."""
        if live.thinking is not None and live.asked != live.position:
            self.stop(live)
        if live.thinking is None and live.table.bot_to_move and not self.hub.closed:
            live.asked = live.position
            live.thinking = self.hub.spawn(self._think(live))

    def stop(self, live: Live) -> None:
        if live.thinking is not None:
            live.thinking.cancel()
            live.thinking = None

    async def _think(self, live: Live) -> None:
        table, name = live.table, live.table.bot_to_move
        assert name is not None
        try:
            action = await self._choose(live, name)
        finally:
            if live.thinking is asyncio.current_task():
                live.thinking = None
        live.used = self.hub.loop.time()
        if live.asked == live.position and table.phase is Phase.PLAYING and table.bot_to_move == name:
            self.hub.exchange.commit(live, table.play_bot(action, time.time()))
        else:
            self.go_on(live)

    async def _choose(self, live: Live, name: str) -> Any:
        """The answer is told after a time that depends on nothing secret."""
        began, player = self.hub.loop.time(), _installed(name)
        try:
            action = await self._ask(live, player)
        finally:  # also where it was stopped
            now = self.hub.loop.time()
            # Who was slow once stays so, also where there is nothing to choose: otherwise that would show.
            live.slowest[player] = taken = max(now - began, live.slowest.get(player, 0.0))
        await asyncio.sleep(began + self.release_after(player, taken) - now)
        return action

    async def _ask(self, live: Live, player: str) -> Any:
        table = live.table
        assert table.course is not None
        seat, luck = table.to_move, table.bot_luck()
        log, view = table.course.log(seat), table.course.view(seat)
        for _ in range(ATTEMPTS):
            try:
                return await self.hub.thinkers.choose(player, table.game, log, view, luck)
            except Exception as error:  # whatever it is, the game must not end by it
                logger.error("table %s: the bot %s has failed: %s", live.id, player, type(error).__name__)
            await asyncio.sleep(PAUSE)
        return Random(luck).choice(view.legal)

    # Hints

    def hint(self, live: Live, connection: Connection, request: Hint) -> None:
        """Each seat can have one at a time, whatever the number of its connections."""
        chair = connection.viewer
        if chair is None or "hint" not in live.table.can(chair):
            raise GameError("no-hint")
        if chair in live.hints:
            raise GameError("hint-asked")
        assert live.table.course is not None
        seat = live.table.seat_of(chair)
        log, view = live.table.course.log(seat), live.table.course.view(seat)
        live.hints[chair] = self.hub.spawn(self._advise(live, connection, chair, request.id, log, view))

    def forget_hint(self, live: Live, chair: Chair) -> None:
        """Nobody waits for it any more."""
        if task := live.hints.pop(chair, None):
            task.cancel()

    async def _advise(
        self,
        live: Live,
        connection: Connection,
        chair: Chair,
        id: str,
        log: Sequence[Event[Any]],
        view: View[Any, Any],
    ) -> None:
        table, teller = live.table, live.teller(connection)
        error: GameError | None = None
        hint: Advice | None = None
        try:
            advice = await self.hub.thinkers.advise(table.game, log, view)
            hint = Advice(tuple(say_advice(teller.describer, advice, typed=False)), tuple(advised_moves(advice)))
        except GameError as refused:
            error = refused
        except Exception as failure:  # whoever asked gets an answer in any case
            logger.error("table %s: a hint has failed: %s", live.id, type(failure).__name__)
            error = GameError("thinker-failed")
        finally:
            if live.hints.get(chair) is asyncio.current_task():
                del live.hints[chair]
        self.hub.exchange.answer(live, connection, id, error, hint=hint)


def _installed(name: str) -> str:
    """The bot itself, or who plays for it if it is gone, or cannot be loaded, since it sat down."""
    try:
        appears(name)
    except GameError:
        return STAND_IN
    return name
