"""A server behind a proxy: its folder, whose word it takes, metrics, logs, and the examples in deploy/."""

from __future__ import annotations

import io
import json
import logging
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.sync.client import connect
from websockets.typing import Origin

from rowdy.interfaces.cli.commands.serve import Hosting
from rowdy.interfaces.web import metrics
from rowdy.interfaces.web.http.app import make_app
from rowdy.interfaces.web.http.assets import Assets
from rowdy.interfaces.web.http.security import Hosts
from rowdy.interfaces.web.live.counters import COMMIT_BOUNDS, Counters
from rowdy.interfaces.web.live.lobby import Lobby
from rowdy.interfaces.web.logs import (
    JsonFormatter,
    PlainFormatter,
    Watched,
    logging_to_stderr,
    requests_log,
    without_secrets,
)
from rowdy.interfaces.web.server import Server
from rowdy.interfaces.web.settings import Settings
from rowdy.interfaces.web.store.store import open_store
from rowdy.play.bots.pool import BotPool
from rowdy.rules.game import InvalidSetup
from tests.docs_blocks import blocks
from tests.interfaces.cli import Cli
from tests.interfaces.web.serving import Line, serving

ROOT = Path(__file__).parents[3]
WEB = ROOT / "src/rowdy/interfaces/web"
KEY = "k" * 43
NAME = "play.example.org"


@contextmanager
def hosted(file: Path, root: str = "", proxies: tuple[str, ...] = ("127.0.0.1",)) -> Iterator[tuple[str, Lobby]]:
    with open_store(str(file)) as store:
        lobby = Lobby(store, BotPool(0, parts=()), Settings(behind_proxy=True, root_path=root))
        app, live = make_app(lobby, Hosts.of([NAME]))
        with serving(Watched(app, lobby.counters, False), live.goodbye, True, proxies=proxies) as address:
            yield address, lobby


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "tables.sqlite"


# The folder


@pytest.mark.parametrize("passed_on", ["/rowdy", ""], ids=["the proxy passes the folder on", "the proxy takes it off"])
def test_all_that_is_given_out_lies_in_the_folder(file: Path, passed_on: str) -> None:
    with hosted(file, "/rowdy") as (address, _), httpx.Client(base_url=address + passed_on, timeout=60) as http:
        for path in (
            "/",
            "/new/xoxo",
            "/rules/djeco",
            "/learn/rubik",
            "/explore/rubik",
            "/replay",
            "/review",
            "/nowhere",
        ):
            page = http.get(path, headers={"Accept": "text/html"})
            found = re.findall(r'(?:href|src|action)="(/[^"]*)"', page.text)
            assert found
            assert [one for one in found if not one.startswith("/rowdy/")] == []
            for one in found:
                if "/static/" in one:
                    assert http.get(one.removeprefix("/rowdy")).status_code == 200
        assert "Path=/rowdy/;" in http.get("/?lang=de").headers["set-cookie"]
        wanted = {"game": "rubik", "seats": [{"who": "me"}, {"who": "friend"}]}
        opened = http.post("/api/tables", json=wanted)
        table = opened.json()["table"]
        assert f"Path=/rowdy/api/tables/{table};" in opened.headers["set-cookie"]
        assert opened.json()["watch"].startswith(f"{address}/rowdy/table/{table}#")
        assert "no-store" in opened.headers["cache-control"]
        keys = http.post("/api/v1/tables", json=wanted).json()
        assert keys["seats"][0]["link"].startswith(f"{address}/rowdy/table/")
        assert http.get("/api/v1/openapi.json").json()["servers"] == [{"url": "/rowdy"}]
        assert http.get("/api/nowhere", headers={"Accept": "text/html"}).json()["code"] == "no-such-page"
        cookie = opened.headers["set-cookie"].partition(";")[0]
        live = f"{address.replace('http', 'ws')}{passed_on}/api/tables/{table}/live?as=1"
        with connect(live, additional_headers={"Cookie": cookie}, compression=None) as line:
            assert Line(line).hear("hello")["about"]["table"] == table


