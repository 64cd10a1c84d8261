"""The guard: which names the server goes by, which pages may act, and what every answer carries."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from rowdy.interfaces.web.http.security import Guard, Hosts
from tests.interfaces.web.serving import serving


async def _hello(request: Request) -> Response:
    return PlainTextResponse("hello")


async def _echo(live: WebSocket) -> None:
    await live.accept()
    await live.send_text(await live.receive_text())
    await live.close()


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    paths = ("/", "/api/hello")
    routes = [Route(path, _hello, methods=["GET", "POST", "DELETE"]) for path in paths]
    app = Starlette(routes=[*routes, WebSocketRoute("/live", _echo)])
    with serving(Guard(app, Hosts.of(["Table.example.org"]))) as address:
        yield address


def port(address: str) -> str:
    return address.rpartition(":")[2]


LAN = Hosts.of(["den.local"], any_address=True)


@pytest.mark.parametrize(
    "host",
    ["localhost", "LOCALHOST:8765", "localhost.", "127.0.0.1:80", "[::1]:8765", "[::1]", "table.example.org"],
)
def test_its_own_names_are_known(host: str) -> None:
    assert Hosts.of(["Table.Example.org"]).know(host)


@pytest.mark.parametrize(
    "host",
    [
        *("", "evil.example", "localhost.evil.example", "evil.example:8765", "127.0.0.1.evil.example", "127.0.0.2"),
        *(
            "user@localhost",
            "localhost/x",
            "localhost?x",
            "localhost#x",
            "local\thost",
            "localhost:x",
            "localhost:99999",
        ),
        *("[::1", "::1", "192.168.1.7", "[fe80::1]", "den.local"),
    ],
)
def test_other_names_are_not(host: str) -> None:
    assert not Hosts.of([]).know(host)


@pytest.mark.parametrize("host", ["192.168.1.7:8765", "10.0.0.1", "[fe80::1]:8765", "den.local:8765", "localhost"])
def test_in_a_network_any_address_is_its_own(host: str) -> None:
    assert LAN.know(host)


@pytest.mark.parametrize("host", ["evil.example", "192.168.1.7.evil.example", "192.168.1", "other.local", "0x7f.1"])
def test_in_a_network_other_names_are_still_not(host: str) -> None:
    assert not LAN.know(host)


def test_a_site_that_points_its_name_here_gets_nothing(address: str) -> None:
    answer = httpx.get(address, headers={"Host": f"evil.example:{port(address)}"})
    assert answer.status_code == 421
    assert "hello" not in answer.text
    assert httpx.get(address, headers={"Host": "table.example.org"}).text == "hello"


def test_every_answer_is_strict_and_those_of_the_api_are_kept_nowhere(address: str) -> None:
    for path in ("/", "/api/hello", "/api/none", "/none"):
        headers = httpx.get(address + path).headers
        policy = headers["content-security-policy"]
        assert policy.startswith("default-src 'self'; ")
        assert "frame-ancestors 'none'" in policy
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cross-origin-opener-policy"] == headers["cross-origin-resource-policy"] == "same-origin"
        assert headers.get("cache-control") == ("no-store" if path.startswith("/api") else None)
        assert "server" not in headers
        assert "access-control-allow-origin" not in headers
    refused = httpx.get(address, headers={"Host": "evil.example"})
    assert refused.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("method", ["POST", "DELETE"])
def test_pages_of_other_sites_change_nothing(address: str, method: str) -> None:
    own = {"Origin": address, "Sec-Fetch-Site": "same-origin"}
    assert httpx.request(method, address, headers=own).status_code == 200
    assert httpx.request(method, address).status_code == 200  # a program, not a page
    others = ("https://evil.example", "null", "", address + "1", address.replace("127.0.0.1", "localhost"))
    for origin in others:
        assert httpx.request(method, address, headers={"Origin": origin}).status_code == 403, origin
    for site in ("cross-site", "same-site"):
        assert httpx.request(method, address, headers={"Sec-Fetch-Site": site}).status_code == 403
    two = [("Origin", address), ("Origin", "https://evil.example")]
    assert httpx.request(method, address, headers=two).status_code == 403


def test_a_link_from_elsewhere_may_be_followed(address: str) -> None:
    headers = {"Origin": "https://elsewhere.example", "Sec-Fetch-Site": "cross-site"}
    assert httpx.get(address, headers=headers).status_code == 200


def test_a_proxy_may_speak_https_for_the_server(address: str) -> None:
    headers = {"Host": "table.example.org", "Origin": "https://table.example.org"}
    assert httpx.post(address, headers=headers).status_code == 200


def test_pages_of_other_sites_open_no_connection(address: str) -> None:
    live = address.replace("http", "ws") + "/live"
    for own in (Origin(address), None):
        with connect(live, origin=own) as line:
            line.send("hello")
            assert line.recv() == "hello"
    for origin in ("https://evil.example", "null", address + "1"):
        with pytest.raises(InvalidStatus) as caught, connect(live, origin=Origin(origin)):
            pass
        assert caught.value.response.status_code == 403


@pytest.mark.parametrize("hosts", ["", "Host: localhost\r\nHost: evil.example\r\n", "Host:\r\n"])
def test_a_request_names_one_host(address: str, hosts: str) -> None:
    with socket.create_connection(("127.0.0.1", int(port(address)))) as raw:
        raw.sendall(f"GET / HTTP/1.0\r\n{hosts}\r\n".encode())
        status = raw.makefile("rb").readline()
    assert status.split()[1] in (b"400", b"421")
