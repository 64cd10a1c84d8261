"""The same table on a clock of its own, with bots that think what they are told: so that times can be compared, too."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pickle import Pickler
from random import Random
from types import TracebackType
from typing import Any, Self, cast

import httpx
import msgspec
from starlette.types import ASGIApp, Message, Scope
from websockets.exceptions import ConnectionClosedOK

from rowdy.interfaces.web.http.app import make_app
from rowdy.interfaces.web.http.security import Hosts
from rowdy.interfaces.web.live.connection import TRANSPORT
from rowdy.interfaces.web.live.lobby import Lobby
from rowdy.interfaces.web.live.writer import Done
from rowdy.interfaces.web.settings import Settings
from rowdy.interfaces.web.store.commit import CommitRow, NewEntry
from rowdy.interfaces.web.store.keys import Key
from rowdy.interfaces.web.store.store import Store
from rowdy.play.bots.fair_queue import ANYBODY, Asker
from rowdy.play.bots.pace import pace_seconds
from rowdy.play.bots.pool import BotPool
from rowdy.play.hints import Advice, advise
from rowdy.play.review import Observations
from rowdy.play.table.entries import Chair, Viewer
from rowdy.rules.game import AnyGame, Seat, View
from rowdy.search.python_search import RatedAction, Thought
from tests.interfaces.web.live.lobbies import Clock, Held, at_once
from tests.interfaces.web.serving import UNLIMITED
from tests.interfaces.web.transports import RecordingTransport
from tests.interfaces.web.wire import WALL_CLOCK, Deed, Ear, Socket, World, same_secret

TURNS = 30
"""After so many turns of the loop all is done that takes no time."""
LOOK = 0.05037
"""How often one looks whether a bot has moved: never just when it does."""
HINT_SECONDS = (0.0, 0.004, 0.7, 5.0)
"""How long a hint may take."""


class Shelf:
    """A store that costs nothing."""

    def __init__(self) -> None:
        self.bodies: list[bytes] = []
        self.keys: dict[bytes, Key] = {}

    def take(self, rows: Sequence[CommitRow]) -> None:
        self.bodies += [row.body for row in rows if isinstance(row, NewEntry)]
        self.keys |= {row.hash: row for row in rows if isinstance(row, Key)}

    def load(self, table_id: str) -> list[bytes]:
        return self.bodies

    def find_key(self, digest: bytes) -> Key | None:
        return self.keys.get(digest)

    def renew(self, old: bytes, new: bytes, tab: str) -> bool:
        self.keys[new] = self.keys.pop(old)._replace(hash=new)
        return True


class Writing(Held):
    """Writes at once."""

    def __init__(self, shelf: Shelf) -> None:
        super().__init__(at_once=True)
        self.shelf = shelf

    def append(self, rows: Sequence[CommitRow], done: Done) -> None:
        self.shelf.take(rows)
        super().append(rows, done)


# Bots and hints


@dataclass(frozen=True)
class Whim:
    """What a bot does once it is asked, and in how many steps of its pace."""

    move: str
    steps: int


class Scripted(BotPool):
    """Do as a script says, or whatever comes to mind; how long they take within a step is always left to chance."""

    def __init__(self, rng: Random, script: Sequence[Whim] | None = None) -> None:
        super().__init__(0, parts=())
        self.rng = rng
        self.script = None if script is None else iter(script)
        self.whims: list[Whim] = []
        self.asked: dict[Seat | None, list[str]] = {}
        """When each seat's bot was asked, or a hint for it, and every byte of what a worker would be told."""
        self.hint_takes = 0.0

    async def choose(
        self, name: str, game: AnyGame, log: Observations, view: View[Any, Any], seed: str, asker: Asker = ANYBODY
    ) -> Any:
        self._note(view, name, game, log, view, seed)
        whim = self._think(view) if self.script is None else next(self.script)
        self.whims.append(whim)
        await asyncio.sleep(pace_seconds(name) * (whim.steps - self.rng.uniform(0.02, 0.98)))
        return next(action for action in view.legal if str(action) == whim.move)

    def _think(self, view: View[Any, Any]) -> Whim:
        return Whim(str(self.rng.choice(view.legal)), self.rng.choice([1, 1, 1, 2, 3]))

    async def advise(self, game: AnyGame, log: Observations, view: View[Any, Any], asker: Asker = ANYBODY) -> Advice:
        takes = self.hint_takes
        self._note(view, "hint", game, log, view)
        await asyncio.sleep(takes)
        return advise(game, log, view, _guess)

    def _note(self, view: View[Any, Any], *told: object) -> None:
        now = asyncio.get_running_loop().time()
        self.asked.setdefault(view.viewer, []).append(f"{now:.6f} {_every_byte(told)!r} {told}")


