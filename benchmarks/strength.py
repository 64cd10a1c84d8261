"""How strong `strong` is against rivals that share nothing with it but the rules (see `benchmarks.rivals`).

Each contest has the same chance for all, with seats rotated, and a fixed number of simulations, so it prints the same
shares every time. They come with their 95 % intervals, which treat the games of one seed as one. What a move takes is
processor time, measured for both bots in the same games, so that other work of the machine changes it little.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random

import rowdy
from benchmarks import shared
from benchmarks.rivals.players import Rival, Seer, rival
from rowdy.play.arena.arena import Arena, Contest
from rowdy.play.arena.match import GameSpec, Match, Result, ThinkingTime
from rowdy.play.bots.registry import Bot, bot
from rowdy.play.dealer import Dealer
from rowdy.play.game_log import GameLog
from rowdy.play.windows import unanswered
from rowdy.rules.game import Move, Over, Seat, Window


@dataclass(frozen=True)
class StrengthClaim:
    """A contest of docs/bots.md: the first bot among others."""

    game: str
    seats: int
    bots: tuple[str, ...]
    games: int
    must: str = ""
    rulings: Mapping[str, str] = field(default_factory=dict)
    seed: str = "1"

    @property
    def name(self) -> str:
        ruled = "".join(f", {name}={option}" for name, option in self.rulings.items())
        return f"{shared.name_of(self.game, self.seats)}{ruled}: {' v '.join(self.bots)}"


SEARCH, MORE = "strong:sims=2000", "strong:sims=20000"
CLAIMS = (
    StrengthClaim("xoxo", 2, (SEARCH, "ismcts-2000"), 600, "70 %"),
    StrengthClaim("xoxo", 2, (SEARCH, "ismcts-5000"), 400),
    StrengthClaim("xoxo", 2, ("strong:sims=3500", "ismcts-5000"), 400),
    StrengthClaim("xoxo", 2, (SEARCH, "informed-2000"), 400),
    StrengthClaim("xoxo", 2, (SEARCH, "defender-2000"), 400),
    StrengthClaim("xoxo", 2, (SEARCH, "bluffer-2000"), 400),
    StrengthClaim("xoxo", 2, (SEARCH, "hider-2000"), 200),
    StrengthClaim("xoxo", 2, (SEARCH, "seer-2000"), 40),
    StrengthClaim("xoxo", 3, (SEARCH, "ismcts-2000"), 600, "38 %"),
    StrengthClaim("xoxo", 4, (MORE, "ismcts-2000"), 600, "33 %"),
    StrengthClaim("djeco", 2, (SEARCH, "ismcts-2000"), 2_400, "65 %"),
    StrengthClaim("djeco", 2, (SEARCH, "ismcts-2000"), 2_400, "65 %", {"grid": "fixed"}),
    StrengthClaim("djeco", 2, (SEARCH, "ismcts-5000"), 400),
    StrengthClaim("djeco", 2, (SEARCH, "informed-2000"), 400),
    StrengthClaim("djeco", 2, (SEARCH, "defender-2000"), 400),
    StrengthClaim("djeco", 2, (SEARCH, "seer-2000"), 30),
    StrengthClaim("xoxo", 2, (SEARCH, "informed-3200"), 400, seed="equal"),
    StrengthClaim("xoxo", 2, (SEARCH, "defender-3100"), 400, seed="equal"),
    StrengthClaim("xoxo", 2, (SEARCH, "bluffer-3000"), 400, seed="equal"),
    StrengthClaim("djeco", 2, (SEARCH, "informed-950"), 400, seed="equal"),
    StrengthClaim("djeco", 2, (SEARCH, "defender-950"), 400, seed="equal"),
)
"""The contests of docs/bots.md, with as many games as there; in the last five a move takes both bots about as long."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--only", default="", help="only contests with this in their name, as in 'djeco' or 'v ismcts'")
    parser.add_argument("--games", type=int, help="games of each contest (default: as many as docs/bots.md tells)")
    parser.add_argument("--seed", help="what all chance comes from (default: as in docs/bots.md)")
    parser.add_argument("--play", nargs="+", metavar=("GAME SEATS", "BOT"), help="another contest instead")


def run(args: argparse.Namespace) -> None:
    shared.compile_first(("xoxo", "djeco"))
    claims = [claim for claim in CLAIMS if args.only in claim.name]
    if args.play:
        game, seats, *bots = args.play
        claims = [StrengthClaim(game, int(seats), tuple(bots), args.games or 100)]
    for claim in claims:
        print(row(claim, args.games or claim.games, args.seed or claim.seed), flush=True)


def row(claim: StrengthClaim, games: int, seed: str) -> str:
    """A line of the table: the contest, how many games, the first bot's share, and what a move takes of each bot."""
    game, began = rowdy.game(claim.game, seats=claim.seats, rulings=claim.rulings), time.perf_counter()
    contest = Contest(GameSpec.of(game), claim.bots, seed)
    rounds, results = max(1, games // len(contest.seatings)), dict[Match, Result]()
    play(contest.round(1)[0])  # loads all compiled code, which no move is to be charged with
    for number in range(1, rounds + 1):
        for match in contest.round(number):
            results[match] = play(match)
        shared.tell(f"{len(results)} of {rounds * len(contest.seatings)} games, {claim.name}")
    shared.tell()
    tally = Arena(contest, rounds, found=results).tally
    first = next(standing for standing in tally.standings() if standing.bot == claim.bots[0])
    share = f"{100 * first.share.value:.1f} ± {100 * first.share.half_width:.1f} %"
    times = [tally.thinking[name] for name in contest.competitors]
    a_move = " and ".join(f"{1000 * spent.seconds / spent.choices:.1f}" for spent in times)
    took = f"{a_move} ms a move, in {time.perf_counter() - began:.0f} s"
    return f"{claim.name:<66} {tally.matches:>6} {share:>16} {claim.must:>7}  {took}"


def play(match: Match) -> Result:
    """Plays a match as an arena does; a `Seer` is told the true state, which no bot of an arena is."""
    players = [rival(name) or bot(name) for name in match.bots]
    table, moves = GameLog(match.spec.make(), match.bots, Dealer(match.seed)), 0
    thinking = [ThinkingTime()] * len(players)
    while isinstance(turn := table.turn, Move | Window):
        seats = [seat for seat, _ in unanswered(table)] if isinstance(turn, Window) else [turn.seat]
        for seat in seats:
            began = time.process_time()
            chosen = choose(players[seat], table, seat, match.seed)
            if isinstance(turn, Move):
                thinking[seat] = thinking[seat].plus(time.process_time() - began)
            table.act(seat, chosen)
        moves += isinstance(turn, Move)
    assert isinstance(turn, Over)
    return Result(match, turn.outcome.winners, turn.outcome.reason, moves, tuple(thinking))


def choose(player: Bot | Rival, table: GameLog, seat: Seat, seed: str) -> object:
    game, view, rng = table.game, table.view(seat), Random(f"{seed}/{seat}/{len(table.events)}")
    if isinstance(player, Seer):
        return player.choose_seeing(game, table.state, view, rng)
    return player.choose(game, table.observations(seat), view, rng)
