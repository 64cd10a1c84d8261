"""One table on a real server, all its people, and every byte that each of them is told: so that worlds can be compared.

A game is played once by a director who makes people do anything at all, and noted. Then it is played again with other
secrets: what one viewer did, and what everybody saw, is done again; all else that the others do is left to chance.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from rowdy.interfaces.web import connection, hub
from rowdy.interfaces.web.app import make_app
from rowdy.interfaces.web.hub import Hub, Live
from rowdy.interfaces.web.keys import cookie_name, place_of
from rowdy.interfaces.web.security import Hosts
from rowdy.interfaces.web.store import Store
from rowdy.play.dealer import Dealer
from rowdy.play.table import Phase, Table, Viewer
from rowdy.play.thinkers import Thinkers
from rowdy.rules.catalog import changed_rulings
from rowdy.rules.game import AnyGame, Chance
from rowdy.rules.tiles import CARDS, Card
from rowdy.rules.xoxo import XoxoGame
from rowdy.rules.xoxo_state import Lay, Reveal
from tests.interfaces.web.serving import serving

NAMES = ("Ann", "Ben", "Cem", "Dee")
LANGUAGES = ("en", "de")
GARBAGE = ("", "{", "[]", "null", '{"do":"fly","id":"g","seen":0}', '{"do":"hint","id":"","seen":0}', "\0")


class Fate:
    """What chance brings at the one table of a test: drawn as a test wants it, or prescribed."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.draw: Callable[[int, Chance[Any]], Any] = lambda number, chance: chance.actions[0]
        monkeypatch.setattr(Dealer, "deal", lambda dealer, number, chance: self.draw(number, chance))
        monkeypatch.setattr(connection, "A_SECOND", 1e9)  # people who ask a lot
        monkeypatch.setattr(hub, "MOST_BAD", 1_000_000)

    def shuffle(self, rng: Random) -> None:
        self.draw = lambda number, chance: rng.choices(chance.actions, chance.weights)[0]

    def prescribe(self, outcomes: Sequence[Any]) -> None:
        self.draw = lambda number, chance: outcomes[number]


@dataclass
class Ear:
    """The connection of one place, and all that was told there."""

    viewer: Viewer
    key: str
    heard: list[str] = field(default_factory=list)
    exports: list[str] = field(default_factory=list)
    seen: int = 0
    socket: ClientConnection | None = None

    @property
    def place(self) -> str:
        return place_of(self.viewer, False)

    @property
    def language(self) -> str:
        return LANGUAGES[(self.viewer or 0) % 2]

    def hear(self) -> dict[str, Any]:
        assert self.socket is not None
        text = self.socket.recv(timeout=10)
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
            self.socket = None

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
    shown: frozenset[Card] = frozenset()

    def seen_at(self, seen: int) -> str:
        """The same command from somebody who has been told so many steps, those of own orders included."""
        return msgspec.json.encode({**msgspec.json.decode(self.text), "seen": seen}).decode()


@dataclass(frozen=True)
class Comes:
    """Somebody's connection breaks off, and they come back."""

    viewer: Viewer
    since: int


@dataclass(frozen=True)
class Exports:
    viewer: Viewer


@dataclass(frozen=True)
class Restart:
    pass


