"""A walk through all of Rowdy at phone size: `python -m tests.browser.walk [LANGUAGE …] [light | dark]`.

In each language: home, set-up, a game of each kind from its first moves to its end, replay and review, then lessons,
rules, a puzzle and the explorer. The pictures go to build/walk; what overflows or speaks another language is told.
"""

from __future__ import annotations

import hashlib
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from rowdy.interfaces.languages import languages, locale_text
from rowdy.interfaces.words import Words
from rowdy.play.bots.registry import RandomBot
from rowdy.play.puzzles import puzzle_set
from rowdy.rules.catalog import CATALOG
from tests.browser.guests import CHROMIUM, PHONE, Guest, chromium
from tests.browser.house import House
from tests.browser.screenshots import LUCK, MOVES

FOLDER = Path("build") / "walk"
SCHEMES = ("light", "dark")
COMPILED_MS = 300_000
"""How long something may take that has to be compiled first, on a busy machine."""
SIDEWAYS = """() => {
  const wide = document.documentElement.scrollWidth - innerWidth;
  const texts = document.querySelectorAll("button, .button, h1, h2, h3, summary, label, th, td, p, li, a, .pieces");
  const aside = ".unseen, .pieces > *";
  const cut = [...texts].filter((node) => {
    const { right, width } = node.getBoundingClientRect();
    const seen = node.checkVisibility({ visibilityProperty: true }) && width > 1 && !node.closest(aside);
    const inner = node.matches(".button, .quiet, summary") ? node.clientWidth : 0;
    const spills = inner && node.scrollWidth > inner + 1;
    return seen && (right > innerWidth + 1 || spills);
  });
  const named = cut.map((node) => `${node.tagName} ${node.className} ${node.textContent.trim().slice(0, 40)}`);
  // The edition is written out below its box.
  const boxes = [...document.querySelectorAll("select:not(#edition)")].filter((box) => box.checkVisibility());
  const chosen = boxes.flatMap((box) => {
    const { font, paddingLeft, paddingRight } = getComputedStyle(box);
    const pen = document.createElement("canvas").getContext("2d");
    pen.font = font;
    const text = box.selectedOptions[0]?.text ?? "";
    const room = box.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
    return pen.measureText(text).width > room + 1 ? [`SELECT ${text}`] : [];
  });
  return [...(wide > 1 ? [`the page by ${wide}`] : []), ...named, ...chosen];
}"""
"""What reaches beyond the right edge, or is cut off; the cards of a long hand may, as it scrolls by itself."""


def languages_in_turn(count: int = 2) -> list[str]:
    """Languages that a change is tried in: the same for the same texts, others when any text has changed."""
    known = languages()
    digest = hashlib.sha256("".join(map(locale_text, known)).encode()).digest()
    first = int.from_bytes(digest[:4]) % len(known)
    return [known[(first + nth) % len(known)] for nth in range(count)]


class Walker:
    """Somebody who goes through everything in one language, and keeps a picture of each place."""

    def __init__(self, guest: Guest, language: str, scheme: str, folder: Path) -> None:
        self.guest = guest
        self.language = language
        self.scheme = scheme
        self.folder = folder
        self.troubles: list[str] = []

    def look(self, name: str, whole: bool = False) -> None:
        """Takes a picture, and notes what does not fit or is not in the language."""
        page = self.guest.page
        page.mouse.move(0, 0)
        page.screenshot(path=self.folder / f"{self.language}-{self.scheme}-{name}.png", full_page=whole)
        found: list[str] = page.evaluate(SIDEWAYS)
        spoken = page.get_attribute("html", "lang")
        if spoken != Words(self.language).locale:
            found.append(f"the page is in {spoken}")
        self.troubles += [f"{self.language} {self.scheme} {name}: {one}" for one in found]

    def walk(self) -> None:
        guest = self.guest
        guest.go("/")
        self.look("home", whole=True)
        for game in CATALOG:
            guest.go(f"/new/{game}")
            guest.page.wait_for_selector("#seat-0")
            self.look(f"new-{game}", whole=True)
            self.play(game)
            guest.go(f"/learn/{game}")
            guest.page.wait_for_selector(".square")
            self.look(f"lesson-{game}")
            guest.go(f"/rules/{game}")
            self.look(f"rules-{game}", whole=True)
            guest.go(f"/puzzles?id={puzzle_set(game)[0].id}")
            guest.page.wait_for_selector(".square")
            self.look(f"puzzle-{game}")
        guest.go("/explore/rubik")
        guest.page.wait_for_selector("[data-testid=line-turn]", timeout=COMPILED_MS)
        self.look("explore", whole=True)

    def play(self, game: str) -> None:
        guest = self.guest
        guest.house.fate = f"{game} {LUCK[game]}"
        guest.rng.seed(guest.house.fate)
        guest.open(game, "me", "easy")
        guest.hurry(MOVES[game])
        self.look(f"table-{game}")
        guest.hurry()
        self.look(f"over-{game}")
        guest.one("step-through").click()
        guest.one("last").click()
        self.look(f"replay-{game}")
        guest.one("review").click()
        done = "[data-testid=progress][data-state=done]"
        guest.page.wait_for_selector(done, state="attached", timeout=COMPILED_MS)
        self.look(f"review-{game}", whole=True)


def walks(wanted: list[str]) -> Iterator[tuple[str, str]]:
    """The languages and schemes that are wanted: all, unless some are named."""
    for language in [one for one in languages() if one in wanted] or languages():
        for scheme in [one for one in SCHEMES if one in wanted] or SCHEMES:
            yield language, scheme


def main(wanted: list[str]) -> None:
    if CHROMIUM is None:
        raise SystemExit("Chromium is not installed.")
    FOLDER.mkdir(parents=True, exist_ok=True)
    troubles: list[str] = []
    with tempfile.TemporaryDirectory() as data, House(Path(data)) as house, chromium() as browser:
        house.bot = RandomBot()  # whoever plays here is no better
        for language, scheme in walks(wanted):
            guest = Guest(browser, house, "Ann", size=PHONE, locale=Words(language).locale, color_scheme=scheme)
            guest.context.set_default_timeout(COMPILED_MS)
            walker = Walker(guest, language, scheme, FOLDER)
            walker.walk()
            guest.context.close()
            troubles += walker.troubles + guest.troubles
            print(f"{language} {scheme}: {len(walker.troubles) + len(guest.troubles)} troubles", flush=True)
    print(*troubles, sep="\n")
    raise SystemExit(bool(troubles))


if __name__ == "__main__":
    main(sys.argv[1:])
