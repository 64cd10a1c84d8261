"""What the library asks of the search for any game: worlds that fit a view, and the value of a solved position."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from rowdy.rules.catalog import kits
from rowdy.rules.game import AnyGame, Event, InvalidSetup, View
from rowdy.search.catalog import search_kit
from rowdy.search.oracle import Probe


def sample_world(game: AnyGame, view: View[Any, Any], rng: Random, log: Sequence[Event[Any]] | None = None) -> Any:
    """A full state that looks like this view to its seat, drawn with its exact probability.

    With the seat's log, everything that happened rules out cards that the others cannot hold. How people play is not
    guessed: each card that somebody held is equally likely to be the one they played. Raises `InvalidSetup` for a game
    with hidden cards whose kit cannot sample them.

    >>> import random, rowdy
    >>> game = rowdy.game("djeco")
    >>> state = game.parse_state("...../...../..r7../...../..... r1,r3,b9,y,g/b2,b2,b4,b9,y - 0:0 play 1 2")
    >>> view = game.view(state, 1)
    >>> game.format_state(view.state)
    '...../...../..r7../...../..... ?,?,?,?,?/b2,b2,b4,b9,y - 0:0 play 1 2'
    >>> world = rowdy.sample_world(game, view, random.Random(1))
    >>> "?" in game.format_state(world), game.view(world, 1) == view
    (False, True)
    """
    if view.viewer is None:
        raise ValueError("a world is drawn for a seat: a spectator has none")
    return search_kit(game).sample_world(game, view, rng, log)


def probe(game: AnyGame, state: Any) -> Probe:
    """The value of a position of a solved game, how far the end is, and every turn, best first.

    Raises `InvalidSetup` for a game that is not solved.

    >>> import rowdy
    >>> game = rowdy.game("rubik")
    >>> found = rowdy.probe(game, game.parse_state("..../.B../..Bb/.... flip"))
    >>> str(found.value), found.distance, str(found.turns[0])
    ('win', 11, 'c2-b2 b@c1')
    """
    kit = search_kit(game)
    if not kit.solved(game):
        raise InvalidSetup("no-perfect-play", game=game.edition.game, known=", ".join(solved_games()))
    return kit.oracle(game).probe(state)


def solved_games() -> list[str]:
    """The ids of the games whose default edition is solved."""
    return [name for name, kit in kits().items() if search_kit(game := kit.make_default()).solved(game)]
