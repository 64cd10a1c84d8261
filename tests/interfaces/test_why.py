"""Why nothing can be done where somebody points: what the rules say, from the seat's view alone."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import rowdy
from rowdy.interfaces.catalog import interface_kit
from rowdy.interfaces.describe import Describer
from rowdy.interfaces.languages import languages
from rowdy.interfaces.why import REASON_CODES, Reason, before_the_move
from rowdy.interfaces.words import Words
from rowdy.rules.game import AnyGame, Move, View
from tests.rules.support import at, djeco, lattice, mover, nine
from tests.worlds import EVERY, fold, random_game, random_states, redraw

NAMES = ("Ann", "Ben", "Cem", "Dee")
RUBIK, XOXO, DJECO = (rowdy.game(name) for name in ("rubik", "xoxo", "djeco"))
FIXED = rowdy.game("djeco", rulings={"grid": "fixed"})
HANDS = "red,circle,joy/blue,square,wink"
FIRST = f"{lattice({})} - 12btj/12gsj/24yhw {HANDS} lay 1"
GROWING = f"{lattice({'b3': 'rsj', 'c3': 'rcw', 'd3': 'rhj'})} - 10btj/11gsj/24yhw {HANDS} lay 2 d3"
FULL = f"{lattice(nine('rsj rhj rcw gtg yhw btj gcj yss bsg'))} - 7bcj/8bcs/24ycj {HANDS} lay 2 b2"
CARDS = djeco(lattice({"c3": "r7", "b4": "b3", "c4": "r2"}), "r1,r7,y,g/b2,b4,b8,b9", "1")
EMPTY = djeco(lattice({}), "r1,r7,y,g/b2,b4,b8,b9", "1")
NO_CARD = djeco(lattice(nine("r7 b3 r2 b9 r9 b8 b7 r6 b5")), "r1,r4/b2,b4", "1")
FLIP = "..../.A../..Bb/.... flip"
PLACE = "..../.AB./..b./.... place"
HEMMED = "b.../Ab../bA../A... flip"


def view_of(game: AnyGame, position: str) -> View[Any, Any]:
    """What the seat to move sees."""
    state = at(game, position)
    return game.view(state, mover(game, state))


def why(game: AnyGame, view: View[Any, Any], piece: str, square: str) -> Reason:
    audience = Describer(Words(), game, NAMES[: game.seats], view.viewer)
    return before_the_move(audience, view) or interface_kit(game).why_not(audience, view, piece, square)


@pytest.mark.parametrize(
    ("game", "position", "piece", "square", "code"),
    [
        (RUBIK, FLIP, "", "d2", "own-stone"),
        (RUBIK, FLIP, "", "a1", "no-stone"),
        (RUBIK, FLIP, "b3", "b1", "not-adjacent"),
        (RUBIK, FLIP, "b3", "c4", "not-adjacent"),
        (RUBIK, FLIP, "c2", "d2", "occupied"),
        (RUBIK, FLIP, "a", "a1", "flip-due"),
        (RUBIK, FLIP, "a", "", "flip-due"),
        (RUBIK, HEMMED, "", "a4", "no-room"),
        (RUBIK, PLACE, "b", "c2", "occupied"),
        (RUBIK, PLACE, "", "c2", "occupied"),
        (RUBIK, PLACE, "", "b3", "flipped-already"),
        (RUBIK, PLACE, "", "z9", "any"),
        (XOXO, FIRST, "own", "b3", "not-middle"),
        (XOXO, FIRST, "", "b3", "not-middle"),
        (XOXO, GROWING, "own", "d3", "display-not-full"),
        (XOXO, GROWING, "own", "c3", "display-not-full"),
        (XOXO, GROWING, "draw", "b5", "not-adjacent-tile"),
        (XOXO, GROWING, "draw", "a3", "outside-field"),
        (XOXO, GROWING, "draw", "", "any"),
        (XOXO, FULL, "own", "b2", "just-laid"),
        (DJECO, CARDS, "r1", "b4", "other-number"),
        (DJECO, CARDS, "y", "d2", "nothing-there"),
        (DJECO, CARDS, "g", "b2", "line-not-filled"),
        (DJECO, CARDS, "g", "", "cannot-play"),
        (DJECO, CARDS, "r1", "e1", "outside-field"),
        (DJECO, CARDS, "b9", "b4", "any"),
        (DJECO, EMPTY, "r1", "b4", "not-middle"),
        (FIXED, CARDS, "r1", "e1", "off-field"),
        (FIXED, EMPTY, "r1", "a1", "off-field"),
        (DJECO, NO_CARD, "r1", "b4", "must-pass"),
    ],
)
def test_a_click_that_does_nothing_gets_its_reason(
    game: AnyGame, position: str, piece: str, square: str, code: str
) -> None:
    assert why(game, view_of(game, position), piece, square).code == code


def test_a_card_for_a_square_is_asked_for_by_its_number() -> None:
    position = djeco(lattice({"c3": "r7", "b4": "b3"}), "r1,r4/b2,b4", "1")
    reason = why(DJECO, view_of(DJECO, position), "", "b4")
    assert reason.say(Words()) == "There is a 3 here, and you have no card that may cover it."


def test_who_is_not_to_move_is_told_who_is() -> None:
    state = at(RUBIK, FLIP)
    assert why(RUBIK, RUBIK.view(state, 0), "", "a1").details == {"who": "Ben"}


@pytest.mark.parametrize("name", ["rubik-mover", "xoxo2-enclosed", "xoxo-de-4", "djeco-it-2"])
def test_every_click_in_every_state_has_a_sentence_without_notation(name: str) -> None:
    game, rng = EVERY[name], Random(name)
    squares = ("", *(game.grid.squares if game.grid else ()))
    states = random_states(name, 0)
    for state in rng.sample(states, min(12, len(states))):
        turn = game.turn(state)
        for seat in {turn.seat, 0} if isinstance(turn, Move) else {0}:
            view = game.view(state, seat)
            for piece in ("", "own", "A", "a", "r1", "y", "g", "nonsense", *squares[1:3]):
                for square in squares:
                    reason = why(game, view, piece, square)
                    assert reason.code in REASON_CODES
                    for language in languages():
                        assert not set("@!{") & set(reason.say(Words(language)))


@pytest.mark.parametrize("name", ["xoxo-en-3", "djeco-it-2"])
def test_other_secrets_change_no_reason(name: str) -> None:
    """In a world with other hidden cards a seat gets the same answers."""
    game, rng = EVERY[name], Random(name)
    squares = ("", *(game.grid.squares if game.grid else ()))
    events, differ = random_game(name, 1), 0
    for seat in range(game.seats):
        for state, other in zip(fold(game, events), fold(game, redraw(game, events, seat, rng)), strict=True):
            differ += state != other
            if rng.random() < 0.3:
                here, there = game.view(state, seat), game.view(other, seat)
                for piece in ("", "own", "r3", "y", "g"):
                    for square in rng.sample(squares, 4):
                        assert why(game, here, piece, square) == why(game, there, piece, square)
    assert differ
