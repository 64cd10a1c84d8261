"""What happened, in words: events, moves, and how a game ended."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rowdy.interfaces.audience import Audience
from rowdy.interfaces.catalog import interface_kit
from rowdy.interfaces.kit import WHO, InterfaceKit
from rowdy.play.game_log import Transition
from rowdy.rules.game import Event, Outcome


@dataclass(frozen=True)
class Describer(Audience):
    """Puts what happens in a game into sentences for one viewer."""

    @cached_property
    def kit(self) -> InterfaceKit[Any]:
        return interface_kit(self.game)

    def step(self, before: Any, event: Event[Any], after: Any) -> list[str]:
        """The sentences on an event, from the states before and after it as the viewer sees them."""
        said = self.event(before, event)
        return ([said] if said else []) + self.kit.news(self, before, after)

    def steps(self, transitions: Iterable[Transition]) -> list[str]:
        """All sentences on these events."""
        return [said for before, event, after, _ in transitions for said in self.step(before, event, after)]

    def news(self, before: Any, after: Any) -> list[str]:
        """The sentences on what else changed between two states, such as points that were earned."""
        return self.kit.news(self, before, after)

    def event(self, public: Any, event: Event[Any]) -> str | None:
        """One sentence on what happened in this state, or nothing where nothing is worth saying."""
        actor, action = event
        seat = actor if isinstance(actor, int) else self.kit.served(action)
        you = seat is not None and seat == self.viewer
        said = self.kit.sentence(self.words, self.game, action, you)
        if said is None:
            return None
        who = self.words("chance-any") if seat is None else self.names[seat]
        return self.kit.filled(self.words, self.game, public, event, said.replace(WHO, who))

    def move(self, action: Any) -> str:
        """A move that somebody could make, in words."""
        return self.kit.move(self.words, self.game, action)

    def outcome(self, outcome: Outcome) -> str:
        """The sentence that tells how the game ended and why."""
        winners = self.words.listing([self.names[seat] for seat in outcome.winners])
        form = "draw" if not outcome.winners else "shared" if len(outcome.winners) > 1 else "win"
        known = f"reason-{self.game.edition.game}-{outcome.reason}-{form}"
        message = known if self.words.has(known) else f"reason-any-{form}"
        return self.words(message, winner=winners, reason=outcome.reason)
