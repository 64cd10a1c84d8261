"""Generates the page's types from the server's messages: `python scripts/typedefs.py` writes types.js."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Literal, NewType, Union, get_args, get_origin, get_type_hints

from msgspec import NODEFAULT, Raw, Struct
from msgspec.inspect import StructType, type_info

import rowdy
from rowdy.interfaces.web import messages
from rowdy.interfaces.web.http import (
    bodies,
    explorer_answers,
    health,
    lesson_answers,
    menu,
    network,
    puzzle_answers,
    qr,
    replays,
    requests,
    review_answers,
)
from rowdy.interfaces.web.pictures import picture
from rowdy.play.table.commands import Command

PATH = Path(rowdy.__file__).parent / "interfaces/web/static/js/common/types.js"
HEAD = """\
// The messages and requests of the server as types, generated from its classes by scripts/typedefs.py.
// @ts-check
export {};
"""
TYPESCRIPT_NAMES: dict[object, str] = {
    str: "string",
    int: "number",
    float: "number",
    bool: "boolean",
    type(None): "null",
}
OUT = get_args(messages.Out)
IN = get_args(messages.Request)
UNIONS = {
    "Look": (picture.TileLook, picture.StoneLook, picture.CardLook, picture.StackLook, picture.TextLook),
    "SeatPicture": get_args(picture.SeatPicture),
    "Beside": get_args(picture.Beside),
    "Message": OUT,
    "Request": IN,
}
BODIES = (
    bodies.TableWanted,
    bodies.KeyShown,
    bodies.KeyWanted,
    bodies.CodeShown,
    bodies.CodesWanted,
    qr.LinkShown,
    network.NetworkWanted,
    lesson_answers.Tried,
    explorer_answers.ExploreWanted,
    explorer_answers.SetUpWanted,
    puzzle_answers.PuzzleWanted,
    puzzle_answers.PuzzleTried,
)
ANSWERS = (
    menu.Offer,
    bodies.TableOpened,
    bodies.KeyGiven,
    bodies.CodesGiven,
    network.NetworkView,
    health.Warming,
    replays.Replay,
    requests.Refusal,
    lesson_answers.LessonPlan,
    lesson_answers.LessonAnswer,
    explorer_answers.ExplorerPlan,
    explorer_answers.Exploration,
    explorer_answers.ExploredAhead,
    explorer_answers.SetUpAnswer,
    review_answers.ReviewView,
    puzzle_answers.PuzzlePlan,
    puzzle_answers.PuzzleView,
    puzzle_answers.PuzzleAnswer,
    puzzle_answers.PuzzleLine,
    puzzle_answers.PuzzleHint,
)
ROOTS = (*OUT, *IN, *BODIES, *ANSWERS)


def name_of(struct: type) -> str:
    if issubclass(struct, Command):
        return f"{struct.__name__}Command"
    return struct.__name__


def in_typescript(hint: Any) -> str:
    """Returns a Python type as TypeScript writes it."""
    origin, args = get_origin(hint), get_args(hint)
    if hint in TYPESCRIPT_NAMES:
        return TYPESCRIPT_NAMES[hint]
    if isinstance(hint, NewType):
        return in_typescript(hint.__supertype__)
    if isinstance(hint, type) and issubclass(hint, Struct):
        return name_of(hint)
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return " | ".join(f'"{member.value}"' for member in hint)
    if origin is Annotated:
        return in_typescript(args[0])
    if origin in (Union, UnionType):
        return " | ".join(
            in_typescript(arg) for arg in args if arg is not Raw
        )  # which stands for what was encoded before
    if origin is Literal:
        return " | ".join(f'"{value}"' for value in args)
    if origin is dict:
        return f"Record<string, {in_typescript(args[1])}>"
    assert origin is tuple, hint
    if args[-1] is not Ellipsis:
        return f"[{', '.join(map(in_typescript, args))}]"
    item = in_typescript(args[0])
    return f"({item})[]" if " " in item else f"{item}[]"


def structs_in(hint: Any) -> Iterator[type[Struct]]:
    """Yields the structs that a type is made of."""
    if isinstance(hint, type) and issubclass(hint, Struct):
        yield hint
    for arg in get_args(hint):
        yield from structs_in(arg)


def all_structs() -> list[type[Struct]]:
    """Returns the roots with all structs that they contain."""
    found: list[type[Struct]] = []
    queue = list(ROOTS)
    while queue:
        struct = queue.pop(0)
        if struct not in found:
            found.append(struct)
            queue += [part for hint in get_type_hints(struct).values() for part in structs_in(hint)]
    return found


def properties(struct: type[Struct]) -> Iterator[str]:
    """Yields the fields of a struct; one with a default may be missing, and is never `null`."""
    info = type_info(struct)
    assert isinstance(info, StructType)
    if info.tag is not None:
        yield f'{{"{info.tag}"}} {info.tag_field}'
    hints = get_type_hints(struct, include_extras=True)
    for field in info.fields:
        optional = field.default is not NODEFAULT or field.default_factory is not NODEFAULT
        hint = in_typescript(hints[field.name])
        if optional:
            hint = hint.removesuffix(" | null")
        yield f"{{{hint}}} {f'[{field.encode_name}]' if optional else field.encode_name}"


def typedefs() -> str:
    """Returns the text of types.js."""
    parts = [HEAD]
    for struct in sorted(all_structs(), key=name_of):
        lines = [f" * @typedef {{object}} {name_of(struct)}", *(f" * @property {line}" for line in properties(struct))]
        parts.append("\n".join(["/**", *lines, " */"]) + "\n")
    for name, members in UNIONS.items():
        parts.append(f"/** @typedef {{{' | '.join(map(name_of, members))}}} {name} */\n")
    return "\n".join(parts)


if __name__ == "__main__":
    PATH.write_text(typedefs(), "utf-8")
