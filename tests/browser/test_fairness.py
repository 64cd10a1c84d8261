"""Fairness can be seen: a device keeps what it was told before the deal, and no server can change that later unseen."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable
from typing import Any, TypeAlias

import pytest
from playwright.sync_api import WebSocketRoute, expect

from rowdy.interfaces.web.http.assets import Assets
from rowdy.rules.seal import commitment
from tests.browser.conftest import Invite
from tests.browser.guests import PHONE, Guest

View: TypeAlias = dict[str, Any]
Lie: TypeAlias = Callable[[View], None]

WITHOUT_WEB_CRYPTO = "Object.defineProperty(crypto, 'subtle', { value: undefined })"
"""As on pages that came over plain HTTP from another machine."""
CHECKED = "Shuffled fairly: this device helped to shuffle, and has checked that nothing was swapped."
SEAL_WARNING = "Warning: this is not the deal that was sealed at the beginning"
NUMBER_WARNING = "Warning: the server left out the number"
OTHER = "0" * 64


def resign(guest: Guest) -> None:
    guest.one("menu").click()
    guest.one("resign").click()
    guest.one("sure").click()
    expect(guest.all(".desk[data-phase=over]")).to_have_count(1)


def told_commitment(guest: Guest) -> str:
    """What “About this table” shows."""
    guest.one("menu").click()
    guest.one("about-table").locator("summary").click()
    shown = guest.one("commitment").inner_text()
    guest.page.keyboard.press("Escape")
    return shown


# SHA-256

VECTORS = {
    "": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "abc": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq": (
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    "a" * 1_000_000: "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0",
}
"""The examples of the standard, FIPS 180-4."""
LENGTHS = {"é" * length: hashlib.sha256(("é" * length).encode()).hexdigest() for length in (*range(26, 34), 59, 60, 64)}
"""On both sides of whole blocks."""


@pytest.mark.parametrize("web_crypto", [True, False], ids=["Web Crypto", "our own"])
def test_the_page_knows_sha_256(ann: Guest, web_crypto: bool) -> None:
    if not web_crypto:
        ann.page.add_init_script(WITHOUT_WEB_CRYPTO)
    ann.go("/")
    assert ann.page.evaluate("crypto.subtle !== undefined") is web_crypto
    expected = VECTORS | LENGTHS
    digests = ann.page.evaluate(
        """async ([module, texts]) => {
          const { sha256 } = await import(module);
          return Promise.all(texts.map(sha256));
        }""",
        [Assets().address("js/common/sha256.js"), list(expected)],
    )
    assert digests == list(expected.values())


# An honest server


@pytest.mark.long
@pytest.mark.parametrize("web_crypto", [True, pytest.param(False, marks=pytest.mark.long)])
def test_a_device_checks_the_deal_of_each_round(ann: Guest, web_crypto: bool) -> None:
    if not web_crypto:
        ann.page.add_init_script(WITHOUT_WEB_CRYPTO)
    ann.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ann.open("xoxo", "me", "easy")
    for number in (1, 2):
        ann.wait()
        sealed = told_commitment(ann)
        assert re.fullmatch("[0-9a-f]{64}", sealed)
        ann.hurry(1)
        ann.page.reload()
        ann.wait()
        resign(ann)
        expect(ann.one("fair-right")).to_have_text(CHECKED)
        expect(ann.one("fair-wrong")).to_have_count(0)
        ann.all(".fair summary").click()
        ann.all(".fair").get_by_test_id("copy").click()
        expect(ann.all(".fair").get_by_test_id("copy")).to_have_text("Copied")
        command = ann.page.evaluate("navigator.clipboard.readText()")
        (nonce,) = [sent["nonce"] for sent in ann.sent if "nonce" in sent][number - 1 :]
        assert command == f"rowdy verify rowdy-xoxo-{ann.table}-{number}.rowdy --nonce 1={nonce}"
        shown = ann.all(".fair dd").all_inner_texts()
        assert commitment(shown[1], shown[2]) == shown[0] == sealed
        ann.one("rematch").click()


@pytest.mark.long
def test_who_has_asked_for_another_round_still_sees_that_this_one_was_fair(invite: Invite) -> None:
    """Though the number for the next round has been given."""
    ann, ben = invite("Ann"), invite("Ben", size=PHONE)
    ann.open("xoxo", "me", "friend")
    ben.go(ann.all(".invitation input").first.input_value())
    ann.wait()
    resign(ann)
    ann.one("rematch").click()
    expect(ben.one("ending")).to_contain_text("Ann")
    for guest in (ann, ben):
        guest.page.reload()
        expect(guest.one("fair-right")).to_have_text(CHECKED)


@pytest.mark.long
def test_who_comes_after_the_deal_is_told_what_can_be_said(invite: Invite) -> None:
    ann, ben = invite("Ann"), invite("Ben", size=PHONE)
    ann.open("xoxo", "me", "friend")
    link = ann.all(".invitation input").first.input_value()
    ann.one("fill-2").click()
    ann.wait()
    ben.go(link)
    expect(ann.one("seat-2")).to_contain_text("Ben")
    resign(ann)
    expect(ann.one("fair-right")).to_have_text(CHECKED)
    expect(ben.one("fair")).to_contain_text("This device came after the shuffling.")
    expect(ben.one("fair")).to_contain_text("It did not help to shuffle, since the game began without you.")
    expect(ben.one("fair-wrong")).to_have_count(0)


def test_after_taking_back_the_page_says_practice(ann: Guest) -> None:
    ann.open("xoxo", "me", "easy")
    ann.hurry(1)
    expect(ann.all(".practice")).to_have_count(0)
    ann.one("undo").click()
    expect(ann.all(".practice")).to_have_text("Practice")
    ann.one("menu").click()
    expect(ann.one("about-table")).to_contain_text("or moves were taken back.")
    ann.page.keyboard.press("Escape")
    resign(ann)
    expect(ann.one("fair-practice")).to_be_visible()


@pytest.mark.long
def test_a_short_phone_says_practice_where_it_has_no_room_for_the_title(invite: Invite) -> None:
    guest = invite("Ann", size=(375, 667))
    guest.open("xoxo", "me", "easy")
    guest.hurry(1)
    before = "(node) => getComputedStyle(node, '::before').content"
    story = guest.one("happened").locator(":first-child").first
    assert story.evaluate(before) == "none"
    guest.one("undo").click()
    expect(story).to_have_attribute("data-practice", "Practice")
    assert "Practice" in story.evaluate(before)


@pytest.mark.long
def test_without_chance_there_is_no_deal_to_check(ann: Guest) -> None:
    ann.open("rubik", "me", "easy")
    ann.wait()
    ann.one("menu").click()
    expect(ann.one("about-table")).to_be_visible()
    expect(ann.one("commitment")).to_have_count(0)
    ann.page.keyboard.press("Escape")
    resign(ann)
    expect(ann.one("rematch")).to_be_visible()
    expect(ann.one("fair")).to_have_count(0)


# A lying server


def other_seed(view: View) -> None:
    """At the end another seed is shown than the one that was sealed."""
    if "outcome" in view:
        view["outcome"]["seed"] = "another"


def other_seal(view: View) -> None:
    """During the game another seed is sealed, and shown at the end."""
    if view["phase"] != "waiting":
        view["commitment"] = commitment("another", OTHER)
    if "outcome" in view:
        view["outcome"] |= {"seed": "another", "salt": OTHER}


def other_split(view: View) -> None:
    """The same text is sealed, but the seed in it is said to be a longer part, so that it deals other cards."""
    if "outcome" in view:
        outcome = view["outcome"]
        outcome |= {"seed": outcome["seed"][1:], "salt": f"{outcome['salt']}:{outcome['seed'][0]}"}


def other_own_number(view: View) -> None:
    """The player's number does not go into the deal."""
    if view["phase"] != "waiting":
        view["seats"][view["you"]]["nonce"] = OTHER
    if "outcome" in view:
        view["outcome"]["nonces"][view["you"]] = OTHER


