"""Whole games against bots, from the first page to who won, by clicking what the page offers."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from rowdy.rules.catalog import CATALOG
from tests.browser.conftest import Invite
from tests.browser.guests import PHONE

QUICK = ("rubik",)


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=() if game in QUICK else pytest.mark.long) for game in CATALOG]
)
def test_a_newcomer_plays_a_whole_game_by_clicking(invite: Invite, game: str) -> None:
    newcomer = invite("", size=PHONE)
    newcomer.go("/")
    newcomer.all(f"[data-play={game}]").click()
    newcomer.wait()
    while not newcomer.over:
        newcomer.move()
        newcomer.wait()
    expect(newcomer.one("ending")).to_be_visible()
    assert newcomer.one("ask").inner_text()
    assert newcomer.one("rematch").is_visible()
    newcomer.go("/")
    expect(newcomer.one("kept").locator("li")).to_have_count(1)
