"""Why nothing can be done where somebody points: asked of the rules, with what that seat may know and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from rowdy.interfaces.audience import Audience
from rowdy.interfaces.words import Words
from rowdy.rules.game import GameError, Move, Over, View

ANY = "any"
"""The code where no better reason is known, as in games of other packages."""
REASON_CODES = (
    *("over", "not-your-turn", "must-pass", "own-stone", "no-stone", "no-room", "flipped-already", "flip-due"),
    *(
        "not-adjacent",
        "occupied",
        "just-laid",
        "display-not-full",
        "not-adjacent-tile",
        "not-middle",
        "outside-field",
        "other-number",
        "no-card-fits",
        "nothing-there",
    ),
    *("line-not-filled", "cannot-play", ANY),
)
"""All codes of reasons; each has a sentence `why-CODE`."""


@dataclass(frozen=True)
class Reason:
    """A code, which is a rule's where a rule forbids something, and what its sentence needs."""

    code: str
    details: Mapping[str, object] = field(default_factory=dict)

    def say(self, words: Words) -> str:
        return words(f"why-{self.code}", **self.details)


def refusals(audience: Audience, view: View[Any, Any], actions: Iterable[Any]) -> dict[str, Reason]:
    """Why the rules refuse these actions, by code, the first of each; nothing for those that are legal.

    They are tried on the view's state, so the answer depends on what the seat knows.
    """
    seat, found = view.viewer, dict[str, Reason]()
    assert seat is not None
    for action in actions:
        try:
            audience.game.play(view.state, seat, action)
        except GameError as error:
            found.setdefault(error.code, Reason(error.code, error.details))
    return found


def most_telling(found: Mapping[str, Reason], *codes: str) -> Reason:
    """The first of these codes that was found, else whatever was."""
    named = (found[code] for code in codes if code in found)
    return next(named, next((one for one in found.values() if one.code in REASON_CODES), Reason(ANY)))


def before_the_move(audience: Audience, view: View[Any, Any]) -> Reason | None:
    """Why this seat can do nothing at all, wherever it points; nothing if it is to move."""
    match view.turn:
        case Over():
            return Reason("over")
        case Move(seat) if seat == view.viewer:
            return None
        case Move(seat):
            return Reason("not-your-turn", {"who": audience.names[seat]})
        case _:
            return Reason(ANY)
