"""Explorer and review: how soon a position is answered, how long the longest games take, and moves at tables meanwhile.

The longest of many random games of each kind is reviewed on one core. Then records are reviewed on a server without
pause while people play there: their moves must not wait for it.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import time
from contextlib import AsyncExitStack
from typing import Any

import httpx

import rowdy
from benchmarks import served, shared
from benchmarks.served import serving
from benchmarks.server import GAMES, come, play_for, print_times
from rowdy.play.explorer import analyse
from rowdy.play.review import decisions, judgeable, solved
from rowdy.play.reviewed import review_move
from rowdy.rules.flip import FlipGame
from rowdy.rules.game import CHANCE, AnyGame, Chance, Event, Over, Window
from rowdy.rules.record import Record
from rowdy.search.perfect import prober

MAX_SECONDS = {True: 10, False: 30}
"""How long a review may take, where the game is solved and elsewhere."""
MAX_MILLISECONDS = 100
"""Within which time 99 of 100 moves must be told while records are reviewed."""
REVIEWS_AT_ONCE = 4
RANDOM_GAMES = 60


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--positions", type=int, default=300, help="positions to explore a game (default: 300)")
    parser.add_argument("--honest", type=int, default=20, help="games that are played meanwhile (default: 20)")
    parser.add_argument("--seconds", type=float, default=20.0, help="for how long (default: 20)")


def run(args: argparse.Namespace) -> None:
    shared.compile_first()
    measure_explorer(args.positions)
    records = {name: longest_game(game) for name, game in shared.games().items()}
    measure_reviews(records)
    asyncio.run(measure_meanwhile(records, args.honest, args.seconds))


def measure_explorer(count: int) -> None:
    """The values of positions from random play, with the layers that ship."""
    rows = []
    for game_id in ("rubik", "xoxo2"):
        game, rng = rowdy.game(game_id), random.Random(1)
        assert isinstance(game, FlipGame)
        oracle, times = prober(game), list[float]()
        oracle.probe(game.start())
        while len(times) < count:
            state = game.start()
            for _ in range(rng.randrange(28)):
                after = game.play(state, state.mover, rng.choice(game.legal(state, state.mover)))
                state = state if isinstance(game.turn(after), Over) else after
            oracle.forget()
            began = time.perf_counter()
            analyse(oracle, state)
            times.append(time.perf_counter() - began)
        times.sort()
        rows.append([game_id, *(f"{1e3 * times[len(times) * share // 100]:.0f}" for share in (50, 99))])
    shared.print_table(["explorer, ms a position", "median", "99th percentile (must 1000)"], rows)


def longest_game(game: AnyGame) -> Record:
    """The one with the most events of many that are played at random."""
    found = max((_random_game(game, seed) for seed in range(RANDOM_GAMES)), key=len)
    return Record(game, tuple(f"Player {seat + 1}" for seat in range(game.seats)), tuple(found))


def _random_game(game: AnyGame, seed: int) -> list[Event[Any]]:
    rng, state, events = random.Random(seed), game.start(), list[Event[Any]]()
    while not isinstance(turn := game.turn(state), Over):
        if isinstance(turn, Chance):
            event = Event(CHANCE, rng.choices(turn.actions, turn.weights)[0])
        else:
            seats = turn.seats if isinstance(turn, Window) else (turn.seat,)
            seat = min(seat for seat in seats if game.legal(state, seat))
            event = Event(seat, rng.choice(game.legal(state, seat)))
        state = game.play(state, event.actor, event.action)
        events.append(event)
    return events


def measure_reviews(records: dict[str, Record]) -> None:
    rows = []
    for name, record in records.items():
        todo = decisions(record, judgeable(record))
        review_move(record.game, todo[0])
        began = time.perf_counter()
        for decision in todo:
            review_move(record.game, decision)
        taken = time.perf_counter() - began
        most = MAX_SECONDS[solved(record.game)]
        rows.append([name, str(len(todo)), f"{taken:.1f}", str(most)])
    shared.print_table(["review of the longest game", "moves judged", "seconds", "must"], rows)


async def measure_meanwhile(records: dict[str, Record], games: int, seconds: float) -> None:
    with serving(served.guarded_tables) as server:
        async with AsyncExitStack() as stack:
            opened = [table for game in GAMES for table in server.open(game, 2 * -(-games // len(GAMES)))]
            playing = await come(stack, [server], opened)
            calm = await play_for(playing[::2], seconds / 2)
            texts = [rowdy.format_record(record) for record in records.values()]
            reviewing = asyncio.create_task(review_all(server.port, texts, time.perf_counter() + seconds))
            times = await play_for(playing[1::2], seconds)
            judged = await reviewing
    print_times("moves before that, ms", calm, MAX_MILLISECONDS)
    print_times(f"moves while {judged} moves are judged, ms", times, MAX_MILLISECONDS)


async def review_all(port: int, texts: list[str], until: float) -> int:
    """Reviews records, some at once, until it is time; returns how many moves were judged."""

    async def one(number: int, http: httpx.AsyncClient) -> int:
        done, turn = 0, number
        while time.perf_counter() < until:
            body = f"{texts[turn % len(texts)]}\n".encode() + b"\n" * turn  # another record each time
            view = (await http.post("/api/review", content=body, headers={"Content-Type": "text/plain"})).json()
            if "state" not in view:  # it is too much for the server just now
                await asyncio.sleep(0.4)
            while view.get("state") == "running" and time.perf_counter() < until:
                await asyncio.sleep(0.4)
                view = (await http.get(f"/api/reviews/{view['id']}?first={view['done']}")).json()
            done, turn = done + view.get("done", 0), turn + REVIEWS_AT_ONCE
        return done

    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=30) as http:
        return sum(await asyncio.gather(*(one(number, http) for number in range(REVIEWS_AT_ONCE))))
