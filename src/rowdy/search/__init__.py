"""How to play well: tree search, beliefs, solved games. Imports only the rules.

`from rowdy.search import search` is the tree search; it is imported on first use, since it loads a compiler.
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
