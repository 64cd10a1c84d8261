"""Facts about single positions: first squares, replies, lines of best play and the longest win."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from rowdy.rules.flip import FlipGame
from rowdy.rules.flip_state import Place, State, Stones
from rowdy.rules.game import Over
from rowdy.rules.geometry import bits
from rowdy.search.perfect import Probe, Prober, RatedTurn, Value, play_turn

KINDS = {"corner": "a1", "edge": "b1", "centre": "b3"}
"""A square of each kind; all others of the kind are its mirror images."""


def good_turns(found: Probe) -> list[RatedTurn]:
    """The turns that keep the result; in a lost position those that delay it longest."""
    if found.value is Value.LOSS:
        return [turn for turn in found.turns if turn.verdict == found.verdict]
    return [turn for turn in found.turns if turn.verdict.value is found.value]


def first_squares(prober: Prober) -> dict[str, Any]:
    """What each first square leads to for the first player; the side makes no difference."""
    first = {}
    for turn in prober.probe(prober.game.start()).turns:
        (action,) = turn.actions
        assert isinstance(action, Place)
        first[action.square] = {"value": str(turn.verdict.value), "distance": turn.verdict.distance}
    return first


def replies(prober: Prober) -> dict[str, Any]:
    """For each kind of first square how the second player's turns fare, and the best of them."""
    return {kind: _replies(prober, square) for kind, square in KINDS.items()}


def _replies(prober: Prober, square: str) -> dict[str, Any]:
    game = prober.game
    state = game.play(game.start(), 0, game.parse_action(f"A@{square}"))
    found = prober.probe(state)
    counts = Counter(str(turn.verdict.value) for turn in found.turns)
    best: dict[State, str] = {}
    for turn in sorted((turn for turn in found.turns if turn.verdict == found.verdict), key=str):
        best.setdefault(plain(game, play_turn(game, state, turn)), str(turn))
    return {"square": square, "legal": len(found.turns), **{str(v): counts[v] for v in Value}, "best": [*best.values()]}


def plain(game: FlipGame, state: State) -> State:
    """One position for all that differ only by a symmetry or by turning over all stones of a player."""
    images = []
    for symmetry in game.grid.symmetries:
        a, b, c, d = (sum(1 << symmetry[i] for i in bits(mask)) for mask in state.stones)
        images += [Stones(w, x, y, z) for w, x in ((a, b), (b, a)) for y, z in ((c, d), (d, c))]
    return state._replace(stones=min(images))


# Lines


def best_line(prober: Prober, state: State) -> list[dict[str, Any]]:
    """Turn by turn best play of both, where each sets the other the hardest task."""
    game, line = prober.game, []
    while not isinstance(game.turn(state), Over):
        found = prober.probe(state)
        turn = hardest(prober, state, found)
        state = play_turn(game, state, turn)
        line.append(
            {
                "turn": str(turn),
                "value": str(found.value),
                "distance": found.distance,
                "good": len(good_turns(found)),
                "legal": len(found.turns),
                "position": game.format_state(state),
            }
        )
    return line


def hardest(prober: Prober, state: State, found: Probe) -> RatedTurn:
    """Of the best turns the one that leaves the fewest best replies, and of several such the first by its name.

    Of turns that draw, one that ends the game comes last: it leaves nothing to get wrong.
    """

    def task(turn: RatedTurn) -> tuple[bool, int, str]:
        reply = prober.probe(play_turn(prober.game, state, turn))
        return not reply.turns, sum(other.verdict == reply.verdict for other in reply.turns), str(turn)

    return min((turn for turn in found.turns if turn.verdict == found.verdict), key=task)


def ending(game: FlipGame, position: str) -> dict[str, Any]:
    """Who has won a finished game, why, and with which rows."""
    state = game.parse_state(position)
    outcome = state.outcome
    assert outcome is not None
    rows = [
        row for owner in (0, 1) if outcome.winners in ((), (owner,)) for row in game.winning_rows(state.stones, owner)
    ]
    return {
        "winner": outcome.winners[0] if outcome.winners else None,
        "reason": str(outcome.reason),
        "rows": [[game.grid.squares[i] for i in bits(row)] for row in rows],
    }


# The longest win


def longest_win(prober: Prober, layers: list[dict[str, Any]]) -> dict[str, Any]:
    """The position whose win takes longest, and of several the one with the fewest turns that win."""
    game = prober.game
    longest = max(int(distance) for layer in layers for distance in layer["open"]["win"])
    stones = [layer["stones"] for layer in layers if str(longest) in layer["open"]["win"]]
    found = [(state, prober.probe(state)) for state in _reached(game, max(stones))]
    won = [(len(good_turns(told)), game.format_state(state)) for state, told in found if told.distance == longest]
    good, position = min(won)
    line = best_line(prober, game.parse_state(position))
    number = sum(layer["open"]["win"].get(str(longest), 0) for layer in layers)
    return {
        "distance": longest,
        "positions": number,
        "stones": stones,
        "position": position,
        "good": good,
        "line": line,
    }


def _reached(game: FlipGame, stones: int) -> Iterator[State]:
    """Every position at the start of a turn that play reaches with at most so many stones, one for all images."""
    if stones > 2:
        raise ValueError(f"there are too many positions with {stones} stones")
    layer = {game.start(): game.start()}
    for _ in range(stones + 1):
        yield from layer.values()
        after: dict[State, State] = {}
        for state in layer.values():
            for other in sorted(_after(game, state)):
                after.setdefault(plain(game, other), other)
        layer = after


def _after(game: FlipGame, state: State) -> Iterator[State]:
    for action in game.legal(state, state.mover):
        after = game.play(state, state.mover, action)
        if isinstance(game.turn(after), Over) or after.laid > state.laid:
            yield after
        else:
            yield from _after(game, after)
