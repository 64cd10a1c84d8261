"""Others' moves are seen one after the other, as fast as the player likes, and can be seen again."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

from rowdy.rules.flip_state import Flip, Place
from rowdy.rules.game import AnyGame, Event, View
from tests.browser.conftest import Invite
from tests.browser.guests import CHOICES, CLICK, OFFERED, PHONE, Guest
from tests.quick import first_quick

FOUR = ("xoxo", "me", "easy", "easy", "easy")
TABLES = [
    FOUR,
    pytest.param(("rubik", "me", "easy"), marks=pytest.mark.long),
    pytest.param(("xoxo2", "me", "easy"), marks=pytest.mark.long),
    pytest.param(("djeco", "me", "easy"), marks=pytest.mark.long),
]
LOOK_MS = {"slow": 2_400, "normal": 1_200, "fast": 500}
OWN_LOOK_MS = 500
PLAYBACK = """async ([address, hold, commands]) => {
  const { Playback } = await import(address);
  const shown = [];
  const timers = new Map();
  let now = 0, last = 0;
  const clock = {
    after: (ms, act) => (timers.set(++last, { at: now + ms, act }), last),
    cancel: (timer) => timers.delete(timer),
  };
  const holds = hold === null ? Infinity : hold;
  const playback = new Playback({
    show: (steps) => shown.push(steps.join("+")),
    hold: (step, again) => (step.startsWith("own") || step === "start" ? 0 : step === "seen" && !again ? 0 : holds),
    own: (step) => step.startsWith("own"),
  }, clock);
  playback.reset("start");
  for (const command of commands) {
    if (/^\\d+$/.test(command)) {
      now += Number(command);
      const due = [...timers].filter(([, { at }]) => at <= now);
      for (const [timer, { act }] of due) if (timers.delete(timer)) act();
    } else if (["skip", "jump", "repeat"].includes(command)) playback[command]();
    else if (command === "?") shown.push(`${playback.waiting} wait${playback.canRepeat ? ", again" : ""}`);
    else playback.add(command);
  }
  return shown;
}"""


# The queue alone, on a clock of its own


CASES: list[tuple[int | None, str, str]] = [
    (100, "a", "a"),
    (100, "a b c", "a"),
    (100, "a b c 99", "a"),
    (100, "a b c 100", "a b"),
    (100, "a b c 100 100 100", "a b c"),
    (100, "a 100 b", "a b"),
    (100, "a b c skip", "a b+c"),
    (100, "a b c skip 100 d", "a b+c d"),
    (100, "a b own c", "a b+own c"),
    (100, "a b jump", "a b"),
    (0, "a b c", "a b c"),
    (None, "a b c", "a"),
    (None, "a b c 9999", "a"),
    (None, "a b c skip", "a b"),
    (None, "a b c skip skip skip", "a b c"),
    (None, "own a b own2 c", "own a b+own2 c"),
    (100, "own a 100 b 100 repeat 100 100", "own a b own a b"),
    (100, "own a 100 b 100 repeat skip", "own a b own a b"),
    (100, "a 100 repeat b 100 100", "a start a b"),
    (100, "own repeat", "own"),
    (100, "own seen seen2 100 repeat", "own seen seen2 own seen"),
    (100, "own a b repeat", "own a"),
    (None, "own a skip b skip repeat skip skip", "own a b own a b"),
]
"""How long a step is looked at, what happens, and what is shown; `None` is until the player goes on."""


def test_the_queue_shows_one_step_at_a_time(ann: Guest) -> None:
    ann.go("/")
    for hold, commands, shown in CASES:
        assert run_queue(ann, hold, commands) == shown.split(), commands
    told = run_queue(ann, 100, "? own ? a b ? 100 ? repeat ? skip ?")
    waits = [text for text in told if "wait" in text]
    assert waits == ["0 wait", "0 wait", "1 wait", "0 wait, again", "1 wait", "0 wait, again"]


def run_queue(guest: Guest, hold: int | None, commands: str) -> list[str]:
    version = re.search(r"/static/([0-9a-f]+)/", guest.page.content())
    assert version
    address = f"/static/{version[1]}/js/table/playback.js"
    shown: list[str] = guest.page.evaluate(PLAYBACK, [address, hold, commands.split()])
    return shown


# At a table


def steps(guest: Guest) -> list[dict[str, Any]]:
    """All steps that the page was told, shown or not."""
    messages = (json.loads(text) for _, text in guest.frames)
    return [message for message in messages if message["type"] == "step"]


def move(guest: Guest) -> None:
    """Makes a turn of one's own, which may have several parts, and waits until the page was told what bots did."""
    seat = steps(guest)[-1]["view"].get("you", 0) if steps(guest) else 0
    while True:
        choices = guest.page.evaluate(CHOICES)
        while guest.page.evaluate(CLICK, guest.rng.choice(choices)):
            choices = guest.page.evaluate(CHOICES)
        known = len(steps(guest))
        while len(steps(guest)) == known or _to_be_continued(steps(guest)[-1], seat):
            guest.page.wait_for_timeout(20)
        if steps(guest)[-1].get("answers", "") == "" or "outcome" in steps(guest)[-1]["view"]:
            return


