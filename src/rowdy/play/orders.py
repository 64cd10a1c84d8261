"""Standing orders: windows are answered from them at once, so that nobody is asked and nothing is told by asking."""

from __future__ import annotations

from collections.abc import Sequence

from rowdy.rules.tiles import Card
from rowdy.rules.xoxo_state import Reveal

NOTHING: frozenset[Card] = frozenset()
"""What a seat holds back unless it says otherwise."""


def answer_by_orders(legal: Sequence[Reveal], held: frozenset[Card]) -> Reveal:
    """Of the answers that a seat can give to a window, the one that shows every card but for those held back."""
    answers = [answer for answer in legal if not held.intersection(answer.cards)] if held else legal
    return max(answers, key=lambda answer: len(answer.cards)) if len(answers) > 1 else answers[0]
