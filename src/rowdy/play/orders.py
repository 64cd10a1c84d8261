"""Standing orders: windows are answered from them at once, so that nobody is asked and nothing is told by asking."""

from __future__ import annotations

from typing import Any

from rowdy.rules.game import View
from rowdy.rules.tiles import Card
from rowdy.rules.xoxo_state import Reveal

NOTHING: frozenset[Card] = frozenset()
"""What a seat holds back unless it says otherwise."""


def answer_by_orders(view: View[Any, Any], held: frozenset[Card]) -> Reveal:
    """A seat's answer to a window: every card with a line is shown, but for those held back."""
    answers = [answer for answer in view.legal if isinstance(answer, Reveal) and not held & set(answer.cards)]
    return max(answers, key=lambda answer: len(answer.cards))
