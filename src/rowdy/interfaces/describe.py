"""What happened, in words: events, moves, and how a game ended."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import Any, NamedTuple

from rowdy.interfaces.audience import Audience
from rowdy.interfaces.catalog import interface_kit
from rowdy.interfaces.kit import WHO, InterfaceKit
from rowdy.play.game_log import Transition
from rowdy.rules.game import Event, Highlight, Outcome, Seat
from rowdy.rules.record import RESIGNED


class ToldTurn(NamedTuple):
    """A turn as the log of a game tells it: the deal, or what one seat did and what followed from it."""

    said: str
    """The turn in one line."""
    details: list[str]
    """Sentences on what the table shows anyway, such as the next tile of a pile."""
    end: int
    """The number of events up to the end of the turn."""


@dataclass(frozen=True)
class Describer(Audience):
    """Puts what happens in a game into sentences for one viewer."""

    @cached_property
    def kit(self) -> InterfaceKit[Any]:
        return interface_kit(self.game)

    def told(self, transitions: Iterable[Transition]) -> tuple[list[str], list[str]]:
        """The sentences on these events, and separately those on what the table shows anyway."""
        said, quiet = list[str](), list[str]()
        for before, event, after, _ in transitions:
            if sentence := self.event(before, event):
                (quiet if self.kit.is_quiet(event.action) else said).append(sentence)
            said.extend(self.kit.news(self, before, after))
        return said, quiet

    def turns(self, happened: Sequence[Transition]) -> list[ToldTurn]:
        """The events from the beginning of a game, turn by turn."""
        turns: list[list[Transition]] = []
        last: Seat | None = None
        for each in happened:
            actor = each.event.actor
            if not turns or (isinstance(actor, int) and not each.is_answer and actor != last):
                turns.append([])
                last = actor if isinstance(actor, int) else None
            turns[-1].append(each)
        ends = accumulate(map(len, turns))
        return [self._told_turn(turn, end) for turn, end in zip(turns, ends, strict=True)]

    def _told_turn(self, happened: Sequence[Transition], end: int) -> ToldTurn:
        said, details = self.told(happened)
        if not isinstance(happened[0].event.actor, int):
            return ToldTurn(self.words("page-replay-deal"), [*said, *details], end)
        moves = [each.event for each in happened if isinstance(each.event.actor, int) and not each.is_answer]
        return ToldTurn(self.joined_turn(moves, said[len(moves) - 1 :]) or " ".join(said), details, end)

    def joined_turn(self, moves: Sequence[Event[Any]], said: Sequence[str]) -> str:
        """A turn of several moves in one line; empty if each move is told separately.

        `said` has the sentences on the last of the moves.
        """
        seat = moves[0].actor if len(moves) > 1 else None
        if not isinstance(seat, int):
            return ""
        actions = [move.action for move in moves]
        whole = self.kit.whole_turn(self.words, self.game, actions, seat == self.you)
        return " ".join([whole.replace(WHO, self.names[seat]), *said[1:]]) if whole else ""

    def news(self, before: Any, after: Any) -> list[str]:
        """The sentences on what else changed between two states, such as points that were earned."""
        return self.kit.news(self, before, after)

    def event(self, public: Any, event: Event[Any]) -> str | None:
        """One sentence on what happened in this state, or `None` if it is not worth saying."""
        actor, action = event
        seat = actor if isinstance(actor, int) else self.kit.served(action)
        you = seat is not None and seat == self.you
        said = self.kit.sentence(self.words, self.game, action, you)
        if said is None:
            return None
        who = self.words("chance-any") if seat is None else self.names[seat]
        return self.kit.filled(self.words, self.game, public, event, said.replace(WHO, who))

    def move(self, action: Any) -> str:
        """A move that somebody could make, in words."""
        return self.kit.move(self.words, self.game, action)

    def outcome(self, outcome: Outcome, state: Any, deciding: Sequence[Highlight]) -> str:
        """How a game ended and why; `state` is its last one, and `deciding` what decided it."""
        why = self._ending(outcome, state, deciding)
        if not why:
            return self._reason(outcome)
        return " ".join([self.title_to_viewer(outcome) or self.title(outcome), *why])

    def _reason(self, outcome: Outcome) -> str:
        """How a game of another package ended, in its own words if it has any."""
        winners = self.words.listing([self.names[seat] for seat in outcome.winners])
        form = "draw" if not outcome.winners else "shared" if len(outcome.winners) > 1 else "win"
        known = f"reason-{self.game.edition.game}-{outcome.reason}-{form}"
        message = known if self.words.has(known) else f"reason-any-{form}"
        return self.words(message, winner=winners, reason=outcome.reason)

    def title(self, outcome: Outcome) -> str:
        """The result in a few words, the same for everybody: who won, or that nobody did."""
        if not outcome.winners:
            return self.words("end-draw")
        winners = [self.names[seat] for seat in outcome.winners]
        return self.words("end-win" if len(winners) == 1 else "end-shared", winner=self.words.listing(winners))

    def title_to_viewer(self, outcome: Outcome) -> str:
        """The result in a few words addressed to a viewer who won or shares the win; empty for all others."""
        if self.you not in outcome.winners:
            return ""
        others = [self.names[seat] for seat in outcome.winners if seat != self.you]
        return self.words("end-you-share", others=self.words.listing(others)) if others else self.words("end-you-win")

    def ending(self, outcome: Outcome, state: Any, deciding: Sequence[Highlight]) -> list[str]:
        """Why a game ended so, in sentences to follow the title."""
        return self._ending(outcome, state, deciding) or [self._reason(outcome)]

    def _ending(self, outcome: Outcome, state: Any, deciding: Sequence[Highlight]) -> list[str]:
        if outcome.reason != RESIGNED:
            return self.kit.ending(self, outcome, state, deciding)
        gone = [seat for seat in range(self.game.seats) if seat not in outcome.winners]
        you = "yes" if gone == [self.you] else "no"
        who = self.words.listing([self.names[seat] for seat in gone])
        return [self.words("end-resigned", who=who, you=you, count=len(gone))]