def _guess(game: AnyGame, log: Observations, view: View[Any, Any]) -> Thought:
    """Instead of a search."""
    return Thought(tuple(RatedAction(action, 1, 0.5) for action in view.legal), len(view.legal))


def _every_byte(told: object) -> bytes:
    """As it goes to a worker, whatever objects think of being equal; only what is the same object is written anew."""
    file = BytesIO()
    pickler = Pickler(file)
    pickler.fast = True
    pickler.dump(told)
    return file.getvalue()


# The table


class TimedEar(Ear):
    """Keeps when each message was sent, too."""

    def __init__(self, viewer: Viewer, key: str, host: bool) -> None:
        super().__init__(viewer, key, host)
        self.times: list[float] = []

    def hear(self) -> dict[str, Any]:
        message = super().hear()
        assert isinstance(self.socket, Wire)
        self.times.append(self.socket.read_at)
        return message


class Wire(RecordingTransport):
    """Both ends of a connection, which goes in by the door."""

    def __init__(self, world: Clocked) -> None:
        super().__init__()
        self.world = world
        self.coming: deque[tuple[float, str]] = deque()
        self.read_at = 0.0
        """When the message that was read last was sent."""
        self.steps: deque[Message] = deque([{"type": "websocket.connect"}])
        self.gone = asyncio.Event()

    def scope(self, path: str, headers: Mapping[str, str]) -> Scope:
        path, _, query = path.partition("?")
        return {
            "type": "websocket",
            "scheme": "ws",
            "path": path,
            "query_string": query.encode(),
            "headers": [(name.lower().encode(), value.encode()) for name, value in headers.items()],
            "client": ("127.0.0.1", 1),
            "extensions": {TRANSPORT: {"transport": self}},
        }

    # The server's

    async def receive(self) -> Message:
        if self.steps:
            return self.steps.popleft()
        await self.gone.wait()
        return {"type": "websocket.disconnect", "code": 1000}

    async def answer(self, message: Message) -> None:
        assert message["type"] == "websocket.accept", "nobody is refused here"

    def deliver_to(self, receive: Callable[[str | bytes], None]) -> None:
        self.deliver = receive

    def send_text(self, message: bytes) -> None:
        self.coming.append((self.world.loop.time(), message.decode()))

    def close_when_sent(self, code: int) -> None:
        super().close_when_sent(code)
        self.gone.set()

    # The client's

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.gone.set()
        self.world.settle()

    def send(self, message: str) -> None:
        self.deliver(message)
        self.world.settle()

    def recv(self, timeout: float | None = None) -> str:
        if not self.coming and self.closed is not None:
            raise ConnectionClosedOK(None, None)
        self.read_at, text = self.coming.popleft()
        return text


class Inside(httpx.BaseTransport):
    """Requests that are answered on the world's clock."""

    def __init__(self, loop: Clock, app: ASGIApp) -> None:
        self.loop = loop
        self.transport = httpx.ASGITransport(app)

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        return self.loop.run_until_complete(self._answer(request))

    async def _answer(self, request: httpx.Request) -> httpx.Response:
        answer = await self.transport.handle_async_request(request)
        return httpx.Response(answer.status_code, headers=answer.headers, content=await answer.aread())


