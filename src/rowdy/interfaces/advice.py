"""Advice in words: the best move, why, and what comes next to it."""

from __future__ import annotations

from collections.abc import Sequence

from rowdy.interfaces.describe import Describer
from rowdy.interfaces.words import Words
from rowdy.play.hints import Advice, ExactAdvice, ExactChoice, Forced, SearchedAdvice
from rowdy.rules.tiles import Card
from rowdy.search.plain import Choice


def say_advice(describer: Describer, advice: Advice) -> list[str]:
    """What there is to say to the seat that the advice was worked out for."""
    match advice:
        case Forced(action):
            return [describer.words("hint-only", move=action)]
        case ExactAdvice():
            return _exact(describer.words, advice)
        case SearchedAdvice():
            return _searched(describer, advice)


def advised_moves(advice: Advice) -> list[str]:
    """The moves it speaks of, best first; where a turn has two parts, the part that is due."""
    match advice:
        case Forced(action):
            return [str(action)]
        case ExactAdvice(choices):
            return list(dict.fromkeys(str(choice.actions[0]) for choice in choices))
        case SearchedAdvice(searched):
            return [str(choice.action) for choice in searched]


# By perfect play


def _exact(words: Words, advice: ExactAdvice) -> list[str]:
    best, *others = advice.choices
    alone = "yes" if advice.alone else "no"
    reason = words(f"hint-{best.value}", count=best.distance or 0, alone=alone)
    figures = [(str(choice), _value(words, choice)) for choice in others]
    return [words("hint-move", move=best, reason=reason), *_next(words, figures)]


def _value(words: Words, choice: ExactChoice) -> str:
    return words("review-draw") if choice.value == "draw" else words(f"review-{choice.value}", count=choice.distance)


# By search


def _searched(describer: Describer, advice: SearchedAdvice) -> list[str]:
    words = describer.words
    best, *others = advice.choices
    reasons = [*_brings(describer, advice), words("hint-share", share=_percent(words, best.value))]
    figures = [(str(choice.action), figure) for choice, figure in _figures(words, best, others)]
    said = [words("hint-move", move=best.action, reason=" ".join(reasons)), *_next(words, figures)]
    if advice.keep:
        order = ", ".join(map(str, advice.keep))
        said.append(words("hint-keep", cards=_cards(describer, advice.keep), order=order))
    return said


def _figures(words: Words, best: Choice, others: Sequence[Choice]) -> list[tuple[Choice, str]]:
    """What the others are worth, most first. The best was tried most often, and one that was tried less may look
    worth more by chance: no more is said of it than that it is about as good."""
    order = sorted(others, key=lambda choice: choice.value, reverse=True)
    as_good = words("hint-as-good")
    return [(choice, as_good if choice.value > best.value else _percent(words, choice.value)) for choice in order]


def _brings(describer: Describer, advice: SearchedAdvice) -> list[str]:
    """What the move earns there and then."""
    if advice.lines:
        return [describer.words("hint-line", cards=_cards(describer, advice.lines))]
    return [describer.words("hint-tokens", count=advice.tokens)] if advice.tokens else []


def _cards(describer: Describer, cards: Sequence[Card]) -> str:
    return describer.words.listing([describer.card(card) for card in cards])


def _percent(words: Words, part: float) -> str:
    return words("percent", number=round(100 * part))


def _next(words: Words, others: Sequence[tuple[str, str]]) -> list[str]:
    if not others:
        return []
    told = [words("hint-other", move=move, value=value) for move, value in others]
    return [words("hint-next", moves=", ".join(told))]
