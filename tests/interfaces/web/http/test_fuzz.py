"""Whatever comes over the wire, the server stays up, tells nothing of its inside, and disturbs nobody else."""

from __future__ import annotations

import json
import logging
import re
import socket
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from typing import Any
from urllib.parse import quote

import msgspec
import pytest
from h11 import LocalProtocolError
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

from rowdy.interfaces.catalog import KITS
from rowdy.interfaces.web.http.cookies import PlaceName, cookie_name
from rowdy.interfaces.web.http.requests import MAX_JSON_BYTES, MAX_RECORD_BYTES
from rowdy.interfaces.web.server import MAX_MESSAGE_BYTES
from rowdy.interfaces.web.settings import Limits
from rowdy.rules.record import Record
from rowdy.rules.record_text import format_record
from tests.interfaces.web.serving import Visitor, serving_tables
from tests.worlds import PRINTED, players, random_game

LIMITS = Limits(message_refill_seconds=1e-9, reaction_refill_seconds=1e-8)
INSIDE = re.compile(
    rb"Traceback|File \"|\.py\b|site-packages|\browdy\.\w|msgspec|starlette|uvicorn|sqlalchemy|NoneType"
    rb"|Exception|[a-z]Error\b|object at 0x|<class"
)
"""What only somebody who looks inside the server should see."""
NOTED = (UnicodeDecodeError, LocalProtocolError)
"""What clients do that uvicorn notes as failures: bad texts, and requests that break its protocol."""

_unhealthy = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.data_too_large]
few = settings(max_examples=25, suppress_health_check=_unhealthy)
many = settings(few, max_examples=600)


# The server, and those who play on


class Game:
    """Two people at another table, who play on whatever happens."""

    def __init__(self, visitor: Visitor, stack: ExitStack) -> None:
        table = visitor.open("rubik", "me", "me")["table"]
        self.lines = [stack.enter_context(visitor.live(table, place)) for place in ("1", "2")]
        ann, ben = self.lines
        ann.sit("Ann")
        self.views = [{}, ben.sit("Ben")["view"]]
        self.views[0] = ann.hear("step")["view"]

    def go_on(self) -> None:
        """One of them moves, and both are told."""
        if self.views[0]["phase"] == "over":
            self._begin_again()
        mover = next(i for i, view in enumerate(self.views) if view["you"] == view["picture"]["turn"])
        step = self.lines[mover].command("play", move=self.views[mover]["picture"]["moves"][0]["move"])
        assert step["type"] == "step"
        told = self.lines[1 - mover].hear("step")
        assert told["n"] == step["n"]
        self.views[mover], self.views[1 - mover] = step["view"], told["view"]

    def _begin_again(self) -> None:
        ann, ben = self.lines
        ann.command("rematch", nonce="0" * 32)
        ben.hear("step")
        self.views[1] = ben.command("rematch", nonce="0" * 32)["view"]
        self.views[0] = ann.hear("step")["view"]


@pytest.fixture(scope="module")
def visitor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visitor]:
    file = tmp_path_factory.mktemp("fuzz") / "tables.sqlite"
    with serving_tables(file, limits=LIMITS) as address, Visitor(address) as visitor:
        yield visitor


@pytest.fixture(scope="module")
def others(visitor: Visitor) -> Iterator[Game]:
    with ExitStack() as stack:
        yield Game(visitor, stack)


