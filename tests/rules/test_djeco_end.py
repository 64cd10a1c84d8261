"""Djeco's Tic Tac Toe: tokens, blocked players, and how the game ends."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

import rowdy
from rowdy.rules.djeco import DjecoGame
from rowdy.rules.djeco_state import Sizes
from rowdy.rules.game import AnyGame, Chance, InvalidPosition, InvalidSetup
from tests.rules.support import (
    CARDS,
    LINES,
    NINE,
    after,
    at,
    chances,
    djeco,
    ended,
    fields,
    goes_on,
    lattice,
    legal_texts,
    mover,
    nine,
    outcome,
    squares_for,
    text,
    weights,
)
from tests.worlds import GAMES, next_event

DJECO = rowdy.game("djeco")
SOME = rowdy.game("djeco", rulings={"yellow": "some"})
RECYCLE = rowdy.game("djeco", rulings={"discard": "recycle"})
EMPTY = lattice({})
TWO_REDS = lattice({"b3": "r1", "c3": "r2"})
TWO_BLUES = lattice({"b3": "b1", "c3": "b2"})
CROSS = lattice({"b3": "r1", "d3": "r2", "c2": "r3", "c4": "r4", "c3": "_"})
"""A red card on c3 completes a row and a column."""


def tokens(game: AnyGame, position: str, move: str) -> str:
    return fields(game, after(game, position, move))[3]


# Tokens


@pytest.mark.clause("djeco.tokens.line")
@pytest.mark.clause("djeco.tokens.owner")
@pytest.mark.clause("djeco.setup.colours")
@pytest.mark.clause("djeco.decisions.four-directions")
@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("seat", [1, 2])
@pytest.mark.parametrize(("colour", "earned"), [("r", "1:0"), ("b", "0:1")])
def test_a_line_of_three_earns_its_colours_owner_a_token(
    line: tuple[str, str, str], seat: int, colour: str, earned: str
) -> None:
    pieces = {"c3": "_", line[0]: f"{colour}1", line[1]: f"{colour}2"}
    hands = f"{colour}3/y" if seat == 1 else f"y/{colour}3"
    assert tokens(DJECO, djeco(lattice(pieces), hands, str(seat)), f"{colour}3@{line[2]}") == earned


@pytest.mark.clause("djeco.tokens.line")
@pytest.mark.clause("djeco.decisions.four-directions")
def test_no_other_three_squares_earn_a_token() -> None:
    scoring = []
    for first, second, third in combinations(NINE, 3):
        pieces = {"c3": "_", first: "r1", second: "r2"}
        if tokens(DJECO, djeco(lattice(pieces), "r3/y", "1"), f"r3@{third}") == "1:0":
            scoring.append({first, second, third})
    assert sorted(map(sorted, scoring)) == sorted(map(sorted, LINES))


@pytest.mark.clause("djeco.tokens.line")
@pytest.mark.parametrize("third", ["b3", "y"])
def test_two_of_a_colour_and_another_earn_nothing(third: str) -> None:
    position = djeco(lattice({"b3": "r1", "c3": "r2", "b4": "r5"}), f"{third}/r9", "1")
    assert tokens(DJECO, position, "b3@d3" if third == "b3" else "y@b4") == "0:0"


@pytest.mark.clause("djeco.tokens.top")
@pytest.mark.parametrize(("stack", "earned"), [("r2+b2", "0:0"), ("b2+r2", "1:0")])
def test_only_top_cards_count(stack: str, earned: str) -> None:
    assert tokens(DJECO, djeco(lattice({"b3": "r1", "c3": stack}), "r3/y", "1"), "r3@d3") == earned


@pytest.mark.clause("djeco.tokens.top")
@pytest.mark.clause("djeco.tokens.cards-stay")
def test_a_card_laid_on_a_stack_may_complete_a_line_and_the_line_stays() -> None:
    state = after(DJECO, djeco(lattice({"b3": "r1", "c3": "r2", "d3": "b5"}), "r5/y", "1"), "r5@d3")
    assert fields(DJECO, state)[0] == lattice({"b3": "r1", "c3": "r2", "d3": "b5+r5"})
    assert fields(DJECO, state)[2:4] == ["-", "1:0"]


@pytest.mark.clause("djeco.tokens.not-again")
@pytest.mark.parametrize("move", ["r5@d3", "r8@b4", "b8@d4"])
def test_a_line_that_stays_its_colour_earns_nothing_again(move: str) -> None:
    reds = lattice({"b3": "r1", "c3": "r2", "d3": "r5"})
    assert tokens(DJECO, djeco(reds, "r5,r8,b8/y,y,y", "1", "1:0"), move) == "1:0"


@pytest.mark.clause("djeco.tokens.not-again")
def test_only_the_new_one_of_two_lines_through_a_card_earns() -> None:
    """The row b3-d3 is covered within its colour on d3; the column d2-d4 is new."""
    pieces = {"b3": "r1", "c3": "r2", "d3": "r5", "d2": "r6"}
    assert tokens(DJECO, djeco(lattice(pieces), "r8/y", "1", "1:0"), "r8@d4") == "2:0"


@pytest.mark.clause("djeco.tokens.anew")
@pytest.mark.parametrize(
    ("hands", "moves"),
    [
        ("r5/b5", "b5@d3 2+y r5@d3"),
        ("r8/y", "y@d3 2+y r8@d3"),
    ],
    ids=["covered", "cleared"],
)
def test_a_line_broken_and_made_anew_earns_again(hands: str, moves: str) -> None:
    reds = lattice({"b3": "r1", "c3": "r2", "d3": "r5"})
    assert tokens(DJECO, djeco(reds, hands, "2", "1:0"), moves) == "2:0"


@pytest.mark.clause("djeco.rulings.scorer.default")
@pytest.mark.clause("djeco.rulings.scorer.owner")
@pytest.mark.clause("djeco.rulings.scorer.maker")
@pytest.mark.parametrize("seat", [1, 2])
@pytest.mark.parametrize("colour", ["r", "b"])
@pytest.mark.parametrize("rulings", [{}, {"scorer": "owner"}, {"scorer": "maker"}], ids=str)
def test_a_token_goes_to_the_owner_of_the_colour_or_to_who_made_the_line(
    rulings: dict[str, str], colour: str, seat: int
) -> None:
    game = rowdy.game("djeco", rulings=rulings)
    table = TWO_REDS if colour == "r" else TWO_BLUES
    taker = seat if rulings.get("scorer") == "maker" else 1 + "rb".index(colour)
    position = djeco(table, f"{colour}3/{colour}3", str(seat))
    assert tokens(game, position, f"{colour}3@d3") == ("1:0" if taker == 1 else "0:1")


@pytest.mark.clause("djeco.rulings.scorer.maker")
@pytest.mark.parametrize("seat", [1, 2])
def test_a_line_that_comes_to_light_belongs_to_who_uncovers_it(seat: int) -> None:
    game = rowdy.game("djeco", rulings={"scorer": "maker", "yellow": "some"})
    position = djeco(lattice({"b3": "b1", "c3": "b2+r2", "d3": "b3"}), "y/y", str(seat))
    assert tokens(game, position, "y1@c3") == ("1:0" if seat == 1 else "0:1")


@pytest.mark.clause("djeco.rulings.scorer.maker")
@pytest.mark.clause("djeco.end.target")
@pytest.mark.clause("djeco.tokens.few-left")
def test_who_makes_a_line_of_the_others_colour_may_win_by_it() -> None:
    game = rowdy.game("djeco", rulings={"scorer": "maker"})
    assert outcome(game, after(game, djeco(TWO_REDS, "b9/r3", "2", "0:4"), "r3@d3")) == ended([1], "target")
    assert tokens(game, djeco(CROSS, "b9/r5", "2", "12:11"), "r5@c3") == "12:12"


@pytest.mark.clause("djeco.tokens.one-colour")
@pytest.mark.parametrize("seat", [1, 2])
def test_a_card_that_breaks_a_line_of_one_colour_may_make_one_of_the_other_and_only_that_gains(seat: int) -> None:
    """The red row b3-d3 is broken on d3 by a blue card, which completes the column d2-d4."""
    pieces = {"b3": "r1", "c3": "r2", "d3": "r5", "d2": "b6", "d4": "b7"}
    assert tokens(DJECO, djeco(lattice(pieces), "b5/b5", str(seat), "1:0"), "b5@d3") == "1:1"


@pytest.mark.clause("djeco.rulings.lines.default")
@pytest.mark.clause("djeco.rulings.lines.each")
@pytest.mark.clause("djeco.rulings.lines.one")
@pytest.mark.parametrize(
    ("rulings", "earned"), [({}, "2:0"), ({"lines": "each"}, "2:0"), ({"lines": "one"}, "1:0")], ids=str
)
def test_a_card_that_completes_two_lines(rulings: dict[str, str], earned: str) -> None:
    game = rowdy.game("djeco", rulings=rulings)
    assert tokens(game, djeco(CROSS, "r5/y", "1"), "r5@c3") == earned


@pytest.mark.clause("djeco.rulings.lines.each")
def test_a_card_that_completes_four_lines_earns_four() -> None:
    ring = lattice(nine("r1 r2 r3 r4 _ r6 r7 r8 r9"))
    assert tokens(DJECO, djeco(ring, "r5/y", "1", "4:0"), "r5@c3") == "8:0"


@pytest.mark.clause("djeco.tokens.few-left")
@pytest.mark.clause("djeco.material.tokens")
@pytest.mark.clause("djeco.end.tokens")
def test_no_more_tokens_are_taken_than_are_left() -> None:
    """Twenty-three are given out, so that one of the two earned is left; then all are given out."""
    state = after(DJECO, djeco(CROSS, "r5/y", "1", "11:12"), "r5@c3")
    assert fields(DJECO, state)[3] == "12:12"
    assert outcome(DJECO, state) == ended([], "tokens")


@pytest.mark.clause("djeco.tokens.one-colour")
@pytest.mark.parametrize("name", ["djeco-recycle", "djeco-custom", "djeco-small-some", "djeco-small-recycle"])
def test_only_one_colour_gains_in_a_turn(name: str) -> None:
    """Stacks are high and yellow cards uncover what lies below, where both colours might come to light."""
    game, rng, gains = GAMES[name], Random(1), 0
    for _ in range(20):
        state = game.start()
        while event := next_event(game, state, rng):
            after_it = game.play(state, *event)
            gained = [now - then for then, now in zip(state.tokens, after_it.tokens, strict=True)]
            assert 0 in gained
            gains += max(gained) > 0
            state = after_it
    assert gains


@pytest.mark.clause("djeco.material.tokens")
def test_there_are_24_tokens() -> None:
    assert goes_on(DJECO, after(DJECO, djeco(TWO_REDS, "r3/y", "1", "11:11"), "r3@d3"))
    with pytest.raises(InvalidPosition):
        at(DJECO, djeco(TWO_REDS, "r3/y", "1", "12:13"))


@pytest.mark.clause("djeco.decisions.uncovered")
@pytest.mark.parametrize("seat", [1, 2])
@pytest.mark.parametrize(
    ("pieces", "move", "earned"),
    [
        ({"b3": "r1", "c3": "r2+b2", "d3": "r3"}, "y1@c3", "1:0"),
        ({"b3": "b1", "c3": "b2+r2", "d3": "b3"}, "y1@c3", "0:1"),
        ({"b3": "b1", "c3": "b2+r2+r2", "d3": "b3"}, "y2@c3", "0:1"),
        ({"b3": "b1", "c3": "b2+r2+r2", "d3": "b3"}, "y1@c3", "0:0"),
    ],
)
def test_a_line_that_comes_to_light_scores(pieces: dict[str, str], move: str, earned: str, seat: int) -> None:
    assert tokens(SOME, djeco(lattice(pieces), "y/y", str(seat)), move) == earned


@pytest.mark.clause("djeco.tokens.not-again")
def test_a_line_whose_colour_was_covered_by_the_same_scores_no_more_when_it_comes_to_light() -> None:
    reds = lattice({"b3": "r1", "c3": "r2+r2", "d3": "r3"})
    assert tokens(SOME, djeco(reds, "y/y", "1", "1:0"), "y1@c3") == "1:0"


# Blocked


@pytest.mark.clause("djeco.blocked.pass")
@pytest.mark.clause("djeco.blocked.no-draw")
@pytest.mark.clause("djeco.blocked.player-draws")
@pytest.mark.parametrize("seat", [1, 2])
def test_a_blocked_player_passes_and_the_other_plays_and_draws(seat: int) -> None:
    other = 3 - seat
    hands = "y,g/r1,y" if seat == 1 else "r1,y/y,g"
    game, position = rowdy.game("djeco", starter=seat - 1), djeco(EMPTY, hands, str(seat))
    assert legal_texts(game, position) == {"pass"}

    state = after(game, position, "pass")
    assert text(game, state) == f"{position} pass"
    assert mover(game, state) == other - 1
    assert legal_texts(game, state) == {"r1@c3"}

    state = after(game, state, f"r1@c3 {other}+b9")
    assert text(game, state) == djeco(lattice({"c3": "r1"}), hands.replace("r1", "b9"), str(seat))


@pytest.mark.clause("djeco.blocked.empty-hand")
def test_an_empty_hand_is_blocked() -> None:
    assert legal_texts(DJECO, djeco(lattice({"c3": "r7"}), "-/r1", "1", deck=[])) == {"pass"}


@pytest.mark.clause("djeco.blocked.pass")
def test_a_hand_that_fits_nowhere_on_a_full_grid_is_blocked() -> None:
    full = lattice(nine("r1 b2 r3 r4 b5 b6 b7 r8 b8"))
    assert legal_texts(DJECO, djeco(full, "r9,b9/b1,b2", "1")) == {"pass"}


@pytest.mark.clause("djeco.blocked.both-draw")
@pytest.mark.parametrize(("seat", "order"), [(1, "12"), (2, "21")])
def test_if_neither_can_play_each_draws_one_the_player_to_move_first(seat: int, order: str) -> None:
    game = rowdy.game("djeco", starter=seat - 1)
    state = after(game, djeco(EMPTY, "y/g", str(seat)), "pass pass")
    for drawer in order:
        assert {card.split("+")[0] for card in chances(game, state)} == {drawer}
        state = after(game, state, f"{drawer}+r{drawer}")
    assert text(game, state) == djeco(EMPTY, "r1,y/r2,g", str(seat))
    assert mover(game, state) == seat - 1


@pytest.mark.clause("djeco.blocked.mover-first")
@pytest.mark.parametrize(
    ("draws", "moves"),
    [("1+r3 2+b3", "r3@c3"), ("1+r3 2+y", "r3@c3"), ("1+y 2+b3", "pass b3@c3")],
    ids=["both can", "the mover can", "only the other can"],
)
def test_after_the_draws_the_player_to_move_plays_if_they_can(draws: str, moves: str) -> None:
    state = after(DJECO, djeco(EMPTY, "y/g", "1"), f"pass pass {draws}")
    assert mover(DJECO, state) == 0
    assert legal_texts(DJECO, state) == {moves.split()[0]}
    assert mover(DJECO, after(DJECO, state, f"{moves} {2 if 'pass' in moves else 1}+y")) == (
        0 if "pass" in moves else 1
    )


@pytest.mark.clause("djeco.blocked.again")
@pytest.mark.clause("djeco.blocked.no-limit")
def test_draws_repeat_until_somebody_can_play_and_hands_may_grow() -> None:
    state = after(DJECO, djeco(EMPTY, "y,y/y,g", "1"), "pass pass 1+y 2+y pass pass 1+g 2+r1 pass")
    assert text(DJECO, state) == djeco(EMPTY, "y,y,y,g/r1,y,y,g", "1 pass")
    assert legal_texts(DJECO, state) == {"r1@c3"}


@pytest.mark.clause("djeco.blocked.no-limit")
def test_a_hand_may_have_more_than_five_cards() -> None:
    full = lattice(nine("r1 b1 r1 r2 b2 b2 b1 r2 r3"))
    state = after(DJECO, djeco(full, "r4,r4,r5,r5,r6/b4,b4,b5,b5,b6", "1"), "pass pass 1+r7 2+b7")
    assert fields(DJECO, state)[1] == "r4,r4,r5,r5,r6,r7/b4,b4,b5,b5,b6,b7"


@pytest.mark.clause("djeco.blocked.one-left")
@pytest.mark.parametrize("seat", [1, 2])
def test_the_last_card_of_the_deck_goes_to_the_player_to_move(seat: int) -> None:
    state = after(DJECO, djeco(EMPTY, "y/g", str(seat), deck=["r5"]), "pass pass")
    assert set(chances(DJECO, state)) == {f"{seat}+r5"}
    state = after(DJECO, state, f"{seat}+r5")
    assert mover(DJECO, state) == seat - 1
    assert legal_texts(DJECO, state) == {"r5@c3"}


# End


@pytest.mark.clause("djeco.end.target")
@pytest.mark.clause("djeco.end.lead")
@pytest.mark.clause("djeco.end.at-least")
@pytest.mark.clause("djeco.end.anyones-turn")
@pytest.mark.clause("djeco.rulings.target.default")
@pytest.mark.parametrize("seat", [1, 2])
@pytest.mark.parametrize(
    ("before", "wins"),
    [("3:0", False), ("4:0", True), ("4:3", True), ("4:4", False), ("5:4", True), ("5:5", False), ("10:9", True)],
)
def test_five_tokens_with_a_lead_of_two_win_on_anyones_turn(before: str, wins: bool, seat: int) -> None:
    """A red row is made, by either seat; or a blue one with everything reversed."""
    red = djeco(TWO_REDS, "r3/r3", str(seat), before)
    blue = djeco(TWO_BLUES, "b3/b3", str(seat), ":".join(reversed(before.split(":"))))
    assert outcome(DJECO, after(DJECO, red, "r3@d3")) == (ended([0], "target") if wins else None)
    assert outcome(DJECO, after(DJECO, blue, "b3@d3")) == (ended([1], "target") if wins else None)


@pytest.mark.clause("djeco.end.at-least")
def test_more_than_the_target_at_once_wins() -> None:
    assert outcome(DJECO, after(DJECO, djeco(CROSS, "r5/y", "1", "4:0"), "r5@c3")) == ended([0], "target")


@pytest.mark.clause("djeco.turn.order")
def test_the_winning_card_is_followed_by_no_draw_and_another_is() -> None:
    won = after(DJECO, djeco(TWO_REDS, "r3/y", "1", "4:0"), "r3@d3")
    assert text(DJECO, won) == djeco(lattice({"b3": "r1", "c3": "r2", "d3": "r3"}), "-/y", "2", "5:0")
    assert not goes_on(DJECO, won)
    assert isinstance(DJECO.turn(after(DJECO, djeco(TWO_REDS, "r3/y", "1", "3:0"), "r3@d3")), Chance)


@pytest.mark.clause("djeco.end.blocked")
@pytest.mark.clause("djeco.end.blocked-draw")
@pytest.mark.clause("djeco.rulings.discard.out")
@pytest.mark.parametrize(("given", "winner"), [("3:2", [0]), ("2:3", [1]), ("2:2", []), ("0:0", [])])
@pytest.mark.parametrize("seat", [1, 2])
def test_if_nobody_can_play_and_the_deck_is_empty_more_tokens_wins(given: str, winner: list[int], seat: int) -> None:
    state = after(DJECO, djeco(EMPTY, "y/g", str(seat), given, deck=[]), "pass pass")
    assert outcome(DJECO, state) == ended(winner, "blocked")


@pytest.mark.clause("djeco.end.blocked")
def test_an_empty_deck_alone_does_not_end_the_game() -> None:
    state = after(DJECO, djeco(EMPTY, "y/r1", "1", "3:2", deck=[]), "pass r1@c3")
    assert mover(DJECO, state) == 0
    assert legal_texts(DJECO, state) == {"y@c3"}


@pytest.mark.clause("djeco.end.tokens")
@pytest.mark.parametrize(("board", "card", "given"), [(TWO_REDS, "r3", "11:12"), (TWO_BLUES, "b3", "12:11")])
def test_the_game_ends_when_all_tokens_are_given_out(board: str, card: str, given: str) -> None:
    """More than a tie cannot come of it: a lead of two wins before."""
    state = after(DJECO, djeco(board, f"{card}/y", "1", given), f"{card}@d3")
    assert outcome(DJECO, state) == ended([], "tokens")


@pytest.mark.clause("djeco.end.target")
def test_the_last_token_may_make_the_lead_of_two() -> None:
    state = after(DJECO, djeco(TWO_REDS, "r3/y", "1", "12:11"), "r3@d3")
    assert outcome(DJECO, state) == ended([0], "target")


# Rulings


@pytest.mark.clause("djeco.rulings.target.options")
@pytest.mark.clause("djeco.end.lead")
@pytest.mark.parametrize("target", range(1, 13))
def test_the_target_may_be_any_number_from_1_to_12(target: int) -> None:
    game = rowdy.game("djeco", rulings={"target": str(target)})
    needed = max(target, 2)
    for before in range(needed):
        state = after(game, djeco(TWO_REDS, "r3/y", "1", f"{before}:0"), "r3@d3")
        assert outcome(game, state) == (ended([0], "target") if before + 1 == needed else None)


@pytest.mark.clause("djeco.rulings.target.options")
@pytest.mark.parametrize("target", ["0", "13", "-1", "five"])
def test_no_other_target_is_accepted(target: str) -> None:
    with pytest.raises(InvalidSetup):
        rowdy.game("djeco", rulings={"target": target})


@pytest.mark.clause("djeco.rulings.discard.recycle")
def test_the_discard_becomes_the_deck_when_a_card_is_to_be_drawn() -> None:
    position = djeco(EMPTY, "r1,r2/b1", "1", deck=[])
    state = after(RECYCLE, position, "r1@c3")
    discarded = position.split()[2].split(",")
    assert weights(RECYCLE, state) == {card: discarded.count(card) for card in discarded}
    assert sum(weights(RECYCLE, state).values()) == 41
    state = after(RECYCLE, state, "1+r5")
    assert text(RECYCLE, state) == djeco(lattice({"c3": "r1"}), "r2,r5/b1", "play 42 2")


@pytest.mark.clause("djeco.rulings.discard.recycle")
def test_the_cards_just_cleared_are_shuffled_in_too() -> None:
    position = djeco(lattice({"c3": "r7+b7"}), "y/b1", "1", deck=[])
    pool = weights(RECYCLE, after(RECYCLE, position, "y@c3"))
    assert (pool["r7"], pool["b7"], pool["y"]) == (2, 2, 6)


@pytest.mark.clause("djeco.rulings.discard.recycle")
def test_blocked_players_draw_from_the_discard_too() -> None:
    """The second draw comes from what the first has left of the new deck."""
    state = after(RECYCLE, djeco(EMPTY, "y/g", "1", deck=[]), "pass pass")
    assert sum(weights(RECYCLE, state).values()) == 42
    state = after(RECYCLE, state, "1+r1 2+b1")
    assert text(RECYCLE, state) == djeco(EMPTY, "r1,y/b1,g", "play 42 1")


@pytest.mark.clause("djeco.rulings.discard.recycle")
@pytest.mark.clause("djeco.rulings.discard.recycle-late")
def test_the_discard_is_shuffled_in_between_two_draws_if_the_deck_ends_there() -> None:
    position = djeco(EMPTY, "y/g", "1", deck=["r5"])
    state = after(RECYCLE, position, "pass pass")
    assert set(chances(RECYCLE, state)) == {"1+r5"}
    state = after(RECYCLE, state, "1+r5")
    assert sum(weights(RECYCLE, state).values()) == len(position.split()[2].split(",")) == 41
    assert text(RECYCLE, after(RECYCLE, state, "2+y")) == djeco(EMPTY, "r5,y/y,g", "play 41 1")


@pytest.mark.clause("djeco.rulings.discard.recycle-late")
def test_the_discard_is_left_alone_while_the_deck_has_cards() -> None:
    position = djeco(EMPTY, "r1,r2/b1,b2", "1", deck=["r5"])
    state = after(RECYCLE, position, "r1@c3")
    assert set(chances(RECYCLE, state)) == {"1+r5"}
    assert fields(RECYCLE, after(RECYCLE, state, "1+r5"))[2] == position.split()[2]


@pytest.mark.clause("djeco.rulings.discard.recycle-none")
def test_nothing_is_drawn_when_deck_and_discard_are_empty() -> None:
    rest = CARDS[1:]
    position = f"{EMPTY} r1/{','.join(rest)} - 0:0 play 0 1"
    state = after(RECYCLE, position, "r1@c3")
    assert mover(RECYCLE, state) == 1
    assert fields(RECYCLE, state)[1] == f"-/{','.join(rest)}"


@pytest.mark.clause("djeco.end.turns")
@pytest.mark.parametrize(("given", "winner"), [("3:2", [0]), ("2:3", [1]), ("2:2", [])])
def test_recycling_ends_after_300_turns(given: str, winner: list[int]) -> None:
    state = after(RECYCLE, djeco(EMPTY, "r1/b1", "play 299 1", given), "r1@c3")
    assert outcome(RECYCLE, state) == ended(winner, "turns")
    assert goes_on(RECYCLE, after(RECYCLE, djeco(EMPTY, "r1/b1", "play 298 1", given), "r1@c3"))


@pytest.mark.clause("djeco.end.turns")
def test_without_recycling_no_number_of_turns_ends_the_game() -> None:
    game = DjecoGame(DJECO.edition, DJECO.rulings, sizes=Sizes(max_turns=3))
    assert goes_on(game, after(game, djeco(TWO_REDS, "b1/b1", "1"), "b1@d4"))


@pytest.mark.clause("djeco.end.turns-are-cards")
def test_a_pass_is_no_turn() -> None:
    state = after(RECYCLE, djeco(EMPTY, "y/b1", "play 299 1", "3:2"), "pass")
    assert mover(RECYCLE, state) == 1
    assert squares_for(RECYCLE, state, "b1") == {"c3"}
    assert outcome(RECYCLE, after(RECYCLE, state, "b1@c3")) == ended([0], "turns")


@pytest.mark.clause("djeco.end.turns")
@pytest.mark.clause("djeco.end.target")
def test_the_300th_card_may_still_reach_the_target() -> None:
    state = after(RECYCLE, djeco(TWO_REDS, "r3/b1", "play 299 1", "4:0"), "r3@d3")
    assert outcome(RECYCLE, state) == ended([0], "target")
