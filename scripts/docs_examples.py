"""Shows the examples in docstrings as code: an extension of griffe, which reads docstrings for the site."""

from __future__ import annotations

import re
from typing import Any

import griffe

_EXAMPLE = re.compile(r"^>>> .*?(?=\n\n(?!>>>)|\Z)", re.MULTILINE | re.DOTALL)
"""What a doctest runs, with what it prints, up to the next paragraph."""


class FencedExamples(griffe.Extension):
    """Puts fences around every example."""

    def on_object(self, *, obj: griffe.Object, **kwargs: Any) -> None:
        if obj.docstring:
            obj.docstring.value = _EXAMPLE.sub(lambda found: f"```pycon\n{found[0]}\n```", obj.docstring.value)
