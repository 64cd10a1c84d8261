"""Example boards of the rules: positions in a game's notation, played on and shown by the game itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from rowdy.rules.game import CHANCE, AnyGame, Chance, Event, GameError, Move, Seat, View
from rowdy.rules.geometry import Square
from rowdy.rules.kit import RulesKit, Setup
from rowdy.rules.rulings import Edition, Option

BesideKind: TypeAlias = Literal["pieces", "goals", "tokens"]
"""What is shown below a board: the pieces that the viewer can pick, all objective cards, or all tokens."""


@dataclass(frozen=True)
class Example:
    """A position that illustrates a rule; its caption is the message `example-GAME-ID`."""

    position: str
    moves: tuple[str, ...] = ()
    """Moves from the position; the board is shown after them, with the squares of the last turn marked."""
    before: bool = False
    """True if the board is also shown before the moves."""
    pick: str = ""
    """A piece or a square of the viewer to move: the squares where it can go are marked."""
    lines: tuple[tuple[Square, ...], ...] = ()
    """Lines on the first board that the caption mentions, in addition to those that the game draws itself."""
    notice: tuple[Square, ...] = ()
    """Squares that the caption mentions."""
    viewer: Seat | None = None
    """The seat that sees it; by default the seat to move first."""
    beside: tuple[BesideKind, ...] = ()


@dataclass(frozen=True)
class Moment:
    """What an example shows at one time, as one seat sees it."""

    view: View[Any, Any]
    last: Sequence[Event[Any]]


def example_game(kit: RulesKit, edition: Edition, options: Mapping[str, Option]) -> AnyGame:
    """The game in which examples are shown: these rulings, the fewest seats, and no custom deck."""
    rulings = dict(options)
    if kit.deck_ruling and rulings[kit.deck_ruling] == "custom":
        rulings[kit.deck_ruling] = kit.ruling(kit.deck_ruling).default
    return kit.make(Setup(edition, rulings, kit.seats[0], 0, None))


def moments(game: AnyGame, example: Example) -> list[Moment]:
    """The moments that an example shows: after its moves and, if it says so, also before them.

    Raises `GameError` if the position is impossible or a move is not legal.
    """
    state = game.parse_state(example.position)
    turn = game.turn(state)
    viewer = example.viewer if example.viewer is not None else turn.seat if isinstance(turn, Move) else 0
    shown = [Moment(game.view(state, viewer), ())]
    last = list[Event[Any]]()
    for text in example.moves:
        turn, action = game.turn(state), game.parse_action(text)
        if not isinstance(turn, Move | Chance):
            raise GameError("over", move=action)
        actor = turn.seat if isinstance(turn, Move) else CHANCE
        state = game.play(state, actor, action)
        last.append(Event(actor, action))
    if last:
        shown.append(Moment(game.view(state, viewer), last))
    return shown if example.before else shown[-1:]
