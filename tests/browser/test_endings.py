"""How a game ended: said in a few words, why it did, and with the lines that decided it encircled, on any screen."""

from __future__ import annotations

import re
from typing import NamedTuple

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Invite
from tests.browser.guests import DESKTOP, Guest

SMALLEST, SMALL = (320, 568), (375, 667)
SQUARE = re.compile(r"\b[a-e][1-5]\b")
ENCIRCLED = r"""() => {
  const middle = (node) => {
    const { left, right, top, bottom } = node.getBoundingClientRect();
    return new DOMPoint((left + right) / 2, (top + bottom) / 2);
  };
  const holds = (ring, square) => {
    const at = middle(square).matrixTransform(ring.getScreenCTM().inverse());
    return ring.isPointInFill(at);
  };
  const squares = [...document.querySelectorAll(".square")];
  return [...document.querySelectorAll(".lines .lit")].map((ring) =>
    squares.filter((square) => holds(ring, square)).map((square) => square.dataset.square).sort().join("\u2013"));
}"""
"""The squares in each ring, as they are seen."""
UNFADED = "() => [...document.querySelectorAll('.square.is-lit')].map((one) => one.dataset.square).sort()"
CUT_NAMES = """() => [...document.querySelectorAll(".strip-name")]
  .filter((name) => name.checkVisibility() && name.scrollWidth > name.clientWidth).map((name) => name.textContent)"""
OUT_OF_SIGHT = """() => ["ask", "happened", "score", "rematch"].filter((name) => {
  const { top, bottom } = document.querySelector(`[data-testid=${name}]`).getBoundingClientRect();
  return top < 0 || bottom > innerHeight;
})"""
HELD_OFF = """() => {
  const ending = document.querySelector(".ending"), again = ending.querySelector("[data-testid=rematch]");
  const hit = () => getComputedStyle(again).pointerEvents !== "none";
  ending.hidden = true;
  ending.getBoundingClientRect();
  ending.hidden = false; // shown anew, so that it does not matter how long this took
  const [first] = ending.getAnimations();
  first.currentTime = 0;
  const before = hit();
  first.finish();
  return [before, hit()];
}"""
"""Whether another round can be clicked as soon as the end is shown, and a moment later."""
SPILLS = """() => [...document.querySelectorAll(".ask, .happened")]
  .filter((node) => node.scrollHeight > node.clientHeight + 1).map((node) => node.textContent)"""


class Ending(NamedTuple):
    game: str
    seats: str
    position: str
    move: str
    title: str
    why: str
    """With hyphens in the names of lines."""
    rings: int = 0

    @property
    def sentences(self) -> str:
        return re.sub(r"(?<=\d)-(?=[a-e]\d)", "\N{EN DASH}", self.why)


