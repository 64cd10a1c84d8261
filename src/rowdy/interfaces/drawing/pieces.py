"""The pieces of all games as drawings, from the looks that a picture gives them."""

from __future__ import annotations

from typing import TypeAlias

from rowdy.interfaces.drawing.templates import AttributeValue, Element, data, draw
from rowdy.interfaces.web.pictures.picture import CardLook, Goal, StackLook, StoneLook, TextLook, TileLook

Look: TypeAlias = TileLook | StoneLook | CardLook | StackLook | TextLook

LETTERS_THAT_FIT = 5
"""The letters that fit on a card or a tile; longer words are squeezed."""
MAX_DRAWN_EDGES = 3
"""The most cards of a stack whose edges are drawn."""


def draw_piece(look: Look, label: str = "") -> Element:
    """A piece; `label` is written on it if it has no number of its own."""
    match look:
        case TileLook(colour, shape, face):
            return draw("tile", colour=colour, shape=shape, face=face)
        case StoneLook():
            return draw("stone", colour=look.colour, sign=look.sign)
        case CardLook():
            return draw("card", **_card(look, label))
        case StackLook(top, height):
            below, several = min(height - 1, MAX_DRAWN_EDGES), "yes" if height > 1 else "no"
            return draw("stack", **_card(top), below=below, several=several, height=height)
        case TextLook(text):
            size = max(22, min(62, 108 / len(text))) if text else 62
            return draw("word-tile", text=text, size=size, y=50 + size * 0.35, **_squeezed(text, 86))


def _card(card: CardLook, label: str = "") -> dict[str, AttributeValue]:
    if card.number:
        return {"colour": card.colour, "shows": "number", "number": card.number}
    shows = f"{card.clears or 'line'}{'-named' if label else ''}"
    return {"colour": card.colour, "shows": shows, "y": 41, "text": label, **_squeezed(label, 74)}


def _squeezed(text: str, room: int) -> dict[str, AttributeValue]:
    return {"room": room, "adjust": "spacingAndGlyphs"} if len(text) > LETTERS_THAT_FIT else {}


def draw_goal(goal: Goal) -> Element:
    """A goal as a small card: its value, or its back with the kind."""
    return draw("goal", side="value" if goal.value else "kind", kind=goal.kind, value=goal.value or "")


def draw_sign(name: str) -> Element:
    """The sign of a player, in the colour of the surrounding text."""
    return draw("sign", sign=name)


def draw_game(game_id: str) -> Element:
    """A picture of a moment in a game that shows what it is about; games of other packages share one."""
    return draw(f"game-{game_id}" if f"game-{game_id}" in data().drawings else "game-any")