class Clocked(World):
    """Time stands still, unless somebody waits."""

    stand_ins = hints = True
    make_ear = TimedEar

    def __init__(
        self,
        game: AnyGame,
        bots: Mapping[Seat, str],
        thinkers: Scripted,
        loop: Clock,
        hint_seconds: Sequence[float] = HINT_SECONDS,
        screen: bool = False,
    ) -> None:
        self.hint_seconds = hint_seconds
        self.thinkers = thinkers
        self.loop = loop
        self.shelf = Shelf()
        self.tasks: list[asyncio.Task[None]] = []
        super().__init__(cast(Store, self.shelf), game, bots, same_secret, screen)

    def _serve(self) -> None:
        self.address = "http://localhost"
        settings = Settings(limits=UNLIMITED)
        self.lobby = Lobby(
            self.store, self.thinkers, settings, in_thread=at_once, new_secret=self.secret, wall_clock=self._now
        )
        self.lobby.start(self.loop, Writing(self.shelf))
        self.app, live = make_app(self.lobby, Hosts.of([]))
        inside = Inside(self.loop, self.app)
        self.http = self._server.enter_context(httpx.Client(base_url=self.address, transport=inside))
        self._server.callback(lambda: self.loop.run_until_complete(live.goodbye()))

    def _now(self) -> float:
        """The time of day, which goes with the clock of this world."""
        return WALL_CLOCK + self.loop.time()

    def dial(self, viewer: Viewer, since: int, more: str = "") -> Socket:
        wire = Wire(self)
        scope = wire.scope(self.live_path(viewer, since, more), {"Host": "localhost", **self.cookie(viewer)})
        self.tasks.append(self.loop.create_task(_run(self.app, scope, wire)))
        self.settle()
        return wire

    def settle(self) -> None:
        """Does all that takes no time."""

        async def turn() -> None:
            for _ in range(TURNS):
                await asyncio.sleep(0)

        self.loop.run_until_complete(turn())

    def wait(self, seconds: float) -> None:
        self.loop.run_until_complete(asyncio.sleep(seconds))
        self.settle()

    def tell(self, viewer: Viewer, text: str) -> Deed:
        """Sends the command; a hint is not waited for, and how long it takes depends on what was asked."""
        if '"do":"hint"' not in text or '"id":""' in text:
            return super().tell(viewer, text)
        self.thinkers.hint_takes = Random(text).choice(self.hint_seconds)
        socket = self.ears[viewer].socket
        assert socket is not None
        socket.send(text)
        return Deed(viewer, text, public=False)

    def await_bot(self) -> Deed:
        table = self.table
        seat, moved, steps = table.to_move, table.moved[None], len(table.steps)
        assert seat is not None
        assert table.bot_to_move, "it is no bot's turn"
        until = self.loop.time() + 60
        while table.moved[None] == moved:
            assert self.loop.time() < until, "the bot does not move"
            self.wait(LOOK)
        first, *_ = table.steps[steps].happened
        text = msgspec.json.encode({"move": str(first.event.action)}).decode()
        return Deed(Chair(seat), text, public=True, moved=True, shown=self.shown_since(steps), by_bot=True)

    def told(self, viewer: Viewer) -> list[str]:
        """With times, and with what bots and hints were asked for the seat; bots are told nothing else."""
        asked = [] if viewer is None else self.thinkers.asked.get(viewer, [])
        if viewer not in self.ears:
            return asked
        ear = self.ears[viewer]
        assert isinstance(ear, TimedEar)
        heard = zip(ear.times, ear.before_end(), strict=False)
        return self.normal([*(f"{time:.6f} {text}" for time, text in heard), *asked])


async def _run(app: ASGIApp, scope: Scope, wire: Wire) -> None:
    await app(scope, wire.receive, wire.answer)


@contextmanager
def clocked(
    game: AnyGame,
    rng: Random,
    bots: Mapping[Seat, str],
    script: Sequence[Whim] | None = None,
    hint_seconds: Sequence[float] = HINT_SECONDS,
    screen: bool = False,
) -> Iterator[Clocked]:
    loop = Clock()
    asyncio.set_event_loop(loop)
    try:
        made = Clocked(game, bots, Scripted(rng, script), loop, hint_seconds, screen)
        try:
            yield made
        finally:
            made.close()
    finally:
        asyncio.set_event_loop(None)
        loop.close()
