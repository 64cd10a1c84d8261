"""`rowdy serve`: where it listens, what it says, and how it ends."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import socket
import subprocess
import sys
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import segno
from websockets.exceptions import ConnectionClosed

from rowdy.interfaces.cli.commands import serve
from rowdy.interfaces.cli.commands.serve import BLOCKS, QUIET, qr_code
from rowdy.interfaces.cli.screen import INTERRUPTED
from rowdy.interfaces.web import server
from rowdy.interfaces.web.live.lobby import Lobby
from rowdy.interfaces.web.server import MAX_PORTS_TRIED, Addresses, Server, listen, network_address, port_of
from rowdy.interfaces.web.settings import DAY_SECONDS, Settings
from rowdy.interfaces.web.store.store import Store
from rowdy.play.bots.pool import BotPool
from rowdy.rules.game import InvalidSetup
from tests.interfaces.cli import Cli
from tests.interfaces.web.serving import Visitor

COMMAND = """
import sys
from rowdy.interfaces.cli.main import main
from rowdy.play.bots import pool as thinkers
thinkers.start_preparing = lambda parts: None  # no test leaves a compiler running behind it
sys.exit(main())
"""


@contextmanager
def listening(
    port: int, lan: bool = False, addresses: Addresses | None = None, max_ports: int = MAX_PORTS_TRIED
) -> Iterator[list[socket.socket]]:
    sockets = listen(port, lan, addresses, max_ports)
    try:
        yield sockets
    finally:
        for opened in sockets:
            opened.close()


def answers(address: str, port: int) -> bool:
    try:
        socket.create_connection((address, port), timeout=5).close()
    except OSError:
        return False
    return True


def test_it_listens_on_this_machine_alone() -> None:
    with listening(0) as sockets:
        assert {opened.getsockname()[0] for opened in sockets} <= {"127.0.0.1", "::1"}
        assert len({opened.getsockname()[1] for opened in sockets}) == 1
        assert {opened.proto for opened in sockets} == {socket.IPPROTO_TCP}  # or asyncio holds small messages back
        assert answers("127.0.0.1", port_of(sockets))
        address = network_address()
        assert address is None or not answers(address.strip("[]"), port_of(sockets))


def test_in_the_network_it_listens_everywhere() -> None:
    with listening(0, lan=True) as sockets:
        assert {opened.getsockname()[0] for opened in sockets} <= {"0.0.0.0", "::"}
        assert answers("127.0.0.1", port_of(sockets))
        address = network_address()
        assert address is None or answers(address.strip("[]"), port_of(sockets))


def test_a_taken_port_is_passed_over_even_if_only_one_kind_of_address_has_it() -> None:
    with listening(0) as first:
        port = port_of(first)
        with listening(port) as second:
            assert port < port_of(second) < port + MAX_PORTS_TRIED
        if len(first) == 2:
            first[0].close()
            with listening(port) as second:
                assert port < port_of(second) < port + MAX_PORTS_TRIED
    with listening(port) as again:
        assert port_of(again) == port


def test_where_all_are_taken_any_free_one_will_do() -> None:
    with listening(0) as first, listening(port_of(first), max_ports=1) as second:
        assert port_of(second) not in (0, port_of(first))


def test_a_machine_without_one_kind_of_address_uses_the_other() -> None:
    addresses = ((socket.AF_INET6, "2001:db8::1"), (socket.AF_INET, "127.0.0.1"))
    with listening(0, addresses=addresses) as sockets:
        assert [opened.getsockname()[0] for opened in sockets] == ["127.0.0.1"]


def test_a_port_that_may_not_be_used_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def denied(*place: object) -> socket.socket:
        raise PermissionError

    monkeypatch.setattr(server, "_open", denied)
    with pytest.raises(InvalidSetup, match="port-denied"):
        listen(80, lan=False)


def test_a_machine_without_a_network_has_no_address(monkeypatch: pytest.MonkeyPatch) -> None:
    class Unconnected(socket.socket):
        def connect(self, address: object) -> None:
            raise OSError("Network is unreachable")

    monkeypatch.setattr("socket.socket", Unconnected)
    assert network_address() is None


def test_there_is_room_for_many_connections() -> None:
    resource = pytest.importorskip("resource")
    before = soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(soft, 256), hard))
        server.raise_file_limit()
        after, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        assert after in (hard, server.MAX_FILES, server.MAX_MACOS_FILES)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


@pytest.fixture
def thresholds() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    gc.unfreeze()
    gc.set_threshold(*before)


@pytest.mark.long
@pytest.mark.usefixtures("thresholds")
def test_what_has_lived_for_a_while_is_looked_through_only_after_a_long_time() -> None:
    class Knot:
        def __init__(self) -> None:
            self.itself = self

    now = 0.0
    collector, knot = server.Collector(lambda: now), Knot()
    found = weakref.ref(knot)
    asyncio.run(collector.freeze())
    del knot
    gc.collect()
    assert found() is not None
    now = server.COLLECT_EVERY_SECONDS + 1.0
    asyncio.run(collector.freeze())
    assert found() is None


@pytest.mark.usefixtures("thresholds")
def test_what_has_become_much_more_is_looked_through_sooner() -> None:
    now, knot = 0.0, list[Any]()
    collector = server.Collector(lambda: now)
    knot += ([] for _ in range(gc.get_freeze_count()))
    knot.append(knot)
    asyncio.run(collector.freeze())
    frozen = gc.get_freeze_count()
    knot = []
    now = server.COLLECT_AT_MOST_EVERY_SECONDS - 1.0
    asyncio.run(collector.freeze())
    assert gc.get_freeze_count() > 0.9 * frozen
    now += 2.0
    asyncio.run(collector.freeze())
    assert gc.get_freeze_count() < 0.6 * frozen


def test_the_qr_code_shows_the_address_black_on_white() -> None:
    address = "http://192.168.178.23:8765/"
    shown = qr_code(address)
    lines = shown.plain.splitlines()
    rows = [list(row) for row in segno.make_qr(address, error="l").matrix_iter(border=QUIET)]
    halves = {block: pair for pair, block in BLOCKS.items()}
    read = [[not halves[block][half] for block in line] for line in lines for half in (0, 1)]
    assert read[: len(rows)] == [[bool(dark) for dark in row] for row in rows]
    assert not any(any(row) for row in read[len(rows) :])
    assert {str(span.style) for span in shown.spans} | {str(shown.style)} >= {"#ffffff on #000000"}
    assert len(lines[0]) < 40


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--port", "70000"), "A port is a number from 0 to 65535"),
        (("--workers", "0"), "The number of workers must be from 1"),
        (("--grace", "-1"), "0 to 86400 seconds"),
        (("--keep", "0"), "1 to 3650 days"),
        (("--db", "oracle://x"), "oracle"),
    ],
)
def test_a_mistake_gets_one_clear_sentence(cli: Cli, arguments: tuple[str, ...], words: str) -> None:
    run = cli("serve", *arguments)
    assert run.code == 2
    assert run.out == ""
    assert words in run.err
    assert run.err.count("\n") == 1


# What it says


@pytest.fixture
def unserved(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything but the serving itself."""
    monkeypatch.setattr(Server, "run", lambda self, sockets: None)


