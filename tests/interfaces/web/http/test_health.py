"""Whether the server is alive and ready, and what visitors are told when its database is not."""

from __future__ import annotations

import logging
import shutil
import time
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from rowdy.interfaces.web.http.app import make_app
from rowdy.interfaces.web.http.health import CheckTiming
from rowdy.interfaces.web.http.security import Hosts
from rowdy.interfaces.web.live.lobby import Lobby
from rowdy.interfaces.web.store.database import PostgresTimeouts, open_database
from rowdy.interfaces.web.store.store import Store, StoreHealth, open_store
from rowdy.play.bots.pool import BotPool
from tests.interfaces.web import postgres
from tests.interfaces.web.serving import Visitor, serving, serving_tables

WELL = {"ok": True, "database": True, "disk": True, "workers": True}


ALWAYS = CheckTiming(interval=0.0)
"""No answer is reused."""


def serving_checked(file: Path) -> AbstractContextManager[str]:
    """A server that checks everything whenever it is asked."""
    return serving_tables(file, checks=ALWAYS, quick_check_seconds=0.0)


def state(visitor: Visitor, path: str = "/readyz") -> tuple[int, dict[str, Any]]:
    answer = visitor.http.get(path)
    return answer.status_code, answer.json()


@pytest.mark.parametrize("path", ["/readyz", "/health"])
def test_a_server_that_is_well(path: str, tmp_path: Path) -> None:
    with serving_checked(tmp_path / "tables.sqlite") as server, Visitor(server) as visitor:
        assert state(visitor, path) == (200, WELL)
        assert state(visitor, "/healthz") == (200, {"ok": True})


