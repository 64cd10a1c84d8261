"""Where the net is bad: it shows at once and comes back by itself, and a click is neither lost nor doubled."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.browser.conftest import Invite
from tests.browser.guests import MORE_STEPS, OFFERED, Guest
from tests.browser.house import House


def begin(guest: Guest) -> None:
    guest.open("rubik", "me", "easy")
    guest.hurry(2)


@pytest.mark.long
def test_a_page_loaded_anew_is_as_it_was(ann: Guest) -> None:
    begin(ann)
    before = ann.squares(), ann.log(), ann.one("ask").inner_text(), ann.one("happened").inner_text()
    ann.page.reload()
    ann.wait()
    assert (ann.squares(), ann.log(), ann.one("ask").inner_text(), ann.one("happened").inner_text()) == before
    ann.hurry(1)
    assert ann.steps() > len(before[1])


@pytest.mark.long
def test_without_a_net_a_move_waits_and_is_made_once(ann: Guest) -> None:
    begin(ann)
    before = ann.steps()
    ann.context.set_offline(True)
    expect(ann.one("offline")).to_be_visible()
    ann.move()
    expect(ann.one("offline")).to_contain_text("Your move is kept")
    assert ann.all(".is-source, .is-target").count() == 0, "nothing else can be moved meanwhile"
    ann.context.set_offline(False)
    expect(ann.one("offline")).to_be_hidden()
    ann.wait()
    assert made(ann, before)
    ann.bear()


@pytest.mark.long
def test_a_move_is_kept_even_if_the_page_is_loaded_anew(ann: Guest, house: House) -> None:
    begin(ann)
    before = ann.steps()
    house.close()
    expect(ann.one("offline")).to_be_visible()
    ann.move()
    house.open()
    ann.page.reload()
    ann.page.wait_for_function(MORE_STEPS, arg=before)
    ann.wait()
    assert made(ann, before)
    ann.bear()


@pytest.mark.long
def test_a_server_that_is_started_again_misses_nothing(invite: Invite, house: House) -> None:
    ann, ben = invite("Ann"), invite("Ben")
    ann.open("xoxo", "me", "friend")
    ben.go(ann.all(".invitation input").first.input_value())
    ann.wait()
    before = ann.steps()
    house.close()
    for guest in (ann, ben):
        expect(guest.one("offline")).to_be_visible()
    ann.move()
    house.open()
    for guest in (ann, ben):
        expect(guest.one("offline")).to_be_hidden()
    ben.wait()
    assert ann.steps() == ben.steps() == before + 1
    ben.move()
    ann.wait()
    assert ann.squares() == ben.squares()
    for guest in (ann, ben):
        guest.bear()


def test_a_move_whose_answer_is_lost_is_not_made_twice(ann: Guest) -> None:
    """The connection breaks after the server has heard the move, and before it is told so."""
    cut: list[str] = []

    def deaf(line: WebSocketRoute) -> None:
        server = line.connect_to_server()

        def from_page(text: str | bytes) -> None:
            server.send(text)
            if json.loads(text)["do"] == "play" and not cut:
                cut.append(json.loads(text)["id"])

        def from_server(text: str | bytes) -> None:
            if len(cut) == 1 and json.loads(text)["type"] == "step":
                cut.append("closed")
                line.close(code=3000)
            elif "closed" not in cut or line is not first[0]:
                line.send(text)

        first.append(line)
        line.on_message(from_page)
        server.on_message(from_server)

    first: list[WebSocketRoute] = []
    ann.open("rubik", "me", "easy")
    ann.hurry(2)
    before = ann.steps()
    ann.page.route_web_socket("**/live?*", deaf)
    ann.page.reload()
    ann.wait()
    ann.move()
    ann.page.wait_for_function(MORE_STEPS, arg=before)
    ann.wait()
    assert cut[1:] == ["closed"]
    assert made(ann, before)


def made(guest: Guest, before: int) -> bool:
    """Whether this page, and another that is told everything anew, know of one own move more."""
    other = guest.new_page()
    other.goto(guest.page.url)
    other.locator(OFFERED).first.wait_for()
    other.close()
    told = [hello for _, text in guest.frames if "log" in (hello := json.loads(text))][-1]["log"]
    steps = [line for line in told if line["say"]]
    own = [line for line in steps[before:] if line.get("seat") == 0]
    return len(own) == 1 and guest.steps() == len(steps)


@pytest.mark.long
def test_a_bad_net_does_not_change_a_game(ann: Guest) -> None:
    ann.open("djeco", "me", "easy")
    ann.wait()
    while not ann.over:
        cut = ann.rng.random() < 0.4
        if cut:
            ann.context.set_offline(True)
            expect(ann.one("offline")).to_be_visible()
        ann.move()
        if cut:
            ann.context.set_offline(False)
        ann.wait()
    expect(ann.one("ending")).to_be_visible()
    ann.bear()