def _to_be_continued(step: dict[str, Any], seat: int) -> bool:
    """Whether a bot moves next."""
    view = step["view"]
    return "outcome" not in view and view["picture"]["turn"] != seat


def seen(guest: Guest) -> tuple[list[str], int]:
    """What lies, and how much has been told of it."""
    return guest.squares(), guest.steps()


def told_squares(step: dict[str, Any]) -> list[str]:
    return [cell["name"].partition(";")[0] for cell in step["view"]["picture"]["board"]["cells"]]


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table[0])
def test_step_by_step_nothing_of_a_later_move_shows_early(invite: Invite, table: tuple[str, ...]) -> None:
    guest = invite("Ann", speed="step", size=PHONE)
    guest.open(*table)
    guest.wait()
    for _ in range(2):
        known = len(steps(guest))
        move(guest)
        fresh = [step for step in steps(guest)[known:] if "answers" not in step]
        lines = guest.steps()
        for nth, step in enumerate(fresh):
            assert guest.squares() == told_squares(step)
            assert guest.steps() == lines + nth
            assert step["say"][0] in guest.one("happened").inner_text()
            assert step["say"][0] in guest.one("spoken").inner_text()
            if nth < len(fresh) - 1:
                assert step["view"]["say"] in guest.one("ask").inner_text()
                assert guest.all(OFFERED).count() == 0, "it is not one's turn before all was seen"
                expect(guest.one("skip")).to_have_text(f"Next ({len(fresh) - 1 - nth})")
                guest.one("skip").click()
        expect(guest.one("skip")).to_be_hidden()
        assert guest.all(OFFERED).count() > 0


def test_a_click_too_many_on_next_takes_nothing_back(invite: Invite) -> None:
    guest = invite("Ann", speed="step", size=PHONE)
    guest.page.clock.install(time=0)
    guest.open(*FOUR)
    guest.wait()
    guest.page.clock.pause_at(3_600_000)
    move(guest)
    while guest.one("skip").is_visible():
        guest.one("skip").click()
    for _ in range(5):
        guest.one("undo").click()
        guest.page.clock.run_for(300)
    assert not [command for command in guest.sent if command["do"] == "undo"]
    guest.page.clock.run_for(1_000)
    guest.one("undo").click()
    expect(guest.one("happened")).to_contain_text("Taken back. From now on this round is practice.")


@pytest.mark.parametrize("speed", ["normal", *(pytest.param(one, marks=pytest.mark.long) for one in ("slow", "fast"))])
def test_each_move_is_seen_for_a_while(invite: Invite, speed: str) -> None:
    guest = invite("Ann", speed=speed)
    guest.page.clock.install(time=0)
    guest.open(*FOUR)
    guest.wait()
    guest.page.clock.pause_at(3_600_000)
    before = guest.steps()
    move(guest)
    assert guest.steps() == before + 1, "one sees one's own move"
    pauses = [min(OWN_LOOK_MS, LOOK_MS[speed]), LOOK_MS[speed], LOOK_MS[speed]]
    for nth, pause in enumerate(pauses, 1):
        assert guest.all(OFFERED).count() == 0
        guest.page.clock.run_for(pause - 1)
        assert guest.steps() == before + nth
        guest.page.clock.run_for(1)
        assert guest.steps() == before + nth + 1
    assert guest.all(OFFERED).count() > 0


