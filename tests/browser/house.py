"""A server for browsers: real but for bots that take no time, and a chance that is the same every time."""

from __future__ import annotations

import asyncio
import math
from contextlib import ExitStack
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Any, Self
from unittest.mock import patch

from rowdy.interfaces.web.http.app import make_app
from rowdy.interfaces.web.http.security import Hosts
from rowdy.interfaces.web.live.lobby import Lobby
from rowdy.interfaces.web.server import LanDoor
from rowdy.interfaces.web.settings import Settings
from rowdy.interfaces.web.store.store import open_store
from rowdy.play.bots.pool import BotPool
from rowdy.play.bots.registry import Bot, GreedyBot
from rowdy.play.bots.worker import explore
from rowdy.play.dealer import Dealer
from rowdy.play.hints import SearchedAdvice
from rowdy.play.reviewed import review_move
from rowdy.rules.game import Chance
from rowdy.search.python_search import consider
from tests.interfaces.web.serving import serving

GRACE_SECONDS = 0.3
"""How long somebody may be away before a bot may sit in."""


class House:
    """It can be closed and opened again at the same address, and nothing is lost."""

    def __init__(self, folder: Path, root: str = "") -> None:
        """`root` is the folder that a proxy would give it."""
        self.root = root
        self.file = folder / "tables.sqlite"
        self.fate = ""
        """What chance and bots do depends on this alone."""
        self.bot: Bot = GreedyBot()
        """Who plays in place of all bots."""
        self.wish: Any = None
        """An outcome of chance that comes wherever it can."""
        self.warming = False
        """Whether the code of the bots is still being compiled."""
        self.patience = math.inf
        """How many more moves are judged in reviews; then they wait."""
        self.network: str | None = "127.0.0.2"
        """An address that is not this machine's own name, as one in a network would be."""
        self.address = ""
        self._held = ExitStack()

    def __enter__(self) -> Self:
        self.open()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def open(self) -> None:
        port = int(self.address.rpartition(":")[2] or 0)
        self._held.enter_context(
            patch.object(Dealer, "deal", lambda dealer, number, chance: self._deal(number, chance))
        )
        store = self._held.enter_context(open_store(str(self.file)))
        settings = Settings(grace_seconds=GRACE_SECONDS, root_path=self.root)
        lobby = Lobby(store, _Nimble(self), settings, pace=lambda name: 0.0)
        door = LanDoor(lambda: self.network)
        app, live = make_app(lobby, Hosts.of(()), door=door)
        self.address = self._held.enter_context(serving(app, live.goodbye, port=port, door=door))
        assert port in (0, int(self.address.rpartition(":")[2]))

    def close(self) -> None:
        self._held.close()

    def _deal(self, number: int, chance: Chance[Any]) -> Any:
        if self.wish in chance.actions:
            return self.wish
        return Random(f"{self.fate} {number}").choices(chance.actions, chance.weights)[0]


class _Nimble(BotPool):
    """One bot in place of all others, hints that are thought of at once, explorer and reviews without processes."""

    def __init__(self, house: House) -> None:
        super().__init__(0, parts=())
        self._house = house

    async def warming_up(self) -> bool:
        return self._house.warming

    async def choose(self, name: str, game: Any, log: Any, view: Any, seed: str, asker: Any = None) -> Any:
        return self._house.bot.choose(game, log, view, Random(f"{self._house.fate} {len(log)}"))

    async def advise(self, game: Any, log: Any, view: Any, asker: Any = None) -> SearchedAdvice:
        return SearchedAdvice(consider(game, view, Random(0), playouts=1).choices[:1])

    async def explore(self, game: Any, state: Any, asker: Any = None) -> Any:
        return await asyncio.to_thread(explore, game, state, ahead=False)

    async def look_ahead(self, game: Any, state: Any, asker: Any = None) -> Any:
        return await asyncio.to_thread(explore, game, state, ahead=True)

    async def judge(self, game: Any, decision: Any, asker: Any = None) -> Any:
        while self._house.patience < 1:
            await asyncio.sleep(0.02)
        self._house.patience -= 1
        return await asyncio.to_thread(review_move, game, decision)
