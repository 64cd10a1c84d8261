"""Djeco's Tic Tac Toe: the material, the set-up and the turn. Tokens and the end are in test_djeco_end.py."""

from __future__ import annotations

import pytest

import rowdy
from rowdy.rules.game import CHANCE, AnyGame, Chance, IllegalMove, InvalidDeck
from tests.rules.support import (
    LINES,
    NINE,
    accepted_texts,
    after,
    chances,
    dealt,
    djeco,
    fields,
    goes_on,
    lattice,
    legal_texts,
    mover,
    nine,
    seen_by,
    squares_for,
    text,
    weights,
)

DJECO = rowdy.game("djeco")
SOME = rowdy.game("djeco", rulings={"yellow": "some"})
FIXED = rowdy.game("djeco", rulings={"grid": "fixed"})
EMPTY = lattice({})
ALL_SQUARES = {column + row for column in "abcde" for row in "12345"}
FULL = nine("r1 b2 r3 r4 b5 b6 b7 r8 r9")


def pack(numbers: dict[int, int]) -> dict[str, int]:
    """All cards, each with how many there are, for the numbers of one colour."""
    return {f"{colour}{n}": count for colour in "rb" for n, count in numbers.items()} | {"y": 6, "g": 2}


# Material and set-up


@pytest.mark.clause("djeco.material.cards")
@pytest.mark.clause("djeco.setup.shuffled")
@pytest.mark.clause("djeco.rulings.numbers.default")
@pytest.mark.clause("djeco.rulings.numbers.1-9x2")
@pytest.mark.parametrize("game", [DJECO, rowdy.game("djeco", rulings={"numbers": "1-9x2"})], ids=["default", "1-9x2"])
def test_the_cards_are_18_of_each_colour_6_yellow_and_2_green(game: AnyGame) -> None:
    assert weights(game, game.start()) == pack(dict.fromkeys(range(1, 10), 2))
    assert sum(weights(game, game.start()).values()) == 44


@pytest.mark.clause("djeco.rulings.numbers.1-6x3")
def test_the_numbers_may_be_1_to_6_three_times() -> None:
    game = rowdy.game("djeco", rulings={"numbers": "1-6x3"})
    assert weights(game, game.start()) == pack(dict.fromkeys(range(1, 7), 3))


@pytest.mark.clause("djeco.rulings.numbers.custom")
def test_the_numbers_may_be_a_list() -> None:
    game = rowdy.game("djeco", deck=[1] * 7 + [12] * 11)
    assert weights(game, game.start()) == pack({1: 7, 12: 11})


@pytest.mark.clause("djeco.rulings.numbers.custom-18")
@pytest.mark.parametrize("deck", [[1] * 17, [1] * 19, ["x"] * 18], ids=["too few", "too many", "no number"])
def test_a_list_of_numbers_must_have_18(deck: list[object]) -> None:
    with pytest.raises(InvalidDeck):
        rowdy.game("djeco", deck=deck)


@pytest.mark.clause("djeco.setup.hands")
def test_five_cards_are_dealt_to_each_and_34_are_left() -> None:
    state = dealt(DJECO)
    assert [len(hand.split(",")) for hand in fields(DJECO, state)[1].split("/")] == [5, 5]
    state = DJECO.play(state, 0, DJECO.legal(state, 0)[0])
    assert sum(weights(DJECO, state).values()) == 34


@pytest.mark.clause("djeco.setup.shuffled")
def test_a_card_dealt_is_not_dealt_again() -> None:
    turn = DJECO.turn(DJECO.start())
    assert isinstance(turn, Chance)
    state = DJECO.play(DJECO.start(), CHANCE, turn.actions[0])
    card = str(turn.actions[0]).split("+")[1]
    before, now = weights(DJECO, DJECO.start()), weights(DJECO, state)
    assert now == {c: n - (c == card) for c, n in before.items()}


@pytest.mark.clause("djeco.setup.starter")
@pytest.mark.parametrize("starter", [0, 1])
def test_the_seat_chosen_starts(starter: int) -> None:
    game = rowdy.game("djeco", starter=starter)
    assert mover(game, dealt(game)) == starter


@pytest.mark.clause("djeco.setup.secret")
@pytest.mark.parametrize(("viewer", "hands"), [(0, "r1,y,y/?,?,?"), (1, "?,?,?/r2,b2,g"), (None, "?,?,?/?,?,?")])
def test_hands_are_secret_and_their_sizes_are_not(viewer: int | None, hands: str) -> None:
    position = djeco(lattice({"c3": "r7"}), "r1,y,y/r2,b2,g", "1")
    assert seen_by(DJECO, position, viewer).split()[1] == hands


