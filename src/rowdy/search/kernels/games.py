"""What the tree search asks of a game, whichever it is.

Each question is a function here. A game's module answers it with a function of the same name and arguments, made known
by `answers`; which one is meant follows from the type of the rules while the code is compiled, so asking costs nothing.
(A table of functions would do the same, but such code is compiled anew in every process.)

A state is an array of whole numbers that `play` changes in place. Chance is no move of its own: `play` draws what
becomes known. A window is asked seat by seat; what a seat answers tells the others nothing until all have answered.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from rowdy.search.kernels.jit import numba

OVER = -1
"""Instead of a seat: nobody is to act, the game has ended."""
SEATS = 4
"""As many as any game has."""

_ANSWERS: dict[type, dict[str, Callable[..., Any]]] = {}


def answers(rules: type, *functions: Callable[..., Any]) -> None:
    """Makes known the functions that answer for games with rules of this type."""
    known = _ANSWERS.setdefault(rules, {})
    for function in functions:
        plain = getattr(function, "py_func", function)
        known[plain.__name__] = plain


def actor(rules: Any, state: Any) -> int:
    """The seat that is to act, or `OVER`."""
    found: int = _ANSWERS[type(rules)]["actor"](rules, state)
    return found


def legal(rules: Any, state: Any, moves: Any) -> int:
    """Writes down all that the actor may do, as numbers; returns how many."""
    found: int = _ANSWERS[type(rules)]["legal"](rules, state, moves)
    return found


def play(rules: Any, state: Any, move: int, rng: Any) -> int:
    """Makes a move of the actor and draws what chance then shows; returns a number for what has become public.

    Different public events give different numbers; 0 tells that nothing became public.
    """
    found: int = _ANSWERS[type(rules)]["play"](rules, state, move, rng)
    return found


def private(rules: Any, state: Any, root: int) -> int:
    """A number for what the actor knows and the others do not, as far as decisions are told apart by it.

    `root` is the seat that the search is for.
    """
    found: int = _ANSWERS[type(rules)]["private"](rules, state, root)
    return found


def rate(rules: Any, state: Any, moves: Any, count: int, ratings: Any) -> None:
    """How good each of the moves looks to the actor at first sight, from what it knows: a plan's logarithm of odds."""
    _ANSWERS[type(rules)]["rate"](rules, state, moves, count, ratings)


def finish(rules: Any, state: Any, rng: Any) -> None:
    """Plays on to the end, quickly but not thoughtlessly."""
    _ANSWERS[type(rules)]["finish"](rules, state, rng)


def result(rules: Any, state: Any, shares: Any) -> None:
    """Each seat's share of a finished game: 1 for a win, a part of it for a shared one or a draw."""
    _ANSWERS[type(rules)]["result"](rules, state, shares)


def settle(rules: Any, state: Any, world: Any) -> None:
    """Puts what the seat cannot know as it is in this world, as `belief` wrote it down."""
    _ANSWERS[type(rules)]["settle"](rules, state, world)


if numba is not None:
    _overload = import_module("numba.extending").overload

    def _choose(question: str) -> Callable[..., Any]:
        def choose(rules: Any, *_: Any) -> Callable[..., Any]:
            return _ANSWERS[rules.instance_class][question]

        return choose

    for _question in (actor, legal, play, private, rate, finish, result, settle):
        _overload(_question, strict=False)(_choose(_question.__name__))
