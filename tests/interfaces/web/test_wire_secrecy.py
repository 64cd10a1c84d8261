"""Nobody learns on the wire what they may not know: with other secrets they are told the same, byte for byte."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from rowdy.interfaces.web.store import Store, open_store
from rowdy.play.table import Viewer
from tests.interfaces.web.wire import Ear, Fate, Story, World, play_again, play_first, world
from tests.worlds import AWKWARD, HIDDEN, PRINTED, fold, redraw

WHOLE = 1_000
QUICK = ("xoxo-de-3", "djeco-it-2")
ALL = [name for name in (*PRINTED, *AWKWARD) if name in HIDDEN]


@pytest.fixture
def fate(monkeypatch: pytest.MonkeyPatch) -> Fate:
    return Fate(monkeypatch)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(str(tmp_path / "tables.sqlite")) as store:
        yield store


def told(made: World, viewer: Viewer) -> tuple[list[str], list[str]]:
    """All that somebody was told before the end, and all that they fetched."""
    ear = made.ears[viewer]
    return made.normal(ear.before_end()), made.normal(ear.exports)


def end(made: World, viewers: tuple[Viewer, ...]) -> None:
    for viewer in viewers:
        made.ears[viewer].hear_out()
        if made.going_on:
            made.peek(viewer)


def compare(name: str, seed: int, most: int, fate: Fate, store: Store) -> None:
    """Plays a game, then for each viewer another that must look the same to them."""
    game, rng = HIDDEN[name], Random(f"{name} {seed}")
    fate.shuffle(rng)
    with world(store, game) as first:
        story = play_first(first, rng, most)
        end(first, first.viewers)
        assert first.table.course is not None
        events = first.table.course.events
    differ = 0
    for viewer in first.viewers:
        other = redraw(game, events, viewer, rng)
        differ += set(fold(game, events)) != set(fold(game, other))
        fate.prescribe([action for actor, action in other if not isinstance(actor, int)])
        with world(store, game) as second:
            play_again(second, story, viewer, rng)
            end(second, (viewer,))
            assert second.table.course is not None
            assert second.table.course.events == other, "this is not the world that was wanted"
        assert_same(told(first, viewer), told(second, viewer))
        assert first.table_id != second.table_id
        assert "TABLE" in told(first, viewer)[0][0]
        assert "SEAL" in told(first, viewer)[0][0]
    assert differ > len(first.viewers) / 2


def assert_same(here: tuple[list[str], list[str]], there: tuple[list[str], list[str]]) -> None:
    for mine, other in zip(here, there, strict=True):
        for i, (text, again) in enumerate(zip(mine, other, strict=False)):
            assert text == again, f"message {i}"
        assert len(mine) == len(other)


@pytest.mark.parametrize("name", QUICK)
def test_other_secrets_change_no_byte_of_what_somebody_is_told(name: str, fate: Fate, store: Store) -> None:
    compare(name, 0, 12, fate, store)


@pytest.mark.long
@pytest.mark.parametrize("name", ALL)
def test_other_secrets_change_no_byte_in_any_game(name: str, fate: Fate, store: Store) -> None:
    compare(name, 1, WHOLE, fate, store)
    compare(name, 2, 15, fate, store)
