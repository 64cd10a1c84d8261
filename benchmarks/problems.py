"""The problems that `perfect` sets in drawn positions: how often `mcts:sims=200` fails, against the rule before.

Games begin in drawn positions from random play, the same for both, and each is played from both sides. The rule before
left the opponent as few turns that hold as it could; now it is asked how hard the position is (`play/hardness.py`).
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from random import Random
from typing import Any

import rowdy
from rowdy.play.bots.perfect import PerfectBot
from rowdy.play.bots.registry import Bot, bot
from rowdy.rules.flip import FlipGame, State
from rowdy.rules.game import AnyGame, Event, Over, View
from rowdy.search.oracle import Value
from rowdy.search.perfect import prober
from rowdy.search.symmetry import play_all

MIN_STONES, MAX_STONES = 4, 13


class FewestReplies(PerfectBot):
    """Sets problems as `perfect` did before: of up to eight turns, the one that leaves the fewest turns that hold."""

    def choose(self, game: AnyGame, log: Sequence[Event[Any]], view: View[Any, Any], rng: Random) -> Any:
        assert isinstance(game, FlipGame)
        oracle = prober(game)
        turns = oracle.probe(view.state).turns
        best = [turn for turn in turns if turn.verdict == turns[0].verdict]
        if turns[0].verdict.value is Value.DRAW:
            after = [(turn, play_all(game, view.state, turn.actions)) for turn in best]
            going_on = [(turn, then) for turn, then in after if not isinstance(game.turn(then), Over)]
            if not oracle.quick(view.state):
                going_on = rng.sample(going_on, min(8, len(going_on)))
            replies = [oracle.safe_replies(then, 1_000) for _, then in going_on]
            best = [turn for (turn, _), count in zip(going_on, replies, strict=True) if count == min(replies)] or best
        return rng.choice(best).actions[0]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--positions", type=int, default=100, help="drawn positions a game (default: 100)")
    parser.add_argument("--opponent", default="mcts:sims=200", help="the bot that must hold (default: mcts:sims=200)")


def run(args: argparse.Namespace) -> None:
    rules: dict[str, Bot] = {"fewest replies": FewestReplies(), "hardest": bot("perfect")}
    for game_id in ("rubik", "xoxo2"):
        game = rowdy.game(game_id)
        starts = drawn_positions(game, args.positions)
        for name, player in rules.items():
            began = time.perf_counter()
            results = [play(game, start, player, bot(args.opponent), seat) for start in starts for seat in (0, 1)]
            won, lost = results.count(Value.WIN), results.count(Value.LOSS)
            seconds = time.perf_counter() - began
            share = 100 * won / len(results)
            print(
                f"{game_id:6} {name:15} won {won:4} of {len(results)} ({share:.1f} %), lost {lost}, {seconds:.0f} s",
                flush=True,
            )


def drawn_positions(game: FlipGame, count: int) -> list[State]:
    """Drawn positions at the beginning of a turn, from games that are played at random."""
    rng, found = Random(20), list[State]()
    while len(found) < count:
        state, laid = game.start(), rng.randint(MIN_STONES, MAX_STONES)
        while not isinstance(game.turn(state), Over) and (state.laid < laid or not state.flip_due):
            state = game.play(state, state.mover, rng.choice(game.legal(state, state.mover)))
        if not isinstance(game.turn(state), Over) and prober(game).verdict(state).value is Value.DRAW:
            found.append(state)
    return found


def play(game: FlipGame, state: State, player: Bot, opponent: Bot, seat: int) -> Value:
    """The result of a game for the player who has this seat."""
    rng = Random(f"{game.format_state(state)} {seat}")
    while not isinstance(turn := game.turn(state), Over):
        mover = player if state.mover == seat else opponent
        action = mover.choose(game, (), game.view(state, state.mover), rng)
        state = game.play(state, state.mover, action)
    winners = turn.outcome.winners
    return Value.DRAW if not winners else Value.WIN if seat in winners else Value.LOSS
