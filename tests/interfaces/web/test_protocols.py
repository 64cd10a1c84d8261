"""Hostile clients, who flood or say nothing, while an honest one plays on."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import socket
import struct
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from rowdy.interfaces.web import server as server_module
from rowdy.interfaces.web.protocols import Http, Socket
from rowdy.interfaces.web.settings import Limits, TrafficLimits
from tests.interfaces.web.serving import Line, Visitor, serving_tables
from tests.quick import first_quick

SHORT = TrafficLimits(header_seconds=0.5, request_seconds=3.0)
FEW = TrafficLimits(frame_burst=100, frame_refill_seconds=1 / 20)
MAX_PING_SECONDS = 0.5


@contextmanager
def honest(server: str) -> Iterator[tuple[Visitor, str, Line]]:
    """Somebody at a table, with a spectator's link for others."""
    with Visitor(server) as ann:
        opened = ann.open("rubik", "me", "friend")
        with ann.live(opened["table"], "1") as line:
            line.hear("hello")
            yield ann, opened["watch"], line


def ping(line: Line) -> None:
    began = time.perf_counter()
    assert line.command("ping")["ok"]
    assert time.perf_counter() - began < MAX_PING_SECONDS


def raw(server: str) -> socket.socket:
    return socket.create_connection(("127.0.0.1", int(server.rpartition(":")[2])), timeout=10)


def raw_live(server: str, visitor: Visitor, table: str, place: str) -> socket.socket:
    """A live connection that can send any bytes."""
    request = visitor.http.build_request("GET", f"/api/tables/{table}/live?as={place}")
    line = raw(server)
    head = (
        f"GET {request.url.raw_path.decode()} HTTP/1.1\r\nHost: localhost\r\nCookie: {request.headers['cookie']}\r\n"
        f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        f"Sec-WebSocket-Key: {'A' * 22}==\r\n\r\n"
    )
    line.sendall(head.encode())
    assert line.recv(4096).startswith(b"HTTP/1.1 101")
    return line


def is_closed(line: socket.socket, seconds: float = 5.0) -> bool:
    """True if the other side ends the connection in time; what it says before is passed over."""
    line.settimeout(seconds)
    until = time.monotonic() + seconds
    try:
        while time.monotonic() < until:
            if not line.recv(65536):
                return True
    except ConnectionError:
        return True
    except TimeoutError:
        pass
    return False


def frame(opcode: int, payload: bytes, fin: bool = True) -> bytes:
    assert len(payload) < 126
    return bytes([(0x80 if fin else 0) | opcode, 0x80 | len(payload), 0, 0, 0, 0]) + payload


PING = b'{"do":"ping","id":"x","seen":0}'
FLOODS = {
    "messages": frame(1, PING),
    "pings": frame(9, b""),
    "pongs": frame(10, b""),
    "unreadable": frame(1, b"x"),
    "bytes": frame(2, b"x" * 100),
}


@pytest.mark.parametrize("kind", [*FLOODS, "continuations"])
def test_who_floods_is_cut_off_and_the_others_play_on(kind: str, tmp_path: Path) -> None:
    serving_it = serving_tables(tmp_path / "tables.sqlite", traffic=FEW)
    with serving_it as server, honest(server) as (_, watch, line), Visitor(server) as spectator:
        spectator.enter(watch)
        table = watch.partition("#")[0].rpartition("/")[2]
        with raw_live(server, spectator, table, "watch") as hostile:
            with suppress(ConnectionError):
                if kind == "continuations":
                    hostile.sendall(frame(1, b"", fin=False))
                hostile.sendall(FLOODS.get(kind, frame(0, b"", fin=False)) * 30_000)
            ping(line)
            assert is_closed(hostile)
        for _ in range(5):
            ping(line)


def test_who_goes_on_after_being_refused_is_let_go(tmp_path: Path) -> None:
    limits = replace(Limits(), message_burst=5, refusal_burst=5)
    with serving_tables(tmp_path / "tables.sqlite", limits=limits) as server, honest(server) as (ann, _, line):
        table = ann.open("rubik", "me", "friend")["table"]
        with ann.live(table, "1") as hostile:
            hostile.hear("hello")
            with suppress(ConnectionClosed):  # the server may hang up before the last
                for _ in range(30):
                    hostile.send("ping")
            assert hostile.hear("bye")["code"] == "too-many-messages"
        ping(line)


