"""The type of what runs blocking work beside the event loop."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import ParamSpec, Protocol, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class InThread(Protocol):
    """Runs blocking work beside the loop, as `asyncio.to_thread` does."""

    def __call__(self, work: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Coroutine[None, None, T]: ...
