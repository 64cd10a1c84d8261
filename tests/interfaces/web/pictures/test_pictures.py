"""Pictures: all that may be done is in them, nothing that the viewer may not know, and they read well."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any, TypeAlias

import msgspec
import pytest

import rowdy
from rowdy.interfaces.describe import Describer
from rowdy.interfaces.languages import languages
from rowdy.interfaces.web.pictures.picture import (
    BoardCell,
    CardLook,
    DjecoBeside,
    DjecoSeat,
    FlipSeat,
    OfferedMove,
    Picture,
    Piece,
    StackLook,
    StoneLook,
    TileLook,
    XoxoBeside,
    XoxoSeat,
)
from rowdy.interfaces.words import Words
from rowdy.play.kit import NOTHING_HELD, Held
from rowdy.rules.game import AnyGame, Event, Move, Outcome, Over, View
from rowdy.rules.tiles import CARDS
from tests.rules.support import after, djeco, lattice, nine
from tests.rules.test_secrecy import moments
from tests.worlds import (
    AWKWARD,
    GAMES,
    HIDDEN,
    SMALL,
    fold,
    last_turn,
    observations,
    random_game,
    random_states,
    redraw,
    sample,
    viewers,
)

NAMES = ("Ann", "Ben", "Cem", "Dee")
every_game = pytest.mark.parametrize("name", GAMES)
every_secret = pytest.mark.parametrize("name", HIDDEN)

ENCODER = msgspec.json.Encoder()
DECODER = msgspec.json.Decoder(Picture)

ReadPicture: TypeAlias = Any
"""A picture that was decoded, all of whose parts can be read: the type of the class also allows encoded ones."""


def seen(
    game: AnyGame,
    state: Any,
    viewer: int | None,
    log: Sequence[Event[Any]] = (),
    language: str = "en",
    held: str = "",
) -> ReadPicture:
    describer = Describer(Words(language), game, NAMES[: game.seats], viewer)
    return read(paint(describer, game.view(state, viewer), last_turn(log), frozenset(held.split())))


def paint(
    describer: Describer,
    view: View[Any, Any],
    last: Sequence[Event[Any]] = (),
    held: Held = NOTHING_HELD,
    all_open: bool = False,
) -> Picture:
    return describer.kit.paint(describer, view, last, held, all_open)


def read(picture: Picture) -> ReadPicture:
    """Returns a picture as it comes over the wire: parts that were encoded before can only be sent."""
    text = ENCODER.encode(picture)
    received = DECODER.decode(text)
    assert ENCODER.encode(received) == text
    return received


def is_a(part: Any, kind: type) -> bool:
    """Like `isinstance`, but the part stays one that can be read."""
    return isinstance(part, kind)


def cell(picture: ReadPicture, square: str) -> Any:
    return next(cell for cell in picture.board.cells if cell.square == square)


def marked(picture: ReadPicture, mark: str) -> set[str]:
    return {cell.square for cell in picture.board.cells if getattr(cell, mark)}


# Everything is there


@cache
def moments_of(name: str) -> list[tuple[View[Any, Any], ReadPicture]]:
    """Some views of a random game, and their pictures."""
    game, events, states = GAMES[name], random_game(name, 0), random_states(name, 0)
    return [
        (game.view(states[i], viewer), seen(game, states[i], viewer, observations(game, events[:i], viewer)))
        for i in sample(range(len(states)), 12, Random(name))
        for viewer in viewers(game)
    ]


@every_game
def test_every_legal_move_can_be_made_by_picking(name: str) -> None:
    for view, picture in moments_of(name):
        assert [choice.move for choice in picture.moves] == list(map(str, view.legal))
        on_board = {cell.square for cell in picture.board.cells if cell.piece}
        beside = {piece.key for piece in picture.pieces}
        squares = {cell.square for cell in picture.board.cells}
        for choice in picture.moves:
            assert {choice.target, *choice.squares} - {""} <= squares
            assert choice.piece in beside | {""}
            assert choice.source in on_board | {""}
            if choice.piece or choice.source:
                assert bool(choice.piece) != bool(choice.source)
                assert bool(choice.target) != bool(choice.squares)
            else:
                assert choice.name


@every_game
def test_where_picking_leaves_a_doubt_the_names_tell_moves_apart(name: str) -> None:
    for _, picture in moments_of(name):
        picked = Counter((choice.piece or choice.source, choice.target) for choice in picture.moves)
        doubtful = [c for c in picture.moves if picked[c.piece or c.source, c.target] > 1]
        assert all(choice.name for choice in doubtful)
        assert len({(choice.piece, choice.target, choice.name) for choice in doubtful}) == len(doubtful)


@every_game
def test_pieces_say_whether_they_can_be_played(name: str) -> None:
    for view, picture in moments_of(name):
        picked = {choice.piece for choice in picture.moves}
        assert all(piece.can == (piece.key in picked) for piece in picture.pieces)
        assert picture.pieces == () or (view.viewer is not None and not isinstance(view.turn, Over))
        assert picture.turn == (view.turn.seat if isinstance(view.turn, Move) else None)


@every_game
def test_squares_are_named_for_all_that_can_be_done_on_them_and_for_nothing_else(name: str) -> None:
    for _, picture in moments_of(name):
        named = {cell.square for cell in picture.board.cells if re.search("; .*can ", cell.name)}
        assert named == {
            square for choice in picture.moves for square in (choice.source, choice.target, *choice.squares) if square
        }


@every_game
def test_the_board_is_a_whole_grid_in_reading_order_with_all_that_lies(name: str) -> None:
    for view, picture in moments_of(name):
        board = picture.board
        assert [cell.square for cell in board.cells] == [c + r for r in board.rows for c in board.columns]
        assert list(board.columns) == sorted(board.columns)
        assert list(board.rows) == sorted(board.rows, reverse=True)
        assert len({cell.name for cell in board.cells}) == len(board.cells)
        assert all(cell.name.startswith(f"{cell.square}, ") for cell in board.cells)
        state = view.state
        laid = getattr(state, "display", None) or getattr(state, "stacks", None)
        count = sum(map(bool, laid)) if laid else state.laid
        assert sum(cell.piece is not None for cell in board.cells) == count
        assert marked(picture, "line") == {square for line in picture.lines for square in line.squares}


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", ["xoxo-de-3", "rubik-de-2", "xoxo2-nl-2", *(n for n in AWKWARD if "djeco" in n)])
def test_every_language_has_words_for_whole_games(name: str, language: str) -> None:
    game, events = GAMES[name], random_game(name, 1)
    for i, state in enumerate(random_states(name, 1)):
        for viewer in viewers(game):
            picture = seen(game, state, viewer, events[:i], language)
            assert picture.ask
            assert len({cell.name for cell in picture.board.cells}) == len(picture.board.cells)


# Nothing is there that the viewer may not know


@every_secret
def test_worlds_that_differ_in_secrets_give_the_same_pictures(name: str) -> None:
    game, rng, compared = HIDDEN[name], Random(name), 0
    whole = [random_game(name, seed) for seed in range(4 if name in SMALL else 1)]
    for viewer in viewers(game):
        for events in whole + [events[: rng.randint(len(events) // 4, len(events))] for events in whole]:
            other = redraw(game, events, viewer, rng)
            log = observations(game, events, viewer)
            assert log == observations(game, other, viewer)
            compared += set(fold(game, events)) != set(fold(game, other))
            here, there = moments(game, events, viewer), moments(game, other, viewer)
            for told in here.keys() & there.keys():
                texts = {text(game, state, viewer, log[:told]) for _, state in here[told] + there[told]}
                assert len(texts) == 1
    assert compared


def text(game: AnyGame, state: Any, viewer: int | None, log: Sequence[Event[Any]]) -> bytes:
    return ENCODER.encode(seen(game, state, viewer, log, held=" ".join(map(str, CARDS))))


@pytest.mark.parametrize("name", [name for name in HIDDEN if name.startswith("xoxo")])
def test_values_orders_and_lines_are_on_the_own_cards_alone(name: str) -> None:
    game, orders = HIDDEN[name], Counter[str | None]()
    for state in sample(random_states(name, 0), 8, Random(name)):
        for viewer in viewers(game):
            picture = seen(game, state, viewer, held="red blue circle joy")
            for seat, shown in enumerate(picture.seats):
                assert is_a(shown, XoxoSeat)
                assert [goal.value for goal in shown.shown] == list(map(str, state.shown[seat]))
                assert all(goal.order is None for goal in shown.shown)
                values = [goal.value for goal in shown.cards]
                assert values == (list(map(str, state.hands[seat])) if seat == viewer else [None] * len(values))
                assert [goal.kind for goal in shown.cards] == [str(card.kind) for card in state.hands[seat]]
                if seat == viewer:
                    orders.update(goal.order for goal in shown.cards)
                else:
                    assert not any(goal.order or goal.line for goal in shown.cards)
    assert set(orders) <= {"show", "hold"}


@pytest.mark.parametrize("name", [name for name in HIDDEN if name in GAMES])
def test_hands_are_open_when_all_is_open_and_only_then(name: str) -> None:
    """Also where a full state is painted by mistake."""
    game, state = HIDDEN[name], random_states(name, 0)[-1]
    view = View(None, state, game.turn(state), ())
    describer = Describer(Words(), game, NAMES[: game.seats], 0)
    for all_open in (False, True):
        for seat, shown in enumerate(read(paint(describer, view, all_open=all_open)).seats):
            if is_a(shown, XoxoSeat):
                known = [goal.value for goal in shown.cards if goal.value]
                assert all(goal.order is None for goal in shown.cards) == (all_open or seat != 0 or not shown.cards)
            else:
                assert isinstance(shown, DjecoSeat)
                assert shown.held == len(state.hands[seat])
                known = [card.colour[0] + str(card.number or "") for card in shown.hand]
            assert known == (list(map(str, state.hands[seat])) if all_open or seat == 0 else [])


# XOXO

XOXO = rowdy.game("xoxo", seats=2)
FULL = lattice(nine("rcw bsw gts rsj ycj bhs rtg bhw gsg"))
"""The left column, and nothing else, shares something."""


def xoxo(board: str, hands: str = "blue,heart,joy/red,circle,wink", last: str = "c3") -> Any:
    """The first seat is to lay: on a full display one tile has been covered by then."""
    lying = sum(letter not in "./" for letter in board) // 3
    covered = ["rss"] if lying == 9 else []
    piles = f"12rtw/12yss/{24 - lying - len(covered)}bts"
    due = f"lay 1 {last}" if lying else "lay 1"
    return XOXO.parse_state(f"{board} {','.join(covered) or '-'} {piles} {hands} {due}")


def test_a_tile_is_named_with_what_can_be_done() -> None:
    picture = seen(XOXO, xoxo(FULL, last="b4"), 0)
    assert cell(picture, "c4") == BoardCell(
        "c4",
        "c4, blue square, winking; can be covered",
        TileLook("blue", "square", "wink"),
        idle_name="c4, blue square, winking",
        what="blue square, winking",
    )
    assert cell(picture, "b4").name == "b4, red circle, winking"
    assert picture.ask == "Your turn: cover a tile with one of the two"
    assert picture.then == "Now pick the tile to cover"
    watched = seen(XOXO, xoxo(FULL, last="b4"), 1)
    assert cell(watched, "c4").name == "c4, blue square, winking"
    assert watched.ask == "Waiting for Ann to cover a tile"


def test_the_display_floats_until_it_has_found_its_place() -> None:
    empty = seen(XOXO, xoxo(lattice({})), 0)
    assert (empty.board.columns, empty.board.rows) == (tuple("abcde"), tuple("54321"))
    assert marked(empty, "open") == {c + r for c in "abcde" for r in "12345"} - {"c3"}
    assert cell(empty, "c3").name == "c3, empty; a tile can go here"
    assert empty.ask == "Your turn: start in the middle with one of the two tiles"
    assert empty.then == "Now pick a square for it"
    two = seen(XOXO, xoxo(lattice({"c3": "rcw", "c4": "bsw"}), last="c4"), 0)
    assert (two.board.columns, two.board.rows) == (tuple("abcde"), tuple("5432"))
    assert marked(two, "open") == {c + r for c in "abde" for r in "5432"} | {"c2", "c5"}
    full = seen(XOXO, xoxo(FULL), 0)
    assert (full.board.columns, full.board.rows) == (tuple("bcd"), tuple("432"))
    assert marked(full, "open") == set()


def test_the_two_tiles_and_the_piles() -> None:
    picture = seen(XOXO, xoxo(FULL), 0)
    own, draw = picture.pieces
    assert own == Piece(
        "own",
        TileLook("red", "triangle", "wink"),
        "Your pile · 12",
        "Your pile, 12 tiles: red triangle, winking",
        can=True,
    )
    assert (draw.key, draw.label, draw.can) == ("draw", "Draw pile · 14", True)
    assert draw.name == "Draw pile, 14 tiles: blue triangle, surprised"
    assert picture.moves[0] == OfferedMove("own@b2", "own", target="b2")
    assert is_a(picture.beside, XoxoBeside)
    assert picture.beside.draw.label == "14 tiles"
    assert [piece.key for piece in seen(XOXO, xoxo(FULL), 1).pieces] == ["own", "draw"]
    assert seen(XOXO, xoxo(FULL), None).pieces == ()


def test_lines_of_tiles_that_share_something_and_the_cards_for_them() -> None:
    picture = seen(XOXO, xoxo(FULL, "red,heart,joy/blue,circle,wink"), 0, held="red")
    assert [(line.squares, line.features) for line in picture.lines] == [(("b2", "b3", "b4"), ("red",))]
    assert picture.lines[0].colour == "red"
    assert picture.lines[0].name == "b2, b3 and b4: red"
    mine, theirs = picture.seats
    assert is_a(mine, XoxoSeat)
    assert is_a(theirs, XoxoSeat)
    assert [(goal.value, goal.order, goal.line) for goal in mine.cards] == [
        ("red", "hold", True),
        ("heart", "show", False),
        ("joy", "show", False),
    ]
    assert mine.cards[0].name == "red; held back; in line"
    assert mine.cards[1].name == "heart; shown as soon as its line is complete"
    assert [goal.name for goal in theirs.cards] == [
        "colour card, face down",
        "shape card, face down",
        "face card, face down",
    ]
    assert theirs.name == "12 tiles; 3 cards held, 0 shown"


def test_an_answer_to_a_window_has_a_name() -> None:
    state = after(XOXO, xoxo(FULL, "red,heart,joy/blue,circle,wink"), "own@d2 1=ysw")
    picture = seen(XOXO, state, 0)
    assert picture.ask == "Cards can be shown now"
    assert picture.moves == (OfferedMove("!-", name="Show nothing"), OfferedMove("!red", name="Show red"))
    assert [(piece.key, piece.can) for piece in picture.pieces] == [("own", False), ("draw", False)]


# The flip games

RUBIK, XOXO2 = rowdy.game("rubik"), rowdy.game("xoxo2")


def test_a_stone_is_picked_on_the_board_and_dropped_beside_it() -> None:
    state = RUBIK.parse_state("..../.A../..../.... flip")
    picture = seen(RUBIK, state, 1)
    assert picture.ask == "Your turn: flip one of their stones"
    assert cell(picture, "b3").name == "b3, blue X; can be flipped"
    assert cell(picture, "b3").piece == StoneLook(0, "A", "x", "blue")
    assert cell(picture, "b4").name == "b4, empty; a stone can go here"
    assert cell(picture, "a4").name == "a4, empty"
    assert OfferedMove("b3-b4", source="b3", target="b4") in picture.moves
    assert seen(RUBIK, state, 0).ask == "Waiting for Ben to flip one of your stones"
    assert seen(RUBIK, state, None).ask == "Waiting for Ben to flip one of Ann\u2019s stones"


def test_a_stone_from_the_supply_shows_one_of_two_sides() -> None:
    state = XOXO2.parse_state("..../..B./..../.... place")
    picture = seen(XOXO2, state, 1)
    assert picture.ask == "Your turn: place a stone of your own"
    assert picture.pieces == (
        Piece("a", StoneLook(1, "a", "hexagon", "green"), "green", "green hexagon", True),
        Piece("b", StoneLook(1, "b", "hexagon", "red"), "red", "red hexagon", True),
    )
    assert picture.moves[0] == OfferedMove("a@a1", "a", target="a1")
    first, second = picture.seats
    assert isinstance(first, FlipSeat)
    assert isinstance(second, FlipSeat)
    assert (first.left, first.label, first.sign) == (7, "7 left", "star")
    assert first.name == "Star, green and red; 7 stones left"
    assert (second.left, [side.side for side in second.sides]) == (8, ["a", "b"])


def test_the_row_that_won_is_a_line() -> None:
    state = RUBIK.parse_state("AAA./ab../..../.... flip")
    assert isinstance(RUBIK.turn(state), Move), "d4 is empty, so the row is not enclosed"
    (row,) = seen(RUBIK, state, 0).lines
    assert (row.squares, row.enclosed, row.pending) == (("a4", "b4", "c4"), False, True)
    won = RUBIK.parse_state("AAAb/aba./B.../.... flip")
    picture = seen(RUBIK, won, 0)
    assert picture.ask == "The game is over"
    assert (picture.turn, picture.moves, picture.pieces) == (None, (), ())
    assert [(line.squares, line.owner, line.enclosed) for line in picture.lines] == [(("a4", "b4", "c4"), 0, True)]
    assert picture.lines[0].name == "a4, b4 and c4: blue X; enclosed"
    assert (picture.lines[0].colour, picture.lines[0].pending) == ("", False)
    assert marked(picture, "line") == {"a4", "b4", "c4"}


def test_rows_are_no_lines_where_something_else_ended_the_game() -> None:
    state = RUBIK.parse_state("AAA./ab../..../.... flip")
    view: View[Any, Any] = View(0, state, Over(Outcome((0,), "resigned")), ())
    assert paint(Describer(Words(), RUBIK, NAMES[:2], 0), view).lines == ()


def test_the_last_turn_is_marked() -> None:
    log = [
        Event(0, RUBIK.parse_action("A@b2")),
        Event(1, RUBIK.parse_action("b2-b3")),
        Event(1, RUBIK.parse_action("a@d1")),
    ]
    *_, state = fold(RUBIK, log)
    picture = seen(RUBIK, state, None, log)
    assert marked(picture, "last") == {"b3", "d1"}
    assert cell(picture, "b3").name == "b3, green X; last move"


def test_a_square_has_a_name_for_when_nothing_can_be_done_there() -> None:
    log = [Event(0, RUBIK.parse_action("A@b2"))]
    *_, state = fold(RUBIK, log)
    mover, other = seen(RUBIK, state, 1, log), seen(RUBIK, state, 0, log)
    assert cell(mover, "b2").name == "b2, blue X; can be flipped; last move"
    assert cell(mover, "b2").idle_name == cell(other, "b2").name == "b2, blue X; last move"
    assert cell(mover, "b3").idle_name == cell(other, "b3").name == "b3, empty"
    assert {cell.idle_name for cell in other.board.cells} == {""}


@pytest.mark.parametrize(("part", "due"), [("flip", [True, False]), ("place", [False, True])])
def test_the_steps_of_a_turn_are_due_for_who_is_to_move(part: str, due: list[bool]) -> None:
    state = RUBIK.parse_state(f"..../.A../..../.... {part}")
    steps = {viewer: seen(RUBIK, state, viewer).steps for viewer in (0, 1, None)}
    assert [step.label for step in steps[0]] == ["Flip theirs", "Place yours"]
    assert [step.due for step in steps[1]] == due
    assert not any(step.due for step in steps[0] + steps[None])
    assert seen(XOXO, xoxo(FULL), 0).steps == ()


# Djeco

DJECO, SOME = rowdy.game("djeco", edition="it"), rowdy.game("djeco", edition="sv")
TABLE = lattice({**nine("r7 b3 r2 b9 r3 b5"), "d2": "b1+r1"})


def test_a_hand_says_what_each_card_can_do() -> None:
    state = DJECO.parse_state(
        djeco(lattice(nine("r7 b3 r2 b9 r3 b5 r1 b1")), "r3,r6,b4,y,g/r8,r9,b2,b6,b8", "1", "1:0")
    )
    picture = seen(DJECO, state, 0)
    assert picture.ask == "You are red\N{NO-BREAK SPACE}✕: play a card"
    assert {piece.key: piece.hint for piece in picture.pieces} == {
        "r3": "Red 3: lay it on an empty square, or cover a 3",
        "r6": "Red 6: lay it on an empty square",
        "b4": "Blue 4: lay it on an empty square",
        "y": "Yellow: clear a stack",
        "g": "Green: clear a full line",
    }
    assert [piece.label for piece in picture.pieces] == ["3", "6", "4", "clear", "clear"]
    assert [piece.look.clears for piece in picture.pieces] == [None, None, None, "square", "line"]
    assert cell(picture, "c4").name == "c4, blue 3; can be covered or cleared"
    assert cell(picture, "d2").name == "d2, empty; a card can go here"
    assert OfferedMove("g@b2-d4", "g", squares=("b2", "c3", "d4"), name="Clear the line from b2 to d4") in picture.moves
    assert OfferedMove("y@b3", "y", target="b3") in picture.moves
    watched = seen(DJECO, state, 1)
    assert watched.ask == "Waiting for Ann to play a card"
    assert {piece.hint for piece in watched.pieces} == {""}


def test_on_an_empty_table_a_card_goes_in_the_middle_unless_the_field_is_fixed() -> None:
    state = djeco(lattice({}), "r3,y/b2,b4", "1")
    hints = [piece.hint for piece in seen(DJECO, DJECO.parse_state(state), 0).pieces]
    assert hints == ["Red 3: lay it in the middle", "Yellow: cannot be played now"]
    fixed = rowdy.game("djeco", rulings={"grid": "fixed"})
    assert seen(fixed, fixed.parse_state(state), 0).pieces[0].hint == "Red 3: lay it on an empty square"


def test_stacks_show_all_their_cards_and_may_be_taken_in_part() -> None:
    picture = seen(SOME, SOME.parse_state(djeco(TABLE, "y/b2", "1", "1:0")), 0)
    assert cell(picture, "d2").name == "d2, red 1, 2 high; can be cleared"
    assert cell(picture, "d2").piece == StackLook(CardLook("red", 1), 2, (CardLook("blue", 1), CardLook("red", 1)))
    assert [choice for choice in picture.moves if choice.target == "d2"] == [
        OfferedMove("y1@d2", "y", target="d2", name="Take the top card"),
        OfferedMove("y2@d2", "y", target="d2", name="Take the top 2 cards"),
    ]


def test_lines_of_one_colour_belong_to_its_seat() -> None:
    picture = seen(DJECO, DJECO.parse_state(djeco(TABLE, "r3/b2", "play 8 1", tokens="2:1")), 0)
    assert [(line.squares, line.owner) for line in picture.lines] == [(("d2", "c3", "b4"), 0)]
    assert (picture.lines[0].name, picture.lines[0].colour) == ("d2, c3 and b4: red", "red")
    mine, theirs = picture.seats
    assert isinstance(mine, DjecoSeat)
    assert isinstance(theirs, DjecoSeat)
    assert (mine.colour, mine.sign, mine.tokens, mine.target) == ("red", "cross", 2, 5)
    assert (mine.held, mine.hand) == (1, (CardLook("red", 3),))
    assert mine.name == "red, cross; 2 tokens of 5; one card: red 3"
    assert (theirs.colour, theirs.sign, theirs.held, theirs.hand) == ("blue", "ring", 1, ())
    assert theirs.name == "blue, ring; one token of 5; one card"


def test_what_lies_beside_the_table() -> None:
    state = DJECO.parse_state(f"{TABLE} r3/b2 r4,y 2:1 play 10 1")
    assert seen(DJECO, state, 0).beside == DjecoBeside(
        "deck 32",
        "deck 32; 21 tokens left; discard: red 4, yellow card",
        "to win: 5 tokens, 2 ahead",
        deck=32,
        left=21,
        discard=(CardLook("red", 4), CardLook("yellow", clears="square")),
        discard_label="discard 2",
    )


def test_who_cannot_play_is_told_so_and_nobody_else_before_the_pass() -> None:
    state = DJECO.parse_state(djeco(lattice({}), "y,g/r2,r3", "1"))
    picture = seen(DJECO, state, 0)
    assert picture.ask == "Your turn: you have no card to play, so pass"
    assert picture.moves == (OfferedMove("pass", name="Pass"),)
    assert [piece.hint for piece in picture.pieces] == ["Yellow: cannot be played now", "Green: cannot be played now"]
    assert seen(DJECO, state, 1).ask == "Waiting for Ann to play a card"
    passed = after(DJECO, state, "pass")
    assert seen(DJECO, passed, 1).ask == "Ann cannot play, so you play a card instead"
    assert seen(DJECO, passed, 0).ask == "You cannot play, so Ben plays a card instead"
    assert seen(DJECO, passed, None).ask == "Ann cannot play, so Ben plays a card instead"


def test_a_fixed_field_is_settled_from_the_start() -> None:
    game = rowdy.game("djeco", rulings={"grid": "fixed"})
    picture = seen(game, game.parse_state(djeco(lattice({}), "r7/b2", "play 0 1")), 0)
    assert (picture.board.columns, picture.board.rows) == (tuple("bcd"), tuple("432"))
    assert marked(picture, "open") == set()
    assert len(picture.moves) == 9


def test_names_with_signs_of_the_sentences_stay_as_they_are() -> None:
    describer = Describer(Words(), DJECO, ("{ $who }", "Ben"), 1)
    view = DJECO.view(DJECO.parse_state(djeco(TABLE, "r3/b2", "1", "1:0")), 1)
    assert paint(describer, view).ask == "Waiting for { $who } to play a card"
