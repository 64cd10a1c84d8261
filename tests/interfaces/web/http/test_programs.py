"""The interface for programs: tables by requests and events, over real HTTP, and its OpenAPI document."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import http_client
import httpx
import pytest

import rowdy
from rowdy.interfaces.web.http.app import make_app
from rowdy.interfaces.web.http.openapi import document
from rowdy.interfaces.web.http.programs import API_ROOT, SAY, TITLE, Programs
from rowdy.interfaces.web.http.security import Hosts
from rowdy.interfaces.web.live.lobby import Lobby
from rowdy.interfaces.web.settings import Limits, Settings
from rowdy.interfaces.web.store.store import open_store
from rowdy.play.bots.pool import BotPool
from rowdy.play.explorer import Analysis, Outlook, analyse, look_ahead
from rowdy.play.hints import Advice, Forced
from rowdy.rules.record_text import parse_record
from rowdy.search.catalog import search_kit
from tests.interfaces.cli import Cli
from tests.interfaces.web.serving import UNLIMITED, Visitor, serving, serving_tables

Message = dict[str, Any]
IDS = count(1)
GAMES = {"xoxo": 2, "djeco": 2, "rubik": 2}


class Nimble(BotPool):
    """Thinks in no process: bots take the first move there is, and positions are explored at once."""

    def __init__(self) -> None:
        super().__init__(0, parts=())

    async def choose(self, name: str, game: Any, log: Any, view: Any, seed: str, asker: Any = None) -> Any:
        return view.legal[0]

    async def advise(self, game: Any, log: Any, view: Any, asker: Any = None) -> Advice:
        return Forced(view.legal[0])

    async def explore(self, game: Any, state: Any, asker: Any = None) -> Analysis:
        return analyse(search_kit(game).oracle(game), state)

    async def look_ahead(self, game: Any, state: Any, asker: Any = None) -> Outlook:
        return look_ahead(search_kit(game).oracle(game), state)


@contextmanager
def serving_programs(file: Path, **settings: Any) -> Iterator[str]:
    with open_store(str(file)) as store:
        lobby = Lobby(store, Nimble(), Settings(**settings), pace=lambda name: 0.0)
        app, live = make_app(lobby, Hosts.of([]))
        with serving(app, live.goodbye) as address:
            yield address


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving_programs(tmp_path_factory.mktemp("programs") / "tables.sqlite", limits=UNLIMITED) as address:
        yield address


@pytest.fixture
def http(server: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=f"{server}{API_ROOT}", timeout=60) as client:
        yield client


class Program:
    """A program with one key."""

    def __init__(self, http: httpx.Client, table: str, key: str) -> None:
        self.http = http
        self.table = table
        self.key = key
        self.seen = 0

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.key}"}

    def get(self, what: str, **query: Any) -> httpx.Response:
        return self.http.get(f"/tables/{self.table}/{what}", headers=self.headers, params=query)

    def state(self, **query: Any) -> Message:
        answer = self.get("state", **query)
        assert answer.status_code == 200, answer.text
        found: Message = answer.json()
        self.seen = found["n"]
        return found

    def send(self, do: str, **more: Any) -> httpx.Response:
        sent = {"do": do, "id": f"p{next(IDS)}", "seen": self.seen, **more}
        answer = self.http.post(f"/tables/{self.table}/commands", headers=self.headers, json=sent)
        self.seen = answer.json().get("n", self.seen)
        return answer

    def sit(self, name: str) -> httpx.Response:
        self.state()
        return self.send("sit", name=name, nonce="0" * 32)

    @contextmanager
    def listening(self, **query: Any) -> Iterator[Iterator[tuple[str, str, str]]]:
        """The events as they come: each with its kind, its id and its data."""
        path = f"/tables/{self.table}/events"
        with self.http.stream("GET", path, headers=self.headers, params=query) as answer:
            assert answer.status_code == 200
            assert answer.headers["content-type"].startswith("text/event-stream")
            yield _events(answer.iter_lines())


def _events(lines: Iterator[str]) -> Iterator[tuple[str, str, str]]:
    found = {"event": "", "id": "", "data": ""}
    for line in lines:
        if line:
            name, _, value = line.partition(": ")
            found[name] = value
        elif found["data"]:
            yield found["event"], found["id"], found["data"]
            found = {"event": "", "id": "", "data": ""}


def open_table(http: httpx.Client, game: str, *seats: str, **more: Any) -> tuple[Message, list[Program]]:
    """A table, and a program at each seat that is no bot's."""
    people = ("me", "friend")
    wanted = [{"who": seat} if seat in people else {"who": "bot", "bot": seat} for seat in seats]
    answer = http.post("/tables", json={"game": game, "seats": wanted, **more})
    assert answer.status_code == 201, answer.text
    opened = answer.json()
    keys = [seat["key"] for seat in opened["seats"] if "key" in seat]
    return opened, [Program(http, opened["table"], key) for key in keys]


