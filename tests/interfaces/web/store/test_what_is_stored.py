"""What is stored about people: a display name, and nothing else. Who adds a column decides that here anew."""

from __future__ import annotations

from typing import get_args

import msgspec

from rowdy.interfaces.web.store.schema import METADATA
from rowdy.play.reviewed import ReviewedMove
from rowdy.play.table.entries import AnyChange, ChairPlan, Entry, Plan, Sat

COLUMNS = {
    "schema": {"version"},
    "tables": {"id", "opened"},
    "entries": {"table_id", "seq", "at", "body"},
    "keys": {"hash", "table_id", "seat", "host"},
    "reviews": {"table_id", "round", "body"},
    "servers": {"id", "beat"},
    "leases": {"table_id", "server"},
}
"""Random ids, times, hashes of random keys, numbers of seats; the bodies are those below."""
ENTRY = {"change", "at", "chair", "command", "reopened", "events"}
"""`command` is the random id that a client gave its command."""
PERSONAL = {"name"}
"""The name that somebody chose to be called at this table."""
CHANGES = {
    "Opened": {"plan", "secret"},
    "Sat": {"name", "nonce"},
    "Played": set[str](),
    "Ordered": {"held"},
    "UndoAsked": {"keep"},
    "UndoRefused": set[str](),
    "UndoGranted": set[str](),
    "Undone": {"keep"},
    "Resigned": set[str](),
    "BotCame": {"chair", "bot"},
    "Left": set[str](),
    "CameBack": set[str](),
    "Again": {"nonce"},
}
PLAN = {"game", "edition", "chairs", "rulings", "deck", "starter", "confirm", "hints", "position"}
CHAIR_PLAN = {"bot"}


def fields(kind: type[msgspec.Struct]) -> set[str]:
    return set(kind.__struct_fields__)


def test_every_column_is_known() -> None:
    assert {name: set(table.columns.keys()) for name, table in METADATA.tables.items()} == {
        **COLUMNS,
        "keys": COLUMNS["keys"] - {"seat"} | {"chair"},  # its name in the code
    }
    assert {name: {column.name for column in table.columns} for name, table in METADATA.tables.items()} == COLUMNS


def test_every_field_of_an_entry_is_known() -> None:
    assert fields(Entry) == ENTRY
    assert {change.__name__: fields(change) for change in get_args(AnyChange)} == CHANGES
    assert (fields(Plan), fields(ChairPlan)) == (PLAN, CHAIR_PLAN)


def test_only_who_sits_down_says_something_about_themselves() -> None:
    assert {change for change in get_args(AnyChange) if fields(change) & PERSONAL} == {Sat}
    assert not fields(ReviewedMove) & PERSONAL
