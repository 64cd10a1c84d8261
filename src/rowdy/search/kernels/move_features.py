"""The features of a move without looking ahead, which `greedy` rates too, and the prior's logits made from them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rowdy.search.kernels.jit import jit

COMPLETED, BUILT, DENIED, FEATURES = range(4)
"""The columns of a table of features, one row for each move, and their number: the lines that the move completes (minus
those it completes for the opponent), the worth of the own lines after it, and that of the opponent's, negated."""
DECIDED = 100
"""The value at `COMPLETED` of a move that wins at once; negated for one that loses."""
COMPLETED_WEIGHT, BUILT_WEIGHT, DENIED_WEIGHT = 3.0, 0.15, 0.1
"""What one of each feature adds to a move's logit."""
WIN_LOGIT = 12.0
"""The logit of a move that wins at once; negated for one that loses."""


@jit
def logits_of(found: NDArray[np.int64], listed: int, logits: NDArray[np.float64]) -> None:
    """Writes the logit of each listed move's prior, from its features."""
    for m in range(listed):
        if found[m, COMPLETED] == DECIDED or found[m, COMPLETED] == -DECIDED:
            logits[m] = WIN_LOGIT if found[m, COMPLETED] > 0 else -WIN_LOGIT
        else:
            logits[m] = (
                COMPLETED_WEIGHT * found[m, COMPLETED]
                + BUILT_WEIGHT * found[m, BUILT]
                + DENIED_WEIGHT * found[m, DENIED]
            )
