"""A server in a folder of a site: the page works there, and asks for nothing beside it."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.guests import Guest
from tests.browser.house import House


@pytest.mark.long
def test_a_game_in_a_folder_from_home_to_the_replay(browser: Browser, tmp_path: Path) -> None:
    with House(tmp_path, "/rowdy") as house:
        ann = Guest(browser, house, "Ann")
        asked: list[str] = []
        ann.page.on("request", lambda request: asked.append(request.url))
        ann.page.on("websocket", lambda socket: asked.append(socket.url))
        ann.go("/rowdy/")
        ann.all("[data-play=rubik]").click()
        ann.page.wait_for_url("**/rowdy/table/*")
        ann.wait()
        ann.hurry()
        ann.one("step-through").click()
        ann.page.wait_for_url("**/rowdy/replay?*")
        expect(ann.one("count")).not_to_be_empty()
        ann.all("a.back").click()
        ann.page.wait_for_url("**/rowdy/table/*")
        expect(ann.one("rematch")).to_be_visible()
        ann.all("a.back").click()
        expect(ann.one("kept").locator("li")).to_have_count(1)
        ann.go("/rowdy/explore/rubik")
        expect(ann.all(".square").first).to_be_visible()
        assert {url for url in asked if "/rowdy/" not in url} == set()
        assert any(url.startswith("ws:") for url in asked)
        cookies = {
            cookie["name"]: cookie["path"] for cookie in ann.context.cookies([f"{house.address}/rowdy/api/tables/"])
        }
        assert all(path.startswith("/rowdy/") for path in cookies.values())
        ann.context.close()
        assert ann.troubles == []
