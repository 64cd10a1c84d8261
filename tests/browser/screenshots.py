"""Pictures of every page and every game: `python -m tests.browser.screenshots [PART …]`.

The same games are played every time, so that what has changed in a picture is the page. `docs` takes those of the
documentation anew.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from PIL import Image
from playwright.sync_api import Browser, expect

from rowdy.interfaces.languages import languages
from rowdy.interfaces.lessons import ENDGAME, Teacher
from rowdy.interfaces.words import Words
from rowdy.play.bots.registry import RandomBot
from rowdy.play.puzzles import Theme, puzzle_set
from rowdy.rules.catalog import CATALOG
from tests.browser.guests import CHROMIUM, DESKTOP, PHONE, Guest, chromium
from tests.browser.house import House
from tests.browser.rooms import SCREEN, open_room, play_on
from tests.browser.test_lessons import WAYS
from tests.browser.test_puzzles import REFUTED_MS, picture, solve, wrong_turn

FOLDER = Path("build") / "screenshots"
SIZES = {"phone": PHONE, "desktop": DESKTOP}
MOVES = {"xoxo": 5, "rubik": 9, "xoxo2": 7, "djeco": 6}
"""After so many moves there is something to see."""
MANY = 40
"""In so many moves somebody shows a card."""
LUCK = {"xoxo": 4, "rubik": 3, "xoxo2": 7, "djeco": 4}
"""Games that end well."""


class Studio:
    def __init__(self, browser: Browser, house: House) -> None:
        self.browser = browser
        self.house = house

    @contextmanager
    def visit(self, name: str, size: str, scheme: str = "light", **more: Any) -> Iterator[Guest]:
        """Somebody who comes for the pictures of this name, whose game is the same every time."""
        self.house.fate = name
        guest = Guest(self.browser, self.house, "Ann", size=SIZES[size], color_scheme=scheme, **more)
        yield guest
        guest.context.close()

    def shoot(self, guest: Guest, name: str, whole: bool = False) -> None:
        guest.page.mouse.move(0, 0)
        guest.page.evaluate("document.activeElement?.matches('.board-view *') && document.activeElement.blur()")
        guest.page.screenshot(path=FOLDER / f"{name}.png", full_page=whole)
        print(FOLDER / f"{name}.png")


def home(studio: Studio, size: str, scheme: str) -> None:
    with studio.visit("home", size, scheme) as guest:
        guest.go("/")
        studio.shoot(guest, f"home-{size}-{scheme}", whole=True)


def new(studio: Studio, size: str, scheme: str) -> None:
    with studio.visit("new", size, scheme) as guest:
        for game in CATALOG:
            guest.go(f"/new/{game}")
            if game == "xoxo":
                guest.all(".rules summary").click()
            studio.shoot(guest, f"new-{game}-{size}-{scheme}", whole=True)


def rules(studio: Studio, size: str, scheme: str) -> None:
    for language in languages():
        with studio.visit("rules", size, scheme, locale=language) as guest:
            for game in CATALOG:
                guest.go(f"/rules/{game}")
                studio.shoot(guest, f"rules-{game}-{language}-{size}-{scheme}", whole=True)


def lessons(studio: Studio, size: str, scheme: str) -> None:
    for game in CATALOG:
        teacher = Teacher.of(Words(), game)
        with studio.visit("lessons", size, scheme) as guest:
            guest.go(f"/learn/{game}")
            for name in teacher.names:
                expect(guest.one("title")).to_have_text(teacher.title(name))
                studio.shoot(guest, f"lesson-{game}-{name}-{size}-{scheme}")
                if name != ENDGAME:
                    guest.one("skip").click()


def explorer(studio: Studio, size: str, scheme: str) -> None:
    with studio.visit("explorer", size, scheme) as guest:
        for game, position in (
            ("rubik", "..../.B../..Bb/.... flip"),
            ("xoxo2", "..../.B../..Bb/.... flip"),
            ("rubik", ""),
        ):
            guest.go(f"/explore/{game}?{urlencode({'position': position} if position else {})}")
            guest.page.wait_for_selector("[data-testid=line-turn]")
            studio.shoot(guest, f"explore-{game}-{'later' if position else 'start'}-{size}-{scheme}", whole=True)
        guest.one("choice").first.click()
        guest.page.wait_for_selector("[data-testid=line-turn]")
        guest.one("back").click()
        guest.one("choice").nth(1).click()
        guest.page.wait_for_selector("[data-testid=line-turn]")
        studio.shoot(guest, f"explore-walk-{size}-{scheme}", whole=True)
        guest.one("set-up").click()
        guest.all("[data-square=a1]").click()
        guest.all("[data-square=a2]").click()
        guest.page.wait_for_selector("[data-testid=refused]:not(:empty)")
        studio.shoot(guest, f"explore-set-up-{size}-{scheme}", whole=True)


def reviews(studio: Studio, size: str, scheme: str) -> None:
    for game in CATALOG:
        with studio.visit(f"{game} {LUCK[game]}", size, scheme) as guest:
            guest.open(game, "me", "easy")
            guest.hurry()
            guest.one("review").click()
            guest.page.wait_for_selector("[data-testid=progress][data-state=done]", state="attached", timeout=60_000)
            studio.shoot(guest, f"review-{game}-{size}-{scheme}", whole=True)


def puzzles(studio: Studio, size: str, scheme: str) -> None:
    """One puzzle of each theme of each game; of a flip game also what refutes a wrong turn, and the end."""
    with studio.visit("puzzles", size, scheme) as guest:
        for game in CATALOG:
            for theme, puzzle in {puzzle.theme: puzzle for puzzle in puzzle_set(game)}.items():
                guest.go(f"/puzzles?id={puzzle.id}")
                guest.page.wait_for_selector(".square")
                studio.shoot(guest, f"puzzle-{game}-{theme}-{size}-{scheme}", whole=True)
                if theme is Theme.WIN_2:
                    using = WAYS["mouse"](guest)
                    moves = wrong_turn(puzzle)
                    for made, move in enumerate(moves):
                        using.make(picture(puzzle, moves[:made]), move)
                    guest.one("show").wait_for(timeout=REFUTED_MS)
                    studio.shoot(guest, f"puzzle-{game}-refuted-{size}-{scheme}", whole=True)
                    guest.one("show").click()
                    expect(guest.one("spoken")).not_to_be_empty()
                    studio.shoot(guest, f"puzzle-{game}-shown-{size}-{scheme}", whole=True)
                    guest.one("again").click()
                    solve(using, puzzle)
                    guest.one("next").wait_for()
                    studio.shoot(guest, f"puzzle-{game}-solved-{size}-{scheme}", whole=True)


def games(studio: Studio, size: str, scheme: str) -> None:
    for game in CATALOG:
        with studio.visit(f"{game} {LUCK[game]}", size, scheme) as guest:
            _game(studio, guest, game, f"{size}-{scheme}")


def _game(studio: Studio, guest: Guest, game: str, how: str) -> None:
    guest.open(game, "me", "easy")
    guest.wait()
    studio.shoot(guest, f"games-{game}-begins-{how}")
    guest.hurry(MOVES[game])
    studio.shoot(guest, f"games-{game}-{how}")
    piece = guest.all(".piece.is-source, .square.is-source").first
    piece.click()
    studio.shoot(guest, f"games-{game}-picked-{how}")
    piece.click()
    guest.hurry()
    studio.shoot(guest, f"games-{game}-over-{how}")
    guest.one("step-through").click()
    guest.one("last").click()
    for _ in range(3):
        guest.one("back").click()
    studio.shoot(guest, f"games-{game}-replay-{how}")


def people(studio: Studio, size: str, scheme: str) -> None:
    with studio.visit("waiting", size, scheme) as guest:
        guest.open("xoxo", "me", "friend", "friend")
        guest.page.wait_for_selector(".qr svg")
        studio.shoot(guest, f"people-wait-{size}-{scheme}", whole=True)
    with studio.visit("device", size, scheme) as guest:
        guest.open("djeco", "me", "person")
        studio.shoot(guest, f"people-names-{size}-{scheme}")
        guest.sit("Ann", "Ben")
        guest.page.wait_for_selector(".pass")
        studio.shoot(guest, f"people-pass-{size}-{scheme}")
    with studio.visit("four", size, scheme) as guest:
        guest.open("xoxo", "me", "easy", "easy", "easy")
        guest.hurry(2)
        studio.shoot(guest, f"people-four-{size}-{scheme}")


def moments(studio: Studio, size: str, scheme: str) -> None:
    with studio.visit("moments", size, scheme) as guest:
        guest.open("xoxo", "me", "easy", confirm=True)
        guest.wait()
        guest.one("hint").click()
        guest.page.wait_for_selector(".piece.is-hint")
        studio.shoot(guest, f"moments-hint-{size}-{scheme}")
        guest.move()
        guest.page.wait_for_selector("[data-testid=confirm]")
        studio.shoot(guest, f"moments-confirm-{size}-{scheme}")
        guest.one("confirm").click()
        guest.wait()
        guest.one("menu").click()
        studio.shoot(guest, f"moments-menu-{size}-{scheme}")
        guest.page.keyboard.press("Escape")
        guest.one("react").click()
        studio.shoot(guest, f"moments-react-{size}-{scheme}")
        guest.one("react-well-played").click()
        guest.page.wait_for_selector(".bubble")
        guest.context.set_offline(True)
        guest.page.wait_for_selector("[data-testid=offline]:not([hidden])")
        studio.shoot(guest, f"moments-offline-{size}-{scheme}")
        if size == "phone":
            guest.one("open-log").click()
            studio.shoot(guest, f"moments-log-{size}-{scheme}")
    with studio.visit("nothing", size, scheme) as guest:
        guest.go("/table/nothing-to-see")
        guest.page.wait_for_selector("[data-testid=end]")
        studio.shoot(guest, f"moments-nothing-{size}-{scheme}")


def room(studio: Studio, size: str, scheme: str) -> None:
    """The screen is as large as one on a wall; nobody moves its pointer, so that it shows no controls."""
    for game, names in (("xoxo", ("Ann", "Ben", "Cem", "Dora")), ("djeco", ("Ann", "Ben")), ("rubik", ("Ann", "Ben"))):
        studio.house.fate = f"room {game} 3"
        screen = Guest(studio.browser, studio.house, "", size=SCREEN, color_scheme=scheme)
        phones = [Guest(studio.browser, studio.house, name, size=SIZES[size], color_scheme=scheme) for name in names]
        codes = open_room(screen, game, len(phones))
        screen.page.screenshot(path=FOLDER / f"room-{game}-codes-{scheme}.png")
        for phone, code in zip(phones, codes, strict=True):
            phone.go(code)
        play_on(phones, MOVES[game])
        for _ in range(MANY):
            if game != "xoxo" or screen.all(".key-event").count():
                break
            play_on(phones, 1)
        screen.page.screenshot(path=FOLDER / f"room-{game}-{scheme}.png")
        studio.shoot(phones[1], f"room-{game}-hand-{size}-{scheme}")
        play_on(phones)
        screen.page.screenshot(path=FOLDER / f"room-{game}-over-{scheme}.png")
        for guest in (screen, *phones):
            guest.context.close()


def german(studio: Studio, size: str, scheme: str) -> None:
    with studio.visit("german", size, scheme, locale="de-DE") as guest:
        guest.go("/")
        studio.shoot(guest, f"german-home-{size}-{scheme}", whole=True)
        guest.open("xoxo", "me", "easy", "easy")
        guest.hurry(3)
        studio.shoot(guest, f"german-xoxo-{size}-{scheme}")


ALWAYS: tuple[Callable[[Studio, str, str], None], ...] = (home, games, explorer, reviews, puzzles)
BY_DAY = (new, rules, lessons, people, moments, room, german)
PICTURES = Path("docs") / "pictures"
DOCS = {
    "xoxo-phone": (games, "phone", "light", "games-xoxo-phone-light"),
    "djeco-phone": (games, "phone", "dark", "games-djeco-phone-dark"),
    "rubik-desktop": (games, "desktop", "light", "games-rubik-desktop-light"),
    "room-screen": (room, "phone", "light", "room-xoxo-light"),
    "room-hand": (room, "phone", "light", "room-xoxo-hand-phone-light"),
}
"""The pictures of the documentation: what takes each, and which of those that it takes it is."""


def for_docs(studio: Studio) -> None:
    for part, size, scheme in dict.fromkeys((part, size, scheme) for part, size, scheme, _ in DOCS.values()):
        part(studio, size, scheme)
    for name, (*_, taken) in DOCS.items():
        few_colours = (
            Image.open(FOLDER / f"{taken}.png").convert("RGB").quantize()
        )  # a third of the size, and looks the same
        few_colours.save(PICTURES / f"{name}.png", optimize=True)


def main(wanted: list[str]) -> None:
    """Takes them all, or only some: `games`, `phone dark`; `docs`: those of the documentation."""
    if CHROMIUM is None:
        raise SystemExit("Chromium is not installed.")
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, House(Path(data)) as house, chromium() as browser:
        house.bot = RandomBot()  # whoever plays here is no better
        studio = Studio(browser, house)
        if wanted == ["docs"]:
            for_docs(studio)
            return
        for scheme in ("light", "dark"):
            for size in SIZES:
                for part in ALWAYS if scheme == "dark" else (*ALWAYS, *BY_DAY):
                    if {part.__name__, size, scheme} >= set(wanted):
                        part(studio, size, scheme)


if __name__ == "__main__":
    main(sys.argv[1:])
