"""The kernel of Djeco's Tic Tac Toe: registers the functions that answer the tree search (see `games`)."""

from __future__ import annotations

from rowdy.search.kernels import games
from rowdy.search.kernels.djeco_moves import legal
from rowdy.search.kernels.djeco_play import (
    actor,
    apply,
    determinise,
    play,
    private_key,
    random_playout,
    resolve,
    result,
)
from rowdy.search.kernels.djeco_policy import features, playout, policy_logits
from rowdy.search.kernels.djeco_state import (
    MAX_CARD_KINDS,
    SIZE,
    DjecoRules,
    load,
    load_view,
    rules_of,
    tidy,
)
from rowdy.search.kernels.sizes import djeco_fits as fits

__all__ = [
    "MAX_CARD_KINDS",
    "SIZE",
    "DjecoRules",
    "actor",
    "apply",
    "determinise",
    "features",
    "fits",
    "legal",
    "load",
    "load_view",
    "play",
    "playout",
    "policy_logits",
    "private_key",
    "random_playout",
    "resolve",
    "result",
    "rules_of",
    "tidy",
]

games.register(DjecoRules, actor, legal, play, private_key, policy_logits, playout, result, determinise)
