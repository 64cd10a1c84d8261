"""Moves made otherwise than by clicking: by keyboard alone, and dragged with a mouse or a finger."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from playwright.sync_api import CDPSession, Locator, Route, expect

from rowdy.rules.catalog import CATALOG
from tests.browser.conftest import Invite
from tests.browser.guests import BUTTONS, CHOICES, DESKTOP, PHONE, UNDECIDED, Guest

FOCUSED = "(selector) => document.activeElement?.matches(selector) ?? false"
SQUARE = "() => document.activeElement.dataset.square"
MAX_TABS = 40


# By keyboard


def press(guest: Guest, key: str) -> None:
    guest.page.keyboard.press(key)


def tab_to(guest: Guest, selector: str) -> None:
    """Tabs on until something like this has the focus."""
    for _ in range(MAX_TABS):
        if guest.page.evaluate(FOCUSED, selector):
            return
        press(guest, "Tab")
    raise AssertionError(f"no way to {selector} with the Tab key")


def walk_to(guest: Guest, selector: str) -> None:
    """To a place that the page offers: with Tab to its group, and with arrows in it."""
    if ".square" in selector:
        tab_to(guest, ".square")
        _arrow_to(guest, guest.all(selector).get_attribute("data-square") or "")
    elif group := next((group for group in (".piece", BUTTONS) if group in selector), None):
        tab_to(guest, group)
        while not guest.page.evaluate(FOCUSED, selector):
            press(guest, "ArrowRight")
    else:
        tab_to(guest, selector)


def _arrow_to(guest: Guest, square: str) -> None:
    now: str = guest.page.evaluate(SQUARE)
    across, up = ord(square[0]) - ord(now[0]), int(square[1:]) - int(now[1:])
    for _ in range(abs(across)):
        press(guest, "ArrowRight" if across > 0 else "ArrowLeft")
    for _ in range(abs(up)):
        press(guest, "ArrowUp" if up > 0 else "ArrowDown")
    assert guest.page.evaluate(SQUARE) == square


def move_by_keys(guest: Guest) -> None:
    while True:
        choices: Sequence[str] = guest.page.evaluate(CHOICES)
        walk_to(guest, guest.rng.choice(choices))
        press(guest, guest.rng.choice(["Enter", "Space"]))
        if not guest.page.evaluate(UNDECIDED):
            return


def begin_by_keys(guest: Guest, game: str) -> None:
    guest.go("/")
    tab_to(guest, f"[data-play={game}]")
    press(guest, "Enter")
    guest.wait()


@pytest.mark.long
@pytest.mark.parametrize("game", CATALOG)
def test_a_whole_game_by_keyboard(ann: Guest, game: str) -> None:
    begin_by_keys(ann, game)
    while not ann.over:
        move_by_keys(ann)
        ann.wait()
    tab_to(ann, "[data-testid=rematch]")
    press(ann, "Enter")
    expect(ann.one("ending")).to_be_hidden()


@pytest.mark.parametrize("game", ["xoxo", pytest.param("djeco", marks=pytest.mark.long)])
def test_turns_by_keyboard(ann: Guest, game: str) -> None:
    begin_by_keys(ann, game)
    for _ in range(3):
        move_by_keys(ann)
        ann.wait()
    assert len(played(ann)) == 3


def test_escape_puts_a_piece_back(ann: Guest) -> None:
    begin_by_keys(ann, "xoxo")
    tab_to(ann, ".piece.is-source")
    press(ann, "Enter")
    expect(ann.all(".piece.is-picked")).to_have_count(1)
    assert ann.page.evaluate(FOCUSED, ".square"), "the focus goes where the piece can be laid"
    press(ann, "Escape")
    expect(ann.all(".is-picked, .has-pick")).to_have_count(0)
    assert ann.page.evaluate(FOCUSED, ".piece")
    assert played(ann) == []


# By drag


def middle(place: Locator) -> tuple[float, float]:
    box = place.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


class Mouse:
    def __init__(self, guest: Guest) -> None:
        self.mouse = guest.page.mouse

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        self.take(start)
        self.mouse.move(*end, steps=4)
        self.mouse.up()

    def take(self, start: tuple[float, float]) -> None:
        self.mouse.move(*start)
        self.mouse.down()
        self.mouse.move(start[0] + 12, start[1] + 12)


class Finger:
    def __init__(self, guest: Guest) -> None:
        self.touch: CDPSession = guest.context.new_cdp_session(guest.page)

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        self._do("touchStart", start)
        for part in (0.1, 0.5, 1.0):
            self._do("touchMove", (start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part))
        self._do("touchEnd")

    def _do(self, kind: str, *points: tuple[float, float]) -> None:
        self.touch.send(
            "Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]}
        )


def drag_something(guest: Guest, hand: Mouse | Finger) -> None:
    """Drags a piece, or a stone on the board, to where the page says that it may go."""
    source = guest.all(".piece.is-source, .square.is-source").first
    start = middle(source)
    source.click()
    end = middle(guest.all(".square.is-target").last)
    source.click()
    expect(guest.all(".has-pick")).to_have_count(0)
    hand.drag(start, end)
    if guest.all(".chooser [data-move]").count():
        guest.all(".chooser [data-move]").first.click()


@pytest.mark.parametrize(
    ("game", "how"),
    [
        ("rubik", "finger"),
        pytest.param("rubik", "mouse", marks=pytest.mark.long),
        *(pytest.param("djeco", how, marks=pytest.mark.long) for how in ("mouse", "finger")),
        *(pytest.param("xoxo", how, marks=pytest.mark.long) for how in ("mouse", "finger")),
    ],
)
def test_a_piece_is_dragged_to_its_square(invite: Invite, game: str, how: str) -> None:
    guest = invite("Ann", size=PHONE, has_touch=True) if how == "finger" else invite("Ann", size=DESKTOP)
    guest.open(game, "me", "easy")
    hand = Finger(guest) if how == "finger" else Mouse(guest)
    guest.wait()
    if game == "rubik":
        guest.hurry(1)  # a stone must lie before one can be flipped
    for turn in range(2):
        before = len(played(guest))
        drag_something(guest, hand)
        guest.wait()
        assert len(played(guest)) == before + 1, turn
    expect(guest.all(".flyer")).to_have_count(0)


def test_what_is_dropped_beside_the_board_goes_back(ann: Guest) -> None:
    ann.open("xoxo", "me", "easy")
    ann.wait()
    before = ann.squares()
    hand = Mouse(ann)
    hand.take(middle(ann.all(".piece.is-source").first))
    expect(ann.all(".flyer")).to_have_count(1)
    hand.mouse.move(5, 5)
    hand.mouse.up()
    expect(ann.all(".flyer, .has-pick, .is-dragging")).to_have_count(0)
    hand.take(middle(ann.all(".piece.is-source").first))
    press(ann, "Escape")
    expect(ann.all(".flyer")).to_have_count(0)
    hand.mouse.up()
    assert (played(ann), ann.squares()) == ([], before)


@pytest.mark.parametrize("how", ["mouse", pytest.param("finger", marks=pytest.mark.long)])
def test_a_drag_that_begins_before_dragging_is_loaded_is_not_lost(invite: Invite, how: str) -> None:
    guest = invite("Ann", size=PHONE, has_touch=True) if how == "finger" else invite("Ann", size=DESKTOP)
    held: list[Route] = []
    guest.page.route("**/board/drag.js", lambda route: held.append(route))
    guest.open("xoxo", "me", "easy")
    guest.wait()
    hand = Finger(guest) if how == "finger" else Mouse(guest)
    square = guest.all(".square[aria-disabled=false]").first
    name = square.get_attribute("data-square")
    hand.drag(middle(guest.all(".piece.is-source").first), middle(square))
    expect(guest.all(".flyer")).to_have_count(0)
    for route in held:
        route.continue_()
    expect(guest.all(f".square[data-square={name}]:not(.is-empty)")).to_have_count(1)
    assert [move.partition("@")[2] for move in played(guest)] == [name]


def test_what_is_held_when_dragging_is_loaded_is_carried(ann: Guest) -> None:
    held: list[Route] = []
    ann.page.route("**/board/drag.js", lambda route: held.append(route))
    ann.open("xoxo", "me", "easy")
    ann.wait()
    hand = Mouse(ann)
    hand.take(middle(ann.all(".piece.is-source").first))
    expect(ann.all(".flyer")).to_have_count(0)
    for route in held:
        route.continue_()
    expect(ann.all(".flyer")).to_have_count(1)
    press(ann, "Escape")
    expect(ann.all(".flyer, .has-pick, .is-dragging")).to_have_count(0)
    hand.mouse.up()
    assert played(ann) == []


def played(guest: Guest) -> list[str]:
    return [sent["move"] for sent in guest.sent if sent["do"] == "play"]