def other_number(view: View) -> None:
    """A number of somebody else is changed after the first step."""
    if "outcome" in view:
        view["outcome"]["nonces"][1 - view["you"]] = OTHER


def other_next_seal(view: View) -> None:
    """The second round has another seed than was sealed before anybody gave a number for it."""
    if view["round"] == 2:
        other_seal(view)


def lying(lie: Lie) -> Callable[[WebSocketRoute], None]:
    """A server that tells views with a lie in them."""

    def route(page_side: WebSocketRoute) -> None:
        server = page_side.connect_to_server()

        def tell(text: str | bytes) -> None:
            message = json.loads(text)
            if message.get("view"):
                lie(message["view"])
            page_side.send(json.dumps(message))

        server.on_message(tell)

    return route


@pytest.mark.parametrize(
    ("lie", "warning"),
    [
        pytest.param(other_seal, SEAL_WARNING, id="seal"),
        pytest.param(other_own_number, NUMBER_WARNING, id="own number"),
        pytest.param(other_seed, SEAL_WARNING, id="seed", marks=pytest.mark.long),
        pytest.param(other_split, SEAL_WARNING, id="split", marks=pytest.mark.long),
        pytest.param(other_number, SEAL_WARNING, id="number", marks=pytest.mark.long),
    ],
)
def test_a_lying_server_is_caught(ann: Guest, lie: Lie, warning: str) -> None:
    ann.page.route_web_socket("**/live?*", lying(lie))
    ann.open("xoxo", "me", "easy")
    ann.wait()
    resign(ann)
    warned = ann.one("fair-wrong")
    expect(warned).to_contain_text(warning)
    expect(warned).to_have_attribute("role", "alert")
    expect(ann.one("fair-right")).to_have_count(0)


@pytest.mark.long
def test_a_server_that_seals_the_next_round_anew_is_caught(ann: Guest) -> None:
    ann.page.route_web_socket("**/live?*", lying(other_next_seal))
    ann.open("xoxo", "me", "easy")
    ann.wait()
    resign(ann)
    expect(ann.one("fair-right")).to_have_text(CHECKED)
    ann.one("rematch").click()
    ann.wait()
    ann.one("menu").click()
    expect(ann.one("about-table")).to_contain_text(SEAL_WARNING)
    ann.page.keyboard.press("Escape")
    resign(ann)
    expect(ann.one("fair-wrong")).to_contain_text(SEAL_WARNING)


def test_what_was_told_before_the_number_went_out_is_kept(ann: Guest) -> None:
    ann.open("xoxo", "me", "easy")
    ann.wait()
    stored = json.loads(ann.page.evaluate(f"localStorage.getItem('rowdy-nonces-{ann.table}')"))
    first = json.loads(ann.frames[0][1])["view"]
    assert first["phase"] == "waiting"
    assert stored["sealed/1"] == first["commitment"]
    assert stored["1/1"] == ann.sent[0]["nonce"]
