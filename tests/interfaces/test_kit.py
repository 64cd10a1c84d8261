"""Any game can be told and shown by its notation alone: on a board, if it has one."""

from __future__ import annotations

from typing import Any

import pytest

from rowdy.interfaces.catalog import interface_kit
from rowdy.interfaces.describe import Describer
from rowdy.interfaces.kit import InterfaceKit, Marks
from rowdy.interfaces.terminal import Cell
from rowdy.interfaces.web.pictures.picture import OfferedMove, Piece, PlainBeside, PlainSeat, TextLook
from rowdy.interfaces.words import Words
from rowdy.play.game_log import Transition
from rowdy.play.kit import NOTHING_HELD, Gain
from rowdy.rules.game import CHANCE, AnyGame, Event, Outcome
from tests.interfaces.web.pictures.test_pictures import ReadPicture, cell, marked, read
from tests.visiting_games import HOP, NIM, Action
from tests.worlds import GAMES

HOPPING, NIMMING = HOP.rules.make_default(), NIM.rules.make_default()
NAMES = ("Ann", "Ben")
LYING = "x,.,.,.,longship,.,.,.,X 3"
"""Of the second player there is one stone in the middle, of the first one in each of two corners."""


def told(game: AnyGame, viewer: int | None = None, language: str = "en") -> Describer:
    return Describer(Words(language), game, NAMES, viewer)


def painted(game: AnyGame, position: str, viewer: int | None, *last: str) -> ReadPicture:
    describer, view = told(game, viewer), game.view(game.parse_state(position), viewer)
    events = [Event[Any](0, game.parse_action(move)) for move in last]
    return read(describer.kit.paint(describer, view, events, NOTHING_HELD, False))


# Words


def test_what_happened_is_told_in_notation() -> None:
    lay, before = Event[Any](0, Action("x@b2")), HOPPING.start()
    after = HOPPING.play(before, 0, lay.action)
    transitions = [Transition(before, lay, after, is_answer=False)]
    assert told(HOPPING).told(transitions) == (["Ann plays x@b2."], [])
    assert told(HOPPING, 0).told(transitions) == (["You play x@b2."], [])
    assert told(HOPPING, 1).told(transitions) == (["Ann plays x@b2."], [])


def test_a_name_that_looks_like_notation_stays_a_name() -> None:
    describer = Describer(Words(), HOPPING, ("x@b2 { $who }", "Ben"), None)
    assert describer.event(HOPPING.start(), Event[Any](0, Action("pass"))) == "x@b2 { $who } plays pass."


@pytest.mark.parametrize(("language", "said"), [("en", "Chance plays six."), ("de", "Der Zufall spielt six.")])
@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_chance_has_a_name_where_it_serves_nobody(language: str, said: str, viewer: int | None) -> None:
    assert told(HOPPING, viewer, language).event(HOPPING.start(), Event[Any](CHANCE, Action("six"))) == said


def test_moves_items_and_gains_are_called_as_they_are_written() -> None:
    kit, words = interface_kit(HOPPING), Words()
    assert type(kit) is InterfaceKit
    assert kit.move(words, HOPPING, Action("x@b2")) == kit.listed(words, Action("x@b2")) == "x@b2"
    assert kit.item(words, "red") == "red"
    assert kit.gain(words, Gain("tokens", count=2)) is None
    assert kit.ask(words, HOPPING, HOPPING.start(), 0, "a1") == "your move"
    assert kit.help(words, HOPPING) == "Type a move as it stands in the list, or its number."
    assert kit.ftl == {}


@pytest.mark.parametrize(
    ("outcome", "said"),
    [
        (Outcome((0,), "stones"), "Ann won (stones)."),
        (Outcome((0, 1), "stones"), "Ann and Ben shared the win (stones)."),
        (Outcome((), "stones"), "A draw (stones)."),
    ],
)
def test_how_it_ended_is_told_with_the_reason_s_code(outcome: Outcome, said: str) -> None:
    assert told(HOPPING).outcome(outcome, HOPPING.start(), ()) == said


# Squares