def test_the_folder_without_a_slash_is_the_home_page(file: Path) -> None:
    with hosted(file, "/rowdy") as (address, _):
        assert httpx.get(f"{address}/rowdy", timeout=60).status_code == 200
        assert httpx.get(f"{address}/rowdyland", timeout=60).status_code == 404


def test_no_page_names_an_address_without_the_folder() -> None:
    """Templates write `{{ root }}/…`; scripts use `address`, `request`, or `root` of common/root.js."""
    for template in (WEB / "templates").glob("*.html"):
        assert re.findall(r'(?:href|src|action)="/', template.read_text("utf-8")) == [], template.name
    bare = re.compile(r"""(?:href\s*[:=]\s*|assign\(|open\()["'`]/(?!/)|Path=/""")
    for path, asset in Assets().files.items():
        if path.endswith(".js"):
            lines = [line for line in asset.content.decode().splitlines() if bare.search(line)]
            assert lines == [], path


# Whose word is taken


def test_only_a_trusted_proxy_can_speak_for_others(file: Path, tmp_path: Path) -> None:
    said = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.7", "Host": NAME}
    wanted = {"game": "rubik", "seats": [{"who": "me"}, {"who": "friend"}]}
    with hosted(file, proxies=("127.0.0.0/8",)) as (address, lobby):
        opened = httpx.post(f"{address}/api/tables", json=wanted, headers=said, timeout=60)
        assert "Secure" in opened.headers["set-cookie"]
        assert opened.json()["watch"].startswith(f"https://{NAME}/table/")
        assert {room.visitor for room in lobby.rooms.values()} == {"203.0.113.7"}
        assert "Secure" not in httpx.post(f"{address}/api/tables", json=wanted, timeout=60).headers["set-cookie"]
    with hosted(tmp_path / "other.sqlite", proxies=("192.0.2.1",)) as (address, lobby):
        opened = httpx.post(f"{address}/api/tables", json=wanted, headers=said, timeout=60)
        assert "Secure" not in opened.headers["set-cookie"]
        assert opened.json()["watch"].startswith(f"http://{NAME}/table/")
        assert {room.visitor for room in lobby.rooms.values()} == {"127.0.0.1"}


def test_the_environment_names_no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "*")

    async def goodbye() -> None: ...

    async def app(scope: Any, receive: Any, send: Any) -> None: ...

    assert Server(app, goodbye, True).config.forwarded_allow_ips == ["127.0.0.1", "::1"]


@pytest.mark.parametrize(
    ("hosting", "code"),
    [
        (Hosting(proxies=("proxy.example.org",)), "proxy-address"),
        (Hosting(proxies=("*",)), "proxy-address"),
        (Hosting(root_path="rowdy"), "root-path"),
        (Hosting(root_path="/a b"), "root-path"),
        (Hosting(root_path="//evil.example"), "root-path"),
    ],
)
def test_what_makes_no_sense_is_refused(hosting: Hosting, code: str) -> None:
    with pytest.raises(InvalidSetup) as refused:
        hosting.check()
    assert refused.value.code == code


# Metrics


