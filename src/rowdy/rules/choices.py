"""What can be chosen for each game of ours, as types, so that an editor knows every option."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, TypedDict

from rowdy.rules.game import Seat


class FlipRulings(TypedDict, total=False):
    row: Literal["enclosed", "survives"]
    both_rows: Literal["draw", "mover", "opponent"]


class XoxoRulings(TypedDict, total=False):
    piles: Literal["de", "en"]
    deck: Literal["balanced", "custom"]
    last_window: Literal["yes", "no"]


class DjecoRulings(TypedDict, total=False):
    target: Literal[
        "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12
    ]
    numbers: Literal["1-9x2", "1-6x3", "custom"]
    yellow: Literal["stack", "some"]
    scorer: Literal["owner", "maker"]
    lines: Literal["each", "one"]
    discard: Literal["out", "recycle"]
    grid: Literal["floating", "fixed"]


class RubikChoices(TypedDict, total=False):
    edition: Literal["de"] | None
    seats: Literal[2] | None
    rulings: FlipRulings | None


class Xoxo2Choices(TypedDict, total=False):
    edition: Literal["nl"] | None
    seats: Literal[2] | None
    rulings: FlipRulings | None


class XoxoChoices(TypedDict, total=False):
    edition: Literal["de", "en"] | None
    seats: Literal[2, 3, 4] | None
    rulings: XoxoRulings | None
    deck: Iterable[object] | None
    starter: Seat


class DjecoChoices(TypedDict, total=False):
    edition: Literal["it", "pt", "sv", "da", "ru"] | None
    seats: Literal[2] | None
    rulings: DjecoRulings | None
    deck: Iterable[object] | None
    starter: Seat


class Choices(TypedDict, total=False):
    """What can be chosen for any game, where that is known only when the program runs."""

    edition: str | None
    seats: int | None
    rulings: Mapping[str, str] | None
    deck: Iterable[object] | None
    starter: Seat
