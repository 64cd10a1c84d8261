"""XOXO for the tree search: what it asks of a game, answered."""

from __future__ import annotations

from rowdy.search.kernels import games
from rowdy.search.kernels.xoxo_play import (
    actor,
    apply,
    legal,
    open_window,
    play,
    private,
    random_playout,
    result,
    settle,
    show,
)
from rowdy.search.kernels.xoxo_policy import explain_lay, finish, look, rate, rivals
from rowdy.search.kernels.xoxo_state import (
    SIZE,
    Rules,
    action_of,
    card_set,
    code_of,
    load,
    load_view,
    plays,
    rules_of,
    tidy,
)

__all__ = [
    "SIZE",
    "Rules",
    "action_of",
    "actor",
    "apply",
    "card_set",
    "code_of",
    "explain_lay",
    "finish",
    "legal",
    "load",
    "load_view",
    "look",
    "open_window",
    "play",
    "plays",
    "private",
    "random_playout",
    "rate",
    "result",
    "rivals",
    "rules_of",
    "settle",
    "show",
    "tidy",
]

games.answers(Rules, actor, legal, play, private, rate, finish, result, settle)
