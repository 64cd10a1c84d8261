"""What the server draws is what the page draws: both read the same data, and here both are asked for every piece."""

from __future__ import annotations

from itertools import product
from typing import Any

import msgspec

from rowdy.interfaces.drawing import templates
from rowdy.interfaces.drawing.pieces import Look, draw_game, draw_goal, draw_piece, draw_sign
from rowdy.interfaces.web.http.assets import Assets
from rowdy.interfaces.web.pictures.picture import CardLook, Goal, StackLook, StoneLook, TextLook, TileLook
from rowdy.rules.catalog import CATALOG
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
