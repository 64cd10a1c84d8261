"""Interned values: equal actions, cards and tiles are one object, so comparing and hashing them is cheap."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from types import UnionType
from typing import Any, ClassVar, Union, get_args, get_origin, get_type_hints


class Interning(type):
    """Builds each value once and returns that object whenever an equal one is asked for.

    A field of the wrong type raises `TypeError`.

    The key is the fields with their exact types (`typed`), since `"own"` equals the enum member with that value. A
    built value never changes, and a constructor that fails leaves nothing behind.
    """

    _made: Callable[..., Any]
    _values: dict[tuple[Any, ...], Any]

    def __init__(cls, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        cls._made = lru_cache(maxsize=None, typed=True)(cls._make)
        cls._values = {}

    def __call__(cls, *args: Any, **named: Any) -> Any:
        try:
            return cls._made(*args, **named) if named else cls._made(*args)
        except TypeError:
            cls._check_types(args, named)  # an unhashable argument fails in the cache, before `_make` checks it
            raise

    def _make(cls, *args: Any, **named: Any) -> Any:
        cls._check_types(args, named)
        made = super().__call__(*args, **named)
        values = field_values(made)  # arguments may have been passed by name, or left to a default
        return cls._values.setdefault((*values, *map(type, values)), made)

    def _check_types(cls, args: tuple[Any, ...], named: dict[str, Any]) -> None:
        types = _field_types(cls)
        for name, value in {**dict(zip(types, args, strict=False)), **named}.items():
            if name in types and not _fits(value, types[name]):
                kind = type(value).__name__
                raise TypeError(f"{cls.__name__}.{name} must be {_name(types[name])}, not {kind} {value!r}")


class Interned(metaclass=Interning):
    """The base class of interned values: frozen dataclasses with `eq=False`, compared by identity."""

    __slots__ = ()
    __match_args__: ClassVar[tuple[str, ...]] = ()

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), field_values(self)


def field_values(value: Any) -> tuple[Any, ...]:
    """The fields that the constructor of an interned value takes."""
    return tuple(getattr(value, name) for name in type(value).__match_args__)


@cache
def _field_types(kind: type[Any]) -> dict[str, Any]:
    hints = get_type_hints(kind)
    return {name: hints[name] for name in kind.__match_args__}


def _fits(value: object, hint: Any) -> bool:
    origin = get_origin(hint)
    if origin in (Union, UnionType):
        return any(_fits(value, option) for option in get_args(hint))
    if origin is tuple:  # of any length, as hands are
        return type(value) is tuple and all(_fits(item, get_args(hint)[0]) for item in value)
    return type(value) is hint


def _name(hint: Any) -> str:
    return hint.__name__ if isinstance(hint, type) and get_origin(hint) is None else str(hint)
