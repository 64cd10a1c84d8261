"""The charts of docs/solved.md, drawn from its facts."""

from __future__ import annotations

from typing import Any

from scripts.solved.draw import FELT, LATTICE, QUIET, STRIPES, box, picture, stroke, text
from scripts.solved.variants import BY_KEY, DEFAULTS, VARIANTS

Facts = dict[str, Any]

DEEP, SAND, DUSK, LILAC = "#2f7f63", "#e9d9a6", "#6b6276", "#cdbfd8"


def _scale(x: float, y: float, width: float, height: float) -> list[str]:
    """Lines at nothing, half and all, with y at the top."""
    parts = []
    for percent in (0, 50, 100):
        at = y + height * (1 - percent / 100)
        parts += [stroke(f"M{x:g} {at:g}h{width:g}", FELT, 1.5)]
        parts += [text(x - 10, at + 4, f"{percent}%", 12, QUIET, text_anchor="end")]
    return parts


def _legend(entries: list[tuple[float, str, tuple[str, ...]]], y: float) -> list[str]:
    """Words beside what they stand for, each at its own x."""
    parts = []
    for x, words, fills in entries:
        parts += [box(x, y - 14, 18, 18, *fills, rx=4), text(x + 26, y, words, text_anchor="start")]
    return parts


# How many positions are won

LOOKS = {"win": (DEEP, STRIPES), "draw": (SAND,), "loss": (DUSK,)}


def shares(facts: Facts) -> str:
    """How many positions are won, drawn and lost for the player to move, by the number of stones."""
    parts, about = [], []
    for number, variant in enumerate(VARIANTS):
        x, y = 64 + 424 * (number % 2), 62 + 216 * (number // 2)
        parts += [text(x + 184, y - 16, variant.title, 15, font_weight=700), *_scale(x, y, 364, 150)]
        for layer in facts["variants"][variant.key]["layers"][:-1]:
            left, found = x + 23 * layer["stones"], open_shares(layer)
            parts += [_pile(left, y, 150, found), text(left + 9.5, y + 167, str(layer["stones"]), 12, QUIET)]
            about.append(f"{variant.key}, {layer['stones']} stones: {found['win']:.0%} won, {found['loss']:.0%} lost")
    words = {"win": "the player to move wins", "draw": "draw", "loss": "the player to move loses"}
    parts += _legend(
        [(x, words[value], LOOKS[value]) for x, value in ((170, "win"), (390, "draw"), (490, "loss"))], 486
    )
    note = "Stones on the board, and the share of the positions with so many in which nobody has won yet."
    parts.append(text(440, 516, note, 13, QUIET))
    return picture(536, "Being to move is mostly good", "; ".join(about), parts)


def open_shares(layer: Facts) -> dict[str, float]:
    """The shares of positions that are won, drawn and lost among those that are not over."""
    found = layer["open"]
    counts = {"win": sum(found["win"].values()), "draw": found["draw"], "loss": sum(found["loss"].values())}
    return {value: count / sum(counts.values()) for value, count in counts.items()}


def _pile(x: float, y: float, height: float, found: dict[str, float]) -> str:
    parts, top = [], y + height
    for value in ("win", "draw", "loss"):
        top -= found[value] * height
        if found[value]:
            parts.append(box(x, top, 19, found[value] * height, *LOOKS[value]))
    return "".join(parts)


# Rules of thumb

RULES = (
    ("any", "any turn, by lot", (LILAC,)),
    ("at_once", "a win at once, else any turn", (SAND, LATTICE)),
    ("room", "a win at once, else count the ways", (DEEP, STRIPES)),
)


def thumb(facts: Facts) -> str:
    """How often rules of thumb keep a result."""
    parts, about = [], []
    for number, key in enumerate(DEFAULTS):
        x, y = 70 + 424 * number, 56
        parts += [text(x + 180, y - 18, BY_KEY[key].heading[0], 15, font_weight=700), *_scale(x, y, 360, 160)]
        for place, stage in enumerate(facts["variants"][key]["stages"][:4]):
            first, last = stage["stones"]
            parts += [
                *_bars(x + 7 + 90 * place, y, stage),
                text(x + 45 + 90 * place, y + 180, f"{first} to {last}", 13, QUIET),
            ]
            told = [f"{words} {stage[f'rule_{rule}']:.0%}" for rule, words, _ in RULES]
            about.append(f"{key}, {first} to {last} stones: {', '.join(told)}")
    note = "Stones on the board, and how often the turn chosen keeps a won game won and a drawn one drawn."
    parts.append(text(440, 266, note, 13, QUIET))
    parts += _legend([(x, words, fills) for x, (_, words, fills) in zip((110, 290, 540), RULES, strict=True)], 298)
    return picture(322, "How often a rule of thumb keeps the result", "; ".join(about), parts)


def _bars(x: float, y: float, stage: Facts) -> list[str]:
    parts = []
    for place, (rule, _, fills) in enumerate(RULES):
        share, left = stage[f"rule_{rule}"], x + 26 * place
        parts += [box(left, y + 160 * (1 - share), 24, 160 * share, *fills, rx=3)]
        parts += [text(left + 12, y + 154 - 160 * share, f"{100 * share:.0f}", 12)]
    return parts
