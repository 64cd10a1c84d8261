"""A seat and its windows, by real HTTP and WebSockets: it sees how many there are, and a new key closes the others."""

from __future__ import annotations

import json
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from rowdy.interfaces.web.http.requests import MAX_JSON_BYTES
from rowdy.interfaces.web.store.keys import new_key
from tests.interfaces.web.serving import Line, Visitor, serving_tables


def renew(visitor: Visitor, table: str, place: str, tab: str = "", key: str = "") -> httpx.Response:
    return visitor.http.post(f"/api/tables/{table}/key?as={place}", json={"key": key or new_key(), "tab": tab})


def shown(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def opens(visitor: Visitor, table: str, place: str) -> bool:
    """Whether the browser's cookie is good for anything."""
    with visitor.live(table, place) as line:
        first = json.loads(line.socket.recv(timeout=10))
    record = visitor.http.get(f"/api/tables/{table}/record?as={place}")
    assert (first["type"], record.status_code) in (("hello", 409), ("bye", 404))
    return bool(first["type"] == "hello")


def other_browser(visitor: Visitor) -> Visitor:
    """One with the cookies that this one has now."""
    found = Visitor(visitor.address)
    for cookie in visitor.http.cookies.jar:
        found.http.cookies.jar.set_cookie(cookie)
    return found


def told(line: Line) -> list[str]:
    """The kinds of all messages that came before now."""
    line.socket.send('{"do":"ping","id":"now","seen":0}')
    found = []
    while (message := json.loads(line.socket.recv(timeout=10))).get("id") != "now":
        found.append(message["type"])
    return found


def test_the_old_link_and_the_old_cookie_open_nothing_and_the_new_ones_do(ann: Visitor, ben: Visitor) -> None:
    opened = ann.open("rubik", "me", "friend")
    table, link = opened["table"], opened["seats"][1]["link"]
    ben.enter(link)
    with other_browser(ben) as before, Visitor(ben.address) as phone:
        key = new_key()
        answer = renew(ben, table, "2", key=key)
        assert answer.status_code == 200
        assert answer.json() == {"link": f"{ben.address}/table/{table}#{key}"}
        cookie = answer.headers["set-cookie"]
        assert cookie.startswith(f"rowdy-{table}-2={key};")
        for part in ("HttpOnly", "SameSite=strict", f"Path=/api/tables/{table}"):
            assert part in cookie
        assert shown(ann.enter(link)) == (404, "no-table")
        assert shown(renew(before, table, "2")) == (404, "no-table")
        assert not opens(before, table, "2")
        assert phone.enter(answer.json()["link"]).json() == {"as": "2", "chair": 1}
        assert opens(phone, table, "2")
        assert opens(ben, table, "2")
    assert opens(ann, table, "1"), "other seats keep their keys"
    assert ann.enter(opened["seats"][0]["link"]).status_code == 200
    assert ann.enter(opened["watch"]).status_code == 200


def test_who_locks_a_seat_plays_on_and_a_second_window_is_shut(ann: Visitor, ben: Visitor) -> None:
    opened = ann.open("rubik", "me", "friend")
    table, link = opened["table"], opened["seats"][1]["link"]
    ben.enter(link)
    ann.enter(link)
    with ann.live(table, "1") as host, ben.live(table, "2", "&tab=bens") as own:
        assert own.hear("hello")["windows"] == 1
        told(host)
        with ann.live(table, "2", "&tab=anns") as spy:
            assert spy.hear("hello")["windows"] == 2
            assert own.hear("windows")["windows"] == 2
            assert renew(ben, table, "2", tab="bens").status_code == 200
            assert spy.hear("bye")["code"] == "seat-renewed"
            with pytest.raises(ConnectionClosed):
                spy.hear("step")
            assert spy.socket.close_code == 1008
        assert own.hear("windows")["windows"] == 1
        assert told(host) == [], "nobody else is told"
        assert own.sit("Ben")["type"] == "step"
        assert not opens(ann, table, "2")
        with ben.live(table, "2", "&tab=bens") as again:
            assert again.hear("hello")["windows"] == 1, "the same tab is the same window"


def test_the_host_is_still_the_host_with_a_new_key(ann: Visitor) -> None:
    table = ann.open("rubik", "me", "friend")["table"]
    with other_browser(ann) as before:
        assert renew(ann, table, "1").status_code == 200
        assert shown(before.http.delete(f"/api/tables/{table}?as=1")) == (404, "no-table")
    with ann.live(table, "1") as line:
        assert line.hear("hello")["about"]["host"]
    assert ann.http.delete(f"/api/tables/{table}?as=1").status_code == 204


def test_two_people_in_one_browser_have_a_key_each(ann: Visitor) -> None:
    table = ann.open("rubik", "me", "me")["table"]
    with ann.live(table, "1", "&tab=one") as one, ann.live(table, "2", "&tab=two") as two:
        assert renew(ann, table, "1", tab="one").status_code == 200
        one.sit("Ann")
        assert two.sit("Ben")["view"]["phase"] == "playing"
        assert told(two) == []
    with ann.live(table, "1") as one, ann.live(table, "2") as two:
        assert [line.hear("hello")["view"]["you"] for line in (one, two)] == [0, 1]


def test_of_two_who_lock_a_seat_at_once_one_has_it(ann: Visitor, ben: Visitor) -> None:
    opened = ann.open("rubik", "me", "friend")
    table, link = opened["table"], opened["seats"][1]["link"]
    for visitor in (ann, ben):
        visitor.enter(link)
    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(lambda visitor: renew(visitor, table, "2"), (ann, ben)))
    assert sorted(answer.status_code for answer in answers) == [200, 404]
    assert [opens(visitor, table, "2") for visitor in (ann, ben)] == [answer.status_code == 200 for answer in answers]


