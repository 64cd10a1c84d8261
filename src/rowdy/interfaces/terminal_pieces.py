"""Large pieces for terminals with enough room: five lines of characters each, and a texture for every colour.

In an outline `#` is filled with the texture of the colour, `e` and `f` are the left and right eye, `m` is the mouth.
"""

from __future__ import annotations

from typing import TypeAlias

LetterDrawing: TypeAlias = tuple[str, ...]
"""The lines of a piece, all of the same width."""

TEXTURES = {"red": "█", "blue": "▓", "green": "▒", "yellow": "▚", "white": "█"}
"""What fills a piece; white is the terminal's own colour, and never lies beside red."""

_SIGNS = {
    "X": ("##     ##", "  ## ##  ", "   ###   ", "  ## ##  ", "##     ##"),
    "O": ("  #####  ", "##     ##", "##     ##", "##     ##", "  #####  "),
    "★": ("    #    ", "#########", "  #####  ", " ### ### ", "##     ##"),
    "⬡": ("   ###   ", " ##   ## ", " ##   ## ", " ##   ## ", "   ###   "),
}
_SHAPES = {
    "circle": ("   #####   ", " ##e###f## ", "###########", " ###mmm### ", "   #####   "),
    "square": (" ######### ", " ##e###f## ", " ######### ", " ###mmm### ", " ######### "),
    "triangle": ("     #     ", "    ###    ", "   #e#f#   ", "  ##mmm##  ", " ######### "),
    "heart": ("  ##   ##  ", " ##e###f## ", "  ##mmm##  ", "    ###    ", "     #     "),
}
_FACES = {
    "joy": ("•", "•", "╰─╯"),
    "wink": ("•", "-", "╰─╯"),
    "surprise": ("•", "•", " o "),
    "grumpy": ("`", "'", "╭─╮"),
}
"""The left eye, the right one, and the mouth."""
_DIGITS = {
    "0": ("### ", "# # ", "# # ", "# # ", "### "),
    "1": (" #  ", "##  ", " #  ", " #  ", "### "),
    "2": ("### ", "  # ", "### ", "#   ", "### "),
    "3": ("### ", "  # ", "### ", "  # ", "### "),
    "4": ("# # ", "# # ", "### ", "  # ", "  # "),
    "5": ("### ", "#   ", "### ", "  # ", "### "),
    "6": ("### ", "#   ", "### ", "# # ", "### "),
    "7": ("### ", "  # ", "  # ", "  # ", "  # "),
    "8": ("### ", "# # ", "### ", "# # ", "### "),
    "9": ("### ", "# # ", "### ", "  # ", "### "),
}
_EDGE = 2
"""The columns that the owner's sign takes beside a number."""


def stone(sign: str, colour: str) -> LetterDrawing:
    """A stone of a flip game, by its owner's sign and the colour of its upper side."""
    return _filled(_SIGNS[sign], colour)


def tile(colour: str, shape: str, face: str) -> LetterDrawing:
    """A tile of XOXO: its shape, filled with the texture of its colour, and its face."""
    left, right, mouth = _FACES[face]
    lines = (line.replace("e", left).replace("f", right).replace("mmm", mouth) for line in _SHAPES[shape])
    return _filled(tuple(lines), colour)


def card(sign: str, colour: str, number: int) -> LetterDrawing:
    """A card of Djeco: its number, with the owner's sign in the corner."""
    rows = ["".join(_DIGITS[digit][i] for digit in str(number)).rstrip().ljust(3) for i in range(5)]
    width = max(map(len, rows))
    signs = (sign, *" " * 4)
    return _filled(tuple(f"{s:<{_EDGE}}{row:<{width}}{'':{_EDGE}}" for s, row in zip(signs, rows, strict=True)), colour)


def _filled(outline: LetterDrawing, colour: str) -> LetterDrawing:
    return tuple(line.replace("#", TEXTURES[colour]) for line in outline)