@pytest.mark.parametrize(
    "how",
    first_quick(["board", "key", "reconnect", "button", "background"]),
)
def test_one_can_skip_to_the_present(invite: Invite, how: str) -> None:
    guest = invite("Ann", speed="slow")
    guest.page.clock.install(time=0)
    guest.open(*FOUR)
    guest.wait()
    guest.page.clock.pause_at(3_600_000)
    move(guest)
    assert guest.squares() != told_squares(steps(guest)[-1])
    match how:
        case "button":
            guest.one("skip").click()
        case "board":
            guest.all(".square").first.click(force=True)
        case "key":
            guest.page.keyboard.press("Escape")
        case "background":
            guest.page.evaluate(
                """() => {
                  Object.defineProperty(document, "hidden", { get: () => true });
                  document.dispatchEvent(new Event("visibilitychange"));
                }"""
            )
        case _:
            guest.page.evaluate("dispatchEvent(new Event('offline')), dispatchEvent(new Event('online'))")
            guest.page.clock.run_for(1_000)
    expect(guest.one("skip")).to_be_hidden()
    assert guest.squares() == told_squares(steps(guest)[-1])
    assert guest.all(OFFERED).count() > 0
    assert guest.one("why").count() == 0


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table[0])
def test_what_happened_is_shown_again_and_its_marks_stay_until_one_moves(
    invite: Invite, table: tuple[str, ...]
) -> None:
    guest = invite("Ann", speed="step")
    guest.open(*table)
    guest.wait()
    expect(guest.one("repeat")).to_have_attribute("aria-disabled", "true")
    known = len(steps(guest))
    move(guest)
    while guest.one("skip").is_visible():
        guest.one("skip").click()
    fresh = [step for step in steps(guest)[known:] if "answers" not in step]
    log, present, marks = guest.log(), guest.squares(), trail(guest)
    told = fresh[-1]["view"]["trail"]
    assert guest.all(".trail-number").count() == (len(told) if len(told) > 1 else 0)
    arrows = sum(len(one.get("origin", "")) == 2 for one in told)
    assert guest.all(".trail-arrow").count() == arrows
    piles = [one for one in told if one.get("origin") in ("own", "draw")]
    numbers = re.findall(r"\d+", " ".join(guest.all(".trail-from").all_inner_texts()))
    assert len(numbers) == (len(piles) if len(told) > 1 else 0)
    for loaded_anew in (False, True):
        if loaded_anew:
            guest.page.reload()
            guest.wait()
            guest.all(".trail").wait_for(state="attached")
            assert trail(guest) == marks
        guest.one("repeat").click()
        for nth, step in enumerate(fresh):
            expect(guest.one("happened")).to_contain_text(step["say"][0])
            assert guest.squares() == told_squares(step)
            assert guest.log() == log, "all of it is known"
            if nth < len(fresh) - 1:
                assert guest.all(OFFERED).count() == 0
                guest.one("skip").click()
        assert (guest.squares(), trail(guest)) == (present, marks)
    if table[0] in ("rubik", "xoxo2"):
        flips = guest.page.evaluate(CHOICES)
        while guest.page.evaluate(CLICK, guest.rng.choice(flips)):
            flips = guest.page.evaluate(CHOICES)
        expect(guest.all(".trail > *, .trail-from")).to_have_count(0)


class Replacing:
    """Flips whatever it can, and places its stone where the flip began."""

    def plays(self, game: AnyGame) -> bool:
        return True

    def choose(self, game: AnyGame, log: Sequence[Event[Any]], view: View[Any, Any], rng: Random) -> Any:
        begun = [event.action.source for event in log if isinstance(event.action, Flip)]
        return next((one for one in view.legal if isinstance(one, Place) and one.square in begun[-1:]), view.legal[0])


@pytest.mark.long
def test_an_arrow_does_not_begin_on_a_piece_that_was_put_there_since(ann: Guest) -> None:
    ann.house.bot = Replacing()
    ann.open("rubik", "me", "easy")
    ann.play("A@c3")
    ann.wait()
    expect(ann.all("[data-square=c3] .drawing")).to_have_count(1)
    expect(ann.all(".trail-arrow")).to_have_count(1)
    expect(ann.all(".trail-arrow circle")).to_have_count(0)


def trail(guest: Guest) -> list[str]:
    """What marks the moves of others on the board, and where their pieces came from."""
    drawn: list[str] = guest.all(".trail > *, .trail-from").evaluate_all("all => all.map((one) => one.outerHTML)")
    return drawn
