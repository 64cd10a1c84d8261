"""A rival for the lowest levels: a child of about seven, given by how often it overlooks things.

No child was measured. The three probabilities are an assumption, and so is the way it plays: it completes a line if it
sees one, else blocks one if it sees that, else puts something beside what it has. It looks at the rules alone, and
shares no judgement with our bots.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from rowdy.play.bots.registry import BOTS
from rowdy.rules.djeco import DjecoGame
from rowdy.rules.flip import FlipGame
from rowdy.rules.flip_state import Part
from rowdy.rules.game import AnyGame, Event, Move, Over, Seat, View, Window
from rowdy.rules.geometry import Mask
from rowdy.rules.xoxo import XoxoGame

IDEAS = 3
"""The number of actions that it considers if it has nothing to complete and sees nothing to block."""


@dataclass(frozen=True)
class Child:
    """Plays what it sees; each number is the probability that it overlooks something this time."""

    own_line: float = 0.2
    """A line that it could complete."""
    block: float = 0.5
    """A line that the opponent could complete next; in XOXO nobody knows, so it never blocks there."""
    flip: float = 0.7
    """What flipping a stone does to the lines of its owner."""

    def plays(self, game: AnyGame) -> bool:
        return isinstance(game, XoxoGame | DjecoGame | FlipGame)

    def choose(self, game: AnyGame, log: Sequence[Event[Any]], view: View[Any, Any], rng: Random) -> Any:
        seat = view.viewer
        if isinstance(view.turn, Window) or seat is None or len(view.legal) == 1:
            return view.legal[-1]
        after = {action: game.play(view.state, seat, action) for action in view.legal}
        if isinstance(game, FlipGame) and view.state.part is Part.FLIP:
            if rng.random() < self.flip:
                return rng.choice(view.legal)
            return _best(view.legal, lambda action: -_harm(game, after[action], seat), rng)
        if rng.random() >= self.own_line and (found := _completing(game, view.state, after, seat)):
            return rng.choice(found)
        if rng.random() >= self.block and (found := _blocking(game, view.state, after, seat)):
            return rng.choice(found)
        ideas = rng.sample(view.legal, min(IDEAS, len(view.legal)))
        return _best(ideas, lambda action: lines_with(game, after[action], seat, 2), rng)


def _best(actions: Sequence[Any], worth: Callable[[Any], int], rng: Random) -> Any:
    return max(actions, key=lambda action: (worth(action), rng.random()))


def _completing(game: AnyGame, before: Any, after: dict[Any, Any], seat: Seat) -> list[Any]:
    """The actions that complete most, if any completes something."""
    gained = {action: _full_lines(game, then, seat) - _full_lines(game, before, seat) for action, then in after.items()}
    most = max(gained.values())
    return [action for action, gain in gained.items() if gain == most] if most > 0 else []


def _full_lines(game: AnyGame, state: Any, seat: Seat) -> int:
    """The number of the seat's complete lines; a won game counts more than any number, a lost one less."""
    turn = game.turn(state)
    if isinstance(turn, Over) and turn.outcome.winners:
        return 100 if seat in turn.outcome.winners else -100
    return lines_with(game, state, seat, 3)


def _blocking(game: AnyGame, before: Any, after: dict[Any, Any], seat: Seat) -> list[Any]:
    """The actions that leave the opponent fewer lines to complete than there are now, and the fewest of all."""
    if isinstance(game, XoxoGame):
        return []
    if isinstance(game, FlipGame):
        return [action for action, then in after.items() if not _can_win(game, then, 1 - seat)]
    threats = {action: lines_with(game, then, 1 - seat, 2) for action, then in after.items()}
    fewest = min(threats.values())
    if fewest >= lines_with(game, before, 1 - seat, 2):
        return []
    return [action for action, left in threats.items() if left == fewest]


def _can_win(game: FlipGame, state: Any, seat: Seat) -> bool:
    """Whether the seat wins with its next turn, or has won."""
    turn = game.turn(state)
    if isinstance(turn, Over):
        return seat in turn.outcome.winners
    if not isinstance(turn, Move) or turn.seat != seat:
        return False
    return any(_can_win(game, game.play(state, seat, action), seat) for action in game.legal(state, seat))


def _harm(game: FlipGame, state: Any, seat: Seat) -> int:
    """How dangerous the opponent's stones are after a flip."""
    return 4 * _full_lines(game, state, 1 - seat) + lines_with(game, state, 1 - seat, 2)


def lines_with(game: AnyGame, state: Any, seat: Seat, count: int) -> int:
    """The number of lines with exactly `count` things of one kind that count for the seat, and nothing else."""
    assert game.grid is not None
    occupied, kinds = _lying(game, state, seat)
    lines = game.grid.lines
    return sum((line & kind).bit_count() == count and not line & occupied & ~kind for kind in kinds for line in lines)


def _lying(game: AnyGame, state: Any, seat: Seat) -> tuple[Mask, Iterable[Mask]]:
    """The squares where something lies, and for each kind of thing that counts for the seat, where it lies."""
    if isinstance(game, FlipGame):
        return state.occupied, state.stones.sides(seat)
    if isinstance(game, DjecoGame):
        table = game.look(state.stacks)
        return table.occupied, (table.colours[seat],)
    tiles = list(enumerate(state.display))
    cards = [card for card in state.hands[seat] if card.value is not None]
    kinds = [sum(1 << i for i, tile in tiles if tile and tile.features & card.feature) for card in cards]
    return sum(1 << i for i, tile in tiles if tile), kinds


def register() -> None:
    """Makes the child known as a bot of this process, so that it can sit in matches."""
    BOTS["child"] = Child()
