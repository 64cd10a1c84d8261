"""Runs a game's own code, which may be another package's; an error in it is logged and becomes `GameFailed`."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from rowdy.rules.game import GameError
from rowdy.rules.guest_games import FAULTS

logger = logging.getLogger(__name__)


class GameFailed(GameError):
    """A game's code raised something other than a `GameError`."""

    def __init__(self) -> None:
        super().__init__("game-failed")


@contextmanager
def game_code(where: str) -> Iterator[None]:
    """Turns whatever the code of a game raises, other than a `GameError`, into `GameFailed`, and logs it."""
    try:
        yield
    except GameError:
        raise
    except FAULTS as error:
        logger.error("%s: the game has failed", where, exc_info=error)
        raise GameFailed from error
