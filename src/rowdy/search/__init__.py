"""How to play well: everything that looks ahead. Imports the rules.

`from rowdy.search import search` is the tree search, which is loaded when it is first asked for: it brings a compiler.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rowdy.search.mcts import search
else:

    def __getattr__(name: str) -> object:
        if name == "search":
            from rowdy.search.mcts import search

            return search
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = ["search"]
