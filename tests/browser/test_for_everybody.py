"""What nobody is shut out by: large print, colours of the system, motion, sounds, and time that runs out."""

from __future__ import annotations

from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from rowdy.interfaces.words import Words
from rowdy.play.bots.registry import RandomBot
from rowdy.rules.catalog import CATALOG
from tests.browser.conftest import Invite
from tests.browser.guests import PHONE, Guest
from tests.browser.test_axe import assert_sound
from tests.browser.test_explorer import MIDDLE
from tests.browser.test_review import finish
from tests.browser.test_sizes import COMPILED_MS, WIDE
from tests.browser.test_table import ANIMATED
from tests.browser.walk import SIDEWAYS

ENLARGED = (320, 256)
"""1280 by 1024 pixels at 400 %, as WCAG 2.2 has it (1.4.10, Reflow)."""
HEARD = """() => {
  window.heard = [];
  const fade = () => ({ setValueAtTime() {}, exponentialRampToValueAtTime() {}, linearRampToValueAtTime() {} });
  const node = (more) => ({ connect: (to) => to, start() {}, stop() {}, gain: fade(), ...more });
  window.AudioContext = class {
    state = "running";
    currentTime = 0;
    sampleRate = 8000;
    destination = {};
    createOscillator = () =>
      node({ frequency: { ...fade(), setValueAtTime: (pitch) => window.heard.push(pitch) } });
    createGain = () => node({});
    createBiquadFilter = () => node({ frequency: {} });
    createBufferSource = () => node({});
    createBuffer = (_, length) => ({ getChannelData: () => new Float32Array(length) });
  };
}"""
"""Notes the pitch of each tone in place of a loudspeaker."""
TURN, END, REACTION = 440, 392, 740
"""The tones with which these sounds begin."""


# Four times as large


def assert_flows(guest: Guest) -> None:
    assert not guest.page.evaluate(WIDE)
    assert guest.page.evaluate(SIDEWAYS) == []


@pytest.mark.long
@pytest.mark.parametrize(("game", "spoken"), list(zip(CATALOG, ("de", "ru", "pt", "it"), strict=True)))
def test_a_game_at_400_percent(invite: Invite, game: str, spoken: str) -> None:
    """All can be reached and hit, with nothing in front of it, from the first move to the next round."""
    guest = invite("Ann", size=ENLARGED, locale=Words(spoken).locale)
    guest.house.bot = RandomBot()
    guest.open(game, "me", "easy")
    guest.wait()
    for _ in range(3):
        guest.move()
        guest.wait()
        assert_flows(guest)
    guest.one("menu").click()
    expect(guest.one("menu-dialog")).to_be_visible()
    assert_flows(guest)
    guest.page.keyboard.press("Escape")
    guest.one("react").click()
    guest.one("react-hello").click()
    guest.hurry()
    assert_flows(guest)
    guest.one("rematch").click()
    expect(guest.one("ending")).to_be_hidden()


@pytest.mark.long
def test_all_else_at_400_percent(invite: Invite) -> None:
    guest = invite("Ann", size=ENLARGED, locale="de-DE")
    for path in ("/", "/new/xoxo", "/rules/djeco", "/replay", "/review"):
        guest.go(path)
        assert_flows(guest)
    guest.go("/learn/rubik")
    guest.all("[data-piece=A]").click()
    guest.all("[data-square=b2]").click()
    assert_flows(guest)
    guest.one("next").click()
    expect(guest.one("count")).to_contain_text("2")
    guest.go("/puzzles")
    guest.one("solution").click()
    expect(guest.one("reply")).not_to_be_empty()
    assert_flows(guest)
    guest.go(f"/explore/rubik?position={quote(MIDDLE)}")
    guest.one("choice").first.click(timeout=COMPILED_MS)
    expect(guest.one("tree-step")).to_have_count(2)
    assert_flows(guest)


# Colours of the system, and motion


@pytest.mark.long
def test_the_system_rules_the_colours_everywhere(invite: Invite) -> None:
    guest = invite("Ann", size=PHONE, forced_colors="active")
    for path in ("/new/xoxo", "/rules/djeco", "/learn/xoxo", "/puzzles"):
        guest.go(path)
        expect(guest.all("main, #learn").first).to_be_visible()
        expect(guest.all("h2:empty")).to_have_count(0)
        assert_sound(guest)
    guest.go(f"/explore/rubik?position={quote(MIDDLE)}")
    guest.one("choice").first.wait_for(timeout=COMPILED_MS)
    assert_sound(guest)
    guest.open("rubik", "me", "easy")
    guest.hurry()
    assert_sound(guest)
    guest.one("review").click()
    finish(guest)
    assert_sound(guest)


