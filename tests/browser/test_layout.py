"""Nothing hidden, nothing jumping: every size of screen, every kind of game, and the longest words of each language."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from rowdy.interfaces.languages import languages
from rowdy.interfaces.words import Words
from rowdy.play.bots.registry import RandomBot
from tests.browser.conftest import Invite
from tests.browser.guests import DESKTOP, OFFERED, Guest, play_together

SIZES = {
    "smallest": (320, 568),
    "phone": (375, 667),
    "tall phone": (390, 844),
    "phone aside": (667, 375),
    "tall phone aside": (844, 390),
    "desktop": DESKTOP,
    "desktop at 200 %": (DESKTOP[0] // 2, DESKTOP[1] // 2),
}
TABLES = {"xoxo": ("xoxo", 1), "four": ("xoxo", 3), "rubik": ("rubik", 1), "xoxo2": ("xoxo2", 1), "djeco": ("djeco", 1)}
QUICK = {("four", "de")}
WIDE_NAME = "W" * 20

LAID_OUT = """() => {
  const box = (node) => node.getBoundingClientRect();
  const seen = (node) => node.checkVisibility({ visibilityProperty: true });
  const all = (selector) => [...document.querySelectorAll(selector)].filter(seen);
  const name = (node) => `${node.className || node.id} "${node.textContent.slice(0, 30)}"`;
  const scrolls = (node) => node.closest(".pieces[data-more~=left], .pieces[data-more~=right]");
  const needed = all(`.ask, .square, .board, .piece, .bar, .bar .button, .board-plain .button, .goal-row, .strip,
    .seat-count, .seat-pile, .table-top .back, .menu-button`);
  const outside = needed.filter((node) => {
    const { left, top, right, bottom } = box(node);
    const aside = left < -0.5 || right > innerWidth + 0.5;
    return (aside && !scrolls(node)) || top < -0.5 || bottom > innerHeight + 0.5;
  });
  const over = (one, other) => {
    const [a, b] = [box(one), box(other)];
    return a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  };
  const parts = all(`.ask, .others .strip, .board, .happened, .pieces, .goals, .board-plain, .bar, .menu-button,
    .back`);
  const covered = parts.flatMap((one, nth) => parts.slice(nth + 1).map((other) => [one, other]))
    .filter(([one, other]) => !one.contains(other) && !other.contains(one))
    .filter(([one, other]) => !(one.matches(".menu-button, .back, .ask") && other.matches(".menu-button, .back, .ask")))
    .filter(([one, other]) => over(one, other));
  const lines = (node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
  };
  const counts = all(".seat-count:not(.seat-part), .pile-words, .pile-size, .bar .button:not(.is-icon)");
  const broken = counts.filter((node) => lines(node) > 1);
  const digits = all(".piece-label").filter((node) => {
    const text = node.firstChild;
    const { index = 0, 0: found = "" } = /[0-9]+/.exec(text?.data ?? "") ?? {};
    if (!found) return false;
    const range = document.createRange();
    range.setStart(text, index);
    range.setEnd(text, index + found.length);
    return range.getClientRects().length > 1;
  });
  const tight = all(".ask, .bar .button, .turn-steps li, .piece-label").filter(
    (node) => node.scrollWidth > node.clientWidth + 1 || node.scrollHeight > node.clientHeight + 1,
  );
  const { left, top, width, height } = box(document.querySelector(".board"));
  return {
    trouble: {
      outside: outside.map(name),
      covered: covered.map((pair) => pair.map(name)),
      broken: [...broken, ...digits].map(name),
      tight: tight.map(name),
      beside: document.documentElement.scrollWidth > innerWidth ? [document.documentElement.scrollWidth] : [],
      below: document.documentElement.scrollHeight > innerHeight ? [document.documentElement.scrollHeight] : [],
    },
    board: [left, top, width, height].map(Math.round),
    names: all(".others .strip-name").map((node) => node.clientWidth),
  };
}"""
"""What is out of sight, covered, broken into lines or cut off; and where the board is."""
FRAMES = "() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))"


class Eye:
    """Looks at a page in every size, and remembers where the board was in each."""

    def __init__(self) -> None:
        self.boards: dict[str, list[int]] = {}

    def look(self, guest: Guest, moment: str) -> None:
        for name, (width, height) in SIZES.items():
            guest.page.set_viewport_size({"width": width, "height": height})
            guest.page.evaluate(FRAMES)
            found: dict[str, Any] = guest.page.evaluate(LAID_OUT)
            trouble = {what: nodes for what, nodes in found["trouble"].items() if nodes}
            assert trouble == {}, f"{moment}, {name}"
            assert self.boards.setdefault(name, found["board"]) == found["board"], f"{moment}, {name}"


def longest(language: str, *prefixes: str) -> str:
    """The longest text of some messages, with the widest of names in its gaps."""
    texts: list[str] = []
    for prefix in prefixes:
        for found in Words(language).with_gaps(prefix).values():
            texts += [found] if isinstance(found, str) else found.values()
    return max(texts, key=len).replace("{name}", WIDE_NAME).replace("{bot}", WIDE_NAME)


def locale_of(language: str) -> str:
    return {"en": "en-GB"}.get(language, language)


@pytest.mark.parametrize(
    ("table", "language"),
    [
        (table, language) if (table, language) in QUICK else pytest.param(table, language, marks=pytest.mark.long)
        for nth, table in enumerate(TABLES)
        for language in dict.fromkeys(("de", *languages()[nth :: len(TABLES)]))
    ],
)
def test_all_of_a_turn_is_in_sight_at_every_size(invite: Invite, table: str, language: str) -> None:
    """At the first move, with a piece picked, with a hint, and after some moves; the board stays where it is."""
    game, bots = TABLES[table]
    guest, eye = invite(WIDE_NAME, locale=locale_of(language)), Eye()
    guest.house.bot = RandomBot()
    guest.open(game, "me", *["easy"] * bots)
    guest.wait()
    eye.look(guest, "first move")
    for moves in (1, 2):
        guest.hurry(1)
        eye.look(guest, f"after {moves} moves")
    guest.all(".piece.is-source, .square.is-source").first.click()
    eye.look(guest, "picked")
    guest.page.keyboard.press("Escape")
    guest.one("hint").click()
    guest.page.wait_for_selector(".is-hint")
    eye.look(guest, "hint")
    ask = longest(language, "picture-ask-", "picture-then-", "page-undo-waits", "told-undo-asked")
    guest.one("ask").evaluate("(node, text) => { node.textContent = text; node.classList.add('is-long') }", ask)
    eye.look(guest, "the longest words above the board")


@pytest.mark.long
@pytest.mark.parametrize("language", ["de", "en", languages()[-1]])
def test_a_question_moves_and_covers_nothing(invite: Invite, language: str) -> None:
    ann, ben = (invite(WIDE_NAME[1:] + "ab"[nth], locale=locale_of(language)) for nth in range(2))
    ann.open("rubik", "me", "friend")
    ben.go(ann.all(".invitation input").first.input_value())
    play_together(ann, ben, most=3)
    mover, other = (ann, ben) if ann.one("undo").get_attribute("aria-disabled") == "false" else (ben, ann)
    eyes = {guest: Eye() for guest in (mover, other)}
    for guest, eye in eyes.items():
        eye.look(guest, "before")
    mover.one("undo").click()
    expect(other.one("consent-yes")).to_be_visible()
    for guest, eye in eyes.items():
        eye.look(guest, "asked to undo")
    other.one("consent-no").click()
    expect(mover.one("hint")).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "size"),
    [
        pytest.param(
            game,
            size,
            marks=[] if (game, size) in (("djeco", "smallest"), ("xoxo", "phone aside")) else pytest.mark.long,
        )
        for game in ("xoxo", "rubik", "xoxo2", "djeco")
        for size in SIZES
    ],
)
def test_the_end_leaves_the_board_where_it_was(invite: Invite, game: str, size: str) -> None:
    """And offers another round without scrolling."""
    guest = invite(WIDE_NAME, size=SIZES[size], locale="de-DE")
    guest.house.bot = RandomBot()
    guest.open(game, "me", "easy")
    guest.hurry(1)
    before = guest.page.evaluate(LAID_OUT)["board"]
    guest.hurry()
    expect(guest.one("rematch")).to_be_in_viewport(ratio=1)
    found = guest.page.evaluate(LAID_OUT)
    assert found["board"] == before
    assert found["trouble"]["beside"] == []


@pytest.mark.parametrize("size", ["smallest", pytest.param("phone", marks=pytest.mark.long)])
def test_the_names_of_four_can_be_read(invite: Invite, size: str) -> None:
    guest = invite("Ann", size=SIZES[size], locale="de-DE")
    guest.open("xoxo", "me", "easy", "easy", "easy")
    guest.wait()
    cut = "all => all.filter((node) => node.scrollWidth > node.clientWidth).map((node) => node.textContent)"
    assert guest.all(".others .strip-name").evaluate_all(cut) == []
    width = guest.page.evaluate(LAID_OUT)["board"][2]
    assert width > 0.7 * SIZES[size][0]


def test_goals_take_as_much_room_when_they_were_shown(invite: Invite) -> None:
    guest = invite("Ann", size=SIZES["tall phone"])
    guest.open(
        "xoxo",
        "me",
        "easy",
        position="...../.ytjbcwgsj./.ycgghsrhs./.rtjbhsyss./..... rcw,rsw,bcs,bts,bhw,gss,ytw 8ycj/9ycs/15rtg "
        "yellow,joy,!square/circle,wink,grumpy lay 1 d3",
    )
    guest.wait()
    heights = guest.all(".goal-row").evaluate_all("all => all.map((row) => row.offsetHeight)")
    assert len(heights) == 3
    assert len(set(heights)) == 1


@pytest.mark.long
def test_goals_stay_where_they_are_while_a_move_is_previewed(invite: Invite) -> None:
    guest = invite("Ann", size=SIZES["tall phone"])
    guest.open("xoxo", "me", "easy", confirm=True)
    guest.wait()
    place = "goals => Object.values(goals.getBoundingClientRect().toJSON()).map(Math.round)"
    before = guest.all(".goals").evaluate(place)
    guest.move()
    expect(guest.one("confirm")).to_be_visible()
    assert guest.all(".goals").evaluate(place) == before


@pytest.mark.parametrize("size", ["tall phone", pytest.param("smallest", marks=pytest.mark.long)])
def test_a_name_stays_where_it_is_however_many_stones_are_left(invite: Invite, size: str) -> None:
    guest = invite("Ann", size=SIZES[size], locale="de-DE")
    guest.open("rubik", "me", "easy")
    guest.wait()
    tops = set()
    for _ in range(4):
        tops.add(guest.all(".board-aside .strip-name").evaluate("name => name.getBoundingClientRect().top"))
        guest.hurry(2)
    assert len(tops) == 1


def test_a_long_hand_shows_that_there_is_more(invite: Invite) -> None:
    guest = invite("Ann", size=(280, 568))  # five cards fit on any phone
    guest.open("djeco", "me", "easy")
    guest.wait()
    hand = guest.all(".pieces")
    expect(hand).to_have_attribute("data-more", "right")
    guest.all(".piece").last.scroll_into_view_if_needed()
    expect(hand).to_have_attribute("data-more", "left")
    expect(guest.all(".piece").last).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("size", ["smallest", pytest.param("tall phone", marks=pytest.mark.long)])
def test_the_ring_of_a_picked_card_is_whole(invite: Invite, size: str) -> None:
    """A hand that can be moved sideways cuts off what is drawn outside it."""
    guest = invite("Ann", size=SIZES[size])
    guest.open("djeco", "me", "easy")
    guest.wait()
    guest.all(".piece.is-source").first.click()
    guest.page.wait_for_timeout(200)  # it is lifted
    room = guest.all(".piece.is-picked > .drawing").evaluate(
        """(card) => {
          const [ring, hand] = [card, card.closest(".pieces")].map((node) => node.getBoundingClientRect());
          const { outlineWidth, outlineOffset } = getComputedStyle(card);
          const width = parseFloat(outlineWidth) + parseFloat(outlineOffset);
          return [ring.top - hand.top - width, hand.bottom - ring.bottom - width, ring.left - hand.left - width];
        }"""
    )
    assert min(room) >= 0


@pytest.mark.parametrize(
    ("game", "language"),
    [("djeco", "ru"), *[pytest.param(game, "de", marks=pytest.mark.long) for game in ("xoxo", "rubik", "djeco")]],
)
def test_long_names_can_be_read(invite: Invite, game: str, language: str) -> None:
    """While a game is played, and beside the cards of its end."""
    names = ("Maximiliane Schmidt", "Wolfgang Alexander")
    guest = invite(names[0], size=SIZES["smallest"], locale=language)
    guest.open(game, "me", "person")
    guest.sit(*names)
    guest.page.wait_for_selector(f".pass, {OFFERED}")
    if guest.all(".pass").count():
        guest.all(".pass .main").click()
    guest.wait()
    cut = """all => all
      .filter((node) => node.scrollWidth > node.clientWidth || node.scrollHeight > node.clientHeight + 2)
      .map((node) => node.textContent)"""
    shown = guest.all(".strip-name:visible")
    assert shown.evaluate_all(cut) == []
    assert guest.page.evaluate(LAID_OUT)["trouble"]["outside"] == []
    guest.one("menu").click()
    guest.one("resign").click()
    guest.one("sure").click()
    expect(guest.one("rematch")).to_be_visible()
    assert shown.evaluate_all(cut) == []
