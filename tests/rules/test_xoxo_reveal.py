"""XOXO: what may be revealed, and how the windows go. The ends are in test_xoxo_end.py."""

from __future__ import annotations

from itertools import combinations

import pytest

import rowdy
from rowdy.rules.game import IllegalMove
from tests.rules.support import (
    LINES,
    NINE,
    TILES,
    VALUES,
    a_last_square,
    accepted_texts,
    after,
    asked,
    fields,
    lattice,
    legal_texts,
    mover,
    nine,
    seen_by,
    spare_tiles,
    text,
)

XOXO = rowdy.game("xoxo")
HANDS = "red,circle,joy/blue,square,wink"


def row_of_three(first: str, second: str, third: str, hands: str) -> str:
    """The first seat may lay the third tile by `own@d3`, next to the others on b3 and c3; `1=ytj` shows then."""
    return f"{lattice({'b3': first, 'c3': second})} - 11{third}/11bcj/24gcj {hands} lay 1 b3"


def reds(hands: str = HANDS) -> str:
    """Three tiles that have only red in common."""
    return row_of_three("rcw", "rsj", "rtj", hands)


def red_circles(hands: str) -> str:
    """Three tiles that have red and circle in common."""
    return row_of_three("rcw", "rcs", "rcg", hands)


LAID = "own@d3 1=ytj"


def window(pieces: dict[str, str], hands: str = HANDS) -> str:
    """The last of these tiles has just been laid."""
    top1, top2, top3 = spare_tiles(" ".join(pieces.values()), 3)
    due = f"show {2 - len(pieces) % 2} {a_last_square(pieces)} ./."
    return f"{lattice(pieces)} - 12{top1}/12{top2}/{24 - len(pieces)}{top3} {hands} {due}"


def full_display(red: tuple[str, ...]) -> dict[str, str]:
    """Nine tiles, red ones on these squares only."""
    red_tiles, others = iter(TILES[:12]), iter(TILES[12:])
    return {square: next(red_tiles if square in red else others) for square in NINE}


# What may be revealed


@pytest.mark.clause("xoxo.reveal.feature")
@pytest.mark.clause("xoxo.reveal.before-full")
@pytest.mark.clause("xoxo.reveal.not-forced")
def test_a_card_may_be_revealed_as_soon_as_three_tiles_show_its_feature() -> None:
    state = after(XOXO, reds(), LAID)
    assert legal_texts(XOXO, state, 0) == {"!red", "!-"}
    assert legal_texts(XOXO, state, 1) == {"!-"}


@pytest.mark.clause("xoxo.reveal.feature")
@pytest.mark.clause("xoxo.material.values")
@pytest.mark.parametrize("value", VALUES)
def test_each_card_needs_its_own_feature_on_all_three_tiles(value: str) -> None:
    letter, kind = value[0], VALUES.index(value) // 4
    having = [tile for tile in TILES if tile[kind] == letter][:3]
    lacking = next(tile for tile in TILES if tile[kind] != letter)
    others = [other for other in VALUES if other != value]
    first = sorted([value, *others[:2]], key=VALUES.index)
    hands = f"{','.join(first)}/{','.join(others[2:5])}"
    squares = ("b3", "c3", "d3")

    line = window(dict(zip(squares, having, strict=True)), hands)
    assert f"!{value}" in legal_texts(XOXO, line, 0)
    for i in range(3):
        broken = [*having[:i], lacking, *having[i + 1 :]]
        state = window(dict(zip(squares, broken, strict=True)), hands)
        assert not any(value in answer for answer in legal_texts(XOXO, state, 0))


@pytest.mark.clause("xoxo.reveal.lines")
def test_rows_columns_and_diagonals_of_three_count_and_no_other_squares() -> None:
    triples = list(combinations(NINE, 3))
    found = [t for t in triples if "!red" in legal_texts(XOXO, window(full_display(t)), 0)]
    assert sorted(map(sorted, found)) == sorted(map(sorted, LINES))


@pytest.mark.clause("xoxo.reveal.lines")
@pytest.mark.clause("xoxo.reveal.before-full")
@pytest.mark.parametrize("line", ["c3 d3 e3", "a3 b3 c3", "c1 c2 c3", "c3 c4 c5"])
def test_lines_count_wherever_the_display_has_come_to_lie(line: str) -> None:
    pieces = dict(zip(line.split(), TILES[:3], strict=True))
    assert "!red" in legal_texts(XOXO, window(pieces), 0)


@pytest.mark.clause("xoxo.reveal.lines")
@pytest.mark.clause("xoxo.reveal.before-full")
@pytest.mark.parametrize(
    ("line", "between"), [("a1 b2 c3", "b1 c2"), ("c3 d4 e5", "d3 e4"), ("c3 d2 e1", "c2 d1"), ("a5 b4 c3", "b5 c4")]
)
def test_diagonals_count_wherever_the_display_has_come_to_lie(line: str, between: str) -> None:
    pieces = dict(zip(line.split(), TILES[:3], strict=True)) | dict(zip(between.split(), ["bsj", "ytw"], strict=True))
    assert "!red" in legal_texts(XOXO, window(pieces), 0)


