"""What happened, in words: events, tiles, cards, stones, and how a game ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rowdy.interfaces.words import Words
from rowdy.rules import cards, djeco_state, flip, tiles, xoxo_state
from rowdy.rules.game import AnyGame, Event, Outcome, Seat


@dataclass(frozen=True)
class Describer:
    """Speaks to one viewer, `None` being a spectator: that seat is "you"."""

    words: Words
    game: AnyGame
    names: Sequence[str]
    viewer: Seat | None

    def step(self, before: Any, event: Event[Any], after: Any) -> list[str]:
        """All there is to say of an event between two states."""
        said = self.event(before, event)
        sentences = [said] if said else []
        if isinstance(after, djeco_state.State):
            for seat, name in enumerate(self.names):
                if earned := after.tokens[seat] - before.tokens[seat]:
                    you = "yes" if seat == self.viewer else "no"
                    sentences.append(self.words("event-tokens", who=name, you=you, count=earned))
        return sentences

    def event(self, state: Any, event: Event[Any]) -> str | None:
        """One sentence on what happened in this state, or nothing where nothing is worth saying."""
        seat, action = event
        if not isinstance(seat, int):
            return self._chance(action)
        who = {"who": self.names[seat], "you": "yes" if seat == self.viewer else "no"}
        match action:
            case flip.Flip(source, target):
                return self.words("event-flip", **who, source=source, target=target)
            case flip.Place(stone, square):
                return self.words("event-place", **who, stone=self.stone(stone), square=square)
            case xoxo_state.Lay(source, square):
                pile = state.piles[seat if source is xoxo_state.Source.OWN else -1]
                return self.words("event-lay", **who, tile=self.tile(pile.top), source=str(source), square=square)
            case xoxo_state.Reveal(shown):
                if not shown:
                    return None
                return self.words("event-reveal", **who, cards=self.words.listing([self.card(c) for c in shown]))
            case djeco_state.Lay(card, square):
                return self.words("event-play", **who, card=self.number_card(card), square=square)
            case djeco_state.Yellow(square, count):
                return self.words("event-yellow", **who, square=square, count=count or 0)
            case djeco_state.Green(first, last):
                return self.words("event-green", **who, first=first, last=last)
            case djeco_state.Pass():
                return self.words("event-pass", **who)
        raise TypeError(f"no words for {action!r}")

    def _chance(self, action: Any) -> str | None:
        match action:
            case xoxo_state.Show(pile, tile):
                if isinstance(pile, int):
                    you = "yes" if pile == self.viewer else "no"
                    return self.words("event-top", who=self.names[pile], you=you, tile=self.tile(tile))
                return self.words("event-draw-top", tile=self.tile(tile))
            case xoxo_state.Deal(seat, card):
                you = "yes" if seat == self.viewer else "no"
                return self.words("event-deal", who=self.names[seat], you=you, card=self.card(card))
            case djeco_state.Draw(seat, number_card):
                you = "yes" if seat == self.viewer else "no"
                return self.words("event-draw", who=self.names[seat], you=you, card=self.number_card(number_card))
        return None

    def stone(self, stone: str) -> str:
        """A stone's owner and the side it shows."""
        return self.words(f"stone-{self.game.edition.game}-{stone}")

    def tile(self, tile: tiles.Tile) -> str:
        colour, shape, face = (self.words(f"value-{name}") for name in tile.names)
        return self.words("tile", colour=colour, shape=shape, face=face)

    def card(self, card: tiles.Card) -> str:
        """An objective card, or its back."""
        if card.value is None:
            return self.words("card-back", kind=self.words(f"kind-{card.kind}"))
        return self.words(f"value-{card}")

    def number_card(self, card: cards.Card) -> str:
        names = {"r": "red", "b": "blue", "y": "yellow", "g": "green", "?": "hidden"}
        return self.words(f"card-{names[card.colour]}", number=card.number)

    def outcome(self, outcome: Outcome) -> str:
        """Who won, and why."""
        game = self.game.edition.game
        winners = self.words.listing([self.names[seat] for seat in outcome.winners])
        form = "draw" if not outcome.winners else "shared" if len(outcome.winners) > 1 else "win"
        return self.words(f"reason-{game}-{outcome.reason}-{form}", winner=winners)
