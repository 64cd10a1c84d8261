"""Rulings and editions: the points that rulebooks leave open or tell differently, as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import TYPE_CHECKING, ClassVar, TypeAlias

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Option: TypeAlias = StrEnum | int


@dataclass(frozen=True, slots=True)
class Ruling:
    """An open point that people may choose. The words for it are in the locales, under its name."""

    name: str
    options: tuple[Option, ...]
    """The default comes first."""
    sources: Mapping[str, Option | None]
    """What each rulebook says: an option, or `None` where it is silent."""
    needs: tuple[str, Option] | None = None
    """Another ruling and the option it must have for this one to matter."""

    @property
    def default(self) -> Option:
        return self.options[0]

    def read(self, text: str) -> Option | None:
        """The option with this text, or `None` if there is none."""
        return next((option for option in self.options if str(option) == text), None)


@dataclass(frozen=True, slots=True)
class Edition:
    """A named set of rulings that plays one rulebook of one game."""

    game: str
    name: str
    changes: Mapping[str, Option]
    """The rulings that differ from the default."""

    __hash__: ClassVar[None]  # type: ignore[assignment]  # a mapping has none


def option_texts(rulings: DataclassInstance) -> dict[str, str]:
    """The option in force for each ruling of a game's rulings, as text."""
    return {field.name: str(getattr(rulings, field.name)) for field in fields(rulings)}
