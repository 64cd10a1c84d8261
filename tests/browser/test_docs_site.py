"""The documentation's site in a real browser: on a phone, by day and by night, and on paper."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.guests import PHONE
from tests.test_docs import build_site

pytestmark = pytest.mark.long
COLOURS = """() => [...document.querySelectorAll(".md-typeset :is(h1, h2, p, td, table)")].map(one => {
    const style = getComputedStyle(one);
    return [style.color, style.backgroundColor];
})"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_site(tmp_path_factory.mktemp("site"))


def pages(site: Path) -> list[Path]:
    """Every page but that for wrong addresses, whose links hold on a server alone."""
    return [page for page in sorted(site.rglob("*.html")) if page.name != "404.html"]


def open_page(browser: Browser, scheme: str) -> tuple[Page, list[str]]:
    """A phone, and what goes wrong in it or is loaded from elsewhere."""
    page, troubles = browser.new_page(viewport={"width": PHONE[0], "height": PHONE[1]}), list[str]()
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on("console", lambda message: troubles.append(message.text) if message.type == "error" else None)
    page.on("request", lambda request: troubles.append(request.url) if "file:" not in request.url[:5] else None)
    return page, troubles


def darkness(colour: str) -> float:
    """From 0 for white, or nothing, to 1 for black."""
    red, green, blue, *alpha = map(float, re.findall(r"[\d.]+", colour))
    return (alpha[0] if alpha else 1) * (1 - (0.3 * red + 0.6 * green + 0.1 * blue) / 255)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_page_is_wider_than_a_phone_or_asks_elsewhere(browser: Browser, site: Path, scheme: str) -> None:
    page, troubles = open_page(browser, scheme)
    wide = []
    for file in pages(site):
        page.goto(file.as_uri())
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            wide.append(file.name)
    page.close()
    assert not wide
    assert not [trouble for trouble in troubles if not trouble.startswith(("data:", "blob:"))]


def test_a_page_is_dark_at_night_and_on_paper_dark_on_white(browser: Browser, site: Path) -> None:
    page, _ = open_page(browser, "dark")
    page.goto((site / "how-we-know.html").as_uri())
    assert darkness(page.evaluate("getComputedStyle(document.body).backgroundColor")) > 0.8
    page.emulate_media(media="print")
    colours = page.evaluate(COLOURS)
    page.close()
    assert len(colours) > 40
    for text, background in colours:
        assert darkness(text) > 0.6
        assert darkness(background) < 0.1
