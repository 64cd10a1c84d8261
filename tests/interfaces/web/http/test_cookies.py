"""Links that carry a key, and one cookie for each place."""

from __future__ import annotations

from http.cookies import SimpleCookie

import pytest
from starlette.requests import Request
from starlette.responses import Response

from rowdy.interfaces.web.http.cookies import WATCH, PlaceName, give_cookie, held_key, link, place_of
from rowdy.interfaces.web.store.keys import Key
from rowdy.play.table.entries import Chair


def test_a_link_carries_the_key_behind_the_hash_sign() -> None:
    assert link("http://localhost:8765", "abc", "key") == "http://localhost:8765/table/abc#key"


def test_places_have_names() -> None:
    places = [(0, False), (3, True), (None, False), (None, True)]
    keys = [Key(bytes(32), "abc", None if chair is None else Chair(chair), host) for chair, host in places]
    assert [place_of(key) for key in keys] == ["1", "4", "watch", "host"]


@pytest.mark.parametrize(("secure", "root"), [(False, ""), (True, ""), (True, "/rowdy")])
def test_a_cookie_is_for_one_place_of_one_table_and_not_for_scripts(secure: bool, root: str) -> None:
    response = Response()
    scope = {"type": "http", "path_params": {"table": "abc"}, "root_path": root, "path": "/", "headers": []}
    asker = Request({**scope, "scheme": "https" if secure else "http", "server": ("localhost", 1)})
    give_cookie(response, asker, PlaceName("2"), "secret")
    (text,) = response.headers.getlist("set-cookie")
    cookie = SimpleCookie(text)["rowdy-abc-2"]
    assert cookie.value == "secret"
    assert cookie["path"] == f"{root}/api/tables/abc"
    assert cookie["samesite"] == "strict"
    assert cookie["httponly"]
    assert bool(cookie["secure"]) is secure
    assert int(cookie["max-age"]) == 90 * 24 * 3600
    assert not cookie["domain"]


def test_a_place_is_found_by_its_own_cookie_alone() -> None:
    cookies = {"rowdy-abc-1": "one", "rowdy-abc-2": "two", "rowdy-abd-watch": "other"}
    assert held_key(cookies, "abc", PlaceName("2")) == "two"
    assert held_key(cookies, "abc", WATCH) is None
