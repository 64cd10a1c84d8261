"""Facts about positions as they come up in random play: how hard a result is to keep, and what good turns look like."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from rowdy.rules.flip import FlipGame
from rowdy.rules.flip_state import Flip, Part, Place, State
from rowdy.rules.game import Over, Seat
from rowdy.rules.geometry import Mask, bits
from rowdy.search.perfect import Probe, Prober, RatedTurn, Value, play_turn

STAGES = ((1, 3), (4, 7), (8, 11), (12, 14), (15, 15))
"""Parts of a game by the number of stones laid; the first stone is a case of its own."""

BETTER = {Value.LOSS: 0, Value.DRAW: 1, Value.WIN: 2}


class Tally:
    """Sums and the numbers of what was summed up, by name."""

    def __init__(self) -> None:
        self._sums: dict[str, float] = {}
        self._numbers: dict[str, int] = {}

    def add(self, name: str, value: float) -> None:
        self._sums[name] = self._sums.get(name, 0) + value
        self._numbers[name] = self._numbers.get(name, 0) + 1

    def means(self) -> dict[str, float]:
        return {name: round(total / self._numbers[name], 4) for name, total in self._sums.items()}


def sample(prober: Prober, games: int, seed: int) -> list[dict[str, Any]]:
    """For each stage what is found in its positions, over so many random games."""
    rng = random.Random(seed)
    tallies = [Tally() for _ in STAGES]
    numbers = [0 for _ in STAGES]
    for _ in range(games):
        for state, found in _random_game(prober, rng):
            stage = next(i for i, (_, last) in enumerate(STAGES) if state.laid <= last)
            numbers[stage] += 1
            _note(prober, state, found, tallies[stage])
    means = [tally.means() for tally in tallies]
    return [
        {"stones": stones, "positions": number, **mean}
        for stones, number, mean in zip(STAGES, numbers, means, strict=True)
    ]


def _random_game(prober: Prober, rng: random.Random) -> Iterator[tuple[State, Probe]]:
    """The positions of a game, from the second turn on, in which every turn is drawn by lot."""
    game = prober.game
    state = game.play(game.start(), 0, rng.choice(game.legal(game.start(), 0)))
    while not isinstance(game.turn(state), Over):
        found = prober.probe(state)
        yield state, found
        state = play_turn(game, state, rng.choice(sorted(found.turns, key=str)))  # in an order that never changes


def _note(prober: Prober, state: State, found: Probe, tally: Tally) -> None:
    for value in Value:
        tally.add(f"{value}", found.value is value)
    if state.part is Part.FLIP:
        left_out = prober.probe(prober.game.state(state.stones, Part.PLACE)).value
        tally.add("flip_harms", BETTER[left_out] > BETTER[found.value])
        tally.add("flip_helps", BETTER[left_out] < BETTER[found.value])
    if found.value is Value.LOSS:
        return
    holds = [turn.verdict.value is found.value for turn in found.turns]
    tally.add(f"{found.value}_holding", sum(holds) / len(holds))
    tally.add(f"{found.value}_only", sum(holds) == 1)
    _note_rules(prober.game, state, found, holds, tally)


# What good turns look like


def _note_rules(game: FlipGame, state: State, found: Probe, holds: list[bool], tally: Tally) -> None:
    """How often turns by lot and by rules of thumb hold, and what tells those that hold from those that do not."""
    traits = [_traits(game, state, turn) for turn in found.turns]
    at_once = [turn.verdict.distance == 1 and turn.verdict.value is Value.WIN for turn in found.turns]
    room = [trait["their_room"] - trait["own_room"] for trait in traits]
    rules = {
        "any": [0.0 for _ in holds],
        "at_once": [float(won) for won in at_once],
        "room": [float("inf") if won else more for won, more in zip(at_once, room, strict=True)],
    }
    for name, scores in rules.items():
        chosen = [held for held, score in zip(holds, scores, strict=True) if score == max(scores)]
        tally.add(f"rule_{name}", sum(chosen) / len(chosen))
    if all(holds):
        return
    for held in (True, False):
        some = [trait for trait, kept in zip(traits, holds, strict=True) if kept is held]
        for name in some[0]:
            tally.add(f"{'good' if held else 'bad'}_{name}", sum(trait[name] for trait in some) / len(some))


def _traits(game: FlipGame, state: State, turn: RatedTurn) -> dict[str, float]:
    after = play_turn(game, state, turn)
    own, theirs = _stones(after, state.mover), _stones(after, 1 - state.mover)
    flips = [game.grid.index[action.target] for action in turn.actions if isinstance(action, Flip)]
    placed = [game.grid.index[action.square] for action in turn.actions if isinstance(action, Place)]
    ways = game.grid.neighbours
    return {
        "own_room": room(game, own, after.occupied),
        "their_room": room(game, theirs, after.occupied),
        "flip_to_centre": any(ways[i].bit_count() == 4 for i in flips),
        "to_corner": any(ways[i].bit_count() == 2 for i in placed),
        "to_centre": any(ways[i].bit_count() == 4 for i in placed),
        "beside_own": any(ways[i] & own for i in placed),
    }


def _stones(state: State, seat: Seat) -> Mask:
    return state.stones.of(seat)


def room(game: FlipGame, stones: Mask, occupied: Mask) -> int:
    """In how many ways these stones can be flipped: the empty squares beside each, added up."""
    return sum((game.grid.neighbours[i] & ~occupied).bit_count() for i in bits(stones))