@pytest.mark.parametrize(
    ("move", "touched", "aimed"),
    [
        ("b2", "b2", "b2"),
        ("x@b2", "b2", "b2"),
        ("longship@c3", "c3", "c3"),
        ("a1-a2", "a1 a2", "a1"),
        ("pass", "", ""),
        ("x@d4", "", ""),
        ("b22", "", ""),
        ("xb2", "", ""),
        ("c1c2", "", ""),
    ],
)
def test_squares_are_found_in_the_notation(move: str, touched: str, aimed: str) -> None:
    """Those of the board, where they stand by themselves."""
    kit = interface_kit(HOPPING)
    assert kit.touches(HOPPING, Action(move)) == tuple(touched.split())
    assert kit.aims(HOPPING, Action(move)) == tuple(aimed.split())


def test_without_a_board_no_squares_are_found() -> None:
    assert interface_kit(NIMMING).touches(NIMMING, Action("a1")) == ()


# In a terminal


def test_a_board_shows_what_lies_on_it_with_its_marks() -> None:
    describer, state = told(HOPPING, 1), HOPPING.parse_state(LYING)
    shown = describer.kit.board(describer, state, Marks({"a1"}, {"b2", "c1"}), None, False)
    assert [" ".join(cell.square for cell in row) for row in shown.rows] == ["a3 b3 c3", "a2 b2 c2", "a1 b1 c1"]
    cells = {cell.square: cell for row in shown.rows for cell in row}
    assert cells["a1"] == Cell("a1", "x", spoken="x", last=True)
    assert cells["b2"] == Cell("b2", "longship", spoken="longship", target=True)
    assert cells["c1"] == Cell("c1", target=True)
    assert cells["b1"] == Cell("b1")
    assert shown.beside == []


def test_without_a_board_the_position_is_told_in_notation() -> None:
    describer = told(NIMMING)
    shown = describer.kit.board(describer, NIMMING.parse_state("7 2"), Marks(set(), set()), None, False)
    assert (shown.rows, shown.beside) == ([], ["Position: 7 2"])


# In a browser


def test_moves_are_made_by_picking_what_their_notation_names() -> None:
    shown = painted(HOPPING, LYING, 1, "x@a1")
    assert shown.ask == "Your turn."
    assert shown.turn == 1
    moves = {choice.move: choice for choice in shown.moves}
    assert moves["o@b1"] == OfferedMove("o@b1", "o", target="b1", name="o@b1")
    assert moves["b2-b3"] == OfferedMove("b2-b3", source="b2", target="b3", name="b2-b3")
    assert moves["b2"] == OfferedMove("b2", target="b2", name="b2")
    assert moves["pass"] == OfferedMove("pass", name="pass")
    assert [piece.key for piece in shown.pieces] == ["o", "longship"]
    assert shown.pieces[1] == Piece("longship", TextLook("longship"), "longship", "longship", can=True)
    assert shown.then == "Now choose where."
    assert cell(shown, "b2").piece == TextLook("longship")
    assert cell(shown, "a1").piece == TextLook("x")
    assert cell(shown, "a1").name == "a1, x; last move"
    assert cell(shown, "b1").piece is None
    assert marked(shown, "last") == {"a1"}
    assert (shown.board.columns, shown.board.rows) == (tuple("abc"), tuple("321"))
    assert shown.seats == (PlainSeat("Player 1"), PlainSeat("Player 2"))
    assert shown.beside == PlainBeside(())


def test_who_is_not_asked_has_nothing_to_pick() -> None:
    for viewer in (0, None):
        shown = painted(HOPPING, LYING, viewer)
        assert (shown.moves, shown.pieces, shown.then) == ((), (), "")
        assert shown.ask == "Ben\u2019s turn."


def test_without_a_board_every_move_is_a_button() -> None:
    shown = painted(NIMMING, "3 1", 0)
    assert (shown.board.columns, shown.board.rows, shown.board.cells) == ((), (), ())
    assert shown.moves == tuple(OfferedMove(f"take-{n}", name=f"take-{n}") for n in (1, 2, 3))
    assert shown.beside == PlainBeside(("Position: 3 1",))
    assert shown.then == ""


@pytest.mark.parametrize("name", GAMES)
def test_our_own_games_have_words_of_their_own(name: str) -> None:
    game, words = GAMES[name], Words()
    kit = interface_kit(game)
    assert kit.help(words, game) != words("help-any")
    asked = kit.ask(words, game, game.start(), 0, "z9")
    assert asked != words("ask-any")
    assert "z9" in asked
