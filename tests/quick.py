"""What of many examples `make test` tries; the others are for `make test-all`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def first_quick(examples: Iterable[Any], quick: int = 1) -> list[Any]:
    """The examples for one parameter, all but the first few marked as long."""
    return [one if i < quick else pytest.param(one, marks=pytest.mark.long) for i, one in enumerate(examples)]
