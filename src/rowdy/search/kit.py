"""The kit of a game on the search floor: the search asks it what it must know, and knows no game by name."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from types import ModuleType
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from rowdy.rules.game import AnyGame, Event, InvalidSetup, Seat, View
from rowdy.search.oracle import Oracle
from rowdy.search.whole_search import can_be_searched_whole, whole_search

if TYPE_CHECKING:  # imports NumPy, which takes a moment
    from rowdy.search.belief import Belief

G = TypeVar("G", bound=AnyGame)

MANY_SIMULATIONS = 5_000
"""The number of simulations from which on a search learns more by itself than from its prior."""


class SearchKit(Generic[G]):
    """The kit of a game of which only the rules are known; a game's own kit overrides what it can do better."""

    part: str | None = None
    """The name of the compiled part that plays this game (see `compilation`), or `None`."""

    small: bool = False
    """True if the game can be searched to the end in a moment from any position, which makes perfect play known."""

    def compiled(self, game: G) -> bool:
        """True if the compiled rules play exactly this game, board sizes included; does not load the compiler."""
        return False

    def kernel(self) -> ModuleType:
        """The module with the compiled rules; loads the compiler. Raises `LookupError` if there are none."""
        raise LookupError("this game has no compiled rules")

    def believe(self, game: G, log: Sequence[Event[Any]], view: View[Any, Any], seed: int, weigh: bool) -> Belief:
        """The worlds that the view's seat considers possible, for the compiled search.

        If `weigh` is false, all worlds that it cannot rule out have the same weight.
        """
        from rowdy.search.belief import complete_information

        if game.facts.hidden:
            raise InvalidSetup("no-sampling", game=game.edition.game)
        return complete_information()

    def likely_cards(
        self, game: G, log: Sequence[Event[Any]], view: View[Any, Any], seed: int
    ) -> dict[tuple[Seat, str], float]:
        """The probability that each other seat holds each card, by the belief of the view's seat; cards as texts.

        Empty for a game without hands. Loads the compiler.
        """
        return {}

    def rules(self, game: G, many: bool) -> Any:
        """The compiled rules of this game, for a search with `MANY_SIMULATIONS` or with fewer."""
        return self.kernel().rules_of(game)

    def certain(self, game: G, view: View[Any, Any]) -> bool:
        """True if there are two seats and nothing is hidden or left to chance any more, so results can be proved."""
        return game.seats == 2 and not game.facts.hidden and not game.facts.chance

    def samples(self, game: G) -> bool:
        """True if `sample_world` works: nothing is hidden in the game, or the kit has its own `sample_world`."""
        return not game.facts.hidden or type(self).sample_world is not SearchKit.sample_world

    def sample_world(self, game: G, view: View[Any, Any], rng: Random, log: Sequence[Event[Any]] | None = None) -> Any:
        """A full state (a determinisation), drawn with its probability given the rules and what the seat has seen."""
        if game.facts.hidden:
            raise InvalidSetup("no-sampling", game=game.edition.game)
        return view.state

    def sound_actions(self, game: G, view: View[Any, Any], *, thorough: bool = False) -> Sequence[Any]:
        """The legal actions without those proved to throw away a better result; may load the compiler.

        It does not ask the oracle, only what a player could know by heart or calculate (see `flip_proofs`); a thorough
        player calculates further.
        """
        return view.legal

    def opening_number(self, game: G, log: Sequence[Event[Any]]) -> float | None:
        """A number above 0, up to 1 and as good as random, that is the same for all games with the same opening.

        It is 1 as long as the opening lasts, and `None` in games of which nothing is known by heart.
        """
        return None

    def canonical(self, game: G, state: Any) -> Any:
        """One state to stand for all that differ only by a symmetry of the game."""
        return state

    def ends_turn(self, game: G, state: Any) -> bool:
        """True if every move in this state ends the turn of its seat, so that `perft` need not make the last ones."""
        return False

    def puzzle_fault(self, game: G, position: str, theme: str, turns: Sequence[str]) -> str:
        """Why a puzzle of a solved game is wrong, found without its oracle; an empty text if it is right.

        By default no fault is found: a game that has nothing but an oracle has to trust it.
        """
        return ""

    def solved(self, game: G) -> bool:
        """True if `oracle` knows the value of every position of exactly this game; does not load the compiler."""
        return self.small and can_be_searched_whole(game)

    def oracle(self, game: G) -> Oracle:
        """The oracle of a solved game, which knows the values of its positions; `LookupError` if it is not solved.

        The bot `perfect`, hints, reviews and `rowdy explore` ask it.
        """
        if not self.solved(game):
            raise LookupError("this game is not solved")
        return whole_search(game)
