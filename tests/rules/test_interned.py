"""Equal actions, cards and tiles are one object, and building one never changes another."""

from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError, dataclass
from typing import Any

import pytest

import rowdy
from rowdy.rules import cards, djeco_state, flip_state, tiles, xoxo_state
from rowdy.rules.interned import Interned
from rowdy.rules.xoxo_state import Lay, Source

WRONG: list[tuple[type[Any], tuple[Any, ...], str]] = [
    (Lay, ("own", "c3"), "Lay.source must be Source, not str 'own'"),
    (Lay, (Source.OWN, 3), "Lay.square must be str, not int 3"),
    (cards.DjecoCard, ("r", 7), "DjecoCard.colour must be Colour, not str 'r'"),
    (cards.DjecoCard, (cards.Colour.RED, True), "DjecoCard.number must be int, not bool True"),
    (cards.DjecoCard, (cards.Colour.RED, 7.0), "DjecoCard.number must be int, not float 7.0"),
    (tiles.ObjectiveCard, ("colour", 0), "ObjectiveCard.kind must be Kind, not str 'colour'"),
    (tiles.Tile, (0, 0, "joy"), "Tile.face must be int, not str 'joy'"),
    (xoxo_state.Reveal, (("red",),), "Reveal.cards must be"),
    (xoxo_state.Reveal, ([tiles.CARDS[0]],), "Reveal.cards must be tuple"),
    (xoxo_state.Reveal, (([],),), "Reveal.cards must be tuple"),
    (Lay, ({}, "c3"), "Lay.source must be Source, not dict {}"),
    (xoxo_state.Deal, (0, "red"), "Deal.card must be ObjectiveCard, not str 'red'"),
    (xoxo_state.Show, ("draw", tiles.TILES[0]), "Show.pile must be"),
    (djeco_state.Yellow, ("c3", "2"), "Yellow.count must be"),
    (flip_state.Place, (b"A", "c3"), "Place.stone must be str, not bytes b'A'"),
]


@pytest.mark.parametrize(
    ("kind", "fields", "why"), WRONG, ids=[f"{kind.__name__}{fields}" for kind, fields, _ in WRONG]
)
def test_a_field_of_a_wrong_type_is_refused_however_often_it_is_tried(
    kind: type[Any], fields: tuple[Any, ...], why: str
) -> None:
    for _ in range(2):
        with pytest.raises(TypeError) as refused:
            kind(*fields)
        assert why in str(refused.value)


def test_somebody_who_builds_an_equal_action_changes_nothing() -> None:
    """A bot of others, without types, must not be able to make the draw pile lose the tile of the own one."""
    game = rowdy.game("xoxo")
    state = game.start()
    while isinstance(turn := game.turn(state), rowdy.Chance):
        state = game.play(state, rowdy.CHANCE, turn.actions[0])
    own: Any = "own"
    with pytest.raises(TypeError):
        Lay(own, "c3")
    lay = game.parse_action("own@c3")
    assert isinstance(lay, Lay)
    assert lay.source is Source.OWN
    after = game.play(state, 0, lay)
    assert [pile.size for pile in after.piles] == [11, 12, 24]


@dataclass(frozen=True, eq=False, slots=True)
class Even(Interned):
    number: int = 0
    half: int = 0

    def __post_init__(self) -> None:
        if self.number % 2:
            raise ValueError("odd")
        object.__setattr__(self, "half", self.number // 2)


def test_equal_values_are_one_however_they_are_asked_for() -> None:
    assert Even(4) is Even(4) is Even(number=4)
    assert Even() is Even(0)
    assert Even(4) is not Even(6)


def test_a_constructor_that_fails_leaves_nothing_behind() -> None:
    for _ in range(2):
        with pytest.raises(ValueError, match="odd"):
            Even(3)


def test_what_is_unknown_or_missing_is_refused() -> None:
    anything: Any = Even
    with pytest.raises(TypeError):
        anything(1, 2, 3)
    with pytest.raises(TypeError):
        anything(size=3)
    with pytest.raises(TypeError, match=r"Even.number must be int, not list \[\]"):
        anything(number=[])


@dataclass(frozen=True, eq=False, slots=True)
class Amount(Interned):
    number: int | float


def test_values_of_different_types_are_two_though_they_are_equal() -> None:
    assert 1 == 1.0
    assert Amount(1) is not Amount(1.0)
    assert (type(Amount(1).number), type(Amount(1.0).number)) == (int, float)


def test_values_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        Lay(Source.OWN, "c3").square = "c4"  # type: ignore[misc]


@pytest.mark.parametrize("name", rowdy.games())
def test_copies_are_the_same_values(name: str) -> None:
    game = rowdy.game(name)
    for action in (*game.actions, *game.chances):
        assert pickle.loads(pickle.dumps(action)) == copy.deepcopy(action) == copy.copy(action) == action
