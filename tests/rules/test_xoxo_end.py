"""XOXO: how the game ends, and who wins."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

import rowdy
from rowdy.rules.game import AnyGame
from tests.rules.support import NINE, TILES, after, asked, ended, goes_on, lattice, outcome, winners

XOXO = rowdy.game("xoxo")
CARDS = [["red", "circle", "joy"], ["blue", "square", "wink"], ["green", "triangle", "surprise"], ["yellow", "heart"]]
PLAIN = ["rcs", "bsj", "gtw", "yhg", "rsw", "bcs", "gsj", "yss", "rhg"]
TOPS = ["bcj", "gcj", "ycj", "rtg", "btg"]


def held_and_shown(cards: list[str], shown: int) -> str:
    """A hand of which the last cards are revealed."""
    split = len(cards) - shown
    return ",".join(cards[:split] + [f"!{card}" for card in cards[split:]])


# The last card


def covered_tiles(n: int, elsewhere: Iterable[str]) -> str:
    """As many other tiles, of all kinds; those that the tests lay and show are not among them."""
    spare = [tile for tile in TILES if tile not in {*elsewhere, "ytj", "yhj", "rhj", "rcw"}]
    return ",".join(spare[i * len(spare) // n] for i in range(n)) or "-"


def red_circles(hands: str) -> str:
    """The first seat may lay the last of three red circles by `own@d3`, on a display without any line."""
    display = dict(zip(NINE, "gtw bsj yhg rcw rcs ytw bhs gsj rtg".split(), strict=True))
    covered = covered_tiles(27, [*display.values(), "rcg", "bcj", "gcj"])
    return f"{lattice(display)} {covered} 4rcg/4bcj/4gcj {hands} lay 1 b4"


LAID = "own@d3 1=ytj"


@pytest.mark.clause("xoxo.end.last-card")
@pytest.mark.parametrize(
    ("hands", "answers", "winner"),
    [
        ("red,!square,!joy/blue,circle,wink", "1!red 2!-", 0),
        ("red,square,joy/circle,!blue,!wink", "1!- 2!circle", 1),
        ("red,square,joy/circle,!blue,!wink", "1!red 2!circle", 1),
        ("red,circle,!joy/blue,square,wink", "1!red,circle 2!-", 0),
    ],
    ids=["on one's own turn", "on another's turn", "while another reveals too", "with two cards at once"],
)
def test_who_reveals_their_last_card_wins_at_once(hands: str, answers: str, winner: int) -> None:
    assert outcome(XOXO, after(XOXO, red_circles(hands), f"{LAID} {answers}")) == ended([winner], "last_card")


@pytest.mark.clause("xoxo.end.last-card")
def test_a_last_card_kept_in_the_hand_wins_nothing() -> None:
    assert goes_on(XOXO, after(XOXO, red_circles("red,!square,!joy/blue,circle,wink"), f"{LAID} 1!- 2!-"))


@pytest.mark.clause("xoxo.end.several-winners")
def test_last_cards_revealed_in_one_window_share_the_win() -> None:
    state = after(XOXO, red_circles("red,!square,!joy/circle,!blue,!wink"), f"{LAID} 2!circle 1!red")
    assert outcome(XOXO, state) == ended([0, 1], "last_card")


@pytest.mark.clause("xoxo.end.later-window")
@pytest.mark.clause("xoxo.end.last-card")
def test_who_waits_for_a_later_window_does_not_share() -> None:
    state = after(XOXO, red_circles("red,!square,!joy/circle,!blue,!wink"), f"{LAID} 1!- 2!circle")
    assert outcome(XOXO, state) == ended([1], "last_card")


# A pile used up


def one_left(game: AnyGame, emptier: int, shown: tuple[int, ...], pile: str = "own") -> str:
    """A seat is about to lay the last tile of its own or of the draw pile; these many cards are shown by each seat.

    The tile `rcw` is the last, and may go on c2.
    """
    sizes = [int(size.rstrip(".")) for size in game.format_state(game.start()).split()[2].split("/")]
    if pile == "own":  # all have laid their own tiles but one; those before the emptier went on with the draw pile
        sizes = [*[1] * game.seats, sizes[-1] - emptier]
    else:  # all tiles of the draw pile but one have been laid, and so many others that the emptier's turn has come
        own = (emptier - sizes[-1] + 1) % game.seats
        sizes = [*(size - 2 - (seat < own) for seat, size in enumerate(sizes[:-1])), 1]
    tops = TOPS[: len(sizes)]
    tops[emptier if pile == "own" else -1] = "rcw"
    covered = covered_tiles(48 - sum(sizes) - 9, [*tops, *PLAIN])
    piles = "/".join(f"{size}{top}" for size, top in zip(sizes, tops, strict=True))
    each = 2 if game.seats == 4 else 3
    hands = "/".join(held_and_shown(cards[:each], n) for cards, n in zip(CARDS, shown, strict=False))
    return f"{lattice(dict(zip(NINE, PLAIN, strict=True)))} {covered} {piles} {hands} lay {emptier + 1} b4"


def seats(n: int, **rulings: str) -> AnyGame:
    return rowdy.game("xoxo", seats=n, rulings=rulings)


THREE = seats(3)
NONE = "1!- 2!- 3!-"


@pytest.mark.clause("xoxo.end.personal-pile")
@pytest.mark.clause("xoxo.end.draw-pile")
@pytest.mark.clause("xoxo.end.most")
@pytest.mark.parametrize("emptier", [0, 1, 2])
@pytest.mark.parametrize("pile", ["own", "draw"])
@pytest.mark.parametrize(
    ("shown", "winner"), [((1, 0, 0), 0), ((1, 2, 1), 1), ((0, 1, 2), 2)], ids=["first", "second", "third"]
)
def test_most_revealed_cards_wins_when_any_pile_is_used_up(
    emptier: int, pile: str, shown: tuple[int, ...], winner: int
) -> None:
    state = after(THREE, one_left(THREE, emptier, shown, pile), f"{pile}@c2 {NONE}")
    assert outcome(THREE, state) == ended([winner], "pile")


@pytest.mark.clause("xoxo.end.personal-pile")
@pytest.mark.parametrize("n", [2, 3, 4])
@pytest.mark.parametrize("option", ["de", "en"])
def test_a_pile_with_a_tile_left_does_not_end_the_game(n: int, option: str) -> None:
    """The last tile of one's own pile stays there; one of the draw pile is laid."""
    game = seats(n, piles=option)
    state = after(game, one_left(game, 0, (0,) * n), "draw@c2 draw=yhj " + " ".join(f"{s}!-" for s in range(1, n + 1)))
    assert goes_on(game, state)