@pytest.mark.usefixtures("unserved")
def test_unless_told_otherwise_tables_are_kept_for_ninety_days(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command line and the library say the same."""
    chosen = list[Settings]()

    def make_lobby(store: Store, thinkers: BotPool, settings: Settings) -> Lobby:
        chosen.append(settings)
        return Lobby(store, thinkers, settings)

    monkeypatch.setattr(serve, "Lobby", make_lobby)
    cli("serve", "--port", "0")
    assert chosen == [Settings()]
    assert Settings().keep_seconds == 90 * DAY_SECONDS


@pytest.mark.usefixtures("unserved")
def test_the_address_is_printed_and_another_port_is_told(cli: Cli) -> None:
    with listening(0) as sockets:
        taken = port_of(sockets)
        run = cli("serve", "--port", str(taken))
    told, here, end, *_ = run.out.splitlines()
    other = here.removeprefix("On this machine: http://localhost:").removesuffix("/")
    assert taken < int(other)
    assert told == f"Port {taken} is taken, so {other} is used instead."
    assert end == "Press Ctrl-C to stop the server."
    assert (run.code, run.err) == (0, "")


@pytest.mark.usefixtures("unserved")
def test_friends_see_the_address_in_the_network_and_on_a_terminal_its_code(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serve, "network_address", lambda: "192.168.1.7")
    plain = cli("serve", "--port", "0", "--lan").out
    assert "In your network: http://192.168.1.7:" in plain
    assert not set(BLOCKS.values()) - {" "} & set(plain)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert "█" in cli("serve", "--port", "0", "--lan").out
    assert "█" not in cli("serve", "--port", "0").out
    assert "█" not in cli("serve", "--port", "0", "--lan", "--plain").out
    monkeypatch.setattr(serve, "network_address", lambda: None)
    assert "no address in a network" in cli("serve", "--port", "0", "--lan").err


@pytest.mark.usefixtures("unserved")
def test_a_browser_is_opened_where_somebody_can_see_it(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(serve, "open_page", opened.append)
    monkeypatch.setattr(serve, "has_display", lambda: True)
    cli("serve", "--port", "0")  # nobody sits here
    cli("serve", "--port", "0", "--no-open")
    assert opened == []
    run = cli("serve", "--port", "0", "--open")
    assert opened
    assert opened[0] in run.out


@pytest.mark.parametrize(
    ("platform", "environment", "seen"),
    [
        ("linux", {}, False),
        ("linux", {"DISPLAY": ":0"}, True),
        ("linux", {"WAYLAND_DISPLAY": "wayland-0"}, True),
        ("darwin", {}, True),
        ("darwin", {"SSH_CONNECTION": "192.0.2.1 1 192.0.2.2 22"}, False),
    ],
)
def test_what_counts_as_a_screen(
    monkeypatch: pytest.MonkeyPatch, platform: str, environment: dict[str, str], seen: bool
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SSH_CONNECTION"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert serve.has_display() is seen


# How it ends


@contextmanager
def running(home: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The command itself in a process of its own, and its address."""
    command = [sys.executable, "-c", COMMAND, "serve", "--port", "0", "--workers", "1"]
    environment = {**os.environ, "ROWDY_HOME": str(home), "ROWDY_LANG": "en"}
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, env=environment) as process:
        try:
            assert process.stdout is not None
            here = process.stdout.readline()
            assert here.startswith("On this machine: "), here
            yield process, here.split()[-1].rstrip("/")
        finally:
            process.kill()


