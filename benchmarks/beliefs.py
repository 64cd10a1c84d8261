"""What beliefs are worth in XOXO: how much better than a uniform guess they know the others' cards, in nats.

All seats of a game are of one kind of player. Before each tile its seat is asked what it believes, and the logarithm of
what it gives to the true deal is compared with that of a guess by backs alone; the difference is divided by the number
of opponents. A belief that misleads is below zero. Means are told by stage of the game, with half of a 95 % interval
that treats the moments of one game as one.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from statistics import fmean, stdev

import numpy as np

import rowdy
from benchmarks import shared
from benchmarks.rivals.players import rival
from benchmarks.strength import choose
from rowdy.play.bots.registry import bot
from rowdy.play.game_log import GameLog
from rowdy.play.windows import unanswered
from rowdy.rules.game import AnyGame, Move, Seat, Window
from rowdy.search.catalog import search_kit
from rowdy.search.kernels import xoxo

PLAYERS = (
    "ismcts-500",
    "informed-500",
    "defender-500",
    "hider-500",
    "bluffer-500",
    "strong:sims=500",
    "greedy",
    "random",
)
STAGES = {"display grows": 9, "tiles 10-16": 16, "from tile 17 on": 99}
"""The stages by name, with the number of tiles laid at which each is over."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--games", type=int, default=100, help="games of each kind of player (default: 100)")
    parser.add_argument("--seats", type=int, nargs="*", default=[2, 3, 4], help="numbers of seats (default: 2 3 4)")
    parser.add_argument("--players", nargs="*", default=list(PLAYERS), help="kinds of players (default: all)")


def run(args: argparse.Namespace) -> None:
    shared.compile_first(("xoxo",))
    rows = []
    for seats in args.seats:
        for name in args.players:
            games = [gains(name, seats, number) for number in range(args.games)]
            rows.append([f"{seats} seats, {name}", *(cell([game[stage] for game in games]) for stage in STAGES)])
    shared.print_table(["nats for each opponent", *STAGES], rows)


def cell(games: list[list[float]]) -> str:
    """The mean over games that came so far, and half of its interval."""
    means = [fmean(game) for game in games if game]
    return f"{fmean(means):+.3f} ± {1.96 * stdev(means) / len(means) ** 0.5:.3f}" if len(means) > 1 else ""


def gains(name: str, seats: int, number: int) -> dict[str, list[float]]:
    """What the beliefs of one game gained, by stage."""
    game, player, laid = rowdy.game("xoxo", seats=seats), rival(name) or bot(name), 0
    table, found = shared.deal(game, f"beliefs/{number}"), {stage: list[float]() for stage in STAGES}
    shared.tell(f"{seats} seats, {name}: game {number}")
    while isinstance(turn := table.turn, Move | Window):
        if isinstance(turn, Move):
            stage = next(stage for stage, end in STAGES.items() if laid < end)
            found[stage].append(gain(game, table, turn.seat))
            laid += 1
        for seat in list(acting(table, turn)):
            table.act(seat, choose(player, table, seat, f"beliefs/{number}"))
    return found


def acting(table: GameLog, turn: Move | Window) -> Iterator[Seat]:
    if isinstance(turn, Window):
        yield from (seat for seat, _ in unanswered(table))
    else:
        yield turn.seat


def gain(game: AnyGame, table: GameLog, seat: Seat) -> float:
    """How much more of its weight a seat's belief gives to the true deal than a uniform one, in nats an opponent."""
    belief = search_kit(game).believe(game, table.observations(seat), table.view(seat), 0, True)
    weights = np.diff(belief.cumulative_weights, prepend=0.0)
    true = [xoxo.card_set(hand) for hand in table.state.hands]
    (place,) = np.flatnonzero((belief.worlds == true).all(axis=1))
    return float(np.log(weights[place] * len(weights))) / (game.seats - 1)