@pytest.fixture(autouse=True)
def _nothing_breaks(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    with caplog.at_level(logging.WARNING):
        yield
    # What the attacking client says of its own end, in this same process, is no fault of the server.
    said = [one for one in caplog.get_records("call") if one.name != "websockets.client"]
    records = [one for one in said if one.levelno >= logging.ERROR]
    errors = [one.exc_info[1] if one.exc_info else one for one in records]
    assert not [error for error in errors if not isinstance(error, NOTED)]


@pytest.fixture(scope="module")
def tables(visitor: Visitor) -> dict[str, str]:
    """A table of each kind of game at which one can play."""
    found = {}
    for game in ("xoxo", "rubik", "djeco"):
        found[game] = visitor.open(game, "me", "me")["table"]
        for place, name in (("1", "Ann"), ("2", "Ben")):
            with visitor.live(found[game], place) as line:
                line.sit(name)
    return found


# What is sent

ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=50)
NUMBERS = st.integers() | st.integers(-(10**400), 10**400) | st.floats()
JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | NUMBERS | ANY_TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(ANY_TEXT, inner, max_size=4),
    max_leaves=6,
)
COMMANDS: list[dict[str, Any]] = [
    {"do": "sit", "name": "Eve", "nonce": "0" * 32},
    {"do": "play", "move": "own@c3"},
    {"do": "order", "card": "red", "order": "hold"},
    {"do": "consent", "yes": True},
    {"do": "sit-in", "seat": 1, "bot": "easy"},
    {"do": "rematch", "nonce": "0" * 32},
    {"do": "preview", "move": "r1@c3"},
    {"do": "react", "reaction": "clap"},
    *({"do": do} for do in ("undo", "leave", "return", "hint", "recap")),
]
TABLES: list[dict[str, Any]] = [
    {"game": game, "seats": [{"who": "me"}, {"who": "friend"}, {"who": "bot", "bot": "easy"}][:seats]}
    | {"edition": None, "rulings": {}, "deck": None, "starter": 0, "confirm": False, "hints": True}
    for game, seats in (("xoxo", 3), ("djeco", 2), ("rubik", 2))
]
TABLES += [
    {"game": game, "seats": [{"who": "me"}, {"who": "bot", "bot": "easy"}], "position": kit.lesson.endgame}
    for game, kit in KITS.items()
    if kit.lesson
]
RECORDS = [
    format_record(Record(game, players(game), random_game(name, 0))).encode()
    for name, game in PRINTED.items()
    if name in ("xoxo-de-3", "rubik-de-2", "djeco-it-2")
]


def altered(objects: list[dict[str, Any]]) -> st.SearchStrategy[bytes]:
    """One of them with some fields changed, gone or new."""

    def alter(one: dict[str, Any], changes: dict[str, Any], gone: list[str]) -> bytes:
        return json.dumps({key: value for key, value in (one | changes).items() if key not in gone}).encode()

    fields = sorted({key for one in objects for key in one})
    changes = st.dictionaries(st.sampled_from(fields) | ANY_TEXT, JSON, max_size=2)
    return st.builds(alter, st.sampled_from(objects), changes, st.lists(st.sampled_from(fields), max_size=1))


@st.composite
def spoilt(draw: st.DrawFn, texts: st.SearchStrategy[bytes]) -> bytes:
    """A text with some bytes of it replaced."""
    text = draw(texts)
    start = draw(st.integers(0, len(text)))
    end = draw(st.integers(start, min(start + 20, len(text))))
    return text[:start] + draw(st.binary(max_size=20)) + text[end:]


VALID = st.sampled_from(COMMANDS).map(lambda one: {**one, "id": "f", "seen": 3})
# What a large frame looks like is said only after a failure, and would hide which one it was.
pytestmark = pytest.mark.filterwarnings("ignore:Generating overly large repr")
FRAMES = st.one_of(
    altered([{**one, "id": "f", "seen": 3} for one in COMMANDS]),
    spoilt(VALID.map(msgspec.json.encode)),
    JSON.map(lambda value: json.dumps(value).encode()),
    st.binary(max_size=60),
)
NASTY = (
    *(b"[" * 16_000, b'{"do":' * 2_000, b"\0" * 100, b"9" * 16_000, b'"\\ud800"', b"\xff", b"\xed\xa0\x80"),
    b'{"do":"play","id":"f","seen":1e999,"move":"x"}',
    b'{"do":"play","id":"f","seen":3,"seen":4,"move":"\\u0000\\ud83d"}',
    b'{"do":"sit","id":"f","seen":3,"name":"\\u202e\\u0000","nonce":"' + b"0" * 15_000 + b'"}',
)


# WebSockets


def check_message(text: str | bytes) -> dict[str, Any]:
    assert isinstance(text, str)
    assert not INSIDE.search(text.encode()), text
    message: dict[str, Any] = msgspec.json.decode(text)
    return message


