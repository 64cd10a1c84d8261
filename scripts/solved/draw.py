"""Boards, stones and words as SVG. Stones differ by shape, texture and letter, so that nothing rests on hue."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from math import cos, pi, sin

from rowdy.rules.geometry import Grid

PAPER, FELT, TILE, INK, QUIET, VIOLET = "#fbf7f0", "#efe7da", "#fffdf8", "#2b2533", "#6b6276", "#7a4fd0"
RED, BLUE, GREEN, YELLOW, WHITE = "#c8452f", "#1f6fb2", "#18805c", "#f2c230", "#ffffff"
FONT = "ui-rounded, Nunito, 'Noto Sans', system-ui, sans-serif"
WIDTH = 880
GRID = Grid(4, 4, 3)
Look = dict[str, str | float]
SQUARES = tuple(f"{column}{row}" for row in (4, 3, 2, 1) for column in "abcd")
"""In the order in which a position's text has them."""


def element(tag: str, within: str = "", /, **attributes: str | float) -> str:
    """An SVG element: `element("circle", r=3, stroke_width=1)`."""
    texts = {name: value if isinstance(value, str) else f"{round(value, 2):g}" for name, value in attributes.items()}
    given = "".join(f' {name.replace("_", "-")}="{value}"' for name, value in texts.items())
    return f"<{tag}{given}>{within}</{tag}>" if within else f"<{tag}{given}/>"


def box(x: float, y: float, width: float, height: float, *fills: str, rx: float = 0) -> str:
    """A rectangle, painted with each of these one over the other."""
    return "".join(element("rect", x=x, y=y, width=width, height=height, rx=rx, fill=fill) for fill in fills)


def stroke(path: str, colour: str, width: float, **more: str | float) -> str:
    """A line with round ends."""
    look: Look = {"stroke_linecap": "round", "stroke_linejoin": "round", **more}
    return element("path", d=path, fill="none", stroke=colour, stroke_width=width, **look)


def text(x: float, y: float, words: str, size: float = 14, colour: str = INK, **more: str | float) -> str:
    """Words, centred unless told otherwise: `text(8, 20, "all", text_anchor="start")`."""
    look: Look = {"text_anchor": "middle", **more}
    return element("text", escape(words), x=x, y=y, font_size=size, fill=colour, **look)


def picture(height: float, title: str, about: str, parts: Iterable[str], games: Iterable[str] = ()) -> str:
    """A whole picture on paper of its own, so that it reads on a light page and on a dark one."""
    symbols = [
        element("symbol", drawn, id=f"{game}-{stone}", viewBox="-10 -10 20 20")
        for game in games
        for stone, drawn in STONES[game].items()
    ]
    lines = [
        element("title", escape(title), id="title"),
        element("desc", escape(about), id="about"),
        element("defs", "".join([*_TEXTURES, _TIP, *symbols])),
        box(0, 0, WIDTH, height, PAPER, rx=18),
        *parts,
    ]
    size = f'viewBox="0 0 {WIDTH} {height:g}" width="{WIDTH}" height="{height:g}"'
    opened = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-labelledby="title about"'
    return "\n".join([f'{opened} font-family="{FONT}">', *lines, "</svg>\n"])


# Stones, each on a field from -10 to 10


def points(corners: int, outer: float, inner: float | None = None) -> str:
    """A polygon with so many corners, or a star if it has an inner radius, one point up."""
    radii = [outer] if inner is None else [outer, inner]
    steps = corners * len(radii)
    places = [(radii[i % len(radii)], 2 * pi * i / steps - pi / 2) for i in range(steps)]
    return " ".join(f"{radius * cos(angle):.2f},{radius * sin(angle):.2f}" for radius, angle in places)


def _round(fill: str, texture: str, mark: str) -> str:
    edge = element("circle", r=9, fill=fill, stroke=INK, stroke_opacity=0.35, stroke_width=0.4)
    return edge + texture + mark


def _shape(corners: str, *fills: str) -> str:
    look: Look = {"stroke": fills[0], "stroke_width": 1.6, "stroke_linejoin": "round"}
    return element("polygon", points=corners, fill=fills[0], **look) + "".join(
        element("polygon", points=corners, fill=fill) for fill in fills[1:]
    )


DOTS, STRIPES, LATTICE = "url(#dots)", "url(#stripes)", "url(#lattice)"
_CROSS = stroke("M-3.8 -3.8 3.8 3.8M3.8 -3.8 -3.8 3.8", TILE, 2.3)
_RING = element("circle", r=3.6, fill="none", stroke=INK, stroke_width=2)
_DASHES = element("circle", r=7, fill="none", stroke=INK, stroke_width=0.8, stroke_dasharray="1.5 1.25")
_STAR, _HEXAGON = points(5, 10, 4.9), points(6, 9.2)
STONES = {
    "rubik": {
        "A": _round(BLUE, element("circle", r=9, fill=DOTS), _CROSS),
        "B": _round(GREEN, element("circle", r=9, fill=STRIPES), _CROSS),
        "a": _round(YELLOW, element("circle", r=9, fill=LATTICE), _RING),
        "b": _round(WHITE, _DASHES, _RING),
    },
    "xoxo2": {
        "A": _shape(_STAR, GREEN, STRIPES),
        "B": _shape(_STAR, RED),
        "a": _shape(_HEXAGON, GREEN, STRIPES),
        "b": _shape(_HEXAGON, RED),
    },
}


