"""A server that gets no more open files: who is there plays on, and others come when there is room again."""

from __future__ import annotations

import resource
import signal
import sys
import time
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from tests.interfaces.web.server_process import Server
from tests.interfaces.web.serving import Visitor
from tests.interfaces.web.test_protocols import raw

SPARE_FILES, FLOOD = 10, 300
MAX_MOVE_SECONDS = 1.0
MAX_LOG_BYTES = 20_000
WAIT_SECONDS = 30
TOO_MANY = "no connection can be accepted: Too many open files"


class Game:
    """Two people at a table, who make whatever move is offered first."""

    def __init__(self, ann: Visitor, stack: ExitStack) -> None:
        table = ann.open("xoxo", "me", "me")["table"]
        self.lines = [stack.enter_context(ann.live(table, place)) for place in "12"]
        self.lines[0].sit("Ann")
        ben = self.lines[1].sit("Ben")["view"]
        self.views = [self.lines[0].hear("step")["view"], ben]

    def move(self) -> None:
        """Makes a move, which everybody is told in time."""
        mover = next(seat for seat, view in enumerate(self.views) if "play" in view["can"])
        began = time.perf_counter()
        told = self.lines[mover].command("play", move=self.views[mover]["picture"]["moves"][0]["move"])
        heard = self.lines[1 - mover].hear("step")
        assert time.perf_counter() - began < MAX_MOVE_SECONDS
        self.views[mover], self.views[1 - mover] = told["view"], heard["view"]


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="ONLY LINUX lets one process set the limits of another")
def test_where_files_run_out_games_go_on(tmp_path: Path) -> None:
    server = Server(tmp_path)
    server.start()
    try:
        with Visitor(server.address) as ann, ExitStack() as stack:
            game = Game(ann, stack)
            game.move()
            files = len(list(Path(f"/proc/{server.process.pid}/fd").iterdir())) + SPARE_FILES
            resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (files, files))
            with ExitStack() as flood:
                for _ in range(FLOOD):
                    flood.enter_context(raw(server.address))
                until = time.monotonic() + WAIT_SECONDS
                while TOO_MANY not in server.errors.read_text():
                    assert time.monotonic() < until
                    time.sleep(0.02)
                for _ in range(10):
                    game.move()
            while not welcome(server.address):
                assert time.monotonic() < until
            game.move()
        log = server.errors.read_text()
        assert len(log) < MAX_LOG_BYTES
        assert "Traceback" not in log
    finally:
        server.end(signal.SIGINT)


def welcome(address: str) -> bool:
    """True if somebody who comes now is answered, and can open a table."""
    try:
        with Visitor(address) as ben:
            ben.open("rubik", "me", "me")
    except httpx.TransportError:
        return False
    return True
