"""Whether `strong` keeps what a flip game is worth: it goes first against `perfect`, and every turn of it is probed.

Rubik's Tac Toe is drawn and XOXO² is won for the first player, if every turn is right; only the four corners are right
for the first stone. Counted are the games in which nothing was given away up to the fourth turn, and to the end.
"""

from __future__ import annotations

import argparse
import sys
from random import Random

from benchmarks import shared
from benchmarks.arena import FLIP_GAMES
from rowdy.play.bots.registry import bot
from rowdy.rules.flip import FlipGame
from rowdy.rules.flip_state import State
from rowdy.rules.game import Move, Over
from rowdy.search.perfect import Value, prober

EARLY_TURNS = 4
"""The number of its own turns after which `strong` is judged first."""
MUST_EARLY, MUST_LATE = 0.75, 0.5
"""The share of the games that must be held after these turns, and to the end."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--games", type=int, default=10, help="games of each kind (default: 10; docs/bots.md has 40)")
    parser.add_argument("--sims", type=int, default=50_000, help="simulations of a move (default: 50,000)")


def run(args: argparse.Namespace) -> None:
    shared.compile_first()
    rows, missed = [], False
    for game_id, game in FLIP_GAMES.items():
        held = []
        for number in range(args.games):
            shared.tell(f"{number} of {args.games} games, {game_id}")
            held.append(turns_held(game, f"strong:sims={args.sims}", number))
        early = sum(turns is None or turns >= EARLY_TURNS for turns in held)
        late = held.count(None)
        rows.append((game_id, f"{early} of {args.games}", f"{late} of {args.games}"))
        missed = missed or early < MUST_EARLY * args.games or late < MUST_LATE * args.games
    shared.print_table(["strong, first against perfect", "held after turn 4 (must 3/4)", "to the end (must 1/2)"], rows)
    if missed:
        sys.exit("strong gives away too much")


def turns_held(game: FlipGame, first: str, number: int) -> int | None:
    """How many turns of the first player kept the value of the game; `None` if all did."""
    worth = prober(game).verdict(game.start()).value
    table, players, turns = shared.deal(game, f"held {number}"), (bot(first, game), bot("perfect", game)), 0
    while isinstance(turn := table.turn, Move):
        view = table.view(turn.seat)
        rng = Random(f"{number}/{turn.seat}/{len(table.events)}")
        table.act(turn.seat, players[turn.seat].choose(game, table.observations(turn.seat), view, rng))
        if turn.seat == 0 and (isinstance(table.turn, Over) or table.turn == Move(1)):
            if _worth_now(game, table.state) is not worth:
                return turns
            turns += 1
    return None if _worth_now(game, table.state) is worth else turns


def _worth_now(game: FlipGame, state: State) -> Value:
    """The value of a position for the first player."""
    turn = game.turn(state)
    if isinstance(turn, Over):
        winners = turn.outcome.winners
        return Value.DRAW if not winners else Value.WIN if winners == (0,) else Value.LOSS
    value = prober(game).verdict(state).value
    assert turn == Move(1)
    return {Value.WIN: Value.LOSS, Value.LOSS: Value.WIN, Value.DRAW: Value.DRAW}[value]
