"""What happened, in words: events, tiles, cards, stones, and how a game ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from rowdy.interfaces.words import Words
from rowdy.rules import cards, djeco_state, flip, tiles, xoxo_state
from rowdy.rules.game import AnyGame, Event, Outcome, Seat

_WHO, _TILE = "\ue000", "\ue001"
"""They stand for texts, none of which has such letters: names and tiles are many, but sentences are few."""


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
            sentences += self.earned(before.tokens, after.tokens)
        return sentences

    def earned(self, before: Sequence[int], after: Sequence[int]) -> list[str]:
        """Who has more tokens than before."""
        return [
            _earned(self.words, now - then, seat == self.viewer).replace(_WHO, self.names[seat])
            for seat, (then, now) in enumerate(zip(before, after, strict=True))
            if now != then
        ]

    def event(self, state: Any, event: Event[Any]) -> str | None:
        """One sentence on what happened in this state, or nothing where nothing is worth saying.

        The state is looked at only where a tile is laid.
        """
        actor, action = event
        seat = actor if isinstance(actor, int) else _served(action)
        form = _form(self.words, self.game.edition.game, action, seat == self.viewer)
        if form is None:
            return None
        said = form.replace(_WHO, self.names[seat])
        if type(action) is xoxo_state.Lay:
            pile = state.piles[seat if action.source is xoxo_state.Source.OWN else -1]
            return said.replace(_TILE, _tile(self.words, pile.top))
        return said

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

    def stone(self, stone: str) -> str:
        """A stone's owner and the side it shows."""
        return _stone(self.words, self.game.edition.game, stone)

    def tile(self, tile: tiles.Tile) -> str:
        return _tile(self.words, tile)

    def card(self, card: tiles.Card) -> str:
        """An objective card, or its back."""
        return _card(self.words, card)

    def number_card(self, card: cards.Card) -> str:
        return _number_card(self.words, card)

    def outcome(self, outcome: Outcome) -> str:
        """Who won, and why."""
        game = self.game.edition.game
        winners = self.words.listing([self.names[seat] for seat in outcome.winners])
        form = "draw" if not outcome.winners else "shared" if len(outcome.winners) > 1 else "win"
        return self.words(f"reason-{game}-{outcome.reason}-{form}", winner=winners)


# Sentences with gaps


@cache
def _served(action: Any) -> Seat:
    """The seat that chance serves; where it serves all, no name is said."""
    if isinstance(action, xoxo_state.Show):
        return action.pile if isinstance(action.pile, int) else 0
    if isinstance(action, xoxo_state.Deal | djeco_state.Draw):
        return action.seat
    raise TypeError(f"no words for {action!r}")


@cache
def _form(words: Words, game: str, action: Any, to_doer: bool) -> str | None:
    """What is said of an action, with gaps for the name of who did it or got something, and for the tile laid."""
    who = {"who": _WHO, "you": "yes" if to_doer else "no"}
    match action:
        case flip.Flip(source, target):
            return words("event-flip", **who, source=source, target=target)
        case flip.Place(stone, square):
            return words("event-place", **who, stone=_stone(words, game, stone), square=square)
        case xoxo_state.Lay(pile, square):
            return words("event-lay", **who, tile=_TILE, square=square, source=pile)
        case xoxo_state.Reveal(shown):
            listed = words.listing([_card(words, card) for card in shown])
            return words("event-reveal", **who, cards=listed) if shown else None
        case xoxo_state.Show(pile, tile):
            return words("event-top" if isinstance(pile, int) else "event-draw-top", **who, tile=_tile(words, tile))
        case xoxo_state.Deal(_, card):
            return words("event-deal", **who, card=_card(words, card))
        case djeco_state.Lay(number_card, square):
            return words("event-play", **who, card=_number_card(words, number_card), square=square)
        case djeco_state.Yellow(square, count):
            return words("event-yellow", **who, square=square, count=count or 0)
        case djeco_state.Green(first, last):
            return words("event-green", **who, first=first, last=last)
        case djeco_state.Pass():
            return words("event-pass", **who)
        case djeco_state.Draw(_, number_card):
            return words("event-draw", **who, card=_number_card(words, number_card))
    raise TypeError(f"no words for {action!r}")


@cache
def _earned(words: Words, count: int, to_doer: bool) -> str:
    return words("event-tokens", who=_WHO, you="yes" if to_doer else "no", count=count)


# Things


def _stone(words: Words, game: str, stone: str) -> str:
    return words(f"stone-{game}-{stone}")


@cache
def _tile(words: Words, tile: tiles.Tile) -> str:
    colour, shape, face = (words(f"value-{name}") for name in tile.names)
    return words("tile", colour=colour, shape=shape, face=face)


def _card(words: Words, card: tiles.Card) -> str:
    if card.value is None:
        return words("card-back", kind=words(f"kind-{card.kind}"))
    return words(f"value-{card}")


def _number_card(words: Words, card: cards.Card) -> str:
    names = {"r": "red", "b": "blue", "y": "yellow", "g": "green", "?": "hidden"}
    return words(f"card-{names[card.colour]}", number=card.number)
