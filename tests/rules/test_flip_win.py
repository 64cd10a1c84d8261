"""How Rubik's Tac Toe and XOXO² are won: rows, enclosed rows, rows that survive, and both at once."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

import rowdy
from rowdy.rules.game import AnyGame, InvalidSetup, Move
from tests.rules.support import after, ended, goes_on, legal_texts, mover, outcome, squares_for, text, winners

RUBIK = rowdy.game("rubik")
XOXO2 = rowdy.game("xoxo2")
SQUARES = [column + row for row in "1234" for column in "abcd"]
STEPS = [(1, 0), (0, 1), (1, 1), (1, -1)]


def board(pieces: dict[str, str]) -> str:
    return "/".join("".join(pieces.get(column + row, ".") for column in "abcd") for row in "4321")


def is_line(squares: tuple[str, ...]) -> bool:
    """Whether three squares lie next to each other in a straight line."""
    points = sorted((ord(square[0]), int(square[1])) for square in squares)
    (c0, r0), (c1, r1), (c2, r2) = points
    return (c1 - c0, r1 - r0) == (c2 - c1, r2 - r1) and (c1 - c0, r1 - r0) in STEPS


def neighbours(square: str) -> set[str]:
    return {s for s in SQUARES if abs(ord(s[0]) - ord(square[0])) + abs(int(s[1]) - int(square[1])) == 1}


def has_row(position: str, sides: str) -> bool:
    pieces = dict(zip([c + r for r in "4321" for c in "abcd"], position.split()[0].replace("/", ""), strict=True))
    return any(is_line(t) and {pieces[s] for s in t} in ({sides[0]}, {sides[1]}) for t in combinations(SQUARES, 3))


def spared(triple: tuple[str, ...], sides: str) -> tuple[str, str]:
    """A position with stones on these three squares, one of them mobile, and a flip of a stone apart from them."""
    apart = [s for s in SQUARES if s not in triple and not any(is_line((*p, s)) for p in combinations(triple, 2))]
    spare, target = next((s, min(free)) for s in apart if (free := neighbours(s) - set(triple)))
    exit_ = min(set().union(*map(neighbours, triple)) - {*triple, spare})
    others = [square for square in SQUARES if square not in (*triple, spare, target, exit_)]
    pieces = dict(zip(triple, sides, strict=True)) | {spare: sides[0]}
    count, opponents = (3, "ab") if sides.isupper() else (4, "AB")
    pieces |= {square: opponents[i % 2] for i, square in enumerate(others[:count])}
    return f"{board(pieces)} flip", f"{spare}-{target}"


@pytest.mark.clause("flip.row.lines")
@pytest.mark.clause("flip.decisions.adjacent")
@pytest.mark.parametrize("sides", ["AAA", "BBB", "aaa", "bbb"])
def test_24_of_all_triples_of_squares_are_rows(sides: str) -> None:
    """In XOXO² a flip that leaves a row ends the game; here one leaves three stones where they are."""
    rows = []
    for triple in combinations(SQUARES, 3):
        position, flip = spared(triple, sides)
        if outcome(XOXO2, after(XOXO2, position, flip)) == ended([0 if sides.isupper() else 1], "row"):
            rows.append(triple)
    assert rows == [triple for triple in combinations(SQUARES, 3) if is_line(triple)]
    assert len(rows) == 24


@pytest.mark.clause("flip.row.one-side")
@pytest.mark.parametrize("sides", ["ABA", "AAB", "BAA", "BBA", "aba", "bba"])
def test_three_stones_of_different_sides_are_no_row(sides: str) -> None:
    position, flip = spared(("a1", "b1", "c1"), sides)
    assert goes_on(XOXO2, after(XOXO2, position, flip))


@pytest.mark.clause("flip.row.one-side")
@pytest.mark.clause("flip.enclosed.own-placement")
@pytest.mark.parametrize(("stone", "wins"), [("A@c1", True), ("B@c1", False)])
def test_a_placement_that_encloses_three_stones_of_one_side_wins(stone: str, wins: bool) -> None:
    state = after(RUBIK, "A..B/..../abb./AA.a place", stone)
    assert outcome(RUBIK, state) == (ended([0], "row") if wins else None)


@pytest.mark.clause("flip.row.one-owner")
@pytest.mark.parametrize("game", [RUBIK, XOXO2], ids=["rubik", "xoxo2"])
def test_stones_of_two_owners_are_no_row(game: AnyGame) -> None:
    assert goes_on(game, after(game, "A..B/..../abb./Aa.B place", "A@c1"))


@pytest.mark.clause("flip.row.four")
def test_the_enclosed_three_of_four_in_line_win() -> None:
    """The row a1-c1 is open at a2, the row b1-d1 is not."""
    assert outcome(RUBIK, after(RUBIK, "..../..../.bab/AA.A place", "A@c1")) == ended([0], "row")


@pytest.mark.clause("flip.row.four")
def test_four_in_line_of_which_only_an_end_can_be_flipped_win() -> None:
    """Of these four only a1 can move, and that leaves the row b1-d1."""
    assert outcome(XOXO2, after(XOXO2, "..../b..A/.bab/AA.A place", "A@c1")) == ended([0], "row")


# Winning, row=enclosed


@pytest.mark.clause("flip.enclosed.meaning")
@pytest.mark.clause("flip.enclosed.open-row")
@pytest.mark.clause("flip.enclosed.opponents-placement")
@pytest.mark.parametrize(
    ("hole", "position"),
    [
        ("a2", "A.../..../.bb./AAAa place"),
        ("b2", "A.../..../b.b./AAAa place"),
        ("c2", "A.../..../bb../AAAa place"),
        ("d1", "A.../..../bba./AAA. place"),
    ],
)
def test_a_row_wins_once_its_last_empty_neighbour_is_filled(hole: str, position: str) -> None:
    assert goes_on(RUBIK, after(RUBIK, position, "a@c4"))
    assert outcome(RUBIK, after(RUBIK, position, f"a@{hole}")) == ended([0], "row")


@pytest.mark.clause("flip.enclosed.opponents-placement")
def test_the_first_player_may_enclose_the_seconds_row() -> None:
    assert outcome(RUBIK, after(RUBIK, "aA../..../ABB./aaa. place", "A@d1")) == ended([1], "row")


@pytest.mark.clause("flip.enclosed.own-flip")
@pytest.mark.clause("flip.enclosed.flip-ends")
def test_a_flip_of_the_opponents_stone_may_enclose_ones_own_row() -> None:
    position = "A.../..../abba/AAA. flip"
    state = after(RUBIK, position, "d2-d1")
    assert text(RUBIK, state).startswith("A.../..../abb./AAAb")
    assert outcome(RUBIK, state) == ended([0], "row")
    assert goes_on(RUBIK, after(RUBIK, position, "d2-d3"))


@pytest.mark.clause("flip.enclosed.opponents-flip")
@pytest.mark.clause("flip.enclosed.flip-ends")
def test_a_flip_may_enclose_the_opponents_row() -> None:
    position = "..../..../abaA/AAA. flip"
    state = after(RUBIK, position, "d2-d1")
    assert text(RUBIK, state).startswith("..../..../aba./AAAB")
    assert outcome(RUBIK, state) == ended([0], "row")
    assert goes_on(RUBIK, after(RUBIK, position, "d2-d3"))


@pytest.mark.clause("flip.enclosed.opponents-placement")
@pytest.mark.clause("flip.flip.forced-helpful")
@pytest.mark.clause("flip.place.forced-helpful")
@pytest.mark.parametrize("stone", ["a@c4", "b@c4"])
def test_a_forced_flip_and_a_forced_placement_may_lose_the_game(stone: str) -> None:
    """The flip makes the row b2, c3, d4, and the last stone can only go where it encloses it."""
    state = after(RUBIK, "bAA./aBBa/BBaB/Abba flip", "c4-d4")
    assert goes_on(RUBIK, state)
    assert outcome(RUBIK, after(RUBIK, state, stone)) == ended([0], "row")


@pytest.mark.clause("flip.enclosed.full-none")
@pytest.mark.clause("flip.survives.full")
@pytest.mark.parametrize("game", [RUBIK, XOXO2], ids=["rubik", "xoxo2"])
@pytest.mark.parametrize("stone", ["a@d1", "b@d1"])
def test_a_full_board_without_rows_has_no_winner(game: AnyGame, stone: str) -> None:
    assert outcome(game, after(game, "aBbb/AaAB/BabA/ABa. place", stone)) == ended([], "full")


@pytest.mark.clause("flip.enclosed.full-one")
@pytest.mark.clause("flip.survives.certain-a")
@pytest.mark.parametrize("game", [RUBIK, XOXO2], ids=["rubik", "xoxo2"])
@pytest.mark.parametrize(("stone", "winner"), [("a@d1", (1,)), ("b@d1", ())])
def test_the_sixteenth_stone_may_make_the_winning_row(game: AnyGame, stone: str, winner: tuple[int, ...]) -> None:
    assert winners(game, after(game, "bAbA/aAba/ABAa/aAB. place", stone)) == winner


@pytest.mark.clause("flip.enclosed.full-both")
@pytest.mark.clause("flip.rulings.both_rows.before-full")
@pytest.mark.parametrize("option", ["draw", "mover", "opponent"])
def test_both_having_a_row_on_the_full_board_is_a_draw(option: str) -> None:
    game = rowdy.game("rubik", rulings={"both_rows": option})
    assert winners(game, after(game, "ABab/aaab/B.BB/AAAa place", "b@b2")) == ()


# Both at once, before the board is full


@pytest.mark.clause("flip.rulings.both_rows.default")
@pytest.mark.clause("flip.rulings.both_rows.draw")
def test_both_rows_are_a_draw_by_default() -> None:
    assert outcome(RUBIK, after(RUBIK, "ABA./aaaB/b.a./AAAb place", "b@b2")) == ended([], "both_rows")


@pytest.mark.clause("flip.rulings.both_rows.draw")
@pytest.mark.clause("flip.rulings.both_rows.mover")
@pytest.mark.clause("flip.rulings.both_rows.opponent")
@pytest.mark.parametrize("option", ["draw", "mover", "opponent"])
@pytest.mark.parametrize("name", ["rubik", "xoxo2"])
@pytest.mark.parametrize(
    ("position", "action", "actor"),
    [
        ("ABA./aaaB/b.a./AAAb place", "b@b2", 1),
        ("Abab/ABaA/A.ab/BbB. flip", "b1-b2", 0),
    ],
    ids=["by a placement", "by a flip"],
)
def test_one_action_that_encloses_two_rows(name: str, option: str, position: str, action: str, actor: int) -> None:
    game = rowdy.game(name, rulings={"row": "enclosed", "both_rows": option})
    expected = {"draw": (), "mover": (actor,), "opponent": (1 - actor,)}[option]
    assert winners(game, after(game, position, action)) == expected


@pytest.mark.clause("flip.rulings.both_rows.mover")
@pytest.mark.clause("flip.rulings.both_rows.opponent")
@pytest.mark.parametrize("option", ["mover", "opponent"])
def test_a_single_row_wins_for_its_owner_under_every_option(option: str) -> None:
    game = rowdy.game("rubik", rulings={"both_rows": option})
    assert winners(game, after(game, "A..B/..../abb./AA.a place", "A@c1")) == (0,)
    assert winners(game, after(game, "A.../..../bba./AAA. place", "a@d1")) == (0,)


@pytest.mark.clause("flip.rulings.both_rows.only-enclosed")
@pytest.mark.parametrize("name", ["rubik", "xoxo2"])
@pytest.mark.parametrize("option", ["mover", "opponent"])
def test_both_rows_is_refused_where_rows_survive(name: str, option: str) -> None:
    with pytest.raises(InvalidSetup):
        rowdy.game(name, rulings={"row": "survives", "both_rows": option})


# Winning, row=survives

ROW = "...A/..../aba./AAA. flip"
"""The second player may break the row by c1-d1, or flip the stone on d4."""


@pytest.mark.clause("flip.survives.breakable")
@pytest.mark.clause("flip.survives.not-certain")
def test_a_row_that_can_be_broken_does_not_win_yet() -> None:
    state = after(XOXO2, "...A/..../aba./AA.. place", "A@c1")
    assert text(XOXO2, state) == ROW
    assert legal_texts(XOXO2, state) == {"c1-d1", "d4-c4", "d4-d3"}


@pytest.mark.clause("flip.survives.breakable")
def test_a_broken_row_wins_nothing() -> None:
    state = after(XOXO2, ROW, "c1-d1")
    assert mover(XOXO2, state) == 1
    assert squares_for(XOXO2, state, "a") == squares_for(XOXO2, state, "b") != set()


@pytest.mark.clause("flip.survives.after-flip")
@pytest.mark.clause("flip.survives.flip-ends")
@pytest.mark.clause("flip.decisions.unbroken")
@pytest.mark.parametrize(
    ("position", "flip", "winner"),
    [(ROW, "d4-c4", 0), (ROW, "d4-d3", 0), ("A..a/..../ABA./aaa. flip", "d4-c4", 1)],
)
def test_a_row_left_unbroken_wins_right_after_the_flip(position: str, flip: str, winner: int) -> None:
    assert outcome(XOXO2, after(XOXO2, position, flip)) == ended([winner], "row")


@pytest.mark.clause("flip.decisions.needless")
@pytest.mark.clause("flip.survives.after-flip")
def test_a_row_that_the_flip_makes_without_need_wins() -> None:
    position = "a..b/..../.B../A.A. flip"
    assert outcome(XOXO2, after(XOXO2, position, "b2-b1")) == ended([0], "row")
    assert goes_on(XOXO2, after(XOXO2, position, "b2-b3"))
    assert goes_on(RUBIK, after(RUBIK, position, "b2-b1"))


@pytest.mark.clause("flip.survives.certain-a")
def test_a_row_wins_at_once_when_no_flip_exists() -> None:
    assert outcome(XOXO2, after(XOXO2, "..../..../ABAB/aa.b place", "a@c1")) == ended([1], "row")


@pytest.mark.clause("flip.survives.no-flip-no-row")
def test_no_flip_and_no_row_wins_nothing() -> None:
    state = after(XOXO2, "..../..../ABAB/aa.b place", "b@c1")
    assert text(XOXO2, state) == "..../..../ABAB/aabb place"
    assert mover(XOXO2, state) == 0


@pytest.mark.clause("flip.survives.certain-b-old")
def test_a_row_that_no_flip_can_break_wins_at_once() -> None:
    """Only c4 and a3 can be flipped."""
    assert outcome(XOXO2, after(XOXO2, "..A./A.../abb./AA.b place", "A@c1")) == ended([0], "row")


@pytest.mark.clause("flip.survives.certain-b-new")
def test_a_row_whose_breaking_makes_another_wins_at_once() -> None:
    """The only flip, c4-d4, breaks the row a4-c4 and makes the row b2, c3, d4."""
    assert outcome(XOXO2, after(XOXO2, "A.A./bBBa/BBbb/bAbb place", "A@b4")) == ended([0], "row")


@pytest.mark.clause("flip.survives.certain-b-new")
def test_a_row_that_every_flip_must_make_wins_at_once() -> None:
    """No row lies yet, but the only flip, c4-d4, makes the row b2, c3, d4."""
    assert outcome(XOXO2, after(XOXO2, "bAA./aBBa/BBaB/.bba place", "A@a1")) == ended([0], "row")


@pytest.mark.clause("flip.survives.not-certain")
def test_a_row_that_some_flip_would_make_wins_nothing_yet() -> None:
    assert goes_on(XOXO2, after(XOXO2, "a..b/..../.B../A... place", "A@c1"))


@pytest.mark.clause("flip.survives.two-rows")
def test_two_rows_win_when_each_flip_breaks_only_one() -> None:
    assert outcome(XOXO2, after(XOXO2, "b..a/A..b/A.../.AAa place", "A@a1")) == ended([0], "row")


@pytest.mark.clause("flip.survives.not-certain")
def test_two_rows_that_one_flip_breaks_do_not_win_yet() -> None:
    """Both rows need a1, which can be flipped to a2."""
    assert goes_on(XOXO2, after(XOXO2, "b..a/..Ab/.A../.AAa place", "A@a1"))


@pytest.mark.clause("flip.survives.one-winner")
def test_never_do_both_players_have_a_row_when_the_game_ends() -> None:
    rng = random.Random(4)
    for _ in range(60):
        state = XOXO2.start()
        while isinstance(turn := XOXO2.turn(state), Move):
            state = XOXO2.play(state, turn.seat, rng.choice(list(XOXO2.legal(state, turn.seat))))
        assert len(winners(XOXO2, state)) <= 1
        position = text(XOXO2, state)
        assert not (has_row(position, "AB") and has_row(position, "ab"))


# Which row wins


@pytest.mark.clause("flip.rulings.row.default")
def test_row_is_enclosed_in_rubik_and_survives_in_xoxo2_by_default() -> None:
    assert goes_on(RUBIK, after(RUBIK, ROW, "d4-c4"))
    assert winners(XOXO2, after(XOXO2, ROW, "d4-c4")) == (0,)


@pytest.mark.clause("flip.rulings.row.survives")
@pytest.mark.parametrize("name", ["rubik", "xoxo2"])
def test_row_survives_in_either_game(name: str) -> None:
    game = rowdy.game(name, rulings={"row": "survives"})
    assert winners(game, after(game, ROW, "d4-c4")) == (0,)


@pytest.mark.clause("flip.rulings.row.enclosed")
@pytest.mark.parametrize("name", ["rubik", "xoxo2"])
def test_row_is_enclosed_in_either_game(name: str) -> None:
    game = rowdy.game(name, rulings={"row": "enclosed"})
    assert goes_on(game, after(game, ROW, "d4-c4"))
    assert winners(game, after(game, "..../..../abaA/AAA. flip", "d2-d1")) == (0,)
