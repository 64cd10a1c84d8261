"""What the tree search asks of a game, whichever it is.

Each question is a function here. A game's module answers it with a function of the same name and arguments, which it
passes to `register`. The type of the rules decides which one is called when the code is compiled, so a call costs no
lookup. (A table of functions would work too, but Numba cannot cache it: it would be compiled anew in every process.)

A state is an array of integers that `play` changes in place. Chance is not a move of its own: `play` draws what
becomes known. In a window seats answer one by one, and the others learn nothing of it until all have answered.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from rowdy.search.kernels.jit import numba

OVER = -1
"""What `actor` returns instead of a seat when the game has ended."""
MAX_SEATS = 4
"""The greatest number of seats of a game."""
MAX_MOVES = 1024
"""The greatest number of legal moves in a state."""

_ANSWERS: dict[type, dict[str, Callable[..., Any]]] = {}


def register(rules: type, *functions: Callable[..., Any]) -> None:
    """Registers the functions that answer for games with rules of this type, by their names."""
    known = _ANSWERS.setdefault(rules, {})
    for function in functions:
        plain = getattr(function, "py_func", function)
        known[plain.__name__] = plain


def actor(rules: Any, state: Any) -> int:
    """The seat that is to act, or `OVER`."""
    found: int = _ANSWERS[type(rules)]["actor"](rules, state)
    return found


def legal(rules: Any, state: Any, moves: Any) -> int:
    """Writes the dense ids of the actor's legal moves into `moves`; returns how many there are."""
    found: int = _ANSWERS[type(rules)]["legal"](rules, state, moves)
    return found


def play(rules: Any, state: Any, move: int, rng: Any) -> int:
    """Makes a move of the actor and draws what chance then shows; returns a number for what has become public.

    Different public events give different numbers; 0 means that nothing became public.
    """
    found: int = _ANSWERS[type(rules)]["play"](rules, state, move, rng)
    return found


def private_key(rules: Any, state: Any, root: int) -> int:
    """A key for what the actor knows and the others do not; with all that is public it identifies an information set.

    `root` is the seat that the search is for.
    """
    found: int = _ANSWERS[type(rules)]["private_key"](rules, state, root)
    return found


def policy_logits(rules: Any, state: Any, moves: Any, count: int, logits: Any) -> None:
    """Writes a logit for each move into `logits`, from what the actor knows; their softmax is the prior."""
    _ANSWERS[type(rules)]["policy_logits"](rules, state, moves, count, logits)


def playout(rules: Any, state: Any, rng: Any) -> None:
    """Plays on to the end by a quick policy: the playout, or rollout, of a simulation."""
    _ANSWERS[type(rules)]["playout"](rules, state, rng)


def result(rules: Any, state: Any, shares: Any) -> None:
    """Writes each seat's share of a finished game into `shares`: 1 for a win, less for a shared one or a draw."""
    _ANSWERS[type(rules)]["result"](rules, state, shares)


def determinise(rules: Any, state: Any, world: Any) -> None:
    """Fills in what the root seat cannot know from one world of its `belief.Belief` (a determinisation)."""
    _ANSWERS[type(rules)]["determinise"](rules, state, world)


if numba is not None:
    _overload = import_module("numba.extending").overload

    def _choose(question: str) -> Callable[..., Any]:
        def choose(rules: Any, *_: Any) -> Callable[..., Any]:
            return _ANSWERS[rules.instance_class][question]

        return choose

    for _question in (actor, legal, play, private_key, policy_logits, playout, result, determinise):
        _overload(_question, strict=False)(_choose(_question.__name__))