def send_frames(visitor: Visitor, table: str, frames: list[tuple[bytes, bool]]) -> None:
    """Each frame gets one answer, or the connection is closed for what no server need take."""
    with visitor.live(table, "1") as line:
        answers = 0
        with suppress(ConnectionClosed):
            for frame, as_text in frames:
                line.socket.send(frame, text=as_text)
            line.socket.send('{"do":"preview","id":"end","seen":0,"move":"-"}')
            while answers <= len(frames):
                message = check_message(line.socket.recv(timeout=60))
                answers += message["type"] in ("answer", "trouble") or bool(message.get("answers"))
            assert message.get("id") == "end"
        impossible = any(
            len(frame) > MAX_MESSAGE_BYTES or (as_text and not is_utf8(frame)) for frame, as_text in frames
        )
        # Who goes on sending to a connection that is closed may not get to hear why: 1006.
        assert line.socket.close_code in ((1006, 1007, 1009) if impossible else (None,))


def is_utf8(frame: bytes) -> bool:
    try:
        frame.decode()
    except UnicodeDecodeError:
        return False
    return True


games = st.sampled_from(["xoxo", "rubik", "djeco"])
frame_lists = st.lists(st.tuples(FRAMES | st.sampled_from(NASTY), st.booleans()), min_size=1, max_size=8)


@few
@given(games, frame_lists)
def test_any_frame_gets_one_answer(
    visitor: Visitor, others: Game, tables: dict[str, str], game: str, frames: list[tuple[bytes, bool]]
) -> None:
    send_frames(visitor, tables[game], frames)
    others.go_on()


@pytest.mark.long
@many
@given(games, frame_lists)
def test_any_frame_gets_one_answer_at_length(
    visitor: Visitor, others: Game, tables: dict[str, str], game: str, frames: list[tuple[bytes, bool]]
) -> None:
    send_frames(visitor, tables[game], frames)
    others.go_on()


@pytest.mark.parametrize("frame", [*NASTY, b" " * MAX_MESSAGE_BYTES, b" " * (MAX_MESSAGE_BYTES + 1), b"x" * 1_000_000])
def test_nasty_frames_are_refused(visitor: Visitor, others: Game, tables: dict[str, str], frame: bytes) -> None:
    for as_text in (False, True):
        send_frames(visitor, tables["xoxo"], [(frame, as_text)])
        others.go_on()


def test_fragments_make_one_message(visitor: Visitor, others: Game, tables: dict[str, str]) -> None:
    with visitor.live(tables["rubik"], "1") as line:
        line.hear("hello")
        line.socket.send(iter('{"do":"preview","id":"bits","seen":0,"move":"-"}'))
        assert line.hear("answer")["id"] == "bits"
        with suppress(ConnectionClosed):  # many small pieces are no way around the limit
            line.socket.send(iter(["x" * 1000] * 100))
        with pytest.raises(ConnectionClosed):
            line.hear("hello")
    others.go_on()


def test_pings_are_answered_and_hold_nobody_up(visitor: Visitor, others: Game, tables: dict[str, str]) -> None:
    with visitor.live(tables["rubik"], "1") as line:
        pongs = [line.socket.ping(f"{i}") for i in range(500)]
        others.go_on()
        assert all(pong.wait(10) for pong in pongs)
        assert line.command("preview", move="-")["type"] == "answer"


def test_who_sends_only_nonsense_is_let_go(visitor: Visitor, others: Game, tables: dict[str, str]) -> None:
    with visitor.live(tables["rubik"], "1") as line:
        for _ in range(int(LIMITS.unreadable_burst) + 1):
            line.socket.send("nonsense")
            line.hear("trouble")
        assert line.hear("bye")["say"]
        with pytest.raises(ConnectionClosed):
            line.hear("trouble")
        assert line.socket.close_code == 1008
    others.go_on()


@few
@given(st.binary(min_size=1, max_size=200))
@example(b"\x81\x00")  # without a mask
@example(b"\xff" * 14)
def test_bytes_that_are_no_frames_end_the_connection_only(
    visitor: Visitor, others: Game, tables: dict[str, str], data: bytes
) -> None:
    answer = exchange(visitor, handshake(visitor, tables["xoxo"]) + data, leaves=True)
    assert answer.startswith(b"HTTP/1.1 101 ")
    others.go_on()


