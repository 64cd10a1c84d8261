"""What a refusal says is true: reasons in words, in English and, where a number is told, in every language."""

from __future__ import annotations

import pytest

import rowdy
from rowdy.interfaces.words import Words
from rowdy.rules.game import AnyGame, GameError
from tests.rules.support import at, djeco, lattice, mover

FLOATING = rowdy.game("djeco")
FIXED = rowdy.game("djeco", rulings={"grid": "fixed"})
RECYCLE = rowdy.game("djeco", rulings={"discard": "recycle"})
XOXO = rowdy.game("xoxo")
HANDS = "red,circle,joy/blue,square,wink"
HEADERS = "Rowdy: 1\nGame: xoxo\nEdition: en\nSeats: a, b\n"
DEAL = "0. 1+red 2+joy 1+circle 2+blue 1+wink 2+square 1=rcw 2=btj draw=gsj"


def refused_move(game: AnyGame, position: str, move: str) -> str:
    state = at(game, position)
    with pytest.raises(GameError) as caught:
        game.play(state, mover(game, state), game.parse_action(move))
    return Words().error(caught.value)


def refused_position(game: AnyGame, position: str, language: str = "en") -> str:
    with pytest.raises(GameError) as caught:
        game.parse_state(position)
    return Words(language).error(caught.value).replace(position, "…")


def refused_record(text: str) -> str:
    with pytest.raises(GameError) as caught:
        rowdy.parse_record(text)
    return Words().error(caught.value)


@pytest.mark.parametrize(("pieces", "square"), [({"b3": "r7", "c3": "b1"}, "a3"), ({}, "a1")])
def test_a_fixed_field_says_which_squares_it_has(pieces: dict[str, str], square: str) -> None:
    told = refused_move(FIXED, djeco(lattice(pieces), "r1/b2", "1"), f"r1@{square}")
    assert told == f"r1@{square} is not possible: {square} is not one of the squares from b2 to d4."


def test_an_emptied_table_does_not_say_that_the_game_starts() -> None:
    position = f"{lattice({})} r1,r3/b2,b4 r8,y 0:0 play 2 1"
    told = refused_move(FLOATING, position, "r1@b2")
    assert told == "r1@b2 is not possible: on an empty table you start in the middle, on c3."


def test_the_last_tile_laid_cannot_be_covered_before_there_are_nine() -> None:
    position = f"{lattice({'b3': 'rsj', 'c3': 'rcw', 'd3': 'rhj'})} - 10btj/11gsj/24yhw {HANDS} lay 2 d3"
    told = [refused_move(XOXO, position, f"own@{square}") for square in ("c3", "d3")]
    assert [text.partition(": ")[2] for text in told] == ["tiles can be covered only when nine lie on the table."] * 2


def test_a_recycled_deck_ends_after_300_cards() -> None:
    position = f"{lattice({'c3': 'r7'})} r1,r3/b2,b4 - 0:0 play 301 1"
    told = refused_position(RECYCLE, position)
    assert told == "In “…” 301 cards are said to have been played, but the game ends after 300."


def test_a_display_off_the_middle_speaks_of_a_tile() -> None:
    position = f"{lattice({'b4': 'rsj', 'c4': 'rcw', 'd4': 'rhj'})} - 10btj/11gsj/24yhw {HANDS} lay 2 d4"
    told = refused_position(XOXO, position)
    assert told == "In “…” no tile is in the middle, on c3, but the first one always goes there."


def test_a_result_of_an_unfinished_game_is_told_so() -> None:
    told = refused_record(f"{HEADERS}Result: 1 last_card\n\n{DEAL}\n")
    assert told == "Line 5: the result is given as “1 last_card”, but the game is not over."


@pytest.mark.parametrize(
    ("turn", "lacks"),
    [
        ("own@c3", "a card is still to be drawn, or the top of a pile to be shown."),
        ("own@c3 1=yhj", "seat 1 has not said yet whether it shows cards."),
        ("own@c3 1=yhj 1!-", "seat 2 has not said yet whether it shows cards."),
    ],
)
def test_a_record_says_what_a_turn_lacks(turn: str, lacks: str) -> None:
    told = refused_record(f"{HEADERS}\n{DEAL}\n1. {turn}\n2. draw@b3\n")
    assert told == f"Line 8, at “2.”: The line before is not finished: {lacks}"


def test_a_deck_in_a_record_names_its_line_once() -> None:
    told = refused_record(f"{HEADERS}Deck: rcj,rcw\n")
    assert told == "Line 5: a deck needs 48 entries, this one has 2."


ONE_TILE = f"{lattice({'c3': 'rcw'})} - 11btj/12gsj/24yhw {HANDS} lay 1 c3"
ONE_TURN = f"{lattice({'c3': 'rcw'})} - 12btj/11gsj/24yhw {HANDS} lay 2 c3"
TWO_TILES = f"{lattice({'b3': 'rsj', 'c3': 'rcw'})} - 10btj/12gsj/24yhw {HANDS} lay 1 b3"


@pytest.mark.parametrize(
    ("game", "position", "words"),
    [
        (XOXO, ONE_TILE, "after one tile it"),
        (XOXO, ONE_TURN, "laid one tile from its own pile, but has had no turn yet."),
        (XOXO, TWO_TILES, "laid 2 tiles from its own pile, but has had only one turn."),
        (FLOATING, f"{lattice({'c3': 'r7'})} r1/b2 - 0:1 play 1 2", "after one card:"),
        (FLOATING, f"{lattice({})} r1/b2 - 0:0 play 1 2", "one card is said to have been played, but there are 0 on"),
        (
            FLOATING,
            f"{lattice({'c3': 'r7'})} r1/b2 - 0:0 play 2 1",
            "2 cards are said to have been played, but there is one on",
        ),
    ],
)
def test_one_is_not_a_plural(game: AnyGame, position: str, words: str) -> None:
    assert words in refused_position(game, position)


@pytest.mark.parametrize(
    ("language", "one", "many"),
    [
        ("en", "one tile", "2 tiles"),
        ("de", "einem Plättchen", "2 Plättchen"),
        ("da", "én brik", "2 brikker"),
        ("it", "una tessera", "2 tessere"),
        ("nl", "één tegel", "2 tegels"),
        ("pt", "uma peça", "2 peças"),
        ("sv", "en platta", "2 plattor"),
    ],
)
def test_one_tile_is_not_a_plural_in_any_language(language: str, one: str, many: str) -> None:
    two = TWO_TILES.replace("10btj/12gsj", "11btj/11gsj").replace("lay 1", "lay 2")
    assert f" {one}" in refused_position(XOXO, ONE_TILE, language)
    assert f" {many}" in refused_position(XOXO, two, language)
