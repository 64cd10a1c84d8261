"""Games of other packages at live tables: played to the end; one that fails ends its own table and no other."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any, TypeAlias

import pytest
from websockets.exceptions import ConnectionClosed

from rowdy.rules.catalog import CATALOG
from rowdy.rules.record_text import parse_record
from tests.interfaces.web.serving import Line, Visitor, serving_tables
from tests.visiting_games import installed

SOURCE = """
from dataclasses import replace
from rowdy.kits import InterfaceKit, Kit
from tests.visiting_games import NIM, Nim

class Cracked(Nim):
    def apply(self, state, actor, action):
        if state.left < self.full:
            raise ZeroDivisionError("a crack in the heap")
        return super().apply(state, actor, action)

class Unseen(InterfaceKit):
    def beside(self, audience, state):
        if state.left < 13:
            raise ZeroDivisionError("nothing to see")
        return super().beside(audience, state)

class Verbose(InterfaceKit):
    def beside(self, audience, state):
        return ["words " * 100_000]

def kit(id, game=Nim, interface=InterfaceKit()):
    return Kit(replace(NIM.rules, id=id, make=lambda setup: game(setup.edition)), interface=interface)

CRACKED, UNSEEN, VERBOSE = kit("cracked", Cracked), kit("unseen", Nim, Unseen()), kit("verbose", Nim, Verbose())
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("guests")
    (folder / "cracks.py").write_text(SOURCE, "utf-8")
    broken = {name.lower(): f"cracks:{name}" for name in ("CRACKED", "UNSEEN", "VERBOSE")}
    examples = {"tictactoe": "rowdy_tictactoe:KIT", "tricks": "rowdy_tricks:KIT"}
    others = {name.lower(): f"tests.visiting_games:{name}" for name in ("EVENS", "MATCHES", "NIM")}
    with (
        installed(folder, gone="gone_away:KIT", **examples, **others, **broken),
        serving_tables(folder / "tables.sqlite") as address,
    ):
        yield address
    sys.modules.pop("cracks", None)


Seen: TypeAlias = dict[str, Any]


@contextmanager
def table(visitor: Visitor, game: str) -> Iterator[tuple[str, list[Line], list[Seen]]]:
    """Two people at one browser who have sat down: the table's id, their connections, and what each of them sees."""
    opened = visitor.open(game, "me", "me")
    with visitor.live(opened["table"], "1") as ann, visitor.live(opened["table"], "2") as ben:
        ann.hear("hello"), ben.hear("hello")
        ann.sit("Ann"), ben.hear("step")
        begun = ben.sit("Ben")["view"]
        yield opened["table"], [ann, ben], [ann.hear("step")["view"], begun]


def move(lines: list[Line], views: list[Seen], rng: Random) -> None:
    """Whose turn it is makes one of the moves that they are offered."""
    seat = views[0]["picture"]["turn"]
    assert not views[1 - seat]["picture"].get("moves")
    chosen = rng.choice(views[seat]["picture"]["moves"])["move"]
    views[seat] = lines[seat].command("play", move=chosen)["view"]
    views[1 - seat] = lines[1 - seat].hear("step")["view"]


@pytest.mark.parametrize("game", ["tictactoe", "tricks", "nim"])
def test_a_game_is_played_to_the_end_and_its_record_kept(ann: Visitor, game: str) -> None:
    rng, moves = Random(game), 0
    with table(ann, game) as (table_id, lines, views):
        while views[0]["phase"] == "playing":
            move(lines, views, rng)
            moves += 1
        assert views[0]["outcome"]["title"] == views[1]["outcome"]["title"]
    text = ann.http.get(f"/api/tables/{table_id}/record?as=1").text
    assert parse_record(text).game.edition.game == game
    shown = ann.http.post("/api/replay", content=text, headers={"Content-Type": "text/plain"}).json()
    assert shown["outcome"] == views[0]["outcome"]["say"]
    assert len(shown["steps"]) == moves + 1


def test_who_cannot_see_a_hand_is_not_told_it(ann: Visitor) -> None:
    with table(ann, "tricks") as (_, _, views):
        mine, theirs = (view["picture"]["beside"]["lines"] for view in views)
    assert "Ben: ? ? ? (tricks: 0)" in mine
    assert "Ann: ? ? ? (tricks: 0)" in theirs


def first_step(visitor: Visitor, game: str, language: str, move: str) -> Seen:
    """What the first player is told of their first move."""
    visitor.http.headers["Accept-Language"] = language
    with table(visitor, game) as (_, lines, _):
        return lines[0].command("play", move=move)


def test_words_in_another_language_come_in_parts(ann: Visitor) -> None:
    """Each text is whole where it stands; nothing is added in a language that the game speaks, nor to ours."""
    step = first_step(ann, "matches", "de", "take-1")
    assert step["say"] == ["Du spielst a single match."]
    found = {tuple(text["at"]): text["parts"] for text in step["foreign"]}
    assert found["say", 0] == [{"text": "Du spielst "}, {"text": "a single match", "lang": "en"}, {"text": "."}]
    for at, parts in found.items():
        value: Any = step
        for key in at:
            value = value[key]
        assert value == "".join(part["text"] for part in parts)
    assert "foreign" not in first_step(ann, "matches", "en", "take-1")
    assert "foreign" not in first_step(ann, "rubik", "de", "A@b2")


def test_only_what_can_be_played_is_offered(ann: Visitor) -> None:
    page = ann.http.get("/", headers={"Accept": "text/html"}).text
    offered = re.findall('data-play="([a-z0-9]+)"', page)
    assert offered == [*CATALOG, "cracked", "matches", "nim", "tictactoe", "tricks", "unseen", "verbose"]
    for game in ("evens", "gone"):
        assert ann.http.get(f"/new/{game}").status_code == 404
        refused = ann.http.post("/api/tables", json={"game": game, "seats": [{"who": "me"}, {"who": "me"}]})
        assert refused.status_code == 400
        assert refused.json()["code"] == {"evens": "windows-need-orders", "gone": "guest-game-failed"}[game]


@pytest.mark.parametrize(("game", "moves"), [("cracked", 1), ("unseen", 0)])
def test_a_game_that_fails_ends_its_own_table_and_no_other(
    ann: Visitor, game: str, moves: int, caplog: pytest.LogCaptureFixture
) -> None:
    rng = Random(game)
    with table(ann, "nim") as (_, others, seen), table(ann, game) as (table_id, lines, views):
        for _ in range(moves):
            move(lines, views, rng)
        seat = views[0]["picture"]["turn"]
        lines[seat].send("play", move="take-1")
        for line in lines:
            bye = line.hear("bye")
            assert bye["code"] == "game-failed"
            with pytest.raises(ConnectionClosed):
                line.socket.recv(timeout=10)
        assert "ZeroDivisionError" in caplog.text
        move(others, seen, rng)
        assert ann.http.get("/").status_code == 200
        refused = ann.http.get(f"/api/tables/{table_id}/record?as=1")
        assert (refused.status_code, refused.json()["code"]) == (500, "game-failed")


def test_a_game_that_says_too_much_holds_up_nobody_else(ann: Visitor) -> None:
    with table(ann, "nim") as (_, others, seen), table(ann, "verbose") as (_, lines, views):
        move(lines, views, Random(1))
        move(others, seen, Random(1))
