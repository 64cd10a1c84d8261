"""A PostgreSQL server of the tests' own, from whatever version is installed."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

WAIT_SECONDS = 60
SERVE = '"$@" & read -r _; kill -QUIT $!; wait; rm -rf "$PWD"'
"""Serves until nobody holds the other end of the input any more, so a killed test run leaves nothing behind either."""
_RESTARTED: list[subprocess.Popen[bytes]] = []
"""Servers that were started again, which end with the first."""
EMPTY = "DROP SCHEMA public CASCADE; CREATE SCHEMA public"


def find_programs() -> Path | None:
    """The folder with `initdb`: Debian keeps it off the path, in one for each version."""
    found = shutil.which("initdb")
    if found:
        return Path(found).resolve().parent  # where the other programs are, too
    folders = [path.parent for path in Path("/usr/lib/postgresql").glob("*/bin/initdb")]
    return max(folders, key=lambda folder: float(folder.parent.name), default=None)


def _user() -> str | None:
    """Whom to run as: PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return None
    return "postgres" if any(user.pw_name == "postgres" for user in pwd.getpwall()) else "nobody"


@contextmanager
def running(programs: Path) -> Iterator[str]:
    """The address of a server that listens on a socket in a temporary folder, and at no port."""
    folder = Path(tempfile.mkdtemp(prefix="rowdy-"))  # pytest's own would be too long for a socket
    user = _user()
    try:
        if user:
            shutil.chown(folder, user, pwd.getpwnam(user).pw_gid)
        data, log = str(folder / "data"), folder / "log"
        settings = ["-U", "rowdy", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync"]
        subprocess.run(
            [programs / "initdb", "-D", data, *settings],
            cwd=folder,
            user=user,
            stdin=subprocess.DEVNULL,
            check=True,
            capture_output=True,
        )
        with log.open("w") as output:
            server = subprocess.Popen(
                ["sh", "-c", SERVE, "sh", programs / "postgres", "-D", data, "-k", folder, "-h", ""],
                cwd=folder,
                user=user,
                stdin=subprocess.PIPE,
                stdout=output,
                stderr=output,
            )
        try:
            address = f"postgresql://rowdy@/postgres?host={folder}"
            _wait_for(address, log)
            yield address
        finally:
            assert server.stdin
            while _RESTARTED:
                with _RESTARTED.pop() as restarted:
                    restarted.send_signal(signal.SIGQUIT)
            server.stdin.close()
            server.wait(WAIT_SECONDS)
    finally:
        shutil.rmtree(folder, ignore_errors=True)  # the server has removed it, if it got that far


def _wait_for(address: str, log: Path) -> None:
    end = time.monotonic() + WAIT_SECONDS
    while True:
        try:
            return psycopg.connect(address).close()
        except psycopg.OperationalError:
            if time.monotonic() > end:
                raise RuntimeError(log.read_text()) from None
            time.sleep(0.02)


def empty(address: str) -> None:
    """Forgets what the test before has left."""
    with psycopg.connect(address, autocommit=True, options="-c lock_timeout=10s") as connection:
        connection.execute(EMPTY)


def _folder(address: str) -> Path:
    return Path(address.rpartition("=")[2])


def _parent(folder: Path) -> int:
    """The process that has started all others of a server."""
    return int((folder / "data" / "postmaster.pid").read_text().splitlines()[0])


def _children(pid: int) -> list[int]:
    return list(map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split()))


@contextmanager
def stopped(address: str) -> Iterator[None]:
    """A server that is stopped meanwhile, as by a frozen machine: its connections stay open and nothing answers."""
    parent = _parent(_folder(address))
    os.kill(parent, signal.SIGSTOP)  # first, so that no others come
    pids = [parent, *_children(parent)]
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in pids:
            os.kill(pid, signal.SIGCONT)


def restart(address: str, pause_seconds: float = 0.0) -> None:
    """Ends a server with all its connections, and starts it again after a pause."""
    folder = _folder(address)
    parent = _parent(folder)
    command = Path(f"/proc/{parent}/cmdline").read_bytes().split(b"\0")[:-1]
    os.kill(parent, signal.SIGINT)
    end = time.monotonic() + WAIT_SECONDS
    while (folder / "data" / "postmaster.pid").exists():
        assert time.monotonic() < end
        time.sleep(0.02)
    time.sleep(pause_seconds)
    with (folder / "log").open("a") as output:
        _RESTARTED.append(
            subprocess.Popen(command, cwd=folder, user=_user(), stdin=subprocess.DEVNULL, stdout=output, stderr=output)
        )
    _wait_for(address, folder / "log")
