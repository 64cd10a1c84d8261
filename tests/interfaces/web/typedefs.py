"""The page's types, made from the server's messages: `python -m tests.interfaces.web.typedefs` writes them anew."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import NODEFAULT, Struct
from msgspec.inspect import StructType, type_info

import rowdy
from rowdy.interfaces.web import bodies, menu, messages, picture, replays
from rowdy.play.commands import Command

PATH = Path(rowdy.__file__).parent / "interfaces/web/static/js/types.js"
HEAD = """\
// What the server says and understands, as types; made from its messages by tests/interfaces/web/typedefs.py.
// @ts-check
export {};
"""
NAMES: dict[type, str] = {messages.Line: "LogLine"}
"""Of two messages with one name."""
PLAIN: dict[object, str] = {
    str: "string",
    int: "number",
    float: "number",
    bool: "boolean",
    type(None): "null",
    msgspec.Raw: "TableView",
}
OUT = get_args(messages.Out)
IN = get_args(messages.Request)
UNIONS = {
    "Look": (picture.Tile, picture.Stone, picture.Card, picture.Stack),
    "Shown": get_args(picture.Shown),
    "Beside": get_args(picture.Beside),
    "Message": OUT,
    "Request": IN,
}
ANSWERS = (menu.Offer, bodies.TableOpened, bodies.KeyGiven, replays.Replay)
ROOTS = (*OUT, messages.TableView, *IN, bodies.TableWanted, *ANSWERS)


def name_of(struct: type) -> str:
    if issubclass(struct, Command):
        return f"{struct.__name__}Command"
    return NAMES.get(struct, struct.__name__)


def written(hint: Any) -> str:
    """A Python type as TypeScript writes it."""
    origin, args = get_origin(hint), get_args(hint)
    if hint in PLAIN:
        return PLAIN[hint]
    if isinstance(hint, type) and issubclass(hint, Struct):
        return name_of(hint)
    if origin is Annotated:
        return written(args[0])
    if origin in (Union, UnionType):
        return " | ".join(map(written, args))
    if origin is Literal:
        return " | ".join(f'"{value}"' for value in args)
    if origin is dict:
        return f"Record<string, {written(args[1])}>"
    assert origin is tuple, hint
    if args[-1] is not Ellipsis:
        return f"[{', '.join(map(written, args))}]"
    item = written(args[0])
    return f"({item})[]" if " " in item else f"{item}[]"


def structs_in(hint: Any) -> Iterator[type[Struct]]:
    if isinstance(hint, type) and issubclass(hint, Struct):
        yield hint
    for arg in get_args(hint):
        yield from structs_in(arg)


def all_structs() -> list[type[Struct]]:
    """The roots with all that they are made of, in the order in which they are met."""
    found: list[type[Struct]] = []
    waiting = list(ROOTS)
    while waiting:
        struct = waiting.pop(0)
        if struct not in found:
            found.append(struct)
            waiting += [part for hint in get_type_hints(struct).values() for part in structs_in(hint)]
    return found


def properties(struct: type[Struct]) -> Iterator[str]:
    """What is left out where it is the default may be missing; nothing stands for `null` then."""
    info = type_info(struct)
    assert isinstance(info, StructType)
    if info.tag is not None:
        yield f'{{"{info.tag}"}} {info.tag_field}'
    hints = get_type_hints(struct, include_extras=True)
    for field in info.fields:
        optional = field.default is not NODEFAULT or field.default_factory is not NODEFAULT
        hint = written(hints[field.name])
        if optional:
            hint = hint.removesuffix(" | null")
        yield f"{{{hint}}} {f'[{field.encode_name}]' if optional else field.encode_name}"


def typedefs() -> str:
    parts = [HEAD]
    for struct in sorted(all_structs(), key=name_of):
        lines = [f" * @typedef {{object}} {name_of(struct)}", *(f" * @property {line}" for line in properties(struct))]
        parts.append("\n".join(["/**", *lines, " */"]) + "\n")
    for name, members in UNIONS.items():
        parts.append(f"/** @typedef {{{' | '.join(map(name_of, members))}}} {name} */\n")
    return "\n".join(parts)


if __name__ == "__main__":
    PATH.write_text(typedefs(), "utf-8")