@pytest.mark.clause("xoxo.end.tie")
@pytest.mark.clause("xoxo.end.tie-emptier-last")
@pytest.mark.clause("xoxo.decisions.tie-among-tied")
@pytest.mark.parametrize("pile", ["own", "draw"])
@pytest.mark.parametrize(
    ("emptier", "shown", "winner"),
    [
        (0, (1, 1, 0), 1),
        (1, (1, 1, 0), 0),
        (2, (1, 1, 0), 0),
        (0, (1, 0, 1), 2),
        (1, (1, 0, 1), 2),
        (2, (1, 0, 1), 0),
        (0, (0, 2, 2), 1),
        (1, (0, 2, 2), 2),
        (2, (0, 2, 2), 1),
        (0, (1, 1, 1), 1),
        (1, (1, 1, 1), 2),
        (2, (1, 1, 1), 0),
    ],
)
def test_a_tie_goes_to_the_tied_seat_next_in_turn_order(
    pile: str, emptier: int, shown: tuple[int, ...], winner: int
) -> None:
    state = after(THREE, one_left(THREE, emptier, shown, pile), f"{pile}@c2 {NONE}")
    assert outcome(THREE, state) == ended([winner], "pile_tie")


@pytest.mark.clause("xoxo.end.tie-nought")
@pytest.mark.parametrize(("emptier", "winner"), [(0, 1), (1, 2), (2, 0)])
def test_a_tie_at_nought_all_goes_to_the_seat_after_the_emptier(emptier: int, winner: int) -> None:
    state = after(THREE, one_left(THREE, emptier, (0, 0, 0)), f"own@c2 {NONE}")
    assert outcome(THREE, state) == ended([winner], "pile_tie")


