"""`rowdy serve` as a process of its own, which can be killed, stopped or run out of what it needs."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

WAIT_SECONDS = 100
SERVE = """
import sys
sys.modules["numba"] = None  # no compiler is left running behind the test
from rowdy.interfaces.cli.main import main
sys.exit(main(sys.argv[1:]))
"""


class Server:
    """`rowdy serve` as a process that can be killed and started again."""

    def __init__(self, home: Path, db: str | None = None) -> None:
        """`db` is where its tables are, if not in a file at its home."""
        self.home = home
        self.db = db
        self.errors = home / "errors"

    def start(self) -> None:
        home = {"ROWDY_HOME": str(self.home), "XDG_CACHE_HOME": str(self.home / "cache")}
        command = [sys.executable, "-c", SERVE, "serve", "--port", "0", "--no-open", "--workers", "1"]
        command += ["--db", self.db] if self.db else []
        with self.errors.open("a") as errors:
            self.process = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=errors, text=True, env=os.environ | home
            )
        assert self.process.stdout is not None
        found = re.search(r":(\d+)/", self.process.stdout.readline())
        assert found, self.errors.read_text()
        self.address = f"http://127.0.0.1:{found[1]}"

    @property
    def alive(self) -> bool:
        return self.process.poll() is None

    def kill(self) -> None:
        """With what it has started, which must notice by itself."""
        workers = running(self.process.pid)
        self.end(signal.SIGKILL)
        until = time.monotonic() + WAIT_SECONDS
        while workers & running():
            assert time.monotonic() < until
            time.sleep(0.02)

    def end(self, how: signal.Signals) -> int:
        self.process.send_signal(how)
        self.process.communicate(timeout=WAIT_SECONDS)
        return self.process.returncode


def running(parent: int | None = None) -> set[int]:
    """All processes that live, or those that this one has started."""
    listed = subprocess.run(["ps", "-A", "-o", "pid=,ppid=,stat="], capture_output=True, text=True, check=True)
    found = [line.split() for line in listed.stdout.splitlines()]
    return {int(pid) for pid, ppid, stat in found if parent in (None, int(ppid)) and not stat.startswith("Z")}
