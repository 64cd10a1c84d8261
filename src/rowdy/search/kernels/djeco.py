"""Djeco's Tic Tac Toe for the tree search: what it asks of a game, answered."""

from __future__ import annotations

from rowdy.search.kernels import games
from rowdy.search.kernels.djeco_moves import legal
from rowdy.search.kernels.djeco_play import (
    actor,
    apply,
    play,
    private,
    random_playout,
    resolve,
    result,
    settle,
)
from rowdy.search.kernels.djeco_policy import features, finish, rate
from rowdy.search.kernels.djeco_state import (
    KINDS,
    SIZE,
    Rules,
    action_of,
    card_numbers,
    code_of,
    load,
    load_view,
    plays,
    rules_of,
    tidy,
)

__all__ = [
    "KINDS",
    "SIZE",
    "Rules",
    "action_of",
    "actor",
    "apply",
    "card_numbers",
    "code_of",
    "features",
    "finish",
    "legal",
    "load",
    "load_view",
    "play",
    "plays",
    "private",
    "random_playout",
    "rate",
    "resolve",
    "result",
    "rules_of",
    "settle",
    "tidy",
]

games.answers(Rules, actor, legal, play, private, rate, finish, result, settle)
