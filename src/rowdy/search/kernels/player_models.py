"""Models of players that a belief reckons with, and how likely each of them would have made a move.

The first model takes what looks best at first sight, but for slips; the second leans to it, by a softmax of the
features; the third does anything. The third tells nothing of a player's cards, so a player who fits neither of the
other models is not misread.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rowdy.search.kernels.jit import inlined
from rowdy.search.kernels.move_features import BUILT, COMPLETED, DENIED

PLAYER_MODELS = 3
"""How many models there are."""
SLIP_PROBABILITY = 0.1
"""How often the first model makes any move at random instead of the one that looks best."""


@inlined
def add_log_likelihoods(
    looks: NDArray[np.int64],
    count: int,
    chosen: int,
    completed_weight: float,
    built_weight: float,
    denied_weight: float,
    log_likelihood: NDArray[np.float64],
) -> None:
    """Adds, for each model, the logarithm of the probability that it chooses this one of the listed moves.

    `looks` are the moves' features. What looks best has most of the first, then of the second, then of the third; the
    weights are those of the softmax.
    """
    better = equal = 0
    weights = 0.0
    first, second, third = looks[chosen, COMPLETED], looks[chosen, BUILT], looks[chosen, DENIED]
    for i in range(count):
        a, b, c = looks[i, COMPLETED] - first, looks[i, BUILT] - second, looks[i, DENIED] - third
        weights += np.exp(completed_weight * a + built_weight * b + denied_weight * c)
        if a > 0 or (a == 0 and (b > 0 or (b == 0 and c > 0))):
            better += 1
        elif a == 0 and b == 0 and c == 0:
            equal += 1
    slip = SLIP_PROBABILITY / count
    log_likelihood[0] += np.log(slip if better else slip + (1.0 - SLIP_PROBABILITY) / equal)
    log_likelihood[1] -= np.log(weights)
    log_likelihood[2] -= np.log(count)
