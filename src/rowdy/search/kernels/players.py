"""The kinds of player that beliefs reckon with, and how likely each of them would have made a move.

One takes what looks best at first sight, one leans to it, and one does anything. Who does anything tells nothing of
their cards, so a player who fits neither of the others is not misread.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rowdy.search.kernels.jit import inlined

KINDS_OF_PLAYERS = 3
SLIP = 0.1
"""How often who takes what looks best does something else."""


@inlined
def explain(
    looks: NDArray[np.int64],
    count: int,
    chosen: int,
    line: float,
    built: float,
    denied: float,
    certain: NDArray[np.float64],
) -> None:
    """Adds, for each kind of player, the logarithm of how likely it would have chosen this of so many moves.

    `looks` has for each move what is completed, built and denied by it; what looks best has most of the first, then of
    the second, then of the third, and who leans to it weighs them.
    """
    better = equal = 0
    odds = 0.0
    first, second, third = looks[chosen, 0], looks[chosen, 1], looks[chosen, 2]
    for i in range(count):
        a, b, c = looks[i, 0] - first, looks[i, 1] - second, looks[i, 2] - third
        odds += np.exp(line * a + built * b + denied * c)
        if a > 0 or (a == 0 and (b > 0 or (b == 0 and c > 0))):
            better += 1
        elif a == 0 and b == 0 and c == 0:
            equal += 1
    slip = SLIP / count
    certain[0] += np.log(slip if better else slip + (1.0 - SLIP) / equal)
    certain[1] -= np.log(odds)
    certain[2] -= np.log(count)