def test_an_address_has_a_budget_over_all_its_connections(tmp_path: Path) -> None:
    traffic = replace(TrafficLimits(), address_frame_burst=50, address_frame_refill_seconds=1e6)
    with serving_tables(tmp_path / "tables.sqlite", traffic=traffic) as server, ExitStack() as stack:
        visitors = [stack.enter_context(Visitor(server)) for _ in range(5)]
        assert [visitors[i % 5].http.get("/healthz").status_code for i in range(50)] == [200] * 50
        for visitor in visitors:
            with pytest.raises(httpx.TransportError):
                visitor.http.get("/healthz")


def test_a_neighbour_who_floods_costs_nobody_behind_the_same_address_their_line(tmp_path: Path) -> None:
    traffic = replace(FEW, address_frame_burst=150, address_frame_refill_seconds=1e6)
    with serving_tables(tmp_path / "tables.sqlite", traffic=traffic) as server, honest(server) as (ann, _, line):
        table = ann.open("rubik", "me", "friend")["table"]
        for _ in range(3):
            with raw_live(server, ann, table, "1") as hostile:
                with suppress(ConnectionError):
                    hostile.sendall(FLOODS["pings"] * 5_000)
                assert is_closed(hostile)
        for _ in range(20):
            ping(line)


def test_behind_a_proxy_the_forwarded_address_counts(tmp_path: Path) -> None:
    traffic = replace(TrafficLimits(), max_connections_each=2)
    names = ("localhost",)
    with serving_tables(tmp_path / "t.sqlite", host_names=names, traffic=traffic) as server, ExitStack() as stack:
        visitor = stack.enter_context(Visitor(server))
        table = visitor.open("rubik", "me", "friend")["table"]
        seen = []
        for address in ["192.0.2.1"] * 3 + ["192.0.2.2"]:
            line = stack.enter_context(raw(server))
            line.sendall(
                f"GET /api/tables/{table}/live?as=1 HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: {address}\r\n"
                f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                f"Sec-WebSocket-Key: {'A' * 22}==\r\n\r\n".encode()
            )
            try:
                seen.append(line.recv(4096).startswith(b"HTTP/1.1 101"))
            except ConnectionError:
                seen.append(False)
        assert seen == [True, True, False, True]


def forwarded(address: str) -> dict[str, str]:
    return {"X-Forwarded-For": address}


def test_behind_a_proxy_requests_count_for_the_forwarded_address(tmp_path: Path) -> None:
    """Its visitors share the proxy's connections, so who asks too much is refused, and the others are not."""
    traffic = replace(TrafficLimits(), address_frame_burst=20, address_frame_refill_seconds=1e6)
    served = serving_tables(tmp_path / "t.sqlite", host_names=("localhost",), traffic=traffic)
    with served as server, Visitor(server) as proxy:
        for _ in range(20):
            assert proxy.http.get("/healthz", headers=forwarded("192.0.2.1")).status_code == 200
        refused = proxy.http.get("/healthz", headers=forwarded("192.0.2.1"))
        assert (refused.status_code, refused.json()["code"]) == (429, "too-often")
        assert refused.headers["retry-after"]
        assert proxy.http.get("/healthz", headers=forwarded("192.0.2.2")).status_code == 200
        assert proxy.http.get("/healthz", headers=forwarded("192.0.2.1")).status_code == 429
        assert {proxy.http.get("/healthz").status_code for _ in range(30)} == {200}, "the proxy asks for itself"


def test_behind_a_proxy_bytes_count_for_the_forwarded_address(tmp_path: Path) -> None:
    traffic = replace(TrafficLimits(), address_byte_burst=10_000, address_byte_refill_seconds=1e6)
    served = serving_tables(tmp_path / "t.sqlite", host_names=("localhost",), traffic=traffic)
    with served as server, Visitor(server) as proxy:
        text = {"Content-Type": "text/plain"}

        def code(address: str) -> str:
            answer = proxy.http.post("/api/replay", content=b"x" * 4_000, headers=text | forwarded(address))
            found: str = answer.json()["code"]
            return found

        assert [code("192.0.2.1") for _ in range(3)] == ["record-header", "record-header", "body-end"]
        assert code("192.0.2.2") == "record-header"


# Those who say nothing


