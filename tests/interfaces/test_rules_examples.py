"""The example boards of the rules: every one is a position of its game, and what its caption claims is so."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from rowdy.interfaces.catalog import interface_kit
from rowdy.interfaces.drawing.board import Shown
from rowdy.interfaces.drawing.examples import draw_example, picture_of
from rowdy.interfaces.examples import Example, Moment, example_game, moments
from rowdy.interfaces.languages import languages
from rowdy.interfaces.rules_page import RulesPage, rules_page
from rowdy.interfaces.words import Words
from rowdy.rules.catalog import CATALOG, kit
from rowdy.rules.game import AnyGame, GameError, Outcome, Over
from rowdy.rules.geometry import Square
from rowdy.rules.rulings import Option
from tests.interfaces.cli import Cli
from tests.visiting_games import installed

every_game = pytest.mark.parametrize("game_id", CATALOG)
SQUARE = re.compile(r"\b[a-e][1-5]\b")


def chosen(game_id: str, edition: str | None = None, **changes: str) -> tuple[AnyGame, RulesPage]:
    found = kit(game_id)
    named = found.edition(edition)
    options = found.settle(named, changes)
    return example_game(found, named, options), rules_page(Words(), found, named, options)


def settings(game_id: str) -> Iterator[dict[str, str]]:
    """Each option of each ruling, with what it needs in order to matter; no example depends on two."""
    for ruling in kit(game_id).rulings:
        needed: dict[str, Option] = dict([ruling.needs]) if ruling.needs else {}
        for option in ruling.options:
            yield {name: str(one) for name, one in needed.items()} | {ruling.name: str(option)}


def example(game: AnyGame, name: str) -> Example:
    return interface_kit(game).examples[name]


def after(game: AnyGame, name: str) -> Moment:
    return moments(game, example(game, name))[-1]


def outcome(game: AnyGame, name: str) -> Outcome | None:
    turn = after(game, name).view.turn
    return turn.outcome if isinstance(turn, Over) else None


def shown(game: AnyGame, name: str) -> Shown:
    return picture_of(Words(), game, after(game, name))


def lines(game: AnyGame, name: str) -> set[tuple[Square, ...]]:
    """The lines that the game itself draws."""
    return {tuple(sorted(line.squares)) for line in shown(game, name).lines}


def legal(game: AnyGame, name: str) -> set[str]:
    return {str(action) for action in after(game, name).view.legal}


# All of them


@every_game
def test_every_edition_shows_four_to_ten_boards_and_one_for_the_aim(game_id: str) -> None:
    for edition in kit(game_id).editions:
        _, page = chosen(game_id, edition.name)
        named = [one.id for one in page.examples()]
        assert named[0] == "aim"
        assert len(set(named)) == len(named)
        assert 4 <= len(named) <= 10


@every_game
def test_an_example_can_be_under_all_rulings_under_which_it_is_shown(game_id: str) -> None:
    seen = set()
    for changes in settings(game_id):
        game, page = chosen(game_id, **changes)
        for one in page.examples():
            seen.add(one.id)
            assert moments(game, example(game, one.id)), one.id
    assert seen == set(interface_kit(kit(game_id).make_default()).examples), "one that is never shown can go"


@every_game
@pytest.mark.parametrize("language", languages())
def test_captions_speak_of_squares_that_are_drawn(game_id: str, language: str) -> None:
    found = kit(game_id)
    for changes in settings(game_id):
        edition = found.editions[0]
        options = found.settle(edition, changes)
        game = example_game(found, edition, options)
        for one in rules_page(Words(language), found, edition, options).examples():
            named = set(SQUARE.findall(one.caption))
            drawn = {cell.square for cell in shown(game, one.id).board.cells}
            assert one.caption
            assert named <= drawn, one


@every_game
def test_what_is_marked_is_named_and_drawn(game_id: str) -> None:
    game, page = chosen(game_id)
    for one in page.examples():
        marked = example(game, one.id)
        assert set(marked.notice) <= game.grid.index.keys() if game.grid else not marked.notice
        if marked.pick:
            text = "".join(map(str, draw_example(Words(), game, marked).boards))
            assert "b-target" in text or "stroke-dasharray" in text


# XOXO


@pytest.mark.parametrize(
    ("name", "squares", "features"),
    [
        ("aim", "b3 c3 d3", "heart"),
        ("lines", "b4 c4 d4", "red"),
        ("lines", "b3 c3 d3", "triangle"),
        ("lines", "b2 c2 d2", "wink"),
        ("shared", "b3 c3 d3", "blue heart"),
        ("broken", "b3 c3 d3", "triangle"),
        ("broken", "b2 c2 d2", "wink"),
    ],
)
def test_xoxo_s_lines_are_those_told(name: str, squares: str, features: str) -> None:
    game, _ = chosen("xoxo")
    drawn = {tuple(sorted(line.squares)): set(line.features) for line in shown(game, name).lines}
    assert drawn[tuple(squares.split())] == set(features.split())


def test_xoxo_s_broken_line_is_gone() -> None:
    game, _ = chosen("xoxo")
    assert len(lines(game, "lines")) == 3
    assert ("b4", "c4", "d4") not in lines(game, "broken")
    assert len(lines(game, "broken")) == 2


def test_xoxo_s_display_grows_beside_a_tile_and_within_three_by_three() -> None:
    game, _ = chosen("xoxo")
    assert {move for move in legal(game, "grow") if move.startswith("own")} == {
        f"own@{square}" for square in ("a3", "b4", "c4", "b2", "d3", "d2", "c1")
    }
    columns = {move[4] for move in legal(game, "wide") if move.startswith("own")}
    assert columns == {"b", "c", "d"}
    assert {"own@b4", "own@b2"} <= legal(game, "wide")


def test_xoxo_s_last_tile_may_not_be_covered() -> None:
    game, _ = chosen("xoxo")
    assert len(legal(game, "cover")) == 16
    assert not {"own@c2", "draw@c2"} & legal(game, "cover")


def test_xoxo_s_cards_are_seen_by_their_owner_alone() -> None:
    game, _ = chosen("xoxo")
    viewer = after(game, "cards").view.viewer
    assert viewer is not None
    seats = shown(game, "cards").seats
    assert all(goal.value for goal in seats[viewer].cards)
    assert not any(goal.value for goal in seats[1 - viewer].cards)
    assert {piece.key for piece in shown(game, "cards").pieces} == {"own", "draw"}


# The flip games

flip_games = pytest.mark.parametrize("game_id", ["rubik", "xoxo2"])
both_rules = pytest.mark.parametrize("row", ["enclosed", "survives"])


@flip_games
@both_rules
def test_flips_turn_stones_over_and_placing_follows(game_id: str, row: str) -> None:
    game, _ = chosen(game_id, row=row)
    before, then = moments(game, example(game, "flip"))
    assert (game.cells(before.view.state)["b3"], game.cells(then.view.state)["b4"]) == ("B", "A")
    assert game.parse_state(example(game, "place").position) == then.view.state
    assert outcome(game, "sides") is None
    row_of = {game.cells(after(game, "sides").view.state)[square] for square in ("b2", "c2", "d2")}
    assert row_of == {"A", "B"}


@flip_games
@both_rules
def test_the_aim_is_a_win(game_id: str, row: str) -> None:
    game, _ = chosen(game_id, row=row)
    found = outcome(game, "aim")
    assert found
    assert found.winners == (0,)
    assert lines(game, "aim") == {("a1", "b1", "c1")}


@flip_games
def test_a_row_that_is_not_enclosed_wins_nothing(game_id: str) -> None:
    game, _ = chosen(game_id, row="enclosed")
    assert outcome(game, "open") is None
    (row,), gaps = example(game, "open").lines, set(example(game, "open").notice)
    cells = game.cells(after(game, "open").view.state)
    assert {cells[square] for square in row} == {"A"}
    assert game.grid
    beside = game.grid.around(sum(1 << game.grid.index[square] for square in row))
    empty = {square for square, i in game.grid.index.items() if beside >> i & 1 and square not in cells}
    assert gaps == empty


@flip_games
@pytest.mark.parametrize(("option", "winners"), [("draw", ()), ("mover", (1,)), ("opponent", (0,))])
def test_rows_of_both_end_as_the_house_rule_says(game_id: str, option: str, winners: tuple[int, ...]) -> None:
    game, _ = chosen(game_id, row="enclosed", both_rows=option)
    found = outcome(game, "both")
    assert found
    assert found.winners == winners
    assert lines(game, "both") == {("a1", "a2", "a3"), ("c1", "c2", "c3")}


@flip_games
def test_a_flip_can_enclose_a_row(game_id: str) -> None:
    game, _ = chosen(game_id, row="enclosed")
    before, _ = moments(game, example(game, "enclosing"))
    assert before.view.viewer == 1, "the other player flips"
    found = outcome(game, "enclosing")
    assert found
    assert found.winners == (0,)
    assert ("a1", "b1", "c1") in lines(game, "enclosing")


@flip_games
def test_rows_that_are_broken_survive_or_cannot_all_be_broken(game_id: str) -> None:
    game, _ = chosen(game_id, row="survives")
    assert outcome(game, "breakable") is None
    for name in ("survived", "two"):
        found = outcome(game, name)
        assert found
        assert found.winners == (0,), name
    assert {("b2", "c2", "d2")} == lines(game, "survived")
    assert len(lines(game, "two")) == 2


# Djeco


def tokens(game: AnyGame, name: str) -> tuple[int, ...]:
    return tuple(seat.tokens for seat in shown(game, name).seats)


@pytest.mark.parametrize(
    ("name", "changes", "earned"),
    [
        ("aim", {}, (1, 0)),
        ("aim", {"scorer": "maker"}, (1, 0)),
        ("helping", {}, (0, 1)),
        ("helping", {"scorer": "maker"}, (1, 0)),
        ("double", {}, (2, 0)),
        ("double", {"lines": "one"}, (1, 0)),
    ],
)
def test_djeco_s_tokens_are_those_told(name: str, changes: Mapping[str, str], earned: tuple[int, int]) -> None:
    game, _ = chosen("djeco", **changes)
    assert tokens(game, name) == earned


def test_djeco_s_only_move_helps_the_other() -> None:
    game, _ = chosen("djeco")
    state = game.parse_state(example(game, "helping").position)
    assert [str(action) for action in game.legal(state, 0)] == ["b4@d3"]


def test_djeco_s_cards_are_cleared_and_stacked() -> None:
    game, _ = chosen("djeco")
    assert game.cells(after(game, "stack").view.state)["c3"] == "r5+b5"
    assert "c3" not in game.cells(after(game, "yellow-stack").view.state)
    assert set(game.cells(after(game, "green").view.state)) == {"c4"}
    some, _ = chosen("djeco", "sv")
    assert some.cells(after(some, "yellow-some").view.state)["c3"] == "r5"


def test_djeco_s_field_floats_unless_it_is_fixed() -> None:
    floating, _ = chosen("djeco")
    assert {"r4@a4", "r4@e1"} <= legal(floating, "floating")
    fixed, _ = chosen("djeco", grid="fixed")
    squares = {move.partition("@")[2] for move in legal(fixed, "fixed") if move.startswith("r4@")}
    assert squares == {"b4", "c4", "b3", "c3", "d3", "c2", "d2"}


# A guest's


def test_a_position_that_cannot_be_is_refused() -> None:
    game, _ = chosen("rubik")
    with pytest.raises(GameError):
        moments(game, Example("..../..../..../AAAA flip"))
    with pytest.raises(GameError):
        moments(game, Example("..../.B../..Bb/.... flip", moves=("b3-c4",)))


def test_a_guest_brings_its_own(tmp_path: Path, cli: Cli) -> None:
    with installed(tmp_path, tictactoe="rowdy_tictactoe:KIT"):
        game, page = chosen("tictactoe")
        assert [one.id for one in page.examples()] == ["aim"]
        assert outcome(game, "aim") == Outcome((0,), "line")
        (board,) = draw_example(Words(), game, example(game, "aim")).boards
        assert str(board).count(">X</text>") == 3
        told = cli("rules", "tictactoe").out
        assert "a3 X; b3 X; c3 X (last move)" in told
        assert "> The third X in the top row ends the game." in told
