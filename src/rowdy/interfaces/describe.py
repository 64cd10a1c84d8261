"""What happened, in words: events, tiles, cards, stones, and how a game ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from rowdy.interfaces.words import KEPT, Words
from rowdy.rules import cards, djeco_state, flip, tiles, xoxo_state
from rowdy.rules.game import AnyGame, Event, Outcome, Seat

_MARKS = ("\ue000", "\ue001", "\ue002")
"""They stand for texts, none of which has such letters: names, tiles and squares are many, but sentences are few."""


def fill(words: Words, message: str, texts: dict[str, str], **choices: str | int) -> str:
    """A sentence whose form depends on the choices alone, so that it is kept, with texts that are put into it."""
    said = _form(words, message, tuple(texts), tuple(choices.items()))
    for mark, text in zip(_MARKS, texts.values(), strict=False):
        said = said.replace(mark, text)
    return said


@lru_cache(maxsize=KEPT)
def _form(words: Words, message: str, texts: tuple[str, ...], choices: tuple[tuple[str, str | int], ...]) -> str:
    return words(message, **dict(zip(texts, _MARKS, strict=False)), **dict(choices))


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
        if isinstance(after, djeco_state.State) and after.tokens != before.tokens:
            for seat in range(len(self.names)):
                if earned := after.tokens[seat] - before.tokens[seat]:
                    sentences.append(self._say("event-tokens", seat, count=earned))
        return sentences

    def event(self, state: Any, event: Event[Any]) -> str | None:
        """One sentence on what happened in this state, or nothing where nothing is worth saying."""
        seat, action = event
        if not isinstance(seat, int):
            return self._chance(action)
        match action:
            case flip.Flip(source, target):
                return self._say("event-flip", seat, source=source, target=target)
            case flip.Place(stone, square):
                return self._say("event-place", seat, stone=self.stone(stone), square=square)
            case xoxo_state.Lay(source, square):
                pile = state.piles[seat if source is xoxo_state.Source.OWN else -1]
                texts = {"who": self.names[seat], "tile": self.tile(pile.top), "square": square}
                return fill(self.words, "event-lay", texts, you=self._you(seat), source=str(source))
            case xoxo_state.Reveal(shown):
                if not shown:
                    return None
                return self._say("event-reveal", seat, cards=self.words.listing([self.card(c) for c in shown]))
            case djeco_state.Lay(card, square):
                return self._say("event-play", seat, card=self.number_card(card), square=square)
            case djeco_state.Yellow(square, count):
                return self._say("event-yellow", seat, square=square, count=count or 0)
            case djeco_state.Green(first, last):
                return self._say("event-green", seat, first=first, last=last)
            case djeco_state.Pass():
                return self._say("event-pass", seat)
        raise TypeError(f"no words for {action!r}")

    def _chance(self, action: Any) -> str | None:
        match action:
            case xoxo_state.Show(pile, tile):
                if isinstance(pile, int):
                    return self._say("event-top", pile, tile=self.tile(tile))
                return self.words("event-draw-top", tile=self.tile(tile))
            case xoxo_state.Deal(seat, card):
                return self._say("event-deal", seat, card=self.card(card))
            case djeco_state.Draw(seat, number_card):
                return self._say("event-draw", seat, card=self.number_card(number_card))
        return None

    def move(self, action: Any) -> str:
        """A move that somebody could make, in words."""
        match action:
            case flip.Flip(source, target):
                return self.words("move-flip", source=source, target=target)
            case flip.Place(stone, square):
                return self.words("move-place", what=self.stone(stone), square=square)
            case xoxo_state.Lay(pile, square):
                return self.words("move-own" if pile is xoxo_state.Source.OWN else "move-draw", square=square)
            case djeco_state.Lay(card, square):
                return self.words("move-place", what=self.number_card(card), square=square)
            case djeco_state.Yellow(square, count):
                return self.words("move-yellow", square=square, count=count or 0)
            case djeco_state.Green(first, last):
                return self.words("move-green", first=first, last=last)
            case djeco_state.Pass():
                return self.words("move-pass")
        raise TypeError(f"no words for {action!r}")

    def _you(self, seat: Seat) -> str:
        return "yes" if seat == self.viewer else "no"

    def _say(self, message: str, seat: Seat, **more: str | int) -> str:
        return fill(self.words, message, {"who": self.names[seat]}, you=self._you(seat), **more)

    def stone(self, stone: str) -> str:
        """A stone's owner and the side it shows."""
        return self.words(f"stone-{self.game.edition.game}-{stone}")

    def tile(self, tile: tiles.Tile) -> str:
        return _tile(self.words, tile)

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


@lru_cache(maxsize=KEPT)
def _tile(words: Words, tile: tiles.Tile) -> str:
    colour, shape, face = (words(f"value-{name}") for name in tile.names)
    return words("tile", colour=colour, shape=shape, face=face)