def _pattern(name: str, size: float, drawn: str, turned: int = 0) -> str:
    look: Look = {
        "width": size,
        "height": size,
        "patternUnits": "userSpaceOnUse",
        "patternTransform": f"rotate({turned})",
    }
    return element("pattern", drawn, id=name, **look)


_TEXTURES = (
    _pattern("dots", 3.6, element("circle", cx=1.8, cy=1.8, r=0.5, fill=WHITE, fill_opacity=0.55)),
    _pattern("stripes", 3, element("rect", width=1, height=3, fill=WHITE, fill_opacity=0.38), -45),
    _pattern("lattice", 3.6, element("path", d="M0 0H3.6M0 0V3.6", stroke=INK, stroke_opacity=0.3, stroke_width=0.7)),
)
_TIP = element(
    "marker",
    stroke("M1 1 7 4 1 7", VIOLET, 1.8),
    id="tip",
    viewBox="0 0 8 8",
    refX=6,
    refY=4,
    markerWidth=4,
    markerHeight=4,
    orient="auto",
)


class Board:
    """A board of 4×4 squares at a place, its squares so wide."""

    def __init__(self, x: float, y: float, square: float, game: str) -> None:
        self.x, self.y, self.square, self.game = x, y, square, game
        self.gap = square * 0.1
        self.size = 4 * square + 5 * self.gap
        self.middle = x + self.size / 2

    def corner(self, name: str) -> tuple[float, float]:
        """The upper left corner of a square."""
        column, row = GRID.places[GRID.index[name]]
        step = self.square + self.gap
        return self.x + self.gap + column * step, self.y + self.gap + (3 - row) * step

    def centre(self, name: str) -> tuple[float, float]:
        x, y = self.corner(name)
        return x + self.square / 2, y + self.square / 2

    def felt(self, fills: Mapping[str, str] | None = None) -> str:
        """The empty board; its squares are light unless told otherwise."""
        radius = self.square * 0.18
        parts = [box(self.x, self.y, self.size, self.size, FELT, rx=radius * 1.6)]
        for name in SQUARES:
            parts.append(box(*self.corner(name), self.square, self.square, (fills or {}).get(name, TILE), rx=radius))
        return "".join(parts)

    def coordinates(self) -> str:
        """Letters below the columns and numbers beside the rows."""
        size = max(11, self.square * 0.26)
        below = [(self.centre(f"{name}1")[0], self.y + self.size + size * 1.15, name) for name in "abcd"]
        beside = [(self.x - size * 0.6, self.centre(f"a{name}")[1] + size * 0.35, name) for name in "1234"]
        return "".join(text(x, y, name, size, QUIET) for x, y, name in below + beside)

    def stone(self, stone: str, name: str, faint: bool = False) -> str:
        """A stone with a badge that bears its letter; faint if it is yet to come."""
        (x, y), wide = self.corner(name), self.square * 0.84
        edge, opacity = (self.square - wide) / 2, 0.35 if faint else 1
        href = f"#{self.game}-{stone}"
        drawn = element("use", href=href, x=x + edge, y=y + edge, width=wide, height=wide, opacity=opacity)
        return drawn if faint else drawn + self._badge(stone, x + self.square * 0.81, y + self.square * 0.81)

    def _badge(self, letter: str, x: float, y: float) -> str:
        size = self.square * 0.15
        under = element("circle", cx=x, cy=y, r=size, fill=TILE)
        return under + text(x, y + size * 0.62, letter, size * 1.75, font_weight=700)

    def stones(self, position: str) -> str:
        cells = zip(SQUARES, position.split()[0].replace("/", ""), strict=True)
        return "".join(self.stone(cell, name) for name, cell in cells if cell != ".")

    def ring(self, name: str) -> str:
        """Marks a stone just placed."""
        (x, y), width = self.corner(name), max(2, self.square * 0.055)
        look: Look = {"rx": self.square * 0.18, "fill": "none", "stroke": VIOLET, "stroke_width": width}
        return element("rect", x=x, y=y, width=self.square, height=self.square, **look)

    def arrow(self, source: str, target: str, start: float) -> str:
        """Shows a flip, from this part of the way on."""
        (x1, y1), (x2, y2) = self.centre(source), self.centre(target)
        (a, b), (c, d) = ((x1 + (x2 - x1) * part, y1 + (y2 - y1) * part) for part in (start, 0.62))
        width = max(2.2, self.square * 0.07)
        return stroke(f"M{a:.1f} {b:.1f}L{c:.1f} {d:.1f}", VIOLET, width, marker_end="url(#tip)")

    def turn(self, turn: str) -> str:
        """Marks a turn just made: an arrow for the flip, a ring round the stone placed."""
        parts = []
        for action in turn.split():
            source, is_flip, target = action.partition("-")
            start = 0.36 if f"@{source}" in turn else 0.1
            parts.append(self.arrow(source, target, start) if is_flip else self.ring(action[-2:]))
        return "".join(parts)

    def plan(self, turn: str) -> str:
        """Shows a turn yet to be made: the flip, and faintly the stone to be placed."""
        flip, _, place = turn.partition(" ")
        stone, _, square = place.partition("@")
        source, _, target = flip.partition("-")
        return self.arrow(source, target, 0.36) + self.stone(stone, square, faint=True) + self.ring(square)

    def row(self, squares: Sequence[str]) -> str:
        """A line drawn through the stones of a finished row."""
        (x1, y1), (x2, y2) = self.centre(squares[0]), self.centre(squares[-1])
        return stroke(f"M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}", INK, self.square * 0.12, stroke_opacity=0.55)
