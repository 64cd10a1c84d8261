"""Keys: unguessable, kept only as a hash, and one cookie a place."""

from __future__ import annotations

import base64
import hashlib
import re
from http.cookies import SimpleCookie

import pytest
from starlette.responses import Response

from rowdy.interfaces.web.keys import digest, give_cookie, held_key, link, new_key, new_table_id, place_of


def test_a_key_has_256_bits_and_is_kept_as_its_hash() -> None:
    key = new_key()
    assert len(base64.urlsafe_b64decode(key + "=")) == 32
    assert digest(key) == hashlib.sha256(key.encode()).digest()
    assert len({new_key() for _ in range(100)}) == 100


def test_anything_has_a_hash_so_that_every_wrong_key_takes_the_same_way() -> None:
    for text in ("", "x" * 10_000, "\ud800", "ä"):
        assert len(digest(text)) == 32


def test_a_tables_id_has_16_letters_that_fit_an_address() -> None:
    ids = {new_table_id() for _ in range(100)}
    assert len(ids) == 100
    assert all(re.fullmatch("[A-Za-z0-9_-]{16}", table_id) for table_id in ids)


def test_a_link_carries_the_key_behind_the_hash_sign() -> None:
    assert link("http://localhost:8765", "abc", "key") == "http://localhost:8765/table/abc#key"


def test_places_have_names() -> None:
    places = [(0, False), (3, True), (None, False), (None, True)]
    assert [place_of(seat, host) for seat, host in places] == ["1", "4", "watch", "host"]


@pytest.mark.parametrize("secure", [False, True])
def test_a_cookie_is_for_one_place_of_one_table_and_not_for_scripts(secure: bool) -> None:
    response = Response()
    give_cookie(response, "abc", "2", "secret", secure)
    (text,) = response.headers.getlist("set-cookie")
    cookie = SimpleCookie(text)["rowdy-abc-2"]
    assert cookie.value == "secret"
    assert cookie["path"] == "/api/tables/abc"
    assert cookie["samesite"] == "strict"
    assert cookie["httponly"]
    assert bool(cookie["secure"]) is secure
    assert int(cookie["max-age"]) == 90 * 24 * 3600
    assert not cookie["domain"]


def test_a_place_is_found_by_its_own_cookie_alone() -> None:
    cookies = {"rowdy-abc-1": "one", "rowdy-abc-2": "two", "rowdy-abd-watch": "other"}
    assert held_key(cookies, "abc", "2") == "two"
    assert held_key(cookies, "abc", "watch") is None
