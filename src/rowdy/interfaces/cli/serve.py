"""`rowdy serve`: tables for people and bots, on this machine or in the network."""

from __future__ import annotations

import os
import socket
import sys
import threading
import webbrowser
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import zip_longest

import segno
from rich.text import Text

from rowdy.interfaces.cli.play import INTERRUPTED
from rowdy.interfaces.cli.screen import Screen
from rowdy.interfaces.cli.workers import check_workers
from rowdy.interfaces.web.app import make_app
from rowdy.interfaces.web.hub import DAY, Hub, Settings
from rowdy.interfaces.web.security import Hosts
from rowdy.interfaces.web.server import Server, listen, network_address, port_of, raise_file_limit
from rowdy.interfaces.web.store import open_store
from rowdy.play.thinkers import Thinkers
from rowdy.rules.game import InvalidSetup

MOST_WORKERS = 64
MOST_GRACE = 86_400
MOST_DAYS = 3_650
BLOCKS = {(True, True): "█", (True, False): "▀", (False, True): "▄", (False, False): " "}
QUIET = 2
"""How many light modules surround the code; scanners ask for four, but make do with less on a screen."""


@dataclass(frozen=True)
class Options:
    port: int
    lan: bool
    db: str | None
    workers: int | None
    grace: int
    """For how many seconds somebody may be away."""
    keep: int
    """For how many days a table is kept."""
    host_names: tuple[str, ...]
    open: bool | None
    """Whether to open a browser; if nothing was said, where there is somebody to look at it."""

    def check(self) -> None:
        if not 0 <= self.grace <= MOST_GRACE:
            raise InvalidSetup("grace-range", most=MOST_GRACE)
        if not 1 <= self.keep <= MOST_DAYS:
            raise InvalidSetup("keep-range", most=MOST_DAYS)

    @property
    def thinkers(self) -> int:
        """One core is left to the server."""
        if self.workers is None:
            return max(1, check_workers(None, MOST_WORKERS) - 1)
        return check_workers(self.workers, MOST_WORKERS)


def run_serve(screen: Screen, options: Options) -> int:
    options.check()
    thinkers = Thinkers(options.thinkers)
    with ExitStack() as held:
        store = held.enter_context(open_store(options.db))
        sockets = listen(options.port, options.lan)
        for opened in sockets:
            held.callback(opened.close)
        raise_file_limit()
        network = _network(port_of(sockets)) if options.lan else None
        proxied = bool(options.host_names)
        hub = Hub(store, thinkers, Settings(options.grace, options.keep * DAY, behind_proxy=proxied))
        app, live = make_app(hub, _hosts(options), network)

        async def goodbye() -> None:
            screen.say(screen.words("serve-ending"))
            await live.goodbye()

        server = Server(app, goodbye, behind_proxy=proxied, alone=True)
        _announce(screen, options, port_of(sockets), network)
        server.run(sockets)
    screen.say(screen.words("serve-ended"))
    return INTERRUPTED if server.interrupted else 0


def _network(port: int) -> str | None:
    address = network_address()
    return address and f"http://{address}:{port}"


def _hosts(options: Options) -> Hosts:
    machine = socket.gethostname() if options.lan else ""
    own = (machine, f"{machine}.local") if machine else ()
    return Hosts.of((*own, *options.host_names), any_address=options.lan)


# What is said


def _announce(screen: Screen, options: Options, port: int, network: str | None) -> None:
    words, home = screen.words, f"http://localhost:{port}/"
    if port != options.port != 0:
        screen.say(words("serve-port-taken", port=options.port, other=port))
    screen.say(words("serve-here", address=home), style="bold")
    if options.lan and network is None:
        screen.complain(words("serve-no-network"))
    elif options.lan:
        screen.say(words("serve-network", address=f"{network}/"), style="bold")
        if not screen.plain and not screen.console.no_color:
            screen.show(qr_code(f"{network}/"))
    screen.say(words("serve-end"))
    if options.open or (options.open is None and screen.interactive and has_display()):
        open_page(home)


def qr_code(address: str) -> Text:
    """Black on white whatever the terminal's colours, with two rows of the code in a line."""
    rows = [[not dark for dark in row] for row in segno.make_qr(address, error="l").matrix_iter(border=QUIET)]
    light = [True] * len(rows[0])
    lines = [
        "".join(BLOCKS[upper, lower] for upper, lower in zip(above, below, strict=True))
        for above, below in zip_longest(rows[::2], rows[1::2], fillvalue=light)
    ]
    return Text("\n").join(Text(line, style="#ffffff on #000000") for line in lines)


def open_page(address: str) -> None:
    """In a thread, as some browsers keep whoever opens them waiting."""
    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def has_display() -> bool:
    """Whether a browser that is opened here can be seen by the person who sits here."""
    if sys.platform in ("win32", "darwin"):
        return "SSH_CONNECTION" not in os.environ
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