@pytest.mark.clause("djeco.setup.secret")
def test_a_drawn_card_is_seen_by_its_owner_alone() -> None:
    state = after(DJECO, djeco(EMPTY, "r1/b1", "1"), "r1@c3")
    five, nine = after(DJECO, state, "1+r5"), after(DJECO, state, "1+b9")
    assert DJECO.view(five, 1) == DJECO.view(nine, 1)
    assert DJECO.view(five, None) == DJECO.view(nine, None)
    assert DJECO.view(five, 0) != DJECO.view(nine, 0)


@pytest.mark.clause("djeco.setup.public")
@pytest.mark.parametrize("viewer", [0, 1, None])
def test_table_discard_and_tokens_are_public(viewer: int | None) -> None:
    """The deck is what is left of 44 cards, so that its size follows."""
    position = f"{lattice({'c3': 'r7+b7', 'd3': 'b2'})} r1,y/r2,b2 r5,b6,y 2:1 play 6 1"
    board, hands, rest = seen_by(DJECO, position, viewer).split(" ", 2)
    assert board == lattice({"c3": "r7+b7", "d3": "b2"})
    assert hands.count(",") == 2
    assert rest == "r5,b6,y 2:1 play 6 1"


# Where a card may lie


@pytest.mark.clause("djeco.turn.c3-again")
@pytest.mark.clause("djeco.turn.empty-table")
@pytest.mark.clause("djeco.rulings.grid.floating")
def test_the_first_card_lies_on_c3_and_is_no_removal_card() -> None:
    assert legal_texts(DJECO, djeco(EMPTY, "r1,b2,y,g/b8,b9,b9,y", "1")) == {"r1@c3", "b2@c3"}


@pytest.mark.clause("djeco.turn.no-touch")
@pytest.mark.clause("djeco.rulings.grid.default")
@pytest.mark.clause("djeco.rulings.grid.floating")
def test_the_second_card_need_not_touch_the_first() -> None:
    """Any square of the lattice fits into a window of nine squares with c3."""
    position = djeco(lattice({"c3": "r7"}), "r1/b9", "1")
    assert squares_for(DJECO, position, "r1") == ALL_SQUARES - {"c3"}


@pytest.mark.clause("djeco.turn.window")
@pytest.mark.clause("djeco.rulings.grid.floating")
@pytest.mark.parametrize(
    ("pieces", "free"),
    [
        ({"c3": "r7", "d5": "b2"}, "b3 b4 b5 c4 c5 d3 d4 e3 e4 e5"),
        ({"c3": "r7", "e5": "b2"}, "c4 c5 d3 d4 d5 e3 e4"),
        ({"c3": "r7", "a1": "b2"}, "a2 a3 b1 b2 b3 c1 c2"),
        ({"c3": "r7", "b3": "b2", "d3": "b4"}, "b1 b2 b4 b5 c1 c2 c4 c5 d1 d2 d4 d5"),
    ],
)
def test_all_squares_used_fit_into_one_window(pieces: dict[str, str], free: str) -> None:
    position = djeco(lattice(pieces), "r1/b9", "1")
    assert squares_for(DJECO, position, "r1") == set(free.split())


@pytest.mark.clause("djeco.turn.used")
def test_a_cleared_square_still_binds_the_window_and_may_be_used_again() -> None:
    state = after(DJECO, djeco(lattice({"c3": "r7", "a1": "b2"}), "y/r1", "1"), "y@a1 1+y")
    assert fields(DJECO, state)[0] == lattice({"c3": "r7", "a1": "_"})
    assert squares_for(DJECO, state, "r1") == {column + row for column in "abc" for row in "123"} - {"c3"}


@pytest.mark.clause("djeco.turn.c3-again")
@pytest.mark.parametrize(
    ("pieces", "move"),
    [
        ({"c3": "_", "e5": "r7+b7"}, "y@e5"),
        ({"c3": "r1", "d3": "r2", "e3": "b4"}, "g@c3-e3"),
    ],
)
def test_an_emptied_table_begins_on_c3_again(pieces: dict[str, str], move: str) -> None:
    state = after(DJECO, djeco(lattice(pieces), "y,g/r5,y", "1"), f"{move} 1+y")
    assert fields(DJECO, state)[0] == EMPTY
    assert legal_texts(DJECO, state) == {"r5@c3"}


