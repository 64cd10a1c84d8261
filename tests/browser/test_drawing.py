"""What the server draws is what the page draws: both read the same data, and here both are asked for every piece."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import msgspec
import pytest

from rowdy.interfaces.catalog import interface_kit
from rowdy.interfaces.drawing import templates
from rowdy.interfaces.drawing.board import PITCH, ExtraMarks, Painter, draw_board
from rowdy.interfaces.drawing.examples import picture_of
from rowdy.interfaces.drawing.pieces import Look, draw_game, draw_goal, draw_piece, draw_sign
from rowdy.interfaces.examples import moments
from rowdy.interfaces.web.http.assets import Assets
from rowdy.interfaces.web.pictures.picture import CardLook, Goal, StackLook, StoneLook, TextLook, TileLook
from rowdy.interfaces.words import Words
from rowdy.rules.catalog import CATALOG, kit
from rowdy.rules.tiles import VALUES
from tests.browser.guests import Guest

DIFFERENT = """async ([base, asked]) => {
  const { drawPiece, drawGoal, drawSign } = await import(`${base}/js/drawing/pieces.js`);
  const { drawGame } = await import(`${base}/js/drawing/game-pictures.js`);
  const functions = { drawPiece, drawGoal, drawSign, drawGame };
  return asked.filter(([name, values, text]) => {
    const drawn = functions[name](...values);
    const told = new DOMParser().parseFromString(text, "text/html").body.firstChild;
    return !drawn.isEqualNode(told);
  });
}"""
TEXTURES = "(text) => document.getElementById('textures').isEqualNode(" + (
    "new DOMParser().parseFromString(text, 'text/html').body.firstChild)"
)

COLOURS, SHAPES, FACES = VALUES.values()
TILES = [TileLook(*values) for values in product(COLOURS, SHAPES, FACES)]
STONES = [
    StoneLook(0, "A", sign, colour)
    for sign in ("x", "o", "star", "hexagon")
    for colour in ("blue", "green", "yellow", "white", "red")
]
CARDS = [CardLook(colour, number) for colour in ("red", "blue") for number in (1, 7, 12)]
CLEARING = [CardLook("yellow", clears="square"), CardLook("green", clears="line")]
STACKS = [StackLook(card, height, (card,) * height) for card in CARDS for height in (1, 2, 3, 4, 9)]
TEXTS = [TextLook(text) for text in ("X", "ab", "long", "longer", "a word that is squeezed", "<&>")]
GOALS = [Goal(kind, "", "", value) for kind, values in VALUES.items() for value in (None, *values)]


def test_every_piece_is_drawn_once(ann: Guest) -> None:
    asked: list[tuple[str, Any, str]] = []
    looks: list[Look] = [*TILES, *STONES, *CARDS, *CLEARING, *STACKS, *TEXTS]
    for look in looks:
        asked.append(("drawPiece", [msgspec.to_builtins(look)], str(draw_piece(look))))
    for card, label in product(CLEARING, ("clear", "Wegräumen")):
        asked.append(("drawPiece", [msgspec.to_builtins(card), label], str(draw_piece(card, label))))
    asked += [("drawGoal", [msgspec.to_builtins(goal)], str(draw_goal(goal))) for goal in GOALS]
    asked += [("drawSign", [sign], str(draw_sign(sign))) for sign in ("cross", "ring", "star", "hexagon", "x", "o")]
    asked += [("drawGame", [game], str(draw_game(game))) for game in (*CATALOG, "chess")]
    ann.go("/")
    assert ann.page.evaluate(DIFFERENT, [f"/static/{Assets().version}", asked]) == []
    assert ann.page.evaluate(TEXTURES, str(templates.textures()))


# Boards

LAID_OUT = """async ([base, boards]) => {
  const { Grid } = await import(`${base}/js/board/grid.js`);
  const { LineLayer } = await import(`${base}/js/board/line-layer.js`);
  return boards.map(([kind, picture]) => {
    const [grid, lines, holder] = [new Grid(), new LineLayer(), document.createElement("div")];
    holder.className = "board-view";
    holder.style.width = "500px";
    holder.append(grid.element);
    grid.lattice.append(lines.element);
    document.querySelector("main").append(holder);
    grid.show(picture.board, kind);
    lines.show(picture, false);
    const { left, top, width } = grid.lattice.getBoundingClientRect();
    const pieces = [...grid.lattice.querySelectorAll(".square > .drawing")].map((drawing) => {
      const box = drawing.getBoundingClientRect();
      return [box.left - left, box.top - top, box.width, box.height].map((length) => length / width);
    });
    const strokes = [...lines.element.querySelectorAll("path")].map((path) => path.getAttribute("d"));
    lines.light(picture.lines.filter((line) => line.enclosed).map((line) => line.squares));
    const walls = [...lines.element.querySelectorAll(".lit")].map((ring) => ring.getAttribute("transform"));
    holder.remove();
    return { pieces, strokes, walls };
  });
}"""


def elements(element: templates.Element, wanted: str) -> Iterator[templates.Element]:
    """All elements of this class, or of a class that begins so."""
    if str(element.attributes.get("class", "")).startswith(wanted):
        yield element
    for child in element.children:
        if not isinstance(child, str):
            yield from elements(child, wanted)


def test_a_board_is_laid_out_as_on_the_page(ann: Guest) -> None:
    shown = []
    for game_id, name in (
        ("xoxo", "lines"),
        ("xoxo", "grow"),
        ("rubik", "both"),
        ("xoxo2", "aim"),
        ("djeco", "double"),
    ):
        game = kit(game_id).make_default()
        shown.append(picture_of(Words(), game, moments(game, interface_kit(game).examples[name])[-1]))
    ann.go("/replay")
    asked = [(one.seats[0].type, msgspec.to_builtins(one)) for one in shown]
    drawn = ann.page.evaluate(LAID_OUT, [f"/static/{Assets().version}", asked])
    for one, page in zip(shown, drawn, strict=True):
        board = draw_board(one, "")
        width = PITCH * len(one.board.columns) - Painter(one, ExtraMarks()).gap
        half = (PITCH * len(one.board.columns) - width) / 2
        boxes = [
            [float(piece.attributes[side]) - (half if side in "xy" else 0) for side in ("x", "y", "width", "height")]
            for piece in elements(board, "drawing")
        ]
        assert len(boxes) == len(page["pieces"]) > 2
        for mine, its in zip(boxes, page["pieces"], strict=True):
            assert [length / width for length in mine] == pytest.approx(its, abs=0.004)
        (lines,) = elements(board, "b-lines")
        strokes = [line.attributes["d"] for line in lines.children if not isinstance(line, str) and line.tag == "path"]
        assert strokes == page["strokes"]
        assert [wall.attributes["transform"] for wall in elements(lines, "b-wall")] == page["walls"]
    assert any(page["walls"] for page in drawn)
    assert all(page["strokes"] for page in (drawn[0], drawn[2], drawn[4]))
