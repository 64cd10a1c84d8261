"""Lessons in a browser: every step is passed by mouse, by touch, by keyboard, and by roles and names alone."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar

import msgspec
import pytest
from playwright.sync_api import expect

from rowdy.interfaces.lessons import Teacher, without_emphasis
from rowdy.interfaces.web.http.lesson_answers import Tried, lesson_answer
from rowdy.interfaces.words import Words
from rowdy.rules.catalog import CATALOG
from tests.browser.conftest import Invite
from tests.browser.guests import DESKTOP, Guest
from tests.browser.test_axe import assert_sound
from tests.browser.test_sizes import SMALL, SMALLEST, assert_fits
from tests.interfaces.lesson_tries import solution, tries

PHONE = (375, 667)
FOCUSED = "(selector) => document.activeElement?.matches(selector) ?? false"
FOCUSED_SQUARE = "() => document.activeElement?.dataset.square ?? ''"
MAX_TABS = 40


class Way(ABC):
    """A way to use the page."""

    context: ClassVar[dict[str, Any]] = {}

    def __init__(self, guest: Guest) -> None:
        self.guest = guest

    @abstractmethod
    def use(self, selector: str, role: str, name: str) -> None:
        """Presses something that stands on the page with this role and name."""

    def make(self, picture: dict[str, Any], move: str) -> None:
        """Does a move, or gives an order, as the picture offers it."""
        order, _, card = move.partition(" ")
        if order in ("show", "hold"):
            goals = [goal for seat in picture["seats"] for goal in seat.get("cards", ())]
            goal = next(goal for goal in goals if goal.get("value") == card)
            said = Words()(f"page-goal-{goal['order']}")
            self.use(f"[data-goal={card}]", "button", f"{goal['label']} {said}: {goal['name']}")
            return
        offered = next(one for one in picture["moves"] if one["move"] == move)
        if key := offered.get("piece"):
            piece = next(piece for piece in picture["pieces"] if piece["key"] == key)
            hint = f"; {piece['hint']}" if "hint" in piece else ""
            name = piece["name"] if piece["label"] in piece["name"] else f"{piece['label']}: {piece['name']}"
            self.use(f"[data-piece='{key}']", "button", name + hint)
        if source := offered.get("source"):
            self.press_square(picture, source)
        self.press_square(picture, offered.get("target") or offered["squares"][0])
        if len(offered.get("squares", ())) > 1 and self.guest.all(".chooser [data-move]").count():
            self.use(f".chooser [data-move='{move}']", "button", offered["name"])

    def press_square(self, picture: dict[str, Any], square: str) -> None:
        cell = next(cell for cell in picture["board"]["cells"] if cell["square"] == square)
        self.use(f"[data-square={square}]", "button", cell["name"])


class Mouse(Way):
    def use(self, selector: str, role: str, name: str) -> None:
        self.guest.all(selector).first.click()


class Touch(Way):
    context: ClassVar[dict[str, Any]] = {"has_touch": True, "is_mobile": True, "size": PHONE}

    def use(self, selector: str, role: str, name: str) -> None:
        self.guest.all(selector).first.tap()


class Keyboard(Way):
    """Tab from group to group, arrows within them, Enter to press."""

    def use(self, selector: str, role: str, name: str) -> None:
        page = self.guest.page
        page.wait_for_selector(selector)
        for _ in range(MAX_TABS):
            if page.evaluate(FOCUSED, selector):
                page.keyboard.press("Enter")
                return
            if self._arrow(selector):
                continue
            page.keyboard.press("Tab")
        raise AssertionError(f"no key leads to {selector}")

    def _arrow(self, selector: str) -> bool:
        """Goes one square, or one piece, nearer; false if the focus is in another group."""
        page, at = self.guest.page, self.guest.page.evaluate(FOCUSED_SQUARE)
        if at and "data-square" in selector:
            to = selector.partition("=")[2].rstrip("]")
            across, up = ord(to[0]) - ord(at[0]), int(to[1]) - int(at[1])
            page.keyboard.press(
                "ArrowRight" if across > 0 else "ArrowLeft" if across else "ArrowUp" if up > 0 else "ArrowDown"
            )
            return True
        if "data-piece" in selector and page.evaluate(FOCUSED, ".piece"):
            page.keyboard.press("ArrowRight")
            return True
        return False


class Names(Way):
    """Only what the accessibility tree tells: roles and names, no pointer."""

    def use(self, selector: str, role: Any, name: str) -> None:
        found = self.guest.page.get_by_role(role, name=name, exact=True).first
        found.focus()
        found.press("Enter")


WAYS: dict[str, type[Way]] = {"mouse": Mouse, "touch": Touch, "keyboard": Keyboard, "names": Names}
QUICK = {("rubik", "touch")}
ALL = [
    pytest.param(game, way, marks=() if (game, way) in QUICK else pytest.mark.long) for game in CATALOG for way in WAYS
]


def picture(teacher: Teacher, step: str, moves: tuple[str, ...]) -> dict[str, Any]:
    answer = lesson_answer(teacher.words, teacher.game.edition.game, step, Tried(moves))
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(answer.picture))
    return found


def do(way: Way, teacher: Teacher, step: str, moves: tuple[str, ...]) -> None:
    for number, move in enumerate(moves):
        way.make(picture(teacher, step, moves[:number]), move)
        done = moves[: number + 1]
        said = without_emphasis(teacher.answer(step, done).say)
        expect(way.guest.one("reply")).to_contain_text(said)


@pytest.mark.parametrize(("game", "way"), ALL)
def test_every_step_is_passed_and_wrong_tries_are_answered(invite: Invite, game: str, way: str) -> None:
    kind = WAYS[way]
    guest = invite("Ann", **kind.context)
    using, teacher = kind(guest), Teacher.of(Words(), game)
    guest.go(f"/learn/{game}")
    for number, step in enumerate(teacher.lesson.steps):
        expect(guest.one("title")).to_have_text(teacher.title(step.name))
        expect(guest.one("say")).to_have_text(without_emphasis(teacher.say(step.name)))
        wrong = next((moves for moves, found in tries(teacher, step.name) if found.verdict == "wrong"), None)
        if wrong is not None:
            do(using, teacher, step.name, wrong)
            using.use("[data-testid=again]", "button", "Try again")
            expect(guest.one("reply")).to_be_empty()
        do(using, teacher, step.name, solution(teacher, step.name))
        using.use("[data-testid=next]", "button", "Next")
        expect(guest.one("count")).to_have_text(f"Lesson · {number + 2} of {len(teacher.names)}")
    using.use("[data-testid=play]", "button", "Play it out")
    guest.page.wait_for_url("**/table/*")
    guest.wait()
    assert guest.to_move


def test_a_lesson_goes_on_where_it_was_left_and_steps_can_be_left_out(invite: Invite) -> None:
    ann = invite("Ann")
    ann.go("/learn/djeco")
    ann.one("skip").click()
    ann.one("skip").click()
    expect(ann.one("count")).to_have_text("Lesson · 3 of 7")
    ann.one("back").click()
    expect(ann.one("count")).to_have_text("Lesson · 2 of 7")
    ann.page.reload()
    expect(ann.one("count")).to_have_text("Lesson · 2 of 7")
    ann.go("/learn/rubik")
    expect(ann.one("count")).to_have_text("Lesson · 1 of 7")


@pytest.mark.long
def test_an_endgame_is_played_to_its_end_and_is_practice(invite: Invite) -> None:
    ann = invite("Ann")
    ann.go("/learn/xoxo2")
    for _ in range(6):
        ann.one("skip").click()
    expect(ann.one("skip")).to_be_hidden()
    ann.one("play").click()
    ann.page.wait_for_url("**/table/*")
    ann.hurry()
    assert ann.over
    assert "Practice: yes" in ann.fetch(f"/api/tables/{ann.table}/record?as=1")
    expect(ann.one("whole")).to_have_attribute("href", "/new/xoxo2")
    ann.page.get_by_role("link", name="Back to the lesson").click()
    expect(ann.one("play")).to_be_visible()


def test_a_click_where_nothing_can_be_done_is_told_why(invite: Invite) -> None:
    ann = invite("Ann")
    ann.go("/learn/rubik")
    for _ in range(4):
        ann.one("skip").click()
    expect(ann.one("title")).to_have_text("Lock your row in")
    ann.all("[data-piece=A]").click()
    ann.all("[data-square=b4]").click(force=True)
    expect(ann.one("why")).to_have_text("b4 is taken.")
    expect(ann.one("spoken")).to_have_text("b4 is taken.")
    ann.all("[data-square=a4]").click()
    expect(ann.one("why")).to_be_hidden()
    expect(ann.one("reply")).to_contain_text("Enclosed, and won!")


# Who is offered a lesson


@pytest.mark.long
def test_newcomers_are_offered_a_lesson_until_they_have_answered(invite: Invite) -> None:
    ann, ben, cem = invite("Ann"), invite("Ben"), invite("Cem")
    ann.go("/")
    expect(ann.one("newcomer")).to_be_visible()
    ann.all("#newcomer summary").click()
    ann.page.get_by_role("button", name="Not now").click()
    expect(ann.one("newcomer")).to_be_hidden()
    ann.page.reload()
    expect(ann.one("newcomer")).to_be_hidden()
    ben.go("/")
    ben.all("#newcomer summary").click()
    ben.page.get_by_role("link", name="Learn Djeco Tic Tac Toe").click()
    expect(ben.one("title")).to_be_visible()
    ben.go("/")
    expect(ben.one("newcomer")).to_be_hidden()
    cem.open("rubik", "me", "easy")
    cem.go("/")
    expect(cem.one("newcomer")).to_be_hidden()


def test_how_to_play_leads_to_the_lesson(invite: Invite) -> None:
    ann = invite("Ann")
    ann.go("/rules/xoxo")
    ann.one("learn").click()
    expect(ann.one("count")).to_have_text("Lesson · 1 of 7")


# How it looks


@pytest.mark.long
@pytest.mark.parametrize(("scheme", "size", "locale"), [("dark", SMALL, "de-DE"), ("light", DESKTOP, "en-GB")])
def test_axe_finds_nothing_wrong_and_all_fits(invite: Invite, scheme: str, size: tuple[int, int], locale: str) -> None:
    guest = invite("Ann", size=size, color_scheme=scheme, locale=locale)
    guest.go("/")
    guest.all("#newcomer summary").click()
    assert_fits(guest)
    assert_sound(guest)
    for game in CATALOG:
        teacher = Teacher.of(Words(locale[:2]), game)
        guest.go(f"/learn/{game}")
        for step in teacher.lesson.steps:
            expect(guest.one("title")).to_have_text(teacher.title(step.name))
            expect(guest.all(".square").first).to_be_visible()
            assert_fits(guest)
            guest.one("skip").click()
        expect(guest.one("play")).to_be_visible()
        assert_sound(guest)
        assert_fits(guest)
        guest.one("back").click()
        step = teacher.lesson.steps[-1]
        wrong = next(moves for moves, found in tries(teacher, step.name) if found.verdict == "wrong")
        do(Mouse(guest), teacher, step.name, wrong)
        assert_sound(guest)
        assert_fits(guest)


@pytest.mark.long
def test_the_smallest_of_phones_has_room(invite: Invite) -> None:
    guest = invite("Ann", size=SMALLEST)
    for game in CATALOG:
        guest.go(f"/learn/{game}")
        for _ in range(6):
            expect(guest.all(".square").first).to_be_visible()
            assert_fits(guest)
            guest.one("skip").click()


def test_what_goes_on_is_in_sight_on_the_shortest_of_phones(invite: Invite) -> None:
    guest = invite("Ann", size=(320, 568))
    guest.go("/learn/rubik")
    guest.all(".piece").first.click()
    guest.all(".square").first.click()
    expect(guest.one("next")).to_be_in_viewport(ratio=1)
    guest.one("next").click()
    expect(guest.one("title")).to_have_text(Teacher.of(Words(), "rubik").title("flip"))
    expect(guest.one("title")).to_be_in_viewport(ratio=1)