ENDINGS = {
    "enclosed": Ending(
        *("rubik", "me easy", "AA.b/bbaB/bBAa/.BAa place", "A@c4"),
        "You win!",
        "a4-b4-c4: three blue Xs, and no empty square beside them.",
        rings=1,
    ),
    "survived": Ending(
        *("xoxo2", "me medium", ".bab/BaB./aAA./..A. flip", "d4-d3"),
        "Bot (medium) wins!",
        "a2-b3-c4: three green hexagons. They survived the flip.",
        rings=1,
    ),
    "both rows": Ending(
        *("rubik", "me easy", "AbaB/A.aA/Aaab/bAA. place", "A@b3"),
        "A draw!",
        "a2-a3-a4: three blue Xs. c2-c3-c4: three yellow Os. "
        "Both rows are enclosed, with no empty square beside them, so nobody wins.",
        rings=2,
    ),
    "full": Ending(
        *("rubik", "easy me", "aBbA/babA/.AAa/ABBa place", "b@a2"),
        "A draw!",
        "All sixteen stones are on the board, and nobody has three in a row.",
    ),
    "last cards": Ending(
        "xoxo",
        "me easy",
        "...../.ytjbcwgsj./.ycgghsrhs./.rtjbhsyss./..... rcw,rsw,bcs,bts,bhw,gss,ytw 8ycj/9ycs/15rtg "
        "yellow,joy,!square/circle,wink,grumpy lay 1 d3",
        "own@c3",
        "You win!",
        "b2-c3-d4 and b4-c3-d2: yellow and joy. Those were your last cards.",
        rings=2,
    ),
    "shared": Ending(
        "xoxo",
        "easy me",
        "...../..btjbtsrhs/..rcsrcwghs/..ghjrsjgsj/..... rcg,rsw,rtj,rtw,rtg,rhj,rhg,bcj,bcw,bsw,bsg,btg,bhg,gcw,gcg,"
        "gss,gsg,gtw,gtg,ghw,ycj,ycg,ytj,ytw 1ysw/4bsj/10rss red,!triangle,!joy/square,!green,!grumpy lay 2 d2",
        "draw@c2",
        "You share the win with Bot (easy)!",
        "c2-d3-e4: red. That was Bot (easy)\N{RIGHT SINGLE QUOTATION MARK}s last card. "
        "c2-d2-e2: square. That was your last card.",
        rings=2,
    ),
    "tokens": Ending(
        "djeco",
        "easy me",
        "..r7r5b8/..b2+r2b2r8+b8/.._b1r6+b6/...../..... r3,r7,b4,b7,b9/r1,r1,b3,b6,b9 "
        "r2,r3,r4,r4,r5,r6,b1,b3,b4,b5,y,y,y,y,y,g 2:3 play 27 2",
        "b6@c3",
        "You win!",
        "c3-d3-e3 and c3-d4-e5: the lines for the last tokens. 5 tokens to 2: that is at least 5, "
        "and two or more ahead.",
        rings=2,
    ),
}
RARE = {
    "four rows": Ending(
        *("rubik", "easy me", "AAbA/Bbbb/aA.A/BBbb place", "b@c2"),
        "You win!",
        "c1-c2-c3, c2-c3-c4, b3-c3-d3 and b3-c2-d1: each three white Os, and no empty square beside them.",
        rings=4,
    ),
    "made": Ending(
        *("xoxo2", "easy me", "A.../bAB./...a/.... flip", "c3-c2"),
        "Bot (easy) wins!",
        "a4-b3-c2: three green stars. The flip itself brought them together.",
        rings=1,
    ),
    "forced": Ending(
        *("xoxo2", "me easy", "A.Ab/bBAa/B.bB/aaAa place", "B@b2"),
        "You win!",
        "Whatever is flipped now, it makes a row of three for you, such as a4-b4-c4.",
        rings=1,
    ),
    "used up": Ending(
        "xoxo",
        "easy me",
        "...../...../.ycsgcgycg./.btsghjgts./.ytwrssbhg. rcs,rcg,rtj,rtw,rhj,rhg,bcj,bcw,bsj,bsw,bsg,btj,bhs,gcw,"
        "gss,ghw,ysw,ytj,yts,yhj,yhw,yhg 4rsj/1gsj/12btg joy,!square,!heart/wink,surprise,grumpy lay 2 b3",
        "own@b1",
        "Bot (easy) wins!",
        "A pile is used up, and Bot (easy) has shown the most cards: 2.",
    ),
}
QUICK = ("shared",)
ALL = [
    pytest.param(ending, id=name, marks=() if name in QUICK else pytest.mark.long)
    for name, ending in (ENDINGS | RARE).items()
]


def reach(guest: Guest, ending: Ending) -> None:
    guest.open(ending.game, *ending.seats.split(), position=ending.position)
    guest.play(ending.move)
    expect(guest.one("ask")).to_have_text(ending.title)
    expect(guest.one("score")).to_be_visible()