HALF_OPEN = {
    "nothing": b"",
    "half a line": b"GET / HT",
    "half the headers": b"GET / HTTP/1.1\r\nHost: localhost\r\n",
    "half a body": b"POST /api/qr HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    b"Content-Length: 100\r\n\r\n{",
    "one request and half of the next": b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\nGET / HT",
}


@pytest.mark.parametrize("kind", first_quick(HALF_OPEN))
def test_a_half_open_connection_does_not_last(kind: str, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with serving_tables(tmp_path / "tables.sqlite", traffic=SHORT) as server, honest(server) as (_, _, line):
        with ExitStack() as stack:
            halves = [stack.enter_context(raw(server)) for _ in range(20)]
            for half in halves:
                half.sendall(HALF_OPEN[kind])
            ping(line)
            assert all(is_closed(half, 10) for half in halves)
            ping(line)
        time.sleep(1)
        ping(line)
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


def test_a_trickle_does_not_keep_a_connection_open(tmp_path: Path) -> None:
    with serving_tables(tmp_path / "tables.sqlite", traffic=SHORT) as server, raw(server) as line:
        began = time.monotonic()
        try:
            while time.monotonic() < began + 5:
                line.sendall(b"G")
                time.sleep(0.05)
        except ConnectionError:
            pass
        assert time.monotonic() - began < 4


def test_there_are_so_many_connections_and_no_more(tmp_path: Path) -> None:
    traffic = replace(TrafficLimits(), max_connections_each=10)
    with serving_tables(tmp_path / "tables.sqlite", traffic=traffic) as server, honest(server) as (ann, _, line):
        with ExitStack() as stack:
            lines = [stack.enter_context(raw(server)) for _ in range(50)]
            closed = [is_closed(one, 0.1) for one in lines[-5:]]
            assert closed == [True] * 5
            ping(line)
        time.sleep(0.2)
        assert ann.http.get("/healthz").status_code == 200, "when they are gone there is room again"


# Those who are gone


@pytest.fixture
def no_collector() -> Iterator[None]:
    """A server's garbage collector comes by once in a long time, so a connection is not to wait for it."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def in_memory() -> int:
    """How many connections to servers are in memory; visitors use sockets without asyncio."""
    return sum(issubclass(type(found), asyncio.Transport | Http | Socket) for found in gc.get_objects())


def reset(line: socket.socket) -> None:
    """Ends a connection without a goodbye."""
    line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    line.close()


@pytest.mark.usefixtures("no_collector")
@pytest.mark.parametrize(
    "how",
    [
        "live, reset",
        *(
            pytest.param(how, marks=pytest.mark.long)
            for how in ("a request", "events", "live", "events, reset", "half a request, reset")
        ),
    ],
)
def test_a_connection_that_is_over_does_not_stay_in_memory(how: str, tmp_path: Path) -> None:
    with serving_tables(tmp_path / "tables.sqlite") as server, Visitor(server) as ann:
        opened = ann.open("rubik", "me", "friend")
        table, key = opened["table"], opened["watch"].partition("#")[2]
        ann.http.get("/healthz")
        before = in_memory()
        assert before, "Ann's own connection stays open for a while"
        for _ in range(3):
            if how == "live":
                with ann.live(table, "1") as line:
                    line.hear("hello")
            elif how == "live, reset":
                reset(raw_live(server, ann, table, "1"))
            else:
                path = f"/api/v1/tables/{table}/events" if "events" in how else "/healthz"
                end = "" if "half" in how else f"Authorization: Bearer {key}\r\n\r\n"
                with raw(server) as asking:
                    asking.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n{end}".encode())
                    assert end == "" or asking.recv(4096).startswith(b"HTTP/1.1 200")
                    if "reset" in how:
                        reset(asking)
        until = time.monotonic() + 20
        while in_memory() > before and time.monotonic() < until:
            time.sleep(0.05)
        assert in_memory() <= before


def test_where_files_run_out_the_log_gets_one_line_each(caplog: pytest.LogCaptureFixture) -> None:
    loop = asyncio.new_event_loop()
    try:
        error = OSError(24, os.strerror(24))
        server_module._on_loop_error(
            loop, {"message": "socket.accept() out of system resource", "exception": error, "socket": None}
        )
        server_module._on_loop_error(loop, {"message": "something else"})
    finally:
        loop.close()
    assert caplog.messages == ["no connection can be accepted: Too many open files", "something else"]
    assert not caplog.records[0].exc_info