def test_it_ends_with_a_word_to_everybody_and_goes_on_where_it_was(tmp_path: Path) -> None:
    with running(tmp_path) as (process, address), Visitor(address) as visitor:
        opened = visitor.open("rubik", "me", "me")
        with visitor.live(opened["table"], "1") as ann:
            step = ann.sit("Ann")["n"]
            process.send_signal(signal.SIGINT)
            assert ann.hear("bye")["code"] == "server-stops"
            with pytest.raises(ConnectionClosed) as caught:
                ann.socket.recv(timeout=10)
        out, err = process.communicate(timeout=20)
    assert caught.value.rcvd is not None
    assert caught.value.rcvd.code == 1001
    assert process.returncode == INTERRUPTED
    assert err == ""
    assert "All tables are kept" in out

    with running(tmp_path) as (process, address), Visitor(address) as again:
        again.enter(opened["seats"][0]["link"])
        with again.live(opened["table"], "1") as ann:
            hello = ann.hear("hello")
        assert hello["n"] == step
        assert hello["view"]["seats"][0]["name"] == "Ann"
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate(timeout=20)
    assert (process.returncode, err) == (0, "")


def test_told_twice_it_goes_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    async def app(scope: object, receive: object, send: object) -> None: ...

    async def goodbye() -> None: ...

    left: list[int] = []
    monkeypatch.setattr(os, "_exit", left.append)
    ending = Server(app, goodbye)
    ending.handle_exit(signal.SIGINT, None)
    assert (ending.should_exit, ending.interrupted, left) == (True, True, [])
    ending.handle_exit(signal.SIGTERM, None)
    assert left == []
    ending.handle_exit(signal.SIGINT, None)
    assert left == [INTERRUPTED]