@pytest.mark.clause("djeco.turn.stack")
@pytest.mark.parametrize(("card", "lies"), [("r7", True), ("b7", True), ("r8", False), ("b8", False)])
@pytest.mark.parametrize("stack", ["r7", "b7", "b7+r7"])
def test_a_card_goes_on_top_of_the_same_number_whatever_the_colours(card: str, lies: bool, stack: str) -> None:
    position = djeco(lattice({"c3": stack}), f"{card}/b9", "1")
    assert ("c3" in squares_for(DJECO, position, card)) == lies
    if lies:
        assert fields(DJECO, after(DJECO, position, f"{card}@c3"))[0] == lattice({"c3": f"{stack}+{card}"})


@pytest.mark.clause("djeco.turn.full-grid")
@pytest.mark.clause("djeco.turn.stack")
def test_a_full_grid_does_not_end_the_game() -> None:
    position = djeco(lattice({**FULL, "d2": "."}), "r9,y/b5,b9", "1")
    state = after(DJECO, position, "r9@d2 1+y")
    assert mover(DJECO, state) == 1
    assert legal_texts(DJECO, state) == {"b5@c3", "b9@d2"}


@pytest.mark.clause("djeco.rulings.grid.fixed")
@pytest.mark.parametrize("pieces", [{}, {"b2": "r7"}, {"d4": "r7", "c3": "_"}])
def test_a_fixed_grid_is_b2_to_d4_from_the_first_card_on(pieces: dict[str, str]) -> None:
    position = djeco(lattice(pieces), "r1/b9", "1")
    assert squares_for(FIXED, position, "r1") == {square for square in NINE if pieces.get(square, "_") == "_"}


@pytest.mark.clause("djeco.rulings.grid.fixed")
def test_a_fixed_grid_stays_where_it_is_when_emptied() -> None:
    state = after(FIXED, djeco(lattice({"b2": "r7"}), "y/r1", "1"), "y@b2 1+y")
    assert squares_for(FIXED, state, "r1") == set(NINE)


# Removal cards


@pytest.mark.clause("djeco.turn.yellow")
@pytest.mark.clause("djeco.turn.yellow-discard")
@pytest.mark.clause("djeco.rulings.yellow.default")
@pytest.mark.clause("djeco.rulings.yellow.stack")
@pytest.mark.clause("djeco.decisions.yellow-one")
def test_a_yellow_card_clears_one_whole_stack() -> None:
    position = djeco(lattice({"c3": "r7+b7", "d3": "b2", "e3": "_"}), "y/b8", "1")
    assert legal_texts(DJECO, position) == {"y@c3", "y@d3"}
    board, _, discard, _, _ = fields(DJECO, after(DJECO, position, "y@c3"))
    assert board == lattice({"c3": "_", "d3": "b2", "e3": "_"})
    assert discard == "r7,b7,b9,y,y"


@pytest.mark.clause("djeco.rulings.yellow.some")
@pytest.mark.clause("djeco.turn.yellow-discard")
@pytest.mark.clause("djeco.decisions.yellow-one")
@pytest.mark.parametrize(
    ("move", "left", "discard"),
    [("y1@c3", "r7+b7", "r7,y"), ("y2@c3", "r7", "r7,b7,y"), ("y3@c3", "_", "r7,r7,b7,y")],
)
def test_a_yellow_card_may_take_some_cards_from_the_top_of_one_stack(move: str, left: str, discard: str) -> None:
    position = djeco(lattice({"c3": "r7+b7+r7", "d3": "b2"}), "y/b9", "1")
    assert legal_texts(SOME, position) == {"y1@c3", "y2@c3", "y3@c3", "y1@d3"}
    behind = fields(SOME, after(SOME, position, move))
    assert behind[0] == lattice({"c3": left, "d3": "b2"})
    assert behind[2] == discard


@pytest.mark.clause("djeco.turn.green")
def test_a_green_card_clears_any_filled_line() -> None:
    position = djeco(lattice(FULL), "g/b9", "1")
    assert legal_texts(DJECO, position) == {f"g@{line[0]}-{line[2]}" for line in LINES}


@pytest.mark.clause("djeco.turn.green")
@pytest.mark.clause("djeco.turn.green-discard")
def test_a_green_card_clears_every_stack_of_a_line_whatever_the_colours() -> None:
    position = djeco(lattice({"b3": "r7+b7", "c3": "r1", "d3": "b2", "d4": "r5"}), "g/b9", "1")
    board, _, discard, _, _ = fields(DJECO, after(DJECO, position, "g@b3-d3"))
    assert board == lattice({"b3": "_", "c3": "_", "d3": "_", "d4": "r5"})
    assert discard == "r1,r7,b2,b7,g"


