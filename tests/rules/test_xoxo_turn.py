"""XOXO: the material, the set-up, and how tiles are laid."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest

import rowdy
from rowdy.rules.game import CHANCE, Chance, IllegalMove, InvalidDeck, InvalidMove, InvalidSetup
from tests.rules.support import (
    NINE,
    TILES,
    VALUES,
    a_last_square,
    accepted_texts,
    after,
    chances,
    dealt,
    fields,
    lattice,
    legal_texts,
    mover,
    seen_by,
    spare_tiles,
    squares_for,
    text,
)

XOXO = rowdy.game("xoxo")
HANDS = "red,circle,joy/blue,square,wink"
EMPTY = "...../...../...../...../....."
OPENING = f"{EMPTY} - 12rcw/12bcj/24gcj {HANDS} lay 1"
ALL = [colour + shape + face for colour in "rbgy" for shape in "csth" for face in "jwsg"]


def to_lay(pieces: dict[str, str], last: str = "", covered: tuple[str, ...] = ()) -> str:
    """Two seats: `rcw` tops the pile of the first, `bcj` that of the second and `gcj` the draw pile.

    All tiles came from the draw pile, so that the first lays if their number is even.
    """
    laid = len(pieces) + len(covered)
    due = f"lay {1 + laid % 2} {last or a_last_square(pieces)}"
    return f"{lattice(pieces)} {','.join(covered) or '-'} 12rcw/12bcj/{24 - laid}gcj {HANDS} {due}"


def tiles_on(*squares: str) -> dict[str, str]:
    return dict(zip(squares, spare_tiles("rcw bcj gcj", len(squares)), strict=True))


FULL = to_lay(tiles_on(*NINE), "d2", ("yhg",))


# Material


@pytest.mark.clause("xoxo.material.tiles")
@pytest.mark.clause("xoxo.material.values")
@pytest.mark.clause("xoxo.rulings.deck.default")
@pytest.mark.clause("xoxo.rulings.deck.balanced")
def test_the_deck_is_the_48_tiles_whose_indices_do_not_sum_to_a_multiple_of_4() -> None:
    position = f"{EMPTY} - 12./12./24. {HANDS} lay 1"
    assert set(chances(XOXO, position)) == {f"1={tile}" for tile in TILES}
    assert len(TILES) == 48
    left_out = "rcj rsg rts rhw bcg bss btw bhj gcs gsw gtj ghg ycw ysj ytg yhs"
    assert [tile for tile in ALL if tile not in TILES] == sorted(left_out.split(" "), key=ALL.index)


@pytest.mark.clause("xoxo.rulings.deck.balanced-values")
def test_every_value_is_on_12_tiles_and_every_pair_on_3() -> None:
    tiles = [outcome.removeprefix("1=") for outcome in chances(XOXO, f"{EMPTY} - 12./12./24. {HANDS} lay 1")]
    single = Counter((i, tile[i]) for tile in tiles for i in range(3))
    paired = Counter((i, j, tile[i], tile[j]) for tile in tiles for i, j in combinations(range(3), 2))
    assert (len(single), set(single.values())) == (12, {12})
    assert (len(paired), set(paired.values())) == (48, {3})


@pytest.mark.clause("xoxo.material.cards")
@pytest.mark.clause("xoxo.material.values")
@pytest.mark.clause("xoxo.decisions.twelve-values")
def test_one_card_exists_for_each_of_the_twelve_values() -> None:
    assert chances(XOXO, XOXO.start()) == {f"1+{value}": Fraction(1, 12) for value in VALUES}
    assert set(chances(XOXO, after(XOXO, XOXO.start(), "1+heart"))) == {f"2+{v}" for v in VALUES if v != "heart"}


@pytest.mark.clause("xoxo.material.backs")
@pytest.mark.clause("xoxo.material.secret")
@pytest.mark.parametrize(
    ("viewer", "hands"),
    [
        (0, "red,circle,joy/?colour,?shape,?face"),
        (1, "?colour,?shape,?face/blue,square,wink"),
        (None, "?colour,?shape,?face/?colour,?shape,?face"),
    ],
)
def test_others_see_the_kinds_of_cards_and_not_their_values(viewer: int | None, hands: str) -> None:
    assert seen_by(XOXO, OPENING, viewer).split()[3] == hands


@pytest.mark.clause("xoxo.material.secret")
def test_worlds_that_differ_in_a_secret_value_look_the_same() -> None:
    other = OPENING.replace("blue,square,wink", "yellow,heart,grumpy")
    assert XOXO.view(XOXO.parse_state(OPENING), 0) == XOXO.view(XOXO.parse_state(other), 0)


# Set-up


@pytest.mark.clause("xoxo.setup.seats")
@pytest.mark.parametrize("seats", [1, 5])
def test_fewer_than_two_and_more_than_four_cannot_play(seats: int) -> None:
    with pytest.raises(InvalidSetup):
        rowdy.game("xoxo", seats=seats)


@pytest.mark.clause("xoxo.setup.seats")
@pytest.mark.clause("xoxo.setup.draw-pile")
@pytest.mark.clause("xoxo.setup.cards-each")
@pytest.mark.clause("xoxo.rulings.piles.de")
@pytest.mark.clause("xoxo.rulings.piles.en")
@pytest.mark.parametrize(
    ("option", "seats", "own", "draw", "cards"),
    [
        ("de", 2, 12, 24, 3),
        ("de", 3, 10, 18, 3),
        ("de", 4, 8, 16, 2),
        ("en", 2, 12, 24, 3),
        ("en", 3, 8, 24, 3),
        ("en", 4, 6, 24, 2),
    ],
)
def test_pile_sizes_and_cards_by_number_of_players(option: str, seats: int, own: int, draw: int, cards: int) -> None:
    game = rowdy.game("xoxo", seats=seats, rulings={"piles": option})
    _, _, piles, hands, _ = fields(game, dealt(game))
    assert [int(pile.rstrip("rbgycsthjw")) for pile in piles.split("/")] == [own] * seats + [draw]
    assert [len(hand.split(",")) for hand in hands.split("/")] == [cards] * seats


@pytest.mark.clause("xoxo.rulings.piles.default")
def test_piles_are_those_of_the_german_rulebook_by_default() -> None:
    game = rowdy.game("xoxo", seats=3)
    assert fields(game, game.start())[2] == "10./10./10./18."


@pytest.mark.clause("xoxo.setup.shuffled")
@pytest.mark.clause("xoxo.setup.below")
def test_any_tile_not_yet_seen_may_come_next_with_equal_chance() -> None:
    """What lies in no pile's top, on no square and under no tile is one pool, with no order of its own."""
    state = after(XOXO, FULL, "own@b4")
    seen = {*tiles_on(*NINE).values(), "yhg", "rcw", "bcj", "gcj"}
    assert chances(XOXO, state) == {f"1={tile}": Fraction(1, 35) for tile in TILES if tile not in seen}