@pytest.mark.long
def test_where_the_system_rules_the_colours_edges_tell_what_grounds_tell_elsewhere(invite: Invite) -> None:
    """Which puzzles, moves and steps are the current ones, and what can be pressed."""
    guest = invite("Ann", forced_colors="active")

    def edge(selector: str, kind: str) -> list[str]:
        found: list[str] = guest.all(selector).evaluate_all(f"(all) => all.map((one) => getComputedStyle(one).{kind})")
        return found

    guest.go("/puzzles")
    expect(guest.all(".square").first).to_be_visible()
    assert edge(".mode[aria-current]", "outlineStyle") == ["solid"]
    assert edge(".mode:not([aria-current])", "outlineStyle") == ["none"]
    guest.go("/learn/xoxo")
    expect(guest.all("button.goal-row")).to_have_count(3)
    assert edge("button.goal-row", "borderTopWidth") == ["1px"] * 3
    assert len(set(edge(".bars .bar", "backgroundColor"))) == 2
    guest.open("rubik", "me", "easy")
    guest.hurry()
    guest.one("step-through").click()
    guest.one("last").click()
    assert edge(".move[aria-current=true]", "outlineStyle") == ["solid"]
    assert set(edge(".move:not([aria-current=true])", "outlineStyle")) == {"none"}


@pytest.mark.long
def test_nothing_moves_for_those_who_do_not_like_it(invite: Invite) -> None:
    """Guests want no motion unless a test says otherwise."""
    guest = invite("Ann")
    for path in ("/", "/learn/xoxo", "/puzzles", "/rules/rubik"):
        guest.go(path)
        expect(guest.all("main, #learn").first).to_be_visible()
        assert guest.page.evaluate(ANIMATED) == 0, path
    guest.go("/learn/rubik")
    guest.all("[data-piece=A]").click()
    guest.all("[data-square=b2]").click()
    expect(guest.one("reply")).not_to_be_empty()
    assert guest.page.evaluate(ANIMATED) == 0
    guest.open("djeco", "me", "easy")
    guest.hurry()
    assert guest.page.evaluate(ANIMATED) == 0
    guest.one("step-through").click()
    guest.one("last").click()
    guest.one("back").click()
    assert guest.page.evaluate(ANIMATED) == 0


# Sounds, and time


@pytest.mark.long
def test_what_a_sound_says_is_also_seen(invite: Invite) -> None:
    ann, ben = invite("Ann"), invite("Ben")
    for guest in (ann, ben):
        guest.page.add_init_script(f"({HEARD})()")
    ann.open("rubik", "me", "friend")
    ben.go(ann.all(".invitation input").first.input_value())
    ben.page.wait_for_selector(".desk")
    for guest in (ann, ben):
        guest.one("menu").click()
        guest.one("sound").check()
        guest.page.keyboard.press("Escape")
    ann.play("A@a1")
    _hear(ben, TURN)
    expect(ben.one("ask")).to_contain_text("Your turn")
    assert ben.page.title().startswith("● Your turn")
    expect(ben.one("happened")).to_contain_text("Ann places a blue X on a1.")
    ann.one("react").click()
    ann.one("react-well-played").click()
    _hear(ben, REACTION)
    expect(ben.all(".bubble")).to_have_text("Ann says: well played!")
    ann.one("menu").click()
    ann.one("resign").click()
    ann.one("sure").click()
    _hear(ben, END)
    expect(ben.one("ask")).to_have_text("You win!")


def _hear(guest: Guest, pitch: int) -> None:
    guest.page.wait_for_function("(pitch) => window.heard.includes(pitch)", arg=pitch)


@pytest.mark.long
@pytest.mark.parametrize(("speed", "longer"), [("none", False), ("slow", True), ("step", True)])
def test_what_goes_away_by_itself_stays_as_long_as_somebody_wants(invite: Invite, speed: str, longer: bool) -> None:
    """What a move did at a shared device, before the next player gets it; and what others say."""
    device = invite("", speed=speed)
    device.page.clock.install(time=0)
    device.open("djeco", "me", "person")
    device.sit("Ann", "Ben")
    device.one("pass-ready").click()
    device.wait()
    device.page.clock.pause_at(3_600_000)
    device.move()
    expect(device.one("happened")).not_to_be_empty()
    device.page.clock.run_for(1_500)
    expect(device.one("pass-screen")).to_have_count(0 if longer else 1)
    device.page.clock.run_for(10_000)
    expect(device.one("pass-screen")).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize(("speed", "seconds"), [("none", 4), ("slow", 12), ("step", 40)])
def test_a_reaction_is_read_as_slowly_as_somebody_wants(invite: Invite, speed: str, seconds: int) -> None:
    guest = invite("Ann", speed=speed)
    guest.page.clock.install(time=0)
    guest.open("rubik", "me", "easy")
    guest.wait()
    guest.page.clock.pause_at(3_600_000)
    guest.one("react").click()
    guest.one("react-wow").click()
    bubble = guest.all(".bubble")
    expect(bubble).to_be_visible()
    guest.page.clock.run_for((seconds - 1) * 1_000)
    expect(bubble).to_be_visible()
    guest.page.clock.run_for(2_000)
    expect(bubble).to_have_count(0)
    guest.bear()  # in so long a silence the page looks for its server again
