"""The models of players that a belief assumes, and the likelihood of a move under each of them.

The first model makes the move that looks best, apart from slips; the second prefers such moves, by a softmax of the
features, apart from slips; the third moves at random. Under the third a move says nothing about cards, so that a player
who fits neither of the others is not misread.
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
"""The probability with which the first and the second model make a random move."""


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

    `looks` are the moves' features, compared in lexicographic order by the first model; the weights are those of the
    softmax of the second.
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
    """Writes the likelihood of each hand, up to a common factor, summed over the models.

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