@pytest.mark.clause("xoxo.setup.tops")
@pytest.mark.clause("xoxo.setup.sizes-public")
@pytest.mark.parametrize("viewer", [0, 1, None])
def test_everyone_sees_the_tops_and_the_sizes_of_all_piles(viewer: int | None) -> None:
    assert seen_by(XOXO, OPENING, viewer).split()[2] == "12rcw/12bcj/24gcj"


@pytest.mark.clause("xoxo.setup.rest-unseen")
def test_cards_not_dealt_are_neither_shown_nor_told_apart() -> None:
    state = dealt(XOXO)
    left = set(VALUES) - {card for hand in fields(XOXO, state)[3].split("/") for card in hand.split(",")}
    assert len(left) == 6
    assert not any(value in text(XOXO, state) for value in left)


@pytest.mark.clause("xoxo.setup.starter")
@pytest.mark.parametrize("starter", [0, 1, 2])
def test_the_chosen_seat_starts(starter: int) -> None:
    game = rowdy.game("xoxo", seats=3, starter=starter)
    assert mover(game, dealt(game)) == starter


@pytest.mark.clause("xoxo.setup.clockwise")
@pytest.mark.clause("xoxo.turn.one-tile")
def test_play_goes_round_one_tile_a_turn() -> None:
    game = rowdy.game("xoxo", seats=3, starter=1)
    state, order = dealt(game), []
    for square in ("c3", "c2", "b2", "b3"):
        order.append(mover(game, state))
        state = after(game, state, f"own@{square}")
        turn = game.turn(state)
        assert isinstance(turn, Chance)
        state = after(game, game.play(state, CHANCE, turn.actions[0]), "1!- 2!- 3!-")
    assert order == [1, 2, 0, 1]


