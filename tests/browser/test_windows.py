"""Two browsers at one seat: whoever sits there sees it, and can end it."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Route, WebSocketRoute, expect

from tests.browser.conftest import Invite
from tests.browser.guests import Guest

REFUSED = re.compile("status of 404")
"""What Chromium says by itself of a link that opens nothing."""


def sit_down(ann: Guest, ben: Guest, game: str = "xoxo") -> str:
    """Ann opens a table, Ben sits down; the link that she sent him."""
    ann.open(game, "me", "friend")
    link = ann.all(".invitation input").first.input_value()
    ben.go(link)
    ann.wait()
    return link


def test_a_seat_is_locked_to_the_window_of_whoever_sits_there(invite: Invite) -> None:
    ann, ben = invite("Ann"), invite("Ben")
    link = sit_down(ann, ben)
    assert ben.one("windows").count() == 0
    spy = ann.new_page()
    spy.goto(link)
    expect(spy.get_by_test_id("windows")).to_have_text("Your seat is open in 2 windows.")
    expect(ben.one("windows")).to_have_text("Your seat is open in 2 windows.")
    assert ann.one("windows").count() == 0
    ben.one("lock").click()
    expect(ben.one("new-key-done")).to_contain_text("Older links to it no longer work")
    fresh = ben.all("dialog .link").input_value()
    assert fresh != link
    assert "#" not in ben.page.url
    ben.page.get_by_role("button", name="Close").click()
    expect(ben.one("windows")).to_have_count(0)
    expect(spy.get_by_test_id("end")).to_contain_text("This seat has a new key")
    assert spy.get_by_role("button", name="Try again").count() == 0
    ann.move()
    ben.wait()


@pytest.mark.long
def test_a_look_by_the_record_is_shown_to_whoever_sits_there(invite: Invite) -> None:
    ann, ben = invite("Ann"), invite("Ben")
    link = sit_down(ann, ben)
    ben.one("menu").click()
    with ben.page.expect_download():
        ben.one("download-now").click()
    ben.page.get_by_role("button", name="Close").click()
    assert ben.one("looked").count() == 0, "that was his own window"
    spy = ann.new_page()
    spy.goto(link)
    expect(spy.locator(".desk")).to_be_visible()
    spy.close()
    ann.fetch(f"/api/tables/{ann.table}/replay?as=2")
    expect(ben.one("looked")).to_contain_text("somebody looked at your cards")
    assert ann.one("looked").count() == 0
    ben.one("look-known").click()
    expect(ben.one("looked")).to_have_count(0)
    ann.fetch(f"/api/tables/{ann.table}/record?as=2")
    expect(ben.one("looked")).to_be_visible()
    ben.one("lock-looked").click()
    expect(ben.one("new-key-done")).to_be_visible()
    ben.page.get_by_role("button", name="Close").click()
    expect(ben.one("looked")).to_have_count(0)
    assert "no-table" in ann.fetch(f"/api/tables/{ann.table}/record?as=2")


@pytest.mark.long
def test_the_old_link_leads_nowhere_and_the_new_one_to_the_seat(invite: Invite) -> None:
    ann, ben, phone = invite("Ann"), invite("Ben"), invite("Ben")
    link = sit_down(ann, ben)
    ben.one("menu").click()
    ben.one("key-fold").click()
    ben.one("new-key").click()
    fresh = ben.all("dialog .link").input_value()
    ben.page.reload()
    expect(ben.all(".desk")).to_be_visible()
    spy = ann.new_page()
    spy.goto(link)
    expect(spy.get_by_test_id("end")).to_contain_text("the link is wrong")
    phone.go(fresh)
    expect(phone.one("windows")).to_be_visible()
    ann.bear(REFUSED)


@pytest.mark.long
def test_a_lost_answer_is_no_lost_seat(invite: Invite) -> None:
    ann, ben = invite("Ann"), invite("Ben")
    sit_down(ann, ben)

    def renew() -> None:
        ben.one("menu").click()
        ben.one("key-fold").click()
        ben.one("new-key").click()

    def lose(route: Route) -> None:
        route.fetch()
        route.abort()

    ben.page.route("**/key?*", lambda route: route.abort(), times=1)
    renew()
    expect(ben.all("dialog .trouble")).to_be_visible()
    ben.page.reload()
    expect(ben.all(".desk")).to_be_visible()
    assert "#" not in ben.page.url
    ben.page.route("**/key?*", lose, times=1)
    renew()
    ben.page.get_by_role("button", name="Close").click()
    assert "#" in ben.page.url, "else nobody would have the key"
    renew()
    ben.page.wait_for_url(re.compile("^[^#]*$"))
    expect(ben.all(".desk")).to_be_visible()
    renew()
    expect(ben.one("new-key-done")).to_be_visible()
    ben.bear()
    ben.bear(REFUSED)


@pytest.mark.long
def test_nobody_is_locked_out_by_their_own_new_key(invite: Invite) -> None:
    """The connection is lost, and made again by the old key just before the page gets the new one."""
    ann, ben = invite("Ann"), invite("Ben")
    sit_down(ann, ben)
    standing: list[WebSocketRoute] = []
    coming: list[WebSocketRoute] = []

    def connect(line: WebSocketRoute) -> None:
        if standing and not coming:
            coming.append(line)
        else:
            line.connect_to_server()
            standing.append(line)

    ben.page.route_web_socket("**/live?*", connect)
    for code in ("seat-renewed", "no-table"):
        standing.clear()
        coming.clear()
        ben.page.reload()
        expect(ben.all(".desk")).to_be_visible()
        standing[0].close(code=3000)
        while not coming:
            ben.page.wait_for_timeout(20)
        ben.one("menu").click()
        ben.one("key-fold").click()
        ben.one("new-key").click()
        expect(ben.one("new-key-done")).to_be_visible()
        coming[0].send(json.dumps({"type": "bye", "code": code, "say": "Locked out."}))
        coming[0].close(code=1008)
        expect(ben.one("offline")).to_be_hidden()
        expect(ben.one("new-key-done")).to_be_visible()
        assert ben.one("end").count() == 0
    ben.page.get_by_role("button", name="Close").click()
    ann.move()
    ben.wait()


@pytest.mark.long
@pytest.mark.parametrize("code", ["seat-renewed", "no-table"])
def test_the_new_link_is_shown_though_the_old_key_is_refused_first(invite: Invite, code: str) -> None:
    ann, ben = invite("Ann"), invite("Ben")
    sit_down(ann, ben)
    lines: list[WebSocketRoute] = []
    held: list[Route] = []

    def connect(line: WebSocketRoute) -> None:
        line.connect_to_server()
        lines.append(line)

    ben.page.route_web_socket("**/live?*", connect)
    ben.page.route("**/key?*", lambda route: held.append(route), times=1)
    ben.page.reload()
    expect(ben.all(".desk")).to_be_visible()
    ben.one("menu").click()
    ben.one("key-fold").click()
    ben.one("new-key").click()
    while not held:
        ben.page.wait_for_timeout(20)
    lines[0].send(json.dumps({"type": "bye", "code": code, "say": "Locked out."}))
    lines[0].close(code=1008)
    expect(ben.one("offline")).to_contain_text("Locked out.")
    held[0].continue_()
    expect(ben.one("new-key-done")).to_be_visible()
    expect(ben.one("offline")).to_be_hidden()
    assert "#" not in ben.page.url
    ben.page.get_by_role("button", name="Close").click()
    ann.move()
    ben.wait()


@pytest.mark.long
def test_who_shares_a_device_plays_on_when_another_seat_goes(invite: Invite) -> None:
    """Ben takes his seat along to his own device."""
    device, ben = invite(""), invite("Ben")
    device.open("rubik", "me", "person")
    device.sit("Ann", "Ben")
    device.wait()
    device.one("menu").click()
    device.one("key-fold").click()
    device.one("new-key").click()
    own = device.all("[data-testid=new-key-done] .link").input_value()
    device.page.get_by_role("button", name="Close").click()
    device.hurry(1)
    ben.go(own)
    ben.one("lock").click()
    expect(ben.one("new-key-done")).to_be_visible()
    expect(device.one("end")).to_contain_text("This seat has a new key")
    device.all("[data-testid=end] .main").click()
    expect(device.all(".mine .strip-name")).to_have_text("You")
