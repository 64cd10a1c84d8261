"""Calls of the store from the event loop; if the store fails, the error is one that a person can be told."""

from __future__ import annotations

import logging
from asyncio import wait_for
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from rowdy.interfaces.web.live.threads import InThread
from rowdy.interfaces.web.store.database import STORE_FAULTS
from rowdy.rules.game import GameError

MAX_READ_SECONDS = 15.0
"""How long a visitor waits for the database, in seconds: longer than it takes to notice that its machine is gone."""

P = ParamSpec("P")
T = TypeVar("T")
logger = logging.getLogger(__name__)


class NoTable(GameError):
    """There is no such table, or it is not for this visitor."""


class StoreCalls:
    """Runs reads and writes of the store in a thread."""

    def __init__(self, in_thread: InThread) -> None:
        self._in_thread = in_thread

    async def read(self, read: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Returns what is read from the database; `GameError` if that cannot be reached."""
        try:
            return await wait_for(self._in_thread(read, *args, **kwargs), MAX_READ_SECONDS)
        except STORE_FAULTS as error:
            logger.error("could not read: %s", type(error).__name__)
            raise GameError("store-down") from None

    async def write(self, write: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Returns the result of writing to the database; `GameError` if that fails."""
        try:
            return await self._in_thread(write, *args, **kwargs)
        except Exception as error:
            raise not_saved(error) from error


def not_saved(error: Exception) -> GameError:
    """Logs the error, and returns the one that the visitor is told."""
    logger.error("could not write: %s", type(error).__name__)
    return GameError("not-saved")
