"""Copies of tuples with one item replaced or left out, as new states need them."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def with_item(items: tuple[T, ...], place: int, item: T) -> tuple[T, ...]:
    """A copy of the tuple with this item at this index."""
    changed = list(items)
    changed[place] = item
    return tuple(changed)


def without_item(items: tuple[T, ...], item: T) -> tuple[T, ...]:
    """A copy of the tuple without the first occurrence of this item."""
    place = items.index(item)
    return items[:place] + items[place + 1 :]
