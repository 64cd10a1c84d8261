"""The language of the drawings' data: parts made of shapes, of other parts, and of `$names` to be filled in.

A node is `[tag, attributes, …children]`. `["@name", values]` inserts the part of that name, with these values added to
those already known; it inserts nothing if there is no such part. `["+tag", attributes]` is a shape filled with the
current `$colour` and its texture. An attribute whose `$name` is not known is left out.
`static/js/drawing/templates.js` does the same for the page, and a test compares their drawings.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any, TypeAlias
from xml.sax.saxutils import escape, quoteattr

import msgspec
from msgspec import Struct

AttributeValue: TypeAlias = str | int | float
Values: TypeAlias = Mapping[str, AttributeValue]
Node: TypeAlias = Sequence[Any]
"""A tag, attributes, and children, which are nodes or texts; JSON gives them no better type."""

_NAME = re.compile(r"\$([a-z]+)")


class Paint(Struct, frozen=True):
    fill: str
    mark: str
    """The colour of marks that are drawn on top."""
    texture: str = ""
    """The texture of the colour; each has its own, so that nothing depends on hue alone."""


class Data(Struct, frozen=True):
    drawings: dict[str, list[str]]
    """For each part that is a complete drawing, its class, and its view box if that is not a square of 100."""
    parts: dict[str, list[Any]]
    ink: str = ""
    colours: dict[str, Paint] = {}
    textures: list[Any] = []


@dataclass(frozen=True)
class Element:
    """An element of SVG; `str` gives its text."""

    tag: str
    attributes: Values
    children: tuple[Element | str, ...] = field(default=())

    def __str__(self) -> str:
        attributes = "".join(f" {name}={quoteattr(text(value))}" for name, value in self.attributes.items())
        inside = "".join(escape(child) if isinstance(child, str) else str(child) for child in self.children)
        return f"<{self.tag}{attributes}>{inside}</{self.tag}>" if inside else f"<{self.tag}{attributes}/>"


def text(value: AttributeValue) -> str:
    """The text of a value in an attribute; integers have no decimal point."""
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


@cache
def data() -> Data:
    """All drawings. Pieces and games are in separate files, as most pages need only the pieces."""
    pieces, games = (
        msgspec.json.decode(files("rowdy.interfaces.drawing").joinpath(name).read_bytes(), type=Data)
        for name in ("pieces.json", "games.json")
    )
    return Data(
        pieces.drawings | games.drawings, pieces.parts | games.parts, pieces.ink, pieces.colours, pieces.textures
    )


def colour_of(name: str) -> Paint:
    colours = data().colours
    return colours.get(name) or colours["none"]


def draw(name: str, **values: AttributeValue) -> Element:
    """A drawing that is silent for screen readers; its surroundings have the text."""
    kind, *box = data().drawings[name]
    attributes = {
        "class": f"drawing d-{kind}",
        "viewBox": box[0] if box else "0 0 100 100",
        "aria-hidden": "true",
        "focusable": "false",
    }
    return Element("svg", attributes, tuple(part(name, values)))


def part(name: str, values: Values) -> Iterator[Element]:
    """The elements of a part."""
    for node in data().parts.get(name, ()):
        yield from _expand(node, values)


def textures() -> Element:
    """The textures to which drawings refer by name; a page or file includes them once."""
    patterns = [element for node in data().textures for element in _expand(node, {})]
    hidden: Values = {"id": "textures", "width": 0, "height": 0, "class": "textures", "aria-hidden": "true"}
    return Element("svg", hidden, tuple(patterns))


def _expand(node: Node, values: Values) -> Iterator[Element]:
    tag, attributes, children = node[0], node[1] if len(node) > 1 else {}, node[2:]
    given = {name: value for name, value in ((n, _fill(v, values)) for n, v in attributes.items()) if value is not None}
    if tag.startswith("@"):
        yield from part(str(_fill(tag[1:], values)), {**values, **given})
    elif tag.startswith("+"):
        yield from _filled(tag[1:], given, colour_of(str(values.get("colour"))))
    else:
        yield Element(tag, given, tuple(_children(children, values)))


def _children(children: Sequence[Any], values: Values) -> Iterator[Element | str]:
    for child in children:
        if isinstance(child, str):
            yield text(_fill(child, values) or "")
        else:
            yield from _expand(child, values)


def _filled(tag: str, form: Values, colour: Paint) -> Iterator[Element]:
    yield Element(tag, {**form, "fill": colour.fill})
    if colour.texture:
        yield Element(tag, {**form, "fill": f"url(#texture-{colour.texture})"})


def _fill(value: AttributeValue, values: Values) -> AttributeValue | None:
    """A value with its `$names` filled in; `None` if it is a name that is not known."""
    if not isinstance(value, str) or "$" not in value:
        return value
    if value[1:].isalpha() and value.startswith("$"):
        return _known(value[1:], values)
    return _NAME.sub(lambda name: text(_known(name[1], values) or 0), value)


def _known(name: str, values: Values) -> AttributeValue | None:
    """The value of a name, or `None`; the colour of marks follows from the colour they are drawn on."""
    if name == "mark" and "mark" not in values:
        return colour_of(str(values.get("colour"))).mark
    return values.get(name)