def test_the_client_of_the_examples_plays_a_whole_game(server: str) -> None:
    assert re.search("win|won|draw", http_client.play(server, "xoxo", "easy"), re.IGNORECASE)
    lines = Path(http_client.__file__).read_text("utf-8").splitlines()
    code = [line for line in lines if line.strip() and not line.startswith(("import", "from", '"""'))]
    assert len(code) <= 30


@pytest.mark.parametrize("game", GAMES)
def test_two_programs_play_and_are_told_what_their_pages_would_be_told(
    server: str, http: httpx.Client, game: str
) -> None:
    """So what holds for the secrets of a page holds for those of a program: it gets the same bytes."""
    luck = Random(3)
    opened, seats = open_table(http, game, "friend", "friend")
    watch = Program(http, opened["table"], opened["watch"]["key"])
    assert [seat.sit(name).status_code for seat, name in zip(seats, ("Ann", "Ben"), strict=True)] == [200, 200]
    with ExitStack() as held:
        pages = []
        for place, key in (("1", seats[0].key), ("2", seats[1].key), ("watch", watch.key)):
            visitor = held.enter_context(Visitor(server))
            assert visitor.enter(f"{server}/table/{opened['table']}#{key}").status_code == 200
            pages.append(held.enter_context(visitor.live(opened["table"], place)))
        hellos = [page.hear("hello") for page in pages]
        streams = [held.enter_context(one.listening()) for one in (*seats, watch)]
        for hello, stream, program in zip(hellos, streams, (*seats, watch), strict=True):
            kind, number, data = next(stream)
            assert (kind, number) == ("hello", str(hello["n"]))
            assert json.loads(data)["view"] == hello["view"] == program.state()["view"]
        for _ in range(12):
            (mover,) = [seat for seat in seats if seat.get("moves").json()["moves"]]
            legal = mover.get("moves").json()
            mover.seen = legal["n"]
            step = mover.send("play", move=luck.choice(legal["moves"]))
            assert step.status_code == 200, step.text
            for page, stream in zip(pages, streams, strict=True):
                heard = page.hear("step")
                kind, number, data = next(event for event in stream if event[0] == "step")
                assert (json.loads(data), number) == (heard, str(heard["n"]))
            if "outcome" in step.json()["view"]:
                break


def test_a_command_that_is_sent_again_is_obeyed_once(http: httpx.Client) -> None:
    _, (ann, ben) = open_table(http, "rubik", "me", "friend")
    ann.sit("Ann")
    ben.sit("Ben")
    before = ann.state()["n"]
    moves = ann.get("moves").json()["moves"]
    sent = {"do": "play", "id": "again", "seen": before, "move": moves[0]}
    path = f"/tables/{ann.table}/commands"
    first, second = (http.post(path, headers=ann.headers, json=sent) for _ in range(2))
    assert first.json()["answers"] == "again"
    assert (second.status_code, second.json()["type"]) == (200, "answer")
    assert ann.state()["n"] == before + 1


def test_what_the_table_refuses_is_told_in_one_shape(http: httpx.Client) -> None:
    _, (ann, ben) = open_table(http, "rubik", "me", "friend")
    ann.sit("Ann")
    ben.sit("Ben")
    ann.state()
    ben.state()
    refused = ann.send("play", move="nonsense")
    assert refused.status_code == 409
    assert set(refused.json()) == {"code", "say"}
    assert "nonsense" in refused.json()["say"]
    assert ben.send("play", move=ann.get("moves").json()["moves"][0]).json()["code"] == "not-your-turn"
    ann.seen = 0
    stale = ann.send("play", move=ann.get("moves").json()["moves"][0])
    assert (stale.status_code, stale.json()["code"]) == (409, "stale")


