"""The problems that `perfect` sets in drawn positions: how often `mcts:sims=200` fails, against the rule before.

Games begin in drawn positions from games between bots of five levels, one position a game, and each is played from both
sides. The rule before left the opponent as few turns that hold as it could; now it is asked how hard the position is
(`play/hardness.py`). Both rules get the same positions and an opponent with the same seed, so that their difference is
taken start by start.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from itertools import count, islice
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any

import rowdy
from rowdy.play.bots.perfect import PerfectBot
from rowdy.play.bots.registry import Bot, bot
from rowdy.play.puzzle_maker import played_positions
from rowdy.rules.flip import FlipGame
from rowdy.rules.flip_state import State
from rowdy.rules.game import AnyGame, Event, Over, View
from rowdy.search.oracle import Value
from rowdy.search.perfect import prober
from rowdy.search.symmetry import play_all

MIN_STONES, MAX_STONES = 8, 13
"""The number of stones in the first position of a game; from earlier ones either rule wins nearly every game."""
NORMAL_95 = 1.96
"""The half-width of a 95 % interval, in standard errors."""


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
    parser.add_argument("--positions", type=int, default=250, help="drawn positions a game (default: 250)")
    parser.add_argument("--opponent", default="mcts:sims=200", help="the bot that must hold (default: mcts:sims=200)")


def run(args: argparse.Namespace) -> None:
    rules: dict[str, Bot] = {"fewest replies": FewestReplies(), "hardest": bot("perfect")}
    for game_id in ("rubik", "xoxo2"):
        game = rowdy.game(game_id)
        starts = list(islice(drawn_positions(game), args.positions))
        shares = {}
        for name, player in rules.items():
            began = time.perf_counter()
            results = [[play(game, start, player, bot(args.opponent), seat) for seat in (0, 1)] for start in starts]
            shares[name] = [each.count(Value.WIN) / len(each) for each in results]
            lost = sum(each.count(Value.LOSS) for each in results)
            seconds = time.perf_counter() - began
            print(
                f"{game_id:6} {name:15} won {100 * fmean(shares[name]):.1f} % of {2 * len(starts)}, lost {lost},"
                f" {seconds:.0f} s",
                flush=True,
            )
        before, now = shares.values()
        gains = [100 * (new - old) for new, old in zip(now, before, strict=True)]
        margin = NORMAL_95 * stdev(gains) / sqrt(len(gains))
        print(f"{game_id:6} gain            {fmean(gains):+.1f} ± {margin:.1f} points (95 %)", flush=True)


def drawn_positions(game: FlipGame) -> Iterator[State]:
    """Drawn positions at the beginning of a turn, one from each game between two levels that has any."""
    for number in count():
        seed = f"problems/{game.edition.game}/{number}"
        rng = Random(seed)
        played = [state for state, _ in played_positions(game, seed, rng) if MIN_STONES <= state.laid <= MAX_STONES]
        drawn = [state for state in played if prober(game).verdict(state).value is Value.DRAW]
        if drawn:
            yield rng.choice(drawn)


def play(game: FlipGame, state: State, player: Bot, opponent: Bot, seat: int) -> Value:
    """The result of a game for the player who has this seat."""
    start = game.format_state(state)
    players = {seat: (player, Random(f"{start} player")), 1 - seat: (opponent, Random(f"{start} opponent"))}
    while not isinstance(turn := game.turn(state), Over):
        mover, rng = players[state.mover]
        state = game.play(state, state.mover, mover.choose(game, (), game.view(state, state.mover), rng))
    winners = turn.outcome.winners
    return Value.DRAW if not winners else Value.WIN if seat in winners else Value.LOSS