def test_metrics_count_what_happens_and_name_nobody(file: Path) -> None:
    with hosted(file) as (address, lobby), httpx.Client(base_url=address, timeout=60) as http:
        wanted = {"game": "rubik", "seats": [{"who": "me"}, {"who": "friend"}]}
        opened = http.post("/api/v1/tables", json=wanted).json()
        commands = f"/api/v1/tables/{opened['table']}/commands"
        for seat, name in zip(opened["seats"], ("Ann", "Ben"), strict=True):
            sit = {"do": "sit", "id": name, "seen": 0, "name": name, "nonce": "0" * 32}
            told = http.post(commands, json=sit, headers={"Authorization": f"Bearer {seat['key']}"}).json()
        headers = {"Authorization": f"Bearer {opened['seats'][0]['key']}"}
        moves = http.get(f"/api/v1/tables/{opened['table']}/moves", headers=headers).json()
        for number, move in enumerate((moves["moves"][0], "nonsense")):
            played = {"do": "play", "id": f"m{number}", "seen": moves["n"], "move": move}
            http.post(commands, headers=headers, json=played)
        assert told["n"]
        with metrics.serving_metrics(metrics.read_address("0"), lobby, lambda: 7) as port:
            text = httpx.get(f"http://127.0.0.1:{port}/metrics", timeout=60).text
    numbers = dict(re.findall(r"^(\w+(?:{[^}]*})?) ([\d.e+-]+)$", text, re.MULTILINE))
    assert float(numbers["rowdy_tables"]) == 1
    assert float(numbers["rowdy_connections"]) == 7
    assert float(numbers["rowdy_thinking"]) == 0
    assert float(numbers["rowdy_moves_total"]) == 1
    assert sum(float(value) for name, value in numbers.items() if name.startswith("rowdy_refusals_total")) == 1
    assert float(numbers['rowdy_http_answers_total{status="201"}']) == 1
    assert float(numbers["rowdy_commit_seconds_count"]) == float(numbers['rowdy_commit_seconds_bucket{le="+Inf"}']) >= 4
    assert "process_resident_memory_bytes" in numbers
    for secret in (opened["table"], "Ann", "127.0.0.1", *(seat["key"] for seat in opened["seats"])):
        assert secret not in text


def test_commits_are_counted_by_their_time() -> None:
    times = iter([0.0, 0.004, 10.0, 17.0])
    counters = Counters(clock=lambda: next(times))

    def fail(rows: Any) -> None:
        raise KeyError("rows")

    counters.timed(lambda rows: None)([])
    with pytest.raises(KeyError):
        counters.timed(fail)([])
    assert counters.commits[COMMIT_BOUNDS.index(0.005)] == counters.commits[-1] == 1
    assert counters.commit_seconds == pytest.approx(7.004)


@pytest.mark.parametrize("text", ["", "x", "127.0.0.1", "70000", "1:2:x"])
def test_a_place_for_metrics_is_a_port_or_an_address_with_one(text: str) -> None:
    with pytest.raises(InvalidSetup):
        metrics.read_address(text)
    assert metrics.read_address("9765") == ("127.0.0.1", 9765)
    assert metrics.read_address("[::]:9765") == ("::", 9765)


@pytest.mark.long
def test_without_the_package_the_option_says_so(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "prometheus_client", None)
    run = cli("serve", "--port", "0", "--no-open", "--metrics", "0")
    assert run.code != 0
    assert 'pip install "rowdy[metrics]"' in run.err


# Logs


def test_logs_have_no_keys_passwords_or_addresses() -> None:
    text = (
        f"at http://x/table/abc#{KEY} and {KEY}, postgresql://me:secret@db/x from 203.0.113.7:80, [2001:db8::1]:9, ::1"
    )
    hidden = without_secrets(text)
    assert not any(secret in hidden for secret in (KEY, "secret@", "203.0.113.7", "2001:db8", "::1"))
    assert hidden.count("[address]") == 3
    assert "203.0.113.7" in without_secrets(text, addresses=True)
    assert (
        without_secrets("table 3.4: 12.5 ms at 12:30, version 1.2.3.") == "table 3.4: 12.5 ms at 12:30, version 1.2.3."
    )


def test_a_line_of_json_tells_what_happened() -> None:
    record = logging.LogRecord("rowdy.x", logging.ERROR, "", 1, "no %s", (KEY,), None)
    told = json.loads(JsonFormatter(False).format(record))
    assert {name: told[name] for name in ("level", "logger", "say")} == {
        "level": "error",
        "logger": "rowdy.x",
        "say": "no [key]",
    }
    assert PlainFormatter(False).format(record) == "no [key]"
    try:
        raise ValueError(KEY)
    except ValueError:
        record.exc_info = sys.exc_info()
    assert "ValueError: [key]" in json.loads(JsonFormatter(False).format(record))["error"]


