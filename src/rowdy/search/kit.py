"""The interface between the search and one game: everything that thinks asks a kit, and knows no game by name."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from types import ModuleType
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from rowdy.rules.game import AnyGame, Event, InvalidSetup, Seat, View
from rowdy.search.oracle import Oracle
from rowdy.search.whole_search import can_be_searched_whole, whole_search

if TYPE_CHECKING:  # it brings NumPy, which takes a moment to load
    from rowdy.search.belief import Belief

G = TypeVar("G", bound=AnyGame)

MANY_SIMULATIONS = 5_000
"""From how many simulations on a search finds out more by itself than first sight tells it."""


class SearchKit(Generic[G]):
    """The kit of a game of which only the rules are known; a game's own kit overrides what it can do better."""

    part: str | None = None
    """The name of the compiled part that plays this game (see `compilation`); `None` where there is none."""

    small: bool = False
    """Whether the game can be searched whole in a moment, from any position: then perfect play is known by that."""

    def compiled(self, game: G) -> bool:
        """Whether the compiled rules play this very game, board sizes included; this loads no compiler."""
        return False

    def kernel(self) -> ModuleType:
        """The module with the compiled rules; this loads the compiler. `LookupError` where there are none."""
        raise LookupError("this game has no compiled rules")

    def believe(self, game: G, log: Sequence[Event[Any]], view: View[Any, Any], seed: int, weigh: bool) -> Belief:
        """The worlds that the view's seat holds possible, for the compiled search.

        Where `weigh` is false, all worlds that it cannot rule out have the same weight.
        """
        from rowdy.search.belief import complete_information

        if game.facts.hidden:
            raise InvalidSetup("no-sampling", game=game.edition.game)
        return complete_information()

    def likely_cards(
        self, game: G, log: Sequence[Event[Any]], view: View[Any, Any], seed: int
    ) -> dict[tuple[Seat, str], float]:
        """How likely each other seat holds each card, by what the view's seat believes; cards by their texts.

        Empty where there are no cards to hold; this loads the compiler.
        """
        return {}

    def rules(self, game: G, many: bool) -> Any:
        """The compiled rules of this game, for a search with `MANY_SIMULATIONS` or with fewer."""
        return self.kernel().rules_of(game)

    def certain(self, game: G, view: View[Any, Any]) -> bool:
        """Whether nothing is hidden or left to chance any more, and there are two seats: results can then be proved."""
        return game.seats == 2 and not game.facts.hidden and not game.facts.chance

    def samples(self, game: G) -> bool:
        """Whether `sample_world` works, as it does by itself where nothing is hidden, and in a kit that has its own."""
        return not game.facts.hidden or type(self).sample_world is not SearchKit.sample_world

    def sample_world(self, game: G, view: View[Any, Any], rng: Random, log: Sequence[Event[Any]] | None = None) -> Any:
        """A full state (a determinisation), drawn by its probability given the rules and what the seat has seen."""
        if game.facts.hidden:
            raise InvalidSetup("no-sampling", game=game.edition.game)
        return view.state

    def sound_actions(self, game: G, view: View[Any, Any]) -> Sequence[Any]:
        """The legal actions less those that are known to give away a result; this may load the compiler.

        It asks no oracle: only a game that is known by heart, or decided within sight, leaves fewer than all.
        """
        return view.legal

    def canonical(self, game: G, state: Any) -> Any:
        """One state for all that differ only by a symmetry of the game."""
        return state

    def ends_turn(self, game: G, state: Any) -> bool:
        """Whether any move in this state certainly ends the turn of its seat, so that counts need not make it."""
        return False

    def puzzle_fault(self, game: G, position: str, theme: str, turns: Sequence[str]) -> str:
        """Why a puzzle of a solved game is wrong, found out without its oracle; nothing if it is right.

        A game that has nothing but an oracle has to trust that.
        """
        return ""

    def solved(self, game: G) -> bool:
        """Whether `oracle` knows the value of every position of this very game; this loads no compiler."""
        return self.small and can_be_searched_whole(game)

    def oracle(self, game: G) -> Oracle:
        """The oracle that knows the values of a solved game's positions; `LookupError` where it is not solved.

        It is for the bot `perfect`, for hints and reviews, and for `rowdy explore`.
        """
        if not self.solved(game):
            raise LookupError("this game is not solved")
        return whole_search(game)