@pytest.mark.clause("xoxo.end.tie")
@pytest.mark.parametrize(
    ("n", "emptier", "shown", "winner"),
    [(2, 0, (1, 1), 1), (2, 1, (1, 1), 0), (4, 1, (0, 1, 0, 1), 3), (4, 3, (0, 1, 0, 1), 1), (4, 2, (1, 1, 1, 0), 0)],
)
def test_ties_of_two_and_of_four_seats(n: int, emptier: int, shown: tuple[int, ...], winner: int) -> None:
    game = seats(n, piles="en")
    state = after(game, one_left(game, emptier, shown), "own@c2 " + " ".join(f"{s}!-" for s in range(1, n + 1)))
    assert outcome(game, state) == ended([winner], "pile_tie")


# The window on the last tile


def last_red(game: AnyGame, shown: tuple[int, int, int]) -> str:
    """The first seat empties its pile by `own@c2`, which completes the red column c2-c4; it holds `red`."""
    board, rest = one_left(game, 0, shown).split(" ", 1)
    return f"{board.replace('bsj', 'rhj')} {rest}"


@pytest.mark.clause("xoxo.rulings.last_window.default")
@pytest.mark.clause("xoxo.rulings.last_window.yes")
@pytest.mark.parametrize("rulings", [{}, {"last_window": "yes"}], ids=["default", "yes"])
def test_windows_open_and_repeat_on_the_tile_that_empties_a_pile(rulings: dict[str, str]) -> None:
    game = seats(3, piles="en", **rulings)
    state = after(game, last_red(game, (0, 1, 0)), "own@c2")
    assert asked(game, state) == (0, 1, 2)
    state = after(game, state, "1!red 2!- 3!-")
    assert asked(game, state) == (0, 1, 2)
    assert outcome(game, after(game, state, NONE)) == ended([1], "pile_tie")


@pytest.mark.clause("xoxo.rulings.last_window.yes-last-card")
def test_a_last_card_revealed_on_the_last_tile_wins_by_the_first_rule() -> None:
    """Without it the second seat would have won the tie at two cards each."""
    game = seats(3, piles="en", last_window="yes")
    state = after(game, last_red(game, (2, 2, 2)), "own@c2 1!red 2!- 3!-")
    assert outcome(game, state) == ended([0], "last_card")


@pytest.mark.clause("xoxo.rulings.last_window.no")
@pytest.mark.parametrize(
    ("shown", "winner", "reason"),
    [((2, 2, 2), 1, "pile_tie"), ((2, 1, 1), 0, "pile"), ((0, 0, 1), 2, "pile")],
)
def test_without_a_last_window_the_count_follows_at_once(shown: tuple[int, int, int], winner: int, reason: str) -> None:
    game = seats(3, piles="en", last_window="no")
    assert outcome(game, after(game, last_red(game, shown), "own@c2")) == ended([winner], reason)


@pytest.mark.clause("xoxo.rulings.last_window.no")
def test_without_a_last_window_the_windows_before_it_open_as_usual() -> None:
    game = seats(3, last_window="no")
    state = after(game, one_left(game, 0, (0, 0, 0)), "draw@c2 draw=yhj")
    assert asked(game, state) == (0, 1, 2)


@pytest.mark.clause("xoxo.end.draw-pile")
@pytest.mark.clause("xoxo.rulings.last_window.no")
def test_the_last_tile_of_the_draw_pile_ends_the_game_without_a_last_window() -> None:
    game = seats(3, last_window="no")
    assert winners(game, after(game, one_left(game, 1, (0, 0, 0), "draw"), "draw@c2")) == (2,)
