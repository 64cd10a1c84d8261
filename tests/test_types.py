"""The types that users of the library get. mypy and pyright check what `assert_type` says, as part of `make check`."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, assert_type, get_args, get_type_hints

import pytest

import rowdy
from rowdy.interfaces.library import BoardText, Drawing
from rowdy.play.review import Judged
from rowdy.rules import choices
from rowdy.rules.catalog import CATALOG
from rowdy.rules.djeco import DjecoGame
from rowdy.rules.flip import FlipGame
from rowdy.rules.flip_state import Action, State
from rowdy.rules.record import RecordPosition
from rowdy.rules.xoxo import XoxoGame
from rowdy.search.oracle import Probe, RatedTurn

CHOICES = {
    "rubik": choices.RubikChoices,
    "xoxo2": choices.Xoxo2Choices,
    "xoxo": choices.XoxoChoices,
    "djeco": choices.DjecoChoices,
}


def test_the_types_of_games() -> None:
    assert_type(rowdy.game("rubik", rulings={"row": "enclosed", "both_rows": "mover"}), FlipGame)
    assert_type(rowdy.game("xoxo2", edition="nl", seats=2), FlipGame)
    assert_type(rowdy.game("xoxo", edition="en", seats=3, rulings={"last_window": "no"}, starter=1), XoxoGame)
    assert_type(rowdy.game("djeco", rulings={"target": 3, "yellow": "some"}), DjecoGame)
    chosen: Mapping[str, str] = {"both_rows": "mover"}
    assert_type(rowdy.game("rubik", rulings=chosen), FlipGame)
    assert_type(rowdy.game(str("rubik")), rowdy.Game[Any, Any])  # noqa: UP018
    assert_type(rowdy.games(), tuple[str, ...])


def test_the_types_of_states_and_turns() -> None:
    game = rowdy.game("rubik")
    state = assert_type(game.start(), State)
    assert_type(game.turn(state), rowdy.Chance[Action] | rowdy.Move | rowdy.Window | rowdy.Over)
    assert_type(game.legal(state, 0), Sequence[Action])
    assert_type(game.play(state, 0, game.parse_action("A@b2")), State)
    assert_type(game.view(state, None), rowdy.View[State, Action])
    assert_type(game.observe(state, rowdy.Event(0, game.parse_action("A@b2")), 1), tuple[rowdy.Event[Action], ...])
    assert_type(rowdy.board(game, state), BoardText)
    assert_type(rowdy.svg(game, state, viewer=rowdy.SPECTATOR), Drawing)


def test_the_types_of_records_and_answers() -> None:
    record = rowdy.Record(rowdy.game("rubik"), ("Ann", "Ben"))
    assert_type(record.play("A@b2").with_comment("Fine."), rowdy.Record)
    assert_type(record.positions(), Iterator[RecordPosition])
    assert_type(rowdy.format_record(record), str)
    assert_type(rowdy.parse_record(rowdy.format_record(record)), rowdy.Record)
    assert_type(record.variations, tuple[rowdy.Variation, ...])
    assert_type(record.comments, tuple[rowdy.Comment, ...])


def types_of_what_takes_longer() -> None:
    """It need not run: what it says is for those who check types."""
    record = rowdy.Record(rowdy.game("rubik"), ("Ann", "Ben"))
    found = assert_type(rowdy.probe(record.game, record.last_state()), Probe)
    assert_type(found.turns, tuple[RatedTurn, ...])
    assert_type(found.distance, int | None)
    assert_type(rowdy.review(record), tuple[Judged, ...])
    rowdy.sample_world(record.game, record.game.view(record.last_state(), 0), random.Random(1))


def test_names_that_are_not_public_are_no_names_to_mypy() -> None:
    with pytest.raises(AttributeError):
        _ = rowdy.chess  # type: ignore[attr-defined]


@pytest.mark.parametrize("game_id", CATALOG)
def test_an_editor_knows_every_option(game_id: str) -> None:
    kit, hints = CATALOG[game_id], get_type_hints(CHOICES[game_id])
    assert set(literals(hints["edition"])) == set(kit.books)
    assert set(literals(hints["seats"])) == set(kit.seats)
    assert ("starter" in hints, "deck" in hints) == (kit.starter, kit.deck_ruling is not None)
    (rulings, _) = get_args(hints["rulings"])
    known = {name: set(map(str, get_args(hint))) for name, hint in get_type_hints(rulings).items()}
    assert known == {ruling.name: set(map(str, ruling.options)) for ruling in kit.rulings}


def literals(hint: Any) -> tuple[Any, ...]:
    """What may stand for an optional literal."""
    literal, none = get_args(hint)
    assert none is type(None)
    assert getattr(literal, "__origin__", None) is Literal
    return get_args(literal)
