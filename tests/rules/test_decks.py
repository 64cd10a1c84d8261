"""Custom decks: what is read, and which line is named when it cannot be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import combinations, product
from typing import Any

import pytest

import rowdy
from rowdy.rules.cards import HIDDEN, parse_card, read_numbers, sort_hand
from rowdy.rules.decks import DeckEntry, list_entries, read_entries
from rowdy.rules.game import InvalidDeck
from rowdy.rules.tiles import BALANCED, CARDS, KINDS, TILES, VALUES, Tile, read_deck

TILE_TEXTS = [str(tile) for tile in BALANCED]
NUMBER_TEXTS = [str(n) for n in sorted([*range(1, 10)] * 2)]


def refused(reader: Callable[[list[DeckEntry]], Any], text: str) -> tuple[str, object]:
    with pytest.raises(InvalidDeck) as caught:
        reader(read_entries(text))
    return caught.value.code, caught.value.details["line"]


# Files


def test_blanks_commas_and_lines_part_the_entries() -> None:
    text = "rcj, rcw\n\n# all red\nrcs rcg # the last\r\n\tbcj,,bcw"
    assert read_entries(text) == [(1, "rcj"), (1, "rcw"), (4, "rcs"), (4, "rcg"), (5, "bcj"), (5, "bcw")]
    assert read_entries("") == read_entries("# nothing") == read_entries(" ,\n , ") == []


def test_a_byte_order_mark_is_read_over() -> None:
    assert read_entries("\ufeffrcj\nrcw") == [(1, "rcj"), (2, "rcw")]
    assert refused(read_deck, "rcj\n\ufeffrcw") == ("deck-tile", 2)


def test_a_list_counts_its_places_as_lines() -> None:
    assert list_entries([3, "x"]) == [DeckEntry(1, "3"), DeckEntry(2, "x")]


@pytest.mark.parametrize("between", [",", " ", "\n", ", ", " # comment\n"])
def test_good_decks_read_however_they_are_laid_out(between: str) -> None:
    assert read_deck(read_entries(between.join(reversed(TILE_TEXTS)))) == BALANCED
    assert read_numbers(read_entries(between.join(reversed(NUMBER_TEXTS)))) == tuple(map(int, NUMBER_TEXTS))


BAD_TILES = [
    ("deck-count", "", 1),
    ("deck-count", "# 48 tiles\n", 1),
    ("deck-count", "\n".join(TILE_TEXTS[:-1]), 47),
    ("deck-count", "\n".join([*TILE_TEXTS, "rcj", "bcg"]), 49),
    ("deck-count", "\n".join([*TILE_TEXTS, "rcj"]), 49),
    ("deck-duplicate", "\n".join(["rcw", *TILE_TEXTS]), 2),
    ("deck-duplicate", "\n".join([*TILE_TEXTS[:-1], TILE_TEXTS[0]]), 48),
    ("deck-tile", "\n".join([*TILE_TEXTS[:20], "xyz", *TILE_TEXTS[21:]]), 21),
    ("deck-twice", "rcj\nrcw rcs rcw", 2),
    ("deck-tile", "RCJ", 1),
    ("deck-tile", "rcj\nrcjj", 2),
    ("deck-tile", "rcj\n\n\n\u17d4", 4),
]


@pytest.mark.parametrize(("code", "text", "line"), BAD_TILES)
def test_a_bad_deck_of_tiles_names_the_line(code: str, text: str, line: int) -> None:
    assert refused(read_deck, text) == (code, line)


def test_a_tile_that_comes_twice_names_both_lines() -> None:
    with pytest.raises(InvalidDeck) as caught:
        read_deck(read_entries("rcj rcw\nrcs\nrcw"))
    assert caught.value.details == {"line": 3, "text": "rcw", "first": 1}


BAD_NUMBERS = [
    ("deck-count", "", 1),
    ("deck-count", "\n".join(NUMBER_TEXTS[:-1]), 17),
    ("deck-count", "\n".join([*NUMBER_TEXTS, "3"]), 19),
    ("deck-number", "1\n0", 2),
    ("deck-number", "100", 1),
    ("deck-number", "07", 1),
    ("deck-number", "-1", 1),
    ("deck-number", "+1", 1),
    ("deck-number", "1\n2\n3.0", 3),
    ("deck-number", "\u00b2", 1),
    ("deck-number", "\u0663", 1),
    ("deck-number", "1\u0663", 1),
    ("deck-number", "1-9x2", 1),
]


@pytest.mark.parametrize(("code", "text", "line"), BAD_NUMBERS)
def test_a_bad_list_of_numbers_names_the_line(code: str, text: str, line: int) -> None:
    assert refused(read_numbers, text) == (code, line)


def test_numbers_may_repeat_and_go_up_to_99() -> None:
    assert read_numbers(list_entries([99] * 17 + [1])) == (1, *[99] * 17)


# Decks in games


def test_a_game_takes_a_deck_as_texts_numbers_or_entries() -> None:
    numbers = tuple(map(int, NUMBER_TEXTS))
    for deck in (numbers, NUMBER_TEXTS, read_entries(" ".join(NUMBER_TEXTS))):
        game = rowdy.game("djeco", deck=deck)
        assert game.deck == tuple(NUMBER_TEXTS)
        assert game.options["numbers"] == "custom"
    assert rowdy.game("xoxo", deck=BALANCED).deck == tuple(TILE_TEXTS)
    assert rowdy.game("xoxo").deck == rowdy.game("djeco").deck == ()


def test_the_line_of_a_deck_file_reaches_whoever_makes_the_game() -> None:
    with pytest.raises(InvalidDeck) as caught:
        rowdy.game("xoxo", deck=read_entries("# my deck\nrcj\nrcx"))
    assert caught.value.details["line"] == 3


def test_a_custom_deck_is_the_one_that_is_dealt() -> None:
    game = rowdy.game("djeco", deck=[1] * 10 + [42] * 8)
    chance = game.turn(game.start())
    weights = dict(zip(map(str, chance.actions), chance.weights, strict=True))  # type: ignore[union-attr]
    assert weights == {"1+r1": 10, "1+r42": 8, "1+b1": 10, "1+b42": 8, "1+y": 6, "1+g": 2}


# The material


def test_the_balanced_deck_is_balanced() -> None:
    assert len(BALANCED) == len(set(BALANCED)) == 48
    for i in range(3):
        assert set(Counter(tile.indices[i] for tile in BALANCED).values()) == {12}
    for i, j in combinations(range(3), 2):
        pairs = Counter((tile.indices[i], tile.indices[j]) for tile in BALANCED)
        assert len(pairs) == 16
        assert set(pairs.values()) == {3}
    assert [tile for tile in TILES if sum(tile.indices) % 4] == list(BALANCED)


def test_a_tile_has_the_features_of_three_cards() -> None:
    assert len({str(tile) for tile in TILES}) == 64
    for tile in TILES:
        fitting = [card for card in CARDS if card.feature & tile.features]
        assert [str(card) for card in fitting] == list(tile.names)
        assert [card.value for card in fitting] == list(tile.indices)
        assert str(tile) == "".join(name[0] for name in tile.names)
    assert len(CARDS) == 12
    assert all(len(set(VALUES[kind])) == 4 for kind in KINDS)


def test_tiles_are_equal_by_their_indices() -> None:
    assert [Tile(*indices) for indices in product(range(4), repeat=3)] == list(TILES)
    assert Tile(0, 1, 2) != Tile(2, 1, 0)


def test_a_back_tells_the_kind_alone() -> None:
    for card in CARDS:
        assert str(card.back) == f"?{card.kind}"
        assert card.back.feature == 0
        assert {other.back for other in CARDS if other.kind is card.kind} == {card.back}
    assert len({card.back for card in CARDS}) == 3


@pytest.mark.parametrize("text", ["r1", "b99", "y", "g", "?"])
def test_cards_of_djeco_read_back(text: str) -> None:
    assert str(parse_card(text)) == text


@pytest.mark.parametrize(
    "text", ["", "r", "r0", "r01", "r100", "y1", "g0", "x1", "R1", "r1\n", " r1", "r\u00b2", "r1\u0663", "??"]
)
def test_other_texts_are_no_cards(text: str) -> None:
    assert parse_card(text) is None


def test_hands_are_sorted_by_colour_then_number() -> None:
    cards = [card for text in "g y b2 r12 ? r3 b1".split() if (card := parse_card(text))]
    assert " ".join(map(str, sort_hand(cards))) == "r3 r12 b1 b2 y g ?"
    assert HIDDEN in cards