@pytest.mark.parametrize(
    ("method", "what", "key", "body", "status", "code"),
    [
        ("GET", "state", None, None, 401, "no-key"),
        ("GET", "state", "wrong", None, 404, "no-table"),
        ("GET", "events", "wrong", None, 404, "no-table"),
        ("GET", "events", None, None, 401, "no-key"),
        ("GET", "record", None, None, 401, "no-key"),
        ("GET", "moves", None, None, 401, "no-key"),
        ("GET", "nothing", None, None, 404, "no-such-page"),
        ("POST", "state", "right", {}, 405, "wrong-method"),
        ("POST", "commands", None, {"do": "ping"}, 401, "no-key"),
        ("POST", "commands", "right", {"do": "dance", "id": "x", "seen": 0}, 400, "body-form"),
        ("POST", "commands", "right", {"do": "ping", "id": "x", "seen": 0, "more": 1}, 400, "body-form"),
        ("POST", "commands", "right", {"do": "ping", "id": "x" * 20_000, "seen": 0}, 413, "body-size"),
    ],
)
def test_errors_have_one_shape(
    http: httpx.Client, method: str, what: str, key: str | None, body: object, status: int, code: str
) -> None:
    _, (ann, _) = open_table(http, "rubik", "me", "friend")
    headers = {} if key is None else {"Authorization": f"Bearer {ann.key if key == 'right' else key}"}
    answer = http.request(method, f"/tables/{ann.table}/{what}", headers=headers, json=body)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert set(answer.json()) == {"code", "say"}
    if status == 401:
        assert answer.headers["www-authenticate"] == "Bearer"


def test_a_key_of_another_table_opens_nothing(http: httpx.Client) -> None:
    _, (ann, _) = open_table(http, "rubik", "me", "friend")
    _, (other, _) = open_table(http, "rubik", "me", "friend")
    ann.key = other.key
    assert ann.get("state").json()["code"] == "no-table"


def test_a_cookie_is_no_key_for_a_program(server: str, http: httpx.Client) -> None:
    with Visitor(server) as ann:
        table = ann.open("rubik", "me", "friend")["table"]
        cookie = "; ".join(f"{one.name}={one.value}" for one in ann.http.cookies.jar)
        answer = http.get(f"/tables/{table}/state?as=1", headers={"Cookie": cookie})
    assert answer.json()["code"] == "no-key"


def test_hints_are_for_those_whose_page_may_have_them(http: httpx.Client) -> None:
    _, (alone,) = open_table(http, "rubik", "me", "easy")
    alone.sit("Ann")
    alone.state()
    hint = alone.send("hint")
    assert hint.status_code == 200, hint.text
    assert set(hint.json()["hint"]["moves"]) <= set(alone.get("moves").json()["moves"])
    _, (ann, ben) = open_table(http, "rubik", "me", "friend")
    ann.sit("Ann")
    ben.sit("Ben")
    ann.state()
    refused = ann.send("hint")
    assert (refused.status_code, refused.json()["code"]) == (409, "no-hint")


def test_a_program_is_a_window_of_its_seat_and_a_new_key_shuts_it_out(server: str, http: httpx.Client) -> None:
    opened, (ann, _) = open_table(http, "rubik", "friend", "friend")
    with Visitor(server) as visitor:
        visitor.enter(f"{server}/table/{opened['table']}#{ann.key}")
        with visitor.live(opened["table"], "1", "&tab=mine") as page:
            assert page.hear("hello")["windows"] == 1
            ann.state()
            assert page.hear("windows")["windows"] == 2, "somebody else looks through the seat"
            with ann.listening() as events:
                next(events)
                assert page.hear("windows")["windows"] == 3
                new = {"key": "n" * 43, "tab": "mine"}
                answer = visitor.http.post(f"/api/tables/{opened['table']}/key?as=1", json=new)
                assert answer.status_code == 200
                *_, (kind, _, data) = events
            assert (kind, json.loads(data)["code"]) == ("bye", "seat-renewed")
            assert ann.get("state").json()["code"] == "no-table"
            ann.key = "n" * 43
            assert ann.state()["view"]["you"] == 0


def test_a_program_is_there_for_a_while_after_its_last_request(tmp_path: Path) -> None:
    with (
        serving_tables(tmp_path / "tables.sqlite", linger_seconds=0.05) as address,
        httpx.Client(base_url=f"{address}{API_ROOT}", timeout=60) as http,
    ):
        _, (ann, ben) = open_table(http, "rubik", "friend", "friend")
        with ben.listening() as events:
            assert json.loads(next(events)[2])["here"]["here"] == [False, True]
            ann.state()
            here = [json.loads(next(events)[2])["here"] for _ in range(2)]
            assert here == [[True, True], [False, True]]


def test_a_program_has_the_rates_of_a_page(tmp_path: Path) -> None:
    with (
        serving_programs(
            tmp_path / "tables.sqlite", limits=Limits(message_burst=5, message_refill_seconds=1e6)
        ) as address,
        httpx.Client(base_url=f"{address}{API_ROOT}", timeout=60) as http,
    ):
        _, (ann, _) = open_table(http, "rubik", "me", "friend")
        codes = [ann.send("ping").status_code for _ in range(4)] + [ann.get("state").status_code for _ in range(2)]
        assert codes == [200, 200, 200, 200, 200, 429]
        assert ann.send("ping").json()["code"] == "too-fast"
        with Visitor(address) as visitor:
            visitor.enter(f"{address}/table/{ann.table}#{ann.key}")
            with visitor.live(ann.table, "1") as page:
                page.hear("hello")
                assert page.command("ping")["code"] == "too-fast", "the seat has one budget, however it is asked"