@pytest.mark.clause("xoxo.reveal.before-full")
def test_two_tiles_are_no_line() -> None:
    assert legal_texts(XOXO, window({"b3": "rcw", "c3": "rsj"}), 0) == {"!-"}


@pytest.mark.clause("xoxo.reveal.anyones-turn")
def test_a_card_may_be_revealed_on_anothers_turn() -> None:
    state = after(XOXO, reds("blue,circle,joy/red,square,wink"), LAID)
    assert legal_texts(XOXO, state, 1) == {"!red", "!-"}
    assert fields(XOXO, after(XOXO, state, "1!- 2!red"))[3] == "blue,circle,joy/square,wink,!red"


@pytest.mark.clause("xoxo.reveal.held")
@pytest.mark.parametrize("answer", ["1!green", "2!red", "1!circle"])
def test_a_card_not_held_or_not_satisfied_cannot_be_revealed(answer: str) -> None:
    with pytest.raises(IllegalMove):
        after(XOXO, reds(), f"{LAID} {answer}")


@pytest.mark.clause("xoxo.reveal.held")
@pytest.mark.clause("xoxo.reveal.feature")
@pytest.mark.parametrize("seat", [0, 1])
def test_every_other_answer_is_refused(seat: int) -> None:
    state = after(XOXO, red_circles("red,circle,joy/blue,square,wink"), LAID)
    assert accepted_texts(XOXO, state, seat) == legal_texts(XOXO, state, seat)


@pytest.mark.clause("xoxo.reveal.held")
def test_a_revealed_card_is_not_revealed_again() -> None:
    state = after(XOXO, reds(), f"{LAID} 1!red 2!-")
    assert legal_texts(XOXO, state, 0) == {"!-"}


@pytest.mark.clause("xoxo.reveal.later")
@pytest.mark.clause("xoxo.reveal.not-forced")
def test_a_line_kept_for_later_may_be_used_while_it_shows() -> None:
    state = after(XOXO, reds(), f"{LAID} 1!- 2!-")
    assert mover(XOXO, state) == 1
    state = after(XOXO, state, "own@c4 2=ytw")
    assert legal_texts(XOXO, state, 0) == {"!red", "!-"}


FULL_REDS = nine("bcs gtw yhj rcw rsj rtj gsg ysw bhs")
"""Of all lines only the middle row has anything in common: red."""


def to_cover(pieces: dict[str, str], top: str) -> str:
    """The first seat is to cover a tile."""
    return f"{lattice(pieces)} ghs 12{top}/12ytw/14yts {HANDS} lay 1 d2"


@pytest.mark.clause("xoxo.reveal.covered")
@pytest.mark.parametrize(("square", "answers"), [("c3", {"!-"}), ("c2", {"!red", "!-"})])
def test_a_line_that_is_covered_is_gone(square: str, answers: set[str]) -> None:
    state = after(XOXO, to_cover(FULL_REDS, "ytj"), f"own@{square} 1=yhw")
    assert legal_texts(XOXO, state, 0) == answers


@pytest.mark.clause("xoxo.reveal.tops")
def test_a_covering_tile_may_complete_a_line() -> None:
    state = after(XOXO, to_cover(FULL_REDS | {"c3": "bsj"}, "rtg"), "own@c3 1=yhw")
    assert legal_texts(XOXO, state, 0) == {"!red", "!-"}


@pytest.mark.clause("xoxo.reveal.face-up")
@pytest.mark.parametrize("viewer", [0, 1, None])
def test_a_revealed_card_stays_face_up_even_when_its_line_is_covered(viewer: int | None) -> None:
    position = to_cover(FULL_REDS, "ytj")
    state = after(XOXO, position, "own@c2 1=yhw 1!red 2!- 1!- 2!- own@c3 2=yhg 1!- 2!-")
    assert fields(XOXO, state)[3] == "circle,joy,!red/blue,square,wink"
    assert "!red/" in seen_by(XOXO, state, viewer)


@pytest.mark.clause("xoxo.reveal.same-player")
@pytest.mark.clause("xoxo.window.any-number")
@pytest.mark.clause("xoxo.decisions.any-number")
def test_one_line_may_serve_several_cards_of_one_player_at_once() -> None:
    state = after(XOXO, red_circles(HANDS), LAID)
    assert legal_texts(XOXO, state, 0) == {"!red", "!circle", "!red,circle", "!-"}
    assert fields(XOXO, after(XOXO, state, "1!red,circle 2!-"))[3].startswith("joy,!red,!circle/")