class World:
    """A table at which people sit, and the server it is on."""

    def __init__(self, store: Store, game: AnyGame) -> None:
        self.store = store
        self.game = game
        self.viewers: tuple[Viewer, ...] = (*range(game.seats), None)
        self.ids = (f"c{number}" for number in count(1))
        self._server = ExitStack()
        self._serve()
        self._open()

    def _serve(self) -> None:
        self.hub = Hub(self.store, Thinkers(0, parts=()))
        app, door = make_app(self.hub, Hosts.of([]))
        self.address = self._server.enter_context(serving(app, door.goodbye))
        self.http = self._server.enter_context(httpx.Client(base_url=self.address))

    def _open(self) -> None:
        game = self.game
        wanted = {
            "game": game.edition.game,
            "edition": game.edition.name,
            "rulings": dict(changed_rulings(game)),
            "deck": list(game.deck) or None,
            "seats": [{"who": "friend"}] * game.seats,
            "starter": game.starter,
        }
        answer = self.http.post("/api/tables", json=wanted)
        assert answer.status_code == 201, answer.text
        opened = answer.json()
        self.table_id, self.commitment = opened["table"], opened["commitment"]
        assert self.table.course is None, "the cards must not be dealt when id and commitment are made"
        links = [*(seat["link"] for seat in opened["seats"]), opened["watch"]]
        self.ears = {
            viewer: Ear(viewer, link.partition("#")[2]) for viewer, link in zip(self.viewers, links, strict=True)
        }
        for viewer in self.viewers:
            self.connect(viewer, 0)
        for seat in range(game.seats):
            self.do(seat, "sit", name=NAMES[seat], nonce=f"{seat:x}" * 32)

    @property
    def live(self) -> Live:
        return self.hub.tables[self.table_id]

    @property
    def table(self) -> Table:
        return self.live.table

    @property
    def going_on(self) -> bool:
        return self.table.outcome is None

    def close(self) -> None:
        self._server.close()

    # Coming and going

    def connect(self, viewer: Viewer, since: int) -> None:
        ear = self.ears[viewer]
        ear.socket = self.dial(viewer, since)
        ear.hear()

    def dial(self, viewer: Viewer, since: int) -> ClientConnection:
        ear = self.ears[viewer]
        address = self.address.replace("http", "ws")
        return connect(
            f"{address}/api/tables/{self.table_id}/live?as={ear.place}&seen={since}&lang={ear.language}",
            additional_headers={"Cookie": f"{cookie_name(self.table_id, ear.place)}={ear.key}"},
            compression=None,
            max_queue=None,
        )

    def come_back(self, viewer: Viewer, since: int) -> None:
        ear = self.ears[viewer]
        assert ear.socket is not None
        here = len(self.live.connections)
        ear.hear_out()
        ear.socket.close()
        while len(self.live.connections) == here:
            time.sleep(0.0005)
        self.connect(viewer, since)

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
        message = self.ears[viewer].tell(text)
        reacted = '"react"' in text and bool(message.get("ok"))
        happened = [event for step in table.steps[steps:] for _, event, _ in step.happened]
        shown = frozenset(card for _, a in happened if isinstance(a, Reveal) for card in a.cards)
        return Deed(viewer, text, table.seen[None] > seen or reacted, table.moved[None] > moved, shown)

    def export(self, viewer: Viewer) -> None:
        """Records and replays of the game that goes on, with all eyes; most of it is refused."""
        ear = self.ears[viewer]
        cookie = {"Cookie": f"{cookie_name(self.table_id, ear.place)}={ear.key}"}
        eyes = ["", "&eyes=all", "&eyes=spectator", *(f"&eyes={seat + 1}" for seat in range(self.game.seats))]
        for query in (*eyes, "&round=1", "&round=2", "&eyes=nobody"):
            for kind in ("record", "replay"):
                path = f"/api/tables/{self.table_id}/{kind}?as={ear.place}&lang={ear.language}{query}"
                answer = self.http.get(path, headers=cookie)
                headers = sorted((name, value) for name, value in answer.headers.items() if name != "date")
                ear.exports.append(f"{kind}{query} {answer.status_code} {headers}\n{answer.text}")

    def peek(self, viewer: Viewer) -> None:
        """Comes in once more from each step on, as another tab."""
        for since in range(self.ears[viewer].seen + 2):
            with self.dial(viewer, since) as socket:
                self.ears[viewer].exports.append(f"since {since} {socket.recv(timeout=10)!r}")

    def outcomes(self) -> list[Any]:
        assert self.table.course is not None
        return [action for actor, action in self.table.course.events if not isinstance(actor, int)]

    def normal(self, texts: Sequence[str]) -> list[str]:
        """Without the two things that differ from table to table, and are made before the deal."""
        return [text.replace(self.table_id, "TABLE").replace(self.commitment, "SEAL") for text in texts]


@contextmanager
def world(store: Store, game: AnyGame) -> Iterator[World]:
    made = World(store, game)
    try:
        yield made
    finally:
        made.close()


# What people may do


