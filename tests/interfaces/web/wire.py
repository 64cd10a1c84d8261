"""One table on a real server, its people, and every byte that each of them is told: so that worlds can be compared."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import count
from random import Random
from types import MappingProxyType, TracebackType
from typing import Any, Protocol, Self, TypeAlias

import httpx
import msgspec
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from rowdy.interfaces.web.http.app import make_app
from rowdy.interfaces.web.http.cookies import PlaceName, cookie_name, place_name
from rowdy.interfaces.web.http.security import Hosts
from rowdy.interfaces.web.live.lobby import SECRET_BYTES, Lobby, new_secret
from rowdy.interfaces.web.live.room import Room
from rowdy.interfaces.web.settings import Settings
from rowdy.interfaces.web.store.keys import new_key
from rowdy.interfaces.web.store.store import Store
from rowdy.play.bots.pool import BotPool
from rowdy.play.dealer import Dealer
from rowdy.play.table.entries import Chair, Undone, Viewer
from rowdy.play.table.state import Phase
from rowdy.play.table.table import Table
from rowdy.rules.catalog import changed_rulings
from rowdy.rules.game import AnyGame, Chance, Seat
from rowdy.rules.tiles import ObjectiveCard
from rowdy.rules.xoxo_state import Reveal
from tests.interfaces.web.serving import UNLIMITED, serving
from tests.worlds import Events

NAMES = ("Ann", "Ben", "Cem", "Dee")
LANGUAGES = ("en", "de")
WALL_CLOCK = 1_800_000_000.0
"""The time of day in every world: only what is secret may differ between them."""


Chosen: TypeAlias = tuple[int, Any]
"""What chance brought, with its number in the game."""


class Fate:
    """What chance brings at the one table of a test: drawn as a test wants it, or prescribed."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.draw: Callable[[int, Chance[Any]], Any] = lambda number, chance: chance.actions[0]
        self.spoken: list[Chosen] = []
        """What was drawn by lot."""
        monkeypatch.setattr(Dealer, "deal", lambda dealer, number, chance: self.draw(number, chance))

    def shuffle(self, rng: Random) -> None:
        """By lot, and the same again after a move is taken back."""
        known = dict[int, Any]()

        def draw(number: int, chance: Chance[Any]) -> Any:
            if known.get(number) not in chance.actions:
                known[number] = rng.choices(chance.actions, chance.weights)[0]
            self.spoken.append((number, known[number]))
            return known[number]

        self.draw = draw

    def prescribe(self, outcomes: Iterable[Any]) -> None:
        """In the order in which they are asked for."""
        coming = iter(outcomes)
        self.draw = lambda number, chance: next(coming)


def same_secret() -> str:
    """All tables have one secret, and are dealt different cards all the same."""
    return "5e" * SECRET_BYTES


