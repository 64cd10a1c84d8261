"""Advice for a seat from its own log and view, as plain values: the best moves, and cards better kept back."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any, TypeAlias

from rowdy.play.levels import first_sight
from rowdy.play.review import Log, Searcher, doubt, solved
from rowdy.rules.djeco_state import State as DjecoState
from rowdy.rules.flip import FlipGame
from rowdy.rules.game import CHANCE, AnyGame, Chance, Event, Move, View, Window
from rowdy.rules.tiles import Card, sort_hand
from rowdy.rules.xoxo import XoxoGame
from rowdy.rules.xoxo_state import Lay
from rowdy.search.plain import SLOWER, Choice, Thought, consider, play_out, sample_world, share
from rowdy.search.ready import can_search, ready

QUICK = 0.6
"""Seconds of thought for a hint, or for a part of it: a person waits no more than about one."""
CLEARLY = 3
"""So many times as large as the doubt is a difference that is worth changing a habit for."""
LISTED = 3
"""So many moves are told, the best among them."""


@dataclass(frozen=True, slots=True)
class Forced:
    """There is only one move."""

    action: Any


@dataclass(frozen=True, slots=True)
class ExactChoice:
    """A whole turn, or what is left of one, and what perfect play makes of it."""

    actions: tuple[Any, ...]
    value: str
    """`win`, `draw` or `loss`; not an enum of the solver's, which would bring the compiler to whoever reads this."""
    distance: int | None

    def __str__(self) -> str:
        return " ".join(map(str, self.actions))


@dataclass(frozen=True, slots=True)
class ExactAdvice:
    """The best turns of a solved game; mirror images are one."""

    choices: tuple[ExactChoice, ...]
    """Best first."""
    alone: bool
    """Whether the first is the only one that keeps the win or the draw."""


@dataclass(frozen=True, slots=True)
class SearchedAdvice:
    """The moves that the search likes best."""

    choices: tuple[Choice, ...]
    """Best first. One that was tried less often than the first may look worth more by chance."""
    lines: tuple[Card, ...] = ()
    """The seat's cards that the first move brings into line."""
    tokens: int = 0
    """What the first move earns at once."""
    keep: tuple[Card, ...] = ()
    """The seat's cards that are then better kept back."""


Advice: TypeAlias = Forced | ExactAdvice | SearchedAdvice


def advise(game: AnyGame, log: Log, view: View[Any, Any], think: Searcher) -> Advice:
    """What the view's seat had best do: by perfect play where the game is solved, else as the searcher thinks."""
    if len(view.legal) == 1:
        return Forced(view.legal[0])
    if isinstance(game, FlipGame) and solved(game):
        return _exact(game, view)
    choices = think(game, log, view).choices
    lines, tokens = _earned(game, view, choices[0].action)
    keep = keep_back(game, log, view, choices[0].action, think, Random(0))
    return SearchedAdvice(choices[:LISTED], lines, tokens, sort_hand(list(keep)))


def _exact(game: FlipGame, view: View[Any, Any]) -> ExactAdvice:
    from rowdy.search.alike import choices, only_choice  # brings the compiler, so not earlier
    from rowdy.search.perfect import prober

    turns = {turn.actions: turn.verdict for turn in prober(game).probe(view.state).turns}
    listed = choices(game, view.state, turns)
    told = [ExactChoice(each.ways[0], str(each.verdict.value), each.verdict.distance) for each in listed[:LISTED]]
    return ExactAdvice(tuple(told), only_choice(listed) is not None)


def _earned(game: AnyGame, view: View[Any, Any], action: Any) -> tuple[tuple[Card, ...], int]:
    """What a move brings there and then: cards of the seat into line, and tokens."""
    seat, before = view.viewer, view.state
    if seat is None:
        return (), 0
    after = game.play(before, seat, action)
    if isinstance(game, XoxoGame):
        hand = before.hands[seat]
        return tuple(card for card in hand if game.in_line(after, card) and not game.in_line(before, card)), 0
    return (), after.tokens[seat] - before.tokens[seat] if isinstance(after, DjecoState) else 0


# Who thinks it out


def searcher(simulations: int, seed: int = 0) -> Searcher:
    """The tree search, always with the same answer; the plain engine where it cannot be had."""

    def think(game: AnyGame, log: Log, view: View[Any, Any]) -> Thought:
        if not can_search(game):
            return _consider(game, view, Random(seed), playouts(simulations))
        from rowdy.search.mcts import Settings, search  # brings the compiler, so not earlier

        return search(game, log, view, simulations=simulations, seed=seed, settings=Settings(hold=True))

    return think


def playouts(simulations: int) -> int:
    """How many the plain engine makes in the time of so many simulations."""
    return max(1, simulations // SLOWER)


def _consider(game: AnyGame, view: View[Any, Any], rng: Random, times: int) -> Thought:
    """What the plain engine thinks, also of an action that is the only one to be looked at."""
    seat = view.viewer
    if len(view.legal) > 1 or seat is None:
        return consider(game, view, rng, playouts=times)
    (action,) = view.legal
    worlds = (game.play(sample_world(game, view, rng), seat, action) for _ in range(times))
    won = sum(share(play_out(game, world, rng), seat, game.seats) for world in worlds)
    return Thought((Choice(action, times, won / times),), times)


def quick_searcher() -> Searcher:
    """The tree search for about a second; the plain engine until compiled code is ready."""

    def think(game: AnyGame, log: Log, view: View[Any, Any]) -> Thought:
        if not (ready(game) and can_search(game)):
            sights = first_sight(game, view, view.turn.seat) if isinstance(view.turn, Move) else None
            return consider(game, view, Random(0), seconds=QUICK, first_sight=sights)
        from rowdy.search.mcts import Settings, search

        return search(game, log, view, seconds=QUICK, settings=Settings(hold=True))

    return think


# Cards to keep back


def keep_back(game: AnyGame, log: Log, view: View[Any, Any], lay: Any, think: Searcher, rng: Random) -> frozenset[Card]:
    """The seat's cards that have their line once this tile lies, but that the search would clearly rather not show.

    What chance then shows on the pile is drawn by lot: it seldom matters.
    """
    if not isinstance(game, XoxoGame) or not isinstance(lay, Lay) or view.viewer is None:
        return frozenset()
    seat, state, events = view.viewer, game.play(view.state, view.viewer, lay), [*log, Event(view.viewer, lay)]
    while isinstance(turn := game.turn(state), Chance):
        shown = rng.choices(turn.actions, turn.weights)[0]
        state = game.play(state, CHANCE, shown)
        events.append(Event(CHANCE, shown))
    asked = game.view(state, seat)
    if not isinstance(asked.turn, Window) or len(asked.legal) < 2:
        return frozenset()
    choices = think(game, events, asked).choices
    best = choices[0]
    everything = next((choice for choice in choices if choice.action == asked.legal[-1]), best)
    if best.value - everything.value <= CLEARLY * doubt(best, everything):
        return frozenset()
    return frozenset(everything.action.cards) - frozenset(best.action.cards)
