"""The material of XOXO: tiles, objective cards and decks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import product
from operator import attrgetter

from rowdy.rules.decks import DeckEntry, check_count
from rowdy.rules.game import InvalidDeck
from rowdy.rules.interned import Interned


class Kind(StrEnum):
    """The back of an objective card."""

    COLOUR = "colour"
    SHAPE = "shape"
    FACE = "face"


KINDS = tuple(Kind)
VALUES: dict[Kind, tuple[str, ...]] = {
    Kind.COLOUR: ("red", "blue", "green", "yellow"),
    Kind.SHAPE: ("circle", "square", "triangle", "heart"),
    Kind.FACE: ("joy", "wink", "surprise", "grumpy"),
}
DECK_SIZE = 48
"""The number of tiles in a deck."""


@dataclass(frozen=True, eq=False, slots=True)
class Tile(Interned):
    """One tile, by the indices of its colour, shape and face."""

    colour: int
    shape: int
    face: int
    features: int = field(init=False, repr=False)
    """A bit for each of the three; a card for one of them has the same bit."""
    text: str = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "features", 1 << self.colour | 16 << self.shape | 256 << self.face)
        object.__setattr__(self, "text", "".join(name[0] for name in self.names))

    def __str__(self) -> str:
        return self.text

    @property
    def indices(self) -> tuple[int, int, int]:
        return self.colour, self.shape, self.face

    @property
    def names(self) -> tuple[str, ...]:
        """Colour, shape and face as names."""
        return tuple(VALUES[kind][value] for kind, value in zip(KINDS, self.indices, strict=True))


TILES = tuple(Tile(*indices) for indices in product(range(4), repeat=3))
"""All 64 combinations, in the order of their indices."""
TILE = {str(tile): tile for tile in TILES}
BALANCED = tuple(tile for tile in TILES if sum(tile.indices) % 4)
"""The 48 tiles whose indices do not sum to a multiple of four: every value is on 12 tiles, every pair on 3."""


@dataclass(frozen=True, eq=False, slots=True)
class ObjectiveCard(Interned):
    """An objective card; `value` is `None` where only the back is known."""

    kind: Kind
    value: int | None
    feature: int = field(init=False, repr=False)
    """The bit that tiles with this feature have."""
    order: tuple[int, int] = field(init=False, repr=False)
    """The sort key: cards are listed by kind, then by value, with unknown ones first."""

    def __post_init__(self) -> None:
        kind = KINDS.index(self.kind)
        object.__setattr__(self, "feature", 0 if self.value is None else 1 << 4 * kind + self.value)
        object.__setattr__(self, "order", (kind, -1 if self.value is None else self.value))

    def __str__(self) -> str:
        return f"?{self.kind}" if self.value is None else VALUES[self.kind][self.value]

    @property
    def back(self) -> ObjectiveCard:
        """The card as the others see it."""
        return BACKS[self.kind]


CARDS = tuple(ObjectiveCard(kind, value) for kind in KINDS for value in range(4))
BACKS = {kind: ObjectiveCard(kind, None) for kind in KINDS}
ALL_BACKS = frozenset(BACKS.values())
"""The cards of which only the kind is known."""
CARD = {str(card): card for card in (*CARDS, *BACKS.values())}

Hand = tuple[ObjectiveCard, ...]
_ORDER = attrgetter("order")


def sort_hand(cards: Sequence[ObjectiveCard]) -> Hand:
    """These cards sorted. Hands are always kept so, as the order in which cards came is a secret."""
    return tuple(sorted(cards, key=_ORDER))


_TILE = re.compile(r"[rbgy][csth][jwsg]")


def read_deck(entries: Sequence[DeckEntry]) -> tuple[Tile, ...]:
    """A custom deck: 48 different tiles, in any order."""
    seen: dict[Tile, int] = {}
    for line, text in entries:
        if not _TILE.fullmatch(text):
            raise InvalidDeck("deck-tile", line=line, text=text)
        tile = TILE[text]
        if tile in seen:
            if seen[tile] == line:
                raise InvalidDeck("deck-twice", line=line, text=text)
            raise InvalidDeck("deck-duplicate", line=line, text=text, first=seen[tile])
        seen[tile] = line
    check_count(entries, DECK_SIZE)
    return tuple(sorted(seen, key=TILES.index))
