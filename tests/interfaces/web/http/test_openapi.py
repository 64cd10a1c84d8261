"""The OpenAPI document and the server hold each other to their word: schemathesis asks for all that it describes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import httpx
import jsonschema_rs
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.checks import CHECKS

from rowdy.interfaces.web.http.programs import API_ROOT
from tests.interfaces.web.http.test_programs import open_table, serving_programs
from tests.interfaces.web.serving import UNLIMITED

EXAMPLES = 40
"""How many requests are made for each operation, half of them as the document wants them."""
CHECKED = ["not_a_server_error", "status_code_conformance", "content_type_conformance", "response_schema_conformance"]
OPENED: dict[str, Any] = {
    "game": "rubik",
    "seats": [{"who": "me"}, {"who": "friend"}],
    "edition": None,
    "rulings": {},
    "deck": None,
    "starter": 0,
    "position": None,
}
"""What makes a table of a wish that is well-formed, but names no game."""
ENDLESS = "events"
"""Its answer ends with the table; test_programs listens to it."""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving_programs(tmp_path_factory.mktemp("openapi") / "tables.sqlite", limits=UNLIMITED) as address:
        yield address


@pytest.fixture(scope="module")
def described(address: str) -> Any:
    return schemathesis.openapi.from_dict(httpx.get(f"{address}{API_ROOT}/openapi.json").json())


OPERATIONS = ("games", "open", "delete", "state", "moves", "command", "record", "probe")


def test_all_operations_are_asked_for(described: Any) -> None:
    named = {found.ok().definition.raw["operationId"] for found in described.get_all_operations()}
    assert named == {*OPERATIONS, ENDLESS}


@pytest.mark.long
@pytest.mark.parametrize("name", OPERATIONS)
def test_the_server_answers_as_its_document_says(address: str, described: Any, name: str) -> None:
    (operation,) = [
        found.ok() for found in described.get_all_operations() if found.ok().definition.raw["operationId"] == name
    ]
    checks = [check for check in CHECKS.get_all() if check.__name__ in CHECKED]
    assert len(checks) == len(CHECKED)
    with httpx.Client(base_url=f"{address}{API_ROOT}", timeout=60) as http:
        _, (ann, _) = open_table(http, "xoxo", "me", "friend")
        reached = set[int]()

        @settings(
            max_examples=EXAMPLES,
            derandomize=True,
            deadline=None,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(data=st.data(), real=st.booleans(), good=st.booleans())
        def ask(data: Any, real: bool, good: bool) -> None:
            mode = schemathesis.GenerationMode.POSITIVE if good else schemathesis.GenerationMode.NEGATIVE
            case = data.draw(operation.as_strategy(generation_mode=mode))
            if real and "table" in (case.path_parameters or {}) and name != "delete":
                case.path_parameters["table"] = ann.table
            if real and "game" in (case.path_parameters or {}):
                case.path_parameters["game"] = "rubik"
            if real and name == "open" and good:
                case.body = {**case.body, **OPENED}
            answer = case.call(base_url=address, headers=ann.headers if real else None)
            case.validate_response(answer, checks=checks)
            reached.add(answer.status_code)

        ask()
    assert len(reached) > 1 or name == "games", f"only {reached}"


def test_the_answers_of_a_whole_game_are_as_the_document_says(address: str, described: Any) -> None:
    """Every state of a game with cards, at every seat: what schemathesis would hardly reach."""
    document = httpx.get(f"{address}{API_ROOT}/openapi.json").json()

    def validator(name: str) -> Any:
        return jsonschema_rs.Draft202012Validator({"$ref": f"#/components/schemas/{name}", **document})

    hello, step, moves = validator("Hello"), validator("Step"), validator("LegalMoves")
    with httpx.Client(base_url=f"{address}{API_ROOT}", timeout=60) as http:
        for game in ("xoxo", "djeco", "rubik", "xoxo2"):
            _, seats = open_table(http, game, "me", "friend")
            for seat, name in zip(seats, ("Ann", "Ben"), strict=True):
                seat.sit(name)
            for _ in range(6):
                for seat in seats:
                    hello.validate(seat.state())
                (mover,) = [seat for seat in seats if seat.get("moves").json()["moves"]]
                legal = mover.get("moves").json()
                moves.validate(legal)
                told = mover.send("play", move=legal["moves"][0])
                step.validate(json.loads(told.text))
