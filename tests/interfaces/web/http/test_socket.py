"""Ordinary evenings at the table, over real HTTP and WebSockets."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from rowdy.interfaces.web.http.app import make_app
from rowdy.interfaces.web.http.limits import RequestLimits
from rowdy.interfaces.web.http.security import Hosts
from rowdy.interfaces.web.http.socket import find_key
from rowdy.interfaces.web.live.lobby import Lobby
from rowdy.interfaces.web.messages import LogLine
from rowdy.interfaces.web.server import listen
from rowdy.interfaces.web.settings import Limits, Settings
from rowdy.interfaces.web.store.store import open_store
from rowdy.play.bots.pool import BotPool
from rowdy.play.verify import all_hold, verify
from rowdy.rules.game import GameError
from tests.interfaces.web.live.lobbies import make_lobby, request, run
from tests.interfaces.web.serving import UNLIMITED, Line, Visitor, serving, serving_tables
from tests.interfaces.web.transports import on_line, sent

Message = dict[str, Any]


class Nimble(BotPool):
    """Bots that take the first move there is, at once."""

    def __init__(self) -> None:
        super().__init__(0, parts=())

    async def choose(self, name: str, game: Any, log: Any, view: Any, seed: str, asker: Any = None) -> Any:
        return view.legal[0]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving_tables(tmp_path_factory.mktemp("served") / "tables.sqlite", limits=UNLIMITED) as address:
        yield address


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "tables.sqlite"


IDS = count(1)
LOGGED = LogLine.__struct_fields__
"""The part of a step that stays in the log."""
"""No two tabs give a command the same id."""


class Tab(Line):
    """A live connection that has been greeted; before that it may not be told what others do."""

    def __init__(self, line: Line) -> None:
        super().__init__(line.socket)
        self._ids = IDS
        self.hello = self.hear("hello")


@contextmanager
def at(visitor: Visitor, table: str, place: str, more: str = "") -> Iterator[Tab]:
    with visitor.live(table, place, more) as line:
        yield Tab(line)


@contextmanager
def seated(ann: Visitor, ben: Visitor, game: str, **more: object) -> Iterator[tuple[str, Line, Line]]:
    """Ann has opened a table, Ben has come by the link, and the game has begun: both have just been told so."""
    opened = ann.open(game, "me", "friend", **more)
    ben.enter(opened["seats"][1]["link"])
    table = opened["table"]
    with at(ann, table, "1") as one, at(ben, table, "2") as other:
        one.sit("Ann")
        other.hear("step")
        yield table, one, other


def begin(one: Line, other: Line) -> list[Message]:
    """The second person sits down; what both are told."""
    step = other.sit("Ben")
    return [one.hear("step"), step]


def public(outcome: Message) -> Message:
    """How a game ended, less the sentences that speak to a winner as "you"."""
    return {name: value for name, value in outcome.items() if name not in {"say", "to_you", "why"}}


def move(lines: Sequence[Line], steps: Sequence[Message], rng: Random) -> list[Message]:
    """Makes a move for the one whose turn it is, and returns what everybody is told, in the order of the lines."""
    views = [step["view"] for step in steps]
    mover = next(i for i, view in enumerate(views) if view.get("you") == view["picture"]["turn"])
    told = lines[mover].command("play", move=rng.choice(views[mover]["picture"]["moves"])["move"])
    assert told["type"] == "step", told
    after = [told if i == mover else line.hear("step") for i, line in enumerate(lines)]
    assert len({step["view"]["outcome"]["title"] for step in after if step["view"]["phase"] == "over"}) <= 1
    return after


def play_out(lines: Sequence[Line], steps: Sequence[Message], rng: Random) -> list[Message]:
    while steps[0]["view"]["phase"] == "playing":
        steps = move(lines, steps, rng)
    return list(steps)


# Playing


@pytest.mark.parametrize("game", ["xoxo", "rubik", "xoxo2", "djeco"])
def test_two_people_play_a_game_over_links_and_somebody_watches(server: str, game: str) -> None:
    with Visitor(server) as ann, Visitor(server) as ben, Visitor(server) as cem:
        opened = ann.open(game, "me", "friend")
        table = opened["table"]
        ben.enter(opened["seats"][1]["link"])
        cem.enter(opened["watch"])
        with at(ann, table, "1") as one, at(ben, table, "2") as two, at(cem, table, "watch") as third:
            lines = (one, two, third)
            assert third.hello["about"]["game"] == game
            one.sit("Ann")
            two.hear("step")
            third.hear("step")
            step = two.sit("Ben")
            last = play_out(lines, [one.hear("step"), step, third.hear("step")], Random(game))
        outcomes = [step["view"]["outcome"] for step in last]
        assert public(outcomes[0]) == public(outcomes[1]) == public(outcomes[2])
        assert outcomes[0]["say"] in last[0]["view"]["say"]
        places = ((ann, "1"), (cem, "watch"))
        records = [who.http.get(f"/api/tables/{table}/record?as={place}").text for who, place in places]
        assert records[0] == records[1]
        assert "Seats: Ann, Ben" in records[0]
        findings = verify(records[0], {0: "0" * 32, 1: "0" * 32})
        assert all_hold(findings), findings


def test_a_second_tab_sees_and_plays_the_same(ann: Visitor, ben: Visitor) -> None:
    with seated(ann, ben, "rubik") as (table, one, other):
        with at(ann, table, "1") as tab:
            assert tab.hello["view"]["you"] == 0
            steps = begin(one, other)
            assert tab.hear("step") == steps[0]
            steps = move([tab, other], steps, Random(1))
            assert one.hear("step") == steps[0]
            steps = move([tab, other], steps, Random(1))
            one.hear("step")
            move([one, other], steps, Random(1))
            assert tab.hear("step")["say"][0].startswith("Ben ")
        one.command("react", reaction="hello")
        assert json.loads(other.socket.recv(timeout=10))["type"] == "reacted", "of a closed tab nobody is told"


def test_two_people_share_a_browser_and_another_watches(server: str) -> None:
    with Visitor(server) as both:
        table = both.open("xoxo2", "me", "me")["table"]
        with at(both, table, "1") as one, at(both, table, "2") as other:
            one.sit("Ann")
            other.hear("step")
            last = play_out([one, other], begin(one, other), Random(3))
    assert [step["view"]["you"] for step in last] == [0, 1]
    assert public(last[0]["view"]["outcome"]) == public(last[1]["view"]["outcome"])


def test_each_is_told_in_their_own_language(ann: Visitor, ben: Visitor) -> None:
    ben.http.headers["Accept-Language"] = "de-AT, en;q=0.5"
    with seated(ann, ben, "xoxo") as (_, one, other):
        steps = begin(one, other)
        assert steps[0]["view"]["say"] != steps[1]["view"]["say"]
        for _ in range(4):
            steps = move([one, other], steps, Random(1))
            assert steps[0]["n"] == steps[1]["n"]
        assert "Ann" in " ".join(steps[1]["say"] + steps[0]["say"]) or "Ben" in " ".join(steps[0]["say"])
        refused = [line.command("play", move="nonsense")["say"] for line in (one, other)]
        assert refused[0] != refused[1]
        assert "nonsense" in refused[0]
        assert "nonsense" in refused[1]


# Coming back


def test_who_comes_back_gets_what_they_missed(ann: Visitor, ben: Visitor) -> None:
    with seated(ann, ben, "xoxo") as (table, one, other):
        steps = begin(one, other)
        told = [steps[1]]
        for _ in range(6):
            steps = move([one, other], steps, Random(2))
            told.append(steps[1])
        for i, step in enumerate(told):
            with at(ben, table, "2", f"&seen={step['n']}") as again:
                hello = again.hello
            assert hello["view"] == told[-1]["view"]
            assert hello["log"] == [{name: later[name] for name in LOGGED if name in later} for later in told[i + 1 :]]


def test_a_bot_sits_in_for_somebody_who_stays_away(file: Path) -> None:
    with open_store(str(file)) as store:
        settings = Settings(grace_seconds=0.05, limits=UNLIMITED)
        lobby = Lobby(store, Nimble(), settings, pace=lambda name: 0.0)
        app, live = make_app(lobby, Hosts.of([]))
        with serving(app, live.goodbye) as address, Visitor(address) as ann, Visitor(address) as ben:
            opened = ann.open("rubik", "me", "friend")
            table = opened["table"]
            ben.enter(opened["seats"][1]["link"])
            with at(ann, table, "1") as one:
                with at(ben, table, "2") as other:
                    one.sit("Ann")
                    other.hear("step")
                    begin(one, other)
                    assert one.command("sit-in", seat=1, bot="easy")["code"] == "still-here"
                here = one.hear("here")
                while here.get("away") != [1]:
                    here = one.hear("here")
                assert here["here"] == [True, False]
                came = one.command("sit-in", seat=1, bot="easy")
                assert came["view"]["seats"][1]["bot"] == "medium", "whatever they would like better"
                step = came
                while step["view"]["picture"]["turn"] == 0:
                    step = one.command("play", move=step["view"]["picture"]["moves"][0]["move"])
                while step["view"]["picture"]["turn"] == 1:
                    step = one.hear("step")
                with at(ben, table, "2") as other:
                    assert "return" in other.hello["view"]["can"]
                    back = other.command("return")
                    assert "bot" not in back["view"]["seats"][1]
                    steps = move([one, other], [one.hear("step"), back], Random(4))
                    move([one, other], steps, Random(4))


# Agreeing


def test_a_move_is_taken_back_if_the_other_agrees(ann: Visitor, ben: Visitor) -> None:
    with seated(ann, ben, "rubik") as (_, one, other):
        before = begin(one, other)
        move([one, other], before, Random(5))
        assert one.command("undo")["view"]["undo"]["waits_for"] == [1]
        assert "consent" in other.hear("step")["view"]["can"]
        assert "undo" not in other.command("consent", yes=False)["view"]
        one.hear("step")
        one.command("undo")
        other.hear("step")
        undone = other.command("consent", yes=True)
        assert one.hear("step")["view"]["practice"]
        assert undone["view"]["picture"] == before[1]["view"]["picture"]


def test_after_a_game_the_next_one_begins_and_the_other_starts(ann: Visitor, ben: Visitor) -> None:
    with seated(ann, ben, "djeco") as (table, one, other):
        play_out([one, other], begin(one, other), Random(6))
        one.command("rematch", nonce="1" * 32)
        assert other.hear("step")["view"]["seats"][0]["again"]
        step = other.command("rematch", nonce="2" * 32)
        steps = [one.hear("step"), step]
        assert [step["view"]["round"] for step in steps] == [2, 2]
        turn = steps[0]["view"]["picture"]["turn"]
        assert steps[0]["view"]["seats"][turn]["name"] == "Ben"
        play_out([one, other], steps, Random(7))
        records = [ann.http.get(f"/api/tables/{table}/record?as=1&round={n}").text for n in (1, 2)]
    assert records[0] != records[1]
    assert all(all_hold(verify(record)) for record in records)


# Those who are slow or come too often, and the end


def test_who_comes_too_often_from_elsewhere_is_told_to_wait(file: Path) -> None:
    # The clock stands still, so that nobody is let in again by the time that passes meanwhile.
    stopped = serving_tables(file, host_names=("play.example.org",), clock=lambda: 0.0)
    with stopped as server, Visitor(server) as ann:
        headers = {"Host": "play.example.org", "Origin": "https://play.example.org", "X-Forwarded-Proto": "https"}
        ann.http.headers.update({**headers, "X-Forwarded-For": "192.0.2.1"})
        opened = ann.http.post("/api/tables", json={"game": "rubik", "seats": [{"who": "me"}, {"who": "friend"}]})
        table = opened.json()["table"]
        (cookie,) = [f"{one.name}={one.value}" for one in ann.http.cookies.jar]
        url = f"/api/tables/{table}/record?as=1"
        answers = (ann.http.get(url, headers={"Cookie": cookie}) for _ in range(1000))
        refused = next(answer for answer in answers if answer.status_code != 409)
        assert (refused.status_code, refused.json()["code"]) == (429, "too-often")
        assert ann.http.get(url.replace("record", "replay"), headers={"Cookie": cookie}).status_code == 429
        codes = [live_from(address, ann, table, cookie) for address in ("192.0.2.1", "192.0.2.2")]
        assert codes == [("bye", "too-often"), ("hello", None)]


def live_from(address: str, visitor: Visitor, table: str, cookie: str) -> tuple[str, str | None]:
    """What is said first on a live connection from there."""
    headers = {"Cookie": cookie, "X-Forwarded-For": address}
    url = f"ws://play.example.org/api/tables/{table}/live?as=1"
    raw = socket.create_connection(("127.0.0.1", int(visitor.address.rpartition(":")[2])))
    with connect(url, sock=raw, additional_headers=headers, compression=None) as line:
        message = json.loads(line.recv(timeout=10))
    return message["type"], message.get("code")


def test_an_address_elsewhere_may_come_so_often() -> None:
    async def main() -> None:
        lobby, limits = make_lobby(), RequestLimits(behind_proxy=False)

        async def visits(limits: RequestLimits, addresses: Iterable[str]) -> list[str]:
            refused = []
            for address in addresses:
                try:
                    await find_key(lobby, limits, request(address))
                except GameError as error:
                    refused.append(f"{address} {error.code}")
            return refused

        often = limits.visiting.burst + 1
        assert await visits(limits, ["192.0.2.1"] * often) == ["192.0.2.1 too-often"]
        assert await visits(limits, ["192.0.2.2"]) == []
        assert await visits(limits, ["127.0.0.1"] * often) == [], "who is here could do worse without us"
        assert await visits(RequestLimits(behind_proxy=True), ["127.0.0.1"] * often) == ["127.0.0.1 too-often"]

    run(main())


@pytest.mark.long
def test_who_never_reads_is_let_go_and_holds_nobody_up(file: Path) -> None:
    limits = replace(UNLIMITED, max_unread_bytes=20 * 1024)
    serving_it = serving_tables(file, limits=limits, listen=listen_with_little_room)
    with serving_it as server, Visitor(server) as ann, Visitor(server) as ben:
        opened = ann.open("xoxo", "me", "friend")
        ben.enter(opened["seats"][1]["link"])
        with at(ann, opened["table"], "1") as one, deaf(ben, opened["table"], "2"):
            here = one.hello["here"]["here"]
            while here != [True, True]:
                here = one.hear("here")["here"]
            one.sit("Ann")
            for _ in range(150):
                assert one.command("leave")["type"] == "step"
                assert one.command("return")["type"] == "step"
            with at(ann, opened["table"], "1") as tab:
                assert tab.hello["here"]["here"] == [True, False]


def test_little_waits_for_somebody_who_never_reads() -> None:
    slow = on_line(0)
    for _ in range(Limits().max_unread_bytes // 1024):
        slow.send(b"x" * 1024)
    assert not slow.ended
    for _ in range(2):
        slow.send(b"one more")
        assert slow.ended
        assert sent(slow).count(b"one more") == 1


def listen_with_little_room(port: int, lan: bool) -> list[socket.socket]:
    sockets = listen(port, lan)
    for one in sockets:
        one.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    return sockets


@contextmanager
def deaf(visitor: Visitor, table: str, place: str) -> Iterator[None]:
    """A live connection from which nobody ever reads."""
    request = visitor.http.build_request("GET", f"/api/tables/{table}/live?as={place}")
    head = (
        f"GET {request.url.raw_path.decode()} HTTP/1.1\r\nHost: localhost\r\nCookie: {request.headers['cookie']}\r\n"
        f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        f"Sec-WebSocket-Key: {'A' * 22}==\r\n\r\n"
    )
    with socket.socket() as raw:
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        raw.connect(("127.0.0.1", int(visitor.address.rpartition(":")[2])))
        raw.sendall(head.encode())
        yield


def test_a_server_that_stops_says_so_and_goes_on_with_the_game_later(file: Path) -> None:
    with ExitStack() as stack:
        with serving_tables(file) as server:
            ann, ben = (stack.enter_context(Visitor(server)) for _ in range(2))
            table, one, other = stack.enter_context(seated(ann, ben, "xoxo"))
            steps = move([one, other], begin(one, other), Random(8))
        for line in (one, other):
            assert line.hear("bye")["code"] == "server-stops"
            with pytest.raises(ConnectionClosed):
                line.hear("step")
            assert line.socket.close_code == 1001
    with serving_tables(file) as server:
        for who, place, step in ((ann, "1", steps[0]), (ben, "2", steps[1])):
            with Visitor(server) as again:
                again.http.cookies = who.http.cookies
                with at(again, table, place, f"&seen={step['n']}") as line:
                    hello = line.hello
            assert (hello["n"], hello["log"], hello["view"]) == (step["n"], [], step["view"])