def test_who_reads_no_answers_to_pings_is_let_go(visitor: Visitor, others: Game, tables: dict[str, str]) -> None:
    ping = b"\x89\xfd" + bytes(4 + 125)
    with socket.create_connection(("127.0.0.1", port_of(visitor)), timeout=10) as raw:
        raw.sendall(handshake(visitor, tables["rubik"]))
        with pytest.raises(ConnectionError):
            flood(raw, ping * 500)
    others.go_on()


def flood(raw: socket.socket, data: bytes) -> None:
    """More than the machine itself keeps for a connection, and than the server does."""
    for _ in range(1000):
        raw.sendall(data)


def handshake(visitor: Visitor, table: str) -> bytes:
    """What begins the live connection of the first seat."""
    return (
        f"GET /api/tables/{table}/live?as=1 HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {'A' * 22}==\r\n"
        f"Cookie: {cookie(visitor, table)}\r\n\r\n"
    ).encode()


def port_of(visitor: Visitor) -> int:
    return int(visitor.address.rpartition(":")[2])


# HTTP


def cookie(visitor: Visitor, table: str) -> str:
    name = cookie_name(table, PlaceName("1"))
    (key,) = [one.value for one in visitor.http.cookies.jar if one.name == name]
    return f"{name}={key}"


def exchange(visitor: Visitor, request: bytes, leaves: bool = False) -> bytes:
    """All that comes back for these bytes, from a server that knows whether more may come."""
    with socket.create_connection(("127.0.0.1", port_of(visitor)), timeout=10) as raw:
        raw.sendall(request)
        if leaves:
            raw.shutdown(socket.SHUT_WR)
        parts = []
        while part := raw.recv(65536):
            parts.append(part)
    return b"".join(parts)


def ask(visitor: Visitor, method: bytes, target: bytes, headers: list[tuple[bytes, bytes]], body: bytes) -> int:
    """The status of the answer, whose bytes are looked through."""
    lines = [method + b" " + target + b" HTTP/1.1", b"Host: 127.0.0.1", b"Connection: close"]
    lines += [name + b": " + value for name, value in headers]
    lines.append(b"Content-Length: %d" % len(body))
    answer = exchange(visitor, b"\r\n".join(lines) + b"\r\n\r\n" + body)
    assert not INSIDE.search(answer), answer
    status = int(answer.split(b" ", 2)[1])
    assert 200 <= status < 500, answer
    return status


PATHS = [
    *("/", "/table/TABLE", "/health", "/api/games", "/api/replay", "/api/tables", "/api/tables/TABLE", "/api"),
    *(
        "/learn/rubik",
        "/learn/chess",
        "/api/lessons/rubik/lock",
        "/api/lessons/chess/lock",
        "/api/lessons/djeco/castle",
    ),
    *(f"/api/tables/TABLE/{last}" for last in ("codes", "enter", "key", "record", "replay", "take", "live")),
]
KNOWN = {"as": ["1", "2", "watch", "host"], "eyes": ["1", "all", "spectator"], "lang": ["de", "fr"], "round": ["1"]}
queries = st.dictionaries(st.sampled_from([*sorted(KNOWN), "seen"]) | ANY_TEXT, ANY_TEXT | NUMBERS.map(str), max_size=3)
header_bytes = st.binary(max_size=30).map(lambda value: re.sub(rb"[\x00-\x1f\x7f]", b"", value).strip())
headers = st.lists(
    st.tuples(
        st.sampled_from([b"Cookie", b"Accept-Language", b"Content-Type", b"Origin", b"X-Forwarded-For", b"Range"]),
        header_bytes | st.sampled_from([b"application/json", b"text/plain", b"de;q=9,*;q=x", b"a=b; c; =; \xff"]),
    ),
    max_size=3,
)
bodies = st.one_of(
    altered(TABLES),
    altered([{"key": "x" * 43}]),
    spoilt(st.sampled_from(TABLES).map(msgspec.json.encode)),
    spoilt(st.sampled_from(RECORDS)),
    JSON.map(lambda value: json.dumps(value).encode()),
    st.binary(max_size=50),
    st.sampled_from([b"[" * 16_000, b'{"game":' * 2_000, b"x" * (MAX_JSON_BYTES + 1), b"\n" * (MAX_RECORD_BYTES + 1)]),
)
requests = st.tuples(
    st.sampled_from([b"GET", b"POST", b"DELETE", b"PUT", b"HEAD", b"OPTIONS", b"PATCH"]),
    st.sampled_from(PATHS),
    ANY_TEXT | st.just("TABLE"),
    queries,
    headers,
    bodies,
)