# A turn


@pytest.mark.clause("xoxo.turn.first")
@pytest.mark.clause("xoxo.turn.no-other-pile")
def test_the_first_tile_lies_on_c3() -> None:
    assert legal_texts(XOXO, OPENING) == {"own@c3", "draw@c3"}


@pytest.mark.clause("xoxo.turn.own-top")
@pytest.mark.clause("xoxo.turn.draw-top")
@pytest.mark.parametrize(
    ("moves", "behind"),
    [
        ("own@c3 1=ytj", "...../...../..rcw../...../..... - 11ytj/12bcj/24gcj"),
        ("draw@c3 draw=ytj", "...../...../..gcj../...../..... - 12rcw/12bcj/23ytj"),
    ],
)
def test_the_tile_laid_is_the_top_of_its_pile(moves: str, behind: str) -> None:
    assert text(XOXO, after(XOXO, OPENING, moves)) == f"{behind} {HANDS} show 1 c3 ./."


@pytest.mark.clause("xoxo.turn.no-other-pile")
@pytest.mark.parametrize("move", ["2@c3", "1@c3", "bcj@c3", "other@c3"])
def test_no_move_takes_a_tile_from_elsewhere(move: str) -> None:
    with pytest.raises(InvalidMove):
        XOXO.parse_action(move)


@pytest.mark.clause("xoxo.turn.one-tile")
def test_the_seat_that_has_laid_may_not_lay_again() -> None:
    state = after(XOXO, OPENING, "own@c3 1=ytj")
    with pytest.raises(IllegalMove):
        XOXO.play(state, 0, XOXO.parse_action("own@c4"))
    assert mover(XOXO, after(XOXO, state, "1!- 2!-")) == 1


@pytest.mark.clause("xoxo.turn.adjacent")
@pytest.mark.clause("xoxo.turn.empty")
@pytest.mark.parametrize(
    ("lying", "free"),
    [
        ("c3", "b3 d3 c2 c4"),
        ("c3 d3", "b3 e3 c2 d2 c4 d4"),
        ("c3 d3 d4", "b3 e3 c2 d2 c4 e4 d5"),
        ("c3 c4 c5 d3 e3", "d4 e4 d5"),
    ],
)
def test_a_tile_goes_on_an_empty_square_orthogonally_next_to_another(lying: str, free: str) -> None:
    position = to_lay(tiles_on(*lying.split()))
    assert squares_for(XOXO, position, "own") == set(free.split())
    assert squares_for(XOXO, position, "draw") == set(free.split())


@pytest.mark.clause("xoxo.turn.adjacent")
def test_a_tile_may_not_lie_corner_to_corner_alone() -> None:
    """b2 is inside the window and empty, but touches c3 only diagonally."""
    with pytest.raises(IllegalMove):
        after(XOXO, to_lay(tiles_on("c3", "d3"), "d3"), "own@b2")


@pytest.mark.clause("xoxo.turn.width")
@pytest.mark.parametrize(
    ("lying", "free"),
    [
        ("a3 b3 c3", "a2 b2 c2 a4 b4 c4"),
        ("b3 c3 d3", "b2 c2 d2 b4 c4 d4"),
        ("c3 d3 e3", "c2 d2 e2 c4 d4 e4"),
        ("b2 c2 c3 d3", "b3 d2 b1 c1 c4 d4"),
    ],
)
def test_the_display_never_grows_past_three_in_width(lying: str, free: str) -> None:
    assert squares_for(XOXO, to_lay(tiles_on(*lying.split())), "own") == set(free.split())