def test_only_who_has_a_seat_makes_keys_for_it(ann: Visitor, ben: Visitor) -> None:
    opened = ann.open("rubik", "friend", "friend")
    table = opened["table"]
    ben.enter(opened["watch"])
    assert shown(renew(ben, table, "watch")) == (403, "only-watching")
    assert shown(renew(ann, table, "host")) == (403, "only-watching")
    for place in ("1", "2", "host", "", "0"):
        assert shown(renew(ben, table, place)) == (404, "no-table")
    ben.enter(opened["seats"][0]["link"])
    taken = opened["seats"][1]["link"].partition("#")[2]
    assert shown(renew(ben, table, "1", key=taken)) == (404, "no-table"), "the key of another seat is no new one"
    assert opens(ben, table, "1")
    assert ann.enter(opened["seats"][1]["link"]).json()["as"] == "2"


def test_pages_of_others_and_bodies_of_other_kinds_change_no_key(ann: Visitor) -> None:
    table = ann.open("rubik", "me", "friend")["table"]
    path, good = f"/api/tables/{table}/key?as=1", {"key": new_key()}
    assert ann.http.post(path, json=good, headers={"Origin": "http://evil.example"}).status_code == 403
    assert ann.http.post(path, json=good, headers={"Host": "evil.example"}).status_code == 421
    assert shown(ann.http.post(path, content=json.dumps(good), headers={"Content-Type": "text/plain"}))[0] == 415
    assert shown(ann.http.post(path, json={"key": "x" * MAX_JSON_BYTES})) == (413, "body-size")
    for key in ("", "short", "x" * 42, "x" * 44, "ä" * 43, "x" * 42 + "#", "x" * 43 + "\n"):
        assert shown(ann.http.post(path, json={"key": key})) == (400, "body-form")
    for body in ({}, {"key": None}, {**good, "tab": "x" * 41}, {**good, "seat": 1}):
        assert shown(ann.http.post(path, json=body)) == (400, "body-form")
    assert ann.http.get(path).status_code == 405
    assert opens(ann, table, "1")


def test_who_lost_the_answer_comes_in_by_the_key_they_made(ann: Visitor) -> None:
    opened = ann.open("rubik", "me", "friend")
    table, key = opened["table"], new_key()
    with other_browser(ann) as unlucky:
        renew(ann, table, "1", key=key)
        assert not opens(unlucky, table, "1")
        assert unlucky.http.post(f"/api/tables/{table}/enter", json={"key": key}).json() == {"as": "1", "chair": 0}
        assert opens(unlucky, table, "1")


def test_a_new_key_outlives_the_server(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    with serving_tables(file) as server, Visitor(server) as ann:
        opened = ann.open("rubik", "me", "friend")
        table, link = opened["table"], renew(ann, opened["table"], "1").json()["link"]
    stored = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert link.partition("#")[2].encode() not in stored
    with serving_tables(file) as server, Visitor(server) as again:
        assert shown(again.enter(opened["seats"][0]["link"])) == (404, "no-table")
        assert again.enter(link).json() == {"as": "1", "chair": 0}
        with again.live(table, "1") as line:
            assert line.hear("hello")["about"]["host"]


def test_friends_of_a_network_get_a_link_that_leads_there(tmp_path: Path) -> None:
    network = "http://192.168.1.7:8765"
    with serving_tables(tmp_path / "tables.sqlite", network=network) as server, Visitor(server) as ann:
        table = ann.open("rubik", "me", "friend")["table"]
        assert renew(ann, table, "1").json()["link"].startswith(f"{network}/table/{table}#")


@pytest.mark.parametrize("what", ["record", "replay"])
def test_a_look_without_a_window_is_told_to_its_seat_alone(ann: Visitor, ben: Visitor, what: str) -> None:
    opened = ann.open("xoxo", "me", "friend")
    table, link = opened["table"], opened["seats"][1]["link"]
    path = f"/api/tables/{table}/{what}?as=2"
    ben.enter(link)
    ann.enter(link)
    with ann.live(table, "1") as host, ann.live(table, "1") as beside:
        host.sit("Ann")
        with ben.live(table, "2", "&tab=bens") as own:
            assert "looked" not in own.hear("hello")
            own.sit("Ben")
            told(own)
            assert ben.http.get(f"{path}&tab=bens").status_code == 200
            assert told(own) == [], "that was his own window"
            before = time.time()
            assert ann.http.get(path).status_code == 200
            assert before <= own.hear("looked")["at"] <= time.time()
        told(host)
        assert ann.http.get(f"{path}&tab=bens").status_code == 200
        assert told(host) == [], "nobody else may know"
        assert "looked" not in told(beside)
        with ben.live(table, "2", "&tab=bens") as own:
            assert own.hear("hello")["looked"] > before, "his window was closed by then"
            assert ann.http.get(f"{path}&eyes=1").status_code == 403
            assert told(own) == [], "nothing was shown"
            assert renew(ben, table, "2", tab="bens").status_code == 200
        with ben.live(table, "2") as own:
            assert "looked" not in own.hear("hello"), "whoever looked cannot come again"
            own.command("ping")  # takes the id that he has used to sit down
            assert own.command("resign")["view"]["phase"] == "over"
            told(own)
            assert ben.http.get(path).status_code == 200
            assert told(own) == [], "all cards lie open now"
