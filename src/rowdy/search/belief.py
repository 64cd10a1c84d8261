"""The type of a belief: the worlds that a seat considers possible, with weights, as the compiled search takes them.

Beliefs are made by each game's search kit, in `kits/*_belief.py`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Integers = NDArray[np.int64]
Weights = NDArray[np.float64]


class Belief(NamedTuple):
    """Worlds from which each simulation draws one (a determinisation), by their weights."""

    worlds: Integers
    """One row for each world, in the form that the kernel's `determinise` takes."""
    cumulative_weights: Weights
    """The running sum of the weights; the last is 1."""

    @property
    def weights(self) -> Weights:
        """The weight of each world; they sum to 1."""
        return np.diff(self.cumulative_weights, prepend=0.0)


def cumulative(weights: Weights) -> Weights:
    """The running sum of the weights, scaled so that the last is 1.

    They are added one after the other, since the order in which NumPy's `sum` adds depends on the machine.
    """
    sums: Weights = np.cumsum(weights)
    sums /= sums[-1]
    return sums


def complete_information() -> Belief:
    """The belief of a seat from which nothing is hidden: one world, with nothing to fill in."""
    return Belief(np.zeros((1, 1), np.int64), np.ones(1))
