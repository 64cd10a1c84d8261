"""The kernel of XOXO: registers the functions that answer the tree search (see `games`)."""

from __future__ import annotations

from rowdy.search.kernels import games
from rowdy.search.kernels.sizes import xoxo_fits as fits
from rowdy.search.kernels.xoxo_play import (
    actor,
    apply,
    determinise,
    legal,
    play,
    private_key,
    random_playout,
    resolve,
    result,
)
from rowdy.search.kernels.xoxo_policy import add_lay_log_likelihoods, features, playout, policy_logits, rival_cards
from rowdy.search.kernels.xoxo_state import (
    SIZE,
    XoxoRules,
    card_set,
    load,
    load_view,
    rules_of,
    tidy,
)

__all__ = [
    "SIZE",
    "XoxoRules",
    "actor",
    "add_lay_log_likelihoods",
    "apply",
    "card_set",
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
    "rival_cards",
    "rules_of",
    "tidy",
]

games.register(XoxoRules, actor, legal, play, private_key, policy_logits, playout, result, determinise)