class Socket(Protocol):
    """A client's end of a connection, of which it lets go in the end."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None, /
    ) -> None: ...

    def send(self, message: str, /) -> None: ...

    def recv(self, timeout: float | None = None) -> str | bytes: ...


@dataclass
class Ear:
    """The connection of one place, and all that was told there."""

    viewer: Viewer
    key: str
    host: bool = False
    heard: list[str] = field(default_factory=list)
    exports: list[str] = field(default_factory=list)
    seen: int = 0
    line: ExitStack = field(default_factory=ExitStack)
    socket: Socket | None = None

    @property
    def place(self) -> PlaceName:
        return place_name(self.viewer, self.host)

    @property
    def language(self) -> str:
        return LANGUAGES[(self.viewer or 0) % 2]

    def hear(self) -> dict[str, Any]:
        assert self.socket is not None
        text = self.socket.recv(timeout=60)
        assert isinstance(text, str)
        self.heard.append(text)
        message: dict[str, Any] = msgspec.json.decode(text)
        self.seen = message.get("n", self.seen)
        return message

    def tell(self, text: str) -> dict[str, Any]:
        """Sends, and gives the one message that answers."""
        assert self.socket is not None
        self.socket.send(text)
        try:
            sent = msgspec.json.decode(text, type=dict[str, Any])["id"]
        except (msgspec.DecodeError, KeyError):
            sent = ""
        while True:
            message = self.hear()
            if message["type"] == "trouble" or (sent and sent in (message.get("answers"), message.get("id"))):
                return message

    def hear_out(self) -> None:
        """Hears all that was told before now."""
        self.tell('{"do":"preview","id":"now","seen":0,"move":"-"}')

    def hear_end(self) -> None:
        """Hears all until the server closes the connection."""
        try:
            while True:
                self.hear()
        except ConnectionClosed:
            self.line.close()

    def before_end(self) -> list[str]:
        """What was told before everything may be shown."""
        for i, text in enumerate(self.heard):
            if msgspec.json.decode(text).get("view", {}).get("phase") == Phase.OVER:
                return self.heard[:i]
        return self.heard


@dataclass(frozen=True)
class Deed:
    """Something that was done at the table; `shown` are the cards that came to light through it."""

    viewer: Viewer
    text: str
    public: bool
    moved: bool = False
    shown: frozenset[ObjectiveCard] = frozenset()
    by_bot: bool = False

    def seen_at(self, seen: int) -> str:
        """The same command from somebody who has been told so many steps, those of own orders included."""
        return msgspec.json.encode({**msgspec.json.decode(self.text), "seen": seen}).decode()


class World:
    """A table at which people sit, and the server it is on."""

    make_ear: Callable[[Viewer, str, bool], Ear] = Ear
    stand_ins = False
    """Whether bots may play for those who leave."""
    hints = False
    """Whether people get any against each other."""

    def __init__(
        self,
        store: Store,
        game: AnyGame,
        bots: Mapping[Seat, str] = MappingProxyType({}),
        secret: Callable[[], str] = new_secret,
        screen: bool = False,
    ) -> None:
        """`screen`: who looks on is the host, as with the table's screen in a room, and no spectator."""
        self.store = store
        self.screen = screen
        self.secret = secret
        self.game = game
        self.bots = bots
        self.people = [seat for seat in range(game.seats) if seat not in bots]
        self.viewers: tuple[Viewer, ...] = (*map(Chair, self.people), None)
        """Those who have a connection."""
        self.ids = (f"c{number}" for number in count(1))
        self.undone: list[Events] = []
        """The course of the game as it was each time before moves were taken back."""
        self._server = ExitStack()
        self._serve()
        self._open()

    def _serve(self) -> None:
        settings = Settings(limits=UNLIMITED)
        self.lobby = Lobby(
            self.store, BotPool(0, parts=()), settings, new_secret=self.secret, wall_clock=lambda: WALL_CLOCK
        )
        app, live = make_app(self.lobby, Hosts.of([]))
        self.address = self._server.enter_context(serving(app, live.goodbye))
        self.http = self._server.enter_context(httpx.Client(base_url=self.address))

    def _open(self) -> None:
        game = self.game
        wanted = {
            "game": game.edition.game,
            "edition": game.edition.name,
            "rulings": dict(changed_rulings(game)),
            "deck": list(game.deck) or None,
            "seats": [
                {"who": "bot", "bot": self.bots[seat]} if seat in self.bots else {"who": "friend"}
                for seat in range(game.seats)
            ],
            "starter": game.starter,
            "hints": self.hints,
        }
        answer = self.http.post("/api/tables", json=wanted)
        assert answer.status_code == 201, answer.text
        opened = answer.json()
        self.table_id, self.commitment = opened["table"], opened["commitment"]
        assert self.table.game_log is None, "the cards must not be dealt when id and commitment are made"
        looks_on = opened["host" if self.screen else "watch"]
        links = [*(opened["seats"][seat]["link"] for seat in self.people), looks_on]
        self.ears = {
            viewer: self.make_ear(viewer, link.partition("#")[2], self.screen and viewer is None)
            for viewer, link in zip(self.viewers, links, strict=True)
        }
        for viewer in self.viewers:
            self.connect(viewer, 0)
        for seat in self.people:
            self.do(Chair(seat), "sit", name=NAMES[seat], nonce=f"{seat:x}" * 32)

    @property
    def room(self) -> Room:
        return self.lobby.rooms[self.table_id]

    @property
    def table(self) -> Table:
        return self.room.table

    @property
    def going_on(self) -> bool:
        return self.table.outcome is None

    def close(self) -> None:
        for ear in self.ears.values():
            ear.line.close()
        self._server.close()

    # Coming and going

    def connect(self, viewer: Viewer, since: int) -> None:
        ear = self.ears[viewer]
        ear.socket = ear.line.enter_context(self.dial(viewer, since, f"&tab={ear.place}"))
        ear.hear()

    def dial(self, viewer: Viewer, since: int, more: str = "") -> Socket:
        address = self.address.replace("http", "ws") + self.live_path(viewer, since, more)
        return connect(address, additional_headers=self.cookie(viewer), compression=None, max_queue=None)

    def live_path(self, viewer: Viewer, since: int, more: str) -> str:
        ear = self.ears[viewer]
        return f"/api/tables/{self.table_id}/live?as={ear.place}&seen={since}&lang={ear.language}{more}"

    def cookie(self, viewer: Viewer) -> dict[str, str]:
        ear = self.ears[viewer]
        return {"Cookie": f"{cookie_name(self.table_id, ear.place)}={ear.key}"}

    def come_back(self, viewer: Viewer, since: int) -> None:
        ear = self.ears[viewer]
        here = self.connections()
        ear.hear_out()
        ear.line.close()
        self._await_connections(here - 1)
        self.connect(viewer, since)

    def connections(self) -> int:
        """How many are connected to the table."""
        return len(self.room.connections)

    def _await_connections(self, number: int) -> None:
        until = time.monotonic() + 10
        while self.connections() != number:
            assert time.monotonic() < until, "the server does not notice that a connection is closed"
            time.sleep(0.0005)

    def look_in(self, seat: int, windows: int = 1) -> None:
        """Somebody opens more windows of a seat, and closes them again."""
        here = self.connections()
        with ExitStack() as open:
            for _ in range(windows):
                open.enter_context(self.dial(Chair(seat), 0)).recv(timeout=10)
        self._await_connections(here)

    def renew(self, seat: int) -> None:
        """A seat gets a new key; its own window stays."""
        ear, key = self.ears[Chair(seat)], new_key()
        wanted = {"key": key, "tab": ear.place}
        answer = self.http.post(
            f"/api/tables/{self.table_id}/key?as={ear.place}", json=wanted, headers=self.cookie(Chair(seat))
        )
        assert answer.status_code == 200, answer.text
        ear.key = key

    def restart(self) -> None:
        """The server ends and another begins, which has only what is on disk."""
        self._server.close()
        for ear in self.ears.values():
            ear.hear_end()
        self._serve()
        for viewer, ear in self.ears.items():
            self.connect(viewer, ear.seen)

    # Doing

    def do(self, viewer: Viewer, do: str, **details: object) -> Deed:
        command = {"do": do, "id": next(self.ids), "seen": self.table.seen[viewer], **details}
        return self.tell(viewer, msgspec.json.encode(command).decode())

    def tell(self, viewer: Viewer, text: str) -> Deed:
        """Does it, and notes what came of it for all."""
        table = self.table
        seen, moved, steps = table.seen[None], table.moved[None], len(table.steps)
        before = table.game_log.events if table.game_log else ()
        message = self.ears[viewer].tell(text)
        reacted = '"react"' in text and bool(message.get("ok"))
        if any(isinstance(step.entry.change, Undone) for step in table.steps[steps:]):
            self.undone.append(before)
        public = table.seen[None] > seen or reacted
        return Deed(viewer, text, public, table.moved[None] > moved, self.shown_since(steps))

    def shown_since(self, steps: int) -> frozenset[ObjectiveCard]:
        happened = [each.event for step in self.table.steps[steps:] for each in step.happened]
        return frozenset(card for _, a in happened if isinstance(a, Reveal) for card in a.cards)

    def await_bot(self) -> Deed:
        """Waits for the move of the bot whose turn it is."""
        raise NotImplementedError

    def wait(self, seconds: float) -> None:
        """Lets time pass, where it is the world's own."""

    def told(self, viewer: Viewer) -> list[str]:
        """All that somebody was told before the end."""
        return self.normal(self.ears[viewer].before_end())

    def export(self, viewer: Viewer) -> None:
        """Records and replays of the game that goes on, with all eyes; most of it is refused."""
        ear = self.ears[viewer]
        eyes = ["", "&eyes=all", "&eyes=spectator", *(f"&eyes={seat + 1}" for seat in range(self.game.seats))]
        for query in (*eyes, "&round=1", "&round=2", "&eyes=nobody"):
            for kind in ("record", "replay") if query in eyes[:2] else ("record",):
                path = f"/api/tables/{self.table_id}/{kind}?as={ear.place}&lang={ear.language}{query}"
                answer = self.http.get(path, headers=self.cookie(viewer))
                headers = sorted((name, value) for name, value in answer.headers.items() if name != "date")
                ear.exports.append(f"{kind}{query} {answer.status_code} {headers}\n{answer.text}")

    def peek(self, viewer: Viewer) -> None:
        """Comes in once more from each step on, as another tab."""
        for since in range(self.ears[viewer].seen + 2):
            with self.dial(viewer, since) as socket:
                self.ears[viewer].exports.append(f"since {since} {socket.recv(timeout=10)!r}")

    def normal(self, texts: Sequence[str]) -> list[str]:
        """Without the two things that differ from table to table, and are made before the deal."""
        return [text.replace(self.table_id, "TABLE").replace(self.commitment, "SEAL") for text in texts]


@contextmanager
def world(store: Store, game: AnyGame, screen: bool = False) -> Iterator[World]:
    made = World(store, game, screen=screen)
    try:
        yield made
    finally:
        made.close()