@pytest.mark.clause("xoxo.turn.height")
@pytest.mark.parametrize(
    ("lying", "free"),
    [
        ("c1 c2 c3", "b1 b2 b3 d1 d2 d3"),
        ("c2 c3 c4", "b2 b3 b4 d2 d3 d4"),
        ("c3 c4 c5", "b3 b4 b5 d3 d4 d5"),
        ("b2 b3 c3 c4", "a2 a3 c2 b4 d3 d4"),
    ],
)
def test_the_display_never_grows_past_three_in_height(lying: str, free: str) -> None:
    assert squares_for(XOXO, to_lay(tiles_on(*lying.split())), "own") == set(free.split())


@pytest.mark.clause("xoxo.turn.cover")
@pytest.mark.clause("xoxo.turn.cover-not-last")
@pytest.mark.parametrize("last", NINE)
def test_a_full_display_may_be_covered_anywhere_but_on_the_last_tile(last: str) -> None:
    position = to_lay(tiles_on(*NINE), last, ("yhg",))
    coverable = set(NINE) - {last}
    assert legal_texts(XOXO, position) == {f"{pile}@{square}" for pile in ("own", "draw") for square in coverable}


@pytest.mark.clause("xoxo.turn.cover")
def test_a_covering_tile_takes_the_place_of_the_covered_one() -> None:
    b4 = tiles_on(*NINE)["b4"]
    board, covered, piles, _, _ = fields(XOXO, after(XOXO, FULL, "own@b4 1=ytj"))
    assert board == lattice(tiles_on(*NINE) | {"b4": "rcw"})
    assert (covered, piles) == (f"{b4},yhg", "11ytj/12bcj/14gcj")


@pytest.mark.clause("xoxo.turn.ninth-safe")
@pytest.mark.clause("xoxo.turn.cover-not-last")
@pytest.mark.clause("xoxo.turn.cover-earlier")
def test_the_ninth_is_safe_from_the_tenth_but_not_from_the_eleventh() -> None:
    eight = to_lay(tiles_on(*NINE[:8]), "b4")
    state = after(XOXO, eight, "own@d2 1=ytj 1!- 2!-")
    assert squares_for(XOXO, state, "own") == set(NINE) - {"d2"}
    state = after(XOXO, state, "own@b4 2=ytw 1!- 2!-")
    assert squares_for(XOXO, state, "own") == set(NINE) - {"b4"}


@pytest.mark.clause("xoxo.turn.cover")
def test_no_tile_is_covered_before_nine_lie() -> None:
    with pytest.raises(IllegalMove):
        after(XOXO, to_lay(tiles_on(*NINE[:8]), "b4"), "own@c4")


@pytest.mark.clause("xoxo.turn.empty")
@pytest.mark.clause("xoxo.turn.cover-not-last")
@pytest.mark.parametrize("position", [OPENING, to_lay(tiles_on("c3", "d3"), "d3"), FULL], ids=["empty", "two", "nine"])
def test_every_other_move_is_refused(position: str) -> None:
    assert accepted_texts(XOXO, position, 0) == legal_texts(XOXO, position, 0)
    assert accepted_texts(XOXO, position, 1) == set()


# The deck


@pytest.mark.clause("xoxo.rulings.deck.custom")
def test_a_custom_deck_is_played_with() -> None:
    deck = ALL[16:]
    game = rowdy.game("xoxo", deck=deck)
    assert set(chances(game, f"{EMPTY} - 12./12./24. {HANDS} lay 1")) == {f"1={tile}" for tile in deck}


@pytest.mark.clause("xoxo.rulings.deck.custom-48")
@pytest.mark.parametrize(
    "deck",
    [TILES[:47], [*TILES, "rcj"], [*TILES[:47], "xcj"], [*TILES[:47], TILES[0]]],
    ids=["too few", "too many", "unknown tile", "tile twice"],
)
def test_a_custom_deck_must_be_48_different_tiles(deck: list[str]) -> None:
    with pytest.raises(InvalidDeck):
        rowdy.game("xoxo", deck=deck)