def test_a_deleted_file_is_noticed_before_the_next_acknowledgement(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    with serving_checked(file) as server, Visitor(server) as ann:
        table = ann.open("rubik", "me", "me")["table"]
        with ann.live(table, "1") as line:
            line.hear("hello")
            file.unlink()
            line.send("sit", name="Ann", nonce="0" * 32)
            assert line.hear("bye")["code"] == "not-saved"
        refused = ann.http.post("/api/tables", json={"game": "rubik", "seats": [{"who": "me"}, {"who": "me"}]})
        assert (refused.status_code, refused.json()["code"]) == (503, "not-saved")
        assert state(ann) == (503, {**WELL, "ok": False, "database": False})
        assert state(ann, "/healthz") == (200, {"ok": True})


def test_a_corrupt_file_is_not_well(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    with serving_checked(file) as server, Visitor(server) as ann:
        for _ in range(20):
            ann.open("rubik", "me", "me")
    with serving_checked(file) as server, Visitor(server) as ann:
        assert state(ann) == (200, WELL)
        with file.open("r+b") as pages:
            pages.seek(4096)
            pages.write(b"\xff" * (file.stat().st_size - 4096))
        assert state(ann) == (503, {**WELL, "ok": False, "database": False})


class Usage(NamedTuple):
    total: int = 1
    used: int = 1
    free: int = 0


def test_a_full_disk_is_not_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving_checked(tmp_path / "tables.sqlite") as server, Visitor(server) as ann:
        monkeypatch.setattr(shutil, "disk_usage", lambda path: Usage())
        assert state(ann) == (503, {**WELL, "ok": False, "disk": False})


class NoWorkers(BotPool):
    async def can_think(self) -> bool:
        return False


def test_without_a_worker_it_is_not_well(tmp_path: Path) -> None:
    with open_store(str(tmp_path / "tables.sqlite")) as store:
        app, live = make_app(Lobby(store, NoWorkers(0, parts=())), Hosts.of([]), checks=ALWAYS)
        with serving(app, live.goodbye) as server, Visitor(server) as ann:
            assert state(ann) == (503, {**WELL, "ok": False, "workers": False})


class Compiling(BotPool):
    """A pool whose code is being compiled, for as long as told."""

    going_on = True

    async def warming_up(self) -> bool:
        return self.going_on


def test_pages_answer_while_code_is_compiled_and_say_so(tmp_path: Path) -> None:
    with open_store(str(tmp_path / "tables.sqlite")) as store:
        thinkers = Compiling(0, parts=())
        app, live = make_app(Lobby(store, thinkers), Hosts.of([]), checks=ALWAYS)
        with serving(app, live.goodbye) as server, Visitor(server) as ann:
            pages = ["/", "/new/rubik", "/table/anything"]
            assert ann.http.get("/api/warming").json() == {"warming": True}
            assert ["warming.js" in ann.http.get(page).text for page in pages] == [True] * 3
            thinkers.going_on = False
            assert ann.http.get("/api/warming").json() == {"warming": False}
            assert ["warming" in ann.http.get(page).text for page in pages] == [False] * 3


class SlowStore(Store):
    """A store whose check takes a second."""

    def __init__(self, file: Path) -> None:
        super().__init__(open_database(str(file)))
        self.checked = 0

    def check(self) -> StoreHealth:
        self.checked += 1
        time.sleep(1)
        return StoreHealth(True, True)


@pytest.mark.long
def test_a_database_that_does_not_answer_is_asked_once(tmp_path: Path) -> None:
    with SlowStore(tmp_path / "tables.sqlite") as store:
        checks = replace(ALWAYS, timeout=0.1)
        app, live = make_app(Lobby(store, BotPool(0, parts=())), Hosts.of([]), checks=checks)
        with serving(app, live.goodbye) as server, Visitor(server) as ann:
            for _ in range(3):
                assert state(ann) == (503, {"ok": False, "database": False, "disk": False, "workers": True})
            assert store.checked == 1
            time.sleep(1)
            assert state(ann)[0] == 503, "it is asked anew"


@pytest.mark.long
def test_a_database_server_that_is_down_is_told_without_a_traceback(
    postgres_address: str, caplog: pytest.LogCaptureFixture
) -> None:
    programs = postgres.find_programs()
    assert programs
    with postgres.running(programs) as address:
        store = open_store(address)
        app, live = make_app(Lobby(store, BotPool(0, parts=())), Hosts.of([]), checks=ALWAYS)
        running = serving(app, live.goodbye)
        server = running.__enter__()
    try:
        with Visitor(server) as ann:
            assert ann.http.get("/healthz").status_code == 200
            assert state(ann) == (503, {**WELL, "ok": False, "database": False})
            refused = ann.http.post("/api/tables", json={"game": "rubik", "seats": [{"who": "me"}, {"who": "me"}]})
            assert (refused.status_code, refused.json()["code"]) == (503, "not-saved")
            entered = ann.http.post("/api/tables/nowhere/enter", json={"key": "0" * 43})
            assert (entered.status_code, entered.json()["code"]) == (503, "store-down")
            with ann.live("nowhere", "1") as line:
                assert line.hear("bye")["code"] == "store-down"
    finally:
        running.__exit__(None, None, None)
        store.close()
    assert not [record for record in caplog.records if record.exc_info]
    told = {record.levelno for record in caplog.records if record.name.startswith("rowdy")}
    assert told == {logging.ERROR, logging.WARNING}  # a warning says that other servers are not heard


def first_move(view: dict[str, Any]) -> str:
    move: str = view["picture"]["moves"][0]["move"]
    return move


@pytest.mark.long
def test_a_database_server_that_is_stopped_is_told_and_goes_on_later(
    postgres_address: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Nothing that anybody was told is lost, and nobody waits for ever."""
    with open_store(postgres_address, timeouts=PostgresTimeouts(connect=2, answer=0.5)) as store:
        app, live = make_app(Lobby(store, BotPool(0, parts=())), Hosts.of([]), checks=ALWAYS)
        with serving(app, live.goodbye) as server, Visitor(server) as ann:
            table, other = (ann.open("rubik", "me", "me")["table"] for _ in range(2))
            with ann.live(table, "1") as one, ann.live(table, "2") as two:
                one.sit("Ann")
                two.sit("Ben")
                played = one.command("play", move=first_move(one.hear("step")["view"]))
                moved = two.hear("step")["view"]
                with postgres.stopped(postgres_address):
                    two.send("play", move=first_move(moved))
                    assert two.hear("bye")["code"] == one.hear("bye")["code"] == "not-saved"
                    wanted = {"game": "rubik", "seats": [{"who": "me"}, {"who": "me"}]}
                    refused = ann.http.post("/api/tables", json=wanted, timeout=20)
                    assert (refused.status_code, refused.json()["code"]) == (503, "not-saved")
                    unread = ann.http.get(f"/api/tables/{other}/record?as=1", timeout=20)
                    assert (unread.status_code, unread.json()["code"]) == (503, "store-down")
                    assert ann.http.get("/readyz", timeout=20).json() == {**WELL, "ok": False, "database": False}
                    assert state(ann, "/healthz") == (200, {"ok": True})
            until = time.monotonic() + 20
            while state(ann)[0] != 200:
                assert time.monotonic() < until
            with ann.live(table, "1") as one, ann.live(table, "2") as two:
                assert one.hear("hello")["n"] >= played["n"]
                view = two.hear("hello")["view"]
                if "play" in view["can"]:  # what was not acknowledged may have been stored, or not
                    for _ in range(2):
                        two.command("ping")  # ids that were used before are known again
                    assert two.command("play", move=first_move(view))["type"] == "step"
    assert not [record for record in caplog.records if record.exc_info]
