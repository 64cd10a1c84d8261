"""The four rulings under which the flip games are solved."""

from __future__ import annotations

from dataclasses import dataclass

import rowdy
from rowdy.interfaces.words import Words
from rowdy.rules.flip import FlipGame

WORDS = Words()


@dataclass(frozen=True)
class Variant:
    """A game with a ruling."""

    key: str
    """Its name among the facts and in the names of pictures."""
    id: str
    both_rows: str | None

    @property
    def game(self) -> FlipGame:
        game = rowdy.game(self.id, rulings={"both_rows": self.both_rows} if self.both_rows else None)
        assert isinstance(game, FlipGame)
        return game

    @property
    def heading(self) -> tuple[str, str]:
        """The game, and its ruling if it has one to choose."""
        return WORDS(f"game-{self.id}"), f"both_rows={self.both_rows}" if self.both_rows else ""

    @property
    def title(self) -> str:
        return ", ".join(filter(None, self.heading))

    @property
    def players(self) -> tuple[str, str]:
        return WORDS(f"player-{self.id}-1"), WORDS(f"player-{self.id}-2")

    @property
    def arguments(self) -> str:
        """What `rowdy solve` and its like are told."""
        return self.id if self.both_rows in (None, "draw") else f"{self.id} --ruling both_rows={self.both_rows}"

    def side(self, stone: str) -> str:
        """The colour of the side that a stone shows."""
        return WORDS(f"side-{self.id}-{stone}")


VARIANTS = (
    Variant("rubik", "rubik", "draw"),
    Variant("rubik-mover", "rubik", "mover"),
    Variant("rubik-opponent", "rubik", "opponent"),
    Variant("xoxo2", "xoxo2", None),
)
BY_KEY = {variant.key: variant for variant in VARIANTS}
DEFAULTS = ("rubik", "xoxo2")
"""The rulings that the rulebooks come closest to."""
