"""How long the second start takes: `python -m tests.browser.second_start`.

From `rowdy serve`, on a machine that has run it before, to a board in Chromium on which the first move can be made.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Browser

from tests.browser.guests import CHROMIUM, OFFERED, chromium

MAX_SECONDS = 5.0
GAMES = ("xoxo", "rubik", "xoxo2", "djeco")


def serve(home: Path) -> tuple[subprocess.Popen[str], str]:
    """A server with this home, and its address."""
    command = [sys.executable, "-m", "rowdy", "serve", "--port", "0", "--no-open"]
    environment = os.environ | {"ROWDY_HOME": str(home)}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment)
    assert process.stdout is not None
    found = re.search(r"http://\S+", process.stdout.readline())
    assert found
    return process, found[0]


def start(browser: Browser, home: Path, game: str) -> tuple[float, float]:
    """The seconds until the server is there, and until somebody who then clicks Play has a board to play on."""
    began = time.perf_counter()
    process, address = serve(home)
    served = time.perf_counter() - began
    try:
        page = browser.new_page()
        page.goto(address)
        page.locator(f"[data-play={game}]").click()
        page.locator(OFFERED).first.wait_for()
        return served, time.perf_counter() - began
    finally:
        process.terminate()
        process.wait()


def main() -> None:
    if CHROMIUM is None:
        raise SystemExit("Chromium is not installed.")
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        start(browser, Path(folder), GAMES[0])  # the first start, which does not count
        times = {game: start(browser, Path(folder), game) for game in GAMES}
    for game, (served, playable) in times.items():
        print(f"{game:6} served after {served:.1f} s, a playable board after {playable:.1f} s")
    slowest = max(playable for _, playable in times.values())
    print(f"slowest: {slowest:.1f} s, of at most {MAX_SECONDS} s")
    raise SystemExit(slowest > MAX_SECONDS)


if __name__ == "__main__":
    main()
