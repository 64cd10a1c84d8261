"""The board of a picture as one SVG drawing; the page itself makes its board from buttons and style sheets.

The colours in it are those of the light theme; a page may override them by class, as it does at night. A test compares
the positions of things with the page's own board in a browser.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import atan2, degrees, hypot

import msgspec
from msgspec import Struct

from rowdy.interfaces.drawing.pieces import draw_piece
from rowdy.interfaces.drawing.templates import AttributeValue, Element, Values, colour_of, text, textures
from rowdy.interfaces.phrases import plain_text
from rowdy.interfaces.web.pictures.picture import Goal, Picture, Piece, StackLook, StoneLook, TextLook, TileLook
from rowdy.rules.geometry import Square

PITCH = 100
"""The distance between the centres of neighbouring squares, in units of the drawing."""
MARGIN = 40
"""The margin around the squares, for letters and numbers, in units of the drawing."""
SCALE = 0.5
"""The size at which a drawing is shown by default, in pixels for each unit."""
_PIECE_SIZES = {TileLook: (1.0, 1.0), TextLook: (1.0, 1.0), StoneLook: (0.76, 0.76), StackLook: (0.74, 0.88)}
"""The share of its square that a piece takes up, in width and height."""
_ACT: Values = {"stroke": "#7a4fd0", "stroke-width": 4}
"""The style of a square where the viewer can act."""


class CellShown(Struct, frozen=True):
    square: Square
    name: str
    piece: TileLook | StoneLook | StackLook | TextLook | None = None
    last: bool = False
    open: bool = False


class LineShown(Struct, frozen=True):
    squares: tuple[Square, ...]
    features: tuple[str, ...] = ()
    enclosed: bool = False
    colour: str = ""


class BoardShown(Struct, frozen=True):
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    cells: tuple[CellShown, ...]


class Offered(Struct, frozen=True):
    piece: str = ""
    source: Square = ""
    target: Square = ""
    squares: tuple[Square, ...] = ()


class SeatShown(Struct, frozen=True):
    type: str
    cards: tuple[Goal, ...] = ()
    shown: tuple[Goal, ...] = ()
    colour: str = ""
    sign: str = ""
    tokens: int = 0


class Shown(Struct, frozen=True):
    """The parts of a picture that are drawn."""

    board: BoardShown
    seats: tuple[SeatShown, ...] = ()
    pieces: tuple[Piece, ...] = ()
    lines: tuple[LineShown, ...] = ()
    moves: tuple[Offered, ...] = ()


@dataclass(frozen=True)
class ExtraMarks:
    """Marks in addition to those of the picture itself."""

    pick: str = ""
    """The piece or square that is picked; the squares where it can go are marked."""
    lines: tuple[tuple[Square, ...], ...] = ()
    notice: tuple[Square, ...] = ()


def read_picture(picture: Picture) -> Shown:
    """A picture with typed parts, most of which are encoded as JSON in it."""
    return msgspec.json.decode(msgspec.json.encode(picture, enc_hook=plain_text), type=Shown)


NO_EXTRA_MARKS = ExtraMarks()


def draw_board(shown: Shown, title: str, marks: ExtraMarks = NO_EXTRA_MARKS, alone: bool = True) -> Element:
    """The board as SVG; `title` describes it in words. With `alone` it is a complete file, with textures and font."""
    return Painter(shown, marks).draw(title, alone)


class Painter:
    """Lays a board out and draws it, layer by layer."""

    def __init__(self, shown: Shown, marks: ExtraMarks) -> None:
        self.board, self.marks = shown.board, marks
        self.lines = (*shown.lines, *(LineShown(squares) for squares in marks.lines))
        self.kind = shown.seats[0].type if shown.seats else ""
        offered = [move for move in shown.moves if marks.pick and marks.pick in (move.piece, move.source)]
        self.targets = {square for move in offered for square in (move.target, *move.squares)}
        side = max(len(self.board.columns), len(self.board.rows))
        self.gap = 8 / (1 + 0.08 / side)
        """The gap between two squares; on the page it is 8 % of the board's width, divided by the number of squares."""
        self.size = PITCH - self.gap

    def draw(self, title: str, alone: bool) -> Element:
        width, height = (len(labels) * PITCH + 2 * MARGIN for labels in (self.board.columns, self.board.rows))
        attributes: dict[str, AttributeValue] = {
            "class": "board-drawing",
            "viewBox": f"0 0 {width} {height}",
            "width": width * SCALE,
            "height": height * SCALE,
            "role": "img",
        }
        before: tuple[Element, ...] = ()
        if not alone:
            attributes["aria-label"] = title
        else:
            attributes |= {"xmlns": "http://www.w3.org/2000/svg", "font-family": "ui-rounded, system-ui, sans-serif"}
            before = (Element("title", {}, (title,)), Element("defs", {}, textures().children))
        felt = Element("rect", {"class": "b-felt", "fill": "#efe7da", "width": width, "height": height, "rx": 36})
        inside = Element("g", {"transform": f"translate({MARGIN} {MARGIN})"}, tuple(self._layers()))
        return Element("svg", attributes, (*before, felt, *self._labels(), inside))

    def _labels(self) -> Iterator[Element]:
        look: Values = {"class": "b-label", "fill": "#6b6276", "font-size": 28, "text-anchor": "middle"}
        bottom = MARGIN + len(self.board.rows) * PITCH
        for i, column in enumerate(self.board.columns):
            yield Element("text", {**look, "x": MARGIN + (i + 0.5) * PITCH, "y": bottom + 28}, (column,))
        for i, row in enumerate(self.board.rows):
            yield Element("text", {**look, "x": 21, "y": MARGIN + (i + 0.5) * PITCH + 10}, (row,))

    def _layers(self) -> Iterator[Element]:
        places = [(cell, *self._corner(i)) for i, cell in enumerate(self.board.cells)]
        for cell, x, y in places:
            yield from self._ground(cell, x, y)
        walls = [self._wall(line) for line in self.lines if line.enclosed]
        yield Element("g", {"class": "b-lines"}, (*walls, *map(self._stroke, self.lines)))
        for cell, x, y in places:
            if cell.piece:
                yield self._piece(cell.piece, x, y)
        if self.kind == "xoxo":
            yield from map(self._circle, self.lines)
        for cell, x, y in places:
            yield from self._rings(cell, x, y)

    # Squares

    def _corner(self, i: int) -> tuple[float, float]:
        """The upper left corner of a square."""
        row, column = divmod(i, len(self.board.columns))
        return column * PITCH + self.gap / 2, row * PITCH + self.gap / 2

    def _box(self, x: float, y: float, beyond: float = 0) -> dict[str, AttributeValue]:
        """The outline of a piece on a square, enlarged by `beyond`."""
        wide, high = (0.13, 0.06) if self.kind == "djeco" else (0, 0)
        dx, dy = wide * self.size - beyond, high * self.size - beyond
        box = {"x": x + dx, "y": y + dy, "width": self.size - 2 * dx, "height": self.size - 2 * dy}
        return {**{name: round(value, 3) for name, value in box.items()}, "rx": round(2 * self.gap + beyond, 3)}

    def _ground(self, cell: CellShown, x: float, y: float) -> Iterator[Element]:
        box = self._box(x, y)
        if self.kind == "flip":
            yield Element("rect", {"class": "b-ground", "fill": "#fffdf9", **box})
        if cell.piece:
            return
        if cell.square in self.targets:
            yield Element("rect", {"class": "b-target", "fill": "#f3edff", **_ACT, "stroke-dasharray": "9 7", **box})
        elif self.kind != "flip":
            dashes = "3 6" if cell.open else "9 7"
            faint: Values = {"fill": "none", "stroke": "#cfc4b3", "stroke-width": 4, "stroke-dasharray": dashes}
            yield Element("rect", {"class": "b-empty", **faint, **box})

    def _rings(self, cell: CellShown, x: float, y: float) -> Iterator[Element]:
        box = self._box(x, y, beyond=0 if self.kind == "flip" else 4)
        if cell.square in self.marks.notice:
            yield Element("rect", {"class": "b-notice", "fill": "none", "stroke": "#2b2533", "stroke-width": 6, **box})
        elif cell.square in self.targets and cell.piece:
            yield Element("rect", {"class": "b-act", "fill": "none", **_ACT, "stroke-dasharray": "9 7", **box})
        elif cell.piece and (cell.last or cell.square == self.marks.pick):
            yield Element("rect", {"class": "b-act", "fill": "none", **_ACT, "stroke-width": 6, **box})

    def _piece(self, look: TileLook | StoneLook | StackLook | TextLook, x: float, y: float) -> Element:
        drawn = draw_piece(look)
        wide, high = _PIECE_SIZES[type(look)]
        width, height = wide * self.size, high * self.size
        place = {"x": x + (self.size - width) / 2, "y": y + (self.size - height) / 2, "width": width, "height": height}
        attributes = {**drawn.attributes, **{name: round(value, 3) for name, value in place.items()}}
        return replace(drawn, attributes={**attributes, "overflow": "visible"})

    # Lines, as static/js/board/line-layer.js draws them

    def _centre(self, square: Square) -> tuple[float, float]:
        i = next(i for i, cell in enumerate(self.board.cells) if cell.square == square)
        row, column = divmod(i, len(self.board.columns))
        return (column + 0.5) * PITCH, (row + 0.5) * PITCH

    def _stroke(self, line: LineShown) -> Element:
        (x, y), (u, v) = self._centre(line.squares[0]), self._centre(line.squares[-1])
        colour = colour_of(line.colour).fill if line.colour else "#6b6276"
        look: Values = {"fill": "none", "stroke": colour, "stroke-width": 12, "stroke-linecap": "round"}
        return Element("path", {"d": f"M{text(x)} {text(y)}L{text(u)} {text(v)}", **look})

    def _wall(self, line: LineShown) -> Element:
        look: Values = {"fill": "#2b2533", "fill-opacity": 0.1, "stroke": "#6b6276", "stroke-width": 2.5}
        return Element("rect", {"class": "b-wall", **look, **self._around(line, 0.88)})

    def _circle(self, line: LineShown) -> Element:
        """A ring around the pieces of a line, for pieces so close that a line between them would hardly be seen."""
        look: Values = {"fill": "none", "stroke": "#2b2533", "stroke-width": 4}
        return Element("rect", {"class": "b-circle", **look, **self._around(line, 0.8)})

    def _around(self, line: LineShown, share: float) -> Values:
        """A box with round ends around a line; its thickness is a share of a square."""
        (x, y), (u, v) = self._centre(line.squares[0]), self._centre(line.squares[-1])
        length, thick = hypot(u - x, v - y) + PITCH * share, PITCH * share
        turn = f"rotate({text(degrees(atan2(v - y, u - x)))} {text((x + u) / 2)} {text((y + v) / 2)})"
        box: Values = {"x": (x + u - length) / 2, "y": (y + v - thick) / 2, "width": length, "height": thick}
        return {**box, "rx": thick / 2, "transform": turn}