def in_address(text: str) -> str:
    return quote(text.encode("utf-8", "surrogatepass"), safe="")


def send_request(visitor: Visitor, table: str, request: tuple[bytes, str, str, dict[str, str], Any, bytes]) -> None:
    method, path, name, query, more, body = request
    name = table if name == "TABLE" else in_address(name)
    asked = "&".join(f"{in_address(key)}={in_address(value)}" for key, value in query.items())
    kind = b"text/plain" if path == "/api/replay" else b"application/json"
    fields = [(b"Content-Type", kind), (b"Cookie", cookie(visitor, table).encode()), *more]
    target = f"{path.replace('TABLE', name)}?{asked}".encode()
    ends_it = method == b"DELETE" or path.endswith("/key")  # the cookies would be of no use any more
    if not ends_it or name != table:
        ask(visitor, method, target, fields, body)


@few
@given(requests)
def test_any_request_is_answered(visitor: Visitor, others: Game, tables: dict[str, str], request_: Any) -> None:
    send_request(visitor, tables["xoxo"], request_)
    others.go_on()


@pytest.mark.long
@many
@given(requests)
def test_any_request_is_answered_at_length(
    visitor: Visitor, others: Game, tables: dict[str, str], request_: Any
) -> None:
    send_request(visitor, tables["xoxo"], request_)
    others.go_on()


@few
@given(altered(TABLES) | spoilt(st.sampled_from(TABLES).map(msgspec.json.encode)))
def test_any_wish_for_a_table_is_answered(visitor: Visitor, others: Game, body: bytes) -> None:
    ask(visitor, b"POST", b"/api/tables", [(b"Content-Type", b"application/json")], body)
    others.go_on()


TRIES: list[dict[str, Any]] = [
    {"moves": ["hold red", "own@c2"]},
    {"moves": [], "piece": "own", "square": "c3"},
    {"moves": ["show red"], "square": "zz"},
]


@few
@given(altered(TRIES) | spoilt(st.sampled_from(TRIES).map(msgspec.json.encode)))
def test_any_try_in_a_lesson_is_answered(visitor: Visitor, others: Game, body: bytes) -> None:
    ask(visitor, b"POST", b"/api/lessons/xoxo/hold", [(b"Content-Type", b"application/json")], body)
    others.go_on()


@few
@given(spoilt(st.sampled_from(RECORDS)))
def test_any_record_is_answered(visitor: Visitor, others: Game, body: bytes) -> None:
    ask(visitor, b"POST", b"/api/replay?eyes=all", [(b"Content-Type", b"text/plain")], body)
    others.go_on()


@pytest.mark.parametrize(
    "request_",
    [
        *(
            b"\0",
            b"GET",
            b"GET / HTTP/9.9\r\n\r\n",
            b"GET / HTTP/1.1\r\n" + b"A" * 100_000,
            b"\x16\x03\x01\x02\x00\x01",
        ),
        b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n\r\n{",
        b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        b"Content-Length: 99\r\n\r\n{",
        b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + b"9" * 5_000 + b"\r\n\r\n{",
        b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        b"Transfer-Encoding: chunked\r\n\r\nffffff\r\n" + b"x" * 70_000,
        b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    ],
)
def test_broken_requests_break_nothing(visitor: Visitor, others: Game, request_: bytes) -> None:
    answer = exchange(visitor, request_, leaves=True)
    assert not INSIDE.search(answer), answer
    assert not answer or answer.split(b" ", 2)[1].startswith(b"4")
    others.go_on()
