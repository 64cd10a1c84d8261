"""`rowdy serve`: runs the server, with tables for people and bots, on this machine or in the network."""

from __future__ import annotations

import argparse
import os
import re
import socket
import sys
import threading
import webbrowser
from contextlib import ExitStack
from dataclasses import dataclass
from ipaddress import ip_network
from itertools import zip_longest
from typing import get_args

import segno
from rich.text import Text

from rowdy.interfaces.cli.screen import INTERRUPTED, Screen
from rowdy.interfaces.cli.workers import check_workers
from rowdy.interfaces.web.http.app import make_app
from rowdy.interfaces.web.http.security import Hosts
from rowdy.interfaces.web.live.lobby import Lobby
from rowdy.interfaces.web.logs import LogForm, Watched, logging_to_stderr
from rowdy.interfaces.web.metrics import read_address, serving_metrics
from rowdy.interfaces.web.server import (
    LOCAL_PROXIES,
    LanDoor,
    Server,
    listen,
    network_address,
    port_of,
    raise_file_limit,
)
from rowdy.interfaces.web.settings import DAY_SECONDS, GRACE_SECONDS, KEEP_DAYS, Settings
from rowdy.interfaces.web.store.store import open_store
from rowdy.interfaces.words import Words
from rowdy.play.bots.pool import BotPool
from rowdy.rules.catalog import broken_guests
from rowdy.rules.game import InvalidSetup
from rowdy.search.compilation import KERNEL_CACHE

ROOT_PATH = re.compile(r"(/[A-Za-z0-9._~-]+)+/?")
MAX_WORKERS = 64
MAX_GRACE = 86_400
MAX_DAYS = 3_650
BLOCKS = {(True, True): "█", (True, False): "▀", (False, True): "▄", (False, False): " "}
QUIET = 2
"""The quiet zone around a QR code, in modules; the standard asks for four, but scanners accept less on a screen."""
PORT = 8765


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    parser.add_argument("--port", type=int, metavar="N", default=PORT, help=words("help-serve-port", number=str(PORT)))
    parser.add_argument("--lan", action="store_true", help=words("help-serve-lan"))
    parser.add_argument("--host-name", action="append", metavar="NAME", help=words("help-serve-host-name"))
    parser.add_argument("--proxy", action="append", metavar="ADDRESS", help=words("help-serve-proxy"))
    parser.add_argument("--root-path", metavar="PATH", default="", help=words("help-serve-root-path"))
    parser.add_argument("--db", metavar="URL", help=words("help-serve-db"))
    parser.add_argument("--workers", type=int, metavar="N", help=words("help-serve-workers"))
    parser.add_argument(
        "--grace",
        type=int,
        metavar="SECONDS",
        default=GRACE_SECONDS,
        help=words("help-serve-grace", number=str(GRACE_SECONDS)),
    )
    parser.add_argument(
        "--keep", type=int, metavar="DAYS", default=KEEP_DAYS, help=words("help-serve-keep", number=str(KEEP_DAYS))
    )
    parser.add_argument("--metrics", metavar="PORT", help=words("help-serve-metrics"))
    parser.add_argument("--log", choices=get_args(LogForm), default="text", help=words("help-serve-log"))
    parser.add_argument("--log-requests", action="store_true", help=words("help-serve-log-requests"))
    parser.add_argument("--log-addresses", action="store_true", help=words("help-serve-log-addresses"))
    parser.add_argument("--open", action=argparse.BooleanOptionalAction, help=words("help-serve-open"))


def run(screen: Screen, args: argparse.Namespace) -> int:
    options = ServeOptions(
        args.port,
        args.lan,
        args.db,
        args.workers,
        args.grace,
        args.keep,
        tuple(args.host_name or ()),
        args.open,
        Hosting(tuple(args.proxy or ()), args.root_path, args.metrics, args.log, args.log_requests, args.log_addresses),
    )
    return run_serve(screen, options)


@dataclass(frozen=True)
class Hosting:
    """Options for those who host a server for others."""

    proxies: tuple[str, ...] = ()
    """The addresses and networks of proxies; if empty, a proxy must be on this machine."""
    root_path: str = ""
    metrics: str | None = None
    """A port, or ADDRESS:PORT, where Prometheus can fetch metrics."""
    log: LogForm = "text"
    log_requests: bool = False
    log_addresses: bool = False

    def check(self) -> None:
        for text in self.proxies:
            try:
                ip_network(text)
            except ValueError:
                raise InvalidSetup("proxy-address", text=text) from None
        if self.root_path and not ROOT_PATH.fullmatch(self.root_path):
            raise InvalidSetup("root-path", text=self.root_path)


