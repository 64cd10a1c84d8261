"""Tries whether an installed Rowdy works: commands, a game of bots in each game, and a move at a live table.

VENV/bin/python scripts/smoke.py [--slow 4]

Runs the `rowdy` beside the Python that runs this, in a home of its own, and needs only what Rowdy itself needs.
"""

from __future__ import annotations

import argparse
import json
import os
import secrets
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.cookiejar import CookieJar
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.request import HTTPCookieProcessor, Request, build_opener

from websockets.sync.client import ClientConnection, connect

from rowdy.rules.catalog import games

ROWDY = str(Path(sys.executable).with_name("rowdy"))
PATIENCE = 900
"""How long one command may take, in seconds."""
SOON = 20
"""How long the server may take to answer, in seconds."""
SLOW = 1.0
"""By how much a busy machine may exceed these."""


def at_home(home: str) -> dict[str, str]:
    """The environment for commands that neither read nor leave anything of the user's."""
    others = {name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "PYTHON", "ROWDY_"))}
    return {**others, "HOME": home, "ROWDY_LANG": "en"}


def run(environment: Mapping[str, str], *arguments: str) -> None:
    print("rowdy", *arguments, flush=True)
    done = subprocess.run((ROWDY, *arguments), env=environment, capture_output=True, text=True, timeout=PATIENCE * SLOW)
    if done.returncode:
        sys.exit(f"{done.stdout}{done.stderr}rowdy {arguments[0]} has failed with {done.returncode}")


@contextmanager
def serving(environment: Mapping[str, str]) -> Iterator[str]:
    """The address of `rowdy serve`, which must end well when it is told to."""
    print("rowdy serve", flush=True)
    command = (ROWDY, "serve", "--port", "0", "--workers", "1", "--no-open")
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            yield server.stdout.readline().split()[-1].rstrip("/")
            server.send_signal(signal.SIGTERM)
            if server.wait(SOON * SLOW):
                sys.exit(f"rowdy serve has ended with {server.returncode}")
        finally:
            server.kill()


class Visitor:
    """A browser with cookies."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.cookies = CookieJar()
        self._opener = build_opener(HTTPCookieProcessor(self.cookies))

    def ask(self, path: str, body: object = None) -> bytes:
        headers = {"Origin": self.address, "Content-Type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        with self._opener.open(Request(self.address + path, data, headers), timeout=SOON * SLOW) as answer:
            content: bytes = answer.read()
            return content

    def connect(self, table: str) -> ClientConnection:
        path = f"/api/tables/{table}/live?as=1"
        request = Request(self.address + path)
        self.cookies.add_cookie_header(request)
        headers = {"Cookie": request.get_header("Cookie") or "", "Origin": self.address}
        return connect(self.address.replace("http", "ws") + path, additional_headers=headers)


def hear(line: ClientConnection, kind: str, answers: str = "") -> dict[str, Any]:
    """The next message of this kind that answers this command, if one is named."""
    while True:
        message: dict[str, Any] = json.loads(line.recv(timeout=SOON * SLOW))
        if message["type"] == kind and answers in ("", message.get("answers")):
            return message


def play_live(address: str) -> None:
    """Opens the page and a table against a bot, sits down and makes a move, which the bot answers."""
    visitor = Visitor(address)
    assert b"<html" in visitor.ask("/")
    seats = [{"who": "me"}, {"who": "bot", "bot": "random"}]
    opened = json.loads(visitor.ask("/api/tables", {"game": "rubik", "seats": seats, "starter": 0}))
    with visitor.connect(opened["table"]) as line:
        seen = hear(line, "hello")["n"]
        sit = {"do": "sit", "id": "sit", "seen": seen, "name": "Ann", "nonce": secrets.token_hex(16)}
        line.send(json.dumps(sit))
        step = hear(line, "step", answers="sit")
        move = step["view"]["picture"]["moves"][0]["move"]
        line.send(json.dumps({"do": "play", "id": "move", "seen": step["n"], "move": move}))
        print("live:", hear(line, "step", answers="move")["say"])
        print("live:", hear(line, "step")["say"])


def main() -> None:
    global SLOW
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--slow", type=float, default=SLOW, help="allow so many times as long, on a busy machine")
    SLOW = parser.parse_args().slow
    with TemporaryDirectory() as home:
        environment = at_home(home)
        for command in (["--version"], ["games"], ["prepare"]):
            run(environment, *command)
        for game in games():
            run(environment, "play", game, "--seats", "greedy,easy", "--seed", "1", "--plain")
        with serving(environment) as address:
            play_live(address)


if __name__ == "__main__":
    main()
