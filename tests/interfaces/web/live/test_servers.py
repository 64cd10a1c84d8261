"""Two servers share their tables in PostgreSQL: people at either are told the same."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from itertools import cycle
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from rowdy.interfaces.web.settings import Limits
from rowdy.interfaces.web.store.keys import new_key
from tests.interfaces.web import postgres
from tests.interfaces.web.serving import Line, Visitor, serving_tables


class Pair:
    """Two servers, and a visitor to each."""

    def __init__(self, servers: list[str], stack: ExitStack) -> None:
        self.here, self.there = (stack.enter_context(Visitor(server)) for server in servers)

    def open(self, game: str = "rubik", *seats: str) -> dict[str, Any]:
        """Opens a table at the first server, and lets the second seat in at the other."""
        opened = self.here.open(game, *(seats or ("me", "friend")))
        for seat in opened["seats"]:
            if "link" in seat:
                self.there.enter(seat["link"])
                self.here.enter(seat["link"])
        return opened


@pytest.fixture(scope="module")
def servers(_postgres_server: str) -> Iterator[list[str]]:
    postgres.empty(_postgres_server)
    with ExitStack() as stack:
        yield [stack.enter_context(serving_tables(_postgres_server)) for _ in range(2)]


@pytest.fixture
def pair(servers: list[str]) -> Iterator[Pair]:
    with ExitStack() as stack:
        yield Pair(servers, stack)


def told(line: Line) -> list[str]:
    """The kinds of all messages that came before now."""
    line.socket.send('{"do":"ping","id":"now","seen":0}')
    found = []
    while (message := json.loads(line.socket.recv(timeout=10))).get("id") != "now":
        found.append(message["type"])
    return found


def begin(ann: Line, ben: Line) -> list[str]:
    """Both sit down; returns the moves of the first to move, who is Ann."""
    ann.hear("hello")
    ben.hear("hello")
    ann.sit("Ann")
    ben.hear("step")
    ben.sit("Ben")
    return [move["move"] for move in ann.hear("step")["view"]["picture"]["moves"]]


def test_a_move_at_one_is_a_step_at_the_other(pair: Pair) -> None:
    table = pair.open()["table"]
    with pair.here.live(table, "1") as ann, pair.there.live(table, "2") as ben:
        first, *_ = begin(ann, ben)
        assert ann.command("play", move=first)["n"] == 4
        step = ben.hear("step")
        assert step["n"] == 4
        assert ben.command("play", move=step["view"]["picture"]["moves"][0]["move"])["type"] == "step"
        assert ann.hear("step")["n"] == 5


def test_the_windows_of_one_seat_are_told_the_same_bytes_at_both(pair: Pair) -> None:
    table = pair.open("xoxo")["table"]
    with ExitStack() as stack:
        ben, ann = (stack.enter_context(pair.there.live(table, place)) for place in ("2", "1"))
        windows = [stack.enter_context(visitor.live(table, "1")) for visitor in (pair.here, pair.there)]
        for line in windows:
            line.hear("hello")
        first, *_ = begin(ann, ben)
        ann.command("play", move=first)
        here, there = (steps(line, 3) for line in windows)
        assert here == there


def steps(line: Line, number: int) -> list[str | bytes]:
    """The next steps as they are sent."""
    found = list[str | bytes]()
    while len(found) < number:
        text = line.socket.recv(timeout=10)
        if json.loads(text)["type"] == "step":
            found.append(text)
    return found


def test_who_is_connected_where_is_told_at_both(pair: Pair) -> None:
    opened = pair.open()
    table = opened["table"]
    with pair.here.live(table, "1", "&tab=anns") as ann:
        assert ann.hear("hello")["here"]["here"] == [True, False]
        with pair.there.live(table, "2", "&tab=bens") as ben:
            if ben.hear("hello")["here"]["here"] != [True, True]:  # she came a moment ago, to another server
                assert ben.hear("here")["here"] == [True, True]
            assert ann.hear("here")["here"] == [True, True]
            with pair.here.live(table, "2", "&tab=spy") as spy:
                assert spy.hear("hello")["windows"] == 2
                assert ben.hear("windows")["windows"] == 2
            assert ben.hear("windows")["windows"] == 1
            assert told(ann) == [], "windows are the seat's own affair"
            with pair.there.live(table, "1", "&tab=anns") as again:
                assert again.hear("hello")["windows"] == 1, "the same tab is the same window"
                with pytest.raises(ConnectionClosed):
                    ann.hear("step")
                assert told(ben) in ([], ["here"], ["here", "here"])
        assert again.socket.close_code is not None


def test_a_new_key_shuts_windows_at_the_other_server(pair: Pair) -> None:
    table = pair.open()["table"]
    with pair.here.live(table, "2", "&tab=spy") as spy, pair.there.live(table, "2", "&tab=bens") as ben:
        spy.hear("hello")
        ben.hear("hello")
        answer = pair.there.http.post(f"/api/tables/{table}/key?as=2", json={"key": new_key(), "tab": "bens"})
        assert answer.status_code == 200
        assert spy.hear("bye")["code"] == "seat-renewed"
        while ben.hear("windows")["windows"] != 1:
            pass
        with pair.here.live(table, "2") as old:
            assert old.hear("bye")["code"] == "no-table"


def test_of_two_who_renew_a_key_at_both_servers_one_has_it(pair: Pair) -> None:
    table = pair.open()["table"]

    def renew(visitor: Visitor) -> httpx.Response:
        return visitor.http.post(f"/api/tables/{table}/key?as=2", json={"key": new_key()})

    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(renew, (pair.here, pair.there)))
    assert sorted(answer.status_code for answer in answers) == [200, 404]


def test_looks_and_reactions_reach_the_other_server(pair: Pair) -> None:
    table = pair.open("xoxo")["table"]
    with pair.here.live(table, "1") as ann, pair.there.live(table, "2", "&tab=bens") as ben:
        begin(ann, ben)
        ann.send("react", reaction="clap")
        assert ben.hear("reacted")["reaction"] == "clap"
        told(ann)
        path = f"/api/tables/{table}/record?as=2"
        assert pair.here.http.get(f"{path}&tab=bens").status_code == 200
        assert told(ben) == [], "that was his own window"
        assert pair.here.http.get(path).status_code == 200
        at = ben.hear("looked")["at"]
        assert told(ann) == []
    with pair.here.live(table, "2") as later:
        assert later.hear("hello")["looked"] == at


def test_a_record_has_what_was_just_told_at_the_other_server(pair: Pair) -> None:
    table = pair.open()["table"]
    with pair.here.live(table, "1") as ann, pair.there.live(table, "2") as ben:
        moves, mover = begin(ann, ben), ann
        for _ in range(8):
            step = mover.command("play", move=moves[0])
            records = [visitor.http.get(f"/api/tables/{table}/record?as=1").text for visitor in (pair.there, pair.here)]
            assert records[0] == records[1]
            other = ben if mover is ann else ann
            heard = other.hear("step")
            moves = [move["move"] for move in step["view"]["picture"].get("moves", [])]
            if not moves:
                moves, mover = [move["move"] for move in heard["view"]["picture"]["moves"]], other


def test_each_request_of_a_program_may_come_to_another_server(pair: Pair) -> None:
    """Its commands, moves and states build on what the other server has told it a moment ago."""
    seats = [{"who": "me"}, {"who": "friend"}]
    opened = pair.here.http.post("/api/v1/tables", json={"game": "rubik", "seats": seats}).json()
    path, keys = f"/api/v1/tables/{opened['table']}", [seat["key"] for seat in opened["seats"]]
    visitors = cycle((pair.there, pair.here))

    def ask(method: str, key: str, what: str, **more: Any) -> dict[str, Any]:
        headers = {"Authorization": f"Bearer {key}"}
        answer = next(visitors).http.request(method, f"{path}/{what}", headers=headers, **more)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def command(key: str, do: str, **more: Any) -> dict[str, Any]:
        return ask("POST", key, "commands", json={"do": do, "id": new_key()[:20], "seen": seen, **more})

    seen = 0
    for key, name in zip(keys, ("Ann", "Ben"), strict=True):
        seen = ask("GET", key, "state")["n"]
        seen = command(key, "sit", name=name, nonce="0" * 32)["n"]
    step: dict[str, Any] = {"view": {}}
    while "outcome" not in step["view"]:
        offered = {key: ask("GET", key, "moves") for key in keys}
        assert {found["n"] for found in offered.values()} == {seen}
        (mover,) = (key for key in keys if offered[key]["moves"])
        step = command(mover, "play", move=offered[mover]["moves"][0])
        seen = step["n"]
    assert seen > 10


def test_a_deleted_table_is_gone_at_both(pair: Pair) -> None:
    table = pair.open()["table"]
    with pair.there.live(table, "2") as ben:
        ben.hear("hello")
        assert pair.here.http.delete(f"/api/tables/{table}?as=1").status_code == 204
        assert ben.hear("bye")["code"] == "table-deleted"


def test_a_code_that_one_server_shows_opens_its_seat_at_the_other_once(pair: Pair) -> None:
    table = pair.here.open("rubik", "friend", "friend")["table"]
    codes = pair.here.http.post(f"/api/tables/{table}/codes?as=host", json={}).json()["codes"]
    first = codes[0]["link"].partition("#")[2]

    def take(visitor: Visitor, code: str) -> httpx.Response:
        with Visitor(visitor.address) as phone:
            return phone.http.post(f"/api/tables/{table}/take", json={"code": code, "key": new_key()})

    assert take(pair.there, first).status_code == 200
    assert take(pair.there, first).json()["code"] == "code-used"
    assert take(pair.here, first).json()["code"] == "code-used"
    left = pair.here.http.post(f"/api/tables/{table}/codes?as=host", json={}).json()["codes"]
    assert [code["chair"] for code in left] == [1]


def test_limits_hold_over_both_servers(pair: Pair) -> None:
    table, most = pair.open()["table"], Limits().max_tabs
    with ExitStack() as stack:
        lines: list[Line] = []
        for number in range(1, most + 1):
            lines.append(stack.enter_context((pair.here, pair.there)[number % 2].live(table, "2")))
            for line in lines:
                known = line.hear("hello" if line is lines[-1] else "windows")["windows"]
                while known != number:
                    known = line.hear("windows")["windows"]
        for visitor in (pair.here, pair.there):
            with visitor.live(table, "2") as one_more:
                assert one_more.hear("bye")["code"] == "too-many-tabs"


def test_what_a_seat_does_at_one_server_counts_at_the_other(postgres_address: str) -> None:
    limits = Limits(message_burst=4, message_refill_seconds=1e6, reaction_burst=1, reaction_refill_seconds=1e6)
    with ExitStack() as stack:
        servers = [stack.enter_context(serving_tables(postgres_address, limits=limits)) for _ in range(2)]
        pair = Pair(servers, stack)
        table = pair.here.open("rubik", "friend", "friend")
        for visitor in (pair.here, pair.there):
            visitor.enter(table["seats"][0]["link"])
        here, there = (stack.enter_context(one.live(table["table"], "1")) for one in (pair.here, pair.there))
        there.hear("hello")
        here.send("sit", name="Ann", nonce="0" * 32)
        there.hear("step")
        here.send("react", reaction="clap")
        assert there.hear("reacted")["reaction"] == "clap"
        there.send("react", reaction="wow")
        assert there.hear("answer")["code"] == "too-fast"
        answers = [(there.send("ping"), there.hear("answer"))[1] for _ in range(3)]
        assert [answer["ok"] for answer in answers] == [True, True, False], "four in all, with the one stored elsewhere"


def test_what_a_seat_asks_without_a_trace_counts_at_the_other_server(postgres_address: str) -> None:
    """Previews, hints and questions, answered or refused: the seat has one budget, and nobody else is told."""
    limits = Limits(message_burst=7, message_refill_seconds=1e6)
    with ExitStack() as stack:
        pair = Pair([stack.enter_context(serving_tables(postgres_address, limits=limits)) for _ in range(2)], stack)
        table = pair.here.open("rubik", "friend", "friend")
        for visitor in (pair.here, pair.there):
            for seat in table["seats"]:
                visitor.enter(seat["link"])
        here, ben, there = (
            stack.enter_context(visitor.live(table["table"], place))
            for visitor, place in ((pair.here, "1"), (pair.there, "2"), (pair.there, "1"))
        )
        there.hear("hello")
        first, *_ = begin(here, ben)
        told(ben)
        assert here.command("preview", move=first)["preview"]
        assert here.command("preview", move="nonsense")["code"] == "unreadable-move"
        assert here.command("why", piece="", square="a1")["ok"]
        assert here.command("hint")["code"] == "no-hint"
        assert here.command("ping")["ok"]
        here.send("react", reaction="clap")  # which comes to the other server after all before it
        there.hear("reacted")
        assert told(ben) == ["reacted"]
        answers = [there.command("ping")["ok"] for _ in range(3)]
        assert answers == [True, True, False], "seven in all: a seat was taken, four things asked, and two pings here"