@dataclass(frozen=True)
class ServeOptions:
    port: int
    lan: bool
    db: str | None
    workers: int | None
    grace: int
    """For how many seconds somebody may be away."""
    keep: int
    """How long a table is kept, in days."""
    host_names: tuple[str, ...]
    open: bool | None
    """Whether to open a browser; `None` to do so if this machine has a display."""
    hosting: Hosting = Hosting()

    def check(self) -> None:
        if not 0 <= self.grace <= MAX_GRACE:
            raise InvalidSetup("grace-range", most=MAX_GRACE)
        if not 1 <= self.keep <= MAX_DAYS:
            raise InvalidSetup("keep-range", most=MAX_DAYS)
        self.hosting.check()

    @property
    def proxied(self) -> bool:
        """True if requests come through a proxy."""
        return bool(self.host_names or self.hosting.proxies)

    @property
    def thinkers(self) -> int:
        """The number of processes for bots; by default one core is left to the server."""
        if self.workers is None:
            return max(1, check_workers(None, MAX_WORKERS) - 1)
        return check_workers(self.workers, MAX_WORKERS)


def run_serve(screen: Screen, options: ServeOptions) -> int:
    options.check()
    thinkers = BotPool(options.thinkers)
    with ExitStack() as held:
        store = held.enter_context(open_store(options.db))
        sockets = listen(options.port, options.lan)
        for opened in sockets:
            held.callback(opened.close)
        raise_file_limit()
        network = _network(port_of(sockets)) if options.lan else None
        proxied, hosting = options.proxied, options.hosting
        settings = Settings(
            grace_seconds=options.grace,
            keep_seconds=options.keep * DAY_SECONDS,
            behind_proxy=proxied,
            root_path=hosting.root_path.rstrip("/"),
        )
        lobby = Lobby(store, thinkers, settings)
        door = None if options.lan or proxied else LanDoor()
        app, live = make_app(lobby, _hosts(options), network, door)

        async def goodbye() -> None:
            screen.say(screen.words("serve-ending"))
            await live.goodbye()

        watched = Watched(app, lobby.counters, hosting.log_addresses)
        proxies = hosting.proxies or LOCAL_PROXIES
        server = Server(watched, goodbye, proxied, proxies, alone=True, limits=settings.traffic)
        if hosting.metrics is not None:
            place = read_address(hosting.metrics)
            held.enter_context(serving_metrics(place, lobby, lambda: server.traffic.connections))
        requests = hosting.log_requests or hosting.log_addresses
        held.enter_context(logging_to_stderr(hosting.log, requests, hosting.log_addresses))
        if door:
            door.belong_to(server, port_of(sockets))
        for error in broken_guests().values():
            screen.complain(screen.words.error(error))
        _announce(screen, options, port_of(sockets), network)
        server.run(sockets)
    screen.say(screen.words("serve-ended"))
    return INTERRUPTED if server.interrupted else 0


def _network(port: int) -> str | None:
    address = network_address()
    return address and f"http://{address}:{port}"


def _hosts(options: ServeOptions) -> Hosts:
    machine = socket.gethostname() if options.lan else ""
    own = (machine, f"{machine}.local") if machine else ()
    return Hosts.of((*own, *options.host_names), any_address=options.lan)


# Output


def _announce(screen: Screen, options: ServeOptions, port: int, network: str | None) -> None:
    words, home = screen.words, f"http://localhost:{port}/"
    if port != options.port != 0:
        screen.say(words("serve-port-taken", port=options.port, other=port))
    screen.say(words("serve-here", address=home), style="bold")
    if options.lan and network is None:
        screen.complain(words("serve-no-network"))
    elif options.lan:
        screen.say(words("serve-network", address=f"{network}/"), style="bold")
        if not screen.plain and not screen.console.no_color and not screen.console.options.ascii_only:
            screen.show(qr_code(f"{network}/"))
    screen.say(words("serve-end"))
    if KERNEL_CACHE.missing():
        screen.say(words("preparing"))
    if options.open or (options.open is None and screen.interactive and has_display()):
        open_page(home)


def qr_code(address: str) -> Text:
    """The QR code of an address, black on white whatever the terminal's colours, two rows of modules a line."""
    rows = [[not dark for dark in row] for row in segno.make_qr(address, error="l").matrix_iter(border=QUIET)]
    light = [True] * len(rows[0])
    lines = [
        "".join(BLOCKS[upper, lower] for upper, lower in zip(above, below, strict=True))
        for above, below in zip_longest(rows[::2], rows[1::2], fillvalue=light)
    ]
    return Text("\n").join(Text(line, style="#ffffff on #000000") for line in lines)


def open_page(address: str) -> None:
    """Opens a browser in a thread, as some browsers block their caller."""
    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def has_display() -> bool:
    """True if a browser opened here is visible to the person at this machine."""
    if sys.platform in ("win32", "darwin"):
        return "SSH_CONNECTION" not in os.environ
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
