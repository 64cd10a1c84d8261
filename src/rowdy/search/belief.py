"""What a seat believes: the worlds it holds possible and their weights, as the compiled search takes them.

Each game's search kit has its own way to find them.
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
    """A row a world, as the kernel's `determinise` takes it."""
    cumulative_weights: Weights
    """The weights of the worlds, each added to those before it; the last is 1."""

    @property
    def weights(self) -> Weights:
        """The weight of each world; together they are 1."""
        return np.diff(self.cumulative_weights, prepend=0.0)


def cumulative(weights: Weights) -> Weights:
    """The weights, each added to those before it, as parts of their sum.

    They are added up one after the other: `sum` adds in an order that depends on the machine.
    """
    sums: Weights = np.cumsum(weights)
    sums /= sums[-1]
    return sums


def complete_information() -> Belief:
    """The belief of a seat from which nothing is hidden: one world, with nothing to fill in."""
    return Belief(np.zeros((1, 1), np.int64), np.ones(1))
