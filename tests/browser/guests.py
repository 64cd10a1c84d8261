"""People at their browsers: they do only what the page offers, and note what went wrong there."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from random import Random
from typing import Any
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    Response,
    Route,
    WebSocket,
    expect,
    sync_playwright,
)

from tests.browser.house import House

CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium")
"""Without its windows, of which nobody sees anything, it needs half the time."""
DESKTOP, PHONE = (1280, 800), (390, 844)
SOON = 30_000
"""So many milliseconds are waited for anything, by expectations too."""
expect.set_options(timeout=SOON)
LOST = re.compile(r"WebSocket connection to .* failed|net::ERR_")
"""What Chromium says by itself while there is no net."""

NUMBERS = tuple(map(str, range(80, 98)))
"""A deck of Djeco in which each number is on one red and one blue card, and could be nothing else."""
NUMBER = re.compile(r"\b[rb]?([89]\d)\b")

BUTTONS = ".board-plain [aria-disabled=false]"
OFFERED = f".play .is-source, .play .is-target, {BUTTONS}"
LOGGED = "[data-testid=log] .told"
LOG = "[data-testid=log][data-steps]"
"""The log comes after the board, which does not wait for it."""
STEPS = f"() => Number(document.querySelector('{LOG}')?.dataset.steps ?? 0)"
MORE_STEPS = f"(count) => ({STEPS})() > count"
OVER = ".desk[data-phase=over]"
READY = f"() => document.querySelector('{OVER}') || document.querySelector('{OFFERED}')"
SETTLED = f"() => document.querySelector('{OVER}') || document.querySelector('{OFFERED}, .others .strip.is-turn')"
CHOICES = f"""() => {{
  const all = (selector, name) =>
    [...document.querySelectorAll(selector)].map((node) => `${{selector}}[${{name}}="${{node.getAttribute(name)}}"]`);
  const steps = [
    all(".chooser [data-move]", "data-move"),
    document.querySelector(".has-pick") ? all(".square.is-target", "data-square") : [],
    [
      ...all(".piece.is-source", "data-nth"), ...all(".square.is-source", "data-square"),
      ...all(".square.is-target", "data-square"), ...all("{BUTTONS}", "data-move"),
    ],
  ];
  return steps.find((step) => step.length) ?? [];
}}"""
"""What can be clicked next, as selectors."""
UNDECIDED = "() => document.querySelector('.has-pick:not(.is-waiting), .chooser [data-move]') !== null"
CLICK = f"(selector) => {{ document.querySelector(selector)?.click(); return ({UNDECIDED})(); }}"


@contextmanager
def chromium() -> Iterator[Browser]:
    """Debian's own; root may only do without its sandbox."""
    assert CHROMIUM
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=arguments)
        yield browser
        browser.close()


