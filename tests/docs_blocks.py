"""The blocks of code in a page of Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

FENCE = re.compile(r"^```(\w*) *\n(.*?)^```", re.MULTILINE | re.DOTALL)
INDENTED = re.compile(r"(?:\A|(?<=\n\n))(?: {4}[^\n]*\n|\n(?= {4}))+")


@dataclass(frozen=True)
class Block:
    language: str
    """What follows the fence; nothing for blocks that are indented."""
    lines: tuple[str, ...]


def blocks(text: str) -> Iterator[Block]:
    """Every block of a page, those with fences first."""
    for language, code in FENCE.findall(text):
        yield Block(language, tuple(code.splitlines()))
    for code in INDENTED.findall(FENCE.sub("", text)):
        yield Block("", tuple(line[4:] for line in code.splitlines() if line.strip()))


def without_blocks(text: str) -> str:
    return INDENTED.sub("", FENCE.sub("", text))