def test_requests_are_logged_without_query_or_address(file: Path) -> None:
    stream, before = io.StringIO(), list(logging.root.handlers)
    with logging_to_stderr("json", requests=True, addresses=False, stream=stream), hosted(file) as (address, _):
        httpx.get(f"{address}/api/games?lang=de", timeout=60)
        httpx.get(f"{address}/nowhere", timeout=60)
    assert (logging.root.handlers, requests_log.handlers) == (before, [])
    lines = [json.loads(line) for line in stream.getvalue().splitlines()]
    assert [(line["method"], line["path"], line["status"]) for line in lines] == [
        ("GET", "/api/games", 200),
        ("GET", "/nowhere", 404),
    ]
    assert "127.0.0.1" not in stream.getvalue()
    assert "lang" not in stream.getvalue()


# The examples in deploy/


def skip_without(program: str) -> str:
    found = shutil.which(program) or shutil.which(program, path="/usr/sbin:/sbin")
    if found is None:
        pytest.skip(f"{program.upper()} IS NOT INSTALLED: its example was not tried")
    return found


def free_port() -> int:
    with socket.socket() as opened:
        opened.bind(("127.0.0.1", 0))
        port: int = opened.getsockname()[1]
        return port


@contextmanager
def proxied(config: str, folder: Path) -> Iterator[int]:
    """nginx with the servers of this configuration, each `listen` of which is one free port of this machine."""
    nginx, port = skip_without("nginx"), free_port()
    config = re.sub(r"^server \{\n    listen 80;.*?^\}\n", "", config, flags=re.MULTILINE | re.DOTALL)
    config = re.sub(r"^ *listen \[::\].*\n|^ *ssl_.*\n", "", config, flags=re.MULTILINE)
    config = config.replace("listen 443 ssl;", f"listen 127.0.0.1:{port};")
    kept = "".join(
        f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    main = f"daemon off; master_process off; pid {folder}/pid; error_log {folder}/error;"
    (folder / "nginx.conf").write_text(f"{main} events {{}} http {{ {kept} {config} }}")
    command = [nginx, "-p", str(folder), "-c", str(folder / "nginx.conf"), "-e", str(folder / "error")]
    checked = subprocess.run([*command, "-t"], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stderr
    process = subprocess.Popen(command)
    try:
        for _ in range(200):
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                break
            except OSError:
                assert process.poll() is None, (folder / "error").read_text()
                httpx.Client().close()
        yield port
    finally:
        process.terminate()
        process.wait(20)


@pytest.mark.long
def test_nginx_takes_the_servers_that_the_page_lists(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "hosting.md").read_text("utf-8")
    listed = next(block.lines for block in blocks(page) if block.lines[0].startswith("upstream rowdy {"))
    server = "server { listen 443 ssl; location / { proxy_pass http://rowdy; } }"
    config = re.sub(r"127\.0\.0\.1:\d+", lambda _: f"127.0.0.1:{free_port()}", "\n".join([*listed, server]))
    with proxied(config, tmp_path) as port:
        assert httpx.get(f"http://127.0.0.1:{port}/").status_code == 502, "nobody is at these addresses"


@pytest.mark.long
@pytest.mark.parametrize("root", ["", "/rowdy"])
def test_tables_behind_the_nginx_of_the_example(file: Path, tmp_path: Path, root: str) -> None:
    """Pages, cookies, live connections and events, all through a real proxy, which says that https came in."""
    config = (ROOT / "deploy/nginx.conf").read_text().replace("$scheme;", "https;")
    if root:
        config = config.replace("location / {", f"location {root}/ {{")
    with hosted(file, root) as (server, lobby):
        (tmp_path / "nginx").mkdir()
        config = config.replace("http://127.0.0.1:8765", server)
        with proxied(config, tmp_path / "nginx") as port:
            address, host = f"http://127.0.0.1:{port}{root}", {"Host": NAME}
            with httpx.Client(base_url=address, headers=host, timeout=60) as http:
                page = http.get("/").text
                (script,) = re.findall(r'<script type="module" src="([^"]+home[^"]+)"', page)
                assert http.get(script.removeprefix(root)).status_code == 200
                wanted = {"game": "rubik", "seats": [{"who": "me"}, {"who": "friend"}]}
                opened = http.post("/api/tables", json=wanted, headers={"Origin": f"https://{NAME}"})
                table, cookie = opened.json()["table"], opened.headers["set-cookie"]
                assert "Secure" in cookie
                assert f"Path={root}/api/tables/{table};" in cookie
                assert opened.json()["watch"].startswith(f"https://{NAME}{root}/table/{table}#")
                forged = http.post("/api/tables", json=wanted, headers={"X-Forwarded-For": "203.0.113.7"})
                assert forged.status_code == 201
                assert {room.visitor for room in lobby.rooms.values()} == {"127.0.0.1"}, "nginx says who asked"
                live = f"ws://127.0.0.1:{port}{root}/api/tables/{table}/live?as=1"
                headers = {"Cookie": cookie.partition(";")[0], "Host": NAME, "Origin": f"https://{NAME}"}
                with _connect(live, headers) as line:
                    assert line.hear("hello")["about"]["table"] == table
                    assert line.sit("Ann")["type"] == "step"
                    events = {"Authorization": f"Bearer {opened.json()['watch'].partition('#')[2]}"}
                    path = f"/api/v1/tables/{table}/events"
                    with http.stream("GET", path, headers=events) as answer:
                        assert next(answer.iter_lines()) == "event: hello", "at once, and not when a buffer is full"


@contextmanager
def _connect(url: str, headers: dict[str, str]) -> Iterator[Line]:
    """A live connection by a name that is not the proxy's address."""
    host, port = re.findall(r"//([\d.]+):(\d+)", url)[0]
    origin = Origin(headers.pop("Origin"))
    headers.pop("Host")
    opened = socket.create_connection((host, int(port)))
    named = url.replace(f"{host}:{port}", NAME)
    with connect(named, sock=opened, origin=origin, additional_headers=headers, compression=None) as line:
        yield Line(line)


@pytest.mark.long
def test_systemd_finds_nothing_to_say_about_the_service(tmp_path: Path) -> None:
    analyze = skip_without("systemd-analyze")
    unit = (ROOT / "deploy/rowdy.service").read_text().replace("/opt/rowdy/bin/rowdy", sys.executable)
    (tmp_path / "rowdy.service").write_text(unit)
    found = subprocess.run(
        [analyze, "verify", "--man=no", str(tmp_path / "rowdy.service")], capture_output=True, text=True, check=False
    )
    assert (found.returncode, found.stdout, found.stderr) == (0, "", "")


def test_the_examples_name_options_that_there_are(cli: Cli) -> None:
    helped = cli("serve", "--help").out
    known = set(re.findall(r"--[a-z-]+", helped))
    for name in ("rowdy.service", "Containerfile", "compose.yaml"):
        text = (ROOT / "deploy" / name).read_text()
        serving_lines = [line for line in text.splitlines() if "serve" in line or line.strip().startswith("- --")]
        used = {option for line in serving_lines for option in re.findall(r"--[a-z][a-z-]*", line)}
        assert used
        assert used <= known | {"--no-open"}, name


def test_the_compose_file_can_be_read() -> None:
    compose = import_module("yaml").safe_load((ROOT / "deploy/compose.yaml").read_text())
    rowdy, subnet = compose["services"]["rowdy"], compose["networks"]["inside"]["ipam"]["config"][0]["subnet"]
    assert f"--proxy={subnet}" in rowdy["command"]
    assert (ROOT / "deploy" / rowdy["build"]["context"] / rowdy["build"]["dockerfile"]).is_file()
    assert set(compose["volumes"]) == {
        volume.partition(":")[0] for service in compose["services"].values() for volume in service["volumes"]
    }
    assert all(port.startswith("127.0.0.1:") for port in rowdy["ports"])