class Director:
    """Makes people do things, those that make sense and those that do not."""

    def __init__(self, world: World, rng: Random) -> None:
        self.world = world
        self.rng = rng
        self.obeyed: dict[Viewer, list[str]] = {viewer: [] for viewer in world.viewers}

    def move(self) -> Deed:
        table = self.world.table
        assert table.course is not None
        assert table.to_move is not None
        legal = table.course.view(table.to_move).legal
        deed = self.world.do(table.to_move, "play", move=str(self.rng.choice(legal)))
        self.obeyed[deed.viewer].append(deed.text)
        return deed

    def quiet(self, viewer: Viewer) -> Deed:
        """Something that only concerns whoever does it."""
        world, rng = self.world, self.rng
        match rng.choice(["garbage", "preview", "illegal", "stale", "again", "hint", "foreign", "useless"]):
            case "garbage":
                return world.tell(viewer, rng.choice(GARBAGE))
            case "preview":
                return world.do(viewer, "preview", move=self._any_move())
            case "illegal":
                return world.do(viewer, "play", move=self._illegal_move(viewer))
            case "stale":
                return world.do(viewer, "play", move=self._any_move(), seen=max(0, world.table.moved[viewer] - 1))
            case "again" if self.obeyed[viewer]:
                return world.tell(viewer, rng.choice(self.obeyed[viewer]))
            case "foreign":
                return world.do(viewer, "order", card=self._foreign_card(viewer), order=rng.choice(["show", "hold"]))
            case "useless":
                return self._useless(viewer)
        return world.do(viewer, "hint")

    def _useless(self, viewer: Viewer) -> Deed:
        """What does not fit the moment; a bot might sit in for somebody who has left, so that is not tried then."""
        do = self.rng.choice(["rematch", "sit", "sit-in"])
        if do == "sit-in" and not any(sitter.left for sitter in self.world.table.chairs):
            return self.world.do(viewer, do, seat=self.rng.randrange(self.world.game.seats))
        if do == "sit":
            return self.world.do(viewer, do, name="Eve", nonce="f" * 32)
        return self.world.do(viewer, "rematch", nonce="f" * 32)

    def open(self, seat: int) -> Deed:
        """Something that the others may come to know of."""
        world, rng, table = self.world, self.rng, self.world.table
        match rng.choice(["react", "come", "undo", "consent", "order", "order", "order"]):
            case "react":
                return world.do(seat, "react", reaction=rng.choice(["clap", "oops", "thinking"]))
            case "come":
                return world.do(seat, "return" if table.chairs[seat].left else "leave")
            case "undo":
                return world.do(seat, "undo")
            case "order" if isinstance(world.game, XoxoGame):
                assert table.course is not None
                card = rng.choice(table.course.state.hands[seat])
                return world.do(seat, "order", card=str(card), order=rng.choice(["show", "hold", "hold"]))
        return world.do(seat, "consent", yes=False)

    def _any_move(self) -> str:
        return str(self.rng.choice(self.world.game.actions))

    def _illegal_move(self, viewer: Viewer) -> str:
        course, game = self.world.table.course, self.world.game
        assert course is not None
        legal = set(course.view(self.world.table.seat_seen(viewer)).legal)
        return str(self.rng.choice([a for a in (*game.actions, *game.chances[::7]) if a not in legal]))

    def _foreign_card(self, viewer: Viewer) -> str:
        """One that is somebody else's, or nobody's."""
        course = self.world.table.course
        assert course is not None
        own = course.state.hands[viewer] if isinstance(self.world.game, XoxoGame) and viewer is not None else ()
        return str(self.rng.choice([card for card in CARDS if card not in own]))


Story = list[Deed | Comes | Exports | Restart]


def play_first(world: World, rng: Random, most: int) -> Story:
    """A game of at most so many moves, in which everybody does whatever comes to mind."""
    director, story = Director(world, rng), Story()
    restart = rng.randint(2, 12)
    for number in range(most):
        if not world.going_on:
            break
        if number == restart:
            world.restart()
            story.append(Restart())
        for _ in range(rng.randint(0, 3)):
            story.append(director.quiet(rng.choice(world.viewers)))
        if rng.random() < 0.5:
            story.append(director.open(rng.randrange(world.game.seats)))
        if not world.going_on:
            break
        if rng.random() < 0.2:
            back = Comes(rng.choice(world.viewers), rng.randint(0, 2 * number))
            world.come_back(back.viewer, back.since)
            story.append(back)
        if rng.random() < 0.1:
            for viewer in world.viewers:
                world.export(viewer)
                story.append(Exports(viewer))
        story.append(director.move())
    return story


def play_again(world: World, story: Story, viewer: Viewer, rng: Random) -> None:
    """The same as far as this viewer did or saw it; else the others do other things."""
    director, world.ids = Director(world, rng), (f"x{number}" for number in count(1))
    for deed in story:
        match deed:
            case Restart():
                world.restart()
            case Comes():
                world.come_back(deed.viewer, deed.since)
            case Exports():
                if deed.viewer == viewer:
                    world.export(viewer)
            case Deed():
                if deed.moved:
                    arrange(world, deed, viewer, rng)
                if deed.viewer == viewer:
                    world.tell(viewer, deed.text)
                elif deed.public:
                    world.tell(deed.viewer, deed.seen_at(world.table.seen[deed.viewer]))
                for _ in range(rng.randint(0, 2)):
                    other = rng.choice([other for other in world.viewers if other != viewer])
                    assert not director.quiet(other).public


def arrange(world: World, deed: Deed, viewer: Viewer, rng: Random) -> None:
    """Gives the others' orders, so that just the cards are shown that were shown before; the rest is left to chance."""
    game, course = world.game, world.table.course
    if not isinstance(game, XoxoGame):
        return
    assert course is not None
    state = after = course.state
    move = msgspec.json.decode(deed.text).get("move")
    if move is not None and isinstance(lay := game.parse_action(move), Lay):
        after = game.play(state, deed.viewer or 0, lay)
    for seat in range(game.seats):
        if seat == viewer:
            continue
        for card in state.hands[seat]:
            if card in deed.shown:
                hold = game.in_line(state, card)
            elif game.in_line(state, card) or game.in_line(after, card):
                hold = True
            else:
                hold = rng.random() < 0.5
            if hold != (card in world.table.chairs[seat].held):
                done = world.do(seat, "order", card=str(card), order="hold" if hold else "show")
                assert not done.public
