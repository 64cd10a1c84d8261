"""Codes for seats: each opens one seat, once, and nobody gets to see one but the host's screen and who scans it."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest

from rowdy.interfaces.web.store.keys import new_key
from tests.interfaces.web.serving import Visitor, serving_tables

USED = "Somebody has already taken this seat. If it was to be yours, ask for a new code on the big screen."


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "tables.sqlite"


@pytest.fixture
def server(file: Path) -> Iterator[str]:
    with serving_tables(file) as address:
        yield address


@pytest.fixture
def screen(server: str) -> Iterator[Visitor]:
    with Visitor(server) as visitor:
        yield visitor


@pytest.fixture
def phones(server: str) -> Iterator[list[Visitor]]:
    with ExitStack() as open:
        yield [open.enter_context(Visitor(server)) for _ in range(4)]


def ask(screen: Visitor, table: str, place: str = "host", **wanted: int) -> httpx.Response:
    return screen.http.post(f"/api/tables/{table}/codes?as={place}", json=wanted)


def codes(screen: Visitor, table: str, **wanted: int) -> dict[int, str]:
    answer = ask(screen, table, "host", **wanted)
    assert answer.status_code == 200, answer.text
    return {one["chair"]: one["link"].partition("#")[2] for one in answer.json()["codes"]}


def take(phone: Visitor, table: str, code: str, key: str = "") -> httpx.Response:
    return phone.http.post(f"/api/tables/{table}/take", json={"code": code, "key": key or new_key()})


def refused(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["say"]


def test_each_open_seat_has_a_code_that_opens_it_once(screen: Visitor, phones: list[Visitor]) -> None:
    opened = screen.open("xoxo", "friend", "easy", "friend")
    table, ann, ben = opened["table"], phones[0], phones[1]
    answer = ask(screen, table).json()["codes"]
    assert [one["chair"] for one in answer] == [0, 2], "a bot needs none"
    assert answer[0]["link"].startswith(f"{screen.address}/hand/{table}#")
    shown = codes(screen, table)
    assert len({*shown.values()}) == 2
    assert codes(screen, table) == shown, "a screen that is loaded again shows the same"
    key = new_key()
    with screen.live(table, "host") as host:
        host.hear("hello")
        taken = take(ann, table, shown[0], key)
        assert taken.json() == {"as": "1", "chair": 0}
        assert taken.headers["set-cookie"].startswith(f"rowdy-{table}-1={key};")
        assert host.hear("here")["here"] == [False, True, False], "so the screen asks again"
    assert codes(screen, table) == {2: shown[2]}, "it vanishes although nobody has sat down yet"
    assert refused(take(ben, table, shown[0])) == (409, USED)
    assert screen.enter(opened["seats"][0]["link"]).status_code == 404, "the first key of the seat is gone"
    with ann.live(table, "1") as line:
        assert line.hear("hello")["windows"] == 1
        line.sit("Ann")
    assert take(ben, table, shown[2]).json() == {"as": "3", "chair": 2}
    assert codes(screen, table) == {}


def test_of_many_who_scan_at_once_one_gets_the_seat(screen: Visitor, phones: list[Visitor]) -> None:
    table = screen.open("xoxo", "friend", "friend")["table"]
    code = codes(screen, table)[0]
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda phone: take(phone, table, code).status_code, phones))
    assert sorted(answers) == [200, 409, 409, 409]


def test_a_screen_that_asks_twice_at_once_gets_the_same_codes_twice(screen: Visitor, phones: list[Visitor]) -> None:
    """It does so while it is loaded; a code that it shows must be good."""
    table = screen.open("xoxo", "friend", "friend", "friend", "friend")["table"]
    with ThreadPoolExecutor(4) as pool:
        first, *others = pool.map(lambda _: codes(screen, table), range(8))
    assert all(shown == first for shown in others)
    assert take(phones[0], table, first[0]).status_code == 200


def test_a_phone_that_has_a_seat_keeps_it_whatever_it_scans(screen: Visitor, phones: list[Visitor]) -> None:
    table = screen.open("rubik", "friend", "friend")["table"]
    shown, key, (ann, ben, *_) = codes(screen, table), new_key(), phones
    first = take(ann, table, shown[0], key)
    for code in (*shown.values(), "nonsense"):
        assert take(ann, table, code).json() == first.json()
    ann.http.cookies.clear()
    assert take(ann, table, shown[0], key).json() == first.json(), "the answer was lost, and is asked for again"
    assert take(ben, table, shown[1]).json() == {"as": "2", "chair": 1}, "nothing of that has used the other code"


def test_what_is_no_code_opens_nothing(screen: Visitor, phones: list[Visitor]) -> None:
    table, other = (screen.open("rubik", "friend", "friend")["table"] for _ in range(2))
    assert refused(take(phones[0], table, "x" * 22)) == (409, USED), "no code was made yet"
    shown = codes(screen, table)
    codes(screen, other)
    for code in ("", "x", shown[0][:-1], "ä\ud800".encode("utf-8", "surrogatepass").decode("latin-1"), "y" * 1_000):
        assert refused(take(phones[0], table, code)) == (409, USED)
    assert refused(take(phones[0], other, shown[0])) == (409, USED), "it is another table's"
    assert refused(take(phones[0], "no-such-table-00", shown[0])) == (409, USED)
    assert take(phones[0], table, shown[0], "too-short").json()["code"] == "body-form"


def test_codes_are_for_a_host_who_has_no_seat(screen: Visitor, phones: list[Visitor]) -> None:
    opened, played = screen.open("rubik", "friend", "friend"), phones[1].open("rubik", "me", "friend")
    phones[0].enter(opened["watch"])
    phones[2].enter(opened["seats"][0]["link"])
    for visitor, table, place in (
        (phones[0], opened["table"], "watch"),
        (phones[2], opened["table"], "1"),
        (phones[1], played["table"], "1"),
    ):
        assert ask(visitor, table, place).json()["code"] == "only-screen"
        assert ask(visitor, table, place, renew=1).status_code == 403
    assert ask(phones[0], opened["table"]).status_code == 404
    assert ask(screen, opened["table"], renew=2).json()["code"] == "no-such-seat"


def test_a_seat_that_is_taken_without_its_code_makes_that_worthless(screen: Visitor, phones: list[Visitor]) -> None:
    opened = screen.open("xoxo", "friend", "friend", "friend")
    table, (ann, ben, *_) = opened["table"], phones
    shown = codes(screen, table)
    ann.enter(opened["seats"][0]["link"])
    with ann.live(table, "1") as line, screen.live(table, "host") as host:
        line.hear("hello")
        assert codes(screen, table).keys() == {1, 2}, "she is about to sit down"
        assert refused(take(ben, table, shown[0])) == (409, USED)
        line.sit("Ann")
        assert host.command("sit-in", seat=1, bot="easy")["type"] == "step"
    assert codes(screen, table) == {2: shown[2]}
    for chair in (0, 1):
        assert refused(take(ben, table, shown[chair])) == (409, USED)
    with ann.live(table, "1") as line:
        assert line.hear("hello")["view"]["you"] == 0


def test_a_lost_phone_is_replaced_by_another(screen: Visitor, phones: list[Visitor]) -> None:
    table = screen.open("rubik", "friend", "friend")["table"]
    ann, ben, new, _ = phones
    for phone, code in zip((ann, ben), codes(screen, table).values(), strict=True):
        take(phone, table, code)
    with ann.live(table, "1") as lost, ben.live(table, "2") as line:
        lost.sit("Ann")
        assert line.sit("Ben")["view"]["phase"] == "playing"
        assert codes(screen, table) == {}
        (code,) = codes(screen, table, renew=0).values()
        assert lost.hear("bye")["code"] == "seat-renewed"
        with ann.live(table, "1") as again:
            assert again.hear("bye")["code"] == "no-table", "the old phone is shut out before the new one comes"
        assert codes(screen, table) == {0: code}
        assert take(new, table, code).json() == {"as": "1", "chair": 0}
        with new.live(table, "1") as found:
            hello = found.hear("hello")["view"]
            assert (hello["you"], hello["seats"][0]["name"], "play" in hello["can"]) == (0, "Ann", True)
        assert refused(take(ann, table, code)) == (409, USED)


def test_after_a_restart_there_are_other_codes(file: Path) -> None:
    with serving_tables(file) as address, Visitor(address) as screen, Visitor(address) as ann:
        table = screen.open("rubik", "friend", "friend")["table"]
        before, cookies = codes(screen, table), screen.http.cookies
        take(ann, table, before[0])
        with ann.live(table, "1") as line:
            line.sit("Ann")
    with serving_tables(file) as address, Visitor(address) as screen, Visitor(address) as ben:
        screen.http.cookies = cookies
        assert refused(take(ben, table, before[1])) == (409, USED)
        after = codes(screen, table)
        assert after.keys() == {1}
        assert after[1] != before[1]
        assert take(ben, table, after[1]).status_code == 200


def test_no_code_is_written_anywhere_or_told_to_anybody_else(
    screen: Visitor, phones: list[Visitor], file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    opened = screen.open("xoxo", "friend", "friend")
    table, (ann, ben, looks_on, _) = opened["table"], phones
    looks_on.enter(opened["watch"])
    heard: list[Any] = []
    with looks_on.live(table, "watch") as watch, screen.live(table, "host") as host, ExitStack() as open:
        shown = codes(screen, table)
        for phone, (chair, code) in zip((ann, ben), shown.items(), strict=True):
            take(phone, table, code)
            open.enter_context(phone.live(table, str(chair + 1))).sit(f"Guest {chair}")
        replaced = codes(screen, table, renew=1)
        for line in (watch, host):
            heard += [line.hear("hello"), line.hear("step"), line.hear("step"), line.command("ping")]
    record = looks_on.http.get(f"/api/tables/{table}/record?as=watch").text
    stored = b"".join(path.read_bytes() for path in file.parent.iterdir())
    for code in (*shown.values(), *replaced.values()):
        assert code not in f"{heard} {record} {caplog.text}"
        assert code.encode() not in stored
