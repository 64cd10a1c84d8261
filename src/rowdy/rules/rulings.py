"""Rulings and editions: the points that rulebooks leave open, or on which they differ, as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import Enum, StrEnum
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Option: TypeAlias = StrEnum | int


class Says(Enum):
    """What a rulebook says of a point for which it names no option."""

    SILENT = "silent"
    PLAYERS_AGREE = "players-agree"
    """It leaves the point to the players, who agree on it before they play."""
    UNCLEAR = "unclear"
    """Its words can be read in more than one way."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """An open point of the rules, for which people choose an option. Its words are in the locales, by its name."""

    name: str
    options: tuple[Option, ...]
    """The options, the default first; the default is stated nowhere else."""
    sources: Mapping[str, Option | Says]
    """For each rulebook the option it names, or why it names none."""
    needs: tuple[str, Option] | None = None
    """Another ruling, and the option it must have for this ruling to matter."""

    @property
    def default(self) -> Option:
        return self.options[0]

    def by_the_book(self, book: str) -> Option:
        """The option that plays this rulebook: the one it names, otherwise the default."""
        source = self.sources.get(book, Says.SILENT)
        return self.default if isinstance(source, Says) else source

    def read(self, text: str) -> Option | None:
        """The option with this text, or `None` if there is none."""
        return next((option for option in self.options if str(option) == text), None)


@dataclass(frozen=True, slots=True)
class Edition:
    """One rulebook of one game, by name; its options follow from the sources of the game's rulings."""

    game: str
    name: str


def option_texts(rulings: DataclassInstance) -> dict[str, str]:
    """The option in force for each ruling of a game's rulings, as text."""
    return {field.name: str(getattr(rulings, field.name)) for field in fields(rulings)}
