"""Models of players that a belief reckons with, and how likely each of them would have made a move.

The first model takes what looks best at first sight, but for slips; the second leans to it, by a softmax of the
features, but for slips; the third does anything. The third tells nothing of a player's cards, so a player who fits
neither of the other models is not misread.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rowdy.search.kernels.elementary import exp, log
from rowdy.search.kernels.jit import inlined, jit
from rowdy.search.kernels.move_features import BUILT, COMPLETED, DENIED

PLAYER_MODELS = 3
"""How many models there are."""
SLIP_PROBABILITIES = (0.1, 0.02)
"""How often the first and the second model make any move at random."""


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
        weights += exp(completed_weight * a + built_weight * b + denied_weight * c)
        if a > 0 or (a == 0 and (b > 0 or (b == 0 and c > 0))):
            better += 1
        elif a == 0 and b == 0 and c == 0:
            equal += 1
    best_slip, lean_slip = SLIP_PROBABILITIES
    best = 0.0 if better else (1.0 - best_slip) / equal
    log_likelihood[0] += log(best + best_slip / count)
    log_likelihood[1] += log((1.0 - lean_slip) / weights + lean_slip / count)
    log_likelihood[2] -= log(count)


@jit
def marginal_likelihoods(
    log_likelihood: NDArray[np.float64], prior: NDArray[np.float64], marginal: NDArray[np.float64]
) -> None:
    """Writes the likelihood of each hand, up to a common factor, whichever model the player is.

    `prior` is the probability of each model, and `log_likelihood` has a row a hand and a column a model.
    """
    most = log_likelihood[0, 0]
    for i in range(len(log_likelihood)):
        for model in range(len(prior)):
            most = max(most, log_likelihood[i, model])
    for i in range(len(log_likelihood)):
        marginal[i] = 0.0
        for model in range(len(prior)):
            marginal[i] += prior[model] * exp(log_likelihood[i, model] - most)