class Guest:
    """Somebody at a browser, known there by name.

    Motion is off and others' moves are shown as they come, unless that is wanted, so that nobody waits for it.
    """

    def __init__(
        self,
        browser: Browser,
        house: House,
        name: str,
        size: tuple[int, int] = DESKTOP,
        speed: str = "none",
        **more: Any,
    ) -> None:
        width, height = size
        known = {"rowdy-speed": speed} | ({"rowdy-name": name} if name else {})
        kept = [{"name": key, "value": json.dumps(value)} for key, value in known.items()]
        options: dict[str, Any] = {
            "viewport": {"width": width, "height": height},
            "storage_state": {"cookies": [], "origins": [{"origin": house.address, "localStorage": kept}]},
            "locale": "en-GB",
            "reduced_motion": "reduce",
            **more,
        }
        self.house = house
        self.context: BrowserContext = browser.new_context(base_url=house.address, **options)
        self.context.set_default_timeout(SOON)
        self.rng = Random(f"{house.fate} {name}")
        self.troubles: list[str] = []
        self.frames: list[tuple[str, str]] = []
        """All that came by WebSockets, each with the place it was told to."""
        self.sent: list[dict[str, Any]] = []
        self.responses: list[Response] = []
        self.context.on("console", self._said)
        self.context.on("weberror", lambda error: self.troubles.append(str(error.error)))
        self.context.on("response", lambda response: self.responses.append(response))
        self.page: Page = self.new_page()

    def new_page(self) -> Page:
        page = self.context.new_page()
        page.on("websocket", self._connected)
        return page

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.troubles.append(message.text)

    def _connected(self, socket: WebSocket) -> None:
        (place,) = parse_qs(urlsplit(socket.url).query)["as"]
        socket.on("framereceived", lambda payload: self.frames.append((place, str(payload))))
        socket.on("framesent", lambda payload: self.sent.append(json.loads(payload)))

    def bear(self, expected: re.Pattern[str] = LOST) -> None:
        """Of what went wrong, some was to be expected."""
        self.troubles = [trouble for trouble in self.troubles if not expected.search(trouble)]

    # The page

    def one(self, testid: str) -> Locator:
        return self.page.get_by_test_id(testid)

    def all(self, selector: str) -> Locator:
        return self.page.locator(selector)

    def go(self, path: str) -> None:
        self.page.goto(path)

    def text(self) -> str:
        """All that is written on the page."""
        text: str = self.page.evaluate("document.body.innerText")
        return text

    def html(self) -> str:
        """All that is in the page, seen or not; less the words that all pages hold, and the shapes of drawings."""
        html: str = self.page.evaluate(
            """() => {
              const page = document.documentElement.cloneNode(true);
              page.querySelector("#words")?.remove();
              for (const shape of page.querySelectorAll("svg, svg *")) {
                for (const name of shape.getAttributeNames()) if (name !== "class") shape.removeAttribute(name);
              }
              return page.outerHTML;
            }"""
        )
        return html

    def told(self, place: str) -> str:
        """All that was told to one place."""
        return "\n".join(text for name, text in self.frames if name == place)

    def traffic(self) -> str:
        """All that this browser was told, as far as the page that is open now asked for it."""
        bodies = [response.text() for response in self.responses if "/api/" in response.url and response.status == 200]
        return "\n".join([*(text for _, text in self.frames), *bodies])

    def fetch(self, path: str) -> str:
        """What the server gives to this browser."""
        return self.context.request.get(path).text()

    # Tables

    def open(self, game: str, *seats: str, deck: Sequence[str] = (), position: str = "", **ticked: bool) -> None:
        """Opens a table as people do. A seat is `me`, `person`, `friend` or a bot's name.

        A deck or a position of one's own is no part of the page, so it is put into what that asks for.
        """
        self.go(f"/new/{game}")
        more = {"deck": list(deck)} if deck else {"position": position} if position else {}
        if more:
            self.page.route("**/api/tables?*", lambda route: _with(route, more))
        if len(seats) > 2:
            self.all(f"input[name=count][value='{len(seats)}']").check()
        for number, who in enumerate(seats):
            value = who if who in ("me", "person", "friend") else f"bot:{who}"
            self.all(f"#seat-{number}").select_option(value)
        for name, on in ticked.items():
            self.all(f"input[name={name}]").set_checked(on)
        self.all("#new .main").click()
        self.page.wait_for_url("**/table/*")
        self.page.wait_for_function("() => document.querySelector('.desk, dialog, .pass')")

    def sit(self, *names: str) -> None:
        """Says the names that are asked for."""
        for number, name in enumerate(names):
            self.one(f"name-{number + 1}").fill(name)
        self.one("sit").click()

    # Moves

    def wait(self) -> None:
        """Until one can move, or all is over."""
        self.page.wait_for_function(READY)

    @property
    def table(self) -> str:
        return urlsplit(self.page.url).path.rpartition("/")[2]

    @property
    def over(self) -> bool:
        return self.all(OVER).count() > 0

    @property
    def to_move(self) -> bool:
        """Whether one can move; known once the last move has come to something."""
        self.page.wait_for_function(SETTLED)
        return self.all(OFFERED).count() > 0

    def move(self) -> None:
        """Clicks on what the page offers, until that is a move."""
        while True:
            choices: Sequence[str] = self.page.evaluate(CHOICES)
            self.all(self.rng.choice(choices)).click()
            if not self.page.evaluate(UNDECIDED):
                return

    def play(self, move: str) -> None:
        """Makes one move, given in notation."""
        self.wait()
        piece, sign, square = re.split("([@-])", move) if re.search("[@-]", move) else ("", "", "")
        if not sign:
            self.all(f'{BUTTONS}[data-move="{move}"]').click()
            return
        self.all(f'.piece[data-piece="{piece}"]' if sign == "@" else f'.square[data-square="{piece}"]').first.click()
        self.all(f'.square[data-square="{square}"]').click()

    def hurry(self, most: int = 1_000) -> None:
        """Plays so many moves against bots, or to the end, without a pointer that has to get anywhere."""
        self.wait()
        for _ in range(most):
            choices: Sequence[str] = self.page.evaluate(CHOICES)
            while self.page.evaluate(CLICK, self.rng.choice(choices)):
                choices = self.page.evaluate(CHOICES)
            self.wait()
            if self.over:
                return

    def log(self) -> list[str]:
        """What happened, one text a turn."""
        self.all(LOG).wait_for(state="attached")
        return self.all(LOGGED).all_inner_texts()

    def steps(self) -> int:
        """How many steps the log tells; a turn may have several."""
        self.all(LOG).wait_for(state="attached")
        count: int = self.page.evaluate(STEPS)
        return count

    def squares(self) -> list[str]:
        """What lies on each square, in words; less what can be done there, which is not the same for all."""
        names: list[str] = self.all(".square").evaluate_all("all => all.map((one) => one.getAttribute('aria-label'))")
        return [name.partition(";")[0] for name in names]


def _with(route: Route, more: dict[str, Any]) -> None:
    wanted: dict[str, Any] = route.request.post_data_json or {}
    route.continue_(post_data={**wanted, **more})


def play_together(*guests: Guest, watching: Sequence[Guest] = (), most: int = 1_000) -> None:
    """Each moves when it is their turn, to the end or so many moves on. All have seen the last move when it returns."""
    everybody = (*guests, *watching)
    for _ in range(most):
        mover = next((guest for guest in guests if guest.to_move), None)
        if mover is None:
            assert guests[0].over
            return
        told = {guest: guest.steps() for guest in everybody}
        mover.move()
        for guest, count in told.items():
            guest.page.wait_for_function(MORE_STEPS, arg=count)
