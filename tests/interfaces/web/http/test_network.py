"""The door to the local network: who can open it, where links lead then, and that it shuts again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from rowdy.interfaces.web.server import LanDoor
from tests.interfaces.web.serving import Visitor, serving_tables

LAN = "127.0.0.2"
"""An address of this machine that it does not go by, as one in a network would be."""


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Visitor]:
    door = LanDoor(lambda: LAN)
    with serving_tables(tmp_path / "tables.sqlite", door=door) as address, Visitor(address) as visitor:
        yield visitor


def change(visitor: Visitor, open: bool, **headers: str) -> httpx.Response:
    return visitor.http.post("/api/network", json={"open": open}, headers=headers)


def test_somebody_on_this_machine_lets_the_network_in_and_shuts_it_out_again(here: Visitor) -> None:
    outside = here.address.replace("127.0.0.1", LAN)
    assert here.http.get("/api/network").json() == {"reach": "machine", "can_open": True}
    with pytest.raises(httpx.ConnectError):
        httpx.get(outside)
    answer = change(here, True)
    assert answer.json() == {"reach": "network", "address": outside, "can_close": True}
    assert change(here, True).json() == answer.json(), "it is open already"
    opened = here.open("rubik", "me", "friend")
    link = opened["seats"][1]["link"]
    assert link.startswith(f"{outside}/table/")
    assert here.http.post("/api/qr", json={"text": link}).status_code == 200
    with Visitor(outside) as friend:
        assert friend.enter(link).status_code == 200
        assert friend.http.get("/api/network").json() == {"reach": "network"}
        refused = change(friend, False)
        assert (refused.status_code, refused.json()["code"]) == (403, "only-here")
        with friend.live(opened["table"], "2") as line, here.live(opened["table"], "1") as own:
            line.hear("hello")
            assert change(here, False).json() == {"reach": "machine", "can_open": True}
            with pytest.raises(ConnectionClosed):
                line.hear("step")
            assert own.sit("Ann")["type"] == "step", "who is on this machine plays on"
    with pytest.raises(httpx.ConnectError):
        httpx.get(outside)
    assert here.http.get("/", headers={"Host": LAN}).status_code == 421, "it goes by that address no more"
    assert change(here, True).json() == answer.json(), "and again"


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "Via"])
def test_nobody_behind_a_proxy_opens_the_door(here: Visitor, header: str) -> None:
    assert change(here, True, **{header: "for=192.0.2.1"}).json()["code"] == "only-here"
    assert here.http.get("/api/network", headers={header: "for=192.0.2.1"}).json() == {"reach": "machine"}


def test_a_machine_without_a_network_says_so(tmp_path: Path) -> None:
    for found in (None, "192.0.2.77"):
        door = LanDoor(lambda found=found: found)  # type: ignore[misc]
        with serving_tables(tmp_path / "tables.sqlite", door=door) as address, Visitor(address) as visitor:
            answer = change(visitor, True)
            assert (answer.status_code, answer.json()["code"]) == (503, "no-network")
            assert visitor.http.get("/api/network").json() == {"reach": "machine", "can_open": True}


def test_a_server_in_the_network_from_the_start_has_no_door(tmp_path: Path) -> None:
    with (
        serving_tables(tmp_path / "tables.sqlite", network="http://192.0.2.7:1", door=LanDoor(lambda: LAN)) as address,
        Visitor(address) as visitor,
    ):
        assert visitor.http.get("/api/network").json() == {"reach": "network", "address": "http://192.0.2.7:1"}
        assert change(visitor, False).json()["code"] == "only-here"


def test_a_site_is_for_everybody(tmp_path: Path) -> None:
    with serving_tables(tmp_path / "tables.sqlite", host_names=("games.example",)) as address:
        answer = httpx.get(f"{address}/api/network", headers={"Host": "games.example"})
        assert answer.json() == {"reach": "anyone"}