@pytest.mark.clause("djeco.decisions.green-filled")
@pytest.mark.parametrize("third", ["_", "."])
def test_a_green_card_needs_all_three_positions_filled(third: str) -> None:
    position = djeco(lattice({"b3": "r7", "c3": "r1", "d3": third}), "r2,g/b8,b9", "1")
    assert not any(move.startswith("g") for move in legal_texts(DJECO, position))


# What must be played


@pytest.mark.clause("djeco.turn.one-card")
@pytest.mark.clause("djeco.turn.draw")
@pytest.mark.clause("djeco.decisions.one-draw")
def test_a_turn_plays_one_card_and_draws_one() -> None:
    state = after(DJECO, djeco(EMPTY, "r1,r2/b1,b2", "1"), "r1@c3")
    assert {outcome.split("+")[0] for outcome in chances(DJECO, state)} == {"1"}
    state = after(DJECO, state, "1+r5")
    assert text(DJECO, state) == djeco(lattice({"c3": "r1"}), "r2,r5/b1,b2", "2")
    assert mover(DJECO, state) == 1


@pytest.mark.clause("djeco.turn.draw-none")
@pytest.mark.clause("djeco.rulings.discard.default")
@pytest.mark.clause("djeco.rulings.discard.out")
@pytest.mark.parametrize("rulings", [{}, {"discard": "out"}], ids=["default", "out"])
def test_nothing_is_drawn_from_an_empty_deck(rulings: dict[str, str]) -> None:
    game = rowdy.game("djeco", rulings=rulings)
    state = after(game, djeco(EMPTY, "r1,r2/b1", "1", deck=[]), "r1@c3")
    assert mover(game, state) == 1
    assert fields(game, state)[1] == "r2/b1"


@pytest.mark.clause("djeco.turn.compulsory")
@pytest.mark.parametrize("hands", ["r1/b1", "b1/r1", "y/b1", "r1,y,g/b1,b2,b3"])
def test_who_can_play_may_not_pass(hands: str) -> None:
    position = djeco(lattice({"c3": "r7"}), hands, "1")
    assert "pass" not in legal_texts(DJECO, position)
    with pytest.raises(IllegalMove):
        after(DJECO, position, "pass")


@pytest.mark.clause("djeco.turn.compulsory")
@pytest.mark.clause("djeco.decisions.green-filled")
@pytest.mark.clause("djeco.turn.window")
@pytest.mark.clause("djeco.turn.stack")
@pytest.mark.parametrize("pieces", [{}, {"c3": "r7", "d3": "b2", "e4": "_"}, FULL], ids=["empty", "two", "full"])
@pytest.mark.parametrize("hand", ["r7,y,g", "y", "g", "r2,b4", "-"])
@pytest.mark.parametrize("game", [DJECO, SOME, FIXED], ids=["default", "some", "fixed"])
def test_every_other_move_is_refused(game: AnyGame, pieces: dict[str, str], hand: str) -> None:
    if game is FIXED:
        pieces = {square: piece for square, piece in pieces.items() if square in NINE}
    other = hand if hand == "-" else ",".join(["b8", "b9", "b9"][: len(hand.split(","))])
    position = djeco(lattice(pieces), f"{hand}/{other}", "1")
    assert accepted_texts(game, position, 0) == legal_texts(game, position, 0)
    assert accepted_texts(game, position, 1) == set()


@pytest.mark.clause("djeco.turn.helps-opponent")
@pytest.mark.clause("djeco.turn.compulsory")
def test_the_only_playable_card_must_be_played_even_if_it_helps_the_opponent() -> None:
    """Only `b3` fits, on `r3`, and it makes the blue row b4-d4."""
    position = djeco(lattice(nine("b1 b2 r3 r4 r5 b6 b7 b8 r8")), "r9,b3/r1,r2", "1")
    assert legal_texts(DJECO, position) == {"b3@d4"}
    assert fields(DJECO, after(DJECO, position, "b3@d4"))[3] == "0:1"


@pytest.mark.clause("djeco.decisions.any-card")
def test_a_removal_card_may_be_played_though_another_card_could() -> None:
    position = djeco(lattice({"c3": "r7"}), "r7,y/b1,b2", "1")
    assert {"r7@c3", "y@c3"} < legal_texts(DJECO, position)
    assert goes_on(DJECO, after(DJECO, position, "y@c3"))


@pytest.mark.clause("djeco.decisions.removal-forced")
def test_a_removal_card_must_be_played_if_nothing_else_can() -> None:
    position = djeco(lattice({**FULL, "d2": "r7"}), "b9,y/b1,b2", "1")
    assert legal_texts(DJECO, position) == {f"y@{square}" for square in NINE}
