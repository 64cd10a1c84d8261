"""Why nothing can be done where somebody points: the rules are asked, with only what that seat may know."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from rowdy.interfaces.audience import Audience
from rowdy.interfaces.words import Words
from rowdy.rules.game import GameError, Move, Over, View

ANY = "any"
"""The code if no better reason is known, as in games of other packages."""
REASON_CODES = (
    *("over", "not-your-turn", "must-pass", "own-stone", "no-stone", "no-room", "flipped-already", "flip-due"),
    *(
        "not-adjacent",
        "occupied",
        "just-laid",
        "display-not-full",
        "not-adjacent-tile",
        "not-middle",
        "off-field",
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
    """A reason: its code, which is that of the rules if they forbid something, and the variables of its sentence."""

    code: str
    details: Mapping[str, object] = field(default_factory=dict)

    def say(self, words: Words) -> str:
        return words(f"why-{self.code}", **self.details)


def refusals(audience: Audience, view: View[Any, Any], actions: Iterable[Any]) -> dict[str, Reason]:
    """The reasons why the rules refuse these actions, the first for each code; legal actions give none.

    They are tried on the view's state, so the answer depends only on what the seat knows.
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
    """The reason with the first of these codes that was found, otherwise any."""
    named = (found[code] for code in codes if code in found)
    return next(named, next((one for one in found.values() if one.code in REASON_CODES), Reason(ANY)))


def before_the_move(audience: Audience, view: View[Any, Any]) -> Reason | None:
    """Why this seat can do nothing at all, wherever it points; `None` if it is to move."""
    match view.turn:
        case Over():
            return Reason("over")
        case Move(seat) if seat == view.viewer:
            return None
        case Move(seat):
            return Reason("not-your-turn", {"who": audience.names[seat]})
        case _:
            return Reason(ANY)