def test_who_comes_back_to_the_events_is_told_what_was_missed(http: httpx.Client) -> None:
    _, (ann, ben) = open_table(http, "rubik", "me", "friend")
    ann.sit("Ann")
    ben.sit("Ben")
    n = ben.state()["n"]
    ann.state()
    ann.send("play", move=ann.get("moves").json()["moves"][0])
    path = f"/tables/{ben.table}/events"
    for again in ({"headers": {"Last-Event-ID": str(n)}}, {"params": {"seen": n}}):
        headers = {**ben.headers, **again.get("headers", {})}
        with http.stream("GET", path, headers=headers, params=again.get("params")) as answer:
            _, number, data = next(_events(answer.iter_lines()))
        assert [line["n"] for line in json.loads(data)["log"]] == [n + 1]
        assert number == str(n + 1)


def test_a_record_with_the_eyes_of_the_key_and_the_end_of_a_table(http: httpx.Client) -> None:
    _, (ann, ben) = open_table(http, "xoxo", "me", "friend")
    ann.sit("Ann")
    ben.sit("Ben")
    record = parse_record(ben.get("record").text)
    assert record.eyes == 1
    assert http.delete(f"/tables/{ann.table}", headers=ben.headers).json()["code"] == "only-host"
    assert http.delete(f"/tables/{ann.table}", headers=ann.headers).status_code == 204
    assert ann.get("state").json()["code"] == "no-table"


@pytest.mark.parametrize("game", sorted(rowdy.games())[:4])
def test_the_moves_are_the_legal_ones_of_the_rules(http: httpx.Client, game: str) -> None:
    _, (ann, _) = open_table(http, game, *(["me"] + ["friend"] * (min(rowdy.game(game).seats, 2) - 1)))
    names = ("Ann", "Ben")
    for name, seat in zip(names, (ann, _), strict=True):
        seat.sit(name)
    record = parse_record(ann.get("record").text)
    view = record.game.view([*record.states()][-1], 0)
    assert ann.get("moves").json()["moves"] == list(dict.fromkeys(map(str, view.legal)))


LATE = "Ab.B/aBbA/.aB./bA.a flip"
OVER = "AbAB/.BbA/baAA/bAba flip"


@pytest.mark.parametrize("position", [LATE, OVER])
def test_a_probe_is_the_json_of_the_explorer(http: httpx.Client, cli: Cli, position: str) -> None:
    answer = http.get("/probe/rubik", params={"position": position})
    assert answer.status_code == 200
    assert answer.text == cli("explore", "rubik", position, "--json").out


def test_what_cannot_be_probed_is_refused(http: httpx.Client) -> None:
    refused = {
        "/probe/rubik?position=nonsense": "",
        "/probe/rubik?ruling=nonsense": "ruling-form",
        "/probe/rubik?ruling=both_rows=draw&ruling=both_rows=draw": "ruling-twice",
        "/probe/xoxo": "no-perfect-play",
        f"/probe/rubik?position={'A' * 1001}": "body-form",
    }
    for path, code in refused.items():
        answer = http.get(path)
        assert (answer.status_code, set(answer.json())) == (400, {"code", "say"})
        assert answer.json()["code"].startswith(code)


def test_the_document_names_every_route_and_no_other(http: httpx.Client) -> None:
    told = http.get("/openapi.json").json()
    programs = Programs.__new__(Programs)
    assert told == json.loads(json.dumps(document(programs.operations(), TITLE, SAY)))
    routes = {
        (route.path, method)
        for route in _routes()
        for method in (route.methods or ())
        if method not in ("HEAD", "OPTIONS")
    }
    named = {(path, method.upper()) for path, found in told["paths"].items() for method in found}
    assert routes - {(f"{API_ROOT}/openapi.json", "GET")} == named
    refs = set(re.findall(r'"#/components/schemas/(\w+)"', json.dumps(told)))
    assert refs == set(told["components"]["schemas"])


def _routes() -> list[Any]:
    lobby = Lobby.__new__(Lobby)
    lobby.settings, lobby.in_thread, lobby.thinkers, lobby.store = Settings(), None, None, None  # type: ignore[assignment]
    guard, _ = make_app(lobby, Hosts.of([]))
    app: Any = guard
    return [route for route in app.app.routes if route.path.startswith(API_ROOT)]