@pytest.mark.clause("xoxo.reveal.same-player")
def test_one_line_may_serve_several_cards_of_one_player_one_after_another() -> None:
    state = after(XOXO, red_circles(HANDS), f"{LAID} 1!red 2!-")
    assert legal_texts(XOXO, state, 0) == {"!circle", "!-"}


@pytest.mark.clause("xoxo.reveal.several-players")
def test_one_line_may_serve_several_players() -> None:
    state = after(XOXO, red_circles("red,square,joy/blue,circle,wink"), f"{LAID} 1!red 2!circle")
    assert fields(XOXO, state)[3] == "square,joy,!red/blue,wink,!circle"


# Windows

THREE = rowdy.game("xoxo", seats=3, starter=1)
THREE_HANDS = "red,circle,joy/blue,square,wink/green,triangle,surprise"
THREE_OPENING = f"...../...../...../...../..... - 10rcw/10bcj/10gcj/18ycj {THREE_HANDS} lay 2"


@pytest.mark.clause("xoxo.window.every-placement")
@pytest.mark.clause("xoxo.window.every-seat")
@pytest.mark.parametrize("move", ["own@c3 2=ytj", "draw@c3 draw=ytj"])
def test_a_window_opens_for_all_after_every_tile_even_if_nobody_can_reveal(move: str) -> None:
    state = after(THREE, THREE_OPENING, move)
    assert asked(THREE, state) == (0, 1, 2)
    state = after(THREE, state, "1!- 2!- 3!- own@b3 3=ytw")
    assert asked(THREE, state) == (0, 1, 2)


@pytest.mark.clause("xoxo.window.every-placement")
@pytest.mark.parametrize("seat", [0, 1])
def test_nothing_is_revealed_outside_a_window(seat: int) -> None:
    state = after(XOXO, reds(), f"{LAID} 1!- 2!-")
    with pytest.raises(IllegalMove):
        XOXO.play(state, seat, XOXO.parse_action("!red" if seat == 0 else "!-"))


@pytest.mark.clause("xoxo.window.unseen")
@pytest.mark.parametrize("viewer", [1, None])
@pytest.mark.parametrize("answer", ["1!red", "1!-"])
def test_others_see_neither_an_answer_nor_that_it_was_given(viewer: int | None, answer: str) -> None:
    before = after(XOXO, reds(), LAID)
    assert XOXO.view(after(XOXO, before, answer), viewer) == XOXO.view(before, viewer)


@pytest.mark.clause("xoxo.window.unseen")
def test_a_seat_sees_its_own_answer() -> None:
    state = after(XOXO, reds(), f"{LAID} 1!red")
    assert seen_by(XOXO, state, 0).endswith("show 1 d3 red/.")


@pytest.mark.clause("xoxo.window.simultaneous")
def test_nothing_is_revealed_before_the_last_seat_has_chosen() -> None:
    state = after(XOXO, reds(), f"{LAID} 1!red")
    assert fields(XOXO, state)[3:] == [HANDS, "show 1 d3 red/."]
    assert asked(XOXO, state) == (0, 1)
    assert fields(XOXO, after(XOXO, state, "2!-"))[3:] == ["circle,joy,!red/blue,square,wink", "show 1 d3 ./."]


@pytest.mark.clause("xoxo.window.order")
def test_seats_may_answer_in_any_order() -> None:
    before = after(XOXO, reds(), LAID)
    assert after(XOXO, before, "2!- 1!red") == after(XOXO, before, "1!red 2!-")


@pytest.mark.clause("xoxo.window.order")
def test_a_seat_answers_once() -> None:
    state = after(XOXO, reds(), f"{LAID} 1!-")
    assert legal_texts(XOXO, state, 0) == set()
    with pytest.raises(IllegalMove):
        after(XOXO, state, "1!red")


@pytest.mark.clause("xoxo.window.again")
def test_another_window_opens_when_something_was_revealed() -> None:
    """The second seat may answer the first one's card with one of its own."""
    state = after(XOXO, red_circles("red,square,joy/blue,circle,wink"), f"{LAID} 1!red 2!-")
    assert asked(XOXO, state) == (0, 1)
    assert legal_texts(XOXO, state, 1) == {"!circle", "!-"}


@pytest.mark.clause("xoxo.window.until-none")
def test_windows_repeat_until_one_passes_with_nothing_revealed() -> None:
    state = after(XOXO, red_circles("red,square,joy/blue,circle,wink"), f"{LAID} 1!red 2!- 1!- 2!circle")
    assert asked(XOXO, state) == (0, 1)
    state = after(XOXO, state, "1!- 2!-")
    assert mover(XOXO, state) == 1
    assert text(XOXO, state).endswith("lay 2 d3")


@pytest.mark.clause("xoxo.window.until-none")
def test_the_next_turn_begins_when_nobody_reveals() -> None:
    assert mover(XOXO, after(XOXO, reds(), f"{LAID} 1!- 2!-")) == 1
