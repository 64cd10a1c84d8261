"""Advice in words: the best move, the reason, and the next best moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from rowdy.interfaces.describe import Describer
from rowdy.interfaces.words import Words
from rowdy.play.hints import Advice, ExactAdvice, ExactChoice, Forced, SearchedAdvice
from rowdy.search.python_search import RatedAction

Namer: TypeAlias = Callable[[Any], str]
"""Returns the name of a move."""


def say_advice(describer: Describer, advice: Advice, typed: bool) -> list[str]:
    """The sentences for the seat that was advised, the move first.

    If people type their moves, it is in notation, with its reason on the same line. Elsewhere lines may break
    anywhere but before a percent sign.
    """
    name: Namer = str if typed else describer.move
    match advice:
        case Forced(action):
            return [describer.words("hint-only", move=name(action))]
        case ExactAdvice():
            said = _exact(describer.words, advice, name)
        case SearchedAdvice():
            said = _searched(describer, advice, name)
            if advice.keep:
                said.append(_keep(describer, advice, typed))
    if typed:
        return [" ".join(said[:2]), *said[2:]]
    return [sentence.replace(" %", "\N{NO-BREAK SPACE}%") for sentence in said]


def advised_moves(advice: Advice) -> list[str]:
    """The moves that the advice names, best first; if a turn has two parts, only the part that is due."""
    match advice:
        case Forced(action):
            return [str(action)]
        case ExactAdvice(choices):
            return list(dict.fromkeys(str(choice.actions[0]) for choice in choices))
        case SearchedAdvice(searched):
            return [str(choice.action) for choice in searched]


# By perfect play


def _exact(words: Words, advice: ExactAdvice, name: Namer) -> list[str]:
    best, *others = advice.choices
    alone = "yes" if advice.alone else "no"
    reason = words(f"hint-{best.value}", count=best.distance or 0, alone=alone)
    figures = [(_turn(words, choice, name), _value(words, choice)) for choice in others]
    return [words("hint-move", move=_turn(words, best, name)), reason, *_next(words, figures)]


def _turn(words: Words, choice: ExactChoice, name: Namer) -> str:
    return str(choice) if name is str else words.series(map(name, choice.actions))


def _value(words: Words, choice: ExactChoice) -> str:
    return words("review-draw") if choice.value == "draw" else words(f"review-{choice.value}", count=choice.distance)


# By search


def _searched(describer: Describer, advice: SearchedAdvice, name: Namer) -> list[str]:
    words = describer.words
    best, *others = advice.choices
    reasons = [*_brings(describer, advice), words("hint-share", share=_percent(words, best.value))]
    figures = [(name(choice.action), figure) for choice, figure in _figures(words, best, others)]
    return [words("hint-move", move=name(best.action)), " ".join(reasons), *_next(words, figures)]


def _keep(describer: Describer, advice: SearchedAdvice, typed: bool) -> str:
    items = [describer.kit.item(describer.words, item) for item in advice.keep]
    cards = describer.words.listing(items)
    if not typed:
        return describer.words("hint-hold", cards=cards)
    return describer.words("hint-keep", cards=cards, order=", ".join(item.casefold() for item in items))


def _figures(words: Words, best: RatedAction, others: Sequence[RatedAction]) -> list[tuple[RatedAction, str]]:
    """The worth of the other moves in words, the highest first.

    The best move has the most visits. One with fewer visits may look better by chance, so it is only called about as
    good.
    """
    order = sorted(others, key=lambda choice: choice.value, reverse=True)
    as_good = words("hint-as-good")
    return [(choice, as_good if choice.value > best.value else _percent(words, choice.value)) for choice in order]


def _brings(describer: Describer, advice: SearchedAdvice) -> list[str]:
    """What the best move gains at once."""
    said = [describer.kit.gain(describer.words, gain) for gain in advice.gains]
    return [sentence for sentence in said if sentence]


def _percent(words: Words, part: float) -> str:
    return words("percent", number=round(100 * part))


def _next(words: Words, others: Sequence[tuple[str, str]]) -> list[str]:
    if not others:
        return []
    told = [words("hint-other", move=move, value=value) for move, value in others]
    return [words("hint-next", moves=words.series(told))]