def assert_encircled(guest: Guest, ending: Ending) -> None:
    """What is named is what is encircled, and nothing else is left as bright."""
    rings = guest.page.evaluate(ENCIRCLED)
    assert len(rings) == ending.rings
    assert sorted(guest.all("[data-testid=happened] .line-name").all_inner_texts()) == sorted(rings)
    assert guest.page.evaluate(UNFADED) == sorted(set(SQUARE.findall(ending.why)))


@pytest.mark.parametrize("ending", ALL)
def test_an_ending_is_named_encircled_and_in_sight(invite: Invite, ending: Ending) -> None:
    guest = invite("Ann", size=SMALL)
    reach(guest, ending)
    expect(guest.one("spoken")).to_contain_text(f"{ending.title} {ending.sentences}")
    for width, height in (SMALLEST, SMALL, DESKTOP):
        guest.page.set_viewport_size({"width": width, "height": height})
        expect(guest.one("happened")).to_have_text(ending.sentences)
        assert_encircled(guest, ending)
        assert guest.page.evaluate(CUT_NAMES) == []
        assert guest.page.evaluate(SPILLS) == []
        assert guest.page.evaluate(OUT_OF_SIGHT) == []
    expect(guest.one("celebration")).to_have_count(0)


def test_a_result_is_shared_or_else_copied(invite: Invite) -> None:
    guest = invite("Ann", size=SMALL)
    guest.page.add_init_script("navigator.share = undefined")
    reach(guest, ENDINGS["enclosed"])
    guest.one("share").click()
    expect(guest.one("share")).to_have_text("Copied")
    guest.page.evaluate("() => { navigator.share = async ({ text }) => void (window.shared = text); }")
    guest.one("share").click()
    shared = guest.page.evaluate("window.shared")
    assert "Ann wins!" in shared
    assert "Ann 1, Bot" in shared


@pytest.mark.long
def test_a_replay_lists_a_turn_a_line(ann: Guest) -> None:
    ann.open("rubik", "me", "easy", position="AA../..../..../b..b flip")
    ann.play("a1-b1")
    ann.play("A@c4")
    ann.wait()
    ann.one("menu").click()
    ann.one("resign").click()
    ann.one("sure").click()
    numbered = ann.all(".log-lines .is-turn").count()
    ann.one("step-through").click()
    listed = ann.all("#moves li")
    expect(listed).to_have_count(numbered + 1)  # after the start
    expect(listed.nth(1)).to_contain_text("b1")
    expect(listed.nth(1)).to_contain_text("c4")
    listed.nth(1).locator("button").click()
    expect(ann.one("count")).to_contain_text("2")
    ann.one("back").click()
    expect(listed.nth(1).locator("button")).to_have_attribute("aria-current", "true")


@pytest.mark.long
def test_the_end_of_a_game_is_the_end_of_its_replay(ann: Guest) -> None:
    ending = ENDINGS["shared"]
    reach(ann, ending)
    ann.one("step-through").click()
    ann.one("last").click()
    expect(ann.one("verdict")).to_have_text("You share the win with Bot (easy)!")
    assert sorted(ann.all("[data-testid=say] .line-name").all_inner_texts()) == sorted(ann.page.evaluate(ENCIRCLED))


def test_a_click_meant_for_a_stone_starts_no_round(invite: Invite) -> None:
    """The end of a game stands where the stones were."""
    guest = invite("Ann", reduced_motion="no-preference")
    reach(guest, ENDINGS["enclosed"])
    assert guest.page.evaluate(HELD_OFF) == [False, True]
    guest.one("rematch").click()
    expect(guest.one("ending")).to_be_hidden()


@pytest.mark.long
def test_whoever_wins_is_celebrated_once(invite: Invite) -> None:
    guest = invite("Ann", reduced_motion="no-preference")
    reach(guest, ENDINGS["enclosed"])
    expect(guest.one("celebration")).to_have_count(1)
    expect(guest.one("celebration")).to_have_count(0)
    guest.page.reload()
    expect(guest.one("score")).to_be_visible()
    expect(guest.one("celebration")).to_have_count(0)
