"""A whole position as one drawing: the board, and below it a line for each seat with its cards, stones or tokens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from rowdy.interfaces.audience import Audience
from rowdy.interfaces.catalog import interface_kit
from rowdy.interfaces.drawing.board import MARGIN, PITCH, SCALE, draw_board, read_picture
from rowdy.interfaces.drawing.pieces import draw_goal, draw_piece, draw_sign
from rowdy.interfaces.drawing.templates import Element, Values, colour_of, text
from rowdy.interfaces.phrases import plain_text
from rowdy.interfaces.web.pictures.picture import CardLook, Goal, Picture, StoneLook, TileLook
from rowdy.rules.game import Event, View

ROW = 76
"""The height of a line below the board, in units of the drawing."""
PIECE = 60
"""The height of a piece in such a line."""
NAMED = 190
"""The width for the name at the beginning of such a line."""
MAX_NAME = 13
"""The letters of a name that fit there; longer names are cut."""


class PileShown(Struct, frozen=True):
    size: int
    top: TileLook | None = None


class Holder(Struct, frozen=True):
    """The parts of one seat that are drawn; each game has some of them."""

    name: str = ""
    pile: PileShown | None = None
    cards: tuple[Goal, ...] = ()
    shown: tuple[Goal, ...] = ()
    sides: tuple[StoneLook, ...] = ()
    left: int = 0
    colour: str = ""
    sign: str = ""
    tokens: int = 0
    target: int = 0
    held: int = 0
    hand: tuple[CardLook, ...] = ()


class BesideBoard(Struct, frozen=True):
    draw: PileShown | None = None
    lines: tuple[str, ...] = ()


class AroundBoard(Struct, frozen=True):
    """What lies around the board of a picture."""

    seats: tuple[Holder, ...] = ()
    turn: int | None = None
    beside: BesideBoard | None = None


@dataclass(frozen=True)
class RowItem:
    """A drawing in a line, with its width relative to its height, or a text."""

    drawn: Element | str
    width: float = 1.0
    faded: bool = False


class LabelledRow(NamedTuple):
    """A line below the board."""

    name: str
    items: list[RowItem]
    due: bool = False
    """True if the seat is to move."""


def draw_position(
    audience: Audience, view: View[Any, Any], last: Sequence[Event[Any]], all_open: bool, title: str
) -> Element:
    """A view as a complete SVG file, with the moves of the last turn marked; `title` describes it."""
    picture = interface_kit(audience.game).paint(audience, view, last, frozenset(), all_open)
    shown, around = read_picture(picture), _around(picture)
    board = draw_board(shown, title)
    board_width, board_height = (len(labels) * PITCH + 2 * MARGIN for labels in (shown.board.columns, shown.board.rows))
    rows = [*_seat_rows(audience, around), *_other_rows(audience, around)]
    width = max([board_width, *(_width(row.items) for row in rows)])
    height = board_height + len(rows) * ROW + (16 if rows else 0)
    (title_element, textures, *layers) = board.children
    paper = Element("rect", {"class": "b-paper", "fill": "#fbf7f0", "width": width, "height": height, "rx": 36})
    centred = Element("g", {"transform": f"translate({text((width - board_width) / 2)} 0)"}, tuple(layers))
    lines = [_draw_row(row, board_height + i * ROW + ROW / 2 + 8) for i, row in enumerate(rows)]
    size: Values = {"viewBox": f"0 0 {text(width)} {height}", "width": width * SCALE, "height": height * SCALE}
    attributes = {**board.attributes, **size}
    return replace(board, attributes=attributes, children=(title_element, textures, paper, centred, *lines))


def _around(picture: Picture) -> AroundBoard:
    return msgspec.json.decode(msgspec.json.encode(picture, enc_hook=plain_text), type=AroundBoard)


def _seat_rows(audience: Audience, around: AroundBoard) -> Iterator[LabelledRow]:
    for seat, holder in enumerate(around.seats):
        items = list(_items(holder))
        if items:
            yield LabelledRow(audience.names[seat], items, around.turn == seat)


def _other_rows(audience: Audience, around: AroundBoard) -> Iterator[LabelledRow]:
    beside = around.beside or BesideBoard()
    if beside.draw:
        yield LabelledRow(audience.words("picture-draw-pile"), list(_pile(beside.draw)))
    for line in beside.lines:
        yield LabelledRow(line, [])


def _items(holder: Holder) -> Iterator[RowItem]:
    if holder.pile:
        yield from _pile(holder.pile)
    yield from (RowItem(draw_goal(goal), 0.78) for goal in holder.cards)
    yield from (RowItem(draw_goal(goal), 0.78, faded=True) for goal in holder.shown)
    if holder.sides:
        yield from (RowItem(draw_piece(side)) for side in holder.sides)
        yield RowItem(f"× {holder.left}")
    if holder.target:
        sign = replace(draw_sign(holder.sign), attributes={**draw_sign(holder.sign).attributes, **_ink(holder.colour)})
        yield RowItem(sign, 0.8)
        yield RowItem(f"{holder.tokens}/{holder.target}")
    yield from (RowItem(draw_piece(card), 0.84) for card in holder.hand)
    yield from (
        RowItem(draw_piece(CardLook("none", 0)), 0.84, faded=True) for _ in range(0 if holder.hand else holder.held)
    )


def _ink(colour: str) -> Values:
    return {"color": colour_of(colour).fill}


def _pile(pile: PileShown) -> Iterator[RowItem]:
    if pile.top:
        yield RowItem(draw_piece(pile.top))
    yield RowItem(f"× {pile.size}")


def _width(items: Sequence[RowItem]) -> float:
    """The width that a line with these items needs."""
    return round(2 * MARGIN + NAMED + sum(map(_item_width, items)))


def _item_width(item: RowItem) -> float:
    return 15 * len(item.drawn) + 18 if isinstance(item.drawn, str) else item.width * PIECE + 6


def _draw_row(row: LabelledRow, middle: float) -> Element:
    look: Values = {"class": "b-label", "fill": "#2b2533", "font-size": 26, "y": middle + 9}
    name = row.name if len(row.name) <= MAX_NAME or not row.items else f"{row.name[: MAX_NAME - 1]}…"
    placed = [Element("text", {**look, "x": MARGIN}, (name,))]
    if row.due:
        placed.append(Element("text", {**look, "x": MARGIN - 24}, ("▸",)))
    x = float(MARGIN + NAMED)
    for item in row.items:
        if isinstance(item.drawn, str):
            placed.append(Element("text", {**look, "x": round(x + 4, 3)}, (item.drawn,)))
        else:
            place: Values = {"x": round(x, 3), "y": round(middle - PIECE / 2, 3), "height": PIECE}
            faded: Values = {"opacity": 0.45} if item.faded else {}
            attributes = {**item.drawn.attributes, **place, "width": round(item.width * PIECE, 3), **faded}
            placed.append(replace(item.drawn, attributes=attributes))
        x += _item_width(item)
    return Element("g", {}, tuple(placed))
